import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from evidencelab.cli import run
from evidencelab.lab.sweeps.sweep_table import read_table
from tests.lab.scripted_model import honest, mixed
from tests.loopback_lm import fails, loopback

CASES = ("connection-pool-negative-en", "high-cpu-en")  # in file order


def sweep(folder, *more, cases=CASES):
    named = [word for case in cases for word in ("--case", case)]
    return run(["sweep", "--out", str(folder), "--database", str(folder / "audit.sqlite"), *named, *more])


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "sweep"
    path.mkdir()
    return path


def test_sweep_tells_its_outcome_and_writes_its_table(folder, capsys):
    with loopback(honest) as server:
        assert sweep(folder, "--model", server.base_url) == 0
        told = capsys.readouterr().out
        assert "8 cells, 8 run now and 0 finished before; 0 failed" in told
        assert "loopback-model@127.0.0.1" in told
        assert str(folder / "sweep.parquet") in told
        assert len(read_table(folder / "sweep.parquet")) == 8
        n_calls = len(server.chats)
        assert sweep(folder, "--model", server.base_url) == 0
        assert "8 cells, 0 run now and 8 finished before" in capsys.readouterr().out
        assert len(server.chats) == n_calls


def test_sweep_takes_its_model_from_the_environment(folder, capsys, monkeypatch):
    with loopback(honest) as server:
        monkeypatch.setenv("EVIDENCELAB_LM", server.base_url)
        assert sweep(folder, "--executor", "cite") == 0
    assert "loopback-model@" in capsys.readouterr().out


def test_sweep_prints_one_row_a_cell_as_json(folder, capsys):
    with loopback(mixed()) as server:
        assert sweep(folder, "--model", server.base_url, "--executor", "cite", "--json") == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["case"], row["variant"]) for row in rows] == [
        (case, variant) for variant in ("baseline", "cite") for case in CASES
    ]


def test_sweep_under_another_policy_runs_nothing_again(folder, capsys, tmp_path):
    policy = tmp_path / "strict.json"
    policy.write_text('{"accept_at": 100, "reject_below": 100}')
    with loopback(honest) as server:
        sweep(folder, "--model", server.base_url)
        n_calls = len(server.chats)
        assert sweep(folder, "--model", server.base_url, "--policy", str(policy)) == 0
        assert len(server.chats) == n_calls
    assert "0 run now and 8 finished before" in capsys.readouterr().out
    assert len(set(read_table(folder / "sweep.parquet")["policy_hash"])) == 1


def test_sweep_of_a_failing_model_ends_well_and_names_the_failure(folder, capsys):
    with loopback(fails(400, message="not today")) as server:
        assert sweep(folder, "--model", server.base_url, "--executor", "cite") == 0
    told = capsys.readouterr().out
    assert "2 failed" in told
    assert "executor: LMInvalidRequestError" in told
    assert "not today" in told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(["--model", "smolm"], "'smolm' is not a model", id="model"),
        pytest.param(["--executor", "site"], "known are cite, cite_narrow, summarise", id="variant"),
        pytest.param(["--language", "fr"], "'fr' is not a language of the cases", id="language"),
        pytest.param(["--repeats", "0"], "'0' is below 1", id="repeats"),
        pytest.param(["--temperature", "9"], "'temperature' is wrong", id="temperature"),
        pytest.param(["--policy", "absent.json"], "absent.json", id="policy"),
        pytest.param(
            ["--scheduler", "tcp://127.0.0.1:9"], "is no dask scheduler that answers", id="scheduler"
        ),
    ],
)
def test_sweep_refuses_what_cannot_be_meant_in_one_line(folder, capsys, words, said):
    model = [] if "--model" in words else ["--model", "http://127.0.0.1:9/v1#m"]
    assert sweep(folder, *model, *words) == 2
    streams = capsys.readouterr()
    assert streams.out == ""
    last = streams.err.strip().splitlines()[-1]
    assert said in last


@pytest.mark.parametrize("model", ["openai/nosuch", "smollm2", "http://127.0.0.1:9/v1#m"])
def test_sweep_refuses_a_model_that_nothing_would_be_asked_of(folder, capsys, model):
    assert sweep(folder, "--executor", "baseline", "--model", model) == 2
    told = capsys.readouterr().err
    assert f"{model!r} would be asked nothing, since every stage is the baseline" in told
    assert told.count("\n") == 1


def test_sweep_of_the_baseline_alone_asks_for_no_model(folder, capsys, monkeypatch):
    monkeypatch.setenv("EVIDENCELAB_LM", "not a model")
    assert sweep(folder, "--executor", "baseline") == 0
    assert "2 cells, 2 run now" in capsys.readouterr().out


def test_sweep_asks_the_model_where_any_stage_has_a_variant(folder, capsys):
    with loopback(fails(400, message="not today")) as server:
        words = ["--executor", "baseline", "--verifier", "excerpts_only", "--model", server.base_url]
        assert sweep(folder, *words) == 0
    assert "loopback-model@" in capsys.readouterr().out


def test_sweep_names_a_model_in_its_errors_as_in_its_table(folder, capsys):
    assert sweep(folder, "--executor", "cite", "--model", "http://127.0.0.1:9/v1#mill") == 0
    told = capsys.readouterr().out
    assert "[mill@127.0.0.1:9] failed to connect" in told
    assert "lab-" not in told


def test_sweep_keeps_every_run_in_the_audit_store(folder):
    from evidencelab.audit import AuditStore

    with loopback(honest) as server:
        sweep(folder, "--model", server.base_url, "--executor", "cite")
    with AuditStore(folder / "audit.sqlite", create=False) as store:
        sessions = [line.session_id for line in store.lines()]
    assert sorted(set(sessions)) == sorted(f"case-{case}" for case in CASES)
    assert len(sessions) == 4


def test_sweep_stdout_carries_the_result_only(folder):
    with loopback(honest) as server:
        done = subprocess.run(
            [
                *(str(Path(sys.executable).with_name("evidencelab")), "sweep", "--out", str(folder)),
                *("--case", "high-cpu-en", "--executor", "cite", "--json"),
                *("--model", server.base_url),
            ],
            env={**os.environ, "EVIDENCELAB_AUDIT": str(folder / "audit.sqlite")},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    assert next(json.loads(line)["model"] for line in done.stdout.splitlines()) == "baseline"
    assert "sweep:" in done.stderr
