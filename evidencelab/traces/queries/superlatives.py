"""A row that is said to have the highest or the lowest amount of a column, and has not.

Every word is accounted for, as for any query; numbers beside must be the row's own, or those of the row that
is the extreme. It must not judge them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from evidencelab.traces.arithmetic.quantities import Quantity
from evidencelab.traces.evidence.data_tables import DataTable
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.judges.weighing import targets
from evidencelab.traces.queries.answers import rows_with
from evidencelab.traces.queries.mentions import CellMention, column_stems
from evidencelab.traces.queries.operations import Operation
from evidencelab.traces.queries.pieces import Clause, Piece, clauses_of
from evidencelab.traces.queries.query import Filter, Readings
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.hedges import hedge_of
from evidencelab.traces.wording.words import words_of

_RANKED = words_of("rank place position priority severity level order grade class tier")
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


class _Extreme(NamedTuple):
    """A row told to be the highest or the lowest of a column, among the rows of some filters.

    What stands above may narrow it further where it is not all read.
    """

    cell: CellMention
    operation: Operation
    column: str
    filters: tuple[Filter, ...]
    is_all_read: bool


def wrong_extreme(read: ReadStatement, tables: Sequence[DataTable]) -> WrongExtreme | None:
    """Find the row that a statement takes for an extreme by mistake; None where a table bears it out."""
    found: list[WrongExtreme] = []
    readings = [Readings(table) for table in tables if table.is_whole]
    for clause in clauses_of(read):
        for one in readings:
            told = _extreme(clause, one)
            if told is None:
                continue
            sizes = _sizes(told, one.table)
            own = [row for row in sizes if _is(one.table, told.cell, row)]
            if len(own) != 1:
                continue
            best = (max if told.operation == "highest" else min)(q.value for q in sizes.values())
            right = next(row for row, q in sizes.items() if q.value == best)
            is_of_right = bool(clause.piece.numbers) and _are_own(clause.piece, sizes[right])
            if not is_of_right and not (told.is_all_read and _are_own(clause.piece, sizes[own[0]])):
                continue
            if sizes[own[0]].value == best:
                return None
            found.append(_wrong(told, one.table, right, sizes[right], clause.start))
    return found[0] if found else None


def _extreme(clause: Clause, readings: Readings) -> _Extreme | None:
    """Read a clause and what stands above it; None where it names no extreme or is not all read."""
    table, read = readings.table, readings.of(clause.piece)
    columns = [c for c in dict.fromkeys(read.columns) if table.numbers(c) is not None]
    named = [cell for cell in read.mentions.cells if any(map(table.is_unique, cell.columns))]
    if not read.is_accounted_for or read.bound or not set(read.operations) <= {"highest", "lowest"}:
        return None
    if len(columns) != 1 or len(named) != 1:
        return None
    (column,), (cell,) = columns, named
    if len(read.operations) != 1 or _RANKED & set(column_stems(column)):
        return None
    over = [(readings.of(piece), piece.is_title) for piece in clause.above]
    is_all_read = all(one.is_accounted_for or is_title for one, is_title in over)
    said = (read, *(one for one, _ in over)) if is_all_read else (read,)
    filters = tuple(one for part in said for one in part.filters if one.text != cell.text)
    return _Extreme(cell, read.operations[0], column, filters, is_all_read)


def _sizes(told: _Extreme, table: DataTable) -> dict[int, Quantity]:
    numbers = table.numbers(told.column) or []
    return {row: q for row in rows_with(table, told.filters) if (q := numbers[row]) is not None}


def _wrong(told: _Extreme, table: DataTable, right: int, size: Quantity, start: int) -> WrongExtreme:
    first, last = told.cell.span
    held = next(c.text for title in told.cell.columns if (c := table.columns[title][right]) is not None)
    reason = f"the {told.operation} {told.column} is that of {held}: {size.text}"
    return WrongExtreme(first + start, last + start, held, table, right, reason)


def _is(table: DataTable, named: CellMention, row: int) -> bool:
    cells = (table.columns[column][row] for column in named.columns)
    return any(cell is not None and cell.text.casefold() in named.texts for cell in cells)


def _are_own(piece: Piece, own: Quantity) -> bool:
    """Tell whether the numbers beside are the row's own, as exactly as they are told."""
    return all(
        any(
            target.is_met_by(size)
            for target in targets(t, _is_hedged(piece, t))
            for size in (own.value, own.number)
        )
        for t in piece.numbers
    )


def _is_hedged(piece: Piece, token: ValueToken) -> bool:
    return hedge_of(piece.text, token.start, token.end) is not None
