"""How a rule's message lists, cuts and compares: words for what a rule found, and no rule."""

from __future__ import annotations

from collections.abc import Sequence

from evidencelab.contracts import FoundAt
from evidencelab.evidence.match_policy import Reason
from evidencelab.gatekeeper.json_values import shorten

MAX_FOUND_CHARS = 4000


def differences(similarity: float | None, reasons: tuple[Reason, ...], is_one_place: bool) -> str:
    """Say what differs; over several places nothing in particular does."""
    if not is_one_place:
        return ""
    told = [_difference(reason) for reason in reasons[:3]]
    score = "" if similarity is None else f"similarity {similarity:.1f}"
    return f" ({', '.join(part for part in (score, *told) if part)})"


def _difference(reason: Reason) -> str:
    """Name the two tokens that differ; either may stand in one of the texts alone."""
    parts: list[str] = [reason.code]
    if reason.excerpt_token is not None:
        parts.append(shorten(reason.excerpt_token))
    if reason.text_token is not None:
        parts.append(f"where the evidence has {shorten(reason.text_token)}")
    return " ".join(parts)


def places_told(found_at: tuple[FoundAt, ...]) -> str:
    """List where an excerpt stands."""
    return listed([f"{place.raw_path} of call {place.source_invocation_id}" for place in found_at], 3)


def listed(values: Sequence[object], limit: int = 8) -> str:
    """List values for a message, the first few and how many more there are."""
    if not values:
        return "none"
    shown = ", ".join(str(value) for value in values[:limit])
    return shown if len(values) <= limit else f"{shown} and {len(values) - limit} more"


def cut_text(text: str) -> str:
    """Cut a recorded text for a result; its full length is said where it is cut."""
    if len(text) <= MAX_FOUND_CHARS:
        return text
    return f"{text[:MAX_FOUND_CHARS]}… ({len(text)} characters)"
