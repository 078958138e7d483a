"""Attributes that make no fact of the noun behind them: a failed login, a planned outage.

Only at the head of a clause or behind an article: elsewhere the word tells what became of its subject. All
positions are offsets into *folded* text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from evidencelab.evidence.clauses.word_starts import WordPattern, WordStarts
from evidencelab.evidence.late_patterns import late_pattern

_ATTRIBUTE = late_pattern(
    r"(?<![\w-])(?:failed|planned|scheduled|attempted|simulated|aborted|cancell?ed|denied|blocked|rejected"
    r"|pending|proposed|unsuccessful|incomplete|suppressed|skipped|dry-run|test|mock)"
    r" (?=[a-z]+(?:[\s,;:]|\.\s|\Z))",
    re.IGNORECASE,
)
ATTRIBUTE_BY_WORD = WordPattern(
    _ATTRIBUTE, "fai pla sch att sim abo can den blo rej pen pro uns inc sup ski dry tes moc"
)
_HEADS_CLAUSE = late_pattern(
    r"(?:\A|[\n:;,.\])]\s?|:\d\d |(?<!\w)(?:an?|the|this|that|of|by|after) )\Z", re.IGNORECASE
)
_REACH = 8


def read_unreal(folded: str, words: WordStarts | None) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield where such a noun begins, and the span of its attribute."""
    for found in ATTRIBUTE_BY_WORD.finditer(folded, words):
        start, end = found.span()
        # in capitals it is the state of what it stands in front of
        if not found.group().isupper() and _HEADS_CLAUSE.search(folded[max(0, start - _REACH) : start]):
            yield end, (start, end - 1)
