"""The factors by which a text multiplies: people, nights, twice, `1.5 ×`."""

from __future__ import annotations

import re
from functools import cache

_FACTOR = re.compile(
    r"(?<![\w.])(?:(\d{1,3}(?:\.\d+)?)|(two|three|four|five|six|两))\s?(?:people|persons?\b|guests|adults|passengers"
    r"|travell?ers|nights?\b|servings|tickets|seats|units|rooms|pax|portions|人|晚|张|份|位)"
    r"|(?<![\w.])(\d{1,2}(?:\.\d+)?)\s?(?:×|x\s)|[×]\s?(\d{1,3}(?:\.\d+)?)(?![\w.%])"
    r"|\bfor (\d{1,3})(?=\s*(?:$|[|)\n]|(?:full |whole )?(?:days|weeks|months)\b))"
    r"|(one and a half|1½|half as (?:much|many) again)"
    r"|\b(two|three|four|five|six|两)(?=\s(?:of (?:them|these|those)\s)?(?:save|cost|make|give|take|add|would"
    r"|come|are worth|amount))"
    r"|(round trip|both ways|for both|return trip|there and back|twice|double|往返)",
    re.IGNORECASE,
)
_SPELLED = {
    "one and a half": 1.5,
    "1½": 1.5,
    "half as much again": 1.5,
    "half as many again": 1.5,
    "two": 2.0,
    "three": 3.0,
    "four": 4.0,
    "five": 5.0,
    "six": 6.0,
    "两": 2.0,
}
_TWOFOLD = 2.0
_FEW_FACTORS = 6


def factors_in(text: str) -> tuple[float, ...]:
    """Give the few factors by which a text multiplies: `Total for 2`, `3 nights`, `1.5 ×`."""
    found: list[float] = []
    for match in _FACTOR.finditer(text):
        number = next((group for group in match.groups() if group), "1").lower()
        factor = _SPELLED.get(number) or (float(number) if number[0].isdigit() else _TWOFOLD)
        if factor not in (0.0, 1.0) and factor not in found:
            found.append(factor)
        if len(found) == _FEW_FACTORS:
            break
    return tuple(found)


_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_TO = r"\s?(?:[-–—~]|to|until|至|到)\s?"
_SPAN = re.compile(
    rf"(?<![\d.:/-])(\d{{1,2}}){_TO}(\d{{1,2}}) {_MONTH}"
    rf"|\b{_MONTH} (\d{{1,2}}){_TO}(\d{{1,2}})(?![\d%]|[:/]\d)"
    rf"|月\s?(\d{{1,2}})\s?日?{_TO}(\d{{1,2}})\s?日",
    re.IGNORECASE,
)
"""Days of one month, from one to the other: `14-17 Sept`."""
_BY_DAY = re.compile(r"\bnights?\b|\bdays?\b|\bdaily\b|\bper[- _]diem|[晚夜天]", re.IGNORECASE)


def nights_in(text: str) -> tuple[float, ...]:
    """Give the nights and the days of a stay that a text tells from day to day, if it speaks of them."""
    found: list[float] = []
    for match in _SPAN.finditer(text) if _BY_DAY.search(text) else ():
        first, last = (int(group) for group in match.groups() if group)
        found += [n for n in (float(last - first), float(last - first + 1)) if n > 1 and n not in found]
    return tuple(found[:_FEW_FACTORS])


_COUNTS = "two three four five six seven eight nine ten eleven twelve"
_COUNT = re.compile(
    rf"\b(?:{'|'.join(_COUNTS.split())}|both|couple|dozen|twice|double)\b|[两二三四五六七八九十双]"
)
_PERIOD = re.compile(r"\b(?:years?|yearly|annual\w*)\b|\b(weeks?|weekly)\b|年|(周)", re.IGNORECASE)
_BY_SIGN = {"两": 2.0, "双": 2.0, "both": 2.0, "couple": 2.0, "twice": 2.0, "double": 2.0, "dozen": 12.0}
_SIGNS = "二三四五六七八九十"
_MONTHS, _DAYS = 12.0, 7.0


def counts_in(text: str) -> frozenset[float]:
    """Give every factor that a text may multiply by: those of `factors_in`, number words, a year's months."""
    found = set(factors_in(text))
    for match in _COUNT.finditer(text.lower()):
        word = match.group()
        if word in _BY_SIGN:
            found.add(_BY_SIGN[word])
        else:
            found.add(2.0 + (_SIGNS.index(word) if word in _SIGNS else _COUNTS.split().index(word)))
    for match in _PERIOD.finditer(text):
        found.add(_DAYS if match[1] or match[2] else _MONTHS)
    return frozenset(found)


class Factors:
    """The factors in the texts that one statement's values are judged with, each text read once."""

    def __init__(self) -> None:
        self.spoken_in = cache(factors_in)
        self.nights_in = cache(nights_in)
        self.counts_in = cache(counts_in)
