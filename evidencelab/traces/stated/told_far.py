"""A number that follows from what the answer tells far above: what a total leaves, what a section sums up.

`Without the hotel and the minibar: 812.40` takes two things that other statements price from a total;
`Tickets: 260` sums up what stands under the heading `Tickets`. It must not look at any evidence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from evidencelab.traces.arithmetic.quantities import Quantity
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.words import words_of

_WITHOUT = re.compile(
    r"\b(?:without|excluding|minus|less|net of|not counting)\s+(?P<items>[^:;.()\d]{3,80}?)"
    r"(?=[:,;(]|\s(?:it|that|this|you|we)\b)"
    r"|(?:不含|扣除|除去|减去|不计|去掉)(?P<cjk>[^，。；：,;:\d]{2,40})",
    re.IGNORECASE,
)
_AND = re.compile(r",|、|\b(?:and|or)\b|和|及|与|以及")
_TOTAL = re.compile(r"\b(?:total|sum|in all|altogether|overall)\b|合计|总|共", re.IGNORECASE)
_LABEL = re.compile(r"[\s|*_`#-]*+([^|:：\n\d]{2,40}?)[*_`\s]*[|:：]")
_MOST_ITEMS, _FEW, _FEWEST, _MOST = 3, 6, 2, 400


class Told(NamedTuple):
    """A number that the answer tells rightly, and how it is written; of data, in which scale."""

    size: Quantity
    step: float
    scale: str = ""


def worked_from_far(
    token: ValueToken,
    index: int,
    read: Sequence[ReadStatement],
    told: Sequence[Sequence[Told]],
    said: Sequence[Sequence[Told]],
) -> str | None:
    """Say how a number that stands nowhere follows from numbers told elsewhere; None if it does not.

    Args:
        token: The number.
        index: Its statement.
        read: The message's statements.
        told: The numbers that each of them tells rightly.
        said: All numbers of each that are not told wrongly.
    """
    return _left(token, index, read, told) or _section(token, index, read, said)


def _left(
    token: ValueToken, index: int, read: Sequence[ReadStatement], told: Sequence[Sequence[Told]]
) -> str | None:
    """Find a total that a number is, but for the things that the statement leaves out."""
    found = _WITHOUT.search(read[index].statement.text[: token.start])
    if found is None:
        return None
    items = [words_of(item) for item in _AND.split(found["items"] or found["cjk"])]
    items = [item for item in items if item]
    if not 0 < len(items) <= _MOST_ITEMS:
        return None
    priced: list[list[Told]] = [[] for _ in items]
    wholes: list[Told] = []
    for number, (one, own) in enumerate(zip(read[:_MOST], told, strict=False)):
        if number == index:
            continue
        alike = [t for t in own if _is_alike(t, token)]
        words = words_of(one.statement.text) if alike else frozenset[str]()
        for item, prices in zip(items, priced, strict=True):
            prices += alike if item & words else []
        wholes += alike if _TOTAL.search(one.statement.text) else []
    for whole, *parts in product(wholes[:_FEW], *(prices[:_FEW] for prices in priced)):
        if _is_met(token, whole.size.value - sum(part.size.value for part in parts)):
            return f"{whole.size.text} without {' and '.join(p.size.text for p in parts)}, told elsewhere"
    return None


def _section(
    token: ValueToken, index: int, read: Sequence[ReadStatement], told: Sequence[Sequence[Told]]
) -> str | None:
    """Find the heading that a number's label is, under which the last numbers come to it."""
    label = _LABEL.match(read[index].statement.text)
    if label is None or token.unit is None:
        return None
    title = label[1].strip().lower()
    last: list[Told] = []
    summed: list[Told] = []
    for number, (one, own) in enumerate(zip(read[:_MOST], told, strict=False)):
        sections = one.statement.sections[-1:]
        if number == index or not sections or sections[0].strip(" *_`#:：").lower() != title:
            continue
        alike = [t for t in own if _is_alike(t, token)][-1:]
        last += alike
        summed += alike if _TOTAL.search(one.statement.text) else []
    for parts in (last, summed):
        if len(parts) >= _FEWEST and _is_met(token, sum(t.size.value for t in parts)):
            return f"the sum of {', '.join(t.size.text for t in parts)}, told under {label[1]!r}"
    return None


def _is_alike(told: Told, token: ValueToken) -> bool:
    return told.size.dimension == ("" if token.unit is None else token.unit.dimension)


def _is_met(token: ValueToken, amount: float) -> bool:
    size = 1.0 if token.unit is None else token.unit.size
    return abs(amount - abs(token.number or 0.0) * size) <= 0.5 * token.step * size * (1 + 1e-9)
