"""Find out whether a time is one of the evidence that was moved: by a length told with it, or by a time zone.

A time and a length of one record make another time: what was due, or will be. One time of a list that is off
by two hours is wrong; a whole list that is off by the same two hours was converted. Where the times beside it
stand as they were read, none was.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting, Verdict
from evidencelab.traces.evidence.sister_tables import unit_told
from evidencelab.traces.values.moments import Moment
from evidencelab.traces.values.units import Unit
from evidencelab.traces.values.value_token import ValueToken

_FEWEST = 3
"""Different times of a list that must be off by one and the same step."""
_MOST, _FEW_PLACES = 24, 4
_STEPS = tuple(30 * half for half in range(-28, 29) if half)
_MOST_OFF = 0.75
"""Share of a list's times that must fit the step."""
_AS_READ = 0.75
"""Share of the times beside one that stand as they are, from which the list was not converted."""


class Shifts:
    """Looks for lists of converted times against one pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    def find(self, wanted: Moment, setting: Setting) -> Verdict | None:
        """Say from what a time was converted, where most times beside it were converted alike."""
        beside = {m[:6]: m for m in _clocks(setting, wanted)}
        times = list(beside.values())[:_MOST]
        if len(times) < _FEWEST:
            return None
        n_as_read = sum(bool(self.pool.moments_like(_clock(moment))) for moment in times[1:])
        if n_as_read >= _AS_READ * (len(times) - 1):
            return None
        for step in _STEPS:
            held = self._moved(wanted, step)
            if held is None:
                continue
            met = sum(self._moved(moment, step) is not None for moment in times)
            if met >= _FEWEST and met >= _MOST_OFF * len(times):
                reason = f"{held.token.text.strip()} moved by {step / 60:+g} h, like the times beside it"
                return Verdict("derived", held, held.line, reason)
        return None

    def by_length(self, wanted: Moment, setting: Setting) -> Verdict | None:
        """Say which time of a record lies a length away that the record, or the statement, gives."""
        if wanted.hour is None or wanted.minute is None:
            return None
        told = [size for t in setting.tokens if (size := _minutes_long(t, t.unit)) is not None]
        for place in dict.fromkeys(p for _, p in self.pool.best_places(setting.words, _FEW_PLACES)):
            if setting.anchors and not setting.anchors & (place.words | place.context):
                continue
            held = self.pool.by_place.get(place.number, ())[:_MOST]
            sizes = [size for h in held if (size := _minutes_long(h.token, unit_told(h))) is not None]
            for start in held:
                for size in dict.fromkeys((*told, *sizes)):
                    if any(_lies(start.token.moment, wanted, way * size) for way in (1, -1)):
                        reason = f"{size:g} minutes from {start.token.text.strip()}"
                        return Verdict("derived", start, start.line, reason)
        return None

    def _moved(self, moment: Moment, step: int) -> Held | None:
        """Give the time of the evidence that lies so many minutes before one."""
        minutes = 60 * (moment.hour or 0) + (moment.minute or 0) - step
        day = _clock(moment)._replace(hour=minutes // 60 % 24, minute=minutes % 60)
        found = self.pool.moments_like(day)
        return found[0] if found else None


def _minutes_long(token: ValueToken, unit: Unit | None) -> float | None:
    """Give how many minutes a length of time has, if it is one of so many."""
    if token.kind != "number" or unit is None or unit.dimension != "time":
        return None
    minutes = abs(token.number or 0.0) * unit.size / 60.0
    return minutes if minutes >= 1.0 and minutes == int(minutes) else None


def _lies(start: Moment | None, wanted: Moment, minutes: float) -> bool:
    """Tell whether a moment lies so many minutes after another, on the very day if one is told."""
    if start is None or start.hour is None or start.minute is None:
        return False
    has_day = None not in (start.month, start.day)
    try:
        begin = datetime(start.year or 2000, start.month or 1, start.day or 1, start.hour, start.minute)
        there = begin + timedelta(minutes=minutes)
    except (ValueError, OverflowError):
        return False
    is_day = wanted.day is None or (has_day and (there.month, there.day) == (wanted.month, wanted.day))
    return is_day and (there.hour, there.minute) == (wanted.hour, wanted.minute)


def _clock(moment: Moment) -> Moment:
    """Give the time of day of a moment, without its date."""
    return moment._replace(year=None, month=None, day=None)


def _clocks(setting: Setting, wanted: Moment) -> Iterator[Moment]:
    """Give the times of day of a statement and of its list that are told to the minute."""
    yield wanted
    for token in (*setting.tokens, *setting.near):
        if token.moment is not None and token.moment.hour is not None and token.moment.minute is not None:
            yield token.moment
