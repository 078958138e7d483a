"""A number that stands nowhere, or was taken for a slip, and was worked out of a table of the evidence.

Looked for last: in the tables the statement is about, then in all. What is met counts while so many tries
would hardly meet it by accident.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evidencelab.traces.arithmetic.arithmetic_words import arithmetic_spoken_of
from evidencelab.traces.evidence.evidences import Evidences
from evidencelab.traces.evidence.reading import ReadStatement, Settings
from evidencelab.traces.evidence.setting import Verdict
from evidencelab.traces.stated.lost_numbers import (
    KEPT,
    LostNumber,
    may_be_worked_out,
    odds_of,
    targets_at,
)
from evidencelab.traces.workings.table_results import Table, TableHits, TableResults

_PERHAPS, _STRICT = 0.1, 0.02
"""Expected accidental hits up to which a hit counts: of a number like no other, of one taken for a slip."""
_MOST_MISSING, _NEAREST = 60, 6


def reckoned(
    read: Sequence[ReadStatement],
    judged: Sequence[Sequence[Verdict]],
    settings: Settings,
    evidences: Evidences,
) -> Iterator[tuple[int, int, Verdict]]:
    """Give the numbers that stand nowhere and were worked out: statement, number, verdict."""
    missing = [
        (place, at, verdict.finding == "altered")
        for place, verdicts in enumerate(judged)
        for at, verdict in enumerate(verdicts)
        if read[place].tokens[at].kind == "number" and may_be_worked_out(read[place].tokens[at], verdict)
    ]
    tables = TableResults(evidences.pool)
    for place, at, is_like in missing[:_MOST_MISSING]:
        setting = settings.of(place)
        about = [place for _, place in evidences.pool.best_places(setting.words, _NEAREST)]
        about += [v.place for v in judged[place] if v.place is not None]
        for target in targets_at(read, place, at):
            most = _STRICT if is_like else _PERHAPS
            lost = LostNumber(read[place].tokens[at], setting, target, most, is_like)
            said = _in(tables.of(about), lost) or _in(tables.tables, lost)
            if said is not None:
                yield place, at, Verdict("derived", reason=said)
                break


def _in(tables: Sequence[Table], lost: LostNumber) -> str | None:
    """Find what a number is in some tables, by the columns that the statement names, then by any."""
    words = frozenset(lost.setting.words)
    named = [table.meeting(lost.target, lost.number, words) for table in tables]
    found = [table.meeting(lost.target, lost.number) for table in tables]
    return _first(named, lost) or _first(found, lost)


def _first(found: Sequence[TableHits], lost: LostNumber) -> str | None:
    cued = arithmetic_spoken_of(lost.setting.statement)
    n_before = 0.0
    for hits in found:
        for result in hits.results:
            if (n_before + hits.n_accidents) * odds_of(result.kind, cued, lost) <= lost.most:
                return result.said
        n_before += KEPT * hits.n_accidents
    return None
