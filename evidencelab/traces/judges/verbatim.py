"""Find the number that the evidence has behind the very words that a statement has in front of another.

Whoever copies `spare room of shelf 40 cm` out of a log copies the words too. Where all places that have those
words go on with one number, and it is not the statement's, that one was copied wrongly.
"""

from __future__ import annotations

import re

from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.values.units import agree
from evidencelab.traces.values.value_token import ValueToken

_SHORTEST, _LONGEST = 16, 40
_FEWEST_WORDS = 2
_MOST = 12
"""Places of the words up to which all are read; words that more places have are a form of speech."""
_WORD = re.compile(r"[^\W\d_]{3,}")
_TINY = 1e-9


def miscopied(token: ValueToken, text: str, pool: Pool) -> Held | None:
    """Give the one number that the words in front of a number go on with in the evidence."""
    words = _words_before(text[max(0, token.start - _LONGEST) : token.start])
    if words is None:
        return None
    found: list[Held] = []
    at = pool.folded.find(words)
    while at >= 0:
        place = pool.place_at(at)
        end = place.text.lower().find(words) + len(words)
        held = next((h for h in pool.by_place.get(place.number, ()) if h.token.start == end), None)
        if held is None or held.token.kind != "number" or len(found) == _MOST:
            return None
        found.append(held)
        at = pool.folded.find(words, at + 1)
    if not found or len({(abs(h.token.number or 0.0), h.token.unit) for h in found}) > 1:
        return None
    return None if _tells(token, found[0].token) else found[0]


def _words_before(front: str) -> str | None:
    """Give the words in front of a number as evidence may write them; None if too few to be a copy."""
    start = front.find(" ") + 1 if len(front) == _LONGEST else 0
    copied = re.split(r"[`\"“|]", front[start:])[-1].lower()
    is_copy = len(copied) >= _SHORTEST and len(_WORD.findall(copied)) >= _FEWEST_WORDS
    return copied if is_copy else None


def _tells(token: ValueToken, held: ValueToken) -> bool:
    """Tell whether a number is the one held, in another unit or rounded perhaps."""
    said, has = abs(token.number or 0.0), abs(held.number or 0.0)
    if token.unit is not None and held.unit is not None:
        if token.unit.dimension != held.unit.dimension:
            return agree(token.unit, held.unit)
        has *= held.unit.size / token.unit.size
    return abs(said - has) <= 0.5 * token.step + _TINY
