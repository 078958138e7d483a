"""Conditions at the head of a sentence that nothing parts from what follows from them.

`If usage passes 95% the node is drained`: wherever a cut behind the head lies, it takes the condition away.
Patterns over *folded* text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from evidencelab.evidence.clauses.limits import AS_IF_CJK, IF_CJK, TOLD
from evidencelab.evidence.clauses.word_starts import WordPattern, WordStarts
from evidencelab.evidence.late_patterns import late_pattern

_UNCLOSED = (
    r"(?= (?:(?:[^,;:!?.\n]|\.(?!\s|\Z)|(?<=\d),(?=\d)){3,200}(?:[.!?\n]|;(?!\s*(?:then|do)\b)|\Z)"
    r"|[^,;:!?.\n]{3,120} (?:will|shall|must|should)\b))"
)
"""Behind the head of a condition: no comma closes it, or what follows from it stands in front of one."""
_FOLLOWS_CJK = (
    r"(?=[^,;:!?。\n]{2,60}?(?:将|则|就|会|须|应(?![急用])|需(?!求)|可(?![用见])|即(?!使)|才(?!能)"
    r"|自动|立即|有权|不得|请(?!求)))"
)
_HEADS = r"(?<![^.:;!?\n>*] )(?<![^\s\"'(\[])"
"""In front of it a sentence, a label or nothing ends."""
_UNCLOSED_CONDITION = late_pattern(
    r"(?=[iuoawsp\u4e00-\u9fff])"
    rf"((?=[iuoawsp])(?:{_HEADS}(?:if|unless|whenever|in case(?: of)?|in the event (?:of|that)|as long as"
    rf"|provided that|assuming(?: that)?|supposing"
    rf"|should(?= [^,;:.!?\n]{{1,60}} (?:will|shall|must|can|may|is|are)\b)"
    rf"|(?:when|once)(?= {TOLD}))"
    rf"|(?<= )(?-i:If|Unless|In case(?: of)?)){_UNCLOSED}"
    rf"|(?=[\u4e00-\u9fff])(?:(?<![^\s。;:,)、])(?:{IF_CJK})"
    rf"|(?<![^\s。;:)、])如(?!{AS_IF_CJK})){_FOLLOWS_CJK})\s*()",
    re.IGNORECASE,
)


UNCLOSED_BY_WORD = WordPattern(_UNCLOSED_CONDITION, "as ass if in onc pro sho sup unl whe 一倘假如若要")


def read_unclosed(folded: str, words: WordStarts | None) -> Iterable[re.Match[str]]:
    """Return the heads of such conditions, as the first group; the second, empty one ends the match."""
    return UNCLOSED_BY_WORD.finditer(folded, words)
