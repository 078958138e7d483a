"""Health told of all things of a kind where the only call that listed them listed none.

`All turbines are healthy` on an empty list is nothing found told as healthy. A call that looks for trouble
shows health by finding none, and one that narrows what it lists may leave out just what is well: of both
nothing is said. It must not judge denials.

Source:
    Design, section 1.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from evidencelab.traces.claims.successes import Vain
from evidencelab.traces.evidence.bearing import OF_ANY_TOOL, Bearing, in_english
from evidencelab.traces.evidence.layout import flat_text
from evidencelab.traces.wording.words import words_of

_WELL = (
    r"(?:healthy|normal(?:ly)?|fine|ok(?:ay)?|operational|stable|online|up|ready|available|running|working"
    r"|in good (?:health|shape|condition|order))"
)
_ALL_WELL = re.compile(
    r"\b(?:all|every|each|both)(?: of)?(?: (?:the|your|our|these|those|my|its|their))?"
    r"(?: \d+)? (?P<thing>[\w -]{2,40}?)"
    r" (?:is|are|was|were|looks?|seems?|appears?|remains?)"
    rf" (?:all |currently |now |still |fully |completely |to be |running |working )*{_WELL}\b"
    r"|(?:全部|所有|各个?|每[个台条])的?(?P<thing_zh>[^，。；、\s]{1,10}?)(?:当前|目前)?(?:均|都|全部|皆)?(?:是|为|处于|运行|状态|工作)*"
    r"(?:正常|健康|稳定|良好|在线|就绪)",
    re.IGNORECASE,
)
_DENIES = re.compile(
    r"\b(?:no|not|none|nothing|zero|empty|if|whether|should|may|might|would|could|once|until)\b|n['’]t\b"
    r"|没有|无|未|空|如果|是否|应该|可能",
    re.IGNORECASE,
)
_NARROWS = re.compile(
    r"[!<>|]=?|\b(?:not|grep|awk|where|filter|select|status|state|phase|health|severity|level|type|query|search|since|after)\b"
    r"|alert|alarm|error|incident|issue|problem|fail|fault|warn|anomal|unhealthy|down|crash|pending|vuln|violat|critical"
    r"|outage|defect|告警|报警|错误|异常|故障|失败|问题|状态|离线|筛选|过滤",
    re.IGNORECASE,
)
"""Words of a call that looks for what is not well, or lists only some of what there is."""

_SHORTEST = 3


def healthy_of_none(text: str, laid: Sequence[Bearing]) -> Vain | None:
    """Give the call that listed none of what a statement says is all well; None if there is no such call.

    Args:
        text: The statement.
        laid: The calls before it.
    """
    plain = re.sub(r"[*_`]", "", text)
    found = _ALL_WELL.search(plain)
    if found is None or _DENIES.search(plain[: found.start()] + plain[found.end() :]):
        return None
    said = found["thing"] or found["thing_zh"]
    thing = (words_of(said) | in_english(said)) - OF_ANY_TOOL
    asked = [b for b in laid if _names(thing, b.asked)]
    if not asked or not all(_lists_none(b) for b in asked):
        return None
    if any(_names(thing, b.shown) for b in laid if b not in asked):
        return None
    return Vain(asked[-1].number, f"the call of {asked[-1].call.tool_name} listed none")


def _names(thing: frozenset[str], words: frozenset[str]) -> bool:
    """Tell whether a word of a thing is among others, with whatever ending."""
    return any(
        word == one
        or (min(len(word), len(one)) >= _SHORTEST and (word.startswith(one) or one.startswith(word)))
        for one in thing
        for word in words
    )


def _lists_none(bearing: Bearing) -> bool:
    """Tell whether a call that narrows nothing answered that there is nothing."""
    details = bearing.call.retrieval_details
    is_empty = details is not None and details.evidence_status == "no_evidence"
    said = f"{bearing.call.tool_name.replace('_', ' ')} {flat_text(bearing.call.arguments)}"
    return is_empty and bearing.fault is None and _NARROWS.search(said) is None
