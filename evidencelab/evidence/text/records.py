"""The records of a text: fields that belong together, whatever layout holds them.

A record is an object, an element with attributes, a sample with labels, a line of pairs, a block of lines
or a row of a table. Records lie in one another as the text has them. What is told of one is the business of
`retold`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from evidencelab.evidence.text.tokens import tokenise

if TYPE_CHECKING:
    from evidencelab.evidence.text.prepared_text import PreparedText


_AROUND = "\"'*_` "
"""Quote marks, markup and blanks around a value."""


class Field(NamedTuple):
    """A value and its key; offsets are folded.

    Attributes:
        key: Tokens of the key; empty where the value stands alone.
        label: The key as it stands, folded.
        value: Tokens of the value.
        raw: The value as it stands, folded, without quote marks.
        start: Where the field begins.
        end: Where its value ends.
    """

    key: tuple[str, ...]
    label: str
    value: tuple[str, ...]
    raw: str
    start: int
    end: int


Telling = tuple[Field, tuple[str, ...], tuple[str, ...]]
"""A field, and a key and a value that it may be told by, in tokens."""


class Record:
    """Fields of one thing.

    Attributes:
        parent: The record it lies in; None for an outermost one.
        heading: Tokens of the key or line that names it from outside; empty where nothing does.
        heading_span: Where that stands, folded.
        fields: Its own fields, in text order.
        self_field: The field of its parent whose further lines it is.
        children: The records right in it.
        is_row: Whether its values stand in columns, so that neighbours may be told without keys.
        is_cut: Whether a sign stands between those columns, not a blank.
        is_only_row: Whether no other row stands under its heads.
        tellings: The fields with the keys and values they may be told by; None until that was asked.
    """

    __slots__ = (
        "_vocabulary",
        "children",
        "fields",
        "heading",
        "heading_span",
        "is_cut",
        "is_only_row",
        "is_row",
        "parent",
        "self_field",
        "tellings",
    )

    def __init__(
        self,
        parent: Record | None = None,
        heading: tuple[str, ...] = (),
        heading_span: tuple[int, int] = (0, 0),
        is_row: bool = False,
        is_cut: bool = True,
        is_only_row: bool = False,
    ) -> None:
        self.parent = parent
        self.heading = heading
        self.heading_span = heading_span
        self.fields: list[Field] = []
        self.self_field: Field | None = None
        self.children: list[Record] = []
        self.is_row = is_row
        self.is_cut = is_row and is_cut
        self.is_only_row = is_only_row
        self.tellings: list[Telling] | None = None
        self._vocabulary: frozenset[str] | None = None
        if parent is not None:
            parent.children.append(self)

    @property
    def vocabulary(self) -> frozenset[str]:
        """The distinct tokens of its heading, keys and values."""
        if self._vocabulary is None:
            words = set(self.heading)
            for field in self.fields:
                words.update(field.key, field.value)
            self._vocabulary = frozenset(words)
        return self._vocabulary

    def chain(self) -> list[Record]:
        """Return the record and those it lies in, the outermost first."""
        found: list[Record] = []
        record: Record | None = self
        while record is not None:
            found.append(record)
            record = record.parent
        return found[::-1]

    def all_below(self) -> Iterator[Record]:
        """Yield the record and everything in it."""
        waiting = [self]
        while waiting:
            record = waiting.pop()
            yield record
            waiting += record.children


class Words:
    """Gives stretches of a folded text their tokens."""

    __slots__ = ("_begins", "text")

    def __init__(self, text: PreparedText) -> None:
        self.text = text
        self._begins: list[int] | None = None

    def folded_span(self, start: int, end: int) -> tuple[int, int]:
        """Turn `[start, end)` of the original into a stretch of the folded text."""
        if self._begins is None:
            text = self.text
            self._begins = [text.original_span((at, at + 1))[0] for at in range(len(text.folded))]
        return bisect_left(self._begins, start), bisect_left(self._begins, end)

    def within(self, start: int, end: int) -> tuple[str, ...]:
        """Return the tokens of `[start, end)`, read by themselves where one of the text goes beyond."""
        found = self.text.tokens_within(start, end)
        if found is None:
            return tuple(tokenise(self.text.folded[start:end].lower()))
        return tuple(self.text.tokens[found[0] : found[1] + 1])

    def field(self, key: tuple[int, int] | None, value: tuple[int, int], is_keyed: bool = True) -> Field:
        """Make a field of folded stretches; the quote marks around its value are left out.

        A key that stands elsewhere, as a head does, is not part of the stretch: `is_keyed` False.
        """
        start, end = value
        folded = self.text.folded
        while start < end and folded[start] in _AROUND:
            start += 1
        while end > start and folded[end - 1] in _AROUND:
            end -= 1
        label = folded[slice(*key)] if key else ""
        begin = key[0] if key and is_keyed else start
        return Field(
            self.within(*key) if key else (), label, self.within(start, end), folded[start:end], begin, end
        )
