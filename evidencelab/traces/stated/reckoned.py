"""A number that stands nowhere and was worked out all the same, of what was read and of what is told rightly.

Looked for last and most widely: in the answer's own tables, between times, in the tables of the evidence,
among the numbers told. What is met counts while so many tries would hardly meet it by accident; two numbers
of one statement or column that are worked out alike bear each other out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from evidencelab.traces.arithmetic.arithmetic_words import arithmetic_spoken_of
from evidencelab.traces.arithmetic.quantities import quantity
from evidencelab.traces.evidence.evidences import Evidences
from evidencelab.traces.evidence.reading import ReadStatement, Settings
from evidencelab.traces.evidence.setting import Verdict
from evidencelab.traces.stated.lost_numbers import (
    KEPT,
    LostNumber,
    may_be_worked_out,
    odds_of,
    targets_at,
    window_of,
)
from evidencelab.traces.stated.told_far import ToldFar
from evidencelab.traces.stated.told_numbers import told_numbers
from evidencelab.traces.stated.told_pairs import ToldPairs
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.workings.lapses import gaps
from evidencelab.traces.workings.table_results import Key, Table, TableHits, TableResults

_PERHAPS, _STRICT = 0.1, 0.02
"""Expected accidental hits up to which a hit counts: of a number like no other, of one taken for a slip."""
_TOO_MANY = 2.0
"""Expected accidental hits from which no sister that is worked out alike bears one out."""
_MOST_MISSING, _FEW, _FEW_HELD, _NEAREST = 60, 4, 12, 6
_LONGEST_RUN = 9


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
    if not missing:
        return
    numbers = told_numbers(read, judged)
    reckoner, far, pairs = _Reckoner(read, judged, evidences), ToldFar(numbers), ToldPairs(numbers, evidences)
    for place, at, is_like in missing[:_MOST_MISSING]:
        setting = settings.of(place)
        for target in targets_at(read, place, at):
            lost = LostNumber(
                place, at, read[place].tokens[at], setting, target, _STRICT if is_like else _PERHAPS, is_like
            )
            said = (
                (None if is_like else far.find(lost))
                or reckoner.in_column(lost)
                or reckoner.between_times(lost)
                or reckoner.in_tables(lost)
                or pairs.find(lost)
            )
            if said is not None:
                yield place, at, Verdict("derived", reason=said)
                break


class _Reckoner:
    """Looks in the tables and the times of one answer and its evidence."""

    def __init__(
        self, read: Sequence[ReadStatement], judged: Sequence[Sequence[Verdict]], evidences: Evidences
    ) -> None:
        self.read = read
        self.judged = judged
        self.pool = evidences.pool
        self.tables = TableResults(evidences.pool)

    def in_column(self, lost: LostNumber) -> str | None:
        """Add up the cells right above in the answer's own table, signs as written: a total of all so far."""
        statement = self.read[lost.place].statement
        column = statement.text.count("|", 0, lost.token.start)
        total = 0.0
        for n_above, place in enumerate(range(lost.place - 1, -1, -1) if statement.kind == "row" else (), 1):
            other = self.read[place]
            if other.statement.block != statement.block or other.statement.kind != "row":
                break
            cell = [t for t in other.tokens if other.statement.text.count("|", 0, t.start) == column]
            if len(cell) != 1 or cell[0].kind != "number":
                break
            q = quantity(cell[0])
            total += _sign_of(cell[0], other.statement.text) * q.value
            if n_above >= 2 and q.dimension == lost.target.dimension and lost.target.is_met_by(total):
                return f"sum of the {n_above} cells above it"
        return None

    def between_times(self, lost: LostNumber) -> str | None:
        """Take the time between two moments of the few places that hold the names of the statement."""
        if lost.target.dimension != "time":
            return None
        places = {
            h.place
            for t in lost.setting.tokens
            if t.kind == "name"
            for h in self.pool.names.get(t.folded, ())
        }
        held = [h for number in sorted(places)[:_FEW_HELD] for h in self.pool.by_place.get(number, ())]
        moments = [h.token.moment for h in held if h.token.moment is not None][:_FEW]
        apart = [abs(gap) for gap in gaps(moments)] if len(places) <= _FEW else []
        is_met = any(lost.target.is_met_by(gap) for gap in apart)
        return (
            "difference of two times there"
            if is_met and len(apart) * window_of(lost.target) <= lost.most
            else None
        )

    def in_tables(self, lost: LostNumber) -> str | None:
        """Look at the tables the statement is about, then at all."""
        about = [place for _, place in self.pool.best_places(lost.setting.words, _NEAREST)]
        about += [v.place for v in self.judged[lost.place] if v.place is not None]
        near = self.tables.of(about)
        return self._in(near, lost) or self._in(self.tables.tables, lost)

    def _in(self, tables: Sequence[Table], lost: LostNumber) -> str | None:
        words = frozenset(lost.setting.words)
        named = [table.meeting(lost.target, lost.number, words) for table in tables]
        found = [table.meeting(lost.target, lost.number) for table in tables]
        return self._first(named, tables, lost) or self._first(found, tables, lost)

    def _first(self, found: Sequence[TableHits], tables: Sequence[Table], lost: LostNumber) -> str | None:
        cued = arithmetic_spoken_of(lost.setting.statement)
        n_before = 0.0
        for hits in found:
            for result in hits.results:
                chance = (n_before + hits.n_accidents) * odds_of(result.kind, cued, lost)
                if chance <= lost.most:
                    return result.said
                if chance > _TOO_MANY:
                    continue
                if chance * self._chance_of_sisters(lost, result.key, result.row, tables) <= lost.most:
                    return f"{result.said}, as beside it"
            n_before += KEPT * hits.n_accidents
        return None

    def _chance_of_sisters(self, lost: LostNumber, key: Key, row: str, tables: Sequence[Table]) -> float:
        """Give how likely others are met by the same working by accident; 1 if none is met."""
        chance, is_met = 0.0, False
        for place, at in self._sisters(lost):
            token = self.read[place].tokens[at]
            for target in targets_at(self.read, place, at)[:1]:
                hits = [table.meeting(target, abs(token.number or 0.0)) for table in tables]
                chance += (
                    sum(len(table.rows) for table in tables) * 2 * target.slack / max(target.value, 1e-12)
                )
                is_met |= any(r.key == key and r.row != row for h in hits for r in h.results)
        return min(1.0, chance) if is_met else 1.0

    def _sisters(self, lost: LostNumber) -> Iterator[tuple[int, int]]:
        """Give the other worked-out numbers of the statement, and of the column of a table."""
        statement = self.read[lost.place].statement
        column = statement.text.count("|", 0, lost.token.start)
        for place in range(max(0, lost.place - _LONGEST_RUN), min(len(self.read), lost.place + _LONGEST_RUN)):
            other = self.read[place].statement
            is_row = other.block == statement.block and other.kind == statement.kind == "row"
            if place != lost.place and not is_row:
                continue
            for at, (token, verdict) in enumerate(
                zip(self.read[place].tokens, self.judged[place], strict=True)
            ):
                is_column = place == lost.place or other.text.count("|", 0, token.start) == column
                is_new = token.kind == "number" and verdict.finding != "sound" and token.digits >= 2
                if is_column and is_new and token.number != lost.token.number:
                    yield place, at


def _sign_of(token: ValueToken, text: str) -> float:
    """Give the sign that a cell is written with, in front of its currency too."""
    before = text[max(0, token.start - 2) : token.start]
    return -1.0 if re.search(r"[-\u2212][$€£¥]?$", before) or token.text[:1] in "-\u2212" else 1.0
