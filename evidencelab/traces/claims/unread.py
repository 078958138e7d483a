"""Denials of what no call read: a source nobody opened, a check nobody made, a part that was left out.

Each kind needs a word of its own, and is silent as soon as any call has a word that may stand for it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from evidencelab.traces.claims.checks import CHECKS, DUPLICATES, SOURCES, Check
from evidencelab.traces.evidence.bearing import Bearing
from evidencelab.traces.evidence.faults import records_listed
from evidencelab.traces.evidence.layout import flat_text, name_kind
from evidencelab.traces.formats.parts import parsed
from evidencelab.traces.values.reader import value_tokens
from evidencelab.traces.wording.denials import Denial
from evidencelab.traces.wording.words import words_of

_PROBLEM = re.compile(
    r"\b(?:issues?|problems?|errors?|anomal(?:y|ies)|bottlenecks?|pressure|loss|latency|failures?|trouble|faults?"
    r"|conflicts?|overlaps?|clash(?:es)?|absences?|contention|saturation|degradation|incidents?|outages?)\b"
    r"|问题|异常|错误|故障|瓶颈|压力|丢包|冲突|重叠",
    re.IGNORECASE,
)
"""What is seen only by looking into a thing; that a list lacks a thing shows in the list."""
_FEW_LINES = 2
_LOGS = re.compile(r"logs?(?![a-z])|journal|日志", re.IGNORECASE)
_NUMBERED = re.compile(r"\d+")
_VAIN = ("missing", "failed")
"""Faults of calls that showed nothing at all."""
_LEFT_OUT = (
    r"(?:--?(?:omit|exclude\w*|ignore\w*|skip\w*|without|no)[-=: ]{1,2}[\"']?"
    r"|(?:exclude\w*|omit\w*|ignore\w*|skip\w*)[\"']?\s*[:= ]\s*[\[\"']*|(?:!=|<>|!~)\s*[\"']?"
    r"|\bnot\s+(?:in\s*\(\s*)?[\"']?|\bgrep -v\w*\s+[\"']?)"
)


class Unread(NamedTuple):
    """What a denial needed and no call read: why it is so, and the call at fault, if there is one."""

    reason: str
    call: int | None = None


def unread_in(denial: Denial, laid: Sequence[Bearing]) -> Unread | None:
    """Say what the denial needed and no call read, or None.

    Args:
        denial: What is said to be absent.
        laid: The calls before it.
    """
    everything = " ".join(b.shown_text for b in laid)
    whole = f"{denial.thing} {denial.around}"
    for source in SOURCES:
        is_of_it = _PROBLEM.search(denial.thing) and source.spoken.search(whole)
        if is_of_it and not source.reads.search(everything):
            return Unread(f"no call read {source.name}")
    for check in CHECKS:
        if not check.spoken.search(denial.thing) or _may_be_seen(denial, laid, check):
            continue
        asking = frozenset(word for b in laid for word in b.tool_words if not word.isascii())
        if asking & words_of(denial.around):
            continue
        looking = [b for b in laid if check.reads.search(b.shown_text)]
        if not looking:
            return Unread(f"no call looked for {check.name}")
        last = looking[-1]
        if last.fault is not None and all(b.fault is not None and b.fault.kind in _VAIN for b in looking):
            return Unread(f"{last.fault.reason}, and no other call looked for {check.name}", last.number)
    left_out = (
        _left_out(whole, laid, everything) or _other_of_its_kind(whole, laid) or _log_of_a_sister(whole, laid)
    )
    return None if left_out is None else Unread(left_out)


def _may_be_seen(denial: Denial, laid: Sequence[Bearing], check: Check) -> bool:
    """Tell whether a full list was read, so that the agent may have looked through it."""
    nouns = words_of(re.sub(r"\b([a-z])-(?=[a-z])", r"\1", check.spoken.sub(" ", denial.thing)))
    for bearing in laid:
        text = parsed(bearing.call.output)
        if isinstance(text, str):
            if check.name == DUPLICATES and text.count("\n") >= _FEW_LINES:
                return True
            rows = bearing.records
            if any(nouns & words_of(" ".join(row.fields)) for row in rows):
                return True
        for keys in records_listed(bearing.call):
            if check.name == DUPLICATES or nouns & words_of(" ".join(keys)):
                return True
    return False


def _left_out(whole: str, laid: Sequence[Bearing], everything: str) -> str | None:
    """Find a word of the denial that stands in the calls only as something to leave out."""
    for word in dict.fromkeys(re.findall(r"[A-Za-z]{3,}", whole)):
        if not words_of(word):
            continue
        pattern = re.compile(rf"{_LEFT_OUT}{re.escape(word)}(?![A-Za-z])", re.IGNORECASE)
        excluding = [b for b in laid if pattern.search(_written(b))]
        if not excluding:
            continue
        n_left_out = sum(len(pattern.findall(_written(b))) for b in excluding)
        n_said = len(re.findall(rf"(?<![A-Za-z/]){re.escape(word)}(?![A-Za-z])", everything, re.IGNORECASE))
        if n_said == n_left_out:
            return f"the call of {excluding[-1].call.tool_name} left out {word!r}"
    return None


def _written(bearing: Bearing) -> str:
    arguments = bearing.call.arguments
    if isinstance(arguments, dict):
        return "; ".join(f"{key}={flat_text(item)}" for key, item in arguments.items())
    return flat_text(arguments)


def _other_of_its_kind(whole: str, laid: Sequence[Bearing]) -> str | None:
    """Find a name of the denial that no call has, where the arguments have others of the same make."""
    for token in value_tokens(whole):
        if token.kind != "name" or not re.search(r"[a-z].*-.*\d|[a-z]\d", token.folded):
            continue
        if any(token.folded in f"{b.call.arguments} {b.call.output}".lower() for b in laid):
            continue
        kind = name_kind(token.folded)
        asked = {word for b in laid for word in b.asked if name_kind(word) == kind}
        if asked and "-" in token.folded:
            return f"no call asked for {token.text.strip()!r}"
    return None


def _log_of_a_sister(whole: str, laid: Sequence[Bearing]) -> str | None:
    """Find a name whose logs no call read, where a call read those of another of its make."""
    if not _LOGS.search(whole):
        return None
    reading = [b for b in laid if _LOGS.search(b.asked_text)]
    read = " ".join(b.low_text for b in reading)
    for token in value_tokens(whole):
        if token.kind != "name" or not _NUMBERED.search(token.folded) or token.folded in read:
            continue
        make = _NUMBERED.sub("#", token.folded)
        asked = (_NUMBERED.sub("#", flat_text(b.call.arguments).lower()) for b in reading)
        if any(re.search(rf"{re.escape(make)}(?![\w-])", arguments) for arguments in asked):
            return f"no call read the logs of {token.text.strip()!r}"
    return None
