"""The code has the last word: from a verifier's output to the settled one, with every overruling kept.

A verifier may be a model and may say anything. What it says about a claim stands only where the
rules do not object, what it says about the session only where it follows from the claims and the
gate. This module must not know a prompt or a model.
"""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import JsonValue

from evidencelab.agents.rules.verifier_rules import action_reasons, claim_evidence, claim_reasons
from evidencelab.contracts import (
    ActionJudgement,
    Claim,
    ClaimJudgement,
    ExecutorOutput,
    GatekeeperResult,
    Overruling,
    RecommendedAction,
    Severity,
    Support,
    Verdict,
    VerifierInput,
    VerifierOutput,
)

_WORST_FIRST: tuple[Support, ...] = ("contradicted", "unsupported", "supported")


def verdict_of(severity: Severity, supports: Iterable[Support]) -> Verdict:
    """Give the verdict that follows from the gate and the settled claims.

    Gate `reject`, or a claim contradicted by its own excerpts: REJECT. Everything supported behind a
    passing gate: PASS. Nothing claimed, gate `low_confid`, or anything unsupported: LOW_CONFID.
    """
    judged = tuple(supports)
    if severity == "reject" or "contradicted" in judged:
        return "REJECT"
    if severity == "none" and judged and all(support == "supported" for support in judged):
        return "PASS"
    return "LOW_CONFID"


def needs_verifier(gate: GatekeeperResult) -> bool:
    """Tell whether a verifier is asked at all: not behind a gate that rejected."""
    return gate.severity != "reject"


def rejected(output: ExecutorOutput) -> VerifierOutput:
    """Give the output of a session whose gate rejected: no verifier spoke, so there is no score."""
    return VerifierOutput(
        verdict="REJECT",
        claims=tuple(
            ClaimJudgement(
                claim_id=claim.claim_id, support="unsupported", reasons=("the gate rejected the session",)
            )
            for claim in _unique(output.claims)
        ),
        actions=tuple(
            ActionJudgement(
                action_id=action.action_id, allowed=False, reasons=("the gate rejected the session",)
            )
            for action in _unique_actions(output.recommended_actions)
        ),
    )


def settle(
    said: VerifierOutput | None, verifier_input: VerifierInput, silence: str = "the verifier said nothing"
) -> VerifierOutput:
    """Settle a verifier's output against the rules, the claims and the gate.

    Args:
        said: What the verifier said; None where it failed, and then nothing is supported.
        verifier_input: What it was asked about.
        silence: Why it said nothing, in words for the reasons.

    Returns:
        One judgement for every claim and action of the executor, in its order; the verdict and score
        that follow from them; `overruled` names every place where the verifier had said otherwise.
        Where the gate or the lack of claims allows LOW_CONFID at best, a verifier's REJECT stands.
    """
    gate = verifier_input.gatekeeper_result
    output = verifier_input.executor_structured_output
    if not needs_verifier(gate):
        return rejected(output)
    overruled: list[Overruling] = []
    claims = tuple(
        _settle_claim(claim, output, gate, said, silence, overruled) for claim in _unique(output.claims)
    )
    actions = tuple(
        _settle_action(action, said, silence, overruled)
        for action in _unique_actions(output.recommended_actions)
    )
    if said is not None:
        overruled += _unknown(said, claims, actions)
    verdict = verdict_of(gate.severity, (judgement.support for judgement in claims))
    is_capped = gate.severity == "low_confid" or not claims
    if is_capped and said is not None and said.verdict == "REJECT":
        verdict = "REJECT"
    n_supported = sum(judgement.support == "supported" for judgement in claims)
    score = n_supported / len(claims) if claims and said is not None else None
    if said is not None and said.verdict != verdict:
        reason = _why(gate.severity, claims)
        overruled.append(_overruling("verdict", said.verdict, verdict, reason))
    if said is not None and said.groundedness_score is not None and said.groundedness_score != score:
        overruled.append(
            _overruling(
                "groundedness_score", said.groundedness_score, score, "it is supported claims / claims"
            )
        )
    return VerifierOutput(
        verdict=verdict,
        groundedness_score=score,
        claims=claims,
        actions=actions,
        overruled=tuple(overruled),
    )


def _settle_claim(
    claim: Claim,
    output: ExecutorOutput,
    gate: GatekeeperResult,
    said: VerifierOutput | None,
    silence: str,
    overruled: list[Overruling],
) -> ClaimJudgement:
    judgements = [item for item in (said.claims if said else ()) if item.claim_id == claim.claim_id]
    if not judgements:
        reason = silence if said is None else "the verifier did not judge it"
        return ClaimJudgement(claim_id=claim.claim_id, support="unsupported", reasons=(reason,))
    support = min((item.support for item in judgements), key=_WORST_FIRST.index)
    reasons = tuple(dict.fromkeys(reason for item in judgements for reason in item.reasons))
    if support == "supported":
        objections = claim_reasons(claim, claim_evidence(claim, output, gate))
        if sum(other.claim_id == claim.claim_id for other in output.claims) > 1:
            objections += ("several claims bear its id, so its citations cannot be told apart",)
        if objections:
            overruled.append(_overruling(claim.claim_id, "supported", "unsupported", "; ".join(objections)))
            return ClaimJudgement(claim_id=claim.claim_id, support="unsupported", reasons=objections)
    return ClaimJudgement(claim_id=claim.claim_id, support=support, reasons=reasons)


def _settle_action(
    action: RecommendedAction, said: VerifierOutput | None, silence: str, overruled: list[Overruling]
) -> ActionJudgement:
    judgements = [item for item in (said.actions if said else ()) if item.action_id == action.action_id]
    objections = action_reasons(action)
    if not judgements:
        reason = silence if said is None else "the verifier did not judge it"
        return ActionJudgement(action_id=action.action_id, allowed=False, reasons=(*objections, reason))
    allowed = all(item.allowed for item in judgements)
    reasons = tuple(dict.fromkeys(reason for item in judgements for reason in item.reasons))
    if allowed and objections:
        overruled.append(_overruling(action.action_id, True, False, "; ".join(objections)))
        return ActionJudgement(action_id=action.action_id, allowed=False, reasons=objections)
    return ActionJudgement(action_id=action.action_id, allowed=allowed, reasons=reasons)


def _unknown(
    said: VerifierOutput, claims: tuple[ClaimJudgement, ...], actions: tuple[ActionJudgement, ...]
) -> list[Overruling]:
    known_claims = {item.claim_id for item in claims}
    known_actions = {item.action_id for item in actions}
    unknown: list[Overruling] = [
        _overruling(item.claim_id, item.support, None, "the executor made no such claim")
        for item in said.claims
        if item.claim_id not in known_claims
    ]
    unknown += [
        _overruling(item.action_id, item.allowed, None, "the executor proposed no such action")
        for item in said.actions
        if item.action_id not in known_actions
    ]
    return unknown


def _why(severity: Severity, claims: tuple[ClaimJudgement, ...]) -> str:
    if severity == "low_confid":
        return "the gate allows LOW_CONFID at best"
    if not claims:
        return "nothing was claimed, which allows LOW_CONFID at best"
    counts = {support: sum(item.support == support for item in claims) for support in _WORST_FIRST}
    stated = ", ".join(f"{count} {support}" for support, count in counts.items() if count)
    return f"it follows from the claims: {stated}"


def _overruling(subject: str, said: JsonValue, says: JsonValue, reason: str) -> Overruling:
    return Overruling(subject=subject, verifier_said=said, code_says=says, reason=reason)


def _unique(claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
    return tuple({claim.claim_id: claim for claim in reversed(claims)}.values())[::-1]


def _unique_actions(actions: tuple[RecommendedAction, ...]) -> tuple[RecommendedAction, ...]:
    return tuple({action.action_id: action for action in reversed(actions)}.values())[::-1]
