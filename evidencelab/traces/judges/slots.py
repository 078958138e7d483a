"""Find the one number that the evidence holds in the very place in which the statement puts another.

A statement binds a number to a record, by the names and values it gives beside it, and to a field, by its
key, its noun, its unit or its column. Where the records so named hold exactly one other number under that
field, the statement can mean no other, however short the number. Two numbers, or none, and nothing is said.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from evidencelab.traces.evidence.layout import field_of
from evidencelab.traces.evidence.likeness import is_same
from evidencelab.traces.evidence.places import Held, Place
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting
from evidencelab.traces.judges.slot_words import Slot, front_of, front_words, name_of, slot_of
from evidencelab.traces.judges.weighing import are_of_kind
from evidencelab.traces.values.rates import is_pace
from evidencelab.traces.values.units import agree
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.clauses import clause_around
from evidencelab.traces.wording.words import near_words

_FEW_HOLDERS = 6
"""Places up to which a value, a name or a word points to the record it stands in."""
_FEW_LINES = 2
_FEW_FRONTED = 40
_LIKELY = 2.0
"""How telling the words must be that a line shares with a statement, to be what it is about."""
_NEARBY = 8
"""Lines within which a record that is written over several lines goes on."""
_SHORT = 2
"""Significant digits up to which a number says too little by itself to be missed."""
_TINY = 1e-9
_FAR = 12.0
"""A number that is so many times another was not misread for it."""
_SPACED = re.compile(r"\d \d")
"""Two cells that are read as one number as well."""
_FOLLOWS = re.compile(r"[;；]|,?\s(?:so|but|because|therefore|while|whereas)\s|[，,](?:所以|因此|但|而|故)")
_PART_OF_NAME = re.compile(r"^\d+-[A-Za-z]")
"""A number joined to a word names something: a 50-day average, a 3-node cluster."""
_EVERYWHERE = ("time", "months", "percent", "money", "times", "letter")
_ALL = 100.0
_SHARE_FIELD = re.compile(r"%|pct|percent|rate|share|ratio|util|usage|load|[率比]", re.IGNORECASE)
_WITH_UNIT = ("bytes", "times", "cores", "letter", "percent")


class Found(NamedTuple):
    """The number that stands there, and whether a word, not just its kind, says that it is the one."""

    held: Held
    is_named: bool


class Slots:
    """Looks for the numbers of one pool that stand where a statement puts another."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    def find(self, token: ValueToken, setting: Setting) -> Found | None:
        """Give the only other number that the records named hold under the number's field."""
        text = setting.statement.text
        if is_pace(text, token.start, token.end if token.unit is None else token.start):
            return None
        if _PART_OF_NAME.search(text[token.start : token.end + 2]):
            return None
        slot = slot_of(token, setting.statement)
        said = [t for t in setting.tokens if t is not token and t.kind == "number"]
        is_worked_out = any(are_of_kind(token, t) and not self._stands(t) for t in said)
        for places in self._records(token, slot, setting):
            untold = self._untold(places, said)
            left = [held for held in untold if _fits(token, held.token) and _may_be_share(token, held)]
            found = _under_field(token, slot, left, len(untold))
            if found is not None and (found.is_named or not is_worked_out):
                return found
            if (len(places) <= _FEW_LINES or _are_together(places)) and (slot.key or slot.front):
                found = self._nearby(places, token, slot, said)
                if found is not None:
                    return found
        return None

    def _stands(self, token: ValueToken) -> bool:
        size, half = abs(token.number or 0.0), 0.5 * token.step
        if self.pool.numbers_between(size - half, size + half):
            return True
        unit = token.unit
        if unit is None:
            return False
        return bool(
            self.pool.numbers_between((size - half) * unit.size, (size + half) * unit.size, unit.dimension)
        )

    def _untold(self, places: Sequence[Place], said: Sequence[ValueToken]) -> list[Held]:
        """Give the numbers of some places that the statement does not give."""
        return [
            held
            for place in places
            for held in self.pool.by_place.get(place.number, ())
            if held.token.kind == "number"
            and not _SPACED.search(held.token.text)
            and not any(_is_told(held.token, t) for t in said)
        ]

    def _nearby(
        self, places: Sequence[Place], token: ValueToken, slot: Slot, said: Sequence[ValueToken]
    ) -> Found | None:
        """Try the lines around a record, the nearest first, for a number under the same word."""
        words = slot.key | slot.front
        for distance in range(1, _NEARBY + 1):
            beside = [
                self.pool.places[number]
                for place in places
                for number in (place.number - distance, place.number + distance)
                if 0 <= number < len(self.pool.places)
                and self.pool.places[number].invocation == place.invocation
            ]
            left = [h for h in self._untold(beside, said) if _fits(token, h.token) and self._is_field(h)]
            named = [h for h in left if words & (h.label | front_of(h))]
            if named:
                return Found(named[0], is_named=True) if _is_one(named) else None
        return None

    def _is_field(self, held: Held) -> bool:
        """Tell whether a number has a line to itself, so that its neighbours are of the same record."""
        beside = self.pool.by_place.get(held.place, ())
        return not held.title and sum(h.token.kind == "number" for h in beside) <= _FEW_LINES

    def _records(self, token: ValueToken, slot: Slot, setting: Setting) -> Iterator[list[Place]]:
        """Give groups of places, the one that most of the statement's values point to first."""
        points: dict[int, int] = defaultdict(int)
        text = setting.statement.text
        clause = clause_around(text, token.start, token.end, _FOLLOWS) if token.digits <= _SHORT else None
        for other in setting.tokens:
            if other is not token and (clause is None or clause[0] <= other.start < clause[1]):
                for number in self._holders(other):
                    points[number] += 2 if other.kind == "name" else 1
        for word in (slot.head | setting.anchors) - slot.key:
            found = self.pool.places_with(word)
            if 0 < len(found) <= _FEW_HOLDERS:
                for number in found:
                    points[number] += 1
        if points:
            best = max(points.values())
            yield [self.pool.places[number] for number, n in sorted(points.items()) if n == best]
        for word in slot.key | slot.head:
            found = self.pool.places_with(word)
            if 0 < len(found) <= _FEW_LINES:
                yield [self.pool.places[number] for number in found]
        fronted = [
            self.pool.places[number]
            for word in slot.front
            for number in self.pool.places_with(word)[:_FEW_FRONTED]
            if any(word in front_of(held) for held in self.pool.by_place.get(number, ()))
        ]
        if fronted:
            yield fronted
        only = self._only_of_kind(token)
        if only is not None:
            yield [only.line]
        ranked = setting.ranking.best(_FEW_LINES)
        if ranked and ranked[0][0] >= _LIKELY:
            least = ranked[0][0] - _TINY
            near = near_words(setting.statement.text, token.start, token.end)
            yield [
                place
                for share, place in ranked
                if share >= least
                and (
                    setting.anchors & (place.words | place.context)
                    or any(near & held.keys for held in self.pool.by_place.get(place.number, ()))
                )
            ]

    def _only_of_kind(self, token: ValueToken) -> Held | None:
        """Give the only measure of its kind in all that was read; of kinds that are everywhere, none."""
        if token.unit is None or token.unit.dimension in _EVERYWHERE:
            return None
        held = self.pool.numbers_between(0.0, float("inf"), token.unit.dimension)
        return held[0] if held and _is_one(held) else None

    def _holders(self, other: ValueToken) -> set[int]:
        """Give the few places that hold a value; of one that many hold, none."""
        held: Iterable[Held]
        if other.kind == "name":
            held = self.pool.names.get(other.folded, ())
        elif other.kind == "moment":
            held = self.pool.moments_like(other.moment) if other.moment else ()
        elif other.digits < 2 and other.unit is None:
            return set()
        else:
            size = abs(other.number or 0.0)
            held = self.pool.numbers_between(size * (1 - _TINY), size * (1 + _TINY))
        places = {h.place for h in held}
        return places if len(places) <= _FEW_HOLDERS else set()


def _are_together(places: Sequence[Place]) -> bool:
    """Tell whether some lines are of one call and so near one another that they are of one record."""
    numbers = [place.number for place in places]
    return len({place.invocation for place in places}) == 1 and max(numbers) - min(numbers) <= _NEARBY


def _under_field(token: ValueToken, slot: Slot, left: Sequence[Held], n_untold: int) -> Found | None:
    """Give the one number among those left that stands under the word, the column or the unit."""
    for named in (
        [h for h in left if slot.key & h.label and (token.unit is None or _has_field(h))],
        [h for h in left if slot.front and slot.front & (front_of(h) | front_words(name_of(h)))],
        [h for h in left if slot.lead and slot.lead & h.label and _has_field(h)],
        [h for h in left if slot.title and slot.title & (h.label | h.keys)],
        [h for h in left if slot.head and slot.head & h.label],
        [h for h in left if token.unit is None and slot.behind & h.label and h.token.unit is None],
    ):
        if named:
            return Found(named[0], is_named=True) if _is_one(named) else None
    if token.digits > _SHORT:
        return None
    if token.unit is not None and token.unit.dimension != "times":
        of_kind = [h for h in left if h.token.unit is not None]
        return Found(of_kind[0], is_named=False) if _is_one(of_kind) else None
    if len(left) == n_untold == 1 and (slot.title or slot.head) and left[0].token.step == token.step:
        return Found(left[0], is_named=False)
    return None


def _has_field(held: Held) -> bool:
    """Tell whether a number has a unit, or a field or column that says what it measures."""
    return held.token.unit is not None or bool(name_of(held))


def _is_one(held: Sequence[Held]) -> bool:
    """Tell whether some numbers are all of one size."""
    return len({(abs(h.token.number or 0.0), h.token.unit) for h in held}) == 1


def _fits(token: ValueToken, held: ValueToken) -> bool:
    """Tell whether a number of the evidence may stand in the statement's place, and is another."""
    if held.kind != "number" or not _are_near(token, held):
        return False
    if token.unit is None:
        is_spelled = any(character.isalpha() for character in held.text)
        is_count = held.unit is None or held.unit.dimension == "times" or not (is_spelled or "%" in held.text)
        return not is_same(token, held) and is_count
    if held.unit is None:
        is_share = (
            token.unit.dimension == "percent"
            and abs(held.number or 0.0) <= _ALL
            and (token.step >= 1) == (held.step >= 1)
        )
        is_count = token.unit.dimension == "times" and held.step >= 1
        return not is_same(token, held) and (is_share or is_count or token.unit.dimension not in _WITH_UNIT)
    if token.unit.dimension != held.unit.dimension:
        return agree(token.unit, held.unit) and not is_same(token, held)
    if is_same(token, held):
        return not agree(token.unit, held.unit)
    return abs((token.number or 0.0) * token.unit.size) != abs((held.number or 0.0) * held.unit.size)


def _are_near(token: ValueToken, held: ValueToken) -> bool:
    """Tell whether one number could be misread for the other: not if it is many times as large."""
    said, has = abs(token.number or 0.0), abs(held.number or 0.0)
    if token.unit is not None and held.unit is not None and token.unit.dimension == held.unit.dimension:
        said, has = said * token.unit.size, has * held.unit.size
    low, high = sorted((said, has))
    return low == 0.0 or high <= _FAR * low or is_same(token, held)


def _may_be_share(token: ValueToken, held: Held) -> bool:
    """Tell whether a bare number may be the percentage that the statement gives: its field must say so."""
    if token.unit is None or token.unit.dimension != "percent" or held.token.unit is not None:
        return True
    return _SHARE_FIELD.search(f"{held.title} {field_of(held.line.text, held.token.start)}") is not None


def _is_told(held: ValueToken, said: ValueToken) -> bool:
    """Tell whether a number of the evidence is given by another one of the statement, rounded perhaps."""
    if is_same(held, said) and agree(held.unit, said.unit):
        return True
    one, other = abs(held.number or 0.0), abs(said.number or 0.0)
    if held.unit is not None and said.unit is not None and held.unit.dimension == said.unit.dimension:
        one *= held.unit.size / said.unit.size
    return abs(one - other) <= 0.5 * said.step + _TINY
