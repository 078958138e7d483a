"""Read an answer's table as groups of a tool's table: rows and columns headed by what its rows hold.

A row is headed with one cell of the evidence (`oven-2`), a column with another (`night`), or with what is
worked out; what a cell tells is one way of summing up the rows that have both. Where that way gives the cells
of the table, hardly by accident, they are derived; the one cell that it does not give is altered. It must not
read what the headings say of the way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from evidencelab.traces.evidence.data_tables import place_of_row
from evidencelab.traces.evidence.evidences import Evidences
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.setting import Verdict
from evidencelab.traces.findings import BAD
from evidencelab.traces.queries.answers import Answer
from evidencelab.traces.queries.cross_fits import At, Fit, HeadedCell, fits_of, is_met
from evidencelab.traces.queries.cross_groups import Groups, Way, folded_heading
from evidencelab.traces.queries.query_verdicts import QueryVerdict
from evidencelab.traces.queries.told_tables import ToldCell, ToldTable, told_tables
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.hedges import hedge_of

_TINY = 1e-9


def cross_tables(
    read: Sequence[ReadStatement], judged: Sequence[Sequence[Verdict]], evidences: Evidences
) -> Iterator[QueryVerdict]:
    """Give the cells of the answer's tables that sum up groups of rows, or do not as the others do."""
    groups = [Groups(table) for table in evidences.tables if table.is_whole]
    for told in told_tables(read) if groups else ():
        for table in (told, told.turned):
            fits = [fit for its in groups for fit in fits_of(table, its, len(groups))]
            yield from _verdicts(table, fits, read, judged, evidences)


def _verdicts(
    table: ToldTable,
    fits: Sequence[Fit],
    read: Sequence[ReadStatement],
    judged: Sequence[Sequence[Verdict]],
    evidences: Evidences,
) -> Iterator[QueryVerdict]:
    counted = sorted((fit for fit in fits if fit.counts), key=lambda fit: len(fit.unmet))
    met: dict[At, Answer] = {}
    for fit in counted:
        for at, result in fit.met.items():
            met.setdefault(at, result)
    for at, result in met.items():
        told = table.cells[at]
        before = judged[told.place][told.at]
        if before.finding in BAD or before.finding == "not_checkable":
            yield QueryVerdict(told.place, told.at, Verdict("derived", reason=result.said))
    for fit in counted:
        if len(fit.unmet) != 1:
            continue
        ((at, result),) = fit.unmet.items()
        if at in met or any(at in other.met for other in fits):
            continue
        cell, one = fit.cells[at], fit.cells[at].told
        statement = read[one.place].statement
        is_hedged = hedge_of(statement.text, one.token.start, one.token.end) is not None
        if cell.is_total or is_hedged or judged[one.place][one.at].finding == "given":
            continue
        made = _of_same_rows(one.token, cell, fit.groups)
        if made is not None:
            if judged[one.place][one.at].finding in BAD:
                yield QueryVerdict(one.place, one.at, Verdict("derived", reason=made))
            continue
        if _is_told_elsewhere(at, table, one, fit, evidences):
            continue
        place = place_of_row(fit.groups.table, result.rows[0], evidences.pool)
        reason = f"{result.said}, as in the other cells: {result.numbers[0]:,.10g}"
        yield QueryVerdict(one.place, one.at, Verdict("altered", None, place, reason))
        return


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
