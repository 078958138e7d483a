"""Wrappers of people's harnesses: whatever lies under whatever key, every run is found with its call and answer."""

from __future__ import annotations

import json

import pytest

from evidencelab.errors import InputError
from evidencelab.traces.formats.load import read_trace_text

CALL = {"id": "c1", "type": "function", "function": {"name": "count_wells", "arguments": "{}"}}
CHAT = [
    {"role": "user", "content": "How many wells?"},
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "c1", "content": "412 wells"},
    {"role": "assistant", "content": "There are 412 wells."},
]
LANGCHAIN = [
    {"type": "human", "content": "How many wells?"},
    {"type": "ai", "content": "", "tool_calls": [{"name": "count_wells", "args": {}, "id": "c1"}]},
    {"type": "tool", "content": "412 wells", "tool_call_id": "c1"},
    {"type": "ai", "content": "There are 412 wells."},
]
EXPORT = [
    {"sender": "human", "text": "How many wells?"},
    {
        "sender": "assistant",
        "content": [
            {"type": "tool_use", "id": "t1", "name": "count_wells", "input": {}},
            {"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "text", "text": "412 wells"}]},
            {"type": "text", "text": "There are 412 wells."},
        ],
    },
]
GEMINI = [
    {"role": "user", "parts": [{"text": "How many wells?"}]},
    {"role": "model", "parts": [{"functionCall": {"name": "count_wells", "args": {}}}]},
    {"role": "user", "parts": [{"functionResponse": {"name": "count_wells", "response": {"n": 412}}}]},
    {"role": "model", "parts": [{"text": "There are 412 wells."}]},
]
GROUPED = [CHAT[0], CHAT[1], {"role": "tool", "content": "412 wells", "tool_responses": [CHAT[2]]}, CHAT[3]]


def lines(*values: object) -> str:
    """Write JSON lines."""
    return "\n".join(json.dumps(value) for value in values)


@pytest.mark.parametrize(
    ("text", "n_runs"),
    [
        pytest.param(
            json.dumps([{"task_id": n, "reward": 1.0, "traj": CHAT} for n in range(3)]), 3, id="traj"
        ),
        pytest.param(json.dumps({"instance_id": "i", "history": CHAT}), 1, id="history"),
        pytest.param(json.dumps({"a": {"messages": CHAT}, "b": {"messages": CHAT}}), 2, id="runs-by-name"),
        pytest.param(json.dumps({"results": [{"trajectory": CHAT}] * 2, "config": {}}), 2, id="results"),
        pytest.param(
            json.dumps({"tasks": [{"id": "1"}], "simulations": [{"id": "x", "messages": CHAT}] * 2}),
            2,
            id="simulations",
        ),
        pytest.param(json.dumps({"data": {"conversation": {"messages": CHAT}}}), 1, id="nested"),
        pytest.param(json.dumps({"messages": json.dumps(CHAT)}), 1, id="messages-as-text"),
        pytest.param(json.dumps({"input": "q", "output": {"messages": LANGCHAIN}}), 1, id="langchain-output"),
        pytest.param(json.dumps({"values": {"messages": LANGCHAIN}, "next": []}), 1, id="graph-state"),
        pytest.param(
            json.dumps({"inputs": {"messages": LANGCHAIN[:1]}, "outputs": {"messages": LANGCHAIN}}),
            1,
            id="inputs-within-outputs",
        ),
        pytest.param(
            json.dumps({"id": "t", "input": CHAT[:-1], "output": CHAT[-1]}), 1, id="input-and-output"
        ),
        pytest.param(json.dumps({"uuid": "u", "chat_messages": EXPORT}), 1, id="senders"),
        pytest.param(json.dumps({"contents": GEMINI}), 1, id="parts"),
        pytest.param(json.dumps({"chat_history": GROUPED, "cost": {}}), 1, id="grouped-tool-responses"),
        pytest.param(
            json.dumps([{"message": message, "ts": 1} for message in CHAT]), 1, id="wrapped-messages"
        ),
        pytest.param(json.dumps({"runs": [{"events": CHAT}] * 2}), 2, id="events"),
        pytest.param(
            json.dumps({"samples": [{"id": 1, "input": "q", "messages": CHAT}] * 2}), 2, id="samples"
        ),
        pytest.param(lines(*({"messages": CHAT, "tools": []} for _ in range(2))), 2, id="lines-of-runs"),
        pytest.param(lines(CHAT, CHAT), 2, id="lines-of-lists"),
        pytest.param(lines(*({"ts": 1, "message": message} for message in CHAT)), 1, id="lines-of-wrapped"),
        pytest.param(lines(*[{"prompt": CHAT[:-1], "completion": CHAT[-1:]}] * 2), 2, id="prompt-completion"),
        pytest.param("\n".join([json.dumps({"messages": CHAT}, indent=1)] * 2), 2, id="objects-in-a-row"),
    ],
)
def test_a_wrapper_is_opened(text, n_runs):
    traces = [read.trace for read in read_trace_text(text).traces]
    assert len(traces) == n_runs
    for trace in traces:
        (call,) = trace.session.tool_invocations
        assert "412" in str(call.output)
        assert [message.text for message in trace.answers()] == ["There are 412 wells."]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('{"a": 1, "b": [1, 2]}', id="numbers"),
        pytest.param('{"question": "q", "steps": [{"thought": "t", "observation": "o"}]}', id="steps"),
        pytest.param("# a page\nof text", id="text"),
    ],
)
def test_what_holds_no_run_is_refused_in_one_line(text):
    with pytest.raises(InputError) as caught:
        read_trace_text(text)
    assert "is no trace" in str(caught.value)
    assert "\n" not in str(caught.value)
