"""What the store holds and gives back: one entry a decision, its line in a listing, its replay.

`self_evaluation.verifier_evaluation.gatekeeper_result` is the wire format's place for the result;
the policy hash and the code version stand beside it.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from pydantic import JsonValue

from evidencelab.contracts import ComposerOutput, Contract, GatekeeperResult, Session, VerifierOutput
from evidencelab.gatekeeper.policy import GatekeeperPolicy

EntryKind = Literal["chain", "check"]


class VerifierEvaluation(Contract):
    """The gate's result, what it takes to reproduce it, and the verdict that followed, if one did."""

    gatekeeper_result: GatekeeperResult
    policy_hash: str
    code_version: str
    verifier_output: VerifierOutput | None = None


class SelfEvaluation(Contract):
    """The place where the wire format keeps evaluations of a diagnosis session."""

    verifier_evaluation: VerifierEvaluation


class AuditEntry(Contract):
    """One stored decision.

    Attributes:
        entry_id: Rises with every entry of the store.
        stored_at: When, in UTC (ISO 8601).
        policy: The settings in force, so that the entry can be replayed exactly.
        session: What the gate read.
        composer_output: The answer shown, for a run of the chain.
        run: What else is known of a run of the chain: violations, attempts, stages.
    """

    entry_id: int
    kind: EntryKind
    stored_at: str
    policy: GatekeeperPolicy
    session: Session
    self_evaluation: SelfEvaluation
    composer_output: ComposerOutput | None = None
    run: JsonValue = None

    @property
    def evaluation(self) -> VerifierEvaluation:
        """The evaluation, without the two names that lead to it."""
        return self.self_evaluation.verifier_evaluation


class AuditLine(NamedTuple):
    """An entry's line in a listing."""

    entry_id: int
    session_id: str
    kind: str
    stored_at: str
    severity: str
    verdict: str | None
    policy_hash: str


class Replay(Contract):
    """A stored decision beside the one that a policy makes of the same session today."""

    entry_id: int
    session_id: str
    stored: GatekeeperResult
    fresh: GatekeeperResult
    same_code: bool

    @property
    def rules_gained(self) -> tuple[str, ...]:
        """Rules that fail only under the replaying policy."""
        return tuple(rule for rule in self.fresh.failed_rules if rule not in self.stored.failed_rules)

    @property
    def rules_lost(self) -> tuple[str, ...]:
        """Rules that failed when the entry was stored and no longer do."""
        return tuple(rule for rule in self.stored.failed_rules if rule not in self.fresh.failed_rules)

    @property
    def is_changed(self) -> bool:
        """Whether anything of the result differs, messages included."""
        return self.stored != self.fresh
