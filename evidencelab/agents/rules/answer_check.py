"""The checked property of every answer, whichever composer wrote it.

An answer holds no raw JSON, no raw tool output, no blocked claim, no forbidden term, no value or
name that nothing it may draw on states, no cause that no supported claim states, and no absence or
health told as a fact. It must not know a composer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from evidencelab.agents.language.exclusions import find_forbidden
from evidencelab.agents.language.facts import (
    Fact,
    facts_of,
    is_proper_name,
    quantities_of,
    same_quantity,
    stands_in,
)
from evidencelab.agents.language.glossary import is_reporting_word, sense_names
from evidencelab.agents.language.polarity import absence_as_fact, inferences, stated_parts
from evidencelab.agents.language.wording import excerpt_of, fold, plain, sentences, stem
from evidencelab.agents.rules.verifier_rules import MAX_CLAIM
from evidencelab.agents.stages import ComposerInput, Violation
from evidencelab.contracts import Claim
from evidencelab.tools.terms import cjk_runs

MAX_ANSWER = 20_000
"""Code points; what is longer is a dump and not an answer."""
_MIN_RAW = 40
_JSON_FIELD = re.compile(r"[\"'][A-Za-z_][\w.-]*[\"']\s*:\s*(?:[\"'\[{\d-]|true|false|null)")
_JSON_OPEN = re.compile(r"[{\[]")
_LOCATOR = re.compile(r"\$\.[A-Za-z_]\w*(?:\[\d+\])?")
_WIRE_WORDS = re.compile(
    r"evidence_status\s*=|source_invocation_id|evidence_bindings|evidence_excerpt|tool_trace_summary|raw_path"
    r"|retrieval_details|returned no evidence;"
)
_LOG_HEADER = re.compile(
    r"\[[^\[\]\n]{1,40}\]\[(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|CRITICAL|FATAL)\]", re.I
)
_STATED_TOO_MUCH = ("names a root cause", "states a cause", "names a leak", "states certainty")
_COVERED = 0.8
_LIST_NUMBER = re.compile(r"(?:^|\n)\s*\d{1,2}\s*[.)、．]")


class AnswerSources(NamedTuple):
    """What an answer is checked against.

    Attributes:
        composer_input: What the composer was given.
        blocked_claims: The claims that may not be stated.
        evidence_texts: The texts of the session's refs, none of which may be copied out whole.
    """

    composer_input: ComposerInput
    blocked_claims: tuple[Claim, ...] = ()
    evidence_texts: tuple[str, ...] = ()


def check_answer(answer: str, sources: AnswerSources) -> tuple[Violation, ...]:
    """List every way in which an answer breaks the property; empty for an answer that may be shown."""
    if not answer.strip():
        return (Violation(code="answer.empty", detail="the answer is blank"),)
    if len(answer) > MAX_ANSWER:
        return (_violation("too_long", f"{len(answer)} characters, at most {MAX_ANSWER} are an answer"),)
    return tuple(
        dict.fromkeys(
            (
                *_raw_json(answer),
                *_raw_output(answer, sources.evidence_texts),
                *_forbidden(answer, sources.composer_input.forbidden_terms),
                *_blocked(answer, sources),
                *_unknown_facts(answer, sources.composer_input),
                *_inferred(answer, sources.composer_input),
                *_overstated(answer, sources.composer_input),
            )
        )
    )


def _raw_json(answer: str) -> Iterator[Violation]:
    field = _JSON_FIELD.search(answer)
    if field is not None:
        yield _violation("raw_json", field.group())
        return
    decoder = json.JSONDecoder()
    for opening in _JSON_OPEN.finditer(answer):
        try:
            value, end = decoder.raw_decode(answer, opening.start())
        except (ValueError, RecursionError):
            continue
        holds_records = isinstance(value, list) and any(isinstance(item, dict | list | str) for item in value)
        if isinstance(value, dict) or holds_records:
            yield _violation("raw_json", answer[opening.start() : end])
            return


def _raw_output(answer: str, evidence_texts: Sequence[str]) -> Iterator[Violation]:
    for pattern in (_LOG_HEADER, _LOCATOR, _WIRE_WORDS):
        hit = pattern.search(answer)
        if hit is not None:
            yield _violation("raw_output", hit.group())
    folded = fold(answer)
    for text in evidence_texts:
        if len(text) >= _MIN_RAW and _has_structure(text) and fold(text) in folded:
            yield _violation("raw_output", text)


def _has_structure(text: str) -> bool:
    """Tell a record from a short plain line, which a sentence may well quote whole."""
    return "\n" in text or len(text) > 3 * _MIN_RAW or len(re.findall(r"\w=\S", text)) > 1 or text[0] in "[{"


def _forbidden(answer: str, terms: Sequence[str]) -> Iterator[Violation]:
    for term in find_forbidden(terms, answer):
        yield _violation("forbidden_term", term)


def _blocked(answer: str, sources: AnswerSources) -> Iterator[Violation]:
    allowed = _allowed_text(sources.composer_input)
    known = _content(allowed)
    folded_answer, folded_allowed = fold(answer), fold(allowed)
    for claim in sources.blocked_claims:
        text = fold(claim.claim_text[:MAX_CLAIM]).strip(" .。!！")
        if text and text in folded_answer and text not in folded_allowed:
            yield _violation("blocked_claim", claim.claim_text)
            continue
        telling = _content(claim.claim_text[:MAX_CLAIM]) - known
        if len(telling) < 2:
            continue
        for sentence in sentences(answer):
            if len(telling & _content(sentence)) >= _COVERED * len(telling):
                yield _violation("blocked_claim", sentence)
                break


def _unknown_facts(answer: str, composer_input: ComposerInput) -> Iterator[Violation]:
    allowed = _allowed_text(composer_input)
    values = [fact.quantity for fact in quantities_of(allowed) if fact.quantity is not None]
    counts = {len(composer_input.supported_claims), len(composer_input.missing_info)}
    counts |= {len(claim.evidence_bindings) for claim in composer_input.supported_claims}
    counts.add(sum(len(claim.evidence_bindings) for claim in composer_input.supported_claims))
    numbering = [hit.span() for hit in _LIST_NUMBER.finditer(plain(answer))]
    senses = sense_names(allowed)
    for fact in facts_of(answer):
        if any(start <= fact.start < end for start, end in numbering):
            continue
        if not _is_allowed(fact, allowed, values, counts, senses):
            yield _violation("unsupported_fact", fact.text)


def _is_allowed(
    fact: Fact, allowed: str, values: Sequence[object], counts: set[int], senses: frozenset[str]
) -> bool:
    if fact.quantity is not None:
        if fact.quantity.dimension == "count" and fact.quantity.value in counts:
            return True
        return any(same_quantity(fact.quantity, value) for value in values)  # type: ignore[arg-type]
    if fact.kind == "name" and not is_proper_name(fact.text):
        meant = sense_names(fact.text)
        return stands_in(fact.text, allowed) or (bool(meant) and meant <= senses)
    return stands_in(fact.text, allowed)


def _inferred(answer: str, composer_input: ComposerInput) -> Iterator[Violation]:
    allowed = _allowed_text(composer_input)
    stated = {
        kind
        for _, kind in inferences(" ".join(claim.claim_text for claim in composer_input.supported_claims))
    }
    quoted = fold(allowed)
    for part in stated_parts(answer):
        for words, kind in inferences(part):
            if kind in _STATED_TOO_MUCH and kind not in stated and fold(words) not in quoted:
                yield _violation("inference", words)


def _overstated(answer: str, composer_input: ComposerInput) -> Iterator[Violation]:
    """Find absence, health or exclusion told as a fact, unless a positive observation quotes it."""
    observed = fold(
        " ".join(
            claim.claim_text
            for claim in composer_input.supported_claims
            if claim.claim_type != "negative_observation"
        )
    )
    for sentence in sentences(answer):
        stated = absence_as_fact(sentence)
        if stated is not None and fold(stated) not in observed:
            yield _violation("overstatement", stated)


def _allowed_text(composer_input: ComposerInput) -> str:
    """Give everything an answer may draw on, one piece a line; of a long piece, its beginning."""
    parts = [composer_input.original_query]
    for claim in composer_input.supported_claims:
        parts.append(claim.claim_text)
        parts += [f"{item.tool_name} {item.evidence_excerpt}" for item in claim.evidence_bindings]
    parts += [item.description for item in composer_input.missing_info]
    parts += [f"{action.action_text} {action.reason or ''}" for action in composer_input.allowed_actions]
    return "\n".join(part[:MAX_CLAIM] for part in parts)


def _content(text: str) -> frozenset[str]:
    """Give what a text says as stems, facts and pairs of CJK characters, words of reporting left out."""
    plain = {
        stem(word)
        for word in re.findall(r"[A-Za-z][A-Za-z'-]+", text)
        if not is_reporting_word(word) and len(word) > 2
    }
    facts = {fact.key for fact in facts_of(text)}
    pairs = {run[index : index + 2] for run in cjk_runs(text) for index in range(len(run) - 1)}
    return frozenset(plain | facts | pairs)


def _violation(kind: str, detail: str) -> Violation:
    return Violation(code=f"answer.{kind}", detail=excerpt_of(detail, 160))
