"""How the spans of a run stand in one another: what ran inside a tool, which agent is the outermost.

It must not know an attribute's name, nor what anybody said.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import TypeVar

from evidencelab.traces.formats.spans import Span

Read = TypeVar("Read")


def parents_of(spans: Sequence[Span]) -> Mapping[str, str | None]:
    """Give the parent of each span by its id."""
    return {span.span_id: span.parent_id for span in spans}


def ancestors(span: Span, parents: Mapping[str, str | None]) -> Iterator[str]:
    """Give the ids above a span, nearest first; a circle ends."""
    at, steps = span.parent_id, 0
    while at is not None and steps <= len(parents):
        yield at
        at, steps = parents.get(at), steps + 1


def nested(spans: Sequence[Span], tools: Sequence[Span]) -> set[str]:
    """Name the spans that ran inside a tool: an agent that another agent called as a tool.

    Its question is the call's arguments and its words are the call's result; neither is the user's talk.
    """
    parents = parents_of(spans)
    tool_ids = {span.span_id for span in tools}
    within = Windows(tools)
    found: set[str] = set()
    for span in spans:
        inside = span.span_id not in tool_ids and within.hold(span)
        if inside or any(at in tool_ids for at in ancestors(span, parents)):
            found.add(span.span_id)
    return found


class Windows:
    """The times in which spans ran, asked for one that holds, or lies within, another span's time."""

    def __init__(self, spans: Iterable[Span]) -> None:
        times = sorted((s.start, s.end) for s in spans if s.start is not None and s.end is not None)
        self._all_starts = [start for start, _ in times]
        self._least_end = list(accumulate((end for _, end in reversed(times)), min))[::-1]
        lasting = [(start, end) for start, end in times if start < end]
        self._starts = [start for start, _ in lasting]
        self._greatest_end = list(accumulate((end for _, end in lasting), max))

    def hold(self, span: Span) -> bool:
        """Tell whether a span ran within one of the times; a moment holds nothing."""
        if span.start is None or span.end is None:
            return False
        before = bisect_right(self._starts, span.start)
        return before > 0 and span.end <= self._greatest_end[before - 1]

    def lie_within(self, start: int, end: int) -> bool:
        """Tell whether one of the times lies within `start` and `end`, both counted."""
        after = bisect_left(self._all_starts, start)
        return after < len(self._least_end) and self._least_end[after] <= end


def outermost_first(read: Sequence[tuple[Span, Read]], spans: Sequence[Span]) -> list[tuple[Span, Read]]:
    """Order spans by how deep they stand, those that end last first."""
    parents = parents_of(spans)

    def depth(span: Span) -> int:
        return sum(at in parents for at in ancestors(span, parents))

    return sorted(read, key=lambda pair: (depth(pair[0]), -(pair[0].end or 0)))
