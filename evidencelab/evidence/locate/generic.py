"""Tell whether an excerpt is too short, or says too little of its own, to be compared with a text.

It looks at the excerpt alone: this module must not know the text.
"""

from __future__ import annotations

import re

from evidencelab.evidence.text.lexicon import (
    COMMON_CJK,
    COMMON_WORDS,
    FUNCTION_WORDS,
    LEVELS,
    STATES,
    UNITS,
    is_cjk,
    is_number,
)
from evidencelab.evidence.text.tokens import CJK, TOKEN

_LONG = 32
"""A folded excerpt longer than this, with a pair or a compound name in it, is never generic."""
_TELLING = 64
"""Nor is anything longer than this: by chance, nobody writes so much of common words."""
_COMPOUND_NAME = re.compile(r"[-_.](?<=[A-Za-z]{2}.)[A-Za-z]{2}")
_KEY_VALUE = re.compile(
    r"[^\W\d][\w.-]*\s?=\s?(?:[\"']?[\w-]|\.\.\.)|\"\s?:\s?[\"\w-]|[^\W\d][\w.-]*\s?:\s+[\"']?-?\d"
)
_ROW = re.compile(
    r"(?:[\s>*_-]*([^\W\d][\w .-]{1,40})\s?:[*_]*\s+\S[^:\n]*"
    r"|\s*\|\s*([^\W\d][\w.-]{1,40}(?: [\w.-]{1,40}){0,3})\s*\|[^|\n]*\w[^|\n]*\|?\s*)\Z"
)
"""A `Key: value` row on its own, as a describe command prints it, or a row of two cells."""
_CHUNK = re.compile(r"[^\s\[\](){}<>\"',;|=]*\w[^\s\[\](){}<>\"',;|=]*")
_LATIN = re.compile(r"[^\W_\u3005-\ud7af]")
_COLON_NUMBER = re.compile(r":\s+[\"']?-?\d")
_COMMON_RUN = re.compile(rf"(?:{COMMON_CJK.pattern})*+")
_MANY_NUMBERS = 7
"""So many different numbers in a row are no coincidence."""
_MANY_QUANTITIES = 3
"""Nor are so many with their units, or counts with the state that is counted."""
_CLOCK = re.compile(r"(?<![\d:])\d{1,2}:\d\d(?![\d:])")
_MANY_TIMED = 4
"""Or quantities, more than one, and the times that they were taken at."""
_CELL = re.compile(r"(?<![^\s,;|])-?(\d+(?:[.,]\d+)*)%?(?![^\s,;|])")
_MANY_CELLS = 5
_MANY_DIGITS = 12
"""Or so many numbers, each a cell of its own, with so many digits in all."""
_LONG_NUMBER = 8
"""Characters from which a number tells as much as a name."""
_N_FIRST = 4
"""Words that are looked at before all are."""
_AROUND_WORD = ".,:;()[]\"'"
_WORDS = LEVELS | STATES | FUNCTION_WORDS | COMMON_WORDS
_GENERIC = _WORDS | UNITS


def is_too_short(folded: str, min_tokens: int) -> bool:
    """Tell whether a folded excerpt is too short or too generic to be compared.

    Too short: fewer than `min_tokens` words and no `key=value`. A name is one word and two CJK
    characters are one; a path, or a long identifier with digits, is as telling as two. Too generic:
    nothing but levels, states, bare numbers and common words. Most excerpts are neither, which shows
    at the first words.
    """
    n_characters = len(folded)
    if n_characters > _LONG and ("=" in folded or n_characters > _TELLING or _COMPOUND_NAME.search(folded)):
        return not (folded[0].isalnum() or folded[1].isalnum() or TOKEN.search(folded))
    is_ascii = folded.isascii()
    if _begins_telling(folded, min_tokens) if is_ascii else _begins_telling_cjk(folded, 2 * min_tokens):
        return False
    cjk = "" if is_ascii else "".join(CJK.findall(folded))
    missing = min_tokens - len(cjk) / 2
    for chunk in _CHUNK.finditer(folded):
        if missing <= 0:
            break
        missing -= _weight(chunk.group())
    if missing <= 0 and not (min_tokens > 0 and _is_all_common(cjk) and _is_all_generic(folded)):
        return not TOKEN.search(folded)
    return not TOKEN.search(folded) or not _holds_pair(folded)


def _begins_telling(folded: str, n_words: int) -> bool:
    """Tell whether the first words of an ASCII text are enough, and one of them is not generic."""
    is_telling = False
    for part in folded.split(None, _N_FIRST):
        word = part.strip(_AROUND_WORD)
        if word.isalpha():
            n_words -= 1
            is_telling = is_telling or word.lower() not in _GENERIC
        elif _LATIN.search(word):
            n_words -= 1
        if is_telling and n_words <= 0:
            return True
    return False


def _begins_telling_cjk(folded: str, n_characters: int) -> bool:
    """Tell whether the first run of CJK characters is long enough and holds an uncommon word.

    The last character does not count: with the next run it could be a common word.
    """
    found = CJK.search(folded)
    if found is None or found.end() - found.start() < n_characters:
        return False
    common = _COMMON_RUN.match(folded, *found.span())
    return common is not None and common.end() < found.end() - 1


def _is_all_common(cjk: str) -> bool:
    """Tell whether a run of CJK characters holds nothing but common words."""
    found = _COMMON_RUN.match(cjk)
    return found is not None and found.end() == len(cjk)


def _holds_pair(folded: str) -> bool:
    """Tell whether a folded text holds a `key=value` or `key: value`."""
    if ":" in folded or "|" in folded:
        if ('"' in folded or "=" in folded or _COLON_NUMBER.search(folded)) and _KEY_VALUE.search(folded):
            return True
        rows = map(_ROW.match, folded.split("\n"))
        if any(row is not None and row[row.lastindex or 0].lower() not in LEVELS for row in rows):
            return True
    return "=" in folded and _KEY_VALUE.search(folded) is not None


def _weight(chunk: str) -> int:
    """Count a stretch without separators as words: none in CJK alone, two in a path or a long id."""
    if not _LATIN.search(chunk):
        return 0
    n_characters = len(chunk)
    if n_characters >= 24 or chunk.count("/") >= 2:
        return 2
    return 2 if n_characters >= 8 and any(map(str.isdigit, chunk)) else 1


def _is_all_generic(folded: str) -> bool:
    """Tell whether every token is CJK, a level, a state, a bare number or a common word."""
    before = ""
    numbers: set[str] = set()
    quantities: set[str] = set()
    for found in TOKEN.finditer(folded):
        token = found.group().lower()
        is_generic = token in _GENERIC or is_cjk(token) or _is_bare_number(token)
        is_counted = before[-1:].isdigit()
        is_unit = token in UNITS and is_counted
        if not is_generic or (token in UNITS and token not in _WORDS and not is_unit):
            return False
        if is_unit or (is_counted and token in STATES):
            quantities.add(before)
        elif token[0].isdigit():
            numbers.add(token)
        before = token
    if len(quantities) > 1 and len(quantities | set(_CLOCK.findall(folded))) >= _MANY_TIMED:
        return False
    if len(numbers | quantities) >= _MANY_NUMBERS or len(quantities) >= _MANY_QUANTITIES:
        return False
    cells = set(_CELL.findall(folded)) if len(numbers) >= _MANY_CELLS - 1 else set()
    return len(cells) < _MANY_CELLS or sum(map(str.isdigit, "".join(cells))) < _MANY_DIGITS


def _is_bare_number(token: str) -> bool:
    return is_number(token) and token.count(".") < 2 and len(token) < _LONG_NUMBER
