"""Name what differs: the veto for a token, or a run of them, that is not what the text has there."""

from __future__ import annotations

import re
from typing import NamedTuple

from evidencelab.evidence.locate.kinds import VETO_OF, Kind, kind_of
from evidencelab.evidence.locate.slips import is_inflection, is_misspelt, is_plural, is_slip, spelt_out
from evidencelab.evidence.match_policy import VetoCode, new_tuple
from evidencelab.evidence.text.cut_text import Excerpt
from evidencelab.evidence.text.lexicon import (
    ARTICLES,
    CJK_STATES,
    CJK_UNITS,
    DIRECTION_CHARACTERS,
    MODAL,
    NEGATING,
    NUMERAL_CHARACTERS,
    SAME_CJK,
    UNIT_SPELLINGS,
    is_cjk,
    is_number,
    negates_by_prefix,
)
from evidencelab.evidence.text.prepared_text import PreparedText

_INFLECTED: frozenset[Kind] = frozenset(("word", "light", "state", "direction", "level"))
"""Words of these kinds keep their value in the plural."""
_RANKED: frozenset[Kind] = frozenset(("level", "state"))
"""Of these, one word is another value whatever stands beside it."""
_EXACT: frozenset[Kind] = frozenset(("number", "time", "name"))
"""Of these, no slip of the pen leaves the value as it was."""
_SPANNING = frozenset(("over", "during", "in", "within", "for", "throughout"))
_UNTIL = frozenset(("until", "till", "til"))
_WHEN = frozenset(("on", "at", "in", "during"))
_CONTRACTED = {
    "m": ("am",),
    "re": ("are",),
    "ve": ("have",),
    "ll": ("will", "shall"),
    "d": ("would", "had"),
    "s": ("is", "has"),
}
"""What stands behind an apostrophe, and the verbs it may be short for."""
_PART_OF_TIME = re.compile(
    r"(?:week(?:day|end|night)|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun|holi)(?:day)?s?|nights?|noon|midnight"
)
_SCALES = frozenset(("hundred", "thousand", "million", "billion", "dozen", "and", "point", "half"))
"""Behind a count, these make another one of it."""
_MONTH = re.compile(
    r"jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?"
)
_COUNT_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")
_COUNTS = {word: str(count) for count, word in enumerate(_COUNT_WORDS, 1)}
_DIGITS_CJK = {**dict(zip("一二三四五六七八九", "123456789", strict=True)), "两": "2"}
_SPANNED = frozenset(("last", "past", "previous", "preceding", "next", "first", "whole", "entire"))
"""Behind one of the former, with an article between, these begin a span of time."""
_SAME_NUMERALS = frozenset(
    pair
    for digit, numeral in [*zip("0123456789", "零一二三四五六七八九", strict=True), ("2", "两")]
    for pair in (digit + numeral, numeral + digit)
)


class Difference(NamedTuple):
    """One token (or run) that differs. A code of None lowers the score and vetoes nothing."""

    code: VetoCode | None
    excerpt_range: tuple[int, int] | None
    text_range: tuple[int, int] | None


def compare_tokens(excerpt: Excerpt, i: int, text: PreparedText, j: int) -> VetoCode | None:
    """Name the veto for excerpt token `i` standing where the text has token `j`; None for a light edit."""
    one, other = excerpt.tokens[i], text.tokens[j]
    if one in _UNTIL and other in _UNTIL:
        return None
    if (one in _CONTRACTED and _is_contracted(excerpt, i, other)) or (
        other in _CONTRACTED and _is_contracted(text, j, one)
    ):
        return None
    if (one in _COUNTS or other in _COUNTS) and _is_same_count(excerpt, i, text, j):
        return None
    if negates_by_prefix(one, other):
        return "polarity_changed"
    kind, other_kind = kind_of(excerpt, i), kind_of(text, j)
    if kind == other_kind == "number" and _is_count_in_words(excerpt, i, text, j):
        return None
    if kind in _EXACT and other_kind in _EXACT:
        return None if one + other in _SAME_NUMERALS else VETO_OF[other_kind]
    if kind == "polarity" or other_kind == "polarity":
        is_contracted = (other.endswith("n't") and one == other.replace("'", "")) or (
            spelt_out([one]) == spelt_out([other])
        )
        is_modal = kind == "word" and other in MODAL and is_misspelt(one, other)
        return None if is_contracted or is_modal else "polarity_changed"
    if kind == other_kind:
        if kind == "light":
            return None
        if kind == "unit" and one in UNIT_SPELLINGS and other in UNIT_SPELLINGS:
            return None if UNIT_SPELLINGS[one] == UNIT_SPELLINGS[other] else "unit_changed"
        if kind in _RANKED and one[0] != other[0]:
            # neither a slip of the pen nor a plural
            return VETO_OF[kind]
    if one in _SPANNING and other in _SPANNING and _begins_span(text, j + 1):
        return None
    if one in _WHEN and other in _WHEN and _says_when(excerpt, i) and _says_when(text, j):
        return None
    if kind in _INFLECTED and other_kind in _INFLECTED and is_plural(one, other):
        return None
    if is_cjk(one) and _in_state(excerpt, i) and _in_state(text, j):
        return "state_changed"
    if is_slip(one, other):
        # A slip makes no other value: the excerpt's word is no value word, or the same one inflected.
        if kind in {"word", "light"} and other_kind not in {"name", "number"}:
            return None
        if kind == other_kind and is_inflection(one, other):
            return None
    return VETO_OF.get(other_kind) or VETO_OF.get(kind) or "not_found"


def _is_same_count(excerpt: Excerpt, i: int, text: PreparedText, j: int) -> bool:
    """Tell whether one side counts with a word what the other counts with its digits."""
    one, other = excerpt.tokens[i], text.tokens[j]
    if _COUNTS.get(one, one) != _COUNTS.get(other, other):
        return False
    if _is_scaled(excerpt, i) != _is_scaled(text, j):
        return False
    return kind_of(excerpt, i) == "number" or kind_of(text, j) == "number"


def _is_scaled(text: Excerpt, index: int) -> bool:
    """Tell whether more of a number in words stands behind the count at a token."""
    behind = text.tokens[index + 1 : index + 2]
    return bool(behind) and (behind[0] in _SCALES or behind[0] in _COUNTS)


def _is_contracted(text: Excerpt, index: int, other: str) -> bool:
    """Tell whether a token that could be is what a contraction, like that of "they'll", leaves of a verb."""
    return other in _CONTRACTED[text.tokens[index]] and text.gaps[index] == "'"


def _says_when(text: Excerpt, index: int) -> bool:
    """Tell whether behind a preposition stands when something holds: on weekends, at night."""
    if index + 1 >= len(text.tokens):
        return False
    behind = text.tokens[index + 1 : index + 3]
    if is_number(behind[0]):
        return len(behind) == 1 or _MONTH.fullmatch(behind[1]) is not None
    return _PART_OF_TIME.fullmatch(behind[0]) is not None or _MONTH.fullmatch(behind[0]) is not None


def _is_count_in_words(excerpt: Excerpt, i: int, text: PreparedText, j: int) -> bool:
    """Tell whether one side counts with a Chinese numeral what the other counts with its digit."""
    one, other = excerpt.tokens[i], text.tokens[j]
    if _DIGITS_CJK.get(one, one) != _DIGITS_CJK.get(other, other):
        return False
    return _is_alone(excerpt, i) and _is_alone(text, j)


def _is_alone(text: Excerpt, index: int) -> bool:
    """Tell whether a numeral is all of its number and a CJK word behind it says what it counts."""
    tokens = text.tokens
    if index + 1 >= len(tokens) or text.gaps[index + 1].strip() or not is_cjk(tokens[index + 1]):
        return False
    if tokens[index + 1] in NUMERAL_CHARACTERS or tokens[index + 1] in {"点", "成", "分", "第"}:
        return False
    before = tokens[index - 1] if index else ""
    is_beside = bool(before) and not text.gaps[index]
    return not (
        is_beside
        and (before in NUMERAL_CHARACTERS or before in {"第", "点", "周", "期"} or before[0].isascii())
    )


def _begins_span(text: PreparedText, index: int) -> bool:
    """Tell whether a span of time, like "the last hour", begins at token `index`."""
    first, second = (*text.tokens[index : index + 2], "", "")[:2]
    return first in _SPANNED or (first in ARTICLES and second in _SPANNED)


def replaced_cjk(
    excerpt: Excerpt, first: int, last: int, text: PreparedText, start: int, stop: int
) -> VetoCode | None:
    """Name the veto for a run of CJK characters standing where the text has another run.

    One character for one is a slip unless it carries a value or is a unit behind a number; a longer
    run is another word.
    """
    one = "".join(excerpt.tokens[first : last + 1])
    other = "".join(text.tokens[start : stop + 1])
    if first and is_number(excerpt.tokens[first - 1]) and (CJK_UNITS.match(one) or CJK_UNITS.match(other)):
        return "unit_changed"
    if (one, other) in SAME_CJK:
        return None
    if first == last and start == stop:
        return compare_tokens(excerpt, first, text, start)
    if not NEGATING.isdisjoint(one + other):
        return "polarity_changed"
    if not NUMERAL_CHARACTERS.isdisjoint(one + other):
        return "value_changed"
    if not DIRECTION_CHARACTERS.isdisjoint(one + other):
        return "direction_changed"
    return "state_changed" if one in CJK_STATES or other in CJK_STATES else "not_found"


def _in_state(text: Excerpt, index: int) -> bool:
    """Tell whether a CJK character is half of a word that names a state."""
    tokens, gaps = text.tokens, text.gaps
    behind = tokens[index] + tokens[index + 1] if index + 1 < len(tokens) and not gaps[index + 1] else ""
    before = tokens[index - 1] + tokens[index] if index and not gaps[index] else ""
    return behind in CJK_STATES or before in CJK_STATES


def added_run(excerpt: Excerpt, first: int, last: int) -> list[Difference]:
    """Judge the excerpt tokens `first` to `last` (both included), which the text has nowhere near.

    A token that carries a value vetoes by its class; three content words in a row, or four CJK
    characters, are added text.
    """
    differences: list[Difference] = []
    content: list[int] = []
    n_cjk = 0
    for index in range(first, last + 1):
        kind = kind_of(excerpt, index)
        if kind in VETO_OF:
            differences.append(new_tuple(Difference, (VETO_OF[kind], (index, index), None)))
        if kind != "light" and excerpt.tokens[index] not in ARTICLES:
            content.append(index)
            n_cjk += is_cjk(excerpt.tokens[index])
    n_words = len(content) - n_cjk
    if n_words >= 3 or n_cjk >= 4 or (n_words >= 1 and n_cjk >= 2):
        differences.append(Difference("added_text", (content[0], content[-1]), None))
    elif not differences:
        differences.append(Difference(None, (first, last), None))
    return differences
