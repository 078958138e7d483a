"""Tell whether two lines begin alike, times apart, so that a quote of both may leave the second head out.

All positions are offsets into *folded* text.
"""

from __future__ import annotations

import re

from evidencelab.evidence.text.lexicon import LEVELS
from evidencelab.evidence.text.line_heads import is_log_head

TIME = re.compile(
    r"(?<!\d)(?:\d{2,4}[-/.]\d\d?[-/.]\d\d?[ T]?)?\d\d?:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?"
)
_UPTIME = re.compile(r"\[\s*\d+\.\d{3,6}\]")
"""When a kernel said something."""

_ENTRY_HEAD = re.compile(r"([^\n]{1,80}?\s)([A-Z]{3,12}):\s+")
"""What a log repeats on each line of an entry, and the name of the line."""


def repeats_head(folded: str, first: int, start: int, line: int, end: int) -> bool:
    """Tell whether the head of a line, `[line, end)`, is that of the line before, which ends at `start`.

    Where what is quoted of that line, from `first` on, leaves its head out as well, the times may differ.
    """
    before = folded.rfind("\n", 0, start) + 1
    head = folded[line:end].strip()
    if "=" in head:
        return False
    if folded.startswith(head, before + len(folded[before:start]) - len(folded[before:start].lstrip())):
        return True
    return leave_same_head(folded, first, line, end)


def leave_same_head(folded: str, first: int, line: int, end: int) -> bool:
    """Tell whether a quote leaves out heads that are alike, times apart, of two lines.

    Of one line it holds what stands from `first` on, of the other, which begins at `line`, from `end` on.
    """
    head = folded[line:end].strip()
    begin = folded.rfind("\n", 0, first) + 1
    return begin < first and _without_times(folded[begin:first]) == _without_times(head)


def leave_heads(folded: str, first: int, line: int, end: int) -> bool:
    """Tell whether a quote leaves out the whole heads of two lines of a log, times, levels and tags."""
    begin = folded.rfind("\n", 0, first) + 1
    stop = folded.find(" ", first)
    if folded[first - 1] in "[(" or is_log_head(folded, first, stop if stop > 0 else len(folded)):
        # some of a head is quoted
        return False
    return is_log_head(folded, begin, first) and is_log_head(folded, line, end)


def same_entry(folded: str, start: int, line: int, end: int) -> bool:
    """Tell whether a line goes on with the entry of a log that the line before it, up to `start`, begins.

    Both have the same head but for their last word, a level there and the name of what follows here.
    """
    before = folded.rfind("\n", 0, start) + 1
    one, other = _ENTRY_HEAD.match(folded, before), _ENTRY_HEAD.fullmatch(folded, line, end)
    if one is None or other is None or one[1] != other[1] or not any(map(str.isdigit, one[1])):
        return False
    return one[2].lower() in LEVELS and other[2].lower() not in LEVELS


def _without_times(head: str) -> str:
    return TIME.sub("", _UPTIME.sub("", head)).strip()
