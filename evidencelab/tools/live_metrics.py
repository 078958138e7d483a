"""`query_metrics` against a running Prometheus and Alertmanager.

Alerts come as the service lays them out, those that do not answer left out. Selecting is that of
the offline tool: services restrict, words for one thing stand for each other. It must not know
how a reply is cut into refs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pydantic import JsonValue

from evidencelab.contracts import ToolReply
from evidencelab.errors import ServiceError
from evidencelab.tools.live_http import Endpoint, ask
from evidencelab.tools.query import read_query, refuse_unknown, text_argument
from evidencelab.tools.synonyms import concepts_of

_ARGUMENTS = ("service", "alert_name", "query", "promql", "source")


class LiveMetrics:
    """Finds alerts of a running Prometheus or Alertmanager, and evaluates PromQL.

    Arguments, all optional: `service` and the services named in `query` restrict; `alert_name` is
    an alert's name or other words for what it watches; `query` selects by concept or words.
    `source` is `prometheus` (its pending and firing alerts) or `alertmanager` (what it holds,
    silenced or not); without it Prometheus is asked if there is one. `promql` stands alone and is
    evaluated by Prometheus as it is.
    """

    name = "query_metrics"

    def __init__(
        self,
        prometheus: Endpoint | None,
        alertmanager: Endpoint | None = None,
        service_labels: tuple[str, ...] = ("service", "service_name", "app", "job"),
    ) -> None:
        self._sources = {
            name: endpoint
            for name, endpoint in (("prometheus", prometheus), ("alertmanager", alertmanager))
            if endpoint is not None
        }
        self._service_labels = service_labels

    def call(self, arguments: Mapping[str, JsonValue]) -> ToolReply:
        """Answer with the body the service gave, its alerts selected; no hit is an empty list."""
        try:
            refuse_unknown(arguments, _ARGUMENTS)
            promql = text_argument(arguments, "promql")
            if promql is not None:
                return self._evaluate(promql, arguments)
            selects = self._selector(arguments)
            source = self._source(text_argument(arguments, "source"))
            if source == "prometheus":
                return ToolReply(output=_prometheus_alerts(self._sources[source], selects))
            return ToolReply(output=_alertmanager_alerts(self._sources[source], selects))
        except (ServiceError, ValueError) as error:
            return ToolReply(status="error", output=str(error))

    def _evaluate(self, promql: str, arguments: Mapping[str, JsonValue]) -> ToolReply:
        others = [name for name in _ARGUMENTS if name != "promql" and text_argument(arguments, name)]
        if others:
            raise ValueError(f"argument 'promql' stands alone, got {', '.join(others)} beside it")
        endpoint = self._sources[self._source("prometheus")]
        return ToolReply(output=ask(endpoint, "/api/v1/query", {"query": promql}))

    def _source(self, name: str | None) -> str:
        known = tuple(self._sources)
        chosen = name or next(iter(known), "prometheus")
        if chosen not in self._sources:
            expected = " or ".join(known) or "one to be configured"
            raise ValueError(f"argument 'source' is {chosen!r}, expected {expected}")
        return chosen

    def _selector(self, arguments: Mapping[str, JsonValue]) -> Callable[[JsonValue], bool]:
        service = text_argument(arguments, "service")
        alert_name = text_argument(arguments, "alert_name")
        query = read_query(text_argument(arguments, "query") or "")

        def selects(alert: JsonValue) -> bool:
            labels = _texts(alert, "labels")
            name = labels.get("alertname", "")
            services = {labels[key].lower() for key in self._service_labels if key in labels}
            if service is not None and service.lower() not in services:
                return False
            if query.services and not query.services & services:
                return False
            if alert_name is not None and not _is_named(name, alert_name):
                return False
            return query.selects(_searchable(alert, labels))

        return selects


def _prometheus_alerts(endpoint: Endpoint, selects: Callable[[JsonValue], bool]) -> JsonValue:
    body = ask(endpoint, "/api/v1/alerts")
    data = body.get("data") if isinstance(body, dict) else None
    alerts = data.get("alerts") if isinstance(data, dict) else None
    if not isinstance(body, dict) or not isinstance(data, dict) or not isinstance(alerts, list):
        raise ServiceError(endpoint.name, "/api/v1/alerts answered with something that holds no alerts")
    return {**body, "data": {**data, "alerts": [alert for alert in alerts if selects(alert)]}}


def _alertmanager_alerts(endpoint: Endpoint, selects: Callable[[JsonValue], bool]) -> JsonValue:
    alerts = ask(endpoint, "/api/v2/alerts")
    if not isinstance(alerts, list):
        raise ServiceError(endpoint.name, "/api/v2/alerts answered with something that is no list of alerts")
    return [alert for alert in alerts if selects(alert)]


def _is_named(name: str, wanted: str) -> bool:
    return name.lower() == wanted.lower() or bool(concepts_of(wanted) & concepts_of(name))


def _searchable(alert: JsonValue, labels: Mapping[str, str]) -> str:
    state = alert.get("state") if isinstance(alert, dict) else None
    pairs = " ".join(f"{key}={value}" for key, value in labels.items())
    prose = " ".join(_texts(alert, "annotations").values())
    return f"{labels.get('alertname', '')} {state or ''}; {pairs}; {prose}"


def _texts(alert: JsonValue, key: str) -> dict[str, str]:
    values = alert.get(key) if isinstance(alert, dict) else None
    return {name: str(value) for name, value in values.items()} if isinstance(values, dict) else {}
