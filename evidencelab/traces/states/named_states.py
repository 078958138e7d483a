"""States told wrongly: the statement says of a record what its field does not hold.

A statement is judged only where it names one record, says of it one state of a closed domain as a plain
fact, and the record holds another of that domain. It is silent where the state stands in any line of the
evidence that names the record, where a later call may have changed it, and where several are spoken of.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from evidencelab.traces.evidence.bearing import Call
from evidencelab.traces.evidence.later_calls import may_have_changed
from evidencelab.traces.evidence.records import Record, records_of
from evidencelab.traces.evidence.subjects import Named, Subjects, labels_of
from evidencelab.traces.states.field_states import FieldStates
from evidencelab.traces.states.lone_states import LoneStates
from evidencelab.traces.states.state_predicates import is_told
from evidencelab.traces.states.told_states import CAMEL, STATE_FIELD, StateFinding
from evidencelab.traces.wording.mood import mood_of
from evidencelab.traces.wording.state_words import (
    excluded_by,
    families_of,
    folded,
    may_be_same,
    said_for,
    state_of,
    switch_of,
)
from evidencelab.traces.wording.statement import Statement
from evidencelab.traces.wording.words import words_of

_LONGEST = 24
_MOST_VALUES = 12
_PARTING = re.compile(r"[;；。](?=\s|\S)|,\s|，|、|\b(?:and|but|while|whereas)\b|\n")
_CONDITION = re.compile(r"\b(?:if|unless|in case|suppose)\b|如果|假如|若", re.IGNORECASE)
_BRACKETED = re.compile(r"[\s\W]*\S+(?: \S+)?\s*[(（]$")
_MOVED = re.compile(
    r"\bfrom\b.{1,40}\bto\b|→|->|\b(?:changed|changes? (?:from|to)|updated|moved?|transition\w*|set"
    r"|switch(?:ed|ing)? to|marked it|turned into)\b|改为|变更|更新为|变成|转为",
    re.IGNORECASE,
)
_DENIED = re.compile(r"(?:(?<![a-z])(?:un|in|dis|non-?|not[ -]?)|[不未非没待])$")
_KEY_ENDS = re.compile(r"[\"']?[:=]")
_LONGEST_DENIAL = 5
_OPEN_FIELD = re.compile(r"'(([a-z]{2,}ed)(?:_?(?:at|on|by|time|date))?)': none")
"""A field of a time or a person at which something was done, without either: it was not done."""
_EMPTY = re.compile(r"[\"'][\w ]+[\"']: ?(?:null|none)\b|(?:^|[,;{])\s*[\w ]+=(?:null|none)\b")
_ASIDE = re.compile(r"^\w[^()]*\(([\w -]{2,20})\)$")
"""A second state in brackets: `Up 3 hours (unhealthy)`."""
_SEVERAL = 2
_LONGEST_TEXT = 4000
"""A longer text holds several records; a state in it may be another's."""
_KINDS = words_of(
    "status state severity level priority phase order request ticket case issue incident alert job task"
    " run build pod check test suite stage step pipeline workflow"
    " service instance node host machine device server database account user customer member line"
    " package parcel"
    " shipment invoice bill claim application deployment item product project record entry row number"
    " vulnerability"
    " currently already still now marked listed shown rated became becomes went"
    " meanwhile also fortunately unfortunately"
    " however january"
    " february march april june july august september october november december"
)
_STATUS = words_of("status state severity level priority phase")
_CJK_KINDS = ("状态", "级别", "等级", "当前", "目前", "订单", "包裹", "工单", "告警", "申请", "处理")


class States:
    """Judges states against the records of the calls before an answer.

    Args:
        calls: Index, recorded call and its record, in order.
        lines_of: The lines of each call's output, by index.
    """

    def __init__(self, calls: Sequence[Call], lines_of: Mapping[int, Sequence[str]]) -> None:
        self.calls = calls
        self.records = [record for index, call, _ in calls for record in records_of(index, call)]
        self.subjects = Subjects(self.records)
        lines = (line for its in lines_of.values() for line in its)
        texts = (*lines, *(record.text for record in self.records))
        self._texts = list(dict.fromkeys(_told_by(text) for text in texts if len(text) <= _LONGEST_TEXT))
        self._fields = FieldStates(self.records, self._texts, calls)
        self._lone = LoneStates(self.records, self._texts, calls)
        self._domains: dict[tuple[str, str], set[str]] = defaultdict(set)
        for record in self.records:
            for name, value in record.fields.items():
                if len(value) <= _LONGEST:
                    self._domains[(record.group, name)].add(folded(value))

    def altered(self, statement: Statement) -> StateFinding | None:
        """Give the first state of a statement that its record does not hold; None if there is none.

        Under a title of advice, only a state in brackets right behind its name is one of fact.
        """
        text = statement.text
        mood = mood_of(statement)
        if statement.kind in ("code", "row") or _MOVED.search(text) or _CONDITION.search(text):
            return None
        if mood == "advice" and mood_of(statement._replace(sections=(), parents=())) == "fact":
            found = self._of_named(statement)
            return found if found is not None and _BRACKETED.match(text[: found.start]) else None
        if mood not in ("fact", "supposition"):
            return None
        named = self.subjects.named_in(text)
        return self._of_named(statement) or self._fields.altered(text, named) or self._lone.altered(text)

    def _of_named(self, statement: Statement) -> StateFinding | None:
        text = statement.text
        before: tuple[Named, ...] = ()
        for above in (*statement.sections[-1:], *statement.parents):
            before = self.subjects.named_in(above) or before
        start = 0
        for end in [*(found.end() for found in _PARTING.finditer(text)), len(text)]:
            named = self.subjects.named_in(text[start:end])
            found = self._in_clause(text, start, end, named or before)
            if found is not None:
                return found
            before = (*named, *(n for n in before if n.record.text != n.label)) if named else before
            if named:
                before = named if not self.subjects.named_in(text[:start]) else (*before, *named)
            start = end
        return None

    def _in_clause(self, text: str, start: int, end: int, named: Sequence[Named]) -> StateFinding | None:
        """Look in one clause for a state that the one record named there does not hold."""
        found = self._undone(text, start, end, named)
        if found is not None:
            return found
        for name, held, one in _fields_told(named):
            for said, at in self._states_beside(one.record, name, held, text, start, end):
                stop = at + len(said)
                if not is_told(text, start, at, stop, said, name, one):
                    continue
                if not _is_of_itself(text[start:at], one):
                    continue
                alone = len({n.label for n in self.subjects.named_in(text)}) < _SEVERAL
                beside = _near(text if alone else text[start:end], said)
                if any(may_be_same(word, held) for word in beside):
                    continue
                if self._stands_with(said, named) or self._has_changed(named):
                    continue
                return StateFinding(at, stop, name, one.record.fields[name], one.record.call, one.label)
        return None

    def _undone(self, text: str, start: int, end: int, named: Sequence[Named]) -> StateFinding | None:
        """Look in one clause for something said to be done that the record has no time or person for."""
        if len({id(one.record) for one in named}) != 1:
            return None
        one = named[0]
        low = text[start:end].lower()
        for field, done in _OPEN_FIELD.findall(one.record.text):
            words = (done, *said_for(done))
            if any(_holds(_told_by(one.record.text), word) for word in words):
                continue
            for said in words:
                for found in re.finditer(_spelled(said), low):
                    at, stop = start + found.start(), start + found.end()
                    if (
                        is_told(text, start, at, stop, found.group(), field, one)
                        and _is_of_itself(text[start:at], one)
                        and not self._stands_with(found.group(), named)
                        and not self._has_changed(named)
                    ):
                        return StateFinding(at, stop, field, "null", one.record.call, one.label)
        return None

    def _states_beside(
        self, record: Record, name: str, held: str, text: str, start: int, end: int
    ) -> Iterator[tuple[str, int]]:
        """Give the states in `[start, end)` that exclude the held one, with their offsets."""
        domain = self._domains[(record.group, name)]
        wanted = list(excluded_by(held))
        if STATE_FIELD.search(name.split(".")[-1]) and len(domain) <= _MOST_VALUES:
            wanted += [v for v in domain if _is_state(v) and not may_be_same(v, held) and v not in wanted]
        low = text[start:end].lower()
        for said in sorted(wanted, key=len, reverse=True):
            for found in re.finditer(_spelled(said), low):
                yield found.group(), start + found.start()

    def _stands_with(self, said: str, named: Sequence[Named]) -> bool:
        """Tell whether a state, or one that may be said for it, stands with the record anywhere."""
        low = folded(said)
        labels = {one.label for one in named if one.label}
        texts = [_told_by(one.record.text) for one in named]
        for text in self._texts:
            if (
                _is_in(text, low)
                and any(label in text for label in labels)
                and not self._is_of_several(text, named)
            ):
                return True
        return any(_holds(text, low) for text in texts)

    def _has_changed(self, named: Sequence[Named]) -> bool:
        last = max(one.record.call for one in named)
        labels = {one.label for one in named if one.label}
        by_days = set[str]().union(*(labels_of(one.record) for one in named))
        return may_have_changed(self.calls, last, labels or by_days)

    def _is_of_several(self, text: str, named: Sequence[Named]) -> bool:
        """Tell whether a text holds other records of the same list too, so that the state may be theirs."""
        own = {id(one.record) for one in named}
        groups = {one.record.group for one in named}
        there = self.subjects.named_in(text)
        return any(one.record.group in groups and id(one.record) not in own for one in there)


def _fields_told(named: Sequence[Named]) -> Iterator[tuple[str, str, Named]]:
    """Give the fields that could hold a state, where all records named have the same value there."""
    by_name: dict[str, dict[str, Named]] = defaultdict(dict)
    for one in named:
        for name, value in one.record.fields.items():
            last = name.split(".")[-1]
            held = state_of(folded(value))
            if len(held) <= _LONGEST and (families_of(held) or STATE_FIELD.search(last)):
                by_name[last][held] = one
            aside = _ASIDE.search(value)
            if aside is not None and families_of(folded(aside[1])):
                by_name[f"{last}()"][folded(aside[1])] = one
    for last, by_value in by_name.items():
        if len(by_value) != 1:
            continue
        held, one = next(iter(by_value.items()))
        name = next(n for n in one.record.fields if n.split(".")[-1] == last.removesuffix("()"))
        is_state = _is_state(held) and (switch_of(held) is None or STATE_FIELD.search(last))
        if is_state and (last.endswith("()") or state_of(folded(one.record.fields[name])) == held):
            yield name, held, one


def _spelled(said: str) -> str:
    """Give a pattern for a folded state in lower case text."""
    if said.isascii():
        return rf"(?<![\w-]){re.escape(said)}(?![\w-])".replace(r"\ ", r"[\s_-]")
    return re.escape(said).replace("已", "已(?:经|被)?", 1) if said.startswith("已") else f"(?:已经?)?{said}"


def _near(text: str, said: str) -> list[str]:
    """Give the other states said in a text: one of them may be the record's own."""
    words = map(folded, re.findall(r"[A-Za-z][A-Za-z-]+|[\u4e00-\u9fff]{2,6}", text))
    return [word for word in words if word != folded(said) and families_of(word)]


def _is_of_itself(before: str, one: Named) -> bool:
    """Tell whether the words in front of a state are all the record's, so that it is no part's state.

    In `the refund for order 7 is pending` the state is the refund's.
    """
    low = folded(before)
    record = one.record
    own = words_of(record.text) | words_of(CAMEL.sub(" ", f"{record.group} {' '.join(record.fields)}"))
    latin = re.sub(r"[^\x00-\x7f]+", " ", before)
    if not all(word in own or word in _KINDS or word.isdigit() for word in words_of(latin.lower())):
        return False
    if one.label:
        part = re.search(
            rf"(\w+) (?:of|for|on|behind|in|from|to|at|under|with) (?:\w+ )?{re.escape(one.label)}", low
        )
        if part is not None and not words_of(part[1]) <= own | _STATUS:
            return False
    behind = re.search(re.escape(one.label) + r"的([\u4e00-\u9fff]{2})", low) if one.label else None
    return behind is None or behind[1] in record.text or behind[1] in _CJK_KINDS


def _told_by(text: str) -> str:
    """Give a text folded, without the fields that hold nothing."""
    return _EMPTY.sub("", folded(text))


def _is_in(text: str, said: str) -> bool:
    """Tell whether a folded text holds a folded state, also within a word, but not denied, nor as a name."""
    at = text.find(said)
    while at >= 0:
        is_denied = _DENIED.search(text[max(0, at - _LONGEST_DENIAL) : at])
        if not is_denied and not _KEY_ENDS.match(text, at + len(said)):
            return True
        at = text.find(said, at + 1)
    return False


def _holds(text: str, said: str) -> bool:
    """Tell whether a folded text holds a folded state, as a word of its own and no field's name."""
    if not _is_in(text, said):
        return False
    return (
        not said.isascii() or re.search(rf"(?<![a-z]){re.escape(said)}(?![a-z]|[\"']?[:=])", text) is not None
    )


def _is_state(value: str) -> bool:
    """Tell whether a folded value is worded, and no bare yes or no."""
    return re.search(r"[^\W\d_]", value) is not None and (
        switch_of(value) is None or bool(families_of(value))
    )
