"""Said to be without something, where the one call that asked so of just that thing failed.

The failed call is known by a name in its arguments that the statement has too, or by a noun of its tool's
name; what is denied must be among what it asked for. Silent where an answer of another call has both, and
where the statement tells of the failure. A table's zero denies what its column counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from evidencelab.traces.evidence.bearing import Bearing
from evidencelab.traces.evidence.later_calls import only_reads
from evidencelab.traces.evidence.layout import flat_text
from evidencelab.traces.values.reader import value_tokens
from evidencelab.traces.wording.statements import Statement, title_of
from evidencelab.traces.wording.words import words_of

_DENIED = re.compile(
    r"\b(?:no|zero|not any|without(?: any)?|free of)\s+"
    r"((?:(?!(?:since|in|on|at|for|from|with|within|after|before|during|of|to|that|which|but|so|longer|more"
    r"|further|other|one|way|need)\b)[\w'-]+[,/]?\s*){1,6})",
    re.IGNORECASE,
)
_DENIED_CJK = re.compile(
    r"(?:没有|暂无|未(?:发现|见|出现|检测到)|(?<![无有])无)(?:任何)?([^，。；,;、无法]{1,12})"
)
_CLAUSE = re.compile(r"[;；。，]|[,.](?=\s|$)|,(?=[\u4e00-\u9fff])|\bbut\b|\bhowever\b")
_TELLS_FAILURE = re.compile(
    r"\b(?:fail\w*|timed? ?out|denied|refused|unreachable|unavailable|unknown|unclear|could not|couldn't"
    r"|unable|cannot|can't|if|whether|unless|should|would|may|might|error(?:ed)? out|as far as|that i"
    r"|i could|not all)\b"
    r"|失败|超时|拒绝|无法|未能|是否|如果|可能|应",
    re.IGNORECASE,
)
_UNREAD = re.compile(
    r"\b(?:could not|couldn't|unable to|failed to|cannot|can't|was not|wasn't)\s+(?:be\s+)?(?:read|reach"
    r"|fetch|load|get|quer|check|verif|retriev|access|open|obtain)\w*|无法|未能|读不到|查不到|没能|(?:查询|读取|获取)失败",
    re.IGNORECASE,
)
_ZERO = re.compile(r"(?<=\|)\s*\**(?:0|none|no|无|没有)\**\s*(?=\||$)", re.IGNORECASE)
_EMPHASIS = re.compile(r"\*\*([^*\n]{3,40}?):?\*\*|`([^`\n]{3,40})`")
_VAIN = ("missing", "failed")
_SHORTEST = 4


class Vain(NamedTuple):
    """The failed call on which a denial rests, and why it shows nothing."""

    call: int
    reason: str


def read_in_vain(statement: Statement, laid: Sequence[Bearing]) -> Vain | None:
    """Give the failed call that alone could have shown what a statement denies; None if it may hold.

    Args:
        statement: The statement.
        laid: The calls before it.
    """
    failed = [
        (b, f"{b.fault.reason}, and no other call bears on it")
        for b in laid
        if b.fault is not None and b.fault.is_plain and b.fault.kind in _VAIN and only_reads(b.call)
    ]
    if not failed or _UNREAD.search(statement.text):
        return None
    sound = [b for b in laid if b.fault is None or b.fault.kind not in _VAIN]
    names = list(_names_in(statement.text))
    things = [_first_in(flat_text(b.call.arguments).lower(), names) for b, _ in failed]
    for denied, about in _denials_of(statement):
        for (bearing, reason), thing in zip(failed, things, strict=True):
            if thing is not None:
                link = (denied | about) & (bearing.asked | _nouns(bearing)) - words_of(thing)
                if link and not any(thing in b.low_text and link <= b.shown | _nouns(b) for b in sound):
                    return Vain(bearing.number, reason)
            own = denied & bearing.tool_words
            if own and not any(own & b.shown for b in sound):
                return Vain(bearing.number, reason)
    return None


def _first_in(text: str, names: Sequence[str]) -> str | None:
    return next((name for name in names if name in text), None)


def _denials_of(statement: Statement) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """Give the words of each thing that a statement denies, and those of the clause around it."""
    text = statement.text
    if statement.kind == "row":
        for zero in _ZERO.finditer(text):
            words = _words(title_of(statement, zero.start()))
            if words:
                yield words, frozenset()
        return
    plain = re.sub(r"[*_]{2}|`", "", text)
    if plain.isascii() and _TELLS_FAILURE.search(plain):
        return
    start = 0
    for end in (*(found.start() for found in _CLAUSE.finditer(plain)), len(plain)):
        clause = plain[start:end]
        start = end + 1
        found = _DENIED.search(clause) or _DENIED_CJK.search(clause)
        if found is None or _TELLS_FAILURE.search(clause) or clause.endswith("?"):
            continue
        names = {t.folded for t in value_tokens(clause) if t.kind == "name"}
        around = clause[: found.start()] if not found[1].isascii() else ""
        yield _words(found[1]), words_of(around) | names if around else frozenset()


def _words(thing: str) -> frozenset[str]:
    """Give the words of a thing that is denied, as they stand and as stems."""
    return words_of(thing) | frozenset(re.findall(r"[a-z]{4,}", thing.lower()))


def _nouns(bearing: Bearing) -> frozenset[str]:
    """Give the words of a tool's name as they stand, and those that tell it from others as stems."""
    return bearing.tool_words | frozenset(re.findall(r"[a-z]{4,}", bearing.call.tool_name.lower()))


def _names_in(text: str) -> Iterator[str]:
    """Give what a statement names or sets off, folded."""
    yield from (token.folded for token in value_tokens(text) if token.kind == "name")
    for bold, quoted in _EMPHASIS.findall(text):
        name = (bold or quoted).lower().strip()
        if len(name) >= _SHORTEST:
            yield name
    if text.startswith("|"):
        yield from (c.strip(" *`").lower() for c in text.split("|")[1:2] if len(c.strip(" *`")) >= _SHORTEST)
