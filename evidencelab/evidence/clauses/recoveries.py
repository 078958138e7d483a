"""Sentences that say themselves that what they tell of is over: `settle-cg is back to normal`, `已恢复正常`.

In front of one, a label that says so (`RESOLVED:`) may be left out. All positions are offsets into *folded*
text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from evidencelab.evidence.clauses.voiding import OVER
from evidencelab.evidence.late_patterns import late_pattern


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SENTENCE_END = late_pattern(r"[.!?](?=\s|\Z)|[。;!?\n]")
_CLAUSE_END = late_pattern(r",(?!(?<=\d,)\d{3}(?!\d))| (?:and|but|while|whereas)(?= )|[但而]")
_STATE = (
    r"(?:normal|healthy|green|baseline|nominal|full|service|working|reachable|available|running|stable|ok|up)"
)
_TELLING = late_pattern(
    rf"(?<![\w-])(?:back (?:to {_STATE}|up|online|in (?:service|operation))|returned to {_STATE}"
    rf"|{_STATE} again"
    r"|(?:(?:is|are|was|were|been|has|have|had|now) (?:(?:now|all|fully|been|since) ){0,2})"
    r"(?:recovered|resolved|restored|cleared|fixed|repaired|normali[sz]ed)(?! to)"
    r"|(?<!the )(?<!a )(?:recovered|resolved|restored|cleared|fixed|normali[sz]ed)"
    r"(?=\s*(?:[,;.)]|\Z)| (?:at|after|in|by|on|since|within|and|itself|again|automatically)(?!\w)))(?![\w-])"
    r"|恢复(?![中计预进失时后前点])|(?:已|均|都)(?:解除|修复|解决|消除)",
    re.IGNORECASE,
)
_OPEN = late_pattern(
    r"(?<![\w-])(?:not|never|yet|until|till|once|when|if|unless|will|would|should|shall|may|might|could|can"
    r"|cannot|expected|hope[sd]?|to be|before|after(?! \d)|fail(?:s|ed)?|part(?:ly|ially)|almost|nearly"
    r"|without|tr(?:y|ies|ied)|because|since|although|though)(?!\w)|n't|[未没无不待等将若如因虽]|[预估]计|计划|尚|可能|[是能]否|部分|争取|正在|基本",
    re.IGNORECASE,
)
"""In front of the telling, it makes none of it."""
_MOMENT = frozenset("时后前之")
_CHANGE = late_pattern(
    r"\d[^,;。\n]{0,12}?(?:[-=]>| to |[升降跌涨回落增减恢复]{1,3}[至到])\s?\W?\d", re.IGNORECASE
)
_WORD = late_pattern(r"[a-z\d](?:[\w.-]*[a-z\d])?|[\u4e00-\u9fff]", re.ASCII)
_NAME = late_pattern(r"(?<![\w-])(?=[a-z])(?=[\w-]*[\d-])[\w-]*\w", re.ASCII)
"""A name with a number or a hyphen in it."""
_SMALL = frozenset("现已目前均都全部并且后于其该服务系统") | _words(
    "the a an it its this that they and but now then is are was were has have had been all again also fully "
    "service services system"
)
"""Words that name nothing else than what was told of."""


def tells_label(folded: str, label: tuple[int, int], stretches: Sequence[tuple[int, int]]) -> bool:
    """Tell whether stretches of a text that begin right behind a label say what it says: that it is over.

    They do with a telling in the first clause behind it, or in a later one of that sentence that names
    nothing else, unless what went before is told as a change; no other thing is named behind it.

    Args:
        folded: The text.
        label: Where a label stands in it.
        stretches: What is quoted of the text, without the label.
    """
    if not OVER.match(folded, *label):
        return False
    quoted = [span for span in stretches if span[0] >= label[1]]
    if not quoted or any(map(str.isalnum, folded[label[1] : quoted[0][0]])):
        return False
    stop = _SENTENCE_END.search(folded, quoted[0][0])
    end = stop.start() if stop else len(folded)
    earlier = ""
    for start, clause_end in _clauses(folded, quoted, end):
        clause = folded[start:clause_end].lower()
        telling = _TELLING.search(folded, start, clause_end)
        if telling and not _is_open(folded, start, telling.span()):
            subject = set(_WORD.findall(folded[start : telling.start()].lower())) - _SMALL
            if earlier and not subject <= set(_WORD.findall(earlier)) and not _CHANGE.search(earlier):
                return False
            rest = folded[telling.end() : max(telling.end(), min(end, quoted[-1][1]))].lower()
            return set(_NAME.findall(rest)) <= set(_NAME.findall(earlier + clause))
        earlier += clause + " "
    return False


def _clauses(folded: str, quoted: Sequence[tuple[int, int]], end: int) -> list[tuple[int, int]]:
    """Cut what is quoted in front of `end` into clauses."""
    clauses = []
    for start, stop in quoted:
        begin, stop = start, min(stop, end)
        for sign in _CLAUSE_END.finditer(folded, start, max(start, stop)):
            clauses.append((begin, sign.start()))
            begin = sign.end()
        if begin < stop:
            clauses.append((begin, stop))
    return clauses


def _is_open(folded: str, start: int, telling: tuple[int, int]) -> bool:
    """Tell whether what tells of a recovery in the clause at `start` denies, expects or dates by it."""
    end = telling[1]
    behind = folded[end : end + 3].removeprefix("正常")[:1]
    return behind in _MOMENT or _OPEN.search(folded, start, telling[0]) is not None
