"""What a quoted line or field belongs to: the heading that it stands below, and the whole of its key.

A value quoted behind another heading, or with half of its key where that half is a key as well, is told of
something else. All positions are offsets into *folded* text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from evidencelab.evidence.cuts import Veto
from evidencelab.evidence.lexicon import LEVELS, QUALIFIERS, QUALIFIERS_CJK

HEADING = re.compile(
    r"^([ \t]*)(?:(#{1,6}) [^\n]*|\[([^\[\]\n]+)\]|[^\W\d][^\n:=]{0,60}:)[ \t]*$", re.MULTILINE
)
"""A line that names what the lines below it belong to: its indent, its number signs, its bracketed name."""
_LINE = re.compile(r"^([ \t]*)\S", re.MULTILINE)
_KEY = re.compile(r"([^\W\d][\w.-]*(?: [\w.-]+){0,2})[\"']?\s*[:=](?!=)\s*\S")
_WORDS_IN_FRONT = re.compile(
    r"(?:\A|[\n,;|{}()\[\]\"'])[ \t>*#-]*((?:[A-Za-z][\w-]* ){1,3}|[\u4e00-\u9fff]{1,6})\Z"
)
_MAX_WORDS = 48
"""Characters in front of a key in which the words that belong to it are looked for."""


def other_parent(folded: str, stretches: Sequence[tuple[int, int]]) -> Veto | None:
    """Object to a stretch quoted behind a heading that it does not stand below, or with half of its key."""
    for start, _ in stretches:
        half = _half_of_key(folded, start)
        if half:
            return half
    if len(stretches) < 2 or "\n" not in folded:
        return None
    begin, stop = 0, len(folded)
    before = 0
    for start, end in stretches:
        headings = [*HEADING.finditer(folded, folded.rfind("\n", 0, start) + 1, _line_end(folded, end))]
        if headings and headings[0].start() <= start:
            begin, stop = headings[0].start(), len(folded)
        is_apart = before > start or "\n" in folded[before:start]
        if is_apart and not begin <= start < stop:
            return Veto("key_repaired", start, end)
        before = end
        if headings:
            begin, stop = headings[-1].start(), _scope_end(folded, headings[-1])
    return None


def _line_end(folded: str, position: int) -> int:
    end = folded.find("\n", position)
    return end if end >= 0 else len(folded)


def _scope_end(folded: str, heading: re.Match[str]) -> int:
    """Return the offset at which what belongs to a heading ends."""
    indent, signs, name = heading.groups()
    if not signs and not name:
        lines = _LINE.finditer(folded, heading.end())
        first = next(lines, None)
        if first is None or len(first[1]) > len(indent):
            # what it names is further in
            return next((line.start() for line in lines if len(line[1]) <= len(indent)), len(folded))
    for other in HEADING.finditer(folded, heading.end()):
        if len(other[1]) > len(indent):
            continue
        if signs:
            if other[2] and len(other[2]) <= len(signs):
                return other.start()
        elif not name or (other[3] and not other[3].startswith((f"{name}.", f"{name}:", f"{name} "))):
            return other.start()
    return len(folded)


def _half_of_key(folded: str, start: int) -> Veto | None:
    """Object to a quote that begins with the last words of a key that by themselves name another value."""
    if not start or not (folded[start - 1] == " " or "\u4e00" <= folded[start - 1] <= "\u9fff"):
        return None
    key = _KEY.match(folded, start)
    if not key or folded[key.end(1)] == "=":
        return None
    front = _WORDS_IN_FRONT.search(folded, max(0, start - _MAX_WORDS), start)
    if not front:
        return None
    words = front[1].lower().split()
    if not LEVELS.isdisjoint(words):
        return None
    is_turned = not QUALIFIERS.isdisjoint(words) or words[-1].endswith(QUALIFIERS_CJK)
    own = rf"(?:\A|[\n,;|{{}}()\[\]\"'])[ \t>*#-]*{re.escape(key[1])}[\"']?\s*[:=]"
    if is_turned or re.search(own, folded, re.IGNORECASE):
        return Veto("name_changed", *front.span(1))
    return None
