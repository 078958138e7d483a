"""Run a case through a chain and say, expectation by expectation, what held and what did not.

Nothing here is lenient and nothing judges the chain's reasons: an outcome is the comparison of one
run with what the case states. It must not know which chain it runs.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator, Sequence

import pandas as pd

from evidencelab.agents.chain import run_chain
from evidencelab.agents.stages import Chain, ChainRun
from evidencelab.contracts import Claim, Contract, Severity, Verdict
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.lab.matrix.cases import Case, Expectation
from evidencelab.tools.rows import Scenario
from evidencelab.tools.scenario import load_scenario, scenario_tools
from evidencelab.tools.terms import has_term, has_value


class CaseOutcome(Contract):
    """One case, one run, and every expectation that did not hold.

    Attributes:
        case: The case's name.
        incident: What it belongs to; outcomes of one incident are not independent.
        language: The language of the query.
        tags: The case's tags.
        implementation: The executor that spoke; `authored` where the case brought its output.
        verdict: The settled verdict.
        severity: The gate's severity.
        groundedness_score: Share of supported claims in [0, 1]; None when nothing was judged.
        n_claims: Claims stated.
        n_supported: Claims supported.
        failed_rules: The gate's failed rules.
        failures: What was expected and what was got, one sentence each; empty if all held.
        seconds: Wall time of the run.
        run: The whole run.
    """

    case: str
    incident: str
    language: str
    tags: tuple[str, ...] = ()
    implementation: str
    verdict: Verdict
    severity: Severity
    groundedness_score: float | None = None
    n_claims: int
    n_supported: int
    failed_rules: tuple[str, ...] = ()
    failures: tuple[str, ...] = ()
    seconds: float
    run: ChainRun

    @property
    def held(self) -> bool:
        """Whether every expectation held."""
        return not self.failures


def evaluate_case(
    case: Case, chain: Chain, policy: GatekeeperPolicy, scenario: Scenario | None = None
) -> CaseOutcome:
    """Run a case and compare it with what it expects.

    Args:
        case: The case. Its forbidden terms for the answer are handed to the chain.
        chain: Who plans, gathers, judges and writes.
        policy: The gate's policy.
        scenario: The scenario to ask in; by default the one the case names.

    Raises:
        UnknownNameError: The case names a scenario that does not exist.
    """
    tools = scenario_tools(scenario or load_scenario(case.scenario))
    start = time.perf_counter()
    run = run_chain(
        case.query,
        f"case-{case.name}",
        tools,
        chain,
        policy,
        plan=case.plan,
        forbidden_terms=case.expect.forbidden_terms_in_answer,
        executor_output=case.executor_output,
    )
    seconds = time.perf_counter() - start
    gate = run.verifier_input.gatekeeper_result
    return CaseOutcome(
        case=case.name,
        incident=case.incident,
        language=case.language,
        tags=case.tags,
        implementation="authored" if run.authored else chain.executor.name,
        verdict=run.verifier_output.verdict,
        severity=gate.severity,
        groundedness_score=run.verifier_output.groundedness_score,
        n_claims=len(_claims(run)),
        n_supported=len(_supported_claims(run)),
        failed_rules=gate.failed_rules,
        failures=tuple(judge_run(case.expect, run)),
        seconds=seconds,
        run=run,
    )


def judge_run(expect: Expectation, run: ChainRun) -> Iterator[str]:
    """Name every expectation a run does not meet: what was expected, and what was got."""
    yield from _judge_verdict(expect, run)
    yield from _judge_gate(expect, run)
    yield from _judge_claims(expect, run)
    yield from _judge_evidence(expect, run)
    yield from _judge_wording(expect, run)


def outcomes_table(outcomes: Sequence[CaseOutcome]) -> pd.DataFrame:
    """Lay outcomes out as one row a case, in order; lists become text, an absent score NaN."""
    columns = [
        "case",
        "incident",
        "language",
        "tags",
        "implementation",
        "held",
        "verdict",
        "severity",
        "groundedness_score",
        "n_claims",
        "n_supported",
        "failed_rules",
        "failures",
        "seconds",
    ]
    rows = [
        {
            **{name: getattr(outcome, name) for name in columns},
            "tags": " ".join(outcome.tags),
            "failed_rules": " ".join(outcome.failed_rules),
            "failures": "\n".join(outcome.failures),
        }
        for outcome in outcomes
    ]
    return pd.DataFrame(rows, columns=columns).astype(
        {
            "held": bool,
            "groundedness_score": float,
            "n_claims": "int64",
            "n_supported": "int64",
            "seconds": float,
        }
    )


def _claims(run: ChainRun) -> tuple[Claim, ...]:
    return run.verifier_input.executor_structured_output.claims


def _supported_claims(run: ChainRun) -> tuple[Claim, ...]:
    supported = {
        judgement.claim_id for judgement in run.verifier_output.claims if judgement.support == "supported"
    }
    return tuple(claim for claim in _claims(run) if claim.claim_id in supported)


def _judge_verdict(expect: Expectation, run: ChainRun) -> Iterator[str]:
    verdict = run.verifier_output.verdict
    if verdict != expect.verdict:
        yield f"verdict: expected {expect.verdict}, got {verdict} ({_why(run)})"
    score = run.verifier_output.groundedness_score
    if expect.states_groundedness and score != expect.groundedness_score:
        yield f"groundedness_score: expected {expect.groundedness_score}, got {score}"


def _why(run: ChainRun) -> str:
    gate = run.verifier_input.gatekeeper_result
    if gate.status == "fail":
        return "the gate failed " + ", ".join(gate.failed_rules)
    reasons = [
        f"{item.claim_id} is {item.support}: {'; '.join(item.reasons)}"
        for item in run.verifier_output.claims
        if item.support != "supported"
    ]
    if reasons:
        return " | ".join(reasons)
    return f"{len(_claims(run))} claims, all supported" if _claims(run) else "nothing was claimed"


def _judge_gate(expect: Expectation, run: ChainRun) -> Iterator[str]:
    gate = run.verifier_input.gatekeeper_result
    if expect.severity is not None and gate.severity != expect.severity:
        failed = ", ".join(gate.failed_rules) or "no rule failed"
        yield f"severity: expected {expect.severity}, got {gate.severity} ({failed})"
    for rule in expect.failed_rules:
        if rule not in gate.failed_rules:
            yield f"failed_rules: expected {rule}, got {', '.join(gate.failed_rules) or 'none'}"


def _judge_claims(expect: Expectation, run: ChainRun) -> Iterator[str]:
    claims = _claims(run)
    if expect.claim_types:
        for claim in claims:
            if claim.claim_type not in expect.claim_types:
                allowed = " or ".join(expect.claim_types)
                yield f"claim_types: expected {allowed}, got {claim.claim_type} in {claim.claim_text!r}"
    count = expect.claim_count
    if count is not None and not count.min <= len(claims) <= count.max:
        yield f"claim_count: expected {count.min} to {count.max}, got {len(claims)}"


def _judge_evidence(expect: Expectation, run: ChainRun) -> Iterator[str]:
    called = {invocation.tool_name for invocation in run.session.tool_invocations}
    for tool in expect.tools:
        if tool not in called:
            yield f"tools: expected a call of {tool}, got {', '.join(sorted(called)) or 'no call'}"
    cited = [binding.raw_path for claim in _claims(run) for binding in claim.evidence_bindings]
    paths = sorted({path for path in cited if path is not None})
    for wanted in expect.raw_paths:
        pattern = re.escape(wanted).replace(r"\[i\]", r"\[\d+\]")
        if not any(re.fullmatch(pattern, path) for path in paths):
            yield f"raw_paths: expected a citation of {wanted}, got {', '.join(paths) or 'none'}"
    material = [
        text
        for claim in _supported_claims(run)
        for text in (claim.claim_text, *(item.evidence_excerpt or "" for item in claim.evidence_bindings))
    ]
    yield from _missing("required_values", expect.required_values, material, "the supported claims")


def _judge_wording(expect: Expectation, run: ChainRun) -> Iterator[str]:
    answer = run.composer_output.user_facing_answer
    yield from _missing("required_values_in_answer", expect.required_values_in_answer, [answer], "the answer")
    for claim in _claims(run):
        for term in _found(expect.forbidden_terms_in_claims, claim.claim_text):
            yield f"forbidden_terms_in_claims: expected no {term!r}, got {claim.claim_text!r}"
    for term in _found(expect.forbidden_terms_in_answer, answer):
        yield f"forbidden_terms_in_answer: expected no {term!r}, got {answer!r}"


def _missing(field: str, values: Iterable[str], texts: Sequence[str], where: str) -> Iterator[str]:
    for value in values:
        if not any(has_value(text, value) for text in texts):
            yield f"{field}: expected {value!r} in {where}, got {' | '.join(texts) or 'nothing'!r}"


def _found(terms: Iterable[str], text: str) -> Iterator[str]:
    for term in terms:
        has_digit = any(character.isdigit() for character in term)
        if has_value(text, term) if has_digit else has_term(text, term):
            yield term
