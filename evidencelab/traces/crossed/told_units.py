"""One bare column told in two units: `0.31 s`, `0.28 s` and then `0.94 ms` of the same series.

The values of a column have one unit. Where the answer gives it to several of them and another to a single
one, that one is wrong; of two in one statement, the one told last.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from evidencelab.traces.evidence.field_units import unit_in
from evidencelab.traces.evidence.layout import cells_of
from evidencelab.traces.evidence.likeness import is_same
from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.setting import Verdict, altered
from evidencelab.traces.values.units import Unit
from evidencelab.traces.values.value_token import ValueToken

_FEWEST = 2
_SCALES = ("percent", "money", "times", "letter")
"""Dimensions that say nothing of what a bare number is measured in."""
_SAMPLED = re.compile(r"\d @ \d[\d:-]{3}.*\d @ \d[\d:-]{3}")
"""A series of samples, as a metrics reply is laid out."""
_ANY = re.compile(r"values?|result|reading|amount|number|count|val|数值|值", re.IGNORECASE)
"""Columns that hold what their rows name, each in a unit of its own."""


class _Told(NamedTuple):
    """A value: its statement, its number there, itself, its unit, and where the evidence has it bare."""

    place: int
    at: int
    token: ValueToken
    unit: Unit
    held: Held


def in_odd_units(
    read: Sequence[ReadStatement], judged: Sequence[Sequence[Verdict]], pool: Pool
) -> Iterator[tuple[int, int, Verdict]]:
    """Give the values of a bare column whose unit is not that of the column's others."""
    series: dict[tuple[object, ...], list[_Told]] = defaultdict(list)
    for index, (statement, tokens, mood) in enumerate(read):
        if mood not in ("fact", "lead") or statement.kind == "code":
            continue
        for at, token in enumerate(tokens):
            held = judged[index][at].held
            if token.unit is None or token.unit.dimension in _SCALES or held is None:
                continue
            if held.token.unit is not None or not is_same(token, held.token) or token.text.endswith("分"):
                continue  # 分 is a minute, or a mark
            key = _series_of(held)
            if key is not None:
                series[key].append(_Told(index, at, token, token.unit, held))
    for told in series.values():
        units: dict[tuple[str, float], list[_Told]] = defaultdict(list)
        for one in told:
            units[one.unit.dimension, one.unit.size].append(one)
        if len(units) != 2:
            continue
        few, many = sorted(units.values(), key=lambda some: (len(some), -some[0].place, -some[0].at))
        odd, unit = few[0], many[0].unit.name
        are_beside = len(many) == 1 and many[0].place == odd.place and many[0].held.place != odd.held.place
        if len(few) == 1 and (are_beside or len({one.token.number for one in many}) >= _FEWEST):
            yield odd.place, odd.at, altered(pool, odd.held, f", and its sisters are told in {unit}")


def _series_of(held: Held) -> tuple[object, ...] | None:
    """Give what makes values one series: the line of a sampled one, else their call and their column."""
    if _SAMPLED.search(held.line.text):
        return (held.place,)
    if any(unit_in(cell) is not None for cell in cells_of(held.line.text)[:1]):
        return None  # a row that names its own unit, as a table of metrics does
    name = re.split(r"[:.]", held.column)[-1]
    return None if "@" in name or _ANY.fullmatch(name) else (held.line.invocation, held.column)
