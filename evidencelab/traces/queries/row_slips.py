"""Find the cell of the row a number is told of, which the number is a slip of.

`Voss averaged 398` where the row of Voss has 348: of a named row few numbers lie so near to one of its cells
by chance, whatever else the number could be worked out of. What the row has, or comes to, is no slip. It must
not judge what any tool or who asked has as it is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from evidencelab.traces.arithmetic.arithmetic_words import spoken_beside
from evidencelab.traces.arithmetic.quantities import Quantity, quantity
from evidencelab.traces.evidence.data_tables import DataTable, place_of_row
from evidencelab.traces.evidence.evidences import Evidences
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.setting import NOWHERE, Verdict
from evidencelab.traces.queries.mentions import Span, mentions_in
from evidencelab.traces.values.slips import differ_by_a_slip, is_point_moved, share_of_slips
from evidencelab.traces.values.units import unit_of_field
from evidencelab.traces.values.value_token import ValueToken, even, scale_of
from evidencelab.traces.wording.hedges import hedge_of
from evidencelab.traces.wording.state_words import families_of
from evidencelab.traces.wording.statement import row_cells, title_of
from evidencelab.traces.workings.explain import numbers_in

_SELDOM, _SELDOM_NAMED = 0.12, 0.25
"""Expected cells of a row that would lie so near by chance, up to which one counts; of a named column."""
_FEWEST_DIGITS, _MOST_TEXT, _COUNT = 2, 600, 12
_WRITTEN = re.compile(r"\d[\d,]*(?:\.\d+)?")
_OF_TIMES = re.compile(r"\btimes?\b|\bafter\b|\bbefore\b")
"""What the reason says of a number that is worked out of moments."""


class RowSlip(NamedTuple):
    """A verdict on a number: its statement and its place among the statement's values."""

    place: int
    at: int
    verdict: Verdict


class _Row(NamedTuple):
    """A row that a statement names, and where; -1 where what it stands under does."""

    table: DataTable
    row: int
    span: Span


class _TitledCell(NamedTuple):
    """A cell of a row and its column's title."""

    title: str
    number: Quantity


def row_slips(
    read: Sequence[ReadStatement], judged: Sequence[Sequence[Verdict]], evidences: Evidences
) -> Iterator[RowSlip]:
    """Give the numbers that are a slip of a cell of the row they are told of."""
    if not evidences.tables or not evidences.is_whole:
        return
    names = [_RowNames(table) for table in evidences.tables]
    for place, statement in enumerate(read):
        if statement.mood != "fact" or statement.statement.kind in ("code", "heading"):
            continue
        loose = [at for at, verdict in enumerate(judged[place]) if _is_loose(statement, at, verdict)]
        rows = [row for its in names for row in its.named_in(statement)] if loose else []
        for at in loose if rows else ():
            token = statement.tokens[at]
            for one in _told_of(token, statement, rows):
                cell = _slip_in(one, statement, token, judged[place][at])
                if cell is not None:
                    where = place_of_row(one.table, one.row, evidences.pool)
                    reason = f"the evidence has {cell.number.text} there"
                    yield RowSlip(place, at, Verdict("altered", None, where, reason))
                    break


class _RowNames:
    """The cells of one table that name a row each."""

    def __init__(self, table: DataTable) -> None:
        self.table = table
        self._row_of = {
            cell.text.casefold(): row
            for title in table.columns
            if table.is_unique(title)
            for row, cell in enumerate(table.columns[title])
            if cell is not None and cell.number is None and not families_of(cell.text.casefold())
        }

    def named_in(self, read: ReadStatement) -> Iterator[_Row]:
        """Give the rows that a statement names, in order; else the one that it stands under."""
        statement = read.statement
        text = row_cells(statement.text)[0] if statement.kind == "row" else statement.text
        found = list(self._named(text))
        if statement.kind == "row" and len(found) == 1:
            yield found[0]._replace(span=(-1, -1))
        elif statement.kind != "row":
            yield from found
            if not found:
                above = [*self._named(" | ".join((*statement.sections[-1:], *statement.parents)))]
                if len(above) == 1:
                    yield above[0]._replace(span=(-1, -1))

    def _named(self, text: str) -> Iterator[_Row]:
        if len(text) > _MOST_TEXT or not self._row_of:
            return
        for cell in mentions_in(even(text), self.table, ()).cells:
            rows = {self._row_of[said] for said in cell.texts if said in self._row_of}
            if len(cell.texts) == len(rows) == 1:
                yield _Row(self.table, rows.pop(), cell.span)


def _is_loose(read: ReadStatement, at: int, verdict: Verdict) -> bool:
    """Tell whether nothing but a guess, or arithmetic that was searched for, speaks for a number."""
    token = read.tokens[at]
    if token.kind != "number" or len(re.sub(r"\D", "", token.text)) < _FEWEST_DIGITS:
        return False
    if scale_of(token) != 1.0 or hedge_of(read.statement.text, token.start, token.end) is not None:
        return False
    if verdict.finding == "derived":
        return verdict.held is None and not _OF_TIMES.search(verdict.reason)
    return verdict.guess in ("short", "perhaps", "worked", "alike") or verdict.reason.startswith(NOWHERE)


def _told_of(token: ValueToken, read: ReadStatement, rows: Sequence[_Row]) -> Iterator[_Row]:
    """Give the row, of each table, that alone is named between a number and the one before it.

    What several rows are named for is told of them together; a row that is named alone, of all of it.
    """
    last = max((t.end for t in read.tokens if t.kind == "number" and t.end <= token.start), default=0)
    tables = {id(row.table): row.table for row in rows}
    for table in tables.values():
        its = [row for row in rows if row.table is table]
        before = [row for row in its if row.span[1] <= token.start]
        near = [row for row in before if row.span[0] >= last] or before[-1:] or its
        if len({row.row for row in near}) == 1:
            yield near[0]


def _slip_in(one: _Row, read: ReadStatement, token: ValueToken, verdict: Verdict) -> _TitledCell | None:
    """Give the cell of a row that a number is a slip of; None where it hardly is one."""
    told = quantity(token)
    cells = [
        _TitledCell(title, cell.number)
        for title, column in one.table.columns.items()
        if (cell := column[one.row]) is not None and cell.number is not None
    ]
    if any(_is_same(told, cell.number) for cell in cells):
        return None
    said = [quantity(other) for other in read.tokens if other.kind == "number" and other is not token]
    left = [c for c in cells if _may_be(told, c.number) and not any(_is_same(q, c.number) for q in said)]
    near = [c for c in left if _is_slip(token, c.number)]
    if len(near) != 1:
        return None
    is_worked_out = verdict.finding == "derived" or verdict.guess == "perhaps"
    if is_worked_out and _is_of_row(verdict.reason, cells, said):
        return None
    length = len(re.sub(r"\D", "", token.text))
    is_named = _names_column(read, token, near[0].title, one.table) or _is_only_measure(told, near[0], cells)
    if is_named and is_worked_out:
        is_named = length > _FEWEST_DIGITS and not spoken_beside(token.start, token.end, read.statement.text)
    n_chances = 1 if is_named else sum(_is_as_long(token, cell.number) for cell in left) or 1
    return near[0] if n_chances * share_of_slips(length) <= (_SELDOM_NAMED if is_named else _SELDOM) else None


def _names_column(read: ReadStatement, token: ValueToken, title: str, table: DataTable) -> bool:
    text = title_of(read.statement, token.start) or read.statement.text
    return any(mention.column == title for mention in mentions_in(even(text), table, ()).columns)


def _is_only_measure(told: Quantity, near: _TitledCell, cells: Sequence[_TitledCell]) -> bool:
    """Tell whether a cell is the only one of its row that is in the dimension of a number with a unit."""
    return bool(told.dimension) and [c for c in cells if _dimension_of(c) == told.dimension] == [near]


def _dimension_of(cell: _TitledCell) -> str:
    unit = unit_of_field(cell.title)
    return cell.number.dimension or ("" if unit is None else unit.dimension)


def _may_be(told: Quantity, cell: Quantity) -> bool:
    return told.dimension == cell.dimension or not (told.dimension and cell.dimension)


def _is_same(told: Quantity, cell: Quantity) -> bool:
    return any(
        abs(abs(one) - abs(other)) <= 1e-6 * abs(other) + max(told.half, cell.half)
        for one in (told.value, told.number)
        for other in (cell.value, cell.number)
    )


def _is_slip(token: ValueToken, cell: Quantity) -> bool:
    found = [_WRITTEN.findall(text) for text in (token.text, cell.text)]
    if any(len(its) != 1 for its in found) or not cell.number:
        return False
    decimals = [len(its[0].partition(".")[2]) for its in found]
    runs = [re.sub(r"\D", "", its[0]) for its in found]
    is_slip = decimals[0] == decimals[1] and differ_by_a_slip(runs[0], runs[1])
    return is_slip or is_point_moved(abs(token.number or 0.0), abs(cell.number))


def _is_as_long(token: ValueToken, cell: Quantity) -> bool:
    """Tell whether a cell has as many digits as a number, and as many of them behind the point."""
    found = [_WRITTEN.search(text) for text in (token.text, cell.text)]
    sizes = {tuple(map(len, its[0].replace(",", "").partition("."))) for its in found if its is not None}
    return len(sizes) == 1


def _is_of_row(reason: str, cells: Sequence[_TitledCell], said: Sequence[Quantity]) -> bool:
    """Tell whether a working is made of a row's own numbers, of those told beside it, and of small counts."""
    operands = numbers_in(reason)
    own = {abs(q.number) for q in (*(c.number for c in cells), *said)}
    return bool(operands & own) and all(operand <= _COUNT for operand in operands - own)
