"""Small counts as people write them: spelt out, in digits before a noun, in Chinese before a measure word."""

from __future__ import annotations

import re

from evidencelab.traces.wording.words import words_of

_SPELT = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NUMERALS = {"both": 2, "两": 2} | {
    numeral: number
    for number, numerals in enumerate(zip(_SPELT, "二三四五六七八九十", strict=True), 2)
    for numeral in numerals
}
"""Numbers by how they are spelt."""
_COUNT = re.compile(
    rf"(?<![\w.-])(?:(both|{'|'.join(_SPELT)}|\d{{1,3}})\s+[a-z]"
    r"|([两二三四五六七八九十]|\d{1,3})\s*[个台条项张位笔种家人名])",
    re.IGNORECASE,
)
BESIDE_COUNTS = words_of(f"of the your our their my its these {' '.join(_SPELT)}")
"""Words in front of a counted noun that name nothing of it."""


def counts_in(text: str) -> list[int]:
    """Give the counts of things in a text, in order."""
    said = ((found[1] or found[2]).lower() for found in _COUNT.finditer(text))
    return [NUMERALS.get(one) or int(one) for one in said]
