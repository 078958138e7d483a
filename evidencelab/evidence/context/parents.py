"""What a quoted line belongs to: the heading that it stands below.

A value quoted behind another heading is told of something else. All positions are offsets into *folded* text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from evidencelab.evidence.context.cuts import Veto
from evidencelab.evidence.text.line_heads import RECORD_START, TAG
from evidencelab.evidence.text.record_names import GROUPING

HEADING = re.compile(
    r"^([ \t]*)(?:(#{1,6}) [^\n]*|\[([^\[\]\n]+)\]|[^\W\d][^\n:=]{0,60}(?::|(?=\n[-=~]{3,}[ \t]*$)"
    r"|(?=\n\1[-*•·] )))[ \t]*$",
    re.MULTILINE,
)
"""A line that names what the lines below it belong to: its indent, its number signs, its bracketed name."""
_HOLDING = GROUPING | {"spec", "status", "template"}
_NUMBERED = re.compile(r"\d{1,3}[.)] ")
_BRANCH = re.compile(
    r"([ \t│┃|]*)(?:(?P<branch>(?:[├└┣┗╰╠╚][─━═╴]*|[|`+\\][-_]+)[ \t>]*)|(?P<bullet>[-*•·] +))(?=\S)"
)
"""In front of a branch of a tree, or an item of a list."""
_SENTENCE_END = re.compile(r"[.!?](?=\s)|[。;]")
_MAX_TAGGED = 2000
_LINE = re.compile(r"^([ \t]*)\S", re.MULTILINE)


def other_parent(folded: str, stretches: Sequence[tuple[int, int]]) -> Veto | None:
    """Object to a stretch that is quoted behind a heading it does not stand below."""
    if "\n" not in folded:
        return None
    begin, stop = 0, len(folded)
    before = depth = 0
    for start, end in stretches:
        headings = _headings_of(folded, folded.rfind("\n", 0, start) + 1, _line_end(folded, end))
        if headings and headings[0].start() <= start:
            begin, stop = headings[0].start(), len(folded)
        is_apart = before > start or "\n" in folded[before:start]
        if is_apart and not begin <= start < stop and not _indent(folded, start) < depth:
            return Veto("key_repaired", start, end)
        before = end
        if headings:
            begin, stop = headings[-1].start(), _scope_end(folded, headings[-1])
            # what stands less far in than a comment is not below it
            depth = len(headings[-1][1]) if headings[-1][2] else 0
    return None


def _headings_of(folded: str, start: int, end: int) -> list[re.Match[str]]:
    """Return the headings on the lines in `[start, end)`; the rule below one is on the next line."""
    return [
        found for found in HEADING.finditer(folded, start, _line_end(folded, end + 1)) if found.start() < end
    ]


def other_tag(folded: str, stretches: Sequence[tuple[int, int]]) -> Veto | None:
    """Object to a stretch from a block of lines whose first line, which names it, is left out.

    A line without a tag goes on what the tagged line above it begins; a line between BEGIN and END belongs
    to the others there, unless a line with its tag was quoted first.
    """
    for (begin, end), (start, stop) in pairwise(stretches):
        line, skipped = folded.rfind("\n", 0, start) + 1, folded.find("\n", end) + 1
        if not 0 < skipped < line or start - end > _MAX_TAGGED:
            continue
        lines = folded[skipped : line - 1].split("\n")
        tags = [TAG.match(other) for other in lines]
        own, above = TAG.match(folded, line), TAG.match(folded, folded.rfind("\n", 0, begin) + 1)
        if any(tag is not None and tag.lastgroup == "block" for tag in tags):
            is_alike = own is not None and above is not None and own.group() == above.group()
            if own is not None and own.lastgroup == "capital" and not is_alike:
                return Veto("key_repaired", start, stop)
        if own is not None or above is None or "" in map(str.strip, lines):
            continue
        if _SENTENCE_END.search(folded, line, start + 2):
            continue
        if not folded[line].isalnum() or RECORD_START.match(folded, line) or _NUMBERED.match(folded, line):
            continue
        if any(tag is not None and tag.lastgroup == above.lastgroup for tag in tags):
            return Veto("key_repaired", start, stop)
    return None


def other_row(folded: str, stretches: Sequence[tuple[int, int]]) -> Veto | None:
    """Object to the end of a branch of a tree, or of a list's item, that is told of another one's head."""
    for (begin, end), (start, stop) in pairwise(stretches):
        line, above = folded.rfind("\n", 0, start) + 1, folded.rfind("\n", 0, begin) + 1
        if line == above or line == folded.rfind("\n", 0, end) + 1:
            continue
        own, other = _BRANCH.match(folded, line), _BRANCH.match(folded, above)
        if (
            own is None
            or other is None
            or (own.lastgroup == other.lastgroup == "bullet" and own[1] != other[1])
        ):
            continue
        head = folded[own.end() : start]
        if begin <= other.end() + 1 and any(map(str.isalnum, head)) and not _SENTENCE_END.search(head):
            return Veto("key_repaired", start, stop)
    return None


def enters_block(folded: str, before: int, start: int) -> bool:
    """Tell whether the line at `start` lies in a block that a heading between it and `before` opens.

    The heading stands as far in as what is quoted in front of it, or further; one that only groups does not
    count.
    """
    depth, own = _indent(folded, before), _indent(folded, start)
    if own <= depth or not before < start:
        return False
    for heading in HEADING.finditer(folded, before, start):
        inner = len(heading[1])
        if heading[2] or heading[3] or heading[0].strip(" -:\t").lower() in _HOLDING:
            continue
        if depth <= inner < own and all(
            len(line[1]) > inner for line in _LINE.finditer(folded, heading.end(), start)
        ):
            return True
    return False


def _indent(folded: str, position: int) -> int:
    line = _LINE.match(folded, folded.rfind("\n", 0, position) + 1)
    return len(line[1]) if line else 0


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
