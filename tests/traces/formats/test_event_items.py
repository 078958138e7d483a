"""Events about items that begin and are completed: a completed item is a call with its result, or an answer."""

from __future__ import annotations

import json
from typing import Any

import pytest

from evidencelab.traces.formats.load import read_trace_text


def completed(kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": "item.completed", "item": {"type": kind, **fields}}


EVENTS = [
    {"type": "thread.started", "thread_id": "t"},
    {"type": "item.started", "item": {"id": "i1", "type": "command_execution", "command": "weigh 3", "aggregated_output": "", "status": "in_progress"}},
    completed("command_execution", id="i1", command="weigh 3", aggregated_output="58 t", exit_code=0, status="completed"),
    completed("command_execution", id="i2", command="weigh 9", aggregated_output="no such silo", exit_code=2, status="failed"),
    completed("mcp_tool_call", id="i3", server="barn", tool="moisture", arguments={"silo": 3}, result={"content": [{"type": "text", "text": "12 %"}]}, error=None, status="completed"),
    completed("reasoning", id="i4", text="it is dry"),
    completed("agent_message", id="i5", text="58 t at 12 %."),
    {"type": "turn.completed", "usage": {"input_tokens": 4}},
]  # fmt: skip


@pytest.mark.parametrize(
    "wrap", [json.dumps, lambda e: json.dumps({"events": e}), lambda e: "\n".join(map(json.dumps, e))]
)
def test_completed_items_are_calls_with_their_results(wrap):
    (read,) = read_trace_text(wrap(EVENTS)).traces
    assert [(c.external_id, c.tool_name, c.arguments, c.output, c.status) for c in read.trace.session.tool_invocations] == [
        ("i1", "command_execution", {"command": "weigh 3"}, "58 t", None),
        ("i2", "command_execution", {"command": "weigh 9"}, "no such silo", "error"),
        ("i3", "moisture", {"silo": 3}, "12 %", None),
    ]  # fmt: skip
    assert [message.text for message in read.trace.answers()] == ["58 t at 12 %."]
    assert read.trace.report.broken == ()
