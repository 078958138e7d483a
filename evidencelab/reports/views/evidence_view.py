"""One session as a person reads it: claims over their evidence, calls folded below.

Everything shown is computed by the gate from the session itself; this module only lays it out. The
texts are hostile and enter the markup escaped.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from pydantic import JsonValue

from evidencelab.agents.stages import ChainRun
from evidencelab.contracts import (
    CheckedBinding,
    Claim,
    EvidenceBinding,
    GateError,
    GatekeeperResult,
    GateWarning,
    RecommendedAction,
    Session,
    ToolInvocation,
    VerifierOutput,
)
from evidencelab.evidence.excerpts import match_excerpt
from evidencelab.gatekeeper.gate import Gated, gate_session
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.reports.views.highlight import Mark, match_html, text_block
from evidencelab.reports.views.markup import escaped

_TONES = {
    "PASS": "pass",
    "pass": "pass",
    "none": "pass",
    "supported": "pass",
    "accept": "pass",
    "valid": "pass",
    "yes": "pass",
    "LOW_CONFID": "low",
    "low_confid": "low",
    "unsupported": "low",
    "uncertain": "low",
    "too_short": "low",
    "stale": "low",
    "REJECT": "reject",
    "reject": "reject",
    "fail": "reject",
    "contradicted": "reject",
    "mismatch": "reject",
    "blocked": "reject",
    "violated": "reject",
    "ERROR": "reject",
    "no": "reject",
}


class Reading(NamedTuple):
    """A session as the gate reads it under one policy."""

    session: Session
    policy: GatekeeperPolicy
    gated: Gated

    @classmethod
    def of(cls, session: Session, policy: GatekeeperPolicy = GatekeeperPolicy()) -> Reading:
        """Gate a session and keep everything that the view needs."""
        return cls(session, policy, gate_session(session, policy))

    def text_at(self, invocation_id: int | None, raw_path: str | None) -> str | None:
        """The system's text at a place; None where there is no such place."""
        for invocation in self.gated.invocations:
            details = invocation.retrieval_details
            if invocation.invocation_id == invocation_id and details is not None:
                for ref in details.evidence_refs or ():
                    if ref.raw_path == raw_path:
                        return ref.text
        return None


def tone(word: str) -> str:
    """`pass`, `low` or `reject` for an outcome's word; empty for a neutral one."""
    return _TONES.get(word, "")


def badge(word: object) -> str:
    """An outcome as a coloured word; the word alone says all that the colour does."""
    text = str(word)
    style = f" el-{tone(text)}" if tone(text) else ""
    return f'<span class="el-badge{style}">{escaped(text)}</span>'


def session_html(session: Session, policy: GatekeeperPolicy = GatekeeperPolicy()) -> str:
    """A session with its gate result, its claims over their evidence, and its calls."""
    reading = Reading.of(session, policy)
    return "".join(
        (
            _head(session, reading.gated.result, None),
            claims_html(reading, None),
            result_html(reading.gated.result),
            calls_html(reading.gated.invocations),
        )
    )


def run_html(run: ChainRun, policy: GatekeeperPolicy = GatekeeperPolicy()) -> str:
    """A run of the chain: the same, with the verdict, the answer shown, and what each stage did."""
    reading = Reading.of(run.session, policy)
    authored = (
        '<p class="el-soft">The executor output came with the case; no executor wrote it.</p>'
        if run.authored
        else ""
    )
    return "".join(
        (
            _head(run.session, reading.gated.result, run.verifier_output),
            authored,
            _answer(run),
            claims_html(reading, run.verifier_output),
            result_html(reading.gated.result),
            calls_html(reading.gated.invocations),
            _stages(run),
        )
    )


def claims_html(reading: Reading, verifier: VerifierOutput | None) -> str:
    """Every claim and action, each binding with its excerpt over the text it cites."""
    output = reading.gated.output
    checked = list(reading.gated.result.checked_bindings)
    parts: list[str] = []
    owners: list[Claim | RecommendedAction] = [*output.claims, *output.recommended_actions]
    for owner in owners:
        own, checked = checked[: len(owner.evidence_bindings)], checked[len(owner.evidence_bindings) :]
        parts.append(_owner(owner, own, reading, verifier))
    if not owners:
        parts.append(f"<p>Nothing is claimed ({escaped(reading.gated.read.parse_status.detail)}).</p>")
    parts += [f'<p class="el-soft">Missing: {escaped(item.description)}</p>' for item in output.missing_info]
    parts += [
        f'<p class="el-soft">Supposed: {escaped(item.hypothesis_text)}</p>' for item in output.hypotheses
    ]
    return "".join(parts)


def result_html(result: GatekeeperResult) -> str:
    """The gate's result: its rules, each error with its place and message, and its warnings."""
    head = f"<p>gate {badge(result.status)} severity {badge(result.severity)}</p>"
    said: list[GateError | GateWarning] = [*result.errors, *result.warnings]
    rows = [
        (_address(item.claim_id, item.action_id, item.binding_index), item.rule, item.message)
        for item in said
    ]
    if not rows:
        return head
    body = "".join(
        f"<tr><td>{escaped(place)}</td><td><code>{escaped(rule)}</code></td><td>{escaped(message)}</td></tr>"
        for place, rule, message in rows
    )
    return (
        f'{head}<div class="el-scroll"><table><thead><tr><th scope="col">where</th>'
        f'<th scope="col">rule</th><th scope="col">what</th></tr></thead><tbody>{body}</tbody></table></div>'
    )


def calls_html(invocations: Sequence[ToolInvocation]) -> str:
    """The recorded calls, folded, each with every quotable place."""
    return "".join(_call(invocation) for invocation in invocations)


def bindings_html(bindings: Sequence[EvidenceBinding]) -> str:
    """Citations as they were written, without a session to hold them against."""
    return "".join(
        f'<p class="el-soft">{escaped(_cited(item.tool_name, item.source_invocation_id, item.raw_path))}</p>'
        f"{text_block(item.evidence_excerpt or '')}"
        for item in bindings
    )


def _head(session: Session, result: GatekeeperResult, verifier: VerifierOutput | None) -> str:
    facts = [("session", f"<code>{escaped(session.session_id)}</code>")]
    if session.original_query:
        facts.append(("question", escaped(session.original_query)))
    if verifier is not None:
        score = "-" if verifier.groundedness_score is None else f"{verifier.groundedness_score:.2f}"
        facts.append(("verdict", f"{badge(verifier.verdict)} groundedness {score}"))
    facts.append(("gate", f"{badge(result.status)} {badge(result.severity)}"))
    inside = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in facts)
    return f'<dl class="el-facts">{inside}</dl>'


def _owner(
    owner: Claim | RecommendedAction,
    checked: Sequence[CheckedBinding],
    reading: Reading,
    verifier: VerifierOutput | None,
) -> str:
    name, kind, text = _named(owner)
    word, reasons = _judged(owner, verifier) or (_gated(owner, checked), ())
    bindings = "".join(
        _binding(binding, outcome, reading, is_open=len(checked) <= 3 or outcome.status == "fail")
        for binding, outcome in zip(owner.evidence_bindings, checked, strict=True)
    )
    why = f"<ul>{''.join(f'<li>{escaped(reason)}</li>' for reason in reasons)}</ul>" if reasons else ""
    style = f" is-{tone(word)}" if tone(word) else ""
    return (
        f'<div class="el-card{style}"><p>{badge(word)} <b>{escaped(name)}</b> '
        f'<span class="el-soft">{escaped(kind)}</span></p><p>{escaped(text)}</p>{why}{bindings}</div>'
    )


def _named(owner: Claim | RecommendedAction) -> tuple[str, str, str]:
    if isinstance(owner, Claim):
        return owner.claim_id, owner.claim_type or "no type", owner.claim_text
    return owner.action_id, "action", owner.action_text


def _judged(
    owner: Claim | RecommendedAction, verifier: VerifierOutput | None
) -> tuple[str, tuple[str, ...]] | None:
    """The verifier's word on a claim or action, and its reasons; None where it said nothing."""
    if verifier is None:
        return None
    if isinstance(owner, Claim):
        for claim in verifier.claims:
            if claim.claim_id == owner.claim_id:
                return claim.support, claim.reasons
        return None
    for action in verifier.actions:
        if action.action_id == owner.action_id:
            return ("allowed" if action.allowed else "not allowed"), action.reasons
    return None


def _gated(owner: Claim | RecommendedAction, checked: Sequence[CheckedBinding]) -> str:
    cites_nothing = isinstance(owner, Claim) and not checked
    return "fail" if cites_nothing or any(item.status == "fail" for item in checked) else "pass"


def _binding(binding: EvidenceBinding, outcome: CheckedBinding, reading: Reading, *, is_open: bool) -> str:
    place = _cited(outcome.tool_name, outcome.source_invocation_id, outcome.raw_path)
    excerpt = binding.evidence_excerpt or ""
    text = reading.text_at(outcome.source_invocation_id, outcome.raw_path)
    if text is None:
        body = (
            f'<div class="el-soft">excerpt</div>{text_block(excerpt)}<p>No system text is at this place.</p>'
        )
    else:
        body = match_html(excerpt, text, match_excerpt(excerpt, text, reading.policy))
    for error in _errors_of(outcome, reading.gated.result.errors):
        body += f"<p><code>{escaped(error.rule)}</code> {escaped(error.message)}</p>"
        body += "".join(
            _elsewhere(place.source_invocation_id, place.raw_path, excerpt, reading)
            for place in error.found_at
        )
    state = " open" if is_open else ""
    head = f"[{outcome.binding_index}] {escaped(place)} {badge(outcome.status)}"
    return f"<details{state}><summary>{head}</summary>{body}</details>"


def _elsewhere(invocation_id: int, raw_path: str, excerpt: str, reading: Reading) -> str:
    text = reading.text_at(invocation_id, raw_path) or ""
    match = match_excerpt(excerpt, text, reading.policy)
    marks = [Mark(start, end, "found") for start, end in match.spans]
    where = escaped(f"it stands in call {invocation_id}, {raw_path}")
    return f'<div class="el-soft">{where}</div>{text_block(text, marks)}'


def _call(invocation: ToolInvocation) -> str:
    details = invocation.retrieval_details
    refs = (details.evidence_refs if details else None) or ()
    status = (details.evidence_status if details else None) or "legacy call"
    arguments = _json(invocation.arguments) if invocation.arguments else "no arguments"
    places = "".join(
        f'<div class="el-soft"><code>{escaped(ref.raw_path)}</code></div>{text_block(ref.text)}'
        for ref in refs
    )
    raw = "" if invocation.output is None else f"{_folded('raw output', _json(invocation.output))}"
    return (
        f"<details><summary>call {invocation.invocation_id}: {escaped(invocation.tool_name)}, "
        f"{escaped(status)}, {len(refs)} quotable</summary><p><code>{escaped(arguments)}</code></p>"
        f"{places}{raw}</details>"
    )


def _answer(run: ChainRun) -> str:
    answer = run.composer_output
    replaced = "".join(
        f"<li><code>{escaped(item.code)}</code> {escaped(item.detail)}</li>"
        for item in run.composer_violations
    )
    note = f"<p>The composer's own answer was replaced:</p><ul>{replaced}</ul>" if replaced else ""
    return f"<h4>Answer {badge(answer.status)}</h4>{text_block(answer.user_facing_answer)}{note}"


def _stages(run: ChainRun) -> str:
    rows = "".join(
        f"<tr><td>{escaped(stage.stage)}</td><td>{escaped(stage.implementation)}</td>"
        f'<td class="el-num">{stage.attempt}</td><td class="el-num">{stage.seconds:.3f}</td>'
        f'<td class="el-num">{_count(stage.tokens_in)}</td><td class="el-num">{_count(stage.tokens_out)}</td>'
        f"<td>{escaped(stage.error or '')}</td></tr>"
        for stage in run.stages
    )
    spoken = "".join(
        _folded(f"what the {stage.stage}'s model said", stage.completion)
        for stage in run.stages
        if stage.completion is not None
    )
    overruled = "".join(
        f"<li>{escaped(item.subject)}: said {escaped(_json(item.verifier_said))}, "
        f"is {escaped(_json(item.code_says))}: {escaped(item.reason)}</li>"
        for item in run.verifier_output.overruled
    )
    words = f"<p>Overruled:</p><ul>{overruled}</ul>" if overruled else ""
    names = ("stage", "implementation", "attempt", "seconds", "tokens in", "tokens out", "error")
    head = "".join(f'<th scope="col">{name}</th>' for name in names)
    return (
        f'{words}<details><summary>stages</summary><div class="el-scroll"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>{spoken}</details>"
    )


def _errors_of(outcome: CheckedBinding, errors: Sequence[GateError]) -> list[GateError]:
    key = (outcome.claim_id, outcome.action_id, outcome.binding_index)
    return [error for error in errors if (error.claim_id, error.action_id, error.binding_index) == key]


def _cited(tool: str | None, invocation_id: int | None, raw_path: str | None) -> str:
    call = "no call id" if invocation_id is None else f"call {invocation_id}"
    return f"{tool or 'no tool'}, {call}, {raw_path or 'no path'}"


def _address(claim_id: str | None, action_id: str | None, index: int | None) -> str:
    owner = claim_id if claim_id is not None else action_id
    if owner is None:
        return "output"
    return owner if index is None else f"{owner} [{index}]"


def _folded(title: str, text: str) -> str:
    return f"<details><summary>{escaped(title)}</summary>{text_block(text)}</details>"


def _json(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _count(number: int | None) -> str:
    return "-" if number is None else f"{number}"
