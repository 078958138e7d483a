"""The audit store for a terminal: what was cited, what was found, and why it was stopped.

It shows what is stored and decides nothing; every quoted text in it is hostile.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import zip_longest

from evidencelab.audit import AuditEntry, AuditLine, Replay
from evidencelab.contracts import CheckedBinding, Claim, GateError, RecommendedAction
from evidencelab.evidence.recorder import record_invocation
from evidencelab.gatekeeper.executor_output import read_executor_output
from evidencelab.gatekeeper.rules import RULES
from evidencelab.reports.terminal.gate_table import printable
from evidencelab.reports.views.replays import ReplayDiff

_LONGEST = 400


def describe_entry(entry: AuditEntry, n_entries: int = 1) -> str:
    """Tell one entry's story in three parts; `n_entries` is how many its session has."""
    evaluation = entry.evaluation
    result = evaluation.gatekeeper_result
    verifier = evaluation.verifier_output
    others = "" if n_entries == 1 else f"; the session has {n_entries} entries, --entry shows another"
    n_failed = sum(binding.status == "fail" for binding in result.checked_bindings)
    lines = [
        f"session {printable(entry.session.session_id)}",
        f"entry {entry.entry_id} ({entry.kind}), stored {entry.stored_at}{others}",
        f"question: {_shown(entry.session.original_query) or '-'}",
        f"gate: {result.status}, {result.severity}; {n_failed} of {len(result.checked_bindings)} citations "
        f"failed; policy {evaluation.policy_hash}, code {evaluation.code_version}",
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


def describe_lines(lines: Sequence[AuditLine], store: str = "the store") -> str:
    """One line an entry, oldest first, and how many there are of how many sessions in which store."""
    n_sessions = len({line.session_id for line in lines})
    total = f"{_n(len(lines), 'entry', 'entries')} of {_n(n_sessions, 'session')} in {printable(store)}"
    if not lines:
        return total
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
    return f"{_columns(rows)}\n{total}"


def describe_diff(diff: ReplayDiff) -> str:
    """Sum up a replay: entries by severity, then by rule, then those that changed."""
    n_changed = len(diff.changed)
    n_sessions = len({replay.session_id for replay in diff.changed})
    of_changed = f" (of {_n(n_sessions, 'session')})" if n_changed else ""
    lines = [
        f"replayed {_n(diff.n_entries, 'entry', 'entries')} of {_n(diff.n_sessions, 'session')}: "
        f"{n_changed} changed{of_changed}, {diff.n_entries - n_changed} the same"
    ]
    rows = [("severity stored", "replayed", "entries")]
    rows += [(before, after, str(n)) for before, after, n in diff.severities]
    lines += ["", _columns(rows)] if len(rows) > 1 else []
    rules = [
        ("rule", "entries stored", "replayed", "gained", "lost", "failures stored", "replayed"),
        *(tuple(map(str, row)) for row in diff.rules),
    ]
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
    places = _Places(entry)
    lines: list[str] = []
    for owner in owners:
        if isinstance(owner, Claim):
            head = f"  {printable(owner.claim_id)} ({owner.claim_type or 'no type'}): "
            lines.append(head + _shown(owner.claim_text))
        else:
            lines.append(f"  {printable(owner.action_id)} (action): {_shown(owner.action_text)}")
        own, checked = checked[: len(owner.evidence_bindings)], checked[len(owner.evidence_bindings) :]
        if not owner.evidence_bindings:
            lines.append("    cites nothing")
        for binding, outcome in zip_longest(owner.evidence_bindings, own):
            excerpt = "-" if binding is None else _shown(binding.evidence_excerpt)
            lines += _binding(excerpt, outcome, places)
    return lines


class _Places:
    """What an entry's session holds at a cited place, and where a failed excerpt stands instead."""

    def __init__(self, entry: AuditEntry) -> None:
        self.errors = entry.evaluation.gatekeeper_result.errors
        self._refs: dict[int, dict[str, str]] = {}
        for invocation in entry.session.tool_invocations:
            details = record_invocation(invocation).retrieval_details
            refs = () if details is None else details.evidence_refs or ()
            self._refs[invocation.invocation_id] = {ref.raw_path: ref.text for ref in refs}

    def found(self, outcome: CheckedBinding) -> str:
        """Give the text at the cited place, or say what is not there."""
        call, path = outcome.source_invocation_id, outcome.raw_path
        if call is None:
            return "- (no call of this session is cited)"
        if call not in self._refs:
            return f"- (this session has no call {call})"
        if not self._refs[call]:
            return f"- (nothing that can be quoted was recorded of call {call})"
        if path is None:
            return f"- (no place of call {call} is cited)"
        text = self._refs[call].get(path)
        return f"- (call {call} has no such place)" if text is None else _shown(text)

    def elsewhere(self, outcome: CheckedBinding) -> list[str]:
        """Name the places where the excerpt really stands."""
        return [
            f"      stands at: call {place.source_invocation_id}, {printable(place.raw_path)}"
            for error in self.errors
            if _same_address(error, outcome)
            for place in error.found_at
        ]


def _same_address(error: GateError, outcome: CheckedBinding) -> bool:
    return (error.claim_id, error.action_id, error.binding_index) == (
        outcome.claim_id,
        outcome.action_id,
        outcome.binding_index,
    )


def _binding(excerpt: str, outcome: CheckedBinding | None, places: _Places) -> list[str]:
    if outcome is None:
        return [f"    not checked; cited: {excerpt}"]
    place = (outcome.tool_name, outcome.source_invocation_id, outcome.raw_path)
    where = ", ".join("-" if part is None else printable(str(part)) for part in place)
    rules = f": {', '.join(outcome.rules)}" if outcome.rules else ""
    lines = [f"    [{outcome.binding_index}] {outcome.status} ({where}){rules}", f"      cited: {excerpt}"]
    if outcome.matched_text is not None:
        return [*lines, f"      found: {_shown(outcome.matched_text)}"]
    return [*lines, f"      found: {places.found(outcome)}", *dict.fromkeys(places.elsewhere(outcome))]


def _reasons(entry: AuditEntry) -> list[str]:
    evaluation = entry.evaluation
    addresses: dict[tuple[str, str], list[str]] = {}
    for error in evaluation.gatekeeper_result.errors:
        addresses.setdefault((error.rule, error.message), []).append(_address(error))
    lines = [
        f"  {', '.join(where)}: {rule} ({RULES.get(rule, 'unknown rule')}): {_shown(message)}"
        for (rule, message), where in addresses.items()
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


def _address(error: GateError) -> str:
    owner = error.claim_id if error.claim_id is not None else error.action_id
    index = "" if error.binding_index is None else f"[{error.binding_index}]"
    return "the output" if owner is None else f"{printable(owner)}{index}"


def _change(replay: Replay) -> str:
    stored, fresh = replay.stored, replay.fresh
    rules = [f"+{rule}" for rule in replay.rules_gained] + [f"-{rule}" for rule in replay.rules_lost]
    code = "" if replay.same_code else "; stored by other code"
    what = " ".join(rules) or "the same rules, other details"
    name = f"{printable(replay.session_id)}, entry {replay.entry_id}"
    return f"{name}: {stored.severity} -> {fresh.severity}  {what}{code}"


def _n(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"


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
