"""Numbers that were read, told for as many as are counted: `Price for 2 people: 340`, `$780 - $1260`.

A price is told of the record that the values beside it stand in, under its field's word. Of a range, both
ends are those of a range that was read, as many times over as there are days.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting
from evidencelab.traces.values.reader import value_tokens
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.each import Count, counts_of_things, rates_in
from evidencelab.traces.wording.stated_text import outline
from evidencelab.traces.wording.words import words_of

_RANGE = re.compile(r"[*_`]*\s?(?:[-–—~～]|to|and|至|到)\s?[*_`]*", re.IGNORECASE)
_FEW_HOLDERS, _MOST_BESIDE, _MOST_COUNTED, _MOST_HELD = 3, 12, 60, 12
_LONG_ENOUGH = 3
"""Digits from which a number beside points to a record."""
_LONGEST = 3000
"""Characters beyond which a text is no sentence, and counts nothing."""
_TINY = 1e-9
_UNMIXED = ("percent", "time", "months", "celsius", "temperature", "times")


class ToldProducts:
    """Looks in one pool for what a statement tells as many times over as it counts."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    def find(self, token: ValueToken, setting: Setting) -> str | None:
        """Say of which number that was read a number is told so many times over, if it is."""
        if token.number is None or (token.unit is not None and token.unit.dimension in _UNMIXED):
            return None
        own = [
            count
            for count in _counts_in(setting.statement.text)
            if count.value is None or count.value.token.start != token.start
        ]
        return self._of_record(token, own, setting) or self._of_range(token, own, setting)

    def _of_record(self, token: ValueToken, counts: list[Count], setting: Setting) -> str | None:
        """Try the record that the values beside it stand in, and of it the field whose word is told."""
        if not counts:
            return None
        said = words_of(setting.statement.text)
        for line in self._records(token, setting):
            for held in self.pool.by_place.get(line, ()):
                if held.token.kind != "number" or not said & held.label:
                    continue
                for count in counts:
                    if _is(token, (held.token.number or 0.0) * count.number) and _are_alike(token, held):
                        return f"{held.token.text.strip()} x {count.number:g}"
        return None

    def _records(self, token: ValueToken, setting: Setting) -> Iterator[int]:
        """Give the few lines that hold a value told beside, the nearest first."""
        beside = [t for t in (*setting.tokens, *setting.near) if t is not token][:_MOST_BESIDE]
        found: dict[int, None] = {}
        for other in beside:
            if other.kind == "moment" and other.moment is not None:
                held = self.pool.moments_like(other.moment)
            elif other.kind == "name":
                held = list(self.pool.names.get(other.folded, ()))
            elif other.digits >= _LONG_ENOUGH:
                held = self._holding(abs(other.number or 0.0))
            else:
                continue
            places = dict.fromkeys(h.place for h in held)
            if len(places) <= _FEW_HOLDERS:
                found.update(places)
        return iter(found)

    def _of_range(self, token: ValueToken, own: list[Count], setting: Setting) -> str | None:
        """Try a range that was read, both ends of it."""
        ends = _range_of(token, setting)
        if ends is None:
            return None
        counts = {count.number for count in own}
        for text in (*setting.statement.parents, *setting.statement.sections):
            counts |= {count.number for count in _counts_in(text)}
        low, high = ends
        for count in sorted(counts):
            for held in self._holding(abs(low.number or 0.0) / count):
                if not (_are_alike(token, held) and self._is_named(held, setting)):
                    continue
                for other in self.pool.by_place.get(held.place, ()):
                    between = held.line.text[held.token.end : other.token.start]
                    is_end = other.token.kind == "number" and _RANGE.fullmatch(between) is not None
                    if is_end and _is(high, (other.token.number or 0.0) * count):
                        return f"{count:g} x {held.token.text.strip()} - {other.token.text.strip()}"
        return None

    def _is_named(self, held: Held, setting: Setting) -> bool:
        """Tell whether a line has one of the names that the statement is about, if it is about any."""
        names = setting.anchors
        return not names or bool(names & (held.line.words | held.line.context))

    def _holding(self, size: float) -> list[Held]:
        return list(self.pool.numbers_between(size * (1 - _TINY), size * (1 + _TINY)))[:_MOST_HELD]


@lru_cache(maxsize=64)
def _counts_in(text: str) -> tuple[Count, ...]:
    """Give how many people, nights or things a text counts, two or more."""
    if len(text) > _LONGEST:
        return ()
    letters = outline(text, value_tokens(text))
    counts = counts_of_things(letters, rates_in(letters))
    return tuple(c for c in counts if 1 < c.number <= _MOST_COUNTED and not c.per)


def _range_of(token: ValueToken, setting: Setting) -> tuple[ValueToken, ValueToken] | None:
    """Give the two ends of the range that a number is one end of."""
    numbers = [t for t in setting.tokens if t.kind == "number"]
    for low, high in pairwise(numbers):
        between = setting.statement.text[low.end : high.start]
        is_range = low.unit == high.unit and 0 < abs(low.number or 0.0) < abs(high.number or 0.0)
        if token in (low, high) and is_range and _RANGE.fullmatch(between):
            return low, high
    return None


def _is(token: ValueToken, number: float) -> bool:
    size = abs(token.number or 0.0)
    return abs(size - abs(number)) <= _TINY * max(1.0, size)


def _are_alike(token: ValueToken, held: Held) -> bool:
    """Tell whether two numbers are of one unit, or one of them is bare."""
    return token.unit is None or held.token.unit is None or token.unit == held.token.unit
