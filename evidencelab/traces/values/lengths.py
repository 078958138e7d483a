"""Read lengths of time that are written in parts: `1h30m`, `2 hours and 45 minutes`, `1 day 10:03:12`.

A length in one part is an ordinary number with a unit and is not read here.
"""

from __future__ import annotations

import re

from evidencelab.traces.values.units import find_unit
from evidencelab.traces.values.value_token import ValueToken

_SECONDS = {
    "w": 604800.0,
    "周": 604800.0,
    "d": 86400.0,
    "天": 86400.0,
    "h": 3600.0,
    "小": 3600.0,
    "m": 60.0,
    "分": 60.0,
    "s": 1.0,
    "秒": 1.0,
}
_UNIT_OF = {1.0: "s", 60.0: " min", 3600.0: "h", 86400.0: "d"}
_HOURS_MINUTES = re.compile(
    r"(?<![\w.])(\d{1,3})\s?h\s?([0-5]\d)(?![\w%:]|\.\d|\s?(?:m|s|分)(?!\w*/))", re.ASCII
)
_DAYS_AND_CLOCK = re.compile(
    r"(?<![\w.])(\d{1,4}) days?,? (\d{1,2}):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?(?![\w:])", re.ASCII
)
_PART = re.compile(r"(\d+)\s?(w|d|h|m(?!s)|s|周|天|小时|分钟?|秒)", re.IGNORECASE)
_PARTS = re.compile(
    r"(?<![\w.])(?=\d)(?:\d{1,4}\s?(?:weeks?|w)(?![a-z])[\s,]*(?:and\s+)?)?"
    r"(?:\d{1,4}\s?(?:days?|d)(?![a-z])[\s,]*(?:and\s+)?)?(?:\d{1,3}\s?(?:hours?|hrs?"
    r"|h)(?![a-z])[\s,]*(?:and\s+)?)?"
    r"(?:\d{1,3}\s?(?:minutes?|mins?|m)(?![a-z])[\s,]*(?:and\s+)?)?(?:\d{1,3}\s?(?:seconds?|secs?"
    r"|s))?(?![\w])"
    r"|(?:(?<!第)\d{1,4}\s?周\s?)?(?:\d{1,9}\s?天\s?)?(?:\d{1,9}\s?小时\s?)?(?:\d{1,9}\s?分钟?\s?)?(?:\d{1,9}\s?秒)?",
    re.IGNORECASE | re.ASCII,
)
_YEARS, _MONTHS = r"(\d{1,3})\s?(?:years?|yrs?|年)", r"(\d{1,3})\s?(?:months?|个月)"
_AND = r"[\s,]*(?:and\s+|零|又)?"
_CALENDAR = re.compile(
    rf"(?<![\w.])(?:{_YEARS}{_AND})?{_MONTHS}{_AND}(\d{{1,3}})\s?(?:days?(?![a-z])|天)"
    rf"|(?<![\w.]){_YEARS}{_AND}{_MONTHS}(?![a-z])",
    re.IGNORECASE | re.ASCII,
)
_DAYS_OF_MONTH = 30.4375
_MONTH_DIFFERS = 2.0
"""Days by which a month told in a length may be longer or shorter than a mean one, roughly."""


def length_at(evened: str, start: int, text: str) -> ValueToken | None:
    """Read the length of time that begins at a place, as one number in its smallest unit.

    Args:
        evened: The text as `even` gives it.
        start: The place, in code points.
        text: The text as written.
    """
    found = _HOURS_MINUTES.match(evened, start)
    if found:
        return _token(found, text, 60.0 * int(found[1]) + int(found[2]), " min")
    found = _DAYS_AND_CLOCK.match(evened, start)
    if found:
        days, hours, minutes, seconds = (int(part or 0) for part in found.groups())
        return _token(found, text, 86400.0 * days + 3600.0 * hours + 60.0 * minutes + seconds, "s")
    found = _CALENDAR.match(evened, start)
    if found:
        return _calendar_token(found, text)
    found = _PARTS.match(evened, start)
    parts = _PART.findall(found.group()) if found else []
    if found is None or len(parts) < 2:
        return None
    lasting = sum(float(number) * _SECONDS[letter[0].lower()] for number, letter in parts)
    smallest = _SECONDS[parts[-1][1][0].lower()]
    return _token(found, text, lasting / smallest, _UNIT_OF[smallest])


def _token(found: re.Match[str], text: str, number: float, unit: str) -> ValueToken:
    start = found.start()
    end = start + len(found.group().rstrip(" ,"))
    return ValueToken("number", text[start:end], start, end, number=number, unit=find_unit(unit)[0])


def _calendar_token(found: re.Match[str], text: str) -> ValueToken:
    """Read years, months and days: in months if no days are told, else in days, as closely as months are."""
    years, months, days, whole_years, rest = (int(part or 0) for part in found.groups())
    if found[3] is None:
        return _token(found, text, 12.0 * whole_years + rest, " months")
    months += 12 * years
    return _token(found, text, months * _DAYS_OF_MONTH + days, "d")._replace(step=_MONTH_DIFFERS * months)
