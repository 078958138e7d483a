"""MCP traffic: `tools/call` requests and their results, as JSON-RPC messages or as bare results.

A protocol error and a result with `isError` are both failed calls. The protocol carries no conversation;
prompt and sampling messages (`{"role", "content": {"type": "text"}}`) that a host logged between are one.

Source: Model Context Protocol specification, server tools.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from pydantic import JsonValue

from evidencelab.traces.formats.conversation import Role
from evidencelab.traces.formats.parts import identifier, is_failed, mapping, sequence, text_of, tool_output
from evidencelab.traces.formats.trace_builder import TraceBuilder

_CONTENT_TYPES = {"text", "image", "audio", "resource", "resource_link"}


def is_result(value: JsonValue) -> bool:
    """Tell whether a value is a bare `tools/call` result."""
    fields = mapping(value)
    if "role" in fields or "content" not in fields:
        return False
    if any(key in fields for key in ("isError", "is_error", "structuredContent", "structured_content")):
        return "type" not in fields
    parts = [mapping(part) for part in sequence(fields["content"])]
    return (
        set(fields) <= {"content", "_meta", "meta"}
        and any("text" in part for part in parts)
        and all(str(part.get("type")) in _CONTENT_TYPES for part in parts)
    )


def read_traffic(messages: Iterable[JsonValue], builder: TraceBuilder) -> None:
    """Read JSON-RPC messages, or bare results, in order into the builder."""
    for number, message in enumerate(messages, start=1):
        fields = mapping(message)
        if is_result(message):
            _result(None, fields, builder)
        elif fields.get("method") == "tools/call":
            params = mapping(fields.get("params"))
            builder.call(
                identifier(fields.get("id")), text_of(params.get("name")) or "", params.get("arguments")
            )
        elif "result" in fields or "error" in fields:
            _answer(fields, builder)
        elif (role := _role_of(fields)) is not None:
            builder.say(role, text_of(tool_output([fields["content"]])) or "")
        elif "method" not in fields:
            builder.broken(f"message {number}", "is neither a JSON-RPC message nor a tools/call result")


def _role_of(fields: Mapping[str, JsonValue]) -> Role | None:
    """Name who speaks in a prompt or sampling message; None for any other value."""
    role = fields.get("role")
    if "content" not in fields or role not in ("system", "user", "assistant"):
        return None
    return cast("Role", role)


def _answer(fields: Mapping[str, JsonValue], builder: TraceBuilder) -> None:
    """Take the answer to a tools/call that was seen; answers to other methods are no tool results."""
    external_id = identifier(fields.get("id"))
    if external_id is None or not (builder.is_waiting(external_id) or is_result(fields.get("result"))):
        return
    if "error" in fields:
        error = mapping(fields["error"])
        builder.result(external_id, text_of(error.get("message")) or "error", failed=True)
    else:
        _result(external_id, mapping(fields["result"]), builder)


def _result(external_id: str | None, result: Mapping[str, JsonValue], builder: TraceBuilder) -> None:
    output = tool_output(result.get("content"))
    structured = result.get("structuredContent", result.get("structured_content"))
    if structured is not None and (output in (None, "", []) or isinstance(output, list)):
        output = structured
    builder.result(external_id, output, failed=is_failed(result))
