"""Fold presentation away and cut a text into tokens, keeping offsets into the original.

What folding removes is what a quoting hand may change without changing what was said: width, case
(tokens keep it, comparison does not), white space, typographic punctuation, invisible characters,
escapes, markup. What it keeps are values. What a token *means* is the business of `lexicon`.
"""

from __future__ import annotations

import html
import re
import unicodedata
from bisect import bisect_right
from itertools import accumulate

from evidencelab.evidence.lexicon import NEGATION

SEPARATOR = "\x1f"
"""Joins tokens so that one substring search respects token boundaries."""

_PUNCTUATION = {
    "‘’‚‛′＇`´": "'",
    "“”„‟″〝〞«»「」『』": '"',
    "‐‑‒–—―−－﹣": "-",
    "，、､": ",",
    "；": ";",
    "：∶︰": ":",
    "．": ".",
    "｡": "。",
    "（": "(",
    "）": ")",
    "【〔〖": "[",
    "】〕〗": "]",
    "《〈": "<",
    "》〉": ">",
    "！": "!",
    "？": "?",
    "⁄∕": "/",
}
_EXPANSIONS = {
    "…": "...",
    "⋯": "...",
    "≥": ">=",
    "≧": ">=",
    "⩾": ">=",
    "≤": "<=",
    "≦": "<=",
    "⩽": "<=",
    "≠": "!=",
    "→": "->",
    "⇒": "=>",
    "⟶": "->",
    "×": "x",
    "\u2028": "\n",
    "\u2029": "\n",
    "\x85": "\n",
    "\r": "\n",
}


def _fold_character(character: str) -> str:
    """Fold one character, case kept; the empty string for one that cannot be seen."""
    if character in _EXPANSIONS:
        return _EXPANSIONS[character]
    category = unicodedata.category(character)
    if (category in {"Cf", "Cc"} and character not in "\n\t\x1f") or character in "\ufe0e\ufe0f":
        return " " if character in "\x0b\x0c\x1c\x1d\x1e" else ""
    if character in "\t\x1f" or category == "Zs":
        return " "
    if category == "No" and unicodedata.decomposition(character).startswith(("<super>", "<sub>")):
        return "^" + unicodedata.normalize("NFKC", character)
    if category == "No" and unicodedata.decomposition(character).startswith("<fraction>"):
        return " " + unicodedata.normalize("NFKC", character).replace("⁄", "/")
    folded = unicodedata.normalize("NFKC", character)
    if folded != character:
        folded = "".join(_TABLE[ord(part)] for part in folded)
    return "".join(part if len(part.lower()) == 1 else part.lower() for part in folded)


class _FoldTable(dict[int, str]):
    """A translation table that folds each code point the first time it is met."""

    def __missing__(self, code: int) -> str:
        folded = _fold_character(chr(code))
        self[code] = folded
        return folded


_TABLE = _FoldTable({ord(c): target for group, target in _PUNCTUATION.items() for c in group})
for _code in range(32, 127):
    _TABLE[_code] = chr(_code)
_TABLE[ord("`")] = "'"

# Sequences that stand for one character or for none: ANSI codes, escapes, entities, a few inline
# tags, the quote mark in front of a line, a letter with its combining marks, thin spaces that group
# digits.
_MARKUP = (
    r"\x1b\[[0-9;?]*[A-Za-z]|\\+(?:x1b|u001b|033)\[[0-9;?]*[A-Za-z]"
    r"|&(?:[a-zA-Z]{2,8}|\#[0-9]{1,7}|\#[xX][0-9a-fA-F]{1,6});"
    r"|</?(?:b|i|u|em|strong|code|pre|mark|span|p|div|br|tt|kbd|samp|blockquote)(?:\s[^<>]*)?/?>"
    r"|(?:(?<=\n)|\A)[ \t]*(?:>[ \t]?)+"
    r"|[^\W\d_][\u0300-\u036f]+"
    r"|(?<=\d)[’\u2009\u202f\u00a0](?=\d{3}(?!\d))"
)
_SEQUENCE = re.compile(_MARKUP + r"|\\+(?:u[0-9a-fA-F]{4}|[nrt\"'/])?")
# In a text that shows a Windows path, a backslash in front of a letter is a separator.
_SEQUENCE_WITH_PATHS = re.compile(_MARKUP + r"|\\+(?:[\"'/])?")
_WINDOWS_PATH = re.compile(r"(?<![A-Za-z])[A-Za-z]:\\{1,2}[A-Za-z]")
_SEQUENCE_CHARACTERS = frozenset(
    "\\&<>’\u2009\u202f\u00a0\x7f" + "".join(map(chr, (*range(9), *range(11, 32), *range(0x300, 0x370))))
)
_ISO_T = re.compile(r"T(?<=\dT)(?=\d\d:\d\d)")
_TIME_COMMA = re.compile(r",(?<=:\d\d,)(?=\d{3}(?!\d))")


def _sequence_value(sequence: str) -> str:
    """Give what an escape, an entity or a piece of markup stands for, folded."""
    head = sequence[0]
    if head == "&":
        value = html.unescape(sequence)
        return sequence if value == sequence else value.translate(_TABLE)
    if head == "\\":
        body = sequence.lstrip("\\")
        if len(body) == 5:
            return chr(int(body[1:], 16)).translate(_TABLE)
        return {"n": "\n", "r": "\n", "t": " ", "": " "}.get(body, body if len(body) == 1 else "")
    if head in "<>" or head in " \t":
        return " "
    if head in "\x1b’\u2009\u202f\u00a0":
        return ""
    return unicodedata.normalize("NFC", sequence).translate(_TABLE)


def _pieces(text: str) -> list[tuple[int, int, str | None]]:
    """Cut a text into `(start, end, value)`; value is None for plain stretches."""
    pattern = _SEQUENCE
    if "\\" in text and _WINDOWS_PATH.search(text):
        pattern = _SEQUENCE_WITH_PATHS
    is_quoted = text.lstrip()[:1] == ">"
    pieces: list[tuple[int, int, str | None]] = []
    position = 0
    for found in pattern.finditer(text):
        start, end = found.span()
        if start == end or (found.group().lstrip(" \t")[:1] == ">" and not is_quoted):
            continue
        if start > position:
            pieces.append((position, start, None))
        pieces.append((start, end, _sequence_value(found.group())))
        position = end
    if position < len(text):
        pieces.append((position, len(text), None))
    return pieces


def _settle(folded: str) -> str:
    """Give times one spelling; every replacement keeps the length, so offsets stay right."""
    if ":" in folded:
        if "T" in folded:
            folded = _ISO_T.sub(" ", folded)
        if "," in folded:
            folded = _TIME_COMMA.sub(".", folded)
    return folded


def fold(text: str) -> str:
    """Fold presentation away. Letter case stays; comparison lowers it."""
    if not _SEQUENCE_CHARACTERS.isdisjoint(text):
        folded = "".join(
            text[start:end].translate(_TABLE) if value is None else value
            for start, end, value in _pieces(text)
        )
    elif text.isascii():
        folded = text
    else:
        folded = text.translate(_TABLE)
    return _settle(folded)


class Offsets:
    """Where each folded character came from: `[starts[k], ends[k])` in the original text."""

    __slots__ = ("ends", "starts")

    def __init__(self, text: str) -> None:
        starts: list[int] = []
        ends: list[int] = []
        pieces = _pieces(text) if not _SEQUENCE_CHARACTERS.isdisjoint(text) else [(0, len(text), None)]
        for start, end, value in pieces:
            if value is not None:
                starts.extend([start] * len(value))
                ends.extend([end] * len(value))
                continue
            widths = {ord(c): len(_TABLE[ord(c)]) for c in set(text[start:end])}
            if all(width == 1 for width in widths.values()):
                starts.extend(range(start, end))
                ends.extend(range(start + 1, end + 1))
                continue
            for index in range(start, end):
                width = widths[ord(text[index])]
                starts.extend([index] * width)
                ends.extend([index + 1] * width)
        self.starts = starts
        self.ends = ends


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

_START, _END, _GROUP = re.Match.start, re.Match.end, re.Match.group
_ONE_TO_ONE = set(map(chr, range(32, 127)))


class PreparedText:
    """A text folded and cut once, to be searched many times.

    What every search needs is made at once; the rest when it is first asked for, and `prepare_text`
    asks for all of it.

    Attributes:
        original: The text as it was given.
        folded: The folded text.
        tokens: Tokens of the folded text, lower case, shape `(n_tokens,)`.
        starts: Offset of each token in `folded`.
        ends: End offset of each token in `folded`.
        joined: Lower-case tokens, each with a separator on both sides.
        cased: The same with case kept.
        is_elided: Whether an elision mark can be in the text.
    """

    __slots__ = (
        "_joined_starts",
        "_negations",
        "_offsets",
        "_positions",
        "_squeezed",
        "_vocabulary",
        "cased",
        "ends",
        "folded",
        "is_elided",
        "joined",
        "original",
        "starts",
        "tokens",
    )

    def __init__(self, text: str, folded: str | None = None) -> None:
        self.original = text
        self.folded = folded = fold(text) if folded is None else folded
        matches = list(TOKEN.finditer(folded))
        self.starts = list(map(_START, matches))
        self.ends = list(map(_END, matches))
        words = list(map(_GROUP, matches))
        self.cased = SEPARATOR + SEPARATOR.join(words) + SEPARATOR if words else SEPARATOR
        if "," in self.cased:
            self.cased = self.cased.replace(",", "")
        self.joined = self.cased.lower()
        self.tokens = self.joined[1:-1].split(SEPARATOR) if words else []
        self.is_elided = any(part in folded for part in _MARK_PARTS)
        self._vocabulary: frozenset[str] | None = None
        self._negations: list[tuple[int, int]] | None = None
        self._joined_starts: list[int] | None = None
        self._positions: dict[str, list[int]] | None = None
        self._offsets: Offsets | bool | None = None
        self._squeezed: tuple[str, list[int]] | None = None

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

    def _is_aligned(self) -> bool:
        """Tell whether every folded offset is the original one."""
        text = self.original
        if self.folded is text:
            return True
        if len(self.folded) != len(text) or not _SEQUENCE_CHARACTERS.isdisjoint(text):
            return False
        unknown = set(text) - _ONE_TO_ONE
        if unknown:
            single = {character for character in unknown if len(_TABLE[ord(character)]) == 1}
            _ONE_TO_ONE.update(single)
            return single == unknown
        return True

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
            self._offsets = self._is_aligned() or Offsets(self.original)
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
    _ = prepared.vocabulary, prepared.negations, prepared.token_at(0), prepared.original_span(0, 0)
    return prepared
