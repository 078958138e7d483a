"""Read the tables of a folded text: heads, and rows whose cells stand under them.

A table is told by its lines: one sign cuts a head and the rows below it into equally many cells, or the
cells of a row stand in the columns that the heads begin. What is quoted of a row is the business of `retold`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from evidencelab.evidence.text.lexicon import is_cjk

_BARS = r"|│┃"
CELL_SIGNS = (
    re.compile(rf"(?:(?<!\s)\s++)?[{_BARS}]\s*+"),
    re.compile(r"(?:(?<!\s)[^\S\t]++)?\t\s*+"),
    re.compile(r"\s{2,}"),
    re.compile(r"(?:(?<!\s)\s++)?[,;]\s*+"),
)
"""What stands between cells, the surest sign first; a run of blanks is read once."""
_BARRED, _, _COLUMNS, _COMMAS = CELL_SIGNS
_QUOTED_CELL = re.compile(r"(?:(?<=[,;])|(?<![^\n]))\s*(?:\"(?:[^\"]|\"\")*\"(?=\s*(?:[,;]|\Z))|[^,;]*)")
"""A cell that may hold commas, in quote marks."""
_RULE = re.compile(rf"[\s{_BARS}:+=\-\u2500-\u257f]*")
"""A line that only rules a table off."""
_EDGES = f" {_BARS}"
_WORD = re.compile(r"\S+")
_FIELDS = re.compile(r"#\s?\w*:?\s+(?=\w)")
"""In front of the heads of a log that names its fields."""
_HEAD = re.compile(r"[%#]?[^\W\d][\w%./()-]*[%)#]?")
"""A word that names a column; a time, a tag or a pair is none."""
_PAIR = re.compile(r"[^\W\d][^:=]*[:=]\s?[^\s:=]")
_MARKS = frozenset("+-~*")
_MIN_WORDS = 3
_MAX_ROWS = 2000
MAX_LENGTH = 200_000
"""Folded characters of a text beyond which tables are not looked for."""
_GROUPED = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])")
_MARKUP = "*_`\"' "


class Cell(NamedTuple):
    """One cell: what it reads, and its `[start, end)` in the folded text."""

    reading: str
    start: int
    end: int


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


class _Line(NamedTuple):
    start: int
    text: str


class _RowsBelow:
    """The rows below a line whose words are heads, cut when they are asked for."""

    __slots__ = ("lines", "n_cells", "number")

    def __init__(self, lines: list[_Line], number: int, n_cells: int) -> None:
        self.lines = lines
        self.number = number
        self.n_cells = n_cells

    def __iter__(self) -> Iterator[list[Cell]]:
        for number in range(self.number + 1, min(len(self.lines), self.number + 1 + _MAX_ROWS)):
            cells = _first_words(self.lines[number], self.n_cells)
            if len(cells) < self.n_cells:
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
    lines: list[_Line] = []
    start = 0
    for line in folded.split("\n"):
        if line.strip() and not _RULE.fullmatch(line):
            lines.append(_Line(start, line))
        start += len(line) + 1
    in_columns: set[int] = set()
    for sign in CELL_SIGNS:
        for table in _cut_alike(lines, sign):
            if sign is _COLUMNS and None in chain.from_iterable(table.rows):
                in_columns.add(table.head[0].start)
                in_columns.update(next(cell.start for cell in row if cell) for row in table.rows)
            yield table
    yield from _cut_at_words(lines, in_columns)


def _cut_alike(lines: list[_Line], sign: re.Pattern[str]) -> Iterator[Table]:
    """Yield the tables that a sign cuts into equally many cells, or into those of some columns."""
    head: list[Cell] = []
    head_line = _Line(0, "")
    rows: list[list[Cell | None]] = []
    for line in lines:
        cells = _cells(line, sign)
        if (
            len(cells) == len(head)
            and len(cells) > 1
            and (rows or not (_is_marked(head) or (_are_pairs(head) and not _are_pairs(cells))))
        ):
            rows.append([*cells])
            continue
        in_columns = None
        if sign is _COLUMNS and len(cells) > len(head) >= _MIN_WORDS:
            cells = _joined_in_columns(cells, head, line, head_line)
            if len(cells) == len(head):
                rows.append([*cells])
                continue
        if sign is _COLUMNS and rows and _MIN_WORDS <= len(cells) < len(head):
            cells = _split_in_columns(cells, head, line, head_line)
            if len(cells) == len(head):
                rows.append([*cells])
                continue
        if sign is _COLUMNS and (rows or len(head) > _MIN_WORDS):
            in_columns = _in_columns(cells, head, line, head_line, bool(rows))
        if in_columns:
            rows.append(in_columns)
            continue
        if rows:
            yield _table(head, rows)
        head, head_line, rows = cells, line, []
    if rows:
        yield _table(head, rows)


def _are_pairs(cells: list[Cell]) -> bool:
    """Tell whether all cells are keys with values, which head no columns."""
    return all(_PAIR.match(cell.reading) for cell in cells)


def _is_marked(cells: list[Cell]) -> bool:
    """Tell whether a line begins with the sign of a diff or an item, and a key with its value behind it."""
    return len(cells) > 1 and cells[0].reading in _MARKS and _PAIR.match(cells[1].reading) is not None


def _in_columns(
    cells: list[Cell], head: list[Cell], line: _Line, head_line: _Line, is_known: bool
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


def _joined_in_columns(cells: list[Cell], head: list[Cell], line: _Line, head_line: _Line) -> list[Cell]:
    """Join what wide blanks cut apart below one head, where a cell begins right below each head."""
    begins = {_column(head_line, cell) for cell in head}
    below = [number for number, cell in enumerate(cells) if _column(line, cell) in begins]
    if len(below) < len(head) or below[0]:
        return cells
    lasts = [cells[number - 1] for number in [*below[1:], len(cells)]]
    return [
        _cell(line, cells[number].start - line.start, last.end - line.start)
        for number, last in zip(below, lasts, strict=True)
    ]


def _split_in_columns(cells: list[Cell], head: list[Cell], line: _Line, head_line: _Line) -> list[Cell]:
    """Cut a cell that fills its column up to the last one where the next column begins."""
    begins = {_column(head_line, cell) for cell in head[1:]}
    split: list[Cell] = []
    for cell in cells:
        start = cell.start
        for word in _WORD.finditer(line.text, cell.start - line.start + 1, cell.end - line.start):
            at = _cell(line, *word.span())
            if line.text[word.start() - 1] == " " and _column(line, at) in begins:
                split.append(_cell(line, start - line.start, at.start - 1 - line.start))
                start = at.start
        split.append(_cell(line, start - line.start, cell.end - line.start))
    return split


def _column(line: _Line, cell: Cell) -> int:
    """Return the column on a screen that a cell begins in: a CJK character takes two."""
    at = cell.start - line.start
    return at if line.text.isascii() else at + sum(map(is_cjk, line.text[:at]))


def _cut_at_words(lines: list[_Line], in_columns: set[int]) -> Iterator[Table]:
    """Yield the tables whose heads are single words, with as many words in a row.

    The last cell may hold more of them, the last head may be of two, and in front of the heads may stand
    the command that printed the table. Where cells are blank, columns tell more than words.
    """
    for number, line in enumerate(lines[:-1]):
        fields = _FIELDS.match(line.text)
        heads = _WORD.finditer(line.text, fields.end() if fields else 0)
        words = [_cell(line, *found.span()) for found in heads]
        if len(words) < _MIN_WORDS or words[0].start in in_columns or not all(map(_is_head, words)):
            continue
        joined = _cell(line, words[-2].start - line.start, words[-1].end - line.start)
        n_below = len(_WORD.findall(lines[number + 1].text))
        last = words[-n_below:] if _MIN_WORDS <= n_below < len(words) else []
        for head in (words, [*words[:-2], joined], last):
            if _MIN_WORDS <= len(head) <= n_below:
                yield _table(head, _RowsBelow(lines, number, len(head)))


def _is_head(word: Cell) -> bool:
    return _HEAD.fullmatch(word.reading) is not None


def _first_words(line: _Line, n_cells: int) -> list[Cell]:
    """Cut a line into words, the last cell holding what is left."""
    cells: list[Cell] = []
    for found in _WORD.finditer(line.text):
        start, end = found.span()
        if len(cells) == n_cells - 1:
            end = len(line.text.rstrip())
        cells.append(_cell(line, start, end))
        if len(cells) == n_cells:
            break
    return cells


def _cells(line: _Line, sign: re.Pattern[str]) -> list[Cell]:
    if sign is _COMMAS and '"' in line.text:
        return [_cell(line, *found.span()) for found in _QUOTED_CELL.finditer(line.text) if found.group()]
    if sign is _BARRED:
        begin, stop = _within_bars(line.text)
    else:
        begin = len(line.text) - len(line.text.lstrip(_EDGES))
        stop = len(line.text.rstrip(_EDGES))
    cells = []
    for found in sign.finditer(line.text, begin, stop):
        cells.append(_cell(line, begin, found.start()))
        begin = found.end()
    cells.append(_cell(line, begin, stop))
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


def _cell(line: _Line, start: int, end: int) -> Cell:
    return Cell(reading(line.text[start:end]), line.start + start, line.start + end)


def reading(cell: str) -> str:
    """Read a cell: without markup around it or groups in its numbers, white space folded."""
    read = " ".join(cell.strip(_MARKUP).split())
    return _GROUPED.sub(lambda found: found.group().replace(",", ""), read) if "," in read else read
