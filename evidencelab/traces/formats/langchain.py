"""LangChain messages: plain (`type` and `content` at the top), `messages_to_dict` and `dumpd`.

A tool message's `artifact` was kept from the model: it is noted apart and is no evidence. A message's
`status` is its error flag.

Source: langchain_core.messages, langchain_core.load.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from evidencelab.traces.formats import anthropic
from evidencelab.traces.formats.parts import (
    identifier,
    is_failed,
    mapping,
    says_failed,
    sequence,
    spoken_text,
    text_of,
    tool_output,
)
from evidencelab.traces.formats.trace_builder import TraceBuilder
from evidencelab.traces.formats.unseen import as_text

_ROLES = {
    "human": "user",
    "user": "user",
    "ai": "assistant",
    "assistant": "assistant",
    "system": "system",
    "developer": "system",
    "tool": "tool",
    "function": "tool",
    "humanmessage": "user",
    "aimessage": "assistant",
    "aimessagechunk": "assistant",
    "systemmessage": "system",
    "toolmessage": "tool",
    "functionmessage": "tool",
}


def message_fields(message: JsonValue) -> tuple[str, Mapping[str, JsonValue]] | None:
    """Give a message's role and its own fields, whichever of the three spellings it has; None for others."""
    fields = mapping(message)
    if fields.get("lc") is not None and isinstance(fields.get("id"), list):
        path = sequence(fields["id"])
        kwargs = mapping(fields.get("kwargs"))
        name = str(path[-1]).lower() if path else str(kwargs.get("type", "")).lower()
        role = _ROLES.get(name)
        return (role, kwargs) if role else None
    kind = fields.get("type")
    if isinstance(kind, str) and isinstance(fields.get("data"), dict):
        role = _ROLES.get(kind.lower())
        return (role, mapping(fields["data"])) if role else None
    if "kwargs" in fields and isinstance(mapping(fields["kwargs"]).get("type"), str):
        kwargs = mapping(fields["kwargs"])
        role = _ROLES.get(str(kwargs["type"]).lower())
        return (role, kwargs) if role else None
    if isinstance(kind, str) and ("content" in fields or "tool_calls" in fields):
        role = _ROLES.get(kind.lower())
        return (role, fields) if role else None
    return None


def read_messages(messages: Sequence[JsonValue], builder: TraceBuilder) -> None:
    """Read messages in order into the builder."""
    for number, message in enumerate(messages, start=1):
        known = message_fields(message)
        if known is None:
            builder.broken(f"message {number}", "is in none of LangChain's three spellings of a message")
            continue
        role, fields = known
        if role == "tool":
            _read_result(fields, builder)
        elif role == "assistant":
            _read_assistant(fields, builder)
        else:
            builder.say("user" if role == "user" else "system", spoken_text(fields.get("content")))


def _read_assistant(fields: Mapping[str, JsonValue], builder: TraceBuilder) -> None:
    calls = [mapping(call) for call in sequence(fields.get("tool_calls"))]
    invalid = [mapping(call) for call in sequence(fields.get("invalid_tool_calls"))]
    if not calls and not invalid:
        extra = mapping(fields.get("additional_kwargs"))
        for call in map(mapping, sequence(extra.get("tool_calls"))):
            function = mapping(call.get("function"))
            calls.append(
                {"id": call.get("id"), "name": function.get("name"), "args": function.get("arguments")}
            )
        if not calls and isinstance(extra.get("function_call"), dict):
            function = mapping(extra["function_call"])
            calls.append({"id": None, "name": function.get("name"), "args": function.get("arguments")})
    content = fields.get("content")
    blocks = [mapping(block) for block in sequence(content)]
    if not calls and any(block.get("type") == "tool_use" for block in blocks):
        anthropic.read_messages([{"role": "assistant", "content": content}], builder)
        return
    builder.say("assistant", spoken_text(content), calls_tools=bool(calls or invalid))
    for call in [*calls, *invalid]:
        builder.call(
            identifier(call.get("id")),
            text_of(call.get("name")) or "",
            call.get("args", call.get("arguments")),
        )


def _read_result(fields: Mapping[str, JsonValue], builder: TraceBuilder) -> None:
    artifact = fields.get("artifact")
    name = text_of(fields.get("name")) or ""
    output = tool_output(fields.get("content"))
    failed = is_failed({"status": fields.get("status")})
    builder.result(
        identifier(fields.get("tool_call_id")),
        output,
        tool_name=name,
        failed=failed or says_failed(output) or failed,
        unseen=None if artifact is None else as_text(artifact),
    )
