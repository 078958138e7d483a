"""What the gate and the case say about one executor answer, as a score and as words to learn from.

The words are the gate's own errors, the verifier's reasons and what the case expected; the score
is built from the same facts. It must not know an optimiser or a model.
"""

from __future__ import annotations

from typing import NamedTuple

from evidencelab.agents.baseline.baseline_chain import baseline_chain
from evidencelab.agents.chain import finish_run
from evidencelab.agents.stages import ChainRun
from evidencelab.contracts import Session
from evidencelab.gatekeeper.hook import prepare_verifier_input
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.lab.matrix.cases import Case
from evidencelab.lab.matrix.citation_kinds import count_citations, judge_citations
from evidencelab.lab.matrix.outcomes import evaluate_case, judge_run

MOST_LINES = 12
LONGEST_QUOTE = 400
PRAISE = "Every citation is genuine, every claim follows from its excerpts, and all expected held."


class Feedback(NamedTuple):
    """One answer, judged.

    Attributes:
        score: Mean of three shares in [0, 1]: sound citations, supported claims, and whether all held.
        text: What was wrong, one point a line; praise where nothing was.
        gate_passed: Whether the gate passed.
        held: Whether everything the case expects held.
    """

    score: float
    text: str
    gate_passed: bool
    held: bool


def evidence_session(case: Case, policy: GatekeeperPolicy) -> Session:
    """Gather a case's evidence with the baseline planner, as it would lie before an executor."""
    return evaluate_case(case, baseline_chain(), policy).run.session


def judge_answer(case: Case, session: Session, completion: str, policy: GatekeeperPolicy) -> Feedback:
    """Judge what an executor wrote about a case.

    Args:
        case: The case; its expectations are part of the score.
        session: Its evidence; the executor output in it is replaced.
        completion: The answer, in any shape.
        policy: The gate's policy.

    Returns:
        Score 0 for an answer that cannot be read at all or claims nothing.
    """
    spoken = session.model_copy(update={"executor_output": completion})
    run = finish_run(
        spoken,
        prepare_verifier_input(spoken, policy),
        baseline_chain(),
        policy,
        forbidden_terms=case.expect.forbidden_terms_in_answer,
        attempts=1,
    )
    failures = tuple(judge_run(case.expect, run))
    counts = count_citations(judge_citations(run))
    n_claims = len(run.verifier_output.claims)
    supported = sum(claim.support == "supported" for claim in run.verifier_output.claims)
    shares = (
        counts.n_sound / counts.n_bindings if counts.n_bindings else 0.0,
        supported / n_claims if n_claims else 0.0,
        0.0 if failures else 1.0,
    )
    lines = [*_unread(run, completion), *_gate_lines(run), *_verifier_lines(run), *failures]
    return Feedback(
        score=sum(shares) / len(shares) if n_claims else 0.0,
        text="\n".join(f"- {line}" for line in lines[:MOST_LINES]) or PRAISE,
        gate_passed=run.verifier_input.gatekeeper_result.status == "pass",
        held=not failures,
    )


def _unread(run: ChainRun, completion: str) -> list[str]:
    status = run.verifier_input.executor_output_parse_status
    if status.status == "valid":
        return []
    if status.status == "invalid":
        quoted = completion[:LONGEST_QUOTE]
        return [f"the answer holds no JSON object with claims ({status.detail}); it reads: {quoted!r}"]
    return [f"the answer is not one JSON object alone: it was read by {status.detail}"]


def _gate_lines(run: ChainRun) -> list[str]:
    errors = run.verifier_input.gatekeeper_result.errors
    return [
        f"{error.rule} ({error.claim_id or error.action_id or 'the answer'}): {error.message}"
        for error in errors
    ]


def _verifier_lines(run: ChainRun) -> list[str]:
    if run.verifier_input.gatekeeper_result.severity == "reject":
        return []  # nobody judged; the gate's errors say why
    return [
        f"{claim.claim_id} is {claim.support}: {'; '.join(claim.reasons)}"
        for claim in run.verifier_output.claims
        if claim.support != "supported"
    ]
