"""Where to stand: two thresholds chosen by stated costs, the region no worse within noise, its safe end.

Chosen on groups that certify nothing. Rates weigh joined groups alike, as the certificate does, so
that one record with fifty pairs has one voice. This module must not know the certificate.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
from pydantic import Field

from evidencelab.contracts import Contract
from evidencelab.errors import SettingError
from evidencelab.lab.intervals import bootstrap_weights
from evidencelab.lab.score_table import Codes, Flags, Floats, ScoreTable
from evidencelab.lab.threshold_sweep import GRID, ranking_score, threshold_bins, weighted_at_least


class Costs(Contract):
    """What each outcome costs, in any one unit, and how common unfaithful excerpts are.

    Attributes:
        false_accept: An unfaithful excerpt accepted.
        false_reject: A faithful excerpt called a mismatch.
        undecided: Any excerpt left between the thresholds: somebody has to look.
        p_unfaithful: Share of unfaithful excerpts where the gate will stand, in (0, 1); the
            calibration data cannot know it.
    """

    false_accept: float = Field(default=20.0, gt=0.0)
    false_reject: float = Field(default=1.0, gt=0.0)
    undecided: float = Field(default=0.2, ge=0.0)
    p_unfaithful: float = Field(default=0.1, gt=0.0, lt=1.0)


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
        accept_region: Thresholds whose cost is not above the least beyond noise.
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


class _Shares(NamedTuple):
    """Share of each label at or above each threshold and never accepted, groups weighed alike.

    Each array has shape `(n_thresholds,)`; `mismatch` arrays are read as `reject_below`.
    """

    faithful_accept: Floats
    faithful_mismatch: Floats
    unfaithful_accept: Floats
    unfaithful_mismatch: Floats


class _CostCurves(NamedTuple):
    """The two parts of the cost: what `accept_at` and what `reject_below` adds, and the rest."""

    accept: Floats
    reject: Floats
    rest: float


def group_weights(unit_code: Codes, rows: Flags) -> Floats:
    """Weigh rows so that every joined group among `rows` weighs 1, shape `(n_pairs,)`; others 0."""
    size = np.bincount(unit_code[rows], minlength=int(unit_code.max()) + 1 if len(unit_code) else 0)
    weights = np.zeros(len(unit_code))
    weights[rows] = 1.0 / size[unit_code[rows]]
    return weights


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

    Args:
        table: Pairs that take part in choosing, of both labels.
        unit_code: Joined group of each pair, shape `(n_pairs,)`.
        costs: What errors cost.
        vetoes: Veto codes in force; None for all.
        n_draws: Bootstrap draws over joined groups, at least 2.
        seed: Seed of the draws.
        confidence: A threshold leaves the region when it costs more in this share of the draws; four
            of five is about one standard error.

    Raises:
        SettingError: One label is missing, so that one of the errors cannot be seen.
    """
    _check_labels(table)
    codes = tuple(vetoes) if vetoes is not None else None
    _, units = np.unique(unit_code, return_inverse=True)
    shares_of = _ShareCounter(table, units.astype(np.int32), codes)
    base = _cost_curves(shares_of(np.ones(len(table))), costs)
    accept, reject = _cheapest(base)
    worse_accept, worse_reject = _excess_costs(shares_of, units, base, (accept, reject), costs, n_draws, seed)
    accept_region = _region(worse_accept, accept, confidence)
    reject_region = _region(worse_reject, reject, confidence)
    high, low = max(accept_region), min(reject_region)
    return OperatingPoint(
        accept_at=float(GRID[high]),
        reject_below=float(GRID[low]),
        cheapest_accept_at=float(GRID[accept]),
        cheapest_reject_below=float(GRID[reject]),
        accept_region=Region(low=float(GRID[min(accept_region)]), high=float(GRID[high])),
        reject_region=Region(low=float(GRID[low]), high=float(GRID[max(reject_region)])),
        cost=base.rest + float(base.accept[high] + base.reject[low]),
        least_cost=base.rest + float(base.accept[accept] + base.reject[reject]),
        costs=costs,
        n_faithful_groups=len(np.unique(units[table.is_faithful])),
        n_unfaithful_groups=len(np.unique(units[~table.is_faithful])),
    )


def cost_table(table: ScoreTable, unit_code: Codes, costs: Costs = Costs()) -> pd.DataFrame:
    """List, per threshold of the grid, the share of each label it accepts and rejects, and its cost.

    `accept_cost` and `reject_cost` are the parts the threshold adds as `accept_at` and as
    `reject_below`; the cost of a pair of thresholds is their sum plus a constant.
    """
    _check_labels(table)
    shares = _ShareCounter(table, unit_code, None)(np.ones(len(table)))
    curves = _cost_curves(shares, costs)
    return pd.DataFrame(
        {
            "threshold": GRID,
            "faithful_accepted": shares.faithful_accept,
            "unfaithful_accepted": shares.unfaithful_accept,
            "faithful_rejected": shares.faithful_mismatch,
            "unfaithful_rejected": shares.unfaithful_mismatch,
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
    """
    _check_labels(table)
    codes = tuple(vetoes) if vetoes is not None else None
    shares = _ShareCounter(table, unit_code, codes)(np.ones(len(table)))
    rows = []
    for ratio in ratios:
        for share in p_unfaithful:
            changed = costs.model_copy(
                update={"false_accept": ratio * costs.false_reject, "p_unfaithful": share}
            )
            curves = _cost_curves(shares, changed)
            accept, reject = _cheapest(curves)
            rows.append(
                {
                    "cost_ratio": ratio,
                    "p_unfaithful": share,
                    "accept_at": float(GRID[accept]),
                    "reject_below": float(GRID[reject]),
                    "cost": curves.rest + float(curves.accept[accept] + curves.reject[reject]),
                    "unfaithful_accepted": float(shares.unfaithful_accept[accept]),
                    "faithful_rejected": float(shares.faithful_mismatch[reject]),
                }
            )
    return pd.DataFrame(rows)


class _ShareCounter:
    """Counts `_Shares` for any weights of the rows; the scores are binned once."""

    def __init__(self, table: ScoreTable, units: Codes, vetoes: tuple[str, ...] | None) -> None:
        self._bins = threshold_bins(ranking_score(table, None, vetoes), GRID)
        self._is_short = table.is_too_short
        self._weights = {
            True: group_weights(units, table.is_faithful),
            False: group_weights(units, ~table.is_faithful),
        }

    def __call__(self, row_weights: Floats) -> _Shares:
        shares: list[Floats] = []
        for label in (True, False):
            weights = self._weights[label] * row_weights
            total = weights.sum()
            if total == 0:
                shares += [np.full(len(GRID), np.nan)] * 2
                continue
            reached = weighted_at_least(self._bins, weights, len(GRID)) / total
            shares += [reached, 1.0 - float(weights[self._is_short].sum()) / total - reached]
        return _Shares(*shares)


def _check_labels(table: ScoreTable) -> None:
    for label, rows in (("faithful", table.is_faithful), ("unfaithful", ~table.is_faithful)):
        if not rows.any():
            raise SettingError(
                "operating point",
                label,
                "pairs are missing among those that choose; give pairs of both labels",
            )


def _cost_curves(shares: _Shares, costs: Costs) -> _CostCurves:
    """Split the expected cost into what each threshold adds.

    With u the cost of an undecided excerpt, everything costs u until a threshold decides it; deciding
    saves u and adds what the decision costs.
    """
    honest, lying = 1.0 - costs.p_unfaithful, costs.p_unfaithful
    undecided = costs.undecided
    return _CostCurves(
        accept=-honest * undecided * shares.faithful_accept
        + lying * (costs.false_accept - undecided) * shares.unfaithful_accept,
        reject=honest * (costs.false_reject - undecided) * shares.faithful_mismatch
        - lying * undecided * shares.unfaithful_mismatch,
        rest=undecided,
    )


_EQUAL = 1e-12


def _cheapest(curves: _CostCurves) -> tuple[int, int]:
    """Find the cheapest `accept_at` and `reject_below <= accept_at`, the safest among equals."""
    best_below = np.minimum.accumulate(curves.reject)
    total = curves.accept + best_below
    accept = int(np.flatnonzero(total <= total.min() + _EQUAL)[-1])
    reject = int(np.flatnonzero(curves.reject[: accept + 1] <= best_below[accept] + _EQUAL)[0])
    return accept, reject


def _excess_costs(
    shares_of: _ShareCounter,
    units: np.ndarray,
    base: _CostCurves,
    cheapest: tuple[int, int],
    costs: Costs,
    n_draws: int,
    seed: int,
) -> tuple[Floats, Floats]:
    """Cost of every threshold over that of the cheapest, draw by draw, shape `(n_draws, n_thresholds)`."""
    accept, reject = cheapest
    worse_accept, worse_reject = [], []
    for drawn in bootstrap_weights(int(units.max()) + 1, n_draws, seed):
        curves = _cost_curves(shares_of(drawn[units].astype(np.float64)), costs)
        worse_accept.append(curves.accept - curves.accept[accept])
        worse_reject.append(curves.reject - curves.reject[reject])
    return np.asarray(worse_accept), np.asarray(worse_reject)


def _region(excess: Floats, cheapest: int, confidence: float) -> range:
    """Grow from the cheapest threshold while less than `confidence` of the draws cost more."""
    usable = excess[~np.isnan(excess).any(axis=1)]
    is_worse = (
        (usable > _EQUAL).mean(axis=0) >= confidence if len(usable) else np.ones(excess.shape[1], dtype=bool)
    )
    low = high = cheapest
    while low > 0 and not is_worse[low - 1]:
        low -= 1
    while high < len(is_worse) - 1 and not is_worse[high + 1]:
        high += 1
    return range(low, high + 1)
