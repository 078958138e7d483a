"""Differences of two numbers that were read, told as such: `超 108.40 万元`, `short by 12.5`, `+1.1`.

Both numbers are of one thing: they stand on lines that have the name in the clause, or on the line of a value
told beside. A difference that is a slip of one of them is a difference all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting
from evidencelab.traces.values.units import agree
from evidencelab.traces.values.value_token import ValueToken, scale_of
from evidencelab.traces.wording.words import words_of

_APART = re.compile(
    r"(?:超(?:出|额|限|支|授信|额度|预算|标)?|高出|多出|短缺|缺口为?|相差|[差缺])了?\s?[*_`]*$"
    r"|\b(?:exceed\w*|over|above|under|below|behind|ahead|beyond|short|overdrawn|overspent|missed|beat|beats"
    r"|over-?runs?|over-?shot)\b[^.;,\n]{0,40}\bby\s[*_`]*[$€£¥]?$",
    re.IGNORECASE,
)
_BEHIND = re.compile(
    r"\s(?:over|above|below|under|short of|beyond)\s(?:the|its|their|his|her)\s", re.IGNORECASE
)
_CLAUSE = re.compile(r"[,;:，；：。、|]\s?|\.\s")
_PROPER = re.compile(r"\b[A-Z][\w-]+")
_MOST_PLACES, _MOST_NUMBERS, _FEWEST_DIGITS, _FEWEST_IN_CELL = 6, 40, 3, 2
_TINY = 1e-6


class ToldDifferences:
    """Looks for the two numbers of one pool that a statement tells the difference of."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    def find(self, token: ValueToken, setting: Setting) -> str | None:
        """Say of which two numbers a number is told as the difference, if it is."""
        text = setting.statement.text
        if token.digits >= _FEWEST_DIGITS and (
            _APART.search(text[: token.start]) or _BEHIND.match(text, token.end)
        ):
            named = (_difference(token, held, held) for held in self._of_named(token, setting))
            return next((said for said in named if said is not None), None)
        is_signed = token.text.lstrip("*_` ")[:1] in "+-−" and token.step < 1
        if setting.statement.kind == "row" and is_signed and token.digits >= _FEWEST_IN_CELL:
            return self._of_row(token, setting)
        return None

    def _of_named(self, token: ValueToken, setting: Setting) -> Iterator[list[Held]]:
        """Give, for each name of the clause, the numbers on the few lines that have it."""
        clause = _CLAUSE.split(setting.statement.text[: token.start])[-1]
        proper = {word for found in _PROPER.findall(clause) for word in words_of(found)}
        for word in sorted(words_of(clause)):
            places = self.pool.places_with(word)
            is_name = word in setting.anchors or word in proper or not word.isascii()
            if is_name and 0 < len(places) <= _MOST_PLACES:
                held = [h for number in places for h in self.pool.by_place.get(number, ())]
                yield [h for h in held if h.token.kind == "number"][:_MOST_NUMBERS]

    def _of_row(self, token: ValueToken, setting: Setting) -> str | None:
        """Say from which bound of its record the value in front of a signed cell lies so far apart."""
        before = [t for t in setting.tokens if t.kind == "number" and t.end <= token.start]
        for other in before[-1:]:
            for held in self._held(other):
                line = [h for h in self.pool.by_place.get(held.place, ()) if h.token.kind == "number"]
                said = _difference(token, [held], line, is_signed=True)
                if said is not None:
                    return said
        return None

    def _held(self, token: ValueToken) -> Iterator[Held]:
        number = abs(token.number or 0.0)
        found = self.pool.numbers_between(number * (1 - _TINY), number * (1 + _TINY))
        return iter(found[:_MOST_PLACES])


def _difference(
    token: ValueToken, ones: list[Held], others: list[Held], *, is_signed: bool = False
) -> str | None:
    """Say which two numbers of the same unit are apart by exactly so much.

    Args:
        token: The difference.
        ones: What may be set against the others.
        others: What they may be set against.
        is_signed: Whether the sign of the difference counts.
    """
    number = (token.number or 0.0) / scale_of(token)
    slack = _TINY * max(1.0, abs(number))
    for one in ones:
        for other in others:
            if one is other or not agree(one.token.unit, other.token.unit):
                continue
            if not agree(token.unit, one.token.unit or other.token.unit):
                continue
            scale = scale_of(token) if one.token.unit is not None or scale_of(one.token) != 1.0 else 1.0
            apart = (one.token.number or 0.0) - (other.token.number or 0.0)
            apart /= scale
            off = apart - number if is_signed else abs(apart) - abs(number)
            if abs(off) <= slack:
                return f"difference of {one.token.text.strip()} and {other.token.text.strip()}"
    return None
