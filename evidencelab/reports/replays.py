"""What another policy would change over a whole audit store, summed up by rule and by severity."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from evidencelab.audit import Replay
from evidencelab.contracts import Contract, Severity


class RuleDiff(NamedTuple):
    """How many sessions failed one rule when stored, and fail it under the replaying policy."""

    rule: str
    n_stored: int
    n_fresh: int
    n_gained: int
    n_lost: int


class ReplayDiff(Contract):
    """What a policy would change over a whole store.

    Attributes:
        n_sessions: Entries replayed.
        severities: `(stored severity, fresh severity) -> n`, as rows, largest first.
        rules: One row a rule that failed on either side, by name.
        changed: Entries whose result differs at all, in store order.
    """

    n_sessions: int
    severities: tuple[tuple[Severity, Severity, int], ...] = ()
    rules: tuple[RuleDiff, ...] = ()
    changed: tuple[Replay, ...] = ()


def compare_replays(replays: Iterable[Replay]) -> ReplayDiff:
    """Sum up a replay by rule and by severity."""
    counts: dict[str, list[int]] = {}
    moves: dict[tuple[Severity, Severity], int] = {}
    changed: list[Replay] = []
    n_sessions = 0
    for replay in replays:
        n_sessions += 1
        move = (replay.stored.severity, replay.fresh.severity)
        moves[move] = moves.get(move, 0) + 1
        for column, rules in enumerate(
            (replay.stored.failed_rules, replay.fresh.failed_rules, replay.rules_gained, replay.rules_lost)
        ):
            for rule in rules:
                counts.setdefault(rule, [0, 0, 0, 0])[column] += 1
        if replay.is_changed:
            changed.append(replay)
    return ReplayDiff(
        n_sessions=n_sessions,
        severities=tuple(
            (*move, n) for move, n in sorted(moves.items(), key=lambda item: (-item[1], item[0]))
        ),
        rules=tuple(RuleDiff(rule, *numbers) for rule, numbers in sorted(counts.items())),
        changed=tuple(changed),
    )
