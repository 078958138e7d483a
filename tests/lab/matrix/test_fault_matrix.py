from __future__ import annotations

import pytest

from evidencelab.agents.faults.lying_executor import Fault
from evidencelab.lab.matrix.cases import load_cases
from evidencelab.lab.matrix.fault_matrix import FaultOutcome, fault_table, layer_table, run_faults

CASES = load_cases(
    names=["connection-pool-positive-zh", "connection-pool-negative-en", "narrow-forbidden-en"]
)


@pytest.fixture(scope="module")
def outcomes() -> tuple[FaultOutcome, ...]:
    return tuple(run_faults(CASES))


def test_every_fault_has_one_outcome_a_case_told_or_refused(outcomes: tuple[FaultOutcome, ...]) -> None:
    assert len(outcomes) == len(CASES) * len(Fault)
    for outcome in outcomes:
        assert (outcome.refusal is None) == (outcome.first_layer is not None)
        assert (outcome.refusal is None) == (outcome.told is not None)


def test_lies_about_citations_stop_at_the_gate(outcomes: tuple[FaultOutcome, ...]) -> None:
    table = layer_table(outcomes)
    for fault in ("invented_id", "another_sessions_id", "wrong_tool", "missing_path", "altered_value"):
        row = table.loc[fault]
        assert row["n_told"] == row["gate"] > 0
        assert row["through"] == row["in_answer"] == 0


def test_lies_on_true_quotes_pass_the_gate_and_stop_at_the_rules(outcomes: tuple[FaultOutcome, ...]) -> None:
    table = layer_table(outcomes)
    for fault in ("runbook_as_fact", "overclaimed_absence", "repair_action"):
        row = table.loc[fault]
        assert row["gate"] == 0
        assert row["n_told"] == row["verifier_rules"] > 0
        assert row["in_answer"] == 0


def test_scope_creep_stops_only_where_the_question_shuts_it_out(outcomes: tuple[FaultOutcome, ...]) -> None:
    found = {outcome.case: outcome for outcome in outcomes if outcome.fault is Fault.SCOPE_CREEP}
    assert found["narrow-forbidden-en"].first_layer == "composer_check"
    assert not found["narrow-forbidden-en"].is_in_answer
    let_through = [outcome for outcome in found.values() if outcome.first_layer == "none"]
    assert all(outcome.verdict == "PASS" for outcome in let_through)


def test_refusals_are_counted_apart_from_what_was_told(outcomes: tuple[FaultOutcome, ...]) -> None:
    table = layer_table(outcomes)
    assert (table["n_told"] + table["n_refused"] == len(CASES)).all()
    assert table.loc["overclaimed_absence", "n_refused"] == 2
    frame = fault_table(outcomes)
    refused = frame[frame["refusal"].notna()]
    assert refused["gate"].isna().all()


def test_layer_table_holds_every_fault_in_order_even_with_nothing_told() -> None:
    table = layer_table(())
    assert list(table.index) == [fault.value for fault in Fault]
    assert (table == 0).all().all()


def test_authored_cases_are_left_out() -> None:
    authored = [case for case in load_cases() if case.is_authored]
    assert authored
    assert list(run_faults(authored)) == []
