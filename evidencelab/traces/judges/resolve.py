"""Decide what became of one value, by the judge of its kind."""

from __future__ import annotations

from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting, Sources, Verdict, in_mood
from evidencelab.traces.findings import BAD
from evidencelab.traces.judges.moment_judge import MomentJudge
from evidencelab.traces.judges.name_judge import NameJudge, stands
from evidencelab.traces.judges.number_judge import NumberJudge
from evidencelab.traces.judges.numbered import Numbered
from evidencelab.traces.judges.other_forms import equal
from evidencelab.traces.judges.own_keys import OwnKeys
from evidencelab.traces.values.moments import Moment
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.commands import in_command
from evidencelab.traces.wording.mood import puts_a_case


class Resolver:
    """Judges values against one set of sources."""

    def __init__(self, sources: Sources) -> None:
        self._numbers = NumberJudge(sources)
        self._moments = MomentJudge(sources)
        self._names = NameJudge(sources)
        self._numbered = Numbered(sources)
        self._own_keys = OwnKeys(sources.pool)

    def resolve(self, token: ValueToken, setting: Setting) -> Verdict:
        """Judge one value."""
        if setting.mood == "command" or in_command(setting.statement.text, token.start):
            return in_mood("command")
        if token.kind == "number":
            verdict = self._numbered.settled(token, setting, self._numbers.judge(token, setting))
        elif token.kind == "moment":
            verdict = self._moments.judge(token, setting)
        else:
            verdict = self._names.judge(token, setting)
        if verdict.finding in BAD and puts_a_case(setting.statement.text):
            return in_mood("supposition")
        return self._own_keys.spared(token, setting, verdict)


def stands_in(pool: Pool, token: ValueToken) -> bool:
    """Tell whether a value stands in a pool as it is."""
    if token.kind == "number":
        return bool(equal(pool, token))
    if token.kind == "moment":
        return bool(pool.moments_like(token.moment or Moment()))
    return stands(pool, token.folded) is not None
