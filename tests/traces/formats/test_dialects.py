"""Messages and steps of other frameworks: whatever their spelling, the call, its result and the answer are there."""

from __future__ import annotations

import json
from typing import Any

import pytest

from evidencelab.traces.formats.load import format_of_text, read_trace_text

ARGUMENTS = {"silo": 3}
QUESTION, ANSWER, RESULT = "How much grain is left?", "There are 58 t left.", "58 t"
CALL = {"id": "g1", "name": "weigh", "arguments": json.dumps(ARGUMENTS)}


def text(role: str, said: str, **fields: Any) -> dict[str, Any]:
    return {"role": role, "parts": [{"type": "text", "text": said}], **fields}


PARTS_OF_A_UI = [
    text("user", QUESTION),
    {"role": "assistant", "parts": [
        {"type": "step-start"},
        {"type": "tool-weigh", "toolCallId": "g1", "state": "output-available", "input": ARGUMENTS, "output": RESULT},
        {"type": "text", "text": ANSWER},
    ]},
]  # fmt: skip
KINDS = [
    {"kind": "request", "parts": [{"part_kind": "system-prompt", "content": "Be brief."}, {"part_kind": "user-prompt", "content": QUESTION}]},
    {"kind": "response", "parts": [{"part_kind": "tool-call", "tool_name": "weigh", "args": ARGUMENTS, "tool_call_id": "g1"}]},
    {"kind": "request", "parts": [{"part_kind": "tool-return", "tool_name": "weigh", "content": RESULT, "tool_call_id": "g1"}]},
    {"kind": "response", "parts": [{"part_kind": "text", "content": ANSWER}]},
]  # fmt: skip
SOURCES = [
    {"source": "user", "type": "TextMessage", "content": QUESTION},
    {"source": "clerk", "type": "ToolCallRequestEvent", "content": [CALL]},
    {"source": "clerk", "type": "ToolCallExecutionEvent", "content": [{"call_id": "g1", "name": "weigh", "content": RESULT, "is_error": False}]},
    {"source": "clerk", "type": "TextMessage", "content": ANSWER},
]  # fmt: skip
HYPHENS = [
    {"role": "user", "content": QUESTION},
    {"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "g1", "toolName": "weigh", "input": ARGUMENTS}]},
    {"role": "tool", "content": [{"type": "tool-result", "toolCallId": "g1", "toolName": "weigh", "output": {"type": "text", "value": RESULT}}]},
    {"role": "assistant", "content": [{"type": "text", "text": ANSWER}]},
]  # fmt: skip
PARTS_NAMED_AS_THEIR_KIND = [
    {"role": "user", "content": [{"type": "text", "text": QUESTION}]},
    {"run_id": 0, "role": "assistant", "content": [{"type": "tool_call", "tool_call": {"id": "g1", "type": "function", "function": {"name": "weigh", "arguments": ARGUMENTS}}}]},
    {"run_id": 0, "role": "tool", "tool_call_id": "g1", "content": [{"type": "tool_result", "tool_result": RESULT}]},
    {"run_id": 0, "role": "assistant", "content": [{"type": "text", "text": ANSWER}]},
]  # fmt: skip
ROLES_AS_OBJECTS = [
    {"role": {"value": "user"}, "contents": [{"type": "text", "text": QUESTION}]},
    {"role": {"value": "assistant"}, "contents": [{"type": "function_call", "call_id": "g1", "name": "weigh", "arguments": json.dumps(ARGUMENTS)}]},
    {"role": {"value": "tool"}, "contents": [{"type": "function_result", "call_id": "g1", "result": RESULT}]},
    {"role": {"value": "assistant"}, "contents": [{"type": "text", "text": ANSWER}]},
]  # fmt: skip
BLOCKS = [
    {"role": "user", "blocks": [{"block_type": "text", "text": QUESTION}]},
    {"role": "assistant", "blocks": [], "additional_kwargs": {"tool_calls": [{"id": "g1", "function": CALL}]}},
    {"role": "tool", "blocks": [{"block_type": "text", "text": RESULT}], "additional_kwargs": {"tool_call_id": "g1"}},
    {"role": "assistant", "blocks": [{"block_type": "text", "text": ANSWER}]},
]  # fmt: skip
ITEMS = [
    {"role": "user", "items": [{"content_type": "text", "text": QUESTION}]},
    {"role": "assistant", "items": [{"content_type": "function_call", **CALL}]},
    {"role": "tool", "items": [{"content_type": "function_result", "id": "g1", "name": "weigh", "result": RESULT}]},
    {"role": "assistant", "items": [{"content_type": "text", "text": ANSWER}]},
]  # fmt: skip
AUTHORS = [
    {"author": "user", "content": {"role": "user", "parts": [{"text": QUESTION}]}},
    {"author": "clerk", "content": {"role": "model", "parts": [{"functionCall": {"id": "g1", "name": "weigh", "args": ARGUMENTS}}]}},
    {"author": "clerk", "content": {"role": "user", "parts": [{"functionResponse": {"id": "g1", "name": "weigh", "response": RESULT}}]}},
    {"author": "clerk", "content": {"role": "model", "parts": [{"text": ANSWER}]}},
]  # fmt: skip
MESSAGE_TYPES = [
    {"message_type": "user_message", "content": QUESTION},
    {"message_type": "reasoning_message", "reasoning": "weigh it"},
    {"message_type": "tool_call_message", "tool_call": {"tool_call_id": "g1", **CALL, "id": None}},
    {"message_type": "tool_return_message", "tool_call_id": "g1", "tool_return": RESULT, "status": "success"},
    {"message_type": "assistant_message", "content": ANSWER},
]
CALLS_WITH_RESULTS = [
    {"type": "user", "content": QUESTION},
    {"type": "gemini", "content": ANSWER, "toolCalls": [{"id": "g1", "name": "weigh", "args": ARGUMENTS, "result": RESULT}]},
]  # fmt: skip
STATES = [
    {"info": {"role": "user"}, "parts": [{"type": "text", "text": QUESTION}]},
    {"info": {"role": "assistant"}, "parts": [
        {"type": "tool", "callID": "g1", "tool": "weigh", "state": {"status": "completed", "input": ARGUMENTS, "output": RESULT}},
        {"type": "text", "text": ANSWER},
    ]},
]  # fmt: skip
TOOL_CALL_RESULTS = [
    {"role": "user", "content": [{"text": QUESTION}]},
    {"role": "assistant", "content": [{"tool_call": {"id": "g1", "tool_name": "weigh", "arguments": ARGUMENTS}}]},
    {"role": "tool", "content": [{"tool_call_result": {"result": RESULT, "error": False, "origin": {"id": "g1", "tool_name": "weigh", "arguments": ARGUMENTS}}}]},
    {"role": "assistant", "content": [{"text": ANSWER}]},
]  # fmt: skip
ENTRIES = [
    {"type": "message.input", "role": "user", "content": QUESTION},
    {"type": "function.call", "tool_call_id": "g1", "name": "weigh", "arguments": json.dumps(ARGUMENTS)},
    {"type": "function.result", "tool_call_id": "g1", "result": RESULT},
    {"type": "message.output", "role": "assistant", "content": ANSWER},
]
SOURCED_STEPS = {
    "session_id": "s",
    "steps": [
        {"step_id": 1, "source": "user", "message": QUESTION},
        {"step_id": 2, "source": "agent", "tool_calls": [{"tool_call_id": "g1", "function_name": "weigh", "arguments": ARGUMENTS}], "observation": {"results": [{"source_call_id": "g1", "content": RESULT}]}},
        {"step_id": 3, "source": "agent", "message": ANSWER},
    ],
}  # fmt: skip
MEMORY = [
    {"task": QUESTION},
    {"step_number": 1, "tool_calls": [{"id": "g1", "type": "function", "function": {"name": "weigh", "arguments": ARGUMENTS}}], "observations": RESULT, "error": None},
    {"step_number": 2, "tool_calls": [{"id": "g2", "type": "function", "function": {"name": "final_answer", "arguments": {"answer": ANSWER}}}], "observations": ANSWER},
]  # fmt: skip
CALLS_BESIDE_AN_ANSWER = {
    "messages": [{"role": "user", "content": QUESTION}],
    "tool_calls": [{"tool_call_id": "g1", "tool_name": "weigh", "result": {"status": "success", "data": RESULT, "error": None, "params": ARGUMENTS}}],
    "result": ANSWER,
}  # fmt: skip

DIALECTS = {
    "parts-of-a-ui": PARTS_OF_A_UI,
    "kinds": KINDS,
    "sources": {"messages": SOURCES, "stop_reason": None},
    "sources-in-a-state": {"state": {"context": {"messages": SOURCES}}},
    "hyphens": HYPHENS,
    "parts-named-as-their-kind": PARTS_NAMED_AS_THEIR_KIND,
    "roles-as-objects": ROLES_AS_OBJECTS,
    "blocks": BLOCKS,
    "items": {"messages": ITEMS},
    "authors": {"id": "s", "events": AUTHORS},
    "message-types": MESSAGE_TYPES,
    "calls-with-results": {"sessionId": "s", "messages": CALLS_WITH_RESULTS},
    "states": {"messages": STATES},
    "tool-call-results": TOOL_CALL_RESULTS,
    "entries": {"outputs": ENTRIES},
    "sourced-steps": SOURCED_STEPS,
    "memory": MEMORY,
    "calls-beside-an-answer": CALLS_BESIDE_AN_ANSWER,
    "request-with-candidates": {
        "contents": [message["content"] for message in AUTHORS[:3]],
        "candidates": [{"content": AUTHORS[3]["content"]}],
    },
}


@pytest.mark.parametrize("value", [pytest.param(value, id=name) for name, value in DIALECTS.items()])
def test_a_dialect_becomes_the_same_run(value):
    (read,) = read_trace_text(json.dumps(value)).traces
    (call,) = read.trace.session.tool_invocations
    assert (call.external_id, call.tool_name, call.arguments, call.output) == (
        "g1",
        "weigh",
        ARGUMENTS,
        RESULT,
    )
    assert [message.text for message in read.trace.messages if message.role == "user"] == [QUESTION]
    assert [message.text for message in read.trace.answers()] == [ANSWER]
    assert read.trace.report.broken == ()


@pytest.mark.parametrize(
    "messages", [pytest.param(m, id=n) for n, m in DIALECTS.items() if isinstance(m, list)]
)
def test_a_dialect_may_be_lines(messages):
    text = "\n".join(json.dumps(message) for message in messages)
    assert format_of_text(text) == "openai"
    (read,) = read_trace_text(text).traces
    assert [call.output for call in read.trace.session.tool_invocations] == [RESULT]


REACT = {"thought": "weigh it", "action": "weigh", "action_input": ARGUMENTS, "observation": RESULT}


@pytest.mark.parametrize(
    ("value", "name", "arguments"),
    [
        pytest.param({"question": QUESTION, "steps": [REACT, {"action": "Finish", "action_input": ANSWER}]}, "weigh", ARGUMENTS, id="steps"),
        pytest.param({"input": QUESTION, "output": ANSWER, "intermediate_steps": [[{"tool": "weigh", "tool_input": ARGUMENTS, "log": "x"}, RESULT]]}, "weigh", ARGUMENTS, id="pairs"),
        pytest.param({"question": QUESTION, "steps": [{**REACT, "action_input": "silo 3"}], "answer": ANSWER}, "weigh", {"input": "silo 3"}, id="text-as-input"),
        pytest.param({"history": [{"role": "user", "content": QUESTION}], "trajectory": [{"action": "weigh --all\n", "observation": RESULT, "thought": "weigh"}], "answer": ANSWER}, "weigh", {"command": "weigh --all"}, id="commands"),
        pytest.param([{"id": 0, "source": "user", "action": "message", "args": {"content": QUESTION}}, {"id": 1, "source": "agent", "action": "weigh", "args": ARGUMENTS}, {"id": 2, "observation": "weigh", "cause": 1, "content": RESULT}, {"id": 3, "source": "agent", "action": "finish", "args": {"final_thought": ANSWER}}], "weigh", ARGUMENTS, id="events-with-causes"),
    ],
)  # fmt: skip
def test_steps_without_ids_are_read_in_order(value, name, arguments):
    (read,) = read_trace_text(json.dumps(value)).traces
    (call,) = read.trace.session.tool_invocations
    assert (call.tool_name, call.arguments, call.output) == (name, arguments, RESULT)
    assert [message.text for message in read.trace.messages if message.role == "user"] == [QUESTION]
    assert [message.text for message in read.trace.answers()] == [ANSWER]


@pytest.mark.parametrize(
    "messages",
    [
        pytest.param([{**m, "parts": [{**p, "state": "output-error", "errorText": RESULT} if "state" in p else p for p in m["parts"]]} for m in PARTS_OF_A_UI], id="state"),
        pytest.param([*KINDS[:2], {"kind": "request", "parts": [{**KINDS[2]["parts"][0], "part_kind": "retry-prompt"}]}, KINDS[3]], id="retry"),
        pytest.param([*SOURCES[:2], {**SOURCES[2], "content": [{**SOURCES[2]["content"][0], "is_error": True}]}, SOURCES[3]], id="flag"),
        pytest.param([*HYPHENS[:2], {"role": "tool", "content": [{**HYPHENS[2]["content"][0], "output": {"type": "error-text", "value": RESULT}}]}, HYPHENS[3]], id="typed-output"),
        pytest.param([*MESSAGE_TYPES[:3], {**MESSAGE_TYPES[3], "status": "error"}, MESSAGE_TYPES[4]], id="status"),
        pytest.param({**CALLS_BESIDE_AN_ANSWER, "tool_calls": [{**CALLS_BESIDE_AN_ANSWER["tool_calls"][0], "result": {"status": "error", "error": RESULT, "data": None}}]}, id="status-beside-data"),
    ],
)  # fmt: skip
def test_a_dialect_tells_a_failure(messages):
    (read,) = read_trace_text(json.dumps(messages)).traces
    assert [(call.status, call.output) for call in read.trace.session.tool_invocations] == [("error", RESULT)]


def test_what_the_nodes_of_a_graph_added_is_one_run():
    updates = [
        {"agent": {"messages": [{"type": "ai", "content": "", "tool_calls": [{"id": "g1", "name": "weigh", "args": ARGUMENTS}]}]}},
        {"tools": {"messages": [{"type": "tool", "content": RESULT, "tool_call_id": "g1"}]}},
        {"agent": {"messages": [{"type": "ai", "content": ANSWER}]}},
    ]  # fmt: skip
    (read,) = read_trace_text("\n".join(json.dumps(update) for update in updates)).traces
    assert [call.output for call in read.trace.session.tool_invocations] == [RESULT]
    assert [message.text for message in read.trace.answers()] == [ANSWER]
