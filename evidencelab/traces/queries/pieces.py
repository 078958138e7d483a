"""What a number is told in: what its statement stands under, the clauses before, its own clause.

Of a row of a table, the row's name and the column's title are the clause. What is too long to be one query
is not cut into pieces. It must not know any table of the evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.values.reader import value_tokens
from evidencelab.traces.values.value_token import ValueToken, even
from evidencelab.traces.wording.statement import Statement, row_cells, title_of

_LONGEST = 400
"""Code points beyond which a text says too much to be one query, or to stand over one."""
_CLAUSE_END = re.compile(
    r"[,;](?=\s)|(?<=[\u4e00-\u9fff%\d)])[,;](?!\d)|\.\s|(?<=[\u4e00-\u9fff])\.|\s[–—-]\s"
)


class Piece(NamedTuple):
    """A text with its numbers.

    Attributes:
        text: The text.
        numbers: Its numbers and moments.
        is_above: Whether the statement stands under it: what it says of columns and workings holds below.
        is_title: Whether it is a heading: of what it says, only cells narrow what stands below.
    """

    text: str
    numbers: Sequence[ValueToken]
    is_above: bool = False
    is_title: bool = False


class Clause(NamedTuple):
    """A clause with all that may narrow it.

    Attributes:
        above: What its statement stands under, then the clauses before it.
        piece: The clause itself.
        start: Where it begins in the statement.
        behind: What the statement goes on with.
    """

    above: tuple[Piece, ...]
    piece: Piece
    start: int
    behind: str = ""


class ToldNumber(NamedTuple):
    """A number in its clause.

    Attributes:
        clause: The clause.
        token: The number, as it stands there: one of the clause's.
    """

    clause: Clause
    token: ValueToken


def told_number(read: ReadStatement, token: ValueToken) -> ToldNumber | None:
    """Give a number of a statement with its clause; None where that is too long to be a query.

    Args:
        read: The statement.
        token: One of its numbers.
    """
    if read.statement.kind == "row":
        return _in_row(read.statement, token)
    for clause in clauses_of(read):
        for moved in clause.piece.numbers:
            if moved.start + clause.start == token.start:
                return ToldNumber(clause, moved)
    return None


def clauses_of(read: ReadStatement) -> Iterator[Clause]:
    """Give the clauses of a statement in order; none where it, or what it stands under, is too long."""
    text = even(read.statement.text)
    above = _above(read.statement, len(read.statement.parents))
    if above is None or len(text) > _LONGEST:
        return
    numbers = [t for t in read.tokens if t.kind != "name"]
    ends = [found.end() for found in _CLAUSE_END.finditer(text)]
    for start, end in zip([0, *ends], [*ends, len(text)], strict=True):
        held = (t for t in numbers if start <= t.start < end)
        piece = Piece(text[start:end], [_moved(t, -start) for t in held])
        yield Clause(above, piece, start, text[end:])
        above = (*above, piece)


def _in_row(statement: Statement, token: ValueToken) -> ToldNumber | None:
    cells = row_cells(statement.text)
    head = f"{cells[0]}: {title_of(statement, token.start)} "
    above = _above(statement, len(statement.parents) - len(cells))
    if above is None or len(head) > _LONGEST:
        return None
    moved = _moved(token, len(head) - token.start)
    piece = Piece(even(head + token.text), [*_numbers(head), moved])
    return ToldNumber(Clause(above, piece, 0), moved)


def _above(statement: Statement, n_parents: int) -> tuple[Piece, ...] | None:
    """Give the nearest heading, then the first so many that lead in; None where one of them is too long."""
    titles, parents = statement.sections[-1:], statement.parents[: max(0, n_parents)]
    if any(len(text) > _LONGEST for text in (*titles, *parents)):
        return None
    headings = (Piece(even(text), (), is_above=True, is_title=True) for text in titles)
    return (*headings, *(Piece(even(text), _numbers(text), is_above=True) for text in parents))


def _moved(token: ValueToken, by: int) -> ValueToken:
    return token._replace(start=token.start + by, end=token.end + by)


def _numbers(text: str) -> list[ValueToken]:
    return [t for t in value_tokens(text) if t.kind != "name"]
