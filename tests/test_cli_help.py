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
