"""`query_logs` against a Loki-compatible and an Elasticsearch-compatible store.

The reply is the store's own body. An empty one is handed on only after the store was asked whether
it knows the label or field that was searched: a misnamed one finds nothing, and that says nothing.
It must not know how a reply is cut into refs.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import NamedTuple

from pydantic import JsonValue

from evidencelab.contracts import ToolReply
from evidencelab.errors import ServiceError
from evidencelab.tools.live_http import Endpoint, ask
from evidencelab.tools.live_terms import LogTerms, Terms, literal_regex, read_terms, term_regex
from evidencelab.tools.logs import DEFAULT_TOPIC
from evidencelab.tools.query import refuse_unknown, text_argument

_NANOSECONDS = 1_000_000_000


class LogScope(NamedTuple):
    """How far a log query looks.

    Attributes:
        minutes: How far back from the moment of asking.
        limit: The most lines that are asked for, newest first.
    """

    minutes: int = 60
    limit: int = 100


class LokiLogs:
    """Finds log lines in Loki.

    Arguments: `query` selects by concept, else by words, in lines of any case; `service` and the
    services named in `query` restrict by the service label; `topic` is one of the configured
    topics, each a list of label matchers. `logql` stands alone and is evaluated as it is.
    """

    name = "query_logs"

    def __init__(
        self,
        endpoint: Endpoint,
        service_label: str = "service_name",
        topics: Mapping[str, str] | None = None,
        scope: LogScope = LogScope(),
    ) -> None:
        self._endpoint = endpoint
        self._service_label = service_label
        self._topics = {DEFAULT_TOPIC: "", **(topics or {})}
        self._scope = scope

    def call(self, arguments: Mapping[str, JsonValue]) -> ToolReply:
        """Answer with Loki's body; no hit is an empty `result`."""
        try:
            logql = _raw_query(arguments, "logql")
            if logql is not None:
                return ToolReply(output=self._range_query(logql))
            terms = _terms(arguments)
            selector = _selector(
                self._service_label, terms.services, self._topics[_topic(arguments, self._topics)]
            )
            for groups in terms.attempts:
                reply = self._range_query(" ".join((selector, *map(_line_filter, groups))))
                if not _is_empty_loki(reply):
                    return ToolReply(output=reply)
            self._refuse_unknown_label()
            return ToolReply(output=reply)
        except (ServiceError, ValueError) as error:
            return ToolReply(status="error", output=str(error))

    def _range_query(self, logql: str) -> JsonValue:
        return ask(
            self._endpoint,
            "/loki/api/v1/query_range",
            {
                "query": logql,
                "limit": str(self._scope.limit),
                "direction": "backward",
                **self._window(),
            },
        )

    def _window(self) -> dict[str, str]:
        end = time.time_ns()
        return {"start": str(end - self._scope.minutes * 60 * _NANOSECONDS), "end": str(end)}

    def _refuse_unknown_label(self) -> None:
        reply = ask(self._endpoint, f"/loki/api/v1/label/{self._service_label}/values", self._window())
        values = reply.get("data") if isinstance(reply, dict) else None
        if not values:
            raise ServiceError(
                self._endpoint.name,
                f"knows no label {self._service_label!r} in the last {self._scope.minutes} minutes, "
                "so nothing was searched; set loki_service_label",
            )


class ElasticsearchLogs:
    """Finds log documents in Elasticsearch or OpenSearch.

    Arguments: `query` selects by concept, else by words; `service` and the services named in
    `query` restrict by the service field; `topic` is one of the configured topics, each an index
    pattern. `lucene` stands alone and is evaluated as a query string.
    """

    name = "query_logs"

    def __init__(
        self,
        endpoint: Endpoint,
        topics: Mapping[str, str] | None = None,
        service_field: str = "service.name",
        time_field: str = "@timestamp",
        scope: LogScope = LogScope(),
    ) -> None:
        self._endpoint = endpoint
        self._topics = {DEFAULT_TOPIC: "logs-*", **(topics or {})}
        self._service_field = service_field
        self._time_field = time_field
        self._scope = scope

    def call(self, arguments: Mapping[str, JsonValue]) -> ToolReply:
        """Answer with the search body; no hit is `hits.total` 0 on all shards."""
        try:
            lucene = _raw_query(arguments, "lucene", "topic")
            index = self._topics[_topic(arguments, self._topics)]
            if lucene is not None:
                return ToolReply(output=self._search(index, [{"query_string": {"query": lucene}}]))
            terms = _terms(arguments)
            services = [_field_phrase(self._service_field, name) for name in terms.services]
            restriction = [_any_of(services)] if services else []
            for groups in terms.attempts:
                clauses = [_any_of([_phrase(term) for term in group]) for group in groups]
                reply = self._search(index, [*restriction, *clauses])
                if not _is_empty_search(reply):
                    return ToolReply(output=reply)
            self._refuse_unknown_fields(index, is_restricted=bool(services))
            return ToolReply(output=reply)
        except (ServiceError, ValueError) as error:
            return ToolReply(status="error", output=str(error))

    def _search(self, index: str, clauses: list[JsonValue]) -> JsonValue:
        window: JsonValue = {"range": {self._time_field: {"gte": f"now-{self._scope.minutes}m"}}}
        body: JsonValue = {
            "size": self._scope.limit,
            "track_total_hits": True,
            "sort": [{self._time_field: {"order": "desc", "unmapped_type": "date"}}],
            "query": {"bool": {"filter": [window], "must": clauses}},
        }
        return ask(self._endpoint, f"/{index}/_search", body=body)

    def _refuse_unknown_fields(self, index: str, *, is_restricted: bool) -> None:
        wanted = [self._time_field, *([self._service_field] if is_restricted else [])]
        reply = ask(self._endpoint, f"/{index}/_field_caps", {"fields": ",".join(wanted)})
        known = reply.get("fields") if isinstance(reply, dict) else None
        for field in wanted:
            if not isinstance(known, dict) or field not in known:
                raise ServiceError(
                    self._endpoint.name,
                    f"knows no field {field!r} in {index!r}, so nothing was searched; "
                    "set elasticsearch_service_field or elasticsearch_time_field",
                )


def _raw_query(arguments: Mapping[str, JsonValue], name: str, *beside: str) -> str | None:
    refuse_unknown(arguments, ("query", "service", "topic", name))
    raw = text_argument(arguments, name)
    others = [
        key for key in ("query", "service", "topic") if key not in beside and text_argument(arguments, key)
    ]
    if raw is not None and others:
        raise ValueError(f"argument {name!r} stands alone, got {', '.join(others)} beside it")
    return raw


def _terms(arguments: Mapping[str, JsonValue]) -> LogTerms:
    query = text_argument(arguments, "query", is_required=True)
    return read_terms(query or "", text_argument(arguments, "service"))


def _topic(arguments: Mapping[str, JsonValue], known: Mapping[str, str]) -> str:
    topic = text_argument(arguments, "topic") or DEFAULT_TOPIC
    if topic not in known:
        raise ValueError(f"argument 'topic' is {topic!r}, expected {' or '.join(sorted(known))}")
    return topic


def _selector(service_label: str, services: tuple[str, ...], matchers: str) -> str:
    names = "|".join(map(literal_regex, services))
    service = f"{service_label}=~{_quoted(f'(?i){names}' if names else '.+')}"
    return f"{{{', '.join(part for part in (service, matchers.strip()) if part)}}}"


def _line_filter(group: Terms) -> str:
    return f"|~ {_quoted('(?i)' + '|'.join(map(term_regex, group)))}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _phrase(term: str) -> JsonValue:
    return {"multi_match": {"query": term, "type": "phrase", "lenient": True}}


def _field_phrase(field: str, text: str) -> JsonValue:
    return {"match_phrase": {field: text}}


def _any_of(clauses: list[JsonValue]) -> JsonValue:
    return {"bool": {"should": clauses, "minimum_should_match": 1}}


def _is_empty_loki(reply: JsonValue) -> bool:
    """Nothing matched for sure; a reply with a warning is handed on as it is."""
    data = reply.get("data") if isinstance(reply, dict) else None
    if not isinstance(reply, dict) or not isinstance(data, dict):
        return False
    return data.get("result") == [] and not reply.get("warnings")


def _is_empty_search(reply: JsonValue) -> bool:
    """Nothing matched for sure; a reply of some shards, or uncounted, is handed on as it is."""
    hits = reply.get("hits") if isinstance(reply, dict) else None
    shards = reply.get("_shards") if isinstance(reply, dict) else None
    if not isinstance(reply, dict) or not isinstance(hits, dict) or not isinstance(shards, dict):
        return False
    is_counted = hits.get("total") in (0, {"value": 0, "relation": "eq"})
    is_whole = shards.get("failed") == 0 and shards.get("successful") == shards.get("total")
    return hits.get("hits") == [] and is_counted and is_whole and not reply.get("timed_out")
