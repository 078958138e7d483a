"""Steps as tracing services export them, each with its kind, its input and its output: a run, an observation.

They are spans without attributes of a convention (LangSmith's runs, Langfuse's observations, the spans of
OpenAI's Agents SDK). Here each becomes such a span, so that one reader reads all of them.
"""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from evidencelab.traces.formats.parts import identifier, mapping, text_of

_KINDS = {
    "tool": "tool",
    "llm": "llm",
    "generation": "llm",
    "chat_model": "llm",
    "agent": "agent",
    "chain": "chain",
    "workflow": "workflow",
}
_DATA_KINDS = {**_KINDS, "function": "tool", "response": "llm", "mcp_tools": "chain"}
_INPUTS = ("input", "inputs")
_OUTPUTS = ("output", "outputs", "response")
_IDS = ("id", "span_id", "run_id", "observation_id")
_PARENTS = ("parentObservationId", "parent_observation_id", "parent_run_id", "parent_span_id", "parent_id")
_TRACES = ("traceId", "trace_id", "root_span_id")
_STARTS = ("startTime", "start_time", "started_at")
_ENDS = ("endTime", "end_time", "ended_at")


def as_span(fields: Mapping[str, JsonValue]) -> dict[str, JsonValue] | None:
    """Give a service's step as a span with attributes; None for any other object.

    Args:
        fields: An object. It is a step if it names its kind and its place (a trace, a parent or a start)
            and holds an input or an output.
    """
    data = mapping(fields.get("span_data"))
    kind = _kind(fields, data)
    source = data or fields
    given, gave = _first(source, _INPUTS), _first(source, _OUTPUTS)
    own_id = next((found for key in _IDS if (found := identifier(fields.get(key))) is not None), None)
    placed = any(key in fields for key in (*_PARENTS, *_TRACES, *_STARTS))
    if kind is None or own_id is None or not placed or (given is None and gave is None and not data):
        return None
    error = fields.get("error")
    failed = (
        error not in (None, "", {}) or str(fields.get("level") or fields.get("status")).lower() == "error"
    )
    text = text_of(error) or text_of(mapping(error).get("message")) or text_of(fields.get("statusMessage"))
    name = text_of(source.get("name")) or text_of(fields.get("name")) or ""
    attributes: dict[str, JsonValue] = {"span.kind": kind, "input.value": given, "output.value": gave}
    if kind == "tool":
        attributes["tool.name"] = name
    session = fields.get("sessionId", mapping(fields.get("metadata")).get("thread_id"))
    if isinstance(session, str):
        attributes["session.id"] = session
    return {
        "trace_id": _first(fields, _TRACES),
        "span_id": own_id,
        "parent_span_id": _first(fields, _PARENTS),
        "name": name,
        "start_time": _first(fields, _STARTS),
        "end_time": _first(fields, _ENDS),
        "attributes": {key: value for key, value in attributes.items() if value is not None},
        "status": {"code": "ERROR" if failed else "OK", "message": text},
    }


def _kind(fields: Mapping[str, JsonValue], data: Mapping[str, JsonValue]) -> str | None:
    if data:
        return _DATA_KINDS.get(str(data.get("type")).lower())
    typed = mapping(fields.get("span_attributes")).get("type")
    words = (fields.get("run_type"), fields.get("type"), typed, fields.get("span_type"), fields.get("kind"))
    return next(
        (_KINDS[word.lower()] for word in words if isinstance(word, str) and word.lower() in _KINDS), None
    )


def _first(fields: Mapping[str, JsonValue], keys: tuple[str, ...]) -> JsonValue:
    return next((fields[key] for key in keys if fields.get(key) is not None), None)
