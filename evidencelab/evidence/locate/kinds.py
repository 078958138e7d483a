"""Name the class of value that a token carries, from the token and what stands beside it."""

from __future__ import annotations

from typing import Literal

from evidencelab.evidence.match_policy import VetoCode
from evidencelab.evidence.text.cut_text import Excerpt
from evidencelab.evidence.text.lexicon import (
    CJK_UNIT_CHARACTERS,
    COMPARISONS,
    CURRENCIES,
    DIRECTION_CHARACTERS,
    DIRECTIONS,
    FUNCTION_WORDS,
    LEVELS,
    MODAL,
    NEGATING,
    NUMERAL_CHARACTERS,
    STATES,
    SYMBOLS,
    UNITS,
    is_cjk,
    is_number,
)

Kind = Literal["number", "unit", "name", "level", "state", "time", "direction", "polarity", "word", "light"]

VETO_OF: dict[Kind, VetoCode] = {
    "number": "value_changed",
    "unit": "unit_changed",
    "name": "name_changed",
    "level": "level_changed",
    "state": "state_changed",
    "time": "time_changed",
    "direction": "direction_changed",
    "polarity": "polarity_changed",
}

_GLUE = frozenset(["", *"-_./:@#$"])
"""Gaps that hold an identifier together."""

_TIME_SIGNS = frozenset(":-")
"""Between digits, these make a time or a date of them."""

_KIND_OF_WORD: dict[str, Kind] = {
    **dict.fromkeys(DIRECTIONS | SYMBOLS, "direction"),
    **dict.fromkeys(STATES, "state"),
    **dict.fromkeys(LEVELS, "level"),
    **dict.fromkeys(NEGATING | MODAL, "polarity"),
    **dict.fromkeys(CURRENCIES, "unit"),
    **dict.fromkeys(COMPARISONS, "direction"),
    **dict.fromkeys("+-±", "number"),
}
"""What a token is whatever stands beside it; of two classes, the later one here."""

_KIND_OF_CJK: dict[str, Kind] = {
    **dict.fromkeys(FUNCTION_WORDS, "light"),
    **dict.fromkeys(DIRECTION_CHARACTERS, "direction"),
    **dict.fromkeys(NUMERAL_CHARACTERS, "number"),
    **dict.fromkeys(NEGATING | MODAL, "polarity"),
}
"""The same of a CJK character."""


def kind_of(text: Excerpt, index: int) -> Kind:
    """Name the class of value that a token carries."""
    token = text.tokens[index]
    if not "a" <= token[0] <= "z":
        if is_number(token):
            return kind_of_number(text, index)
        if is_cjk(token):
            return _kind_of_cjk(text, index)
    if token in UNITS and index and is_number(text.tokens[index - 1]) and text.gaps[index] in {"", " "}:
        return "unit"
    known = _KIND_OF_WORD.get(token)
    if known:
        return known
    if token.endswith("n't"):
        return "polarity"
    if _is_name(text, index):
        return "name"
    return "light" if token in FUNCTION_WORDS else "word"


def _kind_of_cjk(text: Excerpt, index: int) -> Kind:
    """Name the class of value that a CJK character carries."""
    token = text.tokens[index]
    kind = _KIND_OF_CJK.get(token, "word")
    is_unit = kind != "polarity" and token in CJK_UNIT_CHARACTERS
    return "unit" if is_unit and index and is_number(text.tokens[index - 1]) else kind


def kind_of_number(text: Excerpt, index: int) -> Kind:
    """Name the class of value that a number token carries: of a time, of a name, or a number."""
    start, end = text.starts[index], text.ends[index]
    folded = text.folded
    before = folded[start - 1 : start]
    if before in _TIME_SIGNS and folded[start - 2 : start - 1].isdigit():
        return "time"
    if folded[end : end + 1] in _TIME_SIGNS and folded[end + 1 : end + 2].isdigit():
        return "time"
    if (before.isalpha() and not is_cjk(before)) or before == "_":
        return "name"
    return "number"


def _is_name(text: Excerpt, index: int) -> bool:
    """Tell a name from an ordinary word: joined to neighbours, with a digit, or with capitals inside."""
    word = text.folded[text.starts[index] : text.ends[index]]
    if word[1:] != word[1:].lower():
        return True
    tokens, gaps = text.tokens, text.gaps
    if index and gaps[index] == ":" and word[0].isupper() and text.gap(index) == " ":
        # behind the name of what logged it, a message begins
        return False
    if index and gaps[index] in _GLUE and not is_cjk(tokens[index - 1]):
        return True
    return index + 1 < len(tokens) and gaps[index + 1] in _GLUE and not is_cjk(tokens[index + 1])
