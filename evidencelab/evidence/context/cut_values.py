"""Tell of a value that a cut goes through what is quoted of it: groups of a number, a hash, an identifier.

All positions are offsets into the *folded* text.
"""

from __future__ import annotations

import re

_GROUPS_BEFORE = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})*\Z")
_MAX_GROUPED = 32
_HASH_BEFORE = re.compile(r"(?<![^\W_])(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{7,}\Z", re.IGNORECASE)
_HASH_BEHIND = re.compile(r"[0-9a-f]{4,}(?![^\W_])", re.IGNORECASE)
"""The rest of a hash of which enough is quoted to know it by."""
_REST_OF_HASH = re.compile(r"(?<=[0-9a-f])[0-9a-f]+(?![^\W_])[^\w\n]*", re.IGNORECASE)
_MAX_NAME = 80
_CJK_VALUE = re.compile(r"[:=]\s?[\"']?[\u4e00-\u9fff]{1,8}\Z")
_REST_OF_CJK = re.compile(
    r"(?![的地得了])[\u4e00-\u9fff]{1,4}(?=[\s,;)\]}\"']|\Z)([ ,;]+[^\W\d][^\s:=,;]{0,11}[:=])?"
)
_WORD = r"[^\W\d][\w-]{0,30}+"
_BEGUN_IN_WORDS = re.compile(
    rf"(?:\A|[,;\n{{(]\s?)[\"']?[^\W\d][\w.-]{{0,40}}(?:=|: ?)[\"']?{_WORD}(?: {_WORD}){{0,2}}\Z"
)
_REST_OF_WORDS = re.compile(rf"(?: {_WORD}){{1,5}}+ ?[,;] ?[\"']?[^\W\d][\w.-]{{0,40}}+[\"']?(?:=|: )")
"""The rest of such a value, and the key of the next pair."""
_MAX_IN_WORDS = 140
_KEY_SIGN = re.compile(r"[^\W\d][:=]")
_MAX_CJK_VALUE = 11
"""Characters of a value that may be one word, and of the sign in front of it."""
_MAX_LINE = 200


def is_latin(character: str) -> bool:
    """Tell a letter or a digit that is no CJK character."""
    return character.isalnum() and not "\u3005" <= character <= "\ud7af"


def is_group(folded: str, end: int) -> bool:
    """Tell whether the digits that end at `end` can be the first groups of a number: no decimals are."""
    return _GROUPS_BEFORE.search(folded, max(0, end - _MAX_GROUPED), end) is not None


def is_cut_hash(folded: str, end: int) -> bool:
    """Tell whether a hash goes on at `end` of which enough stands in front to know it by."""
    return (
        _HASH_BEHIND.match(folded, end) is not None
        and _HASH_BEFORE.search(folded, max(0, end - _MAX_NAME), end) is not None
    )


def leaves_hash(folded: str, start: int, end: int) -> bool:
    """Tell whether a gap leaves out the rest of a hash and no other word."""
    return _REST_OF_HASH.fullmatch(folded, start, end) is not None


def is_in_name(folded: str, end: int) -> bool:
    """Tell whether the digits that end at `end` belong to an identifier with letters, not to a range."""
    start = end
    while start and end - start < _MAX_NAME and (is_latin(folded[start - 1]) or folded[start - 1] in "-_"):
        start -= 1
    return any(map(str.isalpha, folded[start:end]))


def breaks_off(folded: str, end: int) -> bool:
    """Tell whether the value of a pair, a few words, goes on at `end`: `mode=held by hand, n=9`."""
    rest = _REST_OF_WORDS.match(folded, end)
    return rest is not None and _BEGUN_IN_WORDS.search(folded, max(0, end - _MAX_IN_WORDS), end) is not None


def cuts_word(folded: str, end: int) -> bool:
    """Tell whether a value of a line of pairs that is one CJK word goes on at `end`."""
    rest = _REST_OF_CJK.match(folded, end)
    begun = _CJK_VALUE.search(folded, max(0, end - _MAX_CJK_VALUE), end) if rest else None
    if rest is None or begun is None:
        return False
    line = folded.rfind("\n", max(0, end - _MAX_LINE), end) + 1 or max(0, end - _MAX_LINE)
    return bool(rest[1]) or _KEY_SIGN.search(folded, line, begun.start()) is not None
