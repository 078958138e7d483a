"""The notebook that counts the trace check's own errors: settings, tables, errors shown, verdict."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

from evidencelab.errors import InputError, SettingError
from evidencelab.reports.notebooks import trace_error_run
from evidencelab.reports.runs.verdict import read_verdict

NASTY = "<img src=x onerror=alert(1)>"
ROWS = [
    {"ferry": "Alba", "pier": "north", "cars": 31},
    {"ferry": "Brig", "pier": "north", "cars": 12},
    {"ferry": "Cora", "pier": "south", "cars": 44},
    {"ferry": "Dune", "pier": "south", "cars": 9},
]


def write_run(folder: Path, name: str, rows: object, answer: str = "Alba carries 31 cars.") -> None:
    call = {"id": "c1", "function": {"name": "list_ferries", "arguments": "{}"}}
    value = [
        {"role": "user", "content": "How full are they?"},
        {"role": "assistant", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": json.dumps(rows)},
        {"role": "assistant", "content": answer},
    ]
    (folder / name).write_text(json.dumps(value), encoding="utf-8")


def measured(folder: Path, **parameters) -> trace_error_run.ErrorRun:
    return trace_error_run.measure(traces=str(folder), results=str(folder / "out"), **parameters)


def test_statements_of_a_run_are_made_judged_and_counted_by_kind(tmp_path):
    write_run(tmp_path, "a.json", ROWS)
    run = measured(tmp_path, kinds=["sum", "mean", "digit_changed"])
    alarms, misses = trace_error_run.alarms_by_kind(run), trace_error_run.misses_by_kind(run)
    assert set(alarms["kind"]) == {"sum", "mean", "all"}
    assert set(misses["kind"]) == {"sum", "mean", "digit_changed", "all"}
    assert run.false_alarms.n == alarms.set_index("kind").loc["all", "n"]
    assert run.misses.n == misses.set_index("kind").loc["all", "n"]
    assert "3 kinds in 1 of 1 runs, seed 1" in trace_error_run.describe_statements(run)


def test_what_a_run_leaves_behind_is_rates_errors_and_a_verdict(tmp_path):
    write_run(tmp_path, "a.json", ROWS)
    run = measured(tmp_path)
    verdict = trace_error_run.write_error_rates(run, "q")
    folder = tmp_path / "out"
    assert read_verdict(folder) == verdict
    assert [rate.decides for rate in verdict.rates] == [True, True, False, False]
    assert all(rate.better == "lower" for rate in verdict.rates)
    lines = (folder / trace_error_run.ERRORS_FILE).read_text(encoding="utf-8").splitlines()
    assert len(lines) == run.false_alarms.n_successes + run.misses.n_successes
    assert len(pd.read_parquet(folder / trace_error_run.RATES_FILE)) == len(run.rates)


def test_names_of_a_tools_output_are_text_on_the_page(tmp_path):
    rows = [{**row, "ferry": f"{row['ferry']} {NASTY}"} for row in ROWS]
    write_run(tmp_path, "a.json", rows)
    run = measured(tmp_path)
    for is_true in (True, False):
        assert NASTY not in trace_error_run.errors_html(run, is_true=is_true, per_kind=9)


def test_at_most_so_many_statements_of_a_kind_are_told_in_a_run(tmp_path):
    write_run(tmp_path, "a.json", {"morning": ROWS, "evening": [{**r, "cars": r["cars"] + 7} for r in ROWS]})
    every, some = (measured(tmp_path, kinds=["sum"], per_run=n) for n in (0, 1))
    assert (every.false_alarms.n, some.false_alarms.n) == (2, 1)


@pytest.mark.parametrize(
    ("names", "ending"),
    [
        pytest.param([], " of 1 kind in 1 of 1 runs, seed 1", id="none"),
        pytest.param(["b.json"], ", seed 1; 1 file is no trace", id="one"),
        pytest.param(["b.json", "c.json"], ", seed 1; 2 files are no traces", id="several"),
    ],
)
def test_a_file_that_is_no_trace_is_counted_and_left(tmp_path, names, ending):
    write_run(tmp_path, "a.json", ROWS)
    for name in names:
        (tmp_path / name).write_text("[1, 2]", encoding="utf-8")
    run = measured(tmp_path, kinds=["sum"])
    assert [path.name for path in run.unread] == names
    assert run.results == tmp_path / "out"
    assert trace_error_run.describe_statements(run).endswith(ending)


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"kinds": ["summ"]}, "summ"),
        ({"per_run": -1}, "-1"),
    ],
)
def test_settings_that_cannot_be_meant_are_refused(parameters, said):
    with pytest.raises(SettingError, match=said):
        trace_error_run.check_settings(**parameters)


def test_a_folder_without_a_trace_is_refused(tmp_path):
    (tmp_path / "b.json").write_text("[1, 2]", encoding="utf-8")
    with pytest.raises(InputError, match="holds no trace"):
        measured(tmp_path)


def test_made_runs_are_the_default(tmp_path):
    run = trace_error_run.measure(results=str(tmp_path / "out"), kinds=["rows", "sum"])
    assert run.n_runs == 6
    assert run.false_alarms.n_successes == 0
    assert "made runs" in trace_error_run.write_error_rates(run, "q").sentence
