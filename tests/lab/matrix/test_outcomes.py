import math

import pytest

from evidencelab.agents.stages import ChainRun
from evidencelab.contracts import (
    Claim,
    ClaimJudgement,
    ComposerOutput,
    EvidenceBinding,
    ExecutorOutput,
    GatekeeperResult,
    ParseStatus,
    Session,
    ToolInvocation,
    VerifierInput,
    VerifierOutput,
)
from evidencelab.lab.matrix.cases import Expectation
from evidencelab.lab.matrix.outcomes import CaseOutcome, judge_run, outcomes_table

TRUE_EXCERPT = "HighMemoryUsage firing, service=order-service, current=91%, duration=15m"


def _run(
    *,
    claim_text: str = "order-service has a HighMemoryUsage alert at 91%.",
    claim_type: str = "observation",
    excerpt: str = TRUE_EXCERPT,
    raw_path: str = "$.alerts[1]",
    support: str = "supported",
    verdict: str = "PASS",
    score: float | None = 1.0,
    failed_rules: tuple[str, ...] = (),
    severity: str = "none",
    answer: str = "order-service: memory usage is 91%.",
    tools: tuple[str, ...] = ("query_metrics",),
    n_claims: int = 1,
) -> ChainRun:
    """Build the run of a chain that said one thing, `n_claims` times."""
    binding = EvidenceBinding(
        tool_name="query_metrics", source_invocation_id=1, raw_path=raw_path, evidence_excerpt=excerpt
    )
    claims = tuple(
        Claim(
            claim_id=f"claim-{number}",
            claim_type=claim_type,
            claim_text=claim_text,
            evidence_bindings=(binding,),
        )
        for number in range(1, n_claims + 1)
    )
    return ChainRun(
        session=Session(
            session_id="s",
            tool_invocations=tuple(
                ToolInvocation(invocation_id=number, tool_name=tool) for number, tool in enumerate(tools, 1)
            ),
        ),
        verifier_input=VerifierInput(
            original_query="?",
            executor_structured_output=ExecutorOutput(claims=claims),
            gatekeeper_result=GatekeeperResult(
                status="fail" if failed_rules else "pass", severity=severity, failed_rules=failed_rules
            ),
            executor_output_parse_status=ParseStatus(status="valid", detail=""),
        ),
        verifier_output=VerifierOutput(
            verdict=verdict,
            groundedness_score=score,
            claims=tuple(
                ClaimJudgement(claim_id=claim.claim_id, support=support, reasons=("because",))
                for claim in claims
            ),
        ),
        composer_output=ComposerOutput(status="valid", user_facing_answer=answer),
        policy_hash="p",
        code_version="c",
        attempts=1,
    )


FULL = Expectation(
    verdict="PASS",
    severity="none",
    claim_types=("observation",),
    claim_count={"min": 1, "max": 2},
    tools=("query_metrics",),
    raw_paths=("$.alerts[i]",),
    required_values=("91%", "15m"),
    required_values_in_answer=("91%",),
    forbidden_terms_in_claims=("memory leak", "1GB"),
    forbidden_terms_in_answer=("healthy", "generic-service"),
    groundedness_score=1.0,
)


def test_judge_run_finds_nothing_where_all_holds():
    assert list(judge_run(FULL, _run())) == []


@pytest.mark.parametrize(
    ("change", "failure"),
    [
        pytest.param(
            {"verdict": "LOW_CONFID", "support": "unsupported", "excerpt": "91% 15m"},
            "verdict: expected PASS, got LOW_CONFID (claim-1 is unsupported: because)",
            id="verdict",
        ),
        pytest.param({"score": 0.5}, "groundedness_score: expected 1.0, got 0.5", id="score"),
        pytest.param({"score": None}, "groundedness_score: expected 1.0, got None", id="no-score"),
        pytest.param(
            {"severity": "reject", "failed_rules": ("evidence.raw_path",)},
            "severity: expected none, got reject (evidence.raw_path)",
            id="severity",
        ),
        pytest.param(
            {"claim_type": "root_cause"},
            "claim_types: expected observation, got root_cause in "
            "'order-service has a HighMemoryUsage alert at 91%.'",
            id="claim-type",
        ),
        pytest.param({"n_claims": 3}, "claim_count: expected 1 to 2, got 3", id="too-many-claims"),
        pytest.param(
            {"tools": ("query_logs",)}, "tools: expected a call of query_metrics, got query_logs", id="tool"
        ),
        pytest.param({"tools": ()}, "tools: expected a call of query_metrics, got no call", id="no-tool"),
        pytest.param(
            {"raw_path": "$.logs[0]"},
            "raw_paths: expected a citation of $.alerts[i], got $.logs[0]",
            id="path",
        ),
        pytest.param(
            {"excerpt": "current=91%"},
            "required_values: expected '15m' in the supported claims, got "
            "'order-service has a HighMemoryUsage alert at 91%. | current=91%'",
            id="value",
        ),
        pytest.param(
            {"answer": "Usage is high."},
            "required_values_in_answer: expected '91%' in the answer, got 'Usage is high.'",
            id="value-in-answer",
        ),
        pytest.param(
            {"claim_text": "order-service has a memory leak."},
            "forbidden_terms_in_claims: expected no 'memory leak', got 'order-service has a memory leak.'",
            id="term-in-claim",
        ),
        pytest.param(
            {"answer": "At 91%, otherwise healthy."},
            "forbidden_terms_in_answer: expected no 'healthy', got 'At 91%, otherwise healthy.'",
            id="term-in-answer",
        ),
    ],
)
def test_judge_run_says_what_was_expected_and_what_was_got(change, failure):
    assert failure in list(judge_run(FULL, _run(**change)))


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"answer": "91%, unhealthy."}, id="term-inside-a-word"),
        pytest.param({"claim_text": "4.1GB in use."}, id="value-inside-a-number"),
        pytest.param({"raw_path": "$.alerts[12]"}, id="any-index"),
        pytest.param({"n_claims": 2}, id="upper-end-of-the-count"),
    ],
)
def test_judge_run_is_exact_at_its_boundaries(change):
    assert list(judge_run(FULL, _run(**change))) == []


def test_judge_run_counts_values_of_supported_claims_only():
    failures = list(judge_run(Expectation(verdict="LOW_CONFID", required_values=("91%",)), _run(
        verdict="LOW_CONFID", support="unsupported"
    )))  # fmt: skip
    assert failures == ["required_values: expected '91%' in the supported claims, got 'nothing'"]


def test_judge_run_wants_every_expected_rule_and_no_groundedness():
    expect = Expectation(
        verdict="REJECT",
        severity="reject",
        failed_rules=("evidence.raw_path", "evidence.excerpt_mismatch"),
        groundedness_score=None,
    )
    run = _run(verdict="REJECT", severity="reject", failed_rules=("evidence.raw_path",), score=None)
    assert list(judge_run(expect, run)) == [
        "failed_rules: expected evidence.excerpt_mismatch, got evidence.raw_path"
    ]
    assert list(judge_run(expect.model_copy(update={"failed_rules": ()}), run)) == []


def test_judge_run_asks_nothing_that_is_not_stated():
    run = _run(score=0.25, n_claims=9, claim_type="risk", tools=(), answer="")
    assert list(judge_run(Expectation(verdict="PASS"), run)) == []


def _outcome(**change: object) -> CaseOutcome:
    values = {
        "case": "pool-en",
        "incident": "pool",
        "language": "en",
        "tags": ("positive", "narrow"),
        "implementation": "baseline",
        "verdict": "PASS",
        "severity": "none",
        "groundedness_score": 1.0,
        "n_claims": 1,
        "n_supported": 1,
        "seconds": 0.25,
        "run": _run(),
    }
    return CaseOutcome.model_validate({**values, **change})


def test_outcome_holds_if_and_only_if_nothing_failed():
    assert _outcome().held
    assert not _outcome(failures=("verdict: expected PASS, got REJECT",)).held


def test_outcomes_table_has_a_row_a_case_and_nan_for_no_score():
    table = outcomes_table(
        [
            _outcome(),
            _outcome(
                case="pool-zh", groundedness_score=None, failed_rules=("a.b", "c.d"), failures=("one", "two")
            ),
        ]
    )
    assert list(table["case"]) == ["pool-en", "pool-zh"]
    assert list(table["held"]) == [True, False]
    assert table.loc[0, "tags"] == "positive narrow"
    assert table.loc[1, "failed_rules"] == "a.b c.d"
    assert table.loc[1, "failures"] == "one\ntwo"
    assert table.loc[0, "groundedness_score"] == 1.0
    assert math.isnan(table.loc[1, "groundedness_score"])
    assert "run" not in table.columns


def test_outcomes_table_of_nothing_has_its_columns():
    table = outcomes_table([])
    assert len(table) == 0
    assert {"case", "held", "verdict", "failures"} <= set(table.columns)
