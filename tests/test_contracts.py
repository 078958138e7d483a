"""The wire format: every complete example of the two source documents, and our own, round-trips."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from evidencelab.contracts import (
    CheckedBinding,
    Claim,
    ComposerOutput,
    Contract,
    Envelope,
    EvidenceRef,
    ExecutorOutput,
    GatekeeperResult,
    GateWarning,
    RetrievalDetails,
    Session,
    ToolInvocation,
    ToolTrace,
    UnreadableLine,
    VerifierInput,
    VerifierOutput,
)

SEEDS = Path(__file__).resolve().parents[2] / "shared" / "seeds"
FENCE = re.compile(r"```json\n(.*?)```", re.DOTALL)

needs_seeds = pytest.mark.skipif(
    not SEEDS.is_dir(), reason="the source documents beside the checkout are absent"
)


def contract_of(example: dict[str, Any]) -> type[Contract] | None:
    """Say which contract a complete example is one of; None for a tool's reply or a fragment."""
    by_field: tuple[tuple[set[str], type[Contract]], ...] = (
        ({"original_query", "gatekeeper_result"}, VerifierInput),
        ({"claims"}, ExecutorOutput),
        ({"status", "severity"}, GatekeeperResult),
        ({"trace_ref"}, ToolTrace),
        ({"claim_id", "evidence_bindings"}, Claim),
        ({"evidence_status"}, RetrievalDetails),
        ({"rule", "message"}, GateWarning),
        ({"raw_path", "text"}, EvidenceRef),
    )
    for names, contract in by_field:
        if names <= set(example):
            return contract
    return None


@needs_seeds
def test_every_complete_example_of_the_source_documents_round_trips():
    examples = [
        json.loads(found)
        for path in sorted(SEEDS.glob("*.md"))
        for found in FENCE.findall(path.read_text(encoding="utf-8"))
    ]
    examples += [
        example["gatekeeper_result"] for example in examples if list(example) == ["gatekeeper_result"]
    ]
    read = [(contract_of(example), example) for example in examples]

    seen = {contract for contract, _ in read if contract is not None}
    assert seen == {
        VerifierInput,
        ExecutorOutput,
        GatekeeperResult,
        ToolTrace,
        Claim,
        RetrievalDetails,
        GateWarning,
        EvidenceRef,
    }
    for contract, example in read:
        if contract is not None:
            assert contract.model_validate(example).to_wire() == example
            assert contract.model_validate_json(json.dumps(example)).to_wire() == example


BINDING = {
    "tool_name": "query_logs",
    "source_invocation_id": 7,
    "raw_path": "$.logs[0]",
    "evidence_excerpt": "队列 depth=412",
}
CLAIM = {
    "claim_id": "c1",
    "claim_type": "observation",
    "claim_text": "The queue of mail-relay is 412 deep.",
    "evidence_bindings": [BINDING],
}
EXECUTOR_OUTPUT = {
    "claims": [CLAIM],
    "hypotheses": [
        {
            "hypothesis_id": "h1",
            "hypothesis_text": "The consumer is stuck.",
            "basis_claim_ids": ["c1"],
            "missing_info": "No thread dump.",
        }
    ],
    "missing_info": [{"info_id": "m1", "description": "No thread dump of mail-relay."}],
    "recommended_actions": [
        {
            "action_id": "a1",
            "action_text": "Take a thread dump.",
            "reason": "It would show what waits.",
            "evidence_bindings": [BINDING],
        }
    ],
}
PASSED = {
    "status": "pass",
    "severity": "none",
    "checked_bindings": [
        {
            "claim_id": "c1",
            "tool_name": "query_logs",
            "source_invocation_id": 7,
            "raw_path": "$.logs[0]",
            "status": "pass",
            "matched_text": "队列 depth=412",
        }
    ],
    "failed_rules": [],
    "warnings": [],
    "errors": [],
}
FAILED = {
    "status": "fail",
    "severity": "reject",
    "checked_bindings": [
        {
            "action_id": "a1",
            "binding_index": 2,
            "tool_name": None,
            "source_invocation_id": None,
            "raw_path": "$.logs[9]",
            "status": "fail",
            "matched_text": None,
            "rule": "evidence.raw_path",
            "rules": ["evidence.raw_path"],
            "message": "no such path",
        }
    ],
    "failed_rules": ["evidence.raw_path"],
    "warnings": [{"rule": "evidence.invocation_auto_backfill", "message": "filled in", "claim_id": "c1"}],
    "errors": [
        {
            "rule": "evidence.raw_path",
            "message": "no such path",
            "action_id": "a1",
            "binding_index": 2,
            "cited": "$.logs[9]",
            "found": ["$.logs[0]"],
            "found_at": [{"source_invocation_id": 7, "raw_path": "$.logs[0]"}],
        }
    ],
}
TRACE = {
    "trace_ref": "trace-1",
    "tool_name": "query_logs",
    "source_invocation_ids": [7, 8],
    "evidence_level": "direct",
    "output_summary": "log_evidence: depth=412",
    "invocation_count": 2,
    "no_hit_invocation_count": 1,
}
VERIFIER_INPUT = {
    "original_query": "Is the queue of mail-relay deep?",
    "executor_structured_output": EXECUTOR_OUTPUT,
    "gatekeeper_result": PASSED,
    "tool_trace_summary": [TRACE],
    "executor_output_parse_status": {"status": "valid", "detail": "parsed"},
    "retry_context": None,
}
DETAILS = {
    "evidence_status": "supported",
    "evidence_refs": [{"raw_path": "$.logs[0]", "text": "队列 depth=412; consumer=mail-relay"}],
}
VERIFIED = {
    "verdict": "LOW_CONFID",
    "groundedness_score": 0.5,
    "claims": [{"claim_id": "c1", "support": "unsupported", "reasons": ["412 is not in the excerpts"]}],
    "actions": [{"action_id": "a1", "allowed": True, "reasons": []}],
    "overruled": [
        {
            "subject": "verdict",
            "verifier_said": "PASS",
            "code_says": "LOW_CONFID",
            "reason": "c1 is unsupported",
        }
    ],
}


@pytest.mark.parametrize(
    ("contract", "example"),
    [
        pytest.param(ExecutorOutput, EXECUTOR_OUTPUT, id="executor-output"),
        pytest.param(ExecutorOutput, {"claims": []}, id="executor-output-empty"),
        pytest.param(Claim, CLAIM, id="claim"),
        pytest.param(GatekeeperResult, PASSED, id="result-passed"),
        pytest.param(GatekeeperResult, FAILED, id="result-failed"),
        pytest.param(GatekeeperResult, {"status": "fail", "severity": "low_confid"}, id="result-short"),
        pytest.param(VerifierInput, VERIFIER_INPUT, id="verifier-input"),
        pytest.param(ToolTrace, TRACE, id="trace"),
        pytest.param(RetrievalDetails, DETAILS, id="retrieval-details"),
        pytest.param(RetrievalDetails, {"evidence_status": "no_evidence"}, id="retrieval-details-short"),
        pytest.param(VerifierOutput, VERIFIED, id="verifier-output"),
        pytest.param(
            VerifierOutput,
            {"verdict": "REJECT", "groundedness_score": None, "claims": [], "actions": [], "overruled": []},
            id="verifier-not-asked",
        ),
        pytest.param(
            ComposerOutput, {"status": "blocked", "user_facing_answer": "无法确认。"}, id="composer"
        ),
        pytest.param(
            Envelope,
            {
                "session_id": "s",
                "line": 3,
                "policy_hash": "ab",
                "code_version": "1",
                "gatekeeper_result": FAILED,
            },
            id="envelope",
        ),
        pytest.param(UnreadableLine, {"line": 4, "error": "is not JSON"}, id="unreadable-line"),
        pytest.param(
            Session,
            {
                "session_id": "s",
                "original_query": "q",
                "tool_invocations": [
                    {
                        "invocation_id": 7,
                        "external_id": "toolu_1",
                        "tool_name": "query_logs",
                        "arguments": {"query": "mail-relay"},
                        "status": "success",
                        "output": {"logs": []},
                        "retrieval_details": DETAILS,
                    }
                ],
                "executor_output": "prose",
            },
            id="session",
        ),
    ],
)
def test_contract_writes_back_what_it_read(contract, example):
    assert contract.model_validate(example).to_wire() == example
    assert contract.model_validate_json(json.dumps(example)).to_wire() == example


@pytest.mark.parametrize(
    ("contract", "example", "problem"),
    [
        pytest.param(GatekeeperResult, {**PASSED, "score": 1}, "score", id="result-unknown-field"),
        pytest.param(ExecutorOutput, {**EXECUTOR_OUTPUT, "answer": "x"}, "answer", id="output-unknown-field"),
        pytest.param(ToolTrace, {**TRACE, "input_summary": "x"}, "input_summary", id="trace-eighth-field"),
        pytest.param(GatekeeperResult, {**PASSED, "severity": "reject"}, "severity", id="pass-with-severity"),
        pytest.param(
            GatekeeperResult, {**FAILED, "severity": "none"}, "severity", id="fail-without-severity"
        ),
        pytest.param(CheckedBinding, {"status": "pass"}, "exactly one of", id="binding-of-nobody"),
        pytest.param(
            CheckedBinding,
            {"status": "pass", "claim_id": "c", "action_id": "a"},
            "exactly one of",
            id="binding-of-two",
        ),
        pytest.param(
            VerifierOutput, {**VERIFIED, "groundedness_score": 1.2}, "less than", id="score-above-one"
        ),
        pytest.param(Session, {"session_id": ""}, "session_id", id="session-without-a-name"),
        pytest.param(
            Session,
            {"session_id": "s", "tool_invocations": [{"invocation_id": 1, "tool_name": "t"}] * 2},
            "listed twice",
            id="twin-invocations",
        ),
    ],
)
def test_contract_refuses_what_it_may_not_write(contract, example, problem):
    with pytest.raises(ValidationError, match=problem):
        contract.model_validate(example)


@pytest.mark.parametrize(
    ("contract", "example"),
    [
        (Session, {"session_id": "s", "user": "u"}),
        (ToolInvocation, {"invocation_id": 1, "tool_name": "t", "latency_ms": 5}),
        (RetrievalDetails, {**DETAILS, "retrieval_layers": 2}),
    ],
)
def test_rows_of_others_may_carry_more(contract, example):
    extra = list(example)[-1]

    assert extra not in contract.model_validate(example).to_wire()


@pytest.mark.parametrize(("written", "read"), [(12, 12), ("12", 12), (12.0, 12), (" 12", 12)])
def test_invocation_ids_are_integers_in_any_dress(written, read):
    assert ToolInvocation.model_validate({"invocation_id": written, "tool_name": "t"}).invocation_id == read


@pytest.mark.parametrize("written", [True, "inv-12", 12.5, None, [12]])
def test_invocation_ids_are_never_guessed(written):
    with pytest.raises(ValidationError, match="invocation_id"):
        ToolInvocation.model_validate({"invocation_id": written, "tool_name": "t"})


def test_contracts_are_frozen():
    claim = Claim.model_validate(CLAIM)

    with pytest.raises(ValidationError, match="frozen"):
        claim.claim_text = "another"
