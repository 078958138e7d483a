"""Arithmetic over the rows and columns that a statement names: counts, runs of rows, groups, neighbours."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations, islice, pairwise
from typing import NamedTuple

from evidencelab.traces.arithmetic.quantities import Kind, Target, quantities, quantity
from evidencelab.traces.arithmetic.two_operands import OF_ALL, Result, of_two
from evidencelab.traces.evidence.field_units import scale_of_field
from evidencelab.traces.evidence.layout import cells_of
from evidencelab.traces.evidence.named_records import NamedRecords
from evidencelab.traces.evidence.places import Column, Place
from evidencelab.traces.evidence.setting import Setting, places_about
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.factors import counts_in
from evidencelab.traces.wording.statement import Statement
from evidencelab.traces.wording.words import label_words, near_words
from evidencelab.traces.workings.arithmetic_beside import of_whole

_MOST_FIELDS, _MOST_ROWS = 12, 200
_FEW_KEPT = 16
"""Columns and lists whose sums are kept for the next value of a statement."""
_COUNTED = re.compile(
    r"(?:\b(?:top|bottom|first|last|other|next|largest|biggest|smallest|highest|lowest)|[前后余])"
    r"\s?(\d{1,2})(?![\w:%]|\.\d)",
    re.IGNORECASE,
)


class _Totals(NamedTuple):
    """What a column comes to: in all, and for some of its rows, as total, number of values and text."""

    name: str
    n_values: int
    total: float
    of_groups: Sequence[tuple[float, int, str]]


class NamedRows:
    """Reckons with the rows of the lists of one pool."""

    def __init__(self, records: NamedRecords) -> None:
        self.records = records
        self.pool = records.pool
        self._runs_said = lru_cache(_FEW_KEPT)(_runs_said)
        self._totals = lru_cache(_FEW_KEPT)(self._totals_of)

    def all_rows(self, setting: Setting, records: Sequence[Place]) -> Iterator[Result]:
        """Give how many rows the lists have that the statement is about."""
        for place in (*records, *places_about(self.pool, setting, 2)[:2]):
            yield Result(float(len(self.records.rows_like(place))), "count of all rows of the list")

    def runs(self, token: ValueToken, setting: Setting) -> Iterator[Result]:
        """Give the sums of neighbouring rows from one whose first cell is said, in the column of the noun."""
        text = setting.statement.text
        nouns = label_words(text, token.start, token.end)
        for column in self.pool.columns(dict.fromkeys(nouns, 1.0))[:3] if nouns else ():
            if not column.words & nouns or len(column.held) > _MOST_ROWS:
                continue
            yield from self._runs_said(column, text)

    def along_columns(self, token: ValueToken, target: Target, setting: Setting) -> Iterator[Result]:
        """Give what neighbouring rows, the ends and the extremes of a column named beside a number make."""
        named = near_words(setting.statement.text, token.start, token.end)
        before = [t.folded for t in setting.tokens if t.kind == "name" and t.end <= token.start][-1:]
        columns = [
            column
            for column in self.pool.columns(dict.fromkeys(named, 1.0))
            if column.words & named or column.name.split(":")[-1].lower().split("_")[0] in before
        ]
        for column in columns[:3]:
            if len(column.sizes) <= _MOST_ROWS:
                yield from of_whole(target, column.sizes, column.name.split(":")[-1])
            sizes = [quantity(h.token) for h in column.held[:_MOST_FIELDS]]
            if len(sizes) != len(column.held):
                continue
            ends = [(sizes[0], sizes[-1]), (min(sizes), max(sizes))]
            for a, b in (*pairwise(sizes), *ends):
                yield from of_two(target, a, b)
            if target.dimension and target.dimension not in ("percent", "times"):
                for held, q in zip(column.held, sizes, strict=True):
                    if not q.dimension and scale_of_field(held) in (None, target.size):
                        yield Result(q.value * target.size, f"{q.text} of {column.name.split(':')[-1]}")

    def of_shared_cells(
        self, target: Target, setting: Setting, records: Sequence[Place], cued: frozenset[Kind]
    ) -> Iterator[Result]:
        """Give sums and means over the rows that share a cell that is said, or are as many as is said."""
        near = quantities(setting.near)[:4]
        seen: set[tuple[int, str]] = set()
        named = (self.pool.places[n] for word in setting.anchors for n in self.pool.places_with(word)[:2])
        for place in (*records, *islice(named, 4), *places_about(self.pool, setting, 4)[:4]):
            key = (place.invocation, place.list_path)
            if key in seen:
                continue
            seen.add(key)
            rows = self.records.rows_like(place)
            columns = self._totals(rows[0], target.dimension, target.size, setting.statement) if rows else ()
            for column in columns:
                for total, n_values, what in column.of_groups:
                    yield Result(total, f"sum of the {what}", weight=OF_ALL)
                    if "mean" in cued:
                        yield Result(total / n_values, f"mean of the {what}")
                if cued & {"difference", "left"} and column.n_values >= max(2, len(rows) - 1):
                    for q in near:
                        if q.dimension == target.dimension and q.value < column.total:
                            yield Result(column.total - q.value, f"sum of {column.name} - {q.text}")

    def _totals_of(
        self, place: Place, dimension: str, size: float, statement: Statement
    ) -> Sequence[_Totals]:
        """Give what the columns of a place's list come to in all, and for the rows that are said.

        Args:
            place: The first row of the list.
            dimension: What the columns are of, if they are not bare.
            size: By which bare numbers count.
            statement: Says cells, and how many rows.
        """
        said = " ".join((statement.text, *statement.parents)).lower()
        groups = _groups_of(self.records.rows_like(place), said, counts_in(statement.text))
        told = how_many(statement.text)
        found: list[_Totals] = []
        for column, held in self.records.columns_like(place).items():
            sizes = {h.place: quantity(h.token) for h in held}
            if len(sizes) != len(held) or not {q.dimension for q in sizes.values()} <= {"", dimension}:
                continue
            values = {number: q.value * (1.0 if q.dimension else size) for number, q in sizes.items()}
            counted = so_many({number: q.value for number, q in sizes.items()}, told)
            name = column.split(":")[-1]
            of_groups = [
                (sum(some), len(some), f"{len(some)} values of {name} with {group}")
                for group, rows in chain(groups.items(), counted)
                if len(some := [values[number] for number in rows if number in values]) >= 2
            ]
            found.append(_Totals(name, len(values), sum(values.values()), of_groups))
        return found


def _runs_said(column: Column, text: str) -> Sequence[Result]:
    """Give the sums of neighbours in a column from each row on whose first cell a text says."""
    found: list[Result] = []
    for first, held in enumerate(column.held):
        cell = _first_cell(held.line.text)
        if len(cell) < 2 or not re.search(rf"(?<![\w.]){re.escape(cell)}(?!\w)", text):
            continue
        total = abs(held.token.number or 0.0)
        for other in column.held[first + 1 : first + _MOST_FIELDS]:
            total += abs(other.token.number or 0.0)
            found.append(Result(total, f"sum of {column.name.split(':')[-1]} from {cell}"))
    return found


def how_many(text: str) -> list[int]:
    """Give the numbers of rows that a text may speak of."""
    return sorted({int(n) for n in (*counts_in(text), *_COUNTED.findall(text))})


def so_many(column: Mapping[int, float], told: Sequence[int]) -> Iterator[tuple[str, list[int]]]:
    """Give the rows with the largest and the least of a column, the first and the last, as many as told."""
    by_size, in_order = sorted(column, key=lambda number: column[number]), list(column)
    for n in (n for n in told if 2 <= n < len(column)):
        yield f"the largest {n}", by_size[-n:]
        yield f"the least {n}", by_size[:n]
        if by_size not in (in_order, in_order[::-1]):
            yield f"the first {n}", in_order[:n]
            yield f"the last {n}", in_order[-n:]


def _groups_of(rows: Sequence[Place], said: str, counts: frozenset[float]) -> Mapping[str, list[int]]:
    """Give the rows that share a cell that is said, and those that share cells and are as many as said."""
    by_cell: dict[str, list[int]] = defaultdict(list)
    for row in rows:
        for cell in dict.fromkeys(_cells(row.text)):
            by_cell[cell].append(row.number)
    shared = {cell: numbers for cell, numbers in by_cell.items() if 2 <= len(numbers) < len(rows)}
    found = {repr(cell): numbers for cell, numbers in shared.items() if cell in said}
    counted = counts if len(shared) <= _MOST_FIELDS else frozenset()
    for (one, first), (other, second) in combinations(shared.items(), 2):
        both = [number for number in first if number in set(second)]
        if len(both) in counted and 2 <= len(both) < min(len(first), len(second)):
            found[f"{one!r} and {other!r}"] = both
    for cell, numbers in shared.items():
        if len(numbers) in counted:
            found.setdefault(repr(cell), numbers)
    return found


def _first_cell(line: str) -> str:
    cells = cells_of(line) or [""]
    return cells[0].rpartition("=")[2].strip(" |")


def _cells(line: str) -> Iterator[str]:
    """Give the cells of a row that hold words, in lower case."""
    fields = re.findall(r"(?<![\w.\]\[@-])[\w.\]\[@-]+=(.*?)(?=,? [\w.\[\]@/-]+=|$)", line)
    for cell in fields or cells_of(line):
        low = cell.strip(" |").lower()
        if len(low) >= 2 and re.search(r"[^\W\d_]", low):
            yield low
