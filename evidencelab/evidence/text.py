"""Cut a folded text into tokens once, so that many excerpts can be searched in it.

What a token *means* is the business of `lexicon`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

from evidencelab.evidence.folding import Offsets, fold, is_aligned
from evidencelab.evidence.lexicon import NEGATION

SEPARATOR = "\x1f"
"""Joins tokens so that one substring search respects token boundaries."""

_LETTER = r"A-Za-z\u00aa\u00b5\u00ba-\u02af\u0370-\u1fff"
_CJK = r"\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"

TOKEN = re.compile(
    rf"[{_LETTER}]+(?:(?<=n)'t(?![a-z]))?"
    rf"|[{_CJK}]"
    # a number: signed where a sign can stand, grouped by commas, with decimals or dotted
    r"|(?:(?<![\w)\].%/-])-|(?<=_)-)?\d+(?:,\d{3}(?!\d))*(?:\.\d+)*(?:[eE][-+]\d+)?"
    r"|%(?<=\d%)|%(?<=\d\s%)"
    # a comparison, not an arrow, a bracket or a quote mark
    r"|(?<![-=<>])[<>]=?(?=\s?-?\d)|!="
    r"|[$€£¥‰✓✔✅✗✘❌↑↓▲▼⬆⬇]"
)


def tokenise(folded: str) -> list[str]:
    """Cut a folded text into tokens: words, numbers, units, signs of comparison, CJK characters."""
    tokens: list[str] = TOKEN.findall(folded)
    return [token.replace(",", "") for token in tokens] if "," in folded else tokens


_MARK_PARTS = ("...", "略", "mitted", "nip", "runcated", "lided")

_START, _END = re.Match.start, re.Match.end


class PreparedText:
    """A text folded and cut once, to be searched many times.

    What every search needs is made at once; the rest when it is first asked for, and `prepare_text`
    asks for all of it.

    Attributes:
        original: The text as it was given.
        folded: The folded text.
        tokens: Tokens of the folded text, lower case, shape `(n_tokens,)`.
        joined: Lower-case tokens, each with a separator on both sides.
        cased: The same with case kept.
        is_elided: Whether an elision mark can be in the text.
    """

    __slots__ = (
        "_ends",
        "_joined_starts",
        "_negations",
        "_offsets",
        "_positions",
        "_squeezed",
        "_starts",
        "_vocabulary",
        "cased",
        "folded",
        "is_elided",
        "joined",
        "original",
        "tokens",
    )

    def __init__(self, text: str, folded: str | None = None) -> None:
        self.original = text
        self.folded = folded = fold(text) if folded is None else folded
        words = TOKEN.findall(folded)
        self.cased = SEPARATOR + SEPARATOR.join(words) + SEPARATOR if words else SEPARATOR
        if "," in self.cased:
            self.cased = self.cased.replace(",", "")
        self.joined = self.cased.lower()
        self.tokens = self.joined[1:-1].split(SEPARATOR) if words else []
        self.is_elided = any(part in folded for part in _MARK_PARTS)
        self._starts: list[int] | None = None
        self._ends: list[int] | None = None
        self._vocabulary: frozenset[str] | None = None
        self._negations: list[tuple[int, int]] | None = None
        self._joined_starts: list[int] | None = None
        self._positions: dict[str, list[int]] | None = None
        self._offsets: Offsets | bool | None = None
        self._squeezed: tuple[str, list[int]] | None = None

    def _find_spans(self) -> None:
        matches = list(TOKEN.finditer(self.folded))
        self._starts = list(map(_START, matches))
        self._ends = list(map(_END, matches))

    @property
    def starts(self) -> list[int]:
        """Offset of each token in `folded`."""
        if self._starts is None:
            self._find_spans()
        return self._starts  # type: ignore[return-value]

    @property
    def ends(self) -> list[int]:
        """End offset of each token in `folded`."""
        if self._ends is None:
            self._find_spans()
        return self._ends  # type: ignore[return-value]

    def outer_span(self) -> tuple[int, int]:
        """Return where in `folded` the first token begins and the last one ends."""
        if self._starts is None:
            first = self.folded.find(self.cased[1 : self.cased.find(SEPARATOR, 1)])
            word = self.cased[self.cased.rfind(SEPARATOR, 0, -1) + 1 : -1]
            last = self.folded.rfind(word)
            if first >= 0 and last >= 0:
                return first, last + len(word)
        return self.starts[0], self.ends[-1]

    @property
    def vocabulary(self) -> frozenset[str]:
        """The distinct tokens."""
        if self._vocabulary is None:
            self._vocabulary = frozenset(self.tokens)
        return self._vocabulary

    @property
    def negations(self) -> list[tuple[int, int]]:
        """Spans in `folded` of the words and characters that negate, in order."""
        if self._negations is None:
            self._negations = [found.span() for found in NEGATION.finditer(self.folded)]
        return self._negations

    def token_at(self, joined_position: int) -> int:
        """Return the index of the token whose leading separator is at `joined_position` in `joined`."""
        if self._joined_starts is None:
            lengths = map(len, self.tokens)
            self._joined_starts = list(accumulate((length + 1 for length in lengths), initial=0))
        return bisect_right(self._joined_starts, joined_position) - 1

    def positions(self, token: str) -> list[int]:
        """Return the indices at which a lower-case token stands, in order."""
        if self._positions is None:
            positions: dict[str, list[int]] = {}
            for index, word in enumerate(self.tokens):
                positions.setdefault(word, []).append(index)
            self._positions = positions
        return self._positions.get(token, [])

    def squeezed(self) -> tuple[str, list[int]]:
        """Return the folded text in lower case without white space, and where each character stood."""
        if self._squeezed is None:
            kept = [index for index, character in enumerate(self.folded) if not character.isspace()]
            self._squeezed = "".join(self.folded[index] for index in kept).lower(), kept
        return self._squeezed

    def gap(self, index: int) -> str:
        """Return what stands between token `index` and the next one, folded."""
        return self.folded[self.ends[index] : self.starts[index + 1]]

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Turn `[start, end)` of the folded text into `[start, end)` of the original."""
        if self._offsets is None:
            self._offsets = is_aligned(self.original, self.folded) or Offsets(self.original)
        offsets = self._offsets
        if isinstance(offsets, bool):
            return start, end
        if start >= len(offsets.starts):
            return len(self.original), len(self.original)
        if end <= start:
            return offsets.starts[start], offsets.starts[start]
        return offsets.starts[start], offsets.ends[end - 1]

    def token_span(self, first: int, last: int) -> tuple[int, int]:
        """Return the original span of the tokens `first` to `last`, both included."""
        return self.original_span(self.starts[first], self.ends[last])

    def token_text(self, first: int, last: int | None = None) -> str:
        """Return tokens `first` to `last`, both included, as the original has them."""
        start, end = self.token_span(first, first if last is None else last)
        return self.original[start:end]


def prepare_text(text: str) -> PreparedText:
    """Fold and cut a text once, so that many excerpts can be compared with it."""
    prepared = PreparedText(text)
    _ = (
        prepared.starts,
        prepared.vocabulary,
        prepared.negations,
        prepared.token_at(0),
        prepared.original_span(0, 0),
    )
    return prepared
