"""Cells of a table's lines, and rows whose cells stand below the heads of columns.

Columns are those of a screen: what begins, or ends, right below a head stands under it.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from evidencelab.evidence.late_patterns import late_pattern
from evidencelab.evidence.text.lexicon import is_cjk

WORD = late_pattern(r"\S+")
_GROUPED = late_pattern(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])")
_MARKUP = "*_`\"' "
MIN_WORDS = 3
_MAX_NAMED = 64
"""Heads of a table whose rows begin with a cell that no head names."""


class Cell(NamedTuple):
    """One cell: what it reads, and its `[start, end)` in the folded text."""

    reading: str
    start: int
    end: int


class Line(NamedTuple):
    """A line that is not blank and rules nothing off, and where it begins in the folded text."""

    start: int
    text: str


def put_in_columns(
    cells: list[Cell], head: list[Cell], line: Line, head_line: Line, is_known: bool
) -> list[Cell | None] | None:
    """Put the cells of a line under the heads that begin in front of them, or one column behind.

    Returns:
        The row; None where two cells share a head, or, in the first row, one begins where no head does.
    """
    if not 1 < len(cells) < len(head):
        return None
    begins = [_column(head_line, cell) for cell in head]
    row: list[Cell | None] = [None] * len(head)
    if not is_known and not all(_column(line, cell) in begins for cell in cells):
        return None
    for cell in cells:
        at = bisect_right(begins, _column(line, cell) + 1) - 1
        if at < 0 or row[at] is not None:
            return None
        row[at] = cell
    return row


def put_under_stub(
    cells: list[Cell], head: list[Cell], line: Line, head_line: Line
) -> list[Cell | None] | None:
    """Put the cells of a line behind its first, which no head names, under the heads they line up with.

    Where the heads are known to leave the first column out, the first of them is nameless.
    """
    named = head[1:] if head and not head[0].reading else head
    if not 2 <= len(named) <= _MAX_NAMED or not 2 <= len(cells) <= len(named) + 1:
        return None
    if _end(line, cells[0]) > _column(head_line, named[0]):
        return None
    return _put_in_line(cells, named, line, head_line)


def put_below(line: Line, head: list[Cell], head_line: Line) -> list[Cell | None] | None:
    """Put the words of a line under the heads that begin or end as they do, the first under the first head.

    Returns:
        The row; None where a word lines up with no head that is left.
    """
    words = [cell_of(line, *found.span()) for found in WORD.finditer(line.text)]
    while words and not any(map(str.isalnum, words[0].reading)):
        # the branch of a tree
        del words[0]
    if not 2 <= len(words) <= len(head) <= _MAX_NAMED or _end(line, words[0]) > _column(head_line, head[1]):
        return None
    return _put_in_line(words, head[1:], line, head_line)


def _put_in_line(
    cells: list[Cell], named: list[Cell], line: Line, head_line: Line
) -> list[Cell | None] | None:
    """Put all cells but the first under the heads that begin or end as they do; None where one is left."""
    row: list[Cell | None] = [cells[0]]
    rest = iter(cells[1:])
    cell = next(rest, None)
    for one in named:
        is_below = cell is not None and (
            _column(line, cell) == _column(head_line, one) or _end(line, cell) == _end(head_line, one)
        )
        row.append(cell if is_below else None)
        if is_below:
            cell = next(rest, None)
    return row if cell is None else None


def join_in_columns(cells: list[Cell], head: list[Cell], line: Line, head_line: Line) -> list[Cell]:
    """Join what wide blanks cut apart below one head, where a cell begins right below each head."""
    begins = {_column(head_line, cell) for cell in head}
    below = [number for number, cell in enumerate(cells) if _column(line, cell) in begins]
    if len(below) < len(head) or below[0]:
        return cells
    lasts = [cells[number - 1] for number in [*below[1:], len(cells)]]
    return [
        cell_of(line, cells[number].start - line.start, last.end - line.start)
        for number, last in zip(below, lasts, strict=True)
    ]


def split_in_columns(cells: list[Cell], head: list[Cell], line: Line, head_line: Line) -> list[Cell]:
    """Cut a cell that fills its column up to the last one where the next column begins."""
    begins = {_column(head_line, cell) for cell in head[1:]}
    split: list[Cell] = []
    for cell in cells:
        start = cell.start
        for word in WORD.finditer(line.text, cell.start - line.start + 1, cell.end - line.start):
            at = cell_of(line, *word.span())
            if line.text[word.start() - 1] == " " and _column(line, at) in begins:
                split.append(cell_of(line, start - line.start, at.start - 1 - line.start))
                start = at.start
        split.append(cell_of(line, start - line.start, cell.end - line.start))
    return split


def _column(line: Line, cell: Cell) -> int:
    """Return the column on a screen that a cell begins in: a CJK character takes two."""
    at = cell.start - line.start
    return at if line.text.isascii() else at + sum(map(is_cjk, line.text[:at]))


def _end(line: Line, cell: Cell) -> int:
    """Return the column on a screen that a cell ends in front of."""
    at = cell.end - line.start
    return at if line.text.isascii() else at + sum(map(is_cjk, line.text[:at]))


def cell_of(line: Line, start: int, end: int) -> Cell:
    """Return the cell in `[start, end)` of a line."""
    return Cell(reading(line.text[start:end]), line.start + start, line.start + end)


def reading(cell: str) -> str:
    """Read a cell: without markup around it or groups in its numbers, white space folded."""
    read = " ".join(cell.strip(_MARKUP).split())
    return _GROUPED.sub(lambda found: found.group().replace(",", ""), read) if "," in read else read
