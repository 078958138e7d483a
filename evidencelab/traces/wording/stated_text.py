"""A statement with a letter in place of each value, so that a rule reads like the sentence it looks for.

`9 of the 30 failures (30 %)` becomes `N of the N failures (P)`. Words of approximation right in front of a
value are taken out of the text and kept with the value. It must not know any arithmetic.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from evidencelab.traces.values.units import Unit, unit_of_field
from evidencelab.traces.values.value_token import ValueToken, even

NUMBER, MEASURE, PERCENT, FACTOR, MOMENT, OTHER = (chr(0xE000 + at) for at in range(6))
"""The letters: a bare number, one with a unit, a percentage, `3x`, a date or time, and a label's number."""
LETTERS = f"{NUMBER}-{OTHER}"
"""All of them, as a range within a pattern's brackets."""
AMOUNT = f"[{NUMBER}{MEASURE}]"
SIZE = f"[{NUMBER}{MEASURE}{PERCENT}]"
DETERMINER = (
    r"(?:(?:the|a|an|its|all|your|our|their|these|those|total|overall|available)\s)*(?:(?:total|sum) of\s)?"
)

Given = Literal["plain", "about", "nearly", "over", "under"]
"""How a value is given; `nearly` is a little less."""


class Value(NamedTuple):
    """A value of a statement.

    Attributes:
        token: As it was read, with the unit that a key in front of it names.
        given: How it is given.
    """

    token: ValueToken
    given: Given = "plain"


class Working(NamedTuple):
    """Arithmetic that a statement states, worked out.

    Attributes:
        result: The value that it comes to, as the statement has it.
        agrees: Whether it does come to that.
        said: The working, in words that follow `it is`, or the contradiction as a sentence.
        operands: The values that go into it.
        is_computed: Whether the result was worked out; what is only compared was not.
    """

    result: ValueToken
    agrees: bool
    said: str
    operands: tuple[ValueToken, ...]
    is_computed: bool = True


class Outline(NamedTuple):
    """A statement in letters.

    Attributes:
        text: The text, one letter a value, marks of emphasis taken out.
        values: The values by the offset of their letters.
    """

    text: str
    values: dict[int, Value]

    def value(self, found: re.Match[str], *groups: str) -> Value:
        """Give the value of the first of these groups that took part in a match."""
        return next(self.values[found.start(group)] for group in groups if found[group])


def gap(most: int, *, also: str = "") -> str:
    """Write a pattern for at most so many characters within a clause, without a value.

    Args:
        most: Characters at most; as few as can be are taken.
        also: Letters of values that may stand in it after all.
    """
    letters = "".join(letter for letter in map(chr, range(0xE000, 0xE006)) if letter not in also)
    return rf"[^{letters}.;:|()\n]{{0,{most}}}?"


_NEARLY = re.compile(
    r"(?:\b(?:nearly|almost|close to|just under|just below|not quite|a little under)"
    r"|将近|接近|近|差不多)\s*$",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"(?:\b(?:about|around|approx\.?|approximately|roughly|circa|ca\.|some|an estimated|estimated)"
    r"|[~≈]|大约|大概|约为?)\s*$",
    re.IGNORECASE,
)
_OVER = re.compile(
    r"(?:\b(?:over|more than|at least|above|exceeding|greater than|well over|just over|no less than)"
    r"|[>≥]=?|超过|至少|多于|大于|逾)\s*$",
    re.IGNORECASE,
)
_UNDER = re.compile(
    r"(?:\b(?:under|less than|fewer than|up to|at most|below|no more than)"
    r"|[<≤]=?|不到|不足|最多|至多|小于)\s*$",
    re.IGNORECASE,
)
_JUST = re.compile(r"\b(?:just|only|very|still|a mere)\s*$", re.IGNORECASE)
_ABOUT_BEHIND = re.compile(r"\s?(?:or so\b|-?ish\b|左右|上下)", re.IGNORECASE)
_OVER_BEHIND = re.compile(r"\+(?!\s?\d)|\s?(?:or more\b|以上|多[个次条]?)|余")
_MARKS = re.compile(r"\*\*|__|`|(?<!\w)[_'*](?=\S)|(?<=\S)[_'*](?!\w)")
_DOTTED = re.compile(r"\b(i\.e\.|e\.g\.|vs\.|approx\.|ca\.|incl\.)", re.IGNORECASE)
_RISEN = re.compile(r"\d\s?升$")
_KEY = re.compile(r"([A-Za-z][\w.-]*)[`\"']?\s?[=:(]\s?[`\"']?$")
_LITRES_OF = "至到为高级温成"
_VERBS = ("cause", "note", "plan", "test")
"""Words that name a number, `test 4`, or say what so many do, `24 of the failures`."""


def outline(text: str, tokens: Sequence[ValueToken]) -> Outline:
    """Put a letter in place of each number and moment of a statement.

    Args:
        text: The statement.
        tokens: Its values, in order; names stay as they are written.
    """
    evened = even(text)
    pieces: list[str] = []
    values: dict[int, Value] = {}
    length = at = 0
    for token in tokens:
        if token.kind == "name" or token.start < at:
            continue
        token = _in_its_unit(token, evened)
        piece, given = _without_hedge(_plain(evened[at : token.start]))
        if _ABOUT_BEHIND.match(evened, token.end):
            given = "about"
        elif given == "plain" and _OVER_BEHIND.match(evened, token.end):
            given = "over"
        pieces += [piece, OTHER if _is_year(token, piece) else _letter(token)]
        length += len(piece) + 1
        values[length - 1] = Value(token, given)
        at = token.end
    pieces.append(_plain(evened[at:]))
    return Outline("".join(pieces), values)


def _in_its_unit(token: ValueToken, text: str) -> ValueToken:
    """Take `500 升至` for no litres, and `timeout_seconds=300` for seconds."""
    if token.kind != "number":
        return token
    if _RISEN.search(token.text) and text[token.end : token.end + 1] in _LITRES_OF:
        end = token.end - 1
        return token._replace(unit=None, end=end, text=token.text[:-1].rstrip())
    if token.unit is None:
        key = _KEY.search(text[max(0, token.start - 60) : token.start])
        unit = unit_of_field(key[1]) if key and re.search(r"[_.]|[a-z][A-Z]", key[1]) else None
        if unit is not None:
            return token._replace(unit=unit)
    return token


def _plain(text: str) -> str:
    """Take out marks of emphasis and the points of abbreviations; a star that is no mark multiplies."""
    text = _MARKS.sub("", text.replace("\\*", "×"))
    text = _DOTTED.sub(lambda found: found[0].replace(".", "").lower(), text)
    return re.sub(r"\s+", " ", text)


def _without_hedge(piece: str) -> tuple[str, Given]:
    """Split a text in front of a value into what it says and how the value is given.

    What says `more than` stays in the text: it may as well compare.
    """
    for given, pattern in (("nearly", _NEARLY), ("about", _ABOUT)):
        found = pattern.search(piece)
        if found:
            rest = piece[: found.start()]
            is_equation = piece[found.start()] == "≈"
            return (piece if is_equation else rest), given  # type: ignore[return-value]
    if _OVER.search(piece):
        return piece, "over"
    if _UNDER.search(piece):
        return piece, "under"
    return _JUST.sub("", piece), "plain"


def _is_year(token: ValueToken, before: str) -> bool:
    """Tell whether a bare number is a year that something was in: `356,000 in 2023`."""
    number = token.number or 0.0
    is_like_one = token.kind == "number" and 1900 <= number <= 2100 and re.fullmatch(r"\d{4}", token.text)
    return bool(is_like_one) and re.search(r"\b(?:in|since|of|by|until)\s$", before) is not None


def _letter(token: ValueToken) -> str:
    if token.kind == "moment":
        return MOMENT
    if token.label and token.label not in _VERBS:
        return OTHER
    unit: Unit | None = token.unit
    if unit is None:
        return NUMBER
    return {"percent": PERCENT, "times": FACTOR}.get(unit.dimension, MEASURE)
