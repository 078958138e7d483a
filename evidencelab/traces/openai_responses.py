"""OpenAI Responses items: `message`, `function_call`, `function_call_output` and the built-in tools' calls.

Read from a list of items, from a response object (`output`), or from a request and its response
(`input` and `output`, `instructions`). Built-in calls (web search, file search, code interpreter, MCP)
carry their result in the item itself, if the request asked to include it.

Source: OpenAI API reference, responses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from evidencelab.traces import openai_chat
from evidencelab.traces.conversation import Citation
from evidencelab.traces.parts import (
    identifier,
    is_failed,
    mapping,
    sequence,
    spoken_text,
    text_of,
    tool_output,
)
from evidencelab.traces.trace_builder import TraceBuilder

CALL_TYPES = {"function_call", "custom_tool_call", "local_shell_call", "shell_call", "computer_call"}
OUTPUT_TYPES = {f"{name}_output" for name in CALL_TYPES}
BUILT_IN_TYPES = {
    "web_search_call": ("action", ("results", "sources")),
    "file_search_call": ("queries", ("results",)),
    "code_interpreter_call": ("code", ("outputs",)),
    "mcp_call": ("arguments", ("output",)),
    "image_generation_call": ("prompt", ()),
}
_SILENT = {"reasoning", "mcp_list_tools", "mcp_approval_request", "mcp_approval_response", "item_reference"}


def read_items(items: Sequence[JsonValue], builder: TraceBuilder) -> None:
    """Read items in order into the builder."""
    for number, item in enumerate(items, start=1):
        fields = mapping(item)
        kind = fields.get("type")
        if kind in CALL_TYPES:
            name = text_of(fields.get("name")) or str(kind).removesuffix("_call")
            arguments = next(
                (fields[key] for key in ("arguments", "input", "action") if fields.get(key) is not None), None
            )
            if kind == "custom_tool_call" and isinstance(arguments, str):
                arguments = {"input": arguments}
            builder.call(identifier(fields.get("call_id")) or identifier(fields.get("id")), name, arguments)
        elif kind in OUTPUT_TYPES:
            builder.result(
                identifier(fields.get("call_id")) or identifier(fields.get("id")),
                tool_output(fields.get("output")),
                failed=is_failed(fields),
            )
        elif kind in BUILT_IN_TYPES:
            _read_built_in(str(kind), fields, builder)
        elif isinstance(fields.get("role"), str) and kind in (None, "message"):
            _read_message(fields, number, builder)
        elif kind not in _SILENT:
            builder.broken(f"item {number}", f"type is {kind!r}, which no known item has")


def _read_message(fields: Mapping[str, JsonValue], number: int, builder: TraceBuilder) -> None:
    role = fields["role"]
    content = fields.get("content")
    if role == "assistant" and not fields.get("tool_calls"):
        text, citations = _cited(content)
        builder.say("assistant", text, citations=citations)
    elif role in ("system", "developer", "user", "assistant", "tool"):
        openai_chat.read_messages([dict(fields)], builder)
    else:
        builder.broken(f"item {number}", f"role is {role!r}, expected user, assistant, system or developer")


def _cited(content: JsonValue) -> tuple[str, tuple[Citation, ...]]:
    if not isinstance(content, list):
        return spoken_text(content), ()
    texts: list[str] = []
    citations: list[Citation] = []
    at = 0
    for part in content:
        fields = mapping(part)
        text = spoken_text([part])
        if not text:
            continue
        for note in map(mapping, sequence(fields.get("annotations"))):
            start, end = note.get("start_index"), note.get("end_index")
            if isinstance(start, int) and isinstance(end, int) and 0 <= start < end <= len(text):
                source = text_of(note.get("url")) or text_of(note.get("filename")) or ""
                citations.append(Citation(start=at + start, end=at + end, cited_text="", source=source))
        texts.append(text)
        at += len(text) + 1
    return "\n".join(texts), tuple(citations)


def _read_built_in(kind: str, fields: Mapping[str, JsonValue], builder: TraceBuilder) -> None:
    argument_key, result_keys = BUILT_IN_TYPES[kind]
    name = text_of(fields.get("name")) or kind.removesuffix("_call")
    arguments = fields.get(argument_key)
    if isinstance(arguments, str) and kind != "mcp_call":
        arguments = {argument_key: arguments}
    index = builder.call(identifier(fields.get("id")), name, arguments)
    held = [fields[key] for key in result_keys if fields.get(key) is not None]
    error = fields.get("error")
    if error is not None and not held:
        held = [error]
    builder.answer(
        index,
        tool_output(held[0]) if held else None,
        failed=is_failed(fields),
        recorded=bool(held),
    )
