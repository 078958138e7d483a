"""The arithmetic by which a number follows from others.

Sum, difference, product, ratio, percentage, minimum, maximum, mean, median and range.

Any number follows from enough others by chance, so whoever asks keeps the operands few and near. It
must not know where a number came from, only its size and its unit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evidencelab.traces.arithmetic.quantities import (
    SHIFTS,
    SPOKEN_ONLY,
    TRIFLE,
    UNMIXED,
    UNSHARED,
    Kind,
    Quantity,
    Target,
)
from evidencelab.traces.values.slips import differ_by_a_slip, is_point_moved

_FEWEST_TERMS, _LONGEST = 3, 12
_EASILY_MET: tuple[Kind, ...] = ("product", "ratio", "each")
"""Kinds whose words stand in many statements that work nothing out: `rate`, `per`, `each`."""
_MOST_TOLD = 2.0
"""Expected accidents up to which these count where the wording speaks of them."""
_CHANCE = 0.05
"""Highest chance, in [0, 1], at which some pair of the operands would meet the target by accident."""


def from_pair(
    target: Target,
    first: Sequence[Quantity],
    second: Sequence[Quantity],
    cued: frozenset[Kind],
    most: float = _CHANCE,
) -> str | None:
    """Find an operand of each group whose sum, difference, product, ratio or percentage is the target.

    Arithmetic that the wording speaks of counts, if the operands are few for its kind; any other only
    where so few operands could hardly meet the target by chance.

    Args:
        target: The number to be explained.
        first: Operands, one of which must take part.
        second: The others it may be joined with; may be the same group.
        cued: The kinds of arithmetic that the wording speaks of.
        most: The chance of an accident, in [0, 1], up to which any arithmetic counts.

    Returns:
        The derivation as text, or None.
    """
    pairs = [
        (left, right)
        for i, left in enumerate(first)
        for j, right in enumerate(second)
        if left is not right and not (second is first and j <= i)
    ]
    size = target.size or 1.0
    is_whole = abs(target.value / size - round(target.value / size)) < 1e-9
    grain = max(target.slack, 0.5 * size) if is_whole else target.slack
    reach = max((abs(q.value) for q in (*first, *second)), default=0.0)
    chance = 4.0 * len(pairs) * 2.0 * grain / max(min(abs(target.value), 2 * reach), grain, 1e-12)
    is_sure = chance <= most
    for left, right in pairs:
        for a, b in ((left, right), (right, left)):
            is_trifle = target.digits <= _FEW_DIGITS and min(a.value, b.value) < TRIFLE * max(
                a.value, b.value
            )
            is_near = _is_slip_of(target, a) or _is_slip_of(target, b)
            for kind, said in _of_two(target, a, b):
                if kind not in cued and ((is_trifle and kind in ("sum", "difference")) or is_near):
                    continue
                is_told = kind in cued and (chance <= _MOST_TOLD or kind not in _EASILY_MET)
                if is_told or (is_sure and kind not in SPOKEN_ONLY):
                    return said
    return None


def _is_slip_of(target: Target, operand: Quantity) -> bool:
    """Tell whether a number is an operand with a digit changed, two exchanged, or the point set elsewhere."""
    size = target.size or 1.0
    ours, other = abs(target.value) / size, abs(operand.value) / size
    if not ours or not other:
        return False
    if is_point_moved(other, ours):
        return True
    for places in range(_MOST_PLACES + 1):
        scaled = [n * 10.0**places for n in (ours, other)]
        if all(abs(n - round(n)) < _SAME * max(n, 1.0) for n in scaled):
            one, two = (str(round(n)) for n in scaled)
            return len(one) >= _FEW_DIGITS and differ_by_a_slip(one, two)
    return False


_SAME, _MOST_PLACES = 1e-9, 3
_FEW_DIGITS = 3


def _of_two(target: Target, a: Quantity, b: Quantity) -> Iterator[tuple[Kind, str]]:
    alike = a.dimension == b.dimension
    is_in_points = a.dimension == "percent" and not target.dimension
    if alike and (
        a.dimension == target.dimension
        or is_in_points
        or (not a.dimension and target.dimension not in UNMIXED)
    ):
        size, lost = (1.0 if a.dimension else target.size), a.half + b.half if a.dimension == "time" else 0.0
        if target.is_met_by((a.value + b.value) * size, lost):
            yield "sum", f"{a.text} + {b.text}"
        if a.value > b.value and target.is_met_by((a.value - b.value) * size, lost):
            yield "difference", f"{a.text} - {b.text}"
    are_shares = alike and not a.dimension and not target.dimension and 1 >= a.value > b.value
    if are_shares and target.is_met_by(100 * (a.value - b.value)):
        yield "points", f"{a.text} - {b.text} in points"
    if alike and b.value and a.dimension not in UNSHARED:
        yield from _share(target, a, b)
    if not (a.dimension and b.dimension) and target.dimension in (a.dimension or b.dimension, ""):
        yield from _times(target, a, b)
    if (
        not b.dimension
        and b.value
        and a.dimension != "times"
        and b.value not in SHIFTS
        and target.dimension in (a.dimension, "")
        and target.is_met_by(a.value / b.value)
    ):
        yield "ratio", f"{a.text} / {b.text}"
    if (
        b.dimension == "time"
        and b.value
        and a.dimension != "time"
        and target.dimension in ("", "rate", a.dimension)
    ):
        for size, name in ((1.0, "second"), (60.0, "minute"), (3600.0, "hour"), (86400.0, "day")):
            if target.is_met_by(a.value * size / b.value):
                yield "ratio", f"{a.text} in {b.text}, a {name}"
    is_rate = target.dimension == a.dimension not in UNSHARED and b.dimension not in (
        "",
        "time",
        "percent",
        a.dimension,
    )
    if is_rate and b.number and target.is_met_by(a.value / b.number):
        yield "each", f"{a.text} per {b.text}"
    if b.dimension == "percent" and target.dimension in (a.dimension, "") and a.dimension != "percent":
        for result, said in (
            (a.value * b.value / 100, f"{b.text} of {a.text}"),
            (a.value * (1 + b.value / 100), f"{a.text} plus {b.text}"),
            (a.value * (1 - b.value / 100), f"{a.text} less {b.text}"),
        ):
            if target.is_met_by(result):
                yield "portion", said


def _times(target: Target, a: Quantity, b: Quantity) -> Iterator[tuple[Kind, str]]:
    if target.is_met_by(a.value * b.value):
        yield "product", f"{a.text} x {b.text}"


def _share(target: Target, a: Quantity, b: Quantity) -> Iterator[tuple[Kind, str]]:
    share = a.value / b.value
    lost = share * (a.half / a.value + b.half / b.value) if a.value else 0.0
    if target.dimension == "percent":
        if a.dimension == "percent":
            return
        if share <= 1 and target.is_met_by(100 * share, 100 * lost):
            yield "percent", f"{a.text} / {b.text} as a percentage"
        if target.is_met_by(100 * (share - 1), 100 * lost):
            yield "change", f"change from {b.text} to {a.text} in percent"
        if share < 1 and target.is_met_by(100 * (1 - share), 100 * lost):
            yield "left", f"what {a.text} leaves of {b.text}, in percent"
    elif target.dimension in ("", "times") and target.is_met_by(share):
        yield "ratio", f"{a.text} / {b.text}"


def from_all(target: Target, operands: Sequence[Quantity], what: str, cued: frozenset[Kind]) -> str | None:
    """Find the sum, mean, range, minimum, maximum or median of all operands that is the target.

    A sum counts if the wording speaks of one or the number has four digits or more, a mean, a median
    and a range only if it does; a minimum and a maximum of the evidence always.

    Args:
        target: The number to be explained.
        operands: A whole column or list.
        what: What they are, for the derivation's text.
        cued: The kinds of arithmetic that the wording speaks of.
    """
    alike = [q for q in operands if q.dimension == target.dimension]
    if len(alike) < 2:
        alike = [q for q in operands if not q.dimension]
    if len(alike) < 2:
        return None
    is_of_kind = alike[0].dimension == target.dimension
    # in an answer's own list, a number that is there again is a copy
    may_be_extreme = what != "the list" or "spread" in cued
    values = [q.value * (1.0 if q.dimension else target.size) for q in alike]
    total = sum(values)
    shown = f"{len(values)} values of {what}" if len(values) > 4 else ", ".join(q.text for q in alike)
    candidates: list[tuple[float, str, bool]] = [
        (total, "sum", "sum" in cued or target.digits >= 4),
        (total / len(values), "mean", "mean" in cued),
        (_median(values), "median", "mean" in cued),
        (max(values) - min(values), "range", "spread" in cued or "difference" in cued),
        (max(values), "maximum", is_of_kind and may_be_extreme),
        (min(values), "minimum", is_of_kind and may_be_extreme),
    ]
    return next(
        (f"{name} of {shown}" for r, name, counts in candidates if counts and target.is_met_by(r)), None
    )


def from_parts(target: Target, operands: Sequence[Quantity], what: str) -> str | None:
    """Find the sum of some neighbours in a row: the items of a list that a total stands under."""
    values = [q for q in operands if q.dimension in (target.dimension, "")]
    for first in range(len(values)):
        total = values[first].value
        for last in range(first + 1, min(len(values), first + 12)):
            total += values[last].value
            if last - first >= 2 and target.is_met_by(total):
                return f"sum of {', '.join(q.text for q in values[first : last + 1])} of {what}"
    return None


def from_first(target: Target, operands: Sequence[Quantity]) -> str | None:
    """Find the sum of the first numbers of a list, three or more, that is the target."""
    alike = [q for q in operands if q.dimension == target.dimension][:_LONGEST]
    total = 0.0
    for count, operand in enumerate(alike, start=1):
        total += operand.value
        if count >= _FEWEST_TERMS and target.is_met_by(total):
            return f"sum of {', '.join(q.text for q in alike[:count])}"
    return None


def share_of_total(target: Target, parts: Sequence[Quantity], whole: Sequence[Quantity]) -> str | None:
    """Find a part that is the target percentage of the sum of a column it belongs to."""
    if target.dimension != "percent" or len(whole) < 2:
        return None
    total = sum(q.value for q in whole)
    if not total:
        return None
    for part in parts:
        if any(abs(part.value - q.value) < 1e-9 for q in whole) and target.is_met_by(
            100 * part.value / total
        ):
            return f"{part.text} of the sum {total:g}, in percent"
    return None


def _median(values: Sequence[float]) -> float:
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def from_chain(target: Target, operands: Sequence[Quantity], cued: frozenset[Kind]) -> str | None:
    """Find three operands near the target that make it: a sum or a difference of three, `a x b + c`."""
    few = operands[:6]
    for i, a in enumerate(few):
        for j, b in enumerate(few[i + 1 :], start=i + 1):
            for k, c in enumerate(few):
                if k in (i, j) or len({a.dimension, b.dimension, c.dimension}) > 1:
                    continue
                candidates: list[tuple[float, str, Kind]] = [
                    (a.value + b.value + c.value, f"{a.text} + {b.text} + {c.text}", "sum"),
                    (c.value - a.value - b.value, f"{c.text} - {a.text} - {b.text}", "difference"),
                    (a.value * b.value + c.value, f"{a.text} x {b.text} + {c.text}", "product"),
                    (a.value * b.value * c.value, f"{a.text} x {b.text} x {c.text}", "product"),
                ]
                for result, said, kind in candidates:
                    if kind in cued and target.is_met_by(result):
                        return said
    return None
