"""Fields and keys of a text: where one begins, where one ends, which value a key has.

All indices are those of tokens. What may be left out between fields is the business of `joints`.
"""

from __future__ import annotations

import re

from evidencelab.evidence.text.lexicon import UNITS, is_cjk, is_number
from evidencelab.evidence.text.prepared_text import PreparedText

_FIELD_START = re.compile(r"(?:[,;|\n。!?\[\](){}]|\.\s|:\s|[\"']\s|\s-\s|[-=]>\s?|\s\s)[\s\"'\[({>*-]*\Z")
_FIELD_END = re.compile(
    r"\s{2}|[\"']?[)\]}]|[\s\"')\]}]*(?:[-=]>|[,;|\n。!?\[\]){}]|\.(?:\s|\Z)|\s-\s|\s[\[({]|\s+[^\W\d][\w.-]*(?:=|(?<=[\u4e00-\u9fff]):(?=\S))|\Z)"
)
_PAIR_START = re.compile(r"[\w.-]{1,64}(?:=|:\s)")
_PAIR_START_CJK = re.compile(r"[\w.-]{0,30}[\u4e00-\u9fff]:(?=\S)")
_SIGN_VALUE = re.compile(r"\s*[^\w\s\"'\[({<]+\s")
_LIST_KEY_END = re.compile(
    r"_*[\"'\])]?\s*=(?!=)|_*\"\s*:"
    r"| *:(?:\s+[\"']?|(?=[\u3400-\u9fff])|(?<=[a-z]:)(?=[-\w.]+(?:[\s,;)}]|\Z)))"
    r"(?=[^\s,;。=]{1,40}(?:[\s,;。]|\Z))"
)
_LIST_KEY_END_CJK = re.compile(rf"{_LIST_KEY_END.pattern}| *:(?=[-\w.+<>]{{1,40}}(?:[\s,;。]|\Z))")
"""In Chinese, no blank stands behind the sign either."""
_KEY_END = re.compile(r"_*(?:[\"'\])]?\s*(?:=(?!=)|:(?=[\s\"'\d-]))|\"\s*:)")
KEYS = re.compile(r"(?<![\w.-])[^\W\d][\w.-]{0,40}(?=[\"']?(?:=|:(?!//)))")
"""The keys of a line of pairs."""
_MAX_NAME = 80
_MAX_KEY_TOKENS = 8
_WITHIN_KEY = frozenset(("", "_", ".", "-"))
_MAX_INDENT = 80


def _has_value(text: PreparedText, index: int, key_end: re.Pattern[str]) -> bool:
    """Tell whether what ends a key stands behind token `index`, and the next token is its value."""
    gap = text.gaps[index + 1]
    if "=" not in gap and ":" not in gap:
        return False
    found = key_end.match(text.folded, text.ends[index])
    if found is None or found.end() > text.starts[index + 1]:
        return False
    rest = text.folded[found.end() : text.starts[index + 1]]
    if "\n" in rest or _SIGN_VALUE.match(rest):
        return False
    if rest.isspace() and "=" in found.group():
        # `user= host=web` gives `user` no value
        pair = _PAIR_START.match(text.folded, text.starts[index + 1])
        return pair is None or not pair.group().endswith("=")
    return "," not in rest and ";" not in rest


def is_key(text: PreparedText, index: int) -> bool:
    """Tell whether token `index` is a key with its value right behind it."""
    if index + 1 >= len(text.tokens) or (is_number(text.tokens[index]) and not _ends_name(text, index)):
        return False
    return _has_value(text, index, _KEY_END)


def _ends_name(text: PreparedText, index: int) -> bool:
    """Tell whether a number is the end of a name: `p99`, `eth0`."""
    return (
        index > 0
        and not text.gaps[index]
        and text.tokens[index - 1].isalpha()
        and text.tokens[index].isdigit()
    )


def begins_pair(text: PreparedText, index: int) -> bool:
    """Tell whether a key of one word, or of several in one piece, with its value begins at token `index`."""
    for key in range(index, min(index + _MAX_KEY_TOKENS, len(text.tokens) - 1)):
        if is_key(text, key):
            return True
        if text.gap(key) not in _WITHIN_KEY:
            return False
    return False


def key_name(text: PreparedText, index: int) -> str:
    """Return the whole dotted or hyphenated key that token `index` ends."""
    folded, start, end = text.folded, text.starts[index], text.ends[index]
    if end - start > _MAX_NAME or not folded[start:end].isalnum():
        start = end
    while start and (folded[start - 1].isalnum() or folded[start - 1] in "_.-") and end - start < _MAX_NAME:
        start -= 1
    return folded[start:end].lower() if start < end else text.tokens[index]


def is_list_key(text: PreparedText, index: int) -> bool:
    """Tell whether token `index` is the key of a `key=value` or `key: value` pair of a list."""
    if index + 1 >= len(text.tokens):
        return False
    return _has_value(text, index, _LIST_KEY_END_CJK if is_cjk(text.tokens[index]) else _LIST_KEY_END)


def is_value(token: str) -> bool:
    """Tell a number or a unit, which ends a value, from a word that could go on with a key."""
    return is_number(token) or token in UNITS


def starts_field(text: PreparedText, index: int) -> bool:
    """Tell whether token `index` begins a field, a clause or the text."""
    if index == 0:
        return True
    begin = text.ends[index - 1]
    gap = text.folded[begin : text.starts[index]]
    if _FIELD_START.search(gap):
        return True
    if not gap or (not gap[0].isspace() and not gap[-1].isspace()):
        return False
    pair = _PAIR_START.match(text.folded, text.starts[index])
    if pair is None:
        # in Chinese, no blank stands in a key
        return gap.isspace() and _PAIR_START_CJK.match(text.folded, text.starts[index]) is not None
    return pair.group().endswith("=") or is_value(text.tokens[index - 1])


def ends_field(text: PreparedText, index: int) -> bool:
    """Tell whether token `index` ends a field, a clause or the text."""
    return _FIELD_END.match(text.folded, text.ends[index]) is not None


def indent(folded: str, position: int) -> int:
    """Count the blanks at the head of the line that holds a position."""
    line = folded.rfind("\n", 0, position) + 1
    head = folded[line : line + _MAX_INDENT]
    return len(head) - len(head.lstrip(" "))
