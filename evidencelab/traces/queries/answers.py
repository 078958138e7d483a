"""Run a query on its table: the numbers it may come to, and how they are worked out.

Where a word bears several readings, all of them are given; whoever compares takes any. Rows without a number
in the column are passed over. It must not know what is told.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence, Set
from typing import NamedTuple

from evidencelab.traces.arithmetic.quantities import Quantity, Target
from evidencelab.traces.evidence.data_tables import DataTable
from evidencelab.traces.queries.operations import OF_COLUMN, Operation, Values
from evidencelab.traces.queries.query import Filter, Query
from evidencelab.traces.values.units import unit_of_field
from evidencelab.traces.values.value_token import ValueToken

_WHOLE, _TWO = 100.0, 2
_SAID: dict[Operation | None, str] = {"apart": "range", None: "sum"}
_COMPARED: dict[Operation, Callable[[float, float], bool]] = {
    "more": operator.gt,
    "less": operator.lt,
    "no_less": operator.ge,
    "no_more": operator.le,
}


class Answer(NamedTuple):
    """What a query comes to.

    Attributes:
        sizes: The readings, the plainest first: in the base of the column's unit, rows, or per cent.
        numbers: The same in the column's own unit.
        dimension: The column's; empty for bare numbers and rows, `percent` for a share.
        said: How it is worked out.
        rows: The rows it rests on, by index.
    """

    sizes: tuple[float, ...]
    numbers: tuple[float, ...]
    dimension: str
    said: str
    rows: tuple[int, ...]


def answer(query: Query) -> Answer | None:
    """Work a query out; None where its rows are none, or the rest of it does not hold of the table."""
    table = query.table
    filtered = rows_with(table, query.filters)
    rows = filtered if query.operation is not None else [r for r in filtered if _within_bound(query, r)]
    n_said = {int(token.number or 0) for token in query.n_rows}
    if not n_said <= {table.n_rows, len(filtered), len(rows)}:
        return None
    where = _where(query)
    if query.asked == "rows":
        return _plain([float(len(rows))], "", f"{len(rows)} of {table.n_rows} rows{where}", rows)
    if query.operation == "share":
        return _share(query, rows, where)
    if query.asked == "percent" and query.operation is None:
        share = _WHOLE * len(rows) / table.n_rows
        return _plain([share], "percent", f"{len(rows)} of {table.n_rows} rows{where}", rows)
    return _of_column(query, rows, where)


def _of_column(query: Query, rows: Sequence[int], where: str) -> Answer | None:
    held = _held(query, rows)
    if not held:
        return None
    if query.operation is None and len(held) == 1:
        return _cell(query, held, where)
    is_set_against = len(query.filters) == _TWO or (query.bound is not None and query.bound.number is None)
    if query.operation == "apart" and is_set_against:
        return _of_two(query)
    work = _span_of if query.operation == "apart" else OF_COLUMN.get(query.operation or "", _any_of)
    said = f"{_SAID.get(query.operation, query.operation)} of {query.column} over {len(held)} rows{where}"
    return Answer(
        tuple(work([q.value for _, q in held])),
        tuple(work([q.number for _, q in held])),
        held[0][1].dimension,
        said,
        tuple(row for row, _ in held),
    )


def _any_of(values: Values) -> list[float]:
    """Give all that a column's amount of several rows may mean where no word says it."""
    return [size for work in OF_COLUMN.values() for size in work(values)]


def _span_of(values: Values) -> list[float]:
    return [max(values) - min(values)]


def _held(query: Query, rows: Sequence[int]) -> list[tuple[int, Quantity]]:
    """Give the numbers of the column in some rows, with the rows."""
    numbers = (None if query.column is None else query.table.numbers(query.column)) or []
    return [(row, q) for row in rows if row < len(numbers) and (q := numbers[row]) is not None]


def _of_two(query: Query) -> Answer | None:
    """Set two rows, or groups by sum and by mean, against each other, or one against the mean."""
    sides = [_held(query, rows_with(query.table, [one])) for one in query.filters]
    if query.bound is not None:
        sides.append(_held(query, range(query.table.n_rows)))
    if len(sides) != _TWO or not all(sides):
        return None
    of_sums = query.bound is None
    readings: list[float] = []
    bare: list[float] = []
    for of_bare, found in ((False, readings), (True, bare)):
        one, other = ([q.number if of_bare else q.value for _, q in side] for side in sides)
        pairs = [(sum(one) / len(one), sum(other) / len(other))]
        pairs += [(sum(one), sum(other))] if of_sums else []
        for a, b in pairs:
            if query.asked == "percent":
                found += [_WHOLE * abs(x / y - 1) for x, y in ((a, b), (b, a)) if y]
                found += [abs(a - b)] if is_of_percentages(query) else []
            else:
                found += [abs(a - b), *(x / y for x, y in ((a, b), (b, a)) if y)]
    dimension = "percent" if query.asked == "percent" else sides[0][0][1].dimension
    names = " and ".join([*(one.text for one in query.filters), "the mean"][:_TWO])
    rows = tuple(row for side in sides[: len(query.filters)] for row, _ in side)
    return Answer(tuple(readings), tuple(bare), dimension, f"{query.column} of {names} compared", rows)


def is_met_by_answer(target: Target, token: ValueToken, found: Answer) -> bool:
    """Tell whether a number is one of the readings: in the base of its unit, or as a bare number."""
    number, slack = abs(token.number or 0.0), target.slack / (target.size or 1.0)
    bare = Target(number, "", slack, target.digits)
    if token.unit is not None and found.dimension:
        return any(target.is_met_by(size) for size in found.sizes)
    return any(bare.is_met_by(size) for size in (*found.numbers, *found.sizes))


def is_of_percentages(query: Query) -> bool:
    """Tell whether a column's numbers are percentages, so that they differ by some per cent as well."""
    unit = None if query.column is None else unit_of_field(query.column)
    return unit is not None and unit.dimension == "percent"


def _share(query: Query, rows: Sequence[int], where: str) -> Answer | None:
    """Give what part of a column's sum some rows have."""
    held, every = _held(query, rows), _held(query, range(query.table.n_rows))
    whole = sum(q.number for _, q in every)
    if not held or not whole:
        return None
    share = _WHOLE * sum(q.number for _, q in held) / whole
    return _plain([share], "percent", f"share of {query.column}{where}", [row for row, _ in held])


def _cell(query: Query, held: Sequence[tuple[int, Quantity]], where: str) -> Answer:
    ((row, q),) = held
    return Answer((q.value,), (q.number,), q.dimension, f"{query.column}{where}", (row,))


def _plain(sizes: Sequence[float], dimension: str, said: str, rows: Sequence[int]) -> Answer:
    return Answer(tuple(sizes), tuple(sizes), dimension, said, tuple(rows))


def rows_with(table: DataTable, filters: Sequence[Filter]) -> list[int]:
    """Give the rows that have, in each column spoken of, one of its texts, and none of those denied."""
    rows = list(range(table.n_rows))
    wanted: dict[tuple[str, ...], set[str]] = {}
    for one in filters:
        if one.is_negated:
            rows = [row for row in rows if not _has(table, row, one.columns, one.texts)]
        else:
            wanted.setdefault(one.columns, set()).update(one.texts)
    for columns, texts in wanted.items():
        rows = [row for row in rows if _has(table, row, columns, texts)]
    return rows


def _has(table: DataTable, row: int, columns: Sequence[str], texts: Set[str]) -> bool:
    cells = (table.columns[column][row] for column in columns)
    return any(cell is not None and cell.text.casefold() in texts for cell in cells)


def _within_bound(query: Query, row: int) -> bool:
    bound = query.bound
    if bound is None:
        return True
    numbers = query.table.numbers(bound.column)
    q = None if numbers is None else numbers[row]
    if numbers is None or q is None:
        return False
    if bound.number is None:
        sizes = [one.number for one in numbers if one is not None]
        size, limit = q.number, sum(sizes) / len(sizes)
    else:
        unit, limit = bound.number.unit, abs(bound.number.number or 0.0)
        size = q.number if unit is None or not q.dimension else q.value / unit.size
    return _COMPARED[bound.operation](size, limit)


def _where(query: Query) -> str:
    """Say which rows a query is about."""
    said = [f"{one.columns[0]} {'not ' if one.is_negated else ''}{one.text}" for one in query.filters]
    if query.bound is not None:
        limit = "the mean" if query.bound.number is None else query.bound.number.text.strip()
        said.append(f"{query.bound.column} {query.bound.operation.replace('_', ' ')} than {limit}")
    return f" with {', '.join(said)}" if said else ""
