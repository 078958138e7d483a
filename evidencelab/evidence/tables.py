"""Find a row of a table that is quoted under its column heads, or with other signs between its cells.

A table is told by its lines: one sign cuts a head and the rows below it into equally many cells. A value
belongs to the head it stands under, so a row may be told as `head=value` pairs, and a value told under
another head, or together with one of another row, is no quote of the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from evidencelab.evidence import cuts
from evidencelab.evidence.objections import (
    COST_OF_ORDER,
    COST_OF_SKIPPED_FIELD,
    Located,
    merge_spans,
    text_objections,
)
from evidencelab.evidence.text import MeasuredText, PreparedText

_CELL_SIGNS = (
    re.compile(r"\s*\|\s*"),
    re.compile(r"\s*\t\s*"),
    re.compile(r"\s{2,}"),
    re.compile(r"\s*[,;]\s*"),
)
"""What stands between cells, the surest sign first."""
_RULE = re.compile(r"[\s|:+=-]*")
"""A line that only rules a table off."""
_BETWEEN_PAIRS = re.compile(r"\s*[,;|\n]\s*|\s{2,}|\s+(?=[^\s=:]+=)")
_PAIR = re.compile(r"([^=:]+?)\s*[=:]\s*(.+)", re.DOTALL)
_MARKUP = "*_`\"' "
_MAX_LENGTH = 200_000
"""Folded characters of a text beyond which tables are not looked for."""


class Cell(NamedTuple):
    """One cell: what it reads, and its `[start, end)` in the folded text."""

    reading: str
    start: int
    end: int


class Table(NamedTuple):
    """A head and the rows below it, equally many cells each."""

    head: list[Cell]
    rows: list[list[Cell]]


def find_row(excerpt: MeasuredText, text: PreparedText) -> Located | None:
    """Find a row that holds all of the excerpt's cells; None where no table of the text does.

    At least two cells are quoted, each once. Columns may be left out, which costs as a skipped field
    does, and under their heads they may change places.
    """
    if "\n" not in text.folded or len(text.folded) > _MAX_LENGTH:
        return None
    pairs = _pairs(excerpt.folded)
    quoted = None if pairs else _quoted_cells(excerpt.folded)
    if not pairs and not quoted:
        return None
    words = " ".join([value for _, value in pairs] or quoted or []).split()
    if not all(word in text.folded for word in words):
        return None
    for table in _tables(text.folded):
        for row in table.rows:
            columns = (
                _columns_of_pairs(pairs, table.head, row) if pairs else _columns_of_run(quoted or [], row)
            )
            if columns:
                return _located(columns, row, text)
    return None


def _pairs(folded: str) -> list[tuple[str, str]]:
    """Read an excerpt as `head=value` or `head: value` pairs; empty where it is anything else."""
    pairs = []
    for piece in _BETWEEN_PAIRS.split(folded.strip(" ,;|\n")):
        found = _PAIR.fullmatch(piece)
        if found is None:
            return []
        pairs.append((_head_reading(found[1]), _reading(found[2])))
    return pairs if len(pairs) > 1 and len({head for head, _ in pairs}) == len(pairs) else []


def _quoted_cells(folded: str) -> list[str]:
    """Read an excerpt as cells of one row; empty where no sign cuts it into two or more."""
    stripped = folded.strip(" ,;|")
    if "\n" in stripped:
        return []
    for sign in _CELL_SIGNS:
        cells = [_reading(cell) for cell in sign.split(stripped)]
        if len(cells) > 1 and all(cells):
            return cells
    return []


def _tables(folded: str) -> Iterator[Table]:
    """Yield the tables of a folded text, for each sign that cuts neighbouring lines alike."""
    lines: list[tuple[int, str]] = []
    start = 0
    for line in folded.split("\n"):
        if line.strip() and not _RULE.fullmatch(line):
            lines.append((start, line))
        start += len(line) + 1
    for sign in _CELL_SIGNS:
        head: list[Cell] = []
        rows: list[list[Cell]] = []
        for start, line in lines:
            cells = _cells(line, start, sign)
            if len(cells) == len(head) and len(cells) > 1:
                rows.append(cells)
                continue
            if rows:
                yield Table(head, rows)
            head, rows = cells, []
        if rows:
            yield Table(head, rows)


def _cells(line: str, start: int, sign: re.Pattern[str]) -> list[Cell]:
    begin = len(line) - len(line.lstrip(" |"))
    stop = len(line.rstrip(" |"))
    cells = []
    for found in sign.finditer(line, begin, stop):
        cells.append(Cell(_reading(line[begin : found.start()]), start + begin, start + found.start()))
        begin = found.end()
    cells.append(Cell(_reading(line[begin:stop]), start + begin, start + stop))
    return cells


def _reading(cell: str) -> str:
    return " ".join(cell.strip(_MARKUP).split())


def _head_reading(cell: str) -> str:
    return _reading(cell).lower()


def _columns_of_pairs(pairs: list[tuple[str, str]], head: list[Cell], row: list[Cell]) -> list[int]:
    """Name the column of each pair, in excerpt order; empty where one is not in this row."""
    heads = [_head_reading(cell.reading) for cell in head]
    columns = []
    for name, value in pairs:
        if heads.count(name) != 1 or row[heads.index(name)].reading != value:
            return []
        columns.append(heads.index(name))
    return columns


def _columns_of_run(quoted: list[str], row: list[Cell]) -> list[int]:
    """Name the columns of neighbouring cells that read as quoted; empty where none do."""
    readings = [cell.reading for cell in row]
    for first in range(len(row) - len(quoted) + 1):
        if readings[first : first + len(quoted)] == quoted:
            return list(range(first, first + len(quoted)))
    return []


def _located(columns: list[int], row: list[Cell], text: PreparedText) -> Located:
    is_reordered = columns != sorted(columns)
    low, high = min(columns), max(columns)
    cost = COST_OF_ORDER * is_reordered + COST_OF_SKIPPED_FIELD * (high - low + 1 > len(columns))
    objections = text_objections(
        cuts.negation_before(text, row[low].start),
        cuts.negation_after(text, row[high].end, is_edge=True),
    )
    spans = tuple((row[at].start, row[at].end) for at in columns)
    return Located(merge_spans(spans), 1.0, cost, tuple(objections))
