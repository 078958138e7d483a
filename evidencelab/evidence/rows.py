"""Find a row of a table that is quoted under its column heads, or with other signs between its cells.

A value belongs to the head it stands under, so a row may be told as `head=value` pairs, and a value told
under another head, or together with one of another row, is no quote of the table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from evidencelab.evidence import cuts
from evidencelab.evidence.objections import (
    COST_OF_ORDER,
    COST_OF_SKIPPED_FIELD,
    Located,
    merge_spans,
    text_objections,
)
from evidencelab.evidence.tables import CELL_SIGNS, Cell, reading
from evidencelab.evidence.text import MeasuredText, PreparedText

_BEFORE_HEAD = r"(?:\A|(?<=[\s,;:|(\[{*\"'`]))"
_BEHIND_HEAD = r"[*\"'`]*(?:\s*[:=]\s*|\s+)"
_WORD = re.compile(r"\w+")
_AROUND_VALUE = " ,;:|\n\t()-*_`\"'"
_CHUNK = re.compile(r"[^\s,;:=|]+")
_MAX_TRIED = 64
"""Tables whose heads an excerpt is read by."""


class _Told(NamedTuple):
    """What an excerpt tells of a row.

    Attributes:
        values: Head, in lower case, and value of each pair, in excerpt order.
        lead: A cell told in front of them without its head; None where there is none.
    """

    values: list[tuple[str, str]]
    lead: str | None


def find_row(excerpt: MeasuredText, text: PreparedText) -> Located | None:
    """Find a row that holds all of the excerpt's cells; None where no table of the text does.

    At least two cells are quoted, each once. Columns may be left out, which costs as a skipped field
    does, and under their heads they may change places.
    """
    if not text.tables:
        return None
    words = set(_WORD.findall(excerpt.folded))
    if not all(word in text.folded or word in text.vocabulary for word in words if not word.isalpha()):
        return None
    spoken = {word.strip(_AROUND_VALUE) for word in _CHUNK.findall(excerpt.folded.lower())}
    quoted = _quoted_cells(excerpt.folded)
    n_tried = 0
    for table in text.tables:
        told = None
        if n_tried < _MAX_TRIED and not table.first_words.isdisjoint(spoken):
            n_tried += 1
            told = _told(excerpt.folded, table.names)
        if told is None and not (quoted and table.is_cut):
            continue
        for row in table.rows:
            columns = _columns_of_pairs(told, table.names, row) if told else _columns_of_run(quoted, row)
            if columns:
                return _located(columns, row, text)
    return None


def _told(folded: str, heads: Sequence[str]) -> _Told | None:
    """Read an excerpt as values behind heads of a table; None where it is anything else."""
    names = sorted({head for head in heads if head}, key=len, reverse=True)
    if not names:
        return None
    pattern = "|".join(re.escape(name) for name in names)
    found = list(re.finditer(rf"{_BEFORE_HEAD}({pattern}){_BEHIND_HEAD}", folded, re.IGNORECASE))
    if not found:
        return None
    lead = reading(folded[: found[0].start()].strip(_AROUND_VALUE))
    stops = [*(match.start() for match in found[1:]), len(folded)]
    values = [
        (match[1].lower(), _value(folded[match.end() : stop]))
        for match, stop in zip(found, stops, strict=True)
    ]
    told = [head for head, _ in values]
    if len(set(told)) < len(told) or len(told) + bool(lead) < 2 or not all(value for _, value in values):
        return None
    return _Told(values, lead or None)


def _value(told: str) -> str:
    """Read a value, with the sign that begins a number or a path and the bracket that it closes itself."""
    stripped = told.strip(_AROUND_VALUE)
    if stripped.count("(") > stripped.count(")"):
        stripped = told.strip(_AROUND_VALUE.replace(")", ""))
    return reading(f"-{stripped}" if re.match(r"\W*-\d", told) else stripped or told.strip(" ,;|\n\t"))


def _quoted_cells(folded: str) -> list[str]:
    """Read an excerpt as cells of one row; empty where no sign cuts it into two or more."""
    stripped = folded.strip(" ,;|")
    if "\n" in stripped:
        return []
    for sign in CELL_SIGNS:
        cells = [reading(cell) for cell in sign.split(stripped)]
        if len(cells) > 1 and all(cells):
            return cells
    return []


def _columns_of_pairs(told: _Told, heads: Sequence[str], row: Sequence[Cell | None]) -> list[int]:
    """Name the column of each cell that was told, in excerpt order; empty where one is not in this row."""
    columns = []
    if told.lead is not None:
        leads = [at for at, cell in enumerate(row) if cell is not None and cell.reading == told.lead]
        if not leads:
            return []
        columns.append(leads[0])
    for name, value in told.values:
        at = heads.index(name)
        cell = row[at]
        if heads.count(name) != 1 or at in columns or cell is None or cell.reading != value:
            return []
        columns.append(at)
    return columns


def _columns_of_run(quoted: list[str], row: Sequence[Cell | None]) -> list[int]:
    """Name the columns of neighbouring cells that read as quoted; empty where none do."""
    readings = [cell.reading if cell else "" for cell in row]
    for first in range(len(row) - len(quoted) + 1):
        if readings[first : first + len(quoted)] == quoted:
            return list(range(first, first + len(quoted)))
    return []


def _located(columns: list[int], row: Sequence[Cell | None], text: PreparedText) -> Located:
    is_reordered = columns != sorted(columns)
    low, high = min(columns), max(columns)
    cost = COST_OF_ORDER * is_reordered + COST_OF_SKIPPED_FIELD * (high - low + 1 > len(columns))
    cells = [cell for at in columns if (cell := row[at]) is not None]
    objections = text_objections(
        cuts.negation_before(text, min(cell.start for cell in cells)),
        cuts.negation_after(text, max(cell.end for cell in cells), is_edge=True),
    )
    spans = tuple((cell.start, cell.end) for cell in cells)
    return Located(merge_spans(spans), 1.0, cost, tuple(objections))
