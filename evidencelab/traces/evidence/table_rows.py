"""The lists of records in a tool's output, whatever they are written as.

JSON lists of objects, lists of lists under their titles, objects of objects, a JSON object a line, YAML lists
of flat records, CSV, and tables laid out with bars, tabs or gaps. It must not know what a cell means.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from pydantic import JsonValue

from evidencelab.traces.wording.words import name_words, words_of

FEWEST_ROWS, MOST_ROWS = 2, 500
_DEEPEST, _LONG, _MOSTLY = 6, 80, 0.6
_RULE = re.compile(r"[\s|:+=-]+")
_COUNTED = re.compile(
    r"\(\d[\d,]* rows?(?:[ ,][^()]*)?\)|\d[\d,]* rows? (?:in set|returned|selected)\b.*", re.IGNORECASE
)
"""The line by which a database's shell counts the rows above."""
_SEPARATORS = ("|", "\t", ",", None)
"""What parts the cells of a line; None stands for gaps of two spaces and more."""
_GAP = re.compile(r"\s{2,}")
_FIELD = re.compile(r"(- +)?([\w.-]+):(?: +(.*))?")
_TITLES = ("columns", "headers", "header", "fields", "column_names", "列名", "表头")
_TOTAL_KEYS = re.compile(
    r"^(?:total|count|n|total_?(?:count|rows|results|hits|items|records)|num_?\w+|n_\w+|总数|条数)$",
    re.IGNORECASE,
)
_CUT_KEYS = re.compile(r"^(?:has_?more|truncated|next(?:_?\w+)?|more|is_?partial|partial)$", re.IGNORECASE)

Record = Mapping[str, JsonValue]
Rows = Sequence[Record]


class Listed(NamedTuple):
    """A list of records.

    Attributes:
        subject: The key it stands under; empty where it has none.
        rows: The records.
        is_whole: Whether nothing says that there are more.
        beside: The words of keys and short texts that stand above and beside it.
    """

    subject: str
    rows: Rows
    is_whole: bool
    beside: frozenset[str]


def rows_in(output: JsonValue) -> Iterator[Listed]:
    """Give the lists of records in an output, with their keys, and whether they are whole."""
    if isinstance(output, str):
        try:
            output = json.loads(output)
        except (ValueError, RecursionError):
            yield from _rows_of_text(str(output))
            return
    yield from _rows_of_json(output, Listed("", (), True, frozenset()), 0)


def _rows_of_json(value: JsonValue, above: Listed, depth: int) -> Iterator[Listed]:
    if depth > _DEEPEST:
        return
    if isinstance(value, dict):
        yield from _keyed_rows(value, above)
        said = " ".join(str(item) for item in value.values() if isinstance(item, str) and len(item) < _LONG)
        titles = next((t for key in _TITLES if isinstance(t := value.get(key), list)), None)
        for name, item in value.items():
            if titles is not None and item is titles:
                continue
            is_whole = above.is_whole and not (isinstance(item, list) and _is_more(value, len(item)))
            subject = name if isinstance(item, list | dict) else above.subject
            beside = above.beside | words_of(said) | name_words(name)
            here = Listed(subject, (), is_whole, beside)
            if titles is not None and isinstance(item, list):
                yield from _titled_rows(titles, item, here)
            yield from _rows_of_json(item, here, depth + 1)
    elif isinstance(value, list):
        records = [item for item in value if isinstance(item, dict)]
        if records and len(records) == len(value):
            yield above._replace(rows=[dict(_flat(record)) for record in records])
        for item in value:
            yield from _rows_of_json(item, above, depth + 1)


def _keyed_rows(value: Record, above: Listed) -> Iterator[Listed]:
    """Give an object of objects with the same keys as records, each with the key that it stands under."""
    records = [(key, item) for key, item in value.items() if isinstance(item, dict)]
    if FEWEST_ROWS <= len(records) == len(value) and len({frozenset(item) for _, item in records}) == 1:
        rows = [{above.subject or "key": key, **dict(_flat(item))} for key, item in records]
        yield above._replace(rows=rows)


def _titled_rows(titles: Sequence[JsonValue], rows: Sequence[JsonValue], here: Listed) -> Iterator[Listed]:
    """Give lists of cells as records where the titles stand beside them."""
    names = [str(t.get("name", t.get("title", ""))) if isinstance(t, dict) else str(t) for t in titles]
    cells = [row for row in rows if isinstance(row, list) and len(row) == len(names)]
    if cells and len(cells) == len(rows) and len(set(names)) == len(names):
        yield here._replace(rows=[dict(zip(names, row, strict=True)) for row in cells])


def _is_more(beside: Record, n_rows: int) -> bool:
    """Tell whether what stands beside a list says that there are more rows than it has."""
    for key, value in beside.items():
        if _CUT_KEYS.match(key) and value not in (None, False, "", 0):
            return True
        is_count = isinstance(value, int) and not isinstance(value, bool)
        if _TOTAL_KEYS.match(key) and is_count and isinstance(value, int) and value > n_rows:
            return True
    return False


def _flat(record: Record, prefix: str = "") -> Iterator[tuple[str, JsonValue]]:
    """Give the fields of a record, those of records in it under joined names."""
    for key, value in record.items():
        if isinstance(value, dict) and not prefix:
            yield from _flat(value, f"{key}.")
        elif not isinstance(value, dict | list):
            yield prefix + key, value


def _rows_of_text(text: str) -> Iterator[Listed]:
    """Give the blocks of lines that fall into the same number of cells under a header."""
    yield from _dashed(text)
    for block in re.split(r"\n\s*\n", text):
        lines = [line.strip() for line in block.splitlines()]
        lines = [x for x in lines if x and not _RULE.fullmatch(x) and not _COUNTED.fullmatch(x)]
        if len(lines) > MOST_ROWS:
            continue
        objects = list(_objects(lines))
        if FEWEST_ROWS <= len(objects) == len(lines):
            yield Listed("", [dict(_flat(record)) for record in objects], True, frozenset())
            continue
        records = next((found for separator in _SEPARATORS if (found := _laid_out(lines, separator))), None)
        if records is not None:
            yield Listed("", records, "..." not in text, frozenset())


def _dashed(text: str) -> Iterator[Listed]:
    """Give the lists of a YAML text whose items open with a dash and go on with a field a line.

    What lies deeper than a record's own fields is passed over.
    """
    is_whole = "..." not in text
    rows: list[dict[str, JsonValue]] = []
    subject, margin, inner = "", -1, -1
    for line in filter(str.strip, text.splitlines()):
        found = _FIELD.fullmatch(line.partition(" #")[0].strip())
        indent = len(line) - len(line.lstrip())
        dash = found[1] if found is not None else None
        if rows and (indent < margin or (indent == margin and not dash)):
            yield from _listed(subject, rows, is_whole=is_whole)
            rows, margin, inner = [], -1, -1
        if found is None:
            continue
        key, value = found[2], (found[3] or "").strip().strip("\"'")
        if dash and (not rows or indent == margin):
            margin, inner = indent, indent + len(dash)
            rows.append({key: value})
        elif rows and indent == inner and value and not dash:
            rows[-1][key] = value
        elif not rows and not value:
            subject = key
    yield from _listed(subject, rows, is_whole=is_whole)


def _listed(subject: str, rows: Rows, *, is_whole: bool) -> Iterator[Listed]:
    if FEWEST_ROWS <= len(rows) <= MOST_ROWS and min(map(len, rows)) > 1:
        yield Listed(subject, rows, is_whole, frozenset())


def _objects(lines: Sequence[str]) -> Iterator[Record]:
    """Give the lines that are JSON objects."""
    for line in lines:
        if line.startswith("{") and line.endswith("}"):
            try:
                found = json.loads(line)
            except (ValueError, RecursionError):
                return
            if isinstance(found, dict):
                yield found


def _laid_out(lines: Sequence[str], separator: str | None) -> Rows:
    """Give the rows of the longest run of lines with as many cells, if it is most of them and has titles."""
    split = [_cells_of(line, separator) for line in lines]
    runs = [list(run) for _, run in groupby(split, key=len)]
    rows = max(runs, key=len, default=[])
    if len(rows) <= FEWEST_ROWS or len(rows[0]) == 1 or len(rows) < _MOSTLY * len(lines):
        return ()
    head = rows[0]
    if len(set(head)) < len(head) or any(not title or re.match(r"[-+$€£]?\d", title) for title in head):
        return ()
    return [dict(zip(head, row, strict=True)) for row in rows[1:]]


def _cells_of(line: str, separator: str | None) -> list[str]:
    line = line.strip("|")
    cells = _GAP.split(line.strip()) if separator is None else line.split(separator)
    if separator == "," and len(line) <= csv.field_size_limit():
        cells = next(csv.reader([line], skipinitialspace=True))
    return [cell.strip() for cell in cells]
