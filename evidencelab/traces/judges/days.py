"""Judge a number as a day of a month: none there can be (`April 98`), or one that leaves its month out.

A count of things may stand behind a month (`in May 412 orders came in`), so that what follows the number
must close it: a year, a time, a bracket, the end of the clause.
"""

from __future__ import annotations

import re

from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting, Verdict, altered, sound, unsupported
from evidencelab.traces.values.moments import Moment, moment_at
from evidencelab.traces.values.value_token import ValueToken

_MONTHS = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_BEFORE = re.compile(rf"\b({_MONTHS})\.?\s$", re.IGNORECASE)
_DATED = re.compile(rf"\d(?:st|nd|rd|th)?(?:\sof)?\s{_MONTHS}\.?\s$", re.IGNORECASE)
"""A month that has its day: what follows it is something else, `on 10 May 36 people left`."""
_BEHIND = re.compile(rf"\s({_MONTHS})\.?(?:,?\s(?:19|20)\d\d\b|\s*[)\].,;:!?]|\s*$)", re.IGNORECASE)
_CLOSED = re.compile(
    r"(?:st|nd|rd|th)?(?:,?\s(?:19|20)\d\d\b|\s*[().,;:!?]|\s*$|\s(?:at|from|until|to|and|[–—-])\s)"
)
_WITHIN = re.compile(rf"\b(?:in|since|during)\s(?:{_MONTHS})\.?\s$", re.IGNORECASE)
"""A month that something happened in; a count may follow it: `In May 58 batches were fired`."""
_DAY_ALONE = re.compile(r"(\d{1,2})\s?[日号]")
_DAY_OF_MONTH = re.compile(r"(?<!\d)(\d{1,2})\s?月\s?\d{1,2}\s?[日号]")
_YEAR_BEHIND = re.compile(r"\.?\s(?:[^\W\d_]{1,12}\.?\s(?:(?:1[0-2]|[1-9])\s)?){1,3}((?:19|20)\d\d)\b")
"""A month and a year in whatever language: `11 de abril de 2026`, `ngày 11 tháng 4 năm 2026`."""
_LAST_DAY = 31
_LONGEST = 5


class Days:
    """Looks for days that no month has, against one pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    def of_month_before(self, token: ValueToken, setting: Setting) -> Verdict | None:
        """Find the date of a day that leaves out its month, said with an earlier day: `3 月 2 日、9 日`."""
        text = setting.statement.text
        alone = _DAY_ALONE.match(text, token.start)
        months = _DAY_OF_MONTH.findall(text, 0, token.start) if alone is not None else ()
        if alone is None or not months or not 1 <= int(months[-1]) <= 12:
            return None
        held = self.pool.moments_like(Moment(month=int(months[-1]), day=int(alone[1])))
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

    def impossible(self, token: ValueToken, setting: Setting) -> Verdict | None:
        """Give the verdict on a number that stands where a day of a month does and is none."""
        text, number = setting.statement.text, abs(token.number or 0.0)
        written = token.text.strip()
        if token.unit is not None or not re.fullmatch(r"\d[\d.]*", written) or len(written) > _LONGEST:
            return None
        before = _BEFORE.search(text[max(0, token.start - 12) : token.start])
        behind = _BEHIND.match(text, token.end) if before is None else None
        is_day = number == int(number) and "." not in written and 1 <= number <= _LAST_DAY
        is_year = re.fullmatch(r"(?:19|20)\d\d", written) is not None
        is_dated = _DATED.search(text[max(0, token.start - 24) : token.start]) is not None
        if (before is None and behind is None) or is_day or is_year or is_dated:
            return None
        if setting.mood in ("advice", "question"):
            return None
        month = before[1] if before is not None else behind[1] if behind is not None else ""
        held = self._one_off(month, written)
        if held is not None:
            return altered(self.pool, held, ", and there is no such day")
        is_two = len(written) == 2 and "." not in written
        if before is not None and _WITHIN.search(text[max(0, token.start - 20) : token.start]):
            is_two = False
        if before is not None and not is_two and not _CLOSED.match(text, token.end):
            return None
        return unsupported(self.pool, setting)._replace(reason="there is no such day")

    def _one_off(self, month: str, written: str) -> Held | None:
        """Find the day of the evidence that an impossible one of two digits differs from in one."""
        if not re.fullmatch(r"\d\d", written):
            return None
        for at, digit in ((at, digit) for at in (0, 1) for digit in "0123456789"):
            other = int(written[:at] + digit + written[at + 1 :])
            read = moment_at(f"{month} {other}", 0) if other else None
            held = self.pool.moments_like(read[0]) if read is not None and read[0].day else []
            if held:
                return held[0]
        return None
