"""What a quoted line belongs to: the heading that it stands below.

A value quoted behind another heading is told of something else. All positions are offsets into *folded* text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from evidencelab.evidence.cuts import Veto

HEADING = re.compile(
    r"^([ \t]*)(?:(#{1,6}) [^\n]*|\[([^\[\]\n]+)\]|[^\W\d][^\n:=]{0,60}:)[ \t]*$", re.MULTILINE
)
"""A line that names what the lines below it belong to: its indent, its number signs, its bracketed name."""
_LINE = re.compile(r"^([ \t]*)\S", re.MULTILINE)


def other_parent(folded: str, stretches: Sequence[tuple[int, int]]) -> Veto | None:
    """Object to a stretch that is quoted behind a heading it does not stand below."""
    if "\n" not in folded:
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
