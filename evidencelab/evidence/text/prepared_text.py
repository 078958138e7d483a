"""Fold a text and cut it into tokens once, so that many excerpts can be searched in it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate

from evidencelab.evidence.clauses.circles import read_circles
from evidencelab.evidence.clauses.contrasts import read_contrasts
from evidencelab.evidence.clauses.denied_items import read_denied_items, read_denied_list
from evidencelab.evidence.clauses.doubts import read_doubts
from evidencelab.evidence.clauses.governed import read_governed
from evidencelab.evidence.clauses.hedging import HEDGE
from evidencelab.evidence.clauses.lasting import read_lasting
from evidencelab.evidence.clauses.limits import (
    ATTRIBUTE,
    CHANGE,
    CONDITION,
    CONJUNCT,
    DEDUCTING,
    EXCEPTION,
    GOVERNING,
    PRODUCT,
    SUPPOSITION,
    TRAILING,
    UNDONE,
    UNLIKE,
    UNTIL,
)
from evidencelab.evidence.clauses.voiding import read_voided
from evidencelab.evidence.clauses.withdrawn import Withdrawn, read_withdrawn
from evidencelab.evidence.late_patterns import late_pattern
from evidencelab.evidence.text.cut_text import MeasuredText
from evidencelab.evidence.text.folding import fold
from evidencelab.evidence.text.half_keys import read_half_keys
from evidencelab.evidence.text.lexicon import NEGATION, QUESTION_MARK, QUESTION_PARTICLES, REFUSING_CJK
from evidencelab.evidence.text.origins import read_origins
from evidencelab.evidence.text.record_reading import read_records, with_tabs
from evidencelab.evidence.text.records import Record
from evidencelab.evidence.text.soft_wraps import without_wraps
from evidencelab.evidence.text.tables import Table, read_tables
from evidencelab.evidence.text.turned_numbers import read_turned

_SOLID = late_pattern(r"\S+")
_SIGNS_IN_FRONT = late_pattern(r"[^\w\n]{0,4}")
"""What may stand between a hedge and the first word of a statement."""


class PreparedText(MeasuredText):
    """A text made ready for many excerpts to be searched in it.

    Attributes:
        folded: The folded text, with a blank for each line end that only wraps a sentence.
        lines: The folded text with all line ends.
        vocabulary: The distinct tokens.
        negations: Spans in `folded` of the words and characters that negate, in order.
        governors: Spans in `folded` of what negates, forbids or conditions the words behind it, in order.
        hedges: Spans in `folded` of what makes a statement uncertain, by the offset of the statement.
        conditions: Spans in `folded` of what begins the condition of a statement, by its offset.
        limited: The offsets of the statements that have a condition, in order.
        exceptions: Spans in `folded` of what takes something out of a statement, or turns it into another,
            by the offset of its end.
        doubts: Spans in `folded` of what behind a statement makes it uncertain, by the offset of its end.
        suppositions: Spans in `folded` of what makes a clause a supposition, by the offset of the clause.
        questions: Offsets in `folded` at which what ends a question begins, and of its mark.
        half_keys: Spans in `folded` of the first words of keys, by the offset of the rest that names another.
        withdrawn: What in `folded` stands behind a sign that says that it does not hold, in order.
        turned: Spans in `folded` of numbers with a sign that is not in front of them, in order.
        may_govern: Whether anything of the text negates, refuses or doubts what stands behind it.
        may_limit: Whether anything of the text negates, limits or doubts what stands in front of it.
        is_framed: Whether anything of the text does not hold, is turned, supposed, asked, or half a key.
        joined_starts: Where in `joined` the separator in front of each token stands, and the last one.
    """

    __slots__ = (
        "_origins",
        "_positions",
        "_records",
        "_squeezed",
        "_tables",
        "conditions",
        "doubts",
        "exceptions",
        "governors",
        "half_keys",
        "hedges",
        "is_framed",
        "joined_starts",
        "limited",
        "lines",
        "may_govern",
        "may_limit",
        "negations",
        "questions",
        "suppositions",
        "turned",
        "vocabulary",
        "withdrawn",
    )

    def __init__(self, text: str, folded: str | None = None) -> None:
        self.lines = wrapped = fold(text) if folded is None else folded
        folded = without_wraps(wrapped) if "\n" in wrapped else wrapped
        super().__init__(text, folded)
        self.vocabulary = frozenset(self.tokens)
        lower = folded.lower()
        self.negations = [found.span() for found in NEGATION.finditer(lower)]
        governing = [found.span() for found in GOVERNING.finditer(lower)]
        self.governors = sorted([*self.negations, *governing]) if governing else self.negations
        self.hedges = _by_statement(HEDGE.finditer(folded), folded)
        self.hedges |= _by_statement(read_voided(folded), folded)
        self.hedges |= read_governed(folded)
        if "\n" in folded:
            self.hedges |= read_denied_items(folded)
        self.hedges |= dict(read_contrasts(folded))
        if ":" in folded and "," in folded:
            self.hedges |= dict(read_denied_list(lower))
        if "!" in folded or "<>" in folded:
            for unlike in UNLIKE.finditer(folded):
                self.hedges[unlike.end()] = self.hedges[unlike.end(2)] = unlike.span(1)
        if "<" in folded or ">" in folded:
            self.hedges |= {found.end(): found.span(1) for found in CONJUNCT.finditer(lower)}
        if "*" in lower or " x " in lower:
            self.hedges |= {found.end(): found.span(1) for found in PRODUCT.finditer(lower)}
        self.conditions = _by_statement(CONDITION.finditer(lower), lower)
        has_until = "til" in lower or "through" in lower
        if has_until or "prior to" in lower or "before" in lower or "日" in lower:
            self.conditions |= _by_statement(UNTIL.finditer(lower), lower)
        if "的" in lower:
            self.conditions |= _by_statement(ATTRIBUTE.finditer(lower), lower)
        self.limited = sorted(self.conditions)
        self.suppositions = {found.end(): found.span(1) for found in SUPPOSITION.finditer(lower)}
        marks = [found.start() for found in QUESTION_MARK.finditer(folded)]
        self.questions = frozenset(offset for mark in marks for offset in (mark, self._end_of_question(mark)))
        self.doubts = {self.end_before(doubt[0]): doubt for doubt in read_doubts(folded)}
        self.exceptions = self._read_exceptions(folded, lower)
        self.may_govern = bool(self.governors or self.hedges) or REFUSING_CJK.search(folded) is not None
        self.may_limit = bool(self.negations or self.exceptions or self.doubts)
        self.half_keys = read_half_keys(folded)
        self.withdrawn = read_withdrawn(folded)
        self.turned = read_turned(folded)
        self.is_framed = any((self.withdrawn, self.turned, self.suppositions, self.questions, self.half_keys))
        self.joined_starts = list(accumulate((len(token) + 1 for token in self.tokens), initial=0))
        self._positions: dict[str, list[int]] | None = None
        self._squeezed: str | None = None
        self._tables: list[Table] | None = None
        self._origins: frozenset[str] | None = None
        self._records: list[Record] | None = None
        self.original_span((0, 0))  # finds out how offsets are kept

    def _read_exceptions(self, folded: str, lower: str) -> dict[int, tuple[int, int]]:
        """Return what takes something out of a statement by the offset of its end, as `exceptions` has it."""
        exceptions: dict[int, tuple[int, int]] = {}
        for found in EXCEPTION.finditer(lower):
            start, end = found.span()
            exceptions[self.end_before(start)] = start, end
            if found["excepted"]:
                exceptions[self.end_before(end - 2)] = end - 2, end
            elif lower.endswith(" only", start, end):
                exceptions[self.end_before(end - 5)] = end - 4, end
        for pattern in (TRAILING, DEDUCTING):
            for limit in pattern.finditer(lower):
                exceptions.setdefault(self.end_before(limit.start(1)), limit.span(1))
        for circle in read_circles(lower):
            exceptions.setdefault(self.end_before(circle[0]), circle)
        if "til" in lower or "through" in lower or "pending" in lower:
            for end, limit_span in read_lasting(folded):
                exceptions.setdefault(end, limit_span)
        if "<" in lower or ">" in lower:
            for conjunct in CONJUNCT.finditer(lower):
                exceptions[self.end_before(conjunct.start(1))] = conjunct.span(1)
        if "*" in lower or " x " in lower:
            for product in PRODUCT.finditer(lower):
                exceptions[self.end_before(product.start())] = product.span(1)
        if "后" in lower or "为" in lower or "replaced " in lower or " before " in lower:
            for undone in UNDONE.finditer(lower):
                exceptions.setdefault(self.end_before(undone.start(1)), undone.span(1))
        if "->" in lower:
            for change in CHANGE.finditer(lower):
                exceptions[self.end_before(change.start(1))] = change.span(1)
        # at the head of a sentence, such a word is about what comes
        return {end: span for end, span in exceptions.items() if lower[end - 1] not in ".;!?。\n:"}

    def _end_of_question(self, mark: int) -> int:
        """Return where a question ends, its mark, particle and the spaces in front of them left out."""
        start = max(0, mark - 4)
        before = self.folded[start:mark].rstrip()
        if before[-1:] in QUESTION_PARTICLES:
            before = before[:-1].rstrip()
        return start + len(before)

    def end_before(self, start: int) -> int:
        """Return where what stands in front of `start` ends, spaces and punctuation left out."""
        while start and self.folded[start - 1] in " (,'\"":
            start -= 1
        return start

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
        if self._positions is None:
            positions: dict[str, list[int]] = {}
            for index, word in enumerate(self.tokens):
                positions.setdefault(word, []).append(index)
            self._positions = positions
        return self._positions.get(token, [])

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

    def token_span(self, first: int, last: int) -> tuple[int, int]:
        """Return the original span of the tokens `first` to `last`, both included."""
        return self.original_span((self.starts[first], self.ends[last]))

    def token_text(self, first: int, last: int | None = None) -> str:
        """Return tokens `first` to `last`, both included, as the original has them."""
        start, end = self.token_span(first, first if last is None else last)
        return self.original[start:end]


def _by_statement(limits: Iterable[re.Match[str]], folded: str) -> dict[int, tuple[int, int]]:
    """Give what stands in front of statements by their offsets; the second group may begin the statement.

    A statement that begins with a sign is known by its first word as well.
    """
    spans: dict[int, tuple[int, int]] = {}
    for found in limits:
        end = found.end()
        spans[end] = found.span(1)
        signs = _SIGNS_IN_FRONT.match(folded, end)
        if signs:
            spans[signs.end()] = found.span(1)
        if found[2]:
            spans[found.start(2)] = found.span(1)
    return spans


def prepare_text(text: str) -> PreparedText:
    """Fold and cut a text once, so that many excerpts can be compared with it."""
    return PreparedText(text)
