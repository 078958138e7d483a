"""Spans as values: the exports of several collectors, brought to one flat shape.

Understood are OTLP JSON (`resourceSpans`, `resourceLogs`), lists of spans with `attributes`, `tags` or
columns named after them, as consoles, collectors and tables write them, and log records that carry a span's
events. What an attribute means is for the two conventions to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import NamedTuple

from pydantic import JsonValue

from evidencelab.traces.formats.observations import as_span
from evidencelab.traces.formats.parts import identifier, mapping, sequence, text_of, whole_number
from evidencelab.traces.formats.span_attributes import body_value, flat_attributes, plain_attributes

_GROUPS = (
    "resourceSpans",
    "resource_spans",
    "scopeSpans",
    "scope_spans",
    "instrumentationLibrarySpans",
    "batches",
    "resourceLogs",
    "resource_logs",
    "scopeLogs",
    "scope_logs",
    "logRecords",
    "log_records",
)
_INSIDE = (*_GROUPS, "spans", "children", "child_runs", "observations", "runs")
_TRACE_IDS = ("traceid", "contexttraceid", "operationid")
_SPAN_IDS = ("spanid", "contextspanid")
_PARENT_IDS = ("parentspanid", "parentid", "operationparentid")
_NAMES = ("name", "spanname", "operationname")
_STARTS = ("starttimeunixnano", "starttime", "startedat", "timeunixnano", "timestamp", "time")
_ENDS = ("endtimeunixnano", "endtime", "endedat")
_ATTRIBUTES = ("attributes", "spanattributes", "tags", "customdimensions")
_EVENTS = ("events", "spanevents", "logs")
_FAILED = {"ERROR", "STATUS_CODE_ERROR", "StatusCode.ERROR", "Error", "error", 2}


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
        start: Nanoseconds (or whatever unit all of the export is in), or None.
        end: As `start`.
        attributes: By dotted key.
        events: In order.
        failed: Whether its status is an error.
        status_text: What the status says beside its code.
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
    status_text: str | None = None


def is_span(value: JsonValue) -> bool:
    """Tell whether an object is a span, a log record of one, or a group of them."""
    fields = mapping(value)
    if "role" in fields:
        return False
    if any(isinstance(fields.get(key), list) for key in _GROUPS):
        return True
    if as_span(fields) is not None:
        return True
    folded = _folded(fields)
    has_id = any(key in folded for key in _SPAN_IDS) or (
        "id" in folded and any(key in folded for key in _TRACE_IDS)
    )
    holds = any(key in folded for key in _ATTRIBUTES) or any(key.startswith("attributes.") for key in fields)
    return has_id and holds


def read_spans(value: JsonValue) -> tuple[Span, ...]:
    """Read every span in a value, ordered by start time; spans without a time keep their place."""
    spans = _with_logs(list(_walk(value)))
    ordered = sorted(range(len(spans)), key=lambda i: (spans[i].start or 0, i))
    return tuple(spans[i] for i in ordered)


def _walk(value: JsonValue, parent: str | None = None, trace: str = "") -> Iterator[Span]:
    if isinstance(value, list):
        for item in value:
            yield from _walk(item, parent, trace)
        return
    fields = mapping(value)
    if is_span(value) and not any(isinstance(fields.get(key), list) for key in _GROUPS):
        span = _span(as_span(fields) or fields)
        span = span._replace(parent_id=span.parent_id or parent, trace_id=span.trace_id or trace)
        yield span
        parent, trace = span.span_id or parent, span.trace_id
    for key in _INSIDE:
        if isinstance(fields.get(key), list):
            yield from _walk(fields[key], parent, trace)


def _folded(fields: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
    """Give fields under names without case, dots and underscores; those of the context stand beside them."""
    context = mapping(fields.get("context")) or mapping(fields.get("span_context"))
    both = (*context.items(), *fields.items())
    return {_folded_name(key): value for key, value in both if value is not None}


@lru_cache(maxsize=2048)
def _folded_name(key: str) -> str:
    return re.sub(r"[^a-z]", "", key.lower())


def _span(fields: Mapping[str, JsonValue]) -> Span:
    folded = _folded(fields)

    def first(keys: tuple[str, ...]) -> JsonValue:
        return next((folded[key] for key in keys if key in folded), None)

    attributes = dict(flat_attributes(plain_attributes(first(_ATTRIBUTES))))
    columns = {key[11:]: value for key, value in fields.items() if key.startswith("attributes.")}
    attributes.update(flat_attributes({key: value for key, value in columns.items() if value is not None}))
    status = fields.get("status", folded.get("statuscode"))
    inner = mapping(status)
    code = inner.get("code", inner.get("status_code", status))
    if "kind" not in attributes and isinstance(folded.get("spankind"), str):
        attributes.setdefault("span.kind", folded["spankind"])
    start, end = _nanoseconds(first(_STARTS)), _nanoseconds(first(_ENDS))
    lasted = whole_number(folded.get("duration"))
    if end is None and start is not None and lasted is not None:
        end = start + lasted
    events = [_event(mapping(event)) for event in sequence(first(_EVENTS))]
    if "body" in folded:
        events.append(_event(fields))
    return Span(
        trace_id=identifier(first(_TRACE_IDS)) or "",
        span_id=identifier(first((*_SPAN_IDS, "id"))) or "",
        parent_id=identifier(first(_PARENT_IDS)) or _referred(fields),
        name=text_of(first(_NAMES)) or "",
        start=start,
        end=end,
        attributes=attributes,
        events=tuple(events),
        failed=(isinstance(code, str | int) and code in _FAILED)
        or "error.type" in attributes
        or attributes.get("error") is True,
        status_text=text_of(inner.get("message") or inner.get("description") or folded.get("statusmessage")),
    )


def _referred(fields: Mapping[str, JsonValue]) -> str | None:
    """Give the parent that a span names by reference."""
    parents = (mapping(item).get("spanID") for item in sequence(fields.get("references")))
    return next((parent for parent in parents if isinstance(parent, str)), None)


def _event(fields: Mapping[str, JsonValue]) -> SpanEvent:
    held = plain_attributes(fields.get("attributes", fields.get("fields")))
    attributes = {**dict(flat_attributes(held)), **held}
    name = next(
        (
            text
            for text in (
                fields.get("event_name"),
                fields.get("eventName"),
                attributes.get("event.name"),
                fields.get("name"),
                attributes.get("event"),
            )
            if isinstance(text, str) and text
        ),
        "",
    )
    body = body_value(fields.get("body"))
    return SpanEvent(name, {**attributes, **mapping(body)})


def _with_logs(read: list[Span]) -> list[Span]:
    """Put the events that log records carry into the spans they name; without its span a record is one."""
    spans: dict[tuple[str, str], Span] = {}
    loose: list[Span] = []
    for span in read:
        key = (span.trace_id, span.span_id)
        if not span.span_id:
            loose.append(span)
        elif key not in spans:
            spans[key] = span
        else:
            before = spans[key]
            whole, other = (before, span) if before.name or not span.name else (span, before)
            spans[key] = whole._replace(
                events=(*before.events, *span.events),
                start=whole.start if whole.start is not None else other.start,
                attributes={**other.attributes, **whole.attributes},
            )
    return [*spans.values(), *loose]


def _nanoseconds(value: JsonValue) -> int | None:
    number = whole_number(value)
    return _from_iso(value) if number is None and isinstance(value, str) else number


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
