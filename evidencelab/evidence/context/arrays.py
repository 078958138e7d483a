"""Lists, as objects, settings and numbers write them: a few of their members are not the list.

All positions are offsets into *folded* text.
"""

from __future__ import annotations

import re

_OF_KEY = re.compile(r"[:=]\s*\Z")
_GOES_ON = re.compile(r"[\"']?\s*,")
_MARKS = ("...", ",")
"""Behind what closes it, these end a quote that shows that the list goes on."""
_CLOSING = " \t\n])}\"'"
_SCALARS = re.compile(r"[^\[\](){}:=]*")
_FIRST_ITEM = re.compile(r":[ \t]*(\n[ \t]*[-*•] )[^\n]*\Z")
_NUMBERED = re.compile(
    r"(?:^[ \t>*-]{0,8}|(?<=[;:。])\s?|(?<=[.,;:] )|(?<=\())(\d{1,2})[.)、](?=\s|[^\W\d])"
    r"|(?<=[\w。;] )(\d{1,2})\)(?=\s?[^\W\d])",
    re.MULTILINE,
)
"""Numbers an item of a list."""
_SELECTED = re.compile(r"[^{}\n]*\}\s?[\[)]")
_COUNT = re.compile(r"(?<![\w.])\d+ [a-z]{3,}")
_COUNTED = re.compile(r"(?<![\w.])\d+ [A-Za-z]{3,}\Z")
_TALLY = re.compile(r"(?:, \d+ [a-z]{3,}(?: \([^()\n]*\))?)+(?:, | and |, and )")
_NEXT_BRACKET = re.compile(r"\s?([\[(])[^\[\]()\n]{0,80}[\])]\s?[,;|]\s?[^\[\]()\n]{1,80}\1")
_MAX_AHEAD = 200
_MAX_MEMBERS = 2000
_MAX_SIGNS = 12
_MAX_CROSSED = 20_000


def cuts_list(folded: str, start: int, end: int, quoted: str) -> bool:
    """Tell whether a quote of `[start, end)` tells some members of a list as its key's whole value.

    Whoever leaves the bracket open, or shows that something follows, tells no whole.
    """
    if folded[end : end + 1] == "\n":
        if "\n" in quoted:
            return False
        first = _FIRST_ITEM.search(folded, max(start, end - _MAX_AHEAD), end)
        return first is not None and folded.startswith(first[1], end)
    if (
        "[" not in folded[start:end]
        or not _GOES_ON.match(folded, end)
        or quoted.rstrip(_CLOSING).endswith(_MARKS)
    ):
        return False
    opening = folded.rfind("[", start, end)
    if "]" in folded[opening:end] or folded.rfind("{", opening, end) > folded.rfind("}", opening, end):
        return False
    closes = quoted.rstrip(" \"'}").endswith("]")
    is_bare = "[" not in quoted and ("," in folded[opening:end] or _OF_KEY.search(folded, start, opening))
    return closes or bool(is_bare)


def skips_member(folded: str, start: int, end: int) -> bool:
    """Tell whether a gap at `[start, end)` leaves out members between two of one list of plain values."""
    if "," not in folded[start:end]:
        return False
    opening = folded.rfind("[", max(0, start - _MAX_MEMBERS), start)
    if opening < 0 or _SCALARS.fullmatch(folded, opening + 1, end) is None:
        return False
    closing = folded.find("]", end, end + _MAX_MEMBERS)
    return closing >= 0 and _SCALARS.fullmatch(folded, end, closing) is not None


def skips_selector(folded: str, start: int, end: int) -> bool:
    """Tell whether a gap leaves out a part of the selector of a query, in braces behind a name."""
    opening = folded.rfind("{", max(0, start - _MAX_MEMBERS), start)
    if opening < 1 or not folded[opening - 1].isalnum() or "}" in folded[opening:start]:
        return False
    closing = _SELECTED.match(folded, start)
    return closing is not None and ("," in folded[start:end] or start == end)


def closes_selector(folded: str, end: int) -> bool:
    """Tell whether a selector that a quote closes at `end` goes on there."""
    return _GOES_ON.match(folded, end) is not None and skips_selector(folded, end, end)


def skips_count(folded: str, start: int, end: int) -> bool:
    """Tell whether a gap leaves out a count between two of a tally: `9 passed, 3 failed, 1 skipped`."""
    if not _COUNT.match(folded, end) or not _COUNTED.search(folded, max(0, start - _MAX_AHEAD), start):
        return False
    return _COUNT.search(folded, start, end) is not None and _TALLY.fullmatch(folded, start, end) is not None


def enters_bracket(folded: str, start: int, end: int) -> bool:
    """Tell whether a bracket opens in a gap at `[start, end)` and does not close in it."""
    depth = 0
    for sign in folded[start:end]:
        if sign == "(":
            depth += 1
        elif sign == ")" and depth:
            depth -= 1
    return depth > 0


def enters_next_bracket(folded: str, start: int, end: int) -> bool:
    """Tell whether a gap leads from a word to what stands in brackets behind another, past its own brackets.

    `sensor 4 [off], sensor 5 [on]` does not say that sensor 4 is on.
    """
    return _NEXT_BRACKET.fullmatch(folded, start, end) is not None


def skips_numbered(folded: str, start: int, end: int) -> bool:
    """Tell whether a gap at `[start, end)` leaves out the item in front of the one numbered at its end."""
    own = _number_at(folded, end)
    return own is not None and own - 1 in _numbers(folded, start, end)


def renumbers(folded: str, number: int, start: int, end: int) -> bool:
    """Tell whether the number at `number` is told of another item, whose own one is in `[start, end)`."""
    return _number_at(folded, number) is not None and bool(_numbers(folded, start, end))


def _number_at(folded: str, position: int) -> int | None:
    """Return the number of the item that begins with the digits at a position; None where none does."""
    line = folded.rfind("\n", 0, position) + 1
    for found in _NUMBERED.finditer(folded, max(line, position - _MAX_SIGNS), position + _MAX_SIGNS):
        if found.start(found.lastindex or 0) == position:
            return int(found[found.lastindex or 0])
    return None


def _numbers(folded: str, start: int, end: int) -> set[int]:
    return {int(found[found.lastindex or 0]) for found in _NUMBERED.finditer(folded, start, end)}


def crosses_objects(folded: str, start: int, end: int) -> bool:
    """Tell whether an object closes in `[start, end)` and another opens in which the rest stands."""
    depth = lowest = 0
    for position in range(start, min(end, start + _MAX_CROSSED)):
        if folded[position] == "{":
            depth += 1
        elif folded[position] == "}":
            depth -= 1
            lowest = min(lowest, depth)
    return depth > lowest and lowest < 0
