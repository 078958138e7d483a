"""Rows that stand on no line of their own: keys down the page, and objects that map names to values.

Each is written out as one line of `key=value`, so that it is read like any other row. An object of names
whose values are of one kind is a column, and so are others with the same names: `late.Kelso=71` and
`cutoff.Kelso=17:00` are of the row `Kelso`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from evidencelab.traces.evidence.laying import tokens_of
from evidencelab.traces.evidence.page_records import page_records
from evidencelab.traces.evidence.places import Held, Place
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.wording.words import words_of

_MAPPED = re.compile(
    r"(?<![\w.\[\]-])([\w.\[\]-]+)\.([^\W_][\w -]{1,40})=([^,;=]{1,40})(?=, [\w.\[\]-]+[^,=]*=|$)"
)
_THING = re.compile(r"[A-Z0-9]|[-_]|[^\x00-\x7f]")
"""What tells a name of a thing from a word for a measure (`avg`, `peak`)."""
_OBJECT = "$.fields"
_FEWEST_NAMES, _MOST_ROWS, _MOST_PLACES, _MOST_NESTED = 2, 300, 4000, 8


class WrittenRow(NamedTuple):
    """A row: the line it is written out as, which has the number of its first place, and its values."""

    place: Place
    held: Sequence[Held]


class WrittenList(NamedTuple):
    """Rows of one list, and the numbers of the places that they are written out from."""

    rows: Sequence[WrittenRow]
    within: frozenset[int]


def written_lists(pool: Pool, call: int) -> Iterator[WrittenList]:
    """Give the lists of rows that a call's reply holds on no lines of their own."""
    places = list(pool.call_places(call))[:_MOST_PLACES]
    if len(places) < 2:
        return
    for records in page_records([place.text for place in places]):
        rows = [_row(places[line], fields) for line, fields in records[:_MOST_ROWS]]
        last = records[-1].line + len(records[-1].fields) + _MOST_NESTED
        yield WrittenList(rows, frozenset(place.number for place in places[records[0].line : last]))
    maps = list(_maps(places))
    names = {at: frozenset(its) for at, (_, _, its) in enumerate(maps)}
    for of_names in dict.fromkeys(names.values()):
        its = [maps[at] for at, own in names.items() if own == of_names]
        place = its[0][0]
        rows = [_row(place, {"": name} | {field: held[name] for _, field, held in its}) for name in its[0][2]]
        yield WrittenList(rows, frozenset(place.number for place, _, _ in its))


def _maps(places: Sequence[Place]) -> Iterator[tuple[Place, str, Mapping[str, str]]]:
    """Give the objects that map names of things to values of one kind: place, name, values."""
    for place in places:
        found: dict[str, dict[str, str]] = defaultdict(dict)
        is_object = place.list_path == _OBJECT and "=" in place.text
        for path, name, value in _MAPPED.findall(place.text) if is_object else ():
            found[path][name] = value
        for path, held in found.items():
            are_things = all(map(_THING.search, held)) and sum(name[0].isdigit() for name in held) == 0
            if len(held) >= _FEWEST_NAMES and are_things and len(set(map(_kind, held.values()))) == 1:
                yield place, path.split(".")[-1], held


def _kind(value: str) -> str:
    return re.sub(r"\d+(?:\.\d+)?", "0", value)


def _row(place: Place, fields: Mapping[str, str]) -> WrittenRow:
    text = ", ".join(f"{key}={value}" if key else value for key, value in fields.items())
    line = place._replace(text=text, words=words_of(text))
    return WrittenRow(line, [Held(line.number, token, line, title) for token, title in tokens_of(text)])
