"""How a line of evidence is laid out: its cells, its fields, its call's words.

Helpers of the pool; nothing here looks anything up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from pydantic import JsonValue

from evidencelab.traces.formats.parts import mapping

_LONG_LINE = 4000
_FIELD = re.compile(r"([\w.\[\]@/-]+)[\"']?\s*[=:]\s*[\"'$€£¥]?$")


def name_kind(name: str) -> str:
    """Give a name's pattern of letters, digits and marks, runs squeezed: what makes ids look alike."""
    return re.sub(r"[a-z]+", "a", re.sub(r"\d+", "0", name.lower()))


def pieces_of(line: str) -> Iterator[str]:
    """Cut a very long line at blanks, so that its context stays its own."""
    while len(line) > _LONG_LINE:
        at = line.rfind(" ", 0, _LONG_LINE)
        at = at if at > 0 else _LONG_LINE
        yield line[:at]
        line = line[at:]
    yield line


_WRAPPED_FROM = 60
"""Columns from which a line may have been wrapped; shorter ones end where their writer ended them."""
_RUNS_ON = re.compile(r"[^\W_],?$")
_OWN_LINE = re.compile(
    r"\s*(?:[\w.\[\]@/-]+[\"']?\s*[=:](?=\s|$)|\d+[.)]\s|at\s|\d{4}[-/]\d\d|\d\d:\d\d"
    r"|[A-Z][a-z]{2} +\d\d? \d\d:)"
)
"""A field, an item, a frame of a stack, or a record that begins with its time."""
_COLUMNS = re.compile(r"\S(?:\s{2,}|\t)\S|\|")
_ESCAPED = re.compile(r"\s*\\ ?(?=\S)")


def unwrapped(text: str) -> list[str]:
    """Cut a ref's text into lines; what a writer wrapped at its width is one line again.

    A line is the rest of the one above where it is indented, that one is long and ends in the middle of a
    sentence, and neither is a field, an item, a record with its time or a table's row. Of YAML's double
    quotes the backslashes that wrap a line go as well. Takes time linear in the text.
    """
    joined: list[list[str]] = []
    above = ""
    for line in text.split("\n"):
        escaped = _ESCAPED.match(line) if above.endswith("\\") else None
        if escaped is not None:
            joined[-1][-1] = joined[-1][-1][:-1]
            joined[-1].append(line[escaped.end() :])
        elif joined and _is_rest_of(line, above):
            joined[-1].append(line.strip())
        else:
            joined.append([line])
        above = line
    return [" ".join(parts) for parts in joined]


def _is_rest_of(line: str, above: str) -> bool:
    """Say whether an indented line goes on with the sentence of the one above."""
    if len(above) < _WRAPPED_FROM or not line[:1].isspace() or not line.lstrip()[:1].isalnum():
        return False
    if not _RUNS_ON.search(above[-2:]) or _OWN_LINE.match(line):
        return False
    return not _COLUMNS.search(above.strip()) and not _COLUMNS.search(line.strip())


_GAP = re.compile(r"\s{2,}|\t")
_NAME = re.compile(r"\S+(?:\s\S+)*")


def cells_of(line: str) -> list[str]:
    """Cut a line into its cells: at bars, at wide gaps, else at commas."""
    bare = line.strip()
    if "|" in line:
        # a line that ends with a bar but begins with none has an empty last cell
        return [cell.strip() for cell in (bare.strip("|") if bare.startswith("|") else bare).split("|")]
    if "," in line and not _GAP.search(bare):
        return [cell.strip() for cell in bare.split(",")]
    return [cell for cell in _GAP.split(bare) if cell]


def cell_at(line: str, start: int) -> int:
    """Give the number, from 0, of the cell in which an offset lies."""
    head = line[:start]
    if "|" in line:
        return max(0, head.lstrip().removeprefix("|").count("|"))
    if "," in line and not _GAP.search(line.strip()):
        return head.count(",")
    return len(_GAP.split(f"{head}x".strip())) - 1


def field_of(line: str, start: int) -> str:
    """Name the field whose value begins at `start`: the word before `=` or `:`, list positions left out."""
    return _field_before(line[max(0, start - 80) : start])


@lru_cache(maxsize=1 << 15)
def _field_before(text: str) -> str:
    """Name the field that a short text ends in; a value's field is asked for by every rule."""
    found = _FIELD.search(text)
    return re.sub(r"\[\d+\]", "", found[1]).strip(".").lower() if found else ""


def flat_text(value: JsonValue) -> str:
    """Write a JSON value as one line of its keys and values."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return " ".join(f"{key} {flat_text(item)}" for key, item in mapping(value).items())
    if isinstance(value, list):
        return " ".join(flat_text(item) for item in value)
    return "" if value is None else str(value)


_HEADER = re.compile(r"[A-Z][A-Za-z()_ /-]*(?:\s{2,}|\t|\s*\|\s*)[A-Z]")
_CSV_HEADER = re.compile(r"[A-Za-z_][\w.()%/-]{0,40}(?:,\s?[A-Za-z_][\w.()%/-]{0,40}){1,30}")
_ANY_CSV_HEADER = re.compile(r"[^\W\d][\w.()（）%/-]{0,40}(?:,[^\W\d][\w.()（）%/-]{0,40}){1,30}")
_ASIDE = r"(?: ?[(（\[][^()（）\[\]|]{1,24}[)）\]])?"
"""What a column's name says in brackets: its unit, its bound."""
_WORD = rf"[\w.()%/#+-]{{0,60}}{_ASIDE}"
_TITLE = re.compile(rf"(?:[#%]|[^\W\d]){_WORD}(?: {_WORD})?|\d?[A-Z][\w%/-]*")
_RULE = re.compile(r"[\s|+:]*[-=]{3,}(?:[\s|+:]+[-=]{3,})*[\s|+:]*")
_FEWEST_CELLS = 3
_MOST_EXTRA, _FEW_BARRED = 3, 2
_TWO = re.compile(r"^[-\d.,]+ [-\d.,]+$")
"""Two numbers that only one blank keeps apart, so that wide gaps do not part the columns."""
_NUMERIC = re.compile(r"[-+$€£¥]?\d|NaN|nan|-$|null$")
_BY_PERIOD = re.compile(
    r"(?:19|20)\d\d(?:[-/.](?:0?[1-9]|1[0-2])(?:[-/.]\d\d?)?)?(?:[ _]?(?![\d-])[\w()（）%/$€£¥]{0,24})?"
    r"|\d{1,4}[^\W\d]{1,2}(?:_\w{1,24})?"
)
"""A title that begins with a digit: a year, a month, a class of numbers: `2025-09_usd`, `5xx`, `7d`."""
_BARE_NUMBER = re.compile(r"[-+]?[$€£¥]?\d[\d,]*(?:\.\d+)?\s?%?|-|null|n/a", re.IGNORECASE)


class Header(NamedTuple):
    """The column names of the lines below it.

    Attributes:
        cells: The names.
        by_blanks: Whether single blanks stand between the cells.
        line: The line of the names, if wide gaps part them.
    """

    cells: tuple[str, ...]
    by_blanks: bool = False
    line: str = ""

    def title_at(self, line: str, start: int) -> str:
        """Name the column in which an offset of a line lies; empty for a line with other cells."""
        cells = line.split() if self.by_blanks else cells_of(line)
        if len(cells) != len(self.cells) or (not self.by_blanks and any(_TWO.search(c) for c in cells)):
            return self._title_above(line, start) or self._title_from_right(line, start)
        at = len(line[:start].split()) - (start > 0 and not line[start - 1].isspace())
        return self.cells[min(at if self.by_blanks else cell_at(line, start), len(cells) - 1)]

    def _title_above(self, line: str, start: int) -> str:
        """Name the column right above whose name a cell begins, where a row has empty cells."""
        if not self.line or "|" in line:
            return ""
        names = {found.start(): found[0] for found in _NAME.finditer(self.line)}
        begins = [found.start() for found in _NAME.finditer(line)]
        if len(begins) < _FEWEST_CELLS or not names.keys() >= set(begins):
            return ""
        return names[max((begin for begin in begins if begin <= start), default=begins[0])]

    def _title_from_right(self, line: str, start: int) -> str:
        """Name the column counted from the right, where a row's name has several words or no head."""
        if "|" in line or "," in line or any(" " in cell for cell in self.cells):
            return ""
        cells, behind = line.split(), len(line[start:].split())
        extra = len(cells) - len(self.cells)
        if not 0 < extra <= _MOST_EXTRA or behind > len(self.cells) or behind < 1:
            return ""
        numbers = cells[-(len(self.cells) - 1) :]
        return self.cells[-behind] if all(_NUMERIC.match(cell) for cell in numbers) else ""


_CELL_COMMA = re.compile(r",(?=\S)")
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+")


def uncomma(line: str, header: Header | None) -> str:
    """Give a line of comma-separated cells with bars for its commas: `62,231` is two cells, not a number.

    A line is one if it has as many cells as its header, or three commas and more that group no digits.
    """
    if "," not in line or "=" in line or "{" in line:
        return line
    is_row = header is not None and not header.by_blanks and len(line.split(",")) == len(header.cells) > 1
    n_free = len(_CELL_COMMA.findall(_GROUPED.sub("", line)))
    return line.replace(",", "|") if is_row or (n_free >= _FEWEST_CELLS and ", " not in line) else line


def is_rule(line: str) -> bool:
    """Tell whether a line only rules a table: dashes, bars, crosses."""
    return _RULE.fullmatch(line) is not None


def header_of(line: str, following: str) -> Header | None:
    """Read a line as column names: capitals apart, identifiers between commas, or words over numbers.

    Args:
        line: The line.
        following: The next line, which must have as many cells if the names are plain words.
    """
    bare = line.strip()
    is_csv = _CSV_HEADER.fullmatch(bare) or (
        _ANY_CSV_HEADER.fullmatch(bare)
        and bare.count(",") == following.count(",")
        and ", " not in following
        and (bare.count(",") > 1 or any(cell[:1].isdigit() for cell in following.strip().split(",")))
    )
    if (_HEADER.match(bare) and not any(c.isdigit() for c in bare)) or is_csv:
        return Header(tuple(cells_of(line)), line=_gapped(line))
    index = _index_name(line, following)
    if index:
        return Header((index, *cells_of(line)))
    for cells, below, by_blanks in (
        (cells_of(line), cells_of(following), False),
        (line.replace("Mounted on", "Mounted-on").split(), following.split(), True),
    ):
        if _names_columns(cells, below, 2 if "|" in line else _FEWEST_CELLS):
            return Header(tuple(cells), by_blanks, "" if by_blanks else _gapped(line))
    return None


def _index_name(line: str, following: str) -> str:
    """Give the name of a table's first column where it stands on a line of its own, below the others' names.

    So a data frame is printed whose index has a name: the names of its columns are set in by the index.
    """
    name, cells = following.rstrip(), cells_of(line)
    is_set_in = len(line) - len(line.lstrip()) > len(name) > 0 and "|" not in line and "," not in line
    is_name = name == name.strip() and " " not in name and not name[:1].isdigit()
    return name if is_set_in and is_name and all(_TITLE.fullmatch(c) for c in (name, *cells)) else ""


def _gapped(line: str) -> str:
    """Give a line back if wide gaps, and nothing else, part its cells."""
    return line if _GAP.search(line.strip()) and "|" not in line else ""


def _names_columns(cells: Sequence[str], below: Sequence[str], fewest: int) -> bool:
    n_numbers = sum(cell[:1].isdigit() or cell[:1] in "-+$€£¥" for cell in below)
    is_barred = fewest < _FEWEST_CELLS and not any(c.isdigit() for cell in cells for c in cell)
    n_wanted = min(_FEW_BARRED, len(cells) // 2) if is_barred else len(cells) // 2
    is_wider = len(cells) < len(below) <= len(cells) + _MOST_EXTRA and all(
        _NUMERIC.match(cell) for cell in below[1 - len(cells) :]
    )
    return (
        (len(cells) == len(below) or is_wider)
        and len(cells) >= fewest
        and n_numbers >= max(fewest - 1, n_wanted)
        and all(_TITLE.fullmatch(cell) for cell in cells)
    ) or _names_periods(cells, below)


def _names_periods(cells: Sequence[str], below: Sequence[str]) -> bool:
    """Tell whether some titles begin with a digit, and have mere numbers of another look right below."""
    if len(cells) != len(below) or not cells or not _TITLE.fullmatch(cells[0]):
        return False
    by_period = [(cell, under) for cell, under in zip(cells, below, strict=True) if cell[:1].isdigit()]
    return (
        bool(by_period)
        and len(cells) >= _FEWEST_CELLS
        and all(_BY_PERIOD.fullmatch(cell) and _BARE_NUMBER.fullmatch(under) for cell, under in by_period)
        and not any(_BY_PERIOD.fullmatch(under) for _, under in by_period)
        and all(_TITLE.fullmatch(cell) for cell in cells if not cell[:1].isdigit())
    )
