"""Find a day that is reckoned from another: a term later, near one that was given, or in another year.

It must not judge times of day.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Sequence
from datetime import date, timedelta
from functools import lru_cache

from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting, Sources, Verdict
from evidencelab.traces.values.moments import Moment
from evidencelab.traces.values.slips import differ_by_a_slip
from evidencelab.traces.values.units import Unit
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.day_steps import DaySteps, day_steps, names_of_weekday

_TERM = re.compile(
    r"\b(?:due|by|until|till|expir\w*|deadline|renew\w*|ends?|before|latest|from)\b|到期|截止|之前|日前|起",
    re.IGNORECASE,
)
_TO = re.compile(
    r"\s*(?:-|–|—|to|through|until|至|到)\s*(?=\d|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov"
    r"|dec)[a-z]* \d)"
    r"|(?<=\d)\s*(?:-|–|—|to|through|until|至|到)\s*$",
    re.IGNORECASE,
)
_TODAY = re.compile(
    r"\b(?:today|now|current[_ ]?(?:date|day|time))\b|今[天日]|当前(?:日期|时间)", re.IGNORECASE
)
_NEXT_DAY = re.compile(r"\s?\(?(?:\+\s?1\b|next day|次日|第二天)", re.IGNORECASE)
"""Behind a time of day, these say that it is of the day after."""
_NEAR_DAYS = 31
_LAST_SAID, _FEW_DAYS = 2000, 200
_SOME_YEAR = 2001


@lru_cache(maxsize=32)
def _of_month(day: int) -> re.Pattern[str]:
    """Look for a day of whichever month: `the 5th of the following month`, `每月 5 日`."""
    return re.compile(
        rf"(?:次|下|当|本|每|该)(?:个)?月(?:的)?\s?0?{day}\s?[日号]"
        rf"|(?<!\d){day}(?:st|nd|rd|th)\s(?:day\s)?of\s(?:the|each|every|any|that|next)\s(?:\w+\s)?month\b"
        rf"|\bday\s{day}\sof\s(?:the|each|every|any|that|next)\s(?:\w+\s)?month\b",
        re.IGNORECASE,
    )


class ReckonedDays:
    """Looks for the days that others are reckoned from, in one set of sources."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.pool = sources.pool

    def other_year(self, wanted: Moment) -> Held | None:
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
        if others:
            return others[0]
        given = [
            h
            for h in self.sources.given.moments_like(dayless)
            if h.token.moment and differ_by_a_slip(f"{h.token.moment.year}", f"{wanted.year}")
        ]
        return given[0] if given else None

    def is_year_slipped(self, wanted: Moment, found: Sequence[Held]) -> bool:
        """Tell whether a year is none that was read, though a slip of one that the same day was read with.

        Args:
            wanted: The day.
            found: The moments that back it, which may leave the year out.
        """
        if wanted.year is None or any(h.token.moment and h.token.moment.year is not None for h in found):
            return False
        other = self.other_year(wanted)
        year = other.token.moment.year if other is not None and other.token.moment is not None else None
        is_slip = year is not None and differ_by_a_slip(f"{year}", f"{wanted.year}")
        return is_slip and self.is_unheard_of(wanted.year)

    def is_unheard_of(self, year: int) -> bool:
        """Tell whether no source has a date of a year, nor the year itself."""
        pools = (self.pool, self.sources.given, self.sources.arguments)
        return not any(pool.year(year) or pool.numbers_between(year, year) for pool in pools)

    def day_behind(self, wanted: Moment, setting: Setting) -> Verdict | None:
        """Take the day after a known one, where a time told is marked as that day's in the evidence."""
        if wanted.day is None or wanted.month is None or wanted.hour is not None:
            return None
        day = _date(wanted, wanted.year or _SOME_YEAR)
        eve = None if day is None else day - timedelta(days=1)
        clocks = [t.moment for t in setting.tokens if t.moment is not None and t.moment.hour is not None]
        marked = [
            held
            for clock in clocks
            for held in self.pool.moments_like(clock._replace(year=None, month=None, day=None))
            if _NEXT_DAY.match(held.line.text, held.token.end)
        ]
        if eve is None or not marked:
            return None
        before = Moment(month=eve.month, day=eve.day)
        pools = (self.pool, self.sources.given, self.sources.arguments)
        if not any(pool.moments_like(before) for pool in pools):
            return None
        return Verdict("derived", marked[0], marked[0].line, "the day after the one that it begins on")

    def of_every_month(self, wanted: Moment) -> Verdict | None:
        """Take a day whose month the evidence leaves to the reader: `by the 5th of the following month`."""
        if wanted.day is None or wanted.month is None or wanted.hour is not None:
            return None
        rule = _of_month(wanted.day)
        for pool in (self.pool, self.sources.given):
            for found in rule.finditer(pool.folded):
                place = pool.place_at(found.start())
                return Verdict("derived", None, place, f"{found[0].strip()}, of a month that is not named")
        return None

    def counted_on(self, wanted: Moment, setting: Setting) -> Verdict | None:
        """Take a day that lies the statement's own number of days, weeks, months or years from another."""
        if wanted.day is None or wanted.month is None or not has_clock(self.sources, wanted):
            return None
        beside = (t.moment for t in (*setting.tokens, *setting.near))
        starts: list[Moment | None] = [moment for moment in beside if moment is not wanted]
        starts += [held.token.moment for held in (*self.pool.moments[:40], *self.sources.given.moments[:20])]
        is_term = _TERM.search(setting.statement.text) is not None
        said = (*setting.tokens, *(setting.near[:12] if is_term else ()))
        spans = [t for t in said if t.kind == "number" and t.unit is not None]
        if is_term:
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

    def ends_period(self, wanted: Moment) -> Verdict | None:
        """Take the first or last day of a year, a quarter or a month that some source names as such."""
        if wanted.day is None or wanted.month is None or wanted.hour is not None:
            return None
        is_first = wanted.day == 1
        if not is_first and (wanted.year is None or wanted.day != monthrange(wanted.year, wanted.month)[1]):
            return None
        month = wanted.month - 1 if is_first else wanted.month
        for pool in (self.pool, self.sources.given, self.sources.arguments):
            named = self._period_of(pool, wanted, month)
            if named is not None:
                return Verdict("derived", reason=f"{'the first' if is_first else 'the last'} day of {named}")
        return None

    def _period_of(self, pool: Pool, wanted: Moment, month: int) -> str | None:
        """Find the name of a period that begins or ends with so many months of its year gone."""
        year = f"{wanted.year}"
        if month % 12 == 0 and wanted.year is not None and _names_year(pool, wanted.year):
            return year
        if month % 3 == 0:
            quarter = f"q{month // 3 + (wanted.day == 1)}"
            if re.search(rf"(?<![a-z0-9]){quarter}(?![a-z0-9])|{year}[-_ ]?{quarter}(?!\d)", pool.folded):
                return quarter.upper()
        dayless = wanted._replace(day=None)
        is_whole = any(
            held.token.moment and held.token.moment.day is None for held in pool.moments_like(dayless)
        )
        return f"month {wanted.month}" if is_whole and wanted.year is not None else None

    def within_asked(self, wanted: Moment, token: ValueToken, setting: Setting) -> Verdict | None:
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
            or _SOME_YEAR
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

    def near_given(self, wanted: Moment, setting: Setting) -> Verdict | None:
        """Take a day that a step which is spoken of leads to from a given one or from today: `tomorrow`."""
        if wanted.day is None or wanted.month is None or wanted.hour is not None:
            return None
        steps = self._steps(setting)
        todays = (held for held in self.pool.moments[:_FEW_DAYS] if _is_today(held))
        for held in (*self.sources.given.moments, *self.sources.arguments.moments, *todays):
            other = held.token.moment
            if other is None or other.day is None or other.month is None:
                continue
            year = wanted.year or other.year
            start, end = _date(other, other.year or year or _SOME_YEAR), _date(wanted, year or _SOME_YEAR)
            if start is None or end is None or start == end:
                continue
            apart = (end - start).days
            if abs(apart) <= _NEAR_DAYS and steps.lead(apart, None if year is None else end.weekday()):
                return Verdict(
                    "given", reason=f"{apart:+d} days from {held.token.text.strip()}, as was spoken of"
                )
        return None

    def _steps(self, setting: Setting) -> DaySteps:
        """Give the steps that the statement or who asks speaks of; weekdays only where another names them."""
        said = day_steps(" ".join((setting.statement.text, *setting.statement.parents)))
        asked = day_steps(self.sources.given.folded[-_LAST_SAID:])
        read = {
            day for day in said.weekdays if any(name in self.pool.folded for name in names_of_weekday(day))
        }
        return DaySteps(said.days | asked.days, asked.weekdays | read)


def _is_today(held: Held) -> bool:
    """Tell whether a line gives a day alone, or says that it is the present one."""
    text = held.line.text.strip()
    return text == held.token.text.strip() or _TODAY.search(text) is not None


def _names_year(pool: Pool, year: int) -> bool:
    """Tell whether a year stands by itself or in a name, not as the year of a date."""
    return f"{year}" in pool.name_numbers or any(
        h.token.unit is None for h in pool.numbers_between(year, year)
    )


def has_clock(sources: Sources, moment: Moment) -> bool:
    """Tell whether some source has the time of day of a moment, whatever the day."""
    if moment.hour is None:
        return True
    clock = moment._replace(year=None, month=None, day=None)
    return any(pool.moments_like(clock) for pool in (sources.pool, sources.given, sources.arguments))


def _lies(start: Moment, count: float, unit: Unit, wanted: Moment) -> bool:
    """Tell whether a day is `count` units before or after another, the last day of a term included."""
    first = _date(start, start.year or _SOME_YEAR)
    last = _date(wanted, wanted.year or start.year or _SOME_YEAR)
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
