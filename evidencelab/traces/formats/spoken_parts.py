"""The parts of a message: text, a call, a result, told apart by their keys and the kind they name.

A call holds a tool's name and arguments, a result what came back under the call's id; a part may name its
kind (`tool-call`, `functionResponse`, `block_type: text`) or leave it to its keys.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pydantic import JsonValue

from evidencelab.traces.formats.parts import identifier, is_failed, mapping, parsed, text_of, tool_output

_KIND_KEYS = ("type", "part_kind", "block_type", "content_type", "contentType", "kind", "$type")
_INNER_CALLS = ("function_call", "functionCall", "toolUse", "tool_call", "server_tool_call", "toolInvocation")
_INNER_RESULTS = ("function_response", "functionResponse", "toolResult", "tool_result", "tool_call_result")
_CALL_KIND = re.compile(r"(?:^|_)(?:tool_?call|tool_?use|function_?call|tool_call_request)(?:_?content)?$")
_RESULT_KIND = re.compile(
    r"(?:^|_)(?:tool_call_response|tool_?result|function_?response|function_?result|function_call_output"
    r"|tool_return|retry_prompt)(?:_?content)?$"
)
_TEXT_KINDS = {"", "text", "input_text", "output_text", "refusal", "text_content", "textcontent"}
_CALL_IDS = ("call_id", "tool_call_id", "toolCallId", "toolUseId", "callId", "callID", "id")
_RESULT_IDS = (*_CALL_IDS[:-1], "tool_use_id", "id")
_NAMES = ("name", "toolName", "tool_name", "function_name", "functionName", "tool")
_ARGUMENTS = ("arguments", "args", "input", "parameters", "tool_args")
_OUTPUTS = (
    "response",
    "result",
    "content",
    "output",
    "server_tool_call_response",
    "tool_return",
    "tool_result",
    "errorText",
    "error",
)


class SpokenCall(NamedTuple):
    """A tool call as a model's message asks for it."""

    call_id: str | None
    name: str
    arguments: JsonValue


class SpokenResult(NamedTuple):
    """A tool result as a model's input messages carry it."""

    call_id: str | None
    name: str
    output: JsonValue
    failed: bool | None


def kind_of_part(part: Mapping[str, JsonValue]) -> str:
    """Give the kind that a part names, in one spelling; empty if it names none."""
    kind = next((part[key] for key in _KIND_KEYS if isinstance(part.get(key), str)), "")
    return str(kind).lower().replace("-", "_").replace(".", "_")


def part_call(part: Mapping[str, JsonValue]) -> SpokenCall | None:
    """Read a part that asks for a tool; None for any other."""
    part = _with_state(part)
    inner = next((mapping(part[key]) for key in _INNER_CALLS if isinstance(part.get(key), dict)), None)
    if inner is not None:
        return call_of({"id": part.get("id"), "name": part.get("name"), **inner})
    kind = kind_of_part(part)
    if kind.startswith(("tool_", "dynamic_tool")) and "toolCallId" in part and "state" in part:
        return call_of({"name": kind.removeprefix("tool_"), **_own_name(part)})
    if _CALL_KIND.search(kind):
        return call_of(part)
    if kind == "tool" and "status" in part:
        return call_of(part)
    shaped = not kind and _first(part, _NAMES) and _first(part, _ARGUMENTS) is not None
    return call_of(part) if shaped and _first(part, _OUTPUTS) is None else None


def part_result(part: Mapping[str, JsonValue]) -> SpokenResult | None:
    """Read a part that carries what a tool gave back; None for any other."""
    part = _with_state(part)
    inner = next((mapping(part[key]) for key in _INNER_RESULTS if isinstance(part.get(key), dict)), None)
    if inner is not None:
        return result_of(inner)
    inner = mapping(part.get("toolInvocation"))
    if inner.get("state") == "result":
        return result_of(inner)
    kind = kind_of_part(part)
    if "toolCallId" in part and str(part.get("state")).startswith("output"):
        back = result_of(_own_name(part))
        return back._replace(failed=True) if part["state"] == "output-error" else back
    if kind == "tool" and "status" in part:
        return result_of(part) if _first(part, _OUTPUTS) is not None else None
    if kind == "retry_prompt" and _first(part, _CALL_IDS[:-1]) is None:
        return None
    if _RESULT_KIND.search(kind):
        back = result_of(part)
        return back._replace(failed=True) if kind == "retry_prompt" else back
    shaped = not kind and _first(part, _CALL_IDS[:-1]) and _first(part, _OUTPUTS) is not None
    return result_of(part) if shaped else None


def _with_state(part: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
    """Give a part with what its state holds beside its own fields."""
    return {**part, **mapping(part["state"])} if isinstance(part.get("state"), dict) else part


def _own_name(part: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
    return {key: value for key, value in part.items() if key not in ("type", "state", "id")}


def part_said(part: JsonValue) -> str | None:
    """Give the text that a part says to the reader; None for calls, results, thinking and pictures."""
    if isinstance(part, str):
        return part
    fields = mapping(part)
    if kind_of_part(fields) not in _TEXT_KINDS or fields.get("thought") is True:
        return None
    if part_call(fields) is not None or part_result(fields) is not None:
        return None
    held = _first(fields, ("text", "content", "refusal"))
    held = mapping(held).get("value", held)
    return held if isinstance(held, str) else None


def are_parts(items: Sequence[JsonValue]) -> bool:
    """Tell whether every item is a part that is known here."""
    return bool(items) and all(
        isinstance(item, dict)
        and (
            part_said(item) is not None
            or part_call(item) is not None
            or part_result(item) is not None
            or kind_of_part(item) != ""
        )
        for item in items
    )


def call_of(fields: Mapping[str, JsonValue]) -> SpokenCall:
    """Read a call from its fields, however they are spelt."""
    function = mapping(fields.get("function")) or fields
    name = text_of(_first(function, _NAMES)) or text_of(fields.get("function")) or ""
    return SpokenCall(_id(fields, _CALL_IDS), name, _first(function, _ARGUMENTS))


def result_of(fields: Mapping[str, JsonValue]) -> SpokenResult:
    """Read a result from its fields, however they are spelt."""
    fields = {**mapping(fields.get("origin")), **fields}
    output, failed = _first(fields, _OUTPUTS), is_failed(fields)
    typed = mapping(parsed(output))
    if isinstance(typed.get("type"), str) and set(typed) <= {"type", "value", "reason", "providerOptions"}:
        failed = failed or (True if str(typed["type"]).startswith("error") else None)
        output = typed.get("value", typed.get("reason"))
    return SpokenResult(
        _id(fields, _RESULT_IDS), text_of(_first(fields, _NAMES)) or "", tool_output(output), failed
    )


def result_id(fields: Mapping[str, JsonValue]) -> str | None:
    """Give the id under which a message names the call it answers."""
    return _id(fields, _RESULT_IDS)


def _first(fields: Mapping[str, JsonValue], keys: tuple[str, ...]) -> JsonValue:
    return next((fields[key] for key in keys if fields.get(key) is not None), None)


def _id(fields: Mapping[str, JsonValue], keys: tuple[str, ...]) -> str | None:
    return next((found for key in keys if (found := identifier(fields.get(key))) is not None), None)
