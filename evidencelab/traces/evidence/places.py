"""The places at which evidence stands, the values they hold, and how both are named.

Parts of the pool; nothing here looks anything up.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from evidencelab.contracts import EvidenceRef
from evidencelab.traces.arithmetic.quantities import Quantity, quantity
from evidencelab.traces.evidence.layout import field_of
from evidencelab.traces.values.moments import Moment
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.words import label_words, near_words, words_of

CELL = re.compile(r"\$\.([\w.]+)\[(\d+)\]")
_ASIDE = re.compile(r"\d\w{0,3}\s?\([^()]{0,40}$")


class Place(NamedTuple):
    """One line of one evidence ref.

    Attributes:
        number: Its number in the pool.
        invocation: Index of its call in the session.
        raw_path: The ref's locator.
        text: The line.
        words: Its own words.
        context: Words that govern it: the call's arguments, the lines above it, a table's header.
    """

    number: int
    invocation: int
    raw_path: str
    text: str
    words: frozenset[str]
    context: frozenset[str]

    @property
    def list_path(self) -> str:
        """The locator up to its first index: rows of one call that share it are of one list."""
        return self.raw_path.partition("[")[0]


@lru_cache(maxsize=1 << 16)
def _column_at(text: str, start: int, title: str) -> str:
    """Name the field or column that begins at an offset of a line; many rules ask for that of every value."""
    before = text[:start]
    aside = "()" if _ASIDE.search(before) else ""
    return f"{field_of(text, start) or title or f'@{len(before.split())}'}{aside}"


class Held(NamedTuple):
    """A value token at a place.

    Attributes:
        place: The place's number.
        token: The token, its offsets in the place's text.
        line: The place itself.
        title: The title of the table column it stands in, or an empty text.
    """

    place: int
    token: ValueToken
    line: Place
    title: str = ""

    @property
    def keys(self) -> frozenset[str]:
        """The words by which the token is named: around it, and its column's title."""
        near = near_words(self.line.text, self.token.start, self.token.end)
        return near | words_of(self.title) if self.title else near

    @property
    def label(self) -> frozenset[str]:
        """The words it is the value of: its key, its noun, its column."""
        own = label_words(self.line.text, self.token.start, self.token.end)
        return own | words_of(self.field) if self.field else own

    @property
    def field(self) -> str:
        """The field or the titled column it is the value of; empty if it has none."""
        return field_of(self.line.text, self.token.start) or self.title

    @property
    def column(self) -> str:
        """The field or column it is the value of, under its ref's list; `@n` is the n-th cell of a line.

        What stands in brackets behind a number is a column of its own: the ages of `3 (2m ago)`.
        """
        return f"{self.line.list_path}:{_column_at(self.line.text, self.token.start, self.title)}"


@dataclass(frozen=True, eq=False)
class Column:
    """The values of one field: its name, the name's words, and the numbers in order."""

    name: str
    words: frozenset[str]
    held: list[Held]

    @cached_property
    def sizes(self) -> list[Quantity]:
        """The numbers as quantities, in order."""
        return [quantity(held.token) for held in self.held]

    @cached_property
    def by_word(self) -> dict[str, list[Quantity]]:
        """The numbers of the rows that have a word, by word; none of words that one row or every row has."""
        found: dict[str, list[Quantity]] = defaultdict(list)
        for held, size in zip(self.held, self.sizes, strict=True):
            for word in held.line.words:
                found[word].append(size)
        return {word: sizes for word, sizes in found.items() if 2 <= len(sizes) < len(self.held)}


def prefixes_of(name: str) -> Iterator[str]:
    """Give the names that a longer one is built on: the deployment and the job of a pod's name."""
    pieces = name.split("-")
    for n_pieces in range(max(2, len(pieces) - 2), len(pieces)):
        prefix = "-".join(pieces[:n_pieces])
        if len(prefix) >= 10 and any(c.isdigit() for c in prefix):
            yield prefix


def rows_of(refs: Sequence[EvidenceRef]) -> dict[str, frozenset[str]]:
    """Give, for columns that stand side by side, the words of each row; none if there are no such columns."""
    cells = [
        (found, ref.text) for ref in refs if (found := CELL.fullmatch(ref.raw_path)) and len(ref.text) < 60
    ]
    heights: dict[str, int] = defaultdict(int)
    for found, _ in cells:
        heights[found[1]] += 1
    if len(heights) < 2 or len(set(heights.values())) > 1:
        return {}
    rows: dict[str, set[str]] = defaultdict(set)
    for found, text in cells:
        rows[found[2]] |= words_of(text)
    return {number: frozenset(words) for number, words in rows.items()}


def holds(said: Moment, wanted: Moment) -> bool:
    """Tell whether a moment backs another: every field the other has is the same.

    A year, full minutes or seconds that only the other one writes are no difference, nor is the order of day
    and month where either may be meant.
    """
    if said.is_either or wanted.is_either:
        plain = [m._replace(is_either=False) for m in said.readings]
        return any(holds(m, w._replace(is_either=False)) for m in plain for w in wanted.readings)
    pairs = list(zip(said[:6], wanted[:6], strict=True))
    for position, (left, right) in enumerate(pairs):
        if right is None:
            continue
        if left is None:
            if position == 0 and said.month is not None:
                continue
            if position == 5 or (position == 4 and right == 0):
                continue
            return False
        if left != right:
            return False
    return True
