"""How columns of a table may make another one: shares, changes, sums, products of two of them or three.

It must not know any row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

from evidencelab.traces.arithmetic.amounts import Span


class Rule(NamedTuple):
    """How two columns, or three, make another: in signs, and worked out."""

    said: Callable[..., str]
    work: Callable[..., Span | None]
    is_percent: bool
    is_sum: bool = False


def _over(a: Span, b: Span) -> Span | None:
    return a.over(b) if b.low > 0 else None


def _percent(a: Span, b: Span) -> Span | None:
    return a.over(b).by(100.0) if b.low > 0 else None


def _growth(a: Span, b: Span) -> Span | None:
    return b.over(a).plus(Span(-1.0, -1.0)).by(100.0) if a.low > 0 else None


_RULES = (
    Rule(lambda a, b: f"{a} of {b}", _percent, True),
    Rule(lambda a, b: f"from {a} to {b}", _growth, True),
    Rule(lambda a, b: f"{b} - {a}", lambda a, b: b.minus(a), False, True),
    Rule(lambda a, b: f"{a} x {b}", lambda a, b: a.times(b), False),
    Rule(lambda a, b: f"{a} / {b}", _over, False),
)
_OF_THREE = (
    Rule(lambda a, b, c: f"{a} - {b} - {c}", lambda a, b, c: a.minus(b).minus(c), False, True),
    Rule(lambda a, b, c: f"{a} + {b} + {c}", lambda a, b, c: a.plus(b).plus(c), False, True),
    Rule(lambda a, b, c: f"{a} + {b} - {c}", lambda a, b, c: a.plus(b).minus(c), False, True),
)


def rules_for(columns: Sequence[int]) -> Iterator[tuple[tuple[int, ...], Rule]]:
    """Give each way in which some columns may make another, the simple ones first, with the operands."""
    for two in permutations(columns, 2):
        yield from ((two, rule) for rule in _RULES)
    less_both, all_three, less_last = _OF_THREE
    for a, b, c in combinations(sorted(columns), 3):
        yield (a, b, c), less_both
        yield (a, b, c), all_three
        yield from ((its, less_last) for its in ((a, b, c), (a, c, b), (b, c, a)))
