"""What a claim's own excerpts say otherwise: a value of the same key, a state, an order, a polarity.

Only what is told twice and differs is a contradiction; what the excerpts merely do not say is not.
It must not know a verdict.
"""

from __future__ import annotations

import re

from evidencelab.agents.language.comparisons import comparisons
from evidencelab.agents.language.coverage import STATE_PATTERNS, known_senses
from evidencelab.agents.language.facts import Fact, facts_of, pairs_of, quantities_of
from evidencelab.agents.language.glossary import sense_names, senses_of
from evidencelab.agents.language.polarity import Negation, head_senses, negations_of
from evidencelab.agents.language.wording import clauses, plain, words
from evidencelab.agents.rules.pairing import other_pairs
from evidencelab.agents.rules.verifier_rules import ClaimEvidence, missing_facts, without_quotes
from evidencelab.contracts import Claim


def contradictions(claim: Claim, evidence: ClaimEvidence) -> tuple[str, ...]:
    """Say what the excerpts say otherwise: a value of the same key, a state, an order, a polarity."""
    if not evidence.own:
        return ()
    text, own = without_quotes(claim.claim_text, evidence), evidence.text
    reasons = [*_other_values(text, evidence), *_other_states(text, own), *_other_order(text, own)]
    if claim.claim_type != "negative_observation":
        reasons += _other_polarity(text, own)
    return tuple(reasons)


def _other_values(text: str, evidence: ClaimEvidence) -> list[str]:
    """Find values that the excerpts give otherwise for the same key, named or meant."""
    own = evidence.text
    missing = missing_facts(text, evidence)
    found = list(other_pairs(text, own))
    if found:
        return found
    for clause in clauses(text):
        for fact in quantities_of(clause):
            if any(fact.text == other.text for other in missing if other.kind == "quantity"):
                rival = _rival(fact, clause, own)
                if rival is not None:
                    found.append(f"the claim says {fact.text!r} where the excerpts say {rival.text!r}")
    for fact in missing:
        levels = {other.text for other in facts_of(own) if other.kind == "level"}
        if fact.kind == "level" and levels:
            found.append(
                f"the claim says level {fact.text} where the excerpts say {', '.join(sorted(levels))}"
            )
    return found


def _rival(fact: Fact, clause: str, own: str) -> Fact | None:
    """Find the one quantity that the excerpts give for what the clause speaks of, if it is another."""
    if fact.quantity is None:
        return None
    topics = sense_names(_without_names(clause)) - _WEAK_SENSES
    for line in own.splitlines():
        alike = [
            other
            for other in quantities_of(line)
            if other.quantity is not None and other.quantity.dimension == fact.quantity.dimension
        ]
        if len({other.quantity for other in alike}) == 1 and topics & sense_names(_without_names(line)):
            if fact.quantity.dimension == "count" and not _same_key(clause, line):
                continue
            return alike[0]
    return None


_WEAK_SENSES = frozenset(
    words(
        """current high low service firing rate request error warning usage count size response maximum
        minimum average active fail"""
    )
)


def _without_names(text: str) -> str:
    """Blank out hyphenated names: that two lines name order-service makes them no more alike."""
    return re.sub(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)+", " ", text)


def _same_key(clause: str, line: str) -> bool:
    return bool({pair.key for pair in pairs_of(clause)} & {pair.key for pair in pairs_of(line)})


def _other_states(text: str, own: str) -> list[str]:
    stated = {state for state, pattern in STATE_PATTERNS if pattern.search(text)}
    shown = {state for state, pattern in STATE_PATTERNS if pattern.search(own)}
    if not shown or not stated or stated & shown:
        return []
    return [f"the claim says {', '.join(sorted(stated))} where the excerpts say {', '.join(sorted(shown))}"]


def _other_order(text: str, own: str) -> list[str]:
    """Find a comparison of two numbers that the numbers themselves refute."""
    return [
        f"{item.left.text!r} is not {item.name} {item.right.text!r}"
        for item in comparisons(text, own)
        if item.left is not None and item.right is not None and item.is_refuted
    ]


def _other_polarity(text: str, own: str) -> list[str]:
    """Find what the claim negates and the excerpts do not, or the other way round.

    Excerpts that tell of a failure may say in other words what the claim negates ("could not
    resolve", "no such host"); then only the same words contradict.
    """
    said, shown = negations_of(text), negations_of(own)
    shown_heads = frozenset(head for negation in shown for head in negation.heads)
    said_heads = frozenset(head for negation in said for head in negation.heads)
    positive = _outside_negations(own)
    tells_failure = bool(shown) or "fail" in known_senses(own, own)
    reasons = [
        f"the claim negates ({negation.text!r}) what the excerpts state"
        for negation in bare_negations(text, own)
        if not negation.heads & shown_heads
        and (negation.words if tells_failure else negation.heads) & positive
    ]
    stated = head_senses(text)
    reasons += [
        f"the excerpts negate ({negation.text!r}) what the claim states"
        for negation in bare_negations(own, text)
        if negation.heads & stated and not negation.heads & (said_heads | positive)
    ]
    return reasons


def bare_negations(text: str, other: str) -> tuple[Negation, ...]:
    """Find the negations that are not part of a word whose meaning the other text states as well.

    `not available` and 不可用 mean one thing; neither negates the other.
    """
    known = sense_names(other)
    normal = plain(text)
    words_of_other = (sense for sense in senses_of(normal) if not sense.name.startswith("topic:"))
    shared = [sense for sense in words_of_other if sense.name in known]
    return tuple(
        negation
        for negation in negations_of(text)
        if not any(sense.start <= negation.start < sense.end for sense in shared)
    )


def _outside_negations(own: str) -> frozenset[str]:
    pieces = [piece for line in own.splitlines() for piece in clauses(line) if not negations_of(piece)]
    return frozenset(head for piece in pieces for head in head_senses(piece))
