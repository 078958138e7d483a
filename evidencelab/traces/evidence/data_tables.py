"""The tables that tools returned, whole: lists of records in JSON, and tables laid out as text.

Cells keep their text; a cell that is one number, alone or with its unit, has it besides. It must not know
what is said of them.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pydantic import JsonValue

from evidencelab.contracts import ToolInvocation
from evidencelab.traces.arithmetic.quantities import Quantity, quantity
from evidencelab.traces.evidence.field_units import unit_in
from evidencelab.traces.evidence.places import Place
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.formats.conversation import CallRecord
from evidencelab.traces.values.reader import value_tokens
from evidencelab.traces.wording.words import name_words, words_of

_FEWEST_ROWS, _MOST_ROWS, MOST_TABLES, _DEEPEST, _LONG, _TELLING = 2, 500, 24, 6, 80, 3
_LONGEST_NUMBER, _LONG_LIMIT, _SHORTEST, _LONGEST_NAME = 32, 7, 2, 60
_ASIDE = re.compile(r"\s\([^()]*\)$")
_SUMMARY = re.compile(
    r"^\W*(?:(?:sub|grand )?totals?|sum|overall|average|mean|合计|总计|小计|平均|汇总)\b", re.IGNORECASE
)
_RULE = re.compile(r"[\s|:+=-]+")
_SEPARATORS = ("|", "\t", ",", None)
"""What parts the cells of a line; None stands for gaps of two spaces and more."""
_GAP = re.compile(r"\s{2,}")
_TOTAL_KEYS = re.compile(
    r"^(?:total|count|n|total_?(?:count|rows|results|hits|items|records)|num_?\w+|n_\w+|总数|条数)$",
    re.IGNORECASE,
)
_CUT_KEYS = re.compile(r"^(?:has_?more|truncated|next(?:_?\w+)?|more|is_?partial|partial)$", re.IGNORECASE)
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
    for subject, rows, is_whole, beside in _rows_in(call.output):
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


_Rows = Sequence[Mapping[str, JsonValue]]


class _Found(NamedTuple):
    """A list of records: its key, its records, whether they are all, the words that stand beside it."""

    subject: str
    rows: _Rows
    is_whole: bool
    beside: frozenset[str]


def _rows_in(output: JsonValue) -> Iterator[_Found]:
    """Give the lists of records in an output, with their keys, and whether they are whole."""
    if isinstance(output, str):
        try:
            output = json.loads(output)
        except (ValueError, RecursionError):
            yield from _rows_of_text(str(output))
            return
    yield from _rows_of_json(output, _Found("", (), True, frozenset()), 0)


def _rows_of_json(value: JsonValue, above: _Found, depth: int) -> Iterator[_Found]:
    if depth > _DEEPEST:
        return
    if isinstance(value, dict):
        said = " ".join(str(item) for item in value.values() if isinstance(item, str) and len(item) < _LONG)
        for name, item in value.items():
            is_whole = above.is_whole and not (isinstance(item, list) and _is_more(value, len(item)))
            subject = name if isinstance(item, list | dict) else above.subject
            beside = above.beside | words_of(said) | name_words(name)
            yield from _rows_of_json(item, _Found(subject, (), is_whole, beside), depth + 1)
    elif isinstance(value, list):
        records = [item for item in value if isinstance(item, dict)]
        if records and len(records) == len(value):
            yield above._replace(rows=[dict(_flat(record)) for record in records])
        for item in value:
            yield from _rows_of_json(item, above, depth + 1)


def _is_more(beside: Mapping[str, JsonValue], n_rows: int) -> bool:
    """Tell whether what stands beside a list says that there are more rows than it has."""
    for key, value in beside.items():
        if _CUT_KEYS.match(key) and value not in (None, False, "", 0):
            return True
        if (
            _TOTAL_KEYS.match(key)
            and isinstance(value, int)
            and not isinstance(value, bool)
            and value > n_rows
        ):
            return True
    return False


def _flat(record: Mapping[str, JsonValue], prefix: str = "") -> Iterator[tuple[str, JsonValue]]:
    """Give the fields of a record, those of records in it under joined names."""
    for key, value in record.items():
        if isinstance(value, dict) and not prefix:
            yield from _flat(value, f"{key}.")
        elif not isinstance(value, dict | list):
            yield prefix + key, value


def _rows_of_text(text: str) -> Iterator[_Found]:
    """Give the blocks of lines that fall into the same number of cells under a header."""
    for block in re.split(r"\n\s*\n", text):
        lines = [line.strip().strip("|").strip() for line in block.splitlines()]
        lines = [line for line in lines if line and not _RULE.fullmatch(line)]
        if not _FEWEST_ROWS < len(lines) <= _MOST_ROWS:
            continue
        for separator in _SEPARATORS:
            rows = [_cells_of(line, separator) for line in lines]
            if len(rows[0]) > 1 and {len(row) for row in rows} == {len(rows[0])}:
                head = rows[0]
                if len(set(head)) == len(head) and not any(
                    re.match(r"[-+$€£]?\d", title) or not title for title in head
                ):
                    records = [dict(zip(head, row, strict=True)) for row in rows[1:]]
                    yield _Found("", records, "..." not in text, frozenset())
                break


def _cells_of(line: str, separator: str | None) -> list[str]:
    cells = _GAP.split(line) if separator is None else line.split(separator)
    if separator == "," and len(line) <= csv.field_size_limit():
        cells = next(csv.reader([line], skipinitialspace=True))
    return [cell.strip() for cell in cells]


def _table(call: int, subject: str, rows: _Rows, is_whole: bool, words: frozenset[str]) -> DataTable | None:
    """Lay rows out by column; None for too few or too many, or with a row that sums up the others."""
    if not _FEWEST_ROWS <= len(rows) <= _MOST_ROWS:
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
