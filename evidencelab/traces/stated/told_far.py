"""A number that follows from what the answer tells under labels, however far: shares, what is left, sections.

A share of the row that is called a total, told under its part's own label; one percentage so much more than
another, as rounded; `Without the hotel and the minibar: 812.40`, two things that other statements price, from
a total; `Tickets: 260`, what stands under the heading `Tickets`. It must not look at any evidence.
"""

from __future__ import annotations

import re
from itertools import permutations, product

from evidencelab.traces.arithmetic.quantities import Quantity
from evidencelab.traces.stated.lost_numbers import LostNumber
from evidencelab.traces.stated.told_numbers import ToldNumbers
from evidencelab.traces.wording.words import words_of

_WITHOUT = re.compile(
    r"\b(?:without|excluding|minus|less|net of|not counting)\s+(?P<items>[^:;.()\d]{3,80}?)"
    r"(?=[:,;(]|\s(?:it|that|this|you|we)\b)"
    r"|(?:不含|扣除|除去|减去|不计|去掉)(?P<cjk>[^，。；：,;:\d]{2,40})",
    re.IGNORECASE,
)
_AND = re.compile(r",|、|\b(?:and|or)\b|和|及|与|以及")
_TOTAL_ROW = re.compile(r"\W*(?:grand )?(?:total|sum|合计|总计|总额)\b", re.IGNORECASE)
_TOTAL = re.compile(r"\b(?:total|sum|in all|altogether|overall)\b|合计|总|共", re.IGNORECASE)
_LABEL = re.compile(r"[\s|*_`#-]*+([^|:：\n\d]{2,40}?)[*_`\s]*[|:：]")
_RELATIVE = re.compile(r"\b(?:relative(?:ly)?|lift|uplift)\b|相对", re.IGNORECASE)
_NEAR, _WIDEST = 2, 0.1
_MOST_ITEMS, _FEW, _MANY, _FEWEST, _MOST = 3, 6, 8, 2, 400


class ToldFar:
    """Looks under the labels of one answer."""

    def __init__(self, numbers: ToldNumbers) -> None:
        self.numbers = numbers

    def find(self, lost: LostNumber) -> str | None:
        """Say how a number that stands nowhere follows from numbers told under labels."""
        return self._share(lost) or self._growth(lost) or self._left(lost) or self._section(lost)

    def _share(self, lost: LostNumber) -> str | None:
        """Find the row of a number's own label, and the row of the total, of which it is the share."""
        label = _LABEL.match(lost.setting.statement.text)
        if lost.target.dimension != "percent" or label is None:
            return None
        parts: list[Quantity] = []
        wholes: list[Quantity] = []
        numbers = self.numbers
        for one, rightly, all_of in zip(numbers.read, numbers.rightly, numbers.not_wrongly, strict=True):
            if _TOTAL_ROW.match(one.statement.text):
                wholes += all_of
            elif (head := _LABEL.match(one.statement.text)) and head[1].lower() == label[1].lower():
                parts += rightly
        for part, whole in product(parts[:_MANY], wholes[:_MANY]):
            are_alike = part.dimension == whole.dimension != "percent" and whole.value > 0
            if are_alike and lost.target.is_met_by(100.0 * part.value / whole.value):
                return f"{part.text} of {whole.text}, told elsewhere"
        return None

    def _growth(self, lost: LostNumber) -> str | None:
        """Find two percentages told right before, one of which is so much more than the other, as rounded."""
        if lost.target.dimension != "percent" or not _RELATIVE.search(lost.setting.statement.text):
            return None
        wanted, slack = lost.target.value, lost.target.slack * (1 + 1e-9)
        told = self.numbers.rightly[max(0, lost.place - _NEAR) : lost.place + 1]
        for a, b in (pair for own in told for pair in permutations(own[:_MANY], 2)):
            if not a.dimension == b.dimension == "percent" or a.value <= a.half:
                continue
            least = 100.0 * ((b.value - b.half) / (a.value + a.half) - 1.0)
            most = 100.0 * ((b.value + b.half) / (a.value - a.half) - 1.0)
            if least - slack <= wanted <= most + slack and most - least <= _WIDEST * wanted:
                return f"from {a.text} to {b.text}, told before"
        return None

    def _left(self, lost: LostNumber) -> str | None:
        """Find a total that a number is, but for the things that the statement leaves out."""
        found = _WITHOUT.search(lost.setting.statement.text[: lost.token.start])
        if found is None:
            return None
        items = [words_of(item) for item in _AND.split(found["items"] or found["cjk"])]
        items = [item for item in items if item]
        if not 0 < len(items) <= _MOST_ITEMS:
            return None
        priced: list[list[Quantity]] = [[] for _ in items]
        wholes: list[Quantity] = []
        for place, (one, own) in enumerate(
            zip(self.numbers.read[:_MOST], self.numbers.rightly, strict=False)
        ):
            alike = [q for q in own if q.dimension == lost.target.dimension]
            if place == lost.place or not alike:
                continue
            words = words_of(one.statement.text)
            for item, prices in zip(items, priced, strict=True):
                prices += alike if item & words else []
            wholes += alike if _TOTAL.search(one.statement.text) else []
        for whole, *parts in product(wholes[:_FEW], *(prices[:_FEW] for prices in priced)):
            rest = whole.value - sum(part.value for part in parts)
            if rest > 0 and lost.target.is_met_by(rest):
                return f"{whole.text} without {' and '.join(q.text for q in parts)}, told elsewhere"
        return None

    def _section(self, lost: LostNumber) -> str | None:
        """Find the heading that a number's label is, under which the last numbers come to it."""
        label = _LABEL.match(lost.setting.statement.text)
        if label is None or not lost.target.dimension:
            return None
        title = label[1].strip().lower()
        last: list[Quantity] = []
        summed: list[Quantity] = []
        for place, (one, own) in enumerate(
            zip(self.numbers.read[:_MOST], self.numbers.not_wrongly, strict=False)
        ):
            sections = one.statement.sections[-1:]
            if place == lost.place or not sections or sections[0].strip(" *_`#:：").lower() != title:
                continue
            alike = [q for q in own if q.dimension == lost.target.dimension][-1:]
            last += alike
            summed += alike if _TOTAL.search(one.statement.text) else []
        for parts in (last, summed):
            if len(parts) >= _FEWEST and lost.target.is_met_by(sum(q.value for q in parts)):
                return f"the sum of {', '.join(q.text for q in parts)}, told under {label[1]!r}"
        return None
