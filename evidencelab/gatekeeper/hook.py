"""The verifier input hook: all that happens between an executor's word and a verifier's judgement.

Outputs are recorded, missing ids filled in where one candidate is left, citations gated, the trace
summed up. The verifier sees the result of that and nothing else.
"""

from __future__ import annotations

from pydantic import JsonValue

from evidencelab.contracts import Session, VerifierInput
from evidencelab.evidence.summary import summarise_trace
from evidencelab.gatekeeper.gate import gate_session
from evidencelab.gatekeeper.json_values import as_json
from evidencelab.gatekeeper.policy import GatekeeperPolicy


def prepare_verifier_input(
    session: Session,
    policy: GatekeeperPolicy = GatekeeperPolicy(),
    retry_context: JsonValue = None,
) -> VerifierInput:
    """Build what a verifier sees of a session; never raises.

    Args:
        session: Its calls may be unrecorded; its `executor_output` may be anything at all.
        policy: Settings of the match and of the gate.
        retry_context: The gate's errors of the attempt before, where there was one.

    Returns:
        The executor's output with coerced and backfilled ids put in, the gate's result on it, the
        trace summary (navigation, never evidence), and how the executor's text was read.

    Source:
        Design, sections 3 and 6, "Backfill".
    """
    gated = gate_session(session, policy)
    own = tuple(
        invocation
        for invocation in gated.invocations
        if invocation.session_id is None or invocation.session_id == session.session_id
    )
    return VerifierInput(
        original_query=session.original_query,
        executor_structured_output=gated.output,
        gatekeeper_result=gated.result,
        tool_trace_summary=summarise_trace(own),
        executor_output_parse_status=gated.read.parse_status,
        retry_context=as_json(retry_context),
    )
