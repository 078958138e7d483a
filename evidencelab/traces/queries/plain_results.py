"""What the plain queries of all tables come to, looked up by size.

Sums and means, whole and of every group; row totals; where the wording speaks of it, all but one row, means
weighted by another column, and differences between rows. For a number that is read as no query and stands
nowhere. It counts only where so many results would hardly meet it by accident.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, permutations
from typing import NamedTuple

from evidencelab.traces.arithmetic.quantities import UNMIXED, Quantity, Target
from evidencelab.traces.evidence.data_tables import DataTable

_MOST_GROUPS, _FEWEST, _THREE, _MOST_PAIRED = 60, 2, 3, 40
_SELDOM, _SELDOM_WEIGHTED = 0.02, 0.05
"""Expected accidental hits up to which a hit counts; of a mean that is said to be weighted."""
_SPREAD = 1.5
"""The numbers from half of one to its double span one and a half times its size."""

_REST = re.compile(
    r"\b(?:others?|rest|remaining|except|excluding|without|apart from|but for|all but)\b"
    r"|其余|其他|其它|除|不含",
    re.IGNORECASE,
)
_WEIGHTED = re.compile(r"\bweighted\b|加权", re.IGNORECASE)
_DIFFERENCE = re.compile(
    r"\b(?:by|gap|differ\w*|margin|shortfall|short of|ahead of|behind"
    r"|(?:more|less|fewer|higher|lower|longer|shorter|larger|smaller|above|below) than)\b"
    r"|比[^，。；]{1,24}[多少高低长短]|超(?!过)|相?差|多出|少了",
    re.IGNORECASE,
)
_Column = Sequence[Quantity | None]


class _Result(NamedTuple):
    size: float
    said: str


class _Results:
    """Results of one kind, in order of size."""

    def __init__(self, results: Iterable[_Result], most: float = _SELDOM) -> None:
        self._most = most
        self._results = sorted(results)
        self._sizes = [result.size for result in self._results]

    def find(self, size: float, slack: float) -> str | None:
        """Say which result a size is; None where none meets it, or too many might."""
        slack = max(slack, 1e-9 * size)
        first, last = bisect_left(self._sizes, size - slack), bisect_right(self._sizes, size + slack)
        n_near = bisect_right(self._sizes, 2 * size) - bisect_left(self._sizes, size / 2)
        is_met = first < last and n_near * 2 * slack / (_SPREAD * size) <= self._most
        return self._results[first].said if is_met else None


class PlainResults:
    """The results of the tables of one message.

    Args:
        tables: The tables; those that are not whole are left out.
    """

    def __init__(self, tables: Sequence[DataTable]) -> None:
        self._tables = [table for table in tables if table.is_whole]

    def find(self, target: Target, number: float, clause: str, text: str) -> str | None:
        """Say what a number is the result of; None where none meets it, or too many might.

        Args:
            target: The number in its base, with its slack.
            number: The number in its own unit, as whom tables without units have it.
            clause: What is said around it; only what speaks of a rest or a difference is taken for one.
            text: Its statement; only one that speaks of a weight has a mean that is weighted.
        """
        if target.dimension == "percent":
            return None
        kinds = [self._of_groups, self._of_totals]
        kinds += [self._of_all_but_one] if _REST.search(clause) else []
        kinds += [self._weighted_means] if _WEIGHTED.search(text) else []
        kinds += [self._differences] if _DIFFERENCE.search(clause) else []
        for results in kinds:
            for size in dict.fromkeys((number, abs(target.value))):
                if size:
                    found = results.find(size, target.slack * size / abs(target.value))
                    if found is not None:
                        return found
        return None

    @cached_property
    def _of_groups(self) -> _Results:
        return _Results(
            result
            for table in self._tables
            for title, column in _columns(table)
            for where, rows in _groups(table)
            for result in _of_rows(title, where, _held(column, rows))
        )

    @cached_property
    def _of_totals(self) -> _Results:
        """The totals of rows over several columns, and what comes of them for every group."""
        return _Results(
            result
            for table in self._tables
            for title, column in _row_totals(table)
            for where, rows in (
                *_groups(table),
                *((f" in row {row + 1}", [row]) for row in range(table.n_rows)),
            )
            for result in _of_rows(title, where, _held(column, rows), fewest=1)
        )

    @cached_property
    def _of_all_but_one(self) -> _Results:
        return _Results(
            result
            for table in self._tables
            if table.n_rows <= _MOST_PAIRED
            for title, column in _columns(table)
            for where, rows in _groups(table)
            if len(rows) >= _THREE
            for left_out in rows
            for result in _of_rows(
                title,
                f"{where} without row {left_out + 1}",
                _held(column, [r for r in rows if r != left_out]),
            )
        )

    @cached_property
    def _weighted_means(self) -> _Results:
        """The means of rates, each row weighted by what it counts."""
        found = (
            _Result(sum(q.number * w.number for q, w in held) / weight, f"mean of {title} by {by}{where}")
            for table in self._tables
            for (title, column), (by, weights) in permutations(_columns(table), 2)
            if _is_counted(weights) and not _is_counted(column)
            for where, rows in _groups(table)
            if (
                held := [
                    (q, w) for r in rows if (q := column[r]) is not None and (w := weights[r]) is not None
                ]
            )
            if (weight := sum(w.number for _, w in held)) > 0
        )
        return _Results(found, _SELDOM_WEIGHTED)

    @cached_property
    def _differences(self) -> _Results:
        return _Results(
            _Result(
                abs(one.number - other.number), f"{one.text.strip()} less {other.text.strip()} of {title}"
            )
            for table in self._tables
            if table.n_rows <= _MOST_PAIRED
            for title, column in _columns(table)
            for one, other in combinations(_held(column, range(table.n_rows)), 2)
        )


def _columns(table: DataTable) -> Iterator[tuple[str, _Column]]:
    for title in table.columns:
        numbers = table.numbers(title)
        if numbers is not None:
            yield title, numbers


def _is_counted(column: _Column) -> bool:
    return all(q is None or q.number.is_integer() for q in column)


def _row_totals(table: DataTable) -> Iterator[tuple[str, _Column]]:
    """Give the totals of columns of one dimension: of all, and of those of one record within the rows."""
    alike: Mapping[tuple[str, str], list[tuple[str, _Column]]] = defaultdict(list)
    for title, column in _columns(table):
        dimension = next(q.dimension for q in column if q is not None)
        prefix, dot, _ = title.rpartition(".")
        for key in dict.fromkeys(("", prefix if dot else "")):
            if dimension not in UNMIXED:
                alike[dimension, key].append((title, column))
    for columns in alike.values():
        if len(columns) >= _FEWEST:
            cells = zip(*(column for _, column in columns), strict=True)
            yield " and ".join(title for title, _ in columns), [_total(row) for row in cells]


def _total(row: Sequence[Quantity | None]) -> Quantity | None:
    held = [q for q in row if q is not None]
    if not held:
        return None
    return held[0]._replace(value=sum(q.value for q in held), number=sum(q.number for q in held))


def _held(column: _Column, rows: Sequence[int]) -> list[Quantity]:
    return [q for row in rows if (q := column[row]) is not None]


def _of_rows(title: str, where: str, held: Sequence[Quantity], fewest: int = _FEWEST) -> Iterator[_Result]:
    if len(held) < fewest:
        return
    total, n = sum(q.number for q in held), len(held)
    if held[0].dimension not in UNMIXED:
        yield _Result(total, f"sum of {title} over {n} rows{where}")
    yield _Result(total / n, f"mean of {title} over {n} rows{where}")


def _groups(table: DataTable) -> Iterator[tuple[str, Sequence[int]]]:
    """Give all rows, and the rows of each cell that some share."""
    yield "", range(table.n_rows)
    for title, cells in table.columns.items():
        by_text: Mapping[str, list[int]] = defaultdict(list)
        for row, cell in enumerate(cells):
            if cell is not None and cell.number is None:
                by_text[cell.text].append(row)
        shared = {text: rows for text, rows in by_text.items() if _FEWEST <= len(rows) < table.n_rows}
        if len(shared) <= _MOST_GROUPS:
            for text, rows in shared.items():
                yield f" with {title} {text}", rows
