"""Numbers that are another in its own unit: factors between units, and what a field must say to be in one.

It must not weigh which of them a statement means.
"""

from __future__ import annotations

import re

from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.values.units import Unit
from evidencelab.traces.values.value_token import ValueToken

_TINY = 1e-9
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
    """Find `4265` for 4.27 billion: a column counted in thousands, millions or billions."""
    return [
        (held, "counted in thousands, millions or billions")
        for factor in (1e-3, 1e-6, 1e-9)
        for held in pool.numbers_between((number - slack) * factor, (number + slack) * factor)
        if held.token.unit is None and held.token.digits >= token.digits
    ]


def is_spelled(pool: Pool, held: Held, said: str) -> bool:
    """Tell whether a bare number's field, call or line says that it counts in that unit."""
    spelling = _SPELLED.get(said)
    place = pool.places[held.place]
    return spelling is None or bool(spelling.search(f"{held.column} {place.text} {' '.join(place.context)}"))


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
