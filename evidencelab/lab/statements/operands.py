"""What a working is done on: rows, columns, a row or two, a group, a bound, drawn from a table.

And the mistakes that a working is done with: a row forgotten, a neighbour's row or group taken for it.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from random import Random
from typing import Any, NamedTuple

import pandas as pd

from evidencelab.lab.statements.output_tables import OutputTable

_MOST_MISTAKES = 40


class Operands(NamedTuple):
    """What one working is done on; None where the table has no such thing.

    Attributes:
        frame: The rows.
        column: A column of amounts.
        beside: Another one.
        name: The column by which rows are known.
        row: A row's name.
        second: Another row's name.
        group: A column that sorts the rows into groups.
        state: One of its groups.
        other: Another of its groups.
        bound: An amount between those of `column`, at least one on either side.
        date: A column of dates.
        day: One of its days.
    """

    frame: pd.DataFrame
    column: str | None = None
    beside: str | None = None
    name: str | None = None
    row: str | None = None
    second: str | None = None
    group: str | None = None
    state: str | None = None
    other: str | None = None
    bound: float | None = None
    date: str | None = None
    day: str | None = None

    @property
    def n(self) -> int:
        """Number of rows."""
        return len(self.frame)

    @property
    def amounts(self) -> pd.Series:
        """The amounts of `column`, one a row."""
        return self.frame[self.column]

    @property
    def in_group(self) -> pd.Series:
        """The amounts of the rows of the group."""
        return self.amounts[self.frame[self.group] == self.state]

    @property
    def in_other(self) -> pd.Series:
        """The amounts of the rows of the other group."""
        return self.amounts[self.frame[self.group] == self.other]

    @property
    def by_name(self) -> pd.Series:
        """The amounts of `column` by the names of their rows."""
        return self.amounts.set_axis(self.frame[self.name])

    @property
    def by_group(self) -> pd.Series:
        """The sum of `column` by group."""
        return self.amounts.groupby(self.frame[self.group]).sum()

    def at(self, row: str | None, column: str | None = None) -> float:
        """Give the amount of a row, in `column` unless another is named; NaN where there is no such row."""
        found = self.frame.loc[self.frame[self.name] == row, column or self.column]
        return float(found.iloc[0]) if len(found) else math.nan


def draw_operands(table: OutputTable, rng: Random) -> Operands:
    """Draw one of everything that a table has."""
    frame = table.frame
    columns = rng.sample(table.amounts, min(2, len(table.amounts)))
    names = [] if table.name is None else frame[table.name].tolist()
    row, second = rng.sample(names, 2) if names else (None, None)
    group = rng.choice(table.groups) if table.groups else None
    state, other = (None, None) if group is None else rng.sample(sorted(set(frame[group])), 2)
    date = rng.choice(table.dates) if table.dates else None
    column = columns[0] if columns else None
    return Operands(
        frame,
        column,
        columns[1] if len(columns) > 1 else None,
        table.name,
        row,
        second,
        group,
        state,
        other,
        None if column is None else _bound(frame[column], rng),
        date,
        None if date is None else rng.choice(frame[date].tolist())[:10],
    )


def _bound(amounts: pd.Series, rng: Random) -> float | None:
    """Give a round number between the least and the greatest amount, equal to none of them."""
    low, high = float(amounts.min()), float(amounts.max())
    middle = low + (high - low) * rng.uniform(0.25, 0.75)
    for digits in range(-11, 4):
        bound = round(middle, digits)
        if low < bound < high and bound not in set(amounts):
            return bound
    return None


def mistakes(operands: Operands, needs: Collection[str], rng: Random) -> Iterator[Operands]:
    """Give what the same working may be done on by mistake, in an order drawn.

    Args:
        operands: What it is done on when it is right.
        needs: The operands that the working takes; rows that it speaks of are not forgotten.
        rng: Draws the order; at most forty are given.
    """
    frame = operands.frame
    told = [getattr(operands, need) for need in ("row", "second") if need in needs]
    kept = () if operands.name is None else tuple(frame.index[frame[operands.name].isin(told)])
    forgotten: list[tuple[str, Any]] = [("frame", index) for index in frame.index if index not in kept]
    taken: list[tuple[str, Any]] = []
    if "row" in needs:
        taken += [("row", name) for name in frame[operands.name] if name not in told]
    if "state" in needs:
        taken += [("state", state) for state in sorted(set(frame[operands.group]) - {operands.state})]
    wrong = [*forgotten, *taken]
    rng.shuffle(wrong)
    for field, value in wrong[:_MOST_MISTAKES]:
        yield operands._replace(**{field: frame.drop(index=value) if field == "frame" else value})
