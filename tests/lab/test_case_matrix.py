import pytest

from evidencelab.agents.baseline import baseline_chain
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.lab.cases import load_cases
from evidencelab.lab.outcomes import evaluate_case
from evidencelab.lab.variation import vary_case
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
