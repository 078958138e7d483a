"""Calls and results that a chat template wrote into the text of messages.

Open models call a tool by writing `<tool_call>{"name", "arguments"}</tool_call>` and read
`<tool_response>...</tool_response>`; logs of the raw text hold both. A call that is no JSON stays text.

Source: the Hermes function-calling format, also of Qwen's chat template.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from evidencelab.traces.formats.parts import mapping, parsed
from evidencelab.traces.formats.spoken_parts import SpokenCall, call_of
from evidencelab.traces.formats.unseen import as_text

_CALL = re.compile(r"<tool_call>\s*(\{.*?\})\s*</tool_call>", re.DOTALL)
_CALL_END = re.compile(r"\}\s*</tool_call>")
_RESPONSE = re.compile(r"<tool_response>(.*?)</tool_response>", re.DOTALL)
_THINKING = re.compile(r"\A\s*<think(?:ing)?>.*?</think(?:ing)?>\s*", re.DOTALL)


class TextCalls(NamedTuple):
    """What an assistant's text holds.

    Attributes:
        said: The text without its calls.
        calls: The calls, in order.
    """

    said: str
    calls: tuple[SpokenCall, ...]


def calls_in(text: str) -> TextCalls:
    """Take the calls, and thinking in front, out of an assistant's text; what is but thinking stays."""
    # behind the last end nothing is looked for: each call left open would be read to the end of the text
    end = max((match.end() for match in _CALL_END.finditer(text)), default=0)
    found = [mapping(parsed(match[1])) for match in _CALL.finditer(text, 0, end)]
    calls = tuple(call_of(fields) for fields in found if isinstance(fields.get("name"), str))
    if not calls or len(calls) < len(found):
        return TextCalls(_THINKING.sub("", text) or text, ())
    return TextCalls(_THINKING.sub("", _CALL.sub("", text)).strip(), calls)


def responses_in(text: str) -> tuple[str, ...]:
    """Give the results in a text that holds nothing but results; none if it holds anything else."""
    whole = text.strip()
    if not whole.startswith("<tool_response>") or not whole.endswith("</tool_response>"):
        return ()
    if _RESPONSE.sub("", whole).strip():
        return ()
    return tuple(_content(match[1].strip()) for match in _RESPONSE.finditer(whole))


def _content(text: str) -> str:
    """Give what a response holds, apart from the name it may repeat."""
    fields = mapping(parsed(text))
    if "content" not in fields or not set(fields) <= {"name", "content", "tool_call_id"}:
        return text
    held = fields["content"]
    return as_text(held)
