"""The gate: a session in, a verdict on its citations out. No model, no guess, no exception.

Every binding is judged by every rule that can still be applied. The gate says whether citations are
real; whether a claim follows from them is the verifier's question, which this module must not ask.

Source:
    Design, sections 4 and 6.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

from evidencelab.contracts import (
    CheckedBinding,
    Claim,
    Contract,
    ExecutorOutput,
    GateError,
    GatekeeperResult,
    GateWarning,
    RecommendedAction,
    Session,
    Severity,
    ToolInvocation,
)
from evidencelab.evidence.recorder import record_invocation
from evidencelab.gatekeeper import rules
from evidencelab.gatekeeper.beside_refs import RawOutputs
from evidencelab.gatekeeper.citations import Address, Citation
from evidencelab.gatekeeper.executor_output import ReadExecutorOutput, read_executor_output
from evidencelab.gatekeeper.json_values import shorten
from evidencelab.gatekeeper.lookup import Lookup, look_up
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.gatekeeper.rules import RULES, Failure, Trial
from evidencelab.gatekeeper.session_evidence import SessionEvidence

Owner = TypeVar("Owner", Claim, RecommendedAction)

_SEVERITIES: tuple[Severity, ...] = ("none", "low_confid", "reject")


class Gated(NamedTuple):
    """A gated session.

    Attributes:
        result: The verdict.
        read: The executor's output as it was read.
        output: The same with every id that was coerced or backfilled put in.
        invocations: The session's calls with what was recorded of their outputs.
    """

    result: GatekeeperResult
    read: ReadExecutorOutput
    output: ExecutorOutput
    invocations: tuple[ToolInvocation, ...]


def check_session(session: Session, policy: GatekeeperPolicy = GatekeeperPolicy()) -> GatekeeperResult:
    """Decide whether a session's citations are real.

    Args:
        session: Its calls may be unrecorded; its `executor_output` may be anything at all.
        policy: Settings of the match and of the gate.

    Returns:
        `status` is pass if and only if no rule failed; `severity` is that of the worst failure.
    """
    return gate_session(session, policy).result


def gate_session(session: Session, policy: GatekeeperPolicy = GatekeeperPolicy()) -> Gated:
    """Record what is not recorded, read the executor's output, and judge every citation in it."""
    invocations = tuple(record_invocation(invocation) for invocation in session.tool_invocations)
    evidence = SessionEvidence(session.session_id, invocations, policy)
    raw = RawOutputs(evidence.own_calls, policy)
    read = read_executor_output(session.executor_output)
    verdict = _Verdict()
    verdict.add_warnings(read.warnings)
    for problem in read.problems:
        verdict.fail(rules.OUTPUT_INCOMPLETE, Failure(problem.message, problem.cited), problem.address)
    for claim_id, failure in rules.claims_without_bindings(read.output):
        verdict.fail(rules.BINDINGS_EMPTY, failure, Address(claim_id=claim_id))
    ids: list[int | None] = []
    for citation in read.citations:
        lookup = look_up(citation, evidence, policy.backfill == "unique")
        ids.append(_id_of(lookup))
        _judge(Trial(citation, lookup, evidence, policy, raw), verdict)
    nothing = rules.nothing_claimed(read.output)
    if nothing is not None:
        verdict.fail(rules.NO_CLAIMS, nothing, Address())
    for message in rules.unknown_bases(read.output):
        verdict.warn(rules.BASIS_UNKNOWN, message, Address())
    return Gated(verdict.result(), read, _with_ids(read.output, ids), invocations)


class _Verdict:
    """Collects failures, warnings and checked bindings, and sums them up."""

    def __init__(self) -> None:
        self._errors: list[GateError] = []
        self._warnings: list[GateWarning] = []
        self._checked: list[CheckedBinding] = []
        self._of_binding: dict[Address, list[GateError]] = {}

    def fail(self, rule: str, failure: Failure, address: Address) -> None:
        error = GateError(
            rule=rule,
            message=failure.message,
            **address.to_wire(),
            cited=failure.cited,
            found=failure.found,
            found_at=failure.found_at,
        )
        self._errors.append(error)
        if address.binding_index is not None:
            self._of_binding.setdefault(address, []).append(error)

    def warn(self, rule: str, message: str, address: Address) -> None:
        self._warnings.append(GateWarning(rule=rule, message=message, **address.to_wire()))

    def add_warnings(self, warnings: tuple[GateWarning, ...]) -> None:
        self._warnings.extend(warnings)

    def check(self, citation: Citation, lookup: Lookup) -> None:
        """Write the outcome of one binding, once all rules have been asked about it."""
        errors = self._of_binding.pop(citation.address, [])
        match = None if lookup.comparison is None else lookup.comparison.match
        cited: dict[str, Any] = {
            **citation.address.to_wire(),
            "tool_name": citation.tool_name if isinstance(citation.tool_name, str) else None,
            "source_invocation_id": _id_of(lookup),
            "raw_path": citation.raw_path if isinstance(citation.raw_path, str) else None,
            "status": "fail" if errors else "pass",
            "matched_text": None if errors or match is None else match.matched_text,
        }
        if errors:
            cited["rule"] = errors[0].rule
            cited["rules"] = tuple(dict.fromkeys(error.rule for error in errors))
            cited["message"] = errors[0].message
        self._checked.append(CheckedBinding(**cited))

    def result(self) -> GatekeeperResult:
        failed_rules = tuple(dict.fromkeys(error.rule for error in self._errors))
        worst = max((_SEVERITIES.index(RULES[rule]) for rule in failed_rules), default=0)
        return GatekeeperResult(
            status="fail" if failed_rules else "pass",
            severity=_SEVERITIES[worst],
            checked_bindings=tuple(self._checked),
            failed_rules=failed_rules,
            warnings=tuple(self._warnings),
            errors=tuple(self._errors),
        )


def _judge(trial: Trial, verdict: _Verdict) -> None:
    """Ask every rule about one citation and write its outcome."""
    citation, lookup = trial.citation, trial.lookup
    if citation.is_readable:
        for rule, judge in rules.BINDING_RULES.items():
            failure = judge(trial)
            if failure is not None:
                verdict.fail(rule, failure, citation.address)
    if lookup.resolution.coercion is not None:
        message = f"source_invocation_id {shorten(citation.invocation)} {lookup.resolution.coercion}"
        if lookup.call is not None:
            message = f"{message}: call {lookup.call.invocation.invocation_id}"
        verdict.warn(rules.ID_COERCED, message, citation.address)
    if lookup.backfilled and lookup.call is not None:
        verdict.warn(rules.AUTO_BACKFILL, _backfill_message(citation, lookup), citation.address)
    verdict.check(citation, lookup)


def _backfill_message(citation: Citation, lookup: Lookup) -> str:
    filled = f"source_invocation_id was filled in as {_id_of(lookup)}"
    tool = shorten(citation.tool_name)
    if citation.raw_path is None:
        return f"{filled}, the only call of {tool}; raw_path remains missing"
    return f"{filled}, the only call of {tool} where raw_path and excerpt agree"


def _id_of(lookup: Lookup) -> int | None:
    """Give the id on trial: the integer cited, or the one filled in."""
    if lookup.call is not None:
        return lookup.call.invocation.invocation_id
    return lookup.resolution.named_id


def _with_ids(output: ExecutorOutput, ids: Iterable[int | None]) -> ExecutorOutput:
    """Put the ids on trial into the bindings, in citation order; nothing else changes."""
    remaining = iter(ids)
    claims = tuple(_owner_with_ids(claim, remaining) for claim in output.claims)
    actions = tuple(_owner_with_ids(action, remaining) for action in output.recommended_actions)
    return output.model_copy(update=_changed(output, claims=claims, recommended_actions=actions))


def _owner_with_ids(owner: Owner, remaining: Iterator[int | None]) -> Owner:
    bindings = tuple(
        binding.model_copy(update=_changed(binding, source_invocation_id=next(remaining)))
        for binding in owner.evidence_bindings
    )
    return owner.model_copy(update=_changed(owner, evidence_bindings=bindings))


def _changed(contract: Contract, **values: object) -> dict[str, object]:
    """Keep the values that differ, so that a field nobody stated stays unstated."""
    return {name: value for name, value in values.items() if value != getattr(contract, name)}
