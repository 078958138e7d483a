"""Missing ids are filled from a unique candidate; ids in another dress are read with a warning."""

from __future__ import annotations

import pytest

from evidencelab.gatekeeper.gate import gate_session
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from tests.gatekeeper.builders import (
    ALERT,
    ALERT_TEXT,
    LOG_TEXT,
    LOGS,
    METRICS,
    NEGATIVE,
    NO_HIT,
    NOTHING_TEXT,
    OTHER_ALERT_TEXT,
    action,
    binding,
    call,
    claim,
    gate,
    gate_binding,
    refs,
    session,
)

AUTO_BACKFILL = "evidence.invocation_auto_backfill"
COERCED = "evidence.invocation_id_coerced"

SECOND_METRICS = call(15, "query_metrics", refs(("$.alerts[0]", OTHER_ALERT_TEXT)))
TWIN_METRICS = call(16, "query_metrics", refs(("$.alerts[0]", ALERT_TEXT)))


def warning_rules(result):
    return [warning.rule for warning in result.warnings]


# ------------------------------------------------------------------------------ backfill


@pytest.mark.parametrize("blank", [..., None, "", " "])
def test_backfill_fills_the_one_call_where_path_and_excerpt_agree(blank):
    result = gate_binding(calls=[METRICS, SECOND_METRICS], source_invocation_id=blank)

    assert result.status == "pass"
    assert result.checked_bindings[0].source_invocation_id == 11
    (warning,) = result.warnings
    assert (warning.rule, warning.claim_id, warning.binding_index) == (AUTO_BACKFILL, "claim-1", 0)
    assert "filled in as 11" in warning.message


def test_backfill_among_several_calls_that_found_nothing_goes_by_the_excerpt():
    other = call(
        17,
        "query_logs",
        refs(("$.no_evidence", NOTHING_TEXT.replace("depot-api", "lane-db")), status="no_evidence"),
    )
    cited = {**NEGATIVE, "source_invocation_id": None}

    result = gate({"claims": [claim(cited, claim_type="negative_observation")]}, [NO_HIT, other])

    assert result.status == "pass"
    assert result.checked_bindings[0].source_invocation_id == 13


@pytest.mark.parametrize(
    "calls",
    [
        pytest.param([METRICS, TWIN_METRICS], id="two-hold-it"),
        pytest.param([SECOND_METRICS], id="none-holds-it"),
    ],
)
def test_backfill_fills_nothing_where_the_candidate_is_not_unique(calls):
    result = gate_binding(calls=calls, source_invocation_id=...)

    assert "evidence.invocation_missing" in result.failed_rules
    assert result.checked_bindings[0].source_invocation_id is None
    assert warning_rules(result) == []


def test_backfill_names_every_place_an_unfilled_excerpt_stands_at():
    (error,) = gate_binding(calls=[METRICS, TWIN_METRICS], source_invocation_id=...).errors

    assert [place.source_invocation_id for place in error.found_at] == [11, 16]


def test_backfill_without_a_path_needs_the_only_call_of_the_tool_and_still_lacks_the_path():
    only = gate_binding(calls=[METRICS, LOGS], source_invocation_id=..., raw_path=...)
    one_of_two = gate_binding(calls=[METRICS, SECOND_METRICS], source_invocation_id=..., raw_path=...)

    assert only.failed_rules == ("evidence.raw_path_missing",)
    assert warning_rules(only) == [AUTO_BACKFILL]
    assert only.checked_bindings[0].source_invocation_id == 11
    assert only.checked_bindings[0].raw_path is None
    assert one_of_two.failed_rules == ("evidence.invocation_missing",)
    assert warning_rules(one_of_two) == []


def test_backfill_never_crosses_tools_or_sessions():
    foreign = {**METRICS, "session_id": "session-2"}

    wrong_tool = gate_binding(calls=[METRICS], tool_name="query_logs", source_invocation_id=...)
    other_session = gate_binding(calls=[foreign], source_invocation_id=...)

    for result in (wrong_tool, other_session):
        assert "evidence.invocation_missing" in result.failed_rules
        assert warning_rules(result) == []


def test_backfill_needs_a_tool_name():
    result = gate_binding(calls=[METRICS], tool_name=..., source_invocation_id=...)

    assert result.failed_rules == ("executor.output_incomplete", "evidence.invocation_missing")


def test_backfill_is_ended_by_the_policy():
    result = gate({"claims": [claim(binding(source_invocation_id=...))]}, [METRICS], backfill="off")

    assert result.failed_rules == ("evidence.invocation_missing",)
    assert result.warnings == ()


def test_backfill_does_not_replace_an_id_that_was_given():
    result = gate_binding(calls=[METRICS], source_invocation_id=99)

    assert result.failed_rules == ("evidence.invocation_ref",)
    assert result.checked_bindings[0].source_invocation_id == 99


# ------------------------------------------------------------------------------ ids


@pytest.mark.parametrize("cited", ["11", " 11 ", "+11", "011", 11.0])
def test_an_id_in_another_dress_names_the_same_integer_with_a_warning(cited):
    result = gate_binding(source_invocation_id=cited)

    assert result.status == "pass"
    assert result.checked_bindings[0].source_invocation_id == 11
    assert warning_rules(result) == [COERCED]
    assert "names the integer 11" in result.warnings[0].message


def test_an_integer_id_needs_no_warning():
    assert gate_binding().warnings == ()


@pytest.mark.parametrize(
    ("external_id", "cited", "passes"),
    [
        pytest.param("inv-11", "inv-11", True, id="equal"),
        pytest.param("inv-11", "INV-11", False, id="other-case"),
        pytest.param("toolu_01A", "toolu_01A", True, id="foreign-call-id"),
        pytest.param("toolu_01A", "toolu_01B", False, id="another"),
    ],
)
def test_a_text_id_is_taken_only_where_it_is_an_external_id(external_id, cited, passes):
    result = gate_binding(calls=[{**METRICS, "external_id": external_id}], source_invocation_id=cited)

    if passes:
        assert (result.status, warning_rules(result)) == ("pass", [COERCED])
        assert result.checked_bindings[0].source_invocation_id == 11
    else:
        assert result.failed_rules == ("evidence.invocation_ref",)
        assert result.checked_bindings[0].source_invocation_id is None
        assert result.errors[0].cited == cited


def test_an_external_id_of_two_calls_names_neither():
    calls = [{**METRICS, "external_id": "same"}, {**SECOND_METRICS, "external_id": "same"}]

    assert gate_binding(calls=calls, source_invocation_id="same").failed_rules == ("evidence.invocation_ref",)


def test_filled_and_coerced_ids_stand_in_the_output_handed_on():
    output = {
        "claims": [
            claim(binding(source_invocation_id="11"), binding(source_invocation_id=...)),
            claim(binding(source_invocation_id="nobody"), claim_id="claim-2"),
        ],
        "recommended_actions": [action(binding(source_invocation_id=11.0))],
    }

    gated = gate_session(session(output), GatekeeperPolicy())

    ids = [
        [cited.source_invocation_id for cited in owner.evidence_bindings]
        for owner in (*gated.output.claims, *gated.output.recommended_actions)
    ]
    assert ids == [[11, 11], [None], [11]]
    assert gated.output.claims[0].evidence_bindings[1].evidence_excerpt == ALERT


def test_identical_texts_at_two_paths_are_checked_each_at_its_own():
    twice = call(18, "query_logs", refs(("$.logs[0]", LOG_TEXT), ("$.logs[4]", LOG_TEXT)))
    cited = {"tool_name": "query_logs", "source_invocation_id": 18, "evidence_excerpt": "full gc took 850ms"}

    result = gate(
        {"claims": [claim({**cited, "raw_path": "$.logs[0]"}, {**cited, "raw_path": "$.logs[4]"})]}, [twice]
    )

    assert result.status == "pass"
    assert [checked.raw_path for checked in result.checked_bindings] == ["$.logs[0]", "$.logs[4]"]
