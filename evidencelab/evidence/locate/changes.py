"""Name what differs: the class of a token, and the veto for a token that is not where it should be."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from rapidfuzz.distance import OSA

from evidencelab.evidence.match_policy import VetoCode
from evidencelab.evidence.text.lexicon import (
    ARTICLES,
    CJK_STATES,
    CJK_UNIT_CHARACTERS,
    CJK_UNITS,
    COMPARISONS,
    CURRENCIES,
    DIRECTION_CHARACTERS,
    DIRECTIONS,
    FUNCTION_WORDS,
    LEVELS,
    MODAL,
    NEGATING,
    NUMERAL_CHARACTERS,
    SAME_CJK,
    STATES,
    SYMBOLS,
    UNIT_SPELLINGS,
    UNITS,
    is_cjk,
    is_number,
    negates_by_prefix,
)
from evidencelab.evidence.text.prepared_text import Excerpt, PreparedText

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

_INFLECTED: frozenset[Kind] = frozenset(("word", "light", "state", "direction", "level"))
"""Words of these kinds keep their value in the plural."""
_RANKED: frozenset[Kind] = frozenset(("level", "state"))
"""Of these, one word is another value whatever stands beside it."""
_EXACT: frozenset[Kind] = frozenset(("number", "time", "name"))
"""Of these, no slip of the pen leaves the value as it was."""
_DOUBLED = re.compile(r"ll(?=(?:ed|ing|ers?|ation)\Z)")
_IZED = re.compile(r"is(?=(?:e|es|ed|ing|ers?|ations?)\Z)")
_PAST_FORMS = {
    form: forms.split()[0]
    for forms in (
        "showed shown",
        "wrote written",
        "broke broken",
        "froze frozen",
        "took taken",
        "gave given",
        "drove driven",
        "spoke spoken",
        "chose chosen",
        "proved proven",
        "swore sworn",
        "tore torn",
        "wore worn",
        "hid hidden",
        "forgot forgotten",
        "shook shaken",
        "mistook mistaken",
        "saw seen",
        "went gone",
        "came come",
        "became become",
        "overran overrun",
        "rewrote rewritten",
        "swelled swollen",
        "learned learnt",
        "burned burnt",
        "spelled spelt",
        "got gotten",
        "lit lighted",
        "hanged hung",
    )
    for form in forms.split()
}
"""Past tense and participle of irregular verbs, by the former; to write one for the other is a slip."""
_SPANNING = frozenset(("over", "during", "in", "within", "for", "throughout"))
_WHEN = frozenset(("on", "at", "in", "during"))
_PART_OF_TIME = re.compile(
    r"(?:week(?:day|end|night)|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun|holi)(?:day)?s?|nights?|noon|midnight"
)
_DIGITS_CJK = {**dict(zip("一二三四五六七八九", "123456789", strict=True)), "两": "2"}
_SPANNED = frozenset(("last", "past", "previous", "preceding", "next", "first", "whole", "entire"))
"""Behind one of the former, with an article between, these begin a span of time."""
_SAME_NUMERALS = frozenset(
    pair
    for digit, numeral in [*zip("0123456789", "零一二三四五六七八九", strict=True), ("2", "两")]
    for pair in (digit + numeral, numeral + digit)
)
_IRREGULAR = {"can't": "can", "cannot": "can", "won't": "will", "shan't": "shall"}


def kind_of(text: Excerpt, index: int) -> Kind:
    """Name the class of value that a token carries."""
    token = text.tokens[index]
    if is_number(token):
        return kind_of_number(text, index)
    if is_cjk(token):
        kind = _KIND_OF_CJK.get(token, "word")
        if (
            kind != "polarity"
            and token in CJK_UNIT_CHARACTERS
            and index
            and is_number(text.tokens[index - 1])
        ):
            return "unit"
        return kind
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
    if index and gaps[index] in _GLUE and not is_cjk(tokens[index - 1]):
        return True
    return index + 1 < len(tokens) and gaps[index + 1] in _GLUE and not is_cjk(tokens[index + 1])


class Difference(NamedTuple):
    """One token (or run) that differs. A code of None lowers the score and vetoes nothing."""

    code: VetoCode | None
    excerpt_range: tuple[int, int] | None
    text_range: tuple[int, int] | None


def compare_tokens(excerpt: Excerpt, i: int, text: PreparedText, j: int) -> VetoCode | None:
    """Name the veto for excerpt token `i` standing where the text has token `j`; None for a light edit."""
    one, other = excerpt.tokens[i], text.tokens[j]
    if negates_by_prefix(one, other):
        return "polarity_changed"
    kind, other_kind = kind_of(excerpt, i), kind_of(text, j)
    if kind == other_kind == "number" and _is_count_in_words(excerpt, i, text, j):
        return None
    if kind in _EXACT and other_kind in _EXACT:
        return None if one + other in _SAME_NUMERALS else VETO_OF[other_kind]
    if kind == "polarity" or other_kind == "polarity":
        is_contracted = other.endswith("n't") and one == other.replace("'", "")
        return None if is_contracted else "polarity_changed"
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
    if _says_when(excerpt, i) and _says_when(text, j):
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


def _says_when(text: Excerpt, index: int) -> bool:
    """Tell whether a word is a preposition in front of when something holds: on weekends, at night."""
    if text.tokens[index] not in _WHEN or index + 1 >= len(text.tokens):
        return False
    return _PART_OF_TIME.fullmatch(text.tokens[index + 1]) is not None


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
    if any(one in words and other in words for words in SAME_CJK):
        return None
    if first == last and start == stop:
        return compare_tokens(excerpt, first, text, start)
    if any(character in NEGATING for character in one + other):
        return "polarity_changed"
    if any(character in NUMERAL_CHARACTERS for character in one + other):
        return "value_changed"
    if any(character in DIRECTION_CHARACTERS for character in one + other):
        return "direction_changed"
    return "state_changed" if one in CJK_STATES or other in CJK_STATES else "not_found"


def _in_state(text: Excerpt, index: int) -> bool:
    """Tell whether a CJK character is half of a word that names a state."""
    tokens, gaps = text.tokens, text.gaps
    behind = tokens[index] + tokens[index + 1] if index + 1 < len(tokens) and not gaps[index + 1] else ""
    before = tokens[index - 1] + tokens[index] if index and not gaps[index] else ""
    return behind in CJK_STATES or before in CJK_STATES


def is_plural(one: str, other: str) -> bool:
    """Tell whether one word is the other with an s."""
    return one == other + "s" or other == one + "s"


def spelt_out(words: list[str]) -> list[str]:
    """Spell contracted negations out: isn't, can't, cannot."""
    spelt: list[str] = []
    for word in words:
        if word.endswith("n't") or word == "cannot":
            spelt += _IRREGULAR.get(word, word.removesuffix("n't")), "not"
        else:
            spelt.append(word)
    return spelt


def is_slip(one: str, other: str) -> bool:
    """Tell whether two ordinary words differ by a slip of the pen or an inflection.

    One edit in words of four letters or more, two in words of eight or more, and the first letter
    stays; or the same stem with another regular ending.
    """
    if is_cjk(one) and is_cjk(other):
        return True
    if not (one.isalpha() and other.isalpha()) or one[0] != other[0]:
        return False
    if is_inflection(one, other):
        return True
    shorter = min(len(one), len(other))
    if shorter < 4:
        return False
    allowed = 2 if shorter >= 8 else 1
    return int(OSA.distance(one, other, score_cutoff=allowed)) <= allowed


def is_inflection(one: str, other: str) -> bool:
    """Tell whether two words share their stem and differ by a regular ending, or by the way it is spelt."""
    shorter, longer = sorted((one, other), key=len)
    if shorter.endswith("y") and longer.startswith(shorter[:-1] + "ie"):
        return longer[len(shorter) + 1 :] in {"s", "d"}
    if len(shorter) >= 3 and longer.removeprefix(shorter) in {"s", "es", "ed", "d", "ing"}:
        return True
    return _spelling(one) == _spelling(other)


def _spelling(word: str) -> str:
    """Spell an inflected word one way where there are two: cancelled, canceled; normalised, normalized."""
    return _PAST_FORMS.get(word) or _IZED.sub("iz", _DOUBLED.sub("l", word))


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
            differences.append(Difference(VETO_OF[kind], (index, index), None))
        if kind not in {"light"} and excerpt.tokens[index] not in ARTICLES:
            content.append(index)
            n_cjk += is_cjk(excerpt.tokens[index])
    n_words = len(content) - n_cjk
    if n_words >= 3 or n_cjk >= 4 or (n_words >= 1 and n_cjk >= 2):
        differences.append(Difference("added_text", (content[0], content[-1]), None))
    elif not differences:
        differences.append(Difference(None, (first, last), None))
    return differences
