"""The rows a scenario holds, and how each looks in a tool's reply. They know no file and no query."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, JsonValue

from evidencelab.contracts import Contract


class AlertRow(Contract):
    """One alert, as `query_metrics` replies with it.

    Attributes:
        labels: Further values (`P99`, `partition`, ...), laid flat into the reply.
    """

    alert_name: str
    state: Literal["firing", "pending", "resolved"]
    service: str
    current: str | None = None
    duration: str | None = None
    labels: dict[str, str] = Field(default_factory=dict)
    threshold: str | None = None
    severity: str | None = None
    started_at: str | None = None
    description: str | None = None

    def to_reply(self) -> dict[str, JsonValue]:
        """Lay the row out as the tool replies with it: values flat, absent ones left out."""
        return _flat(self, "labels")


class LogRow(Contract):
    """One log line, as `query_logs` replies with it.

    Attributes:
        topic: The log topic it was shipped to.
        fields: Further values (`pod`, `trace_id`, ...), laid flat into the reply.
    """

    timestamp: str
    level: Literal["DEBUG", "INFO", "WARN", "ERROR", "FATAL"]
    service: str
    message: str
    topic: str = "application-logs"
    fields: dict[str, str] = Field(default_factory=dict)

    def to_reply(self) -> dict[str, JsonValue]:
        """Lay the row out as the tool replies with it: values flat, the topic left out."""
        row = _flat(self, "fields")
        del row["topic"]
        return row


class KnowledgeBlock(Contract):
    """One section of a runbook: `<document> / <section>`, the file it stands in, and its text."""

    title: str
    source: str
    content: str


class Scenario(Contract):
    """What the offline tools know: rows in the order of the files, sections in file name order."""

    name: str
    alerts: tuple[AlertRow, ...] = ()
    logs: tuple[LogRow, ...] = ()
    knowledge: tuple[KnowledgeBlock, ...] = ()

    @property
    def services(self) -> tuple[str, ...]:
        """The services that have rows, sorted."""
        return tuple(sorted({row.service for row in self.alerts} | {row.service for row in self.logs}))


def _flat(row: Contract, nested: str) -> dict[str, JsonValue]:
    reply: dict[str, JsonValue] = {}
    for name, value in row.model_dump(mode="json", exclude_none=True).items():
        if name == nested:
            reply.update(value)
        else:
            reply[name] = value
    return reply
