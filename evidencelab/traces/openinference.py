"""Spans after OpenInference's conventions: `openinference.span.kind`, `llm.input_messages.0.message...`.

A tool's output may be wrapped by its framework (a JSON object with `content` and `tool_call_id`); the
id in it is the call's, its content the result.

Source: OpenInference semantic conventions (Arize).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from pydantic import JsonValue

from evidencelab.traces import langchain
from evidencelab.traces.parts import identifier, is_failed, mapping, parsed, spoken_text, text_of, tool_output
from evidencelab.traces.span_run import ModelSpan, SpokenCall, SpokenMessage, SpokenResult, ToolSpan
from evidencelab.traces.spans import Span

_KIND = "openinference.span.kind"
_MESSAGE = re.compile(r"llm\.(input|output)_messages\.(\d+)\.message\.(.+)")


def is_openinference_span(span: Span) -> bool:
    """Tell whether a span follows this convention."""
    return _KIND in span.attributes or any(key.startswith("llm.") for key in span.attributes)


class OpenInferenceConvention:
    """Read a span after `openinference.span.kind`."""

    def tool(self, span: Span) -> ToolSpan | None:
        """Read a tool's span; None for any other."""
        attributes = span.attributes
        if attributes.get(_KIND) != "TOOL":
            return None
        held = attributes.get("output.value")
        wrapped = mapping(parsed(held))
        kwargs = mapping(wrapped.get("kwargs")) if wrapped.get("lc") is not None else wrapped
        call_id = (
            identifier(attributes.get("tool.id"))
            or identifier(attributes.get("tool_call.id"))
            or identifier(attributes.get("tool.call_id"))
            or identifier(kwargs.get("tool_call_id"))
        )
        output: JsonValue = held
        failed = True if span.failed else None
        if "tool_call_id" in kwargs and "content" in kwargs:
            output = tool_output(kwargs["content"])
            failed = failed or is_failed({"status": kwargs.get("status")})
        if output is None and span.failed:
            messages = [event.attributes.get("exception.message") for event in span.events]
            output = next((message for message in messages if isinstance(message, str)), None)
        name = text_of(attributes.get("tool.name")) or span.name
        arguments = attributes.get("tool.parameters", attributes.get("input.value"))
        return ToolSpan(call_id, name, arguments, output, output is not None or span.failed, failed)

    def model(self, span: Span) -> ModelSpan | None:
        """Read a model's span; an agent's span that carries the model's messages counts as well."""
        if span.attributes.get(_KIND) == "TOOL":
            return None
        inputs, outputs = _messages(span.attributes)
        return ModelSpan(tuple(inputs), tuple(outputs)) if inputs or outputs else None

    def agent_output(self, span: Span) -> str | None:
        """Read the final text of an agent's or chain's span."""
        if span.attributes.get(_KIND) not in ("AGENT", "CHAIN"):
            return None
        return _said(span.attributes.get("output.value"), "assistant")

    def agent_input(self, span: Span) -> str | None:
        """Read the question of an agent's or chain's span."""
        if span.attributes.get(_KIND) not in ("AGENT", "CHAIN"):
            return None
        return _said(span.attributes.get("input.value"), "user")


def _said(value: JsonValue, role: str) -> str | None:
    """Read a chain's value: plain text, or messages of which the last of that role counts."""
    value = parsed(value)
    if isinstance(value, str):
        return None if value.lstrip()[:1] in ("{", "[") else value
    messages = value if isinstance(value, list) else mapping(value).get("messages")
    if not isinstance(messages, list):
        return None
    for message in reversed(messages):
        known = langchain.message_fields(message)
        if known is None:
            fields = mapping(message)
            known = (str(fields.get("role")), fields)
        if known[0] in (role, {"assistant": "ai", "user": "human"}[role]):
            text = spoken_text(known[1].get("content"))
            if text:
                return text
    return None


def _messages(
    attributes: Mapping[str, JsonValue],
) -> tuple[list[SpokenMessage], list[SpokenMessage]]:
    found: dict[tuple[str, int], dict[str, JsonValue]] = {}
    for key, value in attributes.items():
        match = _MESSAGE.fullmatch(key)
        if match:
            found.setdefault((match[1], int(match[2])), {})[match[3]] = value
    inputs: list[SpokenMessage] = []
    outputs: list[SpokenMessage] = []
    for (side, _), fields in sorted(found.items(), key=lambda item: item[0]):
        (inputs if side == "input" else outputs).append(_message(fields))
    return inputs, outputs


def _message(fields: Mapping[str, JsonValue]) -> SpokenMessage:
    role = text_of(fields.get("role")) or "user"
    texts: dict[str, str] = {}
    calls: dict[str, dict[str, JsonValue]] = {}
    for key, value in fields.items():
        steps = key.split(".")
        if steps[0] in ("content", "contents") and isinstance(value, str):
            if len(steps) == 1 or len(steps) == 2 or steps[-1] == "text":
                texts[key] = value
        elif steps[0] == "content" and isinstance(value, list):
            texts[key] = spoken_text(value)
        elif steps[0] == "tool_calls" and len(steps) > 2:
            calls.setdefault(steps[1], {})[".".join(steps[2:])] = value
    text = "\n".join(text for _, text in sorted(texts.items()) if text)
    spoken = tuple(
        SpokenCall(
            identifier(call.get("tool_call.id")),
            text_of(call.get("tool_call.function.name")) or "",
            call.get("tool_call.function.arguments"),
        )
        for _, call in sorted(calls.items())
    )
    if role in ("tool", "function"):
        result = SpokenResult(
            identifier(fields.get("tool_call_id")), text_of(fields.get("name")) or "", text, None
        )
        return SpokenMessage(role, "", (), (result,) if result.call_id is not None else ())
    return SpokenMessage(role, text, spoken, ())
