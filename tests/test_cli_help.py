"""What `--help` says: a usage line that can be typed, and what a command cannot be used without."""

from __future__ import annotations

import pytest

from evidencelab.cli import run

COMMANDS = [
    ("check",),
    ("session", "build"),
    ("excerpts",),
    ("record",),
    ("audit", "list"),
    ("audit", "show"),
    ("audit", "replay"),
    ("report",),
    ("calibrate",),
    ("sweep",),
    ("schema",),
]


def help_of(capsys, *command: str) -> str:
    assert run([*command, "--help"]) == 0
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_usage_is_written_as_it_is_typed(capsys, command):
    assert run([*command, "--help"]) == 0
    usage = capsys.readouterr().out.partition("\n\n")[0]
    assert usage.startswith("Usage: ")
    assert not set("{}<>") & set(usage)
    assert "]..." not in usage
    assert "[[" not in usage


def test_calibrate_says_what_a_labelled_row_is(capsys):
    told = help_of(capsys, "calibrate")
    for name in ('"text"', '"excerpt"', '"label"', '"faithful"', '"unfaithful"', '"kind"', '"group"'):
        assert name in told


@pytest.mark.parametrize(
    ("command", "usage"),
    [
        (("check",), "check [OPTIONS] FILE... "),
        (("report",), "report [OPTIONS] [NAME...] "),
        (("calibrate",), "calibrate [OPTIONS] [FILE...] "),
        (("record",), "record [OPTIONS] TOOL FILE "),
        (("audit", "show"), "audit show [OPTIONS] SESSION "),
        (("audit", "replay"), "audit replay [OPTIONS] [SESSION] "),
    ],
)
def test_usage_names_what_is_given_and_what_may_be(capsys, command, usage):
    assert usage in help_of(capsys, *command)


def test_every_command_that_reads_the_store_says_where_it_lies(capsys):
    for command in (("check",), ("audit", "list"), ("audit", "show"), ("audit", "replay"), ("sweep",)):
        told = help_of(capsys, *command)
        assert "EVIDENCELAB_AUDIT" in told
        assert "results/audit.sqlite" in told


@pytest.mark.parametrize(
    ("words", "named"),
    [
        pytest.param([], "check, excerpts, record", id="nothing"),
        pytest.param(["ceck"], "check, excerpts, record", id="unknown"),
        pytest.param(["audit"], "list, show, replay", id="group-alone"),
        pytest.param(["audit", "shw"], "list, show, replay", id="unknown-in-group"),
    ],
)
def test_a_missing_or_unknown_command_is_told_with_those_there_are(capsys, words, named):
    assert run(words) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert f"Give one of: {named}" in told.err
    assert told.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--fresh"], "'--fresh' goes with --verify CERT"),
        (["--answers", "a.jsonl"], "'--answers' goes with --conformance VECTORS"),
    ],
)
def test_an_option_that_would_be_ignored_is_refused(capsys, words, said):
    assert run(["calibrate", *words]) == 2
    assert said in capsys.readouterr().err


def test_check_says_that_what_is_in_no_format_was_read_as_a_session(tmp_path, capsys):
    unknown, session = tmp_path / "unknown.json", tmp_path / "session.json"
    unknown.write_text('{"rows": [1]}')
    session.write_text('{"session_id": "s", "tool_invocations": 5}')
    assert run(["check", str(unknown)]) == 2
    assert "session_id is missing; state it (read as a session, since" in capsys.readouterr().err
    assert run(["check", str(unknown), "--from", "session"]) == 2
    assert "read as a session" not in capsys.readouterr().err
