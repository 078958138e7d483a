"""PLACEHOLDER while the real match is being written: normalised substring."""

from __future__ import annotations
from typing import NamedTuple
from evidencelab.evidence.match_policy import ExcerptMatch, MatchPolicy, Reason


class PreparedText(NamedTuple):
    text: str


def prepare_text(text: str) -> PreparedText:
    return PreparedText(text)


def match_excerpt(
    excerpt: str, text: str | PreparedText, policy: MatchPolicy = MatchPolicy()
) -> ExcerptMatch:
    source = text.text if isinstance(text, PreparedText) else text
    e = " ".join(excerpt.split())
    if len(e.split()) < 2 and "=" not in e:
        return ExcerptMatch(decision="too_short")
    at = source.find(e)
    if at >= 0:
        return ExcerptMatch(decision="accept", similarity=100.0, spans=((at, at + len(e)),), matched_text=e)
    return ExcerptMatch(
        decision="mismatch", similarity=0.0, reasons=(Reason(code="not_found", excerpt_token=e),)
    )
