"""Build the few values that verifier tests need: a claim, its excerpts, a gate that passed them."""

from __future__ import annotations

from evidencelab.agents.rules.verifier_rules import ClaimEvidence, PassedExcerpt
from evidencelab.contracts import (
    CheckedBinding,
    Claim,
    ClaimType,
    EvidenceBinding,
    ExecutorOutput,
    GatekeeperResult,
    ParseStatus,
    RecommendedAction,
    Severity,
    VerifierInput,
)

MEMORY_ALERT = "HighMemoryUsage firing, service=order-service, current=91%, duration=15m"
HEAP = "JVM heap usage 3.8GB/4GB"
MEMORY_LOG = "[11:17][WARN][order-service] 内存使用率过高: 91.0%, JVM堆内存: 3.8GB/4GB, GC次数: 128"
POOL_LOG = (
    "[11:20][ERROR][order-service] HikariPool-1 - Connection is not available, "
    "request timed out after 30000ms"
)
NO_LOGS = (
    "query_logs returned no evidence; evidence_status=no_evidence; query=inventory-service HikariCP; "
    "topic=application-logs; total=0; message=未找到匹配的日志"
)


def path_of(text: str) -> str:
    if text.startswith(("query_", "lookup_")):
        return "$.no_evidence"
    return "$.logs[0]" if text.startswith("[") else "$.alerts[0]"


def evidence_of(*texts: str) -> ClaimEvidence:
    return ClaimEvidence(
        own=tuple(
            PassedExcerpt("query_logs" if text.startswith("[") else "query_metrics", 7, path_of(text), text)
            for text in texts
        )
    )


def claim_of(text: str, claim_type: ClaimType = "observation") -> Claim:
    return Claim(claim_id="claim-1", claim_type=claim_type, claim_text=text)


def verifier_input(
    claims: tuple[tuple[str, ClaimType, tuple[str, ...]], ...],
    *,
    severity: Severity = "none",
    actions: tuple[str, ...] = (),
    tool_name: str = "query_metrics",
    query: str = "",
) -> VerifierInput:
    """Every claim is `(text, type, excerpts)`; ids are claim-1, claim-2, ... and action-1, ..."""
    stated = tuple(
        Claim(
            claim_id=f"claim-{number}",
            claim_type=claim_type,
            claim_text=text,
            evidence_bindings=tuple(
                EvidenceBinding(
                    tool_name=tool_name,
                    source_invocation_id=7,
                    raw_path=path_of(excerpt),
                    evidence_excerpt=excerpt,
                )
                for excerpt in excerpts
            ),
        )
        for number, (text, claim_type, excerpts) in enumerate(claims, 1)
    )
    checked = tuple(
        CheckedBinding(
            claim_id=claim.claim_id,
            binding_index=index,
            tool_name=tool_name,
            source_invocation_id=7,
            raw_path=binding.raw_path,
            status="pass",
            matched_text=binding.evidence_excerpt,
        )
        for claim in stated
        for index, binding in enumerate(claim.evidence_bindings)
    )
    return VerifierInput(
        original_query=query,
        executor_structured_output=ExecutorOutput(
            claims=stated,
            recommended_actions=tuple(
                RecommendedAction(action_id=f"action-{number}", action_text=text)
                for number, text in enumerate(actions, 1)
            ),
        ),
        gatekeeper_result=GatekeeperResult(
            status="pass" if severity == "none" else "fail", severity=severity, checked_bindings=checked
        ),
        executor_output_parse_status=ParseStatus(status="valid", detail="parsed"),
    )
