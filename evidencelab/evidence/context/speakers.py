"""Who says the lines of a chat, a call or a hearing, as the heads of its lines name them.

All positions are those of tokens, or offsets into *folded* text.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from evidencelab.evidence.text.lexicon import LEVELS
from evidencelab.evidence.text.prepared_text import PreparedText

_SPEAKER = re.compile(
    r"[ \t]*(?P<time>[\[(]?(?:\d{4}-\d\d-\d\d[ T])?\d\d?:\d\d(?::\d\d)?[\])]?[ \t]+)?"
    r"[<\[]?(?P<name>[^\W\d_][\w .-]{0,23}?)[>\]]?(?: ?\([^()\n]{1,20}\))?:(?=[ \t]+\S|[^\x00-\x7f]|\d)"
)
_MIN_LINES = 2
_MAX_TIME = 40
_MAX_NAMED = 64
"""Places at which a name is looked at."""


class Speakers(NamedTuple):
    """Who says two quoted stretches, and whether both lines show when."""

    one: str
    other: str
    are_timed: bool


def speakers_of(text: PreparedText, first: int, left: int, right: int) -> Speakers | None:
    """Return who says token `left` and who says token `right`, of other lines; None where none is told.

    Told is who speaks where the quote has the name in front of `left`, from token `first` on, and not the
    one in front of `right`, and one of the two speaks on more lines than one.
    """
    folded = text.folded
    lines = [folded.rfind("\n", 0, text.starts[index]) + 1 for index in (left, right)]
    one, other = (_SPEAKER.match(folded, line) for line in lines)
    if one is None or other is None or not one.start("name") >= text.starts[first]:
        return None
    if text.starts[right] < other.end() or text.starts[left] < one.end():
        return None
    names = one["name"], other["name"]
    if any(map(_is_level, names)):
        return None
    if not any(_n_lines(folded, name) >= _MIN_LINES for name in set(names)):
        return None
    return Speakers(*names, bool(one["time"] and other["time"]))


def names_both(text: PreparedText, first: int, left: int, right: int) -> bool:
    """Tell whether a quote has who speaks in front of `left`, and goes on with who speaks at `right`.

    Their lines show when they spoke; other lines with a key in front are fields of records.
    """
    folded = text.folded
    other = _SPEAKER.match(folded, folded.rfind("\n", 0, text.starts[right]) + 1)
    if other is None or not other["time"] or text.starts[right] != other.start("name"):
        return False
    one = _SPEAKER.match(folded, folded.rfind("\n", 0, text.starts[left]) + 1)
    return one is not None and bool(one["time"]) and one.start("name") >= text.starts[first]


def names_neither(text: PreparedText, first: int, left: int, right: int) -> bool:
    """Tell whether a quote, from `first` on, leaves out when and by whom both its lines are said."""
    folded = text.folded
    heads = [
        (_SPEAKER.match(folded, folded.rfind("\n", 0, text.starts[index]) + 1), text.starts[quoted])
        for index, quoted in ((left, first), (right, right))
    ]
    return all(
        head is not None and bool(head["time"]) and head.end() <= quoted and not _is_level(head["name"])
        for head, quoted in heads
    )


def _is_level(name: str) -> bool:
    return name.split(None, 1)[0].lower() in LEVELS


def _n_lines(folded: str, name: str) -> int:
    """Count, up to two, the lines of a text that a name stands at the head of."""
    n_lines = 0
    at = folded.find(f"{name}:")
    for _ in range(_MAX_NAMED):
        if at < 0 or n_lines == _MIN_LINES:
            break
        line = folded.rfind("\n", max(0, at - _MAX_TIME), at) + 1
        if line or at <= _MAX_TIME:
            speaker = _SPEAKER.match(folded, line)
            n_lines += speaker is not None and speaker.start("name") == at
        at = folded.find(f"{name}:", at + 1)
    return n_lines
