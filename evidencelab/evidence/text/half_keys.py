"""Keys that lose their meaning with their first words: `Last State` is no `State`.

All positions are offsets into *folded* text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from evidencelab.evidence.late_patterns import late_pattern
from evidencelab.evidence.text.lexicon import LEVELS, QUALIFIERS, QUALIFIERS_CJK

_FIELD_KEY = late_pattern(
    r"(?:^|[,;|{}()\[\]\"']|[.!?](?= ))[ \t>*#-]*"
    r"([A-Za-z][\w.-]*+(?<!\.)(?: [\w.-]++(?<!\.)){0,5}+|[\u4e00-\u9fff]{2,12})"
    r"(?:[\"']?:(?!(?<=\d:)\d)|[\"']? +[:=](?!=))(?=\s*\S)",
    re.MULTILINE,
)
"""A key at the head of a field; the number in front of a port or of minutes ends none."""
_MAX_FRONT = 3
"""Words of a key that may be left off in front of the rest of it."""
_MAX_FRONT_CJK = 6


def read_half_keys(folded: str) -> dict[int, tuple[int, int]]:
    """Read where the last words of a key begin that by themselves name another value.

    So they do where the text has them as a key of its own or in another key, or where the words in front
    of them qualify them.

    Returns:
        The spans of the words in front of them, by their offsets.
    """
    keys = [(found.start(1), found[1].lower()) for found in _FIELD_KEY.finditer(folded)]
    if not keys:
        return {}
    names = {key for _, key in keys}
    n_ended = Counter(key[at:] for key in names for at in _cuts(key))
    halves: dict[int, tuple[int, int]] = {}
    for start, key in keys:
        for at in _cuts(key):
            front = key[:at].split()
            is_turned = not QUALIFIERS.isdisjoint(front) or front[-1].endswith(QUALIFIERS_CJK)
            if LEVELS.isdisjoint(front) and (is_turned or key[at:] in names or n_ended[key[at:]] > 1):
                halves[start + at] = start, start + at
    return halves


def _cuts(key: str) -> Iterator[int]:
    """Yield where the rest of a key begins behind some of its first words or characters."""
    if key[0] > "\u3000":
        yield from range(1, min(_MAX_FRONT_CJK + 1, len(key) - 1))
        return
    at = 0
    for _ in range(_MAX_FRONT):
        at = key.find(" ", at) + 1
        if not at:
            return
        yield at
