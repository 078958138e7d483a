"""Cells of the answer's tables that are not their row's, of columns in which the others all are.

The answer's other rows show which column of the evidence a cell stands for; the value may be of any column,
or line, of the evidence. It must not read prose.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from evidencelab.traces.crossed.telling import Naming, values_of
from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.setting import Verdict, altered
from evidencelab.traces.evidence.sister_tables import SisterTable, SisterTables, is_told
from evidencelab.traces.findings import BAD
from evidencelab.traces.judges.other_forms import equal
from evidencelab.traces.values.units import agree
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.workings.explain import numbers_in

_FEWEST, _MOST_CELLS, _MOST_EQUAL = 3, 24, 48
_ALL = 100.0


class _Told(NamedTuple):
    """The only number of a cell: its statement, the row of the evidence that this names, itself."""

    statement: int
    row: int
    token: ValueToken


def odd_cells(
    read: Sequence[ReadStatement], judged: Sequence[Sequence[Verdict]], naming: Naming, tables: SisterTables
) -> Iterator[tuple[int, int, Verdict]]:
    """Give the cells that differ from their records where all others of a column do not."""
    blocks: dict[int, list[int]] = defaultdict(list)
    for index, (statement, tokens, _) in enumerate(read):
        if statement.kind == "row" and len(tokens) <= _MOST_CELLS:
            blocks[statement.block].append(index)
    for rows in blocks.values():
        for table in tables.all if len(rows) >= _FEWEST else ():
            for column in _columns(read, rows, naming, table):
                found = _odd(column, table)
                if found is None:
                    continue
                one, own = found
                tokens = read[one.statement].tokens
                at = next(n for n, token in enumerate(tokens) if token is one.token)
                text = read[one.statement].statement.text
                verdict = judged[one.statement][at]
                if verdict.finding in (*BAD, "given") or own.token.number in numbers_in(verdict.reason):
                    continue
                if _is_said(own, one.token, tokens, text):
                    continue
                names = [text[its.start : its.end] for its in naming.anchors(table, one.statement)]
                if not stands_beside(tables.pool, table, one.token, names):
                    yield one.statement, at, altered(tables.pool, own, " there")


def _is_said(own: Held, token: ValueToken, tokens: Sequence[ValueToken], text: str) -> bool:
    """Tell whether a row tells a record's value after all: in the same cell, or written out in another."""
    cell = cell_of(text, token)
    return any(
        is_told(other, own)
        for other in tokens
        if cell_of(text, other) == cell or other.step <= own.token.step
    )


def stands_beside(pool: Pool, table: SisterTable, token: ValueToken, names: Sequence[str]) -> bool:
    """Tell whether a line outside a table holds a number and one of some names."""
    outside = [held for held in equal(pool, token)[:_MOST_EQUAL] if held.place not in table.within]
    return any(name.lower() in held.line.text.lower() for held in outside for name in names)


def cell_of(text: str, token: ValueToken) -> int:
    """Count the bars in front of a value of a row."""
    return text.count("|", 0, token.start)


def _columns(
    read: Sequence[ReadStatement], rows: Sequence[int], naming: Naming, table: SisterTable
) -> Iterator[Sequence[_Told]]:
    """Give the numbers of each column of an answer's table whose rows name one record each."""
    found: dict[int, dict[int, list[_Told]]] = defaultdict(lambda: defaultdict(list))
    for index in rows:
        anchors = naming.anchors(table, index)
        if len({one.row for one in anchors}) != 1:
            continue
        statement, tokens, _ = read[index]
        for token in values_of(tokens, anchors):
            found[cell_of(statement.text, token)][index].append(_Told(index, anchors[0].row, token))
    for by_row in found.values():
        column = [its[0] for its in by_row.values() if len(its) == 1]
        if len(column) >= _FEWEST:
            yield column


def _odd(column: Sequence[_Told], table: SisterTable) -> tuple[_Told, Held] | None:
    """Give the only number that is not its record's, and the record's own, if just one column fits."""
    found: list[tuple[_Told, Held]] = []
    for slot in table.slots[column[0].row]:
        held = [table.slots[one.row].get(slot) for one in column]
        odd = [n for n, own in enumerate(held) if own is None or not is_told(column[n].token, own)]
        if len(odd) != 1 or (own := held[odd[0]]) is None:
            continue
        others = {one.token.number for n, one in enumerate(column) if n != odd[0]}
        if len(others) > 1 and _may_be_one(column[odd[0]].token, own.token):
            found.append((column[odd[0]], own))
    if len(found) != 1:
        return None
    one, own = found[0]
    is_own = any(is_told(one.token, held) for held in table.rows[one.row].held)
    return None if is_own else (one, own)


def _may_be_one(token: ValueToken, own: ValueToken) -> bool:
    """Tell whether a cell may be of the record's number: a share in per cent is not of a bare amount."""
    is_share = token.unit is not None and token.unit.dimension == "percent"
    is_amount = own.unit is None and abs(own.number or 0.0) > _ALL
    return agree(token.unit, own.unit) and not (is_share and is_amount)
