"""Spans of both conventions, in every export shape, become runs in the order in which things happened."""

from __future__ import annotations

import json
from typing import Any

import pytest

from evidencelab.traces.formats.detect import detect_format
from evidencelab.traces.formats.load import import_value


def span(
    number: int, name: str, start: int, end: int, parent: int | None = None, **fields: Any
) -> dict[str, Any]:
    return {
        "trace_id": "t1",
        "span_id": f"span{number}",
        "parent_span_id": None if parent is None else f"span{parent}",
        "name": name,
        "start_time": start,
        "end_time": end,
        "attributes": {},
        "status": {"code": "OK"},
        **fields,
    }


def said(role: str, *parts: dict[str, Any]) -> dict[str, Any]:
    return {"role": role, "parts": list(parts)}


TEXT = {"type": "text", "content": "The tide is 2.4 m at 16:10."}
CALL = {"type": "tool_call", "id": "call_t", "name": "tides", "arguments": {"port": "Ost"}}
ASKED = said("user", {"type": "text", "content": "When is high tide?"})

GENAI = [
    span(3, "chat m", 30, 40, 1, attributes={
        "gen_ai.operation.name": "chat",
        "gen_ai.input.messages": json.dumps([ASKED, said("assistant", CALL), said("tool", {"type": "tool_call_response", "id": "call_t", "response": "2.4 m at 16:10"})]),
        "gen_ai.output.messages": json.dumps([said("assistant", TEXT)]),
    }),
    span(2, "execute_tool tides", 20, 29, 1, attributes={
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "tides",
        "gen_ai.tool.call.id": "call_t",
        "gen_ai.tool.call.arguments": '{"port": "Ost"}',
        "gen_ai.tool.call.result": "2.4 m at 16:10",
    }),
    span(4, "chat m", 10, 19, 1, attributes={
        "gen_ai.operation.name": "chat",
        "gen_ai.input.messages": [ASKED],
        "gen_ai.output.messages": [said("assistant", CALL)],
    }),
    span(1, "invoke_agent a", 5, 41, attributes={"gen_ai.operation.name": "invoke_agent", "gen_ai.conversation.id": "conv-7"}),
]  # fmt: skip


def otlp_value(value: Any) -> dict[str, Any]:
    if isinstance(value, list):
        return {"arrayValue": {"values": [otlp_value(item) for item in value]}}
    if isinstance(value, dict):
        return {"kvlistValue": {"values": [{"key": k, "value": otlp_value(v)} for k, v in value.items()]}}
    return {"stringValue": value}


def otlp(spans: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "resourceSpans": [
            {
                "scopeSpans": [
                    {
                        "spans": [
                            {
                                "traceId": s["trace_id"],
                                "spanId": s["span_id"],
                                "parentSpanId": s["parent_span_id"] or "",
                                "name": s["name"],
                                "startTimeUnixNano": str(s["start_time"]),
                                "endTimeUnixNano": str(s["end_time"]),
                                "attributes": [
                                    {"key": k, "value": otlp_value(v)} for k, v in s["attributes"].items()
                                ],
                                "status": {"code": 1},
                            }
                            for s in spans
                        ]
                    }
                ]
            }
        ]
    }


NUMBERED = [
    span(1, "openai.chat", 10, 19, attributes={
        "gen_ai.prompt.0.role": "user",
        "gen_ai.prompt.0.content": "When is high tide?",
        "gen_ai.completion.0.role": "assistant",
        "gen_ai.completion.0.tool_calls.0.id": "call_t",
        "gen_ai.completion.0.tool_calls.0.name": "tides",
        "gen_ai.completion.0.tool_calls.0.arguments": '{"port": "Ost"}',
    }),
    span(2, "tides.tool", 20, 29, attributes={
        "traceloop.span.kind": "tool",
        "traceloop.entity.name": "tides",
        "traceloop.entity.input": '{"port": "Ost"}',
        "traceloop.entity.output": "2.4 m at 16:10",
    }),
    span(3, "openai.chat", 30, 40, attributes={
        "gen_ai.prompt.0.role": "user",
        "gen_ai.prompt.0.content": "When is high tide?",
        "gen_ai.prompt.1.role": "tool",
        "gen_ai.prompt.1.tool_call_id": "call_t",
        "gen_ai.prompt.1.content": "2.4 m at 16:10",
        "gen_ai.completion.0.content": "The tide is 2.4 m at 16:10.",
    }),
]  # fmt: skip

EVENTS = [
    span(1, "chat", 10, 19, attributes={"gen_ai.operation.name": "chat"}, events=[
        {"name": "gen_ai.user.message", "attributes": {"content": '[{"text": "When is high tide?"}]'}},
        {"name": "gen_ai.choice", "attributes": {"message": json.dumps([{"toolUse": {"toolUseId": "call_t", "name": "tides", "input": {"port": "Ost"}}}])}},
    ]),
    span(2, "execute_tool tides", 20, 29, attributes={"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "tides", "gen_ai.tool.call.id": "call_t"}, events=[
        {"name": "gen_ai.tool.message", "attributes": {"role": "tool", "content": '{"port": "Ost"}'}},
        {"name": "gen_ai.choice", "attributes": {"message": json.dumps([{"text": "2.4 m at 16:10"}])}},
    ]),
    span(3, "chat", 30, 40, attributes={"gen_ai.operation.name": "chat"}, events=[
        {"name": "gen_ai.choice", "attributes": {"message": json.dumps([{"text": "The tide is 2.4 m at 16:10."}])}},
    ]),
]  # fmt: skip

FLAT_OPENINFERENCE = [
    span(1, "LLM", 10, 19, attributes={
        "openinference.span.kind": "LLM",
        "llm.input_messages.0.message.role": "user",
        "llm.input_messages.0.message.content": "When is high tide?",
        "llm.output_messages.0.message.role": "assistant",
        "llm.output_messages.0.message.tool_calls.0.tool_call.id": "call_t",
        "llm.output_messages.0.message.tool_calls.0.tool_call.function.name": "tides",
        "llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments": '{"port": "Ost"}',
    }),
    span(2, "tides", 20, 29, attributes={
        "openinference.span.kind": "TOOL",
        "tool.name": "tides",
        "input.value": '{"port": "Ost"}',
        "output.value": '{"content": "2.4 m at 16:10", "tool_call_id": "call_t", "status": "success"}',
    }),
    span(3, "LLM", 30, 40, attributes={
        "openinference.span.kind": "LLM",
        "llm.output_messages.0.message.role": "assistant",
        "llm.output_messages.0.message.contents.0.message_content.type": "text",
        "llm.output_messages.0.message.contents.0.message_content.text": "The tide is 2.4 m at 16:10.",
    }),
]  # fmt: skip
NESTED_OPENINFERENCE = [
    {
        "name": "LLM",
        "context": {"trace_id": "t1", "span_id": "a"},
        "parent_id": None,
        "start_time": "2025-03-01T10:00:00+00:00",
        "end_time": "2025-03-01T10:00:01Z",
        "attributes": {
            "openinference": {"span": {"kind": "LLM"}},
            "llm": {
                "input_messages": [{"message": {"role": "user", "content": "When is high tide?"}}],
                "output_messages": [
                    {
                        "message": {
                            "role": "assistant",
                            "tool_calls": [
                                {"tool_call": {"id": "call_t", "function": {"name": "tides", "arguments": '{"port": "Ost"}'}}}
                            ],
                        }
                    }
                ],
            },
        },
    },
    {
        "name": "tides",
        "context": {"trace_id": "t1", "span_id": "b"},
        "start_time": "2025-03-01T10:00:02+00:00",
        "end_time": "2025-03-01T10:00:03+00:00",
        "attributes": {
            "openinference": {"span": {"kind": "TOOL"}},
            "tool": {"name": "tides", "id": "call_t", "parameters": '{"port": "Ost"}'},
            "output": {"value": "2.4 m at 16:10"},
        },
    },
    {
        "name": "LLM",
        "context": {"trace_id": "t1", "span_id": "c"},
        "start_time": "2025-03-01T10:00:04+00:00",
        "end_time": "2025-03-01T10:00:05+00:00",
        "attributes": {
            "openinference": {"span": {"kind": "LLM"}},
            "llm": {"output_messages": [{"message": {"role": "assistant", "content": "The tide is 2.4 m at 16:10."}}]},
        },
    },
]  # fmt: skip

CASES = [
    pytest.param(GENAI, "otel", "call_t", id="genai-flat"),
    pytest.param(otlp(GENAI), "otel", "call_t", id="genai-otlp"),
    pytest.param({"spans": GENAI}, "otel", "call_t", id="genai-in-an-object"),
    pytest.param(NUMBERED, "otel", "span2", id="numbered-attributes"),
    pytest.param(EVENTS, "otel", "call_t", id="one-event-a-message"),
    pytest.param(FLAT_OPENINFERENCE, "openinference", "call_t", id="openinference-flat"),
    pytest.param(NESTED_OPENINFERENCE, "openinference", "call_t", id="openinference-nested"),
]


@pytest.mark.parametrize(("value", "taken", "call_id"), CASES)
def test_spans_become_a_run(value, taken, call_id):
    assert detect_format(value) == taken
    (trace,) = import_value(value)
    (call,) = trace.session.tool_invocations
    assert (call.external_id, call.tool_name, call.output) == (call_id, "tides", "2.4 m at 16:10")
    assert call.arguments == {"port": "Ost"}
    assert [m.text for m in trace.messages if m.role == "user"] == ["When is high tide?"]
    (answer,) = trace.answers()
    assert answer.text == "The tide is 2.4 m at 16:10."
    assert trace.calls[0].position is not None
    assert trace.calls[0].position < answer.position
    assert trace.report.n_results == trace.report.n_calls == 1


def test_the_conversation_names_the_session():
    assert import_value(GENAI)[0].session.session_id == "conv-7"
    assert import_value(NUMBERED)[0].session.session_id == "t1"


def test_traces_of_other_conversations_are_runs_of_their_own():
    other = [{**s, "trace_id": "t2", "span_id": s["span_id"] + "x"} for s in NUMBERED]
    traces = import_value([*NUMBERED, *other])
    assert [trace.session.session_id for trace in traces] == ["t1", "t2"]


def test_a_tool_span_without_result_was_recorded_with_capture_off():
    quiet = [dict(s) for s in GENAI]
    quiet[1] = {
        **quiet[1],
        "attributes": {k: v for k, v in quiet[1]["attributes"].items() if not k.endswith("result")},
    }
    quiet[0] = {**quiet[0], "attributes": {"gen_ai.operation.name": "chat", "gen_ai.output.messages": quiet[0]["attributes"]["gen_ai.output.messages"]}}  # fmt: skip
    (trace,) = import_value(quiet)
    assert trace.report.n_not_recorded == 1
    assert trace.report.n_results == 0
    assert trace.session.tool_invocations[0].output is None


def test_a_failed_tool_span_says_so_and_takes_its_message_unless_the_model_was_shown_another():
    failed = [dict(s) for s in GENAI]
    failed[1] = {
        **failed[1],
        "status": {"code": "ERROR"},
        "attributes": {k: v for k, v in failed[1]["attributes"].items() if not k.endswith("result")},
        "span_events": [{"name": "exception", "attributes": {"exception.message": "timed out"}}],
    }
    for spans, output in ((failed[1:], "timed out"), (failed, "2.4 m at 16:10")):
        (trace,) = import_value(spans)
        (call,) = trace.session.tool_invocations
        assert (call.status, call.output) == ("error", output)
        assert trace.report.n_failed == 1


def test_an_agent_called_as_a_tool_says_nothing_to_the_user():
    inner = [
        span(10, "chat", 22, 24, 2, attributes={
            "gen_ai.operation.name": "chat",
            "gen_ai.input.messages": [said("user", {"type": "text", "content": "tide at Ost?"})],
            "gen_ai.output.messages": [said("assistant", {"type": "text", "content": "2.4 m at 16:10"})],
        }),
    ]  # fmt: skip
    (trace,) = import_value([*GENAI, *inner])
    assert [m.text for m in trace.messages if m.role == "user"] == ["When is high tide?"]
    assert [a.text for a in trace.answers()] == ["The tide is 2.4 m at 16:10."]
