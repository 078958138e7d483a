"""The parts of a statement that may each speak of one record: clauses, brackets, what a label goes on with.

It must not know the records.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from evidencelab.traces.states.record_values import LONGEST
from evidencelab.traces.wording.statement import Statement

_BREAK = re.compile(r"[,;:](?=\s)|[，；：、。]|\s[–—]\s|\b(?:and|while|whereas|but)\b|(?<=\w)和(?=\w)|而")
_BRACKETED = re.compile(r"[(（]([^()（）]{5,80})[)）]")
_OWNER = re.compile(r"[#`*]{0,3}(?=[\w-]*\d)[\w-]{3,40}[`*]{0,3}\s?$")
"""An id right in front of a bracket, of which the bracket tells."""
_APPOSED = re.compile(r"\s*(?:[a-z]+\s){1,3}[#`*]*(?=[\w-]*\d{3})[\w-]+[`*]*\s*(?:$|[.,;)])", re.IGNORECASE)
"""What goes on saying of the same thing: `, tracking number 60358`."""
_LABELLED = re.compile(r",\s(?:[a-z]+:? ){1,2}[A-Z`\d][^,;]{1,40}|，[\u4e00-\u9fff]{4,10}")
"""A part that is a label and a value: `, adjuster Neil Voss`, `，负责人柳青`."""
_MOST_LABELLED = 8


def clauses_of(statement: Statement) -> list[tuple[int, int]]:
    """Cut a statement into clauses, brackets again by themselves.

    A row is one, and so is a bullet's head with what follows its colon.
    """
    text = statement.text
    if statement.kind == "row":
        return [(0, len(text))]
    parts: list[tuple[int, int]] = []
    start = 0
    for found in _BREAK.finditer(text):
        if found.group() in (":", "：") and not parts and start == 0 and found.start() <= LONGEST:
            continue
        if found.group() == "," and _APPOSED.match(text, found.end()):
            continue
        parts.append((start, found.start()))
        start = found.end()
    # a part that is a label and a value speaks of what the parts before it name
    ends = [*parts[1:], (start, len(text.rstrip(".。 ")))] if parts else []
    parts += [(0, end) for start, end in ends[:_MOST_LABELLED] if _LABELLED.fullmatch(text, start - 1, end)]
    flat = _BRACKETED.sub(lambda found: "_" * len(found.group()), text)
    outer = [0, *(found.end() for found in _BREAK.finditer(flat))]
    for found in _BRACKETED.finditer(text):
        owner = _OWNER.search(text, max(0, found.start() - LONGEST), found.start())
        parts.append((owner.start() if owner else found.start(1), found.end(1)))
        if not owner:
            parts.append((outer[bisect_right(outer, found.start()) - 1], found.end(1)))
    return [*parts, (start, len(text))]
