"""Tools that answer what a test hands them, so that a chain can be run on a page of evidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from evidencelab.contracts import CallStatus, ToolReply
from evidencelab.tools.protocol import Tool
from evidencelab.tools.rows import AlertRow, KnowledgeBlock, LogRow, Scenario
from evidencelab.tools.scenario import scenario_tools


@dataclass(frozen=True)
class FixedTool:
    """A tool that gives one answer to every call."""

    name: str
    output: JsonValue
    status: CallStatus = "success"

    def call(self, arguments: Mapping[str, JsonValue]) -> ToolReply:
        return ToolReply(output=self.output, status=self.status)


@dataclass(frozen=True)
class RaisingTool:
    """A tool that breaks the promise not to raise."""

    name: str

    def call(self, arguments: Mapping[str, JsonValue]) -> ToolReply:
        raise ConnectionError("backend is gone")


def alert(name: str, state: str, service: str, **values: str) -> AlertRow:
    return AlertRow.model_validate({"alert_name": name, "state": state, "service": service, **values})


def log(time: str, level: str, service: str, message: str) -> LogRow:
    return LogRow.model_validate({"timestamp": time, "level": level, "service": service, "message": message})


def tools_over(
    *rows: AlertRow | LogRow | KnowledgeBlock,
) -> tuple[Tool, ...]:
    """Build the three tools over a handful of rows."""
    return scenario_tools(
        Scenario(
            name="inline",
            alerts=tuple(row for row in rows if isinstance(row, AlertRow)),
            logs=tuple(row for row in rows if isinstance(row, LogRow)),
            knowledge=tuple(row for row in rows if isinstance(row, KnowledgeBlock)),
        )
    )
