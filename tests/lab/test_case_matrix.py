import dataclasses
import json

import pytest

from evidencelab.agents.baseline.baseline_chain import baseline_chain
from evidencelab.agents.stages import ExecutorReply
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.lab.matrix.cases import load_cases
from evidencelab.lab.matrix.outcomes import evaluate_case
from evidencelab.lab.matrix.variation import vary_case
from evidencelab.tools.scenario import load_scenario

BY_NAME = pytest.mark.parametrize("case", load_cases(), ids=lambda case: case.name)


@BY_NAME
def test_every_case_holds_with_the_baseline(case):
    outcome = evaluate_case(case, baseline_chain(), GatekeeperPolicy())
    assert outcome.failures == ()
    assert outcome.seconds > 0


@pytest.mark.parametrize("seed", [1, 2, 3])
@BY_NAME
def test_every_variation_holds_with_the_baseline(case, seed):
    varied = vary_case(case, load_scenario(case.scenario), seed)
    outcome = evaluate_case(varied.case, baseline_chain(), GatekeeperPolicy(), varied.scenario)
    assert outcome.failures == (), varied.case.query


def test_an_outcome_tells_an_authored_output_from_the_baselines():
    rejected, spoken = load_cases(names=["gate-reject-path-en", "high-cpu-en"])
    by_case = {
        case.name: evaluate_case(case, baseline_chain(), GatekeeperPolicy()) for case in (rejected, spoken)
    }
    assert by_case["gate-reject-path-en"].implementation == "authored"
    assert by_case["high-cpu-en"].implementation == baseline_chain().executor.name
    assert by_case["gate-reject-path-en"].severity == "reject"
    assert by_case["high-cpu-en"].n_supported == by_case["high-cpu-en"].n_claims == 1


def test_a_lie_in_place_of_the_authored_one_would_be_noticed():
    (case,) = load_cases(names=["gate-reject-path-en"])
    binding = {
        "tool_name": "query_metrics",
        "source_invocation_id": 1,
        "raw_path": "$.alerts[0]",
        "evidence_excerpt": "HighMemoryUsage firing, service=order-service, current=91%, duration=15m",
    }
    claim = {
        "claim_id": "claim-1",
        "claim_type": "observation",
        "claim_text": "order-service has a HighMemoryUsage alert at 91%.",
        "evidence_bindings": [binding],
    }
    honest = case.model_copy(update={"executor_output": {"claims": [claim]}})
    outcome = evaluate_case(honest, baseline_chain(), GatekeeperPolicy())
    assert not outcome.held
    assert any(failure.startswith("verdict: expected REJECT, got ") for failure in outcome.failures)


class FirstRowExecutor:
    """Quotes the first place of every call word for word, whatever was asked."""

    name = "first-row"

    def execute(self, query, invocations, retry_context=None):
        refs = [(call, call.retrieval_details.evidence_refs[0]) for call in invocations]
        claims = [
            {
                "claim_id": f"claim-{number}",
                "claim_type": "negative_observation" if ref.raw_path == "$.no_evidence" else "observation",
                "claim_text": ref.text,
                "evidence_bindings": [
                    {
                        "tool_name": call.tool_name,
                        "source_invocation_id": call.invocation_id,
                        "raw_path": ref.raw_path,
                        "evidence_excerpt": ref.text,
                    }
                ],
            }
            for number, (call, ref) in enumerate(refs, 1)
        ]
        return ExecutorReply(json.dumps({"claims": claims}, ensure_ascii=False))


@pytest.mark.parametrize(
    ("name", "field"),
    [
        pytest.param("high-cpu-en", "required_values: expected '93%'", id="the-resolved-alert-comes-first"),
        pytest.param("slow-response-zh", "required_values: expected '3900ms'", id="one-sample-of-five"),
        pytest.param(
            "consumer-lag-positive-en", "required_values: expected '148000'", id="one-reading-of-three"
        ),
        pytest.param(
            "bad-deploy-positive-zh", "required_values: expected 'CrashLoopBackOff'", id="the-start-only"
        ),
    ],
)
def test_an_executor_that_quotes_the_first_row_fails(name, field):
    (case,) = load_cases(names=[name])
    chain = dataclasses.replace(baseline_chain(), executor=FirstRowExecutor())
    failures = evaluate_case(case, chain, GatekeeperPolicy()).failures
    assert any(failure.startswith(field) for failure in failures), failures
