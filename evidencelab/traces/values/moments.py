"""Read dates and times in the many ways they are written: ISO, English, slashes, Chinese.

A moment says only what was written; a time without a day has no day. It must not guess a zone.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Moment(NamedTuple):
    """A date, a time, or both; a field that was not written is None. `fraction` is of a second.

    `is_either` tells that day and month may be meant in the other order: `10/04/2025`.
    """

    year: int | None = None
    month: int | None = None
    day: int | None = None
    hour: int | None = None
    minute: int | None = None
    second: int | None = None
    half_day: bool = False
    fraction: float = 0.0
    is_either: bool = False

    @property
    def readings(self) -> tuple[Moment, ...]:
        """Give the moment, and the one with day and month exchanged if it may be meant so."""
        return (self, self._replace(month=self.day, day=self.month)) if self.is_either else (self,)


_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan january",
            "feb february",
            "mar march",
            "apr april",
            "may",
            "jun june",
            "jul july",
            "aug august",
            "sep sept september",
            "oct october",
            "nov november",
            "dec december",
        ),
        start=1,
    )
    for name in names.split()
}
_MONTH = "(?:" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\.?"
_WEEKDAY = r"(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s+)?"
_CLOCK = (
    r"(?P<{0}h>\d{{1,2}}):(?P<{0}m>\d\d)(?::(?P<{0}s>\d\d)(?:[.,]\d{{1,9}})?)?"
    r"(?:\s?(?P<{0}x>[ap]\.?m\.?)(?![a-z]))?"
)
_LETTERS = r"(?:\s?(?:Z|UTC|GMT)(?![A-Za-z]))?"
_ZONE = r"(?:\s?(?:Z|UTC|GMT)(?![A-Za-z])|\s?[+-](?:0\d|1[0-4]):?(?:00|15|30|45)(?![\d:]))?"

_MOMENT = re.compile(
    r"(?<![\w-])(?<![^.]\.)(?:"
    # 2025-10-08T14:45:00.123Z, 2025/10/08 14:45, 2025-10-08
    rf"(?P<y>[12]\d{{3}})[-/.](?P<mo>0?[1-9]|1[0-2])[-/.](?P<d>0?[1-9]|[12]\d"
    rf"|3[01])(?:[T ]\s?{_CLOCK.format('a')}{_ZONE})?(?![\w-])"
    # 21/Oct/2025:07:58:59 +0000, as web servers log
    rf"|(?P<d4>0?[1-9]|[12]\d|3[01])/(?P<mo1>{_MONTH})/(?P<y1>[12]\d{{3}}):{_CLOCK.format('d')}(?:\s[+-]\d{{4}})?"
    # 8 Oct 2025, Wed, 08 Oct 2025 12:30:00 +0000, 8th of October
    rf"|{_WEEKDAY}(?P<d2>0?[1-9]|[12]\d|3[01])(?:st|nd|rd"
    rf"|th)?(?:\s+of)?[\s-](?P<mo2>{_MONTH})(?:,?[\s-](?P<y2>[12]\d{{3}}))?(?:,?\s+(?:at\s+)?{_CLOCK.format('b')}{_ZONE})?(?![\w])"
    # the 8 of 8-10 October
    rf"|(?P<d5>0?[1-9]|[12]\d|3[01])(?=\s?(?:-|to)\s?(?:0?[1-9]|[12]\d|3[01])\s(?P<mo5>{_MONTH})"
    rf"(?:,?\s(?P<y8>[12]\d{{3}}))?(?!\w))"
    # October 8, 2025 14:45; Oct 8; October 2025
    rf"|(?P<mo9>{_MONTH})\s+(?P<d9>0?[1-9]|[12]\d|3[01])(?=\s?-\s?(?:0?[1-9]|[12]\d"
    rf"|3[01])(?:,?\s+(?P<y9>[12]\d{{3}}))?(?![\w:]))"
    rf"|{_WEEKDAY}(?P<mo3>{_MONTH})\s+(?P<d3>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?(?![\d:.]\d"
    rf"|\d)(?:,?\s+(?P<y3>[1-9]\d{{3}}))?(?:,?\s+(?:at\s+)?{_CLOCK.format('c')}{_ZONE}(?:\s(?P<y6>[12]\d{{3}})(?!\w))?)?"
    rf"|(?P<mo4>{_MONTH})\s+(?P<y4>[12]\d{{3}})(?![\w])"
    # 2025-10, the month
    r"|(?P<y10>(?:19|20)\d\d)-(?P<mo10>0[1-9]|1[0-2])(?![\w-])"
    # 10-08 14:45, a month and a day in two digits each before a time
    rf"|(?P<mo12>0[1-9]|1[0-2])-(?P<d12>0[1-9]|[12]\d|3[01])[ T]{_CLOCK.format('f')}(?![\w:])"
    # 10/08/2025, 10.08.2025, 10-08-2025
    r"|(?P<p1>0?[1-9]|[12]\d|3[01])(?P<mark>[/.-])(?P<p2>0?[1-9]|[12]\d|3[01])(?P=mark)(?P<y5>(?:19|20)\d\d)"
    r"(?![\w/]|(?P=mark)\d)"
    # 14:45, 14:45:00, 2:45 PM, 3pm
    rf"|{_CLOCK.format('e')}{_LETTERS}(?!\w|:\d)"
    r"|(?P<h6>1[0-2]|0?[1-9])\s?(?P<x6>[ap]\.?m\.?)(?![a-z])"
    r")"
    # 2025年10月8日 14时45分, 10月8日, 下午3点
    r"|(?:(?P<y7>(?:19|20)\d\d)\s?年\s?)?(?P<mo7>0?[1-9]|1[0-2])\s?月\s?(?P<d7>0?[1-9]|[12]\d|3[01])\s?[日号]"
    r"|(?P<y11>(?:19|20)\d\d)\s?年\s?(?P<mo11>0?[1-9]|1[0-2])\s?月(?!\s?\d)"
    r"|(?P<x8>上午|下午|晚上|凌晨|早上|中午)?\s?(?P<h8>[01]?\d|2[0-3])\s?[点时](?!间|候|长"
    r"|区)(?:(?P<m8>[0-5]?\d)\s?分)?(?:(?P<s8>[0-5]?\d)\s?秒)?",
    re.IGNORECASE | re.ASCII,
)


_PRINTED = re.compile(
    r"(?:datetime\.)?date(?:time)?\((?P<y>[12]\d{3}), ?(?P<mo>1[0-2]|[1-9]), ?(?P<d>3[01]|[12]\d|[1-9])"
    r"(?:, ?(?P<h>1\d|2[0-3]|\d), ?(?P<m>[1-5]?\d)(?:, ?(?P<s>[1-5]?\d)(?:, ?(?P<us>\d{1,6}))?)?)?"
    r"(?:, ?tzinfo=[\w.]{1,40}(?:\([^()]{0,60}(?:\([^()]{0,40}\))?\))?)?\)",
    re.ASCII,
)
"""As Python prints one: `datetime.datetime(2025, 2, 23, 1, 44, 29, 17469, tzinfo=...)`."""

_BROKEN = re.compile(
    r"(?<![\w-])(?P<y>[12]\d{3})(?:-(?P<mo>0 [1-9]|1 [0-2])-(?P<d>0[1-9]|[12]\d|3[01])"
    r"|-(?P<mo1>0[1-9]|1[0-2])-(?P<d1>0 [1-9])|(?:- | -)(?P<mo2>0[1-9]|1[0-2])-(?P<d2>0[1-9]|[12]\d|3[01])"
    r"|-(?P<mo3>0[1-9]|1[0-2])(?:- | -)(?P<d3>0[1-9]|[12]\d|3[01]))(?![\w-])",
    re.ASCII,
)
"""A day in ISO form that a blank got into, which leaves no other way to read it: `2025-0 8-17`."""
_BROKEN_MONTHS, _BROKEN_DAYS = ("mo", "mo1", "mo2", "mo3"), ("d", "d1", "d2", "d3")


_MONTH_SAID = re.compile(
    rf"\b(?P<name>{_MONTH})(?!\w)|(?<![\d.])(?P<sign>1[0-2]|0?[1-9])\s?月|\bQ(?P<quarter>[1-4])\b"
    r"|(?<!\d)(?:19|20)\d\d-(?P<number>0[1-9]|1[0-2])(?![\d-])",
    re.IGNORECASE,
)
_OF_QUARTER = 3


def months_in(text: str) -> frozenset[int]:
    """Give the months that a text names as a whole, by their numbers; a quarter is three of them."""
    found: set[int] = set()
    for match in _MONTH_SAID.finditer(text):
        if match["quarter"]:
            last = _OF_QUARTER * int(match["quarter"])
            found |= set(range(last - _OF_QUARTER + 1, last + 1))
        elif match["name"]:
            if match["name"][0].isupper():
                found.add(_MONTHS[match["name"].lower().rstrip(".")])
        else:
            found.add(int(match["sign"] or match["number"]))
    return frozenset(found)


def _printed_at(text: str, start: int) -> tuple[Moment, int] | None:
    found = _PRINTED.match(text, start) if text.startswith("date", start) else None
    if found is None:
        return None
    year, month, day = int(found["y"]), int(found["mo"]), int(found["d"])
    hour, minute, second = (int(found[name]) if found[name] else None for name in ("h", "m", "s"))
    if hour is not None and second is None:
        second = 0
    moment = Moment(year, month, day, hour, minute, second, fraction=int(found["us"] or 0) / 1e6)
    return moment, found.end()


def _broken_at(text: str, start: int) -> tuple[Moment, int] | None:
    found = _BROKEN.match(text, start)
    if found is None:
        return None
    month, day = (next(g for g in found.group(*names) if g) for names in (_BROKEN_MONTHS, _BROKEN_DAYS))
    return Moment(int(found["y"]), int(month.replace(" ", "")), int(day.replace(" ", ""))), found.end()


def moment_at(text: str, start: int) -> tuple[Moment, int] | None:
    """Read the moment that begins at `start`, and where it ends; None if there is none.

    Args:
        text: The text, typographic characters evened.
        start: First code point.
    """
    written = _printed_at(text, start) or _broken_at(text, start)
    if written is not None:
        return written
    found = _MOMENT.match(text, start)
    return (_moment_of(found), found.end()) if found is not None and _is_moment(found, text) else None


def _is_moment(found: re.Match[str], text: str) -> bool:
    """Refuse what only looks like one: a ratio, a port after a host, `May` the verb."""
    if found["eh"] is not None and found["es"] is None and found["ex"] is None:
        before = re.sub(r"(?<![A-Za-z0-9]):$", "", text[max(0, found.start() - 2) : found.start()])[-1:]
        if int(found["eh"]) > 23 or int(found["em"]) > 59:
            return False
        return before not in (":", "/", ".")
    if found["p1"] is not None:
        return min(int(found["p1"]), int(found["p2"])) <= 12
    return found["mo3"] != "may"


def _moment_of(found: re.Match[str]) -> Moment:
    groups = found.groupdict()

    def pick(*names: str) -> str | None:
        return next((groups[name] for name in names if groups.get(name) is not None), None)

    month = pick("mo", "mo7", "mo10", "mo11", "mo12")
    named = pick("mo1", "mo2", "mo3", "mo4", "mo5", "mo9")
    number = int(month) if month else _MONTHS[named.lower().rstrip(".")] if named else None
    day = pick("d", "d2", "d3", "d4", "d5", "d7", "d9", "d12")
    year = pick("y", "y1", "y10", "y11", "y2", "y3", "y4", "y5", "y6", "y7", "y8", "y9")
    if found["p1"]:
        first, second = int(found["p1"]), int(found["p2"])
        is_month_first = first <= 12 and (found["mark"] != "." or second > 12)
        number, day = (first, str(second)) if is_month_first else (second, str(first))
    is_either = found["mark"] in ("/", "-") and number != int(day or 0) <= 12
    hour = pick("ah", "bh", "ch", "dh", "eh", "fh", "h6", "h8")
    half = pick("ax", "bx", "cx", "dx", "ex", "fx", "x6", "x8")
    clock = None if hour is None else int(hour)
    if clock is not None and half is not None:
        late = half.lower().startswith("p") or half in ("下午", "晚上")
        clock = clock % 12 + (12 if late else 0) if clock <= 12 else clock
    minute, second_ = (
        pick("am", "bm", "cm", "dm", "em", "fm", "m8"),
        pick("as", "bs", "cs", "ds", "es", "fs", "s8"),
    )
    return Moment(
        int(year) if year else None,
        number,
        int(day) if day else None,
        clock,
        int(minute) if minute else None,
        int(second_) if second_ else None,
        half is not None,
        float(f"0.{part}") if (part := _fraction_of(found.group())) else 0.0,
        is_either,
    )


def _fraction_of(clock: str) -> str:
    found = re.search(r":\d\d[.,](\d{1,9})", clock)
    return found[1] if found else ""
