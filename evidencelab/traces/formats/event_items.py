"""Events of a command-line agent, each about an item that begins, changes and is completed.

An item is what was said, or a command or a tool with what came back of it, in one; here it becomes the items
that the Responses importer reads. Only completed items count: what was begun is repeated whole by its end.

Source: the `--json` output of OpenAI's Codex command line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pydantic import JsonValue

from evidencelab.traces.formats.parts import identifier, mapping, text_of

_OUTPUTS = ("aggregated_output", "result", "output", "error")
_INSIDE = ("content", "message")
_DONE = ("item.completed", "item.failed")


def completed_items(values: Sequence[JsonValue]) -> list[JsonValue] | None:
    """Give the items that a list of events completes; None if it is no such list."""
    items = [mapping(fields.get("item")) for fields in map(mapping, values) if fields.get("type") in _DONE]
    if not any(item.get("type") == "agent_message" for item in items):
        return None
    return [written for item in items for written in _written(item)]


def _written(item: Mapping[str, JsonValue]) -> Iterator[JsonValue]:
    kind = str(item.get("type"))
    if kind == "agent_message":
        yield {"type": "message", "role": "assistant", "content": item.get("text")}
        return
    command, tool = text_of(item.get("command")), text_of(item.get("tool"))
    if command is None and tool is None:
        return
    call_id = identifier(item.get("id"))
    arguments: JsonValue = item.get("arguments") if command is None else {"command": command}
    yield {"type": "function_call", "call_id": call_id, "name": tool or kind, "arguments": arguments}
    held: JsonValue = next((item[key] for key in _OUTPUTS if item.get(key) not in (None, "")), "")
    yield {
        "type": "function_call_output",
        "call_id": call_id,
        "output": next((mapping(held)[key] for key in _INSIDE if key in mapping(held)), held),
        "status": item.get("status"),
        "error": item.get("error"),
    }
