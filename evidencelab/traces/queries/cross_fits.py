"""Ways of summing up a tool's rows that an answer's table agrees with, cell by cell.

What heads a row and a column says which rows a cell is told of; each way is held against all the cells. It
must not judge a cell.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from evidencelab.traces.judges.weighing import targets
from evidencelab.traces.queries.answers import Answer, is_met_by_answer
from evidencelab.traces.queries.cross_groups import Groups, Rows, Way, folded_heading
from evidencelab.traces.queries.operations import Operation
from evidencelab.traces.queries.told_tables import ToldCell, ToldTable, is_total
from evidencelab.traces.values.value_token import ValueToken

_FEWEST, _FEW, _MOSTLY, _MOST_LABELS = 3, 2, 0.5, 2
_SELDOM, _HARDLY = 0.01, 2e-3
"""Expected tables that would agree by accident, up to which one counts; where but two cells agree."""
_OF_ALL = 0.05
"""By how much less likely counts are met by accident that are told of all groups of all rows."""
_NEAR, _EXACT = 1.5, 1e-6
"""Steps of the last digit by which who rounds twice may be off; of what needs no rounding, none."""
_FEW_WRONG = 4
"""Cells that must be met for each that is not."""

At = tuple[int, int]
"""A cell: its row and column."""


class _Heads(NamedTuple):
    """The rows that each row of an answer's table stands for, and the columns that they are told by."""

    rows: Sequence[Rows | None]
    columns: frozenset[str]


class HeadedCell(NamedTuple):
    """A cell with the rows that it is told of.

    Attributes:
        told: The number.
        rows: The rows.
        wholes: Those that they may be a share of.
        is_total: Whether it is told of all.
        alone: Those of them that the table tells of.
    """

    told: ToldCell
    rows: Rows
    wholes: tuple[Rows, ...]
    is_total: bool
    alone: Rows


class Fit(NamedTuple):
    """A way of summing up, the cells that it gives and those that it does not."""

    groups: Groups
    met: Mapping[At, Answer]
    unmet: Mapping[At, Answer]
    cells: Mapping[At, HeadedCell]
    chance: float

    @property
    def counts(self) -> bool:
        """Whether the cells agree with it hardly by accident."""
        is_mostly_met = len(self.unmet) * _FEW_WRONG <= max(len(self.met), _FEW_WRONG)
        return len(self.met) >= _FEW and is_mostly_met and self.chance <= _SELDOM

    @property
    def refutes(self) -> bool:
        """Whether the one cell that it does not give is wrong."""
        is_sure = len(self.met) >= _FEWEST or self.chance <= _HARDLY
        return self.counts and len(self.unmet) == 1 and is_sure


def fits_of(
    table: ToldTable,
    groups: Groups,
    n_tables: int,
    spoken: frozenset[Operation] = frozenset(),
    named: Collection[str] | None = None,
) -> Iterator[Fit]:
    """Give the ways that agree with two cells and more of a table; `Fit.counts` says whether by chance.

    Args:
        table: The answer's table.
        groups: The groups of a tool's table.
        n_tables: How many tools' tables are tried.
        spoken: The operations that are spoken of, no other of which is tried; none for all.
        named: The columns of which a cell may head a row; None for all.
    """
    for heads in _heads(table, groups, groups.by_cell if named is None else named):
        for bundle in _bundles(table, heads, groups):
            yield from _of_bundle(bundle, groups, n_tables, spoken)


def _heads(table: ToldTable, groups: Groups, named: Collection[str]) -> Iterator[_Heads]:
    """Give what the rows of an answer's table stand for: by its first heading, by two, in each column."""
    found: list[tuple[int, str, list[Rows | None]]] = []
    for at in range(len(table.titles)):
        if at > 0 and sum((row, at) in table.cells for row in range(len(table.rows))) * 2 > len(table.rows):
            continue
        labels = [row[at] if at < len(row) else "" for row in table.rows]
        every = [groups.every if is_total(label) else None for label in labels]
        if not any(label and not total for label, total in zip(labels, every, strict=True)):
            continue
        for column in (one for one in groups.by_cell if one in named):
            rows = [groups.headed(label, column) or total for label, total in zip(labels, every, strict=True)]
            n_held = sum(its is not None and its is not groups.every for its in rows)
            if n_held >= _FEW and n_held + every.count(groups.every) >= _MOSTLY * len(labels):
                found.append((at, column, rows))
    found.sort(key=lambda one: -sum(its is not None for its in one[2]))
    for _, column, rows in found[:_MOST_LABELS]:
        if _are_apart(rows):
            yield _Heads(rows, frozenset((column,)))
    for (_, column, rows), (_, second, more) in combinations(found[: 2 * _MOST_LABELS], 2):
        both = [one & two if one and two else None for one, two in zip(rows, more, strict=True)]
        if column != second and _are_apart(both):
            yield _Heads(both, frozenset((column, second)))


def _are_apart(rows: Sequence[Rows | None]) -> bool:
    held = [its for its in rows if its]
    return len(held) >= _FEW and len(set(held)) == len(held)


def _bundles(table: ToldTable, heads: _Heads, groups: Groups) -> Iterator[Mapping[At, HeadedCell]]:
    """Give the columns that tell the same of other rows, then each by itself."""
    columns = [
        j for j in range(len(table.titles)) if any((i, j) in table.cells for i in range(len(table.rows)))
    ]
    for column in groups.by_cell:
        if column in heads.columns:
            continue
        headed = {j: rows for j in columns if (rows := groups.headed(table.titles[j], column))}
        exact = {headed[j] for j in headed if folded_heading(table.titles[j]) in groups.by_cell[column]}
        kept = {
            j: rows
            for j, rows in headed.items()
            if rows not in exact or folded_heading(table.titles[j]) in groups.by_cell[column]
        }
        if kept and len(set(kept.values())) == len(kept):
            totals = {j: groups.every for j in columns if is_total(table.titles[j])}
            yield _cells(table, heads, {**kept, **(totals if len(kept) > 1 else {})}, groups)
    for j in columns:
        yield _cells(table, heads, {j: groups.every}, groups)


def _cells(
    table: ToldTable, heads: _Heads, headed: Mapping[int, Rows], groups: Groups
) -> dict[At, HeadedCell]:
    found: dict[At, HeadedCell] = {}
    alone = Rows().union(*(rows for rows in heads.rows if rows is not None and rows is not groups.every))
    for i, rows in enumerate(heads.rows):
        for j, its in headed.items():
            told = table.cells.get((i, j))
            if rows is not None and told is not None:
                wholes = tuple(dict.fromkeys((groups.every, rows, its)))
                is_all = rows is groups.every or (its is groups.every and len(headed) > 1)
                found[i, j] = HeadedCell(told, rows & its, wholes, is_all, rows & its & alone)
    return found


def _of_bundle(
    cells: Mapping[At, HeadedCell], groups: Groups, n_tables: int, spoken: frozenset[Operation]
) -> Iterator[Fit]:
    if len(cells) < _FEW:
        return
    are_single = all(len(cell.rows) <= 1 for cell in cells.values())
    ways = list(ways_spoken_of(groups, spoken, are_single=are_single))
    n_wholes = max(len(cell.wholes) for cell in cells.values())
    for way in ways:
        for which in range(n_wholes if way.operation == "share" else 1):
            n_tries = n_tables * (1 if way.column is way.operation is None else len(ways) + n_wholes)
            fit = _fit(way, which, cells, groups, n_tries)
            if fit is not None:
                yield fit


def ways_spoken_of(groups: Groups, spoken: frozenset[Operation], *, are_single: bool) -> Iterator[Way]:
    """Give the ways of summing up that a text speaks of; all where it speaks of none. A total may count."""
    for way in groups.ways(are_single=are_single):
        operation = way.operation or "sum"
        if not spoken or operation in spoken or are_single:
            yield way


def _fit(way: Way, which: int, cells: Mapping[At, HeadedCell], groups: Groups, n_tries: int) -> Fit | None:
    """Hold one way against the cells; columns of which it gives but a few are told otherwise."""
    results: dict[At, Answer] = {}
    for at, cell in cells.items():
        whole = cell.wholes[min(which, len(cell.wholes) - 1)]
        result = groups.result(way, cell.rows, whole)
        if cell.is_total and result is not None and not is_met(cell.told.token, result):
            result = groups.result(way, cell.alone, whole)
        if result is not None:
            results[at] = result
    met = {at: result for at, result in results.items() if is_met(cells[at].told.token, result)}
    columns = {j for _, j in results}
    kept = {j for j in columns if 2 * sum(at[1] == j for at in met) > sum(at[1] == j for at in results)}
    met = {at: result for at, result in met.items() if at[1] in kept}
    if len(met) < _FEW:
        return None
    unmet = {
        at: result
        for at, result in results.items()
        if at[1] in kept and at not in met and not _is_near(cells[at].told.token, result)
    }
    sizes = [result.numbers[0] for at, result in results.items() if at[1] in kept]
    spread = max(sizes) - min(sizes)
    chance = float(n_tries)
    for token in {abs(t.number or 0.0): t for at in met for t in (cells[at].told.token,)}.values():
        chance *= min(1.0, token.step / spread) if spread > 0 else 1.0
    held = [cell.rows for at, cell in cells.items() if at in results]
    if way.operation is way.column is None and len(held) >= _FEWEST:
        is_all = sum(map(len, held)) == groups.table.n_rows and Rows().union(*held) == groups.every
        chance *= _OF_ALL if is_all else 1.0
    return Fit(groups, met, unmet, cells, chance)


def is_met(token: ValueToken, result: Answer) -> bool:
    """Tell whether a result rounds to a number."""
    return any(is_met_by_answer(target, token, result) for target in targets(token, False))


def _is_near(token: ValueToken, result: Answer) -> bool:
    """Tell whether a number is but rounded otherwise, or told of another kind of amount."""
    dimension = "" if token.unit is None else token.unit.dimension
    if "percent" in (dimension, result.dimension) and dimension not in ("", result.dimension):
        return True
    return any(
        abs(abs(token.number or 0.0) - abs(size)) <= _NEAR * token.step
        and abs(size / token.step - round(size / token.step)) > _EXACT
        for size in result.numbers
    )
