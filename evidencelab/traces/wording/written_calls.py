"""Where an answer writes a call instead of making it: what stands in one is asked, and nothing is told by it.

`<function-call>f(x='1')</function-call>`, `<invoke name="f">...`, a line `print(api.f("1"))`. Only marked
calls, and lines that are nothing but one, are read; a result that the model wrote itself is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_OPENED = re.compile(
    r"<(?P<mark>(?:antml:)?(?:function|tool)[-_ ]?(?:calls?|use|code)|(?:antml:)?invoke|tool_request"
    r"|function(?==[\w.-]+>))(?:=[\w.-]+|\s[^<>\n]{0,200})?>"
    r"|<\|(?P<begun>tool_calls?_(?:section_)?)begin\|>",
    re.IGNORECASE,
)
_LINE_TAGGED = re.compile(r"(?:<\|python_tag\|>|\[TOOL_CALLS\])[^\n]*")
_NAME = r"(?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*"
_FIRST = r"(?:[A-Za-z_]\w*\s?=\s?)?(?:[\"'\[{]|-?\d|(?:True|False|None|null|true|false)\b)"
_LINE = re.compile(
    rf"^[ \t`]*(?:[A-Za-z_]\w*\s?=\s?)?(?:await )?(?:print\({_NAME}\((?:{_FIRST}[^\n]*)?\)\)"
    rf"|(?=[\w.]*[_.]|\w*[A-Z]){_NAME}\({_FIRST}[^\n]*\))[;` \t]*$"
    r"|^[ \t]*Action(?: Input)?\s?:\s?(?:[A-Za-z_]\w*[\[(][^\n]*[\])]|\{[^\n]*\})[ \t]*$",
    re.MULTILINE,
)
_MOST = 200_000


def written_calls(text: str) -> tuple[tuple[int, int], ...]:
    """Give where the calls are that a message writes out, in order, none within another.

    Args:
        text: The message.
    """
    if "<" not in text and "(" not in text and "[" not in text and "{" not in text:
        return ()
    spans = sorted(_spans(text[:_MOST]))
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if not joined or start >= joined[-1][1]:
            joined.append((start, end))
    return tuple(joined)


def _spans(text: str) -> Iterator[tuple[int, int]]:
    low = text.lower()
    end = 0
    while (found := _OPENED.search(text, end)) is not None:
        closing = f"</{found['mark']}>" if found["mark"] else f"<|{found['begun']}end|>"
        at = low.find(closing.lower(), found.end())
        begins_line = not text[text.rfind("\n", 0, found.start()) + 1 : found.start()].strip()
        if at >= 0:
            end = at + len(closing)
            yield found.start(), end
        elif begins_line:  # the end of the text cuts it off
            yield found.start(), len(text)
            break
        else:
            end = found.end()
    for pattern in (_LINE_TAGGED, _LINE):
        for found in pattern.finditer(text):
            yield found.span()


def without_calls(text: str, calls: Sequence[tuple[int, int]]) -> str:
    """Put blanks in place of calls; a text keeps its lines and its length."""
    for start, end in calls:
        blank = "".join("\n" if character == "\n" else " " for character in text[start:end])
        text = f"{text[:start]}{blank}{text[end:]}"
    return text


def outside_calls(calls: Sequence[tuple[int, int]], first: int, last: int) -> Iterator[tuple[int, int]]:
    """Cut a range where calls stand in it."""
    for start, end in calls:
        if start < last and end > first:
            yield first, max(first, start)
            first = min(last, end)
    yield first, last
