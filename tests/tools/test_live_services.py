"""`query_metrics` against a real Prometheus and a real Alertmanager, started on loopback."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from evidencelab.evidence.recorder import record_output
from evidencelab.tools.live import LiveSettings, live_tools

PROMETHEUS = shutil.which("prometheus")
ALERTMANAGER = shutil.which("prometheus-alertmanager") or shutil.which("alertmanager")
PATIENCE_SECONDS = 60.0

pytestmark = [
    pytest.mark.services,
    pytest.mark.skipif(
        PROMETHEUS is None or ALERTMANAGER is None,
        reason="no Prometheus and Alertmanager here; apt-get install prometheus prometheus-alertmanager",
    ),
]

PROMETHEUS_CONFIG = """
global: {{scrape_interval: 1s, evaluation_interval: 1s}}
rule_files: [rules.yml]
scrape_configs:
  - {{job_name: metrics-store, static_configs: [{{targets: ["127.0.0.1:{prometheus}"]}}]}}
alerting:
  alertmanagers:
    - static_configs: [{{targets: ["127.0.0.1:{alertmanager}"]}}]
"""
RULES = """
groups:
  - name: bench
    rules:
      - alert: HighMemoryUsage
        expr: vector(91) > 85
        labels: {service: ledger-service, severity: critical}
        annotations: {description: "heap at {{ $value }}%", summary: 内存使用率过高}
      - alert: HighCPUUsage
        expr: vector(97.5) > 90
        labels: {service: quote-service, severity: warning}
        annotations: {summary: CPU above the threshold}
      - alert: DiskFillingUp
        expr: vector(1)
        for: 1h
        labels: {service: quote-service, severity: warning}
      - record: bench:answer
        expr: vector(42)
"""
ALERTMANAGER_CONFIG = """
route: {receiver: nobody, group_wait: 0s, group_interval: 1s}
receivers: [{name: nobody}]
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(command: list[str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, cwd=log.parent)
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def poll(question, process: subprocess.Popen[bytes], log: Path) -> None:
    """Ask again and again until the answer is yes; a server that died fails the test with its log."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        assert process.poll() is None, log.read_text()
        try:
            if question():
                return
        except httpx.HTTPError:
            pass
        time.sleep(0.05)
    pytest.fail(f"no answer within {PATIENCE_SECONDS:g} s:\n{log.read_text()[-3000:]}")


@pytest.fixture(scope="module")
def settings(tmp_path_factory):
    folder = tmp_path_factory.mktemp("services")
    ports = {"prometheus": free_port(), "alertmanager": free_port()}
    (folder / "prometheus.yml").write_text(PROMETHEUS_CONFIG.format(**ports), encoding="utf-8")
    (folder / "rules.yml").write_text(RULES, encoding="utf-8")
    (folder / "alertmanager.yml").write_text(ALERTMANAGER_CONFIG, encoding="utf-8")
    urls = {name: f"http://127.0.0.1:{port}" for name, port in ports.items()}
    alertmanager = [
        str(ALERTMANAGER),
        f"--config.file={folder / 'alertmanager.yml'}",
        f"--storage.path={folder / 'alertmanager'}",
        f"--web.listen-address=127.0.0.1:{ports['alertmanager']}",
        "--cluster.listen-address=",
    ]
    prometheus = [
        str(PROMETHEUS),
        f"--config.file={folder / 'prometheus.yml'}",
        f"--storage.tsdb.path={folder / 'prometheus'}",
        f"--web.listen-address=127.0.0.1:{ports['prometheus']}",
        # The first alerts may fire before it has found the Alertmanager; they are then sent again.
        "--rules.alert.resend-delay=1s",
    ]
    logs = {name: folder / f"{name}.log" for name in ports}
    with (
        httpx.Client(trust_env=False, timeout=5) as client,
        running(alertmanager, logs["alertmanager"]) as second,
        running(prometheus, logs["prometheus"]) as first,
    ):

        def alerts(url: str):
            reply = client.get(url)
            return reply.json() if reply.status_code == 200 else []

        def holds_all() -> bool:
            body = alerts(f"{urls['prometheus']}/api/v1/alerts")
            answer = alerts(f"{urls['prometheus']}/api/v1/query?query=bench:answer")
            return len(body["data"]["alerts"]) == 3 and bool(answer["data"]["result"])

        poll(lambda: client.get(f"{urls['alertmanager']}/-/ready").is_success, second, logs["alertmanager"])
        poll(lambda: client.get(f"{urls['prometheus']}/-/ready").is_success, first, logs["prometheus"])
        poll(holds_all, first, logs["prometheus"])
        poll(lambda: len(alerts(f"{urls['alertmanager']}/api/v2/alerts")) == 2, second, logs["alertmanager"])
        yield LiveSettings(prometheus_url=urls["prometheus"], alertmanager_url=urls["alertmanager"])


def ask(settings, arguments):
    (tool,) = live_tools(settings)
    reply = tool.call(arguments)
    return reply, record_output(tool.name, reply.output, arguments, reply.status)


def texts(details):
    return [ref.text for ref in details.evidence_refs]


def heads(details):
    return sorted(text.partition(",")[0] for text in texts(details))


def test_live_metrics_lists_what_prometheus_fires_and_holds_back(settings):
    reply, details = ask(settings, {})
    assert (reply.status, details.evidence_status) == ("success", "supported")
    assert heads(details) == ["DiskFillingUp pending", "HighCPUUsage firing", "HighMemoryUsage firing"]


def test_live_metrics_finds_an_alert_by_service_and_name(settings):
    arguments = {"service": "ledger-service", "alert_name": "HighMemoryUsage"}
    _, details = ask(settings, arguments)
    (text,) = texts(details)
    assert text.startswith("HighMemoryUsage firing, service=ledger-service, severity=critical, activeAt=20")
    assert text.endswith("value=9.1e+01; heap at 91%; summary=内存使用率过高")


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param({"query": "quote-service CPU"}, id="words"),
        pytest.param({"query": "quote-service 的 CPU使用率"}, id="words-zh"),
        pytest.param({"service": "Quote-Service", "alert_name": "highcpuusage"}, id="case"),
        pytest.param({"service": "quote-service", "alert_name": "CPU usage"}, id="words-for-the-name"),
    ],
)
def test_live_metrics_selects_by_words_for_the_thing(settings, arguments):
    assert heads(ask(settings, arguments)[1]) == ["HighCPUUsage firing"]


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param({"service": "ledger-service", "alert_name": "HighCPUUsage"}, id="another-service"),
        pytest.param({"query": "nowhere-service memory"}, id="unknown-service"),
        pytest.param({"source": "alertmanager", "service": "nowhere-service"}, id="alertmanager"),
        pytest.param({"promql": 'up{job="nobody"}'}, id="empty-vector"),
    ],
)
def test_live_metrics_finds_no_evidence_where_nothing_fires(settings, arguments):
    reply, details = ask(settings, arguments)
    assert (reply.status, details.evidence_status) == ("success", "no_evidence")
    assert texts(details)[0].startswith("query_metrics returned no evidence; evidence_status=no_evidence; ")


def test_live_metrics_asks_alertmanager_where_it_is_told_to(settings):
    _, details = ask(settings, {"source": "alertmanager", "query": "memory"})
    (text,) = texts(details)
    assert text.startswith("HighMemoryUsage active, ")
    assert "service=ledger-service" in text
    assert "heap at 91%" in text
    assert "0001-01-01" not in text


def test_live_metrics_asks_alertmanager_where_it_is_alone(settings):
    alone = settings.model_copy(update={"prometheus_url": None})
    assert heads(ask(alone, {})[1]) == ["HighCPUUsage active", "HighMemoryUsage active"]


def test_live_metrics_evaluates_promql(settings):
    _, details = ask(settings, {"promql": "bench:answer"})
    (text,) = texts(details)
    assert text.startswith("bench:answer; 42 @ ")


def test_live_metrics_evaluates_a_scalar(settings):
    _, details = ask(settings, {"promql": "6 * 7"})
    assert [(ref.raw_path, ref.text.partition(" @ ")[0]) for ref in details.evidence_refs] == [
        ("$.series[0]", "42")
    ]


def test_live_metrics_says_what_prometheus_says_of_a_bad_expression(settings):
    reply, details = ask(settings, {"promql": "up{"})
    assert (reply.status, details.evidence_status) == ("error", "error")
    assert reply.output.startswith("prometheus: /api/v1/query answered 400: bad_data: invalid parameter")


def test_live_metrics_says_which_service_is_gone(settings):
    gone = settings.model_copy(update={"prometheus_url": f"http://127.0.0.1:{free_port()}"})
    reply, details = ask(gone, {})
    assert (reply.status, details.evidence_status) == ("error", "error")
    assert reply.output.startswith("prometheus: cannot be reached (")
