"""Find what a statement says to be equal and is not: `3600 minutes = 1 hour`, `54% (345 of 400)`.

No evidence is needed for it: the two sides stand in the statement.
"""

from __future__ import annotations

import re

from evidencelab.traces.setting import Setting
from evidencelab.traces.value_token import ValueToken

_EQUALS = re.compile(r"[\s*_`\"')]*(?:=|\bequals\b|\bis equal to\b|等于)[\s*_`\"'(]*")
_OF_BEHIND = re.compile(
    r"[\s*_`]*\(\s*(\d[\d,]*(?:\.\d+)?)\s*(?:of|out of|/)\s*(\d[\d,]*(?:\.\d+)?)(?![\w.:/])"
)
_OF_BEFORE = re.compile(
    r"(?<![\w.:/])(\d[\d,]*(?:\.\d+)?)\s*(?:of|out of|/)\s*(\d[\d,]*(?:\.\d+)?)(?:\s[a-z]+){0,2}\s*\(\s*$"
)
_LOOSE = ("d", "w", "month", "year")
"""A day's work is no 24 hours."""
_BINARY = 0.13
"""Share by which sizes in decimal and binary units may lie apart."""
_TINY = 1e-9
_CONVERTED = ("time", "length", "mass", "volume")
_IN_BRACKET = re.compile(
    r"[*_`]*\s?\((?:about|around|roughly|approx\.?|approximately|nearly|i\.e\.|or|=|~|≈|约)?\s?",
    re.IGNORECASE,
)
_ROUGHLY = 0.15
"""Share by which a measure and its like in another unit may lie apart."""


def broken(token: ValueToken, setting: Setting) -> str | None:
    """Say what the other side of a number's equation comes to, where it is not the number."""
    text = setting.statement.text
    for other in setting.tokens:
        if other is token or other.unit is None or token.unit is None:
            continue
        first, last = sorted((token, other), key=lambda t: t.start)
        if first.end > last.start or not _EQUALS.fullmatch(text[first.end : last.start]):
            continue
        units = token.unit, other.unit
        if units[0].dimension != units[1].dimension or units[0].dimension == "money":
            continue
        if units[0] == units[1] or {unit.name for unit in units} & set(_LOOSE):
            continue
        sizes = [abs(t.number or 0.0) * u.size for t, u in zip((token, other), units, strict=True)]
        slack = 0.5 * max(t.step * u.size for t, u in zip((token, other), units, strict=True))
        slack = min(slack, 0.1 * max(sizes))
        slack += _BINARY * max(sizes) if units[0].dimension == "bytes" else 0.0
        if abs(sizes[0] - sizes[1]) > slack + _TINY * max(sizes):
            return f"{first.text.strip()} is not {last.text.strip()}"
    return None


def wrong_share(token: ValueToken, setting: Setting) -> str | None:
    """Say what share the two numbers in a percentage's bracket, or before it, really are."""
    if token.unit is None or token.unit.name != "%":
        return None
    text = setting.statement.text
    found = _OF_BEHIND.match(text, token.end) or _OF_BEFORE.search(
        text[max(0, token.start - 60) : token.start]
    )
    if found is None:
        return None
    part, whole = (float(group.replace(",", "")) for group in found.groups())
    if not 0 < part <= whole:
        return None
    share, said = 100.0 * part / whole, abs(token.number or 0.0)
    if min(abs(said - share), abs(said - 100.0 + share)) <= token.step:
        return None
    return f"{found[1]} of {found[2]} is {share:.3g} %"


def unlike_bracket(token: ValueToken, setting: Setting) -> str | None:
    """Say that a measure is not the one that the bracket behind it gives in another unit, however roughly."""
    text = setting.statement.text
    if token.unit is None or token.unit.dimension not in _CONVERTED:
        return None
    for other in setting.tokens:
        if other.unit is None or other.unit.dimension != token.unit.dimension or other.unit == token.unit:
            continue
        if not _IN_BRACKET.fullmatch(text[token.end : other.start]) or text[other.end : other.end + 1] != ")":
            continue
        sizes = [abs(t.number or 0.0) * u.size for t, u in ((token, token.unit), (other, other.unit))]
        slack = 0.5 * (token.step * token.unit.size + other.step * other.unit.size)
        if abs(sizes[0] - sizes[1]) > max(slack, _ROUGHLY * max(sizes)):
            return f"{token.text.strip()} is not {other.text.strip()}"
    return None
