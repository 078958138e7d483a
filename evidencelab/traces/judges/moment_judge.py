"""Judge a date or a time: held by evidence, pieced together, given, in another zone, altered, or nowhere."""

from __future__ import annotations

import re

from evidencelab.traces.evidence.places import Held, holds
from evidencelab.traces.evidence.setting import (
    Setting,
    Sources,
    Verdict,
    altered,
    in_mood,
    sound,
    told_otherwise,
    unsupported,
)
from evidencelab.traces.judges.clock_forms import ClockForms
from evidencelab.traces.judges.clock_gaps import ClockGaps
from evidencelab.traces.judges.day_slips import day_exchanged, is_in_no_calendar, possible_day
from evidencelab.traces.judges.impossible_days import NO_SUCH_DAY
from evidencelab.traces.judges.name_judge import at_boundary
from evidencelab.traces.judges.named_days import NamedDays
from evidencelab.traces.judges.reached_times import ReachedTimes
from evidencelab.traces.judges.reckoned_days import ReckonedDays, has_clock
from evidencelab.traces.judges.round_hours import RoundHours
from evidencelab.traces.judges.shifts import Shifts
from evidencelab.traces.judges.told_ends import ToldEnds
from evidencelab.traces.values.dated_names import day_in_name, stands_in_name
from evidencelab.traces.values.moments import Moment
from evidencelab.traces.values.slips import with_a_digit_changed
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.hedges import bounds_a_span, hedge_of
from evidencelab.traces.wording.mood import is_supposed

_NO_HALF_DAY = re.compile(r"(?:1[3-9]|2\d):\d\d(?::\d\d)?\s?[ap]\.?m\b", re.IGNORECASE)
_HALF_DAY = re.compile(r"\s?[ap]\.?m\b", re.IGNORECASE)
_PACE = re.compile(r"\s*(?:min\w*\s*)?(?:/|per |a )(?:km|mi|mile|kilomet|100 ?m)", re.IGNORECASE)
_SOME = re.compile(r"\b(?:the|all|these|those|other|only)\s[*_`]{0,3}$", re.IGNORECASE)
_OF_MONTH = re.compile(r"\s(?!is\b|was\b|has\b|as\b|its\b)[a-z]{2,}s\b")
"""Behind a number and a month, the plural of what there are so many of: `the 4 March orders`."""
_PACED = re.compile(r"\bpaces?\b[^.;\n]{0,24}$", re.IGNORECASE)

_BETWEEN = re.compile(r"\bbetween\s+(?:[^.;,]{4,24}\s(?:and|to)\s+)?[*_`]*$", re.IGNORECASE)
_DENYING = re.compile(r"\b(?:no|none|not|zero|without|nothing)\b|没有|未|无|不再", re.IGNORECASE)
_EVEN_MINUTES = 5


class MomentJudge:
    """Judges moments against one set of sources."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.pool = sources.pool
        self.shifts = Shifts(sources.pool)
        self.clocks = ClockForms(sources)
        self.gaps = ClockGaps(sources.pool)
        self.days = ReckonedDays(sources)
        self.named_days = NamedDays(sources)
        self.reached = ReachedTimes(sources)
        self.ends = ToldEnds(sources)
        self.round_hours = RoundHours(sources, self.ends, self.reached)

    def judge(self, token: ValueToken, setting: Setting) -> Verdict:
        """Judge one moment."""
        wanted = token.moment or Moment()
        found = self.pool.moments_like(wanted)
        if found and not self.days.is_year_slipped(wanted, found):
            return sound(
                self.pool, max(found, key=lambda h: setting.ranking.share(self.pool.places[h.place]))
            )
        at = at_boundary(self.pool.folded, token.text.strip().lower()) if token.digits >= 6 else None
        if at is not None:
            return Verdict("sound", None, self.pool.place_at(at), "it stands there")
        named = stands_in_name(wanted, self.pool.folded)
        named = day_in_name(wanted, self.pool.folded) if named is None else named
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
        elsewhen = self.days.other_year(wanted)
        is_dated = wanted.day is not None or (
            wanted.year is not None and self.days.is_unheard_of(wanted.year)
        )
        if elsewhen is not None and is_dated and setting.mood not in ("advice", "question"):
            return told_otherwise(self.pool, elsewhen)
        gap = self.gaps.find(token, wanted, setting)
        if gap is not None:
            return Verdict("derived", reason=gap)
        epoch = self.clocks.epoch(wanted, setting)
        if epoch is not None:
            return Verdict("derived", epoch, self.pool.places[epoch.place], f"{epoch.token.text} as a date")
        if self.sources.given.moments_like(wanted):
            return Verdict("given", reason="the user or the system prompt said so")
        if (
            self.sources.arguments.moments_like(wanted)
            or day_in_name(wanted, self.sources.arguments.folded) is not None
        ):
            return Verdict("given", reason="the agent chose it itself, as a tool's argument")
        if is_in_no_calendar(wanted) and setting.mood not in ("advice", "question"):
            is_count = wanted.year is None and _OF_MONTH.match(setting.statement.text, token.end) is not None
            slip = None if is_count else possible_day(wanted, setting, self.sources)
            if slip is not None:
                verdict = told_otherwise(self.pool, slip)
                return verdict._replace(reason=f"{verdict.reason}, and {NO_SUCH_DAY}")
            if not is_count:
                return unsupported(self.pool, setting)._replace(reason=NO_SUCH_DAY)
        end = self.ends.find(token, wanted, setting)
        if end is not None:
            return Verdict("derived", reason=end)
        rival = self._rival(wanted, setting)
        other = (
            self.clocks.full_hour(wanted)
            or self.clocks.of_schedule(wanted)
            or self.clocks.as_duration(token, wanted, setting)
            or self.clocks.between(token, wanted, setting)
            or self.days.counted_on(wanted, setting)
            or self.clocks.pieced(token, wanted, setting)
            or self.clocks.in_zone(token, wanted, setting)
            or self.clocks.to_the_minute(wanted)
            or self.shifts.find(wanted, setting)
            or self.clocks.ends_interval(wanted)
            or self.days.day_behind(wanted, setting)
            or self.days.of_every_month(wanted)
            or self.days.within_asked(wanted, token, setting)
        )
        other = other or self.reached.find(token, wanted, setting) or self.named_days.find(wanted)
        exchanged = None if other is not None else day_exchanged(token, wanted, setting, self.sources)
        if exchanged is not None and setting.mood == "fact":
            return told_otherwise(self.pool, exchanged)
        if other is None and rival is None:
            other = self.days.ends_period(wanted) or self.days.near_given(wanted, setting)
        if other is not None:
            return other
        if setting.mood in ("advice", "question"):
            return in_mood(setting.mood)
        hedge = hedge_of(setting.statement.text, token.start, token.end)
        if hedge is not None and not self._is_read_exactly(wanted):
            return Verdict("not_checkable", reason="it is given as approximate")
        if self._is_of_report(wanted, setting):
            return Verdict("not_checkable", reason="it may be the day of the report itself")
        if self._are_strangers_beside(token, setting):
            return Verdict("not_checkable", reason="other times beside it stand nowhere either")
        if _bounds_a_denial(token, setting.statement.text):
            return Verdict(
                "not_checkable", reason="a span of which something is denied may begin at any time"
            )
        if rival is not None:
            return altered(self.pool, rival)
        if (wanted.hour or 0) > 23 or (wanted.minute or 0) > 59:
            if wanted.half_day or _HALF_DAY.match(setting.statement.text, token.end):
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
            if self.round_hours.is_from_nowhere(token, wanted, setting):
                return unsupported(self.pool, setting)
            return Verdict("not_checkable", reason="so rough a time may be anything's")
        text = setting.statement.text
        if wanted.year is None and _SOME.search(text[: token.start]) and _OF_MONTH.match(text, token.end):
            return Verdict("not_checkable", reason="it may count what is of that month")
        return unsupported(self.pool, setting)

    def _is_read_exactly(self, wanted: Moment) -> bool:
        """Tell whether a time is no round one, though the evidence has its minutes at another hour."""
        minute = wanted.minute or 0
        if wanted.hour is None or minute % _EVEN_MINUTES == 0:
            return False
        hours = (hour for hour in range(24) if hour != wanted.hour)
        return any(self.pool.moments_like(Moment(hour=hour, minute=minute)) for hour in hours)

    def _is_of_report(self, wanted: Moment, setting: Setting) -> bool:
        """Tell whether a day stands in the title of an answer, where nobody said which day is meant."""
        statement = setting.statement
        if statement.kind != "heading" or statement.number > 1 or wanted.hour is not None:
            return False
        asked = (*self.sources.given.moments, *self.sources.arguments.moments)
        return not any(held.token.moment and held.token.moment.day for held in asked)

    def _are_strangers_beside(self, token: ValueToken, setting: Setting) -> bool:
        """Tell whether another time of day of the statement stands in no source: one that was chosen."""
        if token.moment is not None and token.moment.hour is None:
            return False
        for other in setting.tokens:
            moment = other.moment
            if other is token or moment is None or moment.hour is None:
                continue
            if not has_clock(self.sources, moment):
                return True
        return False

    def _slip_of_clock(self, wanted: Moment) -> Held | None:
        """Find the time of the evidence that an impossible one differs from in one digit."""
        written = f"{wanted.hour or 0:02d}{wanted.minute or 0:02d}"
        for other in with_a_digit_changed(written):
            hour, minute = int(other[:-2]), int(other[-2:])
            held = self.pool.moments_like(Moment(hour=hour, minute=minute, second=wanted.second))
            if hour <= 23 and minute <= 59 and held:
                return held[0]
        return None

    def _rival(self, wanted: Moment, setting: Setting) -> Held | None:
        """Find the moment that the evidence the statement is about has in this one's place."""
        taken = [t.moment for t in setting.tokens if t.moment]
        for share, place in setting.ranking.best(8):
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


def _bounds_a_denial(token: ValueToken, text: str) -> bool:
    """Tell whether an even time, or a day, bounds a span of which something is denied: any may be chosen."""
    moment = token.moment
    if moment is None or moment.second is not None:
        return False
    if moment.day is not None:
        is_between = moment.hour is None and _BETWEEN.search(text[: token.start]) is not None
        return is_between and _DENYING.search(text) is not None
    if (moment.minute or 0) % _EVEN_MINUTES or not _DENYING.search(text):
        return False
    return bounds_a_span(text, token.start, token.end)


def _distance(said: Moment | None, wanted: Moment) -> int:
    if said is None:
        return 9
    return sum(asked is not None and has != asked for has, asked in zip(said[:6], wanted[:6], strict=True))
