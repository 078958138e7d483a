"""The faults notebook: lies told through the real chain, caught or counted."""

from __future__ import annotations

import pandas as pd
import pytest

from evidencelab.agents.faults.lying_executor import Fault
from evidencelab.errors import SettingError
from evidencelab.reports.notebooks import fault_run
from evidencelab.reports.runs.verdict import read_verdict


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    folder = tmp_path_factory.mktemp("faults")
    settings = fault_run.read_settings(cases=["high-memory-en"], results=str(folder))
    return settings, fault_run.tell_faults(settings)


def test_every_fault_is_told_or_refused_once_a_case(told):
    settings, outcomes = told
    assert [outcome.fault for outcome in outcomes] == list(Fault)
    assert all((outcome.refusal is None) != (outcome.told is None) for outcome in outcomes)
    assert {case.name for case in settings.cases} == {"high-memory-en"}


def test_lies_about_citations_do_not_pass_the_gate(told):
    _, outcomes = told
    citations = [o for o in outcomes if o.fault in fault_run.CITATION_FAULTS and o.refusal is None]
    assert len(citations) >= 8
    assert all(outcome.gate for outcome in citations)


def test_a_citation_lie_that_passes_the_gate_decides_against_the_run(told, tmp_path):
    settings, outcomes = told
    passed = [o.model_copy(update={"gate": False}) if o.fault == Fault.INVENTED_ID else o for o in outcomes]
    verdict = fault_run.write_faults(settings._replace(results=tmp_path), passed, "?")
    (check,) = [check for check in verdict.checks if check.subject == "invented_id"]
    assert (check.decides, check.held, check.problems) == (
        True,
        False,
        ("passes the gate in high-memory-en",),
    )


def test_what_gets_through_is_listed_and_decides_nothing(told, tmp_path):
    settings, outcomes = told
    through = fault_run.got_through(outcomes)
    assert set(through["fault"]) == {o.fault for o in outcomes if o.first_layer == "none"}
    verdict = fault_run.write_faults(settings._replace(results=tmp_path), outcomes, "?")
    assert all(not check.decides for check in verdict.checks if check.subject in set(through["fault"]))
    assert len(pd.read_parquet(tmp_path / fault_run.FAULTS_FILE)) == len(outcomes)
    assert read_verdict(tmp_path) == verdict


def test_an_unknown_fault_is_named_with_the_known_ones():
    with pytest.raises(SettingError, match=r"'invented' is not a fault; known are .*invented_id"):
        fault_run.check_settings(faults=["invented"])
