"""A name or a time told under the very name of a field, which the record has under another one.

`Steward: Ida Lund` where the one record with a steward has her as its `clerk`. Silent where records differ in
the field, or the record's own value is told as well. It must not judge numbers and states.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property

from evidencelab.traces.evidence.places import holds
from evidencelab.traces.evidence.records import Record
from evidencelab.traces.states.record_values import RecordValue, is_alike, is_said, values_of
from evidencelab.traces.states.told_states import STATE_FIELD, StateFinding
from evidencelab.traces.values.reader import value_tokens
from evidencelab.traces.wording.state_words import folded
from evidencelab.traces.wording.statement import Statement
from evidencelab.traces.wording.words import name_words

_TOLD = re.compile(r"[\s*_`|#•-]*([^\W\d_][\w /-]{1,30}?)[*_`]*\s*[:：|][*_`\s]*([^|\n]{2,60}?)[\s*_`|.。]*$")
_MOST_RECORDS = 2000


class ToldRoles:
    """Finds what is told under another field's name in the statements on one run's calls."""

    def __init__(self, records: Sequence[Record]) -> None:
        self._records = records[:_MOST_RECORDS]

    def in_statement(self, statement: Statement) -> StateFinding | None:
        """Give the value that a statement tells under the name of a field with another one."""
        told = _TOLD.match(statement.text) if statement.kind in ("bullet", "row", "sentence") else None
        words = name_words(told[1]) if told else frozenset[str]()
        having = self._by_words.get(words, []) if words else []
        if told is None or len({folded(record.fields[field]) for record, field in having}) != 1:
            return None
        record, field = having[0]
        held = record.fields[field]
        if STATE_FIELD.search(field.split(".")[-1]) or is_said(held, statement.text):
            return None
        moments = [t.moment for t in value_tokens(told[2]) if t.moment is not None]
        said = RecordValue(told[2] if moments else folded(told[2]), moments[0] if len(moments) == 1 else None)
        is_there = any(
            other != field and _is_it(said, value, other) for other, value in record.fields.items()
        )
        if not is_there or not is_alike(said, held):
            return None
        return StateFinding(told.start(2), told.end(2), field, held, record.call, folded(held))

    @cached_property
    def _by_words(self) -> dict[frozenset[str], list[tuple[Record, str]]]:
        """The fields of all records by the words of their names."""
        found: dict[frozenset[str], list[tuple[Record, str]]] = defaultdict(list)
        for record in self._records:
            for field, value in record.fields.items():
                words = name_words(field.split(".")[-1])
                if words and value.strip("-– "):
                    found[words].append((record, field))
        return found


def _is_it(said: RecordValue, value: str, field: str) -> bool:
    """Tell whether a field's value is one that was said."""
    if said.moment is None:
        return folded(value) == said.text and bool(values_of(value, field))
    return any(holds(held.moment, said.moment) for held in values_of(value, field) if held.moment is not None)
