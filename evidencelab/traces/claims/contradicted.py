"""Denials that the evidence refutes: it holds lines, counts or lists of exactly what is denied.

Silent where the denial is narrowed by time or remainder, where a later call may have looked again, and
where the answer itself tells of such things elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from evidencelab.traces.evidence.bearing import Bearing, in_english, topic_as_told, topic_of
from evidencelab.traces.formats.parts import mapping, parsed
from evidencelab.traces.wording.denials import Denial
from evidencelab.traces.wording.exceptions import is_excepted
from evidencelab.traces.wording.words import name_words, words_of


class _Kind(NamedTuple):
    """A kind of thing that is counted, or that lines of a log are.

    Attributes:
        noun: How it is denied.
        level: The level of log lines that are of it.
        counted: How it is counted, where that is another word.
        told: What else the answer may call it.
        chinese: How it is denied in Chinese.
    """

    noun: str
    level: str
    counted: str = ""
    told: str = ""
    chinese: str = ""


_KINDS = (
    _Kind(
        r"errors?(?: (?:messages?|entries|lines|logs))?",
        r"ERROR|FATAL|CRITICAL|SEVERE",
        chinese="错误|报错",
    ),
    _Kind(
        r"(?:issues?|problems?|exceptions?|anomal(?:y|ies)|failures?)(?: of any kind)?",
        r"ERROR|FATAL|CRITICAL|SEVERE",
        told=r"|errors?|fail\w*|fatal|critical|timeouts?|timed out|refused|crash\w*|unhealthy|degraded"
        r"|except\w*",
    ),
    _Kind(r"warnings?(?: (?:messages?|entries|lines|logs))?", r"WARN|WARNING"),
    _Kind(r"failures?|failed tests?", "", "|failed"),
    _Kind(r"vulnerabilit(?:y|ies)", ""),
    _Kind(r"duplicates?(?: (?:rows?|entries|records?))?", ""),
    _Kind(r"restarts?", ""),
    _Kind(r"alerts?", ""),
)
_LATER = re.compile(r"\b(?:final|last|latest|now|left|remain\w*)\b", re.IGNORECASE)
_ANY_OF_IT = words_of("known reported recorded documented drug food current active existing open")
"""Words that narrow a denied thing hardly: `no known drug allergies`."""
_OF_SOURCES = words_of(
    "log logs output output reply file contain show report record return list reveal tell produce"
    " give raise throw emit"
)
"""Words of where and how it is told that something is absent."""
_NUMBERED = re.compile(
    r"\b(?!(?:after|before|since|until|from|in|on|at|of|to|than|the)\b)[a-z]{3,} \d{1,4}\b(?!\s*[%:.-]\d)",
    re.I,
)
_COUNT = re.compile(r"[1-9]\d{0,8}(?: \([^)]*\))?")
_ALIKE = 0.5


def refuted_by(
    denial: Denial, laid: Sequence[Bearing], elsewhere: str, excepted: str = ""
) -> tuple[Bearing, str] | None:
    """Give the call and the line of its output that hold what is denied, or None.

    Args:
        denial: What is said to be absent.
        laid: The calls before it.
        elsewhere: The rest of the answer.
        excepted: What the statement takes out.
    """
    listed = _listed(denial, laid) or _counted(denial, laid)
    if listed is not None and not excepted:
        return listed
    kind = next((k for k in _KINDS if _is_of(denial.thing, k)), None)
    if kind is None or denial.is_narrowed:
        return None
    if re.search(rf"\b(?:{kind.noun}{kind.told})\b", elsewhere, re.IGNORECASE):
        return None
    if kind.chinese and re.search(kind.chinese, f"{denial.around} {elsewhere}"):
        return None
    about = topic_of(denial.around) - _OF_SOURCES
    numbered = [found[0].lower() for found in _NUMBERED.finditer(denial.around)]
    if not denial.thing.isascii():
        # the words of a Chinese statement stand in no English output
        about = frozenset(word for word in about if word.isascii()) - in_english(denial.around)
    names = frozenset(word for word in about if not word.isalpha())
    about -= names
    if names:
        # beside a name, a word that no call has tells none of them apart
        about = frozenset(word for word in about if any(word in bearing.shown for bearing in laid))
    holding = [
        (bearing, line)
        for bearing in laid
        if bearing.fault is None
        and about <= bearing.shown
        and all(name in bearing.low_text for name in names)
        and (
            line := _line_of(
                kind, _lines_on(bearing, numbered, excepted), about - bearing.asked, names - bearing.asked
            )
        )
        is not None
    ]
    if not holding:
        return None
    bearing, line = holding[-1]
    later = [other for other in laid if other.number > bearing.number]
    if (not (about | names) or _LATER.search(denial.around)) and later:
        return None
    if any(_is_like(other, bearing) for other in later):
        return None
    return bearing, line


def _lines_on(bearing: Bearing, numbered: Sequence[str], excepted: str) -> Sequence[str]:
    """Give the lines of a call that are of the things told by a number (`car 3`), and not taken out."""
    asked = bearing.asked_text.lower()
    wanted = [re.compile(rf"\b{re.escape(one)}\b") for one in numbered if one not in asked]
    return [
        line
        for line in bearing.lines
        if all(one.search(line.lower()) for one in wanted) and not is_excepted(excepted, line)
    ]


def _is_of(thing: str, kind: _Kind) -> bool:
    """Tell whether a denied thing is of a kind, in English or in Chinese."""
    if kind.chinese and re.fullmatch(rf"(?:任何)?(?:{kind.chinese})", thing):
        return True
    return re.fullmatch(kind.noun, thing, re.IGNORECASE) is not None


def _listed(denial: Denial, laid: Sequence[Bearing]) -> tuple[Bearing, str] | None:
    """Give a reply whose list of just that name holds something, or whose count under that name is not zero.

    Only the last reply with that name counts, and only a denial of the thing without more.
    """
    wanted = words_of(denial.thing)
    more = topic_as_told(denial.around)
    if not wanted or denial.is_narrowed:
        return None
    for bearing in reversed(laid):
        for key, value in mapping(parsed(bearing.call.output)).items():
            said = name_words(key)
            if not said or not said <= wanted <= said | _ANY_OF_IT or not more <= bearing.shown:
                continue
            if isinstance(value, list) and value and bearing.fault is None and more <= bearing.asked:
                return bearing, f"{key}: {len(value)}"
            if isinstance(value, int) and not isinstance(value, bool) and value > 0 and more <= bearing.asked:
                return bearing, f"{key}={value}"
            return None
    return None


def _counted(denial: Denial, laid: Sequence[Bearing]) -> tuple[Bearing, str] | None:
    """Give a record of the last reply with a field of just that name that counts some of what is denied."""
    wanted, more = words_of(denial.thing), topic_as_told(denial.around)
    if not wanted or denial.is_narrowed:
        return None
    for bearing in reversed(laid):
        counts = [
            (name, value)
            for record in bearing.records
            for name, value in record.fields.items()
            if name_words(name.split(".")[-1]) == wanted
        ]
        if counts:
            some = next((pair for pair in counts if _COUNT.fullmatch(pair[1])), None)
            return (bearing, "=".join(some)) if some and more <= bearing.asked else None
    return None


def _line_of(kind: _Kind, lines: Sequence[str], about: frozenset[str], named: frozenset[str]) -> str | None:
    """Give the first line that counts the kind above zero or is one of its kind, and speaks of the topic."""
    counts = re.compile(
        rf"(?<![\w.])[1-9]\d*\s+(?:{kind.noun}{kind.counted})\b|\b(?:n_|num_)?(?:{kind.noun})(?:_count)?[\"']?\s*[:=]\s*[1-9]\d*\b(?![.:\d])",
        re.IGNORECASE,
    )
    level = None
    if kind.level:
        names = rf"(?:{kind.level}|{kind.level.lower()})"
        level = re.compile(
            rf"^\W*(?:\S+\s+){{0,3}}?\[?(?:{kind.level})\]?[\s:]|\blevel\"?[=:]\s*\"?{names}\b|\[{names}\]"
            rf"|^(?:{kind.level.lower()})(?:\[\w+\])?:\s"
        )
    for line in lines:
        if not about <= words_of(line) or not all(name in line.lower() for name in named):
            continue
        if counts.search(line) or (level is not None and level.search(line)):
            return line
    return None


def _is_like(one: Bearing, other: Bearing) -> bool:
    """Tell whether a call asks much as another did, so that it may have looked again."""
    if one.call.tool_name != other.call.tool_name:
        return False
    fewest = min(len(one.asked), len(other.asked))
    return len(one.asked & other.asked) >= _ALIKE * fewest
