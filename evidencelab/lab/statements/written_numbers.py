"""Write the result of a working as people do: whole counts, percentages, factors, amounts with their unit.

One manner is settled on the right result and kept for the wrong one, so that two results written alike
differ in what they say. Halves are rounded up.
"""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Decimal
from random import Random
from typing import Literal, NamedTuple

Form = Literal["count", "amount", "mean", "share", "ratio", "thousands", "text"]
"""How a result is written: a whole number, an amount of its column, one digit finer, a percentage, a
factor, in thousands (or 万), or as the text it is."""

_DIGITS_SHOWN = 3
_FINEST = 6
_NOISE = 9
"""Decimals beyond which a sum of floats says nothing."""


class Manner(NamedTuple):
    """How one result is written.

    Attributes:
        form: What it is.
        decimals: Digits behind the point.
        is_grouped: Whether thousands are set apart.
        is_chinese: Whether thousands are told in 万.
        unit: What goes behind an amount.
    """

    form: Form
    decimals: int
    is_grouped: bool
    is_chinese: bool
    unit: str

    def write(self, result: float) -> str | None:
        """Write a result; None where it is not finite, or comes to nothing or less as written."""
        if not math.isfinite(result):
            return None
        if self.form == "thousands":
            result /= 10_000 if self.is_chinese else 1000
        digits = Decimal(repr(round(float(result), _NOISE)))
        rounded = digits.quantize(Decimal(1).scaleb(-self.decimals), ROUND_HALF_UP)
        if rounded <= 0:
            return None
        number = f"{rounded:,f}" if self.is_grouped else f"{rounded:f}"
        if self.form == "share":
            return number + "%"
        if self.form == "thousands":
            return number + ("万" if self.is_chinese else "k")
        return f"{number} {self.unit}" if self.unit else number


def settle_manner(
    form: Form, result: float, cells: list[float], unit: str, is_chinese: bool, rng: Random
) -> Manner:
    """Settle how a right result is written, from the decimals that the cells of its column have.

    Small results keep three digits that are not 0, as far as the cells are as fine.
    """
    draw = rng.random()
    is_amount = form in ("amount", "mean")
    least = _digits_needed(result)
    finest = max((_decimals(cell) for cell in cells), default=0)
    decimals = {
        "amount": min(finest, least),
        "mean": max(1, min(finest + 1, least)),
        "share": 0 if draw < 0.3 and result >= 1 else 1,
        "ratio": 1 if result >= 10 else least,
        "thousands": 1,
    }.get(form, 0)
    return Manner(form, decimals, is_amount and draw < 0.6, is_chinese, unit if is_amount else "")


def plain_number(value: float) -> str:
    """Write a number without exponent, and without zeros behind its last digit."""
    return f"{Decimal(repr(float(value))).normalize():f}"


def _digits_needed(result: float) -> int:
    if not 0 < result < 1:
        return 2
    return min(_FINEST, _DIGITS_SHOWN - 1 - math.floor(math.log10(result)))


def _decimals(cell: float) -> int:
    exponent = Decimal(repr(cell)).normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0
