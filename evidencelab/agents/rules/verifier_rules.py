"""The rules no model can bend: what must hold of a claim or an action whoever verified it.

They read the claim, the excerpts that passed the gate, and nothing else; a model's opinion is not
among their arguments. Each gives reasons, one a finding; no reasons means that the rules object to
nothing, not that the claim is right.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from evidencelab.agents.language.facts import (
    Fact,
    facts_of,
    is_proper_name,
    level_name,
    quantities_of,
    same_quantity,
    stands_in,
)
from evidencelab.agents.language.glossary import sense_names
from evidencelab.agents.language.polarity import absence_as_fact, gives_orders, is_bound_to_query
from evidencelab.agents.language.repair import repair_step
from evidencelab.agents.language.scope import named_services
from evidencelab.agents.language.wording import fold
from evidencelab.contracts import (
    NO_EVIDENCE_PATH,
    Claim,
    ExecutorOutput,
    GatekeeperResult,
    RecommendedAction,
)
from evidencelab.evidence.excerpts import match_excerpt

KNOWLEDGE_TOOL = "lookup_knowledge"
MAX_CLAIM = 4000
"""Code points of a claim; longer text is no single statement and is not read."""
_MAX_EXCERPT = 20_000

_QUOTES = tuple(
    re.compile(pattern)
    for pattern in (r"“([^“”]{2,})”", r"「([^「」]{2,})」", r"\"([^\"]{2,})\"", r"`([^`]{2,})`")
)


class PassedExcerpt(NamedTuple):
    """An excerpt that passed the gate, as the evidence has it.

    Attributes:
        tool_name: The tool that said it.
        source_invocation_id: The call; None where the gate's result does not tell.
        raw_path: The place.
        text: The system-side words (`matched_text`), else the excerpt as cited; what stands behind the
            first 20000 code points supports nothing.
    """

    tool_name: str
    source_invocation_id: int | None
    raw_path: str
    text: str


class ClaimEvidence(NamedTuple):
    """What one claim may stand on.

    Attributes:
        own: Its passing excerpts of tools that observe.
        same_records: Passing excerpts of other claims and actions at the same places: they may name
            what the record is about, and add no value.
        n_knowledge: How many of its passing bindings are runbook text.
        n_failed: How many of its bindings did not pass.
    """

    own: tuple[PassedExcerpt, ...] = ()
    same_records: tuple[PassedExcerpt, ...] = ()
    n_knowledge: int = 0
    n_failed: int = 0

    @property
    def text(self) -> str:
        """The own excerpts, one a line."""
        return "\n".join(excerpt.text for excerpt in self.own)

    @property
    def record_text(self) -> str:
        """The own excerpts, those of the same records, and the tools that said them, one a line."""
        every = (*self.own, *self.same_records)
        return "\n".join((*(excerpt.text for excerpt in every), *(excerpt.tool_name for excerpt in self.own)))


def claim_evidence(claim: Claim, output: ExecutorOutput, gate: GatekeeperResult) -> ClaimEvidence:
    """Collect what a claim may stand on: runbook blocks are left out, a knowledge no-hit is not."""
    passed: list[tuple[str | None, PassedExcerpt]] = []
    n_knowledge = n_failed = 0
    cited = {
        (owner.claim_id, index): binding
        for owner in output.claims
        for index, binding in enumerate(owner.evidence_bindings)
    }
    counted: dict[str, int] = {}
    for checked in gate.checked_bindings:
        owner_id = checked.claim_id
        position = counted.get(str(owner_id or checked.action_id), 0)
        counted[str(owner_id or checked.action_id)] = position + 1
        is_own = owner_id == claim.claim_id
        if checked.status != "pass" or checked.tool_name is None or checked.raw_path is None:
            n_failed += is_own
            continue
        if checked.tool_name == KNOWLEDGE_TOOL and checked.raw_path != NO_EVIDENCE_PATH:
            n_knowledge += is_own
            continue
        index = position if checked.binding_index is None else checked.binding_index
        binding = cited.get((owner_id, index)) if owner_id is not None else None
        text = checked.matched_text or (binding.evidence_excerpt if binding is not None else None) or ""
        excerpt = PassedExcerpt(
            checked.tool_name, checked.source_invocation_id, checked.raw_path, text[:_MAX_EXCERPT]
        )
        passed.append((owner_id, excerpt))
    own = tuple(excerpt for owner_id, excerpt in passed if owner_id == claim.claim_id)
    places = {(excerpt.source_invocation_id, excerpt.raw_path) for excerpt in own}
    same = tuple(
        excerpt
        for owner_id, excerpt in passed
        if owner_id != claim.claim_id and (excerpt.source_invocation_id, excerpt.raw_path) in places
    )
    return ClaimEvidence(own, same, n_knowledge, n_failed)


def claim_reasons(claim: Claim, evidence: ClaimEvidence) -> tuple[str, ...]:
    """Say why a claim cannot be supported; empty where the rules object to nothing."""
    reasons: list[str] = []
    if not claim.claim_text.strip():
        reasons.append("states nothing")
    if len(claim.claim_text) > MAX_CLAIM:
        return (
            f"is {len(claim.claim_text)} characters long; a claim is one statement of at most {MAX_CLAIM}",
        )
    if not evidence.own:
        reasons.append(_nothing_left(evidence))
    else:
        reasons += [_missing(fact) for fact in missing_facts(claim.claim_text, evidence)]
        reasons += [
            f"the excerpt at {excerpt.raw_path} gives its reader orders; it is no evidence"
            for excerpt in evidence.own
            if gives_orders(excerpt.text)
        ]
    if claim.claim_type == "negative_observation":
        stated = absence_as_fact(claim.claim_text)
        if stated is not None:
            reasons.append(
                f"states absence, health or exclusion as a fact ({stated!r}); a query that found nothing "
                "shows only that it found nothing"
            )
        elif not is_bound_to_query(claim.claim_text):
            reasons.append("does not say that a query found nothing, which is all a no-evidence result shows")
    return tuple(reasons)


def action_reasons(action: RecommendedAction) -> tuple[str, ...]:
    """Say why an action may not be shown; empty where the rules object to nothing."""
    if len(action.action_text) > MAX_CLAIM:
        return (f"is {len(action.action_text)} characters long; a step has at most {MAX_CLAIM}",)
    step = repair_step(action.action_text)
    if step is None:
        return ()
    return (f"changes the system ({step!r}); actions gather evidence, they never repair",)


@lru_cache(maxsize=1024)
def without_quotes(text: str, evidence: ClaimEvidence) -> str:
    """Blank out what a text quotes truly from its own excerpts: a quote states nothing beyond them.

    A quote is what stands between quotation marks, verbatim in one excerpt, and what the match accepts
    there, so one that cuts a negation off is none. Offsets stay.
    """

    def blank(hit: re.Match[str]) -> str:
        quote = hit.group(1)
        is_true = any(
            fold(quote) in fold(excerpt.text) and match_excerpt(quote, excerpt.text).decision == "accept"
            for excerpt in evidence.own
        )
        return " " * len(hit.group()) if is_true else hit.group()

    for pattern in _QUOTES:
        text = pattern.sub(blank, text)
    return text


def missing_facts(text: str, evidence: ClaimEvidence) -> tuple[Fact, ...]:
    """List the values and names a text states that its evidence does not.

    Values (quantities, times, levels) must stand in the own excerpts, a name in an excerpt of the
    same record. Equal quantities are equal however written; a number may also count the records.
    """
    own, record = evidence.text, evidence.record_text
    text = without_quotes(text, evidence)
    values = quantities_of(own)
    keys = {fact.key for fact in facts_of(own)}
    levels = {level_name(word) for word in re.findall(r"[A-Za-z]+", own)}
    n_records = len({(excerpt.source_invocation_id, excerpt.raw_path) for excerpt in evidence.own})
    missing: list[Fact] = []
    for fact in facts_of(text):
        if fact.quantity is not None:
            is_known = any(
                value.quantity is not None and same_quantity(fact.quantity, value.quantity)
                for value in values
            ) or (fact.quantity.dimension == "count" and fact.quantity.value == n_records > 1)
        elif fact.kind == "level":
            is_known = level_name(fact.text) in levels
        elif fact.kind == "time":
            is_known = fact.key in keys or stands_in(fact.text, own)
        else:
            is_known = _is_named(fact.text, record)
        if not is_known:
            missing.append(fact)
    known = {fact.text for fact in facts_of(text)}
    missing += [
        Fact("name", name, text.find(name), text.find(name) + len(name))
        for name in named_services(text)
        if name not in known and not stands_in(name, record)
    ]
    return tuple(missing)


def _is_named(name: str, text: str) -> bool:
    """Tell whether a text names something, by this name or, for a technical word, by an equal one."""
    if stands_in(name, text):
        return True
    if is_proper_name(name):
        return False
    senses = sense_names(name)
    meant = frozenset(sense for sense in senses if sense.startswith("topic:")) or senses
    return bool(meant) and meant <= sense_names(text)


def _missing(fact: Fact) -> str:
    kind = {"quantity": "value", "time": "time", "level": "level", "name": "name"}[fact.kind]
    return f"the {kind} {fact.text!r} stands in no passing excerpt of the claim"


def _nothing_left(evidence: ClaimEvidence) -> str:
    if evidence.n_knowledge:
        return "rests on runbook text alone, which says nothing about the current state"
    if evidence.n_failed:
        return "none of its citations passed the gate"
    return "cites nothing"
