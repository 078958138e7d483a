"""A row that is said to have the highest or the lowest amount of a column, and has not.

Every word is accounted for, as for any query; numbers beside must be the row's own. It must not judge them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from evidencelab.traces.evidence.data_tables import DataTable
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.queries.answers import rows_with
from evidencelab.traces.queries.mentions import CellMention
from evidencelab.traces.queries.pieces import Piece, clauses_of
from evidencelab.traces.queries.query import Reading

_RANKED = "rank place position priority severity level order grade class tier"
"""Columns whose highest may be the one with the lowest number."""


class WrongExtreme(NamedTuple):
    """A row told to be an extreme, and the rows that are.

    Attributes:
        start: First code point of the row's name in the statement.
        end: One past its last.
        held: The name of the row that is the extreme.
        table: The table.
        row: That row's index.
        reason: Why, in words.
    """

    start: int
    end: int
    held: str
    table: DataTable
    row: int
    reason: str


def wrong_extreme(read: ReadStatement, tables: Sequence[DataTable]) -> WrongExtreme | None:
    """Find the row that a statement takes for an extreme by mistake; None where a table bears it out."""
    found: list[WrongExtreme] = []
    for above, clause, offset in clauses_of(read):
        for table in tables:
            told = _judge(above, clause, offset, table) if table.is_whole else None
            if told == ():
                return None
            found += told or ()
    return found[0] if found else None


def _judge(
    above: Sequence[Piece], clause: Piece, offset: int, table: DataTable
) -> tuple[WrongExtreme, ...] | None:
    """Give the mistake, nothing if there is none, or None where the clause is no such query of the table."""
    read = Reading(clause, table, None)
    over = [Reading(piece, table, None) for piece in above]
    is_open = any(
        not (one.is_accounted_for or piece.is_title) for one, piece in zip(over, above, strict=True)
    )
    if is_open or not read.is_accounted_for or len(set(read.operations)) != 1 or read.bound:
        return None
    operation = read.operations[0]
    columns = [c for c in dict.fromkeys(read.columns) if (table.numbers(c) is not None)]
    named = [cell for cell in read.mentions.cells if any(map(table.is_unique, cell.columns))]
    if (
        operation not in ("highest", "lowest")
        or len(columns) != 1
        or len(named) != 1
        or columns[0].lower() in _RANKED.split()
    ):
        return None
    (cell,), (column,) = named, columns
    filters = [one for part in (read, *over) for one in part.filters if one.text != cell.text]
    numbers = table.numbers(column) or []
    sizes = {row: q for row in rows_with(table, filters) if (q := numbers[row]) is not None}
    own = [row for row in sizes if _is(table, cell, row)]
    if len(own) != 1 or any(not _is_own(token.number, sizes[own[0]].number) for token in clause.numbers):
        return None
    right = (max if operation == "highest" else min)(sizes, key=lambda row: sizes[row].value)
    if sizes[own[0]].value == sizes[right].value:
        return ()
    held = next(c.text for title in cell.columns if (c := table.columns[title][right]) is not None)
    reason = f"the {operation} {column} is that of {held}: {sizes[right].text}"
    return (WrongExtreme(cell.span[0] + offset, cell.span[1] + offset, held, table, right, reason),)


def _is(table: DataTable, named: CellMention, row: int) -> bool:
    cells = (table.columns[column][row] for column in named.columns)
    return any(cell is not None and cell.text.casefold() in named.texts for cell in cells)


def _is_own(number: float | None, own: float) -> bool:
    return number is not None and abs(number - own) <= max(1.0, 0.05 * abs(own))
