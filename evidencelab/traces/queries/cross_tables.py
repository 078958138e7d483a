"""Read an answer's table as groups of a tool's table: rows and columns headed by what its rows hold.

A row is headed with one cell of the evidence (`oven-2`), a column with another (`night`), or with what is
worked out; what a cell tells is one way of summing up the rows that have both. Where that way gives the cells
of the table, hardly by accident, they are derived; the one cell that it does not give is altered. It must not
read what the headings say of the way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from evidencelab.traces.evidence.data_tables import place_of_row
from evidencelab.traces.evidence.evidences import Evidences
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.setting import Verdict
from evidencelab.traces.findings import BAD
from evidencelab.traces.queries.answers import Answer
from evidencelab.traces.queries.cross_fits import At, Fit, HeadedCell, fits_of, is_met, ways_spoken_of
from evidencelab.traces.queries.cross_groups import Groups, Way, folded_heading
from evidencelab.traces.queries.operations import Operation, spoken_in
from evidencelab.traces.queries.pieces import Piece
from evidencelab.traces.queries.query import Readings
from evidencelab.traces.queries.query_verdicts import QueryVerdict
from evidencelab.traces.queries.told_lists import told_lists
from evidencelab.traces.queries.told_tables import ToldCell, ToldTable, told_tables
from evidencelab.traces.values.value_token import ValueToken, even
from evidencelab.traces.wording.hedges import hedge_of

_TINY, _TWO = 1e-9, 2
_OF_SENTENCE = 3
"""Columns of a sentence's grid: what is named beside a number, what narrows it, the number."""


_SELDOM = 0.05
"""Expected ways that would come to a lone number by accident, up to which one counts."""
_TELLING: frozenset[Operation] = frozenset(("mean", "median", "highest", "lowest"))
"""Operations that nobody speaks of but where they are done."""


def cross_tables(
    read: Sequence[ReadStatement], judged: Sequence[Sequence[Verdict]], evidences: Evidences
) -> Iterator[QueryVerdict]:
    """Give the numbers of tables and lists that sum up groups of rows, or do not as the others do."""
    groups = [Groups(table) for table in evidences.tables if table.is_whole]
    if not groups:
        return
    judge = _Judge(groups, read, judged, evidences)
    for told in told_tables(read):
        for table in (told, told.turned):
            yield from judge.verdicts(table, [f for its in groups for f in fits_of(table, its, len(groups))])
    for one in told_lists(read):
        spoken = frozenset(word.operation for word in spoken_in(one.text)) & _TELLING
        named = [(its, columns) for its in groups if (columns := its.columns_in(one.text))]
        fits = [fit for its, columns in named for fit in fits_of(one.table, its, len(named), spoken, columns)]
        yield from judge.verdicts(one.table, fits, one.said)
        for its, columns in named if len(one.table.titles) == _OF_SENTENCE else ():
            yield from judge.alone(one.table, its, columns, spoken)


class _Judge:
    """Judges the cells of one message's tables and lists."""

    def __init__(
        self,
        groups: Sequence[Groups],
        read: Sequence[ReadStatement],
        judged: Sequence[Sequence[Verdict]],
        evidences: Evidences,
    ) -> None:
        self.groups = groups
        self.read = read
        self.judged = judged
        self.evidences = evidences

    def alone(
        self, table: ToldTable, groups: Groups, named: Collection[str], spoken: frozenset[Operation]
    ) -> Iterator[QueryVerdict]:
        """Give the numbers that sum up the rows of two conditions and more, each by itself."""
        for (row, _), told in table.cells.items():
            before = self.judged[told.place][told.at]
            if not (before.finding in BAD or before.finding == "not_checkable"):
                continue
            held = [
                next((rows for text in table.rows[row] if (rows := groups.headed(text, column))), None)
                for column in named
            ]
            conditions = {rows for rows in held if rows is not None}
            rows = groups.every.intersection(*conditions)
            if len(conditions) < _TWO or not rows or rows in conditions:
                continue
            ways = list(ways_spoken_of(groups, spoken, are_single=len(rows) == 1))
            for way in ways:
                result = groups.result(way, rows, groups.every)
                n_tries = len(self.groups) * (1 if way.operation is None else len(ways))
                chance = n_tries * told.token.step / max(abs(told.token.number or 0.0), _TINY)
                if result is not None and chance <= _SELDOM and is_met(told.token, result):
                    yield QueryVerdict(told.place, told.at, Verdict("derived", reason=result.said))
                    break

    def verdicts(
        self, table: ToldTable, fits: Sequence[Fit], said: Mapping[At, str] | None = None
    ) -> Iterator[QueryVerdict]:
        """Give the cells that are met, and the one that is not, if what is said of it is all read."""
        counted = sorted((fit for fit in fits if fit.counts), key=lambda fit: len(fit.unmet))
        met: dict[At, Answer] = {}
        for fit in counted:
            for at, result in fit.met.items():
                met.setdefault(at, result)
        for at, result in met.items():
            told = table.cells[at]
            before = self.judged[told.place][told.at]
            if before.finding in BAD or before.finding == "not_checkable":
                yield QueryVerdict(told.place, told.at, Verdict("derived", reason=result.said))
        for fit in counted:
            if not fit.refutes:
                continue
            ((at, result),) = fit.unmet.items()
            if at in met or any(at in other.met for other in fits):
                continue
            cell, one = fit.cells[at], fit.cells[at].told
            statement = self.read[one.place].statement
            is_hedged = hedge_of(statement.text, one.token.start, one.token.end) is not None
            if said is not None and not _is_read(said[at], fit.groups):
                continue
            if cell.is_total or is_hedged or self.judged[one.place][one.at].finding == "given":
                continue
            made = _of_same_rows(one.token, cell, fit.groups)
            if made is not None:
                if self.judged[one.place][one.at].finding in BAD:
                    yield QueryVerdict(one.place, one.at, Verdict("derived", reason=made))
                continue
            if _is_told_elsewhere(at, table, one, fit, self.evidences):
                continue
            place = place_of_row(fit.groups.table, result.rows[0], self.evidences.pool)
            reason = f"{result.said}, as in the other cells: {result.numbers[0]:,.10g}"
            yield QueryVerdict(one.place, one.at, Verdict("altered", None, place, reason))
            return


def _is_read(said: str, groups: Groups) -> bool:
    """Tell whether a table accounts for every word that is said of a number."""
    return Readings(groups.table).of(Piece(even(said), ())).is_accounted_for


def _of_same_rows(token: ValueToken, cell: HeadedCell, groups: Groups) -> str | None:
    """Say in what other way a number sums up the same rows, or of what two such results it is made."""
    wholes = cell.wholes
    found = [
        result
        for way in groups.ways(are_single=len(cell.rows) == 1)
        for whole in (wholes if way.operation == "share" else wholes[:1])
        if (result := groups.result(way, cell.rows, whole)) is not None
    ]
    met = next((result.said for result in found if is_met(token, result)), None)
    sums = [groups.result(Way("sum", column), cell.rows, groups.every) for column in groups.amounts]
    pairs = combinations([result for result in sums if result is not None], 2)
    made = (
        f"{one.said} with {other.said}"
        for one, other in pairs
        for size in _made_of(one.numbers[0], other.numbers[0])
        if _is_size(token, size)
    )
    return met or next(made, None)


def _made_of(a: float, b: float) -> Iterable[float]:
    yield from (a + b, a - b, a * b)
    for top, bottom in ((a, b), (b, a)):
        if bottom:
            yield from (top / bottom, 100.0 * top / bottom, 100.0 * (top / bottom - 1.0))


def _is_size(token: ValueToken, size: float) -> bool:
    return abs(abs(token.number or 0.0) - abs(size)) <= token.step / 2 + _TINY * abs(size)


def _is_told_elsewhere(at: At, table: ToldTable, one: ToldCell, fit: Fit, evidences: Evidences) -> bool:
    """Tell whether another call has the number in a line with what heads the row."""
    number = abs(one.token.number or 0.0)
    held = evidences.pool.numbers_between(number * (1 - _TINY), number * (1 + _TINY))
    lines = [h.line.text.casefold() for h in held if h.line.invocation != fit.groups.table.call]
    heads = [head for text in table.rows[at[0]] if len(head := folded_heading(text)) > 1]
    return any(head in line for line in lines for head in heads if not head[0].isdigit())
