"""Words of a text that hold only together with others of it: whoever quotes the ones must quote the others.

A belief and who holds it, an approval and that it was withdrawn, an old value and the new one: what each
kind is, those know who read it. All positions are offsets into *folded* text.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from evidencelab.evidence.late_patterns import late_pattern

_SENTENCE_END = late_pattern(r"[.!?](?=[\"')\]]*(?:\s|\Z))|[;。!?\n]")
_CLAUSE_END = late_pattern(r"[.!?](?=[\"')\]]*(?:\s|\Z))|[;。!?\n]|,(?!(?<=\d,)\d{3}(?!\d))")
MAX_SENTENCE = 400
_MAX_QUOTATION = 600


class Bond(NamedTuple):
    """Words and what they hold together with.

    Attributes:
        start: Where the bound words begin.
        end: Where they end.
        ties: Stretches one of which a quote must have something of, if it has something of the words.
        code: What it does that does not.
    """

    start: int
    end: int
    ties: tuple[tuple[int, int], ...]
    code: Literal["polarity_changed", "state_changed", "value_changed", "direction_changed", "negation_cut"]


def words_of(text: str) -> frozenset[str]:
    """Cut a list of words at its blanks."""
    return frozenset(text.split())


def clause_end(folded: str, position: int, ceiling: int | None = None) -> int:
    """Return where the clause ends that a position is in."""
    return _next(_CLAUSE_END, folded, position, ceiling)


def sentence_end(folded: str, position: int) -> int:
    """Return where the sentence ends that a position is in."""
    return _next(_SENTENCE_END, folded, position, None)


def sentence_start(folded: str, position: int) -> int:
    """Return where the sentence begins that a position is in, not too far in front of it."""
    start = max(0, position - MAX_SENTENCE)
    for found in _SENTENCE_END.finditer(folded, start, position):
        start = found.end()
    return start


def quotation_end(folded: str, position: int) -> int | None:
    """Return where the quotation ends whose opening mark is at a position; None where nothing closes it."""
    mark = folded[position]
    line = folded.find("\n", position)
    stop = min(len(folded) if line < 0 else line, position + _MAX_QUOTATION)
    at = folded.find(mark, position + 1, stop)
    while 0 <= at < stop - 1 and folded[at + 1].isalnum() and folded[at - 1].isalnum() and mark == "'":
        at = folded.find(mark, at + 1, stop)
    return at if at >= 0 else None


def quotation_start(folded: str, position: int) -> int | None:
    """Return where the quotation begins whose closing mark is at a position; None where nothing opens it."""
    line = folded.rfind("\n", 0, position) + 1
    at = folded.rfind(folded[position], max(line, position - _MAX_QUOTATION), position)
    return at if at >= 0 else None


def _next(ends: re.Pattern[str], folded: str, position: int, ceiling: int | None) -> int:
    stop = min(len(folded), position + MAX_SENTENCE, ceiling or len(folded))
    found = ends.search(folded, position, stop)
    return found.start() if found else stop
