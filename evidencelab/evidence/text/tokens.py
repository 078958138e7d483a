"""Cut a folded text into tokens: words, numbers, units, signs, CJK characters.

What a token *means* is the business of `lexicon`.
"""

from __future__ import annotations

import re

SEPARATOR = "\x1f"
"""Joins tokens so that one substring search respects token boundaries."""

_LETTER = r"A-Za-z\u00aa\u00b5\u00ba-\u02af\u0370-\u1fff"
_CJK = r"\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"

CJK = re.compile(f"[{_CJK}]+")
"""A run of characters each of which is a token."""

_SIGN = "$€£¥‰✓✔✅✗✘❌☐☑☒↑↓▲▼⬆⬇"
_NUMBER = (
    r"\d++(?:,\d{3}(?!\d))*+(?:\.\d++)*+"
    # no exponent where the digits are those of a hexadecimal identifier
    r"(?:[eE](?<![A-Za-z]\d.)(?<![A-Za-z]\d\d.)(?<![A-Za-z]\d{3}.)[-+]\d++(?!\w*-\w))?+"
)
"""Grouped by commas, with decimals or dotted."""
_OPERAND = r"[\w)\]'\"]"
_COMPARED = rf"(?:(?<={_OPERAND}[<>])(?=['\"]\w)|(?<={_OPERAND}[ ][<>])(?=\s?['\"]|\s[\w($:@]))"
"""Around a sign of comparison, no bracket: a quoted word behind it, or both operands apart from it."""

# The look-ahead lets the engine skip what begins no token, and what most tokens are comes first; nothing here
# ever has to go back.
TOKEN = re.compile(
    rf"((?=[{_LETTER}{_CJK}\d\-+*~≈%<>!±&^{_SIGN}])(?:"
    rf"[{_LETTER}]++(?:'t(?<=n't)(?![a-z]))?+"
    rf"|{_NUMBER}"
    rf"|[{_CJK}{_SIGN}]"
    rf"|±(?:{_NUMBER})?+"
    # signed where a sign can stand
    rf"|-(?:(?<![\w)\].%/-]-)|(?<=_-)|(?<=[为是到至达约有跌降]-))(?:{_NUMBER}|(?=[$€£¥]\s?\d))"
    # in front of a word, a value that is turned round or switched off
    r"|-(?<==-)(?=[A-Za-z])"
    r"|%(?:(?<=\d%)|(?<=\d\s%))"
    # a comparison, not an arrow, a bracket or a quote mark
    rf"|[<>](?<![-=<>].)(?:=|>(?<=<>)(?=\s?[\w'\"(-])|=?(?=\s?-?\d)|{_COMPARED})|![=~]"
    # in front of what it negates
    r"|!(?<![^\s(&|,=:?{\"'].)(?:(?=[\w.(])(?![A-Z][A-Za-z]+\s)|(?=\s--?[A-Za-z]))"
    # both; put behind what a file holds; a version or what is compatible with it
    r"|&&|>>(?<=[\w)\"'] >>)(?=\s?[\w/~$.\"'])|~[=>](?=\s?[\d\"'])|\^(?<![\w)\]]\^)(?=v?\d)"
    # about, not between the ends of a range; alike, infinite, any name
    r"|≈(?=\s?\d)|~(?<!\d~)(?<!\d\s~(?=\s))(?=\s?\d)|~(?<==~)(?=\s?[\"'/])|[-+](?=[Ii]nf\b)|\*(?=\.\w)"
    # the sign of a time zone; the other one is none
    r"|\+(?<=\d\+)(?=[01]\d:?[0-5]\d(?!\d))"
    r"|\+(?:(?<=[Uu][Tt][Cc]\+)|(?<=[Uu][Tt][Cc] \+)|(?<=[Gg][Mm][Tt]\+)|(?<=[Gg][Mm][Tt] \+))(?=\d)"
    # added to something, switched on, or a line that was added; their opposites are signs of many uses
    r"|\+(?:(?<=[\w)]\s\+)(?=\s[\w(])|(?<=[\s:]\+)(?=[A-Za-z])|(?<![^\n]\+)(?![-=+])"
    r"|(?<=\.\.\.[ \n]\+)(?=\s))"
    r"))"
)
"""A token; as a group too, so that a text can be split into tokens and gaps."""


_SIGNS = frozenset("-+%<>!=~≈*")
"""What a token may begin with that depends on what stands in front of it."""
_OPEN_SIGNS = _SIGNS - {"%", "="}
"""What a token may end with that depends on what stands behind it."""
_OPEN_ENDS = ("inf", "Inf", "~= ")


def has_open_edge(folded: str) -> bool:
    """Tell whether an edge of a text may hold a token that depends on what stood beyond it.

    So it is with signs, and with "inf"; a word or a number that goes on beyond an edge is another matter.
    """
    if folded[0] in _SIGNS or folded[-1] in _OPEN_SIGNS or folded[-2:-1] in _OPEN_SIGNS:
        return True
    return folded.endswith(_OPEN_ENDS)


def tokenise(folded: str) -> list[str]:
    """Cut a folded text into tokens: words, numbers, units, signs of comparison, CJK characters."""
    tokens: list[str] = TOKEN.findall(folded)
    return [token.replace(",", "") for token in tokens] if "," in folded else tokens


def may_hold_mark(folded: str) -> bool:
    """Tell whether an elision mark can be in a folded text: dots, or in a bracket a word that says so."""
    if "..." in folded:
        return True
    return ("[" in folded or "(" in folded or "<" in folded) and (
        "略" in folded or "mitted" in folded or "nip" in folded or "runcated" in folded or "lided" in folded
    )
