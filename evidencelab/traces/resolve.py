"""Decide what became of one value, by the judge of its kind."""

from __future__ import annotations

from evidencelab.traces.commands import in_command
from evidencelab.traces.moment_judge import MomentJudge
from evidencelab.traces.moments import Moment
from evidencelab.traces.name_judge import NameJudge, stands
from evidencelab.traces.number_judge import NumberJudge
from evidencelab.traces.other_forms import equal
from evidencelab.traces.pool import Pool
from evidencelab.traces.setting import Setting, Sources, Verdict, in_mood
from evidencelab.traces.value_token import ValueToken


class Resolver:
    """Judges values against one set of sources."""

    def __init__(self, sources: Sources) -> None:
        self._numbers = NumberJudge(sources)
        self._moments = MomentJudge(sources)
        self._names = NameJudge(sources)

    def resolve(self, token: ValueToken, setting: Setting) -> Verdict:
        """Judge one value."""
        if setting.mood == "command" or in_command(setting.statement.text, token.start):
            return in_mood("command")
        if token.kind == "number":
            return self._numbers.judge(token, setting)
        if token.kind == "moment":
            return self._moments.judge(token, setting)
        return self._names.judge(token, setting)


def stands_in(pool: Pool, token: ValueToken) -> bool:
    """Tell whether a value stands in a pool as it is."""
    if token.kind == "number":
        return bool(equal(pool, token))
    if token.kind == "moment":
        return bool(pool.moments_like(token.moment or Moment()))
    return stands(pool, token.folded) is not None
