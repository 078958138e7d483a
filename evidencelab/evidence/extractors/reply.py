"""A JSON reply walked once, top down: its records in order, and where it is explicitly empty.

It must not know how a record is laid out, nor what the reply means for a status.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from evidencelab.evidence.extractors import vocabulary
from evidencelab.evidence.extractors.envelope import is_listing
from evidencelab.evidence.extractors.families import Record, list_records, single_records
from evidencelab.evidence.extractors.series import sample_text
from evidencelab.evidence.extractors.values import Doubled

_COLUMNS = ("columns", "headers", "header", "schema", "fields", "column_names")
_ROWS = ("rows", "values", "datarows", "data", "results")
_COLUMN_FIELDS = frozenset(("name", "type", "id", "title", "field", "key", "label", "format", "unit"))


class Reply(NamedTuple):
    """What a walk found.

    Attributes:
        records: Every record in reply order.
        envelopes: The objects on the way to the records, outermost first.
        empty_lists: Names of the lists on that way which hold nothing.
        is_search: An Elasticsearch reply: only empty where it also counts to zero.
        text: Text output inside the reply: its text parts, or a text where there was no list at all.
    """

    records: tuple[Record, ...] = ()
    envelopes: tuple[Mapping[object, object], ...] = ()
    empty_lists: tuple[str, ...] = ()
    is_search: bool = False
    text: str | None = None


class _Node(NamedTuple):
    key: str | None
    value: object
    is_answer: bool


def walk_reply(body: object, tool_name: str) -> Reply:
    """Find the records of a reply. Lists inside records are values of theirs."""
    parts = _part_texts(body.get("content") if isinstance(body, Mapping) else body)
    if parts:
        return Reply(envelopes=(body,) if isinstance(body, Mapping) else (), text="\n".join(parts))
    records: list[Record] = []
    envelopes: list[Mapping[object, object]] = []
    empty_lists: list[str] = []
    stack = [_Node(None, body, True)]
    while stack:
        key, value, is_answer = stack.pop()
        if isinstance(value, list | tuple):
            if value and all(map(_is_search_reply, value)):
                stack += reversed([_Node(None, each, is_answer) for each in value])
            elif value:
                records += list_records(key, value, tool_name)
            elif is_answer:
                empty_lists.append(key or "items")
        elif isinstance(value, Mapping):
            single = single_records(key, value)
            if single is not None:
                records += single
                continue
            if is_answer:
                envelopes.append(value)
            sample = value.get("result") if value.get("resultType") in ("scalar", "string") else None
            if isinstance(sample, list | tuple) and sample:
                records.append(Record("series", sample_text(sample)))
                continue
            stack += reversed([*_children(value, is_answer)])
    is_search = any("_shards" in envelope or "hits" in envelope for envelope in envelopes)
    text = None if records or empty_lists else _text_output(envelopes)
    return Reply(tuple(records), tuple(envelopes), tuple(empty_lists), is_search, text)


def _is_search_reply(value: object) -> bool:
    """One of the answers to several searches sent at once."""
    hits = value.get("hits") if isinstance(value, Mapping) else None
    return isinstance(hits, Mapping) and isinstance(hits.get("hits"), list | tuple)


def _children(value: Mapping[object, object], is_answer: bool) -> Iterator[_Node]:
    columns = _table_columns(value)
    for key, child in value.items():
        name = str(key)
        is_list = isinstance(child, list | tuple)
        if key in vocabulary.ASIDE_KEYS:
            if is_list and is_listing(value, name):
                yield _Node(name, child, is_answer)
        elif isinstance(child, Doubled):
            for one in child:
                yield _Node(name, one, False)
        elif columns is not None and key == columns.key:
            continue
        elif columns is not None and key in _ROWS and isinstance(child, list | tuple):
            yield _Node(name, [_table_row(columns.names, row) for row in child], is_answer)
        else:
            yield _Node(name, child, is_answer and (is_list or name in vocabulary.WRAPPER_KEYS))


class _Columns(NamedTuple):
    key: str
    names: tuple[str, ...]


def _table_columns(value: Mapping[object, object]) -> _Columns | None:
    """Find the header of a table: a list of column names beside a list of rows."""
    for key in _COLUMNS:
        header = value.get(key)
        has_rows = any(isinstance(value.get(rows), list | tuple) for rows in _ROWS if rows != key)
        if has_rows and isinstance(header, list | tuple) and header:
            names = tuple(map(_column_name, header))
            if None not in names:
                return _Columns(key, tuple(_distinct(name for name in names if name is not None)))
    return None


def _column_name(column: object) -> str | None:
    if isinstance(column, Mapping):
        if not set(column) <= _COLUMN_FIELDS:
            return None
        column = next(
            (column[key] for key in ("name", "label", "title", "field", "key") if key in column), None
        )
    return column if isinstance(column, str) else None


def _distinct(names: Iterable[str]) -> Iterator[str]:
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
        yield name if counts[name] == 1 else f"{name}_{counts[name]}"


def _table_row(names: Sequence[str], row: object) -> object:
    if not isinstance(row, list | tuple):
        return row
    further = (f"column_{index}" for index in range(len(names), len(row)))
    return dict(zip((*names, *further), row, strict=False))


def _part_texts(content: object) -> list[str]:
    """Read content given in parts, as tool protocols wrap text; nothing if it is anything else."""
    if not isinstance(content, list | tuple) or not all(_is_part(part) for part in content):
        return []
    return [part["text"] for part in content if isinstance(part.get("text"), str)]


def _is_part(part: object) -> bool:
    if not isinstance(part, Mapping) or part.get("type") not in ("text", "image", "audio", "resource"):
        return False
    return part["type"] != "text" or set(part) <= {"type", "text", "annotations", "cache_control", "_meta"}


def _text_output(envelopes: Sequence[Mapping[object, object]]) -> str | None:
    for envelope in envelopes:
        for key in vocabulary.TEXT_KEYS:
            text = envelope.get(key)
            if isinstance(text, str) and text.strip():
                return text
    return None
