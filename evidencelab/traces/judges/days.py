"""Judge a number as a day of a month: none there can be (`April 98`), or one that leaves its month out.

A count of things may stand behind a month (`in May 412 orders came in`) or in front of it (`412 May orders`),
so that what follows must close the date: a year, a time, a bracket, the end of the clause.
"""

from __future__ import annotations

import re

from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.setting import Setting, Sources, Verdict, altered, sound, unsupported
from evidencelab.traces.judges.name_judge import at_boundary
from evidencelab.traces.values.moments import Moment, moment_at, months_in
from evidencelab.traces.values.value_token import ValueToken, even

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
_DAY_BEHIND = re.compile(
    rf"\s({_MONTHS})\.?(?:,?\s(?:at\s)?{_CLOCK}|\s(?:at|to|until|till|through|and|-)\s|\s?-)", re.IGNORECASE
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
_LONGEST = 5


class Days:
    """Looks for days that no month has, against one set of sources."""

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

    def impossible(self, token: ValueToken, setting: Setting) -> Verdict | None:
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
        before = _BEFORE.search(evened[max(0, token.start - 12) : token.start])
        if before is None:
            behind = _as_day(token, evened)
            start, end = token.start, 0 if behind is None else behind.end(1)
        else:
            behind, start = None, token.start - len(before[0])
            end = token.end
            if _WITHIN.search(evened[max(0, token.start - 20) : token.start]):
                is_closed = _DATED_ON.match(evened, token.end) is not None
            else:
                is_two = len(written) == 2 and "." not in written
                is_closed = is_two or _CLOSED.match(evened, token.end) is not None
            if not is_closed:
                return None
        named = before or behind
        if named is None or self._is_written(evened[start:end]):
            return None
        return self._there_is_none(setting, self._one_off(f"{named[1]} {{}}", written))

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
                return self._there_is_none(
                    setting, self._one_off(f"{{}}月{day or ''}日", month) if day else None
                )
            if day is not None and token.start == found.start("day") and is_month and not is_dated:
                return self._there_is_none(setting, self._one_off(f"{month}月{{}}日", day))
        return None

    def _there_is_none(self, setting: Setting, held: Held | None) -> Verdict:
        """Give the verdict on a day that no month has, with the one of the evidence that it is a slip of."""
        if held is not None:
            return altered(self.pool, held, ", and there is no such day")
        return unsupported(self.pool, setting)._replace(reason="there is no such day")

    def _is_written(self, date: str) -> bool:
        """Tell whether the trace itself has a date in these words."""
        spellings = {date.lower(), date.lower().replace(" ", "")}
        pools = (self.pool, self.sources.given, self.sources.arguments)
        return any(at_boundary(pool.folded, said) is not None for pool in pools for said in spellings)

    def _one_off(self, date: str, written: str) -> Held | None:
        """Find the day of the evidence that an impossible one of two digits differs from in one.

        Args:
            date: The date, with a gap for the number.
            written: The number.
        """
        if not re.fullmatch(r"\d\d", written):
            return None
        for at, digit in ((at, digit) for at in (0, 1) for digit in "0123456789"):
            other = int(written[:at] + digit + written[at + 1 :])
            read = moment_at(date.format(other), 0) if other else None
            held = self.pool.moments_like(read[0]) if read is not None and read[0].day else []
            if held:
                return held[0]
        return None


def _as_day(token: ValueToken, evened: str) -> re.Match[str] | None:
    """Give the month in front of which a number stands as a day does: in what closes a date."""
    found = _BEHIND.match(evened, token.end)
    is_from = _FROM_DAY.search(evened[max(0, token.start - 24) : token.start]) is not None
    if found is None:
        is_timed = (timed := _DAY_BEHIND.match(evened, token.end)) is not None and ":" in timed[0]
        found = _DAY_BEHIND.match(evened, token.end) if is_from or is_timed else None
    return _COUNTED.match(evened, token.end) if found is None and is_from and "." in token.text else found


def _is_of(written: str, last: int) -> bool:
    return "." not in written and 1 <= int(written) <= last
