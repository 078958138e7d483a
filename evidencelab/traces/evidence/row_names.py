"""The rows of a list by what each can be called: its own id, its name, the last part of its id, its number.

A name counts only where a single row of the list has it. A row with the id of a row of another list is called
by that one's names as well. It must not know what is said of a row.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, permutations
from typing import NamedTuple, TypeVar

from evidencelab.traces.evidence.layout import cells_of
from evidencelab.traces.evidence.places import Held, Place
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.row_labels import CJK, even, key_of, names_of
from evidencelab.traces.evidence.written_rows import written_lists
from evidencelab.traces.wording.state_words import families_of
from evidencelab.traces.wording.words import name_words, stem

_MOST_ROWS, _MOST_LISTS = 300, 40
_INDEX = re.compile(r"\[(\d+)\]")
_WORD = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_./:@-]*[A-Za-z0-9])?")
_NUMBERED = re.compile(r"(?<![\w.-])([a-z]{2,24}|[a-z](?=\d))[ _-]?#?(\d{1,4})(?![\w%]|[.,:]\d)")
_LAST_NUMBER = 9999
_BEFORE_NOTE = re.compile(r"\d[\w%.]{0,12}$")
_LONGEST_TITLE = 40
_FEW_SHARING, _FEWEST_NUMBERED = 6, 3

_T = TypeVar("_T")


class Said(NamedTuple):
    """A row that a text names, and where in the text."""

    row: int
    start: int
    end: int


class RowNames:
    """The rows of one list of one call, and the names of each."""

    def __init__(
        self, places: Sequence[Place], held: Sequence[Sequence[Held]], within: frozenset[int] = frozenset()
    ) -> None:
        self.places = places
        self.held = held
        self.within = within or frozenset(place.number for place in places)
        by_name: dict[str, set[int]] = defaultdict(set)
        for row, place in enumerate(places):
            for name in names_of(place.text):
                by_name[name].add(row)
        for name, row in _titles(places):
            by_name[name].add(row)
        self._row_of = {name: next(iter(rows)) for name, rows in by_name.items() if len(rows) == 1}
        self._rows_of = {
            name: frozenset(rows)
            for name, rows in by_name.items()
            if 1 < len(rows) < len(places) and name.isascii()
        }
        self._longest_shared = max((len(name.split()) for name in self._rows_of), default=0)
        self._in_signs = _in_signs(self._row_of)
        self._longest = max((len(name.split()) for name in self._row_of), default=0)
        self.numbers: list[list[Held]] = [
            [one for one in its if one.token.kind == "number" and not is_noted(one)] for its in held
        ]
        self.keys: Mapping[str, int] = {
            name: row
            for row, place in enumerate(places)
            if (name := key_of(place.text)) and self._row_of.get(name) == row
        }
        self._numbered = _numbered(self.numbers)

    @property
    def row_of(self) -> Mapping[str, int]:
        """The rows by the names that only one has."""
        return self._row_of

    def called(self, row: int) -> list[str]:
        """Give the names that only one row has."""
        return [name for name, its in self._row_of.items() if its == row]

    def call(self, names: Mapping[str, int]) -> None:
        """Give rows more names, which no row has yet."""
        text = "\n".join(place.text for place in self.places).lower()
        more = {name: row for name, row in names.items() if name not in text}
        self._row_of.update(more)
        self._in_signs = _in_signs(self._row_of)
        self._longest = max((len(name.split()) for name in self._row_of), default=0)

    def said_in(self, text: str) -> list[Said]:
        """Give the rows that a text names, in order of their names in it; the longest name counts.

        Where none has a name of its own there, the one is named that has all of the several names said that
        rows share: a store and an article.
        """
        low = text.lower()
        found = self._signs_in(low)
        found += [Said(row, start, end) for row, start, end in _said_whole(low, self._row_of, self._longest)]
        numbered = {
            number.start(): Said(row, number.start(), number.end())
            for number in (_NUMBERED.finditer(low) if self._numbered else ())
            if (row := self._numbered.get((stem(number[1]), int(number[2])))) is not None
        }
        found = [*(one for one in found if one.start not in numbered), *numbered.values()]
        return sorted(found, key=lambda one: one.start) or self._shared_in(low)

    def _shared_in(self, low: str) -> list[Said]:
        """Give the only row that has all the names said of those that several rows have, two or more."""
        said = list(_said_whole(low, self._rows_of, self._longest_shared))
        kinds = {rows for rows, _, _ in said}
        common = frozenset.intersection(*kinds) if len(kinds) > 1 else frozenset()
        return [Said(next(iter(common)), start, end) for _, start, end in said] if len(common) == 1 else []

    def _signs_in(self, low: str) -> list[Said]:
        """Give the rows with Chinese names that a text names; a word in Chinese has no ends."""
        found: list[Said] = []
        taken: set[int] = set()
        for name, row in self._in_signs:
            start = low.find(name)
            while start >= 0:
                span = range(start, start + len(name))
                if not taken & set(span):
                    found.append(Said(row, start, start + len(name)))
                    taken |= set(span)
                start = low.find(name, start + 1)
        return found


class RowLists:
    """The lists of rows of one pool, each read once."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self._lists: dict[tuple[int, str], RowNames | None] = {}
        self._places: dict[int, dict[str, list[Place]]] = {}
        self._part_of: dict[int, str] = {}
        self._all: list[RowNames] | None = None

    def of(self, place: Place) -> RowNames | None:
        """Give the list that a place is a row of; None for one row alone, or very many."""
        of_call = self._of_call(place.invocation)
        key = place.invocation, self._part_of[place.number]
        if key not in self._lists:
            places = of_call[key[1]]
            several = 2 <= len(places) <= _MOST_ROWS
            held = [self.pool.by_place.get(place.number, ()) for place in places] if several else []
            self._lists[key] = RowNames(places, held) if several else None
        return self._lists[key]

    @property
    def all(self) -> Sequence[RowNames]:
        """The lists of the pool, the first ones where they are very many."""
        if self._all is None:
            found = {id(rows): rows for place in self.pool.places if (rows := self.of(place)) is not None}
            self._all = list(found.values())[:_MOST_LISTS]
            written = (its for call in self.pool.of_call for its in written_lists(self.pool, call))
            self._all += [
                RowNames([row.place for row in its.rows], [row.held for row in its.rows], its.within)
                for its in islice(written, _MOST_LISTS)
            ]
            self._join(self._all)
        return self._all

    def _join(self, lists: Sequence[RowNames]) -> None:
        """Call the rows of a list by the names that rows with the same key have in other lists."""
        holding: dict[str, list[tuple[RowNames, int]]] = defaultdict(list)
        for rows in lists:
            for key, row in rows.keys.items():
                holding[key].append((rows, row))
        own = {id(rows): {row: rows.called(row) for row in rows.keys.values()} for rows in lists}
        more: dict[int, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
        for its in holding.values():
            for (rows, row), (other, theirs) in permutations(its[:_FEW_SHARING], 2):
                if rows is not other:
                    for name in own[id(other)][theirs]:
                        more[id(rows)][name].add(row)
        for rows in lists:
            its_more = more.get(id(rows), {})
            rows.call({name: min(at) for name, at in its_more.items() if len(at) == 1})

    def named_in(self, text: str) -> list[list[Held]]:
        """Give the numbers of the rows that a text names, of each list in which it names a single one."""
        named: list[list[Held]] = []
        for rows in self.all:
            said = {one.row for one in rows.said_in(text)}
            if len(said) > 1:
                return []
            named += [rows.numbers[row] for row in said if rows.numbers[row]]
        return named

    def _of_call(self, invocation: int) -> Mapping[str, list[Place]]:
        """Give a call's places by their lists; a head below an empty line begins another."""
        if invocation not in self._places:
            found: dict[str, list[Place]] = defaultdict(list)
            open_parts: dict[str, tuple[str, int, int]] = {}
            for place in self.pool.call_places(invocation):
                path = place.list_path
                index = _INDEX.match(place.raw_path, len(path))
                at = int(index[1]) if index else 0
                part, ref, n_lines = open_parts.get(path, (path, at, 0))
                if at > ref + n_lines and self._is_head(place):
                    part = f"{path}~{at}"
                open_parts[path] = (part, at, n_lines + 1 if at == ref else 1)
                found[part].append(place)
                self._part_of[place.number] = part
            self._places[invocation] = found
        return self._places[invocation]

    def _is_head(self, place: Place) -> bool:
        """Tell whether a place has several cells and no value but names."""
        held = self.pool.by_place.get(place.number, ())
        return len(cells_of(place.text)) > 1 and all(h.token.kind == "name" for h in held)


def _said_whole(low: str, named: Mapping[str, _T], longest: int) -> Iterator[tuple[_T, int, int]]:
    """Give what is named by whole words of a text, with where; the longest name counts."""
    words = [(found.start(), found.end()) for found in _WORD.finditer(low)] if longest else []
    at = 0
    while at < len(words):
        for n_words in range(min(longest, len(words) - at), 0, -1):
            start, end = words[at][0], words[at + n_words - 1][1]
            held = named.get(even(low[start:end]))
            if held is not None:
                yield held, start, end
                at += n_words
                break
        else:
            at += 1


def _titles(places: Sequence[Place]) -> Iterator[tuple[str, int]]:
    """Give what rows are called in a column, if all of its cells differ and are words."""
    columns: dict[int, dict[int, str]] = defaultdict(dict)
    cells_in = [cells_of(place.text) if "=" not in place.text else [] for place in places]
    n_cells = len(cells_in[0]) if cells_in else 0
    for row, cells in enumerate(cells_in):
        for at, cell in enumerate(cells if len(cells) == n_cells > 2 else ()):
            columns[at][row] = even(cell.lower())
    for named in columns.values():
        if len(named) == len(places) == len(set(named.values())) and all(map(_is_title, named.values())):
            yield from ((name, row) for row, name in named.items())


def _is_title(name: str) -> bool:
    """Tell whether a cell may be its row's name: some words or signs, no number and no state."""
    return (
        len(name) >= (2 if CJK.search(name) else 4)
        and len(name) <= _LONGEST_TITLE
        and re.fullmatch(r"[^\W\d][^\d]*", name) is not None
        and not families_of(name)
    )


def is_noted(held: Held) -> bool:
    """Tell whether a number only notes something in brackets behind another: `14 (2m1s ago)`."""
    text = held.line.text
    at = text.rfind(" (", 0, held.token.start)
    is_behind = at > 0 and _BEFORE_NOTE.search(text[max(0, at - 16) : at]) is not None
    return is_behind and ")" not in text[at : held.token.start]


def _in_signs(row_of: Mapping[str, int]) -> list[tuple[str, int]]:
    """Give the names in Chinese, the longest first."""
    return sorted(((n, row) for n, row in row_of.items() if CJK.search(n)), key=lambda one: -len(one[0]))


def _numbered(numbers: Sequence[Sequence[Held]]) -> dict[tuple[str, int], int]:
    """Give the rows by the number that heads each, if these run on, with its field's word or first letter."""
    fields: dict[str, dict[int, int]] = defaultdict(dict)
    n_headed = 0
    for row, held in enumerate(numbers):
        if not held:
            continue
        n_headed += 1
        token = held[0].token
        number = token.number or 0.0
        if token.unit is None and number.is_integer() and 0 <= number <= _LAST_NUMBER and len(held) > 1:
            fields[held[0].field.split(".")[-1].lower()].setdefault(int(number), row)
    found: dict[tuple[str, int], int] = {}
    for field, row_of in fields.items():
        words = name_words(field)
        is_run = max(row_of) - min(row_of) < 2 * len(row_of)
        if len(row_of) < max(_FEWEST_NUMBERED, n_headed) or len(words) != 1 or not is_run:
            continue
        for number_, row in row_of.items():
            found[next(iter(words)), number_] = row
            found[field[:1], number_] = row
    return found
