"""Tables as people read them: rates carry their intervals, numbers stand right, text is escaped.

A frame is laid out as it is; nothing is computed. The convention read here is the library's own: a
column `x` with `x_ci_low` and `x_ci_high` beside it is one number with its interval, `x_n` its count.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from evidencelab.errors import OutputError
from evidencelab.lab.statistics.intervals import Rate
from evidencelab.reports.views.evidence_view import badge
from evidencelab.reports.views.highlight import text_block
from evidencelab.reports.views.markup import csv_cell, escaped

NOTHING = "–"
FOLD_ROWS = 30
_LOW, _HIGH, _COUNT = "_ci_low", "_ci_high", "_n"
_BADGES = frozenset({"verdict", "severity", "status", "decision", "support", "state", "held"})
_LONG_TEXT = 240


def table_html(
    frame: pd.DataFrame, *, caption: str = "", percent: Collection[str] = (), rows: int = FOLD_ROWS
) -> str:
    """Lay a frame out as an HTML table; its index is left out.

    Args:
        frame: Columns in the order in which they are shown; `_ci_low`, `_ci_high` and `_n` columns
            join the column they belong to.
        caption: One line above.
        percent: Columns that hold shares in [0, 1].
        rows: How many rows stand open; the rest is folded.
    """
    columns = [str(name) for name in frame.columns]
    joined = {f"{name}{end}" for name in columns for end in (_LOW, _HIGH) if f"{name}{_LOW}" in columns}
    joined |= {f"{name}{_COUNT}" for name in columns if f"{name}{_LOW}" in columns}
    shown = [name for name in columns if name not in joined]
    numeric = {name for name in shown if _is_numeric(frame[name])}
    head = "".join(
        f'<th scope="col"{_align(name in numeric)}>{escaped(name.replace("_", " "))}</th>' for name in shown
    )
    records = frame.to_dict("records")
    lines = [
        "<tr>" + "".join(_cell(name, row, name in numeric, name in percent) for name in shown) + "</tr>"
        for row in records
    ]
    if not lines:
        lines = [f'<tr><td colspan="{max(len(shown), 1)}" class="el-soft">none</td></tr>']
    title = f"<caption>{escaped(caption)}</caption>" if caption else ""
    table = _table(title, head, lines[:rows])
    if len(lines) > rows:
        rest = _table("", head, lines[rows:])
        table += f"<details><summary>{len(lines) - rows} more rows</summary>{rest}</details>"
    return table


def rate_text(rate: Rate) -> str:
    """Write a rate with its interval and count: `61 % [40 %, 78 %], 14 of 23`, or `mean of 23`."""
    if rate.rate is None or rate.ci_low is None or rate.ci_high is None:
        return "none of 0"
    is_count = float(rate.n_successes).is_integer()
    counted = f"{rate.n_successes:g} of {rate.n}" if is_count else f"mean of {rate.n}"
    return f"{percent_text(rate.rate)} [{percent_text(rate.ci_low)}, {percent_text(rate.ci_high)}], {counted}"


def percent_text(share: float) -> str:
    """Write a share in [0, 1] as a percentage: enough digits that no error looks like none."""
    hundred = share * 100
    if share in (0.0, 1.0):
        return f"{hundred:.0f} %"
    digits = 2 if min(share, 1 - share) < 0.01 else 1
    return f"{hundred:.{digits}f} %"


def number_text(value: float) -> str:
    """Write a number with three significant digits, whole ones whole."""
    if math.isnan(value):
        return NOTHING
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    if value == int(value) and abs(value) < 1e15:
        return f"{int(value):,}".replace(",", "\u202f")
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}".replace(",", "\u202f")


def write_csv(frame: pd.DataFrame, target: Path) -> None:
    """Write a frame as CSV that a spreadsheet opens without running any text as a formula.

    Raises:
        OutputError: The file cannot be written.
    """
    safe = frame.copy()
    for position, name in enumerate(frame.columns):
        if not _is_numeric(frame[name]):
            safe.isetitem(position, [csv_cell(value) for value in frame[name]])
    safe.columns = pd.Index([csv_cell(str(name)) for name in frame.columns])
    try:
        safe.to_csv(target, index=False, encoding="utf-8-sig", lineterminator="\n")
    except OSError as error:
        raise OutputError(
            str(target), f"cannot be written ({error.strerror})", "give another folder"
        ) from error


def _table(title: str, head: str, lines: list[str]) -> str:
    return (
        f'<div class="el-scroll"><table>{title}<thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(lines)}</tbody></table></div>"
    )


def _cell(name: str, row: dict[Any, Any], is_numeric: bool, is_percent: bool) -> str:
    value = row[name]
    low, high, count = (row.get(f"{name}{end}") for end in (_LOW, _HIGH, _COUNT))
    write = percent_text if is_percent else number_text
    if _is_missing(value):
        inside = NOTHING
    elif name in _BADGES or name.startswith("verdict_"):
        inside = badge(("yes" if value else "no") if isinstance(value, bool | np.bool_) else value)
    elif isinstance(value, bool | np.bool_):
        inside = "yes" if value else "no"
    elif is_numeric:
        inside = escaped(write(float(value)))
        if low is not None and high is not None and not _is_missing(low) and not _is_missing(high):
            inside += f' <span class="el-soft">[{write(float(low))}, {write(float(high))}]</span>'
        if count is not None and not _is_missing(count):
            inside += f' <span class="el-soft">n {number_text(float(count))}</span>'
    else:
        inside = _text(value)
    return f"<td{_align(is_numeric)}>{inside}</td>"


def _text(value: object) -> str:
    text = ", ".join(map(str, value)) if isinstance(value, list | tuple | np.ndarray) else str(value)
    return text_block(text) if len(text) > _LONG_TEXT or "\n" in text else escaped(text)


def _is_missing(value: object) -> bool:
    return value is None or value is pd.NA or value is pd.NaT or (isinstance(value, float) and value != value)


def _is_numeric(column: pd.Series) -> bool:
    return pd.api.types.is_numeric_dtype(column) and not pd.api.types.is_bool_dtype(column)


def _align(is_numeric: bool) -> str:
    return ' class="el-num"' if is_numeric else ""
