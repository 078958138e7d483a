"""Small recorded runs that tests of prompts and programs share; services are invented."""

from __future__ import annotations

from evidencelab.contracts import (
    CheckedBinding,
    Claim,
    EvidenceBinding,
    EvidenceRef,
    ExecutorOutput,
    GatekeeperResult,
    ParseStatus,
    RecommendedAction,
    RetrievalDetails,
    ToolInvocation,
    ToolTrace,
    VerifierInput,
)

MEMORY_ALERT = "HighMemoryUsage firing, service=basket-api, current=91%, duration=15m; JVM heap 3.8GB/4GB"
NO_LOGS = "query_logs returned no evidence; evidence_status=no_evidence; query=basket-api OOM; total=0"


def invocation(
    invocation_id: int, *texts: str, tool_name: str = "query_metrics", kind: str = "alerts"
) -> ToolInvocation:
    """Build a recorded call whose refs hold `texts`."""
    refs = tuple(EvidenceRef(raw_path=f"$.{kind}[{i}]", text=text) for i, text in enumerate(texts))
    return ToolInvocation(
        invocation_id=invocation_id,
        tool_name=tool_name,
        status="success",
        retrieval_details=RetrievalDetails(evidence_status="supported", evidence_refs=refs),
    )


def empty_search(invocation_id: int) -> ToolInvocation:
    """Build a recorded log search that answered and found nothing."""
    refs = (EvidenceRef(raw_path="$.no_evidence", text=NO_LOGS),)
    return ToolInvocation(
        invocation_id=invocation_id,
        tool_name="query_logs",
        status="success",
        retrieval_details=RetrievalDetails(evidence_status="no_evidence", evidence_refs=refs),
    )


def failed_call(invocation_id: int) -> ToolInvocation:
    """Build a recorded call that failed."""
    return ToolInvocation(
        invocation_id=invocation_id,
        tool_name="query_logs",
        status="error",
        retrieval_details=RetrievalDetails(evidence_status="error", evidence_refs=()),
    )


MEMORY_RUN = (invocation(501, MEMORY_ALERT), empty_search(502), failed_call(503))


def binding(excerpt: str, invocation_id: int = 501, raw_path: str = "$.alerts[0]") -> EvidenceBinding:
    """Build a citation of the memory alert."""
    return EvidenceBinding(
        tool_name="query_metrics",
        source_invocation_id=invocation_id,
        raw_path=raw_path,
        evidence_excerpt=excerpt,
    )


def checked(binding_index: int, status: str, claim_id: str | None = None, action_id: str | None = None):
    """Build the gate's line on one citation."""
    return CheckedBinding.model_validate(
        {"claim_id": claim_id, "action_id": action_id, "binding_index": binding_index, "status": status}
    )


def memory_verifier_input() -> VerifierInput:
    """Build what a verifier sees of two claims and one action; one citation failed the gate."""
    output = ExecutorOutput(
        claims=(
            Claim(
                claim_id="c1",
                claim_type="observation",
                claim_text="basket-api memory is at 91%.",
                evidence_bindings=(binding("current=91%"), binding("current=97%")),
            ),
            Claim(
                claim_id="c2",
                claim_type="root_cause",
                claim_text="A leak.",
                evidence_bindings=(binding("leak"),),
            ),
        ),
        recommended_actions=(
            RecommendedAction(
                action_id="a1",
                action_text="Look at the GC log.",
                reason="The cause is open.",
                evidence_bindings=(binding("JVM heap 3.8GB/4GB"),),
            ),
        ),
    )
    return VerifierInput(
        original_query="Is basket-api short of memory?",
        executor_structured_output=output,
        gatekeeper_result=GatekeeperResult(
            status="fail",
            severity="low_confid",
            checked_bindings=(
                checked(0, "pass", claim_id="c1"),
                checked(1, "fail", claim_id="c1"),
                checked(0, "fail", claim_id="c2"),
                checked(0, "pass", action_id="a1"),
            ),
        ),
        tool_trace_summary=(
            ToolTrace(
                trace_ref="trace-1",
                tool_name="query_metrics",
                source_invocation_ids=(501,),
                evidence_level="direct",
                output_summary="metric_evidence: HighMemoryUsage",
                invocation_count=1,
                no_hit_invocation_count=0,
            ),
        ),
        executor_output_parse_status=ParseStatus(status="valid", detail="parsed"),
    )
