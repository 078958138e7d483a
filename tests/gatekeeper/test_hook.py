"""The verifier input hook: what a verifier sees of a session."""

from __future__ import annotations

import json

from evidencelab.contracts import VerifierInput
from evidencelab.gatekeeper.hook import prepare_verifier_input
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from tests.gatekeeper.builders import METRICS, NEGATIVE, action, binding, call, claim, session

RECORDED_OUTPUT = {
    "success": True,
    "alerts": [{"alert_name": "HighHeap", "state": "firing", "description": "heap of cart-edge at 91%"}],
}
NOTHING_FOUND = {"success": True, "logs": [], "total": 0, "message": "nothing matched"}


def test_hook_hands_on_query_output_result_and_parse_status():
    output = {"claims": [claim(binding())], "recommended_actions": [action(binding())]}

    prepared = prepare_verifier_input(session(f"```json\n{json.dumps(output)}\n```"))

    assert isinstance(prepared, VerifierInput)
    assert prepared.original_query == "Is the heap of cart-edge nearly full?"
    assert prepared.executor_structured_output.to_wire() == output
    assert prepared.gatekeeper_result.status == "pass"
    assert prepared.executor_output_parse_status.status == "fenced"
    assert prepared.retry_context is None


def test_hook_records_outputs_before_it_gates():
    calls = [
        call(1, "query_metrics", output=RECORDED_OUTPUT),
        call(2, "query_logs", output=NOTHING_FOUND, arguments={"query": "depot-api timeout"}),
    ]
    positive = binding(source_invocation_id=1, evidence_excerpt="heap of cart-edge at 91%")
    negative = {
        **NEGATIVE,
        "source_invocation_id": 2,
        "evidence_excerpt": "query_logs returned no evidence; query=depot-api timeout; total=0",
    }
    output = {
        "claims": [claim(positive), claim(negative, claim_id="claim-2", claim_type="negative_observation")]
    }

    prepared = prepare_verifier_input(session(output, calls))

    assert prepared.gatekeeper_result.status == "pass", prepared.gatekeeper_result.errors


def test_hook_fills_a_missing_id_and_warns():
    output = {"claims": [claim(binding(source_invocation_id=...))]}

    prepared = prepare_verifier_input(session(output))
    off = prepare_verifier_input(session(output), GatekeeperPolicy(backfill="off"))

    assert prepared.executor_structured_output.claims[0].evidence_bindings[0].source_invocation_id == 11
    assert [warning.rule for warning in prepared.gatekeeper_result.warnings] == [
        "evidence.invocation_auto_backfill"
    ]
    assert off.executor_structured_output.claims[0].evidence_bindings[0].source_invocation_id is None
    assert off.gatekeeper_result.failed_rules == ("evidence.invocation_missing",)


def test_hook_sums_up_this_sessions_calls_and_no_others():
    foreign = {**METRICS, "invocation_id": 77, "session_id": "session-2"}

    prepared = prepare_verifier_input(session({"claims": [claim(binding())]}, [METRICS, foreign]))

    ids = [number for trace in prepared.tool_trace_summary for number in trace.source_invocation_ids]
    assert ids == [11]
    for trace in prepared.tool_trace_summary:
        assert set(trace.to_wire()) == {
            "trace_ref",
            "tool_name",
            "source_invocation_ids",
            "evidence_level",
            "output_summary",
            "invocation_count",
            "no_hit_invocation_count",
        }


def test_hook_hands_on_what_an_earlier_attempt_got_wrong():
    prepared = prepare_verifier_input(session(None), retry_context={"errors": ["raw_path $.alerts[9]"]})

    assert prepared.retry_context == {"errors": ["raw_path $.alerts[9]"]}
    assert prepared.gatekeeper_result.failed_rules == ("executor.output_incomplete",)
    assert prepared.executor_output_parse_status.status == "invalid"
