"""Find the day that a number is: one that leaves its month out, or the days that a whole month has.

It must not judge a number that is no day of any month.
"""

from __future__ import annotations

import re

from evidencelab.traces.evidence.setting import Setting, Sources, Verdict, sound
from evidencelab.traces.values.moments import Moment, months_in
from evidencelab.traces.values.value_token import ValueToken, even

_DAY_ALONE = re.compile(r"(\d{1,2})\s?[日号]")
_CLOCK_BEHIND = re.compile(r"\s?(\d{1,2}):(\d\d)(?!\d)")
_DAY_OF_MONTH = re.compile(r"(?<!\d)(\d{1,2})\s?月\s?\d{1,2}\s?[日号]")
_YEAR_BEHIND = re.compile(r"\.?\s(?:[^\W\d_]{1,12}\.?\s(?:(?:1[0-2]|[1-9])\s)?){1,3}((?:19|20)\d\d)\b")
"""A month and a year in whatever language: `11 de abril de 2026`, `ngày 11 tháng 4 năm 2026`."""
_OVER = re.compile(r"(?:[按以]|共)\s?[*_`]*$|\b(?:over|across|for)\s(?:the\s|all\s|its\s)?$", re.IGNORECASE)
_COUNTED_ON = re.compile(r"\s?(?:计算?|折算)|\s(?:in|of)\s", re.IGNORECASE)
_FEWEST_DAYS = 28
_DAYS_OF = tuple(
    (28, 29) if month == 2 else (30,) if month in (4, 6, 9, 11) else (31,) for month in range(1, 13)
)
"""How many days each month has."""
_LAST_DAY, _LAST_MONTH = 31, 12


class Days:
    """Looks for the days that numbers are, in one set of sources."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.pool = sources.pool

    def of_month_before(self, token: ValueToken, setting: Setting) -> Verdict | None:
        """Find the date of a day that leaves out its month: it is said with an earlier day, or with a time.

        The month is that of `3 月 2 日、9 日`, or that of the only moments with the day and the time of
        `9 日 15:44`.
        """
        text = setting.statement.text
        alone = _DAY_ALONE.match(text, token.start)
        if alone is None:
            return None
        months = _DAY_OF_MONTH.findall(text, 0, token.start)
        clock = _CLOCK_BEHIND.match(even(text), alone.end())
        if months and 1 <= int(months[-1]) <= _LAST_MONTH:
            held = self.pool.moments_like(Moment(month=int(months[-1]), day=int(alone[1])))
        elif clock is not None:
            wanted = Moment(day=int(alone[1]), hour=int(clock[1]), minute=int(clock[2]))
            held = self.pool.moments_like(wanted)
        else:
            return None
        return sound(self.pool, held[0]) if held else None

    def of_year_behind(self, token: ValueToken, setting: Setting) -> Verdict | None:
        """Find the date of a day whose month is written in no language that is read, by its year."""
        found = _YEAR_BEHIND.match(setting.statement.text, token.end)
        if found is None or token.unit is not None or not re.fullmatch(r"\d\d?", token.text.strip()):
            return None
        numbered = re.search(r"\s(1[0-2]|[1-9])\s", found[0])
        months = [int(numbered[1])] if numbered is not None else range(1, 13)
        for month in months:
            held = self.pool.moments_like(Moment(int(found[1]), month, int(token.number or 0)))
            if held:
                return sound(self.pool, held[0])
        return None

    def of_whole_month(self, token: ValueToken, setting: Setting) -> Verdict | None:
        """Take `按 31 天计` or `over 31 days` as the days of a month that is told, or the only one read."""
        text, number = setting.statement.text, token.number or 0.0
        is_span = token.unit is not None and token.unit.name == "d" and _FEWEST_DAYS <= number <= _LAST_DAY
        if not is_span or not (_COUNTED_ON.match(text, token.end) or _OVER.search(text[: token.start])):
            return None
        statement = setting.statement
        months = months_in(" ".join((text, *statement.parents, *statement.sections[-1:])))
        near = {t.moment.month for t in setting.near if t.moment is not None and t.moment.month}
        read = {h.token.moment.month for h in self.pool.moments if h.token.moment and h.token.moment.month}
        for month in sorted(months or near or (read if len(read) == 1 else ())):
            if number in _DAYS_OF[month - 1]:
                return Verdict("derived", reason=f"the days of month {month}")
        return None
