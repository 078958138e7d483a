"""Files that cannot be read, written or understood: one line that names the file, the fault and the remedy."""

from __future__ import annotations

import hashlib
import io
import json
import sys
from pathlib import Path

import pytest

import evidencelab
from evidencelab.errors import InputError, OutputError, SettingError
from evidencelab.gatekeeper.envelopes import gate_lines
from evidencelab.gatekeeper.excerpt_rows import judge_file, judge_rows
from evidencelab.gatekeeper.files import read_text_file, write_text_file
from evidencelab.gatekeeper.policy import GatekeeperPolicy, code_version, load_policy, policy_from_json
from evidencelab.gatekeeper.sessions import read_sessions, sessions_in
from evidencelab.gatekeeper.tool_files import (
    ToolFile,
    build_session,
    read_arguments,
    read_output,
    read_status,
    tool_file,
)
from evidencelab.version import __version__

GOOD = {"session_id": "a", "tool_invocations": [], "executor_output": {"claims": []}}
DEEP = "[" * 100_000


def said(call, *arguments, **settings):
    with pytest.raises((InputError, OutputError, SettingError)) as caught:
        list(call(*arguments, **settings) or ())
    return str(caught.value)


# ------------------------------------------------------------------------------ plain files


def test_a_file_that_cannot_be_read_is_named_with_what_it_should_hold(tmp_path):
    absent, binary = tmp_path / "absent.json", tmp_path / "binary.json"
    binary.write_bytes(b"abc\xff")

    assert said(read_text_file, absent, "a policy") == (
        f"{absent}: cannot be read (No such file or directory); give the path of a policy"
    )
    assert said(read_text_file, binary, "a policy") == (
        f"{binary}: is not UTF-8 (invalid start byte, byte 3); save it as UTF-8"
    )
    assert said(read_sessions, absent) == (
        f"{absent}: cannot be read (No such file or directory); give the path of a session file"
    )
    assert said(judge_file, absent) == (
        f"{absent}: cannot be read (No such file or directory); give the path of a file of rows"
    )
    assert said(read_output, absent) == (
        f"{absent}: cannot be read (No such file or directory); give the path of a tool's or an executor's output"
    )
    assert said(load_policy, absent).startswith(f"{absent}: cannot be read (")
    assert said(load_policy, absent).endswith("; give the path of a policy file")


def test_a_dash_reads_stdin_and_a_byte_order_mark_is_dropped(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\ufeffwords 文字".encode())))
    marked = tmp_path / "marked.txt"
    marked.write_bytes(b"\xef\xbb\xbfwords")

    assert read_text_file(Path("-"), "a file") == "words 文字"
    assert read_text_file(marked, "a file") == "words"


def test_a_file_is_written_as_utf_8_and_a_failure_names_it(tmp_path):
    target = tmp_path / "out.json"
    write_text_file(target, "告警\n")

    assert target.read_bytes() == "告警\n".encode()
    (tmp_path / "folder").mkdir()
    assert said(write_text_file, tmp_path / "folder", "x") == (
        f"{tmp_path / 'folder'}: cannot be written (Is a directory); give a place that can be"
    )
    assert said(write_text_file, tmp_path / "absent" / "out.json", "x") == (
        f"{tmp_path / 'absent' / 'out.json'}: cannot be written (No such file or directory); "
        "give a place that can be"
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "out.json"]


# ------------------------------------------------------------------------------ session files


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(
            " \n", "given.json: is empty; write one session, an array of sessions, or one a line", id="blank"
        ),
        pytest.param(
            '{"session_id": "a",\n oops}',
            "given.json, line 2: is not JSON (Expecting property name enclosed in double quotes, column 2); "
            "mend the file",
            id="syntax",
        ),
        pytest.param(
            DEEP, "given.json: is not readable JSON (nested too deeply); mend the file", id="deep"
        ),
    ],
)  # fmt: skip
def test_a_session_file_that_cannot_be_read_says_why_and_what_to_do(text, message):
    assert said(sessions_in, text, "given.json") == message


def test_a_session_file_is_named_in_its_error(tmp_path):
    path = tmp_path / "empty.json"
    path.write_text("")

    assert said(read_sessions, path).startswith(f"{path}: is empty;")


@pytest.mark.parametrize("suffix", [".jsonl", ".ndjson", ".JSONL"])
def test_a_file_of_lines_is_known_by_its_suffix(tmp_path, suffix):
    path = tmp_path / f"sessions{suffix}"
    path.write_text('\n{"session_id": ')

    (line,) = read_sessions(path)

    assert (line.line, line.session) == (2, None)
    assert line.error == "is not JSON (Expecting value, column 16); mend the line"


def errors_of(*lines):
    return [
        (line.line, line.error)
        for line in sessions_in("\n".join(lines), "given.jsonl", is_lines=True)
        if line.error
    ]


@pytest.mark.parametrize(
    ("line", "error"),
    [
        pytest.param(
            DEEP, "is not readable JSON (nested too deeply); mend the line", id="too-deep"
        ),
        pytest.param("[" * 90, "is not JSON (Expecting value, column 91); mend the line", id="cut-off"),
        pytest.param(
            json.dumps(["x" * 80]), f"got ['{'x' * 57}…, expected a session object", id="list-cut-at-sixty"
        ),
        pytest.param(
            json.dumps({**GOOD, "session_id": ["x" * 80]}),
            f"session_id: got ['{'x' * 57}…; should be a valid string",
            id="value-cut-at-sixty",
        ),
        pytest.param(
            json.dumps({**GOOD, "tool_invocations": [{"invocation_id": 1, "tool_name": "t"}] * 2}),
            "invocation_id 1 is listed twice",
            id="twins",
        ),
        pytest.param(
            json.dumps({**GOOD, "session_id": ""}),
            "session_id: got ''; should have at least 1 character",
            id="empty-name",
        ),
        pytest.param(
            json.dumps({**GOOD, "tool_invocations": {}}),
            "tool_invocations: got {}; should be a list",
            id="object-for-a-list",
        ),
        pytest.param(
            json.dumps(
                {
                    **GOOD,
                    "tool_invocations": [{"invocation_id": 1, "tool_name": "t", "retrieval_details": "x"}],
                }
            ),
            "tool_invocations[0].retrieval_details: got 'x'; should be an object",
            id="text-for-an-object",
        ),
        pytest.param(
            json.dumps({**GOOD, "tool_invocations": [{"tool_name": "t"}]}),
            "tool_invocations[0].invocation_id is missing; state it",
            id="missing",
        ),
    ],
)  # fmt: skip
def test_a_line_that_cannot_be_read_keeps_its_number_and_says_why(line, error):
    assert errors_of(json.dumps(GOOD), "", line, json.dumps(GOOD)) == [(3, error)]


def test_numbers_of_any_length_are_read_and_kept_as_digits_beyond_four_thousand():
    long = ", ".join(("1" * 4000, "2" * 4001, "3" * 6000))
    row = f'{{"session_id": "a", "executor_output": [{long}]}}'
    deep = f'{{"session_id": "a", "executor_output": [{"[" * 5000}{"]" * 5000}, {"3" * 6000}]}}'

    ((_, session, _),) = sessions_in(row, "given.json")
    ((_, deep_session, _),) = sessions_in(deep, "given.json")

    assert session.executor_output == [int("1" * 4000), "2" * 4001, "3" * 6000]
    assert deep_session.executor_output[1] == "3" * 6000


def test_a_text_of_lines_needs_two_lines_and_a_session_among_them():
    rows = ['{"tool_name": "a"}', '{"tool_name": "b"}']

    assert said(sessions_in, "\n".join(rows), "x").startswith("x, line 2: is not JSON (Extra data")
    assert len(list(sessions_in("\n".join([*rows, json.dumps(GOOD)]), "x"))) == 3
    assert said(sessions_in, f" [\n{json.dumps(GOOD)}\n", "x").startswith("x, line 3: is not JSON (")


def test_gate_lines_keeps_unreadable_lines_in_their_place():
    policy = GatekeeperPolicy(max_retries=2)
    lines = sessions_in(f"{json.dumps(GOOD)}\n[1]\n{json.dumps(GOOD)}", "x", is_lines=True)

    gated = list(gate_lines(lines, policy))

    assert [each.is_passed for each in gated] == [False, False, False]
    assert gated[0].envelope.to_wire() | {"gatekeeper_result": None} == {
        "session_id": "a",
        "line": 1,
        "policy_hash": policy.policy_hash,
        "code_version": code_version(),
        "gatekeeper_result": None,
    }
    assert gated[0].envelope.gatekeeper_result.failed_rules == ("executor.no_claims",)
    assert gated[0].session.session_id == "a"
    assert gated[1].envelope.to_wire() == {"line": 2, "error": "got [1], expected a session object"}
    assert gated[1].session is None


# ------------------------------------------------------------------------------ rows of excerpts


def test_rows_are_cut_short_in_errors_and_blank_lines_are_counted():
    long = "x" * 80
    rows = list(judge_rows(["", json.dumps([long]), " ", json.dumps({"text": [long], "excerpt": "a"}), "{"]))

    assert [row.row for row in rows] == [
        {"line": 2, "error": f"got ['{'x' * 57}…, expected an object with text and excerpt; mend the line"},
        {"text": [long], "excerpt": "a", "line": 4, "error": f"text: got ['{'x' * 57}…, expected text; mend the row"},
        {"line": 5, "error": "is not JSON, expected an object with text and excerpt; mend the line"},
    ]  # fmt: skip
    assert all(row.is_broken for row in rows)


def test_sessions_and_rows_are_judged_under_the_policy_given(tmp_path):
    cited = {
        "tool_name": "t",
        "source_invocation_id": 1,
        "raw_path": "$.lines[0]",
        "evidence_excerpt": "retries=4",
    }
    claimed = {
        "claim_id": "c",
        "claim_type": "risk",
        "claim_text": "It retries.",
        "evidence_bindings": [cited],
    }
    row = {
        **GOOD,
        "tool_invocations": [{"invocation_id": 1, "tool_name": "t", "output": "retries=3, queue=9"}],
        "executor_output": {"claims": [claimed]},
    }
    blind = GatekeeperPolicy(vetoes=(), reject_below=0, accept_at=0, evidence_tools=None)
    path = tmp_path / "rows.jsonl"
    rows = [
        json.dumps({"text": "retries=3, queue=9", "excerpt": excerpt}) for excerpt in ("retries=4", "queue=9")
    ]
    path.write_text("\n".join(rows))

    assert [each.is_passed for each in gate_lines(sessions_in(json.dumps([row, row]), "x"), blind)] == [
        True,
        True,
    ]
    assert [each.row["decision"] for each in judge_file(path)] == ["mismatch", "accept"]
    assert [each.row["decision"] for each in judge_file(path, blind)] == ["accept", "accept"]


def test_a_judged_row_is_plain_json(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps({"text": "retries=3, queue=9", "excerpt": "retries=4"}))

    (row,) = judge_file(path)

    assert row.row["decision"] == "mismatch"
    assert row.row["spans"] == json.loads(json.dumps(row.row["spans"]))
    assert row.row["reasons"] == [
        {
            "code": "value_changed",
            "excerpt_token": "4",
            "text_token": "3",
            "excerpt_span": [8, 9],
            "text_span": [8, 9],
        }
    ]


# ------------------------------------------------------------------------------ tool files and settings


def test_arguments_of_the_command_line_are_named_in_their_errors():
    assert said(tool_file, "query_logs") == (
        "--tool: got 'query_logs', expected NAME=FILE; name the tool and its output file"
    )
    assert (
        said(read_arguments, "{heap") == '--arguments: got \'{heap\', expected JSON; write {"query": "..."}'
    )
    assert said(read_status, "failed") == (
        "--status: 'failed' is not a call status; known are error, success"
    )
    assert tool_file(" query_logs = a.log ") == ToolFile("query_logs", Path("a.log"))


def test_outputs_are_json_where_the_whole_file_is(tmp_path):
    whole, text = tmp_path / "a.json", tmp_path / "b.json"
    whole.write_text('{"a": [1]}\n')
    text.write_text('{"a": [1]} and more')

    assert read_output(whole) == {"a": [1]}
    assert read_output(text) == '{"a": [1]} and more'


def test_a_session_without_a_name_is_called_session_and_asks_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"claims": []}')))

    from_stdin = build_session(Path("-"), [])

    assert (from_stdin.session_id, from_stdin.original_query) == ("-", "")


def test_a_policy_file_names_the_key_and_the_value_that_cannot_be_meant(tmp_path):
    path = tmp_path / "policy.json"
    known = "accept_at, backfill, evidence_tools, max_retries, min_tokens, reject_below, scorer, vetoes"

    def told(text):
        path.write_text(text)
        return said(load_policy, path)

    assert told("{") == (
        f"{path}, line 1: is not JSON (Expecting property name enclosed in double quotes); mend the file"
    )
    assert told("[]") == f"{path}: got list, expected a JSON object; write {{}} for the defaults"
    assert told('{"acept_at": 1}') == f"{path}: 'acept_at' is not a policy setting; known are {known}"
    assert told('{"accept_at": 101}') == (
        f"{path}: 'accept_at' is wrong (got 101; should be less than or equal to 100)"
    )
    assert told('{"max_retries": -1}') == (
        f"{path}: 'max_retries' is wrong (got -1; should be greater than or equal to 0)"
    )
    assert told('{"accept_at": 50, "reject_below": 60}') == (
        f"{path}: 'policy' is wrong (reject_below 60.0 is above accept_at 50.0; lower it, or raise accept_at)"
    )
    assert told('{"evidence_tools": "query_logs"}') == (
        f"{path}: 'evidence_tools' is wrong (got 'query_logs'; should be a list)"
    )
    assert told(DEEP) == f"{path}: is not readable JSON (nested too deeply); mend the file"
    assert told(f'{{"accept_at": {"9" * 5000}}}') == (
        f"{path}: is not readable JSON (a number is too long); mend the file"
    )
    assert told('{"accept_at": 95, "accept_at": 99}') == f"{path}: 'accept_at' is stated twice"
    path.write_text('{"max_retries": 2, "backfill": "off", "evidence_tools": null}')
    assert load_policy(path) == GatekeeperPolicy(max_retries=2, backfill="off", evidence_tools=None)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('{"accept_at": true, "reject_below": 0}', id="true-is-not-one"),
        pytest.param('{"accept_at": "95"}', id="digits-in-quotes"),
        pytest.param('{"max_retries": 1.0}', id="fraction-for-a-count"),
        pytest.param('{"accept_at": NaN}', id="nan"),
        pytest.param('{"vetoes": null}', id="null"),
        pytest.param('{"evidence_tools": [7]}', id="a-number-for-a-tool"),
    ],
)
def test_a_policy_setting_of_another_type_is_not_guessed_at(tmp_path, text):
    path = tmp_path / "policy.json"
    path.write_text(text)

    assert "' is wrong (got " in said(load_policy, path)


def test_a_policy_of_json_values_names_where_they_stood():
    assert (
        said(policy_from_json, 5, "row 3")
        == "row 3: got int, expected a JSON object; write {} for the defaults"
    )


def test_a_policy_hash_knows_every_setting_and_no_order():
    default = GatekeeperPolicy()
    changes = [
        {"accept_at": 95.5},
        {"reject_below": 59.5},
        {"scorer": "ratio"},
        {"min_tokens": 3},
        {"vetoes": ["value_changed"]},
        {"evidence_tools": ["query_logs"]},
        {"evidence_tools": None},
        {"backfill": "off"},
        {"max_retries": 1},
    ]
    hashes = [policy_from_json(change, "x").policy_hash for change in changes]

    assert len({default.policy_hash, *hashes}) == len(changes) + 1
    assert all(len(each) == 16 and int(each, 16) >= 0 for each in hashes)
    assert policy_from_json({"accept_at": 95, "max_retries": 0}, "x").policy_hash == default.policy_hash
    one, other = (
        policy_from_json({"vetoes": codes}, "x").policy_hash
        for codes in (["value_changed", "name_changed"], ["name_changed", "value_changed"])
    )
    assert one == other


def test_a_code_version_is_a_version_and_twelve_digits_of_a_hash():
    version, digits = code_version().split("+")

    assert version.count(".") >= 1
    assert len(digits) == 12
    assert int(digits, 16) >= 0


def test_a_code_version_is_a_hash_of_every_module_of_the_gate_and_of_the_evidence_below_it():
    package = Path(evidencelab.__file__).parent
    modules = {
        module.relative_to(package).as_posix(): module.read_bytes()
        for room in ("evidence", "gatekeeper")
        for module in (package / room).rglob("*.py")
    }
    digest = hashlib.sha256()
    for name in sorted(modules):
        digest.update(name.encode() + b"\0" + modules[name])

    assert "evidence/extractors/alerts.py" in modules
    assert code_version() == f"{__version__}+{digest.hexdigest()[:12]}"


@pytest.mark.parametrize("name", ["*", "get_*", "imported:get_*", "", " "])
def test_a_pattern_among_the_evidence_tools_is_refused_and_told_what_to_write(name):
    message = said(policy_from_json, {"evidence_tools": ["query_logs", name]}, "policy.json")

    assert message.startswith("policy.json: 'evidence_tools' is wrong (got ['query_logs', ")
    assert f"{name!r} is no tool's name: names are taken as they stand" in message
    assert "null allows every tool, 'imported:*' those of imported traces" in message


@pytest.mark.parametrize("tools", [None, [], ["get_pods"], ["imported:*", "a.b:c-d"]])
def test_names_null_and_imported_tools_are_taken(tools):
    policy = policy_from_json({"evidence_tools": tools}, "policy.json")

    assert policy.evidence_tools == (None if tools is None else tuple(tools))
