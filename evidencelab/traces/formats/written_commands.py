"""Commands that a model wrote into its message in a fence or a tag, and results that came back as a message.

Agents with nothing but a shell are told to write one block a turn; their harness runs it, and gives back what
it printed as if the user had said it, behind a mark. Only such a mark makes a message a result: what a user
says behind a model's code is talk.
"""

from __future__ import annotations

import re

from pydantic import JsonValue

_MARK = re.compile(
    r"^[ \t]*```(?P<language>[\w+-]*)[^\n`]*$"
    r"|<(?P<closing>/?)(?P<tag>execute_\w+|bash|shell|python|command|tool_code|code|run|action)>",
    re.MULTILINE,
)
_RESULT = re.compile(
    r"\s*(?:<(?:returncode|exit_?code|output|stdout|stderr|results?|tool_(?:results?|output)|function_results?"
    r"|observation|execution_(?:results?|output))\b[^>\n]{0,80}>"
    r"|\**(?:observation|(?:command |execution |tool |program |shell )(?:output|results?|response)"
    r"|execution results? of [^\n:]{1,80}|\[[^\]\n]{1,120}\] results?|stdout|exit code|return ?code)"
    r"\**\s?[:：])",
    re.IGNORECASE,
)
_NAMELESS = "command"


def command_in(text: str) -> dict[str, JsonValue]:
    """Give the last command that a text holds as a step's action; empty if it holds none."""
    opened: re.Match[str] | None = None
    last: tuple[str, str] | None = None
    for mark in _MARK.finditer(text):
        in_fence = opened is not None and opened["tag"] is None
        if opened is not None and _closes(opened, mark):
            last = opened["tag"] or opened["language"] or _NAMELESS, text[opened.end() : mark.start()]
            opened = None
        elif not in_fence and not mark["closing"]:
            opened = mark
    return {} if last is None else {"action": last[0], "action_input": {"command": last[1].strip()}}


def _closes(opened: re.Match[str], mark: re.Match[str]) -> bool:
    if opened["tag"] is None:
        return mark["tag"] is None and not mark["language"]
    return bool(mark["closing"]) and mark["tag"] == opened["tag"]


def is_result(text: str) -> bool:
    """Tell whether a text begins with a mark by which harnesses give back what a command printed."""
    return _RESULT.match(text) is not None
