"""How long something is said to last: `for one hour`, `lasting 90 minutes`, `half an hour`, `一个半小时`.

It must not know any time of day.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_SIGNS = "一二三四五六七八九十"
_UNITS = {"h": 3600.0, "小": 3600.0, "钟": 3600.0, "m": 60.0, "分": 60.0}
_LENGTH = re.compile(
    rf"(?<![\w.:])(?:(?P<half>half an?)|(?P<number>\d{{1,3}}(?:\.\d)?|an?|{'|'.join(_WORDS)}))"
    r"(?P<more>\sand a half)?[\s-]?(?P<unit>hours?|hrs?|h|minutes?|mins?)(?![\w/])(?P<behind>\sand a half)?"
    rf"|(?P<zh>\d{{1,3}}(?:\.\d)?|[半两{_SIGNS}])\s?个?(?P<zh_more>半)?(?P<zh_unit>小时|钟头|分钟)",
    re.IGNORECASE,
)
_LASTING_BEFORE = re.compile(
    r"(?:\b(?:for|last(?:s|ing|ed)?(?: for)?|takes?|duration|length|long)\b|时长|持续|为期|历时|开|共)"
    r"[\s:=*_`(（是为]*(?:about |around |of |is |a )*$",
    re.IGNORECASE,
)
_LASTING_BEHIND = re.compile(
    r"[\s-](?:long|meeting|event|slot|session|block|call|appointment)\b|的?会", re.IGNORECASE
)
_MOST_CHARACTERS, _MOST_LENGTHS = 6000, 6


@lru_cache(maxsize=256)
def lengths_told(text: str) -> tuple[float, ...]:
    """Give every length of hours or minutes that a text tells, in seconds, in order."""
    return tuple(seconds for _, seconds in _found(text))


@lru_cache(maxsize=64)
def lengths_of_events(text: str) -> tuple[float, ...]:
    """Give the few lengths of the end of a text that something is said to last, in seconds, in order."""
    text = text[-_MOST_CHARACTERS:]
    lasting = (
        seconds
        for match, seconds in _found(text)
        if _LASTING_BEFORE.search(text[max(0, match.start() - 24) : match.start()])
        or _LASTING_BEHIND.match(text, match.end())
    )
    return tuple(dict.fromkeys(lasting))[-_MOST_LENGTHS:]


def _found(text: str) -> Iterator[tuple[re.Match[str], float]]:
    for match in _LENGTH.finditer(text):
        if match["zh"]:
            size = _UNITS[match["zh_unit"][0]]
            number = 0.5 if match["zh"] == "半" else _number_of(match["zh"])
            more = match["zh_more"]
        else:
            size = _UNITS[match["unit"][0].lower()]
            number = 0.5 if match["half"] else _number_of(match["number"].lower())
            more = match["more"] or match["behind"]
        yield match, (number + (0.5 if more else 0.0)) * size


def _number_of(said: str) -> float:
    if said[0].isdigit():
        return float(said)
    if said in ("a", "an"):
        return 1.0
    if said == "两":
        return 2.0
    return 1.0 + (_SIGNS.index(said) if said in _SIGNS else _WORDS.index(said))
