"""Steps from one day to another that a text speaks of: `tomorrow`, `in 9 days`, `on Friday`, `后天`.

It must not know any date; which day a step is taken from is for who asks to find.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple


class DaySteps(NamedTuple):
    """The days that a text may step to, counted from another one.

    Attributes:
        days: How many days later, or earlier where negative.
        weekdays: The days of the week that are named, Monday 0; such a one lies within a week.
    """

    days: frozenset[int]
    weekdays: frozenset[int]

    def lead(self, apart: int, weekday: int | None) -> bool:
        """Tell whether some step leads so many days on.

        Args:
            apart: How many days later, or earlier where negative.
            weekday: Day of the week it leads to, Monday 0; None where no year says which.
        """
        if apart in self.days:
            return True
        return bool(self.weekdays) and abs(apart) <= _WEEK and (weekday is None or weekday in self.weekdays)


_WEEK = 7
_NAMES = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_FULL_NAMES = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_ZH_NAMES = "一二三四五六日"
_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS = {word: number for number, word in enumerate(_WORDS, start=1)} | {"a": 1, "an": 1}
_ZH_NUMBERS = {sign: number for number, sign in enumerate("一二三四五六七八九十", start=1)} | {"两": 2}
_WHOLE = rf"\d{{1,2}}|{'|'.join(_NUMBERS)}"
_ZH_WHOLE = rf"\d{{1,2}}|[两{''.join(_ZH_NUMBERS)}]"
_FIXED = tuple(
    (re.compile(pattern, re.IGNORECASE), range(first, last + 1))
    for pattern, first, last in (
        (
            r"\btomorrow\b|\bnext day\b|\b(?:the )?(?:following day|day after)\b|明[天日]|次日|第二天|隔天",
            1,
            1,
        ),
        (r"\byesterday\b|\b(?:previous|preceding) day\b|\bday before\b|\beve of\b|昨[天日]|前一天", -1, -1),
        (r"\bday after tomorrow\b|后[天日]", 2, 2),
        (r"\bday before yesterday\b|(?<!以)(?<![\d两一二三四五六七八九十])前[天日]", -2, -2),
        (r"大后天", 3, 3),
        (r"\b(?:next|coming|upcoming|following) (?:few days|week|weekend)\b|下个?(?:周|星期|礼拜)", 1, 14),
        (
            r"\b(?:last|past|previous|preceding) (?:few days|week|weekend)\b|上个?(?:周|星期|礼拜)|过去几天",
            -14,
            -1,
        ),
        (r"\bthis (?:week|weekend)\b|\bweekend\b|[本这]个?(?:周|星期|礼拜)|周末", -6, 6),
        (r"\b(?:next|following|coming) month\b|下个?月", 1, 31),
        (r"\b(?:last|previous) month\b|上个?月", -31, -1),
    )
)
_COUNTED = re.compile(
    rf"\b(?P<many>{_WHOLE})\s(?P<unit>days?|nights?|weeks?|fortnights?)\b"
    rf"|(?P<zh>{_ZH_WHOLE})\s?个?(?P<zh_unit>天|日|晚|周|星期|礼拜)(?=[之以]?[后前内]|里)",
    re.IGNORECASE,
)
_OF_WEEK = re.compile(
    rf"\b(?P<name>{'|'.join(_NAMES)})(?:s|nes|rs|ur)?day\b|(?:周|星期|礼拜)(?P<zh>[{_ZH_NAMES}天])",
    re.IGNORECASE,
)
_DAYS_OF = {"d": 1, "n": 1, "w": _WEEK, "f": 14, "天": 1, "日": 1, "晚": 1}


@lru_cache(maxsize=256)
def day_steps(text: str) -> DaySteps:
    """Give the steps from one day to another that a text speaks of, in either direction where counted."""
    days = {day for pattern, steps in _FIXED if pattern.search(text) for day in steps}
    for found in _COUNTED.finditer(text):
        said, unit = found["many"] or found["zh"], (found["unit"] or found["zh_unit"])[0].lower()
        many = int(said) if said.isdigit() else (_NUMBERS | _ZH_NUMBERS)[said.lower()]
        size = _DAYS_OF.get(unit, _WEEK)
        days |= {many * size, -many * size}
    weekdays = {
        _NAMES.index(found["name"].lower())
        if found["name"]
        else _ZH_NAMES.index(found["zh"].replace("天", "日"))
        for found in _OF_WEEK.finditer(text)
    }
    return DaySteps(frozenset(days), frozenset(weekdays))


def names_of_weekday(weekday: int) -> tuple[str, ...]:
    """Give what a day of the week is called, Monday 0, in small letters."""
    sign = _ZH_NAMES[weekday]
    return _FULL_NAMES[weekday], *(f"{week}{sign}" for week in ("周", "星期", "礼拜"))
