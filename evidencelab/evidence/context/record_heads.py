"""Tell whether a quote has the head of one record of a log in front of another one's message.

A head (time, level, host, process, request) is told of its own message, and of the lines below it that
go on with that. Which words are the head is read off the other record's: as far as the two lines run alike
and its message has not begun. Positions are those of tokens, or offsets into *folded* text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from evidencelab.evidence.late_patterns import late_pattern
from evidencelab.evidence.text.line_heads import RECORD_START, is_log_head
from evidencelab.evidence.text.prepared_text import PreparedText

_STAMP = late_pattern(r"(?<!\d)(?:\d\d?:\d\d|\d{2,4}[-/.]\d\d?[-/.]\d|\d{10}(?!\d))|\[\s*\d+\.\d{3,6}\]")
_REST_OF_WORD = late_pattern(r"[^\w\s]{0,8}(?=\s)")
_WORD = late_pattern(r"\[\s+\S+|\S+")
_NUMBER = late_pattern(r"\d[\d.-]*")
_NAME = late_pattern(r"[\w.-]+")
_SENTENCE_END = late_pattern(r"[.!?](?=\s)|[。;!?]")
_BLOCK_HEAD = late_pattern(r"\s*((?:[a-z]\w*[ :]+){3})(?=\S)", re.IGNORECASE)
_MAX_HEAD = 240
_MAX_BELOW = 60
"""Lines of one record."""


def lends_head(text: PreparedText, first: int, left: int, right: int) -> bool:
    """Tell whether `left` ends within the head of a record, and `right` is of another record's message.

    `first` is the first token of the stretch that `left` ends. A head whose quoted words are those of the
    other record, too, is that one's own.
    """
    folded = text.folded
    start, end = text.ends[left], text.starts[right]
    begin = folded.rfind("\n", 0, start) + 1
    line = folded.rfind("\n", start, end) + 1
    line_end = _line_end(folded, start)
    rest = _REST_OF_WORD.match(folded, start)
    stop = rest.end() if rest else start
    if not line or stop - begin > _MAX_HEAD or not any(map(str.isalnum, folded[stop:line_end])):
        return False
    if not _STAMP.search(folded, begin, min(begin + _MAX_HEAD, line_end)) and not RECORD_START.match(
        folded, begin
    ):
        return False
    said = list(_WORD.finditer(folded, begin, stop))
    if end - line <= _MAX_HEAD and _is_alike(folded, begin, line):
        head = folded[line:end].rstrip("\"'([{<")
        if _SENTENCE_END.search(head) or not (_STAMP.search(head) or RECORD_START.match(head)):
            return False
        return _is_other(said, list(_WORD.finditer(head)), text.starts[first])
    if not is_log_head(folded, begin, stop):
        return False
    for above in _lines_above(folded, line, start):
        if _is_alike(folded, begin, above):
            own = _WORD.finditer(folded, above, above + _MAX_HEAD)
            return _is_other(said, list(own), text.starts[first])
    return False


def enters_block_alike(text: PreparedText, first: int, left: int, right: int) -> bool:
    """Tell whether `right` stands below the head of another block than `left`, which is quoted with its own.

    Blocks are parted by blank lines; a head begins with three or more words that the other block's has too.
    """
    folded, start = text.folded, text.ends[left]
    if "\n\n" not in folded[start : text.starts[right]]:
        return False
    begin = folded.rfind("\n\n", 0, start) + 1
    own = _BLOCK_HEAD.match(folded, begin)
    if own is None or text.starts[first] > own.end():
        return False
    other = folded.rfind(f"\n\n{own[1]}", start, text.starts[right])
    return other >= 0 and _line_end(folded, other + 2) < text.starts[right]


def _is_alike(folded: str, begin: int, line: int) -> bool:
    """Tell whether two lines begin like records of one log."""
    one, other = _WORD.match(folded, begin), _WORD.match(folded, line)
    if one is None or other is None or _shape(one.group()) != _shape(other.group()):
        return False
    if RECORD_START.match(folded, begin):
        return RECORD_START.match(folded, line) is not None
    return _STAMP.search(folded, line, min(line + _MAX_HEAD, _line_end(folded, line))) is not None


def _is_other(said: list[re.Match[str]], own: list[re.Match[str]], quoted: int) -> bool:
    """Tell whether words are the begin of another head, shape by shape, and some that is quoted differs."""
    if not said or len(said) > len(own):
        return False
    pairs = list(zip(said, own, strict=False))
    if any(_shape(one.group()) != _shape(other.group()) for one, other in pairs):
        return False
    return any(one.group() != other.group() for one, other in pairs if one.end() > quoted)


def _shape(word: str) -> str:
    """Return a word with all names and all numbers alike."""
    return _NAME.sub(lambda name: "0" if _NUMBER.fullmatch(name.group()) else "a", word)


def _lines_above(folded: str, line: int, floor: int) -> Iterator[int]:
    """Yield where the lines above one begin, the nearest first, down to a blank line or `floor`."""
    for _ in range(_MAX_BELOW):
        above = folded.rfind("\n", 0, line - 1) + 1
        if above <= floor or not folded[above:line].strip():
            return
        yield above
        line = above


def _line_end(folded: str, position: int) -> int:
    end = folded.find("\n", position)
    return end if end >= 0 else len(folded)
