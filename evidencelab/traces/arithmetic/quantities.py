"""What is reckoned with: quantities in the base of their unit, the target, the kinds of arithmetic."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, NamedTuple

from evidencelab.traces.values.value_token import ValueToken, scale_of

Kind = Literal[
    "total",
    "sum",
    "difference",
    "product",
    "portion",
    "ratio",
    "points",
    "each",
    "percent",
    "change",
    "left",
    "mean",
    "spread",
]
SPOKEN_ONLY: tuple[Kind, ...] = ("change", "left", "portion", "each", "points")
"""Kinds of arithmetic that nobody does without saying so."""
TRIFLE = 0.02
"""Share of the other operand below which adding or taking away makes a number's neighbour of it."""
SHIFTS = (10.0, 100.0, 1000.0)
"""Factors that only set the point of a number elsewhere."""
HEATS = ("celsius", "temperature")
UNMIXED = ("percent", *HEATS, "times")
"""Dimensions whose sizes are not added up."""
UNSHARED = (*HEATS, "speed")
"""Dimensions whose sizes are no share of one another, nor shared out."""
_PRECISION = 1e-15
"""Share of a size that no float can tell apart."""
_ROUNDED_OFF = 0.1
"""Share of a measure that whoever rounded it can have left out."""
_YEAR = re.compile(r"199\d|20[0-3]\d")


class Quantity(NamedTuple):
    """A number with its unit, in the unit's base.

    Attributes:
        value: Size in the base of its dimension.
        dimension: The unit's dimension, or an empty text for a bare number.
        text: As written.
        number: The number in its own unit.
        half: How far it may lie from what it was rounded from, in the base of its dimension.
    """

    value: float
    dimension: str
    text: str
    number: float
    half: float = 0.0


class Target(NamedTuple):
    """The number to be explained.

    Attributes:
        value: Size in the base of its dimension.
        dimension: The unit's dimension, or an empty text.
        slack: How far a result may lie from it: half the place value of its last digit, more if hedged.
        digits: Its significant digits.
        size: Size of its own unit, by which bare operands count.
    """

    value: float
    dimension: str
    slack: float
    digits: int
    size: float = 1.0

    def is_met_by(self, result: float, more: float = 0.0) -> bool:
        """Tell whether a result rounds to the number, or would but for `more` that its operands lost."""
        unseen = 1e-9 + _PRECISION * abs(self.value)
        return abs(abs(result) - abs(self.value)) <= (self.slack + more) * (1 + 1e-9) + unseen


def quantity(token: ValueToken, *, is_rounded: bool = False) -> Quantity:
    """Bring a number to the base of its unit; a measure that somebody rounded keeps its leeway."""
    number, unit = abs(token.number or 0.0), token.unit
    size = 1.0 if unit is None else unit.size
    is_time = unit is not None and unit.dimension == "time"
    half = 0.5 * token.step * size if is_rounded and (is_time or scale_of(token) != 1.0) else 0.0
    half = min(half, _ROUNDED_OFF * number * size)
    if unit is None:
        return Quantity(number, "", token.text.strip(), number, half)
    return Quantity(number * unit.size, unit.dimension, token.text.strip(), number, half)


def quantities(tokens: Iterable[ValueToken], *, is_rounded: bool = False) -> list[Quantity]:
    """Give the numbers among some tokens; what looks like a year is none to reckon with."""
    return [
        quantity(token, is_rounded=is_rounded)
        for token in tokens
        if token.kind == "number" and not is_year(token)
    ]


def is_year(token: ValueToken) -> bool:
    """Tell whether a bare number looks like a year, which nobody works out."""
    return token.unit is None and _YEAR.fullmatch(token.text.strip()) is not None
