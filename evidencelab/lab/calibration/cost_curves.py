"""What a threshold costs: shares of each class at every threshold, and prices put on them.

Rates weigh joined groups alike, as the certificate does, so that one record with fifty pairs has one
voice. Arithmetic only; it must not know how a threshold is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from evidencelab.contracts import Contract
from evidencelab.lab.calibration.threshold_sweep import GRID, ranking_score, threshold_bins
from evidencelab.lab.labelled.score_table import Codes, Flags, Floats, ScoreTable

N_THRESHOLDS = len(GRID)


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


class Shares(NamedTuple):
    """Shares of some classes at every threshold of `GRID`; NaN for a class without weight.

    Attributes:
        is_faithful: Label of each class, shape `(n_classes,)`.
        accept: Share accepted if the threshold were `accept_at`, shape `(n_classes, n_thresholds)`.
        mismatch: Share that mismatch if it were `reject_below`, same shape.
    """

    is_faithful: Flags
    accept: Floats
    mismatch: Floats


class CostCurves(NamedTuple):
    """What each threshold adds to the cost of an excerpt, beside the cost of leaving it undecided.

    Attributes:
        accept: As `accept_at`, shape `(..., n_thresholds)`.
        reject: As `reject_below`, same shape.
    """

    accept: Floats
    reject: Floats


class ShareCounter:
    """Counts `Shares` for any weights of the rows, with the scores binned once.

    Args:
        table: Scored pairs.
        unit_code: Joined group of each pair.
        class_code: Class of each pair, codes from 0; all pairs of a class have one label.
        vetoes: Veto codes in force; None for all.
    """

    def __init__(
        self,
        table: ScoreTable,
        unit_code: Codes,
        class_code: NDArray[np.integer],
        vetoes: Iterable[str] | None = None,
    ) -> None:
        present, self._codes = np.unique(class_code, return_inverse=True)
        self._n_classes = len(present)
        bins = threshold_bins(ranking_score(table, None, vetoes), GRID)
        self._cells = self._codes * (N_THRESHOLDS + 1) + bins
        self._is_short = table.is_too_short
        self._is_faithful = np.asarray(
            [table.is_faithful[self._codes == code].any() for code in range(self._n_classes)], dtype=np.bool_
        )
        n_units = int(unit_code.max()) + 1 if len(unit_code) else 0
        size = np.bincount(self._codes * n_units + unit_code, minlength=self._n_classes * n_units)
        self._weights = 1.0 / size[self._codes * n_units + unit_code]

    def count(self, row_weights: Floats | None = None) -> Shares:
        """Count the shares, each row weighing its share of its group times `row_weights`."""
        weights = self._weights if row_weights is None else self._weights * row_weights
        mass = np.bincount(self._cells, weights=weights, minlength=self._n_classes * (N_THRESHOLDS + 1))
        reached = np.cumsum(mass.reshape(self._n_classes, -1)[:, ::-1], axis=1)[:, ::-1]
        total = reached[:, :1]
        short = np.bincount(
            self._codes[self._is_short], weights=weights[self._is_short], minlength=self._n_classes
        )[:, None]
        with np.errstate(divide="ignore", invalid="ignore"):
            accept = reached[:, 1:] / total
            mismatch = (total - short) / total - accept
        return Shares(self._is_faithful, accept, mismatch)


def class_costs(shares: Shares, costs: Costs) -> CostCurves:
    """Price each class by itself, shapes `(n_classes, n_thresholds)`.

    Every excerpt costs `undecided` until a threshold decides it; deciding saves that and adds what
    the decision costs.
    """
    undecided = costs.undecided
    accepting = np.where(shares.is_faithful, -undecided, costs.false_accept - undecided)
    rejecting = np.where(shares.is_faithful, costs.false_reject - undecided, -undecided)
    return CostCurves(accepting[:, None] * shares.accept, rejecting[:, None] * shares.mismatch)


def pooled_costs(shares: Shares, costs: Costs) -> CostCurves:
    """Price faithful and unfaithful pairs together by how common they are, shapes `(n_thresholds,)`.

    Args:
        shares: Of two classes, one per label.
        costs: Prices and the share of unfaithful excerpts.
    """
    common = np.where(shares.is_faithful, 1.0 - costs.p_unfaithful, costs.p_unfaithful)[:, None]
    curves = class_costs(shares, costs)
    return CostCurves((common * curves.accept).sum(axis=0), (common * curves.reject).sum(axis=0))
