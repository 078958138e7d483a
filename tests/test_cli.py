"""The command line: exit codes, one line for a mistake, results only on stdout."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from evidencelab.cli import run
from evidencelab.contracts import WIRE_CONTRACTS, Envelope, RetrievalDetails
from evidencelab.gatekeeper.policy import GatekeeperPolicy, code_version
from evidencelab.reports.terminal.gate_table import printable
from tests.gatekeeper.builders import binding, claim, session

PASSING = session({"claims": [claim(binding())]}, session_id="good").to_wire()
FAILING = session({"claims": [claim(binding(raw_path="$.alerts[9]"))]}, session_id="bad").to_wire()
HOSTILE = session(
    {"claims": [claim(binding(evidence_excerpt="[red]it is[/red] \x1b[2J :skull: gone\u202e"))]},
    session_id="[bold]odd[/bold]\x1b[31m",
).to_wire()


def write(path: Path, *values: object) -> str:
    text = "\n".join(value if isinstance(value, str) else json.dumps(value) for value in values)
    path.write_text(text, encoding="utf-8")
    return str(path)


def assert_one_line(text: str, *parts: str) -> None:
    assert text.startswith("evidencelab: ")
    assert text.count("\n") == 1
    assert "Traceback" not in text
    for part in parts:
        assert part in text


# ------------------------------------------------------------------------------ check


def test_check_exits_by_the_worst_input(tmp_path, capsys):
    good, bad = write(tmp_path / "good.json", PASSING), write(tmp_path / "bad.json", FAILING)
    broken = write(tmp_path / "broken.json", '{"session_id": ')

    assert run(["check", good]) == 0
    assert run(["check", good, bad]) == 1
    assert run(["check", bad, good]) == 1
    assert capsys.readouterr().err == ""
    assert run(["check", broken, bad, good]) == 2

    done = capsys.readouterr()
    assert_one_line(done.err, "broken.json, line 1: is not JSON")
    assert "good" in done.out
    assert "evidence.raw_path" in done.out


def test_check_json_prints_one_envelope_a_line_in_input_order(tmp_path, capsys):
    path = write(tmp_path / "lines.jsonl", PASSING, "", "{oops", FAILING)

    assert run(["check", "--json", path]) == 2

    done = capsys.readouterr()
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert [row["line"] for row in rows] == [1, 3, 4]
    assert rows[1] == {"line": 3, "error": rows[1]["error"]}
    assert_one_line(done.err, "lines.jsonl, line 3: is not JSON")
    assert [list(rows[index]) for index in (0, 2)] == [
        ["session_id", "line", "policy_hash", "code_version", "gatekeeper_result"]
    ] * 2
    assert rows[0]["policy_hash"] == GatekeeperPolicy().policy_hash
    assert rows[0]["code_version"] == code_version()
    assert [rows[index]["gatekeeper_result"]["status"] for index in (0, 2)] == ["pass", "fail"]
    assert Envelope.model_validate(rows[2]).to_wire() == rows[2]


def test_check_table_names_session_severity_rules_and_each_failing_binding(tmp_path, capsys):
    assert run(["check", write(tmp_path / "both.jsonl", PASSING, FAILING)]) == 1

    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["line", "session", "status", "severity", "bindings", "failed", "rules"]
    assert lines[1].split() == ["1", "good", "pass", "none", "1", "-"]
    assert lines[2].split() == ["2", "bad", "fail", "reject", "1", "evidence.raw_path"]
    assert lines[3].startswith("bad: claim-1[0] (query_metrics, 11, $.alerts[9]) evidence.raw_path: raw_path")
    assert len(lines) == 4


def test_check_table_shows_hostile_text_as_text(tmp_path, capsys):
    assert run(["check", write(tmp_path / "hostile.json", HOSTILE)]) == 1

    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert "[bold]odd[/bold]\\x1b[31m" in out
    assert "[red]it is[/red] \\x1b[2J :skull: gone" in out


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("连接池 active=50/50", "连接池 active=50/50"),
        ("a\nb\tc\r", "a\\nb\\tc\\r"),
        ("\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"),
        ("\u202eright to left", "\\u202eright to left"),
        ("zero\u200bwidth", "zero\\u200bwidth"),
    ],
)
def test_printable_shows_what_cannot_be_seen(text, shown):
    assert printable(text) == shown


def test_check_reads_stdin(monkeypatch, capsys):
    stdin = io.TextIOWrapper(io.BytesIO(json.dumps(PASSING).encode()), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", stdin)

    assert run(["check", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["session_id"] == "good"


def test_check_obeys_the_policy_and_its_hash_stands_in_the_envelope(tmp_path, capsys):
    path = write(tmp_path / "good.json", PASSING)
    policy = write(tmp_path / "policy.json", {"evidence_tools": ["query_logs"]})

    assert run(["check", path, "--json", "--policy", policy]) == 1

    row = json.loads(capsys.readouterr().out)
    assert row["gatekeeper_result"]["failed_rules"] == ["evidence.tool_not_allowed"]
    assert row["policy_hash"] == GatekeeperPolicy(evidence_tools=("query_logs",)).policy_hash


@pytest.mark.parametrize(
    ("content", "parts"),
    [
        pytest.param({"accept": 90}, ["'accept' is not a policy setting", "accept_at"], id="unknown-key"),
        pytest.param({"accept_at": "high"}, ["'accept_at' is wrong"], id="wrong-value"),
        pytest.param({"accept_at": 10, "reject_below": 20}, ["reject_below"], id="thresholds-crossed"),
        pytest.param("{oops", ["policy.json, line 1: is not JSON"], id="syntax"),
        pytest.param([], ["expected a JSON object"], id="list"),
    ],
)
def test_a_policy_that_cannot_be_meant_is_one_line_and_exit_2(tmp_path, capsys, content, parts):
    policy = write(tmp_path / "policy.json", content)

    assert run(["check", write(tmp_path / "good.json", PASSING), "--policy", policy]) == 2

    done = capsys.readouterr()
    assert done.out == ""
    assert_one_line(done.err, *parts)


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        pytest.param([], "Missing command", id="nothing"),
        pytest.param(["chekc"], "No such command 'chekc'", id="unknown-command"),
        pytest.param(["check"], "Missing argument", id="no-file"),
        pytest.param(["check", "--jason", "x.json"], "No such option", id="unknown-option"),
        pytest.param(["check", "absent.json"], "absent.json: cannot be read", id="absent-file"),
        pytest.param(["check", "--from", "xml", "x.json"], "'xml' is not a format", id="unknown-format"),
        pytest.param(["excerpts", "absent.jsonl"], "absent.jsonl: cannot be read", id="absent-rows"),
        pytest.param(
            ["record", "query_logs", "absent.txt"], "absent.txt: cannot be read", id="absent-output"
        ),
        pytest.param(
            ["session", "build", "--executor", "absent.json", "--tool", "oops"],
            "expected NAME=FILE",
            id="tool",
        ),
    ],
)
def test_misuse_is_one_line_and_exit_2(tmp_path, monkeypatch, capsys, arguments, part):
    monkeypatch.chdir(tmp_path)

    assert run(arguments) == 2

    done = capsys.readouterr()
    assert done.out == ""
    assert_one_line(done.err, part)


def test_a_session_without_an_id_names_the_field(tmp_path, capsys):
    path = write(tmp_path / "nameless.json", {"tool_invocations": [], "executor_output": {}})

    assert run(["check", path]) == 2
    assert_one_line(capsys.readouterr().err, "nameless.json, line 1: session_id is missing")


# ------------------------------------------------------------------------------ the other commands


def test_excerpts_gives_every_row_back_and_exits_2_for_a_broken_one(tmp_path, capsys):
    honest = {"id": "a", "text": "heap of cart-edge at 91%", "excerpt": "cart-edge at 91%"}
    altered = {**honest, "id": "b", "excerpt": "cart-edge at 92%"}

    assert run(["excerpts", write(tmp_path / "rows.jsonl", honest, altered)]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["id"], row["decision"]) for row in rows] == [("a", "accept"), ("b", "mismatch")]
    assert rows[1]["reasons"][0]["code"] == "value_changed"

    assert run(["excerpts", write(tmp_path / "rows.jsonl", {"id": "c", "text": "x"}, honest)]) == 2
    done = capsys.readouterr()
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert (rows[0]["id"], rows[0]["line"]) == ("c", 1)
    assert rows[1]["decision"] == "accept"
    assert_one_line(done.err, "rows.jsonl, line 1: excerpt: is missing")


@pytest.mark.parametrize(
    ("content", "options", "status", "paths"),
    [
        pytest.param(
            {"success": True, "logs": [{"level": "WARN", "message": "full gc took 850ms"}]},
            [],
            "supported",
            ["$.logs[0]"],
            id="logs",
        ),
        pytest.param(
            {"success": True, "logs": [], "total": 0}, [], "no_evidence", ["$.no_evidence"], id="nothing"
        ),
        pytest.param(
            {"success": True, "logs": [], "total": 0}, ["--status", "error"], "error", [], id="failed"
        ),
        pytest.param('{"logs": [oops', [], "unparsed", [], id="broken-json"),
    ],
)
def test_record_prints_retrieval_details(tmp_path, capsys, content, options, status, paths):
    path = write(tmp_path / "output.json", content)

    assert run(["record", "query_logs", path, "--arguments", '{"query": "gc"}', *options]) == 0

    details = RetrievalDetails.model_validate_json(capsys.readouterr().out)
    assert details.evidence_status == status
    assert [ref.raw_path for ref in details.evidence_refs or ()] == paths


def test_session_build_writes_what_check_reads(tmp_path, capsys):
    logs = write(
        tmp_path / "logs.json", {"success": True, "logs": [{"message": "full gc took 850ms on cart-edge"}]}
    )
    cited = binding(
        tool_name="query_logs",
        source_invocation_id=1,
        raw_path="$.logs[0]",
        evidence_excerpt="full gc took 850ms",
    )
    executor = write(tmp_path / "executor.json", {"claims": [claim(cited)]})
    out = tmp_path / "built.json"

    assert run(["session", "build", "--executor", executor, "--tool", f"query_logs={logs}"]) == 0
    assert json.loads(capsys.readouterr().out)["session_id"] == "executor"

    arguments = ["session", "build", "--executor", executor, "--tool", f"query_logs={logs}"]
    assert run([*arguments, "--session-id", "mine", "--query", "Is gc slow?", "--out", str(out)]) == 0
    assert capsys.readouterr().out == ""
    assert run(["check", "--json", str(out)]) == 0
    assert json.loads(capsys.readouterr().out)["session_id"] == "mine"


def test_session_build_leaves_nothing_where_it_cannot_write(tmp_path, capsys):
    executor = write(tmp_path / "executor.json", {"claims": []})
    logs = write(tmp_path / "logs.txt", "one line")

    code = run(
        ["session", "build", "--executor", executor, "--tool", f"query_logs={logs}", "--out", str(tmp_path)]
    )

    assert code == 2
    assert_one_line(capsys.readouterr().err, "cannot be written")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["executor.json", "logs.txt"]


def test_schema_prints_every_wire_contract_by_name(capsys):
    assert run(["schema"]) == 0

    schemas = json.loads(capsys.readouterr().out)
    assert list(schemas) == [*(contract.__name__ for contract in WIRE_CONTRACTS), "GatekeeperPolicy"]
    assert schemas["Session"]["required"] == ["session_id"]
    assert set(schemas["ExecutorOutput"]["$defs"]["EvidenceBinding"]["required"]) == {
        "tool_name",
        "source_invocation_id",
        "raw_path",
        "evidence_excerpt",
    }


def test_a_reader_that_goes_away_is_no_error():
    reader = subprocess.Popen(
        [sys.executable, "-c", "from evidencelab.cli import main; main()", "schema"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert reader.stdout is not None
    assert reader.stderr is not None
    reader.stdout.close()
    complaint = reader.stderr.read()
    reader.stderr.close()

    assert complaint == ""
    assert reader.wait() == 141
