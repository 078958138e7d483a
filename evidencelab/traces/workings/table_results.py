"""What the tables of the evidence come to: the arithmetic of every row and every column, looked up by size.

Whoever sums a table up works on whole columns, on two columns row by row, on two rows column by column, or on
all rows but one. It must not know what a statement speaks of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, permutations, product

from evidencelab.traces.arithmetic.quantities import Quantity, quantity
from evidencelab.traces.evidence.layout import cells_of
from evidencelab.traces.evidence.named_records import NamedRecords
from evidencelab.traces.evidence.places import Place
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.wording.words import words_of
from evidencelab.traces.workings.derived_columns import products, second_results
from evidencelab.traces.workings.lapses import apart, moments_of
from evidencelab.traces.workings.table_lookup import Key, Lookup, TableResult

_MOST_TABLES, _MOST_COLUMNS, _MOST_ROWS, _FEW_ROWS, _LONGEST_RUN = 16, 8, 60, 24, 8
_FEW_COLUMNS, _LETTERS = 5, re.compile(r"[^\W\d_]{2}|[^\W\d_]\d|\d[^\W\d_]")
_HEAD, _WHOLE, _FEWEST = 24, 100.0, 2
_LEFT_OUT = ("time", "bytes", "money")
"""Dimensions whose unit may stand in a column's title, and be left out by who speaks of it."""


class Table:
    """A list of the evidence, or a table of the answer, with all that its columns of numbers come to.

    Attributes:
        rows: The names of the rows.
        columns: The numbers, by the column's name and the row.
        moments: The moments in seconds, likewise.
    """

    def __init__(
        self,
        rows: Mapping[int, str],
        columns: dict[str, dict[int, Quantity]],
        moments: Mapping[str, Mapping[int, float]] | None = None,
    ) -> None:
        self.columns = columns
        self.moments = moments or {}
        self.rows = rows
        self._words: dict[str, frozenset[str]] = {}

    @property
    def by_name(self) -> Mapping[str, int]:
        """The rows by their name in lower case; none if two have one name, or a name has no letters."""
        found = {name.lower(): row for row, name in self.rows.items() if _LETTERS.search(name)}
        return found if len(found) == len(self.rows) else {}

    def is_named(self, key: Key, words: frozenset[str]) -> bool:
        """Tell whether words name all columns or rows of a working."""
        return all(self._words_of(name) & words for name in key[1:])

    def is_of_named_rows(self, result: TableResult, words: frozenset[str]) -> bool:
        """Tell whether a result is of one row, or two, all the words of whose names are said."""
        named = [self._words_of(row) for row in result.rows]
        return bool(named) and all(one and one <= words for one in named)

    def _words_of(self, name: str) -> frozenset[str]:
        if name not in self._words:
            self._words[name] = words_of(name)
        return self._words[name]

    @cached_property
    def results(self) -> Lookup:
        """What one step comes to."""
        return Lookup(self._results(), self._units)

    @cached_property
    def times(self) -> Lookup:
        """What its moments are apart."""
        return Lookup(apart(self.moments, self.rows))

    @property
    def _units(self) -> set[tuple[str, float]]:
        """The units that stand in the titles of columns."""
        firsts = (next(iter(column.values())) for column in self.columns.values())
        return {(q.dimension, q.value / q.number) for q in firsts if q.dimension in _LEFT_OUT and q.number}

    @cached_property
    def further(self) -> Lookup:
        """What a second step comes to."""
        return Lookup(second_results(self.columns))

    def _results(self) -> Iterator[TableResult]:
        columns = dict(list(self.columns.items())[:_MOST_COLUMNS])
        for (one, first), (other, second) in combinations(columns.items(), 2):
            for number in first.keys() & second.keys():
                head = self.rows.get(number, "")
                for result in _of_two(first[number], second[number], (one, other)):
                    yield result._replace(rows=(head,))
            totals = _of_two(_total(first), _total(second), (one, other))
            yield from (
                result
                for result in totals
                if result.kind != "product" and (len(first) > 1 or first.keys() != second.keys())
            )
        names = self.rows
        for name, column in columns.items():
            for (one_row, a), (other_row, b) in combinations(list(column.items())[:_FEW_ROWS], 2):
                two = (names[one_row], names[other_row])
                yield from (result._replace(rows=two) for result in _of_two(a, b, two))
            yield from _of_column(name, column)
            for row, q in column.items():
                yield from _rest_of(q, name, names[row])
        for row in self.rows:
            own = [column[row] for column in columns.values() if row in column]
            if len(own) > 2 and len({q.dimension for q in own}) == 1:
                size, dimension = sum(map(_size, own)), own[0].dimension
                yield TableResult(size, dimension, "sum", ("row",), f"sum of the {len(own)} of one row")


class Joined(Table):
    """Two lists side by side where they name the same things: one's columns with the other's."""

    def __init__(self, one: Table, other: Table, pairs: Sequence[tuple[int, int]]) -> None:
        super().__init__({row: one.rows[number] for number, row in pairs}, {})
        by_row = {row: number for number, row in pairs}
        self._first = {
            name: {row: column[number] for row, number in by_row.items() if number in column}
            for name, column in list(one.columns.items())[:_FEW_COLUMNS]
        }
        self._second = dict(list(other.columns.items())[:_FEW_COLUMNS])

    def _results(self) -> Iterator[TableResult]:
        for (one, first), (other, second) in product(self._first.items(), self._second.items()):
            both = [row for row in first if row in second]
            for row in both:
                for result in _of_two(first[row], second[row], (one, other)):
                    yield result._replace(rows=(self.rows[row],))
            if len(both) >= _FEWEST:
                a, b = {row: first[row] for row in both}, {row: second[row] for row in both}
                yield from (r for r in _of_two(_total(a), _total(b), (one, other)) if r.kind != "product")
                yield from products(list(a.values()), list(b.values()), (one, other))


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

    @cached_property
    def joined(self) -> Sequence[Joined]:
        """Pairs of lists, of which one has rows that hold the names of the other's rows."""
        names = {where: table.by_name for where, table in self.tables.items()}
        found: list[Joined] = []
        for (where, one), (other_where, other) in permutations(self.tables.items(), 2):
            heads = names[where]
            if where > other_where and heads.keys() & names[other_where].keys():
                continue
            pairs = [(heads[cell], row) for row, cell in self._cells[other_where] if cell in heads]
            if pairs and len(pairs) <= _MOST_ROWS and len(found) < _MOST_TABLES:
                found.append(Joined(one, other, pairs))
        return found

    @cached_property
    def _cells(self) -> Mapping[tuple[int, str], Sequence[tuple[int, str]]]:
        """The cells of each list's rows, in lower case, with the place of the row."""
        found: dict[tuple[int, str], list[tuple[int, str]]] = {where: [] for where in self.tables}
        for place in self.pool.places:
            if (where := (place.invocation, place.list_path)) in found:
                cells = {cell.rpartition("=")[2].strip(" |").lower() for cell in cells_of(place.text)}
                found[where] += [(place.number, cell) for cell in sorted(cells)]
        return found

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
        moments = moments_of(self.pool, rows)
        is_enough = n_numbers >= _FEWEST or sum(map(len, moments.values())) >= _FEWEST
        return Table(names, columns, moments) if is_enough else None


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


def _rest_of(q: Quantity, name: str, row: str) -> Iterator[TableResult]:
    """Give what a percentage, or a number that may be one, leaves of a hundred, and a fraction of one."""
    said = f"what {q.text} of {name} leaves"
    if q.dimension == "percent" or (not q.dimension and q.number < _WHOLE):
        yield TableResult(_WHOLE - q.number, "percent", "left", ("100-", name), said, rows=(row,))
    if not q.dimension and q.number < 1.0:
        yield TableResult(_WHOLE * (1.0 - q.number), "percent", "left", ("1-", name), said, rows=(row,))


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
