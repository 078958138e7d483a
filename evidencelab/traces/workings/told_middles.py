"""The middle of a range that was read, told as such: `at the midpoint, 7.5` of `7.2-7.8`.

Only ranges that the evidence writes out count, so that few numbers are a middle by chance.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting
from evidencelab.traces.values.value_token import ValueToken, scale_of

_MIDDLE = re.compile(r"\b(?:mid-?points?|mid-?range|middle)\b|中值|中点|中间值", re.IGNORECASE)
_DASH = re.compile(r"\s?(?:-|–|—|~|to|至|到)\s?[$€£¥]?", re.IGNORECASE)
_MOST_RANGES, _TINY = 60, 1e-9


class _Range(NamedTuple):
    """Both ends of a range, as written, without a scale that only the last one has."""

    low: float
    high: float
    text: str


class ToldMiddles:
    """Looks for the ranges of one pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    def find(self, token: ValueToken, setting: Setting) -> str | None:
        """Say of which range a number is told as the middle, if it is."""
        if token.number is None or not _MIDDLE.search(setting.statement.text):
            return None
        number = abs(token.number) / scale_of(token)
        half = token.step / scale_of(token) / 2
        for one in self._ranges:
            if abs((one.low + one.high) / 2 - number) <= half + _TINY:
                return f"the middle of {one.text}"
        return None

    @cached_property
    def _ranges(self) -> Sequence[_Range]:
        """The last ranges that were read."""
        found: list[_Range] = []
        for held in self.pool.by_place.values():
            numbers = [h for h in held if h.token.kind == "number" and h.token.number is not None]
            for one, other in pairwise(numbers):
                text = one.line.text
                low, high = (abs(h.token.number or 0.0) / scale_of(h.token) for h in (one, other))
                if low < high and _DASH.fullmatch(text, one.token.end, other.token.start):
                    found.append(_Range(low, high, text[one.token.start : other.token.end].strip()))
        return found[-_MOST_RANGES:]
