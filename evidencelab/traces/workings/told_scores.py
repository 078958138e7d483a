"""Totals of the scores of games that are listed a line each: `Ash Vale 2 - 1 Kell`.

Only what the wording counts as scored is held against them. It must not know who scored.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property

from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting
from evidencelab.traces.values.value_token import ValueToken

_SCORE = re.compile(r"[^\W\d][\s|]{1,40}(\d{1,3})\s?[-–:]\s?(\d{1,3})[\s|]{1,40}[^\W\d]")
_SCORED = re.compile(r"\s?(?:(?:goals?|points?|runs|tries|sets|frames)\b|个?进球|[球分](?![\u4e00-\u9fff]))")
_FEWEST_GAMES, _TINY = 3, 1e-9


class ToldScores:
    """Adds up the scores of one pool's lines."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def find(self, token: ValueToken, setting: Setting) -> str | None:
        """Say of which games a number is all that was scored, or so much a game."""
        if token.unit is not None or _SCORED.match(setting.statement.text, token.end) is None:
            return None
        for scores in self._by_call.values():
            total, n_games = sum(scores), len(scores)
            for size, said in ((total, "all"), (total / n_games, "the mean")):
                if abs(size - abs(token.number or 0.0)) <= (token.step / 2 if said != "all" else _TINY):
                    return f"{said} that was scored in {n_games} games"
        return None

    @cached_property
    def _by_call(self) -> Mapping[int, Sequence[int]]:
        """What was scored in each game, by the call that lists three games and more."""
        found: dict[int, list[int]] = {}
        for place in self._pool.places:
            for line in place.text.splitlines():
                score = _SCORE.search(line)
                if score is not None:
                    found.setdefault(place.invocation, []).append(int(score[1]) + int(score[2]))
        return {call: scores for call, scores in found.items() if len(scores) >= _FEWEST_GAMES}
