from __future__ import annotations

import itertools

import pytest

from evidencelab.agents.rules.verdict import needs_verifier, settle, verdict_of
from evidencelab.contracts import (
    ActionJudgement,
    ClaimJudgement,
    ExecutorOutput,
    GatekeeperResult,
    ParseStatus,
    Severity,
    Support,
    Verdict,
    VerifierInput,
    VerifierOutput,
)
from tests.agents.claim_cases import MEMORY_ALERT, NO_LOGS, verifier_input

TRUE = ("order-service memory is at 91%.", "observation", (MEMORY_ALERT,))
FALSE = ("order-service memory is at 97%.", "observation", (MEMORY_ALERT,))
ABSENT = ("inventory-service is healthy, nothing was found.", "negative_observation", (NO_LOGS,))

TABLE: list[tuple[Severity, tuple[Support, ...], Verdict]] = [
    ("none", ("supported",), "PASS"),
    ("none", ("supported", "supported"), "PASS"),
    ("none", ("supported", "unsupported"), "LOW_CONFID"),
    ("none", ("unsupported",), "LOW_CONFID"),
    ("none", ("contradicted",), "REJECT"),
    ("none", ("supported", "contradicted"), "REJECT"),
    ("none", ("unsupported", "contradicted"), "REJECT"),
    ("none", (), "LOW_CONFID"),
    ("low_confid", ("supported",), "LOW_CONFID"),
    ("low_confid", ("unsupported",), "LOW_CONFID"),
    ("low_confid", ("contradicted",), "REJECT"),
    ("low_confid", (), "LOW_CONFID"),
    ("reject", ("supported",), "REJECT"),
    ("reject", ("unsupported",), "REJECT"),
    ("reject", ("contradicted",), "REJECT"),
    ("reject", (), "REJECT"),
]


@pytest.mark.parametrize(("severity", "supports", "verdict"), TABLE)
def test_verdict_follows_from_gate_and_claims(
    severity: Severity, supports: tuple[Support, ...], verdict: Verdict
) -> None:
    assert verdict_of(severity, supports) == verdict


def says(
    *supports: Support, verdict: Verdict = "PASS", score: float | None = None, actions: tuple[bool, ...] = ()
) -> VerifierOutput:
    return VerifierOutput(
        verdict=verdict,
        groundedness_score=score,
        claims=tuple(
            ClaimJudgement(claim_id=f"claim-{number}", support=support)
            for number, support in enumerate(supports, 1)
        ),
        actions=tuple(
            ActionJudgement(action_id=f"action-{number}", allowed=allowed)
            for number, allowed in enumerate(actions, 1)
        ),
    )


@pytest.mark.parametrize(
    ("severity", "said"), list(itertools.product(("none", "low_confid"), ("PASS", "LOW_CONFID", "REJECT")))
)
def test_a_verdict_that_does_not_follow_is_overruled(severity: Severity, said: Verdict) -> None:
    settled = settle(says("supported", verdict=said), verifier_input((TRUE,), severity=severity))
    expected = {"none": "PASS", "low_confid": "REJECT" if said == "REJECT" else "LOW_CONFID"}[severity]
    assert settled.verdict == expected
    overruled = [item for item in settled.overruled if item.subject == "verdict"]
    assert [(item.verifier_said, item.code_says) for item in overruled] == (
        [] if said == expected else [(said, expected)]
    )


def test_a_rejected_session_has_no_score_and_needs_no_verifier() -> None:
    given = verifier_input((TRUE,), severity="reject", actions=("Check the logs.",))
    assert not needs_verifier(given.gatekeeper_result)
    settled = settle(says("supported", score=1.0, actions=(True,)), given)
    assert (settled.verdict, settled.groundedness_score) == ("REJECT", None)
    assert settled.claims[0].support == "unsupported"
    assert not settled.actions[0].allowed


def test_a_supported_claim_with_a_value_from_nowhere_is_overruled() -> None:
    settled = settle(says("supported", "supported", score=1.0), verifier_input((TRUE, FALSE)))
    assert [item.support for item in settled.claims] == ["supported", "unsupported"]
    assert (settled.verdict, settled.groundedness_score) == ("LOW_CONFID", 0.5)
    assert [item.subject for item in settled.overruled] == ["claim-2", "verdict", "groundedness_score"]
    assert "97%" in settled.overruled[0].reason


def test_an_overclaimed_absence_is_overruled() -> None:
    settled = settle(says("supported"), verifier_input((ABSENT,), tool_name="query_logs"))
    assert settled.claims[0].support == "unsupported"
    assert settled.verdict == "LOW_CONFID"


def test_a_repair_that_was_allowed_is_overruled() -> None:
    given = verifier_input((TRUE,), actions=("Restart order-service.", "Check the GC logs."))
    settled = settle(says("supported", actions=(True, True)), given)
    assert [item.allowed for item in settled.actions] == [False, True]
    assert [(item.subject, item.verifier_said, item.code_says) for item in settled.overruled] == [
        ("action-1", True, False)
    ]


def test_a_claim_the_verifier_forgot_is_unsupported() -> None:
    settled = settle(says("supported"), verifier_input((TRUE, TRUE), actions=("Check the GC logs.",)))
    assert [item.support for item in settled.claims] == ["supported", "unsupported"]
    assert settled.claims[1].reasons == ("the verifier did not judge it",)
    assert not settled.actions[0].allowed


def test_of_two_words_on_one_claim_the_worse_stands() -> None:
    said = VerifierOutput(
        verdict="PASS",
        claims=(
            ClaimJudgement(claim_id="claim-1", support="supported"),
            ClaimJudgement(claim_id="claim-1", support="contradicted", reasons=("differs",)),
        ),
    )
    settled = settle(said, verifier_input((TRUE,)))
    assert (settled.claims[0].support, settled.verdict) == ("contradicted", "REJECT")


def test_a_judgement_on_a_claim_nobody_made_is_recorded_and_dropped() -> None:
    settled = settle(says("supported", "supported", verdict="PASS"), verifier_input((TRUE,)))
    assert [item.claim_id for item in settled.claims] == ["claim-1"]
    assert [item.subject for item in settled.overruled] == ["claim-2"]


def test_a_doubt_of_the_verifier_is_not_overruled_by_the_rules() -> None:
    settled = settle(says("unsupported", verdict="LOW_CONFID"), verifier_input((TRUE,)))
    assert (settled.claims[0].support, settled.overruled) == ("unsupported", ())


def test_a_silent_verifier_supports_nothing() -> None:
    settled = settle(None, verifier_input((TRUE,)), "the verifier failed: time-out")
    assert (settled.verdict, settled.groundedness_score) == ("LOW_CONFID", None)
    assert settled.claims[0].reasons == ("the verifier failed: time-out",)


def test_no_claims_are_low_confid_at_best() -> None:
    given = VerifierInput(
        original_query="",
        executor_structured_output=ExecutorOutput(),
        gatekeeper_result=GatekeeperResult(status="fail", severity="low_confid"),
        executor_output_parse_status=ParseStatus(status="valid", detail="parsed"),
    )
    settled = settle(says(verdict="PASS"), given)
    assert (settled.verdict, settled.groundedness_score) == ("LOW_CONFID", None)


def test_claims_that_share_an_id_are_not_supported() -> None:
    given = verifier_input((TRUE, TRUE))
    output = given.executor_structured_output
    twins = tuple(claim.model_copy(update={"claim_id": "claim-1"}) for claim in output.claims)
    settled = settle(
        says("supported"),
        given.model_copy(update={"executor_structured_output": output.model_copy(update={"claims": twins})}),
    )
    assert [item.support for item in settled.claims] == ["unsupported"]
