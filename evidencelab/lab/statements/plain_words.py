"""What of a table a sentence can say as it stands: titles as words, their units, names that do not split it.

Cells and titles are anybody's text. One that holds mark-up, a mark that ends a sentence or a clause, or
whatever else could make two statements of one, is not told at all.
"""

from __future__ import annotations

import re
from typing import NamedTuple

LONGEST = 40
"""Code points of the longest text that is put into a sentence."""
_SPLITS = re.compile(
    r"[\x00-\x1f\x7f-\xa0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufffd]|[|*`<>{}\[\]#~\\\"“”「」=^$;]"
    r"|[。；！？，、：]|[.:,!?](?:\s|$)|\s{2}|__|\.\.|…"
)
_NUMBERS_THINGS = re.compile(
    r"(?:^|_)(?:ids?|no|nr|num|port|pid|uid|year|code|status|zip|index|idx|rank|row|line|phone|lat|lon|lng|version"
    r"|ts|timestamp|epoch)$|(?:编号|序号|端口|年份|排名|名次|邮编|电话|行号|状态码|版本|时间戳)$|^#$",
    re.IGNORECASE,
)
_PER_SOMETHING = re.compile(
    r"(?:^|_)(?:pct|percent|percentage|rate|ratio|share|avg|average|mean|median|min|max|p\d\d|score|rating|temperature"
    r"|per)(?:_|$)|[%/]|(?:率|比|占比|均值|平均|评分|温度|单价)",
    re.IGNORECASE,
)
_UNITS = {
    "ms": "ms",
    "s": "s",
    "sec": "s",
    "minutes": "minutes",
    "mb": "MB",
    "gb": "GB",
    "pct": "%",
    "percent": "%",
    "usd": "USD",
    "eur": "EUR",
    "kg": "kg",
    "km": "km",
    "kwh": "kWh",
}
"""What a last part of a title says of the numbers under it."""


class Title(NamedTuple):
    """A column's title as a sentence says it.

    Attributes:
        words: The title without the unit.
        unit: What goes behind its numbers; empty where the title says none.
    """

    words: str
    unit: str

    @classmethod
    def of(cls, name: str) -> Title:
        """Read a title: `wait_time_ms` is a wait time in ms."""
        words, _, last = name.rpartition("_")
        unit = _UNITS.get(last.lower(), "") if words else ""
        return cls((words if unit else name).replace("_", " ").strip(), unit)


def can_be_told(text: str) -> bool:
    """Tell whether a text is one name in a sentence: 2 to `LONGEST` code points, nothing that splits it."""
    return (
        2 <= len(text) <= LONGEST
        and (text[0].isalnum() or text[0] == "/")
        and any(character.isalpha() for character in text)
        and text == text.strip()
        and _SPLITS.search(text) is None
    )


def numbers_things(title: str) -> bool:
    """Tell whether numbers under a title name things (ids, ports, years) rather than count something."""
    return _NUMBERS_THINGS.search(_underscored(title)) is not None


def is_per_something(title: str) -> bool:
    """Tell whether numbers under a title are shares, averages, prices and the like, which nobody adds up."""
    return _PER_SOMETHING.search(_underscored(title)) is not None


def _underscored(title: str) -> str:
    """Write `userId` and `user id` as `user_id`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|[\s-]+", "_", title)
