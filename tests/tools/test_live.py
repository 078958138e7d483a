"""Live settings, the tools they hand out, and how a service is asked."""

from __future__ import annotations

import pytest

from evidencelab.errors import InputError, ServiceError, SettingError
from evidencelab.tools.live import LiveSettings, live_tools, load_live_settings
from evidencelab.tools.live_http import Endpoint, ask
from evidencelab.tools.protocol import Tool
from tests.loopback_http import Answer, answering

URL = "http://127.0.0.1:9"


@pytest.mark.parametrize(
    ("settings", "names"),
    [
        pytest.param({"prometheus_url": URL}, ["query_metrics"], id="prometheus"),
        pytest.param({"alertmanager_url": URL}, ["query_metrics"], id="alertmanager"),
        pytest.param({"loki_url": URL}, ["query_logs"], id="loki"),
        pytest.param({"elasticsearch_url": URL}, ["query_logs"], id="elasticsearch"),
        pytest.param(
            {"prometheus_url": URL, "loki_url": URL, "elasticsearch_url": URL},
            ["query_metrics", "query_logs"],
            id="one-of-each-name",
        ),
    ],
)
def test_live_tools_hands_out_what_is_configured(settings, names):
    tools = live_tools(LiveSettings.model_validate(settings))
    assert [tool.name for tool in tools] == names
    assert all(isinstance(tool, Tool) for tool in tools)


def test_live_tools_refuses_settings_without_a_service():
    with pytest.raises(SettingError, match="names no service; known are alertmanager_url"):
        live_tools(LiveSettings())


def test_load_live_settings_reads_a_file_and_the_environment(tmp_path):
    path = tmp_path / "live.yaml"
    path.write_text(
        "loki_url: http://loki:3100\nlookback_minutes: 15\n"
        "headers:\n  loki: {Authorization: 'Bearer ${TOKEN}'}\n",
        encoding="utf-8",
    )
    settings = load_live_settings(path, {"TOKEN": "s3"})
    assert (settings.loki_url, settings.lookback_minutes) == ("http://loki:3100", 15)
    assert settings.headers == {"loki": {"Authorization": "Bearer s3"}}


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        pytest.param(
            "lokiurl: x", SettingError, "'lokiurl' is no live setting; known are alert", id="unknown"
        ),
        pytest.param("loki_url: loki:3100", SettingError, "'loki_url' cannot be 'loki:3100'", id="no-scheme"),
        pytest.param("loki_url: 'http://'", SettingError, "'loki_url' cannot be 'http://'", id="no-host"),
        pytest.param("timeout_seconds: 0", SettingError, "'timeout_seconds' cannot be 0", id="no-time"),
        pytest.param("headers: {loki: {A: '${GONE}'}}", SettingError, "'GONE' is not set", id="no-variable"),
        pytest.param("- a", InputError, "got list, expected a mapping", id="list"),
        pytest.param("a: [", InputError, "cannot be read", id="broken"),
    ],
)
def test_load_live_settings_says_what_is_wrong_in_one_line(tmp_path, text, error, message):
    path = tmp_path / "live.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(error) as raised:
        load_live_settings(path, {})
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)
    assert str(path) in str(raised.value)


def test_load_live_settings_names_a_file_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        load_live_settings(tmp_path / "absent.yaml")


def test_ask_keeps_a_path_prefix_and_sends_headers_and_parameters():
    with answering(lambda request: Answer(body=[1])) as service:
        endpoint = Endpoint("store", f"{service.url}/tenant/", headers={"X-Scope-OrgID": "shop"})
        assert ask(endpoint, "/api/v1/query", {"query": 'up{a="b c"}'}) == [1]
    (request,) = service.asked
    assert (request.method, request.path) == ("GET", "/tenant/api/v1/query")
    assert request.params == {"query": 'up{a="b c"}'}
    assert request.headers["X-Scope-OrgID"] == "shop"


def test_ask_never_repeats_a_credential():
    with answering(lambda request: Answer(401, {"error": "who are you"})) as service:
        endpoint = Endpoint("store", service.url.replace("http://", "http://me:hush@"))
        with pytest.raises(ServiceError) as raised:
            ask(endpoint, "/x")
    assert str(raised.value) == "store: /x answered 401: who are you"
    assert raised.value.status == 401


def test_ask_asks_a_loopback_service_without_a_proxy(monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    with answering(lambda request: Answer(body={})) as service:
        assert ask(Endpoint("store", service.url), "/") == {}


@pytest.mark.parametrize(("size", "is_read"), [(1000, True), (1001, False)])
def test_ask_reads_no_more_than_it_may(size, is_read):
    body = '"' + "x" * (size - 2) + '"'
    with answering(lambda request: Answer(body=body)) as service:
        endpoint = Endpoint("store", service.url, max_bytes=1000)
        if is_read:
            assert ask(endpoint, "/") == "x" * 998
        else:
            with pytest.raises(ServiceError, match="answered with more than 1000 bytes; ask for less"):
                ask(endpoint, "/")


@pytest.mark.parametrize(
    ("path", "reply", "message"),
    [
        pytest.param(
            "prometheus", {"status": "success"}, "prometheus: /api/v1/alerts answered with", id="alerts"
        ),
        pytest.param("alertmanager", {"data": []}, "alertmanager: /api/v2/alerts answered with", id="groups"),
    ],
)
def test_live_metrics_refuses_a_reply_of_another_kind(path, reply, message):
    with answering(lambda request: Answer(body=reply)) as service:
        (tool,) = live_tools(LiveSettings.model_validate({f"{path}_url": service.url}))
        answer = tool.call({})
    assert answer.status == "error"
    assert answer.output.startswith(message)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param({"pod": "x"}, "argument 'pod' is unknown, expected service, alert_name", id="unknown"),
        pytest.param({"source": "thanos"}, "argument 'source' is 'thanos', expected prometheus", id="source"),
        pytest.param(
            {"promql": "up", "service": "cart"},
            "argument 'promql' stands alone, got service",
            id="promql-beside",
        ),
    ],
)
def test_live_metrics_answers_a_call_it_cannot_mean_with_an_error(arguments, message):
    (tool,) = live_tools(LiveSettings(prometheus_url=URL))
    reply = tool.call(arguments)
    assert reply.status == "error"
    assert reply.output.startswith(message)


def test_live_metrics_evaluates_promql_with_prometheus_alone():
    (tool,) = live_tools(LiveSettings(alertmanager_url=URL))
    reply = tool.call({"promql": "up"})
    assert reply.output == "argument 'source' is 'prometheus', expected alertmanager"
