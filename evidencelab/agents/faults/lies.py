"""What a lie is made from and how it is put into an executor's output.

A lie is told only where it is one: an altered value must stand nowhere in the record, a shifted path
must hold another text, a runbook must have been read. Where no honest instance of a fault can be made
its function gives a `Refusal`. Whether a gate would notice is never asked: that is what is measured.
"""

from __future__ import annotations

import random
import re
from typing import NamedTuple

from evidencelab.agents.language.scope import read_scope
from evidencelab.agents.language.wording import Language
from evidencelab.contracts import Claim, EvidenceBinding, EvidenceRef, ExecutorOutput, ToolInvocation


class Refusal(NamedTuple):
    """Why no honest instance of a fault can be made here."""

    reason: str


class Lie(NamedTuple):
    """An executor output that lies, and where.

    Attributes:
        text: What the executor hands over.
        claim_ids: The claims that lie.
        action_ids: The actions that lie.
        told: What was done, in one line.
    """

    text: str
    claim_ids: tuple[str, ...]
    action_ids: tuple[str, ...]
    told: str


class Situation(NamedTuple):
    """What a lie is made from.

    Attributes:
        query: The question.
        invocations: The recorded calls.
        honest: What the wrapped executor said.
        foreign_ids: Ids of another session's calls, for citing one.
        random: The one source of choice.
    """

    query: str
    invocations: tuple[ToolInvocation, ...]
    honest: ExecutorOutput
    foreign_ids: tuple[int, ...]
    random: random.Random

    @property
    def language(self) -> Language:
        """The language of the question."""
        return read_scope(self.query).language

    def refs(self) -> list[tuple[ToolInvocation, EvidenceRef]]:
        """List every ref of the session with its call."""
        return [
            (invocation, ref)
            for invocation in self.invocations
            for ref in (invocation.retrieval_details.evidence_refs if invocation.retrieval_details else None)
            or ()
        ]

    def text_at(self, binding: EvidenceBinding) -> str:
        """Give the text a binding cites, empty where it cites nothing."""
        for invocation, ref in self.refs():
            if invocation.invocation_id == binding.source_invocation_id and ref.raw_path == binding.raw_path:
                return ref.text
        return ""


class Place(NamedTuple):
    """One citation of the honest output: a claim, the position of a binding in it, the binding."""

    claim: Claim
    position: int
    binding: EvidenceBinding


def bindings(situation: Situation, *, needs_index: bool = False) -> list[Place]:
    """List the citations of the honest output, in an order drawn from the situation."""
    places = [
        Place(claim, position, binding)
        for claim in situation.honest.claims
        for position, binding in enumerate(claim.evidence_bindings)
        if not needs_index or re.search(r"\[\d+\]$", binding.raw_path or "")
    ]
    situation.random.shuffle(places)
    return places


def any_binding(situation: Situation, *, needs_index: bool = False) -> Place | None:
    """Draw one citation; None where there is none."""
    return next(iter(bindings(situation, needs_index=needs_index)), None)


def with_binding(situation: Situation, update: dict[str, object], told: str) -> Lie | Refusal:
    """Lie about one citation by changing fields of it."""
    place = any_binding(situation)
    if place is None:
        return Refusal("the honest output cites nothing")
    return rebind(situation, place, update, told)


def rebind(
    situation: Situation,
    place: Place,
    update: dict[str, object],
    told: str,
    *,
    claim_text: str | None = None,
) -> Lie:
    """Put another binding, and if need be another wording, in the place of an honest one."""
    bindings = list(place.claim.evidence_bindings)
    bindings[place.position] = place.binding.model_copy(update=update)
    lying = place.claim.model_copy(
        update={"evidence_bindings": tuple(bindings), "claim_text": claim_text or place.claim.claim_text}
    )
    return replace_claim(situation, place.claim, lying, told)


def replace_claim(situation: Situation, claim: Claim, lying: Claim, told: str) -> Lie:
    """Put a lying claim in the place of an honest one."""
    claims = tuple(lying if item is claim else item for item in situation.honest.claims)
    return Lie(dump(situation.honest.model_copy(update={"claims": claims})), (lying.claim_id,), (), told)


def with_claim(
    situation: Situation,
    claim_type: str,
    text: str,
    invocation: ToolInvocation,
    ref: EvidenceRef,
    excerpt: str,
    told: str,
) -> Lie:
    """Add a claim on one record."""
    binding = EvidenceBinding(
        tool_name=invocation.tool_name,
        source_invocation_id=invocation.invocation_id,
        raw_path=ref.raw_path,
        evidence_excerpt=excerpt,
    )
    claim = Claim.model_validate(
        {
            "claim_id": new_id(situation),
            "claim_type": claim_type,
            "claim_text": text,
            "evidence_bindings": (binding,),
        }
    )
    return add_claim(situation, claim, told)


def add_claim(situation: Situation, claim: Claim, told: str) -> Lie:
    """Add a lying claim behind the honest ones."""
    lying = situation.honest.model_copy(update={"claims": (*situation.honest.claims, claim)})
    return Lie(dump(lying), (claim.claim_id,), (), told)


def new_id(situation: Situation) -> str:
    """Give a claim id that is not taken."""
    taken = {claim.claim_id for claim in situation.honest.claims}
    return next(name for name in (f"claim-{n}" for n in range(1, 10_000)) if name not in taken)


def dump(output: ExecutorOutput) -> str:
    """Write an output as an executor hands it over."""
    return output.model_dump_json(exclude_none=True)
