import json

import pandas as pd
import pytest

from evidencelab.cli import run
from evidencelab.errors import EvidencelabError
from evidencelab.lab.sweeps.sweep_table import read_table
from evidencelab.reports.notebooks import variant_run
from evidencelab.reports.runs.verdict import read_verdict
from evidencelab.reports.views import variant_tables
from evidencelab.reports.views.display import html_of
from tests.lab.scripted_model import mixed
from tests.loopback_lm import fails, loopback


@pytest.fixture(autouse=True)
def own_audit_store(tmp_path, monkeypatch):
    monkeypatch.setenv("EVIDENCELAB_AUDIT", str(tmp_path / "audit.sqlite"))
    monkeypatch.delenv("EVIDENCELAB_LM", raising=False)


def run_at(server, folder, **parameters):
    settings = variant_run.read_settings(
        models=[server.base_url], results=str(folder), workers=2, **parameters
    )
    return settings, variant_run.run_variants(settings)


def written(server, folder, **parameters):
    settings, done = run_at(server, folder, **parameters)
    verdict = variant_run.write_variants(settings, done, variant_run.compare(done), "Which?")
    return settings, done, verdict


def test_defaults_are_four_english_cases_and_three_variants(monkeypatch):
    monkeypatch.setenv("EVIDENCELAB_LM", "http://127.0.0.1:9/v1#m")
    job = variant_run.check_settings()
    assert [case.name for case in job.cases] == sorted(variant_run.DEFAULT_CASES)
    assert len({case.incident for case in job.cases}) == 4
    assert [arm.executor for arm in job.arms] == ["summarise", "cite", "cite_narrow"]
    assert [spec.model for spec in job.models] == ["baseline", "http://127.0.0.1:9/v1#m"]


def test_checking_settings_calls_nobody():
    variant_run.check_settings(models=["http://127.0.0.1:9/v1"], cases=["high-cpu-en"])


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        pytest.param({"models": ["smolm"]}, "is not a model", id="model"),
        pytest.param({"executors": ["site"]}, "known are cite", id="variant"),
        pytest.param({"executors": []}, "names no variant", id="no-variant"),
        pytest.param({"cases": ["no-such"]}, "no case named", id="case"),
        pytest.param({"language": "fr"}, "is not a language", id="language"),
        pytest.param({"cases": ["high-cpu-en"], "language": "zh"}, "holds no case in zh", id="no-case-left"),
        pytest.param({"max_tokens": 0}, "'max_tokens' is wrong", id="max-tokens"),
    ],
)
def test_wrong_settings_are_said_before_anything_runs(parameters, said):
    with pytest.raises(EvidencelabError, match=said):
        variant_run.check_settings(**{"models": ["http://127.0.0.1:9/v1#m"], **parameters})


def test_every_number_says_which_model_made_it(tmp_path):
    with loopback(mixed()) as server:
        _, done = run_at(server, tmp_path)
    table = variant_tables.citations_table(done.table)
    label = next(cell.model for cell in done.cells if cell.arm.variants)
    assert list(zip(table["model"], table["variant"], strict=True)) == [
        ("baseline", "baseline"),
        (label, "summarise"),
        (label, "cite"),
        (label, "cite_narrow"),
    ]
    assert list(table["answers"]) == [4, 4, 4, 4]
    kinds = ["sound", "altered", "misattributed", "fabricated", "other"]
    assert (table[kinds].sum(axis=1) == table["citations"]).all()
    assert set(variant_tables.scores_table(done.table)["model"]) == {"baseline", label}


def test_unparsed_answers_and_failed_calls_are_counted_apart(tmp_path):
    with loopback("no JSON here") as server:
        _, done = run_at(server, tmp_path / "prose", executors=["cite"])
    row = variant_tables.citations_table(done.table).iloc[1]
    assert (row["answers"], row["unparsed"], row["calls_failed"], row["citations"]) == (4, 4, 0, 0)
    with loopback(fails(400)) as server:
        _, done = run_at(server, tmp_path / "failed", executors=["cite"])
    row = variant_tables.citations_table(done.table).iloc[1]
    assert (row["answers"], row["unparsed"], row["calls_failed"]) == (0, 0, 4)


def test_worst_citations_carry_model_place_and_reason_and_are_escaped(tmp_path):
    def script(received):
        from tests.lab.scripted_model import evidence_of
        from tests.loopback_lm import says

        line = evidence_of(received)[0]
        binding = {
            "tool_name": line["tool_name"],
            "source_invocation_id": line["source_invocation_id"],
            "raw_path": line["raw_path"],
            "evidence_excerpt": "<img src=x onerror=alert(1)> nowhere to be found",
        }
        claim = {
            "claim_id": "c",
            "claim_type": "observation",
            "claim_text": "x",
            "evidence_bindings": [binding],
        }
        return says(json.dumps({"claims": [claim]}))

    with loopback(script) as server:
        _, done = run_at(server, tmp_path)
    worst = variant_tables.worst_citations(done.cells, done.results, most=5)
    assert len(worst) == 5
    assert {item.variant for item in worst} == {"summarise", "cite", "cite_narrow"}
    assert {item.kind for item in worst} == {"fabricated"}
    assert variant_tables.describe_worst(worst, done.table) == "5 of 12 citations that the gate stopped:"
    page = html_of(worst[0])
    assert "loopback-model@127.0.0.1" in page
    assert "stands nowhere in this session" in page
    assert "<img" not in page


def test_no_stopped_citation_is_said_so():
    frame = pd.DataFrame({"model": ["baseline"], "n_bindings": [3], "n_sound": [3]})
    assert variant_tables.describe_worst((), frame) == "The gate stopped no citation of a model."


def test_model_never_decides_and_the_baseline_does(tmp_path):
    with loopback("nothing of use") as server:
        settings, done, verdict = written(server, tmp_path)
    decides = {check.decides for check in verdict.checks if check.variant != "baseline"}
    assert decides == {False}
    assert {check.decides for check in verdict.checks if check.variant == "baseline"} == {True}
    assert verdict.held
    assert not any(rate.decides for rate in verdict.rates)
    assert read_verdict(settings.results) == verdict
    assert len(read_table(settings.results / "sweep.parquet")) == len(done.cells)
    for check in verdict.checks:
        assert (settings.results / check.link).is_file()


def test_verdict_is_one_sentence_with_model_and_interval(tmp_path):
    with loopback(mixed()) as server:
        _, _, verdict = written(server, tmp_path)
    assert verdict.sentence.startswith("loopback-model@127.0.0.1")
    assert " citations in 12 answers" in verdict.sentence
    assert "of 4" in verdict.sentence
    assert "\n" not in verdict.sentence


def test_without_a_model_nothing_is_claimed(tmp_path):
    settings = variant_run.read_settings(models=["baseline"], results=str(tmp_path))
    done = variant_run.run_variants(settings)
    verdict = variant_run.write_variants(settings, done, variant_run.compare(done), "Which?")
    assert verdict.sentence == "No model was asked; only the baseline ran."
    assert verdict.rates == ()
    assert done.last_answer == "No model answered."
    assert len(variant_tables.prompts_table(settings.plan)) == 0


def test_notebook_runs_against_a_server_and_a_bad_model_leaves_the_exit_code(tmp_path, monkeypatch, capsys):
    with loopback(mixed(failing=True)) as server:
        monkeypatch.setenv("EVIDENCELAB_LM", server.base_url)
        assert run(["report", "prompt_variants", "--results", str(tmp_path / "results")]) == 0
    told = capsys.readouterr().out
    assert "loopback-model@127.0.0.1" in told
    page = (tmp_path / "results" / "latest" / "03_prompt_variants.html").read_text(encoding="utf-8")
    assert "What the citations were" in page
    assert "loopback-model@127.0.0.1" in page
