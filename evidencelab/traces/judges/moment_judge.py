"""Judge a date or a time: held by evidence, pieced together, given, in another zone, altered, or nowhere."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from itertools import pairwise

from evidencelab.traces.evidence.places import Held, holds
from evidencelab.traces.evidence.setting import (
    Setting,
    Sources,
    Verdict,
    altered,
    in_mood,
    sound,
    unsupported,
)
from evidencelab.traces.evidence.zones import epoch_is, is_moved, zone_behind, zones_spoken_of
from evidencelab.traces.findings import FindingClass
from evidencelab.traces.judges.name_judge import at_boundary
from evidencelab.traces.judges.shifts import Shifts
from evidencelab.traces.values.dated_names import stands_in_name
from evidencelab.traces.values.moments import Moment
from evidencelab.traces.values.slips import with_a_digit_changed
from evidencelab.traces.values.units import Unit
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.hedges import hedge_of
from evidencelab.traces.wording.mood import is_supposed

_FEW_ZONES = 8
_NO_HALF_DAY = re.compile(r"(?:1[3-9]|2\d):\d\d(?::\d\d)?\s?[ap]\.?m\b", re.IGNORECASE)
_HALF_DAY = re.compile(r"\s?[ap]\.?m\b", re.IGNORECASE)
_TERM = re.compile(
    r"\b(?:due|by|until|till|expir\w*|deadline|renew\w*|ends?|before|latest|from)\b|到期|截止|之前|起",
    re.IGNORECASE,
)
_TO = re.compile(
    r"\s*(?:-|–|—|to|through|until|至|到)\s*(?=\d|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov"
    r"|dec)[a-z]* \d)"
    r"|(?<=\d)\s*(?:-|–|—|to|through|until|至|到)\s*$",
    re.IGNORECASE,
)
_RELATIVE = re.compile(
    r"\b(?:today|tomorrow|yesterday|tonight|next|last|this|following|previous|coming|until|through|ago)\b"
    r"|今天|明天|昨天|后天|前天|下周|上周|本周",
    re.IGNORECASE,
)
_NEAR_DAYS = 14
_LONGEST_SERIES, _FEWEST_STEPS = 500, 3
_PACE = re.compile(r"\s*(?:min\w*\s*)?(?:/|per |a )(?:km|mi|mile|kilomet|100 ?m)", re.IGNORECASE)
_PACED = re.compile(r"\bpaces?\b[^.;\n]{0,24}$", re.IGNORECASE)


class MomentJudge:
    """Judges moments against one set of sources."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.pool = sources.pool
        self.shifts = Shifts(sources.pool)

    def judge(self, token: ValueToken, setting: Setting) -> Verdict:
        """Judge one moment."""
        wanted = token.moment or Moment()
        found = self.pool.moments_like(wanted)
        if found:
            return sound(
                self.pool, max(found, key=lambda h: self.pool.share(self.pool.places[h.place], setting.words))
            )
        at = at_boundary(self.pool.folded, token.text.strip().lower()) if token.digits >= 6 else None
        if at is not None:
            return Verdict("sound", None, self.pool.place_at(at), "it stands there")
        named = stands_in_name(wanted, self.pool.folded)
        if named is not None:
            return Verdict("sound", None, self.pool.place_at(named), "it stands there in a name")
        if _NO_HALF_DAY.search(token.text) and setting.mood == "fact":
            return unsupported(self.pool, setting)._replace(reason="there is no such time of day")
        if (wanted.hour or 0) > 23 or (wanted.minute or 0) > 59:
            slip = self._slip_of_clock(wanted)
            if slip is not None and setting.mood not in ("advice", "question"):
                return altered(self.pool, slip, ", and there is no such time of day")
        if _PACE.match(setting.statement.text, token.end) or (
            wanted.day is None and _PACED.search(setting.statement.text[: token.start])
        ):
            return Verdict("not_checkable", reason="it is a pace, not a time of day")
        elsewhen = self._other_year(wanted)
        is_dated = wanted.day is not None or (wanted.year is not None and self._is_unheard_of(wanted.year))
        if elsewhen is not None and is_dated and setting.mood not in ("advice", "question"):
            return altered(self.pool, elsewhen)
        epoch = self._epoch(wanted, setting)
        if epoch is not None:
            return Verdict("derived", epoch, self.pool.places[epoch.place], f"{epoch.token.text} as a date")
        if self.sources.given.moments_like(wanted):
            return Verdict("given", reason="the user or the system prompt said so")
        if self.sources.arguments.moments_like(wanted):
            return Verdict("given", reason="the agent chose it itself, as a tool's argument")
        rival = self._rival(wanted, setting)
        other = (
            self._full_hour(wanted)
            or self._of_schedule(wanted)
            or self._as_duration(token, wanted)
            or self._between(token, wanted, setting)
            or self._counted_on(wanted, setting)
            or self._pieced(wanted)
            or self._in_zone(token, wanted, setting)
            or self._to_the_minute(wanted)
            or self.shifts.find(wanted, setting)
            or self._ends_interval(wanted)
            or self._within_asked(wanted, token, setting)
        )
        if other is None and rival is None:
            other = self._near_given(wanted, setting)
        if other is not None:
            return other
        if setting.mood in ("advice", "question"):
            return in_mood(setting.mood)
        if hedge_of(setting.statement.text, token.start, token.end) is not None:
            return Verdict("not_checkable", reason="it is given as approximate")
        if self._are_strangers_beside(token, setting):
            return Verdict("not_checkable", reason="other times beside it stand nowhere either")
        if rival is not None:
            return altered(self.pool, rival)
        if (wanted.hour or 0) > 23 or (wanted.minute or 0) > 59:
            if _HALF_DAY.match(setting.statement.text, token.end):
                return unsupported(self.pool, setting)._replace(reason="there is no such time of day")
            return Verdict("not_checkable", reason="it is no time of day: a ratio, or a duration")
        is_exact = wanted.second is not None  # nobody supposes a second
        if (
            setting.mood == "supposition"
            and not is_exact
            and is_supposed(setting.statement.text, token.start, token.end)
        ):
            return in_mood("supposition")
        if not self.sources.is_whole:
            return Verdict("not_checkable", reason="the trace does not hold all that the model saw")
        if wanted.day is None and (wanted.minute is None or (wanted.minute == 0 and not wanted.second)):
            return Verdict("not_checkable", reason="so rough a time may be anything's")
        return unsupported(self.pool, setting)

    def _are_strangers_beside(self, token: ValueToken, setting: Setting) -> bool:
        """Tell whether another time of day of the statement stands in no source: one that was chosen."""
        for other in setting.tokens:
            moment = other.moment
            if other is token or moment is None or moment.hour is None:
                continue
            pools = (self.pool, self.sources.given, self.sources.arguments)
            if not any(pool.moments_like(moment) for pool in pools):
                return True
        return False

    def _ends_interval(self, wanted: Moment) -> Verdict | None:
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

    def _slip_of_clock(self, wanted: Moment) -> Held | None:
        """Find the time of the evidence that an impossible one differs from in one digit."""
        written = f"{wanted.hour or 0:02d}{wanted.minute or 0:02d}"
        for other in with_a_digit_changed(written):
            hour, minute = int(other[:-2]), int(other[-2:])
            held = self.pool.moments_like(Moment(hour=hour, minute=minute, second=wanted.second))
            if hour <= 23 and minute <= 59 and held:
                return held[0]
        return None

    def _full_hour(self, wanted: Moment) -> Verdict | None:
        """Take a full hour from a count by the hour, which writes it as `08`."""
        if wanted.hour is None or wanted.minute != 0 or wanted.second is not None or wanted.day is not None:
            return None
        if wanted.half_day:
            return None
        held = self.pool.number_written(f"{wanted.hour:02d}")
        if held is None:
            return None
        return Verdict("derived", held, self.pool.places[held.place], f"{held.token.text.strip()} as an hour")

    def _of_schedule(self, wanted: Moment) -> Verdict | None:
        """Take `01:15` from a schedule that crontab writes as `15 1 * * *`."""
        if wanted.hour is None or wanted.minute is None or wanted.day is not None:
            return None
        at = at_boundary(self.pool.folded, f"{wanted.minute} {wanted.hour} * * ")
        return (
            None if at is None else Verdict("derived", None, self.pool.place_at(at), "the time of a schedule")
        )

    def _as_duration(self, token: ValueToken, wanted: Moment) -> Verdict | None:
        """Take `5:03` as minutes and seconds, where some place has so many seconds."""
        if wanted.hour is None or wanted.minute is None or wanted.second is not None or wanted.half_day:
            return None
        if wanted.day is not None or re.search(r"[A-Za-z]", token.text):
            return None
        seconds = wanted.hour * 60.0 + wanted.minute
        for held in self.pool.moments_like(Moment(hour=0, minute=wanted.hour, second=wanted.minute)):
            if held.token.moment is not None and held.token.moment.day is None:
                return Verdict(
                    "derived", held, self.pool.places[held.place], f"{held.token.text} as minutes and seconds"
                )
        for held in self.pool.numbers_between(seconds - 1.0, seconds + 1.0):
            if held.token.unit is None or held.token.unit.name == "s":
                return Verdict(
                    "derived",
                    held,
                    self.pool.places[held.place],
                    f"{held.token.text.strip()} as minutes and seconds",
                )
        return None

    def _between(self, token: ValueToken, wanted: Moment, setting: Setting) -> Verdict | None:
        """Take `3:01` as what lies between two such times, of the statement or of where it is about."""
        if wanted.hour is None or wanted.minute is None or wanted.half_day or wanted.day is not None:
            return None
        places = [place for _, place in self.pool.best_places(setting.words, 2)]
        held = [h.token for place in places for h in self.pool.by_place.get(place.number, ())]
        beside = [t for t in (*setting.tokens, *setting.near[:12], *held[:24]) if t is not token]
        clocks = [_minutes(t.moment) for t in beside if t.moment is not None and t.moment.day is None]
        times = sorted({clock for clock in clocks if clock is not None})[:12]
        if any(b - a == _minutes(wanted) for a in times for b in times):
            return Verdict("derived", reason="difference of two times beside it")
        return None

    def _counted_on(self, wanted: Moment, setting: Setting) -> Verdict | None:
        """Take a day that lies the statement's own number of days, weeks, months or years from another."""
        if wanted.day is None or wanted.month is None:
            return None
        beside = (t.moment for t in (*setting.tokens, *setting.near))
        starts: list[Moment | None] = [moment for moment in beside if moment is not wanted]
        starts += [held.token.moment for held in (*self.pool.moments[:40], *self.sources.given.moments[:20])]
        spans = [
            t for t in (*setting.tokens, *setting.near[:12]) if t.kind == "number" and t.unit is not None
        ]
        if _TERM.search(setting.statement.text):
            terms = self.pool.numbers_between(86400.0, 400 * 86400.0, "time")[:8]
            terms += self.pool.numbers_between(1.0, 60.0, "months")[:4]
            spans += [held.token for held in terms]
        for start in starts[:80]:
            if start is None or start.day is None or start.month is None:
                continue
            for span in spans:
                if span.unit is not None and _lies(start, span.number or 0.0, span.unit, wanted):
                    return Verdict("derived", reason=f"{span.text.strip()} from {start.day}.{start.month}.")
        return None

    def _pieced(self, wanted: Moment) -> Verdict | None:
        """Take a date and a time from two places."""
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
        if clocks:
            return sound(self.pool, clocks[0], "its date and its time stand apart")
        if given.moments_like(clock) or self.sources.arguments.moments_like(clock):
            return Verdict("given", reason="its date and its time were given apart")
        return None

    def _is_of_other_days(self, clocks: Sequence[Held], day: Moment) -> bool:
        """Tell whether a time of day was read with a date each time, and never with this one."""
        dated = [held.token.moment for held in clocks if held.token.moment and held.token.moment.day]
        return len(dated) == len(clocks) and not any(holds(moment, day) for moment in dated)

    def _in_zone(self, token: ValueToken, wanted: Moment, setting: Setting) -> Verdict | None:
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

    def _to_the_minute(self, wanted: Moment) -> Verdict | None:
        """Take a time that rounds up to the minute: `00:20` for `00:19:51`."""
        if wanted.hour is None or wanted.minute is None or wanted.second is not None:
            return None
        minutes = wanted.hour * 60 + wanted.minute - 1
        before = wanted._replace(hour=minutes // 60 % 24, minute=minutes % 60)
        for held in self.pool.moments_like(before):
            if held.token.moment is not None and (held.token.moment.second or 0) >= 30:
                return Verdict("derived", held, held.line, f"{held.token.text.strip()} to the minute")
        return None

    def _other_year(self, wanted: Moment) -> Held | None:
        """Find the same day, or month, of another year, where no source has it of this one."""
        if wanted.year is None or wanted.month is None:
            return None
        dayless = wanted._replace(year=None, hour=None, minute=None, second=None)
        for pool in (self.sources.given, self.sources.arguments):
            if any(h.token.moment and h.token.moment.year == wanted.year for h in pool.moments_like(dayless)):
                return None
        others = [
            h for h in self.pool.moments_like(dayless) if h.token.moment and h.token.moment.year is not None
        ]
        if any(h.token.moment and h.token.moment.year == wanted.year for h in others):
            return None
        return others[0] if others else None

    def _is_unheard_of(self, year: int) -> bool:
        """Tell whether no source has a date of a year, nor the year itself."""
        pools = (self.pool, self.sources.given, self.sources.arguments)
        return not any(pool.year(year) or pool.numbers_between(year, year) for pool in pools)

    def _within_asked(self, wanted: Moment, token: ValueToken, setting: Setting) -> Verdict | None:
        """Take the ends of a range of days that lies between two days the agent asked for."""
        text = setting.statement.text
        ends = text[token.end : token.end + 8], text[max(0, token.start - 8) : token.start]
        if wanted.day is None or wanted.hour is not None or not (_TO.match(ends[0]) or _TO.search(ends[1])):
            return None
        year = (
            wanted.year
            or next(
                (
                    h.token.moment.year
                    for h in self.sources.arguments.moments
                    if h.token.moment and h.token.moment.year
                ),
                None,
            )
            or 2001
        )
        asked = [
            _date(h.token.moment._replace(year=h.token.moment.year or year), year)
            for h in self.sources.arguments.moments[-60:]
            if h.token.moment and h.token.moment.day
        ]
        days = sorted(day for day in asked if day is not None)
        day = _date(wanted, year)
        if day is None or len(days) < 2 or not days[0] <= day <= days[-1]:
            return None
        return Verdict("given", reason=f"it lies between {days[0]} and {days[-1]}, which the agent asked for")

    def _near_given(self, wanted: Moment, setting: Setting) -> Verdict | None:
        """Take a day near one that was given, where somebody speaks of tomorrow or next week."""
        if wanted.day is None or wanted.month is None:
            return None
        spoken = " ".join(
            (setting.statement.text, *setting.statement.parents, self.sources.given.folded[-2000:])
        )
        if not _RELATIVE.search(spoken):
            return None
        for pool in (self.sources.given, self.sources.arguments):
            for held in pool.moments:
                other = held.token.moment
                if other is None or other.day is None or other.month is None:
                    continue
                apart = abs((other.month - wanted.month) * 30 + other.day - wanted.day)
                if 0 < apart <= _NEAR_DAYS and wanted.hour is None:
                    return Verdict(
                        "given", reason=f"about {apart} days from {held.token.text.strip()}, which was given"
                    )
        return None

    def _epoch(self, wanted: Moment, setting: Setting) -> Held | None:
        """Find a Unix time, in seconds or milliseconds, that is the moment."""
        if wanted.day is None and wanted.minute is None:
            return None
        offsets = self._offsets(setting)
        offsets = offsets if len(offsets) <= _FEW_ZONES else ()
        for held in (*self.pool.numbers_between(9e8, 4.2e9), *self.pool.numbers_between(9e11, 4.2e12)):
            if epoch_is(abs(held.token.number or 0.0), wanted, offsets):
                return held
        return None

    def _rival(self, wanted: Moment, setting: Setting) -> Held | None:
        """Find the moment that the evidence the statement is about has in this one's place."""
        taken = [t.moment for t in setting.tokens if t.moment]
        for share, place in self.pool.best_places(setting.words, 8):
            if share < 1.0:
                break
            rivals = [
                held
                for held in self.pool.by_place.get(place.number, ())
                if held.token.moment
                and not any(holds(held.token.moment, t) for t in taken)
                and (held.token.moment.hour is None) <= (wanted.hour is None)
                and (held.token.moment.day is None) <= (wanted.day is None)
                and _distance(held.token.moment, wanted) < sum(field is not None for field in wanted[:6])
            ]
            if rivals:
                return min(rivals, key=lambda held: _distance(held.token.moment, wanted))
        return None


def _lies(start: Moment, count: float, unit: Unit, wanted: Moment) -> bool:
    """Tell whether a day is `count` units before or after another, the last day of a term included."""
    first = _date(start, start.year or 2001)
    last = _date(wanted, wanted.year or start.year or 2001)
    if first is None or last is None or count != int(count) or not 0 < count < 4000:
        return False
    is_in_hours = unit.name == "h" and count % 24 == 0
    if unit.dimension == "time" and (unit.size >= 86400 or is_in_hours):
        apart = count * unit.size / 86400
        return abs((last - first).days) in (apart, apart - 1, apart + 1)
    if unit.dimension != "months":
        return False
    months = int(count * unit.size)
    apart_months = abs((last.year - first.year) * 12 + last.month - first.month)
    ends_before = abs(last.day - first.day) >= 27 or last.day - first.day == -1
    return (apart_months == months and abs(last.day - first.day) <= 1) or (
        apart_months == months - 1 and ends_before
    )


def _date(moment: Moment, year: int) -> date | None:
    try:
        return date(year, moment.month or 1, moment.day or 1)
    except ValueError:
        return None


def _minutes(moment: Moment) -> int | None:
    if moment.hour is None or moment.minute is None:
        return None
    return 60 * moment.hour + moment.minute


def _distance(said: Moment | None, wanted: Moment) -> int:
    if said is None:
        return 9
    return sum(asked is not None and has != asked for has, asked in zip(said[:6], wanted[:6], strict=True))
