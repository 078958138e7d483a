"""Find what was read of a thing, where a statement tells another number of it.

`Price per person: €14` under a restaurant whose price was read as 20 is altered, whatever other numbers come
to 14. The statement must name the thing, or stand under its name, and say what it tells of it; totals,
averages, changes, bounds and what is worked out for several are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from evidencelab.traces.evidence.evidences import Evidences
from evidencelab.traces.evidence.owned_numbers import Owned, OwnedNumbers
from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.row_names import RowLists
from evidencelab.traces.evidence.setting import Verdict, altered
from evidencelab.traces.judges.other_forms import equal
from evidencelab.traces.judges.thing_slots import RANGE_FRONT, ThingSlot, ThingSlots
from evidencelab.traces.values.units import agree
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.factors import counts_in
from evidencelab.traces.wording.hedges import hedge_of
from evidencelab.traces.wording.mood import is_supposed
from evidencelab.traces.wording.thing_words import (
    AMOUNTS,
    LOOSE,
    PAYMENTS,
    PER,
    PRICES,
    RATINGS,
    WORKED_OUT,
    periods_in,
    periods_of,
)
from evidencelab.traces.wording.words import words_of
from evidencelab.traces.workings.explain import numbers_in

_RANGE_BEHIND = re.compile(r"[*_`]*\s?(?:-|–|—|~|to|至|到)\s?[$€£¥]?\d")
_OUT_OF = re.compile(r"[*_`]*\s?(?:/|out of )\s?(?!5\b)\d")
"""Behind a score, what it is out of, where that is not 5."""
_MARKS = re.compile(r"\*\*|__|`")
_BREAK = re.compile(r"[;；。(（)）|\n]|[.,](?=\s)|，")
_FAR_OFF, _MOST_OWN, _MOST_EQUAL, _MOST_TEXT, _LONGEST_ASKED = 1.5, 6, 48, 600, 4000
_TIMES, _PARTS = tuple(map(float, range(2, 32))), tuple(map(float, range(2, 10)))
"""How many times over something may be told without a word for it, and into how many parts."""
_TINY = 1e-9


class ToldOfThing(NamedTuple):
    """A verdict on a number: its statement and its place among the statement's values."""

    place: int
    at: int
    verdict: Verdict


def told_of_things(
    read: Sequence[ReadStatement], judged: Sequence[Sequence[Verdict]], evidences: Evidences, lists: RowLists
) -> Iterator[ToldOfThing]:
    """Give the numbers in whose place another was read of the very thing.

    Args:
        read: The statements of one message.
        judged: What became of the values of each.
        evidences: What there was before the message.
        lists: The rows of what the tools said.
    """
    if not evidences.is_whole:
        return
    things = OwnedNumbers(evidences.pool, evidences.calls, lists)
    slots = ThingSlots(read, things)
    asked = counts_in(evidences.given.folded[-_LONGEST_ASKED:])
    for place, one in enumerate(read):
        is_told = one.mood not in ("question", "command") and one.statement.kind not in ("code", "heading")
        if not is_told or len(one.statement.text) > _MOST_TEXT:
            continue
        for at, token in enumerate(one.tokens):
            verdict = judged[place][at]
            slot = slots.of(place, token) if _is_loose(token, verdict) else None
            if slot is None or not _may_speak_against(slot, verdict):
                continue
            held = _Told(token, one, verdict, slot, things, asked).other()
            if held is not None:
                yield ToldOfThing(place, at, altered(evidences.pool, held, " there"))


def _is_loose(token: ValueToken, verdict: Verdict) -> bool:
    """Tell whether a number may be told of a thing, and is neither bad already nor left alone for good."""
    if token.kind != "number" or token.label:
        return False
    if token.unit is not None and token.unit.dimension != "money":
        return False
    if verdict.finding == "not_checkable":
        return verdict.guess is not None
    return verdict.finding in ("derived", "given", "sound")


def _may_speak_against(slot: ThingSlot, verdict: Verdict) -> bool:
    """Tell whether a slot says more than what speaks for a number; nobody but who rates gives a rating."""
    if verdict.finding == "given":
        return slot.is_labelled and bool(slot.words & RATINGS)
    return slot.is_labelled or verdict.finding == "not_checkable"


class _Told(NamedTuple):
    """A number and what it is told of."""

    token: ValueToken
    one: ReadStatement
    verdict: Verdict
    slot: ThingSlot
    things: OwnedNumbers
    asked: frozenset[float]

    @property
    def said(self) -> float:
        return abs(self.token.number or 0.0)

    def other(self) -> Held | None:
        """Give the number of the thing that stands where the statement tells another one."""
        owned = self.things.of(self.slot.owner)
        named = [its for its in owned if self._names(its)]
        sizes = {_size(its) for its in named}
        if not 1 <= len(sizes) <= _MOST_OWN or any(_is(self.token, its.held) for its in owned):
            return None
        if not all(_are_of_kind(self.token, its.held.token) for its in named):
            return None
        if self._is_worded_otherwise(sizes) or self._is_told_too(named) or self._is_several(named):
            return None
        if self.verdict.finding == "sound" and not self._is_of_others():
            return None
        return min(named, key=lambda its: abs(_size(its) - self.said)).held

    def _names(self, its: Owned) -> bool:
        """Tell whether the words of the statement name what a number is of its thing."""
        is_money = self.token.unit is not None
        if self.slot.is_all:
            return its.is_alone or (is_money and bool(its.words & AMOUNTS))
        own = words_of(self.slot.owner)
        words, theirs = self.slot.words - own, its.words - own
        if words & RATINGS and theirs & RATINGS:
            return True
        if words & PRICES and theirs & PRICES and (is_money or self.slot.is_labelled):
            return True
        if is_money and theirs & AMOUNTS and (not words - LOOSE or words & PAYMENTS):
            return True
        return bool((words - LOOSE) & (theirs - LOOSE)) and not (words - theirs - LOOSE)

    def _is_worded_otherwise(self, sizes: set[float]) -> bool:
        """Tell whether the words around a number make it a result, a bound, or less than exact."""
        text = _MARKS.sub(lambda found: " " * len(found.group()), self.one.statement.text)
        start, end = self.token.start, self.token.end
        if self.one.mood == "supposition" and is_supposed(text, start, end):
            return True
        if _OUT_OF.match(text, end):
            return True
        hedge = hedge_of(text, start, end)
        is_near = any(max(self.said, size) < _FAR_OFF * min(self.said, size) for size in sizes)
        if hedge in ("over", "under") or (hedge == "about" and is_near):
            return True
        for its in self.things.named_in(text):
            text = text[: its.start] + "_" * (its.end - its.start) + text[its.end :]
        first = max((found.end() for found in _BREAK.finditer(text, 0, start)), default=0)
        last = _BREAK.search(text, end)
        return WORKED_OUT.search(text[first : last.start() if last else len(text)]) is not None

    def _is_told_too(self, named: Sequence[Owned]) -> bool:
        """Tell whether the statement tells the thing's own number beside this one, in no range."""
        text = self.one.statement.text
        if RANGE_FRONT.search(text[: self.token.start]) or _RANGE_BEHIND.match(text, self.token.end):
            return False
        others = (t for t in self.one.tokens if t is not self.token and t.kind == "number")
        return any(_is(other, its.held) for other in others for its in named)

    def _is_several(self, named: Sequence[Owned]) -> bool:
        """Tell whether a number may be the one read for several, a part of it, or for another period."""
        if self.slot.words & RATINGS:
            return False
        statement = self.one.statement
        words = frozenset[str]().union(*(its.words | words_of(its.held.field) for its in named))
        periods, read = periods_in(statement.text), periods_of(words)
        if periods and read and not periods & read:
            return True
        sizes = {_size(its) for its in named}
        if self.verdict.finding == "derived" and sizes & numbers_in(self.verdict.reason):
            return True
        if self.slot.words & PAYMENTS:
            return False
        if PER.search(statement.text):
            return not (periods & read) and _are_times(sizes, {self.said}, _PARTS)
        texts = " ".join((statement.text, *statement.parents, *statement.sections[-1:]))
        factors = counts_in(texts) | self.asked
        if not self.slot.is_labelled or (self.slot.is_all and not words & PAYMENTS):
            factors |= frozenset(_TIMES)
        return _are_times({self.said}, sizes, factors) or _are_times(sizes, {self.said}, factors)

    def _is_of_others(self) -> bool:
        """Tell whether all that is read as a number is told of other things."""
        found = equal(self.things.pool, self.token)[:_MOST_EQUAL]
        owners = [self.things.owners_of(held) for held in found]
        return len(found) < _MOST_EQUAL and all(its and self.slot.owner not in its for its in owners)


def _size(its: Owned) -> float:
    return abs(its.held.token.number or 0.0)


def _are_times(large: set[float], small: set[float], factors: Sequence[float] | frozenset[float]) -> bool:
    """Tell whether a number is another one, some times over."""
    return any(
        abs(one - factor * other) <= _TINY * one for one in large for other in small for factor in factors
    )


def _are_of_kind(token: ValueToken, held: ValueToken) -> bool:
    if token.unit is not None and held.unit is not None:
        return agree(token.unit, held.unit) and token.unit.name == held.unit.name
    return token.unit is None or held.unit is None


def _is(token: ValueToken, held: Held) -> bool:
    """Tell whether a number is one that was read, rounded perhaps."""
    return abs(abs(token.number or 0.0) - abs(held.token.number or 0.0)) <= 0.5 * token.step + _TINY
