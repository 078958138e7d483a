"""Statements on all records of a list: refuted where one record is otherwise.

Judged only where the noun names the list by the call that read it, nothing narrows it, and the field is one
of states, or of yes and no. It must not judge what is said of single records.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from evidencelab.traces.evidence.bearing import Call
from evidencelab.traces.evidence.later_calls import may_have_changed
from evidencelab.traces.evidence.layout import flat_text
from evidencelab.traces.evidence.records import Record
from evidencelab.traces.wording.numerals import BESIDE_COUNTS, NUMERALS
from evidencelab.traces.wording.state_words import excludes, families_of, folded, state_of, switch_of
from evidencelab.traces.wording.words import words_of

_WHERE = r"(?:in|of|on|from|across|under)\s+(?:[\w-]+\s+){0,4}?[\w-]+"
_NOUN = rf"(?P<noun>(?:[\w-]+\s+){{0,3}}?[\w-]+)(?P<tail>\s+{_WHERE})?"
_ALL = rf"(?:(?:all|every|each|both)\s+{_NOUN}|everything\s+(?P<within>{_WHERE}))"
_END = r"(?=[*_`]*\s*(?:$|[.,;:!)]|and\b|so\b|at the moment|at present|right now))"
_FIRST = r"(?:^|[.;:,][*_]*\s+|[*_(]|\bthat\s+|\band\s+)"
_STATE = r"(?P<state>[\w-]+(?: [\w-]+)?)"
_BE = r"(?:is|are|was|were|has been|have been)\s+(?:currently\s+|now\s+|still\s+|all\s+)?"
_ALL_ARE = re.compile(rf"{_FIRST}{_ALL}\s+{_BE}{_STATE}{_END}", re.IGNORECASE)
_ALL_DID = re.compile(
    rf"{_FIRST}{_ALL}\s+(?:have |has )?(?P<state>passed|succeeded|failed|completed){_END}", re.IGNORECASE
)
_HAS = r"(?:has|have|had|includes?|comes? with|offers?)\s+(?:an?\s+|the\s+)?(?P<state>[\w-]+(?: [\w-]+)?)"
_ALL_HAVE = re.compile(rf"{_FIRST}(?:all|every|each|both)\s+{_NOUN}\s+{_HAS}{_END}", re.IGNORECASE)
_CJK_ALL = re.compile(
    r"(?:所有|全部|各(?:个|台)?|每个)(?P<noun>[\u4e00-\u9fff]{1,6}?)(?:目前|当前|现在)?(?:均|都|全部|全)?(?:处于|状态|运行|显示)*"
    r"(?P<state>正常|健康|良好|在线|就绪|成功|已完成|运行中|有效)(?=[^\u4e00-\u9fff]|$|状态)"
)
_ENGLISH_NOUNS = {
    "节点": "node",
    "服务": "service",
    "任务": "job",
    "作业": "job",
    "订单": "order",
    "告警": "alert",
    "实例": "instance",
    "容器": "pod",
    "主机": "host",
    "机器": "host",
    "服务器": "server",
    "证书": "cert",
    "设备": "device",
    "副本": "replica",
    "表": "table",
    "用例": "test",
}
_EXCEPTING = re.compile(
    r"\b(?:except\w*|but|apart|besides|other|others|remaining|rest|almost|nearly|not|if|until|after|before|once|since|when|these|those|following|above|below)\b"
    r"|除|以外|之外|其余|其他|不|未|非|如果|但",
    re.IGNORECASE,
)
_MODAL = re.compile(r"\b(?:should|will|would|can|could|may|might|must)\b", re.IGNORECASE)
_DIGITS = re.compile(r"(?<!\S)\d{1,18}(?!\S)")
_PARTING = re.compile(r"(?<=[a-z])(?=[A-Z])|[_.\-:/|{}\"'=,]+")
_FEWEST = 2


class Refuted(NamedTuple):
    """A record that is otherwise than a statement on all.

    Attributes:
        start: First code point, in the statement, of what is said.
        end: One past its last.
        field: The record's field.
        record: The record.
    """

    start: int
    end: int
    field: str
    record: Record


def refuted_in(
    text: str, records: Sequence[Record], calls: Sequence[Call], told: frozenset[int] = frozenset()
) -> Refuted | None:
    """Give a record that refutes what a statement says of all of a list; None if none does.

    Args:
        text: The statement.
        records: The records of the calls before it.
        calls: Those calls.
        told: The ids of the records that the answer names. Where it names some of a list, all are all of
            those.
    """
    if _EXCEPTING.search(text):
        return None
    for pattern, is_had in ((_ALL_ARE, False), (_ALL_DID, False), (_CJK_ALL, False), (_ALL_HAVE, True)):
        found = pattern.search(text)
        if found is None or _MODAL.search(text, 0, found.end()):
            continue
        said = folded(found["state"])
        if is_had:
            group = _list_with(said, records, calls)
        else:
            parts = found.groupdict()
            spoken = " ".join(p for p in (parts["noun"], parts.get("tail"), parts.get("within")) if p)
            english = _ENGLISH_NOUNS.get(spoken)
            group = _list_named(f"{english}s" if english else spoken, records, calls)
            if english and not group:
                group = _list_named(english, records, calls)
        if not _is_so_many(found, len(group)):
            return None
        if any(id(record) in told for record in group):
            group = [record for record in group if id(record) in told]
        for field, record in _otherwise(said, group, is_had=is_had):
            return Refuted(found.start("state"), found.end("state"), field, record)
    return None


def _is_so_many(found: re.Match[str], n_records: int) -> bool:
    """Tell whether a number before the noun, or `both`, is that of the records."""
    words = found.group().lower().split()
    numbers = [NUMERALS[word] for word in words if word in NUMERALS]
    numbers += [int(word) for word in _DIGITS.findall(found["noun"] or "")]
    return all(number == n_records for number in numbers)


def _list_named(noun: str, records: Sequence[Record], calls: Sequence[Call]) -> Sequence[Record]:
    """Give the records of the one list that a noun names: every word of it is its call's or its path's."""
    asked = {
        index: words_of(_PARTING.sub(" ", f"{call.tool_name} {flat_text(call.arguments)}"))
        for index, call, _ in calls
    }
    wanted = frozenset(word for word in words_of(noun) - BESIDE_COUNTS if not word.isdigit())
    if not wanted:
        return ()
    own = {
        record.group: words_of(_PARTING.sub(" ", record.group)) | asked.get(record.call, frozenset())
        for record in records
    }
    return _only_list([record for record in records if wanted <= own[record.group]], calls)


def _list_with(said: str, records: Sequence[Record], calls: Sequence[Call]) -> Sequence[Record]:
    """Give the records of the one list that has a field of yes and no by that name."""
    wanted = words_of(said)
    return _only_list([r for r in records if wanted and any(_named(f) == wanted for f in r.fields)], calls)


def _only_list(records: Sequence[Record], calls: Sequence[Call]) -> Sequence[Record]:
    """Give the records if they are of one list of several, which no later call may have changed."""
    lists: dict[tuple[int, str], list[Record]] = defaultdict(list)
    for record in records:
        lists[(record.call, record.group)].append(record)
    # the objects within the records of a list are told by those records
    lists = {key: its for key, its in lists.items() if not _is_within(key, lists)}
    found = [its for its in lists.values() if len(its) >= _FEWEST]
    if len(found) != 1 or len(lists) != 1:
        return ()
    return () if may_have_changed(calls, found[0][0].call) else found[0]


def _is_within(one: tuple[int, str], lists: Collection[tuple[int, str]]) -> bool:
    """Tell whether the records of one list are objects within those of another, by their paths."""
    call, path = one
    dots = (found.start() for found in re.finditer(r"(?<=[^\W_])\.", path))
    return any((call, path[:at]) in lists for at in dots)


def _named(field: str) -> frozenset[str]:
    """Give the words of a field's last name."""
    return words_of(_PARTING.sub(" ", field.split(".")[-1]))


def _otherwise(said: str, group: Sequence[Record], *, is_had: bool) -> Iterator[tuple[str, Record]]:
    """Give the fields and records that are otherwise than is said of all."""
    fields = dict.fromkeys(name for record in group for name in record.fields)
    wanted = words_of(said)
    for field in fields:
        values = [(state_of(folded(r.fields[field])), r) for r in group if field in r.fields]
        if is_had:
            if (
                not wanted
                or _named(field) != wanted
                or any(value not in ("true", "false") for value, _ in values)
            ):
                continue
            for value, record in values:
                if switch_of(value) is not True:
                    yield field, record
        elif families_of(said) and all(families_of(value) for value, _ in values):
            for value, record in values:
                if excludes(value, said):
                    yield field, record
