"""Read a statement as a query on a table: which rows, which column, what is worked out of it.

Every word must be accounted for, in the statement and in what it stands under, and every number but the one
in question. It must not look at any cell's number.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

from evidencelab.traces.evidence.data_tables import DataTable
from evidencelab.traces.queries.mentions import CellMention, Mentions, Span, left_over, mentions_in
from evidencelab.traces.queries.operations import COMPARING, LOOSE, Operation, Spoken, spoken_in
from evidencelab.traces.queries.pieces import Piece, ToldNumber
from evidencelab.traces.values.value_token import ValueToken

Asked = Literal["amount", "rows", "percent"]
"""What a number tells: an amount of the column, how many rows, or a percentage."""
_SINGLE: tuple[Operation, ...] = ("sum", "mean", "median", "highest", "lowest")
_OTHER_THAN = re.compile(
    r"(?:other than|except(?: for)?|excluding|apart from|without|leaving out|not counting"
    r"|不是|不为|除了?|去掉|不含)\s*[\"'`*]*$",
    re.IGNORECASE,
)
_TAKES_OUT = re.compile(
    r"\W*(?:and |but )?(?:not (?:counting|including)|excluding|except|without|apart from|leaving out"
    r"|other than)\b|\W*(?:不含|不计|不包括|除)",
    re.IGNORECASE,
)
"""How a statement goes on that takes something out of what it has said."""
_THAN, _UPWARDS = re.compile(r"比(?=[^,;。；，]{1,40}?([高低多少大小长短]))"), "高多大长"
_MEASURE = re.compile(r"\s?[\u4e00-\u9fff](?![\u4e00-\u9fff])")
"""One character behind a number, which says of what so many are: `6.5 趟`."""
_OUTSIDE = re.compile(r"[\"'`*]*(?:以|之)?外")
_THE_MEAN = re.compile(r"\s*(?:the )?(?:average|mean)\b|平均(?:值|水平)?", re.IGNORECASE)

_COMPARED: frozenset[Operation] = frozenset({"more", "less", "apart"})
_TWO = 2


class Filter(NamedTuple):
    """Rows that have one of some texts in any of some columns, or have none.

    Attributes:
        text: What is said.
        texts: The cells meant, folded.
        columns: The columns.
        is_negated: Whether the rows have none.
    """

    text: str
    texts: frozenset[str]
    columns: tuple[str, ...]
    is_negated: bool


class Bound(NamedTuple):
    """Rows whose number in a column lies above a number, or below; without a number, the column's mean."""

    column: str
    operation: Operation
    number: ValueToken | None


class Query(NamedTuple):
    """What a number tells of a table.

    Attributes:
        table: The table.
        asked: What kind of result.
        operation: What is worked out; None for rows that are counted, or for a cell.
        column: The column; None for rows.
        filters: The rows that it is about; none for all.
        bound: A bound on them.
        n_rows: Numbers that must be how many rows there are, or are of the filters.
    """

    table: DataTable
    asked: Asked
    operation: Operation | None
    column: str | None
    filters: tuple[Filter, ...]
    bound: Bound | None
    n_rows: tuple[ValueToken, ...]


def read_query(told: ToldNumber, readings: Readings) -> Query | None:
    """Read the query that a number answers; None where a word or a number is left over.

    Args:
        told: The number in its clause.
        readings: What pieces say of the table that it may be about.
    """
    table = readings.table
    read = Reading(told.clause.piece, table, told.token)
    if not read.is_accounted_for or read.unread or _TAKES_OUT.match(told.clause.behind):
        return None
    columns, operations, filters = read.columns, read.operations, list(read.filters)
    for piece in reversed(told.clause.above):
        over = readings.of(piece)
        if not (over.is_accounted_for or piece.is_title):
            return None
        said = {column for one in filters for column in one.columns}
        filters += [one for one in over.filters if not said & set(one.columns)]
        if piece.is_above and over.is_accounted_for:
            columns = columns or over.columns
            operations = operations or over.operations
    if read.is_count and not (columns or filters or operations or read.bound or read.n_rows):
        return Query(table, "rows", None, None, (), None, ())
    return _query(read, told.token, table, dict.fromkeys(columns), filters, frozenset(operations))


class Readings:
    """What pieces say of one table; a piece that several clauses stand under is read once.

    Attributes:
        table: The table.
    """

    def __init__(self, table: DataTable) -> None:
        self.table = table
        self._read: dict[str, Reading] = {}

    def of(self, piece: Piece) -> Reading:
        """Read a piece without a number in question."""
        if piece.text not in self._read:
            self._read[piece.text] = Reading(piece, self.table, None)
        return self._read[piece.text]


class Reading:
    """What one piece says of a table."""

    def __init__(self, piece: Piece, table: DataTable, token: ValueToken | None) -> None:
        text = piece.text
        self.mentions: Mentions = mentions_in(text, table, piece.numbers)
        taken = self.mentions.covered
        words = [s for s in spoken_in(text) if not _meets(s.span, taken)]
        words = [s for s in words if not any(o.span != s.span and _within(s.span, o.span) for o in words)]
        for than in _THAN.finditer(text):
            if _meets(than.span(), taken):
                continue
            words.append(Spoken("more" if than[1] in _UPWARDS else "less", (than.start(), than.start() + 1)))
            taken.append(than.span(1))
        others = [t for t in piece.numbers if t is not token]
        self.bound: Bound | None = None
        self.n_rows: list[ValueToken] = []
        self.operations: list[Operation] = []
        self.columns = [c.column for c in self.mentions.columns]
        measures = (found.span() for t in piece.numbers if (found := _MEASURE.match(text, t.end)) is not None)
        self._taken = [
            *taken,
            *(s.span for s in words),
            *((t.start, t.end) for t in piece.numbers),
            *measures,
        ]
        self.unread: list[ValueToken] = []
        is_bound = token is not None and self._compared(text, token, words) is not None
        beyond = [s for s in words if s.operation in ("more", "less") and _THE_MEAN.match(text, s.span[1])]
        if beyond and self.columns:
            self.bound = Bound(self.columns[-1], beyond[0].operation, None)
            words = [s for s in words if s is not beyond[0] and s.operation != "mean"]
        for other in others:
            compared = self._compared(text, other, words)
            if compared is not None and self.columns and self.bound is None:
                self.bound = Bound(self.columns[-1], compared.operation, other)
                words = [s for s in words if s.span != compared.span]
            elif self._counts_rows(text, other):
                self.n_rows.append(other)
            else:
                self.unread.append(other)
        self.operations = [s.operation for s in words if text[slice(*s.span)].lower() not in LOOSE]
        self.filters = [self._filter(text, cell) for cell in self.mentions.cells]
        self.is_count = token is not None and self._counts_rows(text, token)
        left = left_over(text, self._taken, table.words)
        self.is_accounted_for = not left and not is_bound

    def _compared(self, text: str, number: ValueToken, words: Sequence[Spoken]) -> Spoken | None:
        """Give the comparing word that a number stands behind: `above 300`."""
        return next(
            (
                s
                for s in words
                if s.operation in COMPARING
                and s.span[1] <= number.start
                and not text[s.span[1] : number.start].strip(" $€£¥*`")
            ),
            None,
        )

    def _counts_rows(self, text: str, number: ValueToken) -> bool:
        """Tell whether a bare number stands in front of the word for rows: `over all 12 orders`."""
        if number.unit is not None or number.number is None or not number.number.is_integer():
            return False
        return any(
            start >= number.end and not text[number.end : start].strip() for start, _ in self.mentions.rows
        )

    def _filter(self, text: str, cell: CellMention) -> Filter:
        negated = _OTHER_THAN.search(text[: cell.span[0]])
        if negated is not None:
            outside = _OUTSIDE.match(text, cell.span[1])
            self._taken += [negated.span(), outside.span()] if outside is not None else [negated.span()]
        return Filter(cell.text, cell.texts, cell.columns, negated is not None)


def _query(
    read: Reading,
    token: ValueToken,
    table: DataTable,
    columns: Collection[str],
    filters: Sequence[Filter],
    said: frozenset[Operation],
) -> Query | None:
    """Put what was read together; None where it makes no query."""
    bound = read.bound
    filtered = {column for one in filters for column in one.columns}
    amounts = [c for c in columns if table.numbers(c) is not None]
    counted = [c for c in amounts if bound is None or c != bound.column]
    if any(column not in amounts and column not in filtered for column in columns) or len(amounts) > 1:
        return None
    is_percent = token.unit is not None and token.unit.dimension == "percent"
    rest = tuple(filters), bound, tuple(read.n_rows)
    if said - {"apart"} == {"highest", "lowest"} and counted:
        return Query(table, "amount", "apart", counted[0], *rest)
    if bound is not None and bound.number is None and len(filters) == 1 and not said:
        return Query(table, "percent" if is_percent else "amount", "apart", bound.column, *rest)
    if is_percent and counted and filters and "share" in said and said <= {"share", "sum"}:
        return Query(table, "percent", "share", counted[0], *rest)
    is_times = token.unit is not None and token.unit.dimension == "times"
    is_compared = said <= _COMPARED and len(said - {"apart"}) <= 1 and (bool(said) or is_times)
    if counted and is_compared and len(filters) == _TWO and set(filters[0].columns) & set(filters[1].columns):
        return Query(table, "percent" if is_percent else "amount", "apart", counted[0], *rest)
    if len(said) == 1 and counted and said <= set(_SINGLE):
        return Query(table, "amount", next(iter(said)), counted[0], *rest)
    if counted and not said and len(filters) == 1:
        return Query(table, "amount", None, counted[0], *rest)
    is_of_row = any(len(one.texts) == 1 and any(map(table.is_unique, one.columns)) for one in filters)
    if counted or is_of_row or not (filters or bound) or not said <= {"share"}:
        return None
    if is_percent and (bound or not any(table.numbers(column) for column in table.columns)):
        return Query(table, "percent", None, None, *rest)
    if token.unit is None and token.step == 1.0 and not said:
        return Query(table, "rows", None, None, *rest)
    return None


def _meets(span: Span, taken: Sequence[Span]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in taken)


def _within(span: Span, other: Span) -> bool:
    return other[0] <= span[0] and span[1] <= other[1]
