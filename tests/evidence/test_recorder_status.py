"""How a call answered: told apart by the recorder, with the wire shapes real tools use."""

from __future__ import annotations

import json

import pytest

from evidencelab.evidence.recorder import record_output

EMPTY_SEARCH = {"total": {"value": 0, "relation": "eq"}, "max_score": None, "hits": []}
ALL_SHARDS = {"total": 5, "successful": 5, "skipped": 0, "failed": 0}
ONE_HIT = {"_index": "app", "_id": "7", "_score": 1.0, "_source": {"message": "disk 97% full"}}


def search(hits=EMPTY_SEARCH, shards=ALL_SHARDS, **further):
    return {"took": 3, "timed_out": False, "_shards": shards, "hits": hits, **further}


def paths_of(details):
    return [ref.raw_path for ref in details.evidence_refs]


@pytest.mark.parametrize(
    "output",
    [
        pytest.param({"success": True, "logs": [], "total": 0, "message": "未找到匹配的日志"}, id="seed"),
        pytest.param({"success": True, "alerts": []}, id="success-without-total"),
        pytest.param({"success": "true", "alerts": [], "total": "0"}, id="flags-as-text"),
        pytest.param({"success": True, "evidence_blocks": [], "total": 0}, id="knowledge"),
        pytest.param(
            {"success": False, "logs": [], "total": 0, "message": "未找到匹配的日志"}, id="older-form-zh"
        ),
        pytest.param(
            {"success": False, "error": None, "alerts": [], "total": 0, "message": "No alerts found"},
            id="older-form-en",
        ),
        pytest.param({"status": "success", "data": {"alerts": []}}, id="prometheus-alerts"),
        pytest.param({"status": "success", "data": {"groups": []}}, id="prometheus-rules"),
        pytest.param({"status": "success", "data": {"resultType": "vector", "result": []}}, id="vector"),
        pytest.param({"status": "success", "data": {"resultType": "streams", "result": []}}, id="loki"),
        pytest.param(
            {
                "status": "success",
                "data": {"resultType": "streams", "result": [], "stats": {"summary": {"execTime": 0.1}}},
            },
            id="loki-with-stats",
        ),
        pytest.param({"resultType": "matrix", "result": []}, id="unwrapped-matrix"),
        pytest.param([], id="alertmanager"),
        pytest.param("[]", id="json-text"),
        pytest.param(' {"alerts": []} \n', id="json-text-with-space"),
        pytest.param('"{\\"alerts\\": []}"', id="json-in-json"),
        pytest.param(search(), id="elasticsearch"),
        pytest.param(search({"total": 0, "hits": []}), id="elasticsearch-total-as-number"),
        pytest.param({"success": True, "data": search()}, id="elasticsearch-wrapped"),
        pytest.param({"hits": [], "total": 0}, id="flat-hits-counted"),
        pytest.param({"code": 0, "msg": "ok", "data": []}, id="code-zero"),
        pytest.param({"code": 200, "msg": "success", "data": {"list": [], "total": 0}}, id="code-200"),
        pytest.param({"apiVersion": "v1", "kind": "List", "items": [], "metadata": {}}, id="kubernetes"),
        pytest.param({"namespace": "cart", "pods": []}, id="echoed-scope"),
        pytest.param({"columns": ["host", "free"], "rows": []}, id="table"),
        pytest.param({"total": 0, "page": 1, "results": []}, id="counted"),
        pytest.param({"stdout": "", "stderr": "No resources found in cart namespace.\n"}, id="stderr"),
        pytest.param({"success": True, "output": "No alerts found"}, id="text-in-json"),
        pytest.param(
            {
                "content": [{"type": "text", "text": "No resources found in cart namespace."}],
                "isError": False,
            },
            id="tool-protocol",
        ),
        pytest.param({"success": True, "errors": [], "total": 0}, id="asked-for-errors"),
        pytest.param({"alerts": [], "checked_at": "2025-03-01T10:00:00Z"}, id="stamped"),
        pytest.param("No resources found in cart namespace.", id="kubectl"),
        pytest.param("未检索到 cart-service 的连接超时日志。", id="text-zh"),
        pytest.param("No logs matching 'connection refused' were found\n", id="text-quotes-the-term"),
    ],
)
def test_record_output_finds_no_evidence_where_the_tool_answered_and_nothing_matched(output):
    details = record_output("query_logs", output)
    assert details.evidence_status == "no_evidence"
    assert paths_of(details) == ["$.no_evidence"]


@pytest.mark.parametrize(
    ("output", "status"),
    [
        # a call that failed
        pytest.param({"success": False, "logs": [], "total": 0}, "error", id="older-form-says-nothing"),
        pytest.param(
            {"success": False, "logs": [], "total": 0, "error": "503", "message": "未找到匹配的日志"},
            "error",
            id="older-form-with-error",
        ),
        pytest.param(
            {"success": False, "logs": [], "message": "未找到匹配的日志"}, "error", id="older-form-uncounted"
        ),
        pytest.param(
            {"success": False, "logs": [], "total": 0, "message": "查询超时"},
            "error",
            id="older-form-time-out",
        ),
        pytest.param(
            {"success": False, "logs": [], "total": 3, "message": "未找到匹配的日志"},
            "error",
            id="older-form-contradicted",
        ),
        pytest.param(
            {"success": True, "logs": [], "total": 0, "message": "日志查询超时，未返回结果"},
            "error",
            id="message-says-time-out",
        ),
        pytest.param(
            {"success": True, "logs": [], "error": "upstream reset"}, "error", id="error-beside-empty"
        ),
        pytest.param(
            {"status": "error", "errorType": "bad_data", "error": "parse error", "data": {"result": []}},
            "error",
            id="prometheus-error",
        ),
        pytest.param({"status": "timeout", "alerts": []}, "error", id="status-timeout"),
        pytest.param({"error": {"root_cause": [{"type": "x"}]}, "status": 404}, "error", id="search-error"),
        pytest.param({"code": 500, "msg": "系统异常", "data": []}, "error", id="code-500"),
        pytest.param({"isError": True, "content": []}, "error", id="mcp-error"),
        pytest.param({"errors": [{"message": "denied"}], "data": None}, "error", id="graphql-error"),
        pytest.param({"stdout": "", "stderr": "boom", "exit_code": 1}, "error", id="exit-code"),
        pytest.param(
            {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure", "code": 403},
            "error",
            id="kubernetes-status",
        ),
        pytest.param("Error from server (Forbidden): pods is forbidden", "error", id="forbidden"),
        pytest.param("No resources found: permission denied", "error", id="nothing-found-but-denied"),
        pytest.param("未找到日志（后端连接失败）", "error", id="nothing-found-but-failed-zh"),
        pytest.param("权限不足，无法查询日志", "error", id="denied-zh"),
        pytest.param("request timed out after 30s", "error", id="time-out-text"),
        pytest.param({"message": "Unauthorized"}, "error", id="message-alone"),
        pytest.param(
            {"content": [{"type": "text", "text": "no data"}], "isError": True}, "error", id="mcp-text"
        ),
        pytest.param("<html><head><title>502 Bad Gateway</title></head></html>", "error", id="error-page"),
        # an answer that is not whole
        pytest.param(
            search(shards={"total": 5, "successful": 4, "failed": 1}), "partial", id="one-shard-failed"
        ),
        pytest.param(
            search(shards={"total": 5, "successful": 3, "failed": 0}), "partial", id="two-shards-missing"
        ),
        pytest.param(
            search(shards={"total": 0, "successful": 0, "failed": 0}), "partial", id="no-shard-at-all"
        ),
        pytest.param({"hits": EMPTY_SEARCH}, "partial", id="shards-not-stated"),
        pytest.param(
            search({"total": {"value": 10000, "relation": "gte"}, "hits": []}), "partial", id="at-least-10000"
        ),
        pytest.param(
            search({"total": {"value": 0, "relation": "gte"}, "hits": []}), "partial", id="at-least-0"
        ),
        pytest.param(search({"total": 12, "hits": []}), "partial", id="twelve-and-none-shown"),
        pytest.param(search({"hits": []}), "partial", id="search-uncounted"),
        pytest.param({"hits": []}, "partial", id="flat-hits-uncounted"),
        pytest.param(
            {"_shards": {"total": 5, "successful": 4, "failed": 1}, "hits": []}, "partial", id="flat"
        ),
        pytest.param(search(timed_out=True), "partial", id="search-timed-out"),
        pytest.param(
            search({"total": 1, "hits": [ONE_HIT]}, {"total": 5, "successful": 4, "failed": 1}),
            "partial",
            id="hits-of-some-shards",
        ),
        pytest.param({"success": True, "logs": [], "total": 3}, "partial", id="total-contradicts"),
        pytest.param({"events": [], "nextToken": "abc"}, "partial", id="next-page"),
        pytest.param({"items": [], "metadata": {"continue": "xyz"}}, "partial", id="kubernetes-next-page"),
        pytest.param(
            {"status": "success", "data": {"resultType": "vector", "result": []}, "warnings": ["store down"]},
            "partial",
            id="prometheus-warning",
        ),
        pytest.param({"status": "running", "results": []}, "partial", id="still-running"),
        pytest.param(
            {"logs": [{"message": "a b"}], "error": "page 2 failed"}, "partial", id="rows-and-an-error"
        ),
        pytest.param(
            {"status": "firing", "truncatedAlerts": 2, "alerts": [{"labels": {"alertname": "A"}}]},
            "partial",
            id="webhook-truncated",
        ),
        pytest.param('{"message": "one"}\n{"message": "tw', "partial", id="json-lines-cut-off"),
        # nothing of a known kind
        pytest.param(
            {"data": {"result": None, "resultType": "", "stats": {"series": 0}}}, "unparsed", id="result-null"
        ),
        pytest.param({"status": "success", "data": {"result": None}}, "unparsed", id="success-result-null"),
        pytest.param({"success": True, "alerts": None, "total": 0}, "unparsed", id="alerts-null"),
        pytest.param({"status": "success", "data": {"version": "2.13.1"}}, "unparsed", id="one-object"),
        pytest.param(
            {"name": "cart-1", "phase": "Running", "tags": []}, "unparsed", id="a-record-without-tags"
        ),
        pytest.param({"pod": {"name": "cart-1"}, "events": []}, "unparsed", id="a-record-without-events"),
        pytest.param({"replicas": 3, "images": []}, "unparsed", id="a-count-and-an-empty-list"),
        pytest.param({}, "unparsed", id="empty-object"),
        pytest.param(None, "unparsed", id="null"),
        pytest.param("null", "unparsed", id="null-text"),
        pytest.param("", "unparsed", id="empty-text"),
        pytest.param(" \n\n", "unparsed", id="blank-text"),
        pytest.param('{"logs": [', "unparsed", id="cut-off-json"),
        pytest.param('{"logs": []}{"logs": []}', "unparsed", id="two-documents"),
        pytest.param('[{"alert_name": "A",]', "unparsed", id="broken-array"),
        pytest.param("[" * 200_000, "unparsed", id="bottomless"),
        pytest.param({"success": True, "errors": []}, "unparsed", id="no-errors-is-how-the-call-went"),
        # an answer
        pytest.param({"success": True, "logs": [{"message": "a b"}], "total": 1}, "supported", id="one-log"),
        pytest.param(
            {"errors": [{"service": "cart", "count": 4}], "total": 1}, "supported", id="asked-for-errors"
        ),
        pytest.param(
            {"success": True, "data": {"status": "failed", "steps": [{"name": "build"}]}},
            "supported",
            id="a-failed-job-is-no-failed-call",
        ),
        pytest.param(
            {"total": 0, "data": [{"traceID": "4bf9"}], "errors": None}, "supported", id="miscounted"
        ),
        pytest.param({"items": [{"a": 1}], "next": "/page/2"}, "supported", id="first-page"),
        pytest.param(search({"total": 1, "hits": [ONE_HIT]}), "supported", id="one-hit"),
        pytest.param(
            search(
                {"total": {"value": 9, "relation": "eq"}, "hits": []},
                aggregations={"levels": {"buckets": [{"key": "ERROR", "doc_count": 9}]}},
            ),
            "supported",
            id="buckets-without-hits",
        ),
        pytest.param("[11:17][WARN][cart] heap 91.0%", "supported", id="bracketed-log-is-no-json"),
        pytest.param("[ ] pending - read the logs", "supported", id="check-box-is-no-json"),
        pytest.param('{app="cart"} 17', "supported", id="selector-is-no-json"),
        pytest.param("2025-06-12 ERROR request timed out after 30s", "supported", id="log-of-a-time-out"),
        pytest.param("156", "supported", id="a-count"),
        pytest.param(156, "supported", id="a-number"),
    ],
)
def test_record_output_never_takes_another_outcome_for_no_evidence(output, status):
    details = record_output("query_logs", output)
    assert details.evidence_status == status
    assert "$.no_evidence" not in paths_of(details)
    assert (status == "unparsed") <= (paths_of(details) == [])


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[",
        "{broken",
        "{not json}",
        "{ a: 1, }",
        "{'alerts': []}",
        '{"a": 1',
        "[1, 2",
        '[{"a": 1},',
        "['a', 'b']",
    ],
)
def test_record_output_reads_no_text_out_of_broken_json(text):
    details = record_output("query_logs", text)
    assert (details.evidence_status, paths_of(details)) == ("unparsed", [])


@pytest.mark.parametrize(
    "text",
    ["[3] retry 2 of 5", '[{app="cart"}] 3', "{{ .Name }} is no template here", "[a, b] two shards late"],
)
def test_record_output_takes_a_text_with_a_bracket_in_front_as_text(text):
    assert paths_of(record_output("query_logs", text)) == ["$.lines[0]"]


@pytest.mark.parametrize(
    "output",
    [
        {"success": True, "logs": [], "total": 0},
        "No resources found in cart namespace.",
        {"logs": [{"message": "connection refused by 10.0.0.7"}]},
        None,
    ],
)
def test_record_output_believes_a_caller_that_knows_the_call_failed(output):
    details = record_output("query_logs", output, status="error")
    assert details.evidence_status == "error"
    assert "$.no_evidence" not in paths_of(details)


def test_record_output_keeps_what_a_failed_call_did_say():
    details = record_output("kubectl", "Error from server (Forbidden): pods is forbidden", status="error")
    assert [(ref.raw_path, ref.text) for ref in details.evidence_refs] == [
        ("$.lines[0]", "Error from server (Forbidden): pods is forbidden")
    ]


def test_record_output_writes_the_no_evidence_text_of_the_wire_format():
    output = {"success": False, "logs": [], "total": 0, "message": "未找到匹配的日志"}
    arguments = {"query": "inventory-service HikariCP", "topic": "application-logs"}
    expected = (
        "query_logs returned no evidence; evidence_status=no_evidence; query=inventory-service HikariCP; "
        "topic=application-logs; total=0; message=未找到匹配的日志"
    )
    for given in (arguments, json.dumps(arguments)):
        (ref,) = record_output("query_logs", output, given).evidence_refs
        assert (ref.raw_path, ref.text) == ("$.no_evidence", expected)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        pytest.param(None, "t returned no evidence; evidence_status=no_evidence; total=0", id="none"),
        pytest.param({}, "t returned no evidence; evidence_status=no_evidence; total=0", id="empty"),
        pytest.param(
            {
                "service": "cart",
                "range": {"from": 1, "to": 2.5},
                "levels": ["WARN", "ERROR"],
                "q": None,
                "e": "",
            },
            "t returned no evidence; evidence_status=no_evidence; service=cart; range.from=1; range.to=2.5; "
            'levels=[WARN, ERROR]; q=null; e=""; total=0',
            id="nested",
        ),
        pytest.param(
            "cart errors",
            "t returned no evidence; evidence_status=no_evidence; arguments=cart errors; total=0",
            id="text",
        ),
    ],
)
def test_record_output_states_each_argument_where_nothing_matched(arguments, expected):
    (ref,) = record_output("t", {"success": True, "rows": []}, arguments).evidence_refs
    assert ref.text == expected


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        pytest.param({"msg": "ok"}, "; message=ok", id="msg"),
        pytest.param(
            {"message": "query done", "note": "No rows found"}, "; message=No rows found", id="verdict"
        ),
        pytest.param({"description": "disk usage by host"}, "", id="a-description-is-no-message"),
        pytest.param({"message": "  "}, "", id="blank"),
    ],
)
def test_record_output_repeats_what_the_tool_said_of_finding_nothing(fields, message):
    (ref,) = record_output("t", {"success": True, "rows": [], **fields}).evidence_refs
    assert ref.text == f"t returned no evidence; evidence_status=no_evidence; total=0{message}"


def test_record_output_takes_an_echoed_argument_for_no_verdict():
    arguments = {"query": "connection refused", "service": "cart"}
    text = "No logs found for cart: connection refused"
    assert record_output("query_logs", text, arguments).evidence_status == "no_evidence"
    assert record_output("query_logs", text).evidence_status == "error"


@pytest.mark.parametrize(
    ("shards", "total", "status"),
    [
        pytest.param(
            {"total": 5, "successful": 5, "failed": 0},
            {"value": 0, "relation": "eq"},
            "no_evidence",
            id="all",
        ),
        pytest.param({"total": 5, "successful": 5, "failed": 0}, 0, "no_evidence", id="plain-total"),
        pytest.param(
            {"total": 5, "successful": 4, "failed": 1}, {"value": 0, "relation": "eq"}, "partial", id="failed"
        ),
        pytest.param({"total": 5, "successful": 3, "failed": 0}, 0, "partial", id="missing"),
        pytest.param(
            {"total": 5, "successful": 5, "failed": 0},
            {"value": 10000, "relation": "gte"},
            "partial",
            id="gte",
        ),
    ],
)
def test_a_search_reply_of_shards_and_hits_alone_is_no_map_of_records(shards, total, status):
    reply = {"_shards": shards, "hits": {"total": total, "hits": []}}
    details = record_output("query_logs", reply)
    assert details.evidence_status == status
    assert paths_of(details) == (["$.no_evidence"] if status == "no_evidence" else [])


@pytest.mark.parametrize(
    ("second", "status", "paths"),
    [
        pytest.param(search(), "no_evidence", ["$.no_evidence"], id="nothing-twice"),
        pytest.param(
            search(shards={"total": 5, "successful": 4, "failed": 1}),
            "partial",
            [],
            id="shards-failed",
        ),
        pytest.param({"_shards": ALL_SHARDS, "hits": {"hits": []}}, "partial", [], id="uncounted"),
        pytest.param({"hits": {"total": 0, "hits": []}}, "partial", [], id="shards-unstated"),
        pytest.param(search({"total": 1, "hits": [ONE_HIT]}), "supported", ["$.logs[0]"], id="one-hit"),
        pytest.param(
            {"status": 404, "error": {"type": "index_not_found_exception"}},
            "supported",
            ["$.responses[0]", "$.responses[1]"],
            id="error-is-quotable",
        ),
    ],
)
def test_several_searches_sent_at_once_are_judged_together(second, status, paths):
    details = record_output("query_logs", {"took": 3, "responses": [search(), second]})
    assert details.evidence_status == status
    assert paths_of(details) == paths


def test_a_hit_without_an_id_is_a_log_record():
    hit = {"_index": "app", "_source": {"message": "disk 97% full", "level": "WARN"}}
    reply = {"_shards": ALL_SHARDS, "hits": {"total": {"value": 1, "relation": "eq"}, "hits": [hit]}}
    details = record_output("query_logs", reply)
    assert paths_of(details) == ["$.logs[0]"]
    assert "disk 97% full" in details.evidence_refs[0].text
