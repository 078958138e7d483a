"""Judge a number that stands where a day or a month of a date does, and is none: `April 98`, `May 84th`.

A count of things may stand behind a month (`in May 412 orders came in`) or in front of it (`412 May orders`,
`the 84th of May` where orders are counted), so that what stands around it must say that it is a date: a
year, a time, a bracket, the end of the clause, or `on`, `from`, `until` in front of it. It must not judge
days that some month has.
"""

from __future__ import annotations

import re

from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.setting import (
    Setting,
    Sources,
    Verdict,
    told_otherwise,
    unsupported,
)
from evidencelab.traces.judges.day_slips import day_of_month_read
from evidencelab.traces.judges.name_judge import at_boundary
from evidencelab.traces.values.moments import moment_at, months_in
from evidencelab.traces.values.value_token import ValueToken, even

NO_SUCH_DAY = "there is no such day"
_MONTHS = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_NTH = r"(?:st|nd|rd|th)(?!\w)"
_BEFORE = re.compile(rf"\b({_MONTHS})\.?\s$", re.IGNORECASE)
_DATED = re.compile(rf"\d(?:st|nd|rd|th)?(?:\sof)?\s{_MONTHS}\.?\s$", re.IGNORECASE)
"""A month that has its day: what follows it is something else, `on 10 May 36 people left`."""
_BEHIND = re.compile(
    rf"(?:{_NTH})?\s({_MONTHS})\.?(?:,?\s(?:19|20)\d\d\b|\s*[)\].,;:!?*_]|\s*$)", re.IGNORECASE
)
_CLOSED = re.compile(
    rf"(?:{_NTH})?(?:,?\s(?:19|20)\d\d\b|\s*[().,;:!?*_]|\s*$|\s(?:at|from|until|to|and|[–—-])\s)"
)
_NTH_TOLD = re.compile(
    rf"{_NTH}(?:\s?[^\w\s]|,?\s(?:19|20)\d\d\b|$"
    r"|\s(?:at|from|until|till|to|through|and|or|in|on|is|was|are|were|will|has|had|have|with|for|by"
    r"|because|since|as|when|which|but|so|via|the|you|we|i|they|it|he|she)\b)",
    re.IGNORECASE,
)
"""Behind an ordinal that a month stands in front of, what is no thing that it would count."""
_NTH_OF = re.compile(
    rf"{_NTH}\s(?:day\s)?of\s({_MONTHS})(?!['’\w])(?!\.?\s(?!is\b|was\b|has\b|as\b|its\b)[a-z]{{2,}}s\b)",
    re.IGNORECASE,
)
_WEEKDAY = re.compile(
    r"\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,?\s(?:the\s)?$", re.IGNORECASE
)
_NTH_OF_WEEK = re.compile(
    rf"{_NTH}(?:\s?[^\w\s]|$|\s(?:at|from|until|till|to|through|on|for|with|because|since|as|when)\b)",
    re.IGNORECASE,
)
"""Behind an ordinal that a weekday stands in front of, what is no thing that it would count."""
_WITHIN = re.compile(rf"\b(?:in|since|during|for|of)\s(?:{_MONTHS})\.?\s$", re.IGNORECASE)
"""A month that something happened in; a count may follow it: `In May 58 batches were fired`."""
_CLOCK = r"(?:[01]?\d|2[0-3]):[0-5]\d"
_DATED_ON = re.compile(rf",?\s(?:(?:19|20)\d\d\b|(?:at\s)?{_CLOCK})")
_FROM_DAY = re.compile(
    r"\b(?:on|since|until|till|before|after|from|between|as of|dated|through)\s"
    r"(?:the\s|\d\d?(?:\s?-\s?| to ))?$",
    re.IGNORECASE,
)
"""In front of a day, these say when something was."""
_FROM_NTH = re.compile(
    r"(?:\b(?:on|since|until|till|before|after|from|between|as of|dated|through|for|to|by)\s|[:|,]\s*)"
    r"[*_`]*(?:the\s)?[*_`]*$|^\W*(?:the\s)?$",
    re.IGNORECASE,
)
_DAY_BEHIND = re.compile(
    rf"(?:{_NTH})?\s({_MONTHS})\.?(?:,?\s(?:at\s)?{_CLOCK}|\s(?:at|to|until|till|through|and|-)\s|\s?-)",
    re.IGNORECASE,
)
_COUNTED = re.compile(rf"\s({_MONTHS})\.?(?!\s(?!is\b|was\b|has\b|as\b|its\b)[a-z]{{2,}}s\b)", re.IGNORECASE)
_ZH_DATE = re.compile(
    r"(?<![\d.])(?P<month>\d{1,3}(?:\.\d)?)\s?月(?:份的?)?\s?(?:[0-3]?\d\s?[-~至到、]\s?)?"
    r"(?P<day>\d{1,3}(?:\.\d)?)\s?(?:日(?![均龄元圆])|号(?=\s?(?:[,.;:!?)(、至到起前后止-]|$)))"
)
_ZH_MONTH = re.compile(r"(?<!\d)(?:19|20)\d\d\s?年\s?(?P<month>\d{1,3}(?:\.\d)?)\s?月(?![龄期])")
_PERIODS = re.compile(
    r"财年|财务|会计|期间|账期|结账|调整期|第\s?13\s?期|\bfiscal\b|\bperiods?\b", re.IGNORECASE
)
"""Books that are closed by periods may have a thirteenth."""
_LAST_DAY, _LAST_MONTH = 31, 12
_LONGEST = 5


class ImpossibleDays:
    """Looks for days that no month has, against one set of sources."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.pool = sources.pool

    def find(self, token: ValueToken, setting: Setting) -> Verdict | None:
        """Give the verdict on a number that stands where a day of a month, or a month, does and is none."""
        if setting.mood in ("advice", "question"):
            return None
        return self._no_chinese_day(token, setting) or self._no_day(token, setting)

    def _no_day(self, token: ValueToken, setting: Setting) -> Verdict | None:
        text, number = setting.statement.text, abs(token.number or 0.0)
        written = token.text.strip()
        if token.unit is not None or not re.fullmatch(r"\d[\d.]*", written) or len(written) > _LONGEST:
            return None
        is_day = number == int(number) and "." not in written and 1 <= number <= _LAST_DAY
        is_year = re.fullmatch(r"(?:19|20)\d\d", written) is not None
        if is_day or is_year or _DATED.search(text[max(0, token.start - 24) : token.start]) is not None:
            return None
        evened = even(text)
        if _WEEKDAY.search(evened[max(0, token.start - 20) : token.start]):
            is_nth = _NTH_OF_WEEK.match(evened, token.end) and not self._is_written(_nth(token, evened))
            return self._there_is_none(setting, None) if is_nth else None
        before = _BEFORE.search(evened[max(0, token.start - 12) : token.start])
        if before is None:
            behind = _as_day(token, evened)
            start, end = token.start, 0 if behind is None else behind.end(1)
        else:
            behind, start, end = None, token.start - len(before[0]), token.end
            if not _is_closed(token, written, evened):
                return None
        named = before or behind
        if named is None or self._is_written(evened[start:end]):
            return None
        (month,) = months_in(named[1].capitalize())
        return self._there_is_none(setting, day_of_month_read(month, written, setting, self.sources))

    def _no_chinese_day(self, token: ValueToken, setting: Setting) -> Verdict | None:
        """Judge the month or the day of `81 月 31 日`, `10 月 81 日` or `2025 年 81 月`, if there is none."""
        evened = even(setting.statement.text)
        first = max(0, token.start - 16)
        for found in (*_ZH_DATE.finditer(evened, first, token.end + 16), *_ZH_MONTH.finditer(evened, first)):
            parts = found.groupdict()
            month, day = parts["month"], parts.get("day")
            is_month, is_dated = _is_of(month, _LAST_MONTH), day is None or _is_of(day, _LAST_DAY)
            is_thirteenth = month == "13" and (day is None or _PERIODS.search(evened) is not None)
            if is_thirteenth or self._is_written(found[0]):
                continue
            if token.start == found.start("month") and not is_month:
                return self._there_is_none(setting, self._of_other_month(month, day) if day else None)
            if day is not None and token.start == found.start("day") and is_month and not is_dated:
                held = day_of_month_read(int(month), day, setting, self.sources)
                return self._there_is_none(setting, held)
        return None

    def _there_is_none(self, setting: Setting, held: Held | None) -> Verdict:
        """Give the verdict on a day that no month has, with the day of its month that a source has."""
        if held is None:
            return unsupported(self.pool, setting)._replace(reason=NO_SUCH_DAY)
        verdict = told_otherwise(self.pool, held)
        return verdict._replace(reason=f"{verdict.reason}, and {NO_SUCH_DAY}")

    def _is_written(self, date: str) -> bool:
        """Tell whether the trace itself has a date in these words."""
        spellings = {date.lower(), date.lower().replace(" ", "")}
        pools = (self.pool, self.sources.given, self.sources.arguments)
        return any(at_boundary(pool.folded, said) is not None for pool in pools for said in spellings)

    def _of_other_month(self, written: str, day: str) -> Held | None:
        """Find the day of the evidence whose month a number of two digits differs from in one.

        Args:
            written: The number that is no month.
            day: The day, as written.
        """
        if not re.fullmatch(r"\d\d", written):
            return None
        for at, digit in ((at, digit) for at in (0, 1) for digit in "0123456789"):
            other = int(written[:at] + digit + written[at + 1 :])
            read = moment_at(f"{other}月{day}日", 0) if other else None
            held = self.pool.moments_like(read[0]) if read is not None and read[0].day else []
            if held:
                return held[0]
        return None


def _nth(token: ValueToken, evened: str) -> str:
    """Give an ordinal with its ending."""
    return evened[token.start : token.end + 2]


def _is_closed(token: ValueToken, written: str, evened: str) -> bool:
    """Tell whether a number behind a month is told as its day, by what follows."""
    is_within = _WITHIN.search(evened[max(0, token.start - 20) : token.start]) is not None
    if re.match(_NTH, evened[token.end :]):
        return _NTH_TOLD.match(evened, token.end) is not None
    if is_within:
        return _DATED_ON.match(evened, token.end) is not None
    is_two = len(written) == 2 and "." not in written
    return is_two or _CLOSED.match(evened, token.end) is not None


def _as_day(token: ValueToken, evened: str) -> re.Match[str] | None:
    """Give the month in front of which a number stands as a day does: in what closes a date."""
    before = evened[max(0, token.start - 24) : token.start]
    if re.match(rf"{_NTH}\s(?:day\s)?of\s", evened[token.end :]):
        is_dated = _FROM_NTH.search(before) is not None
        return _NTH_OF.match(evened, token.end) if is_dated else None
    found = _BEHIND.match(evened, token.end)
    is_from = _FROM_DAY.search(before) is not None
    if found is None:
        is_timed = (timed := _DAY_BEHIND.match(evened, token.end)) is not None and ":" in timed[0]
        found = _DAY_BEHIND.match(evened, token.end) if is_from or is_timed else None
    return _COUNTED.match(evened, token.end) if found is None and is_from and "." in token.text else found


def _is_of(written: str, last: int) -> bool:
    return "." not in written and 1 <= int(written) <= last
