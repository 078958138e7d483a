"""Thresholds under one's own hand: two sliders and a switch that move every rate of the table.

Works in the static page without a kernel or a network: the counts at every half point are in the
page, and a small script of this package reads them. Class names are escaped; no text is in it.
"""

from __future__ import annotations

import json
import secrets

import numpy as np

from evidencelab.lab.calibration.cost_curves import Costs
from evidencelab.lab.calibration.threshold_sweep import count_at
from evidencelab.lab.labelled.score_table import ScoreTable
from evidencelab.reports.views.display import publish_interactive
from evidencelab.reports.views.figures import script_json
from evidencelab.reports.views.markup import escaped
from evidencelab.reports.views.page import ASSETS, stylesheet
from evidencelab.reports.views.statistical_figures import DECISION_COLOURS

STEP = 0.5
_GRID = np.arange(0.0, 100.0 + STEP / 2, STEP)
_LIBRARY = "threshold-slider"


def show_threshold_slider(
    table: ScoreTable, accept_at: float, reject_below: float, costs: Costs = Costs()
) -> None:
    """Display the sliders in a notebook and in its page.

    Args:
        table: Scored pairs; only counts leave it.
        accept_at: Where the first slider stands to begin with.
        reject_below: Where the second stands.
        costs: What errors cost, for the cost shown.
    """
    markup = slider_html(table, accept_at, reject_below, costs)
    source = slider_script()
    inside = f'<style>{stylesheet("evidence.css")}</style><div class="el">{markup}</div>'
    whole = inside.replace("<script>", f"<script>{source}\n", 1)
    n_classes = len(slider_rows(table))
    fallback = {
        "text/plain": f"thresholds over {n_classes} classes of {len(table)} pairs",
        "text/html": whole,
    }
    publish_interactive(f'<div class="el">{markup}</div>', {_LIBRARY: source}, fallback)


def slider_script() -> str:
    """Read the script that answers to the sliders; it defines `evidencelabThresholds`."""
    return (ASSETS / "threshold_slider.js").read_text(encoding="utf-8")


def slider_rows(table: ScoreTable) -> list[dict[str, object]]:
    """Count every class of each label at every threshold of the sliders, with and without the vetoes.

    Returns:
        Rows of kind, label, `n`, `short` (too short to compare), and `veto` and `plain`, the pairs
        at or above 0.0, 0.5, ... 100.0.
    """
    code = table.kind_code.astype(np.int64) * 2 + table.is_faithful
    classes, class_code = np.unique(code, return_inverse=True)
    if not len(classes):
        return []
    vetoed, alone = (count_at(table, _GRID, class_code, vetoes) for vetoes in (None, ()))
    rows: list[dict[str, object]] = [
        {
            "kind": table.kinds[int(value) // 2],
            "label": "faithful" if value % 2 else "unfaithful",
            "n": int(vetoed.n[index]),
            "short": int(vetoed.n_too_short[index]),
            "veto": vetoed.n_at_least[index].tolist(),
            "plain": alone.n_at_least[index].tolist(),
        }
        for index, value in enumerate(classes)
    ]
    return sorted(rows, key=lambda row: (str(row["label"]) == "faithful", str(row["kind"])))


def slider_html(table: ScoreTable, accept_at: float, reject_below: float, costs: Costs = Costs()) -> str:
    """Write the sliders, the table they move, and the call that starts the script."""
    rows = slider_rows(table)
    name = f"el-thr-{secrets.token_hex(4)}"
    data = {
        "rows": rows,
        "step": STEP,
        "accept_at": accept_at,
        "reject_below": reject_below,
        "costs": json.loads(costs.model_dump_json()),
    }
    start = f"evidencelabThresholds(document.getElementById({json.dumps(name)}), {script_json(data)});"
    body = "".join(
        f'<tr data-row="{index}"><td>{escaped(row["kind"])}</td><td>{escaped(row["label"])}</td>'
        f'<td class="el-num">{row["n"]}</td><td class="el-num" data-cell="wrong"></td>'
        f'<td class="el-num" data-cell="accepted"></td><td>{_bar()}</td></tr>'
        for index, row in enumerate(rows)
    )
    key = "".join(
        f'<i style="background:{colour}"></i>{escaped(decision)}'
        for decision, colour in DECISION_COLOURS.items()
    )
    return (
        f"<style>{stylesheet('threshold_slider.css')}</style>"
        f'<div class="el-thr" id="{name}"><div class="el-ctl">'
        f"{_slider('accept', 'accept at', 'accept-at', accept_at)}"
        f"{_slider('reject', 'reject below', 'reject-below', reject_below)}</div>"
        '<p><label><input type="checkbox" data-el="vetoes" checked> vetoes in force</label> '
        '<button type="button" data-el="chosen">back to the chosen thresholds</button></p>'
        f'<div class="el-sum">{_sums("faithful")}{_sums("unfaithful")}'
        '<span>cost of an excerpt <b data-el="cost"></b></span></div>'
        f"{_curves()}"
        f'<div class="el-key">{key}</div><div class="el-scroll"><table><thead><tr>'
        '<th scope="col">class</th><th scope="col">label</th><th scope="col" class="el-num">pairs</th>'
        '<th scope="col" class="el-num">wrong</th><th scope="col" class="el-num">accepted</th>'
        f'<th scope="col">decisions</th></tr></thead><tbody>{body}</tbody></table></div>'
        f"<script>{start}</script></div>"
    )


def _slider(name: str, words: str, shown: str, value: float) -> str:
    return (
        f'<label for="{name}-{secrets.token_hex(3)}">{words}</label>'
        f'<input type="range" min="0" max="100" step="{STEP}" value="{value:g}" data-el="{name}" '
        f'aria-label="{words}"><b class="el-num" data-el="{shown}"></b>'
    )


def _sums(label: str) -> str:
    cells = "".join(
        f'{word} <b data-el="{label}-{word}"></b>{end}'
        for word, end in (("accepted", ", "), ("uncertain", ", "), ("rejected", ""))
    )
    return f"<span>{label}: {cells}</span>"


def _curves() -> str:
    """Draw the frame of the chart: share of each label at or above a threshold, over the threshold."""
    lines = "".join(
        f'<polyline data-el="curve-{label}" fill="none" stroke="{DECISION_COLOURS[decision]}"></polyline>'
        for label, decision in (("faithful", "accepted"), ("unfaithful", "rejected"))
    )
    stands = "".join(
        f'<line data-el="line-{name}" y1="0" y2="100" stroke="currentColor"{dash}></line>'
        for name, dash in (("accept", ""), ("reject", ' stroke-dasharray="3 3"'))
    )
    return (
        '<figure class="el-curves"><svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" '
        'aria-label="share of faithful and of unfaithful pairs accepted, by threshold">'
        '<rect width="100" height="100" fill="none" stroke="currentColor" stroke-opacity=".3"></rect>'
        f"{lines}{stands}</svg>"
        "<figcaption>Share accepted over the threshold from 0 to 100: "
        f'<i style="background:{DECISION_COLOURS["accepted"]}"></i>faithful '
        f'<i style="background:{DECISION_COLOURS["rejected"]}"></i>unfaithful; '
        "the solid line is accept at, the broken one reject below.</figcaption></figure>"
    )


def _bar() -> str:
    pieces = "".join(f'<rect height="100%" fill="{colour}"></rect>' for colour in DECISION_COLOURS.values())
    return f'<svg role="img" aria-label="shares of the decisions">{pieces}</svg>'
