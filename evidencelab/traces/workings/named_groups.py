"""Sums, counts and shares of the rows of one list that a statement speaks of as a group.

A group shares a cell that is said, or is listed by its keys (`0, 1 and 4`), or is the whole list, where
another number of the statement sums up another of its columns or counts its rows. It must not know what else
a number may be.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations, product

from evidencelab.traces.arithmetic.arithmetic_words import spoken_beside
from evidencelab.traces.arithmetic.quantities import UNMIXED, Quantity, Target, quantity
from evidencelab.traces.arithmetic.two_operands import DECADES, Result
from evidencelab.traces.evidence.layout import cells_of
from evidencelab.traces.evidence.named_records import NamedRecords
from evidencelab.traces.evidence.places import Held, Place
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting
from evidencelab.traces.values.value_token import ValueToken, number_of_digits
from evidencelab.traces.wording.statement import Statement
from evidencelab.traces.wording.words import words_of

_MOST_LISTS, _MOST_COLUMNS, _FEWEST_DIGITS, _LONG = 40, 8, 2, 4
_SELDOM = 0.15
"""Expected accidental hits up to which a hit counts."""
_LISTED = re.compile(r",|、|&|/|\band\b|和|及", re.IGNORECASE)
_KEYS = re.compile(
    r"(?<![\w.])[\w-]{1,24}(?:(?:\s?[,、/&]\s?|\s?(?:和|及|与)\s?|\s(?:and|or)\s)[\w-]{1,24})+"
)
_BETWEEN = re.compile(r"\s?[,、/&和及与]\s?|\s(?:and|or)\s")
_JOINED = re.compile(r"[\s|*_`#-]*([^|:：+\n]{3,40}?)\s\+\s([^|:：+\n]{3,40}?)[*_`\s]*[|:：]")
_FEW = 4
_FIELD = re.compile(r"(?<![\w.\]\[@-])[\w.\]\[@-]+=(.*?)(?=,? [\w.\[\]@/-]+=|$)")
_WORDS = re.compile(r"[^\W\d_]{2}")
_CJK = re.compile(r"[\u4e00-\u9fff]")

_Sizes = Mapping[int, Quantity]
"""A column: the quantity of each row that has one, by the row's place."""


class RowsOfList:
    """The rows of one list, their cells, and its columns of numbers."""

    def __init__(self, records: NamedRecords, rows: Sequence[Place]) -> None:
        self.by_cell: dict[str, list[int]] = defaultdict(list)
        self.columns: dict[str, _Sizes] = {}
        self.first_cells: dict[str, None] = {}
        self._at: dict[int, dict[str, int]] = defaultdict(dict)
        for name, held in records.columns_of(rows).items():
            sizes = {h.place: quantity(h.token) for h in held}
            if len(sizes) == len(held) and len(sizes) >= 2:
                self.columns[name.split(":")[-1]] = sizes
        in_columns = {number for sizes in self.columns.values() for number in sizes}
        self.numbers = [row.number for row in rows if row.number in in_columns]
        for row in rows:
            every = list(_cells(row.text)) if row.number in in_columns else []
            for at, cell in enumerate(every):
                self._at[at].setdefault(cell, row.number)
            cells = list(dict.fromkeys(every))
            self.first_cells.update(dict.fromkeys(cells[:1]))
            for cell in cells:
                self.by_cell[cell].append(row.number)
        self.shared = {c: rows for c, rows in self.by_cell.items() if 2 <= len(rows) < len(self.numbers)}
        self._named: tuple[Statement, list[tuple[str, list[int]]]] | None = None

    def groups(self, setting: Setting) -> Sequence[tuple[str, list[int]]]:
        """Give the groups of rows that a statement names, with their names; never all rows."""
        if self._named is None or self._named[0] is not setting.statement:
            self._named = setting.statement, list(self._groups_in(setting))
        return self._named[1]

    def single(self, setting: Setting) -> Iterator[tuple[str, list[int]]]:
        """Give each row that alone has a cell that is said."""
        said = setting.statement.text.lower()
        for cell, numbers in self.by_cell.items():
            if len(numbers) == 1 and _WORDS.search(cell) and _says(said, cell):
                yield repr(cell), numbers

    def _groups_in(self, setting: Setting) -> Iterator[tuple[str, list[int]]]:
        statement = setting.statement
        head = statement.text.strip(" |*_`").partition("|")[0].strip(" *_`").lower()
        said = (
            head if statement.kind == "row" else " ".join((statement.text, *statement.parents[-1:])).lower()
        )
        for cell, numbers in self.shared.items():
            if _says(said, cell):
                yield repr(cell), numbers
        listed = (key.strip() for key in _LISTED.split(head))
        keys = [key for key in listed if key] if statement.kind == "row" else self._keys_in(said)
        if len(keys) >= 2 and all(len(self.by_cell.get(key, ())) == 1 for key in keys):
            yield ", ".join(keys), [self.by_cell[key][0] for key in keys]

        for run in _KEYS.findall(said):
            keys = _BETWEEN.split(run)
            for rows in self._at.values():
                if 2 <= len(keys) < len(self.numbers) == len(rows) and all(key in rows for key in keys):
                    yield ", ".join(keys), [rows[key] for key in keys]

    def _keys_in(self, said: str) -> list[str]:
        """Give the first cells of rows that a text says, fewer than all."""
        keys = [key for key in self.first_cells if _says(said, key)]
        return keys if len(keys) < len(self.numbers) else []

    def whole(self, token: ValueToken, setting: Setting) -> Iterator[Result]:
        """Give the sums of the columns of a list that the statement sums up elsewhere, or counts."""
        sums = {name: sum(q.number for q in sizes.values()) for name, sizes in self.columns.items()
                if len(sizes) == len(self.numbers)}  # fmt: skip
        others = [abs(t.number or 0.0) for t in setting.tokens if t.kind == "number" and t is not token]
        told = {name for name, total in sums.items() if total >= 10.0 and total in others}
        spoken = spoken_beside(token.start, token.end, setting.statement.text)
        is_counted = len(self.numbers) in others and bool(spoken & {"sum", "total"})
        for name, total in sums.items() if told or is_counted else ():
            if name not in told:
                yield Result(total, f"sum of the {len(self.numbers)} values of {name}")


class NamedGroups:
    """Reckons with groups of rows of one pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.records = NamedRecords(pool)
        self._lists: list[RowsOfList] | None = None

    def find(self, token: ValueToken, target: Target, setting: Setting) -> str | None:
        """Find the group whose sum, count or share a number is; None where that may well be an accident."""
        if number_of_digits(token) < _FEWEST_DIGITS:
            return None
        window = 2.0 * target.slack / max(abs(target.value), 1e-12)
        lists = (self._results(rows, token, target, setting) for rows in self.lists)
        for n_tried, result in enumerate(chain(self._joined(token, target, setting), *lists), start=1):
            if result.value and target.is_met_by(result.value):
                return result.said if n_tried * window / DECADES <= _SELDOM else None
        return None

    def _joined(self, token: ValueToken, target: Target, setting: Setting) -> Iterator[Result]:
        """Give the sums of the numbers of two lines that a label joins: `Warm-up + probe`."""
        label = _JOINED.match(setting.statement.text[: token.start])
        if label is None or target.dimension in UNMIXED:
            return
        first, second = (self._under(words_of(part), target) for part in label.groups())
        for a, b in product(first, second):
            if a.place != b.place:
                one, other = quantity(a.token), quantity(b.token)
                yield Result(one.value + other.value, f"{one.text} + {other.text}")

    def _under(self, words: frozenset[str], target: Target) -> list[Held]:
        """Give the numbers of a kind of the few lines that hold all of some words, or their rarest one."""
        places = [set(self.pool.places_with(word)) for word in words]
        among = (
            set.intersection(*places)
            if places and set.intersection(*places)
            else min(places, key=len, default=set())
        )
        held = (h for number in sorted(among)[:_FEW] for h in self.pool.by_place.get(number, ()))
        return [
            h for h in held if h.token.kind == "number" and quantity(h.token).dimension == target.dimension
        ]

    @property
    def lists(self) -> Sequence[RowsOfList]:
        """The lists of the last calls that have two rows and more."""
        if self._lists is None:
            first = {(p.invocation, p.list_path): p for p in reversed(self.pool.places)}
            rows = [self.records.rows_like(p) for p in list(first.values())[-_MOST_LISTS:]]
            self._lists = [RowsOfList(self.records, some) for some in rows if len(some) >= 2]
        return self._lists

    def _results(
        self, rows: RowsOfList, token: ValueToken, target: Target, setting: Setting
    ) -> Iterator[Result]:
        yield from rows.whole(token, setting)
        is_any = target.dimension in ("", "percent")
        may_be = [
            (name, sizes)
            for name, sizes in rows.columns.items()
            if len(kinds := {q.dimension for q in sizes.values()}) == 1
            if is_any or kinds <= {"", target.dimension}
        ][:_MOST_COLUMNS]
        for name, numbers in rows.groups(setting):
            if target.dimension == "percent":
                yield Result(100.0 * len(numbers) / len(rows.numbers), f"share of the rows with {name}")
            for column, sizes in may_be:
                some = [sizes[number] for number in numbers if number in sizes]
                if len(some) < 2:
                    continue
                is_bare = not target.dimension or not some[0].dimension
                total, what = (
                    sum(q.number if is_bare else q.value for q in some),
                    f"the {len(some)} values of {column} with {name}",
                )
                if target.dimension == "percent":
                    whole = sum(q.number if is_bare else q.value for q in sizes.values())
                    yield Result(100.0 * total / whole if whole else 0.0, f"share of {what}")
                else:
                    yield Result(total * (target.size if is_bare else 1.0), f"sum of {what}")
            if number_of_digits(token) >= _LONG:
                yield from _products(may_be, numbers, name)


def _products(columns: Sequence[tuple[str, _Sizes]], numbers: Sequence[int], name: str) -> Iterator[Result]:
    """Give the sums over some rows of the products of two columns: quantities and prices."""
    for (one, first), (other, second) in combinations(columns, 2):
        if all(number in first and number in second for number in numbers):
            total = sum(first[n].number * second[n].number for n in numbers)
            yield Result(total, f"sum of {one} x {other} with {name}")


def _says(said: str, cell: str) -> bool:
    if len(cell) < 2 or cell not in said:
        return False
    if _CJK.search(cell):
        return True
    return re.search(rf"(?<![\w.-]){re.escape(cell)}(?:s|es)?(?![\w-])", said) is not None


def _cells(line: str) -> Iterator[str]:
    """Give the cells of a row, or the values of its fields, in lower case."""
    for cell in _FIELD.findall(line) or cells_of(line):
        yield cell.strip(" |").lower()
