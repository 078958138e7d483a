"""Notes in brackets that take back what they stand beside, or make less of it than a fact: `(not sent)`.

All positions are offsets into *folded* text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from evidencelab.evidence.late_patterns import late_pattern

_TRIED_IN_WORDS = (
    r"(?:[^()\[\]\n]{1,60}[,;:.] ?)?(?:(?:this|it|is|a|in|as) ){0,3}(?:本次|此次|这次)?[仅是为系属]{0,2}"
    r"(?:dry[ -]?run|simulat(?:ion|ed)|drill|rehearsal|test(?: run)?|演[练习]|预演|模拟(?:运行|执行)?|测试"
    r"|试运行|空跑)"
    r"(?: (?:only|mode))?(?:[,;:.] ?[^()\[\]\n]{1,80})?"
)
"""Among other words, that something was tried only."""
NOTE = (
    # denied, or not so yet
    r"(?:not|never|no longer|yet to be)(?: [\w'-]{1,20}){1,4}|un[a-z]{2,12}ed|unofficial|rejected|cancell?ed"
    r"|withdrawn|retracted|superseded|obsolete|void(?:ed)?|revoked|expired|reverted|deprecated|disputed"
    r"|disproved|skipped|suppressed|blocked|undelivered|unsent"
    # tried only, or remembered
    r"|dry[ -]?run|simulat(?:ion|ed)|drill|exercise|rehearsal|mock(?:ed)?|dummy|fake|test only|cached|stale"
    rf"|replay(?:ed)?|example|sample|{_TRIED_IN_WORDS}"
    # guessed, planned, in theory
    r"|est(?:\.|imated?)?|approx(?:\.|imate(?:ly)?)?|projected|forecast|expected|planned|proposed|target|draft"
    r"|provisional|preliminary|tentative|theoretical|hypothetical|nominal|guess|hypothesis|rumou?r"
    r"|alleged(?:ly)?|suspected|possibl[ey]|probabl[ey]|likely|pending"
    # in one case only
    r"|(?:[\w'-]{1,20} ){1,3}only|only(?: [\w'-]{1,20}){1,3}"
    r"|(?:尚|并|暂)?(?:未|不)[\u4e00-\u9fff]{1,6}|非[\u4e00-\u9fff]{1,4}|(?:预|暂|毛)?估(?:计|算|值)?|预[计测期]值?|暂[定缓停]"
    r"|推[测断]|猜测|拟[\u4e00-\u9fff]{0,4}|待[\u4e00-\u9fff]{1,4}|草[案稿]|计划|假设|演[练习]|模拟[\u4e00-\u9fff]{0,2}|测试|缓存|过期|作废|误报"
    r"|已?(?:取消|撤销|撤回|废止|失效|停用|作废|否决|驳回)|疑似|可能|理论值?|目标值?|示例|样例|[\u4e00-\u9fff]{1,4}自[述称]|[仅限][^()\[\]\n]{1,12}"
)
"""What stands in such a bracket, all of it."""
_IN_BRACKETS = late_pattern(rf"[(\[]\s?(?:{NOTE})\s?[)\]]", re.IGNORECASE)
_IN_FRONT = late_pattern(rf"([(\[]\s?(?i:{NOTE})\s?[)\]])[ \t:*_]*()(?=[\w\"'])")
"""Such a bracket in front of a message."""
_ENDED = late_pattern(r"(?:[\]:.;|>。] |[\]:;|。]|:\d\d |[A-Z][A-Z][A-Z][A-Z] )\Z")
"""What stands in front of a message within its line: the end of a sentence, a label, a time or a level."""
_LINE_SIGNS = " \t>*#•/-"
_MAX_SIGNS = 200


def takes_back(folded: str, start: int, end: int) -> bool:
    """Tell whether a bracket within `[start, end)` takes back what it is said of, or makes less of it."""
    return _IN_BRACKETS.search(folded, start, end) is not None


def read_notes(folded: str) -> Iterator[re.Match[str]]:
    """Yield such notes in front of what they are said of, as the first group; the second ends the match."""
    for note in _IN_FRONT.finditer(folded):
        start = note.start()
        before = folded[max(0, start - _MAX_SIGNS) : start].rstrip(_LINE_SIGNS)
        if not before or before[-1] == "\n" or _ENDED.search(folded, max(0, start - 5), start):
            yield note
