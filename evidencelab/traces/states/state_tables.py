"""States in an answer's table that are not those of the records its rows, or columns, stand for.

A column stands for a field only if most of its cells hold what their records have there; the cells that
hold another value of the field's closed domain are then told wrongly. It must not read prose.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from evidencelab.traces.evidence.records import Record
from evidencelab.traces.wording.state_words import excludes, families_of, folded, may_be_same, switch_of
from evidencelab.traces.wording.statement import Statement, row_cells
from evidencelab.traces.wording.words import name_words, words_of

_LONGEST, _MOST_VALUES, _MOST_RECORDS, _MOST_LINES = 24, 12, 300, 60
_FEWEST_AGREE = 2
_GRADE = 2
"""Longest value that counts as a grade (`A`, `B+`), of which each record may have its own."""
_WORDED = re.compile(r"[^\W\d_]")


class CellFinding(NamedTuple):
    """A cell that holds another value than its record has.

    Attributes:
        number: The row statement's number.
        cell: Which cell of the row, from 0.
        field: The field's name.
        record: The record.
    """

    number: int
    cell: int
    field: str
    record: Record


class _Line(NamedTuple):
    """A row, or a column: its cells with what they are called, and where each of them is."""

    cells: tuple[str, ...]
    at: tuple[tuple[int, int], ...]


def states_in_table(rows: Sequence[Statement], records: Sequence[Record]) -> list[CellFinding]:
    """Give the cells of one table that hold another state than their records.

    Args:
        rows: The rows of the table, without its head, which each has among its parents.
        records: The records of the calls before the answer.
    """
    table = [row_cells(row.text) for row in rows[:_MOST_LINES]]
    width = len(table[0]) if table else 0
    if len(table) < _FEWEST_AGREE or width < _FEWEST_AGREE or any(len(cells) != width for cells in table):
        return []
    head = rows[0].parents[-width:]
    if len(head) != width:
        return []
    numbers = [row.number for row in rows]
    along = [_Line(cells, tuple((numbers[i], j) for j in range(width))) for i, cells in enumerate(table)]
    across = [
        _Line((head[j], *(cells[j] for cells in table)), ((-1, 0), *((n, j) for n in numbers)))
        for j in range(1, width)
    ]
    titles = ("", *(cells[0] for cells in table))
    return _of_lines(along, head, records) or _of_lines(across, titles, records)


def _of_lines(lines: Sequence[_Line], titles: Sequence[str], records: Sequence[Record]) -> list[CellFinding]:
    groups: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        groups[record.group].append(record)
    found: dict[int, list[CellFinding]] = {}
    settled: set[int] = set()
    for group in groups.values():
        if not _FEWEST_AGREE <= len(group) <= _MOST_RECORDS:
            continue
        subjects = _subjects(lines, group)
        if len(subjects) < _FEWEST_AGREE:
            continue
        for column, title in enumerate(titles):
            for field, domain in _closed_fields(group):
                agree, differ = _compare(lines, column, field, domain, subjects)
                if agree and not differ:
                    settled.add(column)
                is_titled = bool(words_of(title) & name_words(field.split(".")[-1]))
                enough = agree >= _FEWEST_AGREE and len(differ) * 2 <= agree
                enough = enough or (is_titled and agree >= 1 and len(differ) <= _FEWEST_AGREE)
                if differ and enough and (is_titled or not _is_switch(domain)):
                    found.setdefault(column, differ)
    return [one for column, differ in found.items() if column not in settled for one in differ]


def _subjects(lines: Sequence[_Line], group: Sequence[Record]) -> dict[int, Record]:
    """Give the one record that each line stands for: the one that holds most of its cells."""
    values = [{folded(v) for v in record.fields.values() if v.strip()} for record in group]
    found: dict[int, Record] = {}
    for number, line in enumerate(lines):
        cells = [cell for cell in map(folded, line.cells) if not families_of(cell)]
        scores = [sum(_is_held(cell, own) for cell in cells) for own in values]
        best = max(scores)
        if best and scores.count(best) == 1 and _is_named(cells, values, scores.index(best)):
            found[number] = group[scores.index(best)]
    taken = [id(record) for record in found.values()]
    return {n: record for n, record in found.items() if taken.count(id(record)) == 1}


def _is_named(cells: Sequence[str], values: Sequence[set[str]], at: int) -> bool:
    """Tell whether a cell of some length is held by this record alone."""
    return any(
        len(cell) >= 2 and _is_held(cell, values[at]) and sum(_is_held(cell, own) for own in values) == 1
        for cell in cells
    )


def _is_held(cell: str, values: set[str]) -> bool:
    """Tell whether a cell is one of some values, or a longer one has it as its beginning or end."""
    if len(cell) < 2:
        return False
    if cell in values:
        return True
    return any(
        (len(cell) >= 4 and (value.startswith(cell) or value.endswith(cell)))
        or (len(value) >= 4 and cell.startswith(value))
        for value in values
    )


def _closed_fields(group: Sequence[Record]) -> Iterator[tuple[str, Mapping[str, int]]]:
    """Give the fields with few, worded values, and how often each is had."""
    names = dict.fromkeys(name for record in group for name in record.fields)
    for name in names:
        values = [folded(record.fields[name]) for record in group if name in record.fields]
        domain = {value: values.count(value) for value in values}
        if (
            2 <= len(domain) <= _MOST_VALUES
            and (
                len(domain) < max(3, len(values))
                or all(len(value) <= _GRADE for value in domain)
                or 2 * sum(bool(families_of(value)) for value in domain) >= len(domain)
            )
            and all(len(value) <= _LONGEST and _WORDED.search(value) for value in domain)
        ):
            yield name, domain


def _is_switch(domain: Mapping[str, int]) -> bool:
    return all(switch_of(value) is not None for value in domain)


def _compare(
    lines: Sequence[_Line],
    column: int,
    field: str,
    domain: Mapping[str, int],
    subjects: Mapping[int, Record],
) -> tuple[int, list[CellFinding]]:
    """Count the cells of a column that hold a field's value, and give those that hold another of it."""
    agree, differ = 0, []
    for number, record in subjects.items():
        line = lines[number]
        if column >= len(line.cells) or field not in record.fields:
            continue
        cell, held = folded(line.cells[column]), folded(record.fields[field])
        if not cell or line.at[column][0] < 0:
            continue
        on, really = switch_of(cell), switch_of(held)
        if cell == held or (on is not None and on == really) or (len(cell) > 1 and may_be_same(cell, held)):
            agree += 1
        elif cell in domain or excludes(cell, held) or (on is not None and really is not None):
            if cell not in {folded(v) for v in record.fields.values()}:
                differ.append(CellFinding(*line.at[column], field, record))
        else:
            return 0, []
    return agree, differ
