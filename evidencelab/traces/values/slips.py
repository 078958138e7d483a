"""The slips by which a number is miscopied: a digit changed, two exchanged, the point set elsewhere.

It must not know where a number stands, only the digits it is written with or its size.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

_TINY = 1e-9


def differ_by_a_slip(one: str, other: str) -> bool:
    """Tell whether two equally long runs of digits differ in one, or in two neighbours exchanged."""
    if len(one) != len(other):
        return False
    apart = [at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    if len(apart) == 2 and apart[1] - apart[0] == 1:
        return one[apart[0]] == other[apart[1]] and one[apart[1]] == other[apart[0]]
    return len(apart) == 1


def is_point_moved(one: float, other: float) -> bool:
    """Tell whether a size is ten times another one, or a tenth of it."""
    return any(abs(one - other * factor) <= _TINY * abs(one) for factor in (10.0, 0.1))


def with_a_digit_changed(digits: str) -> Iterator[str]:
    """Give the runs of digits that differ from one in a single place."""
    for at, own in enumerate(digits):
        for digit in "0123456789":
            if digit != own:
                yield digits[:at] + digit + digits[at + 1 :]


def with_two_exchanged(digits: str) -> Iterator[str]:
    """Give the runs of digits that differ from one in two unlike neighbours exchanged."""
    for at, (one, other) in enumerate(pairwise(digits)):
        if one != other:
            yield digits[:at] + other + one + digits[at + 2 :]


def share_of_slips(length: int) -> float:
    """Give the share of numbers of so many digits that are a slip of a given one."""
    return (10.0 * length + 1.0) / 10.0**length
