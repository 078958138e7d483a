"""The records of a run's replies: what each names, and the fields it gives.

Records are JSON objects, whole or one a line, lines of nothing but `key=value`, rows under a head, keys down
the page, and paragraphs of `Key: value` lines. It must not know what anybody says of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from pydantic import JsonValue

from evidencelab.contracts import ToolInvocation
from evidencelab.traces.evidence.layout import Header, cells_of, header_of, is_rule
from evidencelab.traces.evidence.page_records import page_records
from evidencelab.traces.formats.parts import parsed
from evidencelab.traces.wording.state_words import families_of, folded

_KEYED = re.compile(r"\s*[-*]?\s*([^\W\d][\w .()/-]{0,30}?)\s*[:：]\s*(\S.{0,80})$")
_TITLE = re.compile(r"[^\W\d]+(?:[ _/-][^\W\d]+){0,2}")
_PAIR = re.compile(r"([A-Za-z_][\w.@-]*)=(\"[^\"]*\"|[^\s\"]\S*)(?=\s|$)")
_LONGEST, _LONGEST_LINE = 60, 4000
_FEWEST_PAIRS, _FEWEST_ALIKE = 3, 2
_FEWEST_CELLS, _FEWEST_ROWS, _MOST_LOOKED_AT = 3, 2, 40
_MOST_DEPTH = 12


class Record(NamedTuple):
    """One record of a reply.

    Attributes:
        call: Index of its call in the session.
        group: What records it is one of: the tool, and its list.
        fields: Its own values, by name; those of an object in it under a dotted name.
        text: All it holds, lists in it too, in lower case.
    """

    call: int
    group: str
    fields: Mapping[str, str]
    text: str


def records_of(index: int, call: ToolInvocation) -> tuple[Record, ...]:
    """Read the records of one call's output, in order."""
    value = parsed(call.output)
    if isinstance(value, str):
        return tuple(_of_text(index, call.tool_name, value))
    return tuple(_of_json(index, call.tool_name, value))


def lists_of(index: int, call: ToolInvocation) -> tuple[Record, ...]:
    """Read the objects of one call's output that hold lists, each list as the number of its items."""
    return tuple(_with_lists(index, call.tool_name, parsed(call.output)))


def _objects(path: str, value: JsonValue, depth: int = 0) -> Iterator[tuple[str, Mapping[str, JsonValue]]]:
    """Yield the objects of a value and their paths, outermost first; none of flat records under names."""
    if depth > _MOST_DEPTH:
        return
    if isinstance(value, list):
        for item in value:
            yield from _objects(path, item, depth + 1)
    elif isinstance(value, dict):
        yield path, value
        for key, item in () if _are_alike(value) else value.items():
            if isinstance(item, dict | list):
                yield from _objects(f"{path}.{key}", item, depth + 1)


def _with_lists(index: int, tool: str, value: JsonValue) -> Iterator[Record]:
    for path, held in _objects("", value):
        lengths = {key: str(len(item)) for key, item in held.items() if isinstance(item, list)}
        if lengths:
            fields = {**dict(_scalars("", held, 0)), **lengths}
            yield Record(index, f"{tool}:{path}[]", fields, str(held).lower())


def _of_json(index: int, tool: str, value: JsonValue) -> Iterator[Record]:
    for path, held in _objects("", value):
        fields = dict(_scalars("", held, 0))
        if fields:
            yield Record(index, f"{tool}:{path}", fields, str(held).lower())
        for key, item in held.items() if _are_alike(held) else ():
            if isinstance(item, dict):
                own = {"": key, **dict(_scalars("", item, 0))}
                yield Record(index, f"{tool}:{path}.*", own, f"{key} {item}".lower())


def _are_alike(value: Mapping[str, JsonValue]) -> bool:
    """Tell whether an object holds nothing but flat records, each under its name."""
    items = [item for item in value.values() if isinstance(item, dict) and item]
    are_of_one_form = len({frozenset(item) for item in items}) == 1 and len(items[0]) >= _FEWEST_ALIKE
    if len(items) < max(_FEWEST_ALIKE if are_of_one_form else _FEWEST_CELLS, len(value)):
        return False
    are_flat = not any(isinstance(held, dict | list) for item in items for held in item.values())
    return are_flat and len({next(iter(item)) for item in items}) == 1


def _scalars(path: str, value: Mapping[str, JsonValue], depth: int) -> Iterator[tuple[str, str]]:
    for key, item in value.items():
        if isinstance(item, dict) and depth < 2:
            yield from _scalars(f"{path}{key}.", item, depth + 1)
        elif isinstance(item, bool):
            yield f"{path}{key}", "true" if item else "false"
        elif isinstance(item, str | int | float):
            yield f"{path}{key}", str(item)


def _of_text(index: int, tool: str, text: str) -> Iterator[Record]:
    lines = text.split("\n")
    for records in page_records(lines):
        for _, fields in records:
            group = f"{tool}:{next(iter(fields))}.*"
            yield Record(index, group, fields, "\n".join(map(": ".join, fields.items())).lower())
    header: tuple[str, ...] = ()
    for at, line in enumerate(lines):
        if pairs := _pairs_of(line):
            yield Record(index, f"{tool}:{','.join(pairs)}", pairs, line.lower())
            continue
        if not line.strip():
            header = ()
            continue
        if is_rule(line):
            continue
        later = (lines[number] for number in range(at + 1, len(lines)))
        following = next((other for other in later if other.strip() and not is_rule(other)), "")
        below = lines[at + 1] if at + 1 < len(lines) else ""
        is_ruled = "|" in line and "+" in below and is_rule(below)
        found = None if header else Header(tuple(cells_of(line))) if is_ruled else header_of(line, following)
        if found is None and not header and _heads(line, lines[at + 1 : at + 1 + _MOST_LOOKED_AT]):
            found = Header(tuple(cells_of(line)))
        if found is not None:
            header = () if found.by_blanks else found.cells
            continue
        cells = cells_of(line) if header else []
        if header and len(cells) == len(header):
            yield Record(
                index, f"{tool}:{'|'.join(header)}", dict(zip(header, cells, strict=True)), line.lower()
            )
    for block in re.split(r"\n\s*\n", text):
        yield from _of_block(index, tool, block.split("\n"))


def _pairs_of(line: str) -> dict[str, str]:
    """Read a line that is a JSON object, or nothing but `key=value`; empty for any other."""
    bare = line.strip()
    if len(bare) > _LONGEST_LINE:
        return {}
    if bare.startswith("{") and bare.endswith("}"):
        value = parsed(bare)
        return dict(_scalars("", value, 0)) if isinstance(value, dict) else {}
    pairs = _PAIR.findall(bare) if "=" in bare else []
    if len(pairs) < _FEWEST_PAIRS or _PAIR.sub("", bare).strip():
        return {}
    return {key: value.strip('"') for key, value in pairs}


def _heads(line: str, below: Sequence[str]) -> bool:
    """Tell whether a line's cells, parted by wide gaps, name the columns of the lines below it.

    They are words without digits, none of which stands below; and below, some column has digits in all rows,
    or states in most.
    """
    cells = cells_of(line)
    if len(cells) < _FEWEST_CELLS or ", " in line or any(not _TITLE.fullmatch(cell) for cell in cells):
        return False
    rows = list(takewhile(lambda row: len(row) == len(cells), map(cells_of, takewhile(str.strip, below))))
    if len(rows) < _FEWEST_ROWS or any(families_of(folded(cell)) for cell in cells):
        return False
    columns = list(zip(*rows, strict=True))
    is_apart = all(cell not in column for cell, column in zip(cells, columns, strict=True))
    return is_apart and len({row[0] for row in rows}) == len(rows) and any(map(_is_data, columns))


def _is_data(column: Sequence[str]) -> bool:
    n_states = sum(bool(families_of(folded(value))) for value in column)
    return all(any(map(str.isdigit, value)) for value in column) or n_states * 2 > len(column)


def _of_block(index: int, tool: str, lines: Sequence[str]) -> Iterator[Record]:
    """Read a paragraph whose lines are keyed as a record; an unkeyed first line names it."""
    keyed = [(found[1].strip(), found[2].strip()) for line in lines if (found := _KEYED.match(line))]
    if not keyed or len(keyed) > _LONGEST or sum(key == keyed[0][0] for key, _ in keyed) > 1:
        return
    fields = dict(keyed)
    first = next((line.strip() for line in lines if line.strip()), "")
    if not _KEYED.match(first) and len(first) <= _LONGEST:
        fields = {"": re.split(r"\s{2,}|\s-\s", first.lstrip("●○×* "))[0], **fields}
    if len(fields) > 1:
        yield Record(index, f"{tool}:block", fields, "\n".join(lines).lower())
