"""Claims that something is absent or healthy, and whether any call was in a position to say so.

"No errors" after no call, after a failed call, or on an output that was cut short is overclaimed. The
same words on a complete answer are not, unless that answer plainly holds what is denied. Any other thing
may be denied as well ("no RDS instances"); that is overclaimed only where the one call that bears on it
failed, or where no call read such a thing. It must not judge values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from evidencelab.traces.claims.contradicted import refuted_by
from evidencelab.traces.claims.unread import unread_in
from evidencelab.traces.evidence.bearing import Bearing, Call, topic_of, weight_of
from evidencelab.traces.evidence.faults import fault_of
from evidencelab.traces.findings import FindingClass
from evidencelab.traces.values.reader import value_tokens
from evidencelab.traces.wording.denials import Denial, denial_of
from evidencelab.traces.wording.words import words_of

_ABSENT = re.compile(
    r"\b(?:no(?! (?:need|reason|point|plans?|way)\b)|zero|without(?: any)?|free of"
    r"|not (?:any|a single))\s+(?:\w+[- ]){0,3}?"
    r"(?:errors?|issues?|problems?|warnings?|failures?|exceptions?|anomal(?:y|ies)|alerts?|incidents?"
    r"|restarts?|crash(?:es)?|outages?|vulnerabilit(?:y|ies)"
    r"|evidence|signs?|indications?|traces?|sign|bottlenecks?|pressure|throttling|leaks?|conflicts?"
    r"|concerns?|downtime|degradation|abnormalit(?:y|ies)|time-?outs?|regressions?|disruptions?|delays?"
    r"|interruptions?|spikes?|drops?|losses|breaches|violations?|mismatch(?:es)?|discrepanc(?:y|ies)"
    r"|events?|unhealthy \w+|\w+ (?:are|is) (?:in an? )?unhealthy|pods? (?:are|is|in)\b.{0,20}unhealthy)\b"
    r"|\b(?:did|does|do|could|can|was|were|is|are|have|has)(?: ?n[o']t|not)\s+(?:find|found|see|seen"
    r"|detect|detected|observe|observed|show|report|reveal|contain|have)\s+(?:any\s+)?"
    r"(?:\w+[- ]){0,3}?(?:errors?|issues?|problems?|warnings?|failures?|exceptions?|anomal(?:y|ies)"
    r"|alerts?|signs?|evidence|time-?outs?|regressions?|restarts?|crash(?:es)?|events?)\b"
    r"|\b(?:(?:can|could) (?:safely )?(?:be )?|(?:is|was|are|were|been|be|we|i|has|have) )?rul(?:ed?) out\b"
    r"|(?:可以|可|已|已经|能)排除"
    r"|\bnothing (?:is |was |looks |seems |appears )?(?:wrong|unusual|abnormal|suspicious"
    r"|out of the ordinary|failing|broken)\b"
    r"|没有(?:发现|检测到|出现|看到)?(?:任何)?[^，。；,;]{0,8}(?:错误|异常|问题|告警|报错|故障|重启)"
    r"|未(?:发现|检测到|见"
    r"|出现)(?:任何)?[^，。；,;]{0,8}(?:错误|异常|问题|告警|报错|故障|重启)"
    r"|无(?:任何)?(?:错误|异常|问题|告警|报错|故障)",
    re.IGNORECASE,
)
_HEALTHY = re.compile(
    r"\b(?:all|every|everything|both|each|overall|entire)\b[^.;\n]{0,60}?\b(?:healthy|normal|fine"
    r"|ok(?:ay)?|operational|stable|running (?:well|fine|normally|smoothly|correctly)|good|working"
    r"|(?:(?<=is )|(?<=are )|(?<=were )|(?<=was )|(?<=back )|(?<=still )|(?<=now )|(?<=all )|(?<=both ))up)\b"
    r"|\b(?:is|are|looks?|appears?|seems?|remains?|was|were)\s+(?:all\s+|both\s+|currently\s+"
    r"|completely\s+|fully\s+|perfectly\s+|now\s+)*(?:healthy|normal|fine|operating normally"
    r"|working (?:well|fine|normally|as expected|correctly)|running (?:normally|smoothly|fine))\b"
    r"|\b(?:is|are|was|were|stays?|stayed|remains?|remained|(?:has|have) been)\s+(?:\w+ly\s+|well\s+|all\s+)?"
    r"within\s+(?:the\s+|its\s+|their\s+)?(?:normal|expected|acceptable|usual|healthy|safe)\s+(?:bounds|limits?|ranges?"
    r"|levels?|tolerances?|parameters|values)\b"
    r"|\bhealthy\b(?! ?check| threshold|[- ]?(?:host|checks?))|(?:全部|所有|均|都|一切"
    r"|整体)[^，。；]{0,12}(?:正常|健康"
    r"|稳定)|(?:各项\w{0,4}|指标|状态|运行|服务|数据库|系统|网络|节点|集群|连接)(?:均|都|全部)?(?:正常|健康|无异常)",
    re.IGNORECASE,
)
_UNSURE = re.compile(
    r"\b(?:if|whether|unless|should|would|could not|couldn't|unable|failed to|cannot|can't|once|until"
    r"|after|ensure|verify|confirm|make sure|not (?:healthy|normal|fine|ok)|un(?:healthy"
    r"|stable)\b(?<!no pods are in an unhealthy)"
    r"|expected|except|but not|health ?checks?|/health)\b|无法|未能|是否|如果|确保|不正常|不健康|异常状态",
    re.IGNORECASE,
)
_COURTESY = re.compile(
    r"\W*(?:(?:sure|ok(?:ay)?|of course|great|yes|thanks?(?: you)?)\b[,.! ]*)*"
    r"no (?:problem|issue|trouble|worries)(?: at all)?\s*(?:[!,;–—-]|\.?\s*$)|没问题|没有问题[！!，,]?$",
    re.IGNORECASE,
)
"""What is said to be polite: `No problem!`."""
_WHOLE = re.compile(
    r"\b(?:all|every|everything|any|nothing|whole|entire|overall|no (?:issues?|problems?|errors?"
    r"|anomalies))\b|全部|所有|一切|整体|任何",
    re.IGNORECASE,
)
_OF_PART = re.compile(
    r"\b(?:shown|listed|displayed|returned|visible|checked|sampled|inspected|these|those|above|below"
    r"|that i (?:saw|could see|looked at)|in the (?:part|lines?|excerpt|sample|output))\b"
    r"|所示|上述|列出的|已返回|这些",
    re.IGNORECASE,
)

_NEARLY = 0.6
"""Share of the best score from which a call still bears on a statement."""


class Overclaim(NamedTuple):
    """An absence that no call could have shown: why, and the call at fault, if there is one.

    Attributes:
        reason: Why, in words.
        call: Index of the call at fault.
        line: The line of its output that refutes the statement.
        finding: The class it gives the statement.
    """

    reason: str
    call: int | None
    line: str | None = None
    finding: FindingClass = "overclaimed_absence"


def claims_absence(text: str) -> bool:
    """Tell whether a statement says, as a fact, that something bad is absent or something is healthy."""
    plain = re.sub(r"[*_`]", "", text)
    if re.search(r"\bno \w+ (?:are|is) in an? unhealthy\b", plain, re.IGNORECASE):
        return True
    if _COURTESY.match(plain) or not (_ABSENT.search(plain) or _HEALTHY.search(plain)):
        return False
    return not _UNSURE.search(plain)


def overclaimed(
    text: str,
    about: frozenset[str],
    calls: Sequence[Call],
    call_words: Mapping[int, frozenset[str]],
) -> Overclaim | None:
    """Say why an absence is overclaimed, or None if some call could have shown it.

    Args:
        text: The statement.
        about: Its content words and those it stands under.
        calls: Index, recorded call and its record, of the calls before the statement.
        call_words: The words of each call's name, arguments and output.
    """
    if not calls:
        return Overclaim("no tool was called before it", None) if topic_of(text) else None
    unread = _unread_source(text, calls, call_words)
    if unread is not None:
        return unread
    topic = about - _EMPTY_WORDS
    judged = _bearing_on(topic, calls, call_words) or list(calls)
    faults = [(i, fault) for i, call, record in judged if (fault := fault_of(call, record)) is not None]
    if not faults:
        return None
    if len(faults) == len(judged):
        index, fault = faults[-1]
        if all(fault.kind == "cut" for _, fault in faults) and not _is_of_all(text):
            return None
        return Overclaim(f"{fault.reason}, and no other call bears on it", index)
    cut = [(index, fault) for index, fault in faults if fault.kind == "cut"]
    if cut and _WHOLE.search(text):
        index, fault = cut[-1]
        return Overclaim(f"{fault.reason}, so that not all of it was seen", index)
    return None


def _is_of_all(text: str) -> bool:
    """Tell whether a claim is on all there is, or denies something, and not on the part that was shown."""
    plain = re.sub(r"[*_`]", "", text)
    return bool(_WHOLE.search(plain) or _ABSENT.search(plain)) and not _OF_PART.search(plain)


def denied_in_vain(
    text: str,
    laid: Sequence[Bearing],
    elsewhere: str = "",
    excepted: str = "",
) -> Overclaim | None:
    """Say why a denial of anything is overclaimed or refuted; None if it is none, or may well be so.

    Args:
        text: The statement, without its exceptions.
        laid: The calls before it.
        elsewhere: The rest of the answer.
        excepted: What it takes out.
    """
    denial = denial_of(text)
    if denial is None or not laid:
        return None
    found = _faulty(denial, laid)
    if found is not None:
        return found
    unread = unread_in(denial, laid)
    if unread is not None:
        return Overclaim(unread.reason, unread.call)
    refuted = refuted_by(denial, laid, elsewhere, excepted)
    if refuted is not None:
        bearing, line = refuted
        shown = " ".join(line.split())[:100]
        return Overclaim(f"the output of {bearing.call.tool_name} has {shown!r}", bearing.number, line)
    return None


def _faulty(denial: Denial, laid: Sequence[Bearing]) -> Overclaim | None:
    """Say so where the call that bears most on a denial, by what it asked for, could not answer it."""
    topic, thing = topic_of(f"{denial.thing} {denial.around}"), topic_of(denial.thing)
    scores = {b.number: weight_of(topic & b.asked, laid) for b in laid}
    sound = [b for b in laid if b.fault is None or not b.fault.is_plain]
    most = max((scores[b.number] for b in sound), default=0.0)
    for bearing in reversed(laid):
        fault = bearing.fault
        if fault is None or not fault.is_plain or bearing.answers_none_of(thing):
            continue
        asked = topic & bearing.asked
        if fault.kind in ("cut", "partial") and _alone_has(bearing, denial.around, laid):
            return Overclaim(f"{fault.reason}, so that not all of it was seen", bearing.number)
        is_in_part = fault.kind in ("cut", "partial") and topic & bearing.shown and not most
        if is_in_part and all(_holds_less(topic, b, bearing) for b in sound):
            return Overclaim(f"{fault.reason}, so that not all of it was seen", bearing.number)
        if fault.kind != "cut" and (
            (asked & thing or len(asked) > 1 or (asked and not thing) or asked & bearing.tool_words)
            and scores[bearing.number] > most
            and not any(asked <= b.shown for b in sound)
        ):
            return Overclaim(f"{fault.reason}, and no other call bears on it", bearing.number)
    return None


def _alone_has(bearing: Bearing, around: str, laid: Sequence[Bearing]) -> bool:
    """Tell whether a moment or a name that narrows a denial stands in the output of this call alone."""
    told = [t.text.strip().lower() for t in value_tokens(around) if t.kind != "number"]
    return any(
        one in bearing.low_output and not any(one in b.low_text for b in laid if b is not bearing)
        for one in told
    )


def _holds_less(topic: frozenset[str], one: Bearing, other: Bearing) -> bool:
    """Tell whether a call shows less of a topic than another, or as much but earlier."""
    mine, its = len(topic & one.shown), len(topic & other.shown)
    return mine < its or (mine == its and one.number < other.number)


_SOURCES = (
    (
        re.compile(r"\blogs?\b|日志", re.IGNORECASE),
        "logs",
        re.compile(r"log|journal|loki|kibana|elastic|splunk|stdout|stderr|tail|日志", re.IGNORECASE),
    ),
)


def _unread_source(
    text: str,
    calls: Sequence[Call],
    call_words: Mapping[int, frozenset[str]],
) -> Overclaim | None:
    """Say so where the statement tells what a kind of source lacks, and no call read that kind."""
    for spoken, name, reads in _SOURCES:
        if not spoken.search(text):
            continue
        asked = (f"{call.tool_name} {call.arguments}" for _, call, _ in calls)
        if not any(reads.search(said) for said in asked) and not any(
            reads.search(word) for words in call_words.values() for word in words
        ):
            return Overclaim(f"no call read any {name}", None)
    return None


def _bearing_on(
    topic: frozenset[str],
    calls: Sequence[Call],
    call_words: Mapping[int, frozenset[str]],
) -> list[Call]:
    """Give the calls that share the topic's words, those that share its rarer ones before the rest."""
    n_calls = {word: sum(word in call_words.get(index, ()) for index, _, _ in calls) for word in topic}
    scores = {
        index: sum(1.0 / n_calls[word] for word in topic if word in call_words.get(index, ()))
        for index, _, _ in calls
    }
    best = max(scores.values(), default=0.0)
    return [entry for entry in calls if best and scores[entry[0]] >= _NEARLY * best]


_EMPTY_WORDS = words_of(
    "healthy normal errors issues problems warnings failures exceptions anomalies alerts running state "
    "status issue detected "
    "unhealthy everything fine working stable health ready 正常 健康 错误 异常 问题 告警 状态 运行"
)
