"""Units: what a number counts, and how one unit turns into another.

Only what both sides write beside a number is a unit; the word behind a count (`3 pods`) is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple


class Unit(NamedTuple):
    """A unit: its dimension, and its size in the dimension's base."""

    dimension: str
    size: float
    name: str


def _table() -> dict[str, Unit]:
    table: dict[str, Unit] = {}

    def add(dimension: str, size: float, spellings: str) -> None:
        names = spellings.split()
        for spelling in names:
            table[spelling] = Unit(dimension, size, names[0])
            if dimension == "time" and len(spelling) > 4:  # `53 SECONDS`; `S` and `MIN` mean other things
                table[spelling.upper()] = table[spelling]

    add("time", 1e-9, "ns nanosecond nanoseconds 纳秒")
    add("time", 1e-6, "us μs µs microsecond microseconds 微秒")
    add("time", 1e-3, "ms msec millisecond milliseconds millis 毫秒")
    add("time", 1, "s sec secs second seconds 秒 秒钟")
    add("time", 60, "min mins minute minutes 分钟 分")
    add("time", 3600, "h hr hrs hour hours 小时 个小时 钟头")
    add("time", 86400, "d day days 天 日")
    add("time", 604800, "w wk week weeks 周 个星期 星期")
    add("months", 1, "month months 个月 mo")
    add("months", 12, "year years yr yrs 年")
    add("bytes", 1, "B byte bytes 字节")
    for power, letter in enumerate("KMGTP", start=1):
        add("bytes", 1000.0**power, f"{letter}B {letter.lower()}B {letter.lower()}b")
        add("bytes", 1024.0**power, f"{letter}iB {letter}i {letter.lower()}ib")
    table["kilobytes"] = table["KB"]
    table["megabytes"] = table["megabyte"] = table["MB"]
    table["gigabytes"] = table["gigabyte"] = table["GB"]
    table["terabytes"] = table["terabyte"] = table["TB"]
    add("percent", 1, "% percent pct 百分点 个百分点")
    add("percent", 1, "pp")
    for spelling in ("percentage points", "percentage point", "percentage-point"):
        table[spelling] = table["%"]
    for spelling in ("bps", "bp", "basis points", "basis point", "basis-point"):
        table[spelling] = Unit("percent", 0.01, "bp")
    add("percent", 0.1, "‰")
    add("temperature", 1, "°F ℉ degF Fahrenheit fahrenheit")
    table["°C"] = table["℃"] = table["degC"] = table["Celsius"] = table["celsius"] = table["摄氏度"] = Unit(
        "celsius", 1, "°C"
    )
    add("degrees", 1, "° degrees degree 度")
    add("cores", 1, "cores core vCPU vCPUs vcpu vcpus CPUs")
    add("cores", 1e-3, "millicores millicore")
    add("length", 1e-3, "mm")
    add("length", 1e-2, "cm")
    add("length", 1, "meters meter metres metre 米")
    add("length", 1000, "km kilometers kilometres kilometer kilometre 公里 千米")
    add("length", 1609.344, "mi miles mile 英里")
    add("length", 0.3048, "ft feet foot")
    add("length", 0.0254, "inches inch")
    add("volume", 1000, "m³ m3 立方米")
    add("flow", 1, "l/s L/s 升/秒")
    add("flow", 1 / 3.6, "m³/h m3/h 立方米/小时")
    add("flow", 1 / 86.4, "m³/d m3/d 立方米/天 立方米/日")
    add("mass", 1e-3, "g grams gram 克")
    add("mass", 1, "kg kilograms kilogram 公斤 千克")
    add("mass", 1000, "t tonne tonnes 吨")
    add("mass", 0.45359237, "lb lbs pounds pound")
    add("volume", 1, "L l litres litre liters liter 升")
    add("volume", 1e-3, "mL ml 毫升")
    add("speed", 1, "km/h kph kmh 公里/小时 千米/小时 公里/时 千米/时 公里每小时 千米每小时")
    add("speed", 1.609344, "mph")
    add("speed", 3.6, "m/s 米/秒 米每秒")
    add("rate", 1, "rps qps tps req/s requests/s requests/sec ops/s /s")
    add("bits", 1e3, "Kbps kbps")
    add("bits", 1e6, "Mbps mbps")
    add("bits", 1e9, "Gbps gbps")
    add("frequency", 1, "Hz")
    add("frequency", 1e6, "MHz")
    add("frequency", 1e9, "GHz")
    add("energy", 1e-3, "Wh 瓦时")
    add("energy", 1, "kWh 千瓦时 度电")
    add("energy", 1e3, "MWh 兆瓦时")
    add("energy", 1e6, "GWh")
    add("power", 1, "W watts")
    add("power", 1e3, "kW")
    add("power", 1e6, "MW 兆瓦")
    add("power", 1e9, "GW")
    add("pressure", 1, "hPa mbar")
    add("times", 1, "x × times 倍")
    for code, words in {
        "$": "USD dollars dollar US$ 美元 美金",
        "€": "EUR euros euro 欧元",
        "£": "GBP 英镑",
        "¥": "CNY RMB yuan 元 人民币 JPY yen 日元 日圆 円",
        "₹": "INR rupees",
    }.items():
        for word in (code, *words.split()):
            table[word] = Unit("money", 1, code)
    return table


_UNITS = _table()
TIMES = Unit("times", 1, "x")

_LOOSE = {
    "m": Unit("letter", 1, "m"),
    "C": Unit("celsius", 1, "°C"),
    "F": Unit("temperature", 1, "°F"),
}
_SCALES = {
    "k": 1e3,
    "K": 1e3,
    "thousand": 1e3,
    "M": 1e6,
    "G": 1e9,
    "mn": 1e6,
    "million": 1e6,
    "B": 1e9,
    "bn": 1e9,
    "billion": 1e9,
    "T": 1e12,
    "trillion": 1e12,
    "万": 1e4,
    "千": 1e3,
    "百万": 1e6,
    "亿": 1e8,
}
_MONEY_SCALE = re.compile(r" ?(?P<scale>m|b|tn|tr|mio|mrd)(?![A-Za-z0-9_]|=\S)", re.IGNORECASE)
"""Behind an amount of money, these are millions, billions and trillions: `€4.2m`, `4.2m EUR`."""
_MONEY_SCALES = {"m": 1e6, "mio": 1e6, "b": 1e9, "mrd": 1e9, "tn": 1e12, "tr": 1e12}
_MONEY_BEHIND = re.compile(r"\.? ?(?:[$€£¥]|(?:USD|EUR|GBP|CNY|CHF)(?![A-Za-z]))")
_NO_SCALE = r"(?![瓦米克字伏卡帕赫兹])"
_AFTER = r"(?![A-Za-z0-9_]|=\S)"
_UNIT = re.compile(
    r"(?P<gap>[ -]?|\s| {1,5}|\*{1,3} ?| \*{1,3})(?P<unit>"
    + "|".join(
        re.escape(spelling) + (_AFTER if spelling[-1].isascii() and spelling[-1].isalpha() else "")
        for spelling in sorted(_UNITS, key=len, reverse=True)
    )
    + rf"|[mCF]{_AFTER}|[Dd]egrees?\s[CF]{_AFTER})"
)
_CURRENCY_SIGNS = frozenset("$€£¥₹")
_DIGIT = re.compile(r"\W?\d")
_SCALE = re.compile(
    r"(?P<gap>\s?|-)(?P<scale>"
    + "|".join(
        re.escape(word) + (_AFTER if word.isascii() else _NO_SCALE)
        for word in sorted(_SCALES, key=len, reverse=True)
    )
    + ")"
)
_SPACED_OUT = {
    "x", "h", "s", "d", "w", "g", "B", "W", "m", "C", "F", "min", "mi", "ft", "K", "k", "M", "T", "L", "l",
    "/s", "in", "mo",
}  # fmt: skip


_BEHIND_SCALE = re.compile(r"\s*(?:[|,;.)]|\Z)")
"""Behind a capital M that stands apart, these leave it nothing to be but million."""
_ON_IT = re.compile(r"[- ](?:on|over|by|after)[- ](?:day|week|month|year)\b", re.IGNORECASE)
"""Behind a day or a week, these make an adverb of it: `fell by 40 week on week`."""
_NEXT_CELL = re.compile(r" {2,}\S|\t")
"""Behind a letter, these make a cell of it, not the unit of the number in the cell before."""


def find_unit(following: str, *, currency: str = "") -> tuple[Unit | None, float, int]:
    """Read the unit that follows a number.

    Args:
        following: The text right behind the number's last digit.
        currency: The currency sign in front of it, if any.

    Returns:
        The unit or None, the factor that a scale word applies (1e6 for `million`), and the code points
        that both take up.
    """
    length, factor = 0, 1.0
    scale = _SCALE.match(following)
    unit = _UNIT.match(following)
    if (
        scale
        and (currency or scale["scale"] not in ("B", "T") or scale["gap"] == "")
        and not (unit and len(unit["unit"]) > len(scale["scale"]))
    ):
        word = scale["scale"]
        spelled = len(word) > 1 or not word.isascii()
        is_bytes = unit is not None and unit["unit"] == word == "B" and not currency
        stands_alone = word == "M" and scale["gap"] == " " and _BEHIND_SCALE.match(following, scale.end())
        if not is_bytes and (currency or spelled or scale["gap"] == "" or stands_alone):
            length, factor = scale.end(), _SCALES[word]
            unit = _UNIT.match(following[length:])
    if factor == 1.0:
        money = _MONEY_SCALE.match(following)
        if money is not None and (currency or _MONEY_BEHIND.match(following, money.end())):
            length, factor = money.end(), _MONEY_SCALES[money["scale"].lower()]
            if not currency and following[length] == ".":
                length += 1
            unit = _UNIT.match(following[length:])
    if currency:
        return Unit("money", 1, _UNITS.get(currency, Unit("money", 1, currency)).name), factor, length
    if unit is None:
        return None, factor, length
    spelling, gap = unit["unit"], unit["gap"]
    if gap and _ON_IT.match(following, length + unit.end()):
        return None, factor, length
    may_stand_apart = spelling in ("h", "s", "min", "d") or (
        spelling in ("B", "mi", "ft", "g", "m", "W", "V", "L", "l") and gap == " "
    )
    if gap and spelling in _SPACED_OUT and not may_stand_apart:
        return None, factor, length
    if spelling in _CURRENCY_SIGNS and _DIGIT.match(following[length + unit.end() - (not gap) :]):
        # of the amount behind it
        return None, factor, length
    if spelling in ("x", "×") and (gap or re.match(r"\s*[\d$]", following[length + unit.end() :])):
        return None, factor, length
    if gap and len(spelling) == 1 and spelling.isalpha() and _NEXT_CELL.match(following, length + unit.end()):
        return None, factor, length
    if gap == "-" and (len(spelling) < 2 or not spelling.isalpha()):
        return None, factor, length
    if spelling.lower().startswith("degree") and spelling[-1] in "CF":
        found = _LOOSE[spelling[-1]]
    else:
        found = _LOOSE.get(spelling) or _UNITS[spelling]
    return found, factor, length + unit.end()


_FIELD_UNITS = {
    "ms": "ms", "millis": "ms", "milliseconds": "ms", "msec": "ms", "sec": "s", "secs": "s",
    "seconds": "s", "mins": "min", "minutes": "min", "hours": "h", "days": "d", "weeks": "w",
    "months": "month", "years": "year", "bytes": "B", "kb": "KB", "mb": "MB", "gb": "GB", "tb": "TB",
    "kib": "KiB", "mib": "MiB", "gib": "GiB", "percent": "%", "pct": "%",
    "percentage": "%", "kg": "kg", "km": "km", "cm": "cm", "mm": "mm", "wh": "Wh", "kwh": "kWh",
    "mwh": "MWh", "gwh": "GWh", "kw": "kW", "tib": "TiB", "kmh": "km/h", "kph": "km/h", "mph": "mph",
    "hpa": "hPa", "mhz": "MHz", "ghz": "GHz", "kbps": "Kbps", "mbps": "Mbps", "gbps": "Gbps",
    "miles": "miles", "celsius": "°C", "fahrenheit": "°F", "usd": "USD", "eur": "EUR", "gbp": "GBP",
}  # fmt: skip


_MEASURED_FIELDS = {
    "m": ("length", "height", "distance", "dist", "elev", "elevation", "gain", "altitude", "depth", "width"),
    "min": ("time", "duration", "elapsed", "eta", "runtime", "wait", "delay", "ride", "walk", "travel"),
    "h": ("time", "duration", "elapsed", "eta", "runtime", "uptime"),
    "g": ("weight", "mass", "protein", "fat", "carbs", "fiber", "fibre", "sugar", "salt"),
}
"""Letters that are a unit at the end of these fields alone."""
_LASTING_FIELDS = ("time", "duration", "elapsed", "latency", "timeout", "age", "uptime", "delay", "wait")

_FIELD_WORD = re.compile(
    r"[kKMGT]?(?:Wh?|Hz|i?B)(?![A-Za-z])|[a-z]+?(?=kW)|[a-z]+|[A-Z]+(?![a-z])|[A-Z][a-z]+"
)
_PER = re.compile(r"([A-Za-z]+|[€$£¥元])\s?[/每]\s?[A-Za-z]+\W?$")
"""Ends the name of a field in a unit and what it is told per: `EUR/MWh`, `元每MWh`."""


def _of_rate(field: str, words: Sequence[str]) -> str | None:
    """Give what stands for the unit of so much per another, `price_eur_mwh`, `元/kWh`, or None."""
    if (slashed := _PER.search(field)) is not None:
        return slashed[1]
    before = words[-2].lower() if len(words) > 1 else ""
    if before == "per":
        return words[-3] if len(words) > 2 else ""
    last, of = _UNITS[_FIELD_UNITS[words[-1].lower()]], _UNITS.get(_FIELD_UNITS.get(before, before))
    is_per = of is not None and last.dimension not in ("money", "percent", of.dimension)
    return before if is_per and of is not None and of.dimension != "percent" else None


@lru_cache(maxsize=4096)
def unit_of_field(field: str) -> Unit | None:
    """Read the unit that a field's name ends in: `eta_days`, `totalDurationMs`, `Wait(min)`.

    Of so much per unit, `price_eur_mwh`, it is the unit that is told, not the one that it is told per.
    """
    if field.endswith("%") or field.startswith("%"):
        return _UNITS["%"]
    words = _FIELD_WORD.findall(field)
    spelling = _FIELD_UNITS.get(words[-1].lower()) if words else None
    of_rate = None if spelling is None else _of_rate(field, words)
    if of_rate is not None:
        return _UNITS.get(_FIELD_UNITS.get(of_rate.lower(), of_rate if len(of_rate) == 1 else ""))
    if len(words) > 1 and words[-1] in ("s", "S") and words[-2].lower() in _LASTING_FIELDS:
        spelling = "s"
    if len(words) > 2 and words[-1] == "s" and words[-2] == "l":
        spelling = "l/s"
    if len(words) > 1 and words[-2].lower() in _MEASURED_FIELDS.get(words[-1].lower(), ()):
        spelling = words[-1].lower()
    if len(words) > 1 and words[-2].lower() in ("temp", "temperature") and words[-1] in ("c", "f", "C", "F"):
        spelling = "°" + words[-1].upper()
    return None if spelling is None else _UNITS["meters" if spelling == "m" else spelling]


def agree(left: Unit | None, right: Unit | None) -> bool:
    """Tell whether two units can be the same: either is missing, or they are one, or one is ambiguous.

    Decimal and binary prefixes agree (`84 MB` for `84Mi`), as people write them.
    """
    if left is None or right is None:
        return "‰" not in {unit.name for unit in (left, right) if unit is not None}
    if left == right:
        return True
    if left.dimension == right.dimension:
        if left.dimension == "bytes":
            return left.name[0].lower() == right.name[0].lower()
        return (left.size == right.size and left.dimension != "money") or left.name == right.name
    dimensions = {left.dimension, right.dimension}
    if "letter" in dimensions:
        other = (dimensions - {"letter"}).pop()
        wanted = {left.name, right.name} - {"m"}
        return other in ("cores", "length") or wanted == {"min"}
    return dimensions in ({"degrees", "celsius"}, {"degrees", "temperature"})
