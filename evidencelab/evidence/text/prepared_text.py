"""Fold a text and cut it into tokens once, so that many excerpts can be searched in it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import accumulate

from evidencelab.evidence.clauses.bond_reading import read_bonds
from evidencelab.evidence.clauses.bonds import Bond
from evidencelab.evidence.clauses.withdrawn import Withdrawn, read_withdrawn
from evidencelab.evidence.late_patterns import late_pattern
from evidencelab.evidence.text.clause_reading import Clauses, PagedClauses, Span, read_clauses
from evidencelab.evidence.text.cut_text import MeasuredText
from evidencelab.evidence.text.folding import fold
from evidencelab.evidence.text.half_keys import read_half_keys
from evidencelab.evidence.text.origins import read_origins
from evidencelab.evidence.text.record_reading import read_records, with_tabs
from evidencelab.evidence.text.records import Record
from evidencelab.evidence.text.soft_wraps import without_wraps
from evidencelab.evidence.text.tables import Table, read_tables
from evidencelab.evidence.text.turned_numbers import read_turned

_SOLID = late_pattern(r"\S+")
_FEW = 200
"""Tokens of which it takes less to look through all for one than to note where each of them stands."""
_SHORT = 16_000
"""Characters up to which the bonds of a text are read once, when it is prepared."""
_MARGIN = 800
"""Characters of a longer one around what is asked for; no bond reaches further."""


class PreparedText(MeasuredText):
    """A text made ready for many excerpts to be searched in it.

    Attributes:
        folded: The folded text, with a blank for each line end that only wraps a sentence.
        lines: The folded text with all line ends.
        vocabulary: The distinct tokens.
        clauses: What is said of the clauses of the folded text.
        is_framed: Whether anything of the text may not hold, be turned, supposed, asked, or half a key.
        is_plain: Whether it is one line that says nothing of its clauses: what is cut at a blank stays true.
        may_have_bonds: Whether words of it may hold only together with others.
        joined_starts: Where in `joined` the separator in front of each token stands, and the last one.
    """

    __slots__ = (
        "_bonds",
        "_half_keys",
        "_origins",
        "_positions",
        "_records",
        "_squeezed",
        "_tables",
        "_turned",
        "_withdrawn",
        "clauses",
        "is_framed",
        "is_plain",
        "joined_starts",
        "lines",
        "may_have_bonds",
        "vocabulary",
    )

    def __init__(self, text: str, folded: str | None = None) -> None:
        self.lines = wrapped = fold(text) if folded is None else folded
        folded = without_wraps(wrapped) if "\n" in wrapped else wrapped
        super().__init__(text, folded)
        self.vocabulary = frozenset(self.tokens)
        self._bonds = read_bonds(folded, self.vocabulary) if len(folded) <= _SHORT else None
        self.may_have_bonds = self._bonds is None or bool(self._bonds)
        self._half_keys: dict[int, Span] | None = None
        self._withdrawn: list[Withdrawn] | None = None
        self._turned: list[Span] | None = None
        self.clauses = clauses = read_clauses(self)
        # in a long text it takes less time to look when it is asked than to find out for all of it
        self.is_framed = isinstance(clauses, PagedClauses) or any(
            (self.withdrawn, self.turned, clauses.suppositions, clauses.questions, self.half_keys)
        )
        self.is_plain = "\n" not in wrapped and isinstance(clauses, Clauses) and clauses.says_nothing()
        self.joined_starts = list(accumulate((len(token) + 1 for token in self.tokens), initial=0))
        self._positions: dict[str, list[int]] | None = None
        self._squeezed: str | None = None
        self._tables: list[Table] | None = None
        self._origins: frozenset[str] | None = None
        self._records: list[Record] | None = None
        self.original_span((0, 0))  # finds out how offsets are kept

    @property
    def half_keys(self) -> dict[int, Span]:
        """Spans in `folded` of the first words of keys, by the offset of the rest that names another."""
        if self._half_keys is None:
            self._half_keys = read_half_keys(self.folded)
        return self._half_keys

    @property
    def withdrawn(self) -> list[Withdrawn]:
        """What in `folded` stands behind a sign that says that it does not hold, in order."""
        if self._withdrawn is None:
            self._withdrawn = read_withdrawn(self.folded)
        return self._withdrawn

    @property
    def turned(self) -> list[Span]:
        """Spans in `folded` of numbers with a sign that is not in front of them, in order."""
        if self._turned is None:
            self._turned = read_turned(self.folded)
        return self._turned

    @property
    def tables(self) -> list[Table]:
        """The tables of the folded text, read when they are first asked for."""
        if self._tables is None:
            self._tables = read_tables(with_tabs(self))
        return self._tables

    @property
    def origins(self) -> frozenset[str]:
        """Where the one record of the folded text comes from, read when it is first asked for."""
        if self._origins is None:
            self._origins = read_origins(self.folded)
        return self._origins

    @property
    def records(self) -> list[Record]:
        """The records of the folded text but for rows of tables, read when they are first asked for."""
        if self._records is None:
            self._records = read_records(self)
        return self._records

    def bonds_of(self, start: int, end: int) -> list[Bond]:
        """Return the bonds of the words of a folded stretch, and perhaps others."""
        if self._bonds is not None:
            return self._bonds
        low = max(0, start - _MARGIN)
        near = read_bonds(self.folded[low : end + _MARGIN], self.vocabulary)
        return [
            Bond(
                bond.start + low,
                bond.end + low,
                tuple((begin + low, stop + low) for begin, stop in bond.ties),
                bond.code,
            )
            for bond in near
        ]

    def token_at(self, joined_position: int) -> int:
        """Return the index of the token whose leading separator is at `joined_position` in `joined`."""
        return bisect_right(self.joined_starts, joined_position) - 1

    def joined_position(self, index: int) -> int:
        """Return where in `joined` the separator in front of token `index` stands."""
        return self.joined_starts[index]

    def tokens_within(self, start: int, end: int) -> tuple[int, int] | None:
        """Return the first and the last token of a folded stretch; None where it has none, or cuts one."""
        starts, ends = self.starts, self.ends
        first, last = bisect_left(starts, start), bisect_right(ends, end) - 1
        if last < first or (first and ends[first - 1] > start):
            return None
        if last + 1 < len(starts) and starts[last + 1] < end:
            return None
        return first, last

    def is_withdrawn(self, position: int) -> bool:
        """Tell whether what stands at `position` of the folded text is said not to hold."""
        return next(self.withdrawn_within(position, position + 1), None) is not None

    def withdrawn_within(self, start: int, end: int) -> Iterator[Withdrawn]:
        """Yield what does not hold of a folded stretch, in order; one may lie in another on the same line."""
        begin = self.folded.rfind("\n", 0, start) + 1
        for number in range(
            bisect_left(self.withdrawn, begin, key=lambda line: line.start), len(self.withdrawn)
        ):
            line = self.withdrawn[number]
            if line.body >= end:
                return
            if line.end > start:
                yield line

    def positions(self, token: str) -> list[int]:
        """Return the indices at which a lower-case token stands, in order."""
        if token not in self.vocabulary:
            return []
        if self.n_tokens <= _FEW:
            return [index for index, word in enumerate(self.tokens) if word == token]
        if self._positions is None:
            positions: dict[str, list[int]] = {}
            for index, word in enumerate(self.tokens):
                positions.setdefault(word, []).append(index)
            self._positions = positions
        return self._positions[token]

    def squeezed(self) -> str:
        """Return the folded text in lower case without white space."""
        if self._squeezed is None:
            self._squeezed = "".join(self.folded.split()).lower()
        return self._squeezed

    def unsqueezed(self, start: int, end: int) -> tuple[int, int]:
        """Turn `[start, end)` of the squeezed text, not empty, into a stretch of the folded text."""
        shifts, begins, n_before = [], [], 0
        for word in _SOLID.finditer(self.folded):
            begins.append(n_before)
            shifts.append(word.start() - n_before)
            n_before += word.end() - word.start()
        first, last = bisect_right(begins, start) - 1, bisect_right(begins, end - 1) - 1
        return start + shifts[first], end + shifts[last]


def prepare_text(text: str) -> PreparedText:
    """Fold and cut a text once, so that many excerpts can be compared with it."""
    return PreparedText(text)
