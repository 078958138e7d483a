"""The clause of a text that a value stands in, by whatever marks and words part clauses for the asker."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache


def clause_around(text: str, start: int, end: int, breaks: re.Pattern[str]) -> tuple[int, int]:
    """Give where the clause begins and ends that holds a part of a text, in code points."""
    begins, ends = _breaks_of(text, breaks)
    before = bisect_right(ends, start)
    behind = bisect_left(begins, end)
    return ends[before - 1] if before else 0, begins[behind] if behind < len(begins) else len(text)


@lru_cache(maxsize=16)
def _breaks_of(text: str, breaks: re.Pattern[str]) -> tuple[Sequence[int], Sequence[int]]:
    """Give where the breaks of a text begin and where they end; a text is asked for each of its values."""
    spans = [found.span() for found in breaks.finditer(text)]
    return [begin for begin, _ in spans], [end for _, end in spans]


_OWNER = re.compile(r"([\w-]{2,})['’]s?\s[*_`]*[$€£¥]?$|([\u4e00-\u9fff\w-]{2,12})的\s?[*_`]*$")


def is_of_owner(text: str, start: int, line: str, other: str) -> bool:
    """Tell whether a value is said to be of somebody whom one line names, and another does not.

    Args:
        text: What is said: `Rye's 48 goals`.
        start: Where the value begins in it.
        line: The line that may name whose it is.
        other: The line that must not.
    """
    found = _OWNER.search(text[max(0, start - 40) : start])
    name = "" if found is None else (found[1] or found[2]).lower()
    return bool(name) and name in line.lower() and name not in other.lower()
