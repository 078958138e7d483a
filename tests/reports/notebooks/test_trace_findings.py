"""The trace notebook's settings, tables, page and verdict."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pandas as pd
import pytest

from evidencelab.cli import run
from evidencelab.errors import InputError, SettingError
from evidencelab.reports.notebooks import trace_findings
from evidencelab.reports.runs.verdict import read_verdict
from evidencelab.reports.terminal.checked_inputs import FAIL_ON
from evidencelab.reports.views.display import html_of

NASTY = "<script>alert('&')</script> <b>4</b> $84,200"


def settings(folder: Path, **parameters: str) -> trace_findings.TraceSettings:
    return trace_findings.read_settings(results=str(folder / "out"), **parameters)


def write_trace(folder: Path, answer: str, output: str = "depth 31.5 m") -> Path:
    path = folder / "well.json"
    call = {"id": "c1", "function": {"name": "sound", "arguments": "{}"}}
    value = [
        {"role": "user", "content": "How deep?"},
        {"role": "assistant", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": output},
        {"role": "assistant", "content": answer},
    ]
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def test_made_traces_are_found_to_hold_just_what_is_wrong_in_them(tmp_path):
    chosen = settings(tmp_path)
    runs = trace_findings.check_files(chosen)
    verdict = trace_findings.write_findings(chosen, runs, "What rests on nothing?")
    assert verdict.held
    assert [check.problems for check in verdict.checks] == [()] * 6
    assert {check.language for check in verdict.checks} == {"en", "zh"}
    assert read_verdict(chosen.results) == verdict
    assert "4 altered, 2 unsupported, 2 overclaimed" in verdict.sentence


def test_a_made_trace_that_reads_otherwise_decides(tmp_path):
    for name in ("checkout_waits_en.json", "expected.json"):
        text = (trace_findings.MADE_TRACES / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace("113 requests wait", "131 requests wait"), encoding="utf-8")
    chosen = settings(tmp_path, traces=str(tmp_path / "checkout_waits_en.json"))
    verdict = trace_findings.write_findings(chosen, trace_findings.check_files(chosen), "q")
    assert not verdict.held
    assert verdict.failures[0].problems == ("statement 4: got no finding, expected altered",)


def test_findings_of_other_peoples_runs_decide_nothing(tmp_path):
    chosen = settings(tmp_path, traces=str(write_trace(tmp_path, "The depth is 35.1 m.")))
    verdict = trace_findings.write_findings(chosen, trace_findings.check_files(chosen), "q")
    assert verdict.held
    assert [check.held for check in verdict.checks] == [False]


@pytest.mark.parametrize("limit", FAIL_ON)
@pytest.mark.parametrize(
    "answer",
    [
        pytest.param("It is 31.5 m deep.", id="sound"),
        pytest.param("The depth is 35.1 m.", id="altered"),
        pytest.param("It is 31.5 m deep. It cost $84,200.", id="unsupported"),
        pytest.param("It is 31.5 m deep. No errors were found in the logs.", id="overclaimed"),
    ],
)
def test_the_notebook_fails_where_check_fails(tmp_path, answer, limit):
    path = str(write_trace(tmp_path, answer))
    chosen = settings(tmp_path, traces=path, fail_on=limit)
    verdict = trace_findings.write_findings(chosen, trace_findings.check_files(chosen), "q")
    assert verdict.held == (run(["check", path, "--fail-on", limit]) == 0)


@pytest.mark.parametrize("limit", FAIL_ON)
def test_the_made_runs_fail_where_check_fails(tmp_path, limit):
    chosen = settings(tmp_path, fail_on=limit)
    verdict = trace_findings.write_findings(chosen, trace_findings.check_files(chosen), "q")
    paths = [str(path) for path in chosen.files]
    assert verdict.held == (run(["check", *paths, "--fail-on", limit]) == 0)


def test_a_run_that_cannot_be_read_fails_where_findings_do(tmp_path):
    write_trace(tmp_path, "It is 31.5 m deep.")
    (tmp_path / "notes.txt").write_text("nothing of this kind", encoding="utf-8")
    held = []
    for limit in ("never", "altered"):
        chosen = settings(tmp_path, traces=str(tmp_path), fail_on=limit)
        held.append(trace_findings.write_findings(chosen, trace_findings.check_files(chosen), "q").held)
    assert held == [True, False]


def test_findings_that_decide_nothing_say_so(tmp_path):
    path = str(write_trace(tmp_path, "The depth is 35.1 m."))
    told = []
    for limit in ("never", "altered"):
        chosen = settings(tmp_path, traces=path, fail_on=limit)
        verdict = trace_findings.write_findings(chosen, trace_findings.check_files(chosen), "q")
        told.append(verdict.sentence)
    assert told[0].endswith("they do not decide the exit code, as fail_on is never.")
    assert told[1].endswith("what decides does not hold in well.")


def test_tables_and_files_hold_one_row_a_run_and_a_finding(tmp_path):
    chosen = settings(tmp_path, traces=str(write_trace(tmp_path, "The depth is 35.1 m. It cost $84,200.")))
    runs = trace_findings.check_files(chosen)
    trace_findings.write_findings(chosen, runs, "q")
    table = trace_findings.runs_table(runs)
    assert table.loc[0, ["format", "results", "altered", "unsupported"]].tolist() == ["openai", 1, 1, 1]
    stored = pd.read_parquet(chosen.results / trace_findings.FINDINGS_FILE)
    assert stored["class"].tolist() == ["altered", "unsupported"]
    assert stored["evidence"].tolist()[0] == "depth 31.5 m"


def test_hostile_text_enters_the_page_escaped(tmp_path):
    chosen = settings(
        tmp_path, traces=str(write_trace(tmp_path, f"It costs {NASTY}.", f"costs {NASTY[:-7]}"))
    )
    runs = trace_findings.check_files(chosen)
    trace_findings.write_findings(chosen, runs, "q")
    page = (chosen.results / trace_findings.PAGE_FILE).read_text(encoding="utf-8")
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page
    assert "<script>" not in trace_findings.findings_html(runs)
    assert "<script>alert" not in html_of(runs[0].outcome)


def test_the_differing_tokens_are_marked_on_both_sides(tmp_path):
    chosen = settings(tmp_path, traces=str(write_trace(tmp_path, "The depth is 35.1 m.")))
    markup = trace_findings.findings_html(trace_findings.check_files(chosen))
    assert markup.count('<mark class="el-veto"') == 2
    assert re.search(r">35\.1( m)?</b></mark>", markup)
    assert re.search(r">31\.5( m)?</b></mark>", markup)


def test_a_file_that_is_no_trace_is_a_row_of_its_own(tmp_path):
    write_trace(tmp_path, "It is 31.5 m deep.")
    (tmp_path / "notes.txt").write_text("nothing of this kind", encoding="utf-8")
    chosen = settings(tmp_path, traces=str(tmp_path))
    table = trace_findings.runs_table(trace_findings.check_files(chosen))
    assert table["format"].tolist() == ["unreadable", "openai"]


@pytest.mark.parametrize(
    ("parameters", "error", "says"),
    [
        ({"traces": "/no/such/place"}, InputError, "does not exist"),
        ({"scope": "some"}, SettingError, "is no scope"),
        ({"fail_on": "sound"}, SettingError, "fail_on: 'sound' is no class of finding"),
    ],
)
def test_parameters_are_checked_before_anything_is_written(parameters, error, says):
    with pytest.raises(error, match=says):
        trace_findings.check_settings(**parameters)


def test_an_empty_folder_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"holds no \.json"):
        trace_findings.check_settings(traces=str(tmp_path))
