"""The second step of a working on a table: what its rows come to in a column that two others make.

Late orders are what was sent less what came in time; whose share of them is told, by how much one row's is
more than another's, what part of a third column they are. It must not know what a statement says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from evidencelab.traces.arithmetic.quantities import Quantity
from evidencelab.traces.workings.table_lookup import TableResult

_MOST_COLUMNS, _MOST_ROWS, _FEW = 6, 16, 2

Column = Mapping[int, Quantity]


def second_results(columns: Mapping[str, Column]) -> Iterator[TableResult]:
    """Give what the columns come to that the pairs of a table's columns make.

    Args:
        columns: The columns of numbers, by name and row; of a longer table, nothing is worked out.
    """
    few = {name: own for name, own in list(columns.items())[:_MOST_COLUMNS] if len(own) <= _MOST_ROWS}
    for (one, first), (other, second) in combinations(few.items(), 2):
        rows = [row for row in first if row in second]
        if len(rows) < _FEW:
            continue
        a, b = ([column[row] for row in rows] for column in (first, second))
        key = (one, other)
        yield from products(a, b, key)
        dimensions = {q.dimension for q in (*a, *b)}
        if len(dimensions) > 1:
            continue
        dimension = dimensions.pop()
        left = [x.value - y.value for x, y in zip(a, b, strict=True)]
        yield from _of_parts(left, dimension, ("-", *key), f"{one} - {other}")
        for name, third in few.items():
            if name not in key and all(row in third for row in rows):
                yield from _of_third(left, [third[row] for row in rows], dimension, ("-", *key, name))
        if not dimension:
            times = [x.value * y.value for x, y in zip(a, b, strict=True)]
            yield from _of_parts(times, "", ("*", *key), f"{one} x {other}")
            for name, third in few.items():
                for row, size in zip(rows, times, strict=True) if name not in key else ():
                    if row in third and third[row].value and not third[row].dimension:
                        said = f"{one} x {other} / {name}"
                        yield TableResult(size / third[row].value, "", "ratio", ("*/", *key, name), said)
        for top, bottom, said in ((a, b, f"{one} / {other}"), (b, a, f"{other} / {one}")):
            if dimension != "percent" and all(q.value for q in bottom):
                yield from _of_rates([x.value / y.value for x, y in zip(top, bottom, strict=True)], key, said)


def products(a: list[Quantity], b: list[Quantity], key: tuple[str, ...]) -> Iterator[TableResult]:
    """Give the sum of the products of two columns, and the mean of each by the other: prices by amounts."""
    for (weights, its), (sizes, name) in (((a, key[0]), (b, key[1])), ((b, key[1]), (a, key[0]))):
        dimension, weight = sizes[0].dimension, sum(q.number for q in weights)
        if any(q.dimension != dimension for q in sizes):
            continue
        each = [q.value if dimension else q.number for q in sizes]
        total = sum(q.number * size for q, size in zip(weights, each, strict=True))
        if dimension != "percent" and (dimension or weights is a):
            yield TableResult(total, dimension, "sum", ("*sum", *key), f"sum of {its} x {name}")
        if weight:
            said = f"mean of {name}, by {its}"
            yield TableResult(total / weight, dimension, "mean", ("*mean", *key), said)


def _of_parts(sizes: list[float], dimension: str, key: tuple[str, ...], said: str) -> Iterator[TableResult]:
    """Give the share that each row, or two of them, have of the whole, and how rows differ."""
    whole = sum(abs(size) for size in sizes)
    if not whole or dimension == "percent":
        return
    for size in sizes:
        yield TableResult(
            100 * abs(size) / whole, "percent", "percent", key, f"share of {said}", (abs(size),)
        )
    for one, other in combinations(sizes, 2):
        both = (abs(one), abs(other))
        yield TableResult(
            100 * sum(both) / whole, "percent", "percent", key, f"share of two rows of {said}", both
        )
        yield TableResult(
            abs(one - other), dimension, "difference", key, f"difference of two rows of {said}", both
        )


def _of_third(
    sizes: list[float], third: list[Quantity], dimension: str, key: tuple[str, ...]
) -> Iterator[TableResult]:
    """Give what part the difference of two columns is of a third, row by row."""
    if dimension == "percent":
        return
    said = f"({key[1]} - {key[2]}) / {key[3]} as a percentage"
    for size, q in zip(sizes, third, strict=True):
        if q.value and q.dimension == dimension:
            yield TableResult(100 * abs(size) / q.value, "percent", "percent", key, said, (abs(size),))


def _of_rates(rates: list[float], key: tuple[str, ...], said: str) -> Iterator[TableResult]:
    """Give by how much one row's rate is more than another's: in points, in percent."""
    for one, other in combinations(rates, 2):
        both = (100 * one, 100 * other)
        points = f"difference of two rows of {said}, in points"
        yield TableResult(100 * abs(one - other), "percent", "difference", ("/-", *key), points, both)
        for new, old in ((one, other), (other, one)) if one and other else ():
            change = f"change of {said} from one row to another, in percent"
            yield TableResult(100 * abs(new / old - 1), "percent", "change", ("/d", *key), change, both)
