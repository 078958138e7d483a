"""Find the arithmetic by which a number follows from others: count, sum, difference, product, ratio,
percentage, minimum, maximum, mean, range.

Any number follows from enough others by chance, so operands are few and near: those of the same
statement, of the same list, of one place, or one whole column. It must not know where a number came
from, only its size and its unit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from evidencelab.traces.units import Unit


class Quantity(NamedTuple):
    """A number with its unit, in the unit's base.

    Attributes:
        value: Size in the base of its dimension.
        dimension: The unit's dimension, or an empty text for a bare number.
        text: As written.
    """

    value: float
    dimension: str
    text: str


class Target(NamedTuple):
    """The number to be explained.

    Attributes:
        value: Size in the base of its dimension.
        dimension: The unit's dimension, or an empty text.
        slack: How far a result may lie from it: half the place value of its last digit, more if hedged.
        digits: Its significant digits.
    """

    value: float
    dimension: str
    slack: float
    digits: int

    def is_met_by(self, result: float) -> bool:
        """Tell whether a result rounds to the number."""
        return abs(abs(result) - abs(self.value)) <= self.slack * (1 + 1e-9) + 1e-9


def quantity(number: float, unit: Unit | None, text: str) -> Quantity:
    """Bring a number to the base of its unit."""
    if unit is None:
        return Quantity(number, "", text)
    return Quantity(number * unit.size, unit.dimension, text)


def from_pair(target: Target, operands: Sequence[Quantity], *, may_multiply: bool = True) -> str | None:
    """Find two operands whose sum, difference, product, ratio or percentage is the target.

    Args:
        target: The number to be explained.
        operands: The numbers near it.
        may_multiply: Whether products and quotients of unlike things count; off for operands further away.

    Returns:
        The derivation as text, or None.
    """
    for i, left in enumerate(operands):
        for right in operands[i + 1 :]:
            for a, b in ((left, right), (right, left)):
                found = _of_two(target, a, b, may_multiply)
                if found is not None:
                    return found
    return None


def _of_two(target: Target, a: Quantity, b: Quantity, may_multiply: bool) -> str | None:
    alike = a.dimension == b.dimension
    if alike and a.dimension in (target.dimension, "") and target.dimension != "percent":
        if target.is_met_by(a.value + b.value):
            return f"{a.text} + {b.text}"
        if a.value >= b.value and target.is_met_by(a.value - b.value):
            return f"{a.text} - {b.text}"
    if alike and b.value:
        share = a.value / b.value
        if target.dimension == "percent":
            if target.is_met_by(100 * share):
                return f"{a.text} / {b.text} as a percentage"
            if target.is_met_by(100 * (share - 1)):
                return f"change from {b.text} to {a.text} in percent"
            if share < 1 and target.is_met_by(100 * (1 - share)):
                return f"what {a.text} leaves of {b.text}, in percent"
        if target.dimension in ("", "times") and may_multiply and target.is_met_by(share):
            return f"{a.text} / {b.text}"
    if not may_multiply:
        return None
    product_dimension = a.dimension or b.dimension
    if (not a.dimension or not b.dimension) and target.dimension in (product_dimension, ""):
        if target.is_met_by(a.value * b.value):
            return f"{a.text} x {b.text}"
    if not b.dimension and b.value and a.dimension and target.dimension in (a.dimension, ""):
        if target.is_met_by(a.value / b.value):
            return f"{a.text} / {b.text}"
    if b.dimension == "percent" and target.dimension in (a.dimension, ""):
        for result, said in (
            (a.value * b.value / 100, f"{b.text} of {a.text}"),
            (a.value * (1 + b.value / 100), f"{a.text} plus {b.text}"),
            (a.value * (1 - b.value / 100), f"{a.text} less {b.text}"),
        ):
            if target.is_met_by(result):
                return said
    return None


def from_all(target: Target, operands: Sequence[Quantity], what: str) -> str | None:
    """Find the sum, mean, product, range, minimum or maximum of all operands that is the target.

    Args:
        target: The number to be explained.
        operands: A whole column or list.
        what: What they are, for the derivation's text.
    """
    alike = [q for q in operands if q.dimension == target.dimension]
    if len(alike) < 2:
        alike = [q for q in operands if not q.dimension]
    if len(alike) < 2:
        return None
    values = [q.value for q in alike]
    total = sum(values)
    shown = f"{len(values)} values of {what}" if len(values) > 4 else ", ".join(q.text for q in alike)
    for result, name in (
        (total, "sum"),
        (total / len(values), "mean"),
        (max(values), "maximum"),
        (min(values), "minimum"),
        (max(values) - min(values), "range"),
        (_median(values), "median"),
    ):
        if target.is_met_by(result):
            return f"{name} of {shown}"
    return None


def _median(values: Sequence[float]) -> float:
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def from_chain(target: Target, operands: Sequence[Quantity]) -> str | None:
    """Find three operands near the target that make it: a sum of three, or `a x b + c`, `a x b x c`."""
    few = operands[:6]
    for i, a in enumerate(few):
        for j, b in enumerate(few):
            if j <= i:
                continue
            for k, c in enumerate(few):
                if k in (i, j):
                    continue
                for result, said in (
                    (a.value + b.value + c.value, f"{a.text} + {b.text} + {c.text}"),
                    (a.value * b.value + c.value, f"{a.text} x {b.text} + {c.text}"),
                    (a.value * b.value - c.value, f"{a.text} x {b.text} - {c.text}"),
                    (a.value * b.value * c.value, f"{a.text} x {b.text} x {c.text}"),
                    (c.value - a.value - b.value, f"{c.text} - {a.text} - {b.text}"),
                ):
                    if target.is_met_by(result):
                        return said
    return None
