"""New numbers for old ones, so that everything that was true between them still is.

Numbers are read with their unit and redrawn per dimension (percent, duration, size, count) by an
order-preserving map: equal stays equal in whatever unit it is written (4.2s and 4200ms), less
stays less (a threshold under its reading, 3.8GB under 4GB), 0 and 100% stay. Clock times and dates
move together; versions and order numbers get others. It must not know a case or a scenario.

Not redrawn: status and exit codes, P99, addresses and ports, paths, and numbers inside names
(HikariPool-1, trace ids). Not kept: relations between dimensions or computed values, such as a
duration and the two clock times it lies between.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Literal, NamedTuple

Dimension = Literal["percent", "duration", "size", "count"]

_MS = {
    **dict.fromkeys(("ms", "毫秒", "milliseconds"), 1),
    **dict.fromkeys(("s", "秒", "seconds"), 1_000),
    **dict.fromkeys(("m", "min", "分钟", "minutes"), 60_000),
    **dict.fromkeys(("h", "小时", "hours"), 3_600_000),
    **dict.fromkeys(("d", "天", "days"), 86_400_000),
}
_KB = {"KB": 1, "MB": 10**3, "GB": 10**6, "TB": 10**9, "KiB": 1, "MiB": 10**3, "GiB": 10**6, "TiB": 10**9}

_TOKEN = re.compile(
    r"(?P<kept>HTTP \d{3}|exit code(?: is)?[ =:]*\d+|\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?"
    r"|(?<![\w%.])/[\w.-]+(?:/[\w.-]+)*)"
    r"|(?P<moment>\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?)(?=Z|\b)"
    r"|(?P<date>\b\d{4}-\d{2}-\d{2}\b)"
    r"|(?P<clock>(?<![\d:.])\d{2}:\d{2}(?::\d{2})?(?![\d:]))"
    r"|(?P<version>\bv\d+(?:\.\d+)+)"
    r"|(?P<order_word>(?:(?<![A-Za-z0-9])orders?|订单)(?:号|编号| number)?[\s#:_-]*)(?P<order>\d+)"
    r"|(?P<name>[A-Za-z_][\w]*(?:-\w+)*|\d+(?!ms|s\b|m\b|min\b|h\b|d\b|[KMGT]i?B\b)[A-Za-z_]\w*)"
    r"|(?P<number>\d+(?:\.\d+)?)"
    r"(?P<unit>\s?%|\s?(?:ms|min|[KMGT]i?B|s|m|h|d|milliseconds|seconds|minutes|hours|days)(?![A-Za-z0-9_])"
    r"|\s?(?:毫秒|秒|分钟|小时|天))?",
    re.ASCII,
)
_MAX_DRAWS = 200


class Quantity(NamedTuple):
    """A number as it stands in a text.

    Attributes:
        dimension: What it measures.
        value: Its value in the dimension's base unit (percent, milliseconds, kilobytes, one).
        unit_size: What one of the written unit is in base units.
        decimals: How many decimals are written.
    """

    dimension: Dimension
    value: Decimal
    unit_size: Decimal
    decimals: int

    @property
    def precision(self) -> Decimal:
        """The smallest difference its writing can show, in base units."""
        return self.unit_size.scaleb(-self.decimals)

    @property
    def step(self) -> Decimal:
        """A round difference for its size: 100ms for 3600ms, at most a twentieth of the value."""
        step = self.precision
        while self.value % (step * 10) == 0 and step * 10 <= self.value / 20:
            step *= 10
        return step


class Redraw:
    """One redraw, fixed by its generator and the texts it was made for."""

    def __init__(self, texts: Iterable[str], generator: random.Random) -> None:
        seen: dict[Dimension, dict[Decimal, list[Quantity]]] = {}
        clocks: list[int] = []
        orders: set[str] = set()
        for text in texts:
            for token in _TOKEN.finditer(text):
                quantity = _quantity(token)
                if quantity is not None:
                    seen.setdefault(quantity.dimension, {}).setdefault(quantity.value, []).append(quantity)
                if token["clock"]:
                    clocks.append(_minutes(token["clock"]))
                if token["order"]:
                    orders.add(token["order"])
        self._values = {
            (dimension, value): new
            for dimension in sorted(seen)
            for value, new in _draw(dimension, seen[dimension], generator).items()
        }
        self._days = timedelta(days=generator.randint(3, 90))
        self._minutes = _draw_shift(clocks, generator)
        self._version = (generator.randint(1, 4), generator.randint(1, 6))
        self._orders = dict(zip(sorted(orders), _draw_orders(orders, generator), strict=True))

    def apply(self, text: str) -> str:
        """Write a text with its numbers redrawn; a number that was in none of the texts stays."""
        return _TOKEN.sub(self._replace, text)

    def _replace(self, token: re.Match[str]) -> str:
        if token["clock"]:
            return _shift_clock(token["clock"], self._minutes)
        if token["moment"]:
            return _shift_moment(token["moment"], self._days + timedelta(minutes=self._minutes))
        if token["date"]:
            return (date.fromisoformat(token["date"]) + self._days).isoformat()
        if token["version"]:
            major, minor, *rest = (int(part) for part in token["version"][1:].split("."))
            parts = [major + self._version[0], minor + self._version[1], *rest]
            return "v" + ".".join(str(part) for part in parts)
        if token["order"]:
            return token["order_word"] + self._orders.get(token["order"], token["order"])
        quantity = _quantity(token)
        if quantity is None or (quantity.dimension, quantity.value) not in self._values:
            return token.group()
        number = self._values[quantity.dimension, quantity.value] / quantity.unit_size
        return f"{number:.{quantity.decimals}f}{token['unit'] or ''}"


def _quantity(token: re.Match[str]) -> Quantity | None:
    if not token["number"]:
        return None
    unit = (token["unit"] or "").strip()
    decimals = len(token["number"].partition(".")[2])
    if unit == "%":
        dimension, size = "percent", 1
    elif unit in _MS:
        dimension, size = "duration", _MS[unit]
    elif unit in _KB:
        dimension, size = "size", _KB[unit]
    else:
        dimension, size = "count", 1
    return Quantity(dimension, Decimal(token["number"]) * size, Decimal(size), decimals)  # type: ignore[arg-type]


def _draw(
    dimension: Dimension, seen: dict[Decimal, list[Quantity]], generator: random.Random
) -> dict[Decimal, Decimal]:
    """Draw a strictly increasing map over the values; without one in reach the values stay."""
    for _ in range(_MAX_DRAWS):
        drawn: dict[Decimal, Decimal] = {}
        scale = math.exp(generator.uniform(math.log(0.7), math.log(1.6)))
        shift = generator.uniform(-0.5, 0.5)
        floor = Decimal(0)
        for value in sorted(seen):
            if value == 0 or (dimension == "percent" and value >= 100):
                drawn[value] = value
                continue
            step = _common_step(seen[value])
            wanted = _shift_percent(value, shift) if dimension == "percent" else value * Decimal(scale)
            new = (wanted / step).quantize(Decimal(1), ROUND_HALF_EVEN) * step
            while new <= floor or new == value:
                new += step
            drawn[value] = floor = new
        if dimension != "percent" or floor < 100:
            return drawn
    return {value: value for value in seen}


def _common_step(written: list[Quantity]) -> Decimal:
    if len({quantity.unit_size for quantity in written}) == 1:
        return max(quantity.step for quantity in written)
    return max(quantity.precision for quantity in written)


def _shift_percent(value: Decimal, shift: float) -> Decimal:
    share = float(value) / 100
    return Decimal(100 / (1 + math.exp(-(math.log(share / (1 - share)) + shift))))


def _draw_shift(clocks: list[int], generator: random.Random) -> int:
    """Draw by how many minutes all clock times move without passing midnight; never 0."""
    lowest, highest = (-min(clocks), 24 * 60 - 1 - max(clocks)) if clocks else (-600, 600)
    choices = [shift for shift in range(lowest, highest + 1) if abs(shift) >= 20]
    return generator.choice(choices) if choices else 0


def _draw_orders(orders: set[str], generator: random.Random) -> list[str]:
    free = [str(number) for number in range(200, 1000) if str(number) not in orders]
    return generator.sample(free, len(orders))


def _minutes(clock: str) -> int:
    hours, minutes = clock.split(":")[:2]
    return int(hours) * 60 + int(minutes)


def _shift_clock(clock: str, minutes: int) -> str:
    total = (_minutes(clock) + minutes) % (24 * 60)
    return f"{total // 60:02d}:{total % 60:02d}{clock[5:]}"


def _shift_moment(moment: str, shift: timedelta) -> str:
    moved = datetime.fromisoformat(moment) + shift
    return moved.isoformat(timespec="seconds" if moment.count(":") == 2 else "minutes")
