"""Find a moment that is reached from another by a length of time: `created 09:01`, `resolve: 4h`, so 13:01.

How likely it is that some pair comes to it by accident is counted, from near to far.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import islice

from evidencelab.traces.arithmetic.accidents import PERHAPS, SELDOM
from evidencelab.traces.evidence.field_units import unit_of
from evidencelab.traces.evidence.places import Held, holds
from evidencelab.traces.evidence.pointers import places_holding
from evidencelab.traces.evidence.setting import Setting, Sources, Verdict, places_about
from evidencelab.traces.values.moments import Moment
from evidencelab.traces.values.value_token import ValueToken

_SECONDS, _DAYS = 3600.0, 20.0
"""Among how many moments, about, one that is told to the second or by its day is met."""
_EVENLY = ((60, 12.0), (30, 24.0), (15, 48.0), (5, 96.0), (1, 240.0))
"""The same for one to the minute, the fewer the rounder it is."""
_MOST, _NEAR_GROUPS = 40, 3
_DAY = 86400.0
_LONGEST = 400 * _DAY
_SOME_YEAR = 2001
_ROUND = 60.0
"""Among fewer, a time of day is so round that it is no matter of perhaps."""


class ReachedTimes:
    """Looks for moments that lie a length of time from others, in one set of sources."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.pool = sources.pool

    def find(self, token: ValueToken, wanted: Moment, setting: Setting) -> Verdict | None:
        """Find the moment and the length, said or read, that come to a moment; near ones first."""
        is_day = wanted.hour is None
        if is_day and (wanted.day is None or wanted.month is None):
            return None
        if not is_day and wanted.minute is None:
            return None
        among = _DAYS if is_day else _SECONDS if wanted.second is not None else _among(wanted.minute or 0)
        tried: set[Moment] = set()
        for moments, lengths in self._pairs(token, setting):
            met: str | None = None
            for start, length, sign in _both(moments, lengths):
                seconds = _size(length)
                if is_day and seconds < _DAY:
                    continue
                result = moved(start.moment, sign * seconds)
                if result is None:
                    continue
                tried.add(result)
                if met is None and comes_to(result, wanted):
                    said = "after" if sign > 0 else "before"
                    met = f"{length.text.strip()} {said} {start.text.strip()}"
            chance = len(tried) / among
            if chance > (SELDOM if among < _ROUND and not is_day else PERHAPS):
                return None
            if met is not None and chance <= SELDOM:
                return Verdict("derived", reason=met)
            if met is not None:
                return Verdict("not_checkable", reason=f"it may be {met}")
        return None

    def perhaps(self, token: ValueToken, wanted: Moment, setting: Setting) -> str | None:
        """Say which moment and length told or read beside a moment come to it, be it by accident."""
        for moments, lengths in islice(self._pairs(token, setting), _NEAR_GROUPS):
            for start, length, sign in _both(moments, lengths):
                result = moved(start.moment, sign * _size(length))
                if result is not None and comes_to(result, wanted):
                    return f"{length.text.strip()} from {start.text.strip()}"
        return None

    def _pairs(
        self, token: ValueToken, setting: Setting
    ) -> Iterator[tuple[Sequence[ValueToken], Sequence[ValueToken]]]:
        """Give groups of moments with groups of lengths, near to far."""
        own = [t for t in setting.tokens if t is not token]
        near = [t for t in setting.near[:12] if t is not token]
        places = list(
            dict.fromkeys((*places_holding(self.pool, setting), *places_about(self.pool, setting, 4)))
        )
        there = [h for place in places[:6] for h in self.pool.by_place.get(place.number, ())][:_MOST]
        here = [h.token for h in there]
        lengths = _lengths(there)
        said = [t for t in (*own, *near) if _is_length(t)]
        every = _lengths(self.pool.numbers[-10 * _MOST :])
        given = _lengths(self.sources.given.numbers[-_MOST:])
        yield _moments(own), [t for t in own if _is_length(t)]
        yield _moments(own), [*said, *lengths]
        yield _moments(here), [*said, *lengths]
        yield _moments((*own, *here)), [*every[:_MOST], *given]
        yield (
            _moments((*near, *(h.token for h in self.pool.moments[-_MOST:]))),
            [*said, *every[:_MOST], *given],
        )


def _among(minute: int) -> float:
    return next(many for even, many in _EVENLY if minute % even == 0)


def _both(
    moments: Iterable[ValueToken], lengths: Sequence[ValueToken]
) -> Iterator[tuple[ValueToken, ValueToken, int]]:
    return ((moment, length, sign) for moment in moments for length in lengths for sign in (1, -1))


def _moments(tokens: Iterable[ValueToken]) -> list[ValueToken]:
    """Give the tokens that are moments, each moment once."""
    return list({t.moment: t for t in tokens if t.moment is not None}.values())[:_MOST]


def _lengths(held: Iterable[Held]) -> list[ValueToken]:
    """Give the lengths of time among some numbers, in the unit that is written or that their field is in."""
    found: dict[float, ValueToken] = {}
    for h in held:
        if h.token.kind == "number":
            token = h.token if h.token.unit is not None else h.token._replace(unit=unit_of(h))
            if _is_length(token):
                found.setdefault(_size(token), token)
    return list(found.values())


def _is_length(token: ValueToken) -> bool:
    is_time = token.kind == "number" and token.unit is not None and token.unit.dimension == "time"
    return is_time and 1.0 <= _size(token) <= _LONGEST


def _size(token: ValueToken) -> float:
    return abs(token.number or 0.0) * (token.unit.size if token.unit is not None else 0.0)


def moved(moment: Moment | None, seconds: float) -> Moment | None:
    """Move a moment by some seconds, telling no more of it than was told; None for what cannot be moved."""
    if moment is None or (moment.hour is None and (moment.day is None or seconds % _DAY)):
        return None
    try:
        start = datetime(
            moment.year or _SOME_YEAR,
            moment.month or 1,
            moment.day or 1,
            moment.hour or 0,
            moment.minute or 0,
            moment.second or 0,
        )
        moved = start + timedelta(seconds=seconds)
    except (ValueError, OverflowError):
        return None
    year, month, day = (moved.year if moment.year else None), moved.month, moved.day
    dated = Moment(year, month, day) if moment.day is not None and moment.month is not None else Moment()
    if moment.hour is None:
        return dated
    return dated._replace(hour=moved.hour, minute=moved.minute, second=moved.second)


def comes_to(result: Moment, wanted: Moment) -> bool:
    """Tell whether a moment that was reached is the wanted one, seconds and a day nobody wrote left out."""
    if result.day is None and wanted.day is not None:
        return False
    said = result if wanted.year is None or result.year is not None else result._replace(year=wanted.year)
    return holds(said, wanted) if wanted.second is None or result.second is not None else False
