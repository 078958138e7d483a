"""Give the fields of a structure and of what a code block prints: pairs, a line each, or a table in columns.

A scalar is a field under its key; records that lie side by side are rows of one table. Lines that are
anything else make a block of code no such print. What a text within a field says is not read here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from evidencelab.traces.wording.commands import QUOTED_LANGUAGES
from evidencelab.traces.wording.structures import Items, Node, Record, Scalar, StructureError, read_structure


class Field(NamedTuple):
    """A field of a structure, or a record that is a row of a table.

    Attributes:
        path: The keys it stands under, outermost first, and what names the record it is of.
        label: Its key; empty for an element of an array, and for a row.
        value: What it holds; None for a row.
        cells: A row's cells.
        titles: The keys of a row's cells.
        start: First code point.
        end: One past its last.
    """

    path: tuple[str, ...]
    label: str
    value: Scalar | None
    start: int
    end: int
    cells: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    is_listed: bool = False


_MOST_COLUMNS, _LONGEST_CELL, _LONGEST_NAME = 16, 80, 60
_NAMED = re.compile(r"(?=[^\n]{1,60}$)(?=.*[\d/_.-]|.*[a-z].*[A-Z]|.*[A-Z].*[a-z])[^\W\d]\S*(?: \S+){0,2}")
_PAIR = re.compile(
    r"(?P<indent>[ \t]*)(?:[-*•][ \t]+)?(?P<label>[^\W\d][\w .()/%&'$#-]{0,100}?)[ \t]*"
    r"(?:[:：](?![:/\\])|=>?(?!=))[ \t]*(?P<value>.*)"
)
_PROGRAM = re.compile(r"[{};(][ \t]*$|^[ \t]*(?:apiVersion|[$>#%@])")
_JSON = frozenset(("json", "jsonc", "json5", "jsonl"))
_PRINTED = QUOTED_LANGUAGES | {"yaml", "yml"}
_RULE = re.compile(r"[-=+|_: \t]*")
_GAP = re.compile(r"\t+| {2,}")
_FEWEST = 2
_QUOTES = "\"'"


def fields_of(node: Node, path: tuple[str, ...] = ()) -> Iterator[Field]:
    """Give the fields of a structure, in order; what is null says nothing.

    Args:
        node: The structure.
        path: What it stands under.
    """
    if isinstance(node, Scalar):
        if not node.is_null:
            yield Field(path[:-1], path[-1] if path else "", node, node.start, node.end)
        return
    rows = _rows(node, path)
    if rows:
        yield from rows
    elif isinstance(node, Record):
        name = _name(node) if not path or ":" not in path[-1] else ""
        for at, (key, value) in enumerate(node.items):
            under = (*path, name) if name and at else path
            for field in fields_of(value, (*under, key.text)):
                own = field.value is value
                yield field._replace(start=key.start) if own else field
    else:
        names = _names(node.items)
        for item, name in zip(node.items, names, strict=True):
            if isinstance(item, Record) and name:
                yield from fields_of(item, (*path, name))
            else:
                for field in fields_of(item, path):
                    yield field._replace(is_listed=True) if field.value is item else field


def _rows(node: Record | Items, path: tuple[str, ...]) -> list[Field]:
    """Read flat records side by side, in an array or each under its name, as rows of one table."""
    if isinstance(node, Items):
        entries: list[tuple[str, Node]] = [("", item) for item in node.items]
        stub: tuple[str, ...] = ()
    else:
        entries = [(key.text, value) for key, value in node.items]
        stub = (path[-1] if path else "name",)
    records = [(name, item) for name, item in entries if isinstance(item, Record) and _is_flat(item)]
    if len(records) < 2 or len(records) < len(entries):
        return []
    titles = list(dict.fromkeys(key.text for _, record in records for key, _ in record.items))
    fewest = len(titles) if stub else max(2, len(titles) // 2)
    if any(len(record.items) < fewest for _, record in records) or len(titles) + len(stub) > _MOST_COLUMNS:
        return []
    found = []
    for name, record in records:
        held = {key.text: "" if value.is_null else value.text for key, value in _scalars(record)}
        cells = (*((name,) if stub else ()), *(held.get(title, "") for title in titles))
        found.append(Field(path, "", None, record.start, record.end, cells, (*stub, *titles)))
    return found


def _is_flat(record: Record) -> bool:
    """Tell whether a record holds only what fits into the cells of a table."""
    return all(
        isinstance(value, Scalar)
        and len(value.text) <= _LONGEST_CELL
        and not set("|\n") & {*value.text, *key.text}
        for key, value in record.items
    )


def _scalars(record: Record) -> Iterator[tuple[Scalar, Scalar]]:
    for key, value in record.items:
        if isinstance(value, Scalar):
            yield key, value


def _name(record: Record) -> str:
    """Give what names a record by itself: a short text that comes first and is no plain word."""
    key, first = next(iter(record.items), (None, None))
    if key is None or not isinstance(first, Scalar) or not first.is_text or not _NAMED.fullmatch(first.text):
        return ""
    return f"{key.text}: {first.text}"


def _names(items: Sequence[Node]) -> list[str]:
    """Give what names each record of an array: its first scalar, where no other record has the same."""
    firsts = [next(_scalars(item), None) if isinstance(item, Record) else None for item in items]
    said = [
        f"{first[0].text}: {first[1].text}" if first and len(first[1].text) <= _LONGEST_NAME else ""
        for first in firsts
    ]
    known: dict[str, int] = {}
    for name in said:
        known[name] = known.get(name, 0) + 1
    return [name if known[name] == 1 else "" for name in said]


class _Line(NamedTuple):
    text: str
    start: int


def printed_fields(text: str, start: int, end: int, language: str) -> list[Field]:
    """Give the fields or rows that a block of code is a structure of, or prints; none of anything else.

    Args:
        text: The message.
        start: Where the block begins in it.
        end: One past its end.
        language: The block's language tag.
    """
    if language not in _JSON and language not in _PRINTED:
        return []
    block = text[start:end]
    try:
        node = read_structure(text, end - len(block.lstrip()))
    except StructureError:
        node = None
    if node is not None and not text[node.end : end].strip():
        return list(fields_of(node)) if node.end <= end else []
    if language in _JSON:
        return []
    lines: list[_Line] = []
    for raw in block.splitlines(keepends=True):
        if raw.strip():
            lines.append(_Line(raw.rstrip("\r\n"), start))
        start += len(raw)
    return _columns(lines) or _pairs(lines)


def _pairs(lines: list[_Line]) -> list[Field]:
    above: list[tuple[int, str]] = []
    named = ""
    fields: list[Field] = []
    for line in lines:
        found = None if _PROGRAM.search(line.text) else _PAIR.fullmatch(line.text)
        if found is None:
            return []
        indent = found.end("indent")
        while above and above[-1][0] >= indent:
            above.pop()
        value = found["value"].rstrip()
        if not value:
            above.append((indent, found["label"].strip()))
            continue
        first, last = line.start + found.start("value"), line.start + found.start("value") + len(value)
        is_quoted = len(value) > 1 and value[0] in _QUOTES and value[-1] == value[0]
        if is_quoted:
            first, last, value = first + 1, last - 1, value[1:-1]
        path = tuple(label for _, label in above)
        if fields and not path and _NAMED.fullmatch(named):
            path = (f"{fields[0].label}: {named}",)
        said = Scalar(value, first, last, is_text=True)
        fields.append(Field(path, found["label"].strip(), said, line.start + found.start("label"), last))
        named = named or value
    return fields if len(fields) >= _FEWEST else []


def _columns(lines: list[_Line]) -> list[Field]:
    """Read lines of as many cells, the first of which are titles, as the rows of a table."""
    told = [line for line in lines if not _RULE.fullmatch(line.text)]
    if len(told) < _FEWEST + (len(told) == len(lines)):
        return []
    has_bars = all("|" in line.text for line in told)
    titles = _cells(told[0].text, has_bars)
    if not 1 < len(titles) <= _MOST_COLUMNS or any(title[:1].isdigit() for title in titles):
        return []
    fields = []
    for line in told[1:]:
        cells = _cells(line.text, has_bars)
        if len(cells) != len(titles) or (not has_bars and "|" in line.text):
            return []
        indent = len(line.text) - len(line.text.lstrip())
        end = line.start + len(line.text.rstrip())
        fields.append(Field((), "", None, line.start + indent, end, cells, titles))
    return fields


def _cells(line: str, has_bars: bool) -> tuple[str, ...]:
    bare = line.strip()
    if not has_bars:
        return tuple(_GAP.split(bare))
    return tuple(cell.strip() for cell in bare.removeprefix("|").removesuffix("|").split("|"))
