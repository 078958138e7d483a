"""Every name under which tools write a field is read: alerts, logs, hits, blocks, tables and envelopes."""

from __future__ import annotations

import pytest

from evidencelab.evidence.extractors.alerts import alert_text, is_alert
from evidencelab.evidence.extractors.envelope import has_stated_error, is_bare, read_signs
from evidencelab.evidence.extractors.knowledge import block_text, is_block
from evidencelab.evidence.extractors.logs import is_hit, is_log, log_text
from evidencelab.evidence.recorder import record_output


def refs_of(output: object, tool_name: str = "some_tool") -> list[tuple[str, str]]:
    return [(ref.raw_path, ref.text) for ref in record_output(tool_name, output).evidence_refs or ()]


def status_of(output: object) -> str | None:
    return record_output("some_tool", output).evidence_status


# --------------------------------------------------------------------------- records


@pytest.mark.parametrize("name", ["alert_name", "alertname", "alertName", "alert"])
def test_an_alert_is_named(name):
    assert is_alert({name: "A"})
    assert alert_text({"value": 5, name: "A"}) == "A, value=5"


@pytest.mark.parametrize("name", ["name", "rule_name", "ruleName", "title", "summary"])
def test_an_alert_is_titled_where_it_has_no_name(name):
    assert is_alert({"labels": {"a": "b"}, "annotations": {"c": "d"}, "state": "firing", name: "A"})
    assert alert_text({"value": 5, name: "A"}) == "A, value=5"


@pytest.mark.parametrize("name", ["state", "alert_state", "status"])
def test_an_alert_has_a_state(name):
    assert alert_text({"value": 5, name: "firing", "alert": "A"}) == "A firing, value=5"


@pytest.mark.parametrize(
    "name", ["startsAt", "starts_at", "activeAt", "active_at", "state", "status", "fingerprint"]
)
def test_an_alert_without_a_name_shows_a_sign_of_life(name):
    assert is_alert({"labels": {"a": "b"}, "annotations": {"c": "d"}, "title": "A", name: "x"})


TIMES = ["timestamp", "@timestamp", "time", "ts", "datetime", "_time", "date"]
LEVELS = ["level", "log_level", "loglevel", "levelname", "log.level", "lvl", "severity", "severity_text"]
SERVICES = ["service", "service_name", "serviceName", "service.name"]
LINES = ["message", "msg", "log", "line", "_raw"]


@pytest.mark.parametrize("name", [*TIMES, *LEVELS])
def test_a_log_record_has_a_time_or_a_level(name):
    assert is_log({"message": "m", name: "x"})
    assert log_text({"k": "v", "message": "m", name: "x"}) == "[x] m; k=v"


@pytest.mark.parametrize("name", SERVICES)
def test_a_log_record_names_its_service(name):
    assert log_text({"k": "v", name: "cart", "message": "m"}) == "[cart] m; k=v"


@pytest.mark.parametrize("name", LINES)
def test_a_log_record_has_a_message(name):
    assert is_log({name: "m", "ts": "x"})


@pytest.mark.parametrize("name", [*LINES, "content", "text", "body"])
def test_the_message_of_a_log_record_stands_behind_its_head(name):
    assert log_text({"k": "v", name: "m", "ts": "x"}) == "[x] m; k=v"


@pytest.mark.parametrize(
    ("names", "text"),
    [
        pytest.param(TIMES, "[0]; {rest}", id="times"),
        pytest.param(LEVELS, "[0]; {rest}", id="levels"),
        pytest.param(SERVICES, "[0]; {rest}", id="services"),
        pytest.param(
            ["message", "msg", "log", "line", "content", "text", "body", "_raw"], "0; {rest}", id="messages"
        ),
    ],
)
def test_of_several_names_the_first_is_taken_and_the_others_are_kept(names, text):
    record = {name: str(number) for number, name in reversed(list(enumerate(names)))}
    rest = ", ".join(f"{name}={number}" for number, name in reversed(list(enumerate(names))) if number)
    assert log_text(record) == text.format(rest=rest)


@pytest.mark.parametrize("name", ["_score", "_type", "_version", "sort", "highlight", "fields"])
def test_a_hit_may_hold_nothing_but_its_source_and(name):
    assert is_hit({"_source": {"a": 1}, name: "x"})
    assert not is_hit({"_source": {"a": 1}, name: "x", "other": "y"})


@pytest.mark.parametrize("pair", [("_index", "_id"), ("_id", "_source"), ("_index", "_source")])
def test_a_hit_is_known_by_two_of_its_fields(pair):
    assert is_hit({**dict.fromkeys(pair, "x"), "other": "y"})


@pytest.mark.parametrize("title", ["title", "heading", "name", "metadata.title"])
def test_a_block_has_a_title(title):
    assert is_block({"content": "c", title: "t"})
    assert block_text({"k": "v", "content": "c", title: "t"}) == "t; c; k=v"


@pytest.mark.parametrize("source", ["source", "file", "path", "url", "uri", "document", "metadata.source"])
def test_a_block_has_a_source(source):
    assert is_block({"content": "c", source: "s"})
    assert block_text({"k": "v", "content": "c", source: "s"}) == "s; c; k=v"


@pytest.mark.parametrize("content", ["content", "text", "page_content", "body", "snippet", "chunk"])
def test_a_block_has_content(content):
    assert is_block({content: "c", "title": "t"})
    assert block_text({"k": "v", content: "c", "title": "t"}) == "t; c; k=v"


@pytest.mark.parametrize("name", ["title", "source", "content"])
def test_a_field_that_a_block_lacks_is_no_value_of_it(name):
    assert block_text({"k": "v", name: None}) == "k=v"


@pytest.mark.parametrize("field", ["state", "status", "severity", "description"])
def test_rows_of_the_metrics_tool_are_alerts_where_they_look_like_it(field):
    assert refs_of([{"value": 5, field: "x"}], "query_metrics")[0][0] == "$.alerts[0]"
    assert refs_of([{"value": 5, field: "x"}], "other_tool")[0][0] == "$.items[0]"


@pytest.mark.parametrize(
    "key",
    [
        "data",
        "result",
        "results",
        "response",
        "body",
        "payload",
        "output",
        "items",
        "list",
        "rows",
        "records",
    ],
)
def test_a_list_without_a_name_of_its_own_belongs_to_the_tool(key):
    assert refs_of({key: [{"a": 1}]}, "query_logs")[0][0] == "$.logs[0]"
    assert refs_of({"things": [{"a": 1}]}, "query_logs")[0][0] == "$.things[0]"


@pytest.mark.parametrize("columns", ["columns", "headers", "header", "schema", "fields", "column_names"])
@pytest.mark.parametrize("rows", ["rows", "values", "datarows", "data", "results"])
def test_a_table_is_read_by_its_columns(columns, rows):
    output = {columns: ["pod", "restarts"], rows: [["a", 3]]}
    assert [text for _, text in refs_of(output)] == ["pod=a, restarts=3"]


# --------------------------------------------------------------------------- envelopes


@pytest.mark.parametrize("name", ["success", "ok", "succeeded"])
def test_success_is_stated(name):
    assert read_signs([{name: True}]).verdict is True
    assert read_signs([{name: False}]).verdict is False


@pytest.mark.parametrize("name", ["isError", "is_error", "failed"])
def test_failure_is_stated(name):
    assert read_signs([{name: True}]).verdict is False


@pytest.mark.parametrize(
    "name", ["error", "error_message", "errorMessage", "error_msg", "errorType", "exception", "err", "errors"]
)
def test_an_error_is_stated(name):
    assert has_stated_error({name: "boom"})


@pytest.mark.parametrize("name", ["return_code", "returncode", "exit_code", "exitCode", "errcode", "errno"])
def test_an_exit_code_is_stated(name):
    assert read_signs([{name: 1}]).verdict is False
    assert read_signs([{name: 0}]).verdict is True


@pytest.mark.parametrize("name", ["code", "status_code", "statusCode", "http_status", "status"])
def test_a_response_code_is_stated(name):
    assert read_signs([{name: 500}]).verdict is False
    assert read_signs([{name: 200}]).verdict is True


@pytest.mark.parametrize(
    "word", ["success", "ok", "succeeded", "successful", "completed", "complete", "done", "no_data"]
)
def test_a_word_says_that_a_call_was_answered(word):
    assert read_signs([{"status": word}]).verdict is True


@pytest.mark.parametrize(
    "word",
    [
        "error",
        "errored",
        "failed",
        "failure",
        "fail",
        "timeout",
        "timed_out",
        "timedout",
        "denied",
        "forbidden",
        "unauthorized",
        "cancelled",
        "canceled",
        "aborted",
        "exception",
        "unavailable",
    ],
)
def test_a_word_says_that_a_call_failed(word):
    assert read_signs([{"status": word}]).verdict is False


@pytest.mark.parametrize(
    "word", ["pending", "running", "queued", "in_progress", "processing", "started", "incomplete", "partial"]
)
def test_a_word_says_that_a_call_is_not_over(word):
    assert status_of({"status": word, "rows": []}) != "no_evidence"
    assert status_of({"status": "done", "rows": []}) == "no_evidence"


@pytest.mark.parametrize("word", ["", "none", "null", "nil", "false", "0", "ok", "success", "no error", "无"])
def test_a_word_says_that_there_is_no_error(word):
    assert not has_stated_error({"error": word})


TOTALS = (
    "total total_count totalCount count total_hits totalHits total_results totalResults num_found numFound "
    "matched hit_count returned"
)


@pytest.mark.parametrize("name", TOTALS.split())
def test_a_total_contradicts_an_empty_list(name):
    assert status_of({"success": True, "rows": [], name: 0}) == "no_evidence"
    assert status_of({"success": True, "rows": [], name: 3}) != "no_evidence"


INCOMPLETE = (
    "timed_out timedOut timeout is_partial isPartial partial partial_failure incomplete incomplete_results "
    "incompleteResults is_running terminated_early interrupted failures shard_failures failed_shards "
    "failed_pages dropped_entries truncatedAlerts partial_errors"
)


@pytest.mark.parametrize("name", INCOMPLETE.split())
def test_a_reply_that_is_not_whole_never_says_that_nothing_matched(name):
    assert status_of({"success": True, "rows": [], name: True}) != "no_evidence"


MORE = (
    "next_token nextToken next_page_token nextPageToken next_cursor nextCursor next_page nextPage next has_more "
    "hasMore truncated is_truncated isTruncated continue"
)


@pytest.mark.parametrize("name", MORE.split())
def test_a_reply_with_more_to_come_never_says_that_nothing_matched(name):
    assert status_of({"success": True, "rows": [], name: "x1"}) != "no_evidence"


@pytest.mark.parametrize("name", ["warning", "warnings"])
def test_a_warning_is_no_record(name):
    assert status_of({"success": True, "rows": [], name: []}) == "no_evidence"


@pytest.mark.parametrize(
    "name",
    ["message", "msg", "detail", "details", "info", "reason", "note", "hint", "summary", "description"],
)
def test_what_a_reply_says_is_repeated_where_nothing_matched(name):
    details = record_output("some_tool", {"success": True, "rows": [], name: "no rows found"})
    assert details.evidence_status == "no_evidence"
    assert details.evidence_refs is not None
    assert "message=no rows found" in details.evidence_refs[0].text


@pytest.mark.parametrize(
    "name",
    [
        "errors",
        "warnings",
        "infos",
        "_shards",
        "_clusters",
        "failures",
        "shard_failures",
        "root_cause",
        "stats",
        "statistics",
        "links",
        "_links",
        "video_links",
        "dropped_entries",
        "profile",
        "tags",
        "labels",
        "annotations",
        "groupLabels",
        "commonLabels",
        "commonAnnotations",
    ],
)
def test_a_list_beside_the_answer_is_no_empty_answer(name):
    assert refs_of({name: [{"a": 1}], "rows": [{"b": 2}]}) == [("$.rows[0]", "b=2")]


@pytest.mark.parametrize(
    "name",
    [
        "data",
        "result",
        "results",
        "response",
        "responses",
        "body",
        "payload",
        "output",
        "content",
        "items",
        "list",
        "rows",
        "records",
        "value",
        "alerts",
        "logs",
        "evidence_blocks",
        "page",
    ],
)
def test_an_object_that_only_wraps_the_answer_is_opened(name):
    assert status_of({"success": True, name: {"rows": []}}) == "no_evidence"


@pytest.mark.parametrize(
    "name", ["stdout", "output", "logs", "log", "data", "result", "results", "response", "body", "stderr"]
)
def test_text_under_these_names_is_the_answer(name):
    assert [text for _, text in refs_of({"exit_code": 0, name: "pool drained on node-7"})] == [
        "pool drained on node-7"
    ]


SAYS_NOTHING = (
    "infos took took_ms elapsed elapsed_ms duration_ms execution_time request_id requestId trace_id traceId id "
    "version schema_version apiVersion kind metadata meta tool tool_name toolName type resultType result_type "
    "timestamp time date url uri page_size pageSize per_page limit offset size step start end from to since until "
    "window range interval time_range timeRange query q filter filters expr expression sql keyword keywords search "
    "source backend datasource data_source index indices topic stats statistics params arguments request input "
    "invocation namespace service services cluster pod container host env environment region tenant job instance "
    "app application team severity level state language receiver groupKey metric metric_name alert_name alertname "
    "trace user channel database table collection bucket device node hostname ip zone project pod_name "
    "service_name selector label log_group logGroup stream dashboard panel externalURL links _links pagination "
    "paging profile encodingFlags _shards _clusters num_reduce_phases"
)


@pytest.mark.parametrize("name", SAYS_NOTHING.split())
def test_a_field_that_says_how_a_call_went_or_what_was_asked_is_no_evidence(name):
    assert is_bare({"rows": [], name: "x"}, {})


OBJECTS = (
    "metadata meta stats statistics params arguments request input invocation query filter filters time_range "
    "timeRange window range links _links pagination paging profile page _shards _clusters error source"
)


@pytest.mark.parametrize("name", OBJECTS.split())
def test_some_of_these_fields_may_be_objects(name):
    assert is_bare({"rows": [], name: {"a": 1}}, {})


@pytest.mark.parametrize("name", ["pool", "service", "namespace", "host", "message", "took"])
def test_an_object_under_another_name_is_a_record(name):
    assert not is_bare({"rows": [], name: {"a": 1}}, {})
