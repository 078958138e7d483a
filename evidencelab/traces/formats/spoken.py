"""Messages in whichever spelling a trace holds them: who speaks, what is said, called and given back.

Instrumentations and harnesses write a model's request and response as they got them, so that one holds chat
messages, another LangChain's, a third parts with `functionCall`. Here all become the same value. It must
not know an attribute's name, nor what stands before or after.

Source: OpenTelemetry's GenAI message schemas; the message references of the services named in the importers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pydantic import JsonValue

from evidencelab.traces.formats import langchain
from evidencelab.traces.formats.parts import is_failed, mapping, parsed, sequence, text_of, tool_output
from evidencelab.traces.formats.spoken_parts import (
    SpokenCall,
    SpokenResult,
    are_parts,
    call_of,
    kind_of_part,
    part_call,
    part_result,
    part_said,
    result_id,
    result_of,
)

_MESSAGE_KEYS = (
    "messages",
    "contents",
    "input",
    "inputs",
    "prompt",
    "question",
    "query",
    "message",
    "content",
)
_REPLY_KEYS = (
    "messages",
    "choices",
    "candidates",
    "generations",
    "output",
    "outputs",
    "response",
    "completions",
    "message",
    "content",
    "text",
    "answer",
    "result",
)
_SYSTEM_KEYS = ("system", "instructions", "system_instruction", "systemInstruction")
_PART_KEYS = ("parts", "content", "contents", "blocks", "items")
_CALL_KEYS = ("tool_calls", "toolCalls", "tool_call", "function_call")
_ROLE_KEYS = ("role", "message_type", "from", "sender", "author", "speaker", "source", "kind", "type")
_TEXT_KEYS = (*_PART_KEYS, "text", "message", "tool_return")
_SAYING_KEYS = (*_TEXT_KEYS, *_CALL_KEYS)
_ROLES = {
    "system": ("system", "developer", "systemmessage", "systemprompt"),
    "user": ("user", "human", "request", "usermessage", "humanmessage", "userprompt", "customer"),
    "assistant": (
        "assistant",
        "ai",
        "model",
        "bot",
        "gpt",
        "gemini",
        "agent",
        "response",
        "assistantmessage",
        "aimessage",
        "toolcall",
        "toolcallmessage",
        "toolcallrequestevent",
        "toolcallsummarymessage",
        "modelresponse",
    ),
    "tool": (
        "tool",
        "function",
        "toolresponse",
        "toolreturnmessage",
        "observation",
        "toolcallexecutionevent",
        "functionexecutionresultmessage",
    ),
}
_ROLE_OF = {word: role for role, words in _ROLES.items() for word in words}
_PRINTED_OBJECT = re.compile(r"\A\s*<?[A-Z]\w*\(\w+=|\A\s*<\w[\w.]* object at 0x")
_DEEPEST = 6


class SpokenMessage(NamedTuple):
    """A message of a model's input or output.

    Attributes:
        role: system, user, assistant or tool; another word if it is none of them.
        text: What is said to the reader.
        calls: What it asks of tools.
        results: What tools gave back in it.
    """

    role: str
    text: str
    calls: tuple[SpokenCall, ...] = ()
    results: tuple[SpokenResult, ...] = ()


def spoken_messages(value: JsonValue, default_role: str) -> tuple[SpokenMessage, ...]:
    """Read every message in a value: a list of them, a request, a response, or plain text.

    Args:
        value: JSON, or JSON as text. An object in its printed form says nothing.
        default_role: Who speaks where the value does not say.
    """
    return tuple(_read(value, default_role, 0))


def role_of(fields: Mapping[str, JsonValue]) -> str | None:
    """Name who speaks in a message; None if nothing in it says so."""
    plain = fields.get("role")
    if isinstance(plain, str) and plain in _ROLE_OF:
        return _ROLE_OF[plain]
    for key in _ROLE_KEYS:
        held = fields.get(key)
        inner = mapping(held)
        word = next((inner[name] for name in ("role", "value", "label", "Label") if name in inner), held)
        if not isinstance(word, str):
            continue
        found = _ROLE_OF.get(re.sub(r"[^a-z]", "", word.lower()))
        if found is not None:
            return found
        if key == "role":
            return word.lower()
        if key == "source" and isinstance(fields.get("type"), str) and "content" in fields:
            return _ROLE_OF.get(str(fields["type"]).lower(), "assistant")
    return None


def _read(value: JsonValue, role: str, depth: int) -> Iterator[SpokenMessage]:
    value = parsed(value)
    if isinstance(value, str):
        if value.strip() and not _PRINTED_OBJECT.match(value):
            yield SpokenMessage(role, value)
    elif isinstance(value, list):
        if _is_pair(value):
            yield SpokenMessage(_ROLE_OF[str(value[0])], str(value[1]))
            return
        for item in value:
            yield from _read(item, role, depth)
    elif isinstance(value, dict) and depth < _DEEPEST:
        yield from _of_object(value, role, depth)


def _is_pair(value: list[JsonValue]) -> bool:
    """Tell a message written as a pair of a role and its text."""
    return len(value) == 2 and all(isinstance(item, str) for item in value) and value[0] in _ROLE_OF


def _of_object(fields: Mapping[str, JsonValue], role: str, depth: int) -> Iterator[SpokenMessage]:
    known = langchain.message_fields(dict(fields)) if "role" not in fields else None
    if known is not None:
        yield from _message(*known)
        return
    said_by = role_of(fields)
    inner = mapping(fields.get("content"))
    if said_by is not None and (role_of(inner) is not None or "parts" in inner):
        yield from _message(role_of(inner) or said_by, inner)
    elif said_by is not None and (depth or any(key in fields for key in _SAYING_KEYS)):
        yield from _message(said_by, fields)
    elif part_call(fields) is not None:
        yield from _message("assistant", {"content": [dict(fields)]})
    elif part_result(fields) is not None:
        yield from _message("tool", {"content": [dict(fields)]})
    else:
        for source in (fields, mapping(fields.get("config"))):
            for key in _SYSTEM_KEYS:
                yield from _read(source.get(key), "system", depth + 1)
        keys = _REPLY_KEYS if role == "assistant" else _MESSAGE_KEYS
        held = next((fields[key] for key in keys if fields.get(key) is not None), None)
        yield from _read(held, role, depth + 1)


def _message(role: str, fields: Mapping[str, JsonValue]) -> Iterator[SpokenMessage]:
    role = _ROLE_OF.get(re.sub(r"[^a-z]", "", role.lower()), role)
    held = next((fields[key] for key in _TEXT_KEYS if fields.get(key) is not None), None)
    extra = mapping(fields.get("additional_kwargs")) or mapping(fields.get("metadata"))
    asked = next((fields[key] for key in _CALL_KEYS if fields.get(key)), extra.get("tool_calls"))
    listed = [asked] if isinstance(asked, dict) else sequence(parsed(asked))
    calls = [call_of(mapping(call)) for call in listed]
    answered = [mapping(call) for call in listed if mapping(call).get("result") is not None]
    parts = _parts(held)
    if parts is None:
        text = held if isinstance(held, str) else ""
        results = [result_of(call) for call in answered]
    else:
        yield from _prompts(parts)
        fields_of = [mapping(part) for part in parts]
        calls += [call for part in fields_of if (call := part_call(part)) and not _is_among(call, calls)]
        results = [result for part in fields_of if (result := part_result(part)) is not None]
        if len(results) == 1 and results[0].call_id is None and role == "tool":
            results = [results[0]._replace(call_id=result_id(fields))]
        said = [part_said(part) for part in parts if not _is_prompt(part)]
        text = "\n".join(piece for piece in said if piece)
    if role == "tool" and not results and not calls and held is not None:
        texts = [part_said(part) for part in parts or ()]
        whole = texts and all(text is not None for text in texts)
        output = "\n".join(text or "" for text in texts) if whole else tool_output(held)
        name = text_of(fields.get("name")) or text_of(fields.get("tool_name")) or ""
        call_id = result_id({**{k: v for k, v in fields.items() if k != "id" or "role" in fields}, **extra})
        results.append(SpokenResult(call_id, name, output, is_failed(fields)))
    if role == "tool":
        text = ""
    yield SpokenMessage(role, text, tuple(calls), tuple(results))


def _parts(held: JsonValue) -> list[JsonValue] | None:
    """Give the parts a message is made of; None if it is text, or a tool's own JSON."""
    value = parsed(held)
    if isinstance(value, dict):
        return [value] if are_parts([value]) else None
    if not isinstance(value, list):
        return None
    return value if not isinstance(held, str) or are_parts(value) else None


def _is_among(call: SpokenCall, calls: list[SpokenCall]) -> bool:
    return call in calls or (call.call_id is not None and call.call_id in {other.call_id for other in calls})


def _is_prompt(part: JsonValue) -> bool:
    return kind_of_part(mapping(part)) in ("system_prompt", "user_prompt")


def _prompts(parts: list[JsonValue]) -> Iterator[SpokenMessage]:
    """Give the parts that are messages of their own: the prompts of a request."""
    for part in map(mapping, parts):
        if _is_prompt(dict(part)):
            role = kind_of_part(part).removesuffix("_prompt")
            yield from _message(role, {"content": part.get("content")})
