"""What a convention of spans is to tell of one span: that it is a tool's, a model's or an agent's.

The conventions read attributes; how spans stand in one another is for the run to say.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from pydantic import JsonValue

from evidencelab.traces.formats.spans import Span
from evidencelab.traces.formats.spoken import SpokenMessage


class ToolSpan(NamedTuple):
    """What a tool's span says. `recorded` is False where it holds no result though the call ended well."""

    call_id: str | None
    name: str
    arguments: JsonValue
    output: JsonValue
    recorded: bool
    failed: bool | None


class ModelSpan(NamedTuple):
    """What a model's span says."""

    inputs: tuple[SpokenMessage, ...]
    outputs: tuple[SpokenMessage, ...]


class Convention(Protocol):
    """How to read one span."""

    def tool(self, span: Span) -> ToolSpan | None:
        """Read a tool's span; None for any other."""

    def model(self, span: Span) -> ModelSpan | None:
        """Read a model's span; None for any other. One that stands around others counts as an agent's."""

    def agent(self, span: Span) -> ModelSpan | None:
        """Read what an agent's, workflow's or chain's span was asked and said; None for any other."""


class EitherConvention:
    """Read each span after the first convention that it follows; exports mix them."""

    def __init__(self, *conventions: Convention) -> None:
        self.conventions = conventions

    def tool(self, span: Span) -> ToolSpan | None:
        """Read a tool's span; None for any other."""
        return next((read for c in self.conventions if (read := c.tool(span)) is not None), None)

    def model(self, span: Span) -> ModelSpan | None:
        """Read a model's span; None for any other."""
        return next((read for c in self.conventions if (read := c.model(span)) is not None), None)

    def agent(self, span: Span) -> ModelSpan | None:
        """Read an agent's span; None for any other."""
        return next((read for c in self.conventions if (read := c.agent(span)) is not None), None)
