"""What groups of rows come to, against each other and against all rows of their list.

A group shares a cell that a statement says, lies in a month or between two days that it says, above or below
a number of it, or is the first or the largest so many. It must not weigh what it finds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise

from evidencelab.traces.evidence.setting import Setting
from evidencelab.traces.values.moments import Moment, months_in
from evidencelab.traces.wording.statement import Statement
from evidencelab.traces.workings.named_groups import NamedGroups, RowsOfList
from evidencelab.traces.workings.named_rows import how_many, so_many
from evidencelab.traces.workings.table_lookup import Lookup, TableResult

_MOST_ROWS, _MOST_COLUMNS, _MOST_GROUPS, _MOST_SAID, _FEW = 200, 8, 6, 4, 2
_OF_MONTHS, _MONTHS = re.compile(r"(?:^|_|\b)month$|^月份?$", re.IGNORECASE), 12
_SET_AGAINST = re.compile(
    r"\b(?:above|below|over|under|exceed\w*|at least|at most|more than|less than|fewer than|up to|reach\w*)\b"
    r"|[<>≥≤]|超过|高于|低于|不足|不到|以[上下]|至少|大于|小于",
    re.IGNORECASE,
)
"""Wording by which rows are told apart by the size of a number."""

_Group = tuple[str, Sequence[int]]
"""What a group is called, and the places of its rows."""


class GroupResults:
    """Works out what one pool's groups of rows come to."""

    def __init__(self, groups: NamedGroups) -> None:
        self._groups = groups
        self._last: tuple[Statement, Lookup] | None = None

    def of(self, setting: Setting) -> Lookup:
        """Give all that the groups come to of which a statement speaks."""
        if self._last is None or self._last[0] is not setting.statement:
            self._last = setting.statement, Lookup(self._results(setting))
        return self._last[1]

    def _results(self, setting: Setting) -> Iterator[TableResult]:
        text = setting.statement.text
        sizes = [abs(t.number or 0.0) for t in setting.tokens if t.kind == "number"][:_MOST_SAID]
        limits = sizes if _SET_AGAINST.search(text) else []
        told = how_many(text)
        for rows in self._groups.lists:
            if len(rows.numbers) > _MOST_ROWS:
                continue
            named = [*rows.groups(setting), *rows.single(setting), *self._by_day(rows, setting)]
            for name, column in list(rows.columns.items())[:_MOST_COLUMNS]:
                if len({q.dimension for q in column.values()}) > 1:
                    continue
                dimension = next(iter(column.values())).dimension
                own = {number: q.value if dimension else q.number for number, q in column.items()}
                as_said = {number: q.number for number, q in column.items()}
                groups = [*named[:_MOST_GROUPS], *so_many(own, told), *_by_size(as_said, limits)]
                yield from _of_column(name, dimension, own, groups)

    def _by_day(self, rows: RowsOfList, setting: Setting) -> Iterator[_Group]:
        """Give the rows of a list that lie in a month that is said, and those between two days."""
        text = setting.statement.text
        months = months_in(text)
        days = sorted(d for t in setting.tokens if t.moment and (d := _day(t.moment)) is not None)
        if not months and len(days) < _FEW:
            return
        on: dict[int, Moment] = {}
        for number in rows.numbers:
            held = self._groups.pool.by_place.get(number, ())
            moment = next((h.token.moment for h in held if h.token.moment and h.token.moment.month), None)
            if moment is not None:
                on[number] = moment
        for name, column in rows.columns.items():
            if _OF_MONTHS.search(name):
                on |= {n: Moment(month=int(q.number)) for n, q in column.items() if 1 <= q.number <= _MONTHS}
        for month in sorted(months):
            yield f"month {month}", [number for number, moment in on.items() if moment.month == month]
        for first, last in {(a, b) for a, b in pairwise(days) if a < b}:
            between = [
                n for n, moment in on.items() if (d := _day(moment)) is not None and first <= d <= last
            ]
            yield "a day between", between


def _day(moment: Moment) -> tuple[int, int] | None:
    return None if moment.day is None or moment.month is None else (moment.month, moment.day)


def _by_size(column: Mapping[int, float], limits: Sequence[float]) -> Iterator[_Group]:
    """Give the rows above and below numbers, these among them or not; and all but the two extremes."""
    for size in limits:
        yield f"above {size:g}", [number for number, one in column.items() if one > size]
        yield f"{size:g} and above", [number for number, one in column.items() if one >= size]
        yield f"below {size:g}", [number for number, one in column.items() if one < size]
        yield f"{size:g} and below", [number for number, one in column.items() if one <= size]
    if len(column) > _FEW:
        by_size = sorted(column, key=lambda number: column[number])
        yield "neither the largest nor the least", by_size[1:-1]


def _of_column(
    name: str, dimension: str, column: Mapping[int, float], groups: Sequence[_Group]
) -> Iterator[TableResult]:
    """Give the sums, means and shares of groups in a column, of what is left beside them, and of pairs."""
    total, n_rows = sum(column.values()), len(column)
    is_summed = dimension != "percent"
    sums: dict[frozenset[int], tuple[str, float]] = {}
    for group, numbers in groups:
        some = [number for number in numbers if number in column]
        if not some or len(some) >= n_rows or frozenset(some) in sums:
            continue
        size, key = sum(column[number] for number in some), ("group", name)
        sums[frozenset(some)] = group, size
        what = f"the {len(some)} values of {name} with {group}"
        rest = f"the values of {name} but the {len(some)} with {group}"
        left = total - size
        yield TableResult(size / len(some), dimension, "mean", key, f"mean of {what}")
        yield TableResult(left / (n_rows - len(some)), dimension, "mean", key, f"mean of {rest}")
        if is_summed:
            yield TableResult(size, dimension, "sum", key, f"sum of {what}")
            yield TableResult(left, dimension, "left", key, f"sum of {rest}")
            if total:
                yield TableResult(100 * size / total, "percent", "percent", key, f"share of {what}")
                yield TableResult(100 * left / total, "percent", "left", key, f"share of {rest}")
    for (one, (first, a)), (other, (second, b)) in combinations(sums.items(), 2):
        if one & other or len(one) == len(other) == 1:
            continue
        what = f"{name} with {first} and with {second}"
        pairs = [(a / len(one), b / len(other), "means")] + ([(a, b, "sums")] if is_summed else [])
        for x, y, of in pairs:
            yield from _of_pair(x, y, dimension, f"the {of} of {what}")


def _of_pair(x: float, y: float, dimension: str, what: str) -> Iterator[TableResult]:
    """Give the difference, the ratios and the changes between two groups."""
    key = ("groups", what)
    yield TableResult(abs(x - y), dimension, "difference", key, f"difference of {what}")
    for top, bottom in ((x, y), (y, x)):
        if top > 0 < bottom:
            yield TableResult(top / bottom, "", "ratio", key, f"ratio of {what}")
            if dimension != "percent":
                yield TableResult(
                    100 * top / bottom, "percent", "percent", key, f"ratio of {what}, in percent"
                )
                change = 100 * abs(top / bottom - 1)
                yield TableResult(change, "percent", "change", key, f"change between {what}, in percent")
