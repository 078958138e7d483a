"""The times that a statement works out: of what it names, then looked for widely.

Between moments: of neighbouring rows, of one record, of a field, and since a day that it tells. Of a stock:
how long it lasts at the pace that stands beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from itertools import pairwise

from evidencelab.traces.arithmetic.two_operands import Result
from evidencelab.traces.evidence.places import Held, Place
from evidencelab.traces.evidence.pointers import places_holding
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.ranking import Ranking
from evidencelab.traces.evidence.setting import Setting, Sources, places_about
from evidencelab.traces.evidence.zones import epoch_of
from evidencelab.traces.values.moments import Moment
from evidencelab.traces.wording.words import near_words
from evidencelab.traces.workings.lapses import gaps

_NATURAL = 0.02
"""By how much less likely an accident is what the pace in a record makes of its stock."""
_MOST_HOLDERS, _FEW_HOLDERS = 12, 2
_SINCE = re.compile(
    r"\b(?:after|before|since|from|following|until)\s+(?:the\s+)?([a-z][\w -]{2,30})", re.IGNORECASE
)
_PACES = (
    (3600.0, re.compile(r"hourly|(?:per|(?<![a-z])an)[_ ]?hour|/ ?h(?:our)?\b|每小时", re.IGNORECASE)),
    (86400.0, re.compile(r"daily|(?:per|(?<![a-z])a)[_ ]?day|/ ?d(?:ay)?\b|每[日天]|日均", re.IGNORECASE)),
    (604800.0, re.compile(r"weekly|(?:per|(?<![a-z])a)[_ ]?week|/ ?w(?:ee)?k\b|每周|周均", re.IGNORECASE)),
)
"""Seconds in a period, and how the name of a field says that it is so much per that period."""


class NamedTimes:
    """Looks for moments in one pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self._lasting = lru_cache(maxsize=1)(self._lasting_of)

    def between_rows(self, setting: Setting, records: Sequence[Place]) -> Iterator[Result]:
        """Give the time between the moments of neighbouring rows that the statement is about."""
        seen: set[tuple[int, int]] = set()
        for place in (*records, *places_about(self.pool, setting, 3)[:3]):
            rows = self.pool.around(place, 1)
            for one, other in pairwise(rows):
                if (one.number, other.number) in seen:
                    continue
                seen.add((one.number, other.number))
                first, second = (self._moments(row)[:3] for row in (one, other))
                for pair in ((a, b) for a in first for b in second):
                    for gap in gaps(pair)[:1]:
                        yield Result(gap, "difference of the times of two neighbouring rows")

    def since(self, setting: Setting) -> Iterator[Result]:
        """Give the days from a date of what is named behind `after` or `before` to a date told beside."""
        beside = [t.moment for t in (*setting.tokens, *setting.near[:8]) if t.moment and t.moment.day]
        for found in _SINCE.finditer(setting.statement.text) if beside else ():
            named = [
                w for w in near_words(found[1], 0, 0) if 0 < len(self.pool.places_with(w)) <= _MOST_HOLDERS
            ]
            numbers = dict.fromkeys(n for word in named for n in self.pool.places_with(word))
            there = [m for n in list(numbers)[:4] for m in self._moments(self.pool.places[n])[:2] if m.day]
            for one in there:
                for other in beside[:3]:
                    same = one._replace(hour=None, year=other.year and one.year)
                    for gap in gaps((same, other._replace(hour=None)))[:1]:
                        yield Result(gap, f"days from {found[1].strip()}")

    def stocks_last(self, setting: Setting) -> Iterator[Result]:
        """Give how long a named record's numbers last at the pace of another: `in_stock`, `used_a_day`."""
        return iter(self._lasting(setting.ranking))

    def _lasting_of(self, ranking: Ranking) -> Sequence[Result]:
        found: list[Result] = []
        holders = (self.pool.places_with(word) for word in ranking.rare(_FEW_HOLDERS))
        for number in dict.fromkeys(n for few in holders for n in few):
            fields = [h for h in self.pool.by_place.get(number, ()) if h.token.number is not None]
            for pace in fields[:_MOST_HOLDERS]:
                name = pace.field
                period = next((seconds for seconds, said in _PACES if said.search(name)), None)
                if period is None or not pace.token.number:
                    continue
                for stock in fields[:_MOST_HOLDERS]:
                    if stock is not pace and stock.token.unit == pace.token.unit and stock.token.number:
                        lasts = stock.token.number / pace.token.number * period
                        said = f"{stock.token.text.strip()} at {pace.token.text.strip()} {name}"
                        found.append(Result(lasts, said, weight=_NATURAL))
        return found

    def _moments(self, place: Place) -> list[Moment]:
        return [h.token.moment for h in self.pool.by_place.get(place.number, ()) if h.token.moment]


def times_since(sources: Sources, setting: Setting) -> Iterator[Result]:
    """Give the time from the statement's own moments, or its places', to what was given as now."""
    now = [held.token.moment for held in sources.given.moments[:2]]
    places = places_about(sources.pool, setting, 2)[:3]
    there = [h.token.moment for p in places for h in sources.pool.by_place.get(p.number, ())]
    then = [t.moment for t in setting.tokens][:3] + there[:6]
    pairs = ((a, b) for a in now for b in then if a is not None and b is not None)
    return (Result(gap, "the time until now") for pair in pairs for gap in gaps(pair)[:2])


def times_between(pool: Pool, setting: Setting) -> Iterator[Iterator[Result]]:
    """Give the time between moments: of the statement, of one record, of neighbours, of one field."""
    said = (*setting.tokens, *setting.near)
    moments = [moment for t in said if (moment := t.moment)][:8]
    yield (Result(gap, "difference of two times beside it") for gap in gaps(moments))
    places = [*places_holding(pool, setting), *places_about(pool, setting, 6)][:10]
    fields: dict[str, list[float]] = {}
    for place in places:
        held = pool.by_place.get(place.number, ())
        times = [(h, seconds) for h in held if (seconds := _seconds(h)) is not None][:6]
        for h, seconds in times:
            fields.setdefault(h.column, []).append(seconds)
        own = [seconds for _, seconds in times]
        yield (Result(gap, "difference of two times there") for gap in _apart(own))
    every = list(dict.fromkeys(seconds for values in fields.values() for seconds in values))[:10]
    yield (Result(gap, "difference of two times there") for gap in _apart(every))
    for column, values in fields.items():
        near = sorted(values)[:12]
        steps = [b - a for a, b in pairwise(near)]
        yield (Result(gap, f"difference of two neighbours of {column}") for gap in steps)
        yield (Result(gap, f"difference of two values of {column}") for gap in _apart(near))


def _seconds(held: Held) -> float | None:
    """Give a moment with a day, or a Unix time, in seconds; None for any other value."""
    moment = held.token.moment
    if moment is None:
        return epoch_of(abs(held.token.number or 0.0)) if held.token.kind == "number" else None
    if moment.day is None or moment.month is None or moment.hour is None:
        return None
    try:
        at = datetime(
            moment.year or 2001, moment.month, moment.day, moment.hour % 24, moment.minute or 0, tzinfo=UTC
        )
    except ValueError:
        return None
    return at.timestamp() + (moment.second or 0) + moment.fraction


def _apart(seconds: Sequence[float]) -> list[float]:
    return [abs(a - b) for i, a in enumerate(seconds) for b in seconds[i + 1 :] if a != b]
