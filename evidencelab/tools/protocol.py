"""What a tool is: a name and one call. A chain knows no more about the tools it is handed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from pydantic import JsonValue

from evidencelab.contracts import ToolReply


@runtime_checkable
class Tool(Protocol):
    """A source of evidence an agent may ask."""

    @property
    def name(self) -> str:
        """The tool's name as plans, invocations and citations spell it."""
        ...

    def call(self, arguments: Mapping[str, JsonValue]) -> ToolReply:
        """Answer one call.

        A tool never raises for what a planner wrote: arguments it cannot use make a reply with
        status `error` whose output says which and why. That nothing matched is a success.
        """
        ...
