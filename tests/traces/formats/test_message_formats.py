"""Messages and items of each format become the same session: calls, results, ids, flags, answers."""

from __future__ import annotations

import json

import pytest

from evidencelab.traces.formats.detect import detect_format
from evidencelab.traces.formats.load import import_value

OPENAI = [
    {"role": "system", "content": "Answer from the tools."},
    {"role": "user", "content": [{"type": "text", "text": "How warm is Bergen?"}]},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {"id": "call_a", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Bergen"}'}},
            {"id": "call_b", "type": "function", "function": {"name": "weather", "arguments": '{"city": Voss}'}},
        ],
    },
    {"role": "tool", "tool_call_id": "call_b", "content": [{"type": "text", "text": "7°C"}, {"type": "text", "text": "rain"}]},
    {"role": "tool", "tool_call_id": "call_a", "content": "11°C"},
    {"role": "assistant", "content": "Bergen has 11°C, Voss 7°C."},
]  # fmt: skip

RESPONSES = [
    {"role": "user", "content": "How warm is Bergen?"},
    {"type": "reasoning", "id": "rs_1", "summary": []},
    {"type": "function_call", "id": "fc_1", "call_id": "call_a", "name": "weather", "arguments": '{"city": "Bergen"}'},
    {"type": "function_call", "id": "fc_2", "call_id": "call_b", "name": "weather", "arguments": '{"city": Voss}'},
    {"type": "function_call_output", "call_id": "call_b", "output": [{"type": "input_text", "text": "7°C\nrain"}]},
    {"type": "function_call_output", "call_id": "call_a", "output": "11°C"},
    {
        "type": "message",
        "role": "assistant",
        "content": [{"type": "output_text", "text": "Bergen has 11°C, Voss 7°C.", "annotations": []}],
    },
]  # fmt: skip

ANTHROPIC = {
    "system": "Answer from the tools.",
    "messages": [
        {"role": "user", "content": "How warm is Bergen?"},
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "two cities"},
                {"type": "tool_use", "id": "call_a", "name": "weather", "input": {"city": "Bergen"}},
                {"type": "tool_use", "id": "call_b", "name": "weather", "input": "{city: Voss}"},
            ],
        },
        {
            "role": "user",
            "content": [
                {
                    "type": "tool_result",
                    "tool_use_id": "call_b",
                    "content": [{"type": "text", "text": "7°C\nrain"}],
                },
                {"type": "tool_result", "tool_use_id": "call_a", "content": "11°C"},
            ],
        },
        {"role": "assistant", "content": [{"type": "text", "text": "Bergen has 11°C, Voss 7°C."}]},
    ],
}

TRANSCRIPT = [
    {"type": "summary", "summary": "weather", "leafUuid": "l"},
    {"type": "user", "sessionId": "s-9", "uuid": "1", "message": {"role": "user", "content": "How warm is Bergen?"}},
    *(
        {"type": "assistant", "sessionId": "s-9", "uuid": "2", "message": {"id": "m1", "role": "assistant", "content": [block]}}
        for block in ANTHROPIC["messages"][1]["content"]
    ),
    {"type": "user", "uuid": "3", "message": ANTHROPIC["messages"][2], "toolUseResult": "7°C"},
    {"type": "assistant", "uuid": "4", "message": ANTHROPIC["messages"][3]},
]  # fmt: skip

ROLES_AS_TYPES = [
    {"type": message["role"], "content": message["content"]} for message in ANTHROPIC["messages"]
]
TOOL_LINES = [
    {**TRANSCRIPT[at], "type": "tool"} if "toolUseResult" in TRANSCRIPT[at] else TRANSCRIPT[at]
    for at in range(len(TRANSCRIPT))
]
CONVERSE = [
    {"role": "user", "content": [{"text": "How warm is Bergen?"}]},
    {
        "role": "assistant",
        "content": [
            {"toolUse": {"toolUseId": "call_a", "name": "weather", "input": {"city": "Bergen"}}},
            {"toolUse": {"toolUseId": "call_b", "name": "weather", "input": "{city: Voss}"}},
        ],
    },
    {
        "role": "user",
        "content": [
            {"toolResult": {"toolUseId": "call_b", "status": "success", "content": [{"text": "7°C\nrain"}]}},
            {"toolResult": {"toolUseId": "call_a", "status": "success", "content": [{"text": "11°C"}]}},
        ],
    },
    {"role": "assistant", "content": [{"text": "Bergen has 11°C, Voss 7°C."}]},
]

PLAIN_LANGCHAIN = [
    {"type": "human", "content": "How warm is Bergen?"},
    {
        "type": "ai",
        "content": "",
        "tool_calls": [{"name": "weather", "args": {"city": "Bergen"}, "id": "call_a", "type": "tool_call"}],
        "invalid_tool_calls": [{"name": "weather", "args": "{city: Voss}", "id": "call_b", "error": "not JSON"}],
    },
    {"type": "tool", "content": "7°C\nrain", "tool_call_id": "call_b", "name": "weather", "status": "success"},
    {"type": "tool", "content": "11°C", "tool_call_id": "call_a", "name": "weather", "artifact": {"raw": "11.4 measured"}},
    {"type": "ai", "content": "Bergen has 11°C, Voss 7°C.", "tool_calls": []},
]  # fmt: skip
TO_DICT = [
    {"type": message["type"], "data": {key: value for key, value in message.items() if key != "type"}}
    for message in PLAIN_LANGCHAIN
]
NAMES = {"human": "HumanMessage", "ai": "AIMessage", "tool": "ToolMessage"}
DUMPD = [
    {
        "lc": 1,
        "type": "constructor",
        "id": ["langchain", "schema", "messages", NAMES[str(message["type"])]],
        "kwargs": {**message},
    }
    for message in PLAIN_LANGCHAIN
]

MCP = [
    {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}},
    {"jsonrpc": "2.0", "id": 1, "result": {"serverInfo": {"name": "w"}}},
    {"jsonrpc": "2.0", "id": "call_a", "method": "tools/call", "params": {"name": "weather", "arguments": {"city": "Bergen"}}},
    {"jsonrpc": "2.0", "id": "call_b", "method": "tools/call", "params": {"name": "weather", "arguments": "{city: Voss}"}},
    {"jsonrpc": "2.0", "id": "call_b", "result": {"content": [{"type": "text", "text": "7°C\nrain"}], "isError": False}},
    {"jsonrpc": "2.0", "id": "call_a", "result": {"content": [{"type": "text", "text": "11°C"}], "structuredContent": {"t": 11}}},
]  # fmt: skip

CASES = [
    pytest.param(OPENAI, "openai", id="openai"),
    pytest.param({"session_id": "x", "messages": OPENAI}, "openai", id="openai-in-an-object"),
    pytest.param(RESPONSES, "responses", id="responses"),
    pytest.param({"instructions": "Answer.", "input": RESPONSES[:-1], "output": RESPONSES[-1:]}, "responses", id="responses-request"),
    pytest.param(ANTHROPIC, "anthropic", id="anthropic"),
    pytest.param(TRANSCRIPT, "anthropic", id="transcript"),
    pytest.param(ROLES_AS_TYPES, "anthropic", id="roles-as-types"),
    pytest.param(TOOL_LINES, "anthropic", id="lines-of-the-tool"),
    pytest.param(CONVERSE, "anthropic", id="converse"),
    pytest.param(PLAIN_LANGCHAIN, "langchain", id="langchain-plain"),
    pytest.param(TO_DICT, "langchain", id="langchain-to-dict"),
    pytest.param(DUMPD, "langchain", id="langchain-dumpd"),
    pytest.param({"messages": DUMPD}, "langchain", id="langchain-state"),
    pytest.param(MCP, "mcp", id="mcp"),
]  # fmt: skip


@pytest.mark.parametrize(("value", "taken"), CASES)
def test_format_is_told_apart_by_content(value, taken):
    assert detect_format(value) == taken


@pytest.mark.parametrize(("value", "taken"), CASES)
def test_calls_and_results_meet_under_their_ids(value, taken):
    (trace,) = import_value(value)
    first, second = trace.session.tool_invocations
    assert (first.external_id, first.tool_name, first.output) == ("call_a", "weather", "11°C")
    assert first.arguments == {"city": "Bergen"}
    assert (second.external_id, second.output) == ("call_b", "7°C\nrain")
    assert isinstance(second.arguments, str)
    assert "Voss" in second.arguments
    assert trace.report.n_calls == trace.report.n_results == 2
    assert trace.report.n_bad_arguments == 1
    assert trace.report.broken == ()


@pytest.mark.parametrize(("value", "taken"), CASES[:-1])
def test_the_question_and_the_answer_are_what_was_said(value, taken):
    (trace,) = import_value(value)
    assert [answer.text for answer in trace.answers()] == ["Bergen has 11°C, Voss 7°C."]
    assert "How warm is Bergen?" in [m.text for m in trace.messages if m.role == "user"]
    assert not any("two cities" in message.text for message in trace.messages)
    assert trace.session.executor_output == "Bergen has 11°C, Voss 7°C."


def test_mcp_traffic_has_evidence_and_no_answer():
    (trace,) = import_value(MCP)
    assert trace.answers() == ()
    assert trace.session.executor_output is None


@pytest.mark.parametrize(
    ("value", "flags"),
    [
        pytest.param(
            [
                {"role": "user", "content": "q"},
                {"role": "assistant", "tool_calls": [{"id": "c", "function": "pay", "args": {"n": 1}}]},
                {"role": "tool", "tool_call_id": "c", "content": "", "error": "card declined"},
            ],
            ("error", "card declined"),
            id="openai-error-beside-content",
        ),
        pytest.param(
            [
                {"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "pay", "input": {}}]},
                {
                    "role": "user",
                    "content": [{"type": "tool_result", "tool_use_id": "c", "is_error": True, "content": "declined"}],
                },
            ],
            ("error", "declined"),
            id="anthropic-is-error",
        ),
        pytest.param(
            [
                {"type": "ai", "content": "", "tool_calls": [{"id": "c", "name": "pay", "args": {}}]},
                {"type": "tool", "tool_call_id": "c", "content": "declined", "status": "error"},
            ],
            ("error", "declined"),
            id="langchain-status",
        ),
        pytest.param(
            [
                {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "pay"}},
                {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "declined"}], "isError": True}},
            ],
            ("error", "declined"),
            id="mcp-is-error",
        ),
        pytest.param(
            [
                {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "pay"}},
                {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "unknown tool"}},
            ],
            ("error", "unknown tool"),
            id="mcp-protocol-error",
        ),
    ],
)  # fmt: skip
def test_error_flags_are_kept(value, flags):
    (trace,) = import_value(value)
    (call,) = trace.session.tool_invocations
    assert (call.status, call.output) == flags
    assert trace.report.n_failed == 1


def test_an_artifact_is_told_apart_as_never_seen_by_the_model():
    (trace,) = import_value(PLAIN_LANGCHAIN)
    first, second = trace.calls
    assert "result_has_unseen_part" in first.notes
    assert json.loads(first.unseen or "") == {"raw": "11.4 measured"}
    assert second.unseen is None
    assert trace.report.n_unseen == 1


def test_native_citations_keep_their_place_and_join_their_blocks_into_one_sentence():
    messages = [
        {"role": "user", "content": "q"},
        {
            "role": "assistant",
            "content": [
                {"type": "server_tool_use", "id": "srv_1", "name": "web_search", "input": {"query": "kiln"}},
                {
                    "type": "web_search_tool_result",
                    "tool_use_id": "srv_1",
                    "content": [
                        {"type": "web_search_result", "url": "https://kiln.example/a", "title": "Kilns", "encrypted_content": "xx"}
                    ],
                },
                {"type": "text", "text": "The kiln "},
                {
                    "type": "text",
                    "text": "reaches 1,280 degrees",
                    "citations": [
                        {
                            "type": "web_search_result_location",
                            "url": "https://kiln.example/a",
                            "cited_text": "It reaches 1280 degrees.",
                        }
                    ],
                },
                {"type": "text", "text": "."},
            ],
        },
    ]  # fmt: skip
    (trace,) = import_value(messages)
    (answer,) = trace.answers()
    assert answer.text == "The kiln reaches 1,280 degrees."
    (citation,) = answer.citations
    assert answer.text[citation.start : citation.end] == "reaches 1,280 degrees"
    assert citation.cited_text == "It reaches 1280 degrees."
    assert "result_partly_recorded" in trace.calls[0].notes
    assert "encrypted" not in json.dumps(trace.session.to_wire())


def test_a_built_in_call_without_its_results_was_not_recorded():
    items = [
        {"type": "web_search_call", "id": "ws_1", "action": {"query": "kiln"}, "status": "completed"},
        {
            "type": "code_interpreter_call",
            "id": "ci_1",
            "code": "1+1",
            "outputs": [{"type": "logs", "logs": "2"}],
        },
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "2."}]},
    ]
    (trace,) = import_value(items)
    assert trace.report.n_not_recorded == 1
    assert trace.session.tool_invocations[0].output is None
    assert trace.session.tool_invocations[1].output == [{"type": "logs", "logs": "2"}]


@pytest.mark.parametrize(
    "output",
    [
        pytest.param("line\n... [truncated 512 characters]", id="marked"),
        pytest.param("[output truncated]", id="bracketed"),
        pytest.param('{"rows": [], "truncated": true}', id="flag"),
        pytest.param("前几行\n……内容过长，已截断", id="chinese"),
        pytest.param("a\n... (and 37 more rows)", id="more-rows"),
    ],
)
def test_truncated_outputs_are_counted(output):
    value = [
        {"role": "assistant", "tool_calls": [{"id": "c", "function": {"name": "f", "arguments": ""}}]},
        {"role": "tool", "tool_call_id": "c", "content": output},
    ]
    (trace,) = import_value(value)
    assert trace.report.n_truncated == 1
    assert trace.calls[0].notes == ("result_truncated",)


@pytest.mark.parametrize(
    "output",
    [
        "3 rows were removed by the filter.",
        "She was cut off in the interview.",
        "All results: 5",
        "The text continues ...",
    ],
)
def test_ordinary_outputs_are_not_truncated(output):
    value = [
        {"role": "assistant", "tool_calls": [{"id": "c", "function": {"name": "f", "arguments": ""}}]},
        {"role": "tool", "tool_call_id": "c", "content": output},
    ]
    (trace,) = import_value(value)
    assert trace.report.n_truncated == 0


def test_ids_used_twice_meet_their_results_in_order():
    call = {"id": "call_x", "function": {"name": "f", "arguments": "{}"}}
    value = [
        {"role": "assistant", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "call_x", "content": "first"},
        {"role": "assistant", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "call_x", "content": "second"},
    ]
    (trace,) = import_value(value)
    assert [call.output for call in trace.session.tool_invocations] == ["first", "second"]


def test_old_function_calls_meet_by_name_and_orphan_results_are_kept():
    value = [
        {"role": "user", "content": "q"},
        {"role": "assistant", "content": None, "function_call": {"name": "f", "arguments": "{}"}},
        {"role": "function", "name": "f", "content": "held"},
        {"role": "tool", "tool_call_id": "unseen_call", "name": "g", "content": "orphan"},
    ]
    (trace,) = import_value(value)
    assert [(c.tool_name, c.output) for c in trace.session.tool_invocations] == [
        ("f", "held"),
        ("g", "orphan"),
    ]
    assert trace.session.tool_invocations[1].external_id == "unseen_call"


def test_calls_without_result_are_counted_and_recorded_without_output():
    value = [
        {"role": "user", "content": "q"},
        {"role": "assistant", "content": "Looking.", "tool_calls": [{"id": "c", "function": {"name": "f", "arguments": "{}"}}]},
    ]  # fmt: skip
    (trace,) = import_value(value)
    assert trace.report.n_without_result == 1
    assert trace.session.tool_invocations[0].output is None


def test_prompt_messages_between_mcp_traffic_are_the_conversation():
    said = [
        {"role": "user", "content": {"type": "text", "text": "How full is the tank?"}},
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"name": "read_gauge", "arguments": {}},
        },
        {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "level 83 l"}]}},
        {"role": "assistant", "content": {"type": "text", "text": "It holds 83 l."}},
    ]
    (trace,) = import_value(said)
    assert trace.report.format == "mcp"
    assert trace.report.broken == ()
    assert [message.text for message in trace.answers()] == ["It holds 83 l."]


def result_of(value):
    """The only call of a value: what names it, what was given, what came back."""
    (trace,) = import_value(value)
    assert trace.report.broken == ()
    (call,) = trace.session.tool_invocations
    return call.external_id, call.tool_name, call.arguments, call.output, call.status


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(
            [
                {"role": "assistant", "tool_calls": [{"id": "c", "type": "custom", "custom": {"name": "run", "input": "1+1"}}]},
                {"role": "tool", "tool_call_id": "c", "content": "2"},
            ],
            ("c", "run", {"input": "1+1"}, "2", None),
            id="custom-tool",
        ),
        pytest.param(
            [
                {"role": "assistant", "tool_calls": [{"function": {"name": "run", "arguments": {"n": 1}}}]},
                {"role": "tool", "tool_name": "run", "content": "2"},
            ],
            ("run", "run", {"n": 1}, "2", None),
            id="no-ids",
        ),
        pytest.param(
            [{"conversations": [
                {"from": "human", "value": "q"},
                {"from": "function_call", "value": '{"name": "run", "arguments": {"n": 1}}'},
                {"from": "observation", "value": "2"},
                {"from": "gpt", "value": "It is 2."},
            ]}],
            ("#1", "run", {"n": 1}, "2", None),
            id="call-as-a-message",
        ),
        pytest.param(
            [
                {"role": "assistant", "tool_calls": [{"id": "c", "function": "run", "arguments": {}}]},
                {"role": "tool", "tool_call_id": "c", "content": "", "error": {"type": "timeout", "message": "too slow"}},
            ],
            ("c", "run", {}, "too slow", "error"),
            id="error-object",
        ),
        pytest.param(
            [
                {"role": "assistant", "tool_calls": [{"id": "c", "function": {"name": "run", "arguments": "{}"}}]},
                {"role": "tool", "tool_call_id": "c", "content": '{"content": [{"type": "text", "text": "no"}], "isError": true}'},
            ],
            ("c", "run", {}, '{"content": [{"type": "text", "text": "no"}], "isError": true}', "error"),
            id="protocol-result-as-text",
        ),
        pytest.param(
            [
                {"type": "apply_patch_call", "call_id": "c", "operation": {"path": "a"}},
                {"type": "apply_patch_call_output", "call_id": "c", "status": "failed", "output": "no hunk"},
                {"type": "compaction", "encrypted_content": "x"},
            ],
            ("c", "apply_patch", {"path": "a"}, "no hunk", "error"),
            id="item-of-a-newer-tool",
        ),
        pytest.param(
            [{"type": "web_search_call", "id": "w", "action": {"query": "kiln", "sources": [{"url": "https://kiln.example"}]}}],
            ("w", "web_search", {"query": "kiln"}, [{"url": "https://kiln.example"}], None),
            id="sources-in-the-action",
        ),
        pytest.param(
            [{"type": "mcp_call", "id": "m", "name": "run", "arguments": "{}", "error": {"content": [{"type": "text", "text": "no"}]}}],
            ("m", "run", {}, "no", "error"),
            id="error-in-place",
        ),
        pytest.param(
            {"content": [{"type": "text", "text": "2"}], "structured_content": {"n": 2}, "is_error": True},
            ("#1", "unknown", None, "2", "error"),
            id="bare-result-in-snake-case",
        ),
        pytest.param(
            {"content": [{"type": "text", "text": "2"}, {"type": "resource_link", "name": "log", "uri": "file:///l"}]},
            ("#1", "unknown", None, "2\nlog\nfile:///l", None),
            id="bare-result-without-flag",
        ),
        pytest.param(
            {"messages": CONVERSE[:1], "output": {"message": {"role": "assistant", "content": [{"toolUse": {"toolUseId": "c", "name": "run", "input": {}}}]}}},
            ("c", "run", {}, None, None),
            id="converse-response",
        ),
    ],
)  # fmt: skip
def test_variants_of_a_call_are_read(value, expected):
    assert result_of(value) == expected


def test_a_logged_request_and_response_are_one_run():
    log = {"request": {"body": {"messages": OPENAI[:2]}}, "response": {"body": json.dumps({"choices": [{"message": OPENAI[-1]}]})}}  # fmt: skip
    (trace,) = import_value(log)
    assert [message.text for message in trace.answers()] == ["Bergen has 11°C, Voss 7°C."]


def test_items_of_a_log_are_taken_from_their_lines_and_its_own_lines_left():
    lines = [
        {"type": "session_meta", "payload": {"id": "s"}},
        *({"type": "response_item", "payload": item} for item in RESPONSES),
        {"type": "event_msg", "payload": {"type": "agent_message", "message": "Bergen has 11°C."}},
    ]
    (trace,) = import_value(lines)
    assert trace.report.broken == ()
    assert trace.report.n_results == 2
    assert len(trace.answers()) == 1


def line(kind: str, *blocks: object, **fields: object) -> dict[str, object]:
    return {"type": kind, "sessionId": "s", "message": {"role": kind, "content": list(blocks)}, **fields}


def test_the_words_of_an_agent_called_as_a_tool_are_not_said_to_the_user():
    use = {"type": "tool_use", "id": "c1", "name": "Task", "input": {"prompt": "count the boats"}}
    inner = {"type": "tool_use", "id": "c2", "name": "ls", "input": {}}
    lines = [
        line("user", {"type": "text", "text": "How many boats?"}),
        line("assistant", use),
        line("user", {"type": "text", "text": "count the boats"}, isSidechain=True),
        line("assistant", inner, isSidechain=True),
        line("user", {"type": "tool_result", "tool_use_id": "c2", "content": "17 boats"}, isSidechain=True),
        line("assistant", {"type": "text", "text": "17."}, isSidechain=True),
        line("user", {"type": "tool_result", "tool_use_id": "c1", "content": "17."}),
        line("assistant", {"type": "text", "text": "There are 17 boats."}),
        line("assistant", {"type": "text", "text": "API Error: overloaded"}, isApiErrorMessage=True),
    ]
    (trace,) = import_value(lines)
    assert [m.text for m in trace.messages] == ["How many boats?", "There are 17 boats."]
    assert [call.output for call in trace.session.tool_invocations] == ["17.", "17 boats"]


def test_what_only_the_log_kept_of_a_result_was_not_seen_by_the_model():
    use = {"type": "tool_use", "id": "c1", "name": "read", "input": {}}
    shown = {"type": "tool_result", "tool_use_id": "c1", "content": "first page"}
    kept = {"text": "first page", "pages": 212}
    (trace,) = import_value([line("assistant", use), line("user", shown, toolUseResult=kept)])
    assert trace.session.tool_invocations[0].output == "first page"
    assert "212" in (trace.calls[0].unseen or "")
    (trace,) = import_value(
        [line("assistant", use), line("user", shown, toolUseResult={"text": "first page"})]
    )
    assert trace.calls[0].unseen is None


def test_a_log_of_such_an_agent_alone_is_its_own_run():
    lines = [
        line("user", {"type": "text", "text": "count the boats"}, isSidechain=True),
        line("assistant", {"type": "text", "text": "17."}, isSidechain=True),
    ]
    (trace,) = import_value(lines)
    assert [m.text for m in trace.messages] == ["count the boats", "17."]


def test_blocks_alone_are_a_run():
    blocks = [
        {"type": "tool_use", "id": "c", "name": "gauge", "input": {}},
        {"type": "tool_result", "tool_use_id": "c", "content": "83 l", "is_error": False},
        {"type": "text", "text": "It holds 83 l."},
    ]
    assert result_of(blocks) == ("c", "gauge", {}, "83 l", "success")
    (trace,) = import_value(blocks)
    assert [message.text for message in trace.answers()] == ["It holds 83 l."]


WRITTEN = '<think>look</think><tool_call>\n{"name": "gauge", "arguments": {"tank": 2}}\n</tool_call>'


@pytest.mark.parametrize(
    "back",
    [
        pytest.param({"role": "tool", "content": '<tool_response>\n{"name": "gauge", "content": "83 l"}\n</tool_response>'}, id="tool"),
        pytest.param({"role": "user", "content": "<tool_response>83 l</tool_response>"}, id="user"),
        pytest.param({"role": "tool", "content": "83 l"}, id="plain"),
    ],
)  # fmt: skip
def test_calls_written_into_the_text_are_calls(back):
    messages = [
        {"role": "user", "content": "How full?"},
        {"role": "assistant", "content": WRITTEN},
        back,
        {"role": "assistant", "content": "It holds 83 l."},
    ]
    assert result_of(messages) == ("#1", "gauge", {"tank": 2}, "83 l", None)
    (trace,) = import_value(messages)
    assert [message.text for message in trace.messages] == ["How full?", "It holds 83 l."]


def test_a_call_that_cannot_be_read_stays_text():
    said = "<tool_call>{name: gauge}</tool_call>"
    (trace,) = import_value([{"role": "user", "content": "q"}, {"role": "assistant", "content": said}])
    assert [message.text for message in trace.answers()] == [said]
