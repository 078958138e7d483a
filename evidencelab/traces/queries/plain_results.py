"""What the plain queries of all tables come to, looked up by size: sums and means, whole and of every group.

For a number that is read as no query and stands nowhere. It counts only where so many results would hardly
meet it by accident, so nothing is asked of the wording.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from evidencelab.traces.arithmetic.quantities import UNMIXED, Quantity, Target
from evidencelab.traces.evidence.data_tables import DataTable

_MOST_GROUPS, _FEWEST = 60, 2
_SELDOM = 0.02
"""Expected accidental hits up to which a hit counts."""
_SPREAD = 1.5
"""The numbers from half of one to its double span one and a half times its size."""


class _Result(NamedTuple):
    size: float
    said: str


class PlainResults:
    """The results of the tables of one message.

    Args:
        tables: The tables; those that are not whole are left out.
    """

    def __init__(self, tables: Sequence[DataTable]) -> None:
        found = [result for table in tables if table.is_whole for result in _results(table)]
        self._results = sorted(found)
        self._sizes = [result.size for result in self._results]

    def find(self, target: Target, number: float) -> str | None:
        """Say what a number is the result of; None where none meets it, or too many might.

        Args:
            target: The number in its base, with its slack.
            number: The number in its own unit, as whom tables without units have it.
        """
        if target.dimension == "percent":
            return None
        for size in dict.fromkeys((number, abs(target.value))):
            slack = target.slack * size / abs(target.value) if target.value else 0.0
            first, last = (
                bisect_left(self._sizes, size - slack - _tiny(size)),
                bisect_right(self._sizes, size + slack),
            )
            n_near = bisect_right(self._sizes, 2 * size) - bisect_left(self._sizes, size / 2)
            if first < last and size and n_near * 2 * max(slack, _tiny(size)) / (_SPREAD * size) <= _SELDOM:
                return self._results[first].said
        return None


def _tiny(size: float) -> float:
    return 1e-9 * abs(size)


def _results(table: DataTable) -> Iterator[_Result]:
    for title in table.columns:
        numbers = table.numbers(title)
        if numbers is None:
            continue
        for where, rows in _groups(table):
            held = [q for row in rows if (q := numbers[row]) is not None]
            if len(held) >= _FEWEST:
                yield from _of_column(title, where, held)


def _of_column(title: str, where: str, held: Sequence[Quantity]) -> Iterator[_Result]:
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
