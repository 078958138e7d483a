"""Charts of the statistics: curves with bands, error rates by class, costs, and what groups allow.

Drawing only: every number has been computed before. Colours mean the same in every chart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from evidencelab.lab.calibration.certificate import RiskClaim
from evidencelab.lab.calibration.curves import FPR_GRID, Curve
from evidencelab.lab.calibration.error_rates import ClassRates
from evidencelab.lab.calibration.operating_point import OperatingPoint

DECISION_COLOURS = {
    "accepted": "#2f9e60",
    "uncertain": "#d99a1c",
    "rejected": "#cf4b45",
    "too short": "#7d8590",
}
SCORING_COLOURS = ("#2f9e60", "#3b82c4", "#d9822b", "#b05cc2", "#cf4b45", "#7d8590", "#149a9a")

_MOST_POINTS, _FEW_POINTS = 400, 40
_PERCENT = alt.Axis(format="%")
_WIDTH, _HEIGHT = 420, 320


def roc_chart(curves: Sequence[Curve], title: str = "") -> alt.LayerChart:
    """Draw ROC curves of several ways of scoring over their bootstrap bands; each point a threshold."""
    colour = _scoring_colour(curves)
    lines = (
        alt.Chart(_roc_points(curves))
        .mark_line(interpolate="linear", strokeWidth=2)
        .encode(
            x=alt.X("fpr:Q", title="unfaithful accepted", axis=_PERCENT, scale=alt.Scale(domain=[0, 1])),
            y=alt.Y("tpr:Q", title="faithful accepted", axis=_PERCENT, scale=alt.Scale(domain=[0, 1])),
            color=colour,
            order="order:Q",
        )
    )
    bands = (
        alt.Chart(_band_points(curves))
        .mark_area(opacity=0.18)
        .encode(x="fpr:Q", y="low:Q", y2="high:Q", color=colour)
    )
    chance = (
        alt.Chart(pd.DataFrame({"fpr": [0.0, 1.0], "tpr": [0.0, 1.0]}))
        .mark_line(strokeDash=[4, 4], color="currentColor", opacity=0.4)
        .encode(x="fpr:Q", y="tpr:Q")
    )
    return _sized(chance + bands + lines, title)


def precision_recall_chart(curves: Sequence[Curve], title: str = "") -> alt.LayerChart:
    """Draw precision over recall for several ways of scoring."""
    rows = [
        {"scoring": curve.scoring, "recall": recall, "precision": precision, "order": order}
        for curve in curves
        for order, (recall, precision) in enumerate(_thinned(curve.recall, curve.precision))
    ]
    lines = (
        alt.Chart(_frame(rows, "scoring", "recall", "precision", "order"))
        .mark_line(strokeWidth=2)
        .encode(
            x=alt.X("recall:Q", title="faithful accepted", axis=_PERCENT, scale=alt.Scale(domain=[0, 1])),
            y=alt.Y(
                "precision:Q",
                title="faithful among the accepted",
                axis=_PERCENT,
                scale=alt.Scale(domain=[0, 1]),
            ),
            color=_scoring_colour(curves),
            order="order:Q",
        )
    )
    return _sized(alt.LayerChart(layer=[lines]), title)


def class_roc_chart(curves: Sequence[Curve], columns: int = 5) -> alt.TopLevelMixin:
    """Draw one small ROC chart per class, every way of scoring in each; hardest class first."""
    worst = sorted({c.kind or "all" for c in curves}, key=lambda kind: _lowest_auroc(curves, kind))
    chart: alt.TopLevelMixin = (
        alt.Chart(_roc_points(curves, _FEW_POINTS))
        .mark_line(strokeWidth=1.6)
        .encode(
            x=alt.X("fpr:Q", title=None, axis=alt.Axis(format="%", values=[0, 0.5, 1])),
            y=alt.Y("tpr:Q", title=None, axis=alt.Axis(format="%", values=[0, 0.5, 1])),
            color=_scoring_colour(curves),
            order="order:Q",
        )
        .properties(width=120, height=100)
        .facet(alt.Facet("kind:N", title=None, sort=worst), columns=columns)
    )
    return chart


def auroc_chart(curves: Sequence[Curve]) -> alt.LayerChart:
    """Draw AUROC with its band per class and way of scoring; the hardest class on top."""
    rows = [
        {
            "kind": curve.kind or "all",
            "scoring": curve.scoring,
            "auroc": curve.auroc,
            "low": curve.auroc_ci.low,
            "high": curve.auroc_ci.high,
        }
        for curve in curves
        if not np.isnan(curve.auroc)
    ]
    order = sorted({str(row["kind"]) for row in rows}, key=lambda kind: _lowest_auroc(curves, kind))
    base = alt.Chart(_frame(rows, "kind", "scoring", "auroc", "low", "high")).encode(
        y=alt.Y("kind:N", title=None, sort=order), color=_scoring_colour(curves)
    )
    x = alt.X("auroc:Q", title="AUROC against the other label", scale=alt.Scale(zero=False))
    dots = base.mark_point(filled=True, size=55, opacity=1).encode(x=x)
    bars = base.mark_rule(strokeWidth=2, opacity=0.6).encode(x=alt.X("low:Q"), x2="high:Q")
    chance = alt.Chart(pd.DataFrame({"x": [0.5]})).mark_rule(strokeDash=[4, 4], opacity=0.4).encode(x="x:Q")
    chart: alt.LayerChart = (chance + bars + dots).properties(width=_WIDTH, height=alt.Step(17))
    return chart


def error_rate_chart(rates: Iterable[ClassRates]) -> alt.TopLevelMixin:
    """Draw what became of every class, faithful and unfaithful side by side, in the order given."""
    given = [rate for rate in rates if rate.kind is not None]
    rows = [
        {
            "kind": rate.kind,
            "label": rate.label,
            "decision": name,
            "share": share,
            "n": rate.n,
            "order": order,
        }
        for rate in given
        for order, (name, share) in enumerate(
            (
                ("accepted", rate.accepted.rate),
                ("uncertain", rate.uncertain.rate),
                ("rejected", rate.rejected.rate),
                ("too short", rate.too_short.rate),
            )
        )
    ]
    chart: alt.TopLevelMixin = (
        alt.Chart(_frame(rows, "kind", "label", "decision", "share", "n", "order"))
        .mark_bar()
        .encode(
            x=alt.X("share:Q", title=None, axis=_PERCENT, scale=alt.Scale(domain=[0, 1])),
            y=alt.Y("kind:N", title=None, sort=[str(rate.kind) for rate in given]),
            color=alt.Color(
                "decision:N",
                title="decision",
                scale=alt.Scale(domain=list(DECISION_COLOURS), range=list(DECISION_COLOURS.values())),
            ),
            order="order:Q",
        )
        .properties(width=260, height=alt.Step(15))
        .facet(column=alt.Column("label:N", title=None))
        .resolve_scale(y="independent")
    )
    return chart


def cost_chart(costs: pd.DataFrame, point: OperatingPoint) -> alt.TopLevelMixin:
    """Draw what each threshold adds to the cost, the region no worse within noise, and where to stand."""
    panels = [
        _cost_panel(
            costs,
            "accept_cost",
            "accept_at",
            point.accept_at,
            point.accept_region.low,
            point.accept_region.high,
        ),
        _cost_panel(
            costs,
            "reject_cost",
            "reject_below",
            point.reject_below,
            point.reject_region.low,
            point.reject_region.high,
        ),
    ]
    chart: alt.HConcatChart = alt.hconcat(*panels)
    return chart


def certificate_chart(claims: Iterable[RiskClaim]) -> alt.LayerChart:
    """Draw, per class, the smallest limit its groups allow against the limit asked for."""
    rows = [
        {
            "kind": f"{claim.kind or 'all'} ({claim.n_groups})",
            "label": claim.label,
            "bound": claim.upper_bound,
            "limit": claim.limit,
            "state": "certified" if claim.is_certified else "not certifiable",
        }
        for claim in claims
    ]
    base = alt.Chart(_frame(rows, "kind", "label", "bound", "limit", "state")).encode(
        y=alt.Y("kind:N", title="class (groups that certify)", sort=[str(row["kind"]) for row in rows])
    )
    bars = base.mark_bar(height=8).encode(
        x=alt.X("bound:Q", title="smallest limit these groups allow", axis=_PERCENT),
        color=alt.Color(
            "state:N",
            title=None,
            scale=alt.Scale(domain=["certified", "not certifiable"], range=["#2f9e60", "#d99a1c"]),
        ),
    )
    ticks = base.mark_tick(thickness=2, size=14, color="currentColor").encode(x="limit:Q")
    chart: alt.LayerChart = (bars + ticks).properties(width=_WIDTH, height=alt.Step(15))
    return chart


def _cost_panel(
    costs: pd.DataFrame, column: str, title: str, chosen: float, low: float, high: float
) -> alt.LayerChart:
    frame = costs[["threshold", column]]
    line = (
        alt.Chart(frame)
        .mark_line(interpolate="step-before", strokeWidth=2, color="#3b82c4")
        .encode(
            x=alt.X("threshold:Q", title=title, scale=alt.Scale(domain=[0, 100])),
            y=alt.Y(f"{column}:Q", title="adds to the cost of an excerpt", scale=alt.Scale(zero=False)),
        )
    )
    region = (
        alt.Chart(pd.DataFrame({"low": [low], "high": [high]}))
        .mark_rect(opacity=0.16, color="#2f9e60")
        .encode(x="low:Q", x2="high:Q")
    )
    stand = alt.Chart(pd.DataFrame({"x": [chosen]})).mark_rule(color="#2f9e60", strokeWidth=2).encode(x="x:Q")
    panel: alt.LayerChart = (region + line + stand).properties(width=300, height=200)
    return panel


def _roc_points(curves: Iterable[Curve], most: int = _MOST_POINTS) -> pd.DataFrame:
    rows = [
        {"kind": curve.kind or "all", "scoring": curve.scoring, "fpr": fpr, "tpr": tpr, "order": order}
        for curve in curves
        for order, (fpr, tpr) in enumerate(_thinned(curve.fpr, curve.tpr, most))
    ]
    return _frame(rows, "kind", "scoring", "fpr", "tpr", "order")


def _band_points(curves: Iterable[Curve]) -> pd.DataFrame:
    rows = [
        {"scoring": curve.scoring, "fpr": fpr, "low": low, "high": high}
        for curve in curves
        for fpr, low, high in zip(FPR_GRID, curve.band[0], curve.band[1], strict=True)
        if not np.isnan(low)
    ]
    return _frame(rows, "scoring", "fpr", "low", "high")


def _thinned(x: np.ndarray, y: np.ndarray, most: int = _MOST_POINTS) -> list[tuple[float, float]]:
    """Keep the corners of a curve, evenly thinned to so many at most; the ends always stay."""
    turn = np.ones(len(x), dtype=bool)
    if len(x) > 2:
        turn[1:-1] = np.abs(np.diff(x)[:-1] * np.diff(y)[1:] - np.diff(x)[1:] * np.diff(y)[:-1]) > 1e-12
    corners = np.flatnonzero(turn)
    if len(corners) > most:
        corners = corners[np.unique(np.linspace(0, len(corners) - 1, most).astype(int))]
    return [(float(x[i]), float(y[i])) for i in corners]


def _lowest_auroc(curves: Iterable[Curve], kind: str) -> float:
    found = [c.auroc for c in curves if (c.kind or "all") == kind and not np.isnan(c.auroc)]
    return min(found, default=2.0)


def _scoring_colour(curves: Iterable[Curve]) -> alt.Color:
    names = list(dict.fromkeys(curve.scoring for curve in curves))
    colours = [SCORING_COLOURS[index % len(SCORING_COLOURS)] for index in range(len(names))]
    legend = alt.Legend(symbolOpacity=1, symbolType="stroke")
    return alt.Color("scoring:N", title=None, legend=legend, scale=alt.Scale(domain=names, range=colours))


def _frame(rows: Sequence[dict[str, Any]], *columns: str) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=list(columns))


def _sized(chart: alt.LayerChart, title: str) -> alt.LayerChart:
    sized: alt.LayerChart = chart.properties(
        width=_WIDTH, height=_HEIGHT, **({"title": title} if title else {})
    )
    return sized
