"""A verifier without a model: a claim follows when every word of it stands in its excerpts.

It is strict on purpose. What a claim says must be said by the passing excerpts in the same words,
in words that mean the same in Chinese or English, or in words of reporting that say nothing about a
system; a comparison of two quoted numbers is the only thing it works out itself.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from evidencelab.agents.facts import Fact, facts_of, pairs_of, quantities_of
from evidencelab.agents.glossary import (
    cut_reporting,
    is_reporting_word,
    sense_names,
    senses_of,
    without_reporting,
)
from evidencelab.agents.polarity import Negation, absence_as_fact, head_words, inferences, negations_of
from evidencelab.agents.repair import gathers_evidence
from evidencelab.agents.stages import Usage, VerifierReply
from evidencelab.agents.verdict import verdict_of
from evidencelab.agents.verifier_rules import (
    ClaimEvidence,
    action_reasons,
    claim_evidence,
    claim_reasons,
    missing_facts,
    without_quotes,
)
from evidencelab.agents.wording import clauses, fold, is_cjk, plain, sentences, stem, words
from evidencelab.contracts import (
    ActionJudgement,
    Claim,
    ClaimJudgement,
    ClaimType,
    RecommendedAction,
    VerifierInput,
    VerifierOutput,
)

_STATES: tuple[tuple[str, str], ...] = (
    ("firing", r"\bfiring\b|\bstill\s+active\b|触发中|告警中|正在(?:触发|告警)"),
    ("pending", r"\bpending\b|待触发"),
    ("resolved", r"\bresolved\b|\brecovered\b|\binactive\b|已恢复|已解除|已消除|已解决"),
)
_STATE_PATTERNS = tuple((state, re.compile(pattern, re.IGNORECASE)) for state, pattern in _STATES)
_ABOVE = re.compile(
    r"(?:>=?|≥|\babove\b|\bover\b|\bexceed\w*|\bmore\s+than|\bhigher\s+than|\bgreater\s+than|\babove\b|高于|超过|超出|大于|多于)",
    re.IGNORECASE,
)
_BELOW = re.compile(
    r"(?:<=?|≤|\bbelow\b|\bunder\b|\bless\s+than|\blower\s+than|\bfewer\s+than|低于|小于|少于|不足)",
    re.IGNORECASE,
)
_NEAR_LIMIT = re.compile(
    r"接近(?:上限|满|极限|饱和)|逼近上限|\b(?:near|nearing|close\s+to|approaching)\s+(?:its\s+|the\s+)?limit",
    re.IGNORECASE,
)
_AT_LIMIT = re.compile(r"耗尽|用尽|占满|打满|\bexhaust\w+|\bfully\s+used|\bsaturated", re.IGNORECASE)
_CONTEXT = 12
_MAX_DISTANCE = 40
_PLAIN = re.compile(r"[A-Za-z][A-Za-z']*")


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
    contradictions = _contradictions(claim, evidence)
    if contradictions:
        return ClaimJudgement(claim_id=claim.claim_id, support="contradicted", reasons=contradictions)
    reasons = claim_reasons(claim, evidence)
    if evidence.own:
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


# ------------------------------------------------------------------ what the excerpts contradict


def _contradictions(claim: Claim, evidence: ClaimEvidence) -> tuple[str, ...]:
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
    known: dict[str, set[str]] = {}
    for pair in pairs_of(own):
        known.setdefault(pair.key, set()).add(pair.value)
    missing = missing_facts(text, evidence)
    missing_words = {fact.key for fact in missing}
    found = [
        f"{pair.key} is {pair.value!r} in the claim and {sorted(known[pair.key])!r} in the excerpts"
        for pair in pairs_of(text)
        if pair.key in known and pair.value not in known[pair.key] and missing_words & {pair.value}
    ]
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
    stated = {state for state, pattern in _STATE_PATTERNS if pattern.search(text)}
    shown = {state for state, pattern in _STATE_PATTERNS if pattern.search(own)}
    if not shown or not stated or stated & shown:
        return []
    return [f"the claim says {', '.join(sorted(stated))} where the excerpts say {', '.join(sorted(shown))}"]


def _other_order(text: str, own: str) -> list[str]:
    """Find a comparison of two numbers that the numbers themselves refute."""
    return [
        f"{item.left.text!r} is not {item.name} {item.right.text!r}"
        for item in _comparisons(text, own)
        if item.left is not None and item.right is not None and item.is_refuted
    ]


def _other_polarity(text: str, own: str) -> list[str]:
    """Find what the claim negates and the excerpts do not, or the other way round."""
    said, shown = _bare_negations(text, own), _bare_negations(own, text)
    shown_heads = frozenset(head for negation in negations_of(own) for head in negation.heads)
    said_heads = frozenset(head for negation in negations_of(text) for head in negation.heads)
    positive = _outside_negations(own)
    reasons = [
        f"the claim negates ({negation.text!r}) what the excerpts state"
        for negation in said
        if not negation.heads & shown_heads and negation.heads & positive
    ]
    reasons += [
        f"the excerpts negate ({negation.text!r}) what the claim states"
        for negation in shown
        if negation.heads & head_words(text) and not negation.heads & (said_heads | positive)
    ]
    return reasons


def _bare_negations(text: str, other: str) -> tuple[Negation, ...]:
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
    return frozenset(head for piece in pieces for head in head_words(piece))


# ------------------------------------------------------------------ what goes beyond the excerpts


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
            for negation in _bare_negations(text, own)
            if not any(negation.heads & other.heads for other in negations_of(own))
        ]
        if claim_type in ("root_cause", "risk") and not inferences(own):
            reasons.append(f"a {claim_type} is more than its excerpts observe")
    reasons += _directions(text, own)
    uncovered = uncovered_words(text, own, record)
    if uncovered:
        reasons.append("says what no excerpt says: " + ", ".join(map(repr, uncovered[:6])))
    return tuple(dict.fromkeys(reasons))


def _is_inference_of(said: str, own: str) -> bool:
    """Tell whether the excerpts draw the same inference, in the other language or in other words."""
    return any(kind == other for _, kind in inferences(said) for _, other in inferences(own))


class _Comparison(NamedTuple):
    name: str
    left: Fact | None
    right: Fact | None
    is_refuted: bool = False


def _comparisons(text: str, quoted: str = "") -> tuple[_Comparison, ...]:
    """Find the comparisons of a text with the like quantities on both sides, where there are any.

    One that stands in `quoted` word for word is the evidence's own and no statement of the text.
    """
    found: list[_Comparison] = []
    folded = fold(quoted)
    for sentence in sentences(plain(text)):
        values = quantities_of(sentence)
        for pattern, name in ((_ABOVE, "above"), (_BELOW, "below")):
            for hit in pattern.finditer(sentence):
                if fold(sentence[max(hit.start() - _CONTEXT, 0) : hit.end() + _CONTEXT]) in folded:
                    continue
                right = next((fact for fact in values if fact.start >= hit.end()), None)
                left = next((fact for fact in reversed(values) if fact.end <= hit.start()), None)
                if left is None or right is None or not _are_compared(left, right):
                    found.append(_Comparison(name, None, right))
                    continue
                difference = left.quantity.value - right.quantity.value  # type: ignore[union-attr]
                is_refuted = difference < 0 if name == "above" else difference > 0
                found.append(_Comparison(name, left, right, is_refuted))
    return tuple(found)


def _are_compared(left: Fact, right: Fact) -> bool:
    if left.quantity is None or right.quantity is None or right.start - left.end > _MAX_DISTANCE:
        return False
    return left.quantity.dimension == right.quantity.dimension


def _directions(text: str, own: str) -> list[str]:
    """Find comparisons that neither an excerpt states nor its numbers show."""
    stated = {item.name for item in _comparisons(own)}
    return [
        f"says {item.name!r}, which no excerpt does"
        for item in _comparisons(text, own)
        if item.left is None and item.name not in stated
    ]


def uncovered_words(text: str, own: str, record: str) -> tuple[str, ...]:
    """List the words of a claim that its excerpts do not say, in order.

    Left out: facts (the rules judge them), words of reporting, words whose meaning an excerpt
    states, and a limit that a quoted ratio reaches.
    """
    normal = plain(text)
    covered = [False] * len(normal)
    for fact in facts_of(normal):
        _mark(covered, fact.start, fact.end)
    known = sense_names(own) | sense_names(record)
    for sense in senses_of(normal):
        if sense.name in known:
            _mark(covered, sense.start, sense.end)
    for pattern in (_ABOVE, _BELOW, _NEAR_LIMIT, _AT_LIMIT, *(item for _, item in _STATE_PATTERNS)):
        for hit in pattern.finditer(normal):
            if pattern in (_ABOVE, _BELOW) or _is_worked_out(pattern, hit.group(), own):
                _mark(covered, *hit.span())
    stems = {stem(word) for word in _PLAIN.findall(_opened(f"{own} {record}"))}
    quoted = fold(own)
    missing: list[str] = []
    for hit in _PLAIN.finditer(normal):
        is_done = all(covered[hit.start() : hit.end()])
        if not is_done and not is_reporting_word(hit.group()) and stem(hit.group()) not in stems:
            missing.append(hit.group())
        _mark(covered, *hit.span())
    for run in _uncovered_runs(normal, covered):
        for piece in cut_reporting(run):
            if not _is_quoted(piece, quoted):
                missing += [part for part in without_reporting(piece) if not _is_quoted(part, quoted)]
    return tuple(dict.fromkeys(missing))


def _is_worked_out(pattern: re.Pattern[str], said: str, own: str) -> bool:
    if pattern in (_NEAR_LIMIT, _AT_LIMIT):
        least = 1.0 if pattern is _AT_LIMIT else 0.9
        return any(share >= least for share in _shares(own))
    return bool(
        {state for state, item in _STATE_PATTERNS if item.search(said)}
        & {state for state, item in _STATE_PATTERNS if item.search(own)}
    )


def _shares(text: str) -> tuple[float, ...]:
    """Give the ratios written as `used/limit`, in one dimension."""
    found = []
    facts = quantities_of(text)
    normal = plain(text)
    for one, other in pairwise(facts):
        if normal[one.end : other.start].strip() != "/" or one.quantity is None or other.quantity is None:
            continue
        if one.quantity.dimension == other.quantity.dimension and other.quantity.value > 0:
            found.append(float(one.quantity.value / other.quantity.value))
    return tuple(found)


def _opened(text: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_\-./]", " ", text)


def _mark(covered: list[bool], start: int, end: int) -> None:
    covered[start:end] = [True] * (end - start)


def _uncovered_runs(text: str, covered: list[bool]) -> list[str]:
    runs: list[str] = []
    current = ""
    for character, is_covered in zip(text, covered, strict=True):
        if is_cjk(character) and not is_covered:
            current += character
        elif current:
            runs.append(current)
            current = ""
    return [*runs, current] if current else runs


def _is_quoted(piece: str, quoted: str) -> bool:
    if piece in quoted:
        return True
    return len(piece) > 2 and all(piece[index : index + 2] in quoted for index in range(len(piece) - 1))
