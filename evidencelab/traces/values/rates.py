"""What behind or before a number makes it a rate or a pace: `per second`, `every 5 minutes`, `每`."""

from __future__ import annotations

import re

RATE = re.compile(
    r"\s*(?:[A-Za-z-]+\s+){0,2}(?:per|an?|each|every)\s+[a-z]+|\s*[a-z]*\s?/\s?[a-z]+|\s*\S{0,4}每",
    re.IGNORECASE,
)
"""What follows a number that counts things in a time: another number than that of the things."""
SHARE_OF = re.compile(r"\s*(?:of|per|from|than|against|vs)\b", re.IGNORECASE)
"""Behind a number, these say that what follows is not the number's own noun."""
_EVERY = re.compile(r"(?:\b(?:every|each|per)\s+|每隔?\s*)[*_`~]*$", re.IGNORECASE)


def is_pace(text: str, start: int, end: int) -> bool:
    """Tell whether a measure at `[start, end)` is a pace (`every 5 minutes`, `20 keys a day`), worked out."""
    return bool(_EVERY.search(text[max(0, start - 16) : start]) or RATE.match(text[end : end + 40]))
