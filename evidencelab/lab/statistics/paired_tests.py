"""Exact McNemar tests on paired units, Holm's adjustment, and the smallest difference they can show.

Arithmetic on arrays of outcomes; it must not know what was compared.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from pydantic import Field
from scipy.optimize import brentq
from scipy.special import bdtr, bdtrc

from evidencelab.contracts import Contract
from evidencelab.lab.statistics.intervals import as_percent

Floats = NDArray[np.float64]

_EQUAL = 1e-12


class PairedTest(Contract):
    """Two variants on one outcome, pair by pair.

    Attributes:
        outcome: What was compared; more is better.
        first: Name of one variant.
        second: Name of the other.
        n_incidents: Pairs.
        n_unpaired: Incidents only one of the two answered; left out.
        n_first_better: Pairs in which `first` did better.
        n_second_better: Pairs in which `second` did better.
        n_equal: Pairs in which both did the same; they say nothing about the difference.
        difference: Mean outcome of `first` minus that of `second`; None without pairs.
        p_value: Exact two-sided McNemar p-value; 1 when no pair differs.
        p_holm: The same, adjusted for all tests made.
        is_different: Whether `p_holm` is at most the error rate asked for.
    """

    outcome: str
    first: str
    second: str
    n_incidents: int = Field(ge=0)
    n_unpaired: int = Field(ge=0)
    n_first_better: int = Field(ge=0)
    n_second_better: int = Field(ge=0)
    n_equal: int = Field(ge=0)
    difference: float | None
    p_value: float = Field(ge=0.0, le=1.0)
    p_holm: float = Field(ge=0.0, le=1.0)
    is_different: bool


class Resolution(Contract):
    """What a number of incidents can and cannot show.

    Attributes:
        n_incidents: Pairs per test.
        n_tests: Tests that share the error rate.
        error_rate: Family-wise error rate.
        n_needed: Pairs that must differ, all in one direction, before a difference is shown.
        smallest_difference: `n_needed / n_incidents`; None where even all pairs would not do.
        detectable_difference: The true difference found in 80 % of such comparisons, if pairs only
            ever differ in one direction; None where `smallest_difference` is.
    """

    n_incidents: int = Field(ge=0)
    n_tests: int = Field(ge=1)
    error_rate: float = Field(gt=0.0, lt=1.0)
    n_needed: int
    smallest_difference: float | None
    detectable_difference: float | None

    def __str__(self) -> str:
        """Say in one sentence what could have been shown."""
        plural = "s" if self.n_tests > 1 else ""
        incidents = f"{self.n_incidents} incident{'' if self.n_incidents == 1 else 's'}"
        tests = f"{self.n_tests} test{plural} at {as_percent(self.error_rate)}"
        if self.smallest_difference is None or self.detectable_difference is None:
            return (
                f"{incidents} cannot show any difference ({tests}): "
                f"it takes {self.n_needed} that differ in one direction"
            )
        return (
            f"{incidents} can show a difference of "
            f"{as_percent(self.smallest_difference)} at the "
            f"smallest ({tests}): {self.n_needed} must differ, all in one direction; "
            f"a true one of {as_percent(self.detectable_difference)} is found in 80 % of such comparisons"
        )


def mcnemar_p_value(n_first_better: int, n_second_better: int) -> float:
    """Compute the exact two-sided p-value of the discordant pairs; 1 when there are none.

    Source:
        McNemar (1947), Psychometrika 12; the exact binomial form.
    """
    n_discordant = n_first_better + n_second_better
    if n_discordant == 0:
        return 1.0
    return min(1.0, 2.0 * float(bdtr(min(n_first_better, n_second_better), n_discordant, 0.5)))


def holm_adjust(p_values: Sequence[float]) -> list[float]:
    """Adjust p-values for their number, in the order given; the largest stays at most 1.

    Source:
        Holm (1979), Scandinavian Journal of Statistics 6.
    """
    adjusted = [0.0] * len(p_values)
    worst = 0.0
    for rank, index in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        worst = max(worst, min(1.0, p_values[index] * (len(p_values) - rank)))
        adjusted[index] = worst
    return adjusted


def paired_test(
    outcome: str, first: str, second: str, first_values: Floats, second_values: Floats, n_unpaired: int = 0
) -> PairedTest:
    """Test two variants on paired outcomes, each in [0, 1], shape `(n_pairs,)`.

    A pair counts for the variant that did better on it; with outcomes of 0 and 1 this is McNemar's
    test, with averages in between the sign test on them. Not adjusted: `p_holm` equals `p_value`.
    """
    gaps = first_values - second_values
    n_first = int((gaps > _EQUAL).sum())
    n_second = int((gaps < -_EQUAL).sum())
    p_value = mcnemar_p_value(n_first, n_second)
    return PairedTest(
        outcome=outcome,
        first=first,
        second=second,
        n_incidents=len(gaps),
        n_unpaired=n_unpaired,
        n_first_better=n_first,
        n_second_better=n_second,
        n_equal=len(gaps) - n_first - n_second,
        difference=float(gaps.mean()) if len(gaps) else None,
        p_value=p_value,
        p_holm=p_value,
        is_different=False,
    )


def resolution(
    n_incidents: int, n_tests: int = 1, error_rate: float = 0.05, power: float = 0.8
) -> Resolution:
    """Say the smallest difference that `n_incidents` pairs can show among `n_tests` tests.

    The first difference shown must pass Holm's first step, `error_rate / n_tests`.
    """
    n_needed = 1
    while mcnemar_p_value(n_needed, 0) > error_rate / n_tests:
        n_needed += 1
    reachable = n_needed <= n_incidents
    return Resolution(
        n_incidents=n_incidents,
        n_tests=n_tests,
        error_rate=error_rate,
        n_needed=n_needed,
        smallest_difference=n_needed / n_incidents if reachable else None,
        detectable_difference=_detectable(n_needed, n_incidents, power) if reachable else None,
    )


def _detectable(n_needed: int, n_incidents: int, power: float) -> float:
    """Solve P(at least `n_needed` of `n_incidents` differ) = power for the share that differs."""
    return float(brentq(lambda share: float(bdtrc(n_needed - 1, n_incidents, share)) - power, 0.0, 1.0))
