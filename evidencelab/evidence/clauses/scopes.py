"""Statements of a few of many: of the canary pool, of a sample, of 2 of 30 hosts, of the pilot shops only.

Whoever leaves out of how many tells it of all. All positions are offsets into *folded* text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from evidencelab.evidence.clauses.bonds import Bond, clause_end, words_of
from evidencelab.evidence.late_patterns import late_pattern

WORDS = words_of("canary canaries pilot sample subset beta trial")
HINTS = frozenset(("of", "only", *"灰丝试抽样流仅只中"))
SIGNS = late_pattern(
    r"\d (?:out )?of (?:the |our |all )?\d|\d% of |[oO]nly |灰度|金丝雀|试点|抽样|样本"
    r"|小流量|[仅只][^,;。\n]{0,8}\d"
    r"|\d[^,;。\n]{0,12}中,?[只仅]?有 ?\d"
)

_FEW = (
    r"(?:(?:canary|canaries|pilot|beta|trial)(?: (?:pods?|hosts?|nodes?|instances?|fleet|pool|group"
    r"|cluster|servers?"
    r"|machines?|users?|traffic|zone|stores?|shops?|sites?|kiosks?|batch|ring|replicas?|customers?"
    r"|branch(?:es)?)"
    r"|(?=[.,;)]|\Z| only))"
    r"|(?:sample|subset) of|(?P<some>\d{1,6}) (?:of|out of) (?:the |our |all )?(?P<all>\d{1,6})"
    r"|(?!100% )\d[\d.]{0,6}% of)"
)
_BEHIND = late_pattern(
    rf"(?<=[\w)])(?P<tie>,? (?:but )?(?:only )?(?:on|in|to|for|at|across|by|among) (?:only )?(?:the "
    rf"|our |an? |its )?{_FEW})"
    r"(?!\w)",
    re.IGNORECASE,
)
_IN_FRONT = late_pattern(
    rf"(?:(?<=[.;:!?\n])|(?<=[.;:!?] )|\A)(?P<tie>(?:on|in|for|at|across|among) (?:only )?(?:the |our "
    rf"|an? |its )?{_FEW}"
    r"[^,;.\n]{0,60}(?=, )|(?:on|in|for) (?:only )?an? (?:sample|subset) of (?:\d+ )?[\w-]+(?! \w+,)),? ",
    re.IGNORECASE,
)
_ONLY = late_pattern(
    r"(?:(?<=[.;:!?\n])|(?<=[.;:!?] )|\A)(?P<tie>only) (?=(?:the|our|its|these|those|[a-z-]+"
    r"|\d+ of) [^,;.\n])"
    r"(?!if |when |after |once |then |\d+ (?!of ))",
    re.IGNORECASE,
)
_SHARE = late_pattern(
    r"(?<!\w)(?P<whole>\w{1,30}s) (?P<tie>\((?P<some>\d{1,6}) ?(?:of|out of) ?(?P<all>\d{1,6})\)) (?=[a-z])",
    re.IGNORECASE,
)
_WORD_BEFORE = late_pattern(r"[\w.-]*\w(?=\)?\Z)")

_FEW_CJK = r"(?:灰度|金丝雀|试点|抽样|样本|小流量)"
_BEHIND_CJK = late_pattern(
    r"(?<=[\u4e00-\u9fff\w)])(?P<tie>,?(?:但|目前|暂时?|现)?[仅只](?:限于?|在|对|于|面向|覆盖|针对|包括)"
    rf"[^,;。\n]{{0,6}}?(?:{_FEW_CJK}|\d+ ?[台个家户条]))"
)
_IN_FRONT_CJK = late_pattern(
    rf"(?:(?<=[,;。:\n])|\A)(?P<tie>(?:在|对)?[^,;。:\n]{{0,6}}?{_FEW_CJK}[^,;。\n]{{0,14}}"
    r"(?:[中上里内]|期间|范围|环境下?|机器|[台个家户]))(?:,|(?=[^,;。\n]*[中里]))",
)
_NOUN_CJK = late_pattern(
    rf"(?P<tie>{_FEW_CJK})的?(?P<noun>门店|机[器房]|节点|主机|用户|客户|站点|服务器|实例|集群|网点|城市"
    rf"|单位|学校|医院|环境)"
)
_COUNT_CJK = late_pattern(
    r"(?P<all>\d{1,6}) ?(?:[台个家户条名件次笔份])?[^,;。\n\d]{0,8}?中,?[只仅]?有 ?(?P<tie>"
    r"(?P<some>\d{1,6})) ?[台个家户条名件次笔份]"
)


def read_scopes(folded: str) -> Iterator[Bond]:
    """Yield what is told of a few, bound to the words that say of which."""
    for found in _BEHIND.finditer(folded):
        before = _WORD_BEFORE.search(folded, max(0, found.start() - 60), found.start())
        if before and _is_part(found["some"], found["all"]):
            yield Bond(*before.span(), (found.span("tie"),), "negation_cut")
    for found in _IN_FRONT.finditer(folded):
        if _is_part(found["some"], found["all"]):
            yield Bond(found.end(), clause_end(folded, found.end()), (found.span("tie"),), "negation_cut")
    for found in _ONLY.finditer(folded):
        yield Bond(found.end(), clause_end(folded, found.end()), (found.span("tie"),), "negation_cut")
    for found in _SHARE.finditer(folded):
        if _is_part(found["some"], found["all"]):
            yield Bond(*found.span("whole"), (found.span("tie"),), "negation_cut")
    if folded.isascii():
        return
    for found in _BEHIND_CJK.finditer(folded):
        yield Bond(found.start() - 1, found.start(), (found.span("tie"),), "negation_cut")
    for found in _IN_FRONT_CJK.finditer(folded):
        yield Bond(found.end(), clause_end(folded, found.end()), (found.span("tie"),), "negation_cut")
    for found in _NOUN_CJK.finditer(folded):
        yield Bond(*found.span("noun"), (found.span("tie"),), "negation_cut")
    for found in _COUNT_CJK.finditer(folded):
        if _is_part(found["some"], found["all"]):
            yield Bond(found.end(), clause_end(folded, found.end()), (found.span("tie"),), "negation_cut")


def _is_part(some: str | None, whole: str | None) -> bool:
    return some is None or whole is None or int(some) < int(whole)
