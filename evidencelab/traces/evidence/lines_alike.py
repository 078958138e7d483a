"""Lines of a text that are records of one list, mostly without a head: change logs, `git log`, listings.

Each line begins with an id of its own; its cells stand apart by wide gaps, below one another, or by blanks.
It must not know what anybody says of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from evidencelab.contracts import ToolInvocation
from evidencelab.traces.evidence.layout import is_rule
from evidencelab.traces.evidence.records import Record
from evidencelab.traces.formats.parts import parsed

_ID = re.compile(r"(?=.*\d)(?=.*[A-Za-z#!])[#!\w./:-]{3,60}")
_TIME = re.compile(r"\d{4}-\d\d-\d\d\S*|\d{1,2}:\d\d\S*|\d+(?:\.\d+)?(?:%|[a-zA-Z]{1,3})")
_KEYED = re.compile(r"\w[\w ]{0,20}:\s+")
_WIDE = re.compile(r"\s{2,}|\t")
_FEWEST_LINES, _FEWEST_CELLS, _BY_BLANKS = 2, 3, 4
_MOST_LINES, _LONGEST = 300, 400
_FEWEST_ALIGNED = 4
"""Lines from which words below one another hardly stand so by chance."""


def lines_alike(index: int, call: ToolInvocation) -> tuple[Record, ...]:
    """Read the lines of one call's output that begin with ids of their own as records, in order.

    Args:
        index: The call's index in the session.
        call: The call.
    """
    text = parsed(call.output)
    if not isinstance(text, str):
        return ()
    lines = [line.strip() for line in text.split("\n") if _begins_with_id(line)][:_MOST_LINES]
    ids = [line.split()[0] for line in lines]
    if len(lines) < _FEWEST_LINES or len(set(ids)) < len(ids):
        return ()
    table = _cells(lines)
    keys = [_key_of(column) for column in zip(*table, strict=True)]
    titles = _titles(text, lines[0], len(keys))
    return tuple(
        Record(index, f"{call.tool_name}:lines", _fields(keys, titles, cells), line.lower())
        for line, cells in zip(lines, table, strict=True)
    )


def _begins_with_id(line: str) -> bool:
    first = line.split(maxsplit=1)[:1]
    if not first or len(line) > _LONGEST or "|" in line:
        return False
    return _ID.fullmatch(first[0]) is not None and _TIME.fullmatch(first[0]) is None


def _cells(lines: Sequence[str]) -> list[list[str]]:
    """Cut the lines into cells that stand under one another."""
    wide = [_WIDE.split(line) for line in lines]
    if len({len(cells) for cells in wide}) == 1 and len(wide[0]) >= _FEWEST_CELLS:
        return wide
    aligned = _aligned(lines)
    if aligned:
        return aligned
    cells = [line.split(maxsplit=_BY_BLANKS - 1) for line in lines]
    cells = [[*its[:-1], *_WIDE.split(its[-1])] for its in cells]
    fewest = min(map(len, cells))
    return [its[:fewest] for its in cells]


def _aligned(lines: Sequence[str]) -> list[list[str]]:
    """Cut lines where all of them begin a word below one another; empty unless there are several cells."""
    if len(lines) < _FEWEST_ALIGNED:
        return []
    shortest = min(map(len, lines))
    cuts = [at for at in range(1, shortest) if all(line[at - 1] == " " and line[at] != " " for line in lines)]
    if len(cuts) + 1 < _FEWEST_CELLS:
        return []
    edges = [0, *cuts]
    return [
        [line[start:end].strip() for start, end in zip(edges, [*cuts, len(line)], strict=True)]
        for line in lines
    ]


def _key_of(column: Sequence[str]) -> str:
    """Give the key that all cells of a column begin with (`by: h.tanaka`), or nothing."""
    keys = {found[0] if (found := _KEYED.match(cell)) else "" for cell in column}
    return keys.pop() if len(keys) == 1 else ""


def _titles(text: str, first: str, n_cells: int) -> list[str]:
    """Give the cells of the line above the first record, if it has as many; else numbers."""
    above = [line.strip() for line in text[: text.find(first)].split("\n") if line.strip()]
    cells = _WIDE.split(above[-1]) if above and not is_rule(above[-1]) else []
    is_head = len(cells) == n_cells and not any(character.isdigit() for character in above[-1])
    return cells if is_head else [f"@{number}" for number in range(n_cells)]


def _fields(keys: Sequence[str], titles: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    """Name each cell by its column's key, or by its title."""
    return {
        key.rstrip(": ") or title: cell.removeprefix(key)
        for key, title, cell in zip(keys, titles, cells, strict=True)
    }
