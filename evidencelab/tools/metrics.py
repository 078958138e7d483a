"""`query_metrics`: the alerts of a scenario, by service, alert name and words."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from evidencelab.contracts import ToolReply
from evidencelab.tools.query import (
    Query,
    count_message,
    read_query,
    refuse_contradiction,
    refuse_unknown,
    text_argument,
)
from evidencelab.tools.rows import AlertRow, Scenario
from evidencelab.tools.synonyms import concepts_of

_ARGUMENTS = ("service", "alert_name", "query")


class QueryMetrics:
    """Finds alerts of any state.

    Arguments, all optional: `service` and the services named in `query` restrict; `alert_name` is
    an alert's name or other words for what it watches; `query` selects by concept or words. None
    given lists every alert.
    """

    name = "query_metrics"

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario

    def call(self, arguments: Mapping[str, JsonValue]) -> ToolReply:
        """Answer `{"success", "alerts", "total", "message"}`; no hit is an empty success."""
        try:
            refuse_unknown(arguments, _ARGUMENTS)
            service = text_argument(arguments, "service")
            alert_name = text_argument(arguments, "alert_name")
            text = text_argument(arguments, "query")
            query = read_query(text or "", self._scenario.services)
            refuse_contradiction(service, query)
        except ValueError as error:
            return ToolReply(status="error", output={"success": False, "error": str(error)})
        alerts: list[JsonValue] = [
            row.to_reply()
            for row in self._scenario.alerts
            if (service is None or row.service.lower() == service.lower())
            and query.admits(row.service)
            and (alert_name is None or _is_named(row, alert_name))
            and _answers(row, query)
        ]
        return ToolReply(
            output={
                "success": True,
                "alerts": alerts,
                "total": len(alerts),
                "message": count_message(arguments, len(alerts), "告警", "alerts"),
            }
        )


def _is_named(row: AlertRow, alert_name: str) -> bool:
    if row.alert_name.lower() == alert_name.lower():
        return True
    return bool(concepts_of(alert_name) & concepts_of(row.alert_name))


def _answers(row: AlertRow, query: Query) -> bool:
    labels = " ".join(f"{key}={value}" for key, value in row.labels.items())
    return query.selects(f"{row.alert_name} {row.state}; {labels}; {row.description or ''}")
