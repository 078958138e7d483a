"""What keeps the clauses of a text from being plain facts: what denies, doubts, limits or asks them.

It is gathered here from those who know one kind each, by where a clause begins or ends. All offsets are into
*folded* text.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import Self

from evidencelab.evidence.clauses.circles import read_circles
from evidencelab.evidence.clauses.contrasts import read_contrasts
from evidencelab.evidence.clauses.denied_items import read_denied_items, read_denied_list
from evidencelab.evidence.clauses.doubts import read_doubts
from evidencelab.evidence.clauses.governed import read_governed
from evidencelab.evidence.clauses.hedging import HEDGE_BY_WORD
from evidencelab.evidence.clauses.lasting import read_lasting
from evidencelab.evidence.clauses.limits import (
    ATTRIBUTE,
    CHANGE,
    CONDITION_BY_WORD,
    CONJUNCT,
    DEDUCTING,
    EXCEPTION_BY_WORD,
    FIRST,
    GOVERNING_BY_WORD,
    ONLY_THEN,
    PRODUCT,
    SUPPOSITION_BY_WORD,
    TRAILING,
    UNDONE,
    UNLIKE,
    UNTIL,
)
from evidencelab.evidence.clauses.shares import read_shares
from evidencelab.evidence.clauses.unclosed import UNCLOSED_BY_WORD, read_unclosed
from evidencelab.evidence.clauses.unreal_nouns import ATTRIBUTE_BY_WORD, read_unreal
from evidencelab.evidence.clauses.voiding import read_voided
from evidencelab.evidence.clauses.word_starts import WordPatterns, WordStarts
from evidencelab.evidence.late_patterns import late_pattern
from evidencelab.evidence.text.cut_text import MeasuredText
from evidencelab.evidence.text.lexicon import (
    NEGATION_BY_WORD,
    QUESTION_MARK,
    QUESTION_PARTICLES,
    REFUSING_CJK,
)

Span = tuple[int, int]
"""`[start, end)`."""

_SIGNS_IN_FRONT = late_pattern(r"[^\w\n]{0,4}")
"""What may stand between a hedge and the first word of a statement."""
_SHORT = 16_000
"""Characters up to which a text is read as a whole."""
_PATTERNS = WordPatterns(
    ATTRIBUTE_BY_WORD,
    CONDITION_BY_WORD,
    EXCEPTION_BY_WORD,
    GOVERNING_BY_WORD,
    HEDGE_BY_WORD,
    NEGATION_BY_WORD,
    SUPPOSITION_BY_WORD,
    UNCLOSED_BY_WORD,
)
_PAGE = 4_000
"""Characters that are read at once of a longer one, up to the end of a line."""
_MARGIN = 500
"""Characters around them, up to whole lines, that are read as well: what stands there may reach into them."""


class Clauses:
    """What is said of the clauses of a text, or of a part of it.

    Attributes:
        negations: Spans of the words and characters that negate, in order.
        governors: Spans of what negates, forbids or conditions the words behind it, in order.
        hedges: Spans of what makes a statement uncertain, by the offset of the statement.
        conditions: Spans of what begins the condition of a statement, by its offset.
        limited: The offsets of the statements that have a condition, in order.
        exceptions: Spans of what takes something out of a statement, or turns it into another, by the offset
            of its end.
        doubts: Spans of what behind a statement makes it uncertain, by the offset of its end.
        suppositions: Spans of what makes a clause a supposition, by the offset of the clause.
        questions: Offsets at which what ends a question begins, and of its mark.
        may_govern: Whether anything negates, refuses or doubts what stands behind it.
        may_limit: Whether anything negates, limits or doubts what stands in front of it.
    """

    __slots__ = (
        "conditions",
        "doubts",
        "exceptions",
        "governors",
        "hedges",
        "limited",
        "may_govern",
        "may_limit",
        "negations",
        "questions",
        "suppositions",
    )

    def __init__(
        self, folded: str, words: WordStarts | None, below_headings: dict[int, Span], shift: int = 0
    ) -> None:
        """Read a folded text, or the part of one that begins at `shift`.

        Args:
            folded: What is read.
            words: Where its words begin, if that is known.
            below_headings: What headings say of statements in it, by their offsets into it, as `hedges` has
                it.
            shift: Added to all offsets.
        """
        lower = folded.lower()
        self.negations = [found.span() for found in NEGATION_BY_WORD.finditer(lower, words)]
        governing = [found.span() for found in GOVERNING_BY_WORD.finditer(lower, words)]
        self.governors = sorted([*self.negations, *governing]) if governing else self.negations
        self.hedges = _by_statement(HEDGE_BY_WORD.finditer(folded, words), folded)
        self.hedges |= _by_statement(read_voided(folded), folded)
        self.hedges |= read_governed(folded)
        self.hedges |= below_headings
        self.hedges |= dict(read_shares(lower))
        self.hedges |= dict(read_unreal(folded, words))
        if ":" in folded and "," in folded:
            self.hedges |= dict(read_denied_list(lower))
        if "!" in folded or "<>" in folded:
            for unlike in UNLIKE.finditer(folded):
                self.hedges[unlike.end()] = self.hedges[unlike.end(2)] = unlike.span(1)
        if "<" in folded or ">" in folded:
            self.hedges |= {found.end(): found.span(1) for found in CONJUNCT.finditer(lower)}
        if "*" in lower or " x " in lower:
            self.hedges |= {found.end(): found.span(1) for found in PRODUCT.finditer(lower)}
        self.conditions = _by_statement(CONDITION_BY_WORD.finditer(lower, words), lower)
        has_until = "til" in lower or "through" in lower
        if has_until or "prior to" in lower or "before" in lower or "日" in lower:
            self.conditions |= _by_statement(UNTIL.finditer(lower), lower)
        if "先" in lower and "再" in lower:
            self.conditions |= _by_statement(FIRST.finditer(lower), lower)
        if "才" in lower or "方" in lower:
            self.conditions |= _by_statement(ONLY_THEN.finditer(lower), lower)
        if "的" in lower:
            self.conditions |= _by_statement(ATTRIBUTE.finditer(lower), lower)
        self.conditions = _by_statement(read_unclosed(folded, words), folded) | self.conditions
        self.limited = sorted(self.conditions)
        self.suppositions = {
            found.end(): found.span(1) for found in SUPPOSITION_BY_WORD.finditer(lower, words)
        }
        marks = [found.start() for found in QUESTION_MARK.finditer(folded)]
        self.questions = frozenset(
            offset for mark in marks for offset in (mark, _end_of_question(folded, mark))
        )
        self.doubts = {end_before(folded, doubt[0]): doubt for doubt in read_doubts(folded)}
        self.exceptions = _read_exceptions(folded, lower, words)
        self.may_govern = bool(self.governors or self.hedges) or REFUSING_CJK.search(folded) is not None
        self.may_limit = bool(self.negations or self.exceptions or self.doubts)
        if shift:
            self._shift(shift)

    def at(self, position: int) -> Self:
        """Return what is said of the clauses around an offset: all of it."""
        return self

    def says_nothing(self) -> bool:
        """Tell whether nothing in the text negates, limits or doubts anything, or is a condition."""
        return not (self.may_govern or self.may_limit or self.limited)

    def _shift(self, by: int) -> None:
        """Add so much to all offsets."""
        self.negations = [(start + by, end + by) for start, end in self.negations]
        self.governors = [(start + by, end + by) for start, end in self.governors]
        self.limited = [offset + by for offset in self.limited]
        self.questions = frozenset(offset + by for offset in self.questions)
        self.hedges = _shifted(self.hedges, by)
        self.conditions = _shifted(self.conditions, by)
        self.exceptions = _shifted(self.exceptions, by)
        self.doubts = _shifted(self.doubts, by)
        self.suppositions = _shifted(self.suppositions, by)


class PagedClauses:
    """The clauses of a long text, read page by page when they are asked for.

    A page is some whole lines. What a heading says may reach beyond one, and is read of all of them at once.
    """

    __slots__ = ("_below_headings", "_pages", "_starts", "_text")

    def __init__(self, text: MeasuredText) -> None:
        self._text = text
        self._below_headings: list[tuple[int, Span]] | None = None
        self._pages: dict[int, Clauses] = {}
        self._starts = [0]
        while behind := text.folded.find("\n", self._starts[-1] + _PAGE) + 1:
            self._starts.append(behind)

    def at(self, position: int) -> Clauses:
        """Return what is said of the clauses around an offset."""
        number = bisect_right(self._starts, position) - 1
        if number not in self._pages:
            self._pages[number] = self._read(number)
        return self._pages[number]

    def _read(self, number: int) -> Clauses:
        folded, starts = self._text.folded, self._starts
        low = folded.rfind("\n", 0, max(0, starts[number] - _MARGIN)) + 1
        high = len(folded)
        if number + 1 < len(starts):
            high = folded.find("\n", starts[number + 1] + _MARGIN) + 1 or high
        if self._below_headings is None:
            self._below_headings = sorted(_read_below_headings(folded).items())
        below = self._below_headings[
            bisect_left(self._below_headings, (low,)) : bisect_left(self._below_headings, (high,))
        ]
        within = {offset - low: (start - low, end - low) for offset, (start, end) in below}
        tokens = slice(*(bisect_left(self._text.starts, edge) for edge in (low, high)))
        begins = [start - low for start in self._text.starts[tokens]]
        words = _words(folded[low:high], self._text.tokens[tokens], begins)
        return Clauses(folded[low:high], words, within, low)


def read_clauses(text: MeasuredText) -> Clauses | PagedClauses:
    """Read what is said of the clauses of a text: at once where it is short."""
    folded = text.folded
    if len(folded) > _SHORT:
        return PagedClauses(text)
    return Clauses(folded, _words(folded, text.tokens, text.starts), _read_below_headings(folded))


def _words(folded: str, tokens: Sequence[str], starts: Sequence[int]) -> WordStarts | None:
    """Return where the words of a text begin; None where a sign may be part of the token of one."""
    return None if "×" in folded or "÷" in folded else _PATTERNS.starts(tokens, starts)


def _read_below_headings(folded: str) -> dict[int, Span]:
    """Read what a heading denies, or tells of what is no more, by the offsets of the statements below it."""
    below = read_denied_items(folded) if "\n" in folded else {}
    below |= dict(read_contrasts(folded))
    return below


def _shifted(spans: dict[int, Span], by: int) -> dict[int, Span]:
    return {offset + by: (start + by, end + by) for offset, (start, end) in spans.items()}


def _read_exceptions(folded: str, lower: str, words: WordStarts | None) -> dict[int, Span]:
    """Return what takes something out of a statement by the offset of its end, as `Clauses` has it."""
    exceptions: dict[int, Span] = {}
    for found in EXCEPTION_BY_WORD.finditer(lower, words):
        start, end = found.span()
        exceptions[end_before(folded, start)] = start, end
        if found["excepted"]:
            exceptions[end_before(folded, end - 2)] = end - 2, end
        elif lower.endswith(" only", start, end):
            exceptions[end_before(folded, end - 5)] = end - 4, end
    for pattern in (TRAILING, DEDUCTING):
        for limit in pattern.finditer(lower):
            exceptions.setdefault(end_before(folded, limit.start(1)), limit.span(1))
    for circle in read_circles(lower):
        exceptions.setdefault(end_before(folded, circle[0]), circle)
    if "til" in lower or "through" in lower or "pending" in lower:
        for end, limit_span in read_lasting(folded):
            exceptions.setdefault(end, limit_span)
    if "<" in lower or ">" in lower:
        for conjunct in CONJUNCT.finditer(lower):
            exceptions[end_before(folded, conjunct.start(1))] = conjunct.span(1)
    if "*" in lower or " x " in lower:
        for product in PRODUCT.finditer(lower):
            exceptions[end_before(folded, product.start())] = product.span(1)
    if "后" in lower or "为" in lower or "replaced " in lower or " before " in lower:
        for undone in UNDONE.finditer(lower):
            exceptions.setdefault(end_before(folded, undone.start(1)), undone.span(1))
    if "->" in lower:
        for change in CHANGE.finditer(lower):
            exceptions[end_before(folded, change.start(1))] = change.span(1)
    # at the head of a sentence, such a word is about what comes
    return {end: span for end, span in exceptions.items() if lower[end - 1] not in ".;!?。\n:"}


def _end_of_question(folded: str, mark: int) -> int:
    """Return where a question ends, its mark, particle and the spaces in front of them left out."""
    start = max(0, mark - 4)
    before = folded[start:mark].rstrip()
    if before[-1:] in QUESTION_PARTICLES:
        before = before[:-1].rstrip()
    return start + len(before)


def end_before(folded: str, start: int) -> int:
    """Return where what stands in front of `start` ends, spaces and punctuation left out."""
    while start and folded[start - 1] in " (,'\"":
        start -= 1
    return start


def _by_statement(limits: Iterable[re.Match[str]], folded: str) -> dict[int, Span]:
    """Give what stands in front of statements by their offsets; the second group may begin the statement.

    A statement that begins with a sign is known by its first word as well.
    """
    spans: dict[int, Span] = {}
    for found in limits:
        end = found.end()
        spans[end] = found.span(1)
        signs = _SIGNS_IN_FRONT.match(folded, end)
        if signs:
            spans[signs.end()] = found.span(1)
        if found[2]:
            spans[found.start(2)] = found.span(1)
    return spans
