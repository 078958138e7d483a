"""Find a moment that the evidence holds in another form: as an hour, a schedule, a duration, a Unix time.

A moment may also be pieced together from two places, moved to a zone that is spoken of, or follow from the
times beside it. Whether the evidence has another moment in its place is for the judge to say.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from evidencelab.traces.evidence.field_units import unit_of
from evidencelab.traces.evidence.layout import field_of
from evidencelab.traces.evidence.places import Held, holds
from evidencelab.traces.evidence.pointers import places_beside
from evidencelab.traces.evidence.setting import Setting, Sources, Verdict, altered, sound
from evidencelab.traces.evidence.zones import epoch_is, is_moved, zone_behind, zones_spoken_of
from evidencelab.traces.findings import FindingClass
from evidencelab.traces.judges.name_judge import at_boundary
from evidencelab.traces.values.moments import Moment
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.clock_words import tells_length, told_as_clock

_FEW_ZONES = 8
_ALMOST_ONE = 0.999
_HOURS = re.compile(r"hour|hr|time|clock|\bh\b|时|点", re.IGNORECASE)
_LONGEST_SERIES, _FEWEST_STEPS = 500, 3
_FEWER = 8
"""Moments of which the pairs of one day are tried wherever they stand."""
_COMPARES = re.compile(
    r"\b(?:time|gap|interval|break|minutes|hours) (?:(?:[a-z]+ )?ha(?:s|ve|d) )?"
    r"(?:between|from|until|till|before)\b|\bdifference\b"
    r"|\bduration\b"
    r"|\b(?:time|hours|minutes) (?:left|remaining|to spare|available)\b|\bhow (?:long|much time)\b|\bapart\b"
    r"|\b(?:takes?|took|lasts?|lasted)\b|\byou have\b[^.;\n]{0,30}\b(?:before|until|to get|to go)\b"
    r"|相差|间隔|时长|历时|还有|还剩|空档|空闲时间|距离?[^，。]{0,20}[有还]",
    re.IGNORECASE,
)
"""Tells that a clock is what lies between two times."""
_FEW_CLOCKS = 16
"""Times of which few pairs lie apart by any length, told to the second, by accident."""


class ClockForms:
    """Looks for the other forms of moments in one set of sources."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.pool = sources.pool

    def full_hour(self, wanted: Moment) -> Verdict | None:
        """Take a full hour from a count by the hour, which writes it as `08`."""
        if wanted.hour is None or wanted.minute != 0 or wanted.second is not None or wanted.day is not None:
            return None
        if wanted.half_day:
            return None
        held = self.pool.number_written(f"{wanted.hour:02d}")
        if held is None or held.token.unit is not None or not _is_hour(held):
            return None
        return Verdict("derived", held, self.pool.places[held.place], f"{held.token.text.strip()} as an hour")

    def of_schedule(self, wanted: Moment) -> Verdict | None:
        """Take `01:15` from a schedule that crontab writes as `15 1 * * *`."""
        if wanted.hour is None or wanted.minute is None or wanted.day is not None:
            return None
        at = at_boundary(self.pool.folded, f"{wanted.minute} {wanted.hour} * * ")
        return (
            None if at is None else Verdict("derived", None, self.pool.place_at(at), "the time of a schedule")
        )

    def as_duration(self, token: ValueToken, wanted: Moment, setting: Setting) -> Verdict | None:
        """Take `5:03` as minutes and seconds, where some place has so many seconds.

        A number that has no unit is one of seconds only for who speaks of a length.
        """
        if wanted.hour is None or wanted.minute is None or wanted.second is not None or wanted.half_day:
            return None
        if wanted.day is not None or re.search(r"[A-Za-z]", token.text):
            return None
        seconds, statement = wanted.hour * 60.0 + wanted.minute, setting.statement
        if not seconds or told_as_clock(token, setting.tokens, statement.text):
            return None
        is_length = tells_length(" ".join((statement.text, *statement.parents, *statement.sections[-1:])))
        for held in self.pool.moments_like(Moment(hour=0, minute=wanted.hour, second=wanted.minute)):
            if held.token.moment is not None and held.token.moment.day is None:
                return Verdict(
                    "derived", held, self.pool.places[held.place], f"{held.token.text} as minutes and seconds"
                )
        for held in self.pool.numbers_between(seconds - _ALMOST_ONE, seconds + _ALMOST_ONE):
            unit = held.token.unit or unit_of(held)
            if (unit is None and is_length) or (unit is not None and unit.name == "s"):
                return Verdict(
                    "derived",
                    held,
                    self.pool.places[held.place],
                    f"{held.token.text.strip()} as minutes and seconds",
                )
        return None

    def between(self, token: ValueToken, wanted: Moment, setting: Setting) -> Verdict | None:
        """Take `3:01` as what lies between two such times: beside it, or of all if few were read."""
        if wanted.hour is None or wanted.minute is None or wanted.half_day or wanted.day is not None:
            return None
        if told_as_clock(token, setting.tokens, setting.statement.text):
            return None
        places = [place for _, place in setting.ranking.best(2)]
        held = [h.token for place in places for h in self.pool.by_place.get(place.number, ())]
        beside = [t for t in (*setting.tokens, *setting.near[:12], *held[:24]) if t is not token]
        clocks = [t.moment for t in beside if t.moment is not None and t.moment.day is None]
        times = sorted({clock for moment in clocks if (clock := _minutes(moment)) is not None})[:12]
        if any(b - a == _minutes(wanted) for a in times for b in times):
            return Verdict("derived", reason="difference of two times beside it")
        if _COMPARES.search(setting.statement.text):
            moments = [m for m in (*(t.moment for t in beside), *self._few) if m is not None and m.day]
            if any(_are_apart(a, b, wanted) for a in moments for b in moments):
                return Verdict("derived", reason="difference of two times of one day beside it")
        read = {h.token.moment for h in self.pool.moments[-_FEW_CLOCKS - 1 :] if h.token.moment is not None}
        clocks += [m for m in read if m.day is None] if len(self.pool.moments) <= _FEW_CLOCKS else []
        if _lie_apart(list(dict.fromkeys(clocks))[:_FEW_CLOCKS], wanted):
            return Verdict("derived", reason="what lies between two times to the second")
        return None

    @cached_property
    def _few(self) -> frozenset[Moment]:
        """The times that were read, if they are few; what was read again counts once."""
        read = frozenset(h.token.moment for h in self.pool.moments if h.token.moment is not None)
        return read if len(read) <= _FEWER else frozenset()

    def pieced(self, token: ValueToken, wanted: Moment, setting: Setting) -> Verdict | None:
        """Take a date and a time from two places, unless the line told of has another time of that day."""
        if wanted.day is None or wanted.hour is None:
            return None
        day = wanted._replace(hour=None, minute=None, second=None)
        clock = Moment(hour=wanted.hour, minute=wanted.minute, second=wanted.second)
        given = self.sources.given
        if not (
            self.pool.moments_like(day) or given.moments_like(day) or self.sources.arguments.moments_like(day)
        ):
            return None
        clocks = self.pool.moments_like(clock)
        if clocks and self._is_of_other_days(clocks, day):
            return altered(self.pool, clocks[0])
        other = self._other_of_line(token, wanted, setting, clocks)
        if other is not None:
            return altered(self.pool, other)
        if clocks:
            return sound(self.pool, clocks[0], "its date and its time stand apart")
        if given.moments_like(clock) or self.sources.arguments.moments_like(clock):
            return Verdict("given", reason="its date and its time were given apart")
        return None

    def _other_of_line(
        self, token: ValueToken, wanted: Moment, setting: Setting, clocks: Sequence[Held]
    ) -> Held | None:
        """Find the time that a day is written with on the lines that hold other values of the statement."""
        places = places_beside(self.pool, token, setting)
        if wanted.second is None or any(held.place in places for held in clocks):
            return None
        day = wanted._replace(hour=None, minute=None, second=None)
        beside = [held for place in sorted(places) for held in self.pool.by_place.get(place, ())]
        dated = {
            held.token.moment: held
            for held in beside
            if held.token.moment is not None
            and held.token.moment.second is not None
            and holds(held.token.moment, day)
        }
        return next(iter(dated.values())) if len(dated) == 1 else None

    def _is_of_other_days(self, clocks: Sequence[Held], day: Moment) -> bool:
        """Tell whether a time of day was read with a date each time, and never with this one."""
        dated = [held.token.moment for held in clocks if held.token.moment and held.token.moment.day]
        return len(dated) == len(clocks) and not any(holds(moment, day) for moment in dated)

    def in_zone(self, token: ValueToken, wanted: Moment, setting: Setting) -> Verdict | None:
        """Take a time that a place gives in one zone and the statement in another that is spoken of."""
        if wanted.minute is None and (wanted.hour is not None or wanted.day is None):
            return None
        offsets = zone_behind(setting.statement.text[token.end :]) or self._offsets(setting)
        if not offsets:
            return None
        is_utc = "utc" in self.pool.folded or "gmt" in self.pool.folded
        for pool in (self.pool, self.sources.given):
            for held in pool.moments:
                if is_moved(held, wanted, offsets, only_zoned=len(offsets) > _FEW_ZONES or not is_utc):
                    finding: FindingClass = "derived" if pool is self.pool else "given"
                    kept = held if pool is self.pool else None
                    place = self.pool.places[held.place] if kept else None
                    return Verdict(finding, kept, place, f"{held.token.text.strip()} in another time zone")
        return None

    def _offsets(self, setting: Setting) -> tuple[float, ...]:
        said = " ".join(
            (setting.statement.text, *setting.statement.parents, *setting.statement.sections[-1:])
        )
        return zones_spoken_of(said, self.sources.given.folded[-4000:])

    def to_the_minute(self, wanted: Moment) -> Verdict | None:
        """Take a time that rounds up to the minute: `00:20` for `00:19:51`."""
        if wanted.hour is None or wanted.minute is None or wanted.second is not None:
            return None
        minutes = wanted.hour * 60 + wanted.minute - 1
        before = wanted._replace(hour=minutes // 60 % 24, minute=minutes % 60)
        for held in self.pool.moments_like(before):
            if held.token.moment is not None and (held.token.moment.second or 0) >= 30:
                return Verdict("derived", held, held.line, f"{held.token.text.strip()} to the minute")
        return None

    def ends_interval(self, wanted: Moment) -> Verdict | None:
        """Take the end of the last interval of a series by its beginning and its even steps."""
        minutes = _minutes(wanted)
        if minutes is None or wanted.day is not None or wanted.second is not None:
            return None
        series: dict[str, list[tuple[int, Held]]] = {}
        for held in self.pool.moments[-_LONGEST_SERIES:]:
            at = _minutes(held.token.moment) if held.token.moment is not None else None
            if at is not None:
                series.setdefault(held.column, []).append((at, held))
        for steps in series.values():
            gaps = [b[0] - a[0] for a, b in pairwise(steps)]
            if len(gaps) >= _FEWEST_STEPS and len(set(gaps)) == 1 and gaps[0] > 0:
                last, held = steps[-1]
                if last + gaps[0] == minutes:
                    return Verdict(
                        "derived", held, held.line, f"the end of what begins {held.token.text.strip()}"
                    )
        return None

    def epoch(self, wanted: Moment, setting: Setting) -> Held | None:
        """Find a Unix time, in seconds or milliseconds, that is the moment."""
        if wanted.day is None and wanted.minute is None:
            return None
        offsets = self._offsets(setting)
        offsets = offsets if len(offsets) <= _FEW_ZONES else ()
        for held in (*self.pool.numbers_between(9e8, 4.2e9), *self.pool.numbers_between(9e11, 4.2e12)):
            if epoch_is(abs(held.token.number or 0.0), wanted, offsets):
                return held
        return None


def _is_hour(held: Held) -> bool:
    """Tell whether a bare number opens its line, or stands under a word for hours."""
    text = held.line.text
    is_first = not text[: held.token.start].strip(" |\t")
    return is_first or _HOURS.search(held.title or field_of(text, held.token.start)) is not None


def _are_apart(one: Moment, other: Moment, wanted: Moment) -> bool:
    """Tell whether two times of one day lie so many hours and minutes apart."""
    first, last = _minutes(one), _minutes(other)
    if first is None or last is None or one[:3] != other[:3]:
        return False
    return last - first == _minutes(wanted)


def _minutes(moment: Moment) -> int | None:
    if moment.hour is None or moment.minute is None:
        return None
    return 60 * moment.hour + moment.minute


def _lie_apart(clocks: Sequence[Moment], wanted: Moment) -> bool:
    """Tell whether two times, one at least to the second, lie apart by `5:26` or `1:05:26`."""
    hour, minute = wanted.hour or 0, wanted.minute or 0
    apart = 60 * hour + minute if wanted.second is None else 3600 * hour + 60 * minute + wanted.second
    exact = {
        60 * at + (m.second or 0) for m in clocks if m.second is not None and (at := _minutes(m)) is not None
    }
    every = exact | {60 * at for m in clocks if (at := _minutes(m)) is not None and m.second is None}
    return any(at + apart in every or at - apart in every for at in exact)
