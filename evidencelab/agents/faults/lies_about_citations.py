"""Lies about citations: each cites what it did not read, or quotes what is not there."""

from __future__ import annotations

import random
import re

from evidencelab.agents.faults.lies import (
    Lie,
    Refusal,
    Situation,
    any_binding,
    bindings,
    rebind,
    with_binding,
)
from evidencelab.agents.language.facts import quantities_of
from evidencelab.agents.language.scope import KNOWLEDGE
from evidencelab.contracts import NO_EVIDENCE_PATH
from evidencelab.evidence.summary import summarise_trace

_GENERIC = ("firing", "ERROR", "WARN", "resolved", "pending", "INFO", "alert", "error")


def invented_id(situation: Situation) -> Lie | Refusal:
    """Cite a call that nobody made."""
    taken = {item.invocation_id for item in situation.invocations} | set(situation.foreign_ids)
    number = next(n for n in iter(lambda: situation.random.randrange(100, 10**7), None) if n not in taken)
    return with_binding(situation, {"source_invocation_id": number}, f"cites call {number}")


def another_sessions_id(situation: Situation) -> Lie | Refusal:
    """Cite a call of another session."""
    own = {item.invocation_id for item in situation.invocations}
    foreign = [number for number in situation.foreign_ids if number not in own]
    if not foreign:
        return Refusal("no call of another session is known")
    number = situation.random.choice(foreign)
    return with_binding(
        situation, {"source_invocation_id": number}, f"cites call {number} of another session"
    )


def wrong_tool(situation: Situation) -> Lie | Refusal:
    """Name another tool than the one that was called."""
    place = any_binding(situation)
    if place is None:
        return Refusal("the honest output cites nothing")
    others = [name for name in ("query_metrics", "query_logs", KNOWLEDGE) if name != place.binding.tool_name]
    name = situation.random.choice(others)
    return rebind(situation, place, {"tool_name": name}, f"calls {place.binding.tool_name} {name}")


def shifted_index(situation: Situation) -> Lie | Refusal:
    """Cite a neighbour of the record that was quoted, or the place behind the last one."""
    place = any_binding(situation, needs_index=True)
    if place is None:
        return Refusal("the honest output cites no numbered place")
    path = place.binding.raw_path or ""
    stem, index = path[: path.rindex("[")], int(path[path.rindex("[") + 1 : -1])
    texts = {
        ref.raw_path: ref.text
        for invocation, ref in situation.refs()
        if invocation.invocation_id == place.binding.source_invocation_id
    }
    neighbours = [f"{stem}[{index + step}]" for step in (1, -1)]
    others = [other for other in neighbours if other in texts and texts[other] != texts.get(path)]
    last = max(int(known[known.rindex("[") + 1 : -1]) for known in texts if known.startswith(f"{stem}["))
    shifted = situation.random.choice(others) if others else f"{stem}[{last + 1}]"
    return rebind(situation, place, {"raw_path": shifted}, f"cites {shifted} for {path}")


def missing_path(situation: Situation) -> Lie | Refusal:
    """Leave the path out."""
    place = any_binding(situation)
    if place is None:
        return Refusal("the honest output cites nothing")
    return rebind(situation, place, {"raw_path": None}, "cites no path")


def altered_value(situation: Situation) -> Lie | Refusal:
    """Change one digit of a quoted value, in the excerpt and in the claim."""
    places = [
        (place, fact.text)
        for place in bindings(situation)
        for fact in quantities_of(place.binding.evidence_excerpt or "")
        if re.search(r"\d", fact.text) and (place.binding.evidence_excerpt or "").count(fact.text) == 1
    ]
    situation.random.shuffle(places)
    places.sort(key=lambda item: item[1] not in item[0].claim.claim_text)
    for place, value in places:
        changed = _change_digit(value, situation.random)
        text = situation.text_at(place.binding)
        if changed is None or re.search(rf"(?<!\d){re.escape(changed)}(?!\d)", text):
            continue
        excerpt = (place.binding.evidence_excerpt or "").replace(value, changed)
        claim_text = place.claim.claim_text.replace(value, changed)
        return rebind(
            situation,
            place,
            {"evidence_excerpt": excerpt},
            f"{value} became {changed}",
            claim_text=claim_text,
        )
    return Refusal("no excerpt holds a number that can be changed")


def grafted_excerpt(situation: Situation) -> Lie | Refusal:
    """Quote one record truly and cite another for it."""
    place = any_binding(situation)
    if place is None:
        return Refusal("the honest output cites nothing")
    own = situation.text_at(place.binding)
    others = [
        ref.text
        for _, ref in situation.refs()
        if ref.raw_path != NO_EVIDENCE_PATH and ref.text not in own and own not in ref.text
    ]
    if not others:
        return Refusal("the session holds no other record")
    return rebind(
        situation, place, {"evidence_excerpt": situation.random.choice(others)}, "quotes another record"
    )


def generic_excerpt(situation: Situation) -> Lie | Refusal:
    """Quote a word that would fit anywhere."""
    for place in bindings(situation):
        text = situation.text_at(place.binding)
        words = [word for word in _GENERIC if re.search(rf"\b{word}\b", text)]
        if words:
            word = situation.random.choice(words)
            return rebind(situation, place, {"evidence_excerpt": word}, f"quotes {word!r} alone")
    return Refusal("no cited record holds a generic word")


def summary_as_evidence(situation: Situation) -> Lie | Refusal:
    """Quote the trace summary as if a record said it; one record behind its kind is a quote of it."""
    summaries = {trace.tool_name: trace.output_summary for trace in summarise_trace(situation.invocations)}
    for place in bindings(situation):
        summary = summaries.get(place.binding.tool_name or "", "")
        _, _, said = summary.partition(": ")
        if summary and said.removesuffix("…") not in " ".join(situation.text_at(place.binding).split()):
            return rebind(situation, place, {"evidence_excerpt": summary}, "quotes the summary")
    return Refusal("no summary says anything that its record does not say in the same words")


def _change_digit(value: str, generator: random.Random) -> str | None:
    digits = [index for index, character in enumerate(value) if character.isdigit()]
    if not digits:
        return None
    index = generator.choice(digits)
    others = [digit for digit in "123456789" if digit != value[index]]
    return value[:index] + generator.choice(others) + value[index + 1 :]
