"""Where to stand: two thresholds chosen by stated costs, the region no worse within noise, its safe end.

Chosen on groups that certify nothing. This module must not know the certificate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from evidencelab.contracts import Contract
from evidencelab.errors import SettingError
from evidencelab.lab.calibration.cost_curves import (
    CostCurves,
    Costs,
    ShareCounter,
    Shares,
    class_costs,
    pooled_costs,
)
from evidencelab.lab.calibration.threshold_sweep import GRID
from evidencelab.lab.labelled.score_table import Codes, Flags, Floats, ScoreTable
from evidencelab.lab.statistics.intervals import bootstrap_weights

_EQUAL = 1e-12


class Region(Contract):
    """Thresholds around the cheapest that are no worse within noise, both ends included."""

    low: float
    high: float


class OperatingPoint(Contract):
    """Two thresholds, and how surely they are the right ones.

    Attributes:
        accept_at: The safe end of `accept_region`: its highest threshold.
        reject_below: The safe end of `reject_region`: its lowest threshold.
        cheapest_accept_at: The threshold of least cost; the highest among equals.
        cheapest_reject_below: The threshold of least cost; the lowest among equals.
        accept_region: Thresholds that cost no more beyond noise, over all pairs and in every class.
        reject_region: Likewise for `reject_below`.
        cost: Expected cost per excerpt at `accept_at` and `reject_below`.
        least_cost: Expected cost per excerpt at the cheapest thresholds.
        costs: The costs it was chosen by.
        n_faithful_groups: Joined groups behind the faithful rates.
        n_unfaithful_groups: Joined groups behind the unfaithful rates.
    """

    accept_at: float
    reject_below: float
    cheapest_accept_at: float
    cheapest_reject_below: float
    accept_region: Region
    reject_region: Region
    cost: float
    least_cost: float
    costs: Costs
    n_faithful_groups: int
    n_unfaithful_groups: int


class _Worse(NamedTuple):
    """Whether a threshold costs more than the cheapest beyond noise, shapes `(n_thresholds,)`."""

    accept: Flags
    reject: Flags


class _Counts(NamedTuple):
    """Draws in which a threshold cost more, shapes `(n_curves, n_thresholds)`."""

    accept: Floats
    reject: Floats


def choose_operating_point(
    table: ScoreTable,
    unit_code: Codes,
    costs: Costs = Costs(),
    vetoes: Iterable[str] | None = None,
    n_draws: int = 500,
    seed: int = 0,
    confidence: float = 0.8,
) -> OperatingPoint:
    """Choose `accept_at` and `reject_below` on the grid of tenths by least expected cost.

    A threshold is worse beyond noise when it costs more in `confidence` of the bootstrap draws, over
    all pairs or in any one class: a rare class is not sold for the sake of the pool. The region is
    grown from the cheapest threshold to the first one that is worse, and its safe end is taken.

    Args:
        table: Pairs that take part in choosing, of both labels.
        unit_code: Joined group of each pair, shape `(n_pairs,)`.
        costs: What errors cost.
        vetoes: Veto codes in force; None for all.
        n_draws: Bootstrap draws over joined groups, at least 2.
        seed: Seed of the draws.
        confidence: Share of the draws; four of five is about one standard error.

    Raises:
        SettingError: One label is missing, so that one of the errors cannot be seen.
    """
    _check_labels(table)
    codes = None if vetoes is None else tuple(vetoes)
    units = np.unique(unit_code, return_inverse=True)[1].astype(np.int32)
    labels = ShareCounter(table, units, table.is_faithful.astype(np.int64), codes)
    kinds = ShareCounter(table, units, table.kind_code * 2 + table.is_faithful, codes)
    base = pooled_costs(labels.count(), costs)
    accept, reject = _cheapest(base)
    worse = _Worse(np.zeros(len(GRID), dtype=np.bool_), np.zeros(len(GRID), dtype=np.bool_))
    for counter, price in ((labels, pooled_costs), (kinds, class_costs)):
        found = _worse(counter, price, units, (accept, reject), costs, n_draws, seed, confidence)
        worse = _Worse(worse.accept | found.accept, worse.reject | found.reject)
    accept_region, reject_region = _region(worse.accept, accept), _region(worse.reject, reject)
    high, low = max(accept_region), min(reject_region)
    return OperatingPoint(
        accept_at=float(GRID[high]),
        reject_below=float(GRID[low]),
        cheapest_accept_at=float(GRID[accept]),
        cheapest_reject_below=float(GRID[reject]),
        accept_region=Region(low=float(GRID[min(accept_region)]), high=float(GRID[high])),
        reject_region=Region(low=float(GRID[low]), high=float(GRID[max(reject_region)])),
        cost=_cost(base, costs, high, low),
        least_cost=_cost(base, costs, accept, reject),
        costs=costs,
        n_faithful_groups=len(np.unique(units[table.is_faithful])),
        n_unfaithful_groups=len(np.unique(units[~table.is_faithful])),
    )


def cost_table(
    table: ScoreTable, unit_code: Codes, costs: Costs = Costs(), vetoes: Iterable[str] | None = None
) -> pd.DataFrame:
    """List, per threshold of the grid, the share of each label it accepts and rejects, and its cost.

    `accept_cost` and `reject_cost` are the parts the threshold adds as `accept_at` and as
    `reject_below`; the cost of two thresholds is their sum plus `costs.undecided`.

    Raises:
        SettingError: One label is missing.
    """
    _check_labels(table)
    shares = ShareCounter(table, unit_code, table.is_faithful.astype(np.int64), vetoes).count()
    curves = pooled_costs(shares, costs)
    return pd.DataFrame(
        {
            "threshold": GRID,
            "faithful_accepted": shares.accept[1],
            "unfaithful_accepted": shares.accept[0],
            "faithful_rejected": shares.mismatch[1],
            "unfaithful_rejected": shares.mismatch[0],
            "accept_cost": curves.accept,
            "reject_cost": curves.reject,
        }
    )


def cost_sensitivity(
    table: ScoreTable,
    unit_code: Codes,
    costs: Costs = Costs(),
    ratios: Sequence[float] = (5.0, 10.0, 20.0, 40.0, 80.0),
    p_unfaithful: Sequence[float] = (0.01, 0.1, 0.3),
    vetoes: Iterable[str] | None = None,
) -> pd.DataFrame:
    """Show how the cheapest thresholds move with the costs and the share of unfaithful excerpts.

    Args:
        table: Pairs that take part in choosing.
        unit_code: Joined group of each pair.
        costs: The stated costs; `false_reject` and `undecided` stay.
        ratios: Cost of a false accept over that of a false reject.
        p_unfaithful: Shares of unfaithful excerpts.
        vetoes: Veto codes in force; None for all.

    Returns:
        One row per combination with the cheapest thresholds, their cost and their error rates.

    Raises:
        SettingError: One label is missing.
    """
    _check_labels(table)
    shares = ShareCounter(table, unit_code, table.is_faithful.astype(np.int64), vetoes).count()
    rows = []
    for ratio in ratios:
        for share in p_unfaithful:
            changed = costs.model_copy(
                update={"false_accept": ratio * costs.false_reject, "p_unfaithful": share}
            )
            curves = pooled_costs(shares, changed)
            accept, reject = _cheapest(curves)
            rows.append(
                {
                    "cost_ratio": ratio,
                    "p_unfaithful": share,
                    "accept_at": float(GRID[accept]),
                    "reject_below": float(GRID[reject]),
                    "cost": _cost(curves, changed, accept, reject),
                    "unfaithful_accepted": float(shares.accept[0, accept]),
                    "faithful_rejected": float(shares.mismatch[1, reject]),
                }
            )
    return pd.DataFrame(rows)


def _check_labels(table: ScoreTable) -> None:
    for label, rows in (("faithful", table.is_faithful), ("unfaithful", ~table.is_faithful)):
        if not rows.any():
            raise SettingError(
                "operating point",
                label,
                "pairs are missing among those that choose; give pairs of both labels",
            )


def _cost(curves: CostCurves, costs: Costs, accept: int, reject: int) -> float:
    return costs.undecided + float(curves.accept[accept] + curves.reject[reject])


def _cheapest(curves: CostCurves) -> tuple[int, int]:
    """Find the cheapest `accept_at` and `reject_below <= accept_at`, the safest among equals."""
    best_below = np.minimum.accumulate(curves.reject)
    total = curves.accept + best_below
    accept = int(np.flatnonzero(total <= total.min() + _EQUAL)[-1])
    reject = int(np.flatnonzero(curves.reject[: accept + 1] <= best_below[accept] + _EQUAL)[0])
    return accept, reject


def _worse(
    counter: ShareCounter,
    price: Callable[[Shares, Costs], CostCurves],
    units: NDArray[np.int32],
    cheapest: tuple[int, int],
    costs: Costs,
    n_draws: int,
    seed: int,
    confidence: float,
) -> _Worse:
    """Mark thresholds that cost more than the cheapest in `confidence` of the draws, in any curve.

    A draw that leaves a curve without a number counts as one in which it does not cost more, so that
    a class of a single group never decides.
    """
    n_worse = _Counts(np.zeros(1), np.zeros(1))
    for drawn in bootstrap_weights(int(units.max()) + 1, n_draws, seed):
        curves = price(counter.count(drawn[units].astype(np.float64)), costs)
        accept, reject = (
            np.atleast_2d(curve) > np.atleast_2d(curve)[:, at, None] + _EQUAL
            for curve, at in zip(curves, cheapest, strict=True)
        )
        n_worse = _Counts(n_worse.accept + accept, n_worse.reject + reject)
    return _Worse(
        np.asarray((n_worse.accept >= confidence * n_draws).any(axis=0)),
        np.asarray((n_worse.reject >= confidence * n_draws).any(axis=0)),
    )


def _region(is_worse: Flags, cheapest: int) -> range:
    """Grow from the cheapest threshold to the first that is worse, on either side."""
    low = high = cheapest
    while low > 0 and not is_worse[low - 1]:
        low -= 1
    while high < len(is_worse) - 1 and not is_worse[high + 1]:
        high += 1
    return range(low, high + 1)
