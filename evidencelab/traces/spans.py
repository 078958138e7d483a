"""Spans as values: the exports of several collectors, brought to one flat shape.

Understood are OTLP JSON (`resourceSpans`), flat lists with `span_id` and `attributes`, and attribute
trees that nest where others have dots. What an attribute means is for the two conventions to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from pydantic import JsonValue

from evidencelab.traces.parts import identifier, mapping, sequence, text_of

_WHOLE = {
    "gen_ai.tool.call.arguments",
    "gen_ai.tool.call.result",
    "input.value",
    "output.value",
    "tool.parameters",
}
_GROUPS = ("resourceSpans", "resource_spans", "scopeSpans", "scope_spans", "instrumentationLibrarySpans")


class SpanEvent(NamedTuple):
    """An event of a span, with its attributes by dotted key."""

    name: str
    attributes: Mapping[str, JsonValue]


class Span(NamedTuple):
    """One span.

    Attributes:
        trace_id: Its trace; empty where the export has none.
        span_id: Its id.
        parent_id: Its parent's id, None for a root.
        name: Its name.
        start: Nanoseconds, or None.
        end: Nanoseconds, or None.
        attributes: By dotted key.
        events: In order.
        failed: Whether its status is an error.
    """

    trace_id: str
    span_id: str
    parent_id: str | None
    name: str
    start: int | None
    end: int | None
    attributes: Mapping[str, JsonValue]
    events: tuple[SpanEvent, ...]
    failed: bool


def is_span(value: JsonValue) -> bool:
    """Tell whether an object is a span or a group of spans."""
    fields = mapping(value)
    if any(key in fields for key in _GROUPS):
        return True
    has_id = any(key in fields for key in ("span_id", "spanId", "context.span_id")) or (
        "span_id" in mapping(fields.get("context")) or "spanId" in mapping(fields.get("context"))
    )
    return has_id and ("attributes" in fields or any(key.startswith("attributes.") for key in fields))


def read_spans(value: JsonValue) -> tuple[Span, ...]:
    """Read every span in a value, ordered by start time; spans without a time keep their place."""
    spans = list(_walk(value))
    ordered = sorted(range(len(spans)), key=lambda i: (spans[i].start or 0, i))
    return tuple(spans[i] for i in ordered)


def _walk(value: JsonValue) -> Iterator[Span]:
    if isinstance(value, list):
        for item in value:
            yield from _walk(item)
        return
    fields = mapping(value)
    grouped = [key for key in (*_GROUPS, "spans") if isinstance(fields.get(key), list)]
    if grouped:
        for key in grouped:
            yield from _walk(fields[key])
    elif is_span(value):
        yield _span(fields)


def _span(fields: Mapping[str, JsonValue]) -> Span:
    context = mapping(fields.get("context")) or mapping(fields.get("span_context"))

    def first(*keys: str) -> JsonValue:
        for key in keys:
            if fields.get(key) is not None:
                return fields[key]
            if context.get(key) is not None:
                return context[key]
        return None

    attributes = dict(_flat(_plain_attributes(fields.get("attributes"))))
    attributes.update((key[11:], value) for key, value in fields.items() if key.startswith("attributes."))
    status = fields.get("status", fields.get("status_code"))
    code = mapping(status).get("code", mapping(status).get("status_code", status))
    events = sequence(first("events", "span_events"))
    return Span(
        trace_id=identifier(first("trace_id", "traceId", "context.trace_id")) or "",
        span_id=identifier(first("span_id", "spanId", "context.span_id")) or "",
        parent_id=identifier(first("parent_span_id", "parentSpanId", "parent_id")),
        name=text_of(fields.get("name")) or "",
        start=_nanoseconds(first("start_time", "startTimeUnixNano", "start_time_unix_nano", "startTime")),
        end=_nanoseconds(first("end_time", "endTimeUnixNano", "end_time_unix_nano", "endTime")),
        attributes=attributes,
        events=tuple(_event(mapping(event)) for event in events),
        failed=code in ("ERROR", "STATUS_CODE_ERROR", "StatusCode.ERROR", 2) or "error.type" in attributes,
    )


def _event(fields: Mapping[str, JsonValue]) -> SpanEvent:
    attributes = dict(_flat(_plain_attributes(fields.get("attributes"))))
    name = (
        text_of(fields.get("event_name"))
        or text_of(fields.get("name"))
        or text_of(attributes.get("event.name"))
    )
    body = fields.get("body")
    if isinstance(body, dict):
        attributes.update(_flat(_plain_attributes(body)))
    return SpanEvent(name or "", attributes)


def _plain_attributes(value: JsonValue) -> Mapping[str, JsonValue]:
    if isinstance(value, list):
        return {
            str(mapping(pair).get("key")): _any_value(mapping(pair).get("value"))
            for pair in value
            if "key" in mapping(pair)
        }
    return mapping(value)


def _any_value(value: JsonValue) -> JsonValue:
    fields = mapping(value)
    if "arrayValue" in fields:
        return [_any_value(item) for item in sequence(mapping(fields["arrayValue"]).get("values"))]
    if "kvlistValue" in fields:
        return dict(_plain_attributes(mapping(fields["kvlistValue"]).get("values")))
    for key in ("stringValue", "boolValue", "doubleValue"):
        if key in fields:
            return fields[key]
    if "intValue" in fields:
        number = fields["intValue"]
        return int(number) if isinstance(number, str) and number.lstrip("-").isdigit() else number
    return value


def _flat(tree: Mapping[str, JsonValue], prefix: str = "") -> Iterator[tuple[str, JsonValue]]:
    """Give leaves by dotted key. Lists of messages stay whole, lists under `llm.` are numbered."""
    for key, value in tree.items():
        path = f"{prefix}{key}"
        if isinstance(value, dict) and value and path not in _WHOLE:
            yield from _flat(value, f"{path}.")
        elif (
            isinstance(value, list)
            and path.startswith("llm.")
            and all(isinstance(item, dict) for item in value)
        ) or (isinstance(value, list) and path.endswith((".message.tool_calls", ".message.contents"))):
            for number, item in enumerate(value):
                yield from _flat(mapping(item), f"{path}.{number}.")
        else:
            yield path, value


def _nanoseconds(value: JsonValue) -> int | None:
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        return int(value)
    if isinstance(value, str):
        if value.isascii() and value.isdigit():
            return int(value)
        return _from_iso(value)
    return None


def _from_iso(text: str) -> int | None:
    try:
        moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return int(moment.timestamp() * 1e9)


def by_trace(spans: Iterable[Span]) -> dict[str, list[Span]]:
    """Group spans by their trace, keeping order."""
    groups: dict[str, list[Span]] = {}
    for span in spans:
        groups.setdefault(span.trace_id, []).append(span)
    return groups
