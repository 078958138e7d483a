"""Sums of the lines of one listing that a statement names by a part of their key.

A key is a path of which a folder is said, `the parser's files`, or a numeral that the statement writes in
its own way: `one- and two-star`, `一、二星`. The listing has a key and a count on each line.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property

from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.numerals import NUMERALS

_LINE = re.compile(r"\s*(\S+?)(?::|\s+)(\d{1,9})\s*", re.ASCII)
_COUNT_FIRST = re.compile(r"\s*(\d{1,9})\s+(\S*/\S*)\s*", re.ASCII)
_ONES = {"one": 1, "一": 1} | NUMERALS
_ONE = rf"(?:\d{{1,2}}|{'|'.join(word for word in _ONES if word != 'both')})"
_RUN = re.compile(
    rf"(?<![\w.,]){_ONE}(?:-?\s?(?:,|、|/|&|\band\b|\bor\b|和|及|与)\s?{_ONE})+(?=-?[^\W\d]|[- ][^\W\d])",
    re.IGNORECASE,
)
_FEWEST, _MOST_LINES, _MOST_GROUPS, _FEWEST_LETTERS = 2, 200, 12, 3


class ToldParts:
    """Looks for the listings of one pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    def find(self, token: ValueToken, setting: Setting) -> str | None:
        """Say of which lines of a listing a number is the sum, if it is."""
        number = token.number
        if number is None or token.unit is not None or number < 1 or token.step != 1:
            return None
        for counts in self._listings:
            for name, keys in self._named(counts, setting.statement.text):
                if sum(counts[key] for key in keys) == number:
                    return f"{' + '.join(str(counts[key]) for key in keys)}, of {name!r}"
        return None

    def _named(self, counts: Mapping[str, int], text: str) -> Iterator[tuple[str, list[str]]]:
        """Give the few groups of keys, never all, that a text names."""
        low = text.lower()
        parts: dict[str, list[str]] = defaultdict(list)
        for key in counts:
            for part in dict.fromkeys(re.split(r"[/.:]", key.lower())) if "/" in key else ():
                parts[part].append(key)
        of_part = [
            (part, keys)
            for part, keys in parts.items()
            if _FEWEST <= len(keys) < len(counts) and len(part) >= _FEWEST_LETTERS
            if re.search(rf"(?<![\w-]){re.escape(part)}(?![\w-])", low)
        ]
        yield from of_part[:_MOST_GROUPS]
        for run in _RUN.findall(low):
            said = re.findall(_ONE, run, re.IGNORECASE)
            keys = [str(_ONES.get(one) or int(one)) for one in said]
            if all(key in counts for key in keys) and len(set(keys)) == len(keys) < len(counts):
                yield run, keys

    @cached_property
    def _listings(self) -> list[dict[str, int]]:
        """The counts of each run of lines that hold a key and a count."""
        found: list[dict[str, int]] = []
        counts: dict[str, int] = {}
        of_call = -1
        for place in self.pool.places:
            line = _LINE.fullmatch(place.text)
            key, number = line.groups() if line else ("", "")
            if line is None or key.isdigit():
                first = _COUNT_FIRST.fullmatch(place.text)
                key, number = (first[2], first[1]) if first else (key, number)
            if not key or place.invocation != of_call or key in counts or len(counts) >= _MOST_LINES:
                counts = {}
                found.append(counts)
            of_call = place.invocation
            if key:
                counts[key] = int(number)
        return [counts for counts in found if len(counts) > _FEWEST]
