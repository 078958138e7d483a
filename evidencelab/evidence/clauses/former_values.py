"""Values told as what they were: `raised from 40 requests to 90`, `由 3 次调整为 8 次`, `up from 12`.

All positions are offsets into *folded* text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from evidencelab.evidence.clauses.bonds import Bond
from evidencelab.evidence.late_patterns import late_pattern

WORDS: frozenset[str] = frozenset()
HINTS = frozenset(("from", "compared", "由", "从", "自"))
SIGNS = late_pattern(
    r"rom (?=[^,;\n]{1,80} to |[$€£¥~]?-?\d)|ompared,? with [$€£¥~]?-?\d"
    r"|[由从自](?=[^,;!?。\n]{2,34}[为成到至回])"
)

_NUMBER = r"[$€£¥~]?-?\d+(?:[.,]\d+)*(?![.:\d])(?: ?(?:%|[A-Za-z/]{1,14}))?(?: [a-z/]{1,14}){0,2}?"
_OF_NUMBERS = late_pattern(
    rf"(?<![\w-])from (?P<old>{_NUMBER}) to (?=[$€£¥~]?-?\d)(?P<new>\S{{1,40}})", re.IGNORECASE
)
_CHANGING = (
    r"(?:chang|switch|convert|flipp|renam|mov|migrat|upgrad|downgrad|adjust|shift|transition|rais|lower"
    r"|increas"
    r"|decreas|reduc|bump|cut|revis|updat)(?:e?[sd]|ing|ed)?|went|goes|set"
)
_OF_NAMES = late_pattern(
    rf"(?<![\w-])(?:{_CHANGING})(?: [\w-]+){{0,3}}? from (?P<old>[^\s,;]{{1,60}}(?: [\w./-]{{1,30}}){{0,3}}?)"
    r" to (?P<new>[^\s,;]{1,60})",
    re.IGNORECASE,
)
_SINCE = late_pattern(
    rf"(?<![\w-])(?:up|down|rising|falling|increase|decrease|compared)[, ] ?(?P<from>from"
    rf"|with) (?P<old>{_NUMBER})(?!\w)",
    re.IGNORECASE,
)
_OF_CJK = late_pattern(
    r"[由从自](?P<old>[^,;。!?\n]{1,30}?)(?:改|变更|变|调整|调|上调|下调|提[高升]|升级?|降级?|降低|增加?"
    r"|减少?|扩容?|缩容?|切换?"
    r"|迁移|更[换名]|换|修[订正]|转|回退|涨|跌|放宽|收紧|延长|缩短)[为成到至回](?P<new>[^,;。!?\n]{1,30})"
)


def read_former(folded: str) -> Iterator[Bond]:
    """Yield old values, each bound to the new one, or to the word that says that it is the old one."""
    if "from" in folded.lower() or "ompared" in folded:
        for pattern in (_OF_NUMBERS, _OF_NAMES):
            for found in pattern.finditer(folded):
                old, new = found.span("old"), found.span("new")
                yield Bond(*old, ((old[0] - len("from "), old[0] - 1), new), "value_changed")
        for found in _SINCE.finditer(folded):
            yield Bond(*found.span("old"), (found.span("from"),), "value_changed")
    if not folded.isascii():
        for found in _OF_CJK.finditer(folded):
            yield Bond(*found.span("old"), (found.span("new"),), "value_changed")
