"""Denials of one value for all records of a list: `none of them is a torrent`, `其中没有一个是暴雨`.

A value is one that a whole cell of the list has, or the name of its field of yes and no. The list is the
only one that the noun names, or, for `them`, the only one that has the value, as long as told. Silent where
the answer tells of the value elsewhere.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from evidencelab.traces.evidence.bearing import Call
from evidencelab.traces.evidence.later_calls import may_have_changed
from evidencelab.traces.evidence.layout import flat_text
from evidencelab.traces.evidence.records import Record
from evidencelab.traces.wording.numerals import BESIDE_COUNTS, counts_in
from evidencelab.traces.wording.state_words import folded
from evidencelab.traces.wording.statement import Statement
from evidencelab.traces.wording.words import words_of

_NOUN = r"(?P<noun>(?:[\w-]+\s+){0,5}?[\w-]+)"
_VERB = (
    r"(?:is|are|was|were|has|have|had|has been|have been)(?:\s+(?:currently|now|still|also))?"
    r"|[a-z]{3,14}\s+(?:to|on|in|by|for|from|at|with)|(?:run|report|show|use|need)s?"
)
_VALUE = r"(?:an?\s+|the\s+|in\s+|at\s+|on\s+|from\s+)*(?P<value>[^.,;:!?()\n—–]{2,60})"
_ENGLISH = (
    re.compile(
        rf"\b(?:none|neither|not (?:a single )?one)(?:\s+of\s+(?P<them>them|these|those|which|whom)"
        rf"|\s+of\s+(?:the|these|those|its|our|your)\s+{_NOUN})?\s+(?:{_VERB})\s+{_VALUE}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:^|[.;:,]\s+|\b(?:and|but|that)\s+)(?:no|neither)\s+{_NOUN}\s+(?:{_VERB})\s+{_VALUE}",
        re.IGNORECASE,
    ),
    re.compile(
        r"\bthere (?:is|are|was|were) no\s+(?P<value>[\w-]+(?: [\w-]+)?)\s+(?P<noun>[\w-]+)"
        r"(?=\s+(?P<them>among (?:them|these|those))|\s*(?:[.,;:!)]|$))",
        re.IGNORECASE,
    ),
)
_CHINESE = re.compile(
    r"(?:没有|无)(?:任何|哪|一)*(?:一)?(?:个|台|条|项|张|位|笔|种|家)?(?:是|为|处于|属于)\s*(?P<value>[^，。；,;：:（）()]{1,30})"
    r"|(?:都|均)(?:不是|不为|不属于|未处于)\s*(?P<value_b>[^，。；,;：:（）()]{1,30})"
    r"|中(?:都|均)?(?:没有|无)\s*(?P<value_c>[^，。；,;：:（）()]{1,30}?)\s*的(?=\W|$)"
)
_DENIES = re.compile(r"\b(?:none|neither|not one|not a single|no)\b|没有|无|不", re.IGNORECASE)
_EXCEPTING = re.compile(
    r"\b(?:except\w*|apart|besides|others?|remaining|rest|if|should|will|would|can|could|may|might|must|until"
    r"|after|before|once|since|when|yet|anymore|any more|longer|these|those|following|above|below)\b"
    r"|除|以外|之外|其余|其他|如果|可能|应",
    re.IGNORECASE,
)
_AT_THE_END = re.compile(
    r"\s*的?(?:(?:at all|either|at the moment|at present|right now|currently|now|today)\s*)?"
    r"(?:(?:and|so|but|while)\b.*)?$",
    re.IGNORECASE | re.DOTALL,
)
_PARTING = re.compile(r"(?<=[a-z])(?=[A-Z])|[_.\-:/|{}\"'=,]+")
_LONGEST, _SHORTEST = 40, 2
_FEWEST = 2


class Denied(NamedTuple):
    """A record that has the value which is denied of all; offsets are of the value in the statement."""

    start: int
    end: int
    field: str
    record: Record


class _Saying(NamedTuple):
    """What is denied of all: the value's text and where it begins; the noun, empty for `them`; how many."""

    value: str
    start: int
    noun: str
    how_many: int | None


def denied_of_all(
    statement: Statement,
    others: Sequence[Statement],
    records: Sequence[Record],
    calls: Sequence[Call],
    told: frozenset[int] = frozenset(),
) -> Denied | None:
    """Give a record that has what a statement denies of all of a list; None if none does.

    Args:
        statement: The statement.
        others: All statements of its message; the one in front may count what `them` means.
        records: The records of the calls before it.
        calls: Those calls.
        told: The ids of the records that the answer names. Where it names some of a list and counts none,
            all are all of those.
    """
    if not _DENIES.search(statement.text):
        return None
    rest = [other for other in others if other.number != statement.number]
    before = " ".join([other.text for other in rest if other.number < statement.number][-1:])
    elsewhere = folded(" ".join(other.text for other in rest))
    for saying in _sayings(statement.text, before):
        for value, group in _lists_with(saying, records, calls):
            if folded(value) in elsewhere:
                continue
            those = group
            if saying.how_many is not None and saying.how_many != len(group):
                continue
            named = [r for r in group if id(r) in told or (not saying.noun and _is_called_in(r, before))]
            if saying.how_many is None and named:
                those = named
            elif saying.how_many is None and not saying.noun and len({r.group for r in records}) > 1:
                continue
            for field, record in _having(value, those):
                return Denied(saying.start, saying.start + len(value), field, record)
    return None


def _sayings(text: str, before: str) -> Iterator[_Saying]:
    """Read what a statement denies of all there are."""
    plain = re.sub(r"[*_`]", " ", text)
    for pattern in (*_ENGLISH, _CHINESE):
        for found in pattern.finditer(plain):
            parts = found.groupdict()
            group = next(name for name in ("value", "value_b", "value_c") if parts.get(name))
            clause = plain[found.start() : found.end()]
            if _EXCEPTING.search(re.sub(r"\bof (?:these|those)\b|\bamong \w+$", "", clause)):
                continue
            noun = "" if parts.get("them") else parts.get("noun") or ""
            is_pair = clause.lower().lstrip(".;:, ").startswith("neither")
            counts = [2] if is_pair else counts_in(plain[: found.start(group)])
            if not counts and not noun:
                counts = counts_in(before)
            count = counts[-1] if counts else None
            yield _Saying(parts[group] or "", found.start(group), noun, count)


def _lists_with(
    saying: _Saying, records: Sequence[Record], calls: Sequence[Call]
) -> Iterator[tuple[str, Sequence[Record]]]:
    """Give the one list that is meant, with the value that the statement denies of it."""
    asked = {
        index: words_of(_PARTING.sub(" ", f"{call.tool_name} {flat_text(call.arguments)}"))
        for index, call, _ in calls
    }
    lists: dict[tuple[int, str], list[Record]] = defaultdict(list)
    for record in records:
        lists[(record.call, record.group)].append(record)
    wanted = frozenset(word for word in words_of(saying.noun) - BESIDE_COUNTS if not word.isdigit())
    found = []
    for (call, name), group in lists.items():
        if len(group) < _FEWEST:
            continue
        own = asked.get(call, frozenset()) | words_of(
            _PARTING.sub(" ", f"{name} {' '.join(group[0].fields)}")
        )
        value = _value_in(saying.value, group, own | wanted)
        if (wanted and not wanted <= own) or (not wanted and value is None):
            continue
        found.append((call, value, group))
    if len(found) == 1 and found[0][1] is not None and not may_have_changed(calls, found[0][0]):
        yield found[0][1], found[0][2]


def _value_in(said: str, group: Sequence[Record], own: frozenset[str]) -> str | None:
    """Give the longest cell of a list with which what is said begins; what follows may only name the list."""
    cells = {folded(cell) for record in group for cell in record.fields.values() if len(cell) <= _LONGEST}
    cells |= {field for record in group for field in _switches(record)}
    ends = (
        [found.end() for found in re.finditer(r"[\w-]+", said)] if said.isascii() else range(len(said), 0, -1)
    )
    for end in sorted(ends, reverse=True):
        value = said[:end].rstrip()
        low = folded(value)
        if len(low) < _SHORTEST or low not in cells or low.isdigit():
            continue
        rest = " ".join(w for w in said[end:].split() if not words_of(w) or not words_of(w) <= own)
        if _AT_THE_END.fullmatch(rest):
            return value
    return None


def _switches(record: Record) -> Iterator[str]:
    """Give the names of a record's fields of yes and no, as they are said."""
    for field, value in record.fields.items():
        if folded(value) in ("true", "false", "yes", "no"):
            yield folded(_PARTING.sub(" ", field.split(".")[-1]))


def _is_called_in(record: Record, text: str) -> bool:
    """Tell whether a text has a record's first cell, as words of their own."""
    first = next(iter(record.fields.values()), "")
    return re.search(rf"(?<![\w-]){re.escape(first)}(?![\w-])", text) is not None


def _having(value: str, group: Sequence[Record]) -> Iterator[tuple[str, Record]]:
    """Give the records that have a value, and the field in which they have it."""
    low = folded(value)
    for record in group:
        for field, cell in record.fields.items():
            name = folded(_PARTING.sub(" ", field.split(".")[-1]))
            if folded(cell) == low or (name == low and folded(cell) in ("true", "yes")):
                yield field, record
