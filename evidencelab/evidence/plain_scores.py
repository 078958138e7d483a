"""The plain string scorers, each a percentage, kept beside the match so that they can be compared.

None of them separates an honest quote from a one-digit lie; that is what they are here to show.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rapidfuzz import fuzz

from evidencelab.evidence.text.folding import fold


def normalized_substring(excerpt: str, text: str) -> float:
    """Score 100 where the folded, lower-cased, single-spaced excerpt is a substring of the text, else 0."""
    needle = " ".join(fold(excerpt).lower().split())
    return 100.0 if needle in " ".join(fold(text).lower().split()) else 0.0


PLAIN_SCORERS: Mapping[str, Callable[[str, str], float]] = {
    "ratio": fuzz.ratio,
    "partial_ratio": fuzz.partial_ratio,
    "token_set_ratio": fuzz.token_set_ratio,
    "WRatio": fuzz.WRatio,
    "normalized_substring": normalized_substring,
}
"""Scorers by name: `(excerpt, text) -> score in [0, 100]`."""
