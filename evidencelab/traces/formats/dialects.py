"""Messages in dialects that no importer reads as they stand, written as chat messages.

A message may name its speaker otherwise (`sender`, `source`, `kind`), hold parts of its own (`parts`,
`blocks`, `items`, `contents`), or carry a call with its result. What they hold decides, not whose they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pydantic import JsonValue

from evidencelab.traces.formats.parts import mapping, sequence
from evidencelab.traces.formats.spoken import SpokenMessage, spoken_messages
from evidencelab.traces.formats.spoken_parts import part_call, part_result

_PART_KEYS = ("parts", "blocks", "items", "contents")
_SPEAKER_KEYS = ("sender", "source", "author", "speaker")
_KNOWN_KINDS = ("tool_use", "tool_result")
_SPEAKING_OF_TOOLS = ("tool-call", "tool-response")
REPLY_KEYS = ("candidates",)
"""Where a dialect's request object holds the replies to it."""


def is_dialect(fields: Mapping[str, JsonValue]) -> bool:
    """Tell whether a message names its speaker or holds its parts in a way of its own."""
    inner = _inner(fields)
    if "role" not in inner:
        kind = str(inner.get("type"))
        return (
            any(isinstance(inner.get(key), str | dict) and _says(inner) for key in _SPEAKER_KEYS)
            or "message_type" in inner
            or (inner.get("kind") in ("request", "response") and isinstance(inner.get("parts"), list))
            or (isinstance(inner.get("toolCalls"), list) and "content" in inner)
            or kind in ("function.call", "function.result")
            or (kind.endswith(_KNOWN_KINDS) and "message" not in inner)
            or any(part_result(mapping(part)) is not None for part in sequence(inner.get("content")))
        )
    if not isinstance(inner["role"], str) or sequence(inner.get("tool_responses")):
        return True
    if inner["role"] in _SPEAKING_OF_TOOLS:
        return True
    if any(isinstance(inner.get(key), list) and inner.get("content") is None for key in _PART_KEYS):
        return True
    held = [mapping(part) for part in (*sequence(inner.get("parts")), *sequence(inner.get("content")))]
    return "tool_calls" not in inner and any(
        (part_call(part) is not None or part_result(part) is not None) and not _is_known(part)
        for part in held
    )


def as_chat(messages: Sequence[JsonValue]) -> list[JsonValue] | None:
    """Write messages of a dialect as chat messages; None if none of them is in one."""
    if not any(is_dialect(mapping(message)) for message in messages):
        return None
    return [written for message in messages for written in _written(mapping(message))]


def reply_in(fields: Mapping[str, JsonValue]) -> list[JsonValue]:
    """Give the replies that a request's object holds beside its messages, as chat messages."""
    found = (spoken_messages(fields.get(key), "assistant") for key in REPLY_KEYS)
    return [written for spoken in found for message in spoken for written in chat_of(message)]


def _inner(fields: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
    """Give the message inside a wrapper that holds its speaker or its parts apart."""
    info, content = mapping(fields.get("info")), mapping(fields.get("content"))
    if "role" in info and "parts" in fields:
        return {"role": info["role"], "parts": fields["parts"]}
    return content if "role" in content and "parts" in content else fields


def _says(fields: Mapping[str, JsonValue]) -> bool:
    return any(fields.get(key) is not None for key in ("content", "text", "message", "parts"))


def _is_known(part: Mapping[str, JsonValue]) -> bool:
    kind = str(part.get("type"))
    return (kind.endswith(_KNOWN_KINDS) and kind not in part) or bool({"toolUse", "toolResult"} & set(part))


def _written(fields: Mapping[str, JsonValue]) -> Iterator[JsonValue]:
    responses = sequence(fields.get("tool_responses"))
    if responses and all(isinstance(item, dict) for item in responses):
        yield from responses
    elif is_dialect(fields) or "role" not in fields:
        for message in spoken_messages(dict(_inner(fields)), "assistant"):
            yield from chat_of(message)
    else:
        yield dict(fields)


def chat_of(message: SpokenMessage) -> Iterator[JsonValue]:
    """Write a message as chat messages: its calls, their results, then what it says of them."""
    role = message.role if message.role in ("system", "user") else "assistant"
    calls: list[JsonValue] = [
        {"id": call.call_id, "name": call.name, "arguments": call.arguments} for call in message.calls
    ]
    before = "" if message.results else message.text
    if calls:
        yield {"role": "assistant", "content": before, "tool_calls": calls}
    for result in message.results:
        yield {
            "role": "tool",
            "tool_call_id": result.call_id,
            "name": result.name,
            "content": result.output,
            "is_error": result.failed,
        }
    if message.text and (message.results or not calls):
        yield {"role": role, "content": message.text}
