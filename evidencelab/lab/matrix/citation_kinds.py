"""What the gate found each citation of a run to be: sound, altered, misattributed, fabricated, other.

The gate says whether a citation passes and which rules it broke; here that is put into the few
words a table counts. Nothing is judged anew except how much of a refused excerpt stands at the
place it cites. It must not know which model or prompt spoke.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

from evidencelab.agents.stages import ChainRun
from evidencelab.contracts import (
    CheckedBinding,
    EvidenceBinding,
    ExecutorOutput,
    GateError,
    ToolInvocation,
)
from evidencelab.evidence.excerpts import match_excerpt
from evidencelab.evidence.match_policy import MatchPolicy

CitationKind = Literal["sound", "altered", "misattributed", "fabricated", "other"]

MISMATCH = "evidence.excerpt_mismatch"
NO_SUCH_PLACE = frozenset(("evidence.invocation_ref", "evidence.raw_path"))
MISPLACING = NO_SUCH_PLACE | {MISMATCH}
ALTERED_FROM = MatchPolicy().reject_below


class JudgedCitation(NamedTuple):
    """One citation and what the gate found.

    Attributes:
        kind: `sound` passed the gate; `altered` stands at the place it cites with something
            changed; `misattributed` stands elsewhere in the session; `fabricated` stands nowhere,
            or cites a place that does not exist; `other` broke another rule.
        owner: The claim or action that cites.
        binding: The citation as the executor wrote it.
        rules: The rules it broke.
        reason: The gate's message on the first of them, or None.
        recorded: The text at the cited place; None where there is no such place.
    """

    kind: CitationKind
    owner: str
    binding: EvidenceBinding
    rules: tuple[str, ...]
    reason: str | None
    recorded: str | None


class CitationCounts(NamedTuple):
    """How many citations of each kind a run made."""

    n_sound: int = 0
    n_altered: int = 0
    n_misattributed: int = 0
    n_fabricated: int = 0
    n_other: int = 0

    @property
    def n_bindings(self) -> int:
        """All of them."""
        return sum(self)


def judge_citations(run: ChainRun) -> tuple[JudgedCitation, ...]:
    """Put what the gate found about each citation of a run into one word, in the gate's order."""
    output = run.verifier_input.executor_structured_output
    gate = run.verifier_input.gatekeeper_result
    errors: dict[tuple[str | None, str | None, int | None], list[GateError]] = {}
    for error in gate.errors:
        errors.setdefault((error.claim_id, error.action_id, error.binding_index), []).append(error)
    bindings = _bindings(output)
    judged = []
    for position, checked in enumerate(gate.checked_bindings):
        binding = bindings[position] if position < len(bindings) else EvidenceBinding()
        mine = errors.get((checked.claim_id, checked.action_id, checked.binding_index), [])
        recorded = _recorded(run.session.tool_invocations, binding)
        judged.append(
            JudgedCitation(
                kind=_kind(checked, mine, binding, recorded),
                owner=str(checked.claim_id if checked.claim_id is not None else checked.action_id),
                binding=binding,
                rules=checked.rules,
                reason=checked.message,
                recorded=recorded,
            )
        )
    return tuple(judged)


def count_citations(judged: Sequence[JudgedCitation]) -> CitationCounts:
    """Count citations by kind."""
    counts = Counter(citation.kind for citation in judged)
    return CitationCounts(
        counts["sound"], counts["altered"], counts["misattributed"], counts["fabricated"], counts["other"]
    )


def _bindings(output: ExecutorOutput) -> list[EvidenceBinding]:
    """List the citations in the order in which the gate checks them: claims, then actions."""
    lists = [claim.evidence_bindings for claim in output.claims]
    lists += [action.evidence_bindings for action in output.recommended_actions]
    return [binding for bindings in lists for binding in bindings]


def _kind(
    checked: CheckedBinding, errors: Sequence[GateError], binding: EvidenceBinding, recorded: str | None
) -> CitationKind:
    if checked.status == "pass":
        return "sound"
    if any(error.found_at and error.rule in MISPLACING for error in errors):
        return "misattributed"
    if MISMATCH in checked.rules:
        if recorded is not None and binding.evidence_excerpt:
            match = match_excerpt(binding.evidence_excerpt, recorded)
            if match.similarity is not None and match.similarity >= ALTERED_FROM:
                return "altered"
        return "fabricated"
    if NO_SUCH_PLACE & set(checked.rules):
        return "fabricated"
    return "other"


def _recorded(invocations: Sequence[ToolInvocation], binding: EvidenceBinding) -> str | None:
    for invocation in invocations:
        details = invocation.retrieval_details
        if invocation.invocation_id != binding.source_invocation_id or details is None:
            continue
        for ref in details.evidence_refs or ():
            if ref.raw_path == binding.raw_path:
                return ref.text
    return None
