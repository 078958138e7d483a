"""How a full hour is told by other than a clock's digits: noon, six o'clock, 1700 hrs, open 9 to 5, 三点.

It must not look at any evidence.
"""

from __future__ import annotations

import re
from functools import cache

_HALF_DAY, _NOON = 12, 12
_SPELLED = (
    "twelve", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
)  # fmt: skip
_ANY = rf"(?:\d{{1,2}}|{'|'.join(_SPELLED)})"
_SIGNS = ("十二", "一", "[二两]", "三", "四", "五", "六", "七", "八", "九", "十", "十一")
_TO = r"\s?(?:[-–~]|to|until|till|至|到)\s?"
_WHEN = (
    r"(?:check[- ]?(?:in|out)|opens?|closes?|starts?|ends?|begins?|leaves?|departs?|arrives?|from|at|by|until"
    r"|till|before|after)"
)
_OF_DAY = r"(?:o['’]?\s?clock|sharp|in the (?:morning|afternoon|evening)|at night)"


@cache
def hour_told(hour: int) -> re.Pattern[str]:
    """Give the pattern by which a text in lower case tells an hour, of either half of the day."""
    ways = [rf"(?<![\d.,:/$€£¥-]){hour:02d}00(?!\d|[.,:]\d)"]
    for said in {hour, hour % _HALF_DAY or _HALF_DAY}:
        number = rf"(?:0?{said}|{_SPELLED[said % _HALF_DAY]})"
        ways += [
            rf"(?<![\d.:/-])0?{said}\s?(?:h\b|uhr\b|点|时(?!间))",
            rf"(?<![\w.:/-]){number}(?:{_TO}{_ANY}(?![\w:/-]|\.\d)|\s?{_OF_DAY})",
            rf"(?<![\w.:/-]){_ANY}{_TO}{number}(?![\w:/-]|\.\d)",
            rf"(?:hour|hr|时)s?[\"']?\s?[:=]\s?[\"']?0?{said}(?![\d:.])",
            rf"\b{_WHEN}\W{{1,3}}{number}(?![\w:/%-]|\.\d)",
            rf"(?<![一二三四五六七八九十]){_SIGNS[said % _HALF_DAY]}[点时](?!间)",
        ]
    if hour == _NOON:
        ways.append(r"\bnoon\b|\bmid-?day\b|正午|中午")
    return re.compile("|".join(ways))
