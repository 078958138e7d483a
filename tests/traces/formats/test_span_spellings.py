"""Spans of other conventions and exports: the same question, call, result and answer, however they are spelt."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from evidencelab.traces.formats.envelopes import given, returned
from evidencelab.traces.formats.load import format_of_text, import_value, read_trace_text

QUESTION, ANSWER, RESULT = "How full is the cistern?", "It is 73 % full.", "73 %"
ARGUMENTS = {"tank": "north"}


def step(number: int, attributes: dict[str, Any], name: str = "", **fields: Any) -> dict[str, Any]:
    return {
        "trace_id": "t",
        "span_id": f"s{number}",
        "name": name,
        "start_time": 10 * number,
        "end_time": 10 * number + 5,
        "attributes": attributes,
        **fields,
    }


def parts(role: str, *held: dict[str, Any]) -> dict[str, Any]:
    return {"role": role, "parts": list(held)}


def chat(*, answered: bool = False) -> list[dict[str, Any]]:
    """The conversation as chat messages, up to the result or to the answer."""
    call = {"id": "c9", "type": "function", "function": {"name": "level", "arguments": json.dumps(ARGUMENTS)}}
    messages = [
        {"role": "user", "content": QUESTION},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c9", "content": RESULT},
    ]
    return [*messages, {"role": "assistant", "content": ANSWER}] if answered else messages


HISTORY = [
    parts("user", {"type": "text", "content": QUESTION}),
    parts("assistant", {"type": "tool_call", "id": "c9", "name": "level", "arguments": ARGUMENTS}),
    parts("tool", {"type": "tool_call_response", "id": "c9", "response": RESULT}),
]
SAID = [parts("assistant", {"type": "text", "content": ANSWER})]
TOOL = {
    "gen_ai.tool.name": "level",
    "gen_ai.tool.call.id": "c9",
    "gen_ai.tool.call.arguments": json.dumps(ARGUMENTS),
    "gen_ai.tool.call.result": RESULT,
}
GEMINI_CALL = {"function_call": {"id": "c9", "name": "level", "args": ARGUMENTS}}
SDK_PROMPT = json.dumps([{"role": "user", "content": [{"type": "text", "text": QUESTION}]}])
LC_MESSAGES = [
    {"type": "human", "content": QUESTION},
    {"type": "ai", "content": "", "tool_calls": [{"id": "c9", "name": "level", "args": ARGUMENTS}]},
    {"type": "tool", "content": RESULT, "tool_call_id": "c9", "name": "level"},
]


def record(name: str, body: dict[str, Any], span: int, at: int) -> dict[str, Any]:
    return {
        "event_name": name,
        "body": body,
        "trace_id": "t",
        "span_id": f"s{span}",
        "timestamp": at,
        "attributes": {},
    }


LOGS = [
    record("gen_ai.user.message", {"content": QUESTION}, 1, 1),
    record("gen_ai.choice", {"index": 0, "message": chat()[1]}, 1, 2),
    record("gen_ai.tool.message", {"id": "c9", "content": RESULT}, 2, 3),
    record("gen_ai.choice", {"index": 0, "message": {"role": "assistant", "content": ANSWER}}, 2, 4),
]

SPELLINGS = {
    "one-span-with-history": [step(1, {"gen_ai.input.messages": json.dumps(HISTORY), "gen_ai.output.messages": json.dumps(SAID)})],
    "prompt-and-completion": [step(1, {"gen_ai.prompt": json.dumps(HISTORY), "gen_ai.completion": json.dumps({"text": ANSWER})})],
    "content-events": [
        step(1, {"gen_ai.system": "x"}, events=[
            {"name": "gen_ai.content.prompt", "attributes": {"gen_ai.prompt": json.dumps(chat())}},
            {"name": "gen_ai.content.completion", "attributes": {"gen_ai.completion": json.dumps(chat(answered=True)[-1:])}},
        ])
    ],
    "numbered-in-the-oldest-spelling": [
        step(1, {"llm.prompts.0.role": "user", "llm.prompts.0.content": QUESTION, "llm.completions.0.tool_calls.0.id": "c9", "llm.completions.0.tool_calls.0.name": "level", "llm.completions.0.tool_calls.0.arguments": json.dumps(ARGUMENTS)}),
        step(2, {"llm.prompts.0.role": "user", "llm.prompts.0.content": QUESTION, "llm.prompts.1.role": "tool", "llm.prompts.1.tool_call_id": "c9", "llm.prompts.1.content": RESULT, "llm.completions.0.content": ANSWER}),
    ],
    "events-in-an-attribute": [
        step(1, {"gen_ai.operation.name": "chat", "events": [
            {"event.name": "gen_ai.user.message", "content": QUESTION},
            {"event.name": "gen_ai.choice", "index": 0, "message": chat()[1]},
        ]}),
        step(2, {"gen_ai.tool.name": "level", "gen_ai.tool.call.id": "c9", "tool_arguments": ARGUMENTS, "tool_response": RESULT}, "running tool"),
        step(3, {"gen_ai.operation.name": "chat", "events": [{"event.name": "gen_ai.choice", "message": {"content": ANSWER}}]}),
    ],
    "log-records": LOGS,
    "otlp-log-records": {"resourceLogs": [{"scopeLogs": [{"logRecords": LOGS}]}]},
    "ai-sdk": [
        step(1, {"ai.prompt": json.dumps({"prompt": QUESTION}), "ai.response.text": ANSWER}, end_time=99),
        step(2, {"ai.prompt.messages": SDK_PROMPT, "ai.response.toolCalls": json.dumps([{"toolCallId": "c9", "toolName": "level", "input": json.dumps(ARGUMENTS)}])}, parent_span_id="s1"),
        step(3, {"ai.toolCall.name": "level", "ai.toolCall.id": "c9", "ai.toolCall.args": json.dumps(ARGUMENTS), "ai.toolCall.result": RESULT}, parent_span_id="s1"),
        step(4, {"ai.prompt.messages": SDK_PROMPT, "ai.response.text": ANSWER}, parent_span_id="s1"),
    ],
    "requests-and-responses": [
        step(1, {"gcp.vertex.agent.llm_request": json.dumps({"config": {"system_instruction": "Be brief."}, "contents": [{"role": "user", "parts": [{"text": QUESTION}]}]}), "gcp.vertex.agent.llm_response": json.dumps({"content": {"role": "model", "parts": [GEMINI_CALL]}})}),
        step(2, {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "level", "gen_ai.tool.call.id": "c9", "gcp.vertex.agent.tool_call_args": json.dumps(ARGUMENTS), "gcp.vertex.agent.tool_response": RESULT}),
        step(3, {"gcp.vertex.agent.llm_response": json.dumps({"content": {"role": "model", "parts": [{"text": ANSWER}]}})}),
    ],
    "inputs-and-outputs": [
        step(1, {"x.spanType": '"CHAIN"', "x.spanInputs": json.dumps({"messages": LC_MESSAGES[:1]}), "x.spanOutputs": json.dumps({"output": ANSWER})}, end_time=99),
        step(2, {"x.spanType": '"TOOL"', "x.spanInputs": json.dumps(ARGUMENTS), "x.spanOutputs": json.dumps(LC_MESSAGES[2])}, "level", parent_span_id="s1"),
        step(3, {"x.spanType": '"CHAT_MODEL"', "x.spanInputs": json.dumps([LC_MESSAGES]), "x.spanOutputs": json.dumps({"generations": [[{"message": {"type": "ai", "content": ANSWER}}]]})}, parent_span_id="s1"),
    ],
    "agent-span-alone": [step(1, {"gen_ai.operation.name": "invoke_agent", "gen_ai.input.messages": HISTORY[:1], "gen_ai.output.messages": [*HISTORY[1:], *SAID]})],
    "columns": [
        {"context.trace_id": "t", "context.span_id": "a", "span_kind": "LLM", "start_time": "2025-01-01T10:00:00", "attributes.llm.input_messages": [{"message.role": "user", "message.content": QUESTION}], "attributes.llm.output_messages": [{"message.role": "assistant", "message.tool_calls": [{"tool_call.id": "c9", "tool_call.function.name": "level", "tool_call.function.arguments": json.dumps(ARGUMENTS)}]}]},
        {"context.trace_id": "t", "context.span_id": "b", "span_kind": "TOOL", "start_time": "2025-01-01T10:00:01", "attributes.openinference.span.kind": "TOOL", "attributes.tool.name": "level", "attributes.tool.id": "c9", "attributes.input.value": json.dumps(ARGUMENTS), "attributes.output.value": RESULT},
        {"context.trace_id": "t", "context.span_id": "c", "span_kind": "LLM", "start_time": "2025-01-01T10:00:02", "attributes.llm.output_messages": json.dumps([{"message": {"role": "assistant", "content": ANSWER}}])},
    ],
    "tags-and-references": {"data": [{"traceID": "t", "spans": [
        {"traceID": "t", "spanID": "1", "operationName": "chat", "startTime": 1, "duration": 5, "references": [], "tags": [{"key": "gen_ai.input.messages", "type": "string", "value": json.dumps(HISTORY[:1])}, {"key": "gen_ai.output.messages", "type": "string", "value": json.dumps(HISTORY[1:2])}]},
        {"traceID": "t", "spanID": "2", "operationName": "execute_tool level", "startTime": 7, "duration": 1, "references": [{"refType": "CHILD_OF", "spanID": "1"}], "tags": [{"key": key, "type": "string", "value": value} for key, value in TOOL.items()]},
        {"traceID": "t", "spanID": "3", "operationName": "chat", "startTime": 9, "duration": 5, "tags": [{"key": "gen_ai.output.messages", "type": "string", "value": json.dumps(SAID)}]},
    ]}]},
    "table-rows": [
        {"TraceId": "t", "SpanId": "1", "SpanName": "chat", "Timestamp": "2025-01-01 10:00:00", "SpanAttributes": {"gen_ai.input.messages": json.dumps(HISTORY[:1]), "gen_ai.output.messages": json.dumps(HISTORY[1:2])}},
        {"TraceId": "t", "SpanId": "2", "SpanName": "execute_tool level", "Timestamp": "2025-01-01 10:00:01", "SpanAttributes": TOOL},
        {"TraceId": "t", "SpanId": "3", "SpanName": "chat", "Timestamp": "2025-01-01 10:00:02", "SpanAttributes": {"gen_ai.output.messages": json.dumps(SAID)}},
    ],
    "custom-dimensions": [{"operation_Id": "t", "id": "1", "name": "chat", "timestamp": "2025-01-01T10:00:00Z", "customDimensions": json.dumps({"gen_ai.input.messages": json.dumps(HISTORY), "gen_ai.output.messages": json.dumps(SAID)})}],
    "span-of-spans": [step(1, {"gen_ai.operation.name": "invoke_agent", "gen_ai.input.messages": HISTORY[:1], "gen_ai.output.messages": SAID}, end_time=99, children=[step(2, TOOL)])],
    "observations": {"id": "t", "observations": [
        {"id": "a", "traceId": "t", "type": "GENERATION", "startTime": "2025-01-01T10:00:00Z", "input": chat()[:1], "output": chat()[1]},
        {"id": "c9", "traceId": "t", "type": "TOOL", "name": "level", "startTime": "2025-01-01T10:00:01Z", "input": ARGUMENTS, "output": RESULT},
        {"id": "c", "traceId": "t", "type": "GENERATION", "startTime": "2025-01-01T10:00:02Z", "input": json.dumps(chat()[:1]), "output": ANSWER},
    ]},
    "runs-with-children": {"id": "t", "run_type": "chain", "start_time": "2025-01-01T10:00:00", "end_time": "2025-01-01T10:00:09", "inputs": {"messages": [["user", QUESTION]]}, "outputs": {"output": ANSWER}, "child_runs": [
        {"id": "b", "run_type": "tool", "name": "level", "start_time": "2025-01-01T10:00:01", "inputs": {"input": str(ARGUMENTS)}, "outputs": {"output": LC_MESSAGES[2]}},
        {"id": "c", "run_type": "llm", "start_time": "2025-01-01T10:00:02", "inputs": {"messages": [LC_MESSAGES]}, "outputs": {"generations": [[{"text": ANSWER}]]}},
    ]},
    "span-data": [
        {"object": "trace.span", "id": "a", "trace_id": "t", "started_at": "2025-01-01T10:00:00", "span_data": {"type": "generation", "input": chat()[:1], "output": [chat()[1]]}},
        {"object": "trace.span", "id": "c9", "trace_id": "t", "started_at": "2025-01-01T10:00:01", "span_data": {"type": "function", "name": "level", "input": json.dumps(ARGUMENTS), "output": RESULT}},
        {"object": "trace.span", "id": "c", "trace_id": "t", "started_at": "2025-01-01T10:00:02", "span_data": {"type": "generation", "input": chat(), "output": chat(answered=True)[-1:]}},
        {"object": "trace", "id": "t", "workflow_name": "w"},
    ],
}  # fmt: skip


@pytest.mark.parametrize("value", [pytest.param(value, id=name) for name, value in SPELLINGS.items()])
def test_a_spelling_of_spans_becomes_the_same_run(value):
    (trace,) = import_value(value)
    (call,) = trace.session.tool_invocations
    assert (call.external_id, call.tool_name, call.arguments, call.output) == (
        "c9",
        "level",
        ARGUMENTS,
        RESULT,
    )
    assert [message.text for message in trace.messages if message.role == "user"] == [QUESTION]
    assert [message.text for message in trace.answers()] == [ANSWER]
    assert trace.calls[0].position < trace.answers()[-1].position


def test_spans_may_be_lines():
    value = SPELLINGS["table-rows"]
    (read,) = read_trace_text("\n".join(json.dumps(item) for item in value)).traces
    assert read.trace.session.tool_invocations[0].output == RESULT


@pytest.mark.parametrize("between", ["\n", "\nThe pump runs.\n[info] {level}\n"])
def test_spans_may_stand_over_several_lines_among_other_text(between):
    text = between.join(json.dumps(item, indent=4) for item in SPELLINGS["ai-sdk"])
    assert format_of_text(text) == "otel"
    (read,) = read_trace_text(text).traces
    assert [call.output for call in read.trace.session.tool_invocations] == [RESULT]
    assert [message.text for message in read.trace.answers()] == [ANSWER]


def outputs(spans: Sequence[dict[str, Any]]) -> list[tuple[str | None, Any, str | None]]:
    (trace,) = import_value(list(spans))
    return [(call.external_id, call.output, call.status) for call in trace.session.tool_invocations]


def test_calls_without_an_id_are_told_apart_by_their_turn():
    asked = [{"function_call": {"name": "level", "args": {"tank": tank}}} for tank in ("north", "south")]
    back = [{"function_response": {"name": "level", "response": {"full": full}}} for full in ("73 %", "12 %")]
    history = [parts("user", {"text": QUESTION}), parts("model", *asked), parts("user", *back)]
    found = outputs([step(1, {"gen_ai.input.messages": history, "gen_ai.output.messages": SAID})])
    assert [output for _, output, _ in found] == [{"full": "73 %"}, {"full": "12 %"}]


def test_two_ids_of_one_call_are_one_call():
    other = {**HISTORY[1]["parts"][0], "id": "item-4"}
    spans = [
        step(
            1, {"gen_ai.input.messages": HISTORY[:1], "gen_ai.output.messages": [parts("assistant", other)]}
        ),
        step(2, {"gen_ai.input.messages": HISTORY, "gen_ai.output.messages": SAID}),
    ]
    assert outputs(spans) == [("c9", RESULT, None)]


def test_a_protocol_span_inside_the_tool_span_is_the_same_call():
    inner = {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "level",
        "gen_ai.tool.call.result": json.dumps(
            {"content": [{"type": "text", "text": "no such tank"}], "isError": True}
        ),
    }
    outer = {key: value for key, value in TOOL.items() if not key.endswith("result")}
    spans = [step(1, outer, end_time=99), step(2, inner, parent_span_id="s1")]
    assert outputs(spans) == [("c9", "no such tank", "error")]


def test_what_only_the_tool_span_holds_was_not_seen_by_the_model():
    whole = {**TOOL, "gen_ai.tool.call.result": json.dumps({"shown": RESULT, "raw_mm": 1893})}
    spans = [
        step(1, whole),
        step(2, {"gen_ai.input.messages": HISTORY, "gen_ai.output.messages": SAID}),
    ]
    (trace,) = import_value(spans)
    assert trace.session.tool_invocations[0].output == RESULT
    assert "1893" in str(trace.calls[0].unseen)
    assert trace.report.n_unseen == 1


def test_a_result_that_a_limit_cut_in_the_messages_is_kept_whole():
    long = "tank north " * 40 + RESULT
    cut = [
        *HISTORY[:2],
        parts("tool", {"type": "tool_call_response", "id": "c9", "response": long[:60] + "..."}),
    ]
    spans = [
        step(1, {**TOOL, "gen_ai.tool.call.result": long}),
        step(2, {"gen_ai.input.messages": cut, "gen_ai.output.messages": SAID}),
    ]
    assert outputs(spans) == [("c9", long, None)]


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        pytest.param("plain text", ("plain text", None, None), id="text"),
        pytest.param('{"total": 4}', ('{"total": 4}', None, None), id="the-tool's-own-json"),
        pytest.param({"output": "x", "exit_code": 0}, ({"output": "x", "exit_code": 0}, None, None), id="the-tool's-own-output-field"),
        pytest.param([{"id": 1, "text": "a"}], ([{"id": 1, "text": "a"}], None, None), id="the-tool's-own-records"),
        pytest.param([{"json": {"n": 4}}], ('{"n": 4}', None, None), id="parts"),
        pytest.param({"content": [{"type": "text", "text": "x"}], "isError": True}, ("x", None, True), id="mcp"),
        pytest.param({"content": [], "structuredContent": {"n": 4}}, ({"n": 4}, None, None), id="mcp-without-content"),
        pytest.param({"type": "tool", "data": {"content": "x", "tool_call_id": "c9", "status": "error"}}, ("x", "c9", True), id="message"),
        pytest.param({"output": {"type": "tool", "content": "x", "tool_call_id": "c9"}}, ("x", "c9", None), id="message-in-output"),
        pytest.param({"update": {"messages": [{"type": "tool", "content": "x", "tool_call_id": "c9"}]}}, ("x", "c9", None), id="command"),
        pytest.param("content='it\\'s 4' name='f' tool_call_id='c9'", ("it's 4", "c9", None), id="printed-message"),
        pytest.param("content=\"no\" name='f' id='1' tool_call_id='c9' status='error'", ("no", "c9", True), id="printed-failure"),
        pytest.param("content='x' and more", ("content='x' and more", None, None), id="text-like-a-printed-message"),
        pytest.param({"id": "c9", "name": "f", "response": {"n": 4}}, ({"n": 4}, "c9", None), id="function-response"),
        pytest.param({"blocks": [{"text": "x"}], "raw_output": 1, "is_error": True}, ("x", None, True), id="blocks"),
    ],
)  # fmt: skip
def test_a_result_is_freed_of_its_wrapper(held, expected):
    assert tuple(returned(held)) == expected


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        pytest.param([None, '{"a": 1}'], {"a": 1}, id="json"),
        pytest.param(["{'a': 1}"], {"a": 1}, id="printed"),
        pytest.param(["north"], "north", id="text"),
        pytest.param(["north", {"a": 1}], {"a": 1}, id="an-object-before-text"),
        pytest.param([{"properties": {"a": {"type": "integer"}}, "type": "object"}, {"a": 1}], {"a": 1}, id="no-schema"),
        pytest.param([{"a": {"type": "integer", "description": "n"}}], None, id="described-parameters-alone"),
        pytest.param([{"args": [], "kwargs": {"a": 1}}], {"a": 1}, id="keyword-arguments"),
        pytest.param([{"input_str": "{'a': 1}", "tags": [], "metadata": {}}], {"a": 1}, id="input-string"),
        pytest.param([{"input": "{'a': 1}"}], {"a": 1}, id="one-input"),
        pytest.param([{"input": "north"}], {"input": "north"}, id="an-argument-called-input"),
        pytest.param([{"tool_call": {"name": "f", "args": {"a": 1}, "id": "c9"}}], {"a": 1}, id="call"),
    ],
)  # fmt: skip
def test_arguments_are_freed_of_their_wrapper(held, expected):
    assert given(held) == expected
