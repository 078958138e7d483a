"""A verifier without a model: a claim follows when every word of it stands in its excerpts.

It is strict on purpose. What a claim says must be said by the passing excerpts in the same words,
in words that mean the same in Chinese or English, or in words of reporting that say nothing about a
system; a comparison of two quoted numbers is the only thing it works out itself.
"""

from __future__ import annotations

from evidencelab.agents.language.comparisons import unstated_directions
from evidencelab.agents.language.coverage import uncovered_words
from evidencelab.agents.language.polarity import absence_as_fact, inferences, negations_of
from evidencelab.agents.language.repair import gathers_evidence
from evidencelab.agents.language.wording import fold
from evidencelab.agents.rules.contradictions import bare_negations, contradictions
from evidencelab.agents.rules.pairing import due_told_as_done, other_records
from evidencelab.agents.rules.verdict import verdict_of
from evidencelab.agents.rules.verifier_rules import (
    MAX_CLAIM,
    ClaimEvidence,
    action_reasons,
    claim_evidence,
    claim_reasons,
    without_quotes,
)
from evidencelab.agents.stages import Usage, VerifierReply
from evidencelab.contracts import (
    ActionJudgement,
    Claim,
    ClaimJudgement,
    ClaimType,
    RecommendedAction,
    VerifierInput,
    VerifierOutput,
)


class BaselineVerifier:
    """Judges claims and actions by reading them against their excerpts."""

    name = "baseline"

    def verify(self, verifier_input: VerifierInput) -> VerifierReply:
        """Judge every claim and action; never fails."""
        output = verifier_input.executor_structured_output
        gate = verifier_input.gatekeeper_result
        claims = tuple(judge_claim(claim, claim_evidence(claim, output, gate)) for claim in output.claims)
        actions = tuple(judge_action(action) for action in output.recommended_actions)
        n_supported = sum(judgement.support == "supported" for judgement in claims)
        return VerifierReply(
            VerifierOutput(
                verdict=verdict_of(gate.severity, (judgement.support for judgement in claims)),
                groundedness_score=n_supported / len(claims) if claims else None,
                claims=claims,
                actions=actions,
            ),
            Usage(),
        )


def judge_claim(claim: Claim, evidence: ClaimEvidence) -> ClaimJudgement:
    """Judge one claim on what it may stand on."""
    is_read = len(claim.claim_text) <= MAX_CLAIM
    refuted = contradictions(claim, evidence) if is_read else ()
    if refuted:
        return ClaimJudgement(claim_id=claim.claim_id, support="contradicted", reasons=refuted)
    reasons = claim_reasons(claim, evidence)
    if evidence.own and is_read:
        reasons += _beyond(claim.claim_text, claim.claim_type, evidence)
    if reasons:
        return ClaimJudgement(claim_id=claim.claim_id, support="unsupported", reasons=reasons)
    places = ", ".join(dict.fromkeys(excerpt.raw_path for excerpt in evidence.own))
    return ClaimJudgement(
        claim_id=claim.claim_id, support="supported", reasons=(f"all it states stands at {places}",)
    )


def judge_action(action: RecommendedAction) -> ActionJudgement:
    """Judge one action: it must gather evidence and change nothing."""
    reasons = action_reasons(action)
    if not reasons and not gathers_evidence(action.action_text):
        reasons = ("names no step that gathers evidence",)
    return ActionJudgement(action_id=action.action_id, allowed=not reasons, reasons=reasons)


def _beyond(text: str, claim_type: ClaimType | None, evidence: ClaimEvidence) -> tuple[str, ...]:
    own, record = evidence.text, evidence.record_text
    text, quoted = without_quotes(text, evidence), fold(own)
    reasons = [
        f"{kind} ({said!r}), which no excerpt does"
        for said, kind in inferences(text)
        if fold(said) not in quoted and not _is_inference_of(said, own)
    ]
    if claim_type != "negative_observation":
        stated = absence_as_fact(text)
        if stated is not None and fold(stated) not in quoted:
            reasons.append(f"states absence or health ({stated!r}), which no excerpt does")
        reasons += [
            f"negates ({negation.text!r}) what no excerpt negates"
            for negation in bare_negations(text, own)
            if not any(negation.heads & other.heads for other in negations_of(own))
        ]
        if claim_type in ("root_cause", "risk") and not inferences(own):
            reasons.append(f"a {claim_type} is more than its excerpts observe")
    reasons += [*unstated_directions(text, own), *other_records(text, evidence), *due_told_as_done(text, own)]
    uncovered = uncovered_words(text, own, record, is_no_hit=claim_type == "negative_observation")
    if uncovered:
        reasons.append("says what no excerpt says: " + ", ".join(map(repr, uncovered[:6])))
    return tuple(dict.fromkeys(reasons))


def _is_inference_of(said: str, own: str) -> bool:
    """Tell whether the excerpts draw the same inference, in the other language or in other words."""
    return any(kind == other for _, kind in inferences(said) for _, other in inferences(own))
