"""Find the week of a year that a number tells: by its name in any source, or by a day that lies in it.

`第 23 周` is no length of time. It must not judge a number that tells no week.
"""

from __future__ import annotations

import re
from datetime import date
from functools import cached_property

from evidencelab.traces.evidence.setting import Setting, Sources, Verdict
from evidencelab.traces.values.value_token import ValueToken

_BEFORE = re.compile(r"\b(?:(?:calendar )?(?:week|wk)(?: no\.?)?|CW)[ #-]?[*_`]*$", re.IGNORECASE)
_BEFORE_ZH, _WEEK_ZH = re.compile(r"第 ?[*_`]*$"), re.compile(r"\d{1,2} ?周")
_NAMED = re.compile(r"(?<![a-z])(?:week|wk|cw|w)[ _#-]?0?(\d{1,2})(?!\d)|第 ?0?(\d{1,2}) ?周")
_MAX_BEFORE = 24
_DIGITS = re.compile(r"\d{1,2}(?!\d)")


class CalendarWeeks:
    """Looks weeks up in one set of sources."""

    def __init__(self, sources: Sources) -> None:
        self._pools = (sources.pool, sources.given, sources.arguments)

    def find(self, token: ValueToken, setting: Setting) -> Verdict | None:
        """Give the verdict on a number that tells a week which some source names or has a day of."""
        text = setting.statement.text
        before = text[max(0, token.start - _MAX_BEFORE) : token.start]
        is_zh = _WEEK_ZH.match(text, token.start) is not None
        digits = _DIGITS.match(token.text)
        if digits is None or (_BEFORE_ZH if is_zh else _BEFORE).search(before) is None:
            return None
        number = int(digits[0])
        if number in self._named:
            return Verdict("derived", reason=f"week {number} is named so")
        day = self._dated.get(number)
        return None if day is None else Verdict("derived", reason=f"the week of {day.isoformat()}")

    @cached_property
    def _named(self) -> frozenset[int]:
        found = (each for pool in self._pools for each in _NAMED.finditer(pool.folded))
        return frozenset(int(each[1] or each[2]) for each in found)

    @cached_property
    def _dated(self) -> dict[int, date]:
        """One day of each week, by the ISO number of the week."""
        days: dict[int, date] = {}
        for pool in self._pools:
            for held in pool.moments:
                moment = held.token.moment
                if moment is None or None in (moment.year, moment.month, moment.day):
                    continue
                try:
                    day = date(moment.year or 1, moment.month or 1, moment.day or 1)
                except ValueError:
                    continue
                days.setdefault(day.isocalendar().week, day)
        return days
