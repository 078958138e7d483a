"""OpenAI chat messages: `role`, `content`, `tool_calls`, and `role: tool` results.

Also the dialects that stand in recorded runs: the old `function_call` / `role: function` pair, calls
written as `{"function": name, "args": {...}}` or into the text, custom tools, messages `from` somebody with
a `value`, results that carry their `error` beside the content, and a whole response with `choices`.

Source: OpenAI API reference, chat completions.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from evidencelab.traces.formats.parts import (
    identifier,
    is_failed,
    mapping,
    parsed,
    says_failed,
    sequence,
    spoken_text,
    text_of,
    tool_output,
)
from evidencelab.traces.formats.text_calls import calls_in, responses_in
from evidencelab.traces.formats.trace_builder import TraceBuilder

_PARAMS_LINE = re.compile(
    r"\A(?:tool_call_metadata=\{[^\n]*\}\s*)?"
    r"Params used for the tool call: [^\n]*?The tool call output follows on the next line\.\n?"
    r"|\Atool_call_metadata=\{[^\n]*\}\n?"
)


def read_messages(messages: Sequence[JsonValue], builder: TraceBuilder) -> None:
    """Read chat messages in order into the builder."""
    for number, message in enumerate(messages, start=1):
        fields = mapping(message)
        if not fields:
            builder.broken(f"message {number}", f"got {type(message).__name__}, expected an object")
            continue
        if "choices" in fields and "role" not in fields:
            for choice in sequence(fields["choices"]):
                _read(mapping(mapping(choice).get("message")), builder)
            continue
        if not _read(fields, builder):
            builder.broken(f"message {number}", f"role is {fields.get('role')!r}, which no chat message has")


def strip_params_line(output: JsonValue) -> JsonValue:
    """Take off the line by which HolmesGPT repeats a call's parameters: it is no tool output."""
    return _PARAMS_LINE.sub("", output, count=1) if isinstance(output, str) else output


def _read(fields: Mapping[str, JsonValue], builder: TraceBuilder) -> bool:
    role = fields.get("role", fields.get("from"))
    content = fields["content"] if "content" in fields else fields.get("value")
    if role in ("system", "developer"):
        builder.say("system", spoken_text(content))
    elif role in ("user", "human"):
        results = responses_in(spoken_text(content))
        for result in results:
            builder.result(None, result, failed=says_failed(result))
        if not results:
            builder.say("user", spoken_text(content))
    elif role in ("assistant", "gpt", "ai", "model"):
        calls = [_named_call(mapping(call)) for call in sequence(fields.get("tool_calls"))]
        if isinstance(fields.get("function_call"), dict):
            calls.append(_named_call({"function": fields["function_call"]}))
        text = spoken_text(content) or (text_of(fields.get("refusal")) or "")
        if not calls:
            text, written = calls_in(text)
            calls = [(call.call_id, call.name, call.arguments) for call in written]
        builder.say("assistant", text, calls_tools=bool(calls))
        for external_id, name, arguments in calls:
            builder.call(external_id, name, arguments)
    elif role in ("tool", "function", "observation"):
        _read_result(fields, content, builder)
    elif role == "function_call":
        builder.call(*_named_call(mapping(parsed(content))))
    else:
        return False
    return True


def _named_call(call: Mapping[str, JsonValue]) -> tuple[str | None, str, JsonValue]:
    function = call.get("function", call.get("custom"))
    external_id = identifier(call.get("id")) or identifier(call.get("tool_call_id"))
    if isinstance(function, dict):
        name = text_of(function.get("name")) or ""
        if external_id is None and "id" not in call:
            external_id = name or None
        if "input" in function:
            return external_id, name, {"input": function["input"]}
        return external_id, name, function.get("arguments", function.get("args"))
    name = text_of(function) or text_of(call.get("name")) or ""
    return external_id, name, call.get("arguments", call.get("args"))


def _is_blank(output: JsonValue) -> bool:
    """Tell whether an output is a text of nothing but marks around nothing: `<<>>`."""
    return isinstance(output, str) and not any(character.isalnum() for character in output)


def _read_result(fields: Mapping[str, JsonValue], content: JsonValue, builder: TraceBuilder) -> None:
    named = (fields.get("name"), fields.get("tool_name"), mapping(fields.get("tool_call")).get("function"))
    name = next((text for text in named if isinstance(text, str) and text), "")
    external_id = identifier(fields.get("tool_call_id")) or identifier(fields.get("id"))
    output = strip_params_line(tool_output(content))
    responses = responses_in(output) if isinstance(output, str) else ()
    if len(responses) > 1 and external_id is None:
        for response in responses:
            builder.result(None, response, tool_name=name, failed=says_failed(response))
        return
    output = responses[0] if len(responses) == 1 else output
    error = mapping(fields.get("error")).get("message", fields.get("error"))
    if isinstance(error, str) and error and (output is None or _is_blank(output)):
        output = error
    builder.result(
        external_id,
        output,
        tool_name=name,
        failed=failed if (failed := is_failed(fields)) is not None else says_failed(output),
        truncated=fields.get("truncated") is True,
    )
