"""What kind of step a span is, and what it holds of its input and output, under whatever key.

Instrumentations invent keys of their own beside those of the conventions (`mlflow.spanInputs`, `input`,
`ai.payload.output`), so that the ending of a key decides where no key of a convention is there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pydantic import JsonValue

from evidencelab.traces.formats.envelopes import ToolReturn, given, returned
from evidencelab.traces.formats.parts import identifier, text_of
from evidencelab.traces.formats.spans import Span

_KINDS = {
    "tool": "tool",
    "function": "tool",
    "tool_call": "tool",
    "toolcall": "tool",
    "execute_tool": "tool",
    "llm": "model",
    "chat": "model",
    "chat_model": "model",
    "generation": "model",
    "generate_content": "model",
    "text_completion": "model",
    "agent": "agent",
    "chain": "agent",
    "workflow": "agent",
    "invoke_agent": "agent",
    "invoke_workflow": "agent",
    "create_agent": "agent",
}
_KIND_KEY = re.compile(
    r"(?:^|[._])(?:gen_ai\.operation\.name|span[._]?kind|span[._]?type|observation\.type|run_type)$",
    re.IGNORECASE,
)
_ARGUMENT_KEYS = (
    "gen_ai.tool.call.arguments",
    "gen_ai.tool.arguments",
    "tool_arguments",
    "gcp.vertex.agent.tool_call_args",
    "ai.toolCall.args",
    "ai.toolCall.input",
    "input.value",
    "traceloop.entity.input",
    "tool.parameters",
)
_RESULT_KEYS = (
    "gen_ai.tool.call.result",
    "gen_ai.tool.result",
    "gen_ai.tool.output",
    "tool_response",
    "gcp.vertex.agent.tool_response",
    "ai.toolCall.result",
    "ai.toolCall.output",
    "output.value",
    "traceloop.entity.output",
)
_INPUT_KEY = re.compile(r"(?:^|[._])(?:arguments|args|input|inputs|span_?inputs)$", re.IGNORECASE)
_OUTPUT_KEY = re.compile(r"(?:^|[._])(?:result|output|outputs|response|span_?outputs)$", re.IGNORECASE)
_NAME_KEYS = ("gen_ai.tool.name", "tool.name", "ai.toolCall.name", "traceloop.entity.name")
_ID_KEYS = (
    "gen_ai.tool.call.id",
    "ai.toolCall.id",
    "tool_call.id",
    "tool.call_id",
    "tool.id",
    "tool_call_id",
)
_STATUS_KEY = re.compile(r"(?:^|\.)tool[._]status$")


def kind_of(span: Span) -> str | None:
    """Tell whether a span is a `tool`, a `model` or an `agent` (or a chain, a workflow); None for others."""
    attributes = span.attributes
    for key, value in attributes.items():
        if isinstance(value, str) and _KIND_KEY.search(key) and (word := value.strip('"').lower()) in _KINDS:
            return _KINDS[word]
    if span.name.startswith("execute_tool ") or "ai.toolCall.name" in attributes:
        return "tool"
    named = "gen_ai.tool.name" in attributes or "gen_ai.tool.call.id" in attributes
    return "tool" if named and "gen_ai.request.model" not in attributes else None


def tool_name(span: Span) -> str:
    """Name the tool of a tool's span."""
    told = (text_of(span.attributes.get(key)) for key in _NAME_KEYS)
    return next(filter(None, told), "") or span.name.removeprefix("execute_tool ").removesuffix(".tool")


def call_id(span: Span) -> str | None:
    """Give the id of the call that a tool's span answers."""
    ids = (identifier(span.attributes.get(key)) for key in _ID_KEYS)
    return next((found for found in ids if found), None)


def tool_arguments(span: Span) -> JsonValue:
    """Give the arguments that a tool's span holds, freed of their wrapper."""
    return given(_values(span.attributes, _ARGUMENT_KEYS, _INPUT_KEY))


def tool_return(span: Span) -> ToolReturn:
    """Give the result that a tool's span holds, freed of its wrapper; output None if it holds none."""
    held = next(_values(span.attributes, _RESULT_KEYS, _OUTPUT_KEY), None)
    found = returned(held)
    status = next((value for key, value in span.attributes.items() if _STATUS_KEY.search(key)), None)
    failed = isinstance(status, str) and status.lower() in ("error", "failed", "failure")
    return found._replace(failed=True) if failed else found


def input_value(span: Span) -> JsonValue:
    """Give the input of a model's or agent's span, as the instrumentation wrote it."""
    return next(_values(span.attributes, ("input.value", "traceloop.entity.input"), _INPUT_KEY), None)


def output_value(span: Span) -> JsonValue:
    """Give the output of a model's or agent's span, as the instrumentation wrote it."""
    keys = ("output.value", "traceloop.entity.output", "final_result")
    return next(_values(span.attributes, keys, _OUTPUT_KEY), None)


def error_text(span: Span) -> str | None:
    """Give what a failed span says of its failure."""
    events = (event.attributes.get("exception.message") for event in span.events)
    told = (*events, span.attributes.get("error.message"), span.attributes.get("exception.message"))
    return next((text for text in told if isinstance(text, str) and text), span.status_text)


def _values(
    attributes: Mapping[str, JsonValue], keys: tuple[str, ...], ending: re.Pattern[str]
) -> Iterator[JsonValue]:
    """Give what stands under the known keys, then under any key of that ending."""
    yield from (attributes[key] for key in keys if attributes.get(key) is not None)
    yield from (
        value
        for key, value in attributes.items()
        if value is not None and key not in keys and ending.search(key)
    )
