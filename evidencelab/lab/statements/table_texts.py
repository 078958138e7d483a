"""Read what a tool returned as tables: lists of records in JSON, and tables laid out as text.

Read by plain means of their own, so that what is worked out of them does not rest on the reading that
the check does. What says that it is a part of something longer is no table: a count of it would be of
the part, and a person might mean the whole.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pandas as pd
from pydantic import JsonValue

_DEEPEST = 12
_FEWEST_LINES, _FEWEST_CELLS, _MOST_CELLS = 4, 2, 60
_RULE = re.compile(r"[|:+=\s-]+")
_NUMBER = re.compile(r"(?:\d{1,3}(?:,\d{3})+|0|[1-9]\d*)(?:\.\d+)?")
_LONGEST_NUMBER = 20
_GOES_ON = re.compile(
    r"has_?more|more|is_?truncated|truncated|is_?partial|partial|incomplete|next(?:_?(?:page|cursor|token|link|url"
    r"|offset|page_?token))?|continue",
    re.IGNORECASE,
)
_COUNTS_ALL = re.compile(
    r"n|count|size|hits|matches|num_?\w+|n_\w+|total(?:_?(?:count|results|rows|hits|items|records|size|matches))?"
    r"|(?:results?|rows?|records?|items?|hits?|lines?)_?count|总数|总条数",
    re.IGNORECASE,
)
_SAYS_PART = re.compile(
    r"\.\.\.|…|\b(?:more|truncated|omitted|showing|limited|first \d+|top \d+|page \d+|\d+ of \d+)\b"
    r"|省略|截断|还有|仅显示|只显示|前\s*\d+|第\s*\d+\s*页",
    re.IGNORECASE,
)


class ReadTable(NamedTuple):
    """A table as it stands.

    Attributes:
        subject: The key of the list; `rows` where it has none.
        frame: Its cells, one row a record; titles are all different.
        is_text: Whether it was laid out as text, where a first line need not be a head.
    """

    subject: str
    frame: pd.DataFrame
    is_text: bool


def read_tables(output: JsonValue) -> Iterator[ReadTable]:
    """Give the tables of an output, in order; a text that is JSON is read as such."""
    value = output
    if isinstance(output, str):
        try:
            value = json.loads(output)
        except (ValueError, RecursionError):
            value = output
    if isinstance(value, dict | list):
        yield from _in_json(value, "rows", 0, _DEEPEST)
    elif isinstance(output, str):
        yield from _in_text(output)


def _in_json(value: JsonValue, subject: str, n_all: float, levels: int) -> Iterator[ReadTable]:
    """Give the lists of records below a value; `n_all` is how many records something above it speaks of."""
    if levels == 0:
        return
    if isinstance(value, dict):
        if any(
            _GOES_ON.fullmatch(key) and item not in (None, False, "", 0, []) for key, item in value.items()
        ):
            return
        n_all = max([n_all, *_counts_of(value)])
        for key, item in value.items():
            yield from _in_json(item, key if isinstance(item, list) else subject, n_all, levels - 1)
    elif isinstance(value, list):
        records = [item for item in value if isinstance(item, dict)]
        if records and len(records) == len(value) >= n_all:
            plain = [{k: v for k, v in r.items() if not isinstance(v, dict | list)} for r in records]
            yield ReadTable(subject, pd.DataFrame(plain), is_text=False)
        for item in value:
            yield from _in_json(item, subject, 0, levels - 1)


def _counts_of(record: dict[str, JsonValue]) -> Iterator[float]:
    """Give what a record, or one right below it, says of a number of records."""
    for key, item in record.items():
        pairs = item.items() if isinstance(item, dict) else [(key, item)]
        for name, count in pairs:
            if isinstance(count, int) and not isinstance(count, bool) and _COUNTS_ALL.fullmatch(name):
                yield count


def _in_text(text: str) -> Iterator[ReadTable]:
    """Give the blocks of lines that fall into equally many cells; none where other lines speak of a part."""
    blocks = [block.splitlines() for block in re.split(r"\n[ \t\r]*\n", text)]
    tables = [(_cells_of(lines), lines) for lines in blocks]
    if any(_SAYS_PART.search(line) for cells, lines in tables if cells is None for line in lines):
        return
    for cells, _ in tables:
        if cells is not None:
            columns = [_column(column) for column in zip(*cells[1:], strict=True)]
            frame = pd.DataFrame(dict(zip(cells[0], columns, strict=True)))
            yield ReadTable("rows", frame, is_text=True)


def _cells_of(lines: Sequence[str]) -> list[list[str]] | None:
    """Cut a block into cells, the head first; None where it is no table."""
    held = [line.strip() for line in lines]
    held = [line for line in held if line and not _RULE.fullmatch(line)]
    if len(held) < _FEWEST_LINES:
        return None
    for cut in (_at_pipes, _at_tabs, _at_commas, _at_gaps):
        rows = [[cell.strip() for cell in cut(line)] for line in held]
        n_cells = len(rows[0])
        if _FEWEST_CELLS <= n_cells <= _MOST_CELLS and all(len(row) == n_cells for row in rows):
            return rows if _is_head(rows[0]) and all(map(all, rows)) else None
    return None


def _is_head(cells: Sequence[str]) -> bool:
    """Tell whether a line can be a head: titles that are all different, none of them a number."""
    folded = {cell.casefold() for cell in cells}
    return len(folded) == len(cells) and not any(cell[:1].isdigit() for cell in cells)


def _at_pipes(line: str) -> list[str]:
    return line.strip("|").split("|")


def _at_tabs(line: str) -> list[str]:
    return line.split("\t")


def _at_commas(line: str) -> list[str]:
    try:
        return next(csv.reader([line], strict=True))
    except (csv.Error, StopIteration):
        return []


def _at_gaps(line: str) -> list[str]:
    return re.split(r"\s{2,}", line)


def _column(cells: Sequence[str]) -> list[float] | list[int] | list[str]:
    """Read cells as numbers where all of them are, with or without digit grouping."""
    if not all(len(cell) <= _LONGEST_NUMBER and _NUMBER.fullmatch(cell) for cell in cells):
        return list(cells)
    bare = [cell.replace(",", "") for cell in cells]
    return [float(cell) for cell in bare] if any("." in cell for cell in bare) else [int(c) for c in bare]
