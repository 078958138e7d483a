"""Lines and items below a heading, or behind a label, that denies them or makes no fact of them.

"Not covered:", "Next steps:", "Example configuration:". All positions are offsets into *folded* text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from evidencelab.evidence.late_patterns import late_pattern

_DENYING = late_pattern(
    r"^[ \t#*]*((?:[^\n:]{0,60}?\b(?:not|never|do not|don't|no longer|without|except|excluded|exclusions?"
    r"|unsupported|deprecated|forbidden|prohibited|unaffected)\b[^\n:]{0,40}"
    r"|[^\n:。]{0,20}(?:不|未|非|禁止|除外|无需)[^\n:。]{0,20}))"
    r":\**[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
_UNREAL = (
    r"(?:(?:an? |the )?(?:examples?|sample|expected|desired|planned|proposed|proposals?|deprecated|obsolete"
    r"|outdated|superseded|withdrawn|draft|hypotheses|hypothesis|assumptions?|previous|former|old|placeholder)"
    r"(?: [\w-]+){0,3}|to[ -]?dos?|next steps?|road ?map|future work|backlog|wish ?list"
    r"|open (?:points|items|questions)"
    r"|(?:[\w-]+ ){1,3}\((?:deprecated|obsolete|draft|planned|example|old)\)"
    r"|(?:示例|样例|范例|模板|预期|期望|计划|拟|待办|下一步|后续|草案|假设|废弃|已?废止|旧版?|原)\w{0,6}"
    r"|\w{1,8}(?:示例|样例|范例|模板|计划|草案)|\w{1,10}\(已?(?:废止|作废|废弃|失效|停用|过期|取消)\))"
)
_UNREAL_HEAD = late_pattern(
    rf"^([ \t]*+)(?:#{{1,6}} ({_UNREAL})[ \t:*]*$|[*_]{{0,2}}({_UNREAL})[*_]{{0,2}}:[*_ \t]*$"
    rf"|({_UNREAL})[ \t]*\n[-=~]{{3,}}[ \t]*$)",
    re.MULTILINE | re.IGNORECASE,
)
_CHANGELOG = late_pattern(r"^#+ (?:Added|Changed|Fixed|Removed|Security)\b", re.MULTILINE)
_LISTING = late_pattern(r":[ \t]*(?=[^:=.;。\n]{1,80}?,[^:=;。\n]{1,300}(?:[.;。\n]|\Z))")
"""In front of a list on its own line."""
_DENYING_LABEL = late_pattern(
    r"(?:(?<![^\n;。])|(?<=[.;。] ))((?:(?:not|no longer|missing|excluded|excluding|without|forbidden"
    r"|prohibited|unavailable|unsupported)(?![a-z])|禁止|严禁|不得|不含|不包括|未|缺|无需|停止)"
    r"(?: ?[^\W\d_]{1,16}+){0,5}+)\Z"
)
"""What denies the items of such a list."""
_MAX_LABEL = 80
_LISTED = late_pattern(r"[^,.;。\n]+")
_ITEM = late_pattern(r"[ \t]*((?:[-*+•]|\d{1,2}[.)、])[ \t]*([^\n:=]{1,60}))$", re.MULTILINE)
_BLOCK_LINE = late_pattern(r"([ \t]*+)((?:[-*+•]|\d{1,2}[.)、])?[ \t]*+)(?=\S)")
_MAX_ITEMS = 40


def read_denied_items(folded: str) -> dict[int, tuple[int, int]]:
    """Read the bare items of a list whose heading denies them, and the lines below one of what is not.

    An item below a denying heading that states something itself, with a value or a colon, is none.

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
    for heading in _UNREAL_HEAD.finditer(folded):
        if heading[2] and heading[2].lower() == "deprecated" and _CHANGELOG.search(folded):
            # what such an item tells has not happened yet, or tells it itself
            continue
        span = heading.span(heading.lastindex or 0)
        for start in lines_below(folded, heading.end(), len(heading[1]), heading[2] is not None):
            found[start] = span
    return found


def lines_below(folded: str, position: int, depth: int, is_section: bool) -> Iterator[int]:
    """Yield where the lines below a heading begin, with the sign of an item and without.

    They end with the next heading in a section; else with a blank line, or one less far in than the first.
    """
    inner = -1
    for _ in range(_MAX_ITEMS):
        position = folded.find("\n", position) + 1
        if not position:
            return
        line = _BLOCK_LINE.match(folded, position)
        end = folded.find("\n", position)
        end = end if end >= 0 else len(folded)
        if not folded[position:end].strip():
            if is_section or inner < 0:
                continue
            return
        assert line is not None
        indent = len(line[1])
        inner = indent if inner < 0 else inner
        if indent < inner or folded[line.end()] == "#" or (indent <= depth < inner):
            return
        if indent <= depth and folded[end - 1] == ":":
            # the next heading
            return
        yield line.start(2)
        yield line.end()


def read_denied_list(lower: str) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield where the items begin that a label on their own line denies, and the label."""
    for listing in _LISTING.finditer(lower):
        label = _DENYING_LABEL.search(lower, max(0, listing.start() - _MAX_LABEL), listing.start())
        if label is None:
            continue
        for item in _LISTED.finditer(lower, listing.end()):
            start = item.start() + len(item.group()) - len(item.group().lstrip())
            yield start, label.span(1)
            if lower[item.end() : item.end() + 1] != ",":
                break
