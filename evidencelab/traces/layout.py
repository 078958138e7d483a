"""How a line of evidence is laid out: its cells, its fields, its call's words.

Helpers of the pool; nothing here looks anything up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pydantic import JsonValue

from evidencelab.traces.parts import mapping

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


_GAP = re.compile(r"\s{2,}|\t")


def cells_of(line: str) -> list[str]:
    """Cut a line into its cells: at bars, at wide gaps, else at commas."""
    bare = line.strip()
    if "|" in line:
        return [cell.strip() for cell in bare.strip("|").split("|")]
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
    return len([cell for cell in _GAP.split(head.strip() + "  x") if cell]) - 1 if head.strip() else 0


def field_of(line: str, start: int) -> str:
    """Name the field whose value begins at `start`: the word before `=` or `:`, list positions left out."""
    found = _FIELD.search(line[max(0, start - 80) : start])
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
