"""What stands around a whole quote and changes what it says: a question, a supposition, a call.

Other than a cut at one edge, each of these takes both ends of the quote to see. All positions are offsets
into the *folded* text.
"""

from __future__ import annotations

import re

from evidencelab.evidence.cuts import BOUNDARY, Veto
from evidencelab.evidence.lexicon import ASKING, ASKING_CJK
from evidencelab.evidence.text import PreparedText

_FIRST_WORD = re.compile(r"\W*([A-Za-z]+)")
_TAIL = " \"')]*_."


def frame_veto(text: PreparedText, start: int, end: int, quoted: str) -> Veto | None:
    """Return what is around `[start, end)` of the text and makes another statement of it, or None.

    Args:
        text: The text that is quoted.
        start: Offset of the first quoted character.
        end: Offset behind the last.
        quoted: The folded excerpt.
    """
    supposition = text.suppositions.get(start)
    if supposition and not BOUNDARY.search(text.folded, start, end):
        return Veto("polarity_changed", *supposition)
    mark = end + len(text.folded[end : end + 2]) - len(text.folded[end : end + 2].lstrip("\"')"))
    if mark in text.questions and not quoted.rstrip(_TAIL).endswith("?") and not _asks(quoted):
        return Veto("polarity_changed", mark, mark + 1)
    if quoted.rstrip()[-1:] == ")" and text.folded[end : end + 1] == ",":
        opening = text.folded.rfind("(", start, end)
        if opening >= 0 and ")" not in text.folded[opening:end]:
            # a list that goes on is closed behind some of it
            return Veto("added_text", end, end + 1)
    if text.folded[start - 1 : start] == "(" and start > 1 and text.folded[start - 2].isalnum():
        closing = _unmatched(text.folded, start, end)
        if closing is not None:
            # what was computed is told of what it was computed from
            return Veto("name_changed", start - 2, start)
    return None


def _asks(quoted: str) -> bool:
    """Tell whether a quote without its question mark still reads as a question."""
    first = _FIRST_WORD.match(quoted)
    return (first is not None and first[1].lower() in ASKING) or ASKING_CJK.search(quoted) is not None


def _unmatched(folded: str, start: int, end: int) -> int | None:
    """Return where a bracket closes in `[start, end)` that was opened in front of it, or None."""
    depth = 0
    for position in range(start, end):
        if folded[position] == "(":
            depth += 1
        elif folded[position] == ")":
            depth -= 1
            if depth < 0:
                return position
    return None
