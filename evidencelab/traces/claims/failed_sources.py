"""Claims on what only a call that failed was asked: `The HPAs are healthy`, where no HPA could be listed.

Known by words that the failed call has and no call that answered; whoever repeats its reply tells of the
failure. It must not judge values.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from evidencelab.traces.claims.successes import Vain, done_by
from evidencelab.traces.evidence.bearing import OF_ANY_TOOL, Bearing, topic_as_told, topic_of
from evidencelab.traces.wording.denials import OWN_ACT, denial_of
from evidencelab.traces.wording.failings import SAYS_UNSEEN, TELLS_FAILURE, TELLS_NOT_READ, TELLS_REQUEST
from evidencelab.traces.wording.words import stem, words_of

_UNSURE = re.compile(
    r"\b(?:i|we|if|whether|unless|should|would|will|could|can|may|might|not|n['’]t|never|once|until|when|ensure|verify"
    r"|confirm|attempt\w*|tr(?:y|ied)|error(?:ed)?|but|however|although|though|except|missing|down"
    r"|blocked|skipped|empty|returned|requires?|needs?)\b"
    r"|不(?!良)|未(?!发现|发生|出现|见|检出)|失败|如果|是否|但|无权|缺少|尝试|需要|待|我",
    re.IGNORECASE,
)
"""Words by which a claim may tell of the failure itself, or of what is still to be done."""
_NO_TROUBLE = re.compile(
    r"\b(?:no|without(?: any)?|zero|any) (?:\w+ ){0,2}?(?:fail\w*|errors?|time-?outs?|warnings?|issues?)\b",
    re.IGNORECASE,
)
"""Denies what would otherwise speak of a failure."""
_DENIES = re.compile(r"\b(?:no|none|zero)\b|没有|未|无", re.IGNORECASE)
_TWO, _HALF = 2, 0.5
_READ_BY = (
    ("top", "cpu memory usage utilization consumption"),
    ("df", "disk space"),
    ("free", "memory swap"),
    ("iostat", "disk io"),
    ("ping", "reachable latency packet"),
    ("hpa", "autoscaler autoscaling"),
    ("trivy", "vulnerability cve"),
    ("grype", "vulnerability cve"),
    ("snyk", "vulnerability cve"),
    ("audit", "vulnerability cve advisory"),
    ("systemctl", "service unit"),
    ("nvidia-smi", "gpu"),
    ("netstat", "port socket"),
    ("quantil", "latency percentile"),
)
"""Commands, and the words for what they read."""
_ORDINARY = frozenset(("top", "free"))
"""Commands that are words of any text as well."""


def told_of_failed(text: str, laid: Sequence[Bearing]) -> Vain | None:
    """Give the failed call whose answer a statement tells; None where any other call bears on it.

    Args:
        text: The statement.
        laid: The calls before it.
    """
    plain = re.sub(r"[*_`]", "", text)
    rest = _NO_TROUBLE.sub(" ", plain)
    if TELLS_FAILURE.search(rest) or TELLS_NOT_READ.search(plain) or SAYS_UNSEEN.search(plain):
        return None
    if _UNSURE.search(rest) or TELLS_REQUEST.search(plain) or done_by(plain, laid):
        return None
    denial = denial_of(rest)
    if denial is None and _DENIES.search(rest) and (plain.isascii() or OWN_ACT.search(plain)):
        return None
    topic = topic_of(plain if denial is None else denial.thing)
    known = frozenset[str]().union(*(b.shown for b in laid if b.fault is None or b.fault.kind != "failed"))
    for bearing in reversed(laid):
        fault = bearing.fault
        if fault is None or not fault.is_plain or fault.kind != "failed":
            continue
        asked = bearing.asked - OF_ANY_TOOL - _ORDINARY - known
        own = (bearing.tool_words | bearing.told_of_failure | _read_by(bearing)) - OF_ANY_TOOL - known
        if _repeats(plain, bearing) or bearing.answers_none_of(topic & (asked | own)):
            continue
        if topic & own or (asked and len(topic & asked) >= min(_TWO, len(asked))):
            return Vain(bearing.number, f"{fault.reason}, and no other call bears on it")
    return None


def _repeats(plain: str, bearing: Bearing) -> bool:
    """Tell whether half of a statement's words stand in the reply, so that it tells why the call failed."""
    words = topic_as_told(plain)
    return len(words & words_of(bearing.low_output)) >= _HALF * len(words)


def _read_by(bearing: Bearing) -> frozenset[str]:
    return frozenset(stem(w) for name, words in _READ_BY if name in bearing.asked for w in words.split())
