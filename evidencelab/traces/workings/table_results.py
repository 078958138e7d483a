"""What the tables of the evidence come to: the arithmetic of every row and every column, looked up by size.

Whoever sums a table up works on whole columns, on two columns row by row, on two rows column by column, or on
all rows but one. It must not know what a statement speaks of; how likely an accident is, it says.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from evidencelab.traces.arithmetic.quantities import Kind, Quantity, Target, quantity
from evidencelab.traces.evidence.named_records import NamedRecords
from evidencelab.traces.evidence.places import Place
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.wording.words import words_of

_MOST_TABLES, _MOST_COLUMNS, _MOST_ROWS, _FEW_ROWS, _LONGEST_RUN = 16, 8, 60, 24, 8
_SPREAD = 1.5
"""The numbers from half of one to its double span one and a half times its size."""

Key = tuple[str, ...]
"""The arithmetic of a result, and the columns or rows it is done on."""


class TableResult(NamedTuple):
    """What two numbers of a table, or a column of it, come to.

    Attributes:
        size: In the base of its dimension; a percentage in per cent.
        dimension: Of the operands' unit; `percent` for a share or a change; empty for bare numbers.
        kind: The arithmetic.
        key: The working, by the names of its columns or rows.
        said: The derivation as text.
    """

    size: float
    dimension: str
    kind: Kind
    key: Key
    said: str


class TableHits(NamedTuple):
    """The results that meet a number, and how many would by accident."""

    results: Sequence[TableResult]
    n_accidents: float


class Table:
    """One list of the evidence, with all that its columns of numbers come to."""

    def __init__(self, rows: Sequence[Place], columns: dict[str, dict[int, Quantity]]) -> None:
        self.invocation, self.list_path = rows[0].invocation, rows[0].list_path
        self.rows = rows
        self._columns = columns
        self._words: dict[str, frozenset[str]] = {}

    def meeting(self, target: Target, number: float, words: frozenset[str] | None = None) -> TableHits:
        """Find the results that a number can be.

        Args:
            target: The number in its base, with its slack.
            number: The number in its own unit, by which results of bare numbers count.
            words: Words, one of which every column or row of a working must be named by; None for any.
        """
        hits: list[TableResult] = []
        n_accidents = 0.0
        scales = {("", number)} if target.dimension != "percent" else set()
        scales |= {(target.dimension, abs(target.value))}
        for dimension, size in scales:
            results, sizes = self._by_dimension.get(dimension, ((), ()))
            slack = target.slack * size / abs(target.value) if target.value else 0.0
            first, last = bisect_left(sizes, size - slack * (1 + 1e-9)), bisect_right(sizes, size + slack)
            met = [r for r in results[first:last] if words is None or self._is_named(r.key, words)]
            low, high = bisect_left(sizes, size / 2), bisect_right(sizes, 2 * size)
            n_near = high - low
            if words is not None:
                n_near = sum(self._is_named(r.key, words) for r in results[low:high]) if met else 0
            hits += met
            n_accidents += n_near * 2 * slack / (_SPREAD * size) if size else 0.0
        return TableHits(hits, n_accidents)

    def _is_named(self, key: Key, words: frozenset[str]) -> bool:
        """Tell whether words name all columns or rows of a working."""
        return all(self._words_of(name) & words for name in key[1:])

    def _words_of(self, name: str) -> frozenset[str]:
        if name not in self._words:
            self._words[name] = words_of(name)
        return self._words[name]

    @cached_property
    def _by_dimension(self) -> dict[str, tuple[Sequence[TableResult], Sequence[float]]]:
        found: dict[str, list[TableResult]] = {}
        for result in self._results():
            if result.size > 0:
                found.setdefault(result.dimension, []).append(result)
        ordered = {name: sorted(results, key=lambda r: r.size) for name, results in found.items()}
        return {name: (results, [r.size for r in results]) for name, results in ordered.items()}

    def _results(self) -> Iterator[TableResult]:
        columns = dict(list(self._columns.items())[:_MOST_COLUMNS])
        for (one, first), (other, second) in combinations(columns.items(), 2):
            for number in first.keys() & second.keys():
                yield from _of_two(first[number], second[number], (one, other))
            totals = _of_two(_total(first), _total(second), (one, other))
            yield from (
                result
                for result in totals
                if result.kind != "product" and (len(first) > 1 or first.keys() != second.keys())
            )
        names = {row.number: row.text.strip()[:24] for row in self.rows}
        for name, column in columns.items():
            for (one_row, a), (other_row, b) in combinations(list(column.items())[:_FEW_ROWS], 2):
                yield from _of_two(a, b, (names[one_row], names[other_row]))
            yield from _of_column(name, column)
        for row in self.rows:
            own = [column[row.number] for column in columns.values() if row.number in column]
            if len(own) > 2 and len({q.dimension for q in own}) == 1:
                size, dimension = sum(map(_size, own)), own[0].dimension
                yield TableResult(size, dimension, "sum", ("row",), f"sum of the {len(own)} of one row")


class TableResults:
    """The tables of one pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self._records = NamedRecords(pool)

    @cached_property
    def tables(self) -> Sequence[Table]:
        """The lists of the last calls that have two rows or two columns of numbers."""
        first = {(p.invocation, p.list_path): p for p in reversed(self.pool.places)}
        return [table for place in list(first.values())[-_MOST_TABLES:] if (table := self._table(place))]

    def of(self, places: Sequence[Place]) -> list[Table]:
        """Give the tables that hold some places."""
        wanted = {(place.invocation, place.list_path) for place in places}
        return [table for table in self.tables if (table.invocation, table.list_path) in wanted]

    def _table(self, place: Place) -> Table | None:
        rows = self._records.rows_like(place)[:_MOST_ROWS]
        columns: dict[str, dict[int, Quantity]] = {}
        for name, held in self._records.columns_of(rows).items():
            if name.endswith("()"):
                continue
            sizes = {h.place: quantity(h.token) for h in reversed(held)}
            columns[name.split(":")[-1]] = dict(sorted(sizes.items()))
        n_numbers = sum(len(column) for column in columns.values())
        return Table(rows, columns) if n_numbers >= 2 else None


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
    total, n = sum(sizes), len(sizes)
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
            run = sum(sizes[first : last + 1])
            yield TableResult(run, dimension, "sum", ("run", name), said)
            mean = run / (last - first + 1)
            said = said.replace("sum", "mean", 1)
            yield TableResult(mean, dimension, "mean", ("run", name), said)
