"""`check` on traces: told apart by content, findings worst first, exit codes as asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from evidencelab.cli import app

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures" / "traces"
EN = FIXTURES / "checkout_waits_en.json"
ZH = FIXTURES / "checkout_waits_zh.json"
HONEST = [
    {"role": "user", "content": "How deep is the well?"},
    {"role": "assistant", "tool_calls": [{"id": "c1", "function": {"name": "sound", "arguments": "{}"}}]},
    {"role": "tool", "tool_call_id": "c1", "content": "depth 31.5 m"},
    {"role": "assistant", "content": "It is 31.5 m deep."},
]


def run(*arguments: object):
    return CliRunner().invoke(app, ["check", *map(str, arguments)])


def write(folder: Path, name: str, value: object) -> Path:
    path = folder / name
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def test_a_trace_is_told_apart_and_its_findings_shown_worst_first():
    done = run(EN)
    assert done.exit_code == 1
    assert "openai" in done.stdout
    classes = [line.split()[0] for line in done.stdout.splitlines() if ", statement " in line]
    assert classes == ["altered", "altered", "unsupported", "overclaimed_absence"]
    assert "131 waiting" in done.stdout


def test_json_is_one_envelope_a_run_with_the_format_taken():
    done = run(EN, ZH, "--json")
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert (first["format"], second["format"]) == ("openai", "anthropic")
    assert [f["finding"] for f in first["findings"]] == [
        "altered",
        "altered",
        "unsupported",
        "overclaimed_absence",
    ]
    assert first["gatekeeper_result"]["status"] == "pass"
    assert first["counts"]["derived"] >= 1
    assert first["import_report"]["n_failed"] == 1


@pytest.mark.parametrize(
    ("limit", "code"), [("altered", 1), ("unsupported", 1), ("overclaimed_absence", 1), ("never", 0)]
)
def test_fail_on_says_which_class_fails(limit, code):
    assert run(ZH, "--fail-on", limit).exit_code == code


def test_fail_on_a_worse_class_passes_a_milder_finding(tmp_path):
    value = [*HONEST[:3], {"role": "assistant", "content": "It is 31.5 m deep. It cost $84,200."}]
    path = write(tmp_path, "t.json", value)
    assert run(path, "--fail-on", "altered").exit_code == 0
    assert run(path).exit_code == 1


def test_honest_trace_is_fine(tmp_path):
    assert run(write(tmp_path, "t.json", HONEST)).exit_code == 0


def test_traces_and_sessions_are_checked_in_one_go(tmp_path):
    session = {
        "session_id": "own",
        "tool_invocations": [{"invocation_id": 1, "tool_name": "query_logs", "output": "depth 31.5 m"}],
        "executor_output": {
            "claims": [
                {
                    "claim_id": "c",
                    "claim_type": "observation",
                    "claim_text": "depth 31.5 m",
                    "evidence_bindings": [
                        {
                            "tool_name": "query_logs",
                            "source_invocation_id": 1,
                            "raw_path": "$.lines[0]",
                            "evidence_excerpt": "depth 31.5 m",
                        }
                    ],
                }
            ]
        },
    }
    done = run(write(tmp_path, "s.json", session), write(tmp_path, "t.json", HONEST), "--json")
    assert done.exit_code == 0
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert "format" not in first
    assert second["format"] == "openai"


def test_unreadable_runs_keep_their_place_and_the_others_are_judged(tmp_path):
    path = tmp_path / "runs.jsonl"
    path.write_text(json.dumps({"session_id": "a", "messages": HONEST}) + "\n{broken\n", encoding="utf-8")
    done = run(path, "--json")
    assert done.exit_code == 2
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert lines[0]["session_id"] == "a"
    assert lines[1]["line"] == 2
    assert "line 2" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((EN, "--from", "langsmith"), "is not a format"),
        ((EN, "--from", "otel"), "nothing that is otel"),
        ((EN, "--fail-on", "sound"), "is no class of finding"),
        ((EN, "--scope", "some"), "is no scope"),
    ],
)
def test_misuse_is_one_line_and_exit_two(arguments, says):
    done = run(*arguments)
    message = done.stderr or str(done.exception)
    assert done.exit_code == 2 or done.exception is not None
    assert says in message


def test_stored_traces_are_kept_with_the_citations_that_were_proposed(tmp_path):
    database = tmp_path / "audit.db"
    assert run(EN, "--database", database).exit_code == 1
    listed = CliRunner().invoke(app, ["audit", "list", "--database", str(database)])
    assert "checkout_waits_en" in listed.stdout


def test_control_characters_of_a_trace_never_reach_the_terminal(tmp_path):
    value = [*HONEST[:3], {"role": "assistant", "content": "It cost $84,200 \x1b[31mred\x07 \u202e."}]
    done = run(write(tmp_path, "t.json", value))
    assert "\x1b" not in done.stdout
    assert "\u202e" not in done.stdout
