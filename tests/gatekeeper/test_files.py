"""Files in and out of the gate: rows of excerpts, tool outputs, sessions built from them."""

from __future__ import annotations

import json

import pytest

from evidencelab.errors import InputError, OutputError, SettingError
from evidencelab.evidence.recorder import record_output
from evidencelab.gatekeeper.excerpt_rows import judge_rows
from evidencelab.gatekeeper.files import read_text_file, write_text_file
from evidencelab.gatekeeper.gate import check_session
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.gatekeeper.tool_files import (
    ToolFile,
    build_session,
    read_arguments,
    read_output,
    read_status,
    tool_file,
)
from tests.gatekeeper.builders import binding, claim

TEXT = "HighHeap firing, service=cart-edge, current=91%"


def judged(*rows, policy=GatekeeperPolicy()):
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    return list(judge_rows(lines, policy))


def test_rows_come_back_whole_with_the_four_answers():
    (row,) = judged({"id": 7, "label": "faithful", "text": TEXT, "excerpt": "current=91%"})

    assert not row.is_broken
    assert {name: row.row[name] for name in ("id", "label", "text", "excerpt")} == {
        "id": 7,
        "label": "faithful",
        "text": TEXT,
        "excerpt": "current=91%",
    }
    assert list(row.row)[4:] == ["decision", "similarity", "reasons", "spans"]
    assert row.row["decision"] == "accept"
    ((start, end),) = row.row["spans"]
    assert TEXT[start:end] == "current=91%"


@pytest.mark.parametrize(
    ("excerpt", "decision"),
    [("current=91%", "accept"), ("current=97%", "mismatch"), ("firing", "too_short")],
)
def test_rows_carry_the_decision_of_the_match(excerpt, decision):
    (row,) = judged({"text": TEXT, "excerpt": excerpt})

    assert row.row["decision"] == decision
    assert bool(row.row["reasons"]) == (decision == "mismatch")


def test_rows_obey_the_policy():
    row = {"text": TEXT, "excerpt": "current=97%"}
    blind = GatekeeperPolicy(vetoes=frozenset(), scorer="ratio", accept_at=1, reject_below=0)

    assert judged(row, policy=blind)[0].row["decision"] == "accept"


@pytest.mark.parametrize(
    ("line", "error"),
    [
        pytest.param("{oops", "is not JSON, expected an object with text and excerpt", id="syntax"),
        pytest.param("[1]", "got [1], expected an object with text and excerpt", id="list"),
        pytest.param('{"text": "x y z"}', "excerpt: is missing, expected text", id="no-excerpt"),
        pytest.param('{"excerpt": "x y"}', "text: is missing, expected text", id="no-text"),
        pytest.param('{"text": 5, "excerpt": "x"}', "text: got 5, expected text", id="number"),
        pytest.param('{"text": "x", "excerpt": null}', "excerpt: got None, expected text", id="null"),
    ],
)
def test_a_broken_row_keeps_its_place_and_says_why(line, error):
    first, broken, last = judged(
        {"text": TEXT, "excerpt": "current=91%"}, line, {"text": TEXT, "excerpt": "current=97%"}
    )

    assert (first.is_broken, broken.is_broken, last.is_broken) == (False, True, False)
    assert broken.row["line"] == 2
    assert str(broken.row["error"]).startswith(error)
    assert "decision" not in broken.row


# ------------------------------------------------------------------------------ tool files


def test_build_session_counts_ids_records_outputs_and_passes_the_gate(tmp_path):
    alerts, logs, executor = tmp_path / "alerts.json", tmp_path / "app.log", tmp_path / "answer.json"
    alerts.write_text(
        json.dumps({"success": True, "alerts": [{"alert_name": "HighHeap", "description": "heap at 91%"}]})
    )
    logs.write_text("first line\n11:17 WARN cart-edge full gc took 850ms\n", encoding="utf-8")
    cited = binding(
        tool_name="query_logs",
        source_invocation_id=2,
        raw_path="$.lines[1]",
        evidence_excerpt="full gc took 850ms",
    )
    executor.write_text(json.dumps({"claims": [claim(cited)]}))

    built = build_session(
        executor, [ToolFile("query_metrics", alerts), ToolFile("query_logs", logs)], query="Why?"
    )

    assert (built.session_id, built.original_query) == ("answer", "Why?")
    assert [(call.invocation_id, call.tool_name) for call in built.tool_invocations] == [
        (1, "query_metrics"),
        (2, "query_logs"),
    ]
    assert all(call.retrieval_details is not None for call in built.tool_invocations)
    assert check_session(built).status == "pass"


def test_build_session_keeps_an_executors_prose_as_text(tmp_path):
    executor = tmp_path / "answer.txt"
    executor.write_text('Here you are: {"claims": []}', encoding="utf-8")

    built = build_session(executor, [], session_id="mine")

    assert (built.session_id, built.executor_output) == ("mine", 'Here you are: {"claims": []}')


def test_an_output_that_states_a_key_twice_stays_text(tmp_path):
    path = tmp_path / "twice.json"
    path.write_text('{"claims": [1], "claims": []}', encoding="utf-8")

    assert read_output(path) == '{"claims": [1], "claims": []}'


NUMBERS = '{"rows": [{"share": 1.50, "rate": 1E-7, "large": 1e400, "count": 91, "none": NaN}]}'
NUMBERS_TEXT = "share=1.50, rate=1E-7, large=1e400, count=91, none=NaN"


def test_numbers_are_recorded_as_the_tool_wrote_them(tmp_path):
    path = tmp_path / "usage.json"
    path.write_text(NUMBERS, encoding="utf-8")
    executor = tmp_path / "answer.json"
    executor.write_text("{}", encoding="utf-8")

    (recorded,) = record_output("list_usage", read_output(path)).evidence_refs
    (call,) = build_session(executor, [ToolFile("list_usage", path)]).tool_invocations

    assert (recorded.raw_path, recorded.text) == ("$.rows[0]", NUMBERS_TEXT)
    assert call.retrieval_details.evidence_refs == (recorded,)


def test_arguments_are_told_as_they_were_written():
    details = record_output("query_logs", {"logs": []}, read_arguments('{"above": 0.50}'))

    assert "; above=0.50; " in details.evidence_refs[0].text


@pytest.mark.parametrize("argument", ["", "query_logs", "=app.log", "query_logs="])
def test_a_tool_argument_needs_a_name_and_a_file(argument):
    with pytest.raises(InputError, match="expected NAME=FILE"):
        tool_file(argument)


def test_a_tool_argument_may_hold_more_equals_signs():
    assert tool_file("query_logs=a=b.log")._asdict() == {
        "tool_name": "query_logs",
        "path": tool_file("x=a=b.log").path,
    }


def test_arguments_and_status_are_read_or_refused():
    assert read_arguments(None) is None
    assert read_arguments('{"query": "heap"}') == {"query": "heap"}
    with pytest.raises(InputError, match="expected JSON; write"):
        read_arguments("{heap")
    assert (read_status(None), read_status("error"), read_status("success")) == (None, "error", "success")
    with pytest.raises(SettingError, match="known are error, success"):
        read_status("failed")


def test_a_file_is_written_whole_or_not_at_all(tmp_path):
    write_text_file(tmp_path / "out.json", "{}\n")

    assert read_text_file(tmp_path / "out.json", "a file") == "{}\n"
    with pytest.raises(OutputError, match="cannot be written"):
        write_text_file(tmp_path / "absent" / "out.json", "{}")
    with pytest.raises(OutputError, match="cannot be written"):
        write_text_file(tmp_path, "{}")
    assert [path.name for path in tmp_path.iterdir()] == ["out.json"]
