"""Numbers that something is compared with, `fell below 20%`, `> 800 ms`: without the comparison, readings.

All positions are offsets into *folded* text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from evidencelab.evidence.clauses.bonds import Bond
from evidencelab.evidence.late_patterns import late_pattern

WORDS: frozenset[str] = frozenset()
HINTS = frozenset(("above", "below", "beneath", "exceeds", "exceeded", "<", ">", "<=", ">=", "低", "高"))
SIGNS = late_pattern(
    r"[aA]bove [^,;\n]{0,30}\d|[bB]elow [^,;\n]{0,30}\d|[bB]eneath [^,;\n]{0,30}\d"
    r"|[eE]xceed[es]d? [^,;\n]{0,30}\d"
    r"|<=?\s|>=?\s|低于|高于"
)

_NUMBER = r"(?P<number>[$€£¥]?-?\d[\d.,]*)"
_COMPARED = late_pattern(
    rf"(?<![\w-])(?P<tie>above|below|beneath|exceed(?:s|ed))(?: (?:the|its|a))?(?: (?:limit"
    rf"|threshold|target)(?: of)?)?"
    rf" {_NUMBER}(?!:\d)"
    rf"|(?<=[\w)%\]\"']\s)(?P<sign>[<>]=?)\s{_NUMBER.replace('number', 'value')}"
    rf"|(?P<cjk>[低高]于)(?:[^\d,;。\n]{{0,6}}?值)? ?{_NUMBER.replace('number', 'amount')}",
    re.IGNORECASE,
)


def read_compared(folded: str) -> Iterator[Bond]:
    """Yield numbers bound to the comparisons in front of them."""
    for found in _COMPARED.finditer(folded):
        for tie, number in (("tie", "number"), ("sign", "value"), ("cjk", "amount")):
            if found[tie]:
                yield Bond(*found.span(number), (found.span(tie),), "direction_changed")
