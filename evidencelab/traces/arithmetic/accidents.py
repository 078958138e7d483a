"""How likely what is met in looking for the working of a number is an accident.

Any number follows from enough others. So what is tried is counted, from near to far, and a hit counts for as
little as there are tries of its kind, as the number is short or round, and as the wording asks for none.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from evidencelab.traces.arithmetic.quantities import SPOKEN_ONLY, TRIFLE, Kind, Target
from evidencelab.traces.arithmetic.two_operands import DECADES, Result, grain

SELDOM, HARDLY = 0.2, 0.03
"""Expected accidental hits up to which a working counts: of a value like no other, of one like another."""
PERHAPS = 1.0
"""Up to so many, a value is left alone that may come from somewhere else, but need not."""
KEPT = 0.3
"""Share of the tries nearer by that counts against what is met farther off."""
_ASKED, _SHARE, _SPOKEN_OF, _UNSAID, _SHORT_UNSAID = 0.05, 0.2, 0.5, 1.0, 2.0
"""How the wording weighs an accident: it asks for the operation, for a share, elsewhere, or for none."""
_ROUNDED = 5.0
"""By how much likelier a sum is an accident that has to be rounded."""
_SLIPPED = 0.25
"""The least number of accidents to expect where all is explained by a wrong digit of an operand."""
_REST = 5.0
"""By how much likelier a difference is one that leaves a trifle of two alike."""
_NEVER_UNSAID: tuple[Kind, ...] = (*SPOKEN_ONLY, "product")
_SELDOM_UNSAID: tuple[Kind, ...] = ("mean", "ratio")
_ALSO: dict[Kind, tuple[Kind, ...]] = {"each": ("ratio",), "change": ("left",)}
"""By which other words a kind of arithmetic is asked for: what a part leaves of its whole, in percent."""
_SHORT = 2
"""Significant digits up to which a number is met the more easily, since few operands make any of them."""


class Wording(NamedTuple):
    """The kinds of arithmetic that are spoken of: right beside a number, and anywhere in its statement."""

    beside: frozenset[Kind]
    anywhere: frozenset[Kind]


class Working(NamedTuple):
    """A derivation as text, and the number of accidental hits to expect where it was found."""

    said: str
    chance: float


class Hunt:
    """Looks for the working of one number, group of results by group, the nearest first.

    Args:
        target: The number.
        wording: What is spoken of.
        most: The number of accidental hits up to which a hit counts at all.
        enough: The number up to which no likelier one is looked for.
    """

    def __init__(self, target: Target, wording: Wording, *, most: float, enough: float) -> None:
        self.target, self.wording, self.most, self.enough = target, wording, most, enough
        self.window = window_of(target)

    def through(self, groups: Iterable[Iterable[Result]]) -> Working | None:
        """Give the first working that is hardly an accident, else the one that is the least likely one."""
        best: Working | None = None
        before: Counter[float] = Counter()
        for group in groups:
            tried: Counter[float] = Counter()
            met: dict[float, tuple[Result, float]] = {}
            for result in group:
                odds = odds_of(result.kind, self.wording, self.target, is_trifle=result.is_trifle)
                if odds == math.inf or not result.value:
                    continue
                tried[odds] += 1
                if odds not in met and self.target.is_met_by(result.value):
                    met[odds] = result, result.weight * self._by_nearness(result)
            for odds, (result, weight) in sorted(met.items(), key=lambda item: item[0]):
                n_tried = sum(n + KEPT * before[o] for o, n in tried.items() if o <= odds)
                chance = n_tried * odds * weight * self.window
                if result.kind not in self.wording.beside and result.is_slip(self.target):
                    chance = max(chance, _SLIPPED)
                working = Working(result.said, chance)
                if working.chance <= self.enough:
                    return working
                if working.chance <= (self.most if best is None else best.chance):
                    best = working
            before.update(tried)
            if KEPT * _ASKED * before.total() * self.window > 2.0 * self.most:
                break
        return best

    def _by_nearness(self, result: Result) -> float:
        """Weigh what had to be rounded to be met, though no sum is, and what is near an operand."""
        if result.kind not in ("sum", "difference", "product"):
            return 1.0
        is_exact = abs(abs(result.value) - abs(self.target.value)) <= 1e-6 * abs(self.target.value)
        weight = 1.0 if is_exact else _ROUNDED
        if result.kind in self.wording.beside:
            return weight
        is_rest = abs(result.value) < TRIFLE * max(result.operands, default=0.0)
        return weight * (_REST if is_rest else 1.0)


def odds_of(kind: Kind, wording: Wording, target: Target, *, is_trifle: bool = False) -> float:
    """Give by how much the wording changes the odds of an accident; infinite if nobody does it unsaid."""
    if wording.beside & {kind, *_ALSO.get(kind, ())}:
        return _ASKED
    if is_trifle:
        return math.inf
    if kind in ("percent", "ratio") and target.dimension in ("percent", "times"):
        return _SHARE
    if kind in wording.anywhere:
        return _SPOKEN_OF
    is_short = target.digits <= _SHORT
    if kind in _NEVER_UNSAID or (is_short and kind in _SELDOM_UNSAID):
        return math.inf
    return _SHORT_UNSAID if is_short or kind in _SELDOM_UNSAID else _UNSAID


def window_of(target: Target) -> float:
    """Give the chance that one result meets a number by accident."""
    size = max(abs(target.value), 1e-12)
    return min(1.0, 2.0 * max(target.slack, grain(target)) / size / DECADES)
