"""Names and dates that are another record's: the statement speaks of one record, the value is its sister's.

A statement is judged clause by clause. Where it gives the record's own value as well, only an exchange
counts: two records, each told with the other's. It must not judge numbers.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property

from pydantic import JsonValue

from evidencelab.contracts import ToolInvocation
from evidencelab.traces.evidence.bearing import Call
from evidencelab.traces.evidence.later_calls import may_have_changed
from evidencelab.traces.evidence.lines_alike import lines_alike
from evidencelab.traces.evidence.records import Record, records_of
from evidencelab.traces.formats.parts import mapping, parsed
from evidencelab.traces.formats.unseen import as_text
from evidencelab.traces.states.record_clauses import clauses_of
from evidencelab.traces.states.record_lists import Mixed, RecordList
from evidencelab.traces.states.record_values import RecordValue, has_value
from evidencelab.traces.states.told_states import StateFinding
from evidencelab.traces.wording.state_words import folded
from evidencelab.traces.wording.statement import Statement
from evidencelab.traces.wording.words import words_of

_MOST_RECORDS, _STEM = 200, 4
_COMPARED = re.compile(
    r"\b(?:than|versus|vs|compared|unlike|like|instead|rather|not|never|same|other|another|before|after|until"
    r"|since|later|earlier|previous\w*|next|former\w*|originally|from(?=[^,;]{1,60}\bto\b)|replaced by"
    r"|in place of|moved|transfer\w*|handed|successor|both|between|if|would|could|should|will|near\w*"
    r"|close to|opposite|beside|adjacent|away|that|which|who|whose|where|walk\w*|drive)\b|n['’]t\b"
    r"|比|而不是|不是|之前|之后|以前|以后|改为|转给|转交|接替|替换|如果|不同",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"“[^“”]*”|「[^「」]*」")


class MixedRecords:
    """Finds values of other records in the statements on one run's calls.

    Args:
        calls: Index, recorded call and its record, in order.
        lines_of: The lines of each call's output, by index.
    """

    def __init__(self, calls: Sequence[Call], lines_of: Mapping[int, Sequence[str]]) -> None:
        self._calls = calls
        lists: dict[tuple[int, str], list[Record]] = defaultdict(list)
        for index, call, _ in calls:
            for record in (*records_of(index, call), *lines_alike(index, call)):
                if _is_row(record):
                    lists[(index, record.group)].append(record)
        alone: dict[tuple[str, frozenset[str]], list[Record]] = defaultdict(list)
        for its in lists.values():
            if len(its) == 1:
                alone[its[0].group, frozenset(its[0].fields)].append(its[0])
        both = (*lists.values(), *alone.values())
        self._lists = [RecordList(its) for its in both if 2 <= len(its) <= _MOST_RECORDS]
        self._texts = [folded(line) for its in lines_of.values() for line in its]

    def in_statement(self, statement: Statement) -> StateFinding | None:
        """Give the first value of a statement that is another record's than the one it is told of."""
        text = statement.text
        if statement.kind in ("code", "heading") or text.endswith(("?", "？")):
            return None
        spans = [(*span, False) for span in clauses_of(statement)]
        swapped: list[tuple[int, Mixed]] = []
        for start, end, is_whole in (*spans, (0, len(text), True)):
            clause = text[start:end]
            comparing = {word.lower() for word in _COMPARED.findall(_QUOTED.sub("", clause))}
            for its in self._lists:
                found = its.listed_for_another(clause) if is_whole else its.mixed_in(clause, text, start)
                if found is None or self._stands_together(found.held, found.said, its):
                    continue
                own = {word[:_STEM] for word in words_of(found.record.text)}
                if any(len(word) < _STEM or word[:_STEM] not in own for word in comparing - its.names):
                    continue
                if may_have_changed(self._calls, found.record.call, set(found.held)):
                    continue
                if not found.is_told:
                    return found.finding(start)
                turned = (one for one in swapped if found.is_of(one[1]) and one[1].is_of(found))
                first, other = next(turned, (0, None))
                if other is not None:
                    return other.finding(first)
                swapped.append((start, found))
        return None

    @cached_property
    def _heads(self) -> list[tuple[str, str]]:
        """What each reply says of itself, with all of the reply."""
        return [
            (head, folded(as_text(call.output)))
            for _, call, _ in self._calls
            if (head := _head_of(call)) is not None
        ]

    def _stands_together(self, held: Sequence[str], said: RecordValue, its: RecordList) -> bool:
        """Tell whether a line of another list names the record and has the value as well.

        What a reply says of itself, above its records, it says of each of them.
        """
        own = its.texts
        texts = ((text, text) for text in self._texts if text not in own)
        return any(
            any(label in naming for label in held) and has_value(saying, said)
            for saying, naming in (*self._heads, *texts)
        )


def _head_of(call: ToolInvocation) -> str | None:
    """Give what a JSON reply says of itself: its own plain fields beside those that hold more."""
    fields = mapping(parsed(call.output))
    plain = [f"{name}: {value}" for name, value in fields.items() if isinstance(value, str)]
    return folded("\n".join(plain)) if plain and any(map(_holds_more, fields.values())) else None


def _holds_more(value: JsonValue) -> bool:
    return isinstance(value, dict | list) and bool(value)


def _is_row(record: Record) -> bool:
    """Tell a record of a list from a paragraph of keyed lines, or a keyed line below a table's head."""
    return not record.group.endswith(":block") and not any(
        value.endswith((":", "：")) for value in record.fields.values()
    )
