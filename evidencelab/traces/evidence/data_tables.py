"""The tables that tools returned, whole: lists of records in JSON, and tables laid out as text.

Cells keep their text; a cell that is one number, alone or with its unit, has it besides. It must not know
what is said of them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pydantic import JsonValue

from evidencelab.contracts import ToolInvocation
from evidencelab.traces.arithmetic.quantities import Quantity, quantity
from evidencelab.traces.evidence.field_units import unit_in
from evidencelab.traces.evidence.places import Place
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.table_rows import FEWEST_ROWS, MOST_ROWS, Rows, rows_in
from evidencelab.traces.formats.conversation import CallRecord
from evidencelab.traces.values.reader import value_tokens
from evidencelab.traces.wording.words import name_words, words_of

MOST_TABLES, _TELLING = 24, 3
_LONGEST_NUMBER, _LONG_LIMIT, _SHORTEST, _LONGEST_NAME = 32, 7, 2, 60
_ASIDE = re.compile(r"\s\([^()]*\)$")
_SUMMARY = re.compile(
    r"^\W*(?:(?:sub|grand )?totals?|sum|overall|average|mean|合计|总计|小计|平均|汇总)\b", re.IGNORECASE
)
_LIMITED = re.compile(
    r"\blimit\b\W{0,4}(\d+)|\btop\b\W{0,4}(\d+)|\b(?:page_?size|head|tail|max_?results|size|n|k)\b\W{1,4}(\d+)",
    re.IGNORECASE,
)


class Cell(NamedTuple):
    """A cell: its text, and its number in the base of its unit if it is one: `7`, `91 %`, `3 (2m ago)`."""

    text: str
    number: Quantity | None = None


class DataTable(NamedTuple):
    """A table of the evidence.

    Attributes:
        call: Index of the call that returned it.
        subject: What its rows are called: the key of the list; empty where it has none.
        columns: The cells by the column's title, one a row; None where a row has none.
        texts: The folded texts of cells that are no number, with the columns they stand in.
        n_rows: How many rows there are.
        is_whole: Whether nothing says that there are more rows than these.
        words: Stems of what holds of all its rows: the call's name and arguments, the list's key.
    """

    call: int
    subject: str
    columns: Mapping[str, Sequence[Cell | None]]
    texts: Mapping[str, tuple[str, ...]]
    n_rows: int
    is_whole: bool
    words: frozenset[str]

    def is_unique(self, column: str) -> bool:
        """Tell whether all cells of a column differ, so that each names its row."""
        texts = [cell.text.casefold() for cell in self.columns[column] if cell is not None]
        return len(set(texts)) == len(texts) == self.n_rows

    def numbers(self, column: str) -> list[Quantity | None] | None:
        """Give a column's numbers, one a row; None if a cell is none, or they are of several dimensions."""
        cells = self.columns[column]
        if any(cell is not None and cell.number is None for cell in cells):
            return None
        found = [None if cell is None else cell.number for cell in cells]
        kinds = {q.dimension for q in found if q is not None}
        return found if len(kinds) == 1 else None


def tables_of_call(index: int, call: ToolInvocation, record: CallRecord | None) -> list[DataTable]:
    """Give the tables of one call, in order; what was cut short is not whole, what failed has none."""
    if call.status == "error":
        return []
    found: list[DataTable] = []
    said = f"{call.tool_name} {json.dumps(call.arguments, ensure_ascii=False)}".replace("_", " ")
    words = words_of(said)
    is_cut = record is not None and bool(set(record.notes) & {"result_truncated", "result_partly_recorded"})
    limits = {int(n) for m in _LIMITED.finditer(said) for n in m.groups() if n and len(n) < _LONG_LIMIT}
    for subject, rows, is_whole, beside in rows_in(call.output):
        is_all = is_whole and not is_cut and len(rows) not in limits
        table = _table(index, subject, rows, is_all, words | name_words(subject) | beside)
        if table is not None:
            found.append(table)
    return found[-MOST_TABLES:]


def place_of_row(table: DataTable, row: int, pool: Pool) -> Place | None:
    """Give the place of the evidence that holds a row: the first of its call that has its first cells."""
    cells = [cells[row] for cells in table.columns.values()]
    texts = [cell.text for cell in cells if cell is not None][:_TELLING]
    places = pool.call_places(table.call)
    return next((place for place in places if all(text in place.text for text in texts)), None)


def _table(call: int, subject: str, rows: Rows, is_whole: bool, words: frozenset[str]) -> DataTable | None:
    """Lay rows out by column; None for too few or too many, or with a row that sums up the others."""
    if not FEWEST_ROWS <= len(rows) <= MOST_ROWS:
        return None
    titles = dict.fromkeys(title for row in rows for title in row)
    columns: dict[str, list[Cell | None]] = {
        title: [_cell(title, row.get(title)) for row in rows] for title in titles
    }
    first = next(iter(columns.values()), [])
    if any(cell is not None and _SUMMARY.match(cell.text) for cell in first):
        return None
    return DataTable(call, subject, columns, _texts(columns), len(rows), is_whole, words)


def _texts(columns: Mapping[str, Sequence[Cell | None]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for title, cells in columns.items():
        for cell in cells:
            if cell is not None and cell.number is None and _SHORTEST <= len(cell.text) <= _LONGEST_NAME:
                found.setdefault(cell.text.casefold(), {})[title] = None
    return {text: tuple(titles) for text, titles in found.items()}


def _cell(title: str, value: JsonValue) -> Cell | None:
    if value is None or value == "" or isinstance(value, dict | list):
        return None
    if isinstance(value, bool):
        return Cell(str(value).lower())
    text = str(value).strip()
    told = _ASIDE.sub("", text)
    tokens = value_tokens(told) if len(told) < _LONGEST_NUMBER else ()
    if len(tokens) != 1 or tokens[0].kind != "number" or tokens[0].text.strip() != told:
        return Cell(text)
    token = tokens[0]
    spelled = unit_in(title) if token.unit is None else None
    number = quantity(token if spelled is None else token._replace(unit=spelled))
    if (token.number or 0.0) < 0:
        number = number._replace(value=-number.value, number=-number.number)
    return Cell(text, number)
