"""Compare what an answer tells of the tables with what the queries it can be read as come to.

Where a table's answer is the number told, the number is derived; where the statement can be read as a query
of one table or more and no answer is the number, it is altered. A table that is not whole refutes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from evidencelab.traces.arithmetic.quantities import Target
from evidencelab.traces.evidence.data_tables import DataTable, place_of_row
from evidencelab.traces.evidence.evidences import Evidences
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.setting import NOWHERE, Verdict
from evidencelab.traces.findings import BAD
from evidencelab.traces.judges.weighing import targets
from evidencelab.traces.queries.answers import Answer, answer, is_met_by_answer, is_of_percentages
from evidencelab.traces.queries.mentions import cells_told
from evidencelab.traces.queries.pieces import ToldNumber, told_number
from evidencelab.traces.queries.plain_results import PlainResults
from evidencelab.traces.queries.query import Filter, Query, Readings, read_query
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.hedges import hedge_of

_FEWEST_DIGITS, _TINY = 3, 1e-9
_NEAR = 24
_AND = r"\s?(?:,(?:\s(?:and|or))?|\s(?:and|or)|[、和及与])\s?"
_LISTED_BEFORE = re.compile(rf"(?<![\w.])\d{{1,9}}{_AND}\Z")
_LISTED_BEHIND = re.compile(rf"{_AND}\d{{1,9}}(?=\s*(?:[,.;。；、)\]]|\Z)|\s(?:and|or)\b)")
_WORD_BEFORE, _TITLE_BEHIND = re.compile(r"^\W*[^\W\d_]+\s\Z"), re.compile(r"[*_`]*[:：]")
_ORDINAL_BEHIND = re.compile(r"-?(?:st|nd|rd|th)\b", re.IGNORECASE)
_IN_ORDER = re.compile(r"\brespectively\b|分别|依次", re.IGNORECASE)


class QueryVerdict(NamedTuple):
    """A verdict on a number: its statement and its place among the statement's values."""

    place: int
    at: int
    verdict: Verdict


def query_verdicts(
    read: Sequence[ReadStatement],
    judged: Sequence[Sequence[Verdict]],
    evidences: Evidences,
) -> Iterator[QueryVerdict]:
    """Give the numbers that are the answer to a query of a table, or are not."""
    if not evidences.tables:
        return
    said = "\n".join([*(place.text for place in evidences.given.places), *(r.statement.text for r in read)])
    asked = [_Asked(table, said) for table in evidences.tables]
    plain = _Plain(evidences.tables)
    for place, statement in enumerate(read):
        if statement.mood != "fact" or statement.statement.kind == "code":
            continue
        for at, token in enumerate(statement.tokens):
            text = statement.statement.text
            if token.kind != "number" or _is_listed(text, token) or _is_ordinal(text, token):
                continue
            before = judged[place][at]
            told = told_number(statement, token)
            if told is None:
                continue
            verdict = _judge(told, _wanted(statement, token), before, asked, evidences.pool)
            if verdict is None:
                said_plainly = plain.find(statement, told, token, before)
                if said_plainly is not None:
                    yield QueryVerdict(place, at, Verdict("derived", reason=said_plainly))
                continue
            is_bad, was_bad = verdict.finding in BAD, before.finding in BAD
            is_surer = before.finding == ("unsupported" if is_bad else "not_checkable")
            if is_bad != was_bad or is_surer:
                yield QueryVerdict(place, at, verdict)


def _is_listed(text: str, token: ValueToken) -> bool:
    """Tell whether a number stands bare in a list of such, as ids do; counts told in order are no ids."""
    if token.unit is not None or _IN_ORDER.search(text):
        return False
    return bool(
        _LISTED_BEFORE.search(text, max(0, token.start - _NEAR), token.start)
        or _LISTED_BEHIND.match(text, token.end)
    )


def _is_ordinal(text: str, token: ValueToken) -> bool:
    """Tell whether a number says which of some things is told of, not how many: `Letter 1:`, `the 1-st`."""
    if token.unit is not None:
        return False
    is_title = _WORD_BEFORE.search(text[: token.start]) and _TITLE_BEHIND.match(text, token.end)
    return bool(is_title or _ORDINAL_BEHIND.match(text, token.end))


class _Plain:
    """Looks up what a finding may be the plain result of; the results are worked out when first asked for."""

    def __init__(self, tables: Sequence[DataTable]) -> None:
        self._tables = tables

    @cached_property
    def _results(self) -> PlainResults:
        return PlainResults(self._tables)

    def find(self, read: ReadStatement, told: ToldNumber, token: ValueToken, before: Verdict) -> str | None:
        """Say what a number is the result of that stands nowhere, or was taken for a slip."""
        held = before.held
        is_slip = before.finding == "altered" and held is not None
        if token.digits < _FEWEST_DIGITS or not (is_slip or before.reason == NOWHERE):
            return None
        text = read.statement.text
        clause = "" if read.statement.kind == "row" else told.clause.piece.text
        return self._results.find(_wanted(read, token)[0], abs(token.number or 0.0), clause, text)


class _Asked:
    """A table, with the groups of its rows that the message or who asked speaks of anywhere.

    A statement may leave out which group it is about where the one before has said so.

    Attributes:
        readings: What the pieces of the message say of the table.
    """

    def __init__(self, table: DataTable, said: str) -> None:
        self.table = table
        self.readings = Readings(table)
        self._said = said

    @cached_property
    def groups(self) -> list[Filter]:
        """The groups."""
        return [
            Filter(text, frozenset((text,)), self.table.texts[text], is_negated=False)
            for text in cells_told(self._said, self.table)
            if not any(map(self.table.is_unique, self.table.texts[text]))
        ]

    def answers(self, query: Query) -> Iterator[Answer]:
        """Give what a query comes to, of all that it names and then of each group."""
        plain = answer(query)
        if plain is None:
            return
        yield plain
        for group in self.groups:
            if query.operation is not None and group not in query.filters:
                narrowed = answer(query._replace(filters=(*query.filters, group)))
                if narrowed is not None:
                    yield narrowed


def _wanted(read: ReadStatement, token: ValueToken) -> Sequence[Target]:
    return targets(token, hedge_of(read.statement.text, token.start, token.end) is not None)


def _judge(
    told: ToldNumber,
    wanted: Sequence[Target],
    before: Verdict,
    tables: Sequence[_Asked],
    pool: Pool,
) -> Verdict | None:
    token = told.token
    refuted: list[tuple[Query, Answer]] = []
    for asked in tables:
        query = read_query(told, asked.readings)
        if query is None:
            continue
        found = list(asked.answers(query))
        met = next(
            (one for one in found if any(is_met_by_answer(target, token, one) for target in wanted)), None
        )
        if met is not None:
            return Verdict("derived", reason=met.said)
        if not found or not _is_refuted(query, found[0], token, before, pool):
            return None
        refuted.append((query, found[0]))
    if not refuted:
        return None
    query, one = refuted[0]
    place = place_of_row(query.table, one.rows[0] if one.rows else 0, pool)
    return Verdict("altered", None, place, f"{one.said}: {one.numbers[0]:,.10g}")


def _is_refuted(query: Query, found: Answer, token: ValueToken, before: Verdict, pool: Pool) -> bool:
    """Tell whether a number that is not the answer is wrong: of its kind, of a whole table, nowhere else.

    What is told of one row's cell is wrong where it is another row's; other mistakes in it are for who reads
    values. How many rows there are cannot be more than all.
    """
    table, dimension = query.table, "" if token.unit is None else token.unit.dimension
    if query.asked == "rows":
        return abs(token.number or 0.0) <= table.n_rows and table.is_whole
    is_told_in_percent = dimension == "percent" and query.asked == "amount" and is_of_percentages(query)
    if "percent" in (dimension, found.dimension) and dimension != found.dimension and not is_told_in_percent:
        return False
    if query.operation is None and query.column is not None and len(found.rows) == 1:
        others = [q for q in table.numbers(query.column) or () if q is not None]
        is_anothers = any(abs(token.number or 0.0) == q.number for q in others)
        return is_anothers and not _is_told_elsewhere(query, token, pool)
    held = before.held if token.digits >= _FEWEST_DIGITS else None
    is_elsewhere = held is not None and held.field.rpartition(".")[2] not in table.columns
    return table.is_whole and not (before.finding == "sound" and is_elsewhere)


def _is_told_elsewhere(query: Query, token: ValueToken, pool: Pool) -> bool:
    """Tell whether another call has a number in a line that names the row."""
    number = abs(token.number or 0.0)
    held = pool.numbers_between(number * (1 - _TINY), number * (1 + _TINY))
    lines = [h.line.text.casefold() for h in held if h.line.invocation != query.table.call]
    return any(text in line for one in query.filters for text in one.texts for line in lines)
