"""Lines of a text that do not hold: removed by a diff, switched off by a comment sign, struck out, undone.

Their sign is content. A comment or a heading in prose is another matter: it loses its sign freely. All
positions are offsets into *folded* text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from evidencelab.evidence.late_patterns import late_pattern

_HUNK = late_pattern(r"^@@ -\d|^--- [^\n]*\n\+\+\+ ", re.MULTILINE)
_REMOVED = late_pattern(r"^(-)(?!--)(?=[^\n]*\w)", re.MULTILINE)
_REPLACED = late_pattern(r"^(-)(?!--)(?=[^\w\n]*+\w[^\n]*+(?:\n-[^\n]*+){0,20}+\n\+(?!\+))", re.MULTILINE)
"""Without a hunk around it, a line that others were put in the place of."""
_HIDING = late_pattern(r"<!--|-->|\n")
_STRUCK = late_pattern(r"(~~)(?=[^\s~][^~\n]*~~)")
_OPEN_BOX = late_pattern(
    r"^[ \t]*+(?:[-*+] |\d{1,3}[.)] )?[ \t]*+(\[ \]|\u2610)(?=[ \t]*[^\s\[])", re.MULTILINE
)
_BOX = late_pattern(
    r"(?<![\w)])(\[ \]|\( \)(?=[^\n]{0,200}\([xX]\))|[\u2610\u25a1])[ \t]*(?=[^\s\[(\u2610-\u2612])"
)
_BOX_END = late_pattern(r"\n|[ \t]*(?:\[[ xX]\]|\([ xX]\)|[\u2610-\u2612\u25a0\u25a1\u2713\u2714])|[,;。]|\Z")
"""Ends the words of a box: the next one, or the end of a clause."""
_PLACE = r"^(?:[\w./-]++:\d++:)?+[ \t]*"
"""The begin of a line, or the file and line that it was found in."""
_COMMENT = late_pattern(rf"{_PLACE}(#+|;+|//+|--(?!-))[ \t]*(?=[\w/*@]|-[ \t]+\w)", re.MULTILINE)
_NOTE = r"[ \t]*(?:$|(?<=[ \t])#|(?<=[ \t]{2})\S)"
"""The end of a line, or what is noted behind it."""
_SHAPE = (
    # a schedule, a setting, a key with one word, a directive, a switch, an item, an address with its name
    r"(?:((?:[\d*][\d*/,-]*[ \t]+){5}\S)|((?:(?:export|set|let)[ \t]+)?[\w.-]+[ \t]*[=<>~!]?=[ \t]*[^\s=])"
    rf"|([\w.-]+:[ \t]+[^\s]+{_NOTE})|([^\W\d][^;\n]*;[ \t]*(?:$|(?=#|//)))"
    rf"|([A-Z][a-z]+[A-Z]\w*[ \t]+\S+[ \t]*$)"
    rf"|(-[ \t]+(?:[\w.-]+:[ \t]+)?\S+{_NOTE})"
    r"|(\d{1,3}(?:\.\d{1,3}){3}[ \t]+\S))"
)
_SHAPE_OF_COMMENT = late_pattern(_SHAPE, re.MULTILINE)
_LIVE_LINE = late_pattern(rf"{_PLACE}(?:[-+~][ \t]+(?=[\w.-]+[ \t]*=))?{_SHAPE}", re.MULTILINE)
_BEHIND_CODE = late_pattern(
    r"(?<=[;\w)\]\"'])[ \t]{1,40}(//|#|--)[ \t]?(?=[A-Za-z_])|(/\*)[ \t]*(?=[^\s*][^*\n]*\*/)"
)
_STATING = frozenset((2, 4))
"""The shapes of a setting and of a directive, which may be switched off behind another one too."""
_TAKEN = late_pattern(r"(?:^|\.\.\. ?)-[ \t]*([^\s+-](?:[^\n.]|\.(?!\.\.))*)", re.MULTILINE)
"""A line that a quote shows as removed."""
_MAX_TAKEN = 20
"""Such lines that are looked for in the text."""
_FIRST_WORD = late_pattern(r"\W*(\w*)")


class Withdrawn(NamedTuple):
    """A stretch of the text that does not hold, behind the sign that says so."""

    sign: str
    start: int
    body: int
    end: int


def read_withdrawn(folded: str) -> list[Withdrawn]:
    """Read what does not hold in a folded text, in order."""
    found = list(_withdrawn(folded))
    found.sort(key=lambda line: line.start)
    return found


def _withdrawn(folded: str) -> Iterator[Withdrawn]:
    if "\n-" in folded and _HUNK.search(folded):
        yield from _lines(_REMOVED, folded)
    elif "\n+" in folded:
        yield from _lines(_REPLACED, folded)
    if "<!--" in folded:
        yield from _hidden(folded)
    if "[ ]" in folded or "\u2610" in folded or "\u25a1" in folded or "( )" in folded:
        yield from _open_boxes(folded)
    if "~~" in folded:
        for struck in _STRUCK.finditer(folded):
            body = struck.end()
            yield Withdrawn(struck[1], struck.start(1), body, folded.index("~~", body))
    if "\n" in folded:
        yield from _switched_off(folded)


def _open_boxes(folded: str) -> Iterator[Withdrawn]:
    """Yield what an empty box leaves open: its line, or its words where another box is on the line."""
    lines = {box.start(1) for box in _OPEN_BOX.finditer(folded)}
    stop = -1
    for box in _BOX.finditer(folded):
        if stop < box.end():
            stop = folded.find("\n", box.end())
            stop = stop if stop >= 0 else len(folded)
        end = _BOX_END.search(folded, box.end())
        assert end is not None
        is_alone = box.start(1) in lines and (end.start() >= stop or folded[end.start()] in ",;。")
        yield Withdrawn(box[1], box.start(1), box.end(), stop if is_alone else end.start())


def _hidden(folded: str) -> Iterator[Withdrawn]:
    """Yield what each opening sign of a comment hides up to the next closing one of its line."""
    opened: list[re.Match[str]] = []
    for found in _HIDING.finditer(folded):
        if found.group() == "<!--":
            opened.append(found)
            continue
        if found.group() == "-->":
            for sign in opened:
                yield Withdrawn(sign.group(), sign.start(), sign.end(), found.start())
        opened.clear()


def _lines(sign: re.Pattern[str], folded: str) -> Iterator[Withdrawn]:
    for found in sign.finditer(folded):
        end = folded.find("\n", found.end())
        yield Withdrawn(found[1], found.start(1), found.end(), end if end >= 0 else len(folded))


def _switched_off(folded: str) -> Iterator[Withdrawn]:
    """Yield the comments that have the shape of a line that holds: settings that were switched off."""
    comments: list[tuple[Withdrawn, int | None]] = []
    for comment in _lines(_COMMENT, folded):
        shape = _SHAPE_OF_COMMENT.match(folded, comment.body)
        if shape:
            comments.append((comment, shape.lastindex))
    if "//" in folded or "/*" in folded or " #" in folded or " --" in folded:
        comments += _behind_code(folded)
    if comments:
        shapes = {line.lastindex for line in _LIVE_LINE.finditer(folded)}
        yield from (comment for comment, shape in comments if shape in shapes)


def _behind_code(folded: str) -> Iterator[tuple[Withdrawn, int | None]]:
    """Yield the comments behind code, or between signs, that have the shape of a setting or a directive."""
    for found in _BEHIND_CODE.finditer(folded):
        shape = _SHAPE_OF_COMMENT.match(folded, found.end())
        if shape and shape.lastindex in _STATING:
            end = folded.find("*/" if found[2] else "\n", found.end())
            sign = found.lastindex or 1
            yield (
                Withdrawn(found[sign], found.start(sign), found.end(), end if end >= 0 else len(folded)),
                shape.lastindex,
            )


def removes_added(folded: str, quoted: str) -> bool:
    """Tell whether a quote from a diff puts the sign of removed lines in front of a line that was added."""
    for taken in islice(_TAKEN.finditer(quoted), _MAX_TAKEN):
        words = re.escape(taken[1].strip())
        if re.search(rf"^\+[ \t]*{words}", folded, re.MULTILINE) and not re.search(
            rf"^-[ \t]*{words}", folded, re.MULTILINE
        ):
            return True
    return False


def is_shown(line: Withdrawn, folded: str, start: int, quoted: str) -> bool:
    """Tell whether a quote that begins at `start`, or in front of it, has the sign of a line.

    Args:
        line: What the quote holds a part of.
        folded: The text it is quoted from.
        start: Offset of the first quoted character.
        quoted: The folded excerpt.
    """
    word = _FIRST_WORD.match(folded, max(line.body, start))
    assert word is not None
    return (
        re.search(rf"{re.escape(line.sign)}[\s.]*(?:\W\s*)?{re.escape(word[1])}", quoted, re.IGNORECASE)
        is not None
    )
