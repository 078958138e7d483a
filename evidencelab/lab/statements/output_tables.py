"""The tables that the tools of a run returned, and what their columns are: amounts, names, groups, dates."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date
from itertools import pairwise
from typing import NamedTuple

import pandas as pd

from evidencelab.lab.statements.plain_words import Title, can_be_told, is_per_something, numbers_things
from evidencelab.lab.statements.table_texts import ReadTable, read_tables
from evidencelab.traces.formats.conversation import ImportedTrace

_FEWEST_ROWS, _MOST_ROWS, _MOST_COLUMNS, _MOST_TABLES = 3, 400, 60, 12
_GREATEST = 1e12
_SUMMARY_ROW = re.compile(
    r"(?:(?:sub|grand )?totals?|sum|all|overall|averages?|mean)\b|合计|总计|小计|平均|汇总|\.\.\.|…|-$",
    re.IGNORECASE,
)
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.*)?")


class OutputTable(NamedTuple):
    """A table of a tool's output.

    Attributes:
        subject: What its rows are called: the key of the list, or `rows`.
        frame: Its cells, one row a record.
        amounts: Columns of numbers that can be counted with; ids, ports, years and the like are not.
        summable: Those of them that can be added up: no shares, averages or prices.
        name: The column by which a row is known, all its texts different; None where there is none.
        groups: Columns whose few texts sort the rows into groups.
        dates: Columns of ISO dates or times.
    """

    subject: str
    frame: pd.DataFrame
    amounts: tuple[str, ...]
    summable: tuple[str, ...]
    name: str | None
    groups: tuple[str, ...]
    dates: tuple[str, ...]


def tables_of(trace: ImportedTrace) -> Iterator[OutputTable]:
    """Give the tables in what the tools of a run returned whole, in order, at most twelve.

    A result that failed or was cut short holds no table: what is worked out of it may be wrong.
    """
    cut = {record.invocation_id for record in trace.calls if set(record.notes) - {"arguments_not_json"}}
    whole = [c for c in trace.session.tool_invocations if c.invocation_id not in cut and c.status != "error"]
    read = (described(table) for call in whole for table in read_tables(call.output))
    for _, table in zip(range(_MOST_TABLES), (table for table in read if table is not None), strict=False):
        yield table


def described(read: ReadTable) -> OutputTable | None:
    """Say what the columns of a table are; None where nothing can be worked out of it.

    A column counts only where every row has a cell in it, and its title can be told and is no other's.
    """
    frame = read.frame
    n_rows = len(frame)
    if not _FEWEST_ROWS <= n_rows <= _MOST_ROWS or len(frame.columns) > _MOST_COLUMNS:
        return None
    frame = frame[_tellable(frame.dropna(axis="columns").columns)]
    texts = {c: [str(cell) for cell in frame[c]] for c in frame.columns if _is_text(frame[c])}
    if any(_SUMMARY_ROW.match(cell) for cells in texts.values() for cell in cells):
        return None
    dates = tuple(c for c, cells in texts.items() if all(map(_is_date, cells)))
    words = {c: cells for c, cells in texts.items() if c not in dates and all(map(can_be_told, cells))}
    names = [c for c, cells in words.items() if len(set(cells)) == n_rows and not _nested(cells)]
    groups = tuple(
        c for c, cells in words.items() if 2 <= len(set(cells)) <= n_rows // 2 and not _nested(set(cells))
    )
    amounts = tuple(c for c in frame.columns if _is_amount(c, frame[c]))
    if not amounts and (read.is_text or not groups):
        return None
    subject = read.subject.replace("_", " ") if can_be_told(read.subject) else "rows"
    summable = tuple(c for c in amounts if not is_per_something(c))
    return OutputTable(subject, frame, amounts, summable, names[0] if names else None, groups, dates)


def _tellable(titles: Iterable[object]) -> list[str]:
    """Keep the titles that can be told, each as words that no other title has."""
    named = [title for title in titles if isinstance(title, str) and can_be_told(title)]
    n_same = Counter(Title.of(title).words.casefold() for title in named)
    return [t for t in named if n_same[Title.of(t).words.casefold()] == 1 and can_be_told(Title.of(t).words)]


def _is_text(column: pd.Series) -> bool:
    return all(isinstance(cell, str) for cell in column)


def _is_date(cell: str) -> bool:
    if not _DATE.fullmatch(cell):
        return False
    try:
        date.fromisoformat(cell[:10])
    except ValueError:
        return False
    return True


def _is_amount(title: str, column: pd.Series) -> bool:
    """Tell whether a column counts something: numbers, not all alike, none negative, no row numbers."""
    cells = column.tolist()
    if numbers_things(title) or not all(
        isinstance(cell, int | float) and not isinstance(cell, bool) for cell in cells
    ):
        return False
    steps = {b - a for a, b in pairwise(cells)}
    return min(cells) >= 0 and max(cells) < _GREATEST and len(set(cells)) > 1 and steps not in ({1}, {-1})


def _nested(cells: Iterable[str]) -> bool:
    """Tell whether a text stands in another, so that telling one might be telling the other."""
    folded = sorted({cell.casefold() for cell in cells}, key=len)
    return any(a in b for i, a in enumerate(folded) for b in folded[i + 1 :])
