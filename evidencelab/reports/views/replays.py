"""What another policy would change over a whole audit store, summed up by rule and by severity."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from evidencelab.audit import Replay
from evidencelab.contracts import Contract, Severity


class RuleDiff(NamedTuple):
    """How many entries failed one rule when stored, and fail it under the replaying policy.

    Attributes:
        rule: The rule.
        n_stored: Entries that failed it when they were stored.
        n_fresh: Entries that fail it now.
        n_gained: Entries that fail it now and did not.
        n_lost: Entries that failed it and no longer do.
        n_failures_stored: Its failures when stored; an entry has one for every citation that broke it.
        n_failures_fresh: Its failures now.
    """

    rule: str
    n_stored: int
    n_fresh: int
    n_gained: int
    n_lost: int
    n_failures_stored: int
    n_failures_fresh: int


class ReplayDiff(Contract):
    """What a policy would change over a whole store.

    Attributes:
        n_entries: Stored decisions that were replayed.
        n_sessions: Sessions they are of; one that was gated twice has two entries.
        severities: `(stored severity, fresh severity) -> n` entries, as rows, largest first.
        rules: One row a rule that failed on either side, by name.
        changed: Entries whose result differs at all, in store order.
    """

    n_entries: int
    n_sessions: int
    severities: tuple[tuple[Severity, Severity, int], ...] = ()
    rules: tuple[RuleDiff, ...] = ()
    changed: tuple[Replay, ...] = ()


def compare_replays(replays: Iterable[Replay]) -> ReplayDiff:
    """Sum up a replay by rule and by severity."""
    counts: dict[str, list[int]] = {}
    moves: dict[tuple[Severity, Severity], int] = {}
    changed: list[Replay] = []
    sessions: set[str] = set()
    n_entries = 0
    for replay in replays:
        n_entries += 1
        sessions.add(replay.session_id)
        move = (replay.stored.severity, replay.fresh.severity)
        moves[move] = moves.get(move, 0) + 1
        columns = (
            replay.stored.failed_rules,
            replay.fresh.failed_rules,
            replay.rules_gained,
            replay.rules_lost,
            [error.rule for error in replay.stored.errors],
            [error.rule for error in replay.fresh.errors],
        )
        for column, rules in enumerate(columns):
            for rule in rules:
                counts.setdefault(rule, [0] * len(columns))[column] += 1
        if replay.is_changed:
            changed.append(replay)
    return ReplayDiff(
        n_entries=n_entries,
        n_sessions=len(sessions),
        severities=tuple(
            (*move, n) for move, n in sorted(moves.items(), key=lambda item: (-item[1], item[0]))
        ),
        rules=tuple(RuleDiff(rule, *numbers) for rule, numbers in sorted(counts.items())),
        changed=tuple(changed),
    )
