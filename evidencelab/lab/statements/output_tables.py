"""The tables that tools returned, as data frames: lists of records in JSON, and tables laid out as text.

Read by plain means of their own, so that what is worked out of them does not rest on the reading that
the check does.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import pandas as pd
from pydantic import JsonValue

from evidencelab.traces.formats.conversation import ImportedTrace

_FEWEST_ROWS, _MOST_ROWS, _FEWEST_CELLS = 3, 400, 2
_SUMMARY_ROW = re.compile(
    r"^(?:(?:sub|grand )?totals?|sum|averages?|mean|合计|总计|小计|平均|汇总)\b", re.IGNORECASE
)
_NO_AMOUNT = re.compile(
    r"(?:^|_)(?:id|no|port|pid|year|code|zip|index|rank|row|line|phone|lat|lon)$", re.IGNORECASE
)
_NAME = re.compile(r"(?=.*[^\W\d_])[^\n]{2,40}")
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.*)?")
_SEPARATORS = (r"\s*\|\s*", r"\t", r",", r"\s{2,}")
_RULE = re.compile(r"[\s|:+=-]+")


class OutputTable(NamedTuple):
    """A table of a tool's output.

    Attributes:
        subject: What its rows are called: the key of the list, or `rows`.
        frame: Its cells, one row a record.
        amounts: Columns of numbers that can be counted with; ids, ports, years and the like are not.
        name: The column by which a row is known, all its texts different; None where there is none.
        groups: Columns whose few texts sort the rows into groups.
        dates: Columns of ISO dates or times.
    """

    subject: str
    frame: pd.DataFrame
    amounts: tuple[str, ...]
    name: str | None
    groups: tuple[str, ...]
    dates: tuple[str, ...]


def tables_of(trace: ImportedTrace) -> Iterator[OutputTable]:
    """Give the tables in what the tools of a run returned whole, in order.

    A result that failed or was cut short holds no table: what is worked out of it may be wrong.
    """
    cut = {record.invocation_id for record in trace.calls if set(record.notes) - {"arguments_not_json"}}
    for call in trace.session.tool_invocations:
        if call.invocation_id not in cut and call.status != "error":
            yield from _tables_in(call.output)


def _tables_in(output: JsonValue) -> Iterator[OutputTable]:
    if isinstance(output, str):
        try:
            value = json.loads(output)
        except ValueError:
            value = None
        frames = _of_text(output) if not isinstance(value, dict | list) else _of_json(value, "rows")
    else:
        frames = _of_json(output, "rows")
    for subject, frame in frames:
        table = _described(subject, frame)
        if table is not None:
            yield table


def _of_json(value: JsonValue, subject: str) -> Iterator[tuple[str, pd.DataFrame]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _of_json(item, key if isinstance(item, list) else subject)
    elif isinstance(value, list):
        records = [item for item in value if isinstance(item, dict)]
        if len(records) == len(value):
            plain = [{k: v for k, v in r.items() if not isinstance(v, dict | list)} for r in records]
            yield subject, pd.DataFrame(plain)
        for item in value:
            yield from _of_json(item, subject)


def _of_text(text: str) -> Iterator[tuple[str, pd.DataFrame]]:
    """Give the blocks of lines that fall into the same number of cells, the first of them a header."""
    for block in re.split(r"\n\s*\n", text):
        lines = [line.strip().strip("|").strip() for line in block.splitlines()]
        lines = [line for line in lines if line and not _RULE.fullmatch(line)]
        for separator in _SEPARATORS:
            rows = [re.split(separator, line) for line in lines]
            widths = {len(row) for row in rows}
            if len(rows) > _FEWEST_ROWS and len(widths) == 1 and widths.pop() >= _FEWEST_CELLS:
                buffer = io.StringIO("\n".join("\t".join(cell.strip() for cell in row) for row in rows))
                yield "rows", pd.read_csv(buffer, sep="\t", quoting=3, thousands=None)
                break


def _described(subject: str, frame: pd.DataFrame) -> OutputTable | None:
    """Say what the columns of a table are; None where nothing can be worked out of it."""
    frame = frame.dropna(axis="columns")
    n_rows = len(frame)
    if not _FEWEST_ROWS <= n_rows <= _MOST_ROWS or not all(isinstance(c, str) and c for c in frame.columns):
        return None
    texts = {c: frame[c].map(str).tolist() for c in frame.columns if _is_text(frame[c])}
    if any(_SUMMARY_ROW.match(cell) for cells in texts.values() for cell in cells):
        return None
    dates = tuple(c for c, cells in texts.items() if all(_DATE.fullmatch(cell) for cell in cells))
    words = {c: cells for c, cells in texts.items() if c not in dates and all(map(_NAME.fullmatch, cells))}
    names = [c for c, cells in words.items() if len(set(cells)) == n_rows and not _nested(cells)]
    groups = tuple(
        c for c, cells in words.items() if 2 <= len(set(cells)) <= n_rows // 2 and not _nested(set(cells))
    )
    amounts = tuple(c for c in frame.columns if _is_amount(frame[c], c))
    if not amounts and not groups:
        return None
    return OutputTable(subject, frame, amounts, names[0] if names else None, groups, dates)


def _is_text(column: pd.Series) -> bool:
    return all(isinstance(cell, str) for cell in column)


def _is_amount(column: pd.Series, name: str) -> bool:
    """Tell whether a column counts something: numbers, not all alike, none negative, no row numbers."""
    if _NO_AMOUNT.search(name) or not all(
        isinstance(cell, int | float) and not isinstance(cell, bool) for cell in column.tolist()
    ):
        return False
    cells = column.tolist()
    steps = {b - a for a, b in pairwise(cells)}
    return min(cells) >= 0 and max(cells) < 1e12 and len(set(cells)) > 1 and steps != {1}


def _nested(cells: list[str] | set[str]) -> bool:
    """Tell whether a text stands in another, so that telling one might be telling the other."""
    folded = sorted({cell.casefold() for cell in cells}, key=len)
    return any(a in b for i, a in enumerate(folded) for b in folded[i + 1 :])
