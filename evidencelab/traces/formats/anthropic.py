"""Anthropic messages: content blocks with `tool_use`, `tool_result`, server tools and native citations.

Also the transcript JSONL of coding agents built on them (one `{"type": "user" | "assistant",
"message": {...}}` a line) and the same blocks in Bedrock's Converse spelling (`toolUse`, `toolResult`).
Thinking is silent: it is not said to the user.

Source: Anthropic API reference, messages; Amazon Bedrock API reference, Converse.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pydantic import JsonValue

from evidencelab.traces.formats.conversation import Citation
from evidencelab.traces.formats.parts import (
    identifier,
    is_failed,
    mapping,
    parsed,
    says_failed,
    sequence,
    spoken_text,
    text_of,
    tool_output,
)
from evidencelab.traces.formats.trace_builder import TraceBuilder
from evidencelab.traces.formats.unseen import beyond

_CALL_BLOCKS = {"tool_use", "server_tool_use", "mcp_tool_use"}


def read_messages(messages: Iterable[JsonValue], builder: TraceBuilder) -> None:
    """Read messages in order into the builder."""
    for number, message in enumerate(messages, start=1):
        fields = mapping(message)
        role = fields.get("role", fields.get("type"))
        if role == "tool":
            role = "user"
        if role not in ("user", "assistant", "system"):
            builder.broken(f"message {number}", f"role is {role!r}, expected user or assistant")
            continue
        _read_blocks(str(role), fields.get("content"), builder)


def read_system(system: JsonValue, builder: TraceBuilder) -> None:
    """Read the system prompt, which stands beside the messages."""
    builder.say("system", spoken_text(system))


def read_transcript(lines: Iterable[JsonValue], builder: TraceBuilder) -> None:
    """Read transcript lines; what is neither a user's nor an assistant's line is no part of the talk.

    One assistant message may be written over several lines, one block a line, under one message id. The
    lines of an agent that was called as a tool are calls and results alone: its words are that tool's result.
    """
    read = [mapping(line) for line in lines]
    talk = [fields for fields in read if fields.get("type") in ("user", "human", "tool", "assistant")]
    of_an_agent_alone = all(_is_inner(fields) for fields in talk)
    for fields in read:
        kind = fields.get("type")
        content = mapping(fields.get("message")).get("content")
        if (_is_inner(fields) and not of_an_agent_alone) or fields.get("isMeta") is True:
            content = [block for block in sequence(content) if mapping(block).get("type") != "text"]
        if kind in ("user", "human", "tool"):
            kept = fields.get("toolUseResult", fields.get("tool_use_result"))
            _read_blocks("user", content, builder, kept)
        elif kind == "assistant" and fields.get("isApiErrorMessage") is not True:
            _read_blocks("assistant", content, builder)
        elif kind == "system" and isinstance(fields.get("content"), str) and "uuid" not in fields:
            builder.say("system", str(fields["content"]))


def _is_inner(fields: Mapping[str, JsonValue]) -> bool:
    """Tell whether a line is of an agent that was called as a tool."""
    return fields.get("isSidechain") is True or isinstance(fields.get("parent_tool_use_id"), str)


def _read_blocks(role: str, content: JsonValue, builder: TraceBuilder, kept: JsonValue = None) -> None:
    """Read a message's blocks; `kept` is the log's own copy of the result that stands in it."""
    content = parsed(content) if isinstance(content, str) and "toolUseId" in content else content
    if not isinstance(content, list):
        builder.say(
            "assistant" if role == "assistant" else "user" if role == "user" else "system",
            spoken_text(content),
        )
        return
    blocks = [mapping(block) for block in content]
    calls_tools = any(block.get("type") == "tool_use" or "toolUse" in block for block in blocks)
    texts: list[str] = []
    citations: list[Citation] = []
    for block, raw in zip(blocks, content, strict=True):
        kind = text_of(block.get("type"))
        if kind in _CALL_BLOCKS or "toolUse" in block:
            use = mapping(block.get("toolUse")) or block
            external_id = identifier(use.get("id")) or identifier(use.get("toolUseId"))
            _flush(role, texts, citations, builder, calls_tools=calls_tools)
            builder.call(external_id, text_of(use.get("name")) or "", use.get("input"))
        elif (isinstance(kind, str) and kind.endswith("tool_result")) or "toolResult" in block:
            _flush(role, texts, citations, builder, calls_tools=calls_tools)
            _read_result(mapping(block.get("toolResult")) or block, builder, kept)
        elif kind == "document":
            texts.append(str(tool_output([raw])))
        else:
            text = spoken_text([raw])
            if text:
                at = sum(len(piece) for piece in texts)
                citations += _citations(sequence(block.get("citations")), at, at + len(text))
                texts.append(text)
    _flush(role, texts, citations, builder, calls_tools=calls_tools)


def _flush(
    role: str, texts: list[str], citations: list[Citation], builder: TraceBuilder, *, calls_tools: bool
) -> None:
    """Say what was gathered. Cited blocks are pieces of one sentence, so that they join without a break."""
    joiner = "" if citations else "\n"
    builder.say(
        "assistant" if role == "assistant" else "user" if role == "user" else "system",
        joiner.join(texts),
        calls_tools=calls_tools and role == "assistant",
        citations=tuple(citations),
    )
    texts.clear()
    citations.clear()


def _citations(cited: Sequence[JsonValue], start: int, end: int) -> list[Citation]:
    return [
        Citation(
            start=start,
            end=end,
            cited_text=text_of(fields.get("cited_text")) or "",
            source=next(
                (
                    str(fields[key])
                    for key in ("url", "source", "document_title", "title", "document_index")
                    if fields.get(key) is not None
                ),
                "",
            ),
        )
        for fields in map(mapping, cited)
        if fields.get("cited_text")
    ]


def _read_result(result: Mapping[str, JsonValue], builder: TraceBuilder, kept: JsonValue = None) -> None:
    content = result.get("content", kept)
    failed = is_failed(result)
    inner = mapping(content)
    if isinstance(inner.get("type"), str) and str(inner["type"]).endswith("_error"):
        failed = True
    encrypted = isinstance(content, list) and any("encrypted_content" in mapping(part) for part in content)
    if encrypted:
        content = [_readable(mapping(part)) for part in sequence(content)]
    output = tool_output(content)
    builder.result(
        identifier(result.get("tool_use_id")) or identifier(result.get("toolUseId")),
        output,
        failed=failed if failed is not None else says_failed(output),
        partly=encrypted,
        unseen=None if kept is None else beyond(kept, output),
    )


def _readable(found: Mapping[str, JsonValue]) -> JsonValue:
    """Keep what a web search result shows of itself; its page is encrypted."""
    return {key: value for key, value in found.items() if key != "encrypted_content"}
