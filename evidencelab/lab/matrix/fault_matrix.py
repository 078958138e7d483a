"""Fault by layer: which lie is caught by the gate, by the rules, by the composer's check, and by none.

Every layer is judged on its own, as if those before it had believed everything; beside that stands
which of them speaks first in the real chain, and whether the lie stands in the answer when the
verifier is one that believes everything. What gets through is counted like the rest. It must not
know how a lie is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Literal

import pandas as pd

from evidencelab.agents.baseline.baseline_chain import baseline_chain
from evidencelab.agents.baseline.verifier import judge_action, judge_claim
from evidencelab.agents.chain import run_chain
from evidencelab.agents.faults.lies import Lie, Refusal
from evidencelab.agents.faults.lying_executor import REFUSED, Fault, FaultyExecutor, provoke
from evidencelab.agents.rules.answer_check import AnswerSources, check_answer
from evidencelab.agents.rules.verifier_rules import action_reasons, claim_evidence, claim_reasons
from evidencelab.agents.stages import Chain, ChainRun, ComposerInput, VerifierReply
from evidencelab.contracts import (
    ActionJudgement,
    CheckedBinding,
    Claim,
    ClaimJudgement,
    Contract,
    ExecutorOutput,
    GatekeeperResult,
    Session,
    VerifierInput,
    VerifierOutput,
)
from evidencelab.gatekeeper.gate import check_session
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.lab.matrix.cases import Case
from evidencelab.tools.scenario import load_scenario, scenario_tools

Layer = Literal["gate", "verifier_rules", "composer_check", "none"]
LAYERS: tuple[Layer, ...] = ("gate", "verifier_rules", "composer_check")
_FOREIGN_IDS = (7_000_001, 7_000_002, 7_000_003)


class FaultOutcome(Contract):
    """One fault told in one case, and who noticed.

    Attributes:
        case: The case's name.
        incident: What it belongs to; outcomes of one incident are not independent.
        language: The language of the question.
        fault: The fault.
        seed: The seed it was told with.
        refusal: Why it could not be told here; None where it was told, and all else is then stated.
        told: What the lie was.
        gate: The gate objects to the lie itself, or breaks a rule it did not break for the honest output.
        verifier_rules: The rules object to the lie even where the gate believes every citation.
        baseline_verifier: So does the baseline verifier, which reads more than the rules demand.
        composer_check: The answer's check objects to the lie even where all before it believe it.
        first_layer: The first of the three that objects; `none` where the lie gets through.
        verdict: The verdict of the whole chain, its verifier believing everything.
        is_in_answer: The lie stands in the answer of that chain.
    """

    case: str
    incident: str
    language: str
    fault: Fault
    seed: int
    refusal: str | None = None
    told: str | None = None
    gate: bool | None = None
    verifier_rules: bool | None = None
    baseline_verifier: bool | None = None
    composer_check: bool | None = None
    first_layer: Layer | None = None
    verdict: str | None = None
    is_in_answer: bool | None = None


class CredulousVerifier:
    """A verifier that believes everything: what is left are the rules no model can bend."""

    name = "credulous"

    def verify(self, verifier_input: VerifierInput) -> VerifierReply:
        """Say that every claim is supported and every action allowed."""
        output = verifier_input.executor_structured_output
        return VerifierReply(
            VerifierOutput(
                verdict="PASS",
                groundedness_score=1.0 if output.claims else None,
                claims=tuple(
                    ClaimJudgement(claim_id=claim.claim_id, support="supported") for claim in output.claims
                ),
                actions=tuple(
                    ActionJudgement(action_id=action.action_id, allowed=True)
                    for action in output.recommended_actions
                ),
            )
        )


def run_faults(
    cases: Sequence[Case],
    faults: Iterable[Fault] = tuple(Fault),
    *,
    chain: Chain | None = None,
    policy: GatekeeperPolicy = GatekeeperPolicy(),
    seeds: Sequence[int] = (0,),
) -> Iterator[FaultOutcome]:
    """Tell every fault in every case, one outcome each, refusals included.

    Args:
        cases: The cases; an authored one is skipped, since no executor speaks in it.
        faults: The faults to tell.
        chain: The honest chain; by default the baseline. Its verifier is replaced by one that
            believes everything.
        policy: The gate's policy.
        seeds: Each is another choice of citation and wording.
    """
    honest = chain or baseline_chain()
    chosen = tuple(faults)
    for case in cases:
        if case.is_authored:
            continue
        for fault in chosen:
            for seed in seeds:
                yield tell_fault(case, fault, honest, policy, seed)


def tell_fault(case: Case, fault: Fault, chain: Chain, policy: GatekeeperPolicy, seed: int) -> FaultOutcome:
    """Tell one fault in one case and ask every layer."""
    scene = provoke(fault, scenario_tools(load_scenario(case.scenario)), chain, seed)
    liar = FaultyExecutor(scene.chain.executor, fault, seed, _FOREIGN_IDS)
    run = run_chain(
        case.query,
        f"fault-{case.name}",
        scene.tools,
        replace(scene.chain, executor=liar, verifier=CredulousVerifier()),
        policy,
        plan=case.plan,
        forbidden_terms=case.expect.forbidden_terms_in_answer,
    )
    outcome = FaultOutcome(
        case=case.name, incident=case.incident, language=case.language, fault=fault, seed=seed
    )
    invocations = run.session.tool_invocations
    honest_reply = scene.chain.executor.execute(case.query, invocations)
    lie = liar.lie(case.query, invocations, honest_reply.text)
    if isinstance(lie, Refusal):
        return outcome.model_copy(update={"refusal": lie.reason})
    error = next((record.error for record in run.stages if record.stage == "executor" and record.error), None)
    if error is not None:
        return outcome.model_copy(update={"refusal": error.removeprefix(REFUSED)})
    honest_session = run.session.model_copy(update={"executor_output": honest_reply.text})
    return _judge(outcome, lie, run, check_session(honest_session, policy))


def fault_table(outcomes: Iterable[FaultOutcome]) -> pd.DataFrame:
    """Lay outcomes out as one row each, in order; what was not told has missing values."""
    columns = list(FaultOutcome.model_fields)
    rows = [outcome.model_dump(mode="json") for outcome in outcomes]
    frame = pd.DataFrame(rows, columns=columns)
    flags = ["gate", "verifier_rules", "baseline_verifier", "composer_check", "is_in_answer"]
    return frame.astype(dict.fromkeys(flags, "boolean")).astype({"seed": "int64"})


def layer_table(outcomes: Iterable[FaultOutcome]) -> pd.DataFrame:
    """Count fault by layer, faults in their own order.

    Returns:
        One row a fault: `n_told`, `n_refused`; how many each layer objects to on its own (`gate`,
        `verifier_rules`, `baseline_verifier`, `composer_check`); how many get through the three
        that no model can bend (`through`); and how many stand in the answer (`in_answer`).
    """
    frame = fault_table(outcomes)
    rows = []
    for fault in Fault:
        own = frame[frame["fault"] == fault.value]
        told = own[own["refusal"].isna()]
        rows.append(
            {
                "fault": fault.value,
                "n_told": len(told),
                "n_refused": len(own) - len(told),
                "gate": int(told["gate"].sum()),
                "verifier_rules": int(told["verifier_rules"].sum()),
                "baseline_verifier": int(told["baseline_verifier"].sum()),
                "composer_check": int(told["composer_check"].sum()),
                "through": int((told["first_layer"] == "none").sum()),
                "in_answer": int(told["is_in_answer"].sum()),
            }
        )
    return pd.DataFrame(rows).set_index("fault")


def _gate_notices(lie: Lie, result: GatekeeperResult, honest: GatekeeperResult) -> bool:
    """Tell whether the gate objects to the lie, and not merely to what it objects to anyway."""
    about_lie = any(
        error.claim_id in lie.claim_ids if error.claim_id is not None else error.action_id in lie.action_ids
        for error in result.errors
    )
    return about_lie or bool(set(result.failed_rules) - set(honest.failed_rules))


def _judge(outcome: FaultOutcome, lie: Lie, run: ChainRun, honest: GatekeeperResult) -> FaultOutcome:
    output = run.verifier_input.executor_structured_output
    claims = [claim for claim in output.claims if claim.claim_id in lie.claim_ids]
    actions = [action for action in output.recommended_actions if action.action_id in lie.action_ids]
    believing = _believing_gate(output)
    evidence = {id(claim): claim_evidence(claim, output, believing) for claim in claims}
    texts = [claim.claim_text for claim in claims] + [action.action_text for action in actions]
    sources = _believing_sources(run, output)
    gate = _gate_notices(lie, run.verifier_input.gatekeeper_result, honest)
    rules = any(claim_reasons(claim, evidence[id(claim)]) for claim in claims) or any(
        action_reasons(action) for action in actions
    )
    check = any(check_answer(text, sources) for text in texts if text.strip())
    caught = dict(zip(LAYERS, (gate, rules, check), strict=True))
    first: Layer = next((layer for layer in LAYERS if caught[layer]), "none")
    answer = run.composer_output.user_facing_answer
    return outcome.model_copy(
        update={
            "told": lie.told,
            "gate": gate,
            "verifier_rules": rules,
            "baseline_verifier": any(
                judge_claim(claim, evidence[id(claim)]).support != "supported" for claim in claims
            )
            or any(not judge_action(action).allowed for action in actions),
            "composer_check": check,
            "first_layer": first,
            "verdict": run.verifier_output.verdict,
            "is_in_answer": any(text.strip() and text in answer for text in texts),
        }
    )


def _believing_gate(output: ExecutorOutput) -> GatekeeperResult:
    """Give the result of a gate that believes every citation as it is written."""
    owners: list[tuple[Claim, int]] = [
        (claim, position) for claim in output.claims for position in range(len(claim.evidence_bindings))
    ]
    return GatekeeperResult(
        status="pass",
        severity="none",
        checked_bindings=tuple(
            CheckedBinding(
                claim_id=claim.claim_id,
                binding_index=position,
                tool_name=claim.evidence_bindings[position].tool_name or "unnamed",
                source_invocation_id=claim.evidence_bindings[position].source_invocation_id,
                raw_path=claim.evidence_bindings[position].raw_path or "unstated",
                status="pass",
                matched_text=claim.evidence_bindings[position].evidence_excerpt,
            )
            for claim, position in owners
        ),
    )


def _believing_sources(run: ChainRun, output: ExecutorOutput) -> AnswerSources:
    """Give what an answer is checked against when everything before has been believed."""
    return AnswerSources(
        ComposerInput(
            original_query=run.session.original_query,
            verdict="PASS",
            supported_claims=output.claims,
            missing_info=output.missing_info,
            allowed_actions=output.recommended_actions,
            forbidden_terms=run.forbidden_terms,
        ),
        evidence_texts=_texts(run.session),
    )


def _texts(session: Session) -> tuple[str, ...]:
    return tuple(
        ref.text
        for invocation in session.tool_invocations
        for ref in (invocation.retrieval_details.evidence_refs if invocation.retrieval_details else None)
        or ()
    )
