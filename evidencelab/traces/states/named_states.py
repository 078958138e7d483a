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
from evidencelab.traces.states.lone_states import LoneStates
from evidencelab.traces.states.told_states import CAMEL, STATE_FIELD, TURNED, StateFinding
from evidencelab.traces.wording.mood import mood_of
from evidencelab.traces.wording.state_words import excluded_by, families_of, folded, may_be_same, switch_of
from evidencelab.traces.wording.statements import Statement
from evidencelab.traces.wording.words import words_of

_LONGEST = 24
_MOST_VALUES = 12
_PARTING = re.compile(r"[;；。](?=\s|\S)|,\s|，|、|\b(?:and|but|while|whereas)\b|\n")
_CONDITION = re.compile(r"\b(?:if|unless|in case|suppose)\b|如果|假如|若", re.IGNORECASE)
_BRACKETED = re.compile(r"[\s\W]*\S+(?: \S+)?\s*[(（]$")
_MOVED = re.compile(
    r"\bfrom\b.{1,40}\bto\b|→|->|\b(?:changed|changes? (?:from|to)|updated?|moved?|transition\w*|set"
    r"|switch(?:ed|ing)? to|marked it|became|turned into)\b|改为|变更|更新为|变成|转为",
    re.IGNORECASE,
)
_LEAD_IN = re.compile(
    r"(?:^|[-–—:：|(（,，·])\s*[*_`]*\s*(?:(?:status|state|severity|level|priority|状态|级别|等级)\s*[:：]?\s*[*_`]*\s*"
    r"|(?:is |was )?(?:currently|now|still|already)\s+|目前|当前|现在|现|仍)*[*_`]*$",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[*_`]*(?:[ -](?:severity|priority|status|level))?\s*(?:$|[)）,，;；。.|!]|[-–—]\s)")
_PREDICATE = re.compile(
    r"\b(?:is|was|has been|had been|remains?|marked as|listed as|rated|shows as|shown as|status of)\s+"
    r"(?:currently |now |still |already |also |marked as |listed as |shown as |rated )*[*_`]*$",
    re.IGNORECASE,
)
_OF_DAYS = re.compile(
    r"\b(?:are|were|have been)\s+(?:currently |now |still |already |also )*[*_`]*$", re.IGNORECASE
)
"""What days are said to be; of names, several may be meant."""
_GOES_ON = re.compile(
    r"[*_`]*\s*(?:$|[)）,，;；。.|!]|(?:on|as of|at|by|in|since|for|with|but|and|so"
    r"|because|due|today|yesterday)\b)",
    re.IGNORECASE,
)
_HAS_DONE = frozenset(
    ("passed", "failed", "succeeded", "completed", "crashed", "expired", "landed", "departed", "arrived")
)
"""States that are told with a verb of their own: `the e2e job passed`."""
_GOES_ON_DONE = re.compile(
    r"[*_`]*\s*(?:$|[)）,，;；。.|!]|(?:at|in|within|since|with|without|but|and|while|so|today|yesterday|again)\b)",
    re.IGNORECASE,
)
_BEHIND_NAME = re.compile(
    r"[*_`\"')\]\s]*(?:\([^()]{1,24}\)\s*)?(?:\w+\s+){0,2}(?:has |have |had |also )?[*_`]*$"
)
_CJK_LEAD = re.compile(
    r"(?:为|是|在|目前|当前|状态|处于|显示|仍|还|现|订单|包裹|工单|告警|申请|任务|设备|服务"
    r"|[A-Za-z0-9`*]\s*|，|,|：|:|—|-|（|\(|\||^)\s*[*_`「“]*$"
)
_CJK_ENDS = re.compile(r"[*_`」”]*\s*(?:$|[，。；,;）)|!！]|状态|—|-)")
_NO_PREDICATE = frozenset(("severity", "priority", "membership", "stock"))
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
    " currently already still now marked listed shown rated meanwhile also fortunately unfortunately"
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
        self._texts = list(dict.fromkeys(folded(text) for text in texts if len(text) <= _LONGEST_TEXT))
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
        return self._of_named(statement) or self._lone.altered(text)

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
        for name, held, one in _fields_told(named):
            for said, at in self._states_beside(one.record, name, held, text, start, end):
                stop = at + len(said)
                if not self._is_told(text, start, at, stop, said, name, one.label):
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

    def _states_beside(
        self, record: Record, name: str, held: str, text: str, start: int, end: int
    ) -> Iterator[tuple[str, int]]:
        """Give the states in `[start, end)` that exclude the held one, with their offsets."""
        domain = self._domains[(record.group, name)]
        wanted = list(excluded_by(held))
        if STATE_FIELD.search(name.split(".")[-1]) and len(domain) <= _MOST_VALUES:
            wanted += [v for v in domain if _is_worded(v) and not may_be_same(v, held) and v not in wanted]
        low = text[start:end].lower()
        for said in sorted(wanted, key=len, reverse=True):
            spelled = re.escape(said).replace(r"\ ", r"[\s_]")
            bounded = rf"(?<![\w-]){spelled}(?![\w-])" if said.isascii() else spelled
            for found in re.finditer(bounded, low):
                yield found.group(), start + found.start()

    def _is_told(self, text: str, start: int, at: int, stop: int, said: str, name: str, label: str) -> bool:
        """Tell whether a state is said, as a plain fact, of what stands before it."""
        before, after = text[start:at], text[stop:]
        if TURNED.search(before) or TURNED.match(after.strip()):
            return False
        if not said.isascii():
            return bool(_CJK_LEAD.search(text[:at])) and bool(_CJK_ENDS.match(after))
        if _LEAD_IN.search(text[:at]) and _ENDS.match(after):
            return True
        families = families_of(folded(said))
        own = words_of(name.split(".")[-1]) & words_of(before)
        if families & _NO_PREDICATE and not own and not re.search(r"\brated\s+\W*$", before):
            return False
        if said in _HAS_DONE and _BEHIND_NAME.match(_behind_label(before, label)):
            return bool(_GOES_ON_DONE.match(after))
        is_predicate = _PREDICATE.search(before) or (not label and _OF_DAYS.search(before))
        return bool(is_predicate) and bool(_GOES_ON.match(after))

    def _stands_with(self, said: str, named: Sequence[Named]) -> bool:
        """Tell whether a state, or one that may be said for it, stands with the record anywhere."""
        low = folded(said)
        labels = {one.label for one in named if one.label}
        texts = [folded(one.record.text) for one in named]
        for text in self._texts:
            if (
                low in text
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
            if len(value) <= _LONGEST and (families_of(folded(value)) or STATE_FIELD.search(last)):
                by_name[last][folded(value)] = one._replace()
    for last, by_value in by_name.items():
        if len(by_value) != 1:
            continue
        held, one = next(iter(by_value.items()))
        name = next(n for n in one.record.fields if n.split(".")[-1] == last)
        if _is_worded(held) and folded(one.record.fields[name]) == held:
            yield name, held, one


def _behind_label(before: str, label: str) -> str:
    """Give what stands between a name and a state; the whole where the name is not in it."""
    return before[before.lower().rfind(label) + len(label) :] if label and label in before.lower() else "-"


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


def _holds(text: str, said: str) -> bool:
    """Tell whether a folded text holds a folded state, as a word of its own."""
    if said not in text:
        return False
    return not said.isascii() or re.search(rf"(?<![a-z]){re.escape(said)}(?![a-z])", text) is not None


def _is_worded(value: str) -> bool:
    return re.search(r"[^\W\d_]", value) is not None and switch_of(value) is None
