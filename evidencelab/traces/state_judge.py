"""Judge the states an answer tells, in prose and in tables, and show each over the evidence.

It must not judge values.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from evidencelab.traces.evidence.bearing import Call
from evidencelab.traces.evidence.places import Place
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.states.mixed_records import MixedRecords
from evidencelab.traces.states.named_states import States
from evidencelab.traces.states.none_of import denied_of_all
from evidencelab.traces.states.state_tables import CellFinding, states_in_table
from evidencelab.traces.states.universals import refuted_in
from evidencelab.traces.wording.exceptions import is_excepted, without_exception
from evidencelab.traces.wording.mood import mood_of
from evidencelab.traces.wording.state_words import folded
from evidencelab.traces.wording.statement import Statement

_ASKING = re.compile(r"\W*(?:what|which|who|where|how)\b|\W*(?:什么|哪些|哪里|谁|怎么)", re.IGNORECASE)
"""Opens a heading that says what is told below it, and tells nothing: `What is healthy`."""


class ToldState(NamedTuple):
    """A state that a statement tells otherwise than the evidence.

    Attributes:
        start: First code point of it in the statement.
        end: One past its last.
        held: The state as the evidence has it.
        place: Where that is.
        reason: Why, in words.
    """

    start: int
    end: int
    held: str
    place: Place | None
    reason: str


class StateJudge:
    """Judges the states of one message.

    Args:
        statements: The message's statements.
        calls: The calls before it.
        pool: What they said.
    """

    def __init__(self, statements: Sequence[Statement], calls: Sequence[Call], pool: Pool) -> None:
        self._statements = statements
        self._calls = calls
        self._pool = pool

    def of(self, statement: Statement) -> ToldState | None:
        """Give the state of a statement that its record does not hold; None if there is none."""
        if not self._calls or (statement.kind == "heading" and _ASKING.match(statement.text)):
            return None
        if statement.kind == "row":
            return self._of_cell(statement)
        found = self._states.altered(statement)
        if found is None:
            return self._of_all(statement)
        return self._told(found.start, found.end, found.field, found.held, found.call, found.label)

    def of_other(self, statement: Statement) -> ToldState | None:
        """Give the value of a statement that is another record's; None if there is none."""
        if not self._calls:
            return None
        found = self._mixed.in_statement(statement)
        if found is None:
            return None
        return self._told(found.start, found.end, found.field, found.held, found.call, found.label)

    @cached_property
    def lines_of(self) -> Mapping[int, Sequence[str]]:
        """The lines of each call's output, by the call's index."""
        return {index: [p.text for p in self._pool.call_places(index)] for index, _, _ in self._calls}

    @cached_property
    def _states(self) -> States:
        return States(self._calls, self.lines_of)

    @cached_property
    def _mixed(self) -> MixedRecords:
        return MixedRecords(self._calls, self.lines_of)

    @cached_property
    def _records_told(self) -> frozenset[int]:
        """The ids of the records that the message names."""
        named = (one for s in self._statements for one in self._states.subjects.named_in(s.text))
        return frozenset(id(one.record) for one in named)

    @cached_property
    def _cells(self) -> Mapping[int, CellFinding]:
        """The cells told wrongly, by the number of their row's statement."""
        tables: dict[int, list[Statement]] = defaultdict(list)
        for statement in self._statements:
            if statement.kind == "row":
                tables[statement.block].append(statement)
        found: dict[int, CellFinding] = {}
        for rows in tables.values():
            for cell in states_in_table(rows, self._states.records):
                found.setdefault(cell.number, cell)
        return found

    def _of_all(self, statement: Statement) -> ToldState | None:
        if statement.kind in ("code", "heading") or mood_of(statement) != "fact":
            return None
        text, excepted = without_exception(statement.text)
        statement = statement._replace(text=text)
        records = [one for one in self._states.records if not is_excepted(excepted, one.text)]
        told = self._records_told
        found = refuted_in(text, records, self._calls, told) or denied_of_all(
            statement, self._statements, records, self._calls, told
        )
        if found is None:
            return None
        record = found.record
        label = folded(next(iter(record.fields.values())))
        return self._told(found.start, found.end, found.field, record.fields[found.field], record.call, label)

    def _of_cell(self, row: Statement) -> ToldState | None:
        found = self._cells.get(row.number)
        if found is None:
            return None
        start = 0
        bars = [at for at, character in enumerate(row.text) if character == "|"]
        lead = 0 if row.text.lstrip().startswith("|") else 1
        if found.cell + 1 - lead < len(bars):
            start = bars[found.cell - lead] + 1 if found.cell >= lead else 0
        end = next((at for at in bars if at > start), len(row.text))
        cell = row.text[start:end]
        start += len(cell) - len(cell.lstrip())
        end = start + len(cell.strip())
        record = found.record
        label = max(map(folded, record.fields.values()), key=len, default="")
        return self._told(start, end, found.field, record.fields[found.field], record.call, label)

    def _told(self, start: int, end: int, field: str, held: str, call: int, label: str) -> ToldState:
        shown = f"{field}={held}" if field else held
        places = [p for p in self._pool.call_places(call) if held.lower() in p.text.lower()]
        beside = [p for p in places if label and label in folded(p.text)]
        named = [p for p in places if f"{field.split('.')[-1].lower()}" in p.text.lower()]
        place = next(iter(beside or named or places), None)
        return ToldState(start, end, held, place, f"the record has {shown}")
