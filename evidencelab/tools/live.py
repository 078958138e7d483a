"""Live tools: the same three names and calls, answered by running services instead of a scenario.

Reading the settings and handing out the tools happens here. It must not know a case or a question.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import httpx
import yaml
from pydantic import Field, ValidationError, field_validator

from evidencelab.contracts import Contract
from evidencelab.errors import InputError, SettingError
from evidencelab.tools.live_http import Endpoint
from evidencelab.tools.live_logs import ElasticsearchLogs, LogScope, LokiLogs
from evidencelab.tools.live_metrics import LiveMetrics
from evidencelab.tools.protocol import Tool

Service = Literal["prometheus", "alertmanager", "loki", "elasticsearch"]

_VARIABLE = re.compile(r"\$\{(\w+)\}")


class LiveSettings(Contract):
    """Where the services answer and how they name things.

    Attributes:
        prometheus_url: Base address of Prometheus; None where there is none. Likewise the others;
            of two log stores Loki answers `query_logs`.
        headers: Headers by service, such as an authorization; `${NAME}` in a value stands for an
            environment variable.
        timeout_seconds: Time for connecting and for each wait of an answer.
        max_bytes: The largest answer that is read.
        lookback_minutes: How far back log queries look.
        log_limit: The most log lines a call returns.
        service_labels: Alert labels that name a service, in order of trust.
        loki_service_label: The stream label that names a service.
        loki_topics: Label matchers by topic; `application-logs` is all streams unless given.
        elasticsearch_topics: Index patterns by topic; `application-logs` is `logs-*` unless given.
        elasticsearch_service_field: The field that names a service.
        elasticsearch_time_field: The field that holds an entry's time.
    """

    prometheus_url: str | None = None
    alertmanager_url: str | None = None
    loki_url: str | None = None
    elasticsearch_url: str | None = None
    headers: dict[Service, dict[str, str]] = Field(default_factory=dict)
    timeout_seconds: float = Field(default=10.0, gt=0)
    max_bytes: int = Field(default=5_000_000, ge=1000)
    lookback_minutes: int = Field(default=60, ge=1)
    log_limit: int = Field(default=100, ge=1)
    service_labels: tuple[str, ...] = ("service", "service_name", "app", "job")
    loki_service_label: str = Field(default="service_name", pattern=r"^[a-zA-Z_]\w*$")
    loki_topics: dict[str, str] = Field(default_factory=dict)
    elasticsearch_topics: dict[str, str] = Field(default_factory=dict)
    elasticsearch_service_field: str = "service.name"
    elasticsearch_time_field: str = "@timestamp"

    @field_validator("prometheus_url", "alertmanager_url", "loki_url", "elasticsearch_url")
    @classmethod
    def _is_address(cls, value: str | None) -> str | None:
        if value is None:
            return None
        try:
            url = httpx.URL(value)
        except httpx.InvalidURL as error:
            raise ValueError(f"is no address ({error}), expected http://host:port") from error
        if url.scheme not in ("http", "https") or not url.host:
            raise ValueError(f"got {value!r}, expected http://host:port or https://host:port")
        return value


def load_live_settings(path: Path | str, environment: Mapping[str, str] | None = None) -> LiveSettings:
    """Load live settings from a YAML (or JSON) file.

    Args:
        path: The file.
        environment: What `${NAME}` in header values stands for; the process environment if None.

    Raises:
        InputError: The file cannot be read or is no mapping.
        SettingError: A key is unknown, a value impossible, or a variable not set.
    """
    try:
        values = yaml.safe_load(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        reason = " ".join(str(error).split())
        raise InputError(
            str(path), f"cannot be read ({reason})", "give a YAML file of live settings"
        ) from error
    if not isinstance(values, dict):
        raise InputError(
            str(path), f"got {type(values).__name__}, expected a mapping", "write key: value lines"
        )
    known = tuple(sorted(LiveSettings.model_fields))
    for key in values:
        if key not in known:
            raise SettingError(str(path), str(key), "is no live setting", known)
    try:
        settings = LiveSettings.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise SettingError(str(path), field, f"cannot be {first['input']!r}: {first['msg']}") from error
    variables = os.environ if environment is None else environment
    headers = {
        service: {
            name: _expand(value, variables, f"{path}, headers.{service}") for name, value in pairs.items()
        }
        for service, pairs in settings.headers.items()
    }
    return settings.model_copy(update={"headers": headers})


def live_tools(settings: LiveSettings) -> tuple[Tool, ...]:
    """Hand out the tools for which a service is configured: `query_metrics`, `query_logs`, or both.

    Raises:
        SettingError: No service is configured.
    """
    prometheus = _endpoint(settings, "prometheus", settings.prometheus_url)
    alertmanager = _endpoint(settings, "alertmanager", settings.alertmanager_url)
    loki = _endpoint(settings, "loki", settings.loki_url)
    elasticsearch = _endpoint(settings, "elasticsearch", settings.elasticsearch_url)
    scope = LogScope(settings.lookback_minutes, settings.log_limit)
    tools: list[Tool] = []
    if prometheus is not None or alertmanager is not None:
        tools.append(LiveMetrics(prometheus, alertmanager, settings.service_labels))
    if loki is not None:
        tools.append(LokiLogs(loki, settings.loki_service_label, settings.loki_topics, scope))
    elif elasticsearch is not None:
        tools.append(
            ElasticsearchLogs(
                elasticsearch,
                settings.elasticsearch_topics,
                settings.elasticsearch_service_field,
                settings.elasticsearch_time_field,
                scope,
            )
        )
    if not tools:
        names = ("alertmanager_url", "elasticsearch_url", "loki_url", "prometheus_url")
        raise SettingError("live settings", "none", "names no service", names)
    return tuple(tools)


def _endpoint(settings: LiveSettings, service: Service, url: str | None) -> Endpoint | None:
    if url is None:
        return None
    headers = settings.headers.get(service, {})
    return Endpoint(service, url, settings.timeout_seconds, settings.max_bytes, headers)


def _expand(value: str, variables: Mapping[str, str], where: str) -> str:
    for name in _VARIABLE.findall(value):
        if name not in variables:
            raise SettingError(where, name, "is not set in the environment")
    return _VARIABLE.sub(lambda match: variables[match.group(1)], value)
