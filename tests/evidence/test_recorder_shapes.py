"""How each family is cut and laid out: locators in reply order, texts that hold every value."""

from __future__ import annotations

import json

import pytest

from evidencelab.evidence.recorder import record_output

FIRING = {
    "labels": {"alertname": "HighLatency", "service": "edge", "severity": "page"},
    "annotations": {"summary": "slow answers", "description": "P99 is 4.2s"},
    "state": "firing",
    "activeAt": "2025-03-01T10:00:00Z",
    "value": "4.2e+00",
}
FIRING_TEXT = (
    "HighLatency firing, service=edge, severity=page, activeAt=2025-03-01T10:00:00Z, value=4.2e+00; "
    "P99 is 4.2s; summary=slow answers"
)
SENT = {
    "status": "resolved",
    "labels": {"alertname": "DiskFull", "instance": "db-2"},
    "annotations": {"summary": "97% used"},
    "startsAt": "2025-03-01T10:00:00Z",
    "endsAt": "0001-01-01T00:00:00Z",
    "fingerprint": "c1f2",
}
SENT_TEXT = (
    "DiskFull resolved, instance=db-2, startsAt=2025-03-01T10:00:00Z, fingerprint=c1f2; summary=97% used"
)
MANAGED = {
    **{key: SENT[key] for key in ("labels", "annotations", "startsAt")},
    "endsAt": "2025-03-01T10:05:00Z",
    "status": {"state": "suppressed", "silencedBy": ["s-1"], "inhibitedBy": []},
    "receivers": [{"name": "oncall"}],
}
MANAGED_TEXT = (
    "DiskFull suppressed, instance=db-2, startsAt=2025-03-01T10:00:00Z, endsAt=2025-03-01T10:05:00Z, "
    "status.silencedBy=[s-1], status.inhibitedBy=[], receivers[0].name=oncall; summary=97% used"
)
RULE = {
    "name": "HighLatency",
    "state": "firing",
    "query": "p99 > 3",
    "duration": 60,
    "labels": {"severity": "page"},
    "annotations": {"summary": "slow"},
    "alerts": [FIRING],
    "type": "alerting",
}
RULE_TEXT = "HighLatency firing, severity=page, query=p99 > 3, duration=60, type=alerting; summary=slow"
STREAMS = [
    {
        "stream": {"service": "cart", "level": "error", "pod": "cart-1"},
        "values": [["1700000001", "pool exhausted"], ["1700000002", "retry 3", {"trace_id": "4bf9"}]],
    },
    {"stream": {"app": "edge"}, "values": [["1700000003", "upstream 502"]]},
]
HIT = {
    "_index": "app-2025",
    "_id": "9f",
    "_score": None,
    "_source": {
        "@timestamp": "2025-03-01T10:00:00Z",
        "log": {"level": "ERROR"},
        "service": {"name": "cart", "version": "1.4.0"},
        "message": "pool exhausted",
        "http": {"status": 502},
    },
}
HIT_TEXT = (
    "[2025-03-01T10:00:00Z][ERROR][cart] pool exhausted; "
    "service.version=1.4.0, http.status=502, _index=app-2025, _id=9f, _score=null"
)

CASES = [
    pytest.param(
        {
            "success": True,
            "total": 2,
            "alerts": [
                {
                    "alert_name": "HighMemoryUsage",
                    "state": "firing",
                    "service": "order-service",
                    "current": "91%",
                    "duration": "15m",
                    "description": "JVM heap usage 3.8GB/4GB",
                },
                "HighCPUUsage resolved",
            ],
        },
        [
            (
                "$.alerts[0]",
                "HighMemoryUsage firing, service=order-service, current=91%, duration=15m; "
                "JVM heap usage 3.8GB/4GB",
            ),
            ("$.alerts[1]", "HighCPUUsage resolved"),
        ],
        id="seed-alerts",
    ),
    pytest.param(
        {"status": "success", "data": {"alerts": [FIRING]}},
        [("$.alerts[0]", FIRING_TEXT)],
        id="prometheus-alerts",
    ),
    pytest.param(
        {"status": "success", "data": [FIRING]},
        [("$.alerts[0]", FIRING_TEXT)],
        id="alerts-under-another-name",
    ),
    pytest.param({"alert": FIRING}, [("$.alerts[0]", FIRING_TEXT)], id="one-alert"),
    pytest.param(
        {
            "status": "success",
            "data": {"groups": [{"name": "g", "rules": [RULE, {"name": "r:sum", "query": "up"}]}]},
        },
        [("$.rules[0]", RULE_TEXT), ("$.alerts[0]", FIRING_TEXT), ("$.rules[1]", "r:sum, query=up")],
        id="prometheus-rules",
    ),
    pytest.param([MANAGED], [("$.alerts[0]", MANAGED_TEXT)], id="alertmanager-list"),
    pytest.param(
        [
            {"labels": {"alertname": "DiskFull"}, "receiver": {"name": "oncall"}, "alerts": [MANAGED]},
            {"labels": {}, "receiver": {"name": "oncall"}, "alerts": [SENT]},
        ],
        [("$.alerts[0]", MANAGED_TEXT), ("$.alerts[1]", SENT_TEXT)],
        id="alertmanager-groups",
    ),
    pytest.param(
        {
            "version": "4",
            "status": "firing",
            "receiver": "oncall",
            "groupLabels": {"alertname": "DiskFull"},
            "commonLabels": {"alertname": "DiskFull"},
            "alerts": [SENT, {"labels": {"alertname": "DiskFull"}, "annotations": {}}],
        },
        [("$.alerts[0]", SENT_TEXT), ("$.alerts[1]", "DiskFull")],
        id="webhook-whose-group-status-is-not-an-alerts",
    ),
    pytest.param(
        {
            "logs": [
                {
                    "timestamp": "11:17",
                    "level": "WARN",
                    "service": "order-service",
                    "message": "内存 91.0%",
                    "pod": "o-1",
                },
                {"level": "ERROR", "message": "HikariPool-1 - Connection is not available"},
                {"message": None, "code": 7},
                "[11:18][INFO][order-service] ok again",
            ]
        },
        [
            ("$.logs[0]", "[11:17][WARN][order-service] 内存 91.0%; pod=o-1"),
            ("$.logs[1]", "[ERROR] HikariPool-1 - Connection is not available"),
            ("$.logs[2]", "message=null, code=7"),
            ("$.logs[3]", "[11:18][INFO][order-service] ok again"),
        ],
        id="seed-logs",
    ),
    pytest.param(
        {"status": "success", "data": {"resultType": "streams", "result": STREAMS}},
        [
            ("$.logs[0]", "[1700000001][error][cart] pool exhausted; pod=cart-1"),
            ("$.logs[1]", "[1700000002][error][cart] retry 3; pod=cart-1, trace_id=4bf9"),
            ("$.logs[2]", "[1700000003] upstream 502; app=edge"),
        ],
        id="loki-one-ref-a-line",
    ),
    pytest.param(
        {
            "took": 1,
            "_shards": {"total": 1, "successful": 1, "failed": 0},
            "hits": {"total": 1, "hits": [HIT]},
        },
        [("$.logs[0]", HIT_TEXT)],
        id="elasticsearch-hit",
    ),
    pytest.param(
        '{"ts": "10:00", "level": "info", "msg": "started"}\n\n'
        '{"ts": "10:01", "level": "warn", "msg": "slow"}\n',
        [("$.logs[0]", "[10:00][info] started"), ("$.logs[1]", "[10:01][warn] slow")],
        id="json-lines",
    ),
    pytest.param(
        {
            "status": "success",
            "data": {
                "resultType": "vector",
                "result": [{"metric": {"__name__": "up", "job": "edge"}, "value": [1435781451.781, "1"]}],
            },
        },
        [("$.series[0]", "up job=edge; 1 @ 1435781451.781")],
        id="vector",
    ),
    pytest.param(
        {"resultType": "matrix", "result": [{"metric": {}, "values": [[1, "0.5"], [2, "NaN"]]}]},
        [("$.series[0]", "0.5 @ 1, NaN @ 2")],
        id="matrix-without-labels",
    ),
    pytest.param(
        {"status": "success", "data": {"resultType": "scalar", "result": [7, "42"]}},
        [("$.series[0]", "42 @ 7")],
        id="scalar",
    ),
    pytest.param(
        {
            "result": [
                {
                    "metric": {"__name__": "lag"},
                    "histogram": [9, {"count": "3", "buckets": [[0, "1", "2", "3"]]}],
                }
            ]
        },
        [("$.series[0]", "lag; count=3 buckets[0]=[0, 1, 2, 3] @ 9")],
        id="native-histogram",
    ),
    pytest.param(
        {
            "evidence_blocks": [
                {"title": "连接池", "source": "pool.md", "content": "先看 active", "score": 0.8}
            ]
        },
        [("$.evidence_blocks[0]", "连接池; pool.md; 先看 active; score=0.8")],
        id="knowledge",
    ),
    pytest.param(
        [{"page_content": "look at active", "metadata": {"source": "pool.md", "page": 3}}],
        [("$.evidence_blocks[0]", "pool.md; look at active; metadata.page=3")],
        id="knowledge-documents",
    ),
    pytest.param(
        {
            "data": {
                "items": [
                    {"name": "cart-1", "ready": False, "limits": {"memory": "512Mi"}, "ports": [80, 443]}
                ]
            }
        },
        [("$.items[0]", "name=cart-1, ready=false, limits.memory=512Mi, ports=[80, 443]")],
        id="nested-wrappers",
    ),
    pytest.param(
        {"pods": [{"name": "a", "env": [{"k": "X", "v": ""}]}], "nodes": [{"name": "n"}], "count": 2},
        [("$.pods[0]", 'name=a, env[0].k=X, env[0].v=""'), ("$.nodes[0]", "name=n")],
        id="two-lists",
    ),
    pytest.param(
        ["a", 2, None, True],
        [("$.items[0]", "a"), ("$.items[1]", "2"), ("$.items[3]", "true")],
        id="plain-values",
    ),
    pytest.param(
        {"data": ["200", "504"]}, [("$.data[0]", "200"), ("$.data[1]", "504")], id="named-plain-values"
    ),
    pytest.param(
        {"disk usage %": [{"host": "db"}], "disk-usage": [{"host": "web"}]},
        [("$.disk_usage[0]", "host=db"), ("$.disk_usage[1]", "host=web")],
        id="names-that-fall-together",
    ),
    pytest.param(
        {
            "columns": [{"name": "host", "type": "text"}, {"name": "free", "type": "int"}],
            "rows": [["db", 3], ["web", 9, "x"]],
        },
        [("$.rows[0]", "host=db, free=3"), ("$.rows[1]", "host=web, free=9, column_2=x")],
        id="table",
    ),
    pytest.param(
        {"nodes": {"n1": {"disk": "97%", "up": True}, "n2": {"disk": "12%", "up": True}}},
        [("$.nodes[0]", "n1, disk=97%, up=true"), ("$.nodes[1]", "n2, disk=12%, up=true")],
        id="map-of-records",
    ),
    pytest.param(
        {
            "apiVersion": "v1",
            "kind": "Pod",
            "metadata": {"name": "cart-1"},
            "status": {"conditions": [{"type": "Ready"}]},
        },
        [("$.items[0]", "apiVersion=v1, kind=Pod, metadata.name=cart-1, status.conditions[0].type=Ready")],
        id="kubernetes-object",
    ),
    pytest.param(
        "NAME   READY\r\n\r\ncart-1 0/1\r\n",
        [("$.lines[0]", "NAME   READY"), ("$.lines[2]", "cart-1 0/1")],
        id="lines-are-counted-physically",
    ),
    pytest.param(
        "ERROR boom\n  at a.B(B.java:3)\n\n\tat c.D(D.java:9)\nINFO next",
        [("$.lines[0]", "ERROR boom\n  at a.B(B.java:3)\n\tat c.D(D.java:9)"), ("$.lines[4]", "INFO next")],
        id="stack-trace",
    ),
    pytest.param(
        "    - name: DB_HOST\n      value: pg\n    - name: DB_PORT",
        [("$.lines[0]", "    - name: DB_HOST\n      value: pg"), ("$.lines[2]", "    - name: DB_PORT")],
        id="indented-as-a-whole",
    ),
    pytest.param(
        '{"level": "info", "msg": "up"}\nplain words\n',
        [("$.lines[0]", '{"level": "info", "msg": "up"}'), ("$.lines[1]", "plain words")],
        id="mixed-lines",
    ),
    pytest.param(
        {"content": [{"type": "text", "text": "cart-1 0/1\ncart-2 1/1"}, {"type": "image", "data": "aGk="}]},
        [("$.lines[0]", "cart-1 0/1"), ("$.lines[1]", "cart-2 1/1")],
        id="content-in-parts",
    ),
    pytest.param(
        {"hits": {"total": 1, "hits": [{"_index": "app", "_id": "1", "fields": {"message": ["a b"]}}]}},
        [("$.logs[0]", "_index=app, _id=1, fields.message=[a b]")],
        id="hit-without-source",
    ),
    pytest.param(
        {"stdout": "total 8\n-rw-r--r-- app.log", "stderr": "", "exit_code": 0},
        [("$.lines[0]", "total 8"), ("$.lines[1]", "-rw-r--r-- app.log")],
        id="text-in-json",
    ),
]


@pytest.mark.parametrize(("output", "refs"), CASES)
def test_record_output_lays_out_every_record(output, refs):
    details = record_output("some_tool", output)
    assert details.evidence_status == "supported"
    assert [(ref.raw_path, ref.text) for ref in details.evidence_refs] == refs


@pytest.mark.parametrize(("output", "refs"), [case for case in CASES if not isinstance(case.values[0], str)])
def test_record_output_reads_json_text_like_json(output, refs):
    details = record_output("some_tool", json.dumps(output, indent=1))
    assert [(ref.raw_path, ref.text) for ref in details.evidence_refs] == refs


@pytest.mark.parametrize(
    ("tool_name", "rows", "path"),
    [
        pytest.param("query_logs", [{"a": 1}], "$.logs[0]", id="logs"),
        pytest.param("query_metrics", [{"name": "A", "state": "firing"}], "$.alerts[0]", id="alerts"),
        pytest.param("query_metrics", [{"name": "A", "x": 1}], "$.results[0]", id="no-alert"),
        pytest.param("lookup_knowledge", ["read the runbook"], "$.evidence_blocks[0]", id="knowledge"),
        pytest.param("other", [{"a": 1}], "$.results[0]", id="another-tool"),
        pytest.param("query_logs", STREAMS, "$.logs[0]", id="shape-agrees"),
        pytest.param("query_logs", [FIRING], "$.alerts[0]", id="shape-before-tool"),
    ],
)
def test_record_output_asks_the_tool_only_where_the_shape_is_silent(tool_name, rows, path):
    details = record_output(tool_name, {"success": True, "results": rows})
    assert details.evidence_refs[0].raw_path == path


def test_record_output_keeps_identical_records_apart():
    row = {"timestamp": "11:17", "level": "WARN", "message": "same"}
    details = record_output("query_logs", {"logs": [row, {"message": "else"}, row]})
    assert [(ref.raw_path, ref.text) for ref in details.evidence_refs] == [
        ("$.logs[0]", "[11:17][WARN] same"),
        ("$.logs[1]", "else"),
        ("$.logs[2]", "[11:17][WARN] same"),
    ]


def test_record_output_keeps_the_number_of_a_record_that_holds_nothing():
    details = record_output("query_logs", {"logs": [{}, {"message": "a b"}, None]})
    assert [ref.raw_path for ref in details.evidence_refs] == ["$.logs[1]"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param('{"rows": [{"a": 1.10, "b": 1e+00, "c": -0}]}', "a=1.10, b=1e+00, c=0", id="literals"),
        pytest.param('{"rows": [{"a": NaN, "b": -Infinity}]}', "a=NaN, b=-Infinity", id="not-numbers"),
        pytest.param('{"rows": [{"a": %s}]}' % ("9" * 5000), "a=" + "9" * 5000, id="very-long-integer"),
        pytest.param('{"rows": [{"a": 1, "b": 2, "a": 3}]}', "a=[1, 3], b=2", id="doubled-key"),
        pytest.param('{"rows": [{"a": "x\ny"}]}', "a=x\ny", id="raw-line-break"),
        pytest.param('\ufeff{"rows": [{"a": 1}]}', "a=1", id="byte-order-mark"),
        pytest.param('{"rows": [{"a": "\\ud800!"}]}', "a=\ufffd!", id="lone-surrogate"),
    ],
)
def test_record_output_keeps_values_as_they_were_written(text, expected):
    (ref,) = record_output("t", text).evidence_refs
    assert (ref.raw_path, ref.text) == ("$.rows[0]", expected)


def test_record_output_lets_no_doubled_key_hide_rows():
    details = record_output(
        "query_logs", '{"logs": [{"message": "a b"}], "total": 1, "logs": [], "total": 0}'
    )
    assert [ref.text for ref in details.evidence_refs] == ["a b"]


def test_record_output_lets_no_doubled_total_pass_for_zero():
    assert record_output("query_logs", '{"logs": [], "total": 4, "total": 0}').evidence_status == "partial"


def test_record_output_writes_python_integers_of_any_length():
    (ref,) = record_output("t", {"rows": [{"a": 10**5000}]}).evidence_refs
    assert ref.text == "a=1" + "0" * 5000


def test_record_output_holds_the_values_of_a_very_deep_record():
    deep: object = "bottom"
    for _ in range(50_000):
        deep = {"k": [deep]}
    (ref,) = record_output("t", {"rows": [deep]}).evidence_refs
    assert ref.text.endswith("=[bottom]")
    assert len(ref.text) < 1000
