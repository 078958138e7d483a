"""Runs never share a folder, `latest` follows them, and a run that died says so."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from evidencelab.errors import InputError, OutputError
from evidencelab.reports.runs.run_folder import (
    RunManifest,
    claim_run,
    drop_old_runs,
    is_alive,
    list_runs,
    mark_dead_runs,
    point_latest,
    read_manifest,
    write_manifest,
)

MOMENT = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)


def manifest(run, status="finished", started="2026-03-04T05:06:07+00:00"):
    return RunManifest(run=run, status=status, started=started, code_version="c")


def make_run(results, name, status="finished", started="2026-03-04T05:06:07+00:00"):
    folder = results / name
    folder.mkdir(parents=True)
    write_manifest(folder, manifest(name, status, started))
    return folder


def test_runs_that_start_in_the_same_second_get_folders_of_their_own(tmp_path):
    def claim(_):
        with claim_run(tmp_path, MOMENT) as folder:
            (folder / "mine").write_text("x")
            return folder.name

    with ThreadPoolExecutor(8) as pool:
        names = list(pool.map(claim, range(8)))
    expected = ["2026-03-04T050607Z"] + [f"2026-03-04T050607Z-{number}" for number in range(2, 9)]
    assert sorted(names) == sorted(expected)


def test_a_folder_is_alive_only_while_its_run_lives(tmp_path):
    with claim_run(tmp_path, MOMENT) as folder:
        write_manifest(folder, manifest(folder.name, "running"))
        assert is_alive(folder)
        assert read_manifest(folder).status == "running"
    assert not is_alive(folder)
    assert read_manifest(folder).status == "died"


def test_a_run_whose_process_was_killed_is_read_as_died(tmp_path):
    script = (
        "import os, signal, sys; from pathlib import Path\n"
        "from evidencelab.reports.runs.run_folder import *\n"
        "with claim_run(Path(sys.argv[1])) as folder:\n"
        "    write_manifest(folder, RunManifest(run=folder.name, started='s', code_version='c'))\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=False)
    (run,) = list_runs(tmp_path)
    assert run.status == "died"
    assert mark_dead_runs(tmp_path) == [run.run]
    kept = json.loads((tmp_path / run.run / "manifest.json").read_text())
    assert (kept["status"], kept["held"]) == ("died", False)


def test_latest_follows_the_newest_run(tmp_path):
    first, second = make_run(tmp_path, "a"), make_run(tmp_path, "b")
    point_latest(tmp_path, first)
    point_latest(tmp_path, second)
    assert os.readlink(tmp_path / "latest") == "b"
    assert sorted(item.name for item in tmp_path.iterdir()) == ["a", "b", "latest"]


def test_latest_is_not_forced_over_a_real_folder(tmp_path):
    folder = make_run(tmp_path, "a")
    (tmp_path / "latest").mkdir()
    with pytest.raises(OutputError, match=r"latest: cannot be written .*; move what is there away"):
        point_latest(tmp_path, folder)
    assert sorted(item.name for item in tmp_path.iterdir()) == ["a", "latest"]


def test_a_results_folder_that_cannot_be_made_is_named(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(OutputError, match=r"file/results: cannot be written \(Not a directory\)"):
        claim_run(blocked / "results").__enter__()
    assert blocked.read_text() == ""


def test_runs_are_listed_oldest_first_and_strangers_left_out(tmp_path):
    make_run(tmp_path, "2026-03-04T050607Z-10")
    make_run(tmp_path, "2026-03-04T050607Z-2")
    make_run(tmp_path, "2026-03-04T050607Z")
    make_run(tmp_path, "later", started="2026-03-05T00:00:00+00:00")
    make_run(tmp_path, "baseline")
    (tmp_path / "notes").mkdir()
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "manifest.json").write_text("{")
    assert [run.run for run in list_runs(tmp_path)] == [
        "2026-03-04T050607Z",
        "2026-03-04T050607Z-2",
        "2026-03-04T050607Z-10",
        "later",
    ]


@pytest.mark.parametrize(
    ("keep", "stay"),
    [
        pytest.param(3, ["b", "c", "d"], id="three"),
        pytest.param(1, ["d"], id="one"),
        pytest.param(0, ["d"], id="never-none"),
        pytest.param(9, ["a", "b", "c", "d"], id="more-than-there-are"),
    ],
)
def test_retention_keeps_the_newest_runs_and_what_is_not_a_run(tmp_path, keep, stay):
    for day, name in enumerate("abcd", start=1):
        folder = make_run(tmp_path, name, started=f"2026-03-0{day}T00:00:00+00:00")
    point_latest(tmp_path, folder)
    (tmp_path / "notes").mkdir()
    (tmp_path / "audit.sqlite").write_text("")
    drop_old_runs(tmp_path, keep)
    assert [run.run for run in list_runs(tmp_path)] == stay
    assert (tmp_path / "notes").is_dir()
    assert (tmp_path / "audit.sqlite").exists()


def test_retention_spares_a_run_that_still_lives(tmp_path):
    with claim_run(tmp_path, MOMENT) as living:
        write_manifest(living, manifest(living.name, "running", "2026-01-01T00:00:00+00:00"))
        point_latest(tmp_path, make_run(tmp_path, "new"))
        assert drop_old_runs(tmp_path, 1) == []
        assert living.is_dir()


def test_a_manifest_survives_the_round_trip(tmp_path):
    folder = make_run(tmp_path, "a")
    assert read_manifest(folder) == manifest("a")
    assert json.loads((folder / "manifest.json").read_text())["status"] == "finished"


@pytest.mark.parametrize(
    ("text", "problem"),
    [(None, "cannot be read"), ("{", "is no manifest"), ('{"run": 1}', "is no manifest")],
)
def test_a_folder_without_a_manifest_is_named(tmp_path, text, problem):
    if text is not None:
        (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(InputError, match=f"manifest.json: {problem}"):
        read_manifest(tmp_path)
