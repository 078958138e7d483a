"""Records that a reply writes down the page: one key a line, the first key again where the next one begins.

YAML lists, with dashes or without, and forms under one another. It must not know what the records hold.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_LINE = re.compile(r"(\s*)((?:-\s+)?)([^\W\d][\w ./()-]{0,30}?)\s*[:：](?:\s+(\S.{0,120}?))?\s*$")
_BARE = "\"'"
_FEWEST_FIELDS, _FEWEST_RECORDS, _MOST_LINES, _DEEPEST = 2, 2, 4000, 80


class PageRecord(NamedTuple):
    """One record: its fields in order, and the number of its first line among those read."""

    line: int
    fields: dict[str, str]


class _Run:
    """Records of one list that is being read: keys at one indent, begun by one of them."""

    def __init__(self, first: str, is_item: bool) -> None:
        self.first, self.is_item = first, is_item
        self.records: list[PageRecord] = []
        self.open_key = ""

    def take(self, line: int, key: str, value: str, *, is_item: bool) -> None:
        """Take a key and its value; an item's dash, or the first key again, begins another record."""
        begins = is_item if self.is_item else key == self.first
        if begins or not self.records:
            self.records.append(PageRecord(line, {}))
        self.open_key = "" if value else key
        if value:
            self.records[-1].fields.setdefault(key, value)


def page_records(lines: Sequence[str]) -> Iterator[list[PageRecord]]:
    """Give the lists of records that lines hold, two records or more in each."""
    open_runs: dict[int, _Run] = {}
    for number, line in enumerate(lines[:_MOST_LINES]):
        if not line.strip():
            continue
        found = _LINE.match(line)
        if found is None:
            indent = len(line) - len(line.lstrip())
            yield from _closed(open_runs, indent - 1 if line.lstrip()[:1] in "-#" else -1)
            continue
        dash, key, value = len(found[2]), found[3].strip(), (found[4] or "").strip(_BARE)
        indent = len(found[1]) + dash
        if indent > _DEEPEST:
            continue
        yield from _closed(open_runs, indent)
        outer = max((at for at in open_runs if at < indent), default=None)
        if not dash and indent not in open_runs and outer is not None and not open_runs[outer].open_key:
            indent = outer  # what stands further in below a key with a value goes on with its record
        run = open_runs.get(indent)
        if run is not None and bool(dash) and not run.is_item:
            yield from _closed(open_runs, indent - 1)
            run = None
        if run is None:
            run = open_runs[indent] = _Run(key, bool(dash))
        run.take(number, key, value, is_item=bool(dash))
        holder = open_runs[outer] if outer is not None and outer != indent else None
        if holder is not None and holder.open_key and not run.is_item and value:
            holder.records[-1].fields.setdefault(f"{holder.open_key}.{key}", value)
    yield from _closed(open_runs, -1)


def _closed(open_runs: dict[int, _Run], indent: int) -> Iterator[list[PageRecord]]:
    """Close the runs that stand further in than an indent, and give those that are lists."""
    for at in sorted((at for at in open_runs if at > indent), reverse=True):
        records = [one for one in open_runs.pop(at).records if len(one.fields) >= _FEWEST_FIELDS]
        firsts = {next(iter(one.fields)) for one in records}
        shared = Counter(key for one in records for key in one.fields)
        n_shared = sum(n >= max(_FEWEST_RECORDS, len(records) / 2) for n in shared.values())
        if len(records) >= _FEWEST_RECORDS and len(firsts) == 1 and n_shared >= _FEWEST_FIELDS:
            yield records
