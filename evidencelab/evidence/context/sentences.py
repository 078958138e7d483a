"""Where sentences and records end in a folded text."""

from __future__ import annotations

import re

from evidencelab.evidence.context.cuts import MAX_AHEAD

_STRONG_BOUNDARY = re.compile(r"(?=[;。\n|.!?])(?:[;。\n|]|[.!?](?=[\"')\]]*(?:\s|\Z)))")
"""Ends a sentence or a record."""


def ends_sentence(folded: str) -> bool:
    """Tell whether a sentence or a record ends in a stretch of folded text, a line end apart."""
    return any(found.group() != "\n" for found in _STRONG_BOUNDARY.finditer(folded))


def last_strong_boundary(folded: str, start: int, end: int) -> int | None:
    """Return where the last sentence that ends in `[start, end)` ends, or None."""
    last = None
    for found in _STRONG_BOUNDARY.finditer(folded, start, end + MAX_AHEAD):
        if found.start() >= end:
            break
        last = found.end()
    return last
