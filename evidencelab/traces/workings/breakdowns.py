"""Find the parts that a statement, or the evidence of it, gives beside a total.

`9 days (5 in February, 4 in April)`, `3 points and 8 points, 11 together`, the points of three issues that
are named, the `24` of which 2 failed, 21 passed and 1 was skipped. All parts must be taken, so that a
number is hardly ever their sum by chance, however short.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting
from evidencelab.traces.values.units import agree
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.numerals import NUMERALS
from evidencelab.traces.wording.words import label_words, near_words

_BRACKET = re.compile(r"[^().;|\n]{0,28}[(（]([^()（）]*)[)）]")
_TOGETHER = re.compile(
    r"\b(?:total\w*|sum|combined|altogether|together|in all|overall|both)\b|合计|总|共", re.IGNORECASE
)
_WHOLE = re.compile(r"\b(?:of|of the|out of|all|total|total of)\s+[*_`]*$|/\s*$|共\s*$", re.IGNORECASE)
_SPAN = re.compile(
    r"(?<![\w.:])([1-9]|[12]\d|3[01])(?:st|nd|rd|th)?\s*(?:to|until|through|-|–|至|到)\s*(?:the\s)?"
    r"([1-9]|[12]\d|3[01])(?:st|nd|rd|th)?(?![\w:]|\.\d)",
    re.IGNORECASE,
)
_DAYS = re.compile(r".\s*(?:[a-z]+ )?(?:days?|d)\b|.?天", re.IGNORECASE)
_SPELT = "|".join(word for word in NUMERALS if word.isascii() and word != "both")
_SPELT_PART = re.compile(rf"(?<![\w-])({_SPELT})\b[^,;:|]{{0,8}}$", re.IGNORECASE)
"""A part in words right in front of its whole: `Two of the`."""
_TALLY = re.compile(r"\W*\d+ [a-z]+(?:, \d+ [a-z]+)+(?=\W|$)", re.IGNORECASE)
"""A line that counts what there is by kind: `2 failed, 7 passed`."""
_FEW_HOLDERS = 3
_FEWEST_PARTS = 3
_MOST_LINES = 60
_TINY = 1e-9


class Breakdowns:
    """Looks for the parts of totals in one pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    def find(self, token: ValueToken, setting: Setting) -> str | None:
        """Say what parts a number is the sum of, or None."""
        if "." in token.text and token.unit is None:
            return None
        is_together = _TOGETHER.search(setting.statement.text) is not None
        return (
            self._of_bracket(token, setting)
            or (self._of_noun(token, setting) if is_together else None)
            or (self.of_named(token, setting) if is_together else None)
            or self._of_line(token, setting)
            or self._of_call(token, setting)
            or _days_from(token, setting.statement.text)
        )

    def of_named(self, token: ValueToken, setting: Setting) -> str | None:
        """Try the sum of one field of all the records that the statement names."""
        text = setting.statement.text
        nouns = label_words(text, token.start, token.end) | near_words(text, token.start, token.start)
        names = [t for t in setting.tokens if t.kind == "name" and t.folded in self.pool.names]
        if len(names) < 2 or not nouns:
            return None
        parts: list[Held] = []
        for name in names:
            places = list(dict.fromkeys(held.place for held in self.pool.names[name.folded]))
            if len(places) > _FEW_HOLDERS:
                return None
            counted = [
                held
                for place in places
                for held in self.pool.by_place.get(place, ())
                if held.token.kind == "number" and nouns & held.label and agree(token.unit, held.token.unit)
            ]
            if len({abs(held.token.number or 0.0) for held in counted}) != 1:
                return None
            parts.append(counted[0])
        return _sum_of(token, [held.token for held in parts], "records that are named")

    def _of_bracket(self, token: ValueToken, setting: Setting) -> str | None:
        found = _BRACKET.match(setting.statement.text, token.end)
        if found is None:
            return None
        inside = [
            t for t in setting.tokens if t.kind == "number" and found.start(1) <= t.start < found.end(1)
        ]
        return _sum_of(token, inside, "parts behind it")

    def _of_noun(self, token: ValueToken, setting: Setting) -> str | None:
        text = setting.statement.text
        nouns = label_words(text, token.start, token.end)
        alike = [
            t
            for t in setting.tokens
            if t is not token
            and t.kind == "number"
            and (nouns & label_words(text, t.start, t.end) if t.unit is None else t.unit == token.unit)
        ]
        return _sum_of(token, alike, "of the same kind beside it")

    def _of_call(self, token: ValueToken, setting: Setting) -> str | None:
        """Try the sum of all that the lines of one call count under the number's noun."""
        if token.unit is not None:
            return None
        for noun in label_words(setting.statement.text, token.start, token.end):
            counted: dict[int, list[ValueToken]] = {}
            for number in self.pool.places_with(noun)[:_MOST_LINES]:
                held = [
                    h.token
                    for h in self.pool.by_place.get(number, ())
                    if h.token.kind == "number" and h.token.unit is None and noun in h.label
                ]
                if held:
                    counted.setdefault(self.pool.places[number].invocation, []).extend(held)
            for parts in counted.values():
                found = _sum_of(token, parts, f"{noun!r} in all lines of one call")
                if found is not None:
                    return found
        return None

    def _of_line(self, token: ValueToken, setting: Setting) -> str | None:
        """Try the sum of all that one line counts, where the statement gives a part of it as well."""
        text = setting.statement.text
        if token.unit is not None or not _WHOLE.search(text[max(0, token.start - 12) : token.start]):
            return None
        said = {abs(t.number or 0.0) for t in setting.tokens if t is not token and t.kind == "number"}
        part = _SPELT_PART.search(text[: token.start])
        of_part = [] if part is None else self.pool.numbers_between(*2 * (NUMERALS[part[1].lower()],))
        for held in of_part[-_MOST_LINES:]:
            if _TALLY.match(held.line.text):
                counted = [h.token for h in self.pool.by_place.get(held.place, ()) if h.token.unit is None]
                found = _sum_of(token, [t for t in counted if t.kind == "number"], "of one line")
                if found is not None:
                    return found
        for number in said:
            for held in self.pool.numbers_between(number, number)[:_FEW_HOLDERS]:
                beside = self.pool.by_place.get(held.place, ())
                counted = [h.token for h in beside if h.token.kind == "number" and h.token.unit is None]
                if len(counted) >= _FEWEST_PARTS:
                    found = _sum_of(token, counted, "of one line")
                    if found is not None:
                        return found
        return None


def _days_from(token: ValueToken, text: str) -> str | None:
    """Try the days of a span that the statement gives, its first and its last among them."""
    span = _SPAN.search(text) if _DAYS.match(text, token.end - 1) else None
    if span is None or span.start() <= token.start < span.end():
        return None
    is_met = int(span[2]) - int(span[1]) + 1 == token.number
    return f"days from the {span[1]}. to the {span[2]}." if is_met else None


def _sum_of(token: ValueToken, parts: Sequence[ValueToken], what: str) -> str | None:
    """Say that a number is the sum of two parts or more, in its own unit."""
    if len(parts) < 2 or not all(agree(part.unit, token.unit) for part in parts):
        return None
    total = sum(abs(part.number or 0.0) for part in parts)
    if abs(total - abs(token.number or 0.0)) > 0.5 * token.step * (token.step < 1) + _TINY:
        return None
    return f"{' + '.join(part.text.strip() for part in parts)}, {what}"
