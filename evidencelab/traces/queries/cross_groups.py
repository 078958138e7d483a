"""The rows of a tool's table by what they hold, and what each way of summing up makes of some of them.

It must not know what is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from evidencelab.traces.arithmetic.quantities import UNMIXED, Quantity
from evidencelab.traces.evidence.data_tables import DataTable
from evidencelab.traces.queries.answers import Answer
from evidencelab.traces.queries.operations import OF_COLUMN, Operation

_MOST_COLUMNS, _WHOLE, _LONGEST = 12, 100.0, 60
_MOST_HEADINGS = 40
"""Different cells of a column up to which one may be part of a heading."""
_BEGINNING = 2
_CLASSES = re.compile(
    r"(?:\b(?:class|grade|group|type|zone|tier|line|team|level|category|shift) )([a-z])(?![a-z0-9])"
    r"|(?<![a-z0-9])([a-z])\s?[类级组区等型档班线]"
)
"""A letter that is told with what it is one of."""
_MARKS = re.compile(r"[`*_\"'“”]")
_CJK = re.compile(r"[\u4e00-\u9fff]")
_OPERATIONS: tuple[Operation, ...] = ("mean", "sum", "highest", "lowest", "median")

Rows = frozenset[int]


class Way(NamedTuple):
    """A way of summing rows up.

    Attributes:
        operation: What is worked out of the column; `share` is of the column's sum, or of the rows.
        column: The column; None for how many rows there are.
    """

    operation: Operation | None
    column: str | None


class Groups:
    """The groups of rows of one table.

    Attributes:
        table: The table.
    """

    def __init__(self, table: DataTable) -> None:
        self.table = table
        self.every: Rows = frozenset(range(table.n_rows))
        self._results: dict[tuple[Way, Rows, Rows], Answer | None] = {}

    @cached_property
    def by_cell(self) -> Mapping[str, Mapping[str, Rows]]:
        """The rows of each cell, by the column's title and the cell's folded text."""
        found: dict[str, dict[str, Rows]] = {}
        for title, cells in self.table.columns.items():
            rows: dict[str, set[int]] = {}
            for row, cell in enumerate(cells):
                if cell is not None and len(cell.text) <= _LONGEST:
                    rows.setdefault(folded_heading(cell.text), set()).add(row)
            found[title] = {text: frozenset(its) for text, its in rows.items() if text}
        return found

    @cached_property
    def _begun(self) -> Mapping[str, frozenset[str]]:
        """The columns by how their cells begin."""
        found: dict[str, set[str]] = {}
        for title, its in self.by_cell.items():
            for text in its:
                found.setdefault(text[:_BEGINNING], set()).add(title)
        return {begun: frozenset(titles) for begun, titles in found.items()}

    def columns_in(self, text: str) -> frozenset[str]:
        """Give the columns of which a cell may stand in a text; in a time that does not grow as the table."""
        told = folded_heading(text)
        begun = {told[at : at + n] for n in range(1, _BEGINNING + 1) for at in range(len(told))}
        return frozenset[str]().union(*(self._begun[one] for one in begun if one in self._begun))

    def headed(self, heading: str, column: str) -> Rows | None:
        """Give the rows with a cell of a column that a heading is, or that alone is part of it."""
        its, told = self.by_cell[column], folded_heading(heading)
        if told in its:
            return its[told]
        if len(its) > _MOST_HEADINGS or len(its) == self.table.n_rows:
            return None
        held = [text for text in its if _is_in(text, told)]
        longest = max(held, key=len, default="")
        return its[longest] if all(text in longest for text in held) and longest else None

    @cached_property
    def amounts(self) -> Mapping[str, Sequence[Quantity | None]]:
        """The columns of numbers."""
        columns = ((title, self.table.numbers(title)) for title in self.table.columns)
        found = {title: numbers for title, numbers in columns if numbers is not None}
        return dict(list(found.items())[:_MOST_COLUMNS])

    def ways(self, *, are_single: bool) -> Iterator[Way]:
        """Give the ways of summing rows up; of single rows, all that keep a cell are one."""
        for column, numbers in self.amounts.items():
            is_summed = next((q.dimension for q in numbers if q is not None), "") not in UNMIXED
            for operation in _OPERATIONS[1:2] if are_single else _OPERATIONS:
                if is_summed or operation != "sum" or are_single:
                    yield Way(operation, column)
            if is_summed:
                yield Way("share", column)
        if not are_single:
            yield Way(None, None)
            yield Way("share", None)

    def result(self, way: Way, rows: Rows, whole: Rows) -> Answer | None:
        """Work out what some rows come to; None where nothing is to be summed up.

        Args:
            way: How.
            rows: The rows.
            whole: The rows that they are a share of.
        """
        key = way, rows, whole if way.operation == "share" else self.every
        if key not in self._results:
            self._results[key] = self._work(way, rows, whole)
        return self._results[key]

    def _work(self, way: Way, rows: Rows, whole: Rows) -> Answer | None:
        where, said = tuple(sorted(rows)), f"{len(rows)} of {self.table.n_rows} rows"
        if way.column is None:
            size = float(len(rows)) if way.operation is None else _WHOLE * len(rows) / max(1, len(whole))
            return Answer((size,), (size,), "" if way.operation is None else "percent", said, where)
        numbers = self.amounts[way.column]
        held = [q for row in where if (q := numbers[row]) is not None]
        if not held:
            return None
        if way.operation == "share":
            total = sum(q.number for row in whole if (q := numbers[row]) is not None)
            share = _WHOLE * sum(q.number for q in held) / total if total else 0.0
            return Answer((share,), (share,), "percent", f"share of {way.column} of {said}", where)
        work, dimension = OF_COLUMN[str(way.operation)], held[0].dimension
        sizes, bare = work([q.value for q in held])[:1], work([q.number for q in held])[:1]
        verb = f"{way.operation} of " if len(held) > 1 else ""
        return Answer(tuple(sizes), tuple(bare), dimension, f"{verb}{way.column} over {said}", where)


def folded_heading(text: str) -> str:
    """Fold a heading, without marks of emphasis and quotes, and what closes it."""
    return _MARKS.sub("", text).strip(" \t:：|").casefold()


def _is_in(text: str, heading: str) -> bool:
    """Tell whether a worded cell stands in a heading as words of its own, a letter as one of a class."""
    if not re.search(r"[^\W\d_]", text) or text not in heading:
        return False
    if len(text) == 1:
        return any(text in found.groups() for found in _CLASSES.finditer(heading))
    if _CJK.search(text):
        return True
    return re.search(rf"(?<![a-z0-9_-]){re.escape(text)}(?![a-z0-9_-])", heading) is not None
