"""Find what a statement's number is told of, and what of it: the rating of a hotel, the price of a meal.

A label in front, `Rating: 4.5`, is of the thing that it names itself or stands under; a number beside a name
is of that one. It must not compare any number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from evidencelab.traces.evidence.owned_numbers import OwnedNumbers, Owner
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.statement import title_of
from evidencelab.traces.wording.thing_words import (
    LEAD,
    PAYMENTS,
    PER,
    PRICES,
    RATED,
    RATINGS,
    WORKED_OUT,
)
from evidencelab.traces.wording.words import name_words, words_of

_LABEL = re.compile(
    r"[\s*_`#>-]*(?:\d{1,2}[.)]\s+)?[*_`]*([^:：|\n\d]{2,40}?)[*_`]*\s*[:：=][*_`\s]*"
    r"(?:(?:about|around|approximately|from|约)\s)?[~≈]?[*_`]*$",
    re.IGNORECASE,
)
RANGE_FRONT = re.compile(r"[$€£¥]?\d[\d.,]*\s?(?:[A-Za-z]{1,5}\s?)?(?:-|–|—|~|to|至|到)\s?$")
"""In front of the second end of a range, its first."""
_ENDS = re.compile(
    r"[*_`]*\s?(?:[.,;]?[*_`\s]*$|\(|\||/\s?(?:5\b|[a-z])|per\s|a (?:night|day|person)\b|each\b|stars?\b"
    r"|[/每]|(?:-|–|—|~|to|至|到)\s?[$€£¥]?\d|out of 5\b|[,;，；。）)])",
    re.IGNORECASE,
)
"""What may follow a number that is all its label gives."""
_BROKEN = re.compile(r"[;:：；。()（）|\n]|[.,](?=\s)|,(?!\d)|[，、]|\b(?:and|but|while|with)\b|[而且但]")
_BEHIND = re.compile(r"(?:[*_`]*[\s/-]*[A-Za-z]+){1,3}|[/每]?[\u4e00-\u9fff]{1,4}")
_GOES_ON = re.compile(r"\W*(?:(?:it|its|they|their|the|this|that)\b|[它其该这])", re.IGNORECASE)
_PRONOUN = re.compile(r"\W*(?:(?:it|its|they|their|this|these|those)\b|[它其该这])", re.IGNORECASE)
_COMPARED = re.compile(r"\b(?:than|compared|versus|vs|unlike|like|against|before|after)\b|比|不同于")
_BREAK = re.compile(r"[;:；：。，|\n]|[.,](?=\s)|\b(?:while|whereas|but)\b")
_OPENING = " *_`(（:：-–"
_NEAR, _FAR_UP = 40, 14
"""Characters between a name and its number, and statements between a label and its thing."""


class ThingSlot(NamedTuple):
    """What a statement tells of a thing by a number.

    Attributes:
        owner: The thing.
        words: The words that say what is told of it.
        is_labelled: Whether the number is plainly the value of a label, or of the thing in front.
        is_all: Whether the thing itself is the label, so that nothing says what is told.
    """

    owner: str
    words: frozenset[str]
    is_labelled: bool
    is_all: bool = False


class ThingSlots:
    """Reads the numbers of one message's statements."""

    def __init__(self, read: Sequence[ReadStatement], things: OwnedNumbers) -> None:
        self.read = read
        self.things = things

    def of(self, place: int, token: ValueToken) -> ThingSlot | None:
        """Say what a number of the statement at a place is told of, or None."""
        one = self.read[place]
        if one.statement.kind == "row":
            return self._of_cell(one, token)
        text = one.statement.text
        before = RANGE_FRONT.sub("", text[: token.start])
        label = _LABEL.match(before)
        if label is not None and _ENDS.match(text, token.end):
            return self._labelled(place, token, label[1])
        lead = LEAD.search(before)
        is_plain = lead is not None or RATED.match(text, token.end) is not None
        owners = self.things.named_in(text)
        near = _owner_beside(token, one, owners)
        if near is None:
            name = None if owners or one.mood == "advice" else self._carried(place)
            words = _words_around(token, text, 0)
            return None if name is None else ThingSlot(name, words, is_plain)
        between = text[near.end : token.start].strip(_OPENING) if near.end <= token.start else "-"
        if one.mood == "advice" and between and not is_plain:
            return None
        words = _words_around(token, text, near.end if near.end <= token.start else 0)
        if lead is not None:
            words |= words_of(lead.group()) - words_of(near.name)
        is_rate = PER.match(text[token.end :].lstrip()) is not None
        if between and not (is_plain or is_rate or words & (PRICES | RATINGS | PAYMENTS)):
            return None
        return ThingSlot(near.name, words, is_plain or not between)

    def _of_cell(self, one: ReadStatement, token: ValueToken) -> ThingSlot | None:
        title = title_of(one.statement, token.start)
        names = {owner.name for owner in self.things.named_in(one.statement.text)}
        if len(names) != 1 or not title or WORKED_OUT.search(title) or re.search(r"\d", title):
            return None
        return ThingSlot(names.pop(), name_words(title), is_labelled=True)

    def _labelled(self, place: int, token: ValueToken, label: str) -> ThingSlot | None:
        text = self.read[place].statement.text
        names = {owner.name for owner in self.things.named_in(text) if owner.start < token.start}
        if not names:
            above = self._above(place)
            return None if above is None else ThingSlot(above, words_of(label), is_labelled=True)
        name = names.pop()
        words = words_of(label) - words_of(name)
        return None if names else ThingSlot(name, words, is_labelled=True, is_all=not words)

    def _above(self, place: int) -> str | None:
        """Give the only thing that the nearest text above names: a title, an item, the line before a list."""
        statement = self.read[place].statement
        for title in reversed((*statement.sections[-1:], *statement.parents)):
            names = {owner.name for owner in self.things.named_in(title)}
            if names:
                return next(iter(names)) if len(names) == 1 else None
        for other in range(place - 1, max(-1, place - _FAR_UP), -1):
            before = self.read[other].statement
            if before.message != statement.message or before.sections != statement.sections:
                break
            names = {owner.name for owner in self.things.named_in(before.text)}
            if names:
                return next(iter(names)) if len(names) == 1 else None
            if before.block != statement.block:
                break
        return None

    def _carried(self, place: int) -> str | None:
        """Give what a sentence goes on from, where it begins with a word for that."""
        return self._above(place) if _GOES_ON.match(self.read[place].statement.text) else None


def _owner_beside(token: ValueToken, one: ReadStatement, owners: Sequence[Owner]) -> Owner | None:
    """Give the thing named in front of a number with no other between, or the only one of a statement."""
    text = one.statement.text
    before = [owner for owner in owners if owner.end <= token.start]
    if not before:
        behind = text[token.end : owners[0].start] if owners else ""
        is_other = _PRONOUN.match(text) or _COMPARED.search(behind) or _BREAK.search(behind)
        return owners[0] if len({owner.name for owner in owners}) == 1 and not is_other else None
    if len({owner.name for owner in owners}) == 1:
        return before[-1]
    last = before[-1].end
    others = any(t.kind == "number" and last <= t.start < token.start for t in one.tokens)
    between = text[last : token.start]
    is_apart = len(between) > _NEAR or _BROKEN.search(between.strip(_OPENING)) is not None
    return None if others or is_apart else before[-1]


def _words_around(token: ValueToken, text: str, first: int) -> frozenset[str]:
    """Give the words of the clause right around a number."""
    low = max(first, token.start - _NEAR)
    start = max((found.end() for found in _BROKEN.finditer(text, low, token.start)), default=low)
    behind = _BEHIND.match(text, token.end)
    noun = _BROKEN.split(behind.group())[0] if behind else ""
    return words_of(text[start : token.start]) | words_of(noun)
