"""Spans after OpenInference's conventions: `openinference.span.kind`, `llm.input_messages.0.message...`.

A tool's output may be wrapped by its framework (a JSON object with `content` and `tool_call_id`); the
id in it is the call's, its content the result.

Source: OpenInference semantic conventions (Arize).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from pydantic import JsonValue

from evidencelab.traces.formats.conventions import ModelSpan, ToolSpan
from evidencelab.traces.formats.parts import identifier, spoken_text, text_of
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
from evidencelab.traces.formats.spans import Span
from evidencelab.traces.formats.spoken import SpokenMessage, spoken_messages
from evidencelab.traces.formats.spoken_parts import SpokenCall, SpokenResult

_KIND = "openinference.span.kind"
_MESSAGE = re.compile(r"llm\.(input|output)_messages\.(\d{1,9})\.message\.(.+)")


def is_openinference_span(span: Span) -> bool:
    """Tell whether a span follows this convention."""
    return _KIND in span.attributes or any(key.startswith("llm.") for key in span.attributes)


class OpenInferenceConvention:
    """Read a span after `openinference.span.kind`."""

    def tool(self, span: Span) -> ToolSpan | None:
        """Read a tool's span; None for any other."""
        if kind_of(span) != "tool" or _KIND not in span.attributes:
            return None
        back = tool_return(span)
        output = error_text(span) if back.output is None and span.failed else back.output
        recorded = output is not None or span.failed
        failed = True if span.failed else back.failed
        return ToolSpan(
            back.call_id or call_id(span), tool_name(span), tool_arguments(span), output, recorded, failed
        )

    def model(self, span: Span) -> ModelSpan | None:
        """Read a model's span; an agent's span that carries the model's messages counts as well."""
        if kind_of(span) == "tool":
            return None
        inputs, outputs = _messages(span.attributes)
        if not inputs and not outputs and kind_of(span) == "model" and _KIND in span.attributes:
            return self._plain(span)
        return ModelSpan(tuple(inputs), tuple(outputs)) if inputs or outputs else None

    def agent(self, span: Span) -> ModelSpan | None:
        """Read an agent's or chain's span; None for any other."""
        return self._plain(span) if kind_of(span) == "agent" and _KIND in span.attributes else None

    def _plain(self, span: Span) -> ModelSpan | None:
        inputs = spoken_messages(input_value(span), "user")
        outputs = spoken_messages(output_value(span), "assistant")
        return ModelSpan(inputs, outputs) if inputs or outputs else None


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
    text = "\n".join(dict.fromkeys(text for _, text in sorted(texts.items()) if text))
    spoken = tuple(
        SpokenCall(
            identifier(call.get("tool_call.id")),
            text_of(call.get("tool_call.function.name")) or "",
            call.get("tool_call.function.arguments"),
        )
        for _, call in sorted(calls.items())
    )
    if isinstance(fields.get("function_call_name"), str):
        old = SpokenCall(None, str(fields["function_call_name"]), fields.get("function_call_arguments_json"))
        spoken = (*spoken, old)
    if role in ("tool", "function"):
        result = SpokenResult(
            identifier(fields.get("tool_call_id")), text_of(fields.get("name")) or "", text, None
        )
        return SpokenMessage(role, "", (), (result,))
    return SpokenMessage(role, text, spoken, ())
