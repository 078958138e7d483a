"""Looks up one citation in its session: the call it names, the place, and what its excerpt is there.

Here the invocation id is backfilled where the policy allows it. A `raw_path` is never filled and an
excerpt never bound to another place. This module finds; the rules judge.

Source:
    Design, section 6, "Backfill" and the paragraph on citations that leave out an id or a path.
"""

from __future__ import annotations

from typing import NamedTuple

from evidencelab.contracts import FoundAt
from evidencelab.gatekeeper.citations import Citation
from evidencelab.gatekeeper.session_evidence import Call, Comparison, Place, Resolution, SessionEvidence


class Lookup(NamedTuple):
    """What a session holds for one citation.

    Attributes:
        resolution: What the cited id names.
        call: The call on trial, cited or filled in, also a foreign one; None where none is known.
        backfilled: Whether the call was filled in.
        candidates: This session's calls of the cited tool, where no call is known.
        comparison: The excerpt against the cited place, or, where none is named or none exists,
            against every place of the call, or of the candidates. None where nothing is recorded to
            compare with, and for a binding that cannot be read.
        cited_place: The place that id and path name; None unless both name one.
        found_at: Where an excerpt that failed really stands in this session.
    """

    resolution: Resolution
    call: Call | None
    backfilled: bool
    candidates: tuple[Call, ...]
    comparison: Comparison | None
    cited_place: Place | None
    found_at: tuple[FoundAt, ...]


def look_up(citation: Citation, evidence: SessionEvidence, backfill: bool) -> Lookup:
    """Find the call, the place and the comparison for one citation.

    Args:
        citation: The binding on trial.
        evidence: The calls of its session.
        backfill: Whether a missing id may be filled from a unique candidate.
    """
    resolution = evidence.resolve(citation.invocation)
    call = resolution.call
    candidates = () if call is not None else evidence.calls_of(citation.tool_name)
    backfilled = False
    if backfill and citation.invocation is None and isinstance(citation.tool_name, str):
        call = _unique_candidate(citation, candidates, evidence)
        backfilled = call is not None
    searched = candidates if call is None else (call,)
    cited_places = call.at(citation.raw_path) if call is not None else ()
    comparison = _compare(citation, searched, cited_places, evidence)
    cited_place = comparison.place if comparison is not None and cited_places else None
    found_at: tuple[FoundAt, ...] = ()
    if comparison is not None and comparison.match.decision == "mismatch":
        excluded = cited_places or tuple(place for each in searched for place in each.places)
        found_at = evidence.find(_excerpt(citation), but_not=excluded)
    return Lookup(resolution, call, backfilled, candidates, comparison, cited_place, found_at)


def _unique_candidate(
    citation: Citation, candidates: tuple[Call, ...], evidence: SessionEvidence
) -> Call | None:
    """Give the one call that tool, path and excerpt point at; without a path, the tool's only call."""
    if citation.raw_path is None:
        return candidates[0] if len(candidates) == 1 else None
    holders = [
        call
        for call in candidates
        if call.is_checkable
        and evidence.compare(_excerpt(citation), call.at(citation.raw_path)).match.decision == "accept"
    ]
    return holders[0] if len(holders) == 1 else None


def _compare(
    citation: Citation,
    searched: tuple[Call, ...],
    cited_places: tuple[Place, ...],
    evidence: SessionEvidence,
) -> Comparison | None:
    if not citation.is_readable:
        return None
    places = cited_places or tuple(place for call in searched for place in call.places)
    comparison = evidence.compare(_excerpt(citation), places)
    is_comparable = not searched or any(call.is_checkable for call in searched)
    return comparison if is_comparable or comparison.match.decision == "too_short" else None


def _excerpt(citation: Citation) -> str:
    """Give the excerpt as text; what is no text has nothing to compare."""
    return citation.excerpt if isinstance(citation.excerpt, str) else ""
