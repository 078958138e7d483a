"""A number that stands nowhere, or was taken for a slip, and was worked out of a table of the evidence.

Looked for last: in the tables the statement is about, then in all. What is met counts while so many tries
would hardly meet it by accident.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evidencelab.traces.arithmetic.accidents import KEPT, Wording, odds_of
from evidencelab.traces.arithmetic.arithmetic_words import wording_of
from evidencelab.traces.arithmetic.quantities import Target
from evidencelab.traces.evidence.evidences import Evidences
from evidencelab.traces.evidence.reading import ReadStatement, Settings
from evidencelab.traces.evidence.setting import NOWHERE, Verdict
from evidencelab.traces.judges.weighing import targets
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.hedges import hedge_of
from evidencelab.traces.workings.table_results import TableHits, TableResults

_PERHAPS, _STRICT = 0.1, 0.02
"""Expected accidental hits up to which a hit counts: of a number like no other, of one taken for a slip."""
_MOST_MISSING, _NEAREST, _FEWEST_DIGITS = 60, 6, 3


def reckoned(
    read: Sequence[ReadStatement],
    judged: Sequence[Sequence[Verdict]],
    settings: Settings,
    evidences: Evidences,
) -> Iterator[tuple[int, int, Verdict]]:
    """Give the numbers that stand nowhere and were worked out: statement, number, verdict."""
    missing = [
        (place, at, verdict)
        for place, verdicts in enumerate(judged)
        for at, verdict in enumerate(verdicts)
        if read[place].tokens[at].kind == "number" and _may_be_worked_out(read[place].tokens[at], verdict)
    ]
    tables = TableResults(evidences.pool)
    for place, at, verdict in missing[:_MOST_MISSING]:
        setting, token = settings.of(place), read[place].tokens[at]
        text, words = setting.statement.text, frozenset(setting.words)
        about = [one for _, one in evidences.pool.best_places(setting.words, _NEAREST)]
        about += [v.place for v in judged[place] if v.place is not None]
        most = _PERHAPS if verdict.finding == "unsupported" else _STRICT
        wording = wording_of(token, setting.statement)
        for target in targets(token, hedge_of(text, token.start, token.end) is not None):
            number = abs(token.number or 0.0)
            hits = (
                [table.meeting(target, number, named) for table in some]
                for some in (tables.of(about), tables.tables)
                for named in (words, None)
            )
            said = next((met for found in hits if (met := _first(found, target, wording, most))), None)
            if said is not None:
                yield place, at, Verdict("derived", reason=said)
                break


def _may_be_worked_out(token: ValueToken, verdict: Verdict) -> bool:
    """Tell whether a number stands nowhere, or a longer one was taken for a slip of one that was read."""
    is_slip = (
        verdict.finding == "altered"
        and (token.digits >= _FEWEST_DIGITS or (token.unit is not None and token.unit.dimension == "time"))
        and verdict.held is not None
        and verdict.reason == f"the evidence has {verdict.held.token.text.strip()}"
    )
    return is_slip or (verdict.finding == "unsupported" and verdict.reason == NOWHERE)


def _first(found: Sequence[TableHits], target: Target, wording: Wording, most: float) -> str | None:
    n_before = 0.0
    for hits in found:
        for result in hits.results:
            if most < _PERHAPS and result.kind not in wording.anywhere:
                continue
            if (n_before + hits.n_accidents) * odds_of(result.kind, wording, target) <= most:
                return result.said
        n_before += KEPT * hits.n_accidents
    return None
