"""Files: one run or many, JSON or lines, and what cannot be read is named in its place."""

from __future__ import annotations

import json

import pytest

from evidencelab.errors import InputError
from evidencelab.traces.formats.load import read_trace_file, read_trace_text

MESSAGES = [
    {"role": "user", "content": "How deep is the well?"},
    {"role": "assistant", "tool_calls": [{"id": "c1", "function": {"name": "sound", "arguments": "{}"}}]},
    {"role": "tool", "tool_call_id": "c1", "content": "31.5 m"},
    {"role": "assistant", "content": "It is 31.5 m deep."},
]
LINES = [json.dumps(message) for message in MESSAGES]


def test_broken_lines_inside_a_run_are_counted_and_named():
    text = "\n".join([LINES[0], '{"role": "assi', LINES[1], "", LINES[2], '"just text"', LINES[3]])
    (read,) = read_trace_text(text).traces
    broken = read.trace.report.broken
    assert [part.where for part in broken] == ["line 2", "line 6"]
    assert "is not JSON" in broken[0].error
    assert "is str, expected an object" in broken[1].error
    assert read.trace.report.n_results == 1


def test_broken_lines_among_runs_keep_their_place():
    run = json.dumps({"session_id": "a", "messages": MESSAGES})
    other = json.dumps({"session_id": "b", "messages": MESSAGES})
    file = read_trace_text("\n".join([run, "{", other, '{"messages": [{"shape": "odd"}]}']))
    assert [(read.line, read.trace.session.session_id) for read in file.traces] == [(1, "a"), (3, "b")]
    assert [line.line for line in file.unreadable] == [2, 4]


def test_parts_of_no_known_shape_are_named_and_the_rest_is_read():
    (read,) = read_trace_text(json.dumps([*MESSAGES, {"role": "narrator", "content": "x"}, 7])).traces
    assert [part.where for part in read.trace.report.broken] == ["message 5", "message 6"]
    assert len(read.trace.answers()) == 1


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        pytest.param(json.dumps([{"messages": MESSAGES}, {"messages": MESSAGES}]), 2, id="array-of-objects"),
        pytest.param(json.dumps([MESSAGES, MESSAGES, MESSAGES]), 3, id="array-of-arrays"),
        pytest.param(json.dumps({"traj": MESSAGES, "task_id": 4, "reward": 0.0}), 1, id="trajectory"),
        pytest.param("\ufeff" + json.dumps(MESSAGES), 1, id="byte-order-mark"),
        pytest.param(json.dumps({"request": {"messages": MESSAGES[:3]}, "response": {"choices": [{"message": MESSAGES[3]}]}}), 1, id="request-and-response"),
    ],
)  # fmt: skip
def test_runs_are_found_where_they_stand(tmp_path, text, runs):
    path = tmp_path / "file.json"
    path.write_text(text, encoding="utf-8")
    file = read_trace_file(path)
    assert file.format == "openai"
    assert len(file.traces) == runs
    assert all(read.trace.answers()[-1].text == "It is 31.5 m deep." for read in file.traces)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param("no trace at all", "neither JSON", id="prose"),
        pytest.param(
            '{"a": 1, "b": 2}', "an object with 'a', 'b', is in none of the known formats", id="other-json"
        ),
        pytest.param("[", "neither JSON", id="cut"),
        pytest.param("", "neither JSON", id="empty"),
        pytest.param("[]", "none of the known formats", id="empty-array"),
        pytest.param('[{"shape": "odd"}]', "none of the known formats", id="odd-objects"),
        pytest.param("[" * 100_000, "neither JSON", id="endless-nesting"),
    ],
)
def test_what_is_no_trace_is_one_line(text, says):
    with pytest.raises(InputError, match=says) as raised:
        read_trace_text(text, source="x.json")
    assert "\n" not in str(raised.value)
    assert "name the format" in str(raised.value)


@pytest.mark.parametrize(
    ("value", "says"),
    [
        pytest.param(
            [{"trace_id": "t", "span_id": "s", "name": "chat", "attributes": {"gen_ai.system": "x"}}],
            "no message and no tool call, though it is otel; record it with content capture on",
            id="spans-without-content",
        ),
        pytest.param(
            [{"type": "message", "role": "narrator", "content": [{"type": "output_text", "text": "x"}]}],
            "no message and no tool call: item 1: role is 'narrator'",
            id="nothing-but-broken-parts",
        ),
    ],
)
def test_a_run_in_which_nobody_says_anything_is_one_line(value, says):
    with pytest.raises(InputError, match=says) as raised:
        read_trace_text(json.dumps(value), source="x.json")
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    "value",
    [
        pytest.param([{"type": ["a"], "role": "user", "content": "q"}, {"type": ["a"]}, {"type": "web_search_call"}], id="item"),
        pytest.param([{"role": "user", "content": [{"type": {"a": 1}}, {"type": "tool_use"}]}], id="block"),
        pytest.param([{"span_id": "s", "attributes": {"gen_ai.prompt": "q"}, "status": {"code": []}}], id="span"),
        pytest.param([{"jsonrpc": "2.0", "method": "tools/call"}, {"content": [{"type": [], "text": "x"}]}], id="part"),
    ],
)  # fmt: skip
def test_a_value_of_another_type_stops_nothing(value):
    assert len(read_trace_text(json.dumps(value)).traces) == 1


def test_a_missing_file_is_one_line(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        read_trace_file(tmp_path / "absent.json")


def test_a_recorded_output_is_cut_at_its_two_header_lines():
    text = (
        '{"toolset_name": "t", "tool_name": "logs", "match_params": {"pod": "a-1"}}\n'
        '{"schema_version": "robusta:v1.0.0", "status": "error", "error": "refused", "params": {}}\n'
    )
    (read,) = read_trace_text(text, source="logs_error.txt").traces
    (call,) = read.trace.session.tool_invocations
    assert (call.tool_name, call.arguments, call.status) == ("logs", {"pod": "a-1"}, "error")
    assert call.output == "refused"
    assert read.trace.session.session_id == "logs_error"


def test_a_format_that_is_named_is_taken():
    file = read_trace_text(json.dumps(MESSAGES), "openai")
    assert file.format == "openai"
    with pytest.raises(InputError, match="nothing that is otel"):
        read_trace_text(json.dumps(MESSAGES), "otel")


def test_a_session_of_this_project_is_a_run_as_well():
    session = {
        "session_id": "own",
        "original_query": "How deep?",
        "tool_invocations": [{"invocation_id": 4, "tool_name": "sound", "output": "31.5 m"}],
        "executor_output": {"claims": [{"claim_id": "c", "claim_text": "It is 31.5 m deep."}]},
    }
    (read,) = read_trace_text(json.dumps(session)).traces
    assert read.trace.report.format == "session"
    assert [m.text for m in read.trace.messages] == ["How deep?", "It is 31.5 m deep."]


@pytest.mark.parametrize("value", [{"messages": []}, {"run": 4, "messages": [], "items": []}])
def test_a_run_without_messages_is_called_so(value):
    with pytest.raises(InputError, match=r"x\.json: holds no message: its list is empty; leave it out"):
        read_trace_text(json.dumps(value), source="x.json")


@pytest.mark.parametrize("asked", ["anthropic", "langchain"])
def test_a_format_asked_for_that_finds_no_call_gives_way_to_none_that_is_plain(asked):
    with pytest.raises(InputError, match=f"is openai, not {asked}; name that format, or auto"):
        read_trace_text(json.dumps(MESSAGES), asked)
