"""Spans after OpenTelemetry's GenAI conventions, and the older spellings of them.

Messages stand in `gen_ai.input.messages` and `gen_ai.output.messages` (attribute or event, JSON text or
value), in `gen_ai.prompt` and `gen_ai.completion`, in the older numbered attributes
(`gen_ai.prompt.0.content`) or in one event a message (`gen_ai.user.message`). A tool's span without a
result, its status fine, was recorded with content capture off: the model saw what the trace does not hold.

Source: OpenTelemetry semantic conventions for generative AI; OpenLLMetry's traceloop attributes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from evidencelab.traces.formats.conventions import ModelSpan, ToolSpan
from evidencelab.traces.formats.envelopes import given, returned
from evidencelab.traces.formats.parts import mapping, parsed, sequence, text_of
from evidencelab.traces.formats.span_values import (
    call_id,
    error_text,
    input_value,
    kind_of,
    output_value,
    tool_arguments,
    tool_name,
    tool_return,
)
from evidencelab.traces.formats.spans import Span, SpanEvent
from evidencelab.traces.formats.spoken import SpokenMessage, spoken_messages

_PREFIXES = ("gen_ai.", "traceloop.", "ai.toolCall.", "ai.prompt", "ai.response")
_PAIRS = (
    ("gen_ai.input.messages", "gen_ai.output.messages"),
    ("gcp.vertex.agent.llm_request", "gcp.vertex.agent.llm_response"),
    ("ai.prompt.messages", "ai.response"),
    ("gen_ai.prompt", "gen_ai.completion"),
)
_AGENT_PAIRS = (*_PAIRS, ("ai.prompt", "ai.response"), ("pydantic_ai.all_messages", "final_result"))
_NUMBERED = re.compile(r"(?:gen_ai|llm)\.(prompt|completion)s?\.(\d{1,9})\.(.+)")
_NUMBERED_CALL = re.compile(r"tool_calls\.(\d{1,9})\.")
_EVENT_LISTS = ("events", "all_messages_events")
_EVENT_ROLES = {
    "gen_ai.system.message": "system",
    "gen_ai.user.message": "user",
    "gen_ai.assistant.message": "assistant",
    "gen_ai.tool.message": "tool",
}


def is_genai_span(span: Span) -> bool:
    """Tell whether a span follows this convention."""
    return any(key.startswith(_PREFIXES) for key in span.attributes) or any(
        event.name.startswith("gen_ai.") for event in span.events
    )


class GenAiConvention:
    """Read a span after `gen_ai.*`."""

    def tool(self, span: Span) -> ToolSpan | None:
        """Read a tool's span; None for any other."""
        if kind_of(span) != "tool":
            return None
        arguments, back = tool_arguments(span), tool_return(span)
        for event in span.events:
            content = event.attributes.get("content")
            if event.name == "gen_ai.tool.message" and arguments is None:
                arguments = given([content])
            if event.name == "gen_ai.choice" and back.output is None:
                back = returned(event.attributes.get("message", content))
        output = back.output
        if output is None and span.failed:
            output = error_text(span)
        recorded = output is not None or span.failed
        failed = True if span.failed else back.failed
        return ToolSpan(call_id(span) or back.call_id, tool_name(span), arguments, output, recorded, failed)

    def model(self, span: Span) -> ModelSpan | None:
        """Read a model's span; None for any other."""
        kind = kind_of(span)
        if kind in ("tool", "agent"):
            return None
        inputs, outputs = _messages(span, _PAIRS)
        if kind == "model" and not inputs and not outputs:
            inputs = spoken_messages(input_value(span), "user")
            outputs = spoken_messages(output_value(span), "assistant")
        return ModelSpan(inputs, outputs) if inputs or outputs else None

    def agent(self, span: Span) -> ModelSpan | None:
        """Read an agent's or workflow's span; None for any other."""
        if kind_of(span) != "agent" and "ai.prompt" not in span.attributes:
            return None
        inputs, outputs = _messages(span, _AGENT_PAIRS)
        return ModelSpan(
            inputs or spoken_messages(input_value(span), "user"),
            outputs or spoken_messages(output_value(span), "assistant"),
        )


def _messages(
    span: Span, pairs: Sequence[tuple[str, str]]
) -> tuple[tuple[SpokenMessage, ...], tuple[SpokenMessage, ...]]:
    spoken = _with_response(span.attributes)
    from_events = [event.attributes for event in span.events]
    inputs: list[SpokenMessage] = []
    outputs: list[SpokenMessage] = []
    for sources in ([spoken], from_events):
        for asked, said in pairs:
            inputs = inputs or [m for source in sources for m in spoken_messages(source.get(asked), "user")]
            outputs = outputs or [
                m for source in sources for m in spoken_messages(source.get(said), "assistant")
            ]
    if not inputs and not outputs:
        inputs, outputs = _numbered(span.attributes)
    if not inputs and not outputs:
        inputs, outputs = _from_events(span)
    system = [
        m for source in (spoken, *from_events) for m in _system(source.get("gen_ai.system_instructions"))
    ]
    return (*system, *inputs), tuple(outputs)


def _with_response(attributes: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
    """Put the pieces of a response (`ai.response.text`, `ai.response.toolCalls`) together as one message."""
    text, calls = attributes.get("ai.response.text"), attributes.get("ai.response.toolCalls")
    if text is None and calls is None:
        return attributes
    return {**attributes, "ai.response": {"role": "assistant", "content": text, "tool_calls": parsed(calls)}}


def _system(value: JsonValue) -> list[SpokenMessage]:
    text = "\n".join(message.text for message in spoken_messages(value, "system"))
    return [SpokenMessage("system", text)] if text else []


def _numbered(attributes: Mapping[str, JsonValue]) -> tuple[list[SpokenMessage], list[SpokenMessage]]:
    """Read `gen_ai.prompt.0.content` and its like."""
    found: dict[tuple[str, int], dict[str, JsonValue]] = {}
    for key, value in attributes.items():
        match = _NUMBERED.fullmatch(key)
        if match:
            found.setdefault((match[1], int(match[2])), {})[match[3]] = value
    inputs: list[SpokenMessage] = []
    outputs: list[SpokenMessage] = []
    for (side, _), fields in sorted(found.items()):
        numbers = sorted({int(call[1]) for key in fields if (call := _NUMBERED_CALL.match(key))})
        message: dict[str, JsonValue] = {
            "role": fields.get("role") or ("assistant" if side == "completion" else "user"),
            "content": fields.get("content"),
            "tool_call_id": fields.get("tool_call_id"),
            "tool_calls": [
                {key: fields.get(f"tool_calls.{number}.{key}") for key in ("id", "name", "arguments")}
                for number in numbers
            ],
        }
        (inputs if side == "prompt" else outputs).extend(spoken_messages(message, "user"))
    return inputs, outputs


def _from_events(span: Span) -> tuple[list[SpokenMessage], list[SpokenMessage]]:
    """Read one message an event, whether the events are the span's or stand in an attribute."""
    listed = next((held for key in _EVENT_LISTS if (held := sequence(parsed(span.attributes.get(key))))), ())
    events = [
        *span.events,
        *(SpanEvent(text_of(mapping(item).get("event.name")) or "", mapping(item)) for item in listed),
    ]
    inputs: list[SpokenMessage] = []
    outputs: list[SpokenMessage] = []
    for event in events:
        fields = event.attributes
        if event.name in _EVENT_ROLES:
            inputs.extend(spoken_messages({"role": _EVENT_ROLES[event.name], **fields}, "user"))
        elif event.name == "gen_ai.choice":
            body = parsed(fields.get("message", fields.get("content")))
            message = mapping(body) or {"content": body, "tool_calls": fields.get("tool_calls")}
            outputs.extend(spoken_messages({"role": "assistant", **message}, "assistant"))
    return inputs, outputs
