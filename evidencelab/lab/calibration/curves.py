"""ROC and precision-recall curves, by class and overall, with and without the vetoes.

Curves come from scikit-learn; bands come from drawing whole groups. A pair that no threshold accepts
(vetoed, too short) ranks below every score, so a curve shows what the gate would do. It must not
know how a curve is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.metrics import average_precision_score, precision_recall_curve, roc_auc_score, roc_curve

from evidencelab.lab.calibration.threshold_sweep import ranking_score
from evidencelab.lab.labelled.score_table import Codes, Flags, Floats, ScoreTable
from evidencelab.lab.statistics.intervals import Interval, bootstrap_weights, percentile_band
from evidencelab.lab.statistics.splits import joined_groups

MAX_FPR = 0.01
"""The partial AUC counts false positive rates up to here."""

FPR_GRID: Floats = np.linspace(0.0, 1.0, 101)


class Curve(NamedTuple):
    """One class against the other label, for one way of scoring.

    Attributes:
        kind: The unfaithful kind (against all faithful pairs), the faithful kind (against all
            unfaithful pairs), or None for all pairs.
        scoring: Name of the way of scoring.
        n_faithful: Faithful pairs.
        n_unfaithful: Unfaithful pairs.
        n_groups: Joined groups they come from.
        thresholds: Descending, shape `(n_points,)`; the first accepts nothing and is infinite.
        fpr: Share of unfaithful pairs accepted at each threshold.
        tpr: Share of faithful pairs accepted.
        precision: Faithful share of the accepted, shape `(n_pr_points,)`.
        recall: Same shape.
        auroc: In [0, 1]; NaN unless both labels are there.
        auroc_ci: 95 % band, drawing groups; NaN ends where it cannot be computed.
        partial_auc: Area at FPR <= 1 %, standardised: 0.5 is chance, 1 is perfect.
        average_precision: In [0, 1].
        tie_share: Share of (faithful, unfaithful) couples with equal scores; each counts half in
            `auroc`, so the order within ties could move it by half this share either way.
        n_distinct: Distinct scores.
        band: TPR band on `FPR_GRID`, shape `(2, 101)`: lower and upper.
    """

    kind: str | None
    scoring: str
    n_faithful: int
    n_unfaithful: int
    n_groups: int
    thresholds: Floats
    fpr: Floats
    tpr: Floats
    precision: Floats
    recall: Floats
    auroc: float
    auroc_ci: Interval
    partial_auc: float
    average_precision: float
    tie_share: float
    n_distinct: int
    band: Floats


class Scoring(NamedTuple):
    """One way of scoring: its name, and the score that ranks each pair, shape `(n_pairs,)`."""

    name: str
    score: Floats


def usual_scorings(table: ScoreTable, plain: Iterable[str] = ("partial_ratio",)) -> tuple[Scoring, ...]:
    """Score with the vetoes, with similarity alone, and with plain scorers."""
    return (
        Scoring("with vetoes", ranking_score(table)),
        Scoring("similarity alone", ranking_score(table, vetoes=())),
        *(Scoring(name, ranking_score(table, name)) for name in plain if name in table.plain),
    )


def class_rows(table: ScoreTable) -> Mapping[str | None, Flags]:
    """Give the rows each curve is made of: every kind against the other label, and None for all.

    A kind that holds both labels is judged by its unfaithful pairs.
    """
    rows: dict[str | None, Flags] = {None: np.ones(len(table), dtype=np.bool_)}
    for code, kind in enumerate(table.kinds):
        members = table.kind_code == code
        unfaithful = members & ~table.is_faithful
        rows[kind] = unfaithful | table.is_faithful if unfaithful.any() else members | ~table.is_faithful
    return rows


def compute_curve(
    table: ScoreTable,
    scoring: Scoring,
    kind: str | None = None,
    n_draws: int = 200,
    seed: int = 0,
    unit_code: Codes | None = None,
) -> Curve:
    """Compute one curve with its bands.

    Args:
        table: Scored pairs.
        scoring: What ranks them.
        kind: A kind of the table, or None for all pairs.
        n_draws: Bootstrap draws over groups; 0 leaves the bands NaN.
        seed: Seed of the draws.
        unit_code: Joined group of each pair; None joins the table's groups by shared texts.

    Returns:
        The curve; empty arrays and NaN where one label is missing.

    Raises:
        KeyError: The kind is not in the table.
    """
    rows = class_rows(table)[kind]
    units = joined_groups(table.group_code, table.text_hash) if unit_code is None else unit_code
    truth, score, groups = table.is_faithful[rows], scoring.score[rows], units[rows]
    n_faithful = int(truth.sum())
    counts = {
        "n_faithful": n_faithful,
        "n_unfaithful": len(truth) - n_faithful,
        "n_groups": len(np.unique(groups)),
    }
    if n_faithful in (0, len(truth)):
        return _empty_curve(kind, scoring.name, counts)
    fpr, tpr, thresholds = roc_curve(truth, score, drop_intermediate=False)
    precision, recall, _ = precision_recall_curve(truth, score)
    band, auroc_ci = _bands(truth, score, groups, n_draws, seed)
    return Curve(
        kind=kind,
        scoring=scoring.name,
        **counts,
        thresholds=thresholds,
        fpr=fpr,
        tpr=tpr,
        precision=precision,
        recall=recall,
        auroc=float(roc_auc_score(truth, score)),
        auroc_ci=auroc_ci,
        partial_auc=float(roc_auc_score(truth, score, max_fpr=MAX_FPR)),
        average_precision=float(average_precision_score(truth, score)),
        tie_share=_tie_share(truth, score),
        n_distinct=len(np.unique(score)),
        band=band,
    )


def curve_table(curves: Iterable[Curve]) -> pd.DataFrame:
    """One row per curve: its areas, their bands and its ties."""
    return pd.DataFrame(
        [
            {
                "kind": curve.kind or "all",
                "scoring": curve.scoring,
                "n_faithful": curve.n_faithful,
                "n_unfaithful": curve.n_unfaithful,
                "groups": curve.n_groups,
                "auroc": curve.auroc,
                "auroc_ci_low": curve.auroc_ci.low,
                "auroc_ci_high": curve.auroc_ci.high,
                "partial_auc": curve.partial_auc,
                "average_precision": curve.average_precision,
                "tie_share": curve.tie_share,
                "distinct_scores": curve.n_distinct,
            }
            for curve in curves
        ]
    )


def _empty_curve(kind: str | None, scoring: str, counts: Mapping[str, int]) -> Curve:
    nothing = np.empty(0, dtype=np.float64)
    nan = float("nan")
    return Curve(
        kind=kind,
        scoring=scoring,
        **counts,
        thresholds=nothing,
        fpr=nothing,
        tpr=nothing,
        precision=nothing,
        recall=nothing,
        auroc=nan,
        auroc_ci=Interval(nan, nan),
        partial_auc=nan,
        average_precision=nan,
        tie_share=nan,
        n_distinct=0,
        band=np.full((2, len(FPR_GRID)), nan),
    )


def _tie_share(truth: Flags, score: Floats) -> float:
    values, codes = np.unique(score, return_inverse=True)
    faithful = np.bincount(codes, weights=truth, minlength=len(values))
    unfaithful = np.bincount(codes, weights=~truth, minlength=len(values))
    return float((faithful * unfaithful).sum() / (faithful.sum() * unfaithful.sum()))


def _bands(truth: Flags, score: Floats, groups: Codes, n_draws: int, seed: int) -> tuple[Floats, Interval]:
    """Bootstrap TPR on the grid and the AUROC by drawing groups; a draw without both labels is NaN."""
    if n_draws < 2:
        return np.full((2, len(FPR_GRID)), np.nan), Interval(float("nan"), float("nan"))
    order = np.argsort(-score, kind="stable")
    ends = np.flatnonzero(np.append(np.diff(score[order]) != 0, True))
    truth = truth[order]
    present, codes = np.unique(groups[order], return_inverse=True)
    tprs = np.full((n_draws, len(FPR_GRID)), np.nan)
    areas = np.full(n_draws, np.nan)
    for draw, weights in enumerate(bootstrap_weights(len(present), n_draws, seed)):
        rows = weights[codes]
        accepted = np.cumsum(rows)[ends]
        true = np.cumsum(rows * truth)[ends]
        false = accepted - true
        if true[-1] == 0 or false[-1] == 0:
            continue
        tpr = np.concatenate([[0.0], true / true[-1]])
        fpr = np.concatenate([[0.0], false / false[-1]])
        areas[draw] = np.trapezoid(tpr, fpr)
        tprs[draw] = _tpr_at(fpr, tpr)
    area = percentile_band(areas)
    tpr_band = percentile_band(tprs)
    return np.stack([tpr_band.low, tpr_band.high]), Interval(float(area.low), float(area.high))


def _tpr_at(fpr: NDArray[np.float64], tpr: NDArray[np.float64]) -> Floats:
    """Read the curve at `FPR_GRID`: linear between points, the upper end of a vertical step."""
    at = np.searchsorted(fpr, FPR_GRID, side="right") - 1
    after = np.minimum(at + 1, len(fpr) - 1)
    run = fpr[after] - fpr[at]
    share = np.divide(FPR_GRID - fpr[at], run, out=np.zeros_like(FPR_GRID), where=run > 0)
    return np.asarray(tpr[at] + share * (tpr[after] - tpr[at]), dtype=np.float64)
