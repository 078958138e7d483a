"""Numbers that are another in its own unit: factors between units, and what a field must say to be in one.

It must not weigh which of them a statement means.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from evidencelab.traces.evidence.field_units import scale_of_field
from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.values.units import Unit
from evidencelab.traces.values.value_token import ValueToken, scale_of

_TINY = 1e-9
_FEWEST_DIGITS = 2
_DEGREES = r"temp|t_?m(?:ax|in)|high|low|feels|dew"
_SPELLED = {
    "as KiB": re.compile(r"kib|kb|(?<![a-z])ki(?![a-z])|kilo|1k-", re.IGNORECASE),
    "as kB": re.compile(r"kib|kb|kilo", re.IGNORECASE),
    "as MiB": re.compile(r"mib|mb|(?<![a-z])mi(?![a-z])|mega|swap|\bmem|free -m", re.IGNORECASE),
    "as MB": re.compile(r"mib|mb|mega|swap|\bmem|free -m", re.IGNORECASE),
    "as microseconds": re.compile(r"us(?![a-z])|µs|μs|micro", re.IGNORECASE),
    "as nanoseconds": re.compile(r"ns(?![a-z])|nano", re.IGNORECASE),
    "as milliseconds": re.compile(
        r"ms(?![a-z])|msec|milli|laten|durat|time|elapsed|took|delay|p\d\d|耗时|延迟|时长", re.IGNORECASE
    ),
    "as minutes": re.compile(r"min", re.IGNORECASE),
}


def in_scale(pool: Pool, token: ValueToken, number: float, slack: float) -> list[tuple[Held, str]]:
    """Find `4265` for 4.27 billion, `1190.8` for 1,190.8 万: columns that are counted in a scale."""
    scales = {1e3, 1e6, 1e9, scale_of(token)}
    named = {1e4, 1e8} - scales
    return [
        (held, "counted in thousands, millions or billions")
        for scale in sorted(scales | named)
        for held in pool.numbers_between((number - slack) / scale, (number + slack) / scale)
        if _may_be_counted_in(held, scale, token.digits)
        if scale not in named or scale_of_field(held) == scale
    ]


def in_full(pool: Pool, number: float) -> list[tuple[Held, str]]:
    """Find `902.3` of a column in thousands for 902,300."""
    return [
        (held, f"counted by {scale:,.0f}")
        for scale in (1e3, 1e4, 1e6, 1e8, 1e9)
        for held in pool.numbers_between(number / scale * (1 - _TINY), number / scale * (1 + _TINY))
        if held.token.unit is None and scale_of_field(held) == scale
    ]


def _may_be_counted_in(held: Held, scale: float, n_digits: int) -> bool:
    """Tell whether a number is one in some scale: its name says so, or says nothing of it and of no unit."""
    named = scale_of_field(held)
    if named is not None or held.token.unit is not None:
        return named == scale
    return held.token.digits >= n_digits >= _FEWEST_DIGITS


def is_spelled(pool: Pool, held: Held, said: str) -> bool:
    """Tell whether a bare number's field, call or line says that it counts in that unit."""
    spelling = _SPELLED.get(said)
    place = pool.places[held.place]
    return spelling is None or bool(spelling.search(f"{held.column} {place.text} {' '.join(place.context)}"))


def in_bytes(pool: Pool, number: float, half: float, unit: Unit, step: float) -> Iterator[Held]:
    """Find an amount of data whose unit, or the statement's, is written as decimal and meant as binary.

    `30912208kB` is 29.5 GiB, as whoever counts memory counts 1024 bytes each; 1480 MB may be 1.45 GB.
    """
    binary = 1024.0 ** power(unit)
    yield from pool.numbers_between((number - half) * binary, (number + half) * binary, "bytes")
    for size in {binary, unit.size}:
        for n_thousands in (1, 2, 3):
            of_each = 1.024**n_thousands
            low, high = (number - half) * size / of_each, (number + half) * size / of_each
            for held in pool.numbers_between(low, high, "bytes"):
                if held.token.unit is not None and held.token.unit.size == 1000.0**n_thousands:
                    yield held
    for of_each in (1.024, 1.024**2) if step < 1 else ():
        low, high = (number - half) * unit.size * of_each, (number + half) * unit.size * of_each
        for held in pool.numbers_between(low, high, "bytes"):
            if held.token.unit is not None and held.token.unit.size * 1000.0 <= unit.size:
                yield held


def by_letter(pool: Pool, number: float, unit: Unit, half: float) -> list[tuple[Held, str]]:
    """Find `1890m` for 1.89 cores, `90m` for 1.5 hours."""
    if unit.name == "m" and unit.dimension == "letter":
        return [(h, "in another unit") for h in pool.numbers_between(number - half, number + half, "length")]
    factor = {"cores": unit.size * 1000, "time": unit.size / 60}.get(unit.dimension)
    if factor is None:
        return []
    slack = half if unit.dimension == "cores" else _TINY * number
    among = pool.numbers_between((number - slack) * factor, (number + slack) * factor)
    return [(h, "in another unit") for h in among if h.token.unit and h.token.unit.dimension == "letter"]


def temperatures(pool: Pool, number: float, half: float, unit: Unit) -> list[tuple[Held, str]]:
    """Find a temperature in degrees of the other scale, its own or its field's."""
    if unit.dimension == "celsius":
        low, high = (number - half) * 1.8 + 32, (number + half) * 1.8 + 32
        bare = [
            held
            for held in pool.numbers_between(low, high)
            if held.token.unit is None and re.search(_DEGREES + r"|fahr|_f\b", held.column)
        ]
        measured = pool.numbers_between(low, high, "temperature")
        return [(held, "in Celsius") for held in (*measured, *bare)]
    if unit.dimension == "temperature":
        low, high = sorted(((number - half - 32) / 1.8, (number + half - 32) / 1.8))
        bare = [
            held
            for held in pool.numbers_between(max(0.0, low), max(0.0, high))
            if held.token.unit is None and re.search(_DEGREES + r"|cels|_c\b", held.column)
        ]
        measured = pool.numbers_between(max(0.0, low), max(0.0, high), "celsius")
        return [(held, "in Fahrenheit") for held in (*measured, *bare)]
    return []


def implied(unit: Unit) -> list[tuple[float, str]]:
    """Give the factors by which a bare number may be meant in a unit or in its smaller sisters."""
    if unit.name == "‰":
        return [(0.001, "as per mille")]
    same = [(1.0, "rounded")]
    if unit.dimension == "time":
        factors = [
            (unit.size, "as seconds"),
            (unit.size * 1e3, "as milliseconds"),
            (unit.size * 1e6, "as microseconds"),
            (unit.size * 1e9, "as nanoseconds"),
            (unit.size / 60, "as minutes"),
        ]
    elif unit.dimension == "bytes":
        decimal, binary = 1000.0 ** power(unit), 1024.0 ** power(unit)
        factors = [
            (binary, "as bytes"),
            (decimal, "as bytes"),
            (binary / 1024, "as KiB"),
            (binary / 1024**2, "as MiB"),
            (unit.size / 1024, "as KiB"),
            (unit.size / 1024**2, "as MiB"),
            (unit.size / 1000, "as kB"),
            (unit.size / 1e6, "as MB"),
        ]
    elif unit.dimension == "percent":
        factors = [(0.01 * unit.size, "as a percentage")]
    elif unit.dimension == "money":
        factors = [(100.0, "in cents")]
    elif unit.dimension == "cores":
        factors = [(unit.size * 1000, "as millicores")]
    else:
        factors = []
    return same + [pair for pair in factors if pair[0] != 1.0]


def power(unit: Unit) -> int:
    """Give how many thousands a unit of bytes is multiplied by: 2 for MB."""
    return "BKMGTP".index(unit.name[0].upper()) if unit.name[0].upper() in "BKMGTP" else 0
