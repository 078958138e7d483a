"""What a number is told in: what its statement stands under, the clauses before, its own clause.

Of a row of a table, the row's name and the column's title are the clause. It must not know any table of the
evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.values.reader import value_tokens
from evidencelab.traces.values.value_token import ValueToken, even
from evidencelab.traces.wording.statement import Statement, row_cells, title_of

_CLAUSE_END = re.compile(
    r"[,;](?=\s)|(?<=[\u4e00-\u9fff%\d])[,;](?!\d)|\.\s|(?<=[\u4e00-\u9fff])\.|\s[–—-]\s"
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


def pieces_of(read: ReadStatement, token: ValueToken) -> list[Piece]:
    """Give what a statement stands under, its clauses before the number, and the number's clause.

    Of a row the name and the column's title are the clause.
    """
    statement = read.statement
    above = _above(statement)
    if statement.kind == "row":
        cells = row_cells(statement.text)
        text = f"{cells[0]}: {title_of(statement, token.start)} "
        moved = token._replace(start=len(text), end=len(text) + len(token.text))
        above = above[: len(above) - len(cells)]
        clauses = [Piece(even(text + token.text), [*_numbers(text), moved])]
    else:
        clauses = list(_clauses(even(statement.text), [t for t in read.tokens if t.kind != "name"], token))
    return [*above, *clauses]


def clauses_of(read: ReadStatement) -> Iterator[tuple[list[Piece], Piece, int]]:
    """Give each clause of a statement with what it stands under, and its place in the statement."""
    statement = read.statement
    above = _above(statement)
    text = even(statement.text)
    numbers = [t for t in read.tokens if t.kind != "name"]
    before: list[Piece] = []
    for start, end in _spans(text):
        piece = _piece(text, numbers, start, end)
        yield [*above, *before], piece, start
        before.append(piece)


def _above(statement: Statement) -> list[Piece]:
    """Give what a statement stands under: the nearest heading, then what leads in."""
    titles = [Piece(even(text), (), is_above=True, is_title=True) for text in statement.sections[-1:]]
    return titles + [Piece(even(text), _numbers(text), is_above=True) for text in statement.parents]


def _spans(text: str) -> Iterator[tuple[int, int]]:
    ends = [found.end() for found in _CLAUSE_END.finditer(text)]
    return zip([0, *ends], [*ends, len(text)], strict=True)


def _piece(text: str, numbers: Sequence[ValueToken], start: int, end: int) -> Piece:
    """Cut a clause out of a text, its numbers at their places in it."""
    held = [t for t in numbers if start <= t.start < end]
    return Piece(text[start:end], [t._replace(start=t.start - start, end=t.end - start) for t in held])


def _clauses(text: str, numbers: Sequence[ValueToken], token: ValueToken) -> Iterator[Piece]:
    """Give the clauses up to the one that holds a number, each with its numbers at their places in it."""
    for start, end in _spans(text):
        yield _piece(text, numbers, start, end)
        if start <= token.start < end:
            return


def _numbers(text: str) -> list[ValueToken]:
    return [t for t in value_tokens(text) if t.kind != "name"]
