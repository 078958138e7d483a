"""One quantity in two units: `1200 秒（约 20 分钟）`, `1536 MiB (1.5 GiB)`, `7 天（expire_seconds=604800）`.

The second must stand alone in a bracket behind the first, or be joined to it by `=`, `i.e.` or the like.
A kilobyte may be 1000 or 1024, a day in hours a working day.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from evidencelab.traces.arithmetic.amounts import Span, any_meets, shown, span_of
from evidencelab.traces.values.units import Unit
from evidencelab.traces.wording.stated_text import MEASURE, NUMBER, PERCENT, Outline, Value, Working
from evidencelab.traces.wording.words import words_of

_KEY = r"[`\"']?(?P<key>[A-Za-z][\w.-]*)[`\"']?\s?[=:]\s?"
_PLAINLY = r"(?:ie,?|or|that is,?|that's|which is|equals|equal to|也就是|相当于|折合|合|即|等于|=|≈)"
_IN_BRACKET = re.compile(
    rf"(?P<first>[{MEASURE}{NUMBER}])\s?\(\s?(?:{_PLAINLY}\s?|{_KEY})?(?P<second>{MEASURE})\s?[),]",
    re.IGNORECASE,
)
_JOINED = re.compile(
    rf"(?P<first>{MEASURE})"
    r"(?:\s?,?\s?(?:ie,?|or|that is,?|which is|which are|也就是|相当于|折合|即)\s?|\s?(?:=|≈|equals|等于)\s?)"
    rf"(?P<second>{MEASURE})(?=\s?(?:$|[.;:),|!]))",
    re.IGNORECASE,
)
_FRACTION = re.compile(
    rf"\b(?:ratio|share|rate|fraction|probability|utili[sz]ation|比例|占比|率|概率)[\s:=是为]{{0,4}}(?:of|is|was)?\s?"
    rf"(?P<first>{NUMBER})\s?(?:\(|=\s?|,\sie\s)(?P<second>{PERCENT})",
    re.IGNORECASE,
)
_WORKED_DAYS = {"d": (8.0 / 24.0, 7.5 / 24.0), "w": (5.0 / 7.0, 40.0 / 168.0)}
"""Share of a day, or of a week, that is worked."""
_MEASURED = frozenset(
    ("time", "bytes", "length", "mass", "volume", "speed", "power", "energy", "frequency", "bits", "months")
)
_FAR, _CLOSE = 3.0, 0.1
_SLIPS = (7.0, 10.0, 24.0, 60.0, 100.0, 1000.0, 1024.0, 3600.0, 86400.0)
"""Factors by which a wrong conversion is off, however far: a point set wrong, a unit taken for the next."""
_BINARY_STEPS = range(-4, 5)


def conversions(text: Outline) -> Iterator[Working]:
    """Give each quantity that a statement gives in a second unit."""
    seen: set[int] = set()
    for pattern in (_IN_BRACKET, _JOINED, _FRACTION):
        for found in pattern.finditer(text.text):
            first, second = text.value(found, "first"), text.value(found, "second")
            key = found.groupdict().get("key")
            if second.token.start in seen or (key and not _is_named(key, text.text[: found.start()])):
                continue
            if _is_part_of_more(text.text, found.start()):
                continue
            if key:
                # what a key says is quoted, what stands in front of it is the reading of it
                first, second = second, first
            working = _as_share(first, second) if pattern is _FRACTION else _judged(first, second)
            if working is not None:
                seen.add(second.token.start)
                yield working


def _is_named(key: str, before: str) -> bool:
    """Tell whether a key shares a word with what stands before it, and so is no other setting."""
    clause = re.split(r"[;.](?:\s|$)|\n", before)[-1]
    return bool({w for w in words_of(key) if len(w) > 2} & set(words_of(clause)))


def _is_part_of_more(text: str, at: int) -> bool:
    """Tell whether an amount is the end of a range, a sum or a rate, so that the bracket may be of it all."""
    return re.search(r"(?:[-~+×/*至到]|\bto|\bplus|\band|\bper|\bof)\s?$", text[:at]) is not None


def _judged(first: Value, second: Value) -> Working | None:
    units = first.token.unit, second.token.unit
    if units[0] is None or units[1] is None or units[0] == units[1]:
        return None
    if {unit.dimension for unit in units if unit} <= {"temperature", "celsius"}:
        return _said(first, second, [_in_degrees(span_of(first), units[1])])
    if units[0].dimension != units[1].dimension or units[0].dimension not in _MEASURED:
        return None
    exact = span_of(first).by(units[0].size / units[1].size)
    readings = [exact]
    if units[0].dimension == "bytes":
        readings += [exact.by(1.024**power) for power in _BINARY_STEPS if power]
    larger, smaller = sorted((u for u in units if u), key=lambda unit: -unit.size)
    for share in _WORKED_DAYS.get(larger.name, ()):
        if smaller.name in ("h", "d"):
            readings.append(exact.by(share if larger == units[0] else 1.0 / share))
    return _said(first, second, readings)


def _in_degrees(degrees: Span, unit: Unit) -> Span:
    if unit.dimension == "celsius":
        return Span((degrees.low - 32.0) / 1.8, (degrees.high - 32.0) / 1.8)
    return Span(degrees.low * 1.8 + 32.0, degrees.high * 1.8 + 32.0)


def _as_share(first: Value, second: Value) -> Working | None:
    if not 0.0 < (first.token.number or 0.0) < 1.0 or first.token.digits < 2:
        return None
    return _said(first, second, [span_of(first).by(100.0)])


def _is_another(agrees: bool | None, exact: Span, first: Value, second: Value) -> bool:
    """Tell whether two amounts are so far apart, and by no factor of a slip, that they are two quantities.

    Sizes, and times below a second, change their unit by themselves as they grow; minutes are given for
    seconds only where they are the same.
    """
    said = abs(second.token.number or 0.0)
    units = [value.token.unit for value in (first, second) if value.token.unit is not None]
    grows = any(u.dimension == "bytes" or (u.dimension == "time" and u.size < 1) for u in units)
    if agrees is not False or not grows or not said or not exact.middle:
        return False
    ratio = max(said / exact.middle, exact.middle / said)
    return ratio > _FAR and not any(abs(ratio / factor - 1.0) < _CLOSE for factor in _SLIPS)


def _said(first: Value, second: Value, readings: list[Span]) -> Working | None:
    agrees = any_meets(readings, second)
    if agrees is None or _is_another(agrees, readings[0], first, second):
        return None
    written, said = first.token.text.strip(), second.token.text.strip()
    unit = second.token.unit
    worked = f"{shown(readings[0].middle, second.token)} {unit.name if unit else ''}".strip()
    reason = f"{written} in another unit" if agrees else f"{written} is {worked}, not {said}"
    return Working(second.token, agrees, reason, (first.token,))
