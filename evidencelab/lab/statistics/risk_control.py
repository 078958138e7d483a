"""Learn-then-Test: may a risk be said to stay under a limit, and how many groups would that take?

A risk is the mean loss over joined groups, each group's loss the share of its pairs that went wrong;
groups, not pairs, are what is exchangeable. P-values are Hoeffding-Bentkus, exact binomial where no
group holds more than one pair. Arithmetic only; it must not know thresholds, files or policies.

The procedure is MAPIE's (`mapie.risk_control`), with one difference: group losses are summed before
they are rounded up, where MAPIE rounds up `n * mean`, which floating point pushes past an integer
now and then and makes the p-value larger than the paper's.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from mapie.risk_control import control_fwer
from scipy.special import bdtr

from evidencelab.lab.labelled.score_table import Codes, Flags

_ROUNDING = 1e-9
_TINY = 1e-12
_MOST_GROUPS = 10**9


class GroupLoss(NamedTuple):
    """Losses of joined groups, summed.

    Attributes:
        total: Sum of the groups' losses, each in [0, 1].
        n_groups: Groups.
        n_pairs: Pairs behind them.
        n_errors: Pairs that went wrong.
        is_binary: Whether no group holds more than one pair, so that every loss is 0 or 1.
    """

    total: float
    n_groups: int
    n_pairs: int
    n_errors: int
    is_binary: bool

    @property
    def risk(self) -> float | None:
        """Mean loss in [0, 1]; None without groups."""
        return self.total / self.n_groups if self.n_groups else None


def group_loss(unit_code: Codes, is_error: Flags, rows: Flags) -> GroupLoss:
    """Average errors within each joined group, over some rows.

    Args:
        unit_code: Joined group of each pair, shape `(n_pairs,)`.
        is_error: Whether the pair went wrong, shape `(n_pairs,)`.
        rows: Pairs that count.
    """
    _, units = np.unique(unit_code[rows], return_inverse=True)
    sizes = np.bincount(units)
    errors = np.bincount(units, weights=is_error[rows], minlength=len(sizes))
    return GroupLoss(
        total=float((errors / sizes).sum()) if len(sizes) else 0.0,
        n_groups=len(sizes),
        n_pairs=int(sizes.sum()),
        n_errors=int(errors.sum()),
        is_binary=bool((sizes <= 1).all()),
    )


def risk_p_value(total: float, n_groups: int, limit: float, is_binary: bool) -> float:
    """Test that the true risk is at most `limit`: a small p-value says it is.

    Args:
        total: Sum of group losses, in [0, n_groups].
        n_groups: Groups; with none nothing can be said and the p-value is 1.
        limit: Risk on trial, in (0, 1).
        is_binary: Whether every loss is 0 or 1, whatever came out.

    Returns:
        P(so small a mean loss | the true risk exceeds `limit`), an upper bound unless `is_binary`.

    Source:
        Angelopoulos et al. (2022), Learn then Test, section 3; Hoeffding (1963); Bentkus (2004).
    """
    if not 0 < limit < 1:
        raise ValueError(f"limit is {limit!r}, expected a share strictly between 0 and 1")
    if n_groups == 0:
        return 1.0
    mean = min(total / n_groups, limit)
    hoeffding = math.exp(-n_groups * _divergence(mean, limit))
    tail = float(bdtr(math.ceil(total - _ROUNDING), n_groups, limit))
    return min(1.0, hoeffding, tail if is_binary else math.e * tail)


def excess_p_value(total: float, n_groups: int, limit: float, is_binary: bool) -> float:
    """Test that the true risk exceeds `limit`: a small p-value says it does."""
    return risk_p_value(n_groups - total, n_groups, 1.0 - limit, is_binary)


def risk_upper_bound(loss: GroupLoss, delta: float) -> float:
    """Find the smallest limit the losses stay under with confidence `1 - delta`; 1 if none."""
    low, high = loss.risk or 0.0, 1.0
    if loss.n_groups == 0 or risk_p_value(loss.total, loss.n_groups, 1.0 - _TINY, loss.is_binary) > delta:
        return 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if not 0 < middle < 1:
            break
        if risk_p_value(loss.total, loss.n_groups, middle, loss.is_binary) <= delta:
            high = middle
        else:
            low = middle
    return high


def groups_needed(limit: float, delta: float, risk: float = 0.0, is_binary: bool = True) -> int | None:
    """Count the groups it takes to stay under `limit` with confidence `1 - delta`.

    Args:
        limit: Risk to certify, in (0, 1).
        delta: Share of certificates that may be wrong, in (0, 1).
        risk: Mean loss those groups show; 0 for groups without an error.
        is_binary: As in `risk_p_value`; without an error it makes no difference.

    Returns:
        The number, 299 for 1 % and 149 for 2 % without an error at `delta` 5 %; None where the risk
        shown is not under the limit, so that no number would do.
    """
    if risk >= limit:
        return None
    high = 1
    while risk_p_value(risk * high, high, limit, is_binary) > delta:
        high *= 2
        if high > _MOST_GROUPS:
            return None
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        if risk_p_value(risk * middle, middle, limit, is_binary) <= delta:
            high = middle
        else:
            low = middle
    return high


def certify_in_order(p_values: Sequence[float], delta: float) -> int:
    """Count how many hypotheses fall, tested in an order fixed beforehand, before one stands.

    All that fall hold together with confidence `1 - delta`, however many were tried.

    Source:
        Fixed sequence testing, Bauer (1991), Statistics in Medicine 10; `mapie.risk_control`.
    """
    if not len(p_values):
        return 0
    return len(control_fwer(np.asarray(p_values, dtype=np.float64), delta, "fixed_sequence"))


def _divergence(mean: float, limit: float) -> float:
    """Kullback-Leibler divergence of two coins."""
    first = mean * math.log(mean / limit) if mean > 0 else 0.0
    return first + ((1 - mean) * math.log((1 - mean) / (1 - limit)) if mean < 1 else 0.0)
