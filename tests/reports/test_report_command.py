"""`evidencelab report` and `audit` from the shell: exit codes, one line for a mistake."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from typing import NamedTuple

import pytest

from evidencelab import cli
from tests.reports.running.test_runner import VERDICT, write_notebook
from tests.test_audit import make_session


class Done(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def evidencelab(tmp_path, monkeypatch, capsys):
    """The command line, called in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments):
        code = cli.run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Done(code, captured.out, captured.err)

    return call


@pytest.fixture
def notebooks(tmp_path):
    folder = tmp_path / "notebooks"
    folder.mkdir()
    write_notebook(
        folder,
        "01_one",
        'results: str = ""\nnote: str = ""',
        VERDICT.format(held=False, decides=True, sentence="says {note}").replace('"It', 'f"It'),
    )
    return folder


def test_report_names_what_did_not_hold_and_exits_one(tmp_path, evidencelab, notebooks):
    done = evidencelab("report", "--notebooks", notebooks, "--results", tmp_path / "r", "-p", "note=中文 a=b")
    assert done.returncode == 1, done.stderr
    assert "It says 中文 a=b." in done.stdout
    assert "did not hold: pool/en (baseline): PASS: no reason given" in done.stdout
    assert "[1/1] 01_one" in done.stderr
    manifest = json.loads((tmp_path / "r" / "latest" / "manifest.json").read_text())
    assert manifest["notebooks"][0]["parameters"] == {"note": "中文 a=b"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(("-p", "nope=1"), "'nope' is not a notebook parameter; known are note", id="parameter"),
        pytest.param(("-p", "nope"), "'nope' is not of the form key=value", id="assignment"),
        pytest.param(("02_two",), "no notebook named '02_two'; known are 01_one", id="notebook"),
        pytest.param(("-p", "results=/proc/nope"), "/proc/nope: cannot be written", id="results"),
    ],
)
def test_report_refuses_in_one_line_and_writes_nothing(tmp_path, evidencelab, notebooks, arguments, message):
    done = evidencelab("report", "--notebooks", notebooks, *arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert message in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert sorted(item.name for item in tmp_path.iterdir()) == ["notebooks"]


def test_check_stores_and_audit_answers(tmp_path, evidencelab, monkeypatch):
    session = tmp_path / "s.json"
    session.write_text(json.dumps(make_session(excerpt="service=cart-edge, active=49").to_wire()))
    store = tmp_path / "a.sqlite"
    monkeypatch.setenv("EVIDENCELAB_AUDIT", str(store))
    checked = evidencelab("check", session, "--store")
    assert checked.returncode == 1, checked.stderr
    shown = evidencelab("audit", "show", "s-1", "--database", store)
    assert shown.returncode == 0, shown.stderr
    assert "evidence.excerpt_mismatch (reject)" in shown.stdout
    entry = evidencelab("audit", "show", "s-1", "--json", "--database", store)
    assert json.loads(entry.stdout)["session"]["session_id"] == "s-1"
    (tmp_path / "p.json").write_text('{"evidence_tools": ["query_logs"]}')
    replayed = evidencelab("audit", "replay", "--policy", "p.json", "--database", store)
    (row,) = [line for line in replayed.stdout.splitlines() if line.startswith("evidence.tool_not_allowed")]
    assert row.split()[1:] == ["0", "1", "1", "0", "0", "1"]
    assert "s-1" in evidencelab("audit", "list", "--database", store).stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(
            ("audit", "list", "--database", "none.sqlite"), "no audit store is there", id="no-store"
        ),
        pytest.param(("audit", "list", "--database", "bad://x"), "bad://x: cannot be opened", id="bad-url"),
    ],
)
def test_audit_refuses_in_one_line(evidencelab, arguments, message):
    done = evidencelab(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_terminated_run_is_marked_failed_and_keeps_what_was_finished(tmp_path, notebooks):
    write_notebook(notebooks, "02_long", "open('here', 'w').close()\nimport time; time.sleep(600)")
    results = tmp_path / "results"
    running = subprocess.Popen(
        [
            sys.executable, "-c", "from evidencelab.cli import main; main()", "report",
            "--notebooks", notebooks, "--results", results,
        ],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    for _ in range(1200):
        is_halfway = (tmp_path / "here").exists() and (results / "latest" / "01_one.html").exists()
        if is_halfway or running.poll() is not None:
            break
        time.sleep(0.1)
    running.terminate()
    output, _ = running.communicate(timeout=60)
    assert running.returncode == 143, output
    manifest = json.loads((results / "latest" / "manifest.json").read_text())
    assert manifest["status"] == "failed"
    assert [item["status"] for item in manifest["notebooks"]] == ["finished", "failed"]
    assert manifest["notebooks"][1]["error"] == "interrupted"
    index = (results / "latest" / "index.html").read_text()
    assert "This run was stopped." in index
    assert '<a href="01_one.html">01_one</a>' in index
