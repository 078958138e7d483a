"""Find the other end of a range that the evidence gives as one: `4.0-5.6` for `4.0–7.6 %`.

One end that is the same says which range is meant; the other can then mean no other number. The bands that an
answer sorts what it read into are its own.
"""

from __future__ import annotations

import re

from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting
from evidencelab.traces.values.units import agree
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.statement import row_cells

_MARK = re.compile(r"\s?(?:-|–|—|~|\.\.|to|through|至|到)\s?[$€£¥]?", re.IGNORECASE)
_NUMBER = r"[$€£¥]?\d[\d,.]*\s?(?:%|[^\W\d]{1,8})?"
_BAND = re.compile(
    rf"[*_`\s]*(?:[^\W\d]{{1,12}}\s)?(?:{_NUMBER}\s?(?:-|–|—|~|to|至|到)\s?{_NUMBER}|[<>≤≥]=?\s?{_NUMBER}"
    rf"|(?:over|under|above|below|up to)\s{_NUMBER}|\d[\d,.]*\s?\+\s?(?:[^\W\d]{{1,8}})?"
    rf"|{_NUMBER}\s?(?:以[上下内]|及以[上下]))[*_`\s]*",
    re.IGNORECASE,
)
"""The name of a row that holds all from one number to another: `46–90 days`, `> 75 天`."""
_FEW, _LONGEST_BAND = 4, 80
_TINY = 1e-9


def is_band(token: ValueToken, setting: Setting) -> bool:
    """Tell whether a number is an end of the band that names the row of a table."""
    statement = setting.statement
    if statement.kind != "row" or token.end > _LONGEST_BAND:
        return False
    cells = row_cells(statement.text)
    lead = statement.text.find(cells[0]) if cells else -1
    return lead >= 0 and token.end <= lead + len(cells[0]) and _BAND.fullmatch(cells[0]) is not None


class Ranges:
    """Looks for ranges in one pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    def other_end(self, token: ValueToken, setting: Setting) -> Held | None:
        """Give the number at this end of the only range of the evidence whose other end the statement gives.

        None where the statement gives no range, where its other end begins or ends no range, or where
        several ranges with that end differ in this one.
        """
        partner = _partner(token, setting)
        if partner is None:
            return None
        other, is_first = partner
        size = abs(other.number or 0.0)
        found: list[Held] = []
        for held in self.pool.numbers_between(size * (1 - _TINY), size * (1 + _TINY)):
            if not agree(other.unit, held.token.unit) and held.token.unit is not None:
                continue
            end = self._joined(held, before=is_first)
            if end is not None:
                found.append(end)
        ends = {abs(held.token.number or 0.0) for held in found}
        if len(ends) != 1 or len(found) > _FEW or abs(token.number or 0.0) in ends:
            return None
        return found[0] if agree(token.unit, found[0].token.unit) else None

    def _joined(self, held: Held, *, before: bool) -> Held | None:
        """Give the number that a range mark joins to one of the evidence, in front of it or behind it."""
        for other in self.pool.by_place.get(held.place, ()):
            if other.token.kind != "number" or other is held:
                continue
            first, last = (other.token, held.token) if before else (held.token, other.token)
            if first.end <= last.start and _MARK.fullmatch(held.line.text[first.end : last.start]):
                return other
        return None


def _partner(token: ValueToken, setting: Setting) -> tuple[ValueToken, bool] | None:
    """Give the other end of a range in the statement, and whether the token is its first end."""
    for other in setting.tokens:
        if other is token or other.kind != "number":
            continue
        first, last = sorted((token, other), key=lambda t: t.start)
        if first.end <= last.start and _MARK.fullmatch(setting.statement.text[first.end : last.start]):
            return other, first is token
    return None
