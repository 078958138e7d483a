"""Factors that a percentage told beside them comes to: `80 * 0.15 = 12 (15% of it)`, `打九折：× 0.9`.

It must not look at numbers that multiply nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting, Sources
from evidencelab.traces.values.value_token import ValueToken

_TIMES_BEFORE = re.compile(r"(?:[×*÷/]|(?<=\s)x|\btimes|\bby|乘以?|除以)[\s*_`(\\]*$", re.IGNORECASE)
_TIMES_BEHIND = re.compile(r"[\s*_`)\\]*(?:[×*]|x(?=\s)|times\b|乘)", re.IGNORECASE)
_TENTHS = re.compile(r"(?<![\d.])(\d(?:\.?\d)?|[一二三四五六七八九]{1,2})\s?折")
"""`8.5折`, `85折`, `八五折`: what is left of a price, in tenths."""
_SIGNS = "一二三四五六七八九"
_MOST, _MOST_READ = 40, 4000
_TINY = 1e-9


class ToldFactors:
    """Looks for percentages told, asked for or read, in one set of sources."""

    def __init__(self, sources: Sources) -> None:
        self.given: Pool = sources.given
        self.pool: Pool = sources.pool

    def find(self, token: ValueToken, setting: Setting) -> str | None:
        """Say of which percentage a number is the factor, or what it adds or leaves, if it is one."""
        number, text = token.number or 0.0, setting.statement.text
        if token.unit is not None or "." not in token.text or not 0 < number < 2:
            return None
        if not (_TIMES_BEFORE.search(text[: token.start]) or _TIMES_BEHIND.match(text, token.end)):
            return None
        for share, said in self._shares(setting):
            for factor, how in ((share, ""), (1 + share, " on top"), (1 - share, " off")):
                if abs(number - factor) <= _TINY:
                    return f"{said}{how}, as a factor"
        return None

    def _shares(self, setting: Setting) -> Iterator[tuple[float, str]]:
        """Give the percentages, as fractions: of the statement, of those beside it, of the user, of tools."""
        held = (h.token for pool in (self.given, self.pool) for h in pool.numbers[-_MOST_READ:])
        of_kind = (t for t in held if t.unit is not None and t.unit.dimension == "percent")
        beside = (*setting.tokens, *setting.near[:_MOST])
        for token in (*(t for t in beside if t.unit is not None and t.unit.dimension == "percent"), *of_kind):
            yield abs(token.number or 0.0) / 100.0, token.text.strip()
        for found in _TENTHS.finditer(f"{setting.statement.text}\n{self.given.folded[-_MOST_READ:]}"):
            digits = "".join(str(1 + _SIGNS.index(sign)) if sign in _SIGNS else sign for sign in found[1])
            yield float(f"0.{digits.replace('.', '')}"), found[0]
