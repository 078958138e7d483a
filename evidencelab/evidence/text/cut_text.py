"""A folded text and its tokens: an excerpt, or a text that is read without being searched.

It must not know what the tokens mean.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Literal, Self

from evidencelab.evidence.text.folding import Offsets, fold, is_aligned
from evidencelab.evidence.text.tokens import SEPARATOR, TOKEN, may_hold_mark


class FoldedText:
    """A text and what folding made of it."""

    __slots__ = ("_offsets", "folded", "original")

    def __init__(self, text: str, folded: str) -> None:
        self.original = text
        self.folded = folded
        self._offsets: Literal[True] | Offsets | None = None

    def original_spans(self, spans: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
        """Turn stretches of the folded text into stretches of the original."""
        if self._offsets is True:
            return spans
        return tuple([self.original_span(span) for span in spans])

    def original_span(self, span: tuple[int, int]) -> tuple[int, int]:
        """Turn `[start, end)` of the folded text into `[start, end)` of the original."""
        offsets = self._offsets
        if offsets is True:
            return span
        if offsets is None:
            if is_aligned(self.original, self.folded):
                self._offsets = True
                return span
            offsets = self._offsets = Offsets(self.original)
        start, end = span
        if start >= offsets.n_folded:
            return len(self.original), len(self.original)
        begin = offsets.origin(start)[0]
        return begin, begin if end <= start else offsets.origin(end - 1)[1]


class Stretch(FoldedText):
    """A folded text of which only some neighbouring tokens are known, and no elision mark.

    Attributes:
        tokens: The tokens that are known, lower case, shape `(n_tokens,)`.
        starts: Offset of each in `folded`, shape `(n_tokens,)`.
        ends: End offset of each in `folded`, shape `(n_tokens,)`.
        gaps: What stands in front of each, first nothing, and last behind them all, shape `(n_tokens + 1,)`.
        is_elided: False.
    """

    __slots__ = ("ends", "gaps", "is_elided", "starts", "tokens")

    def __init__(
        self, text: str, folded: str, tokens: list[str], starts: list[int], ends: list[int], gaps: list[str]
    ) -> None:
        self.original = text
        self.folded = folded
        self._offsets = True if folded is text else None
        self.tokens = tokens
        self.starts = starts
        self.ends = ends
        self.gaps = gaps
        self.is_elided = False

    def gap(self, index: int) -> str:
        """Return what stands between token `index` and the next one, folded."""
        return self.gaps[index + 1]


class CutText(FoldedText):
    """A text folded and cut into tokens: all it takes to look for its tokens in another text.

    Attributes:
        original: The text as it was given.
        folded: The folded text.
        joined: Lower-case tokens, each with a separator on both sides.
        cased: The same with case kept.
        n_tokens: How many tokens there are.
    """

    __slots__ = ("_parts", "cased", "joined", "n_tokens")

    def __init__(self, text: str, folded: str | None = None) -> None:
        self.original = text
        self.folded = folded = fold(text) if folded is None else folded
        self._parts: list[str] = TOKEN.split(folded)
        words = self._parts[1::2]
        self.n_tokens = len(words)
        cased = f"{SEPARATOR}{SEPARATOR.join(words)}{SEPARATOR}" if words else SEPARATOR
        self.cased = cased = cased.replace(",", "") if "," in cased else cased
        self.joined = cased.lower()
        self._offsets: Literal[True] | Offsets | None = None

    def outer_span(self) -> tuple[int, int]:
        """Return where in `folded` the first token begins and the last one ends."""
        return len(self._parts[0]), len(self.folded) - len(self._parts[-1])


class MeasuredText(CutText):
    """A cut text that knows where its tokens stand.

    Attributes:
        tokens: Tokens of the folded text, lower case, shape `(n_tokens,)`.
        starts: Offset of each token in `folded`, shape `(n_tokens,)`.
        ends: End offset of each token in `folded`, shape `(n_tokens,)`.
        gaps: What stands in front of each token, and last behind them all, shape `(n_tokens + 1,)`.
        is_elided: Whether an elision mark can be in the text.
    """

    __slots__ = ("ends", "gaps", "is_elided", "starts", "tokens")

    def __init__(self, text: str, folded: str | None = None) -> None:
        super().__init__(text, folded)
        self.is_elided = may_hold_mark(self.folded)
        self._measure()

    @classmethod
    def of(cls, cut: CutText, is_elided: bool) -> Self:
        """Measure a text that has been cut already, and looked through for elision marks."""
        measured = cls.__new__(cls)
        measured.original = cut.original
        measured.folded = cut.folded
        measured.joined = cut.joined
        measured.cased = cut.cased
        measured.n_tokens = cut.n_tokens
        measured._parts = cut._parts
        measured._offsets = cut._offsets
        measured.is_elided = is_elided
        measured._measure()
        return measured

    def _measure(self) -> None:
        edges = list(accumulate(map(len, self._parts)))
        self.gaps = self._parts[::2]
        self.starts = edges[:-1:2]
        self.ends = edges[1::2]
        self.tokens = self.joined[1:-1].split(SEPARATOR) if self.starts else []

    def gap(self, index: int) -> str:
        """Return what stands between token `index` and the next one, folded."""
        return self.gaps[index + 1]


Excerpt = MeasuredText | Stretch
"""An excerpt whose differences can be judged."""
