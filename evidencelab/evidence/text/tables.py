"""Read the tables of a folded text: heads, and rows whose cells stand under them.

A table is told by its lines: one sign cuts a head and the rows below it into equally many cells, or the
cells of a row stand in the columns that the heads begin. What is quoted of a row is the business of `retold`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from evidencelab.evidence.late_patterns import late_pattern
from evidencelab.evidence.text.table_columns import (
    MIN_WORDS,
    WORD,
    Cell,
    Line,
    cell_of,
    join_in_columns,
    put_below,
    put_in_columns,
    put_under_stub,
    split_in_columns,
)

_BARS = r"|│┃"
CELL_SIGNS = (
    late_pattern(rf"(?:(?<!\s)\s++)?[{_BARS}]\s*+"),
    late_pattern(r"(?:(?<!\s)[^\S\t]++)?\t[^\S\t]*+"),
    late_pattern(r"(?:(?<!\s)[^\S\t]++)?\t\s*+"),
    late_pattern(r"\s{2,}"),
    late_pattern(r"(?:(?<!\s)\s++)?[,;]\s*+"),
)
"""What stands between cells, the surest sign first; a run of blanks is read once."""
_BARRED, _TAB, _, _COLUMNS, _COMMAS = CELL_SIGNS
_QUOTED_CELL = late_pattern(r"(?:(?<=[,;])|(?<![^\n]))\s*(?:\"(?:[^\"]|\"\")*\"(?=\s*(?:[,;]|\Z))|[^,;]*)")
"""A cell that may hold commas, in quote marks."""
_RULE = late_pattern(rf"[\s{_BARS}:+=\-\u2500-\u257f]*")
"""A line that only rules a table off."""
_EDGES = f" {_BARS}"
_FIELDS = late_pattern(r"#\s?\w*:?\s+(?=\w)")
"""In front of the heads of a log that names its fields."""
_HEAD = late_pattern(r"[%#]?[^\W\d][\w%./()-]*[%)#]?")
"""A word that names a column; a time, a tag or a pair is none."""
_HEAD_CELL = late_pattern(r"(?=[^=]*\Z)[%#]?[^\W\d][\w%./()-]*[)%#]?(?: [\w%./()\[\]-]+){0,3}")
_PAIR = late_pattern(r"[^\W\d][^:=]*[:=]\s?[^\s:=]")
_MARKS = frozenset("+-~*")
_MAX_ROWS = 2000
MAX_LENGTH = 200_000
"""Folded characters of a text beyond which tables are not looked for."""


class Table(NamedTuple):
    """A head and the rows below it.

    Attributes:
        head: The cells that name the columns.
        names: What they read, in lower case.
        first_words: The first word of each.
        is_cut: Whether a sign stands between the cells, not a blank.
        rows: The rows; a cell that a row leaves blank is None.
    """

    head: Sequence[Cell]
    names: Sequence[str]
    first_words: frozenset[str]
    is_cut: bool
    rows: Iterable[Sequence[Cell | None]]


class _RowsBelow:
    """The rows below a line whose words are heads, cut when they are asked for."""

    __slots__ = ("is_dense", "lines", "n_cells", "number")

    def __init__(self, lines: list[Line], number: int, n_cells: int, is_dense: bool) -> None:
        self.lines = lines
        self.number = number
        self.n_cells = n_cells
        self.is_dense = is_dense

    def __iter__(self) -> Iterator[list[Cell]]:
        for number in range(self.number + 1, min(len(self.lines), self.number + 1 + _MAX_ROWS)):
            cells = _first_words(self.lines[number], self.n_cells)
            if len(cells) < self.n_cells:
                return
            if self.is_dense and _COLUMNS.search(self.lines[number].text.strip()):
                # a cell is blank
                return
            yield cells


def _table(head: Sequence[Cell], rows: Iterable[Sequence[Cell | None]]) -> Table:
    names = [cell.reading.lower() for cell in head]
    first_words = frozenset(name.split(" ", 1)[0] for name in names)
    return Table(head, names, first_words, not isinstance(rows, _RowsBelow), rows)


def read_tables(folded: str) -> list[Table]:
    """Read the tables of a folded text, for each sign that cuts neighbouring lines alike.

    A text longer than `MAX_LENGTH` is taken to have none.
    """
    return list(_tables(folded)) if "\n" in folded and len(folded) <= MAX_LENGTH else []


def _tables(folded: str) -> Iterator[Table]:
    lines: list[Line] = []
    start = 0
    for line in folded.split("\n"):
        if line.strip() and not _RULE.fullmatch(line):
            lines.append(Line(start, line))
        start += len(line) + 1
    in_columns: set[int] = set()
    for sign in CELL_SIGNS:
        for table in _cut_alike(lines, sign):
            if sign in (_TAB, _COLUMNS) and None in chain.from_iterable(table.rows):
                in_columns.add(table.head[0].start)
                in_columns.update(next(cell.start for cell in row if cell) for row in table.rows)
            if sign is _COLUMNS and not table.names[0]:
                in_columns.add(table.head[1].start)
            yield table
    yield from _cut_at_words(lines, in_columns)


def _cut_alike(lines: list[Line], sign: re.Pattern[str]) -> Iterator[Table]:
    """Yield the tables that a sign cuts into equally many cells, or into those of some columns."""
    head: list[Cell] = []
    head_line = Line(0, "")
    rows: list[list[Cell | None]] = []
    for line in lines:
        cells = _cells(line, sign)
        if sign is _TAB and not all(cell.reading for cell in cells):
            if len(cells) == len(head) > 1 and (rows or (len(head) >= MIN_WORDS and _are_heads(head))):
                # a tab for each cell, empty or not
                rows.append([cell if cell.reading else None for cell in cells])
                continue
            cells = []
        if len(cells) == len(head) and len(cells) > 1 and (rows or not _is_marked(head)):
            if rows or _are_heads(head) or not _are_heads(cells):
                rows.append([*cells])
            else:
                # a command or a title that the sign happens to cut as often
                head, head_line = cells, line
            continue
        row = _in_columns(cells, head, line, head_line, bool(rows)) if sign is _COLUMNS else None
        if row:
            if len(row) > len(head):
                head = [Cell("", head_line.start, head_line.start), *head]
            rows.append([*row])
            continue
        if rows:
            yield _table(head, rows)
        head, head_line, rows = cells, line, []
    if rows:
        yield _table(head, rows)


def _in_columns(
    cells: list[Cell], head: list[Cell], line: Line, head_line: Line, is_known: bool
) -> Sequence[Cell | None] | None:
    """Put the cells of a line under heads; None where they stand in no columns of them."""
    if len(cells) > len(head) >= MIN_WORDS:
        joined = join_in_columns(cells, head, line, head_line)
        if len(joined) == len(head):
            return joined
    if not head[:1] or not head[0].reading or not is_known:
        row = put_under_stub(cells, head, line, head_line)
        if row:
            return row
    if is_known and MIN_WORDS <= len(cells) < len(head):
        cells = split_in_columns(cells, head, line, head_line)
        if len(cells) == len(head):
            return cells
    if is_known or len(head) > MIN_WORDS:
        return put_in_columns(cells, head, line, head_line, is_known)
    return None


def _are_heads(cells: list[Cell]) -> bool:
    """Tell whether all cells of a line read as names of columns."""
    return all(_HEAD_CELL.fullmatch(cell.reading) for cell in cells)


def _is_marked(cells: list[Cell]) -> bool:
    """Tell whether a line begins with the sign of a diff or an item, and a key with its value behind it."""
    return len(cells) > 1 and cells[0].reading in _MARKS and _PAIR.match(cells[1].reading) is not None


def _cut_at_words(lines: list[Line], in_columns: set[int]) -> Iterator[Table]:
    """Yield the tables whose heads are single words, with as many words in a row.

    The last cell may hold more of them, the last head may be of two, and in front of the heads may stand
    the command that printed the table. Where cells are blank, columns tell more than words.
    """
    below = 0
    for number, line in enumerate(lines[:-1]):
        fields = _FIELDS.match(line.text)
        heads = WORD.finditer(line.text, fields.end() if fields else 0)
        words = [cell_of(line, *found.span()) for found in heads]
        if len(words) < MIN_WORDS or words[0].start in in_columns or not all(map(_is_head, words)):
            continue
        aligned = list(_rows_below(words, lines, number)) if number >= below else []
        below = max(below, number + len(aligned))
        if any(None in row for row in aligned) and all(any(column) for column in zip(*aligned, strict=True)):
            yield _table(words, aligned)
            continue
        joined = cell_of(line, words[-2].start - line.start, words[-1].end - line.start)
        n_below = len(WORD.findall(lines[number + 1].text))
        last = words[-n_below:] if MIN_WORDS <= n_below < len(words) else []
        if n_below == len(words) - 1 and _lines_up([*words[:-2], joined], line, lines[number + 1]):
            # the last head is of two words, not the first of a command
            last = []
        is_dense = not _COLUMNS.search(line.text.strip())
        for head in (words, [*words[:-2], joined], last):
            if MIN_WORDS <= len(head) <= n_below:
                rows = _RowsBelow(lines, number, len(head), is_dense and head is not words)
                yield _table(head, rows)


def _rows_below(head: list[Cell], lines: list[Line], number: int) -> Iterator[list[Cell | None]]:
    """Yield the rows below a line whose words are heads, as far as their words line up with those."""
    for line in lines[number + 1 : number + 1 + _MAX_ROWS]:
        row = put_below(line, head, lines[number])
        if row is None:
            return
        yield row


def _lines_up(heads: list[Cell], head_line: Line, line: Line) -> bool:
    """Tell whether a word of a line begins or ends as the head does that it stands under by its number."""
    return any(
        cell.start - line.start == head.start - head_line.start
        or cell.end - line.start == head.end - head_line.start
        for head, cell in zip(heads[1:], _first_words(line, len(heads))[1:], strict=False)
    )


def _is_head(word: Cell) -> bool:
    return _HEAD.fullmatch(word.reading) is not None


def _first_words(line: Line, n_cells: int) -> list[Cell]:
    """Cut a line into words, the last cell holding what is left."""
    cells: list[Cell] = []
    for found in WORD.finditer(line.text):
        start, end = found.span()
        if len(cells) == n_cells - 1:
            end = len(line.text.rstrip())
        cells.append(cell_of(line, start, end))
        if len(cells) == n_cells:
            break
    return cells


def _cells(line: Line, sign: re.Pattern[str]) -> list[Cell]:
    if sign is _COMMAS and '"' in line.text:
        return [cell_of(line, *found.span()) for found in _QUOTED_CELL.finditer(line.text) if found.group()]
    if sign is _BARRED:
        begin, stop = _within_bars(line.text)
    else:
        begin = len(line.text) - len(line.text.lstrip(_EDGES))
        stop = len(line.text.rstrip(_EDGES))
    cells = []
    for found in sign.finditer(line.text, begin, stop):
        cells.append(cell_of(line, begin, found.start()))
        begin = found.end()
    cells.append(cell_of(line, begin, stop))
    return cells


def _within_bars(line: str) -> tuple[int, int]:
    """Return where a line begins and ends without white space and a bar at either end."""
    stop = len(line.rstrip())
    begin = len(line) - len(line.lstrip())
    if begin < stop and line[begin] in _BARS:
        begin += 1
    if begin < stop and line[stop - 1] in _BARS:
        stop -= 1
    body = line[begin:stop]
    return stop - len(body.lstrip()), begin + len(body.rstrip())
