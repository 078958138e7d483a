"""Every rule of the gate: what passes, what fails, where the boundary lies, and what the message says."""

from __future__ import annotations

import pytest

from evidencelab.contracts import Session
from evidencelab.gatekeeper.gate import check_session
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.gatekeeper.rules import BINDING_RULES, RULES
from tests.gatekeeper.builders import (
    ALERT,
    ALERT_TEXT,
    CALLS,
    LOG,
    LOG_TEXT,
    LOGS,
    METRICS,
    NEGATIVE,
    NO_HIT,
    NOTHING,
    OLD,
    OTHER_ALERT_TEXT,
    action,
    binding,
    call,
    claim,
    gate,
    gate_binding,
    refs,
)

REJECT = (
    "evidence.invocation_ref",
    "evidence.tool_name",
    "evidence.tool_not_allowed",
    "evidence.raw_path",
    "evidence.excerpt_mismatch",
    "evidence.polarity",
)
LOW_CONFID = (
    "evidence.invocation_missing",
    "evidence.raw_path_missing",
    "evidence.refs_unavailable",
    "evidence.excerpt_too_short",
    "evidence.excerpt_uncertain",
    "evidence.bindings_empty",
    "executor.output_incomplete",
    "executor.no_claims",
)

UNCERTAIN = {"accept_at": 100.0, "reject_below": 10.0, "scorer": "ratio", "vetoes": []}

# One input that breaks one rule and no other, so that a rule removed or swapped is seen by its result.
ONE_BROKEN_RULE = {
    "evidence.invocation_ref": ({"claims": [claim(binding(source_invocation_id=99))]}, {}),
    "evidence.tool_name": ({"claims": [claim(binding(tool_name="query_logs"))]}, {}),
    "evidence.tool_not_allowed": ({"claims": [claim(binding())]}, {"evidence_tools": ("query_logs",)}),
    "evidence.raw_path": ({"claims": [claim(binding(raw_path="$.alerts[9]"))]}, {}),
    "evidence.excerpt_mismatch": (
        {"claims": [claim(binding(evidence_excerpt="service=cart-edge, current=92%"))]},
        {},
    ),
    "evidence.polarity": ({"claims": [claim(NEGATIVE)]}, {}),
    "evidence.invocation_missing": (
        {"claims": [claim(binding(source_invocation_id=...))]},
        {"backfill": "off"},
    ),
    "evidence.raw_path_missing": ({"claims": [claim(binding(raw_path=...))]}, {}),
    "evidence.refs_unavailable": (
        {"claims": [claim(binding(tool_name="lookup_knowledge", source_invocation_id=14))]},
        {},
    ),
    "evidence.excerpt_too_short": ({"claims": [claim(binding(evidence_excerpt="firing"))]}, {}),
    "evidence.excerpt_uncertain": ({"claims": [claim(binding())]}, UNCERTAIN),
    "evidence.bindings_empty": ({"claims": [claim()]}, {}),
    "executor.output_incomplete": ({"claims": [claim(binding(), claim_text=...)]}, {}),
    "executor.no_claims": ({"claims": []}, {}),
}


def test_an_honest_citation_passes_every_rule():
    result = gate({"claims": [claim(binding())], "recommended_actions": [action(binding())]})

    assert result.to_wire() == {
        "status": "pass",
        "severity": "none",
        "checked_bindings": [
            {
                owner: owner_id,
                "binding_index": 0,
                "tool_name": "query_metrics",
                "source_invocation_id": 11,
                "raw_path": "$.alerts[0]",
                "status": "pass",
                "matched_text": "service=cart-edge, current=91%",
            }
            for owner, owner_id in (("claim_id", "claim-1"), ("action_id", "action-1"))
        ],
        "failed_rules": [],
        "warnings": [],
        "errors": [],
    }


def test_rules_table_holds_exactly_the_rules_and_severities_of_the_design():
    assert dict(RULES) == {**dict.fromkeys(REJECT, "reject"), **dict.fromkeys(LOW_CONFID, "low_confid")}
    assert set(BINDING_RULES) < set(RULES)


@pytest.mark.parametrize("rule", [*REJECT, *LOW_CONFID])
def test_each_rule_fails_alone_and_with_its_severity(rule):
    output, settings = ONE_BROKEN_RULE[rule]

    result = gate(output, **settings)

    assert result.failed_rules == (rule,)
    assert result.status == "fail"
    assert result.severity == ("reject" if rule in REJECT else "low_confid")
    assert [error.rule for error in result.errors] == [rule]


@pytest.mark.parametrize("rule", [rule for rule in BINDING_RULES if rule in ONE_BROKEN_RULE])
def test_a_failed_binding_says_which_rule_and_shows_no_matched_text(rule):
    output, settings = ONE_BROKEN_RULE[rule]

    (checked,) = gate(output, **settings).checked_bindings

    assert checked.status == "fail"
    assert checked.matched_text is None
    assert (checked.rule, checked.rules) == (rule, (rule,))
    assert checked.message


def test_the_worst_severity_stands_and_rules_keep_the_order_of_their_first_failure():
    result = gate(
        {
            "claims": [
                claim(binding(raw_path=...), claim_id="a"),
                claim(binding(raw_path="$.alerts[9]"), binding(raw_path=...), claim_id="b"),
            ]
        }
    )

    assert result.failed_rules == ("evidence.raw_path_missing", "evidence.raw_path")
    assert result.severity == "reject"
    assert [(error.claim_id, error.binding_index) for error in result.errors] == [
        ("a", 0),
        ("b", 0),
        ("b", 1),
    ]


# ------------------------------------------------------------------------------ evidence.invocation_ref


@pytest.mark.parametrize(
    "cited",
    [
        pytest.param(99, id="invented"),
        pytest.param(-11, id="negative"),
        pytest.param("inv-11", id="text-that-only-looks-like-it"),
        pytest.param("99", id="digits-of-none"),
        pytest.param(11.5, id="no-whole-number"),
        pytest.param(True, id="truth-value"),
        pytest.param([11], id="list"),
        pytest.param(10**30, id="beyond-64-bits"),
        pytest.param(float("nan"), id="nan"),
    ],
)
def test_invocation_ref_fails_an_id_that_names_no_call(cited):
    result = gate_binding(source_invocation_id=cited)

    assert "evidence.invocation_ref" in result.failed_rules
    assert result.severity == "reject"
    error = next(error for error in result.errors if error.rule == "evidence.invocation_ref")
    assert "names no call of this session; its calls are 11, 12, 13, 14" in error.message
    assert error.found == [11, 12, 13, 14]


def test_invocation_ref_does_not_take_true_for_call_one():
    calls = [call(1, "query_metrics", METRICS["retrieval_details"])]

    assert "evidence.invocation_ref" in gate_binding(calls=calls, source_invocation_id=True).failed_rules


def test_invocation_ref_says_where_the_excerpt_of_an_invented_id_stands():
    (error,) = gate_binding(source_invocation_id=99).errors

    assert [place.to_wire() for place in error.found_at] == [
        {"source_invocation_id": 11, "raw_path": "$.alerts[0]"}
    ]


def test_invocation_ref_fails_another_sessions_call_even_when_all_else_is_right():
    foreign = {**METRICS, "session_id": "session-2"}

    result = gate_binding(calls=[foreign, LOGS])

    assert result.failed_rules == ("evidence.invocation_ref",)
    (error,) = result.errors
    assert "is a call of session 'session-2', not of this one" in error.message
    assert error.found == {"session_id": "session-2"}


def test_invocation_ref_passes_a_call_that_names_this_session():
    assert gate_binding(calls=[{**METRICS, "session_id": "session-1"}]).status == "pass"


# ------------------------------------------------------------------------------ evidence.tool_name


def test_tool_name_names_both_tools():
    (error,) = gate_binding(tool_name="query_logs").errors

    assert (error.rule, error.cited, error.found) == ("evidence.tool_name", "query_logs", "query_metrics")
    assert "'query_logs' is not the tool of call 11, which was 'query_metrics'" in error.message


def test_tool_name_differs_by_case_too():
    assert "evidence.tool_name" in gate_binding(tool_name="Query_Metrics").failed_rules


# ------------------------------------------------------------------------------ evidence.tool_not_allowed


SHELL = call(21, "run_shell", refs(("$.lines[0]", LOG_TEXT)))
IMPORTED_SHELL = {**SHELL, "external_id": "call_abc"}
SHELL_BINDING = binding(
    tool_name="run_shell", source_invocation_id=21, raw_path="$.lines[0]", evidence_excerpt=LOG
)


@pytest.mark.parametrize(
    ("shell", "evidence_tools", "failed"),
    [
        pytest.param(SHELL, ("query_logs", "imported:*"), True, id="not-listed"),
        pytest.param(SHELL, ("query_logs", "run_shell"), False, id="listed"),
        pytest.param(SHELL, None, False, id="all-allowed"),
        pytest.param(SHELL, (), True, id="none-allowed"),
        pytest.param(IMPORTED_SHELL, ("query_logs", "imported:*"), False, id="imported"),
        pytest.param(IMPORTED_SHELL, ("query_logs",), True, id="imported-not-taken"),
    ],
)
def test_tool_not_allowed_asks_the_policy(shell, evidence_tools, failed):
    result = gate({"claims": [claim(SHELL_BINDING)]}, [shell], evidence_tools=evidence_tools)

    assert result.failed_rules == (("evidence.tool_not_allowed",) if failed else ())


def test_tool_not_allowed_by_default_takes_the_three_tools_and_says_which():
    (error,) = gate({"claims": [claim(SHELL_BINDING)]}, [SHELL]).errors

    assert "'run_shell' gives no evidence under this policy" in error.message
    assert error.found == ["query_metrics", "query_logs", "lookup_knowledge", "imported:*"]


def test_tool_not_allowed_is_not_evaded_by_a_false_name():
    disguised = {**SHELL_BINDING, "tool_name": "query_logs"}

    result = gate({"claims": [claim(disguised)]}, [SHELL])

    assert result.failed_rules == ("evidence.tool_name", "evidence.tool_not_allowed")


# ------------------------------------------------------------------------------ evidence.raw_path


@pytest.mark.parametrize(
    "path",
    [
        "$.alerts[2]",
        "$.alerts[-1]",
        "$.alerts[0].labels",
        "$.data.alerts[0]",
        "$.retrieval_details.alerts[0]",
        "alerts[0]",
        "$.logs[0]",
        "$.alerts[*]",
        "$.alerts[0] ",
    ],
)
def test_raw_path_must_stand_among_the_refs_exactly(path):
    result = gate_binding(raw_path=path)

    assert result.failed_rules == ("evidence.raw_path",)
    (error,) = result.errors
    assert (error.cited, error.found) == (path, ["$.alerts[0]", "$.alerts[1]"])
    assert "not among the evidence refs of call 11, which are $.alerts[0], $.alerts[1]" in error.message
    assert [place.raw_path for place in error.found_at] == ["$.alerts[0]"]


def test_raw_path_that_is_no_text_is_a_wrong_path_and_an_incomplete_output():
    result = gate_binding(raw_path=0)

    assert result.failed_rules == ("executor.output_incomplete", "evidence.raw_path")


def test_raw_path_fails_on_a_call_that_answered_with_nothing_quotable():
    empty = call(15, "query_metrics", refs(status="error"))

    result = gate_binding(calls=[empty], source_invocation_id=15)

    assert result.failed_rules == ("evidence.raw_path", "evidence.excerpt_mismatch")


# ------------------------------------------------------------------------------ evidence.excerpt_mismatch


def test_excerpt_mismatch_tells_fabricated_with_what_was_found():
    (error,) = gate_binding(evidence_excerpt="service=cart-edge, current=92%").errors

    assert error.rule == "evidence.excerpt_mismatch"
    assert "no quote of $.alerts[0] of call 11" in error.message
    assert "stands nowhere in this session: fabricated" in error.message
    assert (error.cited, error.found) == ("service=cart-edge, current=92%", ALERT_TEXT)
    assert error.found_at == ()


def test_excerpt_mismatch_tells_misattributed_with_where_it_stands():
    result = gate_binding(evidence_excerpt=LOG)

    assert result.failed_rules == ("evidence.excerpt_mismatch",)
    (error,) = result.errors
    assert "stands elsewhere in this session ($.logs[0] of call 12): misattributed" in error.message
    assert [place.to_wire() for place in error.found_at] == [
        {"source_invocation_id": 12, "raw_path": "$.logs[0]"}
    ]
    assert result.checked_bindings[0].source_invocation_id == 11  # never bound to the place it stands at


def test_excerpt_mismatch_does_not_look_into_other_sessions():
    foreign_logs = {**LOGS, "session_id": "session-2"}

    (error,) = gate_binding(calls=[METRICS, foreign_logs], evidence_excerpt=LOG).errors

    assert "fabricated" in error.message
    assert error.found_at == ()


def test_excerpt_mismatch_at_a_neighbouring_ref_of_the_same_call_is_misattributed():
    (error,) = gate_binding(evidence_excerpt="service=depot-api, current=97%").errors

    assert [place.raw_path for place in error.found_at] == ["$.alerts[1]"]


def test_excerpt_mismatch_and_wrong_tool_are_both_reported():
    result = gate_binding(tool_name="query_logs", evidence_excerpt="service=cart-edge, current=92%")

    assert result.failed_rules == ("evidence.tool_name", "evidence.excerpt_mismatch")
    assert result.checked_bindings[0].rules == ("evidence.tool_name", "evidence.excerpt_mismatch")


def test_positive_text_on_a_no_evidence_ref_is_rejected():
    pretended = {**NEGATIVE, "evidence_excerpt": "HikariCP active=50/50, waiting=32"}

    result = gate({"claims": [claim(pretended, claim_type="negative_observation")]})

    assert result.failed_rules == ("evidence.excerpt_mismatch",)


# ------------------------------------------------------------------------------ evidence.polarity


@pytest.mark.parametrize(
    ("claim_type", "bindings", "failed"),
    [
        pytest.param("negative_observation", [NEGATIVE], False, id="negative-on-no-evidence"),
        pytest.param("negative_observation", [binding()], True, id="negative-on-an-alert"),
        pytest.param("negative_observation", [NEGATIVE, binding()], True, id="negative-on-both"),
        pytest.param("observation", [binding()], False, id="observation-on-an-alert"),
        pytest.param("observation", [NEGATIVE], True, id="observation-on-no-evidence"),
        pytest.param("root_cause", [NEGATIVE], True, id="root-cause-on-no-evidence"),
        pytest.param("risk", [binding(), NEGATIVE], True, id="risk-on-both"),
    ],
)
def test_polarity_ties_negative_observations_to_no_evidence(claim_type, bindings, failed):
    result = gate({"claims": [claim(*bindings, claim_type=claim_type)]})

    assert result.failed_rules == (("evidence.polarity",) if failed else ())


def test_polarity_lets_an_action_cite_a_query_that_found_nothing():
    result = gate({"claims": [claim(binding())], "recommended_actions": [action(NEGATIVE)]})

    assert result.status == "pass"


def test_polarity_message_says_what_may_be_cited():
    (negative,) = gate_binding(claim_type="negative_observation").errors
    (positive,) = gate({"claims": [claim(NEGATIVE)]}).errors

    assert "may cite $.no_evidence and nothing else" in negative.message
    assert "a claim of type observation is bound to $.no_evidence" in positive.message


# ---------------------------------------------------------------- missing ids, paths, refs and excerpts


def test_missing_id_and_path_fail_as_missing_id():
    two_calls = [METRICS, call(15, "query_metrics", refs(("$.alerts[0]", OTHER_ALERT_TEXT)))]

    result = gate_binding(calls=two_calls, source_invocation_id=..., raw_path=...)

    assert result.failed_rules == ("evidence.invocation_missing",)
    (error,) = result.errors
    assert "the calls it could mean are 11, 15" in error.message


@pytest.mark.parametrize("blank", [..., None, "", "  "])
def test_a_blank_path_is_a_missing_one_and_says_what_could_be_cited(blank):
    (error,) = gate_binding(raw_path=blank).errors

    assert error.rule == "evidence.raw_path_missing"
    assert "which are $.alerts[0], $.alerts[1]" in error.message


@pytest.mark.parametrize(
    "left_out", [{"source_invocation_id": ...}, {"raw_path": ...}, {"raw_path": "$.alerts[9]"}]
)
def test_leaving_out_an_id_or_a_path_is_no_way_round_the_excerpt(left_out):
    result = gate_binding(evidence_excerpt="service=cart-edge, current=92%", **left_out)

    assert "evidence.excerpt_mismatch" in result.failed_rules
    assert result.severity == "reject"


def test_a_path_that_no_call_of_the_tool_has_fails_without_an_id_too():
    result = gate_binding(source_invocation_id=..., raw_path="$.alerts[9]")

    assert result.failed_rules == ("evidence.raw_path", "evidence.invocation_missing")


@pytest.mark.parametrize(
    "details",
    [
        pytest.param({}, id="empty"),
        pytest.param({"evidence_status": "supported"}, id="no-refs"),
        pytest.param(None, id="no-details-no-output"),
        pytest.param(refs(status="unparsed"), id="unparsed"),
    ],
)
def test_refs_unavailable_is_neither_an_error_nor_a_pass(details):
    result = gate_binding(calls=[call(11, "query_metrics", details)])

    assert result.failed_rules == ("evidence.refs_unavailable",)
    assert result.severity == "low_confid"
    assert "no evidence refs were recorded for call 11" in result.errors[0].message


def test_refs_unavailable_without_an_id_where_every_call_of_the_tool_is_old():
    result = gate_binding(calls=[OLD], tool_name="lookup_knowledge", source_invocation_id=...)

    assert result.failed_rules == ("evidence.invocation_missing", "evidence.refs_unavailable")


@pytest.mark.parametrize("excerpt", ["", "  ", "---", "。。。", "firing", "order", "100%"])
def test_excerpt_too_short_never_passes_and_never_rejects(excerpt):
    result = gate_binding(evidence_excerpt=excerpt)

    assert result.failed_rules == ("evidence.excerpt_too_short",)
    assert result.severity == "low_confid"
    assert "too short or too generic" in result.errors[0].message


def test_excerpt_uncertain_lies_between_the_thresholds_both_boundaries_upwards():
    text, excerpt = "worker pool full", "worker pool fuzz"  # 14 of 16 letters in order on both sides
    calls = [call(11, "query_metrics", refs(("$.alerts[0]", text)))]
    similarity = 87.5

    def rules_at(accept_at: float, reject_below: float) -> tuple[str, ...]:
        settings = {"accept_at": accept_at, "reject_below": reject_below, "scorer": "ratio", "vetoes": []}
        return gate({"claims": [claim(binding(evidence_excerpt=excerpt))]}, calls, **settings).failed_rules

    assert rules_at(similarity, similarity) == ()
    assert rules_at(100.0, similarity) == ("evidence.excerpt_uncertain",)
    assert rules_at(similarity + 0.01, similarity) == ("evidence.excerpt_uncertain",)
    assert rules_at(100.0, similarity + 0.01) == ("evidence.excerpt_mismatch",)


def test_excerpt_uncertain_says_how_similar_and_between_what():
    output, settings = ONE_BROKEN_RULE["evidence.excerpt_uncertain"]

    (error,) = gate(output, **settings).errors

    assert "similar to $.alerts[0] of call 11, between 10 and 100" in error.message
    assert error.found == ALERT_TEXT


# ------------------------------------------------------------------------------ claims and output


def test_bindings_empty_fails_a_claim_but_not_an_action():
    result = gate({"claims": [claim(binding())], "recommended_actions": [action()]})
    assert result.status == "pass"

    (error,) = gate({"claims": [claim(claim_id="bare")]}).errors
    assert (error.rule, error.claim_id, error.binding_index) == ("evidence.bindings_empty", "bare", None)
    assert "cites no evidence" in error.message


def test_no_claims_fails_missing_info_alone():
    output = {"claims": [], "missing_info": [{"info_id": "m1", "description": "No heap dump."}]}

    result = gate(output)

    assert result.failed_rules == ("executor.no_claims",)
    assert "claimed nothing" in result.errors[0].message


def test_output_incomplete_still_checks_what_can_be_checked():
    result = gate({"claims": [claim(binding(), binding(evidence_excerpt="current=92%"), claim_text=...)]})

    assert result.failed_rules == ("executor.output_incomplete", "evidence.excerpt_mismatch")
    assert [checked.status for checked in result.checked_bindings] == ["pass", "fail"]


def test_an_unreadable_binding_keeps_its_index_and_fails():
    result = gate({"claims": [claim("see the alerts", binding())]})

    assert result.failed_rules == ("executor.output_incomplete",)
    assert [(checked.binding_index, checked.status) for checked in result.checked_bindings] == [
        (0, "fail"),
        (1, "pass"),
    ]
    assert result.checked_bindings[0].to_wire() == {
        "claim_id": "claim-1",
        "binding_index": 0,
        "tool_name": None,
        "source_invocation_id": None,
        "raw_path": None,
        "status": "fail",
        "matched_text": None,
        "rule": "executor.output_incomplete",
        "rules": ["executor.output_incomplete"],
        "message": "evidence_bindings: got text, expected an object",
    }


def test_twin_claim_ids_are_incomplete_and_each_twin_keeps_its_own_outcome():
    result = gate({"claims": [claim(binding()), claim(binding(raw_path="$.alerts[9]"), "prose")]})

    assert result.failed_rules == ("executor.output_incomplete", "evidence.raw_path")
    assert [(checked.binding_index, checked.rules) for checked in result.checked_bindings] == [
        (0, ()),
        (0, ("evidence.raw_path",)),
        (1, ("executor.output_incomplete",)),
    ]
    assert any("'claim-1' is stated 2 times" in error.message for error in result.errors)


def test_basis_unknown_warns_and_fails_nothing():
    output = {
        "claims": [claim(binding())],
        "hypotheses": [
            {"hypothesis_id": "h1", "hypothesis_text": "A leak.", "basis_claim_ids": ["claim-1", "claim-9"]}
        ],
    }

    result = gate(output)

    assert result.status == "pass"
    assert [(warning.rule, warning.message) for warning in result.warnings] == [
        (
            "hypothesis.basis_unknown",
            "hypothesis 'h1' names the claim 'claim-9', which is not among the claims",
        )
    ]


def test_check_session_judges_under_the_default_policy():
    session = Session.model_validate(
        {
            "session_id": "s",
            "tool_invocations": list(CALLS),
            "executor_output": {"claims": [claim(binding())]},
        }
    )

    assert check_session(session) == check_session(session, GatekeeperPolicy())
    assert check_session(session).checked_bindings[0].matched_text == ALERT


def test_a_no_hit_is_an_observation_like_any_other_when_claimed_as_one():
    result = gate({"claims": [claim(NEGATIVE, claim_type="negative_observation")]}, [NO_HIT])

    assert result.status == "pass"
    assert NOTHING.split(";")[0] in (result.checked_bindings[0].matched_text or "")
