"""The plain string scores people use for this job, on the same pairs, in [0, 100].

They get what they get in the field: the strings as they are. Kept to be compared with; nothing
here folds, locates or vetoes.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from types import MappingProxyType

from rapidfuzz import fuzz

PlainScorer = Callable[[str, str], float]


def normalized_substring(excerpt: str, text: str) -> float:
    """Score 100 where the excerpt stands in the text after NFKC, case and white space, else 0."""
    return 100.0 if _normalized(excerpt) in _normalized(text) else 0.0


def _normalized(value: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", value).casefold().split())


PLAIN_SCORERS: Mapping[str, PlainScorer] = MappingProxyType(
    {
        "ratio": fuzz.ratio,
        "partial_ratio": fuzz.partial_ratio,
        "token_set_ratio": fuzz.token_set_ratio,
        "WRatio": fuzz.WRatio,
        "normalized_substring": normalized_substring,
    }
)
