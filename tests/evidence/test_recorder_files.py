"""The recorder over real tool outputs that nobody on this project wrote."""

from __future__ import annotations

import json
from typing import NamedTuple

import pytest

from evidencelab.evidence.recorder import record_output
from tests.shared_data import SHARED_DATA, needs_shared_data

pytestmark = needs_shared_data


class Expected(NamedTuple):
    """What one file holds: status, number of refs, and the first and last locator."""

    status: str
    n_refs: int
    first: str | None = None
    last: str | None = None


# Two header lines (the call, the envelope) precede the evidence in the .txt files of HolmesGPT.
FILES = {
    "alertmanager/captured_api_v2_alerts.json": Expected("supported", 2, "$.alerts[0]", "$.alerts[1]"),
    "holmesgpt/alert_KubePodCrashLooping.json": Expected("supported", 1, "$.alerts[0]", "$.alerts[0]"),
    "holmesgpt/alert_image_pull_backoff.json": Expected("supported", 1, "$.alerts[0]", "$.alerts[0]"),
    "holmesgpt/issues_oom_history.json": Expected("supported", 3, "$.alerts[0]", "$.alerts[2]"),
    "holmesgpt/kubectl_describe_crashloop.txt": Expected("supported", 21, "$.lines[0]", "$.lines[87]"),
    "holmesgpt/kubectl_describe_oom.txt": Expected("supported", 21, "$.lines[0]", "$.lines[76]"),
    "holmesgpt/kubectl_top_pods.txt": Expected("supported", 76, "$.lines[0]", "$.lines[76]"),
    "holmesgpt/list_prometheus_rules_error.txt": Expected("error", 0),
    "holmesgpt/pod_logs_dns.txt": Expected("supported", 150, "$.lines[0]", "$.lines[149]"),
    "holmesgpt/pod_logs_empty_result.txt": Expected("supported", 7, "$.lines[0]", "$.lines[6]"),
    "holmesgpt/pod_logs_high_latency.txt": Expected("supported", 245, "$.lines[0]", "$.lines[245]"),
    "holmesgpt/pod_logs_orders_neardup.txt": Expected("supported", 397, "$.lines[1]", "$.lines[397]"),
    "holmesgpt/prometheus_range_query_empty.txt": Expected("unparsed", 0),
    "holmesgpt/rabbitmq_cluster_status.txt": Expected("supported", 7, "$.nodes[0]", "$.raw_node_data[2]"),
    "keep/datadog_alerts.json": Expected("supported", 3, "$.ALERTS[0]", "$.ALERTS[2]"),
    "keep/grafana_alerts.json": Expected("supported", 2, "$.ALERTS[0]", "$.ALERTS[1]"),
    "keep/prometheus_alerts.json": Expected("supported", 5, "$.ALERTS[0]", "$.ALERTS[4]"),
    "loghub/HDFS_2k.log": Expected("supported", 2000, "$.lines[0]", "$.lines[1999]"),
    "loghub/OpenSSH_2k.log": Expected("supported", 2000, "$.lines[0]", "$.lines[1999]"),
    "loghub/Zookeeper_2k.log": Expected("supported", 2000, "$.lines[0]", "$.lines[1999]"),
    "prometheus/captured_api_v1_alerts_rules.json": Expected("supported", 16),
    "prometheus/http_api_doc_responses.json": Expected("supported", 31),
}
BODIES = {
    "prometheus/captured_api_v1_alerts_rules.json": {
        "alerts": Expected("supported", 3, "$.alerts[0]", "$.alerts[2]"),
        "rules": Expected("supported", 7, "$.rules[0]", "$.rules[3]"),
        "query": Expected("supported", 2, "$.series[0]", "$.series[1]"),
        "query_range": Expected("supported", 2, "$.series[0]", "$.series[1]"),
        "query_error": Expected("error", 0),
        "targets": Expected("supported", 2, "$.activeTargets[0]", "$.activeTargets[1]"),
    },
    "alertmanager/captured_api_v2_alerts.json": {
        "am_alerts": Expected("supported", 1, "$.alerts[0]", "$.alerts[0]"),
        "am_groups": Expected("supported", 1, "$.alerts[0]", "$.alerts[0]"),
        "am_status": Expected("unparsed", 0),
    },
}
# The bodies of the HTTP API's documentation that hold no list of records, by their place.
DOCUMENTED_UNPARSED = {10, 22, 23, 25, 27, 30}
HOLMES_HEADER_LINES = 2


def read(name):
    """Read a file and the status its own header states, if it has one."""
    text = (SHARED_DATA / "tool_outputs" / name).read_bytes().decode()
    if not (name.startswith("holmesgpt/") and name.endswith(".txt")):
        return text, None
    lines = text.split("\n")
    return "\n".join(lines[HOLMES_HEADER_LINES:]), json.loads(lines[1])["status"]


def check(details, expected):
    paths = [ref.raw_path for ref in details.evidence_refs]
    assert (details.evidence_status, len(paths)) == (expected.status, expected.n_refs)
    if expected.first is not None:
        assert (paths[0], paths[-1]) == (expected.first, expected.last)
    assert len(set(paths)) == len(paths)


def test_every_shared_tool_output_has_an_expected_status():
    folder = SHARED_DATA / "tool_outputs"
    present = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert present - {"loghub/LICENSE"} == set(FILES)


@pytest.mark.parametrize("name", FILES)
def test_record_output_reads_a_real_file(name):
    text, status = read(name)
    check(record_output("some_tool", text, status=status), FILES[name])


@pytest.mark.parametrize(("name", "part"), [(name, part) for name, parts in BODIES.items() for part in parts])
def test_record_output_reads_a_captured_body(name, part):
    text, _ = read(name)
    check(record_output("query_metrics", json.loads(text)[part]), BODIES[name][part])


@pytest.mark.parametrize("place", range(31))
def test_record_output_reads_a_documented_body(place):
    text, _ = read("prometheus/http_api_doc_responses.json")
    details = record_output("query_metrics", json.loads(text)[place])
    assert details.evidence_status == ("unparsed" if place in DOCUMENTED_UNPARSED else "supported")
    assert bool(details.evidence_refs) == (place not in DOCUMENTED_UNPARSED)


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith(".log")])
def test_record_output_keeps_every_line_of_a_real_log(name):
    text, _ = read(name)
    details = record_output("query_logs", text)
    assert [ref.text for ref in details.evidence_refs] == [
        line for line in text.replace("\r\n", "\n").split("\n") if line
    ]


@pytest.mark.parametrize(
    ("name", "part", "values"),
    [
        (
            "prometheus/captured_api_v1_alerts_rules.json",
            "alerts",
            ["AlwaysFiring", "总是触发的告警", "1e+00"],
        ),
        ("alertmanager/captured_api_v2_alerts.json", "am_alerts", ["active", "127.0.0.1:19090 在线", "up=1"]),
    ],
)
def test_record_output_holds_the_values_of_a_captured_alert(name, part, values):
    text, _ = read(name)
    first = record_output("query_metrics", json.loads(text)[part]).evidence_refs[0].text
    assert [value for value in values if value not in first] == []
