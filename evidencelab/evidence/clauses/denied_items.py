"""Items of a list whose heading denies them; all positions are offsets into *folded* text."""

from __future__ import annotations

import re

_DENYING = re.compile(
    r"^[ \t#*]*((?:[^\n:]{0,60}?\b(?:not|never|do not|don't|no longer|without|except|excluded|exclusions?"
    r"|unsupported|deprecated|forbidden|prohibited|unaffected)\b[^\n:]{0,40}"
    r"|[^\n:。]{0,20}(?:不|未|非|禁止|除外|无需)[^\n:。]{0,20}))"
    r":\**[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
_ITEM = re.compile(r"[ \t]*((?:[-*+•]|\d{1,2}[.)、])[ \t]*([^\n:=]{1,60}))$", re.MULTILINE)
_MAX_ITEMS = 40


def read_denied_items(folded: str) -> dict[int, tuple[int, int]]:
    """Read the bare items below a heading that denies them, as "Not covered:" does.

    An item that states something itself, with a value or a colon, is none.

    Returns:
        The spans of the headings, by the offsets at which the items begin, with their sign and without.
    """
    found: dict[int, tuple[int, int]] = {}
    for heading in _DENYING.finditer(folded):
        position = heading.end() + 1
        for _ in range(_MAX_ITEMS):
            item = _ITEM.match(folded, position)
            if item is None:
                break
            for start in (item.start(1), item.start(2)):
                found[start] = heading.span(1)
            position = item.end() + 1
    return found
