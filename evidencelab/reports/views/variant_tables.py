"""What a sweep of prompt variants came to, as tables, a chart and the worst citations.

Every row says which model made it. Nothing is counted here that was not laid out before. It must
not know how cells were planned or run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import altair as alt
import pandas as pd

from evidencelab.agents.models.choice import BASELINE
from evidencelab.contracts import EvidenceBinding
from evidencelab.evidence.excerpts import match_excerpt
from evidencelab.lab.matrix.citation_kinds import CitationKind, judge_citations
from evidencelab.lab.sweeps.comparison import compare_variants
from evidencelab.lab.sweeps.sweep import SweepPlan
from evidencelab.lab.sweeps.sweep_cells import Cell, CellResult
from evidencelab.reports.views.display import html_of
from evidencelab.reports.views.evidence_view import badge
from evidencelab.reports.views.highlight import match_html, text_block
from evidencelab.reports.views.markup import escaped

KINDS: tuple[CitationKind, ...] = ("sound", "altered", "misattributed", "fabricated", "other")
KIND_COLOURS = {
    "sound": "#2f9e60",
    "altered": "#d9822b",
    "misattributed": "#b05cc2",
    "fabricated": "#cf4b45",
    "other": "#7d8590",
}
_WORST_FIRST: tuple[CitationKind, ...] = ("fabricated", "misattributed", "altered", "other")
SHARES = (
    "verdict_accuracy",
    "gate_pass",
    "sound",
    "altered",
    "misattributed",
    "fabricated",
    "forbidden_claim",
)


class WorstCitation(NamedTuple):
    """One citation that the gate stopped, with the model that made it.

    Attributes:
        model: Which model.
        variant: Under which variant.
        case: In which case.
        kind: What the gate found it to be.
        binding: The citation as it was written.
        reason: The gate's message.
        recorded: The text at the cited place; None where there is no such place.
    """

    model: str
    variant: str
    case: str
    kind: CitationKind
    binding: EvidenceBinding
    reason: str
    recorded: str | None


def prompts_table(plan: SweepPlan) -> pd.DataFrame:
    """One row a prompt of the plan: what it tries, and the hash under which it is frozen."""
    rows: dict[str, dict[str, str]] = {
        variant.fingerprint: {
            "variant": variant.name,
            "stage": variant.stage,
            "language": variant.language,
            "tries": variant.tries,
            "fingerprint": variant.fingerprint,
        }
        for cell in plan.cells
        for variant in cell.arm.variants
    }
    return pd.DataFrame(list(rows.values()), columns=["variant", "stage", "language", "tries", "fingerprint"])


def citations_table(frame: pd.DataFrame) -> pd.DataFrame:
    """One row a model and variant: how many answers there were and what their citations were.

    An answer that could not be parsed at all is `unparsed`; a call that failed is no answer.
    """
    rows: list[dict[str, str | int]] = []
    for (model, variant), cells in frame.groupby(["model", "variant"], sort=False):
        answered = cells[cells["error"].isna()]
        rows.append(
            {
                "model": str(model),
                "variant": str(variant),
                "answers": len(answered),
                "calls_failed": len(cells) - len(answered),
                "unparsed": int((answered["parse_status"] == "invalid").sum()),
                "citations": int(answered["n_bindings"].sum()),
                **{kind: int(answered[f"n_{kind}"].sum()) for kind in KINDS},
            }
        )
    columns = ["model", "variant", "answers", "calls_failed", "unparsed", "citations", *KINDS]
    return pd.DataFrame(rows, columns=columns)


def citations_chart(frame: pd.DataFrame) -> alt.Chart:
    """Draw what the citations of each model and variant were."""
    table = citations_table(frame)
    rows = [
        {
            "variant": f"{row['variant']} ({row['model']})" if row["model"] != BASELINE else BASELINE,
            "kind": kind,
            "citations": row[kind],
            "order": order,
        }
        for row in table.to_dict("records")
        for order, kind in enumerate(KINDS)
    ]
    chart: alt.Chart = (
        alt.Chart(pd.DataFrame(rows, columns=["variant", "kind", "citations", "order"]))
        .mark_bar()
        .encode(
            x=alt.X("citations:Q", title="citations"),
            y=alt.Y("variant:N", title=None, sort=None),
            color=alt.Color(
                "kind:N",
                title="the gate found",
                scale=alt.Scale(domain=list(KIND_COLOURS), range=list(KIND_COLOURS.values())),
            ),
            order="order:Q",
        )
        .properties(width=420, height=alt.Step(30))
    )
    return chart


def scores_table(frame: pd.DataFrame) -> pd.DataFrame:
    """One row a model and variant: every rate and mean with its interval; shares in [0, 1].

    `as_expected` is the share of verdicts that are the ones the cases state.
    """
    table = compare_variants(frame).summary_table()
    table = table.rename(columns=lambda name: str(name).replace("verdict_accuracy", "as_expected"))
    front = ["model", "variant", "n_cells", "n_failed"]
    return table[[*front, *(name for name in table.columns if name not in (*front, "n_bindings"))]]


def worst_citations(
    cells: Sequence[Cell], results: Sequence[CellResult], most: int = 6
) -> tuple[WorstCitation, ...]:
    """Pick the citations of models that the gate stopped, fabricated ones first, variants in turn."""
    found: dict[str, list[WorstCitation]] = {}
    for cell, result in zip(cells, results, strict=True):
        if result.run is None or not cell.arm.variants:
            continue
        for cited in judge_citations(result.run):
            if cited.kind != "sound":
                worst = WorstCitation(
                    cell.model,
                    cell.arm.name,
                    cell.case.name,
                    cited.kind,
                    cited.binding,
                    cited.reason or "",
                    cited.recorded,
                )
                found.setdefault(cell.arm.name, []).append(worst)
    queues = [sorted(items, key=lambda item: _WORST_FIRST.index(item.kind)) for items in found.values()]
    picked: list[WorstCitation] = []
    while len(picked) < most and any(queues):
        picked.extend(queue.pop(0) for queue in queues if queue)
    return tuple(picked[:most])


def describe_worst(shown: Sequence[WorstCitation], frame: pd.DataFrame) -> str:
    """Say how many of the stopped citations are shown."""
    models = frame[frame["model"] != BASELINE]
    n_stopped = int((models["n_bindings"] - models["n_sound"]).sum())
    if n_stopped == 0:
        return "The gate stopped no citation of a model."
    return f"{len(shown)} of {n_stopped} citations that the gate stopped:"


@html_of.register
def _(value: WorstCitation) -> str:
    binding = value.binding
    place = f"{binding.tool_name} · call {binding.source_invocation_id} · {binding.raw_path}"
    excerpt = binding.evidence_excerpt or ""
    if value.recorded is None:
        quoted = f'<div class="el-soft">excerpt</div>{text_block(excerpt)}'
    else:
        quoted = match_html(excerpt, value.recorded, match_excerpt(excerpt, value.recorded))
    return (
        f'<div class="el-card is-reject"><p>{badge(value.kind)} '
        f"<b>{escaped(value.model)}</b> under {escaped(value.variant)}, case {escaped(value.case)}</p>"
        f'<p class="el-soft">cites {escaped(place)}</p>{quoted}<p>{escaped(value.reason)}</p></div>'
    )
