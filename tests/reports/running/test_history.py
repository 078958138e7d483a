"""References, baseline, history, profiles: what a run is held against, and what outlives it."""

from __future__ import annotations

import json

import pytest

from evidencelab.errors import InputError, SettingError, UnknownNameError
from evidencelab.reports.running.changes import compare_runs
from evidencelab.reports.running.command import read_assignments
from evidencelab.reports.running.handover import summarise_run, summary_markdown
from evidencelab.reports.running.history import (
    append_history,
    check_reference,
    find_references,
    read_history,
    save_baseline,
)
from evidencelab.reports.running.index_page import render_index, render_unfinished
from evidencelab.reports.running.profile import Profile, load_profile
from evidencelab.reports.running.runner import FinishedRun
from evidencelab.reports.running.runs_page import render_runs
from evidencelab.reports.running.trend import trend_svg
from evidencelab.reports.runs.run_folder import NotebookRecord, RunManifest, write_manifest
from evidencelab.reports.runs.verdict import Check, Measure, NamedRate, NotebookVerdict, write_verdict

HOSTILE = "</td></main><img src=x onerror=alert(1)>`|[l](javascript:alert(1))"


def verdict(status="PASS", held=True, subject="pool", problems=(), rules=()):
    return NotebookVerdict(
        question="?",
        sentence=f"it is {status}",
        checks=(
            Check(
                subject=subject,
                status=status,
                held=held,
                problems=problems,
                rules=rules,
                link="evidence/p.html",
            ),
        ),
        rates=(NamedRate.of("accepted", 9, 10),),
    )


def make_run(results, name, said, day, status="finished", parameters=None):
    record = NotebookRecord(name="01_one", status=status, seconds=3.0, parameters=parameters or {})
    manifest = RunManifest(
        run=name,
        status="finished" if status == "finished" else "failed",
        held=said.held,
        started=f"2026-03-{day:02d}T00:00:00+00:00",
        code_version="c",
        notebooks=(record,),
    )
    folder = results / name
    folder.mkdir(parents=True)
    write_manifest(folder, manifest)
    write_verdict(folder / "01_one", said)
    (folder / "index.html").write_text("")
    return FinishedRun(folder, manifest, {"01_one": said})


def reference(results, run, against="previous"):
    found = find_references(results, run.manifest, run.verdicts, against)
    return found["01_one"].run if found else None


def test_a_notebook_is_compared_with_the_newest_run_that_finished_it_with_the_same_parameters(tmp_path):
    make_run(tmp_path, "a", verdict(), 1)
    make_run(tmp_path, "b", verdict(), 2, parameters={"language": "zh"})
    make_run(tmp_path, "c", verdict(), 3, status="failed")
    last = make_run(tmp_path, "d", verdict(), 4)
    assert reference(tmp_path, last) == "a"
    assert reference(tmp_path, last, "none") is None
    assert reference(tmp_path, last, "b") == "b"


def test_the_baseline_stands_in_where_there_is_no_earlier_run(tmp_path):
    first = make_run(tmp_path, "a", verdict(), 1)
    assert reference(tmp_path, first) is None
    folder = save_baseline(tmp_path, first.manifest, first.verdicts)
    assert sorted(path.name for path in folder.rglob("*") if path.is_file()) == [
        "manifest.json",
        "verdict.json",
    ]
    assert reference(tmp_path, first) == "baseline"
    second = make_run(tmp_path, "b", verdict("REJECT", False), 2)
    found = find_references(tmp_path, second.manifest, second.verdicts, "baseline")
    assert compare_runs(second.verdicts, found).regressions == ("pool (baseline)",)


def test_a_baseline_holds_what_is_compared_and_no_more(tmp_path):
    check = Check(
        subject="pool",
        status="PASS",
        held=True,
        tags=("narrow",),
        language="zh",
        incident="pool",
        link="p.html",
    )
    said = NotebookVerdict(
        question="?",
        sentence="it is PASS",
        checks=(check,),
        measures=(Measure(name="took", value=3.0, unit="s"), Measure(name="tokens", value=7.0)),
    )
    run = make_run(tmp_path, "a", said, 1)
    folder = save_baseline(tmp_path, run.manifest, run.verdicts)
    assert json.loads((folder / "01_one" / "verdict.json").read_text()) == {
        "question": "?",
        "sentence": "it is PASS",
        "checks": [{"subject": "pool", "status": "PASS", "held": True}],
        "measures": [{"name": "tokens", "value": 7.0}],
    }
    assert "compared with the committed baseline" in render_index(
        run, compare_runs(run.verdicts, find_references(tmp_path, run.manifest, run.verdicts, "previous"))
    )


def test_a_first_run_says_that_there_is_nothing_to_compare_with(tmp_path):
    run = make_run(tmp_path, "a", verdict(), 1)
    page = render_index(run, compare_runs(run.verdicts, {}))
    assert "Everything that decides holds; there is no earlier run of these notebooks and parameters" in page
    assert "1 notebook ran; 1 of 1 check that decide hold." in page
    assert "as before" not in page
    assert page.index("What was found") < page.index("What changed")


def test_all_runs_are_listed_newest_first_with_state_and_headline(tmp_path):
    fine = make_run(tmp_path, "a", verdict(), 1)
    bad = make_run(tmp_path, "b", verdict("REJECT", False, subject=HOSTILE), 2)
    for run in (fine, bad):
        changes = compare_runs(run.verdicts, {})
        (run.folder / "summary.json").write_text(summarise_run(run, changes).model_dump_json())
    died = make_run(tmp_path, "c", verdict(), 3)
    write_manifest(died.folder, died.manifest.model_copy(update={"status": "running"}))
    (tmp_path / "notes.txt").write_text("no run")
    page = render_runs(tmp_path)
    order = ['href="c/index.html"', ">died<", "finished so far: 01_one", 'href="b/index.html"', ">not fine<"]
    order += ["does not hold", 'href="a/index.html"', ">fine<", "Everything that decides holds"]
    assert [page.index(words) for words in order] == sorted(page.index(words) for words in order)
    assert "<img" not in page
    assert "3 runs, the newest first" in page


def test_a_run_that_failed_can_be_no_baseline(tmp_path):
    failed = make_run(tmp_path, "a", verdict(), 1, status="failed")
    with pytest.raises(SettingError, match="'a' is failed and can be no baseline"):
        save_baseline(tmp_path, failed.manifest, failed.verdicts)


def test_a_reference_that_is_not_there_is_refused(tmp_path):
    make_run(tmp_path, "a", verdict(), 1)
    with pytest.raises(
        UnknownNameError, match="no run to compare with named 'z'; known are previous, none, a"
    ):
        check_reference(tmp_path, "z")
    with pytest.raises(UnknownNameError, match="named 'baseline'"):
        check_reference(tmp_path, "baseline")


def test_history_outlives_its_runs_and_draws_a_trend(tmp_path):
    for day, name in enumerate("abc", start=1):
        run = make_run(tmp_path, name, verdict(held=day != 2, status="PASS"), day)
        append_history(tmp_path, run.manifest, run.verdicts)
    with (tmp_path / "history.jsonl").open("a") as stream:
        stream.write("{half a line\n")
    lines = read_history(tmp_path)
    assert [(line.run, line.name, line.n_successes, line.n) for line in lines[:4]] == [
        ("a", "checks that hold", 1, 1),
        ("a", "accepted", 9, 10),
        ("b", "checks that hold", 0, 1),
        ("b", "accepted", 9, 10),
    ]
    assert trend_svg(lines[:2], ["01_one"]) == ""
    drawing = trend_svg(lines, ["01_one"])
    assert "2 rates over 3 runs" in drawing
    assert "01_one: accepted" in drawing


def compared(tmp_path, before, after):
    make_run(tmp_path, "a", before, 1)
    run = make_run(tmp_path, "b", after, 2)
    return run, compare_runs(run.verdicts, find_references(tmp_path, run.manifest, run.verdicts, "previous"))


def test_the_first_screen_names_case_rule_and_change(tmp_path):
    run, changes = compared(
        tmp_path,
        verdict(),
        verdict("REJECT", False, problems=("verdict: expected PASS",), rules=("evidence.raw_path",)),
    )
    page = render_index(run, changes)
    order = ["1 regression: pool (baseline)", "What changed", ">PASS</span> → ", ">REJECT</span>"]
    order += ["<code>evidence.raw_path</code>", "verdict: expected PASS", "What was found"]
    assert [page.index(words) for words in order] == sorted(page.index(words) for words in order)
    assert '<a href="01_one/evidence/p.html">pool</a>' in page
    assert '<a href="../a/index.html">a</a>' in page
    summary = summarise_run(run, changes)
    assert summary.exit_code == 1
    assert "| `pool (baseline)` | `PASS` | `REJECT` | `evidence.raw_path` | `verdict: expected PASS` |" in (
        summary_markdown(summary)
    )


def test_a_quiet_night_says_so(tmp_path):
    run, changes = compared(tmp_path, verdict(), verdict())
    page = render_index(run, changes)
    assert "Nothing got worse" in page
    assert "1 check as before." in page
    assert summary_markdown(summarise_run(run, changes)).startswith("✅")


def test_hostile_text_is_text_in_index_and_markdown(tmp_path):
    run, changes = compared(
        tmp_path, verdict(subject=HOSTILE), verdict("REJECT", False, HOSTILE, problems=(HOSTILE,))
    )
    page = render_index(run, changes)
    assert "<img" not in page
    assert "<script" not in page
    assert page.count("</main>") == 1
    markdown = summary_markdown(summarise_run(run, changes))
    row = next(line for line in markdown.splitlines() if line.startswith("| ``"))
    assert row.replace("\\|", "").count("|") == 6


def test_an_unfinished_run_says_so():
    page = render_unfinished(RunManifest(run="a", started="2026-03-01T00:00:00+00:00", code_version="c"))
    assert "This run is not finished." in page


PROFILE = """
notebooks: [one]
parameters:
  one: {variations: 3}
  all: {language: zh}
against: baseline
keep: 5
"""


def test_a_profile_is_read_by_name_or_path(tmp_path):
    (tmp_path / "profiles").mkdir()
    path = tmp_path / "profiles" / "nightly.yaml"
    path.write_text(PROFILE)
    profile = load_profile("nightly", tmp_path)
    assert profile == load_profile(str(path), tmp_path / "elsewhere")
    assert profile.assignments() == {"one.variations": 3, "language": "zh"}
    assert (profile.notebooks, profile.against, profile.keep) == (("one",), "baseline", 5)
    assert Profile() == Profile(against="previous")


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        pytest.param(
            "notebook: [a]", SettingError, "'notebook' is not a profile setting; known are", id="key"
        ),
        pytest.param("keep: 0", SettingError, "'keep' is wrong .*got 0", id="value"),
        pytest.param("- a", InputError, "got list, expected a mapping", id="list"),
        pytest.param("a: [", InputError, "line 1: is not YAML", id="yaml"),
        pytest.param(None, UnknownNameError, "no profile named 'nightly'; none is known", id="absent"),
    ],
)
def test_a_profile_that_cannot_be_meant_is_refused(tmp_path, text, error, message):
    if text is not None:
        (tmp_path / "profiles").mkdir()
        (tmp_path / "profiles" / "nightly.yaml").write_text(text)
    with pytest.raises(error, match=message):
        load_profile("nightly", tmp_path)


def test_assignments_split_at_the_first_equals_sign_and_the_last_counts():
    assert read_assignments(["a=1", "b=x=y", "a=2", "c="]) == {"a": "2", "b": "x=y", "c": ""}
    with pytest.raises(SettingError, match="'=1' is not of the form"):
        read_assignments(["=1"])
