"""Fold presentation away, keeping offsets into the original.

What folding removes is what a quoting hand may change without changing what was said: width, white
space, typographic punctuation, invisible characters, escapes, markup. Letter case stays; comparison
lowers it. What it keeps are values.
"""

from __future__ import annotations

import html
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Set
from functools import cache

from evidencelab.evidence.text.characters import FOLDED

_CHANGING = re.compile(r"[^\n -%'-;=?-\[\]-_a-~\u3002\u4e00-\u9fff]")
"""A character that may not fold to itself, or may begin a sequence that does not."""
_FOLDED_ALREADY = re.compile(
    r"[\n -$'-+\--;=?-SU-Z\]-_a-~\u3002\u4e00-\u9fff]*+"
    r"(?:(?:,(?!(?<=:\d\d,)\d{3})|T(?!\d\d:)|%(?![0-9A-Fa-f]{2})|\[(?!\d\d?m|m(?!\w))|<(?![A-Za-z/])"
    r"|>(?:(?<=\S>)|(?<=\S\s>)))"
    r"[\n -$'-+\--;=?-SU-Z\]-_a-~\u3002\u4e00-\u9fff]*+)*+"
)
"""Matches only a text in which there is nothing to fold, as in most: `_folded` would return it as it is."""
_PLAIN_ASCII = bytes(code for code in range(128) if not _CHANGING.match(chr(code)))
"""What it does not find in an ASCII text."""
_MAX_REPLACED = 12
"""Different characters beyond which one pass over the text is cheaper than one for each."""

# Sequences that stand for one character or for none. Each begins with one of a few signs, which the engine
# looks for before anything else.
_TAG_NAME = (
    # a few inline tags
    r"/?(?:b|i|u|s|a|em|strong|code|pre|mark|span|p|div|br|hr|tt|kbd|samp|blockquote|font|small|sup|sub"
    r"|del|ins|ul|ol|li|dl|dt|dd|table|thead|tbody|tr|td|th|h[1-6])"
)
_CLOSING_NAME = r"/[A-Za-z][\w:.-]*\s*"
"""Whatever closes an element."""
_TAG = rf"{_TAG_NAME}(?:\s[^<>]*)?/?>|{_CLOSING_NAME}>"
_ESCAPED_TAG = rf"(?:{_TAG_NAME}(?:\s[^<>&\\]*)?/?|{_CLOSING_NAME})"
_ENTITY = r"(?:[a-zA-Z]{2,8}|\#[0-9]{1,7}|\#[xX][0-9a-fA-F]{1,6});"
_ANSI = r"\[[0-9;?]*[A-Za-z]"
_COMPOSED = (
    # a letter with its combining marks, thin spaces that group digits
    r"[^\W\d_][\u0300-\u036f]+|(?<=\d)[’\u2009\u202f\u00a0](?=\d{3}(?!\d))"
)
_COMPOSING = frozenset("’\u2009\u202f\u00a0\x7f").union(
    map(chr, range(9)), map(chr, range(11, 32)), map(chr, range(0x300, 0x370))
)
"""Signs of a sequence that may not fold to themselves alone either."""
_BEGINNING = _COMPOSING.union("\\&<")
"""One of these is in every sequence but the rare ones."""
_PERCENT = r"(?<=[A-Za-z=/&?+_.,:-])(?:%[0-9A-Fa-f]{2})+"
"""Bytes of an address, escaped; behind a digit, the sign is one of per cent."""
_PERCENT_ESCAPE = re.compile(r"%(?<=[A-Za-z=/&?+_.,:-]%)[0-9A-Fa-f]{2}")
"""Begins such bytes."""
_WIDE_COMMA = r"，(?<=\d，)(?<!\d[:：]\d\d[:：]\d\d，)(?=\d)"
_COMMA_OF_LIST = re.compile(_WIDE_COMMA)
"""Between digits, this comma lists numbers; behind the seconds of a time, it begins their fraction."""
_LOST_CODE = r"\[(?:\d{1,3}(?:;\d{1,3}){0,4}m|m(?!\w))(?![^\[\]]{0,24}\])"
"""An ANSI colour code that lost its escape character; `[5m]` and `[2m 30s]` are durations."""
_LOST_RESET = re.compile(r"\[(?:(?:0|39)m|m(?!\w))(?![^\[\]]{0,24}\])")
"""Ends what such a code begins; a text without one has none of them."""
_QUOTE_MARKS = r"(?:(?<=\n)|\A)[ \t]*(?:>(?!=)[ \t]?)+"
_ESCAPED = r"(?:u[0-9a-fA-F]{4}|[nrt\"'/])?"
# In a text that shows a Windows path, a backslash in front of a letter is a separator.
_ESCAPED_WITH_PATHS = r"[\"'/]?"
_WINDOWS_PATH = re.compile(r"(?<![A-Za-z])[A-Za-z]:\\{1,2}[A-Za-z]")


@cache
def _sequence_pattern(has_paths: bool, is_quoted: bool, may_compose: bool, is_rare: bool) -> re.Pattern[str]:
    """Compile the sequences that a text of this sort can hold."""
    escaped = _ESCAPED_WITH_PATHS if has_paths else _ESCAPED
    pattern = (
        rf"[\x1b\\&<](?:(?<=<)(?:{_TAG})|(?<=&)(?:lt;{_ESCAPED_TAG}&gt;|{_ENTITY})|(?<=\x1b){_ANSI}"
        rf"|(?<=\\)\\*+(?:u003[cC]{_ESCAPED_TAG}\\+u003[eE]|(?:x1b|u001b|033){_ANSI}|{escaped}))"
    )
    if may_compose:
        pattern += f"|{_COMPOSED}"
    if is_rare:
        pattern += f"|{_PERCENT}|{_WIDE_COMMA}|{_LOST_CODE}"
    return re.compile(f"{pattern}|{_QUOTE_MARKS}" if is_quoted else pattern)


_ANGLE_WORD = re.compile(r"<([A-Za-z][\w-]*)>")
_ISO_T = re.compile(r"T(?<=\dT)(?=\d\d:\d\d)")
_TIME_COMMA = re.compile(r",(?<=\d:\d\d,)(?=\d{3}(?![\d,]))")
_ESCAPED_SPACE = {"n": "\n", "r": "\n", "t": " ", "": " "}
"""What stands behind a backslash for white space, or for nothing."""


def _sequence_value(found: re.Match[str]) -> str:
    """Give what an escape, an entity or a piece of markup stands for, folded."""
    sequence = found.group()
    head = sequence[0]
    if head == "&":
        if sequence.endswith("&gt;") and len(sequence) > len("&gt;"):
            return " "
        value = html.unescape(sequence)
        return sequence if value == sequence else value.translate(FOLDED)
    if head == "%":
        return _unescaped_bytes(sequence)
    if head == "，":
        return ", "
    if head == "\\":
        body = sequence.lstrip("\\")
        if "\\" in body:
            return " "
        if len(body) == 5 and body[0] in "uU":
            return chr(int(body[1:], 16)).translate(FOLDED)
        return _ESCAPED_SPACE.get(body, body if len(body) == 1 else "")
    if head in "<>" or head in " \t":
        return " "
    if head in "\x1b[’\u2009\u202f\u00a0":
        return ""
    return unicodedata.normalize("NFC", sequence).translate(FOLDED)


def _unescaped_bytes(sequence: str) -> str:
    """Give the characters whose bytes are escaped, folded; the sequence itself where there are none."""
    try:
        value = bytes.fromhex(sequence.replace("%", "")).decode()
    except UnicodeDecodeError:
        return sequence
    return value.translate(FOLDED)


def _sequences_of(text: str, changing: Set[str]) -> re.Pattern[str]:
    """Return the pattern of the sequences that a text with these changing characters can hold."""
    has_paths = ":\\" in text and _WINDOWS_PATH.search(text) is not None
    may_compose = not _COMPOSING.isdisjoint(changing)
    is_quoted = ">" in changing and _is_quoted(text)
    return _sequence_pattern(has_paths, is_quoted, may_compose, _holds_rare_sequence(text))


def _pieces(text: str, changing: Set[str]) -> list[tuple[int, int, str | None]]:
    """Cut a text into `(start, end, value)`; value is None for plain stretches."""
    pieces: list[tuple[int, int, str | None]] = []
    position = 0
    for found in _sequences_of(text, changing).finditer(text):
        start, end = found.span()
        if start > position:
            pieces.append((position, start, None))
        pieces.append((start, end, _sequence_value(found)))
        position = end
    if position < len(text):
        pieces.append((position, len(text), None))
    return pieces


def _settle(folded: str) -> str:
    """Give times and bracketed words one spelling; the length stays, so offsets stay right."""
    if "<" in folded and _ANGLE_WORD.search(folded):
        folded = _ANGLE_WORD.sub(r"[\1]", folded)
    if ":" in folded:
        if "T" in folded:
            folded = _ISO_T.sub(" ", folded)
        if "," in folded:
            folded = _TIME_COMMA.sub(".", folded)
    return folded


def _holds_rare_sequence(text: str) -> bool:
    """Tell whether a text holds what few do: bytes of an address, a wide comma, half a colour code."""
    if "%" in text and _PERCENT_ESCAPE.search(text):
        return True
    if "[" in text and ("[0m" in text or "[m" in text or "[39m" in text) and _LOST_RESET.search(text):
        return True
    return "，" in text and _COMMA_OF_LIST.search(text) is not None


def _is_quoted(text: str) -> bool:
    """Tell whether a text begins with the quote mark that e-mail puts in front of lines."""
    return text.lstrip()[:1] == ">"


def _may_hold_sequence(text: str, changing: Set[str]) -> bool:
    """Tell whether a text can hold an escape, an entity, markup or a character to compose.

    `changing` are those of its characters that `_CHANGING` finds.
    """
    if not _BEGINNING.isdisjoint(changing):
        return True
    return (">" in changing and _is_quoted(text)) or _holds_rare_sequence(text)


def _changing(text: str) -> set[str]:
    """Return the characters of a text that may not fold to themselves, or may begin a sequence."""
    if text.isascii():
        return set(text.encode().translate(None, _PLAIN_ASCII).decode())
    return set(_CHANGING.findall(text))


def _fold_characters(text: str, changing: set[str]) -> str:
    """Fold characters one by one: few different ones are replaced, each all over the text."""
    if len(changing) > _MAX_REPLACED:
        return text.translate(FOLDED)
    for character in changing:
        text = text.replace(character, FOLDED[ord(character)])
    return text


def fold(text: str) -> str:
    """Fold presentation away. Letter case stays; comparison lowers it."""
    return text if _FOLDED_ALREADY.fullmatch(text) else _folded(text)


def _folded(text: str) -> str:
    """Fold a text that may have something to fold."""
    changing = _changing(text)
    if _may_hold_sequence(text, changing):
        text = _sequences_of(text, changing).sub(_sequence_value, text)
    if changing:
        text = _fold_characters(text, changing)
    return _settle(text)


class Offsets:
    """Where folded characters came from, kept as runs.

    The characters of a run fold one to one; or one character, or one sequence, became all of the run.
    """

    __slots__ = ("_begins", "_runs", "n_folded")

    def __init__(self, text: str) -> None:
        self._begins: list[int] = []
        self._runs: list[tuple[int, int, bool]] = []
        self.n_folded = 0
        changing = _changing(text)
        has_sequences = _may_hold_sequence(text, changing)
        pieces = _pieces(text, changing) if has_sequences else [(0, len(text), None)]
        for start, end, value in pieces:
            if value is None:
                self._add_plain(text, start, end)
            else:
                self._add(start, end, len(value), False)

    def _add(self, start: int, end: int, n_folded: int, is_plain: bool) -> None:
        if n_folded:
            self._begins.append(self.n_folded)
            self._runs.append((start, end, is_plain))
            self.n_folded += n_folded

    def _add_plain(self, text: str, start: int, end: int) -> None:
        """Add the characters `[start, end)`, each folded by itself."""
        for found in _CHANGING.finditer(text, start, end):
            index = found.start()
            width = len(FOLDED[ord(text[index])])
            if width != 1:
                self._add(start, index, index - start, True)
                self._add(index, index + 1, width, False)
                start = index + 1
        self._add(start, end, end - start, True)

    def origin(self, position: int) -> tuple[int, int]:
        """Return the stretch of the original that the folded character at `position` came from."""
        run = bisect_right(self._begins, position) - 1
        start, end, is_plain = self._runs[run]
        if is_plain:
            start += position - self._begins[run]
            end = start + 1
        return start, end


_ONE_TO_ONE: set[str] = set()
"""Characters met so far that fold to one character each."""


def is_aligned(text: str, folded: str) -> bool:
    """Tell whether every offset into `folded`, the folded `text`, is the same offset into `text`."""
    if folded is text:
        return True
    if len(folded) != len(text):
        return False
    if text.isascii():
        # nothing in ASCII folds to more characters, so what keeps the length has lost none
        return True
    changing = _changing(text)
    if _may_hold_sequence(text, changing):
        return False
    if not _ONE_TO_ONE.issuperset(changing):
        _ONE_TO_ONE.update(character for character in changing if len(FOLDED[ord(character)]) == 1)
        return _ONE_TO_ONE.issuperset(changing)
    return True
