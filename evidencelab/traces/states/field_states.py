"""States told under the name of their field: `the sync policy is automatic`, `自动扩容已开启`.

A field counts where all records that have it, or all that the statement names, hold one and the same value.
Silent where a line of the evidence has the name with what is said, or a later call may have changed it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from evidencelab.traces.evidence.bearing import Call
from evidencelab.traces.evidence.later_calls import may_have_changed
from evidencelab.traces.evidence.records import Record
from evidencelab.traces.evidence.subjects import Named
from evidencelab.traces.states.told_states import CAMEL, STATE_FIELD, TURNED, StateFinding
from evidencelab.traces.wording.state_words import (
    excluded_by,
    families_of,
    folded,
    may_be_same,
    state_of,
    switch_of,
)

_COPULA = re.compile(
    r"[*_`\"”]*(?:\s+(?:of|for)\s+[*_`]*#?[\w./-]+[*_`]*)?\s*"
    r"(?:(?:is|was|are|were|remains?|has been|shows(?: as)?|set to|currently|now|still|already|switched"
    r"|turned|[:：=—–-]|为|是|目前|当前|现在|仍|显示)\s*)*[*_`\"“]*",
    re.IGNORECASE,
)
_END = r"(?=[*_`\"”]*\s*(?:$|[)）,，;；。.|!]|(?:so|and|but|for|with|by|because)\b|[(（—–]))"
_INVERSE = re.compile(
    r"(?:^| )(?:dis|not?\b|un|non|exclude|skip|block|revoke|expire|without|deny|hidden)", re.IGNORECASE
)
_SWITCHES = {True: ("on", "enabled", "yes", "true"), False: ("off", "disabled", "no", "false")}
_CJK_SWITCHES = {
    True: ("已开启", "已启用", "开启", "启用"),
    False: ("已关闭", "已停用", "已禁用", "关闭", "停用", "禁用"),
}
_ADJECTIVE = re.compile(r"[a-z]{3,}(?:ed|able|ible)")
_SETTING = re.compile(r"[A-Za-z]+(?:[_.-][A-Za-z]+)+")
_MOST_BESIDE, _MOST_NAMES, _MOST_VALUES, _LONGEST, _LONGEST_NAME = 3, 400, 12, 24, 40
_SHORTEST, _SHORTEST_CJK = 6, 4
"""A field's name shorter than that, of one word, is a word of its own too often."""


class _Field(NamedTuple):
    """A field of a record, under a name it may be called by."""

    name: str
    record: Record


class FieldStates:
    """Judges states that are told under the name of a field.

    Args:
        records: The records of the calls before an answer.
        texts: The folded lines of those calls.
        calls: The calls.
    """

    def __init__(self, records: Sequence[Record], texts: Sequence[str], calls: Sequence[Call]) -> None:
        self._records = records
        blocks = {folded(record.text) for record in records if record.group.endswith(":block")}
        self._lines = [text for text in texts if text not in blocks]
        self._domains: dict[tuple[str, str], set[str]] = defaultdict(set)
        for record in records:
            for name, value in record.fields.items():
                if len(value) <= _LONGEST and not any(map(str.isdigit, value)):
                    self._domains[(record.group, name)].add(folded(value))
        self._calls = calls

    def altered(self, text: str, named: Sequence[Named]) -> StateFinding | None:
        """Give the first state that is told under a field's name and is not what the field holds."""
        low = text.lower()
        plain = re.sub(r"[\s_-]+", "", low)
        own = {id(one.record) for one in named}
        for called, fields in self._called.items():
            if called.replace(" ", "") not in plain:
                continue
            its = [field for field in fields if id(field.record) in own]
            labels = {one.label for one in named if one.label} if its else set()
            its = its or fields
            if not labels and not _is_telling(called) and not _heads(called, low):
                continue
            values = {state_of(folded(field.record.fields[field.name])) for field in its}
            if len(values) == 1:
                found = self._told(low, called, its[-1], values.pop(), labels)
                if found is not None:
                    return found
        return None

    @cached_property
    def _called(self) -> dict[str, list[_Field]]:
        """Give the fields that hold a state or a switch, by each name that they may be called by."""
        found: dict[str, list[_Field]] = defaultdict(list)
        for record in self._records:
            for name, value in record.fields.items():
                if len(state_of(folded(value[: 2 * _LONGEST]))) > _LONGEST:
                    continue
                for called in _names_of(record, name):
                    found[called].append(_Field(name, record))
            for called, name in _setting_of(record):
                found[called].append(_Field(name, record))
        held = {
            called: fields
            for called, fields in found.items()
            if any(_opposed_to(state_of(folded(f.record.fields[f.name])), called) for f in fields[:1])
        }
        return dict(sorted(held.items(), key=lambda item: len(item[0]), reverse=True)[:_MOST_NAMES])

    def _told(self, low: str, called: str, field: _Field, held: str, labels: set[str]) -> StateFinding | None:
        domain = self._domains[(field.record.group, field.name)] if labels else ()
        beside = [word for word in domain if len(domain) <= _MOST_VALUES and not may_be_same(word, held)]
        wanted = sorted({*_opposed_to(held, called), *beside}, key=len, reverse=True)
        if not wanted:
            return None
        if switch_of(held) is False:
            so = _is_so(called, low, field.record, labels)
            if so is not None and not may_have_changed(self._calls, field.record.call):
                value = field.record.fields[field.name]
                return StateFinding(so.start(1), so.end(1), field.name, value, field.record.call, "")
        joined = r"[\s_-]*".join(map(re.escape, called.split(" ")))
        bounded = rf"(?<![\w-]){joined}(?![\w-])" if called.isascii() else joined
        said = re.compile(f"({'|'.join(re.escape(w).replace(chr(92) + ' ', '[ _-]') for w in wanted)}){_END}")
        turned = TURNED.search(low)
        for found in re.finditer(bounded, low):
            copula = _COPULA.match(low, found.end())
            told = said.match(low, copula.end()) if copula else None
            if told is None or (turned is not None and turned.end() <= told.start()):
                continue
            if self._said_elsewhere(called, folded(told[1]), labels) or may_have_changed(
                self._calls, field.record.call
            ):
                continue
            value = field.record.fields[field.name]
            return StateFinding(told.start(1), told.end(1), field.name, value, field.record.call, "")
        return None

    def _said_elsewhere(self, called: str, said: str, labels: set[str]) -> bool:
        """Tell whether a line has the name, and one of some labels if there are any, with what is said."""
        bounded = re.compile(rf"(?<![a-z]){re.escape(said)}(?![a-z])")
        plain = called.replace(" ", "")
        return any(
            said in line
            and bounded.search(line)
            and plain in re.sub(r"[\s-]", "", line)
            and (not labels or any(label in line for label in labels))
            for line in self._lines
        )


def _names_of(record: Record, name: str) -> Iterator[str]:
    """Give what a field may be called: its own name, and a short one behind that of the thing it is in."""
    path = f"{record.group.split(':')[-1]}.{name}".strip(".") if "|" not in record.group else name
    parts = [" ".join(folded(CAMEL.sub(" ", part)).split()) for part in path.split(".")]
    if not parts[-1] or len(parts[-1]) > _LONGEST_NAME:
        return
    yield parts[-1]
    if len(parts) > 1 and parts[-2] and parts[-2] != "block":
        yield f"{parts[-2]} {parts[-1]}"


def _setting_of(record: Record) -> Iterator[tuple[str, str]]:
    """Give the name and the field of a setting: a record of a name, a switch and little else."""
    (_, first), *others = record.fields.items()
    switches = [name for name, value in others if switch_of(folded(value)) is not None]
    if _SETTING.fullmatch(first) and len(others) <= _MOST_BESIDE and len(switches) == 1:
        yield " ".join(folded(CAMEL.sub(" ", first)).split()), switches[0]


def _is_telling(called: str) -> bool:
    """Tell whether a name is no common word: of two words, or long."""
    if not called.isascii():
        return len(called) >= _SHORTEST_CJK
    return " " in called or (len(called) >= _SHORTEST and not STATE_FIELD.search(called))


def _heads(called: str, low: str) -> bool:
    """Tell whether a text begins with a name and its mark: `Severity: high`."""
    return re.match(rf"[\s*_`-]*{re.escape(called)}[*_`]*\s*[:：]", low) is not None


def _is_so(called: str, low: str, record: Record, labels: set[str]) -> re.Match[str] | None:
    """Find a record said to be what a switch of it says it is not: `is locked`, where `locked` is false.

    It is called by its label, or by the name of one of its fields.
    """
    adjective = re.sub(r"^(?:is|has|was) ", "", called)
    if not _ADJECTIVE.fullmatch(adjective):
        return None
    things = labels or {folded(name) for name in record.fields if "." not in name}
    said = "|".join(map(re.escape, sorted(things - {""}, key=len, reverse=True)))
    spaced = said.replace(r"\ ", r"[\s_]") or "(?!)"
    own = rf"(?<!of )(?<!for )(?<!on )(?<!in )(?<![\w-])(?:{spaced})[*_`]*(?: \([^()]{{1,30}}\))?"
    pattern = rf"{own} (?:is|are|was|were) (?:now |currently |still |already )?"
    found = re.search(rf"{pattern}({adjective}){_END}", low)
    return found if found is not None and not TURNED.search(low[: found.start()]) else None


def _opposed_to(held: str, called: str) -> tuple[str, ...]:
    """Give the states that a held one excludes; of a switch, those of the other side."""
    if (on := switch_of(held)) is not None and not families_of(held):
        words = _SWITCHES if called.isascii() else _CJK_SWITCHES
        return () if _INVERSE.search(called) else words[not on]
    switched = (_SWITCHES if called.isascii() else _CJK_SWITCHES)[not on] if on is not None else ()
    return tuple(dict.fromkeys((*excluded_by(held), *switched)))
