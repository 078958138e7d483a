"""Lengths told in the form of a clock where two times are compared: `survived by 1:49`, `2:46 behind`.

The two times are told beside the length, stand in the records that are named, or are the first or last of
their column. It must not look at lengths of which nothing says that they compare.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pointers import places_beside, places_under_head
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting
from evidencelab.traces.values.moments import Moment
from evidencelab.traces.values.value_token import ValueToken

_COMPARING_BEFORE = re.compile(
    r"(?:\b(?:by|lost|gained|dropped)|\b(?:gap|margin|lead|difference|deficit|split)\b[^.;\n]{0,48}\b(?:was|is|of))"
    r"\s[*_`]*(?:only\s|just\s)?$|(?:[快慢差]|领先|落后|相差|差距|拉开|多用|少用)[了为是有]?\s?[*_`]*$",
    re.IGNORECASE,
)
_COMPARING_BEHIND = re.compile(
    r"[*_`]*\s(?:behind|ahead|faster|slower|quicker|clear|adrift|off the|longer|shorter|in front|inside"
    r"|outside)\b"
    r"|[*_`]*\s?的?(?:优势|差距|领先)",
    re.IGNORECASE,
)
_OF_HALVES = re.compile(
    r"\b(?:half|halves|split|slow\w*|fad(?:e|ed|ing)|faster)\b|半程|后半|前半|掉速", re.IGNORECASE
)
_MOST, _FEW, _MOST_READ = 14, 4, 4000
_MINUTE = 60


class ClockGaps:
    """Looks for what lies between times of one pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    def find(self, token: ValueToken, wanted: Moment, setting: Setting) -> str | None:
        """Say between which two times a length in the form of a clock lies, if its words compare."""
        text = setting.statement.text
        if wanted.hour is None or wanted.minute is None or wanted.day is not None or wanted.half_day:
            return None
        is_comparing = _COMPARING_BEHIND.match(text, token.end) or _COMPARING_BEFORE.search(
            text[: token.start]
        )
        if not is_comparing:
            return None
        minutes = _MINUTE * wanted.hour + wanted.minute
        apart = minutes if wanted.second is None else _MINUTE * minutes + wanted.second
        places = sorted(
            places_beside(self.pool, token, setting) | places_under_head(self.pool, token, setting)
        )
        places += [place.number for _, place in setting.ranking.best(2)]
        times = list(dict.fromkeys(self._times(token, setting, places)))[:_MOST]
        for one in times:
            for other in times:
                if other[0] - one[0] == apart:
                    return f"what lies between {one[1]} and {other[1]}"
        told = {
            at for other in setting.tokens if other is not token and (at := _of(other.moment)) is not None
        }
        return self._between_halves(apart, places, told) if _OF_HALVES.search(text) else None

    def _between_halves(self, apart: int, places: list[int], told: set[int]) -> str | None:
        """Say that the second half of a record, which has all times told, is so much longer or shorter."""
        for place in dict.fromkeys(places):
            clocks = [at for held in self.pool.by_place.get(place, ()) if (at := _seconds(held)) is not None]
            if len(clocks) == 2 and told <= set(clocks) and abs(max(clocks) - 2 * min(clocks)) == apart:
                return "what lies between the two halves of a time"
        return None

    def _times(self, token: ValueToken, setting: Setting, places: list[int]) -> Iterator[tuple[int, str]]:
        """Give the times that may be compared, in seconds and as written, the likeliest first."""
        for other in (*setting.tokens, *setting.near[:_FEW]):
            at = None if other is token else _of(other.moment)
            if at is not None:
                yield at, other.text.strip()
        held = [held for place in dict.fromkeys(places) for held in self.pool.by_place.get(place, ())]
        for one in (*held, *self._extremes):
            seconds = _seconds(one)
            if seconds is not None:
                yield seconds, one.token.text.strip()

    @cached_property
    def _extremes(self) -> list[Held]:
        """The first and the last time of each column."""
        columns: dict[str, list[Held]] = {}
        for held in self.pool.moments[-_MOST_READ:]:
            if _seconds(held) is not None:
                columns.setdefault(held.column, []).append(held)
        found = [sorted(column, key=lambda held: _seconds(held) or 0) for column in columns.values()]
        return [held for column in found if len(column) > 1 for held in (column[0], column[-1])]


def _seconds(held: Held) -> int | None:
    return _of(held.token.moment)


def _of(moment: Moment | None) -> int | None:
    """Give a time that is told to the second, or None."""
    if moment is None or moment.hour is None or moment.second is None or moment.day is not None:
        return None
    return _MINUTE * (_MINUTE * moment.hour + (moment.minute or 0)) + moment.second
