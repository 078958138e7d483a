"""The survival notebook's run: settings refused early, verdict decided by excerpts alone."""

from __future__ import annotations

import pandas as pd
import pytest

from evidencelab.agents.baseline.baseline_chain import baseline_chain
from evidencelab.errors import SettingError
from evidencelab.lab.matrix.survival import compare_feeds
from evidencelab.lab.statistics.intervals import Rate
from evidencelab.reports.notebooks import survival_run
from evidencelab.reports.runs.rates import incident_rate
from evidencelab.reports.runs.verdict import read_verdict
from evidencelab.reports.views.survival_figures import survival_chart


def test_a_run_writes_the_values_and_a_verdict_that_summaries_do_not_turn(tmp_path):
    settings = survival_run.read_settings(
        cases=["high-memory-samples-en", "gate-reject-path-en"], results=str(tmp_path)
    )
    assert [case.name for case in settings.cases] == ["high-memory-samples-en"]
    ladder = survival_run.run_ladder(settings)
    assert [rung.n_records for rung in ladder] == [1, 2, 3, 5, None]
    verdict = survival_run.write_survival(settings, ladder, "?")
    assert read_verdict(tmp_path) == verdict
    assert [(check.variant, check.status, check.held, check.decides) for check in verdict.checks] == [
        ("fed by excerpts", "PASS", True, True),
        ("fed by summaries, 1", "LOW_CONFID", False, False),
    ]
    assert verdict.held
    table = pd.read_parquet(tmp_path / "survival.parquet")
    lost = table.loc[table["lost_at"].notna()]
    # 91% is in the summary, but the claim that states it and the trend finds no support.
    assert set(lost["feed"]) == {"summary"}
    assert dict(zip(lost["value"], lost["lost_at"], strict=True))["91%"] == "claims"
    assert dict(zip(lost["value"], lost["lost_at"], strict=True))["88.6%"] == "summary"
    comparisons = survival_run.rung_of(ladder, 1).comparisons
    rows = survival_chart(comparisons).to_dict()["vconcat"]
    assert [row["title"]["text"] for row in rows] == [item.case.name for item in comparisons]
    assert list(survival_run.ladder_table(ladder)["records_kept"]) == ["1", "2", "3", "5", "all"]


def test_a_case_takes_no_more_rows_in_the_chart_than_it_has_values():
    settings = survival_run.check_settings(cases=["high-memory-en", "high-memory-samples-en"])
    chain = baseline_chain()
    comparisons = [compare_feeds(case, chain, settings.policy, n_records=1) for case in settings.cases]
    chart = survival_chart(comparisons).to_dict()
    for item, row in zip(comparisons, chart["vconcat"], strict=True):
        values = {survival.value for survival in item.survivals}
        for grid in row["hconcat"]:
            assert grid["height"] == {"step": 17}
            assert len(grid["encoding"]["y"]["scale"]["domain"]) == len(values)
            drawn = {cell["value"] for cell in chart["datasets"][grid["data"]["name"]]}
            assert drawn == values


def test_a_summary_must_keep_something():
    with pytest.raises(SettingError, match="n_records: '0' is below 1"):
        survival_run.check_settings(n_records=0)


def test_an_incident_counts_once_however_many_cases_it_has():
    outcomes = [("a", True), ("a", True), ("a", False), ("a", False), ("b", True)]
    assert incident_rate(outcomes) == Rate.of(1.5, 2)
    assert incident_rate([]) == Rate.of(0, 0)
