"""The case matrix of the report: cases run, stored, written, and a broken one named."""

from __future__ import annotations

import re
import shutil

import nbformat
import pandas as pd
import pytest
import yaml

from evidencelab.audit import AuditStore
from evidencelab.errors import SettingError, UnknownNameError
from evidencelab.gatekeeper.gate import check_session
from evidencelab.lab.matrix import cases as lab_cases
from evidencelab.reports.notebooks import matrix
from evidencelab.reports.runs.provenance import CHECKOUT
from evidencelab.reports.runs.verdict import read_verdict
from evidencelab.tools.scenario import FIXTURES

FEW = ["connection-pool-positive-en", "connection-pool-negative-zh", "gate-reject-path-en"]


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setenv("EVIDENCELAB_AUDIT", str(tmp_path / "audit.sqlite"))
    return tmp_path / "audit.sqlite"


def run(tmp_path, **parameters):
    settings = matrix.read_settings(results=str(tmp_path / "results"), **parameters)
    columns = [matrix.run_as_written(settings), *matrix.run_varied(settings)]
    return settings, columns, matrix.write_matrix(settings, columns, "Do the cases hold?")


def test_a_run_of_the_matrix_leaves_outcomes_evidence_verdict_and_audit(tmp_path, store):
    settings, columns, verdict = run(tmp_path, cases=FEW, variations=1, seed=3)
    results = settings.results
    table = pd.read_parquet(results / "outcomes.parquet")
    assert list(zip(table["subject"], table["variant"], strict=True)) == [
        (name, variant)
        for variant in ("as written", "varied 3")
        for name in (case.name for case in settings.cases)
    ]
    assert verdict.held
    assert {check.subject: check.status for check in verdict.checks} == {
        FEW[0]: "PASS",
        FEW[1]: "PASS",
        FEW[2]: "REJECT",
    }
    assert read_verdict(results) == verdict
    assert verdict.provenance.seed == 3
    assert "fixtures/cases/connection-pool.yaml" in verdict.provenance.inputs

    page = (results / "matrix.html").read_text()
    links = re.findall(r'<a href="(evidence/[^"]+)"', page)
    assert len(links) == 6
    evidence = [(results / link).read_text() for link in links]
    assert all("<mark>" in text for text in evidence if "REJECT" not in text)
    assert all("<script" not in text for text in evidence)

    with AuditStore(store, create=False) as opened:
        entries = list(opened.entries())
        assert len(entries) == 6
        for entry in entries:
            result = entry.evaluation.gatekeeper_result
            assert result == check_session(entry.session, settings.policy)
            assert entry.composer_output is not None
    assert [entry.evaluation.verifier_output.verdict for entry in entries] == [
        item.verdict for column in columns for item in column.outcomes
    ]


def test_a_case_that_does_not_hold_is_named_with_what_was_expected(tmp_path, store, monkeypatch):
    fixtures = tmp_path / "fixtures"
    shutil.copytree(FIXTURES, fixtures)
    broken = fixtures / "cases" / "connection-pool.yaml"
    rows = yaml.safe_load(broken.read_text())
    for row in rows:
        if row["name"] == FEW[0]:
            row["expect"] = {**row["expect"], "verdict": "REJECT"}
    broken.write_text(yaml.safe_dump(rows, allow_unicode=True))
    monkeypatch.setattr(lab_cases, "FIXTURES", fixtures)
    _, columns, verdict = run(tmp_path, cases=FEW, variations=0)
    assert [check.subject for check in verdict.failures] == [FEW[0]]
    assert "verdict: expected REJECT, got PASS" in verdict.failures[0].problems[0]
    assert f"not so {FEW[0]}" in verdict.sentence
    assert list(matrix.failures_table(columns)["case"]) == [FEW[0]]
    assert "PASS ✗" in (tmp_path / "results" / "matrix.html").read_text()


def test_settings_that_cannot_be_meant_are_refused(tmp_path):
    with pytest.raises(UnknownNameError, match="no case named 'none-such'"):
        matrix.check_settings(cases=["none-such"])
    with pytest.raises(SettingError, match="'gpt' is not a chain; known are baseline"):
        matrix.check_settings(chain="gpt")
    with pytest.raises(SettingError, match="'-1' is below 0"):
        matrix.check_settings(variations=-1)


@pytest.mark.parametrize("path", sorted((CHECKOUT / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebooks_keep_to_the_style(path):
    notebook = nbformat.read(path, as_version=4)
    assert len(notebook.cells) <= 30
    assert notebook.cells[0].cell_type == "markdown"
    tagged = [cell for cell in notebook.cells if "parameters" in cell.metadata.get("tags", [])]
    assert len(tagged) == 1
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert len(cell.source.splitlines()) <= 15
            assert not re.search(r"^\s*(def|class) ", cell.source, re.MULTILINE)
            assert cell.outputs == []
            assert cell.execution_count is None
