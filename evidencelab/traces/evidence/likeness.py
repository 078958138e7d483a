"""How alike two numbers are: whether one could stand in the other's place, and how alike they are written."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable

from rapidfuzz.distance import OSA

from evidencelab.traces.values.units import Unit, agree
from evidencelab.traces.values.value_token import ValueToken, scale_of

_TINY = 1e-9
_FAR = 50.0
"""A measure that is so many times another is not meant for it."""
_MOST_TIMES = 3600.0
"""How many times another of its dimension a unit may be that is told for it."""
_WHOLE = 100.0


def comparable(token: ValueToken, held: ValueToken) -> bool:
    """Tell whether a number of the evidence could stand in the statement's place."""
    if (scale_of(token) != 1.0) != (scale_of(held) != 1.0):
        return False
    if token.unit is None:
        return held.unit is None or held.unit.dimension not in (
            "percent",
            "money",
            "times",
            "bytes",
            "time",
            "letter",
        )
    if held.unit is None:
        said, number = abs(token.number or 0.0), abs(held.number or 0.0)
        if token.unit.dimension == "percent" and number > _WHOLE:
            return False
        if min(said, number) * _FAR < max(said, number):
            return False
        return token.unit.dimension in ("money", "times", "percent", "degrees", "celsius", "temperature")
    if held.unit.dimension != token.unit.dimension:
        sizes = sorted((abs(token.number or 0.0), abs(held.number or 0.0)))
        return agree(held.unit, token.unit) and sizes[1] <= _FAR * sizes[0]
    sizes = sorted(abs(t.number or 0.0) * t.unit.size for t in (token, held) if t.unit is not None)
    is_digits = is_same(token, held) and is_slip_of(token.unit, held.unit)
    return is_digits or sizes[1] <= _FAR * sizes[0]


def is_slip_of(told: Unit, held: Unit) -> bool:
    """Tell whether a unit may be told for another by a slip: `33 s` is none of `33 d`."""
    sizes = told.size, held.size
    return told.dimension != held.dimension or max(sizes) <= _MOST_TIMES * min(sizes)


def is_same(left: ValueToken, right: ValueToken) -> bool:
    """Tell whether two numbers are the same as written, whatever their sign and unit."""
    return abs(abs(left.number or 0.0) - abs(right.number or 0.0)) < _TINY


class Sizes:
    """The sizes of some numbers, in which another one is looked up."""

    def __init__(self, tokens: Iterable[ValueToken]) -> None:
        self._sizes = sorted(abs(token.number or 0.0) for token in tokens)

    def have(self, token: ValueToken) -> bool:
        """Tell whether one of the numbers is the same as another; see `is_same`."""
        size = abs(token.number or 0.0)
        at = bisect_left(self._sizes, size)
        return any(abs(size - other) < _TINY for other in self._sizes[max(0, at - 1) : at + 1])


def likeness(token: ValueToken, held: ValueToken) -> float:
    """Give how alike two numbers are written, in [0, 1]."""
    left, right = (re.sub(r"\.0+$", "", re.sub(r"[^\d.]", "", t.text)) for t in (token, held))
    if not left or not right:
        return 0.0
    return 1.0 - OSA.distance(left, right) / max(len(left), len(right))


def may_stand_for(token: ValueToken, held: ValueToken) -> bool:
    """Tell whether a number is in the unit of another and about as long, so that it could be told for it."""
    if token.unit is not None and held.unit is not None and token.unit.size != held.unit.size:
        return False
    one, other = (len(str(int(abs(t.number or 0.0)))) for t in (token, held))
    return abs(one - other) <= 1


def is_given_as(said: ValueToken, held: ValueToken, times: float = 1.0) -> bool:
    """Tell whether a number is some times another, as it is or rounded as the one who says it rounds."""
    one, other = abs(said.number or 0.0), times * abs(held.number or 0.0)
    slack = said.step / 2 if held.step < said.step else _TINY * max(1.0, one)
    return abs(one - other) <= slack + _TINY
