"""What two operands can come to, and how likely some of many such results meets a number by accident.

It must not know where the operands stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log
from typing import NamedTuple

from evidencelab.traces.arithmetic.quantities import (
    HEATS,
    SHIFTS,
    TRIFLE,
    UNMIXED,
    UNSHARED,
    Kind,
    Quantity,
    Target,
)
from evidencelab.traces.values.slips import differ_by_a_slip, is_point_moved

DECADES = 3.0 * log(10.0)
"""The span, in natural logarithms, over which the results of arithmetic spread."""

_SAME, _MOST_PLACES = 1e-9, 3
_AMOUNT = 10.0
"""From here a bare number may be an amount of money, or one of cores."""
_TOLD_BARE = ({"money"}, {"cores"})
"""The dimensions whose sizes are written without their unit as often as with it."""
OF_ALL = 0.05
"""By how much less likely an accident is the sum of a whole line, column or list than of some of it."""
_THOUSANDS = {1000.0**n: n for n in range(1, 6)}
"""How many times over the size of a decimal unit of data is a thousand."""
_FEWEST_SHARERS = 2
"""Bare counts from which something is shared out among so many."""
_OF_BOTH = 3.0
"""By how much likelier one is a share of two numbers that need not make a whole."""
_SHORT = 2
"""Significant digits up to which a mean of two is no news."""


class Result(NamedTuple):
    """What some operands come to.

    Attributes:
        value: In the base of the number to be explained.
        said: The derivation as text.
        kind: The arithmetic.
        is_trifle: Whether it is no news unless it is spoken of: a trifle added, the point shifted.
        weight: By how much it is likelier an accident than others of its kind.
        operands: The two it was made of, if they were added or taken from one another.
    """

    value: float
    said: str
    kind: Kind = "difference"
    is_trifle: bool = False
    weight: float = 1.0
    operands: tuple[float, ...] = ()

    def is_slip(self, target: Target) -> bool:
        """Tell whether the number is an operand with a digit changed, two exchanged, or the point moved."""
        number = abs(target.value)
        return any(is_slip_of(number / target.size, one / target.size) for one in self.operands)


def grain(target: Target) -> float:
    """Give half the place value of the last digit that is not zero: round numbers come about easily."""
    number = abs(target.value / (target.size or 1.0))
    if number < 10 or abs(number - round(number)) > 1e-9:
        return 0.0
    digits = str(round(number))
    return 0.5 * 10.0 ** (len(digits) - len(digits.rstrip("0"))) * (target.size or 1.0)


def of_pairs(target: Target, first: Sequence[Quantity], second: Sequence[Quantity]) -> Iterator[Result]:
    """Give what any two operands make that can have the target's dimension."""
    for i, a in enumerate(first):
        for j, b in enumerate(second):
            if first is second and j <= i:
                continue
            yield from of_two(target, a, b)


def of_two(target: Target, a: Quantity, b: Quantity) -> Iterator[Result]:
    """Give what two operands make that can have the target's dimension."""
    wanted, size = target.dimension, target.size
    dimensions = {a.dimension, b.dimension} - {""}
    may_mix = dimensions in _TOLD_BARE and wanted in ("", *dimensions) and min(a.number, b.number) >= _AMOUNT
    are_alike = a.dimension == b.dimension and (bool(dimensions) or wanted not in HEATS)
    one = 1.0 if dimensions else size
    if wanted in ("percent", "") and not dimensions and 0 < max(a.value, b.value) <= 1:
        yield Result((a.value - b.value) * 100, f"{a.text} - {b.text} in points", "points")
    if (are_alike or may_mix) and (not dimensions or dimensions == {wanted} or not wanted):
        left, right = ((q.value * (one if q.dimension or are_alike else size)) for q in (a, b))
        is_trifle = min(left, right) < TRIFLE * max(left, right)
        if wanted != "percent" or dimensions:
            yield Result(
                left - right,
                f"difference of {a.text} and {b.text}",
                is_trifle=is_trifle,
                operands=(left, right),
            )
        if wanted == a.dimension == "percent":
            yield Result(a.value + b.value, f"{a.text} + {b.text}", "sum", is_trifle=True)
        if wanted not in UNMIXED and dimensions != {"percent"}:
            is_doubled = left == right
            yield Result(
                left + right,
                f"{a.text} + {b.text}",
                "sum",
                is_trifle=is_trifle or is_doubled,
                operands=(left, right),
            )
            if target.digits > _SHORT and not is_doubled:
                yield Result((left + right) / 2, f"mean of {a.text} and {b.text}", "mean")
    if len(dimensions) <= 1 and wanted not in UNMIXED and (not dimensions or dimensions == {wanted}):
        is_shift = any(q.number in SHIFTS and not q.dimension for q in (a, b))
        made = a.value * b.value * one
        for result in (made, *(_of_binary(made, (a, b), target) if dimensions == {"bytes"} else ())):
            yield Result(result, f"{a.text} x {b.text}", "product", is_trifle=is_shift)
    is_priced = "money" in dimensions and len(dimensions) == 2 and "percent" not in dimensions
    if is_priced and wanted == "money" and target.digits > _SHORT:
        price, amount = (a, b) if a.dimension == "money" else (b, a)
        yield Result(price.value * amount.number, f"{price.text} x {amount.text}", "product")
    for top, bottom in ((a, b), (b, a)):
        if not bottom.value or not top.value:
            continue
        if (
            wanted == "percent"
            and top.dimension == bottom.dimension != "percent"
            and top.dimension not in UNSHARED
        ):
            quotient = top.value / bottom.value
            said = f"{top.text} / {bottom.text} as a percentage"
            yield Result(100 * quotient, said, "percent", is_trifle=bottom.number in SHIFTS[:1])
            both = top.value + bottom.value
            yield Result(
                100 * top.value / both,
                f"{top.text} of {top.text} + {bottom.text}, in percent",
                "percent",
                weight=_OF_BOTH,
            )
            yield Result(
                100 * (quotient - 1), f"change from {bottom.text} to {top.text} in percent", "change"
            )
        elif wanted in ("", "times", "rate") and top.dimension == bottom.dimension:
            yield Result(top.value / bottom.value, f"{top.text} / {bottom.text}", "ratio")
        elif wanted in (top.dimension, "", "rate") and top.dimension != bottom.dimension:
            is_measure = bool(bottom.dimension) or bottom.number >= _FEWEST_SHARERS
            if is_measure and "percent" not in (wanted, bottom.dimension) and wanted not in UNSHARED:
                yield Result(top.value / bottom.number, f"{top.text} per {bottom.text}", "each")
        elif not top.dimension and not bottom.dimension and wanted not in UNMIXED:
            yield Result(top.value / bottom.value * size, f"{top.text} / {bottom.text}", "ratio")
    if dimensions == {"length", "speed"} and wanted == "time" and a.value and b.value:
        way, pace = (a, b) if a.dimension == "length" else (b, a)
        yield Result(3.6 * way.value / pace.value, f"{way.text} / {pace.text}")
    for whole, share in ((a, b), (b, a)):
        if share.dimension == "percent" and whole.dimension != "percent" and wanted in (whole.dimension, ""):
            part = whole.value * share.value / 100
            yield Result(part, f"{share.text} of {whole.text}", "portion")
            yield Result(whole.value - part, f"{whole.text} less {share.text}", "portion")
            yield Result(whole.value + part, f"{whole.text} plus {share.text}", "portion")


def _of_binary(made: float, its: Sequence[Quantity], target: Target) -> Iterator[float]:
    """Give what a product of data is if its unit, or that of both, counts by 1024: 200 x 8 kB is 1.6 MiB."""
    each = next(q for q in its if q.dimension)
    n_of_each = _THOUSANDS.get(each.value / each.number if each.number else 0.0, 0)
    for n in {n_of_each, n_of_each - _THOUSANDS.get(target.size, 0)} - {0}:
        yield made * 1.024**n


def unsummed(results: Iterator[Result]) -> Iterator[Result]:
    """Leave out the sums, for what is only held against one another."""
    return (r for r in results if r.kind not in ("sum", "mean"))


def is_slip_of(number: float, other: float) -> bool:
    """Tell whether a number is another with a digit changed, two exchanged, or the point set elsewhere."""
    if not number or not other:
        return False
    if is_point_moved(other, number):
        return True
    for places in range(_MOST_PLACES + 1):
        scaled = [n * 10.0**places for n in (number, other)]
        if all(abs(n - round(n)) < _SAME * max(n, 1.0) for n in scaled):
            one, two = (str(round(n)) for n in scaled)
            return len(one) > _SHORT and differ_by_a_slip(one, two)
    return False
