"""Small sessions for tests: two calls with evidence, one that found nothing, one old call."""

from __future__ import annotations

from typing import Any

from evidencelab.contracts import GatekeeperResult, Session
from evidencelab.gatekeeper.gate import check_session
from evidencelab.gatekeeper.policy import GatekeeperPolicy

ALERT_TEXT = "HighHeap firing, service=cart-edge, current=91%, duration=15m; heap 3.8GB of 4GB"
OTHER_ALERT_TEXT = "DiskFull firing, service=depot-api, current=97%, duration=3m"
LOG_TEXT = "[11:17][WARN][cart-edge] full gc took 850ms, pool=main"
NOTHING_TEXT = (
    "query_logs returned no evidence; evidence_status=no_evidence; query=depot-api timeout; total=0; "
    "message=nothing matched"
)

ALERT = "service=cart-edge, current=91%"
LOG = "full gc took 850ms"
NOTHING = "query_logs returned no evidence; query=depot-api timeout; total=0"


def refs(*pairs: tuple[str, str], status: str = "supported") -> dict[str, Any]:
    """Build `retrieval_details` from pairs of raw_path and text."""
    return {
        "evidence_status": status,
        "evidence_refs": [{"raw_path": path, "text": text} for path, text in pairs],
    }


def call(invocation_id: Any, tool_name: str, details: Any = None, **more: Any) -> dict[str, Any]:
    """Build one invocation."""
    built = {"invocation_id": invocation_id, "tool_name": tool_name, **more}
    return built if details is None else {**built, "retrieval_details": details}


METRICS = call(11, "query_metrics", refs(("$.alerts[0]", ALERT_TEXT), ("$.alerts[1]", OTHER_ALERT_TEXT)))
LOGS = call(12, "query_logs", refs(("$.logs[0]", LOG_TEXT)))
NO_HIT = call(13, "query_logs", refs(("$.no_evidence", NOTHING_TEXT), status="no_evidence"))
OLD = call(14, "lookup_knowledge", {})

CALLS = (METRICS, LOGS, NO_HIT, OLD)


def binding(**changes: Any) -> dict[str, Any]:
    """Build an honest citation of the first alert, with some fields changed; `...` leaves one out."""
    fields = {
        "tool_name": "query_metrics",
        "source_invocation_id": 11,
        "raw_path": "$.alerts[0]",
        "evidence_excerpt": ALERT,
        **changes,
    }
    return {name: value for name, value in fields.items() if value is not ...}


NEGATIVE = binding(
    tool_name="query_logs", source_invocation_id=13, raw_path="$.no_evidence", evidence_excerpt=NOTHING
)


def claim(*bindings: Any, **changes: Any) -> dict[str, Any]:
    """Build an observation with some fields changed; `...` leaves one out."""
    fields = {
        "claim_id": "claim-1",
        "claim_type": "observation",
        "claim_text": "cart-edge uses 91% of its heap.",
        "evidence_bindings": list(bindings),
        **changes,
    }
    return {name: value for name, value in fields.items() if value is not ...}


def action(*bindings: Any, **changes: Any) -> dict[str, Any]:
    """Build an action that gathers evidence, with some fields changed."""
    return {
        "action_id": "action-1",
        "action_text": "Read the gc log of cart-edge.",
        "reason": "The heap is nearly full.",
        "evidence_bindings": list(bindings),
        **changes,
    }


def session(executor_output: Any, calls: Any = CALLS, session_id: str = "session-1") -> Session:
    """Build a session around an executor's output."""
    return Session.model_validate(
        {
            "session_id": session_id,
            "original_query": "Is the heap of cart-edge nearly full?",
            "tool_invocations": list(calls),
            "executor_output": executor_output,
        }
    )


def gate(executor_output: Any, calls: Any = CALLS, **settings: Any) -> GatekeeperResult:
    """Gate an executor's output under the default policy with some settings changed."""
    return check_session(session(executor_output, calls), GatekeeperPolicy(**settings))


def gate_binding(*, calls: Any = CALLS, claim_type: str = "observation", **changes: Any) -> GatekeeperResult:
    """Gate one claim with one citation."""
    return gate({"claims": [claim(binding(**changes), claim_type=claim_type)]}, calls)
