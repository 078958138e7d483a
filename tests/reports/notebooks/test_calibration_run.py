"""The calibration and error-rate notebooks' helpers, and both notebooks run on small data."""

from __future__ import annotations

import json

import numpy as np
import pytest

from evidencelab.cli import run
from evidencelab.errors import SettingError
from evidencelab.gatekeeper.policy import load_policy
from evidencelab.lab.calibration.certificate import load_certificate
from evidencelab.lab.labelled.pairs import LabelledPair, write_pairs
from evidencelab.reports.notebooks import calibration_job, calibration_run, calibration_views, error_rate_run
from evidencelab.reports.runs.verdict import read_verdict
from evidencelab.reports.views.display import html_of

TEXT = "[11:17][WARN][{name}-api] pool active={n}, idle=2, max=50"


def small_pairs(n_groups=60):
    """An honest quote, a changed digit, and every tenth group a lie that only a label gives away."""
    for i in range(n_groups):
        text = TEXT.format(name=f"svc{i}", n=30 + i % 9)
        lie = text if i % 10 == 0 else text.replace("max=50", "max=58")
        for excerpt, label, kind in ((text, "faithful", "exact"), (lie, "unfaithful", "<b>digit</b>")):
            yield LabelledPair(text=text, excerpt=excerpt, label=label, kind=kind, group=f"g{i}")


@pytest.fixture(scope="module")
def labelled(tmp_path_factory):
    path = tmp_path_factory.mktemp("pairs") / "labelled.jsonl"
    write_pairs(small_pairs(), path)
    return str(path)


@pytest.fixture(scope="module")
def calibrated(labelled, tmp_path_factory):
    job = calibration_job.read_job([labelled], alpha=0.2)
    table = calibration_job.score_job(job, tmp_path_factory.mktemp("scores"))
    return job, table, calibration_run.run_job(job, table)


def test_describe_table_counts_what_was_scored(calibrated, labelled):
    job, table, _ = calibrated
    told = calibration_job.describe_table(job, table)
    assert told.startswith("120 pairs (60 faithful, 60 unfaithful) of 2 classes in 60 groups, from ")
    assert told.endswith("; 6 pairs carry both labels")


def test_job_of_notebook_refuses_an_unknown_cost():
    with pytest.raises(SettingError, match="'typo' is not a cost; known are false_accept"):
        calibration_job.job_of_notebook([], "", 0.1, 0.1, 0.1, {"typo": 1}, 0.1, [], "template", 0)
    job = calibration_job.job_of_notebook([], "", 0.1, 0.1, 0.1, {"undecided": 0.5}, 0.1, [], "template", 0)
    assert (job.settings.costs.undecided, job.settings.costs.false_accept) == (0.5, 20.0)


def test_what_makes_it_stale_names_one_hash_for_each_change(calibrated):
    shown = calibration_views.what_makes_it_stale(calibrated[2]).set_index("what changed")
    assert shown.loc["nothing", "state"] == "valid"
    assert shown.loc["the matcher's code", "moved"] == "code_version"
    assert shown.loc["accept_at lowered to reject_below", "moved"] == "policy_hash"
    assert shown.loc["the vetoes off", "moved"] == "policy_hash"
    assert set(shown["state"]) <= {"valid", "stale", "violated"}
    assert shown.loc["one pair of the data", "moved"] == "data_hash"
    assert shown.loc["the split", "moved"] == "split_hash"


def test_what_it_would_take_lists_limits_from_hard_to_easy(calibrated):
    shown = calibration_views.what_it_would_take(calibrated[2], (0.01, 0.02, 0.5))
    assert shown["groups it takes without an error"].tolist() == [299, 149, 5]
    assert shown["certified"].tolist() == ["no", "no", "yes"]


def test_certificates_show_themselves_escaped(calibrated):
    shown = html_of(calibrated[2].certificate)
    assert "&lt;b&gt;digit&lt;/b&gt;" in shown
    assert "<b>digit" not in shown
    assert "exchangeable" in shown


def test_verifier_calibration_asks_no_more_claims_than_told(calibrated):
    job = calibrated[0]
    got = calibration_views.calibrate_verifier(job, "", 40)
    assert len(got.table) == 40
    assert got.certificate.hashes.code_version.startswith("verifier baseline+")
    assert calibration_views.calibrate_verifier(job, "", 0) is None


def test_verifier_scores_of_a_model_are_read_from_a_file(calibrated, tmp_path):
    generator = np.random.default_rng(0)
    rows = [
        {
            "score": float(generator.beta(8, 2)),
            "label": "supported",
            "kind": "k",
            "group": f"g{i}",
            "verifier": "m@1",
        }
        for i in range(40)
    ]
    rows += [
        row | {"score": 1 - row["score"], "label": "unsupported", "group": "u" + row["group"]} for row in rows
    ]
    (tmp_path / "scores.jsonl").write_text("\n".join(map(json.dumps, rows)))
    got = calibration_views.calibrate_verifier(calibrated[0], str(tmp_path / "scores.jsonl"), 0)
    assert got.certificate.hashes.code_version == "verifier m@1"


def test_error_rate_run_counts_misses_and_keeps_light_edits_apart(labelled, tmp_path):
    run = error_rate_run.measure(labelled, results=str(tmp_path))
    assert run.rates[0].kind == "<b>digit</b>"
    assert run.unfaithful.accepted.n_successes == 6
    assert run.strictly_accepted == run.faithful.accepted
    misses = error_rate_run.find_misses(run, per_class=2)
    assert [m.pair.label for m in misses] == ["unfaithful", "unfaithful"]
    verdict = error_rate_run.write_error_rates(run, "How often?")
    assert "accepts 6 of 60 = 10.0 %" in verdict.sentence
    assert "the worst class is <b>digit</b> with 6 of 60" in verdict.sentence
    lines = (tmp_path / "misses.jsonl").read_text().splitlines()
    assert len(lines) == 6
    assert json.loads(lines[0])["decision"] == "accept"


def test_error_rate_run_of_fixtures_leaves_light_edits_out_of_the_strict_rate(tmp_path):
    classes = ["verbatim_whole", "light_word_misspelt", "digit_changed"]
    run = error_rate_run.measure(classes=classes, per_group=1, results=str(tmp_path))
    light = error_rate_run.light_edits(run)
    assert light["kind"].tolist() == ["light_word_misspelt"]
    assert run.strictly_accepted.n == run.faithful.n - light["n"].sum()


def test_notebook_of_error_rates_runs_on_labelled_pairs(labelled, tmp_path):
    arguments = ["02_gate_error_rates", "-p", f"evidence={labelled}", "--results", str(tmp_path)]
    assert run(["report", *arguments]) == 0
    folder = tmp_path / "latest" / "02_gate_error_rates"
    assert (folder / "error_rates.parquet").is_file()
    assert read_verdict(folder).rates[0].rate.n_successes == 6


def test_notebook_of_calibration_writes_policy_certificate_and_vectors(labelled, tmp_path):
    parameters = [
        "-p",
        f'inputs=["{labelled}"]',
        "-p",
        "alpha=0.5",
        "-p",
        "beta=0.2",
        "-p",
        "verifier_claims=0",
    ]
    assert run(["report", "05_threshold_calibration", *parameters, "--results", str(tmp_path)]) == 0
    folder = tmp_path / "latest" / "05_threshold_calibration"
    certificate = load_certificate(folder / "certificate.json")
    assert certificate.is_certified
    assert load_policy(folder / "policy.json") == certificate.policy
    verdict = read_verdict(folder)
    assert [c.state for c in verdict.certificates] == ["valid"]
    assert (folder / "vectors.jsonl").is_file()
    page = (tmp_path / "latest" / "05_threshold_calibration.html").read_text(encoding="utf-8")
    assert "evidencelabThresholds" in page
    assert "<b>digit" not in page
