"""Words that tell whether `01:00` is a time of day (`starts at 01:00`) or a length (`took 01:00`).

It must not look at any evidence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from evidencelab.traces.values.value_token import ValueToken

_POINTS = (
    r"(?:departs?|departure|departing|arriv(?:es?|al|ing)|leav(?:es?|ing)|start(?:s|ing|ed)?|beg[iu]n(?:s|ning)?"
    r"|began|end(?:s|ing|ed)?|finish(?:es|ing)?|open(?:s|ing)?|clos(?:es?|ing)|check[- ]?(?:in|out)"
    r"|doors|kick[- ]?off)"
)
_BEFORE = re.compile(
    rf"\b(?:at|from|until|till|scheduled for|(?:opening|operating|business|office|visiting) (?:hours|times)"
    rf"|{_POINTS}(?:[_ ](?:time|at|by))?)"
    r"(?:\s(?:is|was))?[\s*_`'\":：=(]*$"
    r"|(?:自|从|于|在|营业时间|开放时间|(?:开始|结束|出发|到达|起飞|开门|关门|开馆|闭馆)(?:时间)?)"
    r"[\s*_`'\":：=(为是在于]*$",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"[\s*_`'\")]*(?:开始|结束|起(?![床飞])|出发|到达|起飞|开门|关门|开馆|闭馆|举行|o'clock)", re.IGNORECASE
)
_TO = re.compile(r"[*_`'\"]*\s?(?:[-–—~～]|to|until|till|and|至|到)\s?[*_`'\"]*", re.IGNORECASE)
_LENGTH = re.compile(
    r"\b(?:durations?|took|takes?|taking|last(?:s|ed|ing)?|elapsed|run ?times?|uptime|lengths?|long|left"
    r"|remaining|gap|break|split|lap|pace|finish\w*|ran|runs?|wait\w*|within|after|for|hours?|minutes?|mins?"
    r"|seconds?|secs?)\b"
    r"|时长|耗时|用时|历时|持续|剩余|成绩|间隔|分钟|秒|小时",
    re.IGNORECASE,
)
_FREE = re.compile(
    r"\b(?:free|available|availability|availabilities|vacant|open (?:slots?|times?)|slots?"
    r"(?!\s(?:is|was|were|are|had been)\s(?:already\s)?(?:occupied|booked|taken))|gaps?"
    r"|nothing|no (?:other )?(?:events?|meetings?|appointments?|entr\w+|conflicts?))\b"
    r"|空闲|有空|空档|可用|没有",
    re.IGNORECASE,
)
_FOR_SPAN = re.compile(r"\bfor[\s*_`'\"]*$", re.IGNORECASE)
_TO_CLOCK = re.compile(rf"(?:{_TO.pattern})\d{{1,2}}:\d\d(?!\d)", re.IGNORECASE)
_RACED = re.compile(
    r"\b(?:fast\w*|slow\w*|paces?|splits?|laps?|kilomet\w+|km|miles?|negative)\b|配速|最快|最慢|公里",
    re.IGNORECASE,
)
"""Where something is raced, `at 5:03` may be how long it took."""
_AT = re.compile(r"\bat[\s*_`'\"]*$|在\s*$", re.IGNORECASE)


def told_as_clock(token: ValueToken, tokens: Sequence[ValueToken], text: str) -> bool:
    """Tell whether a time is told as one of the day: by its words, or as the end of a range of such.

    Args:
        token: The time.
        tokens: All values of its statement, in order.
        text: The statement.
    """
    if (token.moment is not None and token.moment.half_day) or _BEHIND.match(text, token.end):
        return True
    if _BEFORE.search(text[: token.start]):
        return not (is_told_at(text, token.start) and _RACED.search(text))
    if _FOR_SPAN.search(text[: token.start]) and _TO_CLOCK.match(text, token.end):
        return True
    before = [
        t for t in tokens if t.end <= token.start and t.moment is not None and t.moment.hour is not None
    ]
    if not before or not _TO.fullmatch(text[before[-1].end : token.start]):
        return False
    return told_as_clock(before[-1], before[:-1], text)


def tells_length(text: str) -> bool:
    """Tell whether a text speaks of how long something takes, or of what time is left."""
    return _LENGTH.search(text) is not None


def tells_free_time(text: str) -> bool:
    """Tell whether a text speaks of time in which nothing is: where it begins and ends may be chosen."""
    return _FREE.search(text) is not None


def is_told_at(text: str, start: int) -> bool:
    """Tell whether a time that begins at `start` is told as a point: `at 18:00`."""
    return _AT.search(text[max(0, start - 12) : start]) is not None
