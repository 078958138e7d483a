"""Numbers whose sign is not in front of them: in brackets, with a sign or a side behind, with a footnote.

Without it, the number is another one. All positions are offsets into *folded* text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from evidencelab.evidence.late_patterns import late_pattern

_BRACKETED = late_pattern(
    r"\((?:(?<=[|,;:\t\n].)|(?<=[|,;:] .)|(?<=  .)|(?<=\A.))[$€£¥]?\s?\d[\d,.]*\s?%?\)"
    r"(?=\s*(?:[|,;\n]|\Z|  | [^\W\d]))"
)
"""A number that is a cell or a value by itself, in the brackets that make it negative."""
_SIDED = late_pattern(r"\d(?<![\d.,]\d)[\d.,]*[.,]\d\d(?:-(?=\s|\Z)|\s?(?:DR|CR|OD|Dr|Cr)\b)")
"""An amount with its sign, or the side of the book that it is on, behind it."""
_NOTED = late_pattern(r"[\w%)]([*†‡])(?=[\s.,;)|]|\Z)")
_NOTE = late_pattern(r"^[ \t]*([*†‡])(?!\1)[ \t]?\S", re.MULTILINE)


def read_turned(folded: str) -> list[tuple[int, int]]:
    """Read where numbers stand whose sign is not in front of them, sign included, in order."""
    found: list[tuple[int, int]] = []
    if "(" in folded:
        found += [number.span() for number in _BRACKETED.finditer(folded)]
    found += [number.span() for number in _SIDED.finditer(folded)]
    if "*" in folded or "†" in folded or "‡" in folded:
        n_notes = Counter(note[1] for note in _NOTE.finditer(folded))
        found += [mark.span() for mark in _NOTED.finditer(folded) if n_notes[mark[1]] == 1]
    return sorted(found)


def left_out(
    folded: str, turned: Sequence[tuple[int, int]], stretches: Sequence[tuple[int, int]], quoted: str
) -> tuple[int, int] | None:
    """Return where a number is quoted that its sign is left out of, if one is."""
    bare = None
    for begin, end in turned:
        digits = begin + (folded[begin] == "(")
        if any(start <= digits < stop for start, stop in stretches):
            bare = bare or _bare(quoted)
            if _bare(folded[begin:end]) not in bare:
                return begin, end
    return None


def _bare(stretch: str) -> str:
    return "".join(stretch.split()).replace(",", "").lower()
