"""What a statement says there is none of: the thing, and the words that narrow it.

Wider than the claims that something bad is absent: any thing may be denied. It must not know any call.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from evidencelab.traces.wording.failings import TELLS_FAILURE

_WORDS = r"(?P<thing>(?:[\w'’`./@+-]*\w[`]?\s+){0,4}?[\w'’`./@+-]*\w`?)"
_THEN = (
    r"(?=\s+(?:in|on|at|for|from|with|within|since|after|before|during|of|to|that|which|who|between|among"
    r"|across|left|found|detected|reported|remaining|remain|present|this|today|yesterday|currently|anywhere"
    r"|by|under|over|either|is|are|was|were|has|have|had|and|or|but|other than|beyond|besides|exists?"
    r"|succeeded|occurred|happened|appeared|logged|recorded|seen|matching|as)\b|\s*[.,;:!?()–—]|\s*$)"
)
_ENGLISH = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\bthere(?:\s+(?:is|are|was|were|has been|have been)|['’]s)(?:\s+(?:currently|also|still|now|at"
        rf" present))?\s+(?:no|zero|not a single)\s+{_WORDS}{_THEN}",
        r"\b(?:has|have|had|shows?|showed|contains?|contained|discloses?|disclosed|reports?|reported"
        r"|returned|lists?|listed|includes?|found|saw|see|got|detected|revealed|reveals?|logged|recorded|produced|threw|raised)"
        rf"\s+(?:no|zero|not a single)\s+{_WORDS}{_THEN}",
        r"^\W*(?:(?:so|and|also|currently|in addition|overall|finally)\b,?\s+)?(?:no|zero|not a single)"
        rf"\s+{_WORDS}\s+(?:(?:is|are|was|were|has been|have been|had been)\b|(?:exists?|existed|succeeded"
        r"|failed|fired|occurred|happened|ran|remains?|appeared|went off|overlaps?|found|detected|reported"
        r"|recorded|logged|present|[a-z]+ed)\b)",
        rf"[,;]\s+with\s+(?:no|zero|not a single)\s+{_WORDS}{_THEN}",
        r"\bnone of (?:the|these|those|our|its|your)\s+(?:\d+\s+)?(?:[\w-]+\s+){1,3}?(?:is|are|was|were"
        rf"|has|have|had|shows?|showed|reports?|reported)\s+(?:been\s+)?(?:an?\s+|any\s+)?{_WORDS}{_THEN}",
        r"\b(?:did|does|do|could|was|were|is|are|have|has)(?:\s?n[o']t|\s+not)\s+(?:\w+ly\s+)?(?:find|found"
        r"|see|seen|detect|detected|observe|show|report|contain|have|include|list)\s+(?:any|a single)"
        rf"\s+{_WORDS}{_THEN}",
    )
)
_CHINESE = re.compile(
    r"(?:(?:没有|并未|尚未|未)(?:发现|检测到|检出|看到|查到|找到|出现|发生|接到|收到)|未见|(?:没有|不存在|暂无|无)"
    r"(?=[^，。；,;：:\s]{0,8}(?:重复|冲突|漏洞|错误|异常|告警|报错|记录|订单|坏块|坏道|泄露|死锁|部署|变更|重启|迁移"
    r"|事故|投诉|争议|纠纷|诉讼|涉诉|病虫害|召回|处罚|罚款|暴发|感染|限电|不良事件)))"
    r"(?:任何|其他|其它|有)?(?P<thing>[^，。；,;：:\s]{1,16})"
)
_CLEAN_LOGS = re.compile(
    r"(?P<logs>\blogs?)\s+(?:is|are|was|were|looks?|appears?|shows? nothing)\s+(?:all |completely )?"
    r"(?:clean|normal|fine|healthy|unusual|abnormal|suspicious)\b",
    re.IGNORECASE,
)
"""Another way to say that a log has no errors."""
IDIOM = re.compile(
    r"\b(?:need|needs|longer|matter|doubts?|ways?|reasons?|guarantees?|options?|costs?|charges?|fees?|limits?|ideas?"
    r"|preferences?|plans?|questions?|downside|obligation|restrictions?|requirements?|hurry|rush|choice"
    r"|difference|point|worries|penalty|minimum|maximum|wonder|interruption|replacement|substitute|sense"
    r"|surprises?|equivalent|direct)\b",
    re.IGNORECASE,
)
"""Said not to be in a turn of phrase, or of what is allowed: `no need`, `no limit`."""
_NO_THING = re.compile(
    rf"{IDIOM.pattern}|\b(?:(?<!config )(?<!configuration )(?<!schema )changes?|actions?|more|one|impact"
    r"|effects?|code|information|data|details|access|evidence|indication|mention|signs?|answers?|results?|trouble"
    r"|risk)\b",
    re.IGNORECASE,
)
_SCOPED = re.compile(
    r"\b(?:that i|i (?:checked|looked|could|can|searched|saw|read|found)|we (?:checked|looked|could)|visible"
    r"|shown (?:here|above)|displayed|in (?:the|this|that|these|those) (?:output|excerpt|sample|snippet"
    r"|results?|response|lines|returned|part|portion|section)|returned|so far|as far as|according to"
    r"|based on|at least|apparently|mentioned|listed|documented|on (?:the first|this|that) page"
    r"|in the (?:page|article|document|text|file)s?)"
    r"\b|所(?:查|见)|在(?:已|所)?(?:返回|读取|查询)|目前(?:看|来看)|从.{1,12}(?:看|来看)|截至|返回的",
    re.IGNORECASE,
)
OWN_ACT = re.compile(
    r"\b(?:created|sent|made|deleted|changed|modified|charged|applied|added|edited|touched|removed|introduced"
    r"|written|updated|booked|placed|issued|cost you|needed|required|necessary|available|allowed|permitted)\b"
    r"|修改|(?<!部署)(?<!配置)(?<!发布)变更|删除|发送|扣款|收费|需要",
    re.IGNORECASE,
)
_EXPLAINED = re.compile(
    r"\b(?:because|due to|expired|truncated|cut (?:off|short)|incomplete|partial\w*|error(?:ed)?"
    r"|first page|not all)\b"
    r"|截断|中断|部分|因为|由于",
    re.IGNORECASE,
)
"""Tells what the denial is owed to."""
_LIMITED = re.compile(
    r"\b(?:if|whether|unless|should|would|could not|couldn't|unable|failed to|cannot|can't|once|until"
    r"|ensure|verify|confirm\b|make sure|expected|except|but|however|although|though|can)\b"
    r"|无法|未能|是否|如果|确保|但|不过|除非",
    re.IGNORECASE,
)
_TIMED = re.compile(
    r"\b(?:since|after|before|until|between|from|during|past|last|recent\w*|currently|now|today|yesterday"
    r"|anymore|any more|again|other|further|additional|new|more|remaining|longer|yet)\b"
    r"|之后|以来|以前|之前|期间|最近|近\d|目前|当前|现在|今天|昨天|其他|其它|其余|更多|新的?|此外|除此|之间|以后|[\d点时分日]\s*(?:到|至|起|[以之]?[前后])",
    re.IGNORECASE,
)


class Denial(NamedTuple):
    """What is denied.

    Attributes:
        thing: The noun phrase that is said to be absent.
        around: What else the statement says.
        is_narrowed: Whether words of time or of remainder (`since`, `other`) narrow it.
    """

    thing: str
    around: str
    is_narrowed: bool


def denial_of(text: str) -> Denial | None:
    """Read what a statement says, as a plain fact, that there is none of; None if it does not.

    What is limited to what was looked at (`in the lines I checked`), conditional, of the agent's own acts
    (`no files were changed`), told with the failure that explains it, or a turn of phrase (`no need`) is
    no denial.
    """
    plain = re.sub(r"[*_]{2,}|`|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)", "", text).strip()
    if plain.endswith(("?", "？")) or _SCOPED.search(plain) or _LIMITED.search(plain):
        return None
    clean = _CLEAN_LOGS.search(plain)
    if clean is not None and not _is_explained(plain[: clean.start()] + plain[clean.end() :]):
        return Denial("errors", plain[: clean.end("logs")], bool(_TIMED.search(plain)))
    for pattern in (*_ENGLISH, _CHINESE):
        found = pattern.search(plain)
        if found is None:
            continue
        thing = found["thing"].strip()
        if _NO_THING.search(thing):
            return None
        around = f"{plain[: found.start('thing')]} {plain[found.end('thing') :]}"
        if _is_explained(around) or OWN_ACT.search(plain):
            return None
        return Denial(thing, around, bool(_TIMED.search(plain)))
    return None


def _is_explained(around: str) -> bool:
    """Tell whether what stands beside a denial tells of a failure, or of what the denial is owed to."""
    return bool(TELLS_FAILURE.search(around) or _EXPLAINED.search(around))
