"""What was so before a change, in a text that goes on with what is so after it.

All positions are offsets into *folded* text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from evidencelab.evidence.clauses.denied_items import lines_below
from evidencelab.evidence.late_patterns import late_pattern

_FORMER = late_pattern(
    r"^([ \t]*+)(?:#{1,6} )?[*_]{0,2}((?:before|old|previous(?:ly)?)(?: [\w-]{1,80}){0,3})[*_]{0,2}"
    r"(?::[*_]{0,2}[ \t]*(?=(\S)?)|[ \t]*$)",
    re.MULTILINE | re.IGNORECASE,
)
_LATTER = late_pattern(
    r"^[ \t]*+(?:#{1,6} )?[*_]{0,2}(?:after|new|now|current(?:ly)?)(?: [\w-]+){0,3}[*_]{0,2}(?::|[ \t]*$)",
    re.MULTILINE | re.IGNORECASE,
)
_FORMER_CJK = late_pattern(r"(?<![^\s。;,:(])(([\u4e00-\u9fff]{1,6})前)(?:[:,]\s?| ?)(?=[^。\n]{1,80}?\2后)")
_FORMER_NOUN = late_pattern(
    r"(?<![\u4e00-\u9fff])(原始?|旧)(?=[\u4e00-\u9fff]{1,6}[^。\n]{0,60}?[,;。\n]\s?"
    r"(?:现|新|(?:调整|变更|更新|修订|修正|更正)后?)[^,;。\n]{0,16}?\d)"
)
_VALUE = late_pattern(r"[^。\n]{0,24}?\d")
_CLAUSE = late_pattern(r"[^;。\n]{0,80}?\d")


def read_contrasts(folded: str) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield where a statement begins of what was so before a change, and the words that say so."""
    formers = list(_FORMER.finditer(folded))
    for former in formers if formers and _LATTER.search(folded) else ():
        if former[3]:
            yield former.start(3), former.span(2)
        else:
            for start in lines_below(folded, former.end(), len(former[1]), False):
                yield start, former.span(2)
    if "原" in folded or "旧" in folded:
        for former in _FORMER_NOUN.finditer(folded):
            yield former.end(), former.span(1)
    if "前" in folded and "后" in folded:
        for former in _FORMER_CJK.finditer(folded):
            behind = folded.index(f"{former[2]}后", former.end())
            value = _CLAUSE.match(folded, former.end())
            if value and value.end() <= behind and _VALUE.match(folded, behind):
                yield former.end(), former.span(1)
