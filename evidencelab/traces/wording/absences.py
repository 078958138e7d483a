"""What a statement says is absent or well, clause by clause: the thing, and what it is said of.

A thing without words of its own (`no issues`, `healthy`, `未受影响`) is all that may be wrong. It must not
know any call.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from evidencelab.traces.wording.denials import IDIOM
from evidencelab.traces.wording.statement import Statement, row_cells, title_of
from evidencelab.traces.wording.words import stem, words_of

_STOPS = (
    r"since|in|on|at|for|from|with|within|after|before|during|of|to|that|which|but|so|because|while|over"
    r"|between"
    r"|across|was|were|is|are|has|have|had|there|this|these|today|yesterday|currently|when|under|above|below"
)
_DENIED = re.compile(
    r"\b(?:no|zero|not any|not a single|without(?: any)?|free of|never(?: had)?"
    r"|(?:did|does|do|was|were|is|are|has|have|could)(?:n['’]t| not) (?:find|found|see|seen|show|report"
    r"|detect|log"
    r"|record|observe|have|contain|return)\w* any)\s+(?:(?:a|an|any|single|further|new|other|more)\s+)*"
    rf"((?:(?!(?:{_STOPS}|longer|more|further|other|one|way|need|matter|doubt)\b)[\w/'-]+,?\s*){{1,6}})"
    r"|(?<![\w.,:/-])0\s+((?:[a-z][\w-]*\s*){1,3})",
    re.IGNORECASE,
)
_THING = rf"(?:(?:a|an|any|the|our|its|known|open)\s+)*((?:(?!(?:{_STOPS})\b)[\w/'-]+\s*){{1,6}})"
_NOT_IN = re.compile(
    r"\b(?:is|are|was|were|has been|have been)(?:\s+not|n['’]t)\s+(?:currently\s+|itself\s+|yet\s+|been\s+)*"
    r"(?:(?:listed|found|present|recorded|registered|included|named|mentioned|flagged|entered|known|seen)\s+)?"
    rf"(?:in|on|by|to|among|under|with)\s+{_THING}"
    rf"|\b(?:does|do|did)(?:\s+not|n['’]t)\s+(?:appear|occur|feature|show up|figure)"
    rf"\s+(?:in|on|among)\s+{_THING}"
    rf"|\b(?:is|are|was|were)\s+absent\s+from\s+{_THING}",
    re.IGNORECASE,
)
"""Said not to stand in a source: the source is what was to be looked up."""
_NEITHER = re.compile(
    r"\bneither\b(?:[^.;]|\.(?=\S)){2,80}?\bnor\b(?:[^.;]|\.(?=\S)){1,60}?\b(?:has|have|had|shows?|showed|reports?|reported|holds?|owes?|needs?)"
    rf"\s+{_THING}",
    re.IGNORECASE,
)
_OF_READING = re.compile(
    r"\b(?:data|signal|response|answer|reply|contact|connection|access)\W*$", re.IGNORECASE
)
"""What a call that failed did not get: that there is none of it is told of the failure."""
_OWN_ACT = re.compile(
    r"(?:no|without any)\s+(?:[\w-]+\s+){0,2}(?:changes?|edits?|modifications?|actions?|writes?|updates?"
    r"|deletions?|messages?|requests?|bookings?|payments?)\s+(?:was|were|has been|have been)"
    r"\s+(?:made|taken|applied|performed|sent|submitted|placed|issued)\b",
    re.IGNORECASE,
)
_NOT_IN_ZH = re.compile(
    r"(?:不在|未(?:被)?(?:列入|纳入|收录于|登记在|出现在)|没有?(?:被)?(?:列入|出现在))"
    r"([^，。；,;、：:\s]{2,14}?)(?:中|里|内|之列|上)?(?=[，。；,;、\s]|$)"
)
_FREE = re.compile(r"\b([a-z]{4,})-free\b", re.IGNORECASE)
_DENIED_CJK = re.compile(
    r"(?:没有|暂无|未(?:再)?(?:发现|见|出现|检测到|检出|发生|报告)|(?<![无有])无|不存在|零)"
    r"(?:发现|检测到|看到|查到|出现|发生|过)?(?:任何|其他|新的?)?([^，。；,;、：:\s]{1,12})"
)
_WELL = re.compile(
    r"\b(?<!un)(?:healthy|fine|ok(?:ay)?|normal(?:ly)?|stable|operational|unaffected|unharmed|unimpacted"
    r"|intact|clean"
    r"|in sync|up to date|up and running|all clear|not (?:been )?(?:affected|impacted|hit|involved)"
    r"|in good (?:health"
    r"|shape|condition|order)|working as expected|problem-free|issue-free)\b"
    r"|(?:nothing|none)\b(?: (?:was|is|were|has been))?(?: (?:found|reported|wrong|unusual|abnormal"
    r"|to report))?(?=\W|$)"
    r"|(?<![不无没未非])(?:正常|健康|稳定|良好|完好)|(?:未|没有?|不)受(?:到)?(?:任何)?影响|一切正常|无恙",
    re.IGNORECASE,
)
_EMPTY = re.compile(
    r"(?:(?:is|are|was|were|came back|comes? back|turned up|remains?)(?: (?:completely|entirely|currently"
    r"|still|also"
    r"|now))? (?:empty|blank|clean)"
    r"|(?:has|have|had|shows?|showed|returned|returns|contains?|contained|holds?|held|yielded|gave|lists?"
    r"|listed|reports?"
    r"|reported) (?:nothing|none|zero)|there (?:is|are|was|were) (?:none|nothing))\b"
    r"|(?:目前|当前|现在|也|均|都)?(?:为空|是空的|(?:没有|无|未返回)(?:任何|返回任何)?(?:记录|结果|内容|数据|条目|发现)?$)",
    re.IGNORECASE,
)
_EMPTY_LABEL = re.compile(
    r"\W*(?:nothing(?: (?:was )?(?:found|reported|to report|there))?|none(?: found)?|no (?:findings?"
    r"|results?|hits?|matches"
    r"|entries)(?: found)?|clean|empty|0(?: findings?)?|(?:未|没有)发现(?:任何)?(?:问题|异常|结果)?"
    r"|无(?:结果|发现|异常|记录)?|没有|为?空)\W*",
    re.IGNORECASE,
)
_ALL_WRONG = frozenset(
    stem(found[0])
    for found in re.finditer(
        r"\w+",
        "issues problems anomaly anomalies troubles concerns impact faults findings results hits matches"
        " entries records found",
    )
)
_ALL_WRONG_CJK = re.compile(
    r"(?:发现|出现|任何|的|其他|受到?)*(?:问题|异常|影响|故障|记录|结果|发现|内容|数据)(?:情况)?"
)
_UNSURE = re.compile(
    r"\b(?:fail\w*|timed? ?out|denied|refused|unreachable|unavailable|unknown|unclear|could not|couldn't"
    r"|unable|cannot"
    r"|can't|if|whether|unless|should|would|(?-i:may)|might|will|likely|probably|apparently|seems?"
    r"|appears?(?! (?:in|on|among)\b)|as far as|that i"
    r"|i could|not all|unverified|unconfirmed|not (?:verified|confirmed|checked|known|visible)|until|once"
    r"|ensure|need|(?:can|could) be (?:said|told|concluded|confirmed|determined)"
    r"|normal(?:ly)? (?:range|level|value|hours|course|operation|state)|except|but|expected"
    r"|health ?checks?)\b|[?？]\s*$"
    r"|失败|超时|拒绝|无法|未能|是否|如果|可能|应|未知|不确定|待确认|除",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"[;；。]|,\s+but\b|[,.](?=\s|$)|[，]|,(?=[\u4e00-\u9fff])|\s[–—]\s|\b(?:however|while|whereas)\b|[而但]"
)
_AND = re.compile(r"\b(?:and|so)\b|[而且]")
_LABEL = re.compile(r"^[\s\d.)*_`-]*([^:：|]{1,60}?)[*_`]*[:：][*_`]*(?=\s|[^\d/\s])")
_SUBJECTLESS = re.compile(
    r"^\W*(?:it|they|this|that|these|both|no|nothing|there|none|all|also|and)\b|^\W*(?:该|其|它|没有|无|未)"
)
_NOUN = re.compile(r"[A-Za-z]{4,}")
_ZERO = re.compile(r"(?<=\|)\s*\**(?:0|none|no|无|没有)\**\s*(?=\||$)", re.IGNORECASE)
_MOST, _LONGEST = 20, 400


class Absence(NamedTuple):
    """Something said to be absent, or a thing said to be well.

    Attributes:
        thing: The words of what is absent; empty where a thing is said to be well or empty.
        is_all: Whether anything that may be wrong is absent, or anything that may be there.
        clause: What is said beside that in the clause.
        label: What stands in front of the clause: its label, the clauses before it, a row's first cell.
        is_carried: Whether the subject may be that of the sentence before.
    """

    thing: frozenset[str]
    is_all: bool
    clause: str
    label: str
    is_carried: bool


def absences_of(statement: Statement) -> Iterator[Absence]:
    """Read what a statement says is absent or well, in order."""
    if statement.kind == "row":
        yield from _of_row(statement)
        return
    plain = re.sub(r"[*_]{2}|`", "", statement.text)
    is_data = statement.kind in ("code", "heading") or '{"' in plain
    if is_data or plain.rstrip().endswith(("?", "？")):
        return
    found = _LABEL.match(plain)
    label, start = (found[1], found.end()) if found is not None else ("", 0)
    if label and _EMPTY_LABEL.fullmatch(plain, start):
        yield Absence(frozenset(), True, "", label, is_carried=False)
        return
    ends = [one.span() for one in islice(_CLAUSE.finditer(plain, start), _MOST)]
    for end, stop in (*ends, (len(plain), len(plain))):
        clause, before = plain[start:end], plain[:start]
        start = stop
        if not clause.strip() or len(clause) > _LONGEST or _UNSURE.search(clause):
            continue
        carried = not label and bool(_SUBJECTLESS.match(plain.lower()))
        for thing, rest in _things_of(clause):
            yield Absence(thing, thing <= _ALL_WRONG, rest, before, carried)


def _things_of(clause: str) -> Iterator[tuple[frozenset[str], str]]:
    """Give the words of each thing that a clause denies, and the rest of the clause."""
    for pattern in (_DENIED, _FREE, _NOT_IN, _NEITHER):
        for found in pattern.finditer(clause):
            said = next(part for part in found.groups() if part)
            if _OF_READING.search(said) or IDIOM.search(said) or _OWN_ACT.match(clause, found.start()):
                continue
            if pattern is _NEITHER:
                yield nouns_of(said), f"{clause[: found.start(1)]} {clause[found.end() :]}"
                continue
            yield nouns_of(said), f"{clause[: found.start()]} {clause[found.end() :]}"
    for found in _DENIED_CJK.finditer(clause):
        thing = frozenset[str]() if _ALL_WRONG_CJK.fullmatch(found[1]) else words_of(found[1])
        yield thing, f"{clause[: found.start()]} {clause[found.end() :]}"
    for found in _NOT_IN_ZH.finditer(clause):
        yield words_of(found[1]), f"{clause[: found.start()]} {clause[found.end() :]}"
    well = _EMPTY.search(clause) or _WELL.search(clause)
    if well is not None:
        yield frozenset(), f"{_AND.split(clause[: well.start()])[-1]} {clause[well.end() :]}"


def nouns_of(said: str) -> frozenset[str]:
    """Give the words of a thing or of a tool's name, and those that elsewhere tell nothing: `results`."""
    return words_of(said) | {stem(word) for word in _NOUN.findall(said)}


def _of_row(statement: Statement) -> Iterator[Absence]:
    cells = row_cells(statement.text)
    if len(cells) < 2 or _UNSURE.search(statement.text):
        return
    for zero in _ZERO.finditer(statement.text):
        title = words_of(title_of(statement, zero.start()))
        if title:
            yield Absence(title, False, "", cells[0], is_carried=False)
    for cell in cells[1:]:
        well = _WELL.match(cell)
        if well is not None and len(cell) <= len(well[0]) + 2:
            yield Absence(frozenset(), True, "", cells[0], is_carried=False)
