"""A tool's arguments and result inside what its framework wraps around them.

A span holds what the instrumentation was handed: the keyword arguments beside run ids, a message object
around the result, or its printed form. What the model gave and got is taken out; anything that is no known
wrapper is the tool's own and stays as it is.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pydantic import JsonValue

from evidencelab.traces.formats import langchain
from evidencelab.traces.formats.parts import (
    identifier,
    is_failed,
    mapping,
    parsed,
    sequence,
    text_of,
    tool_output,
)
from evidencelab.traces.formats.spoken_parts import call_of

_LONGEST_LITERAL = 200_000
_BESIDE_OUTPUT = {"output", "outputs", "kwargs", "tags", "metadata", "run_id", "parent_run_id", "inputs"}
_BESIDE_INPUT = {"args", "kwargs", "sanitize_inputs_outputs", "self", "tags", "metadata"}
_OF_A_RESULT = {
    "content",
    "status",
    "type",
    "name",
    "meta",
    "_meta",
    "artifact",
    "isError",
    "is_error",
    "structuredContent",
    "structured_content",
    "resultType",
    "toolUseId",
    "tool_use_id",
}
_FUNCTION_RESPONSE = {"id", "name", "response", "will_continue", "scheduling"}
_PART_KEYS = {"type", "text", "json", "annotations", "_meta", "meta", "cache_control"}
_PRINTED = re.compile(
    r"\Acontent=(?P<content>'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")"
    r"(?=(?:\s\w+=.*)?\btool_call_id=(?P<quote>['\"])(?P<id>[^'\"]*)(?P=quote))(?P<rest>(?:\s\w+=.*)?)\Z",
    re.DOTALL,
)


class ToolReturn(NamedTuple):
    """What a tool gave back, freed of its wrapper.

    Attributes:
        output: What the model got.
        call_id: The call's id, where the wrapper names it.
        failed: The wrapper's error flag, None where it has none.
    """

    output: JsonValue
    call_id: str | None = None
    failed: bool | None = None


def returned(value: JsonValue) -> ToolReturn:
    """Take a tool's result out of its wrapper."""
    held = parsed(value)
    if isinstance(held, str):
        return _printed(held) or ToolReturn(value)
    if isinstance(held, list):
        plain = _are_parts(held) and not any(set(mapping(item)) - _PART_KEYS for item in held)
        return ToolReturn(tool_output(held)) if plain else ToolReturn(value)
    fields = mapping(held)
    message = _tool_message(fields)
    if message is not None:
        failed = is_failed({"status": message.get("status"), "is_error": message.get("is_error")})
        return ToolReturn(tool_output(message.get("content")), _call_id(message), failed)
    for key in ("output", "outputs"):
        if fields.get(key) is not None and set(fields) <= _BESIDE_OUTPUT:
            return returned(fields[key])
    if "response" in fields and set(fields) <= _FUNCTION_RESPONSE:
        return ToolReturn(fields["response"], identifier(fields.get("id")))
    if isinstance(fields.get("toolResult"), dict):
        return returned(fields["toolResult"])
    if "raw_output" in fields and ("blocks" in fields or "content" in fields):
        return ToolReturn(tool_output(fields.get("blocks", fields.get("content"))), failed=is_failed(fields))
    structured = fields.get("structuredContent", fields.get("structured_content"))
    content = sequence(fields.get("content"))
    if set(fields) <= _OF_A_RESULT and (_are_parts(content) or (structured is not None and not content)):
        output = tool_output(list(content))
        if structured is not None and (isinstance(output, list) or not output):
            output = structured
        return ToolReturn(output, _call_id(fields), is_failed(fields))
    return ToolReturn(value)


def given(candidates: Iterable[JsonValue]) -> JsonValue:
    """Take the arguments of a call out of what a span holds of them.

    Args:
        candidates: What stands under the keys that may hold them, the likeliest first. A schema of the
            tool's parameters is none; an object counts before text.
    """
    found = [taken for value in candidates if value is not None and not _is_schema(taken := _given(value))]
    return next((value for value in found if isinstance(value, dict)), found[0] if found else None)


def _given(value: JsonValue) -> JsonValue:
    held = parsed(value)
    if isinstance(held, str):
        return _literal(held)
    fields = mapping(held)
    if "input_str" in fields:
        inputs = mapping(fields.get("inputs"))
        return dict(inputs) if inputs else _given(fields["input_str"])
    if isinstance(fields.get("kwargs"), dict) and set(fields) <= _BESIDE_INPUT:
        return dict(mapping(fields["kwargs"])) or fields.get("args")
    if set(fields) == {"input"} and isinstance(_literal(str(fields["input"])), dict):
        return _literal(str(fields["input"]))
    if isinstance(fields.get("tool_call"), dict):
        return _given(call_of(mapping(fields["tool_call"])).arguments)
    if fields.get("type") == "tool_call" and "args" in fields:
        return _given(fields["args"])
    return held


def _literal(text: str) -> JsonValue:
    """Read an object printed as Python does; any other text stays."""
    if not text.lstrip().startswith("{") or len(text) > _LONGEST_LITERAL:
        return text
    try:
        value = ast.literal_eval(text.strip())
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return text
    return value if isinstance(value, dict) and all(isinstance(key, str) for key in value) else text


def _is_schema(value: JsonValue) -> bool:
    fields = mapping(value)
    if isinstance(fields.get("properties"), dict) and ("type" in fields or "required" in fields):
        return True
    described = [mapping(item) for item in fields.values()]
    return bool(described) and all("type" in item and "description" in item for item in described)


def _printed(text: str) -> ToolReturn | None:
    """Read a tool message in its printed form."""
    match = _PRINTED.match(text) if text.startswith("content=") else None
    if match is None:
        return None
    try:
        content = ast.literal_eval(match["content"])
    except (ValueError, SyntaxError, MemoryError):
        return None
    failed = True if re.search(r"\bstatus=['\"]error['\"]", match["rest"]) else None
    return ToolReturn(str(content), match["id"] or None, failed)


def _tool_message(fields: Mapping[str, JsonValue]) -> Mapping[str, JsonValue] | None:
    """Give the fields of the one tool message in a value, wherever its framework puts it."""
    known = langchain.message_fields(dict(fields))
    if known is not None and known[0] == "tool":
        return known[1]
    if _call_id(fields) is not None and "content" in fields:
        return fields
    inner = sequence(mapping(fields.get("update")).get("messages")) or (
        sequence(fields.get("messages")) if set(fields) <= {"messages"} else ()
    )
    return _tool_message(mapping(inner[0])) if len(inner) == 1 else None


def _call_id(fields: Mapping[str, JsonValue]) -> str | None:
    return identifier(fields.get("tool_call_id")) or text_of(fields.get("toolUseId"))


def _are_parts(items: Sequence[JsonValue]) -> bool:
    """Tell content parts from a tool's own records."""
    return bool(items) and all(
        isinstance(mapping(item).get("type"), str)
        if set(mapping(item)) - _PART_KEYS
        else bool({"text", "json"} & set(mapping(item)))
        for item in items
    )
