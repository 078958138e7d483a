"""How the rates went over the last runs, as a small chart that reads without a script."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

import altair as alt
import pandas as pd

from evidencelab.reports.running.history import HistoryLine
from evidencelab.reports.views.figures import chart_svg

MAX_RUNS = 30
MAX_LINES = 6


def trend_svg(history: Sequence[HistoryLine], notebooks: Sequence[str]) -> str:
    """Draw the shares of the named notebooks over the newest runs.

    Returns:
        SVG; empty when there are fewer than two runs to draw.
    """
    mine = [line for line in history if line.notebook in notebooks and line.n]
    runs = list(dict.fromkeys(line.run for line in mine))[-MAX_RUNS:]
    if len(runs) < 2:
        return ""
    names = _in_turn([(line.notebook, line.name) for line in mine if line.run == runs[-1]])
    rows = [
        {
            "run": runs.index(line.run) + 1,
            "share": line.n_successes / line.n,
            "rate": f"{line.notebook}: {line.name}",
        }
        for line in mine
        if line.run in runs and (line.notebook, line.name) in names[:MAX_LINES]
    ]
    base = alt.Chart(pd.DataFrame(rows)).encode(
        x=alt.X(
            "run:Q", title="run, the newest on the right", axis=alt.Axis(values=_ticks(len(runs)), format="d")
        ),
        y=alt.Y("share:Q", title=None, axis=alt.Axis(format="%"), scale=alt.Scale(zero=False, nice=True)),
        color=alt.Color("rate:N", title=None, legend=alt.Legend(orient="bottom", columns=1, labelLimit=600)),
    )
    chart = (base.mark_line(strokeWidth=2) + base.mark_circle(size=36)).properties(width=560, height=150)
    return chart_svg(chart, f"{len(names[:MAX_LINES])} rates over {len(runs)} runs")


def _in_turn(rates: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The first rate of every notebook, then the second of each: a small chart then shows them all."""
    by_notebook: dict[str, list[tuple[str, str]]] = {}
    for rate in dict.fromkeys(rates):
        by_notebook.setdefault(rate[0], []).append(rate)
    return [rate for turn in zip_longest(*by_notebook.values()) for rate in turn if rate is not None]


def _ticks(n_runs: int) -> list[int]:
    step = -(-n_runs // 10)
    return list(range(n_runs, 0, -step))[::-1]
