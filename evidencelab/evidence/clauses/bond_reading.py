"""Read the bonds of a text: those of every kind, where it has a word that one of the kind can have.

All positions are offsets into *folded* text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import NamedTuple

from evidencelab.evidence.clauses import compared, former_values, hearsay, refuted, scopes, taken_back
from evidencelab.evidence.clauses.bonds import Bond


class _Kind(NamedTuple):
    """Who reads bonds of one kind: in a text with a word of it, or with a hint at one and a sign of it."""

    words: frozenset[str]
    hints: frozenset[str]
    signs: re.Pattern[str]
    read: Callable[[str], Iterator[Bond]]


_KINDS = (
    _Kind(hearsay.WORDS, hearsay.HINTS, hearsay.SIGNS, hearsay.read_hearsay),
    _Kind(refuted.WORDS, refuted.HINTS, refuted.SIGNS, refuted.read_refuted),
    _Kind(taken_back.WORDS, taken_back.HINTS, taken_back.SIGNS, taken_back.read_taken_back),
    _Kind(former_values.WORDS, former_values.HINTS, former_values.SIGNS, former_values.read_former),
    _Kind(scopes.WORDS, scopes.HINTS, scopes.SIGNS, scopes.read_scopes),
    _Kind(compared.WORDS, compared.HINTS, compared.SIGNS, compared.read_compared),
)
_WORDS = frozenset(chain.from_iterable(kind.words | kind.hints for kind in _KINDS))


def read_bonds(folded: str, vocabulary: frozenset[str]) -> list[Bond]:
    """Read the bonds of a folded text, by where they begin; `vocabulary` is that of the text, or of more."""
    hints = _WORDS & vocabulary
    if not hints:
        return []
    found: list[Bond] = []
    for kind in _KINDS:
        if not kind.words.isdisjoint(hints) or (
            not kind.hints.isdisjoint(hints) and kind.signs.search(folded)
        ):
            found += kind.read(folded)
    found.sort()
    return found
