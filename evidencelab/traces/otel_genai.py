"""Spans after OpenTelemetry's GenAI conventions, and the older spellings of them.

Messages stand in `gen_ai.input.messages` and `gen_ai.output.messages` (attribute or event, JSON text or
value), in the older numbered attributes (`gen_ai.prompt.0.content`) or in one event a message
(`gen_ai.user.message`). A tool's span without a result, its status fine, was recorded with content
capture off: the model saw what the trace does not hold.

Source: OpenTelemetry semantic conventions for generative AI; OpenLLMetry's traceloop attributes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pydantic import JsonValue

from evidencelab.traces.parts import (
    identifier,
    is_failed,
    mapping,
    parsed,
    sequence,
    spoken_text,
    text_of,
    tool_output,
)
from evidencelab.traces.span_run import ModelSpan, SpokenCall, SpokenMessage, SpokenResult, ToolSpan
from evidencelab.traces.spans import Span

_ARGUMENT_KEYS = (
    "gen_ai.tool.call.arguments",
    "gen_ai.tool.arguments",
    "tool_arguments",
    "gcp.vertex.agent.tool_call_args",
    "ai.toolCall.args",
    "traceloop.entity.input",
    "input.value",
)
_RESULT_KEYS = (
    "gen_ai.tool.call.result",
    "gen_ai.tool.result",
    "gen_ai.tool.output",
    "tool_response",
    "gcp.vertex.agent.tool_response",
    "ai.toolCall.result",
    "traceloop.entity.output",
    "output.value",
)
_NUMBERED = re.compile(r"gen_ai\.(prompt|completion)\.(\d+)\.(.+)")
_EVENT_ROLES = {
    "gen_ai.system.message": "system",
    "gen_ai.user.message": "user",
    "gen_ai.assistant.message": "assistant",
    "gen_ai.tool.message": "tool",
}


def is_genai_span(span: Span) -> bool:
    """Tell whether a span follows this convention."""
    return any(key.startswith(("gen_ai.", "traceloop.", "ai.toolCall.")) for key in span.attributes) or any(
        event.name.startswith("gen_ai.") for event in span.events
    )


class GenAiConvention:
    """Read a span after `gen_ai.*`."""

    def tool(self, span: Span) -> ToolSpan | None:
        """Read a tool's span; None for any other."""
        attributes = span.attributes
        if not _is_tool(span):
            return None
        name = (
            text_of(attributes.get("gen_ai.tool.name"))
            or text_of(attributes.get("ai.toolCall.name"))
            or text_of(attributes.get("traceloop.entity.name"))
            or span.name.removeprefix("execute_tool ").removesuffix(".tool")
        )
        arguments = _first(attributes, _ARGUMENT_KEYS)
        output = _first(attributes, _RESULT_KEYS)
        call_id = identifier(attributes.get("gen_ai.tool.call.id")) or identifier(
            attributes.get("ai.toolCall.id")
        )
        for event in span.events:
            if event.name == "gen_ai.tool.message" and arguments is None:
                arguments = event.attributes.get("content")
            if event.name == "gen_ai.choice" and output is None:
                output = tool_output(parsed(event.attributes.get("message", event.attributes.get("content"))))
            if event.name == "exception" and output is None and span.failed:
                output = event.attributes.get("exception.message")
        if output is None and span.failed:
            output = text_of(attributes.get("error.message"))
        recorded = output is not None or span.failed
        return ToolSpan(call_id, name, arguments, output, recorded, True if span.failed else None)

    def model(self, span: Span) -> ModelSpan | None:
        """Read a model's span; None for any other."""
        if _is_tool(span) or span.attributes.get("gen_ai.operation.name") in ("invoke_agent", "create_agent"):
            return None
        inputs, outputs = _messages(span)
        return ModelSpan(inputs, outputs) if inputs or outputs else None

    def agent_output(self, span: Span) -> str | None:
        """Read the final text of an agent's or workflow's span."""
        if not _is_agent(span):
            return None
        said = [message.text for message in _messages(span)[1] if message.text]
        final = span.attributes.get("final_result")
        if said:
            return said[-1]
        return final if isinstance(final, str) else None

    def agent_input(self, span: Span) -> str | None:
        """Read the question of an agent's or workflow's span."""
        if not _is_agent(span):
            return None
        asked = [message.text for message in _messages(span)[0] if message.role == "user" and message.text]
        return asked[-1] if asked else None


def _is_tool(span: Span) -> bool:
    return (
        span.attributes.get("gen_ai.operation.name") == "execute_tool"
        or span.attributes.get("traceloop.span.kind") == "tool"
        or "ai.toolCall.name" in span.attributes
        or span.name.startswith("execute_tool ")
    )


def _is_agent(span: Span) -> bool:
    return span.attributes.get("gen_ai.operation.name") == "invoke_agent" or span.attributes.get(
        "traceloop.span.kind"
    ) in ("agent", "workflow")


def _first(attributes: Mapping[str, JsonValue], keys: tuple[str, ...]) -> JsonValue:
    return next((attributes[key] for key in keys if attributes.get(key) is not None), None)


def _messages(span: Span) -> tuple[tuple[SpokenMessage, ...], tuple[SpokenMessage, ...]]:
    sources = [span.attributes, *(event.attributes for event in span.events)]
    inputs = [m for source in sources for m in _listed(source.get("gen_ai.input.messages"))]
    outputs = [m for source in sources for m in _listed(source.get("gen_ai.output.messages"))]
    system = [m for source in sources for m in _system(source.get("gen_ai.system_instructions"))]
    if not inputs and not outputs:
        request = mapping(parsed(span.attributes.get("gcp.vertex.agent.llm_request")))
        response = mapping(parsed(span.attributes.get("gcp.vertex.agent.llm_response")))
        system += _system(mapping(request.get("config")).get("system_instruction"))
        inputs = [m for item in sequence(request.get("contents")) for m in _one(item)]
        outputs = list(_one(response.get("content")))
    if not inputs and not outputs:
        inputs, outputs = _numbered(span.attributes)
    if not inputs and not outputs:
        inputs, outputs = _from_events(span)
    return (*system, *inputs), tuple(outputs)


def _system(value: JsonValue) -> list[SpokenMessage]:
    value = parsed(value)
    text = (
        spoken_text([_as_text_part(part) for part in value])
        if isinstance(value, list)
        else spoken_text(value)
    )
    return [SpokenMessage("system", text)] if text else []


def _listed(value: JsonValue) -> Iterator[SpokenMessage]:
    for item in sequence(parsed(value)):
        yield from _one(item)


def _one(message: JsonValue) -> Iterator[SpokenMessage]:
    fields = mapping(message)
    role = text_of(fields.get("role"))
    if role is None:
        return
    parts = fields.get("parts", fields.get("content"))
    parts = parsed(parts)
    calls = [_call(mapping(call)) for call in sequence(fields.get("tool_calls"))]
    results: list[SpokenResult] = []
    if isinstance(parts, list):
        for part in map(mapping, parts):
            kind = part.get("type")
            if kind in ("tool_call", "tool_use") or "function_call" in part or "toolUse" in part:
                calls.append(
                    _call(mapping(part.get("function_call")) or mapping(part.get("toolUse")) or part)
                )
            elif (
                kind in ("tool_call_response", "tool_result")
                or "function_response" in part
                or "toolResult" in part
            ):
                results.append(
                    _result(mapping(part.get("function_response")) or mapping(part.get("toolResult")) or part)
                )
        text = spoken_text([_as_text_part(part) for part in parts])
    else:
        text = spoken_text(parts)
    if role == "tool" and not results and text:
        results.append(SpokenResult(identifier(fields.get("tool_call_id", fields.get("id"))), "", text, None))
    yield SpokenMessage(role, "" if role == "tool" else text, tuple(calls), tuple(results))


def _as_text_part(part: JsonValue) -> JsonValue:
    """Give a text part under the key that holds text; a part of another kind stays silent."""
    fields = mapping(part)
    if fields.get("type") in (None, "text") and not (
        {"function_call", "function_response", "toolUse", "toolResult"} & set(fields)
    ):
        return {"type": "text", "text": fields.get("text", fields.get("content"))}
    return {"type": "reasoning"}


def _call(fields: Mapping[str, JsonValue]) -> SpokenCall:
    function = mapping(fields.get("function")) or fields
    return SpokenCall(
        identifier(fields.get("id")) or identifier(fields.get("toolUseId")),
        text_of(function.get("name")) or "",
        next(
            (function[key] for key in ("arguments", "args", "input") if function.get(key) is not None), None
        ),
    )


def _result(fields: Mapping[str, JsonValue]) -> SpokenResult:
    output = next(
        (fields[key] for key in ("response", "result", "content", "output") if fields.get(key) is not None),
        None,
    )
    return SpokenResult(
        identifier(fields.get("id"))
        or identifier(fields.get("toolUseId"))
        or identifier(fields.get("tool_use_id")),
        text_of(fields.get("name")) or "",
        tool_output(output),
        is_failed(fields),
    )


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
        numbers = sorted({key.split(".")[1] for key in fields if key.startswith("tool_calls.")})
        message: dict[str, JsonValue] = {
            "role": fields.get("role", "assistant" if side == "completion" else "user"),
            "content": fields.get("content"),
            "tool_call_id": fields.get("tool_call_id"),
            "tool_calls": [
                {key: fields.get(f"tool_calls.{number}.{key}") for key in ("id", "name", "arguments")}
                for number in numbers
            ],
        }
        (inputs if side == "prompt" else outputs).extend(_one(message))
    return inputs, outputs


def _from_events(span: Span) -> tuple[list[SpokenMessage], list[SpokenMessage]]:
    """Read one message an event."""
    inputs: list[SpokenMessage] = []
    outputs: list[SpokenMessage] = []
    for event in span.events:
        fields = event.attributes
        if event.name in _EVENT_ROLES:
            role = _EVENT_ROLES[event.name]
            message: dict[str, JsonValue] = {"role": role, **fields}
            inputs.extend(_one(message))
        elif event.name == "gen_ai.choice":
            body = fields.get("message", fields.get("content"))
            inner = mapping(parsed(body))
            outputs.extend(
                _one({"role": "assistant", **inner} if inner else {"role": "assistant", "content": body})
            )
    return inputs, outputs
