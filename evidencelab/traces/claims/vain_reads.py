"""Said to be without something, where the one call that asked so of just that thing failed.

The failed call is known by a name in its arguments that the statement has too, or by a noun of its tool's
name; what is denied must be among what it asked for. Silent where an answer of another call has both, and
where the statement tells of the failure. A table's zero denies what its column counts. What is said to be
empty, or to have nothing, is the subject of that call.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from evidencelab.traces.evidence.bearing import OF_ANY_TOOL, Bearing
from evidencelab.traces.evidence.later_calls import is_named_for_reading
from evidencelab.traces.evidence.layout import flat_text
from evidencelab.traces.values.reader import value_tokens
from evidencelab.traces.wording.statements import Statement, title_of
from evidencelab.traces.wording.words import stem, words_of

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
_BLANK = re.compile(
    r"(?P<subject>[^,;:.!?]{3,80}?)\s+(?:(?:is|are|was|were|came back|comes? back|turned up|remains?)"
    r"(?:\s+(?:completely|entirely|currently|still|also|now))?\s+(?:empty|blank|clean)"
    r"|(?:has|have|had|shows?|showed|returned|returns|contains?|contained|holds?|held|yielded|gave|lists?|listed"
    r"|reports?|reported)\s+(?:nothing|none|zero|no\s+(?:[\w-]+\s+)?[\w-]+)"
    r"|there\s+(?:is|are|was|were)\s+(?:none|nothing))"
    r"(?:\s+(?:at all|either|there))?"
    r"(?=\s*$|\s+(?:and|so|while)\b)"
    r"|(?P<cjk>[^，。；：,;:]{2,30}?)(?:目前|当前|现在|也|均|都)?(?:为空|是空的|(?:没有|无|未返回)(?:任何|返回任何)?"
    r"(?:记录|结果|内容|数据|条目|发现)?)$",
    re.IGNORECASE,
)
_BLANK_LABEL = re.compile(
    r"^\W*(?P<subject>[^:：|]{2,40})[:：]\W*"
    r"(?:nothing(?: (?:was )?(?:found|reported|to report|there))?|none(?: found)?"
    r"|no (?:findings?|results?|hits?|matches|entries|issues?|problems?)(?: found)?|clean|empty"
    r"|0(?: findings?)?"
    r"|(?:未|没有)发现(?:任何)?(?:问题|异常|结果)?|无(?:结果|发现|异常|记录)?|没有|为?空)\W*$",
    re.IGNORECASE,
)
_AND = re.compile(r"\b(?:and|while)\b|而|且")
_SHARE = 0.5
"""Share of the words of what is said to be empty that a failed call has to have asked for."""
_VAIN = ("missing", "failed")
_SHORTEST = 4


class Vain(NamedTuple):
    """The failed call on which a denial rests, and why it shows nothing."""

    call: int
    reason: str


class _Blank(NamedTuple):
    """What is said to be empty: its words, two in a row as one (`SLOWLOG`), and its titles' words."""

    words: frozenset[str]
    pairs: frozenset[str]
    under: frozenset[str]


def read_in_vain(statement: Statement, laid: Sequence[Bearing]) -> Vain | None:
    """Give the failed call that alone could have shown what a statement denies; None if it may hold.

    Args:
        statement: The statement.
        laid: The calls before it.
    """
    failed = [
        (b, f"{b.fault.reason}, and no other call bears on it")
        for b in laid
        if b.fault is not None and b.fault.is_plain and b.fault.kind in _VAIN and is_named_for_reading(b.call)
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
    for blank in _blanks_of(statement):
        for bearing, reason in failed:
            asked = bearing.asked | _nouns(bearing)
            words, pairs = blank.words & asked, blank.pairs & asked
            if not (words | pairs) - OF_ANY_TOOL or len(words) + 2 * len(pairs) < _SHARE * len(blank.words):
                continue
            whole = words | pairs | (blank.under & asked)
            if not any(whole <= b.shown | _nouns(b) for b in sound):
                return Vain(bearing.number, reason)
    return None


def _blanks_of(statement: Statement) -> Iterator[_Blank]:
    """Give each thing that a statement says is empty, or has nothing."""
    if statement.kind == "row":
        return
    plain = re.sub(r"[*_]{2}|`", "", statement.text)
    under = words_of(" ".join((*statement.sections[-1:], *statement.parents)))
    label = _BLANK_LABEL.match(plain)
    if label is not None:
        yield _blank(label["subject"], under)
        return
    start = 0
    for end in (*(found.start() for found in _CLAUSE.finditer(plain)), len(plain)):
        clause = plain[start:end].strip()
        start = end + 1
        if _TELLS_FAILURE.search(clause) or clause.endswith("?"):
            continue
        for part in _AND.split(clause):
            found = _BLANK.search(part.strip())
            if found is not None:
                yield _blank(found["subject"] or found["cjk"], under)


def _blank(thing: str, under: frozenset[str]) -> _Blank:
    words = pairwise(re.findall(r"[A-Za-z]+", thing))
    return _Blank(words_of(thing), frozenset(stem(one + other) for one, other in words), under)


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
