"""The chart of values through the stages: one case below the other, each as high as it has values.

Drawing only; where a value was lost has been found out before.
"""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt
import pandas as pd

from evidencelab.lab.matrix.survival import STAGES, FeedComparison, ValueSurvival

STATE_COLOURS = {"there": "#2f9e60", "lost here": "#cf4b45", "gone": "#d6a5a2", "not asked": "#8a939e"}
_CELL_WIDTH, _CELL_HEIGHT = 30, 17
_NAME_WIDTH = 105
"""Pixels kept for the values' names, so that the cases stand below one another."""


def survival_chart(comparisons: Sequence[FeedComparison]) -> alt.TopLevelMixin:
    """Draw every value of some cases through the stages, fed by summaries and by excerpts.

    A case is as high as it has values, its name above them; the stages are named above the first.
    """
    rows = [_case_row(item, is_first=number == 0) for number, item in enumerate(comparisons)]
    chart: alt.VConcatChart = alt.vconcat(*rows, spacing=10).resolve_legend(color="shared")
    return chart


def _case_row(item: FeedComparison, *, is_first: bool) -> alt.HConcatChart:
    """Lay the two feeds of a case side by side; the values are named once."""
    values = list(dict.fromkeys(survival.value for survival in item.survivals))
    feeds = (("summary", "fed by summaries"), ("excerpts", "fed by excerpts"))
    parts = [
        _stage_grid(item, feed, values, has_names=number == 0, title=title if is_first else None)
        for number, (feed, title) in enumerate(feeds)
    ]
    head = alt.TitleParams(item.case.name, anchor="start", fontSize=11, fontWeight="bold", offset=4)
    row: alt.HConcatChart = alt.hconcat(*parts, spacing=30, bounds="flush", title=head)
    return row


def _stage_grid(
    item: FeedComparison, feed: str, values: list[str], *, has_names: bool, title: str | None
) -> alt.Chart:
    """Draw the values of one case and feed, a row each, by stage; stages named where a title is given."""
    cells = pd.DataFrame(
        [
            {"value": survival.value, "stage": stage, "state": _state(survival, stage)}
            for survival in item.survivals
            if survival.feed == feed
            for stage in STAGES
            if not (stage == "summary" and feed == "excerpts")
        ],
        columns=["value", "stage", "state"],
    )
    stages = alt.Axis(
        orient="top", labelAngle=-40, labels=title is not None, ticks=title is not None, domain=False
    )
    names = alt.Axis(
        labels=has_names, ticks=False, domain=False, labelLimit=_NAME_WIDTH, minExtent=_NAME_WIDTH
    )
    grid: alt.Chart = (
        alt.Chart(cells)
        .mark_rect(cornerRadius=3, stroke="currentColor", strokeOpacity=0.15)
        .encode(
            x=alt.X("stage:N", scale=alt.Scale(domain=list(STAGES)), title=title, axis=stages),
            y=alt.Y(
                "value:N",
                scale=alt.Scale(domain=values),
                title=None,
                axis=names if has_names else None,
            ),
            color=alt.Color(
                "state:N",
                title=None,
                legend=alt.Legend(orient="top", direction="horizontal"),
                scale=alt.Scale(domain=list(STATE_COLOURS), range=list(STATE_COLOURS.values())),
            ),
        )
        .properties(width=alt.Step(_CELL_WIDTH), height=alt.Step(_CELL_HEIGHT))
    )
    return grid


def _state(survival: ValueSurvival, stage: str) -> str:
    present = getattr(survival, f"in_{stage}")
    if present is None:
        return "not asked"
    if present:
        return "there"
    return "lost here" if survival.lost_at == stage else "gone"
