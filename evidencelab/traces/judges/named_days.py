"""Find the date of a day that the evidence names by its weekday and number: `Friday 23rd`, `周五 23 号`.

Its month is that of the dates that stand in the evidence, and the calendar has to agree. It must not take a
day that is named with a month of its own.
"""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache

from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.setting import Sources, Verdict
from evidencelab.traces.judges.reckoned_days import has_clock
from evidencelab.traces.values.moments import Moment, moment_at
from evidencelab.traces.wording.day_steps import names_of_weekday

_NEAR_DAYS = 31
_MOST_DATES = 400
_BEHIND = 24


@lru_cache(maxsize=64)
def _named(weekday: int, day: int) -> re.Pattern[str]:
    """Look for a day by its weekday and number, in small letters."""
    name, *chinese = names_of_weekday(weekday)
    ending = "st|nd|rd|th"
    return re.compile(
        rf"\b{name[:3]}(?:{name[3:]})?\.?,?\s(?:the\s)?0?(?P<day>{day})(?:{ending})\b"
        rf"|(?<!\d)(?P<first>{day})(?:{ending}),?\s\(?{name}\b"
        rf"|(?:{'|'.join(chinese)})[,，(（]?\s?0?{day}\s?[日号]"
        rf"|(?<![\d月])(?<!月\s)0?{day}\s?[日号]\s?[,，(（]?(?:{'|'.join(chinese)})"
    )


class NamedDays:
    """Looks for days named by their weekdays in one set of sources."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources

    def find(self, wanted: Moment) -> Verdict | None:
        """Take a date whose weekday and number some source names, near a date that was read."""
        if wanted.day is None or wanted.month is None or not has_clock(self.sources, wanted):
            return None
        pools = (self.sources.pool, self.sources.given)
        dated = [held for pool in pools for held in pool.moments[-_MOST_DATES:] if _is_whole(held)]
        years = (
            (wanted.year,)
            if wanted.year is not None
            else tuple({h.token.moment.year for h in dated if h.token.moment})
        )
        for year in years:
            day = _date(wanted._replace(year=year))
            near = day is not None and any(
                (other := _date(h.token.moment)) is not None and abs((other - day).days) <= _NEAR_DAYS
                for h in dated
            )
            if day is None or not near:
                continue
            for pool in pools:
                for found in _named(day.weekday(), day.day).finditer(pool.folded):
                    if _has_month(pool.folded, found):
                        continue
                    reason = f"{found.group()}, in the month of the dates that were read"
                    if pool is self.sources.pool:
                        return Verdict("derived", None, pool.place_at(found.start()), reason)
                    return Verdict("given", reason=reason)
        return None


def _has_month(text: str, found: re.Match[str]) -> bool:
    """Tell whether a month stands with the day: `Friday 23rd May`."""
    start = found.start("day") if found["day"] else found.start("first")
    return start >= 0 and moment_at(text[start : start + _BEHIND], 0) is not None


def _is_whole(held: Held) -> bool:
    moment = held.token.moment
    return moment is not None and None not in moment[:3]


def _date(moment: Moment | None) -> date | None:
    if moment is None or moment.year is None:
        return None
    try:
        return date(moment.year, moment.month or 1, moment.day or 1)
    except ValueError:
        return None
