"""What the gate says, word for word: what was judged, what was got, what was expected, what to do."""

from __future__ import annotations

import pytest

from evidencelab.contracts import FoundAt
from evidencelab.gatekeeper.rule_words import MAX_FOUND_CHARS
from evidencelab.gatekeeper.rules import MAX_FOUND_PATHS
from tests.gatekeeper.builders import (
    ALERT,
    ALERT_TEXT,
    LOG,
    LOG_TEXT,
    LOGS,
    METRICS,
    NEGATIVE,
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

AT_ALERT = (FoundAt(source_invocation_id=11, raw_path="$.alerts[0]"),)
AT_LOG = (FoundAt(source_invocation_id=12, raw_path="$.logs[0]"),)
SECOND_METRICS = call(15, "query_metrics", refs(("$.alerts[0]", OTHER_ALERT_TEXT)))
UNCERTAIN = {"scorer": "ratio", "vetoes": [], "accept_at": 99.5, "reject_below": 20.0}


def told(result):
    """Give what each error says: rule, message, what was cited, what was found, where it stands."""
    return [(error.rule, error.message, error.cited, error.found, error.found_at) for error in result.errors]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param(
            {"source_invocation_id": 99},
            (
                "evidence.invocation_ref",
                "source_invocation_id 99 names no call of this session; its calls are 11, 12, 13, 14; "
                "cite the call the evidence came from",
                99,
                [11, 12, 13, 14],
                AT_ALERT,
            ),
            id="invented-id",
        ),
        pytest.param(
            {"calls": [{**METRICS, "session_id": "session-2"}, LOGS]},
            (
                "evidence.invocation_ref",
                "source_invocation_id 11 is a call of session 'session-2', not of this one; "
                "cite the call the evidence came from",
                11,
                {"session_id": "session-2"},
                AT_ALERT,
            ),
            id="foreign-call",
        ),
        pytest.param(
            {"tool_name": "query_logs"},
            (
                "evidence.tool_name",
                "tool_name 'query_logs' is not the tool of call 11, which was 'query_metrics'; "
                "name the tool that was called",
                "query_logs",
                "query_metrics",
                (),
            ),
            id="other-tool",
        ),
        pytest.param(
            {"raw_path": "$.alerts[7]"},
            (
                "evidence.raw_path",
                "raw_path '$.alerts[7]' is not among the evidence refs of call 11, which are $.alerts[0], "
                "$.alerts[1]; cite one of them as it stands",
                "$.alerts[7]",
                ["$.alerts[0]", "$.alerts[1]"],
                AT_ALERT,
            ),
            id="path-that-is-not-there",
        ),
        pytest.param(
            {"raw_path": ...},
            (
                "evidence.raw_path_missing",
                "raw_path is missing; cite one of the evidence refs, which are $.alerts[0], $.alerts[1]",
                None,
                ["$.alerts[0]", "$.alerts[1]"],
                AT_ALERT,
            ),
            id="path-left-out",
        ),
        pytest.param(
            {"calls": [METRICS, SECOND_METRICS], "source_invocation_id": ..., "raw_path": ...},
            (
                "evidence.invocation_missing",
                "source_invocation_id is missing and was not filled in: the calls it could mean are 11, 15; "
                "state the id of one call",
                None,
                [11, 15],
                AT_ALERT,
            ),
            id="id-left-out",
        ),
        pytest.param(
            {"evidence_excerpt": "service=cart-edge, current=92%"},
            (
                "evidence.excerpt_mismatch",
                "excerpt 'service=cart-edge, current=92%' is no quote of $.alerts[0] of call 11 (similarity "
                "92.0, value_changed '92' where the evidence has '91'); it stands nowhere in this session: "
                "fabricated; quote the evidence as it reads",
                "service=cart-edge, current=92%",
                ALERT_TEXT,
                (),
            ),
            id="fabricated",  # 23 of 25 letters and digits
        ),
        pytest.param(
            {"calls": [METRICS, LOGS], "raw_path": "$.alerts[1]", "evidence_excerpt": "full gc took 850ms"},
            (
                "evidence.excerpt_mismatch",
                "excerpt 'full gc took 850ms' is no quote of $.alerts[1] of call 11 (similarity 0.0, "
                "not_found 'full gc took 850ms'); it stands elsewhere in this session ($.logs[0] of call 12): misattributed; "
                "cite the place it was read at",
                "full gc took 850ms",
                OTHER_ALERT_TEXT,
                AT_LOG,
            ),
            id="misattributed",
        ),
        pytest.param(
            {"claim_type": "negative_observation"},
            (
                "evidence.polarity",
                "a negative_observation is bound to '$.alerts[0]'; it may cite $.no_evidence and nothing else",
                "$.alerts[0]",
                "negative_observation",
                (),
            ),
            id="negative-on-an-alert",
        ),
        pytest.param(
            {"claim_type": "root_cause", **NEGATIVE},
            (
                "evidence.polarity",
                "a claim of type root_cause is bound to $.no_evidence, which says only that a query found "
                "nothing; cite what was found, or state a negative_observation",
                "$.no_evidence",
                "root_cause",
                (),
            ),
            id="cause-on-nothing-found",
        ),
        pytest.param(
            {"tool_name": "lookup_knowledge", "source_invocation_id": 14, "raw_path": "$.blocks[2]"},
            (
                "evidence.refs_unavailable",
                "no evidence refs were recorded for call 14 (a legacy call, or an output that could not be "
                "read), so there is nothing to check against; record the output again",
                "$.blocks[2]",
                None,
                (),
            ),
            id="legacy-call",
        ),
        pytest.param(
            {"evidence_excerpt": "firing"},
            (
                "evidence.excerpt_too_short",
                "excerpt 'firing' is too short or too generic to be compared; quote enough words or a "
                "key=value that says what was seen",
                "firing",
                None,
                (),
            ),
            id="generic",
        ),
    ],
)
def test_a_broken_rule_of_a_citation_says_what_was_cited_found_and_expected(changes, expected):
    assert told(gate_binding(**changes)) == [expected]


def test_a_policy_without_tools_is_said_to_take_none():
    (error,) = gate({"claims": [claim(binding())]}, evidence_tools=()).errors

    assert error.message == (
        "tool 'query_metrics' gives no evidence under this policy, which takes none; "
        "add it to evidence_tools in the policy file"
    )


def test_a_negation_left_out_is_named_by_what_the_evidence_has():
    logs = call(12, "query_logs", refs(("$.logs[0]", "the pool of cart-edge is not ready")))
    cited = binding(
        tool_name="query_logs",
        source_invocation_id=12,
        raw_path="$.logs[0]",
        evidence_excerpt="the pool of cart-edge is ... ready",
    )

    (error,) = gate({"claims": [claim(cited)]}, calls=[logs]).errors

    assert "negation_cut where the evidence has 'not')" in error.message


def test_a_tool_that_is_not_taken_names_those_that_are():
    result = gate({"claims": [claim(binding())]}, evidence_tools=("query_logs", "imported:*"))

    assert told(result) == [
        (
            "evidence.tool_not_allowed",
            "tool 'query_metrics' gives no evidence under this policy, which takes it from query_logs, "
            "any tool of an imported trace; cite one of these, or add it to evidence_tools in the policy file",
            "query_metrics",
            ["query_logs", "imported:*"],
            (),
        )
    ]


def test_an_uncertain_excerpt_names_its_score_and_both_thresholds():
    calls = [call(11, "query_metrics", refs(("$.alerts[0]", "worker pool full")))]

    # 14 of 16 letters in order on both sides
    result = gate({"claims": [claim(binding(evidence_excerpt="worker pool fuzz"))]}, calls, **UNCERTAIN)

    assert told(result) == [
        (
            "evidence.excerpt_uncertain",
            "excerpt 'worker pool fuzz' is only 87.5 similar to $.alerts[0] of call 11, between 20 and 99.5; "
            "quote the evidence as it reads",
            "worker pool fuzz",
            "worker pool full",
            (),
        )
    ]


def test_a_claim_without_citations_and_an_empty_output_say_what_to_state():
    assert told(gate({"claims": [claim()]})) == [
        (
            "evidence.bindings_empty",
            "the claim cites no evidence; bind it to what was read, or state it as missing_info",
            None,
            None,
            (),
        )
    ]
    assert told(gate({"claims": []})) == [
        ("executor.no_claims", "the executor claimed nothing; there is no claim to support", None, [], ())
    ]


# ------------------------------------------------------------------------------ what was searched


@pytest.mark.parametrize(
    ("changes", "searched"),
    [
        pytest.param(
            {},
            "$.alerts[0] of call 11 (similarity 0.0, not_found 'turbines hummed quietly tonight')",
            id="one-place",
        ),
        pytest.param({"raw_path": ...}, "any place of call 11", id="a-call"),
        pytest.param({"raw_path": "$.alerts[9]"}, "any place of call 11", id="a-call-without-that-path"),
        pytest.param(
            {"source_invocation_id": 99}, "any place of the calls of 'query_metrics'", id="calls-of-a-tool"
        ),
        pytest.param(
            {"source_invocation_id": 99, "tool_name": ...}, "any place of this session", id="a-session"
        ),
    ],
)
def test_a_mismatch_names_what_the_excerpt_was_compared_with(changes, searched):
    result = gate_binding(evidence_excerpt="turbines hummed quietly tonight", **changes)

    (message,) = [error.message for error in result.errors if error.rule == "evidence.excerpt_mismatch"]
    assert message == (
        f"excerpt 'turbines hummed quietly tonight' is no quote of {searched}; it stands nowhere in this "
        "session: fabricated; quote the evidence as it reads"
    )


def test_a_mismatch_tells_the_first_three_differences():
    text = "alpha=1, bravo=2, charlie=3, delta=4"
    calls = [call(11, "query_metrics", refs(("$.alerts[0]", text)))]

    (error,) = gate_binding(calls=calls, evidence_excerpt="alpha=5, bravo=6, charlie=7, delta=8").errors

    assert (
        "value_changed '5' where the evidence has '1', value_changed '6' where the evidence has '2', "
        "value_changed '7' where the evidence has '3'); it"
    ) in error.message


def test_a_mismatch_without_one_place_shows_no_text_and_no_differences():
    result = gate_binding(raw_path=..., evidence_excerpt="service=cart-edge, current=92%")

    assert [error.found for error in result.errors if error.rule == "evidence.excerpt_mismatch"] == [None]


def test_lists_in_messages_are_cut_after_eight_and_places_after_three():
    texts = [(f"$.logs[{number}]", LOG_TEXT) for number in range(10)]
    calls = [METRICS, call(12, "query_logs", refs(*texts))]

    (wrong_path,) = gate_binding(
        calls=calls,
        tool_name="query_logs",
        source_invocation_id=12,
        raw_path="$.logs[77]",
        evidence_excerpt=LOG,
    ).errors
    (elsewhere,) = gate_binding(calls=calls, evidence_excerpt=LOG).errors

    listed = ", ".join(f"$.logs[{number}]" for number in range(8))
    assert f"which are {listed} and 2 more; cite" in wrong_path.message
    assert (
        "($.logs[0] of call 12, $.logs[1] of call 12, $.logs[2] of call 12 and 7 more)" in elsewhere.message
    )
    assert [place.raw_path for place in elsewhere.found_at] == [path for path, _ in texts]


def test_exactly_eight_values_are_listed_whole():
    calls = [call(11, "query_metrics", refs(*((f"$.alerts[{n}]", ALERT_TEXT) for n in range(8))))]

    (error,) = gate_binding(calls=calls, raw_path="$.alerts[9]").errors

    assert error.message.endswith("$.alerts[6], $.alerts[7]; cite one of them as it stands")


@pytest.mark.parametrize("left_out", [{"raw_path": "$.alerts[77]"}, {"raw_path": ...}])
def test_found_holds_at_most_fifty_paths(left_out):
    n_paths = MAX_FOUND_PATHS + 3
    texts = ((f"$.alerts[{number}]", f"Alert{number} firing, load={number}%") for number in range(n_paths))

    result = gate_binding(
        calls=[call(11, "query_metrics", refs(*texts))], evidence_excerpt="Alert7 firing, load=7%", **left_out
    )

    assert MAX_FOUND_PATHS == 50
    assert result.errors[0].found == [f"$.alerts[{number}]" for number in range(50)]


@pytest.mark.parametrize("cited", [99, ...])
def test_found_holds_at_most_fifty_calls(cited):
    details = METRICS["retrieval_details"]
    calls = [call(number, "query_metrics", details) for number in range(100, 153)]

    result = gate_binding(calls=calls, source_invocation_id=cited)

    (error,) = [each for each in result.errors if each.found]
    assert error.found == list(range(100, 150))
    assert "100, 101, 102, 103, 104, 105, 106, 107 and 45 more; " in error.message


def test_found_text_is_cut_and_its_length_is_said():
    long, short = "heap " * 1000, "h" * MAX_FOUND_CHARS
    calls = [call(11, "query_metrics", refs(("$.alerts[0]", long), ("$.alerts[1]", short)))]

    found = [
        gate_binding(calls=calls, raw_path=path, evidence_excerpt="disk failed on depot-9").errors[0].found
        for path in ("$.alerts[0]", "$.alerts[1]")
    ]

    assert found == [f"{long[:4000]}… (5000 characters)", short]


# ------------------------------------------------------------------------------ warnings and bindings


def test_warnings_say_what_an_id_was_read_as_and_what_was_filled_in():
    output = {
        "claims": [
            claim(
                binding(source_invocation_id="011"),
                binding(source_invocation_id=...),
                binding(source_invocation_id=..., raw_path=..., tool_name="query_metrics"),
                binding(source_invocation_id="98"),
            )
        ]
    }

    result = gate(output, [METRICS])

    assert [(warning.rule, warning.binding_index, warning.message) for warning in result.warnings] == [
        ("evidence.invocation_id_coerced", 0, "source_invocation_id '011' names the integer 11: call 11"),
        (
            "evidence.invocation_auto_backfill",
            1,
            "source_invocation_id was filled in as 11, the only call of 'query_metrics' where raw_path and "
            "excerpt agree",
        ),
        (
            "evidence.invocation_auto_backfill",
            2,
            "source_invocation_id was filled in as 11, the only call of 'query_metrics'; raw_path remains "
            "missing",
        ),
        ("evidence.invocation_id_coerced", 3, "source_invocation_id '98' names the integer 98"),
    ]


def test_an_external_id_is_said_to_be_one():
    (warning,) = gate_binding(
        calls=[{**METRICS, "external_id": "call_a"}], source_invocation_id="call_a"
    ).warnings

    assert warning.message == "source_invocation_id 'call_a' is its external id: call 11"


def test_checked_bindings_hold_every_failure_of_their_own_and_the_first_message():
    wrong = binding(tool_name="query_logs", raw_path="$.alerts[9]")
    result = gate(
        {"claims": [claim(wrong, binding())], "recommended_actions": [action(binding(raw_path=...))]}
    )

    assert [checked.to_wire() for checked in result.checked_bindings] == [
        {
            "claim_id": "claim-1",
            "binding_index": 0,
            "tool_name": "query_logs",
            "source_invocation_id": 11,
            "raw_path": "$.alerts[9]",
            "status": "fail",
            "matched_text": None,
            "rule": "evidence.tool_name",
            "rules": ["evidence.tool_name", "evidence.raw_path"],
            "message": "tool_name 'query_logs' is not the tool of call 11, which was 'query_metrics'; "
            "name the tool that was called",
        },
        {
            "claim_id": "claim-1",
            "binding_index": 1,
            "tool_name": "query_metrics",
            "source_invocation_id": 11,
            "raw_path": "$.alerts[0]",
            "status": "pass",
            "matched_text": ALERT,
        },
        {
            "action_id": "action-1",
            "binding_index": 0,
            "tool_name": "query_metrics",
            "source_invocation_id": 11,
            "raw_path": None,
            "status": "fail",
            "matched_text": None,
            "rule": "evidence.raw_path_missing",
            "rules": ["evidence.raw_path_missing"],
            "message": "raw_path is missing; cite one of the evidence refs, which are $.alerts[0], $.alerts[1]",
        },
    ]


def test_errors_keep_their_address_and_leave_out_what_is_not_said():
    result = gate({"claims": [claim(), claim(binding(raw_path=...), claim_id="claim-2")]}, [METRICS, OLD])

    assert [error.to_wire() for error in result.errors] == [
        {
            "rule": "evidence.bindings_empty",
            "message": "the claim cites no evidence; bind it to what was read, or state it as missing_info",
            "claim_id": "claim-1",
            "cited": None,
            "found": None,
            "found_at": [],
        },
        {
            "rule": "evidence.raw_path_missing",
            "message": "raw_path is missing; cite one of the evidence refs, which are $.alerts[0], $.alerts[1]",
            "claim_id": "claim-2",
            "binding_index": 0,
            "cited": None,
            "found": ["$.alerts[0]", "$.alerts[1]"],
            "found_at": [{"source_invocation_id": 11, "raw_path": "$.alerts[0]"}],
        },
    ]
