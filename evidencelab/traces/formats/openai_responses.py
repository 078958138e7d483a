"""OpenAI Responses items: `message`, `function_call`, `function_call_output` and the built-in tools' calls.

Read from a list of items, from a response object (`output`), or from a request and its response
(`input` and `output`, `instructions`). Built-in calls (web search, file search, code interpreter, MCP)
carry their result in the item itself, if the request asked to include it.

Source: OpenAI API reference, responses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from evidencelab.traces.formats import openai_chat
from evidencelab.traces.formats.conversation import Citation
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

_ANSWERED_IN_PLACE = {
    "web_search_call": "action",
    "file_search_call": "queries",
    "code_interpreter_call": "code",
    "mcp_call": "arguments",
    "image_generation_call": "prompt",
}
_RESULT_KEYS = ("results", "sources", "outputs", "output")
_ARGUMENT_KEYS = ("arguments", "input", "action", "operation", "queries", "query", "code", "prompt")
_SILENT = {"reasoning", "mcp_list_tools", "mcp_approval_request", "mcp_approval_response", "item_reference"}
_SILENT_STARTS = ("compaction", "ghost_")


def is_call(kind: JsonValue) -> bool:
    """Tell whether an item's type is that of a call."""
    return isinstance(kind, str) and kind.endswith("_call")


def is_output(kind: JsonValue) -> bool:
    """Tell whether an item's type is that of a call's output."""
    return isinstance(kind, str) and kind.endswith("_call_output")


def payloads(values: Sequence[JsonValue]) -> list[JsonValue]:
    """Give the items of a log that wraps each in a line of its own kind; any other list as it is."""
    wrapped = [mapping(value) for value in values if mapping(value).get("type") == "response_item"]
    return [fields["payload"] for fields in wrapped if "payload" in fields] if wrapped else list(values)


def read_items(items: Sequence[JsonValue], builder: TraceBuilder) -> None:
    """Read items in order into the builder."""
    for number, item in enumerate(items, start=1):
        fields = mapping(item)
        kind = text_of(fields.get("type"))
        if kind in _ANSWERED_IN_PLACE:
            _read_built_in(str(kind), fields, builder)
        elif is_call(kind):
            name = text_of(fields.get("name")) or str(kind).removesuffix("_call")
            arguments = next((fields[key] for key in _ARGUMENT_KEYS if fields.get(key) is not None), None)
            if kind == "custom_tool_call" and isinstance(arguments, str):
                arguments = {"input": arguments}
            builder.call(identifier(fields.get("call_id")) or identifier(fields.get("id")), name, arguments)
        elif is_output(kind):
            output, failed = tool_output(fields.get("output")), is_failed(fields)
            builder.result(
                identifier(fields.get("call_id")) or identifier(fields.get("id")),
                output,
                failed=failed or says_failed(output) or failed,
            )
        elif isinstance(fields.get("role"), str) and kind in (None, "message"):
            _read_message(fields, number, builder)
        elif kind not in _SILENT and not str(kind).startswith(_SILENT_STARTS):
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
    argument_key = _ANSWERED_IN_PLACE[kind]
    name = text_of(fields.get("name")) or kind.removesuffix("_call")
    arguments = fields.get(argument_key)
    if isinstance(arguments, str) and kind != "mcp_call":
        arguments = {argument_key: arguments}
    held = [fields[key] for key in _RESULT_KEYS if fields.get(key) is not None]
    action = mapping(fields.get("action"))
    if not held and isinstance(action.get("sources"), list):
        held, arguments = [action["sources"]], {key: action[key] for key in action if key != "sources"}
    index = builder.call(identifier(fields.get("id")), name, arguments)
    error = fields.get("error")
    if error is not None and not held:
        held = [mapping(error).get("content", error)]
    builder.answer(
        index,
        tool_output(held[0]) if held else None,
        failed=is_failed(fields),
        recorded=bool(held),
    )
