"""What somebody says, thinks or feared, with the words that say so: `I assumed that the queue was empty`.

All of the clause, or of the quotation, is theirs, wherever in it a quote begins. What a program reports is
the text's own. All positions are offsets into *folded* text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from evidencelab.evidence.clauses.bonds import Bond, clause_end, quotation_end, sentence_end, words_of
from evidencelab.evidence.clauses.hedging import PERSON, SAID_BY_CJK
from evidencelab.evidence.late_patterns import late_pattern

WORDS = words_of(
    "said says say think thinks thought believe believes believed assume assumes assumed claim claims claimed"
    " insist insists insisted suspect suspects suspected guess guessed feel feels felt complain complains"
    " complained reckon reckons wrote writes reports reported reportedly allegedly supposedly purportedly"
    " ostensibly impression belief allegation suspicion rumour rumor notion assertion according feedback"
    " complaint testimony statement account"
)
HINTS = frozenset("为得疑据说称传馈映示诉怨告")
SIGNS = late_pattern(r"以为|认为|觉得|怀疑|据传|[说称传]|反[馈映]|表示|投诉|抱怨|告诉|报告")

_CLAIMING = late_pattern(
    r"(?<![\w.-])(?:(?P<verb>said|says?|thinks?|thought|believe[sd]?|claim(?:s|ed)?|insist(?:s|ed)?"
    r"|suspect(?:s|ed)?|guess(?:ed)?|feels?|felt|complain(?:s|ed)?|reckons?"
    r"|assume[sd]?(?! (?:(?:the|an?) )?[\w-]{0,20} ?role))"
    r"|(?P<telling>wrote|writes|report(?:s|ed)|state[sd]|mention(?:s|ed)|explain(?:s|ed))(?= that |: ?[\"'])"
    r"|(?P<adverb>reportedly|allegedly|supposedly|purportedly|ostensibly)"
    r"|(?P<noun>impression|belief|allegation|suspicion|rumou?r|notion|assertion)s?(?=,? that )"
    rf"|(?P<source>according to (?:[\w'-]+ ){{0,2}}?{PERSON}(?: (?-i:[A-Z])[\w.'-]*){{0,2}})"
    r"|(?P<record>feedback|complaint|testimony|statement|account|claim)(?=: ?[\"']))(?![\w-])",
    re.IGNORECASE,
)
_BY = late_pattern(
    rf"(?<![\w-])(?:{PERSON}|i|we)(?: (?:also|once|later|then|first|again|has|have|had|still|now|all|really"
    r"|originally|initially|wrongly|mistakenly|previously))*(?: \w+ly)? \Z",
    re.IGNORECASE,
)
_OF = late_pattern(rf"(?<![\w-])(?:{PERSON})(?:'s?)? \Z", re.IGNORECASE)
_MAX_BEFORE = 60
_OPENING = late_pattern(r"(?:,? ?that)?(?P<sign>[,:]? ?)(?P<mark>[\"']?)")
_NOT_SAID = late_pattern(
    r" ?(?:nothing|so|yes|no|goodbye|hello|about|of|to|it|this|otherwise)(?!\w)", re.IGNORECASE
)

_PREDICATE = late_pattern(r" (?:was|were|is|are|has|have|had|proved|turned)(?= )")

_CLAIMING_CJK = late_pattern(
    r"(?:(?P<belief>(?<![引习难信赖足可予得])以为(?!准)|(?<![被可])认为|觉得|怀疑)"
    r"|(?P<rumour>据称|据说|据传|听说|[网谣盛相]传|流传|自称|声称|宣称)"
    rf"|(?:{SAID_BY_CJK}|(?<![\w-])(?:{PERSON}) ?)(?:说(?![明法服话到得起是])|称(?![为作之谓呼职])"
    r"|(?:反馈|反映|表示|投诉|抱怨|告诉|声称|报告)(?=[说称道,:\u4e00-\u9fff\"'])))"
    r"(?:[中的里]?(?:摘[录要]|原[话文]|内容|截图|录音|如下|信息|意见|描述|[说称道过]))*",
    re.IGNORECASE,
)
_CONFIRMED = late_pattern(
    r"[\"'.。,;!? ]{0,4}(?:(?:this|that|which|it) (?:was|is|has been) )?(?:later )?(?:confirmed"
    r"|verified)(?!\w)"
    r"|[\"'.。,;!? ]{0,4}(?:经|后经|已)?(?:核实|查证|核查|确认)?(?:[后为])?(?:情况)?属实",
    re.IGNORECASE,
)


def read_hearsay(folded: str) -> Iterator[Bond]:
    """Yield what somebody says, bound to the words that say that they do."""
    for found in _CLAIMING.finditer(folded):
        before = max(0, found.start() - _MAX_BEFORE)
        if (found["verb"] or found["telling"]) and not _BY.search(folded, before, found.start()):
            continue
        if found["record"] and not _OF.search(folded, before, found.start()):
            continue
        if found["verb"] and _NOT_SAID.match(folded, found.end()):
            continue
        yield from _said(folded, found.start(), found.end(), found["noun"] is not None)
    if not folded.isascii():
        for found in _CLAIMING_CJK.finditer(folded):
            yield from _said(folded, found.start(), found.end())


def _said(folded: str, start: int, end: int, is_subject: bool = False) -> Iterator[Bond]:
    """Yield what is said behind the words `[start, end)`, unless it is confirmed right behind it.

    What a noun says may be the subject of its clause; then it ends in front of the verb.
    """
    opening = _OPENING.match(folded, end)
    assert opening is not None
    begin, stop = opening.end(), None
    if opening["mark"]:
        stop = quotation_end(folded, begin - 1)
    elif ":" in opening["sign"]:
        stop = sentence_end(folded, begin)
    if stop is None:
        stop = clause_end(folded, begin)
        verb = _PREDICATE.search(folded, begin, stop) if is_subject else None
        stop = verb.start() if verb else stop
    if stop > begin and not _CONFIRMED.match(folded, stop):
        yield Bond(begin, stop, ((start, end),), "polarity_changed")
