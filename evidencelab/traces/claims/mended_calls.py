"""Calls that failed by how they were written, and were made again: they say nothing of what was asked.

`unexpected keyword argument 'page'`, and the same tool with the same values then answered. A call that asked
for something else does not make up for one that failed. It must not judge any claim.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pydantic import JsonValue

from evidencelab.contracts import ToolInvocation
from evidencelab.traces.evidence.bearing import Call
from evidencelab.traces.evidence.faults import fault_of
from evidencelab.traces.formats.parts import mapping, sequence
from evidencelab.traces.formats.unseen import as_text

_OF_ARGUMENTS = re.compile(
    r"\b(?:unexpected|unknown|invalid|missing|required|unrecogni[sz]ed|unsupported|extra)\b[^.\n]{0,40}"
    r"\b(?:arguments?|parameters?|params?|fields?|propert(?:y|ies)|keys?|options?|flags?|keywords?|inputs?)\b"
    r"|\b(?:arguments?|parameters?|params?|field|property)\b[^.\n]{0,60}\b(?:required|missing|invalid"
    r"|not (?:allowed|permitted|recogni[sz]ed|supported|iterable)|must be|should be|expected)\b"
    r"|\bvalidation ?errors?\b|\bfield required\b|\binput should be\b|\b(?:must|should) be (?:an? |in |of )"
    r"|\bobject has no attribute\b|\bunconverted data\b|\bdoes not match format\b|\binvalid (?:\w+ )?format\b"
    r"|\bcould not convert\b|\bnot a valid\b"
    r"|参数(?:错误|无效|缺失|不正确|格式|不能|类型)|(?:缺少|无效的?|未知|多余的?)[^，。\n]{0,12}(?:参数|字段)|格式(?:错误|不正确|有误)",
    re.IGNORECASE,
)
_LONGEST, _SHORTEST = 1200, 4
_MOST_BEHIND = 20
"""Calls behind a failed one that may make up for it, the nearest."""


def without_mended(calls: Sequence[Call]) -> tuple[Call, ...]:
    """Leave out the calls that failed by their arguments and were made again with them put right.

    Args:
        calls: The calls, in order.
    """
    tools = {call.tool_name for _, call, _ in calls if _may_be_of_arguments(call)}
    answered: dict[str, list[ToolInvocation]] = {tool: [] for tool in tools}
    kept: list[Call] = []
    for entry in reversed(calls):
        _, call, record = entry
        if call.tool_name in answered:
            fault, behind = fault_of(call, record), answered[call.tool_name]
            if fault is None:
                behind.append(call)
            elif fault.kind == "failed" and _is_mended(call, behind):
                continue
        kept.append(entry)
    return tuple(reversed(kept))


def _is_mended(call: ToolInvocation, behind: Sequence[ToolInvocation]) -> bool:
    return _may_be_of_arguments(call) and any(_asks_the_same(call, other) for other in behind[-_MOST_BEHIND:])


def _may_be_of_arguments(call: ToolInvocation) -> bool:
    said = as_text(call.output)
    return len(said) <= _LONGEST and _OF_ARGUMENTS.search(said) is not None


def _asks_the_same(call: ToolInvocation, other: ToolInvocation) -> bool:
    """Tell whether a call has every value of one that failed, but for those that the error names.

    One that has none of them asks for something else.
    """
    said, asked = as_text(call.output), set(_values(other.arguments))
    values = {key: list(_values(value)) for key, value in mapping(call.arguments).items()}
    kept = [value for its in values.values() for value in its if any(_is_like(value, one) for one in asked)]
    if not kept and any(values.values()):
        return False
    return all(value in kept for key, its in values.items() if not _names(said, key) for value in its)


def _names(said: str, key: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(key)}(?!\w)", said) is not None


def _values(value: JsonValue) -> Iterator[str]:
    """Give the values of arguments as texts in small letters."""
    held = [*mapping(value).values(), *sequence(value)]
    if held:
        for item in held:
            yield from _values(item)
    elif value not in (None, "", [], {}):
        yield str(value).lower()


def _is_like(value: str, other: str) -> bool:
    """Tell whether one text is another, or a part of it: a time that lost its seconds."""
    shorter = min(value, other, key=len)
    is_part = len(shorter) >= _SHORTEST and not shorter.isdigit() and (value in other or other in value)
    return value == other or is_part
