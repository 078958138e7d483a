"""Sister records as tables: the rows of one list of one call, each by its columns and by what names it.

A row is a record, a line of a table or of a log, or one sample of a series. A text names it by its id, its
name, the last part of its id, or its time. It must not know what is said of a row.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from evidencelab.traces.evidence.field_units import unit_of
from evidencelab.traces.evidence.layout import cell_at, cells_of
from evidencelab.traces.evidence.places import Held, Place
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.row_names import RowLists, RowNames, is_noted
from evidencelab.traces.values.units import Unit, find_unit
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.hedges import bounds_a_span

_SAMPLE = re.compile(r"(\S{1,40}) @ ")
_HOUR = re.compile(r"(?:^|[_.:])(?:hour|hr|h)$|时$", re.IGNORECASE)
_MOST_SAMPLES, _MOST_SERIES, _FEWEST_SAMPLES = 400, 40, 3
_DAY = re.compile(
    r"(?<![\d月.,/:-])(?<!月 )(?:(\d{1,2}) ?[日号](?![\d内间])|(?<=the )(\d{1,2})(?:st|nd|rd|th)\b)"
)
_TINY = 1e-9
_IN_BYTES = re.compile(r"bytes$", re.IGNORECASE)
_BYTES = find_unit(" bytes")[0]


class Anchor(NamedTuple):
    """What names a row in a text, and where."""

    row: int
    start: int
    end: int


class Row(NamedTuple):
    """A row: its place and the values in it, those noted in brackets behind others among them."""

    place: Place
    held: Sequence[Held]


class SisterTable:
    """The rows of one list, their columns, and what names each."""

    def __init__(self, pool: Pool, rows: Sequence[Row], names: RowNames | None = None) -> None:
        self.rows = rows
        self.within = frozenset(row.place.number for row in rows) if names is None else names.within
        self._names = names
        self.slots = [_slots_of(row) for row in rows]
        sized = [
            (size, at, held)
            for at, row in enumerate(rows)
            for held in row.held
            if (size := size_of_held(held)) is not None
        ]
        sized.sort(key=lambda one: one[0])
        self._sized = sized
        self._sizes = [size for size, _, _ in sized]
        self._plain = sorted(
            (
                (abs(held.token.number), at, held)
                for at, row in enumerate(rows)
                for held in row.held
                if held.token.number is not None
            ),
            key=lambda one: one[0],
        )
        self._numbers = [number for number, _, _ in self._plain]
        self._row_at = {
            (held.place, held.token.start): at for at, row in enumerate(rows) for held in row.held
        }
        self._pool = pool
        self._by_day = _by_day(rows)

    def anchors(
        self, text: str, tokens: Sequence[ValueToken], backing: Sequence[Held | None] = ()
    ) -> list[Anchor]:
        """Give what names a row in a text, in order.

        Args:
            text: The text.
            tokens: Its values.
            backing: What was found to back each of them, in another form perhaps: 06:20 as a Unix time.
        """
        found = [Anchor(*said) for said in self._names.said_in(text)] if self._names is not None else []
        found += self._days_in(text)
        for token, held_of in zip_longest(tokens, backing[: len(tokens)]):
            moment = token.moment
            if moment is None or bounds_a_span(text, token.start, token.end):
                continue
            if moment.hour is None:
                row_of_day = self._by_day.get((moment.month, moment.day))
                found += [Anchor(row_of_day, token.start, token.end)] if row_of_day is not None else []
                continue
            at = {
                row
                for held in self._pool.moments_like(moment)
                if (row := self._row_at.get((held.place, held.token.start))) is not None
            }
            if not at and held_of is not None:
                at = (
                    {self._row_at[key]}
                    if (key := (held_of.place, held_of.token.start)) in self._row_at
                    else at
                )
            if not at and moment.minute == 0 and moment.second is None and moment.day is None:
                at = {
                    row
                    for number, row, held in self._between(moment.hour, moment.hour)
                    if _HOUR.search(held.column)
                }
            if len(at) == 1:
                found.append(Anchor(at.pop(), token.start, token.end))
        return sorted(
            (one for one in found if one.row or self.slots[0]), key=lambda one: (one.start, -one.end)
        )

    def _days_in(self, text: str) -> Iterator[Anchor]:
        """Give what names a row by its day alone, where all rows are of one month."""
        month = next(iter(self._by_day), (None, None))[0]
        is_one = all(its == month for its, _ in self._by_day)
        for said in _DAY.finditer(text) if self._by_day and is_one else ():
            row = self._by_day.get((month, int(said[1] or said[2])))
            if row is not None and not bounds_a_span(text, *said.span()):
                yield Anchor(row, *said.span())

    def holding(self, token: ValueToken) -> list[tuple[int, Held]]:
        """Give the rows that hold a number in any form: as it is, rounded, in another unit, as a duration."""
        number, half = abs(token.number or 0.0), token.step / 2
        found = {
            (row, id(held)): (row, held)
            for low, high, times in (
                (number - half, number + half, 1.0),
                ((number - half) / 100, (number + half) / 100, 100.0),
            )
            for _, row, held in self._between(low, high)
            if is_told(token, held)
        }
        if token.unit is not None:
            size = token.unit.size
            first = bisect_left(self._sizes, (number - half) * size - _TINY)
            last = bisect_right(self._sizes, (number + half) * size + _TINY)
            for _, row, held in self._sized[first:last]:
                if is_told(token, held):
                    found[row, id(held)] = (row, held)
        return list(found.values())

    def slot_of(self, row: int, held: Held) -> str | None:
        """Name the column of a row in which a value stands; None for one that shares it with others."""
        return next((slot for slot, own in self.slots[row].items() if own is held), None)

    def _between(self, low: float, high: float) -> Iterator[tuple[float, int, Held]]:
        first, last = bisect_left(self._numbers, low - _TINY), bisect_right(self._numbers, high + _TINY)
        yield from self._plain[first:last]


class SisterTables:
    """The tables of one pool, each read once."""

    def __init__(self, lists: RowLists) -> None:
        self.pool = lists.pool
        self._lists = lists
        self._all: list[SisterTable] | None = None

    @property
    def all(self) -> Sequence[SisterTable]:
        """Every table, lists before series."""
        if self._all is None:
            self._all = [*map(self._of_list, self._lists.all), *self._series()]
        return self._all

    def _of_list(self, names: RowNames) -> SisterTable:
        return SisterTable(self.pool, list(map(Row, names.places, names.held)), names)

    def _series(self) -> Iterator[SisterTable]:
        n_series = 0
        for place in self.pool.places:
            if " @ " not in place.text or n_series >= _MOST_SERIES:
                continue
            held = self.pool.by_place.get(place.number, [])
            behind = {h.token.start: h for h in held if h.token.kind != "name"}
            rows = [
                Row(place, (h, behind[at]))
                for h in held
                if h.token.kind == "number"
                and (found := _SAMPLE.match(place.text, h.token.start)) is not None
                and (at := found.end()) in behind
            ]
            if _FEWEST_SAMPLES <= len(rows) <= _MOST_SAMPLES:
                n_series += 1
                yield SisterTable(self.pool, rows)


def size_of_held(held: Held) -> float | None:
    """Give a measure in its dimension's base; a clock time without a day is a length as well."""
    token = held.token
    moment = token.moment
    if moment is not None:
        if moment.day is not None or moment.hour is None or moment.second is None:
            return None
        return moment.hour * 3600.0 + (moment.minute or 0) * 60.0 + moment.second
    unit = unit_told(held)
    return None if unit is None or token.number is None else abs(token.number) * unit.size


def unit_told(held: Held) -> Unit | None:
    """Give the unit a number has, or its field is named for."""
    if held.token.kind != "number":
        return None
    return held.token.unit or unit_of(held) or (_BYTES if _IN_BYTES.search(held.column) else None)


def is_told(said: ValueToken, held: Held) -> bool:
    """Tell whether a number is a held one: as it is, rounded, in per cent, in another unit, as a duration."""
    number, half = abs(said.number or 0.0), said.step / 2
    token = held.token
    if token.number is not None:
        slack = half if token.step < said.step else _TINY * max(1.0, number)
        if any(abs(number - times * abs(token.number)) <= slack + _TINY for times in (1.0, 100.0)):
            return True
    unit = said.unit
    if unit is None:
        return False
    size = size_of_held(held)
    own = unit_told(held)
    dimension = "time" if own is None else own.dimension
    if size is None or dimension != unit.dimension:
        return False
    return abs(number * unit.size - size) <= half * unit.size + _TINY


def _slots_of(row: Row) -> Mapping[str, Held]:
    """Give the values of a row by column, each by its number among those of the column."""
    by_column: dict[str, list[Held]] = defaultdict(list)
    for held in row.held:
        if held.token.kind != "name":
            by_column[_column_of(held)].append(held)
    found: dict[str, Held] = {}
    for column, its in by_column.items():
        plain = [held for held in its if not is_noted(held)]
        for group, mark in ((plain, ""), ([h for h in its if h not in plain], "()")):
            for at, held in enumerate(group):
                found[f"{column}{mark}#{at}/{len(group)}"] = held
    return found


def _by_day(rows: Sequence[Row]) -> Mapping[tuple[int | None, int | None], int]:
    """Give the rows by the day that heads each, where days tell all of them apart."""
    found: dict[tuple[int | None, int | None], int] = {}
    n_rows = 0
    for at, row in enumerate(rows):
        n_rows += any(held.token.kind == "number" for held in row.held)
        first = min(row.held, key=lambda held: held.token.start, default=None)
        moment = first.token.moment if first is not None else None
        if first is None or moment is None or moment.day is None or moment.hour is not None:
            continue
        if not re.search(r"\w", re.sub(r"^\W*\w+=", "", row.place.text[: first.token.start])):
            found[moment.month, moment.day] = at
    return found if len(found) >= max(_FEWEST_SAMPLES, n_rows - 1) else {}


def _column_of(held: Held) -> str:
    """Name a value's column; one without a title by its cell, or by the words before it."""
    column = held.column
    if "@" not in column:
        return column
    line = held.line.text
    if _SAMPLE.match(line, held.token.start):
        return f"{held.line.list_path}:@sample"
    cells = cells_of(line)
    if len(cells) > 1:
        return f"{held.line.list_path}:@{cell_at(line, held.token.start)}/{len(cells)}"
    return f"{column}/{len(line.split())}"
