"""Counts at any number of thresholds, class by class, from one sort of the scores.

A thousand thresholds cost what one costs: the scores are sorted once and each threshold is a binary
search. It must not know what a class means or which threshold is good.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evidencelab.lab.labelled.score_table import Codes, Floats, ScoreTable

NEVER = -1.0
"""The ranking score of a pair no threshold accepts: vetoed, or too short to compare."""

GRID: Floats = np.arange(0, 1001, dtype=np.float64) / 10
"""Every threshold a policy is given: 0.0, 0.1, ... 100.0."""

Counts = NDArray[np.int64]


def ranking_score(
    table: ScoreTable, scorer: str | None = None, vetoes: Iterable[str] | None = None
) -> Floats:
    """Return the score by which accepting orders pairs, shape `(n_pairs,)`.

    `ranking_score >= accept_at` is exactly when a pair is accepted, for any `accept_at` in [0, 100].

    Args:
        table: Scored pairs.
        scorer: A plain scorer, which knows neither vetoes nor a minimum length; None for the match.
        vetoes: Veto codes in force; None for all, `()` for similarity alone.

    Returns:
        The score; `NEVER` where no threshold accepts.
    """
    score = table.score(scorer).copy()
    if scorer is None or scorer == table.origin.scorer:
        score[table.is_too_short | table.is_vetoed(vetoes)] = NEVER
    return score


class ThresholdCounts(NamedTuple):
    """How many pairs of each class stand where, at each threshold.

    Attributes:
        thresholds: Shape `(n_thresholds,)`.
        n: Pairs per class, shape `(n_classes,)`.
        n_too_short: Pairs too short to compare, shape `(n_classes,)`.
        n_at_least: Pairs neither vetoed nor too short whose score is at or above the threshold,
            shape `(n_classes, n_thresholds)`.
    """

    thresholds: Floats
    n: Counts
    n_too_short: Counts
    n_at_least: Counts

    @property
    def n_accepted(self) -> Counts:
        """Pairs accepted if the threshold were `accept_at`, shape `(n_classes, n_thresholds)`."""
        return self.n_at_least

    @property
    def n_mismatched(self) -> Counts:
        """Pairs that mismatch if the threshold were `reject_below`, vetoed ones included."""
        return (self.n - self.n_too_short)[:, None] - self.n_at_least


def count_at(
    table: ScoreTable,
    thresholds: Floats,
    class_code: NDArray[np.integer] | None = None,
    vetoes: Iterable[str] | None = None,
) -> ThresholdCounts:
    """Count pairs per class at every threshold.

    Args:
        table: Scored pairs.
        thresholds: In any order, shape `(n_thresholds,)`.
        class_code: Class of each pair, codes from 0; None for the table's kinds.
        vetoes: Veto codes in force; None for all, `()` for similarity alone.
    """
    codes = table.kind_code if class_code is None else class_code
    n_classes = (int(codes.max()) + 1 if len(codes) else 0) if class_code is not None else len(table.kinds)
    score = ranking_score(table, None, vetoes)
    order = np.lexsort((score, codes))
    ends = np.searchsorted(codes[order], np.arange(n_classes + 1))
    n_at_least = np.zeros((n_classes, len(thresholds)), dtype=np.int64)
    ordered = score[order]
    for index in range(n_classes):
        scores = ordered[ends[index] : ends[index + 1]]
        n_at_least[index] = len(scores) - np.searchsorted(scores, thresholds, side="left")
    return ThresholdCounts(
        thresholds=thresholds,
        n=np.bincount(codes, minlength=n_classes).astype(np.int64),
        n_too_short=np.bincount(codes[table.is_too_short], minlength=n_classes).astype(np.int64),
        n_at_least=n_at_least,
    )


def threshold_bins(score: Floats, thresholds: Floats) -> Codes:
    """Count, per pair, how many of the ascending thresholds its score reaches, shape `(n_pairs,)`.

    A pair is at or above threshold `j` exactly if its bin is above `j`.
    """
    return np.searchsorted(thresholds, score, side="right").astype(np.int32)
