"""The audit store for a terminal: what was cited, what was found, and why it was stopped.

It shows what is stored and decides nothing; every quoted text in it is hostile.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import zip_longest

from evidencelab.audit import AuditEntry, AuditLine, Replay
from evidencelab.contracts import CheckedBinding, Claim, GateError, RecommendedAction
from evidencelab.gatekeeper.executor_output import read_executor_output
from evidencelab.gatekeeper.rules import RULES
from evidencelab.reports.gate_table import printable
from evidencelab.reports.replays import ReplayDiff

_LONGEST = 400


def describe_entry(entry: AuditEntry, n_entries: int = 1) -> str:
    """Tell one entry's story in three parts; `n_entries` is how many its session has."""
    evaluation = entry.evaluation
    result = evaluation.gatekeeper_result
    verifier = evaluation.verifier_output
    others = "" if n_entries == 1 else f", one of {n_entries} of this session"
    lines = [
        f"session {printable(entry.session.session_id)}",
        f"entry {entry.entry_id} ({entry.kind}{others}), stored {entry.stored_at}",
        f"question: {_shown(entry.session.original_query) or '-'}",
        f"gate: {result.status}, {result.severity}; policy {evaluation.policy_hash}, "
        f"code {evaluation.code_version}",
    ]
    if verifier is not None:
        score = "-" if verifier.groundedness_score is None else f"{verifier.groundedness_score:.2f}"
        lines.append(f"verdict: {verifier.verdict}, groundedness {score}")
    lines += ["", "What was cited, and what was found", *_citations(entry)]
    lines += ["", "Why it was stopped", *_reasons(entry)]
    if entry.composer_output is not None:
        lines += ["", f"Answer ({entry.composer_output.status})"]
        lines.append(f"  {_shown(entry.composer_output.user_facing_answer)}")
    return "\n".join(lines)


def describe_lines(lines: Sequence[AuditLine]) -> str:
    """One line an entry, oldest first."""
    if not lines:
        return "nothing is stored yet"
    rows = [("entry", "stored", "kind", "severity", "verdict", "policy", "session")]
    rows += [
        (
            str(line.entry_id),
            line.stored_at[:19],
            line.kind,
            line.severity,
            line.verdict or "-",
            line.policy_hash,
            printable(line.session_id),
        )
        for line in lines
    ]
    return _columns(rows)


def describe_diff(diff: ReplayDiff) -> str:
    """Sum up a replay: verdicts by severity, then by rule, then the sessions that changed."""
    n_changed = len(diff.changed)
    lines = [f"replayed {diff.n_sessions}: {n_changed} changed, {diff.n_sessions - n_changed} the same"]
    rows = [("stored", "replayed", "sessions")]
    rows += [(before, after, str(n)) for before, after, n in diff.severities]
    lines += ["", _columns(rows)] if len(rows) > 1 else []
    rules: list[tuple[str, ...]] = [("rule", "stored", "replayed", "gained", "lost")]
    rules += [tuple(map(str, row)) for row in diff.rules]
    lines += ["", _columns(rules)] if len(rules) > 1 else []
    lines += [""] if diff.changed else []
    lines += [_change(replay) for replay in diff.changed]
    return "\n".join(lines)


def _citations(entry: AuditEntry) -> list[str]:
    read = read_executor_output(entry.session.executor_output)
    checked = list(entry.evaluation.gatekeeper_result.checked_bindings)
    owners: list[Claim | RecommendedAction] = [*read.output.claims, *read.output.recommended_actions]
    if not owners:
        return [f"  nothing; the executor's output was {read.parse_status.status}"]
    lines: list[str] = []
    for owner in owners:
        if isinstance(owner, Claim):
            head = f"  {printable(owner.claim_id)} ({owner.claim_type or 'no type'}): "
            lines.append(head + _shown(owner.claim_text))
        else:
            lines.append(f"  {printable(owner.action_id)} (action): {_shown(owner.action_text)}")
        own, checked = checked[: len(owner.evidence_bindings)], checked[len(owner.evidence_bindings) :]
        for binding, outcome in zip_longest(owner.evidence_bindings, own):
            excerpt = "-" if binding is None else _shown(binding.evidence_excerpt)
            lines += _binding(excerpt, outcome, entry.evaluation.gatekeeper_result.errors)
    return lines


def _binding(excerpt: str, outcome: CheckedBinding | None, errors: Sequence[GateError]) -> list[str]:
    if outcome is None:
        return [f"    not checked; cited: {excerpt}"]
    place = (outcome.tool_name, outcome.source_invocation_id, outcome.raw_path)
    where = ", ".join("-" if part is None else printable(str(part)) for part in place)
    lines = [f"    [{outcome.binding_index}] {outcome.status} ({where})", f"      cited: {excerpt}"]
    if outcome.matched_text is not None:
        return [*lines, f"      found: {_shown(outcome.matched_text)}"]
    mine = [
        error
        for error in errors
        if (error.claim_id, error.action_id, error.binding_index)
        == (outcome.claim_id, outcome.action_id, outcome.binding_index)
    ]
    for error in mine:
        if error.found not in (None, [], ""):
            lines.append(f"      found: {_shown(error.found)}")
        lines += [
            f"      stands at: call {place.source_invocation_id}, {printable(place.raw_path)}"
            for place in error.found_at
        ]
    return list(dict.fromkeys(lines))


def _reasons(entry: AuditEntry) -> list[str]:
    evaluation = entry.evaluation
    lines = [
        f"  {error.rule} ({RULES.get(error.rule, 'unknown rule')}): {_shown(error.message)}"
        for error in evaluation.gatekeeper_result.errors
    ]
    verifier = evaluation.verifier_output
    if verifier is not None:
        lines += [
            f"  claim {printable(item.claim_id)} {item.support}: {_shown('; '.join(item.reasons))}"
            for item in verifier.claims
            if item.support != "supported"
        ]
        lines += [
            f"  overruled on {printable(item.subject)}: {_shown(item.reason)}" for item in verifier.overruled
        ]
    return lines or ["  it was not"]


def _change(replay: Replay) -> str:
    stored, fresh = replay.stored, replay.fresh
    rules = [f"+{rule}" for rule in replay.rules_gained] + [f"-{rule}" for rule in replay.rules_lost]
    code = "" if replay.same_code else "; stored by other code"
    what = " ".join(rules) or "the same rules, other details"
    return f"{printable(replay.session_id)}: {stored.severity} -> {fresh.severity}  {what}{code}"


def _shown(value: object) -> str:
    """Write a value on one line, whatever is in it, and cut what is very long."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    line = printable(" ".join(text.split()))
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]} … ({len(line)} characters)"


def _columns(rows: Sequence[tuple[str, ...]]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )
