"""`query_logs`: the log lines of a scenario, by service and words."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from evidencelab.contracts import ToolReply
from evidencelab.tools.query import (
    count_message,
    read_query,
    refuse_contradiction,
    refuse_unknown,
    text_argument,
)
from evidencelab.tools.rows import LogRow, Scenario

_ARGUMENTS = ("query", "service", "topic")
DEFAULT_TOPIC = "application-logs"


class QueryLogs:
    """Finds log lines of one topic, in the order they were written.

    Arguments: `query` is required and selects by concept, else by words; `service` and the
    services named in `query` restrict; `topic` is `application-logs` unless said otherwise. A
    topic that does not exist is an error: that nothing was found there would say nothing.
    """

    name = "query_logs"

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self._topics = tuple(sorted({DEFAULT_TOPIC} | {row.topic for row in scenario.logs}))

    def call(self, arguments: Mapping[str, JsonValue]) -> ToolReply:
        """Answer `{"success", "logs", "total", "message"}`; no hit is an empty success."""
        try:
            refuse_unknown(arguments, _ARGUMENTS)
            text = text_argument(arguments, "query", is_required=True)
            service = text_argument(arguments, "service")
            topic = text_argument(arguments, "topic") or DEFAULT_TOPIC
            if topic not in self._topics:
                raise ValueError(f"argument 'topic' is {topic!r}, expected {' or '.join(self._topics)}")
            query = read_query(text or "", self._scenario.services)
            refuse_contradiction(service, query)
        except ValueError as error:
            return ToolReply(status="error", output={"success": False, "error": str(error)})
        logs: list[JsonValue] = [
            row.to_reply()
            for row in self._scenario.logs
            if row.topic == topic
            and (service is None or row.service.lower() == service.lower())
            and query.admits(row.service)
            and query.selects(_searchable(row))
        ]
        return ToolReply(
            output={
                "success": True,
                "logs": logs,
                "total": len(logs),
                "message": count_message(arguments, len(logs), "日志", "log lines"),
            }
        )


def _searchable(row: LogRow) -> str:
    fields = " ".join(f"{key}={value}" for key, value in row.fields.items())
    return f"{row.level} {row.message} {fields}"
