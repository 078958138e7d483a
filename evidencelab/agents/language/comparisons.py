"""Comparisons in a sentence ("91% exceeds 85%", 低于阈值) and whether its own numbers bear them out.

It must not know a claim or a verdict.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from evidencelab.agents.language.facts import Fact, quantities_of
from evidencelab.agents.language.wording import fold, plain, sentences

ABOVE = re.compile(
    r"(?:>=?|≥|\babove\b|\bover\b|\bexceed\w*|\bmore\s+than|\bhigher\s+than|\bgreater\s+than|\babove\b|高于|超过|超出|大于|多于)",
    re.IGNORECASE,
)
BELOW = re.compile(
    r"(?:<=?|≤|\bbelow\b|\bunder\b|\bless\s+than|\blower\s+than|\bfewer\s+than|低于|小于|少于|不足(?=\s*\d))",
    re.IGNORECASE,
)
_CONTEXT = 12
_MAX_DISTANCE = 40


class Comparison(NamedTuple):
    """A comparison in a text: above or below, and the like quantities on both sides, where there are any."""

    name: str
    left: Fact | None
    right: Fact | None
    is_refuted: bool = False


def comparisons(text: str, quoted: str = "") -> tuple[Comparison, ...]:
    """Find the comparisons of a text with the like quantities on both sides, where there are any.

    One that stands in `quoted` word for word is the evidence's own and no statement of the text.
    """
    found: list[Comparison] = []
    folded = fold(quoted)
    for sentence in sentences(plain(text)):
        values = quantities_of(sentence)
        for pattern, name in ((ABOVE, "above"), (BELOW, "below")):
            for hit in pattern.finditer(sentence):
                if fold(sentence[max(hit.start() - _CONTEXT, 0) : hit.end() + _CONTEXT]) in folded:
                    continue
                right = next((fact for fact in values if fact.start >= hit.end()), None)
                left = next((fact for fact in reversed(values) if fact.end <= hit.start()), None)
                if left is None or right is None or not _are_compared(left, right):
                    found.append(Comparison(name, None, right))
                    continue
                difference = left.quantity.value - right.quantity.value  # type: ignore[union-attr]
                is_refuted = difference < 0 if name == "above" else difference > 0
                found.append(Comparison(name, left, right, is_refuted))
    return tuple(found)


def _are_compared(left: Fact, right: Fact) -> bool:
    if left.quantity is None or right.quantity is None or right.start - left.end > _MAX_DISTANCE:
        return False
    return left.quantity.dimension == right.quantity.dimension


def unstated_directions(text: str, own: str) -> list[str]:
    """Find comparisons that neither an excerpt states nor its numbers show."""
    stated = {item.name for item in comparisons(own)}
    return [
        f"says {item.name!r}, which no excerpt does"
        for item in comparisons(text, own)
        if item.left is None and item.name not in stated
    ]
