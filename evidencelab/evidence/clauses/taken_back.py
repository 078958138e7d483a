"""Approvals, announcements and findings that the rest of their sentence takes back.

`The approval by Ines on 4 May was withdrawn` tells of no approval that holds; nor does `was approved and
later revoked`. Two events that a record tells with the time of each are two events. All positions are
offsets into *folded* text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from evidencelab.evidence.clauses.bonds import Bond, words_of
from evidencelab.evidence.late_patterns import late_pattern

WORDS = words_of(
    "withdrawn withdrew retracted revoked rescinded cancelled canceled rolled reverted overturned annulled"
    " voided invalidated repealed reversed recalled off abandoned overruled quashed undone rejected disproved"
    " disproven refuted debunked ruled discarded dropped dismissed wrong false incorrect untrue mistaken"
    " unfounded baseless pulled back"
)
HINTS = frozenset("撤废取驳滚退翻否收吊叫效立法论断设测疑道息言闻")
SIGNS = late_pattern(
    r"撤[销回下]|作废|取消|驳回|回[滚退]|推翻|否决|废止|收回|吊销|叫停|失效|不成立"
    r"|的(?:说法|结论|判断|推断|假设|猜测|怀疑|报道|消息|传[言闻])"
)

_UNDONE = (
    r"(?:withdrawn|retracted|revoked|rescinded|cancell?ed|rolled back|reverted|overturned|annulled|voided"
    r"|invalidated|repealed|reversed|recalled|called off|abandoned|overruled|quashed|undone)"
)
_UNDID = (
    r"(?:withdrew|retracted|revoked|rescinded|cancell?ed|reverted|overturned|reversed|abandoned|pulled"
    r"|rolled (?:it |this |them )?back|called (?:it |this |them )?off|took (?:it|this|that|them) back)"
)
_UNTRUE = (
    r"(?:withdrawn|retracted|rejected|disprove[dn]|refuted|debunked|ruled out|discarded|dropped|dismissed"
    r"|abandoned|wrong|false|incorrect|untrue|mistaken|unfounded|baseless)"
)
_ADVERBS = r"(?:(?:\w+ly|later|since|then|now|also|already|again|soon) ){0,2}"
_BE = r"(?:was|were|is|are|been|being|got)"
_ACT = (
    r"(?:approv(?:al|ed)|permit|permission|permitted|authori[sz](?:ation|ed)|grant(?:ed)?|announce(?:d|ment)"
    r"|pledged?|promised?|decision|appoint(?:ed|ment)|nominat(?:ed|ion)|promot(?:ed|ion)|publi(?:shed|cation)"
    r"|issued|launch(?:ed)?|opened|opening|released?|deploy(?:ed|ment)|rollout|rolled out|merged?|enabled"
    r"|upgraded?|confirm(?:ed|ation)|certifi(?:ed|cate|cation)|licen[cs]ed?|accept(?:ed|ance)"
    r"|agree(?:d|ment)|signed|ratified|adopted|admitted|elected|award(?:ed)?|verdict|ruling)"
)
_THOUGHT = (
    r"(?:statement|claim|report|hypothesis|theory|idea|assumption|suspicion|diagnosis|conclusion|finding"
    r"|explanation|suggestion|allegation|assertion|note|message|rumou?r)s?"
)
_IN_CLAUSE = (
    r"(?:(?! (?:and|but|while|whereas|because|after|before|when|although|so|that|which|who) )"
    r"(?:[^,;:!?.\n]|[.:](?=\S)|(?<=\W[a-z])\.)){0,120}?"
)
"""The rest of a clause with no other one in it."""
_TAKEN_BACK = late_pattern(
    rf"(?<![\w.-])(?P<act>{_ACT})(?!\w| (?:requests?|forms?|process|scripts?"
    rf"|plan)(?!\w))(?P<rest>{_IN_CLAUSE}(?:, [^,;.\n]{{1,60}},)?)"
    rf"(?: (?:has|have|had)(?: {_ADVERBS}|,? )| )?"
    rf"(?:(?<= ){_BE} {_ADVERBS}(?P<undone>{_UNDONE})"
    rf"|,? ?(?:and|but|then) (?:(?:it|they|this|that|she|he|(?:its|their|his|her|that"
    rf"|this) [\w-]+) )?(?:(?:has |have |had )?{_ADVERBS}{_BE} )?{_ADVERBS}"
    rf"(?P<back>{_UNDONE}|{_UNDID}))(?!\w)",
    re.IGNORECASE,
)
_UNTRUE_NOUN = late_pattern(
    rf"(?<![\w-]){_THOUGHT},? that (?P<said>(?:[^;!?.\n]|\.(?=\S)){{3,200}}?)"
    rf",? (?:(?:has|have|had) )?(?:{_BE}|proved|turned out)(?: to be)? {_ADVERBS}(?P<untrue>{_UNTRUE})(?!\w)",
    re.IGNORECASE,
)
_CLOCK = late_pattern(r"\d\d?:\d\d")

_UNDONE_CJK = (
    r"(?P<back>撤[销回下]|作废|取消|驳回|回[滚退]|推翻|否决|废止|收回|吊销|叫停|失效|不成立)"
    r"(?=[了\s,;。!?)]|\Z|[该此其]|公告|授权|批准|许可|决定|通知|发布|任命)"
)
_ACT_CJK = (
    r"(?P<act>批准|审批|许可|授权|宣布|公告|通告|公布|发布|上线|开放|开通|启用|任命|聘任|签署|签订|部署|推送"
    r"|合并|获批|核准|同意|立项|中标|录用|承诺|通过|结论|判断|推断|认定|声明|鉴定)"
)
_TAKEN_BACK_CJK = late_pattern(
    rf"{_ACT_CJK}(?P<rest>[^,;。!?\n]{{0,40}}?)(?:"
    rf"(?:已|被|遭|均|又|后)[^,;。!?\n]{{0,10}}?{_UNDONE_CJK}"
    rf"|,(?:但|而|却)?(?:随[后即]|后来?|之后|此后|其后|又|再|现|不久|旋即|最[终后]"
    rf"|[次当同今昨][日天晚周月年早]"
    rf"|[\d一二三四五六七八九十两几数]{{1,3}}(?:[点日月天周年]|小时|分钟|个月)后?)[^,;。!?\n]{{0,16}}?"
    rf"{_UNDONE_CJK.replace('back', 'later')})"
)
_UNTRUE_CJK = late_pattern(
    r"(?:关于|有关)?(?P<said>[^,;。!?\n]{2,60}?)的(?:说法|结论|判断|推断|假设|猜测|怀疑|报道|消息|传[言闻])"
    r"[^,;。!?\n]{0,8}?(?P<untrue>推翻|不成立|不属?实|有误|错误|排除|否[定认决]|撤[回销]|证伪)"
)


def read_taken_back(folded: str) -> Iterator[Bond]:
    """Yield the words for what was done or found, bound to those that take it back."""
    for found in _TAKEN_BACK.finditer(folded):
        group = "undone" if found["undone"] else "back"
        if not (_CLOCK.search(found["rest"]) and _CLOCK.search(folded, found.end(), found.end() + 80)):
            yield Bond(*found.span("act"), (found.span(group),), "state_changed")
    for found in _UNTRUE_NOUN.finditer(folded):
        yield Bond(*found.span("said"), (found.span("untrue"),), "polarity_changed")
    if folded.isascii():
        return
    for found in _TAKEN_BACK_CJK.finditer(folded):
        group = "back" if found["back"] else "later"
        yield Bond(*found.span("act"), (found.span(group),), "state_changed")
    for found in _UNTRUE_CJK.finditer(folded):
        yield Bond(*found.span("said"), (found.span("untrue"),), "polarity_changed")
