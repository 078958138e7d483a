"""Rates with intervals: Wilson, Clopper-Pearson, and the bootstrap over whole groups.

Pure arithmetic on counts and arrays; it must not know what was counted. A rate over nothing is
None, never 0. Successes may be fractional where each unit is an average of several trials
(an incident over its repeats): averages vary less than single trials, so the interval errs on the
wide side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator
from scipy.special import betaincinv, ndtri

from evidencelab.contracts import Contract

Floats = NDArray[np.float64]

_ROUNDING = 1e-9


class Interval(NamedTuple):
    """A confidence interval, both ends included."""

    low: float
    high: float


class Rate(Contract):
    """A share with its 95 % Wilson interval.

    Attributes:
        n: Units counted: pairs, groups or incidents.
        n_successes: Units that succeeded; fractional where a unit is an average.
        rate: `n_successes / n` in [0, 1]; None when nothing was counted.
        ci_low: Lower end of the interval; None when nothing was counted.
        ci_high: Upper end of the interval; None when nothing was counted.
    """

    n: int = Field(ge=0)
    n_successes: float = Field(ge=0.0)
    rate: float | None
    ci_low: float | None
    ci_high: float | None

    @classmethod
    def of(cls, n_successes: float, n: int, confidence: float = 0.95) -> Self:
        """Count `n_successes` of `n`."""
        interval = wilson_interval(n_successes, n, confidence)
        return cls(
            n=n,
            n_successes=float(n_successes),
            rate=None if n == 0 else float(n_successes) / n,
            ci_low=None if interval is None else interval.low,
            ci_high=None if interval is None else interval.high,
        )

    @model_validator(mode="after")
    def _nothing_counted_is_none(self) -> Self:
        if (self.n == 0) != (self.rate is None):
            raise ValueError(f"n {self.n} does not go with rate {self.rate!r}")
        return self

    def __str__(self) -> str:
        """Say `6 of 6 = 100.0 % [61.0 %, 100.0 %]`, or `none of 0` when nothing was counted."""
        if self.rate is None or self.ci_low is None or self.ci_high is None:
            return "none of 0"
        rate, low, high = map(_rate_percent, (self.rate, self.ci_low, self.ci_high))
        return f"{self.n_successes:g} of {self.n} = {rate} [{low}, {high}]"


def as_percent(share: float, digits: int = 0) -> str:
    """Write a share as `61 %`."""
    return f"{100 * share:.{digits}f} %"


def _rate_percent(share: float) -> str:
    """Write a share with a second digit where the first would make something look like nothing."""
    return as_percent(share, 2 if 0 < share < 0.01 or 0.99 < share < 1 else 1)


def wilson_interval(n_successes: float, n: float, confidence: float = 0.95) -> Interval | None:
    """Compute the Wilson score interval of a share.

    Args:
        n_successes: In [0, n]; may be fractional.
        n: Units counted; may be fractional where units are weighted.
        confidence: Two-sided, in (0, 1).

    Returns:
        The interval inside [0, 1]; None when `n` is 0.

    Raises:
        ValueError: The counts or the confidence are impossible.

    Source:
        Wilson (1927), Journal of the American Statistical Association 22.
    """
    _check_counts(n_successes, n, confidence)
    if n == 0:
        return None
    z = float(ndtri(0.5 + confidence / 2))
    share = n_successes / n
    spread = 1 + z * z / n
    centre = (share + z * z / (2 * n)) / spread
    half = z / spread * float(np.sqrt(max(share * (1 - share), 0.0) / n + z * z / (4 * n * n)))
    low = 0.0 if n_successes <= 0 else max(0.0, centre - half)
    high = 1.0 if n_successes >= n else min(1.0, centre + half)
    return Interval(low, high)


def clopper_pearson_interval(n_successes: float, n: float, confidence: float = 0.95) -> Interval | None:
    """Compute the exact (Clopper-Pearson) interval of a share.

    Args:
        n_successes: In [0, n].
        n: Units counted.
        confidence: Two-sided, in (0, 1).

    Returns:
        The interval inside [0, 1]; None when `n` is 0.

    Raises:
        ValueError: The counts or the confidence are impossible.

    Source:
        Clopper and Pearson (1934), Biometrika 26.
    """
    _check_counts(n_successes, n, confidence)
    if n == 0:
        return None
    tail = (1 - confidence) / 2
    return Interval(_exact_low(n_successes, n, tail), exact_upper_bound(n_successes, n, 1 - tail))


def exact_upper_bound(n_successes: float, n: float, confidence: float = 0.95) -> float:
    """Compute the one-sided exact upper bound of a share: 1 when `n` is 0, for nothing is known then."""
    _check_counts(n_successes, n, confidence)
    if n == 0 or n_successes >= n:
        return 1.0
    return float(betaincinv(n_successes + 1, n - n_successes, confidence))


def _exact_low(n_successes: float, n: float, tail: float) -> float:
    if n_successes <= 0:
        return 0.0
    return float(betaincinv(n_successes, n - n_successes + 1, tail))


def bootstrap_weights(n_groups: int, n_draws: int, seed: int) -> Iterator[NDArray[np.int64]]:
    """Draw groups with replacement, `n_draws` times.

    Yields:
        How often each group was drawn, shape `(n_groups,)`, summing to `n_groups`.
    """
    generator = np.random.default_rng(seed)
    for _ in range(n_draws):
        yield np.bincount(generator.integers(0, n_groups, n_groups), minlength=n_groups)


class BootstrapBand(NamedTuple):
    """Percentile band of a statistic over bootstrap draws.

    Attributes:
        low: Lower ends, the statistic's shape; NaN where no draw gave a number.
        high: Upper ends, same shape.
        n_missing: Draws that gave no number, same shape.
    """

    low: Floats
    high: Floats
    n_missing: NDArray[np.int64]


def cluster_bootstrap(
    statistic: Callable[[Floats], Floats | float],
    group_code: NDArray[np.integer],
    n_draws: int = 500,
    seed: int = 0,
    confidence: float = 0.95,
) -> BootstrapBand:
    """Bootstrap a statistic by drawing whole groups, not rows.

    Rows of one group stand and fall together, so they are no independent evidence; a bootstrap over
    rows would give bands far too narrow.

    Args:
        statistic: Takes row weights, shape `(n_rows,)`, and gives a number or an array of fixed
            shape; NaN where it cannot be computed.
        group_code: The group of each row, shape `(n_rows,)`, codes from 0.
        n_draws: Bootstrap draws, at least 2.
        seed: Seed of the draws.
        confidence: Two-sided, in (0, 1).

    Returns:
        The percentile band.

    Source:
        Field and Welsh (2007), Journal of the Royal Statistical Society B 69.
    """
    _check_counts(0, 0, confidence)
    if n_draws < 2:
        raise ValueError(f"n_draws is {n_draws}, expected at least 2")
    present, codes = np.unique(group_code, return_inverse=True)
    draws = np.asarray(
        [
            np.asarray(statistic(weights[codes].astype(np.float64)), dtype=np.float64)
            for weights in bootstrap_weights(len(present), n_draws, seed)
        ]
    )
    return percentile_band(draws, confidence)


def percentile_band(draws: Floats, confidence: float = 0.95) -> BootstrapBand:
    """Take the central band of draws, shape `(n_draws, ...)`; NaN draws are left out and counted."""
    missing = np.isnan(draws)
    tail = (1 - confidence) / 2
    low = np.full(draws.shape[1:], np.nan)
    high = np.full(draws.shape[1:], np.nan)
    usable = ~missing.all(axis=0)
    if usable.any():
        kept = draws[:, usable] if draws.ndim > 1 else draws
        ends = np.nanquantile(kept, [tail, 1 - tail], axis=0)
        low[usable], high[usable] = ends[0], ends[1]
    return BootstrapBand(low, high, np.asarray(missing.sum(axis=0), dtype=np.int64))


def _check_counts(n_successes: float, n: float, confidence: float) -> None:
    if not 0 <= n_successes <= n + _ROUNDING:
        raise ValueError(f"got {n_successes!r} successes of {n!r}, expected 0 <= successes <= n")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence is {confidence!r}, expected a share strictly between 0 and 1")
