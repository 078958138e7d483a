"""Find the number that a text has beside the very words that a statement has beside another.

Whoever copies `spare room of shelf 40 cm` out of a log copies the words too. Where all places that have those
words go on with one number, and it is not the statement's, that one was copied wrongly. So it is with the
thing that is counted: `5000 sheets of lined paper`, where all that was read and asked has 500 of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.values.units import agree
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.words import words_of

_SHORTEST, _LONGEST = 16, 40
_FEWEST_WORDS = 2
_MOST = 12
"""Places of the words up to which all are read; words that more places have are a form of speech."""
_WORD = re.compile(r"[^\W\d_]{3,}")
_TINY = 1e-9
_THING = re.compile(r"[*_`]*\s((?:[^\W\d_][\w-]*)(?:\s[^\W\d_][\w-]*){0,4})")
"""What stands behind a count, as far as words go."""
_OPENS = re.compile(r"[\W\d]*")


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


def counted_otherwise(token: ValueToken, text: str, pools: Sequence[Pool]) -> Held | None:
    """Give the one number that stands in front of the very thing that a bare number is said to count.

    Args:
        token: The number; it stands nowhere.
        text: The statement.
        pools: What was read, and what was given; the longest words that any of them counts are the thing.
    """
    thing = _THING.match(text, token.end)
    if token.unit is not None or thing is None:
        return None
    is_item = _OPENS.fullmatch(text, 0, token.start) is not None
    words = thing[1].lower().split()
    for n_words in range(len(words), 0, -1):
        phrase = " ".join(words[:n_words])
        if len(words_of(phrase)) < (1 if is_item else _FEWEST_WORDS):
            return None
        found = [held for pool in pools for held in _counts_of(phrase, pool)]
        if found:
            return found[0] if len({abs(h.token.number or 0.0) for h in found}) == 1 else None
    return None


def _counts_of(phrase: str, pool: Pool) -> Iterator[Held]:
    """Give the bare numbers right in front of some words."""
    at = pool.folded.find(phrase)
    for _ in range(_MOST):
        if at < 0:
            return
        place, start = pool.spot_at(at)
        front = place.text[:start].rstrip(" *_`")
        for held in pool.by_place.get(place.number, ()):
            if held.token.kind == "number" and held.token.end == len(front) and held.token.unit is None:
                yield held
        at = pool.folded.find(phrase, at + len(phrase))


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
