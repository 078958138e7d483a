"""What one session recorded, laid out so that citations can be looked up and excerpts compared.

Every text is prepared for comparison at most once a session, and only when somebody asks for it.
This module answers questions (which call, which places, does this excerpt stand there); it must not
know a rule, a severity or a message.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from pydantic import JsonValue

from evidencelab.contracts import FoundAt, ToolInvocation
from evidencelab.evidence.excerpts import PreparedText, match_excerpt, prepare_text
from evidencelab.evidence.match_policy import Decision, ExcerptMatch
from evidencelab.evidence.recorder import is_legacy
from evidencelab.evidence.text.cut_text import MeasuredText
from evidencelab.gatekeeper.executor_output import integer_named
from evidencelab.gatekeeper.policy import GatekeeperPolicy

MAX_FOUND_AT = 20
MAX_COMPARED = 200

_RANK: dict[Decision, int] = {"accept": 3, "uncertain": 2, "mismatch": 1, "too_short": 0}


class Place(NamedTuple):
    """One quotable place of a session."""

    invocation_id: int
    raw_path: str
    text: str

    @property
    def found_at(self) -> FoundAt:
        """The place as results name it."""
        return FoundAt(source_invocation_id=self.invocation_id, raw_path=self.raw_path)


@dataclass(frozen=True)
class Call:
    """One recorded call and its quotable places.

    Attributes:
        invocation: The call as recorded.
        places: Its evidence refs, in order.
        is_foreign: Listed here, but another session's.
        is_checkable: Its evidence was recorded; False for a legacy or unparsed call.
    """

    invocation: ToolInvocation
    places: tuple[Place, ...]
    is_foreign: bool
    is_checkable: bool

    def at(self, raw_path: JsonValue) -> tuple[Place, ...]:
        """Give the places with exactly this path; usually one, none where it does not exist."""
        return self._by_path.get(raw_path, ()) if isinstance(raw_path, str) else ()

    @cached_property
    def _by_path(self) -> dict[str, tuple[Place, ...]]:
        found: dict[str, list[Place]] = defaultdict(list)
        for place in self.places:
            found[place.raw_path].append(place)
        return {path: tuple(places) for path, places in found.items()}


class Resolution(NamedTuple):
    """What a cited id names.

    Attributes:
        call: The call with that id, also a foreign one; None where there is none.
        named_id: The integer that was named, whether or not a call has it.
        coercion: How an id that is no integer was read as one; None for an integer.
    """

    call: Call | None
    named_id: int | None
    coercion: str | None = None


class Comparison(NamedTuple):
    """The best answer over some places.

    Attributes:
        match: accept before uncertain before mismatch; at equal decisions the more similar.
        place: Where the best answer was given; None if there was no place to compare with.
        accepted: The places that accept, in order, at most 20.
    """

    match: ExcerptMatch
    place: Place | None
    accepted: tuple[Place, ...]


class SessionEvidence:
    """The calls of one session.

    Args:
        session_id: A call that names another session is foreign.
        invocations: Recorded calls, ids unique.
        policy: Settings of the match.
    """

    def __init__(
        self, session_id: str, invocations: Sequence[ToolInvocation], policy: GatekeeperPolicy
    ) -> None:
        self._policy = policy
        self._prepared: dict[str, PreparedText] = {}
        self._matches: dict[tuple[str, str], ExcerptMatch] = {}
        self.calls = tuple(_call(invocation, session_id) for invocation in invocations)
        self._by_id = {call.invocation.invocation_id: call for call in self.calls}
        self._by_external: dict[str, list[Call]] = {}
        for call in self.calls:
            if call.invocation.external_id is not None:
                self._by_external.setdefault(call.invocation.external_id, []).append(call)

    @property
    def own_calls(self) -> tuple[Call, ...]:
        """The calls of this session and no other."""
        return tuple(call for call in self.calls if not call.is_foreign)

    def calls_of(self, tool_name: JsonValue) -> tuple[Call, ...]:
        """Give this session's calls of a tool; all of them where no tool is named."""
        if tool_name is None:
            return self.own_calls
        return tuple(call for call in self.own_calls if call.invocation.tool_name == tool_name)

    def resolve(self, cited: JsonValue) -> Resolution:
        """Find the call a cited id names.

        An integer, its digits and a whole float name the same call; any other text names one only if
        it is the external id of exactly one call.
        """
        named = integer_named(cited)
        if named is not None and named in self._by_id:
            return Resolution(self._by_id[named], named, _coercion(cited, named))
        if isinstance(cited, str) and len(self._by_external.get(cited, [])) == 1:
            call = self._by_external[cited][0]
            return Resolution(call, call.invocation.invocation_id, "is its external id")
        return Resolution(None, named, None if named is None else _coercion(cited, named))

    def is_imported_tool(self, tool_name: str) -> bool:
        """Say whether an imported call of this session has that tool."""
        return any(
            call.invocation.external_id is not None and call.invocation.tool_name == tool_name
            for call in self.calls
        )

    def match(self, excerpt: str, text: str) -> ExcerptMatch:
        """Compare an excerpt with one text, both answers and prepared texts kept."""
        key = (excerpt, text)
        if key not in self._matches:
            self._matches[key] = match_excerpt(excerpt, self._prepare(text), self._policy)
        return self._matches[key]

    def compare(self, excerpt: str, places: Sequence[Place]) -> Comparison:
        """Compare an excerpt with several places; with none of them, only its own length counts.

        Of more than 200 places the 200 that share most of the excerpt's words are compared: a place
        that holds all of it shares all of them.
        """
        best: ExcerptMatch | None = None
        best_place: Place | None = None
        accepted: list[tuple[int, Place]] = []
        for index in self._most_alike(excerpt, places):
            match = self.match(excerpt, places[index].text)
            if match.decision == "accept":
                accepted.append((index, places[index]))
            if best is None or _order(match) > _order(best):
                best, best_place = match, places[index]
            if match.decision == "too_short" or len(accepted) == MAX_FOUND_AT:
                break
        if best is None:
            best = self.match(excerpt, "")
        return Comparison(best, best_place, tuple(place for _, place in sorted(accepted)))

    def find(self, excerpt: str, *, but_not: Sequence[Place]) -> tuple[FoundAt, ...]:
        """Find where else in this session an excerpt stands: accepted there, in order, at most 20."""
        tried = set(but_not)
        others = [place for call in self.own_calls for place in call.places if place not in tried]
        return tuple(place.found_at for place in self.compare(excerpt, others).accepted)

    def _most_alike(self, excerpt: str, places: Sequence[Place]) -> Sequence[int]:
        if len(places) <= MAX_COMPARED:
            return range(len(places))
        words = frozenset(MeasuredText(excerpt).tokens)
        shared = [len(words & self._prepare(place.text).vocabulary) for place in places]
        return heapq.nsmallest(MAX_COMPARED, range(len(places)), key=lambda index: (-shared[index], index))

    def _prepare(self, text: str) -> PreparedText:
        if text not in self._prepared:
            self._prepared[text] = prepare_text(text)
        return self._prepared[text]


def _call(invocation: ToolInvocation, session_id: str) -> Call:
    details = invocation.retrieval_details
    refs = () if details is None or details.evidence_refs is None else details.evidence_refs
    places = tuple(Place(invocation.invocation_id, ref.raw_path, ref.text) for ref in refs)
    is_unparsed = details is not None and details.evidence_status == "unparsed" and not places
    return Call(
        invocation,
        places,
        is_foreign=invocation.session_id is not None and invocation.session_id != session_id,
        is_checkable=not (is_legacy(invocation) or is_unparsed),
    )


def _coercion(cited: JsonValue, named: int) -> str | None:
    if isinstance(cited, int) and not isinstance(cited, bool):
        return None
    return f"names the integer {named}"


def _order(match: ExcerptMatch) -> tuple[int, float]:
    return _RANK[match.decision], match.similarity or 0.0
