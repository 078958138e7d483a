"""How the spans of a run stand in one another: what ran inside a tool, which agent is the outermost.

It must not know an attribute's name, nor what anybody said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from evidencelab.traces.spans import Span

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
    windows = sorted(
        (span.start, span.end) for span in tools if span.start is not None and span.end is not None
    )
    found: set[str] = set()
    for span in spans:
        inside = (
            span.start is not None
            and span.end is not None
            and any(start <= span.start and span.end <= end and start < end for start, end in windows)
        )
        if any(at in tool_ids for at in ancestors(span, parents)) or (
            inside and span.span_id not in tool_ids
        ):
            found.add(span.span_id)
    return found


def outermost_first(read: Sequence[tuple[Span, Read]], spans: Sequence[Span]) -> list[tuple[Span, Read]]:
    """Order spans by how deep they stand, those that end last first."""
    parents = parents_of(spans)

    def depth(span: Span) -> int:
        return sum(at in parents for at in ancestors(span, parents))

    return sorted(read, key=lambda pair: (depth(pair[0]), -(pair[0].end or 0)))
