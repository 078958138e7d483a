"""What the tables of the evidence come to: the arithmetic of every row and every column, looked up by size.

Whoever sums a table up works on whole columns, on two columns row by row, on two rows column by column, or on
all rows but one. It must not know what a statement speaks of.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations

from evidencelab.traces.arithmetic.quantities import Quantity, quantity
from evidencelab.traces.evidence.layout import cells_of
from evidencelab.traces.evidence.named_records import NamedRecords
from evidencelab.traces.evidence.places import Place
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.wording.words import words_of
from evidencelab.traces.workings.derived_columns import second_results
from evidencelab.traces.workings.table_lookup import Key, Lookup, TableResult

_MOST_TABLES, _MOST_COLUMNS, _MOST_ROWS, _FEW_ROWS, _LONGEST_RUN = 16, 8, 60, 24, 8
_HEAD = 24


class Table:
    """A list of the evidence, or a table of the answer, with all that its columns of numbers come to.

    Attributes:
        columns: The numbers, by the column's name and the row.
    """

    def __init__(self, rows: Mapping[int, str], columns: dict[str, dict[int, Quantity]]) -> None:
        self.columns = columns
        self._rows = rows
        self._words: dict[str, frozenset[str]] = {}

    def is_named(self, key: Key, words: frozenset[str]) -> bool:
        """Tell whether words name all columns or rows of a working."""
        return all(self._words_of(name) & words for name in key[1:])

    def is_of_named_row(self, result: TableResult, words: frozenset[str]) -> bool:
        """Tell whether a result is of one row, all the words of whose name are said."""
        named = self._words_of(result.row) if result.row else frozenset()
        return bool(named) and named <= words

    def _words_of(self, name: str) -> frozenset[str]:
        if name not in self._words:
            self._words[name] = words_of(name)
        return self._words[name]

    @cached_property
    def results(self) -> Lookup:
        """What one step comes to."""
        return Lookup(self._results())

    @cached_property
    def further(self) -> Lookup:
        """What a second step comes to."""
        return Lookup(second_results(self.columns))

    def _results(self) -> Iterator[TableResult]:
        columns = dict(list(self.columns.items())[:_MOST_COLUMNS])
        for (one, first), (other, second) in combinations(columns.items(), 2):
            for number in first.keys() & second.keys():
                head = self._rows.get(number, "")
                for result in _of_two(first[number], second[number], (one, other)):
                    yield result._replace(row=head)
            totals = _of_two(_total(first), _total(second), (one, other))
            yield from (
                result
                for result in totals
                if result.kind != "product" and (len(first) > 1 or first.keys() != second.keys())
            )
        names = self._rows
        for name, column in columns.items():
            for (one_row, a), (other_row, b) in combinations(list(column.items())[:_FEW_ROWS], 2):
                yield from _of_two(a, b, (names[one_row], names[other_row]))
            yield from _of_column(name, column)
        for row in self._rows:
            own = [column[row] for column in columns.values() if row in column]
            if len(own) > 2 and len({q.dimension for q in own}) == 1:
                size, dimension = sum(map(_size, own)), own[0].dimension
                yield TableResult(size, dimension, "sum", ("row",), f"sum of the {len(own)} of one row")


class TableResults:
    """The tables of one pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self._records = NamedRecords(pool)

    @cached_property
    def tables(self) -> Mapping[tuple[int, str], Table]:
        """The lists of the last calls that have two rows or two columns of numbers."""
        first = {(p.invocation, p.list_path): p for p in reversed(self.pool.places)}
        last = list(first.items())[-_MOST_TABLES:]
        return {where: table for where, place in last if (table := self._table(place))}

    def of(self, places: Sequence[Place]) -> list[Table]:
        """Give the tables that hold some places."""
        wanted = {(place.invocation, place.list_path) for place in places}
        return [table for where, table in self.tables.items() if where in wanted]

    def _table(self, place: Place) -> Table | None:
        rows = self._records.rows_like(place)[:_MOST_ROWS]
        columns: dict[str, dict[int, Quantity]] = {}
        for name, held in self._records.columns_of(rows).items():
            if name.endswith("()"):
                continue
            sizes = {h.place: quantity(h.token) for h in reversed(held)}
            columns[name.split(":")[-1]] = dict(sorted(sizes.items()))
        n_numbers = sum(len(column) for column in columns.values())
        names = {row.number: _head(row.text) for row in rows}
        return Table(names, columns) if n_numbers >= 2 else None


def _head(line: str) -> str:
    """Give the name of a row: its first cell, or the value of its first field."""
    return (cells_of(line) or [""])[0].rpartition("=")[2].strip()[:_HEAD]


def _size(q: Quantity) -> float:
    return q.value if q.dimension else q.number


def _total(column: dict[int, Quantity]) -> Quantity:
    """Give the sum of a column as one quantity."""
    own = list(column.values())
    return own[0]._replace(
        value=sum(q.value for q in own),
        number=sum(q.number for q in own),
        text=f"the sum of {len(own)} values",
    )


def _of_two(a: Quantity, b: Quantity, key: tuple[str, str]) -> Iterator[TableResult]:
    """Give the difference, sum, product, ratios, shares and changes of two numbers of one dimension."""
    one, other = _size(a), _size(b)
    if not one or not other or (a.dimension and b.dimension and a.dimension != b.dimension):
        return
    dimension = a.dimension or b.dimension
    are_alike = a.dimension == b.dimension
    if are_alike:
        said = f"difference of {a.text} and {b.text}"
        yield TableResult(abs(one - other), dimension, "difference", ("-", *key), said)
        yield TableResult(one + other, dimension, "sum", ("+", *key), f"{a.text} + {b.text}")
    if not (a.dimension and b.dimension):
        yield TableResult(one * other, dimension, "product", ("*", *key), f"{a.text} x {b.text}")
    for (x, top), (y, bottom), way in (((a, one), (b, other), "/"), ((b, other), (a, one), "\\")):
        quotient = top / bottom
        left = x.dimension if not y.dimension else ""
        yield TableResult(quotient, left, "ratio", (way, *key), f"{x.text} / {y.text}")
        if are_alike and dimension != "percent":
            said = f"{x.text} / {y.text} as a percentage"
            yield TableResult(100 * quotient, "percent", "percent", (f"%{way}", *key), said)
            said = f"change from {y.text} to {x.text} in percent"
            change = 100 * abs(quotient - 1)
            yield TableResult(change, "percent", "change", (f"d{way}", *key), said)


def _of_column(name: str, column: dict[int, Quantity]) -> Iterator[TableResult]:
    """Give a column's sum and mean, whole and without each row, its runs, and each row's share."""
    own = list(column.values())
    dimension = own[0].dimension
    if len(own) < 2 or any(q.dimension != dimension for q in own):
        return
    sizes = [_size(q) for q in own]
    signed = [-size if q.text[:1] in "-\u2212" else size for q, size in zip(own, sizes, strict=True)]
    total, n = sum(sizes), len(sizes)
    if dimension != "percent" and abs(sum(signed)) != total:
        said = f"what the {n} values of {name} come to on balance"
        yield TableResult(abs(sum(signed)), dimension, "sum", ("sum", name), said)
    if dimension != "percent":
        yield TableResult(total, dimension, "sum", ("sum", name), f"sum of the {n} values of {name}")
    yield TableResult(total / n, dimension, "mean", ("mean", name), f"mean of the {n} values of {name}")
    for q, size in zip(own[:_FEW_ROWS], sizes, strict=False):
        rest = f"the values of {name} but {q.text}"
        yield TableResult(total - size, dimension, "sum", ("rest", name), f"sum of {rest}")
        yield TableResult((total - size) / (n - 1), dimension, "mean", ("rest", name), f"mean of {rest}")
        if dimension != "percent" and total:
            said = f"{q.text} of the sum of {name}"
            yield TableResult(100 * size / total, "percent", "percent", ("share", name), said)
    for first in range(min(n, _FEW_ROWS)):
        for last in range(first + 2, min(n, first + _LONGEST_RUN)):
            said = f"sum of {name} from {own[first].text} to {own[last].text}"
            run = abs(sum(signed[first : last + 1]))
            yield TableResult(run, dimension, "sum", ("run", name), said)
            mean = run / (last - first + 1)
            said = said.replace("sum", "mean", 1)
            yield TableResult(mean, dimension, "mean", ("run", name), said)
