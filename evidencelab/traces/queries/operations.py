"""What may be worked out of a column, the words for it, and what it comes to.

Every reading that the words bear is given: a sum may be of amounts or of their sizes. It must not know any
table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import median
from typing import Literal, NamedTuple

Operation = Literal[
    "sum", "mean", "median", "highest", "lowest", "share", "apart", "more", "less", "no_less", "no_more"
]

_WORDS: tuple[tuple[Operation, str], ...] = (
    (
        "sum",
        r"(?:in |grand )?total(?:s|led|ling|ed|ing)?(?: of)?|sum(?: of)?|sums? up to|adds? up to|altogether"
        r"|combined|in all|together",
    ),
    ("mean", r"on average|averages?|averaged|averaging|mean|avg\.?"),
    ("median", r"median"),
    (
        "highest",
        r"highest|largest|greatest|biggest|most|goes? up to|max(?:imum)?|peak(?:s|ed)?(?: at)?",
    ),
    ("lowest", r"at the least|lowest|smallest|least|min(?:imum)?|fewest"),
    ("share", r"accounts? for|accounted for|makes? up|made up|represents?|share(?: of)?|holds?"),
    ("apart", r"differ(?:s|ed|ence)?|gap|range|spread|apart"),
    (
        "more",
        r"above|over|exceed(?:s|ing|ed)?(?: that of)?"
        r"|(?:higher|more|greater|larger|longer|bigger) than(?: that of)?",
    ),
    ("less", r"below|under|(?:lower|less|fewer|smaller|shorter) than(?: that of)?"),
    ("no_less", r"at least|no (?:less|fewer|lower) than|not below"),
    ("no_more", r"at most|no (?:more|higher|greater) than|not above|up to"),
)
_WORDS_ZH: tuple[tuple[Operation, str], ...] = (
    ("sum", r"合计|总计|共计|总和|之和|累计|总量"),
    ("mean", r"平均值|平均|均值"),
    ("median", r"中位数"),
    ("highest", r"最高(?:达|为|的是)?|最大(?:值|的是)?|最多(?:的是)?|峰值"),
    ("lowest", r"最低(?:为|的是)?|最小(?:值|的是)?|最少(?:的是)?"),
    ("share", r"占比|占"),
    ("apart", r"相差|差距|差值"),
    ("more", r"高于|超过|大于|多于|高出"),
    ("less", r"低于|小于|少于|不足"),
    ("no_less", r"不低于|不少于|不小于|至少|达到或超过"),
    ("no_more", r"不超过|不高于|不大于|不多于|至多"),
)
COMPARING: tuple[Operation, ...] = ("more", "less", "no_less", "no_more")
"""Operations that stand in front of a bound."""
LOOSE = frozenset({"above", "over", "below", "under"})
"""Words that compare only in front of a number or an average, and mean nothing of the kind elsewhere."""


class Spoken(NamedTuple):
    """A word for an operation, and where it stands."""

    operation: Operation
    span: tuple[int, int]


_PATTERNS = [(name, re.compile(rf"\b(?:{words})(?!\w)", re.IGNORECASE)) for name, words in _WORDS] + [
    (name, re.compile(words)) for name, words in _WORDS_ZH
]


def spoken_in(text: str) -> Iterator[Spoken]:
    """Give the words for operations in a text; one span may speak of several."""
    for name, pattern in _PATTERNS:
        for found in pattern.finditer(text):
            yield Spoken(name, found.span())


Values = Sequence[float]
OF_COLUMN: Mapping[str, Callable[[Values], list[float]]] = {
    "sum": lambda values: [sum(values), sum(map(abs, values))],
    "mean": lambda values: [sum(values) / len(values)],
    "median": lambda values: [median(values)],
    "highest": lambda values: [max(values)],
    "lowest": lambda values: [min(values)],
}
"""What an operation on a column may come to; the values are one at least."""
