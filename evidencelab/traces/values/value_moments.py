"""Read the moments of a text as value tokens: days of a list, ranges, and clocks that no date stands by.

What one moment looks like is `moments`; here is what its neighbours in the text add to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from evidencelab.traces.values.moments import Moment, moment_at
from evidencelab.traces.values.value_token import ValueToken

_SLASH_DAY = re.compile(r"(1[0-2]|0?[1-9])/(3[01]|[12]\d|0?[1-9])(?![\d/.])", re.ASCII)
_WEEKDAY_BEFORE = re.compile(r"(?:周|星期)[一二三四五六日天]\s?$|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,?\s$")
_ONE_DAY = r"(?:[12]\d|3[01]|[1-9])(?:st|nd|rd|th)?"
_DAYS_OF_LIST = re.compile(
    rf"(?:{_ONE_DAY}(?:\s?(?:,\s?and\s|and|&|or|to|until|till|through|[-,/])\s?)(?:the\s)?){{1,12}}"
    rf"(?={_ONE_DAY}\s(?:of\s)?[A-Z][a-z]{{2}})",
    re.ASCII,
)
"""All days but the last of several before one month: `14-18, 21 and` of `14-18, 21 and 28 April`."""
_MONTHS_OF_YEAR, _LONGEST_MONTH = 12, 31
_NEXT_DAY = re.compile(r",\s(?:and\s)?|\s(?:and|&|or)\s")
_DAYS_BEHIND = re.compile(
    rf"({_ONE_DAY}(?:(?:,\s(?:and\s)?|\s(?:and|&|or)\s){_ONE_DAY}){{0,12}})"
    r"(?=\s*(?:\Z|[.;:](?!\d)|[)\]|*\n]|,(?!\s?\d)|\s(?:at|in|were|was|are|as|with|for|from)\b))",
    re.ASCII,
)
"""Later days behind one month, the `12 and 13` of `May 11, 12 and 13.`; what counts things is none."""
_ZH_DAY_OF_LIST = re.compile(
    r"(1[0-2]|0?[1-9])\s?月\s?(3[01]|[12]\d|0?[1-9])(?=\s?[-~至到、和,]\s?(?:3[01]|[12]\d|0?[1-9])\s?[日号])"
)
"""The first day of several behind one month, whose 日 only the last has: the 17 of `11 月 17–23 日`."""
_ZH_DAY = re.compile(r"(3[01]|[12]\d|0?[1-9])\s?[日号](?!\s?[后内前间之])")
_NOON = 12
_AFTERWARDS = re.compile(r"\s*(?:-|to|until|and)\s*")
_AFTERWARDS_ZH = re.compile(r"半?\s*(?:-|~|到|至|和|、)\s*")
_BETWEEN_ZH_DAYS = re.compile(r"\s?[-~至到、和,]\s?")
_DAY = re.compile(r"([1-9]|[12]\d|3[01])(?:,?\s([12]\d{3}))?(?!\w|[:.,%/-]\w|%)", re.ASCII)
_BARE_DAY = re.compile(
    r"(?<![^\s,|;\[(\"'=:])(?<!\d:)(?:"
    r"(?P<year>20\d\d)(?P<month>0[1-9]|1[0-2])(?P<day>0[1-9]|[12]\d|3[01])"
    r"|(?P<short>2\d)-(?P<month2>0[1-9]|1[0-2])-(?P<day2>0[1-9]|[12]\d|3[01])"
    r"|(?P<name>[A-Z][a-z]{2})-(?P<day3>0?[1-9]|[12]\d|3[01])"
    r"|(?P<one>\d{1,2})(?P<mark>[-/.])(?P<other>\d{1,2})(?P<dot>\.?)"
    r")(?![^\s,|;\])\"'=])"
    r"|(?<=[\w\]]\.)(?P<key>(?:20\d\d-)?\d\d-\d\d)(?=[=.\[])",
    re.ASCII,
)
"""A day without its year, or its marks, that is all there is in a cell, a field's value or its name."""
_DAY_RANGE = re.compile(r"(?<![\w./-])(\d\d)/(\d\d)(\s?[-~]\s?)(\d\d)/(\d\d)(?![\w/-]|\.\d)", re.ASCII)
"""Two days with a dash between them, written alike: `03/04-03/09`."""
_OF_DAYS = re.compile(r"(?<!up)date(?![a-z])|(?<![a-z])(?:datum|dato|fecha)(?![a-z])|日期|日$", re.IGNORECASE)
"""Names of fields that hold days."""
_ODD_CLOCK = re.compile(r"(?<![\w:.])(\d{1,3}):(\d{2})(?![\w:])", re.ASCII)


def moment_token_at(evened: str, start: int, text: str, before: ValueToken | None) -> ValueToken | None:
    """Read the moment that begins at a place.

    Args:
        evened: The text as `even` gives it.
        start: The place, in code points.
        text: The text as written.
        before: The value token in front of it, which may lend a day its month.
    """
    if (
        before is not None
        and before.moment is not None
        and before.end == start - 1
        and evened[start - 1] == "-"
    ):
        last = _last_day(before, evened, text, start)
        if last is not None:
            return last
        ranged = moment_at(evened[start : start + 40], 0)
        if ranged is not None:
            return _token(text, start, start + ranged[1], ranged[0])
    behind = None if before is None else _day_behind(before, evened, text, start)
    if behind is not None:
        return behind
    chinese = _zh_day(before, evened, text, start)
    if chinese is not None:
        return chinese
    slashed = _SLASH_DAY.match(evened, start)
    if slashed and _WEEKDAY_BEFORE.search(evened[max(0, start - 6) : start]):
        return _token(text, start, slashed.end(), Moment(month=int(slashed[1]), day=int(slashed[2])))
    listed = _day_of_list(evened, text, start)
    if listed is not None:
        return listed
    found = moment_at(evened, start)
    if found is not None:
        return _token(text, start, found[1], found[0])
    odd = _ODD_CLOCK.match(evened, start)
    return _token(text, start, odd.end(), Moment(hour=int(odd[1]), minute=int(odd[2]))) if odd else None


def bare_days(evened: str, name_of: Callable[[int], str]) -> Iterator[ValueToken]:
    """Read the days of a record that leaves their year or their marks out: `10-14`, `14.10.`, `20261014`.

    Each is a reading beside the numbers that the same digits may be.

    Args:
        evened: A line of a record, as `even` gives it.
        name_of: Names the field or the column of a place in it.
    """
    for found in _DAY_RANGE.finditer(evened):
        for first, day in zip((1, 4), _days_of_range(found), strict=False):
            yield _token(evened, found.start(first), found.end(first + 1), day)
    for found in _BARE_DAY.finditer(evened):
        moment = _bare_day(found, evened, name_of)
        if moment is not None:
            yield _token(evened, *found.span(), moment)


def _bare_day(found: re.Match[str], evened: str, name_of: Callable[[int], str]) -> Moment | None:
    if found["key"]:
        *year, month, day = (int(part) for part in found["key"].split("-"))
        return Moment(year[0] if year else None, month, day) if _is_day(month, day) else None
    if found["year"]:
        return Moment(int(found["year"]), int(found["month"]), int(found["day"]))
    if found["short"]:
        return Moment(2000 + int(found["short"]), int(found["month2"]), int(found["day2"]))
    if found["name"]:
        named = moment_at(f"{found['name']} {found['day3']}", 0)
        return None if named is None else named[0]
    mark, one, other = found["mark"], int(found["one"]), int(found["other"])
    is_padded = len(found["one"]) == len(found["other"]) == 2
    is_sure = found["dot"] != "" if mark == "." else is_padded and mark == "-"
    if found["dot"] and mark != ".":
        return None
    begins = mark == "/" and is_padded and not evened[: found.start()].strip(" |")
    if not (is_sure or begins or _OF_DAYS.search(name_of(found.start()))):
        return None
    if (mark == "." and _is_day(other, one)) or not _is_day(one, other):
        one, other = other, one
    is_either = mark == "/" and max(one, other) <= _MONTHS_OF_YEAR and one != other
    return Moment(month=one, day=other, is_either=is_either) if _is_day(one, other) else None


def _days_of_range(found: re.Match[str]) -> tuple[Moment, ...]:
    """Read both days of a range in the order in which they are days, the first before the last."""
    a, b, c, d = (int(found[n]) for n in (1, 2, 4, 5))
    is_month_first = _is_day(a, b) and _is_day(c, d) and (a, b) < (c, d)
    is_day_first = _is_day(b, a) and _is_day(d, c) and (b, a) < (d, c)
    if not (is_month_first or is_day_first):
        return ()
    pairs = ((a, b), (c, d)) if is_month_first else ((b, a), (d, c))
    is_either = is_month_first and is_day_first
    return tuple(Moment(month=month, day=day, is_either=is_either) for month, day in pairs)


def _is_day(month: int, day: int) -> bool:
    return 1 <= month <= _MONTHS_OF_YEAR and 1 <= day <= _LONGEST_MONTH


def _day_of_list(evened: str, text: str, start: int) -> ValueToken | None:
    """Read the first of several days before one month, in the order of the calendar."""
    listed = _DAYS_OF_LIST.match(evened, start)
    last = moment_at(evened[listed.end() : listed.end() + 40], 0) if listed else None
    if listed is None or last is None or not last[0].month or not last[0].day:
        return None
    days = [int(day) for day in re.findall(r"\d+", listed[0])]
    if any(one >= other for one, other in pairwise([*days, last[0].day])):
        return None
    return _token(text, start, start + len(str(days[0])), last[0]._replace(day=days[0]))


def _last_day(first: ValueToken, evened: str, text: str, start: int) -> ValueToken | None:
    """Read the 13 of `October 10-13` as a day of the same month."""
    day = _DAY.match(evened, start)
    if day is None or first.moment is None or first.moment.day is None or first.moment.hour is not None:
        return None
    if first.moment.month is None or not first.moment.day < int(day[1]) <= 31 or first.text[:4].isdigit():
        return None
    moment = first.moment._replace(day=int(day[1]), year=int(day[2]) if day[2] else first.moment.year)
    return _token(text, start, day.end(), moment)


def _day_behind(before: ValueToken, evened: str, text: str, start: int) -> ValueToken | None:
    """Read a later one of several days behind one month, in the order of the calendar."""
    first = before.moment
    if first is None or not first.month or not first.day or first.hour is not None or first.year:
        return None
    listed = _DAYS_BEHIND.match(evened, start) if _NEXT_DAY.fullmatch(evened, before.end, start) else None
    if listed is None or evened[before.end - 1] not in "0123456789stndrh":
        return None
    days = [first.day, *(int(day) for day in re.findall(r"\d+", listed[1]))]
    if any(one >= other for one, other in pairwise(days)):
        return None
    return _token(text, start, start + len(str(days[1])), first._replace(day=days[1]))


def _zh_day(before: ValueToken | None, evened: str, text: str, start: int) -> ValueToken | None:
    """Read a day of several under one month: the first, as its 日 is further on, or one that has no month."""
    first = _ZH_DAY_OF_LIST.match(evened, start)
    if first is not None:
        return _token(text, start, first.end(), Moment(month=int(first[1]), day=int(first[2])))
    if before is None or before.moment is None or before.moment.month is None or before.moment.day is None:
        return None
    day = _ZH_DAY.match(evened, start)
    if day is None or before.moment.hour is not None:
        return None
    if not _BETWEEN_ZH_DAYS.fullmatch(evened, before.end, start):
        return None
    return _token(text, start, day.end(), before.moment._replace(day=int(day[1])))


def with_half_day(tokens: list[ValueToken], text: str) -> Iterator[ValueToken]:
    """Give one time of a range the half day that only the other writes: `2:00-2:30 PM`, 下午 3 点至 4 点."""
    before: ValueToken | None = None
    for token, following in zip(tokens, [*tokens[1:], None], strict=False):
        if following is not None and _AFTERWARDS.fullmatch(text, token.end, following.start):
            token = token._replace(moment=_before_half_day(token.moment, following.moment))
        elif before is not None and _AFTERWARDS_ZH.fullmatch(text, before.end, token.start):
            token = token._replace(moment=_behind_half_day(before.moment, token.moment))
        yield token
        before = token


def _before_half_day(first: Moment | None, last: Moment | None) -> Moment | None:
    """Give the time in front of one whose half day is written its half day."""
    if first is None or last is None or first.half_day or not last.half_day:
        return first
    if first.hour is None or last.hour is None or first.hour > _NOON:
        return first
    late = last.hour >= _NOON and (first.hour % _NOON) <= (last.hour % _NOON)
    return first._replace(hour=first.hour % _NOON + (_NOON if late else 0), half_day=True)


def _behind_half_day(first: Moment | None, last: Moment | None) -> Moment | None:
    """Give the time behind one whose half day is written its half day; in Chinese it is written once."""
    if first is None or last is None or not first.half_day or last.half_day:
        return last
    if first.hour is None or last.hour is None or last.hour >= _NOON or first.hour < _NOON:
        return last
    is_same = first.hour - _NOON <= last.hour
    return last._replace(hour=last.hour + _NOON, half_day=True) if is_same else last


def _token(text: str, start: int, end: int, moment: Moment) -> ValueToken:
    return ValueToken("moment", text[start:end], start, end, moment=moment)
