"""The tables of an answer as grids: what heads their rows and columns, and the one number of a cell.

It must not know any table of the evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.statement import row_cells

_FEWEST_ROWS, _MOST_ROWS, _MOST_COLUMNS = 2, 80, 16
_TELLING = ("fact", "lead", "advice")
_TOTAL = re.compile(
    r"\W*(?:(?:grand |sub)?total|sum|overall|all|合计|总计|总和|全部|整体|汇总)\W*", re.IGNORECASE
)


class ToldCell(NamedTuple):
    """The only number of a cell.

    Attributes:
        place: Its statement.
        at: Its place among the statement's values.
        token: The number.
    """

    place: int
    at: int
    token: ValueToken


class ToldTable(NamedTuple):
    """A table of an answer.

    Attributes:
        titles: What heads its columns.
        rows: The texts of its cells.
        cells: The cells of one number, by row and column.
    """

    titles: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    cells: Mapping[tuple[int, int], ToldCell]

    @property
    def turned(self) -> ToldTable:
        """The table with its rows as columns."""
        width = range(1, len(self.titles))
        titles = (self.titles[0], *(row[0] for row in self.rows))
        rows = tuple((self.titles[j], *(row[j] for row in self.rows)) for j in width)
        cells = {(j - 1, i + 1): cell for (i, j), cell in self.cells.items() if j > 0}
        return ToldTable(titles, rows, cells)


def told_tables(read: Sequence[ReadStatement]) -> Iterator[ToldTable]:
    """Give the tables of a message; those of too many rows or columns, or of unlike ones, are left out."""
    blocks: dict[tuple[int, int], list[int]] = {}
    for place, one in enumerate(read):
        if one.statement.kind == "row" and one.mood in _TELLING:
            width = len(row_cells(one.statement.text))
            blocks.setdefault((one.statement.block, width), []).append(place)
    for (_, width), places in blocks.items():
        titles = read[places[0]].statement.parents[-width:]
        is_fit = _FEWEST_ROWS <= len(places) <= _MOST_ROWS and 1 < width <= _MOST_COLUMNS
        if is_fit and len(titles) == width:
            rows = tuple(row_cells(read[place].statement.text) for place in places)
            cells = {
                (row, column): cell
                for row, place in enumerate(places)
                for column, cell in _cells_of(place, read[place])
            }
            yield ToldTable(titles, rows, cells)


def is_total(heading: str) -> bool:
    """Tell whether a row or a column is headed as that of all others together."""
    return _TOTAL.fullmatch(heading) is not None


def _cells_of(place: int, read: ReadStatement) -> Iterator[tuple[int, ToldCell]]:
    """Give the cells of a row that hold one number, and no moment."""
    text = read.statement.text
    skipped = len(text) - len(text.lstrip().removeprefix("|"))
    held: dict[int, list[tuple[int, ValueToken]]] = {}
    column, counted = 0, skipped
    for at, token in enumerate(read.tokens):
        if token.kind != "name" and token.start >= skipped:
            column += text.count("|", counted, token.start)
            counted = token.start
            held.setdefault(column, []).append((at, token))
    for column, tokens in held.items():
        if len(tokens) == 1 and tokens[0][1].kind == "number":
            yield column, ToldCell(place, *tokens[0])
