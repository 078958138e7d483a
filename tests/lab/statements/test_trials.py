"""Trials judged one by one and together, changed values, and the rates that come of them."""

from __future__ import annotations

import pytest

from evidencelab.errors import SettingError
from evidencelab.lab.statements.changed_values import change_names, change_values
from evidencelab.lab.statements.statement_rates import rates_table, statement_rates
from evidencelab.lab.statements.told_workings import tell_workings
from evidencelab.lab.statements.trial import Outcome, Trial, judge_all
from evidencelab.traces.check import check_imported
from evidencelab.traces.findings import FindingClass, StatementFinding
from tests.lab.statements.runs import STATIONS, run_of

ANSWER = "Birch had 240 rides. The wait at Cedar was 12.0 ms. Fir opened on 2031-07-30."
TRACE = run_of(STATIONS, answer=ANSWER)
REPORT = check_imported(TRACE)


def outcome(kind: str, is_true: bool, finding: FindingClass, run: str = "r") -> Outcome:
    trial = Trial(kind, is_true, "text", "1", "1" if is_true else "2", run, TRACE, 0)
    judged = StatementFinding(
        number=1, message=0, kind="sentence", text="text", start=0, end=4, finding=finding, reason="made"
    )
    return Outcome(trial, judged)


@pytest.mark.parametrize(
    ("is_true", "finding", "is_wrong"),
    [
        (True, "sound", False),
        (True, "not_checkable", False),
        (True, "altered", True),
        (False, "unsupported", False),
        (False, "derived", True),
        (False, "not_checkable", True),
    ],
)
def test_a_false_alarm_and_a_miss_are_errors(is_true, finding, is_wrong):
    assert outcome("sum", is_true, finding).is_wrong == is_wrong


def test_rates_are_counted_by_kind_worst_first_with_the_labels_totals_last():
    outcomes = [
        outcome("sum", True, "sound", "a"),
        outcome("sum", True, "unsupported", "b"),
        outcome("mean", True, "not_checkable", "b"),
        outcome("sum", False, "altered", "a"),
        outcome("mean", False, "not_checkable", "a"),
        outcome("mean", False, "derived", "a"),
    ]
    table = rates_table(statement_rates(outcomes))
    assert table[["kind", "statements", "n", "runs", "errors", "unchecked"]].values.tolist() == [
        ["sum", "true", 2, 2, 0.5, 0.0],
        ["mean", "true", 1, 1, 0.0, 1.0],
        ["mean", "false", 2, 1, 1.0, 0.5],
        ["sum", "false", 1, 1, 0.0, 0.0],
        ["all", "true", 3, 2, 1 / 3, 1 / 3],
        ["all", "false", 3, 1, 2 / 3, 1 / 3],
    ]
    # Wilson by hand, one of two: (0.5 + z²/4) / (1 + z²/2) ∓ z/(1 + z²/2)·√(0.125 + z²/16), z = 1.96
    assert table.loc[0, ["errors_ci_low", "errors_ci_high"]].tolist() == pytest.approx(
        [0.0945, 0.9055], abs=1e-4
    )


def test_no_outcomes_give_no_rows_but_the_columns():
    table = rates_table(statement_rates([]))
    assert len(table) == 0
    assert list(table.columns)[:2] == ["kind", "statements"]


def test_judging_together_says_what_judging_alone_says():
    trials = [*tell_workings(TRACE, 2), *change_values(TRACE, REPORT, 2), *tell_workings(TRACE, 3, ["sum"])]
    assert len(trials) > 60
    outcomes = list(judge_all(trials))
    assert [o.trial for o in outcomes] == trials
    assert [o.finding for o in outcomes] == [trial.judge() for trial in trials]


def test_changes_are_judged_at_their_place_in_the_answer_of_their_time():
    first, second = run_of(STATIONS[:3], answer=ANSWER), run_of(STATIONS, answer="Elm had 150 rides.")
    shift = 1 + max(m.position for m in first.messages)
    later = [m.model_copy(update={"position": m.position + shift}) for m in second.messages]
    calls = (*first.calls, *(c.model_copy(update={"position": (c.position or 0) + shift, "invocation_id": 2})
                             for c in second.calls))  # fmt: skip
    (call,) = second.session.tool_invocations
    invocations = (*first.session.tool_invocations, call.model_copy(update={"invocation_id": 2}))
    session = first.session.model_copy(update={"tool_invocations": invocations})
    trace = first.model_copy(
        update={"messages": (*first.messages, *later), "calls": calls, "session": session}
    )
    report = check_imported(trace)
    trials = list(change_values(trace, report, 4))
    assert {trial.place for trial in trials} >= {0, 1}
    assert {len(trial.trace.messages) for trial in trials} == {len(first.messages), len(trace.messages)}
    assert [o.finding for o in judge_all(trials)] == [trial.judge() for trial in trials]


def test_changed_values_are_false_each_in_one_value_that_stands_nowhere():
    trials = list(change_values(TRACE, REPORT, 1))
    assert {"digit_changed", "date_changed", "decimal_shifted"} <= {trial.kind for trial in trials}
    assert {trial.right for trial in trials} >= {"240", "12.0 ms", "2031-07-30"}
    output = str(TRACE.session.tool_invocations[0].output)
    for trial in trials:
        assert not trial.is_true
        assert trial.value != trial.right
        assert trial.kind == "unit_changed" or trial.value.removesuffix(" ms") not in output
        assert trial.told.text != ANSWER
        assert trial.text in trial.told.text
        others = [s.text for s in REPORT.statements if s.number != trial.place + 1]
        assert all(text in trial.told.text for text in others)


def test_a_plainly_changed_value_is_found():
    (trial, *_) = [t for t in change_values(TRACE, REPORT, 1) if t.kind == "date_changed"]
    assert trial.judge().finding in ("altered", "unsupported")


def test_changes_keep_to_seed_and_kinds():
    whole = [(t.kind, t.text) for t in change_values(TRACE, REPORT, 5)]
    assert [(t.kind, t.text) for t in change_values(TRACE, REPORT, 5)] == whole
    some = [(t.kind, t.text) for t in change_values(TRACE, REPORT, 5, ["digit_changed"])]
    assert some == [told for told in whole if told[0] == "digit_changed"]
    with pytest.raises(SettingError, match="'typo' is no kind"):
        list(change_values(TRACE, REPORT, 5, ["typo"]))
    assert change_names()[-1] == "count"


def test_a_statement_that_the_check_does_not_read_is_passed():
    trial = next(tell_workings(TRACE, 1, ["sum"]))._replace(place=7)
    assert (trial.judge().finding, trial.judge().number) == ("not_checkable", 8)
    assert [o.finding for o in judge_all([trial])] == [trial.judge()]
