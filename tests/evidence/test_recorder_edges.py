"""Records at the edges of a family: odd members of a list, fields by their second names, tables, parts of content."""

from __future__ import annotations

import json

import pytest

from evidencelab.contracts import ToolInvocation
from evidencelab.evidence.extractors.alerts import alert_text, is_alert, rule_text
from evidencelab.evidence.extractors.families import locator_name
from evidencelab.evidence.extractors.knowledge import block_text, is_block
from evidencelab.evidence.extractors.logs import hit_text, is_hit, is_log, is_stream, log_text, stream_texts
from evidencelab.evidence.extractors.series import is_series, sample_text, series_text
from evidencelab.evidence.extractors.values import flatten, record_text, render
from evidencelab.evidence.recorder import record_invocation, record_output

BOTH = {"labels": {"team": "ops"}, "annotations": {"note": "x"}}


def recorded(output, tool_name="some_tool", **settings):
    details = record_output(tool_name, output, **settings)
    return details.evidence_status, [(ref.raw_path, ref.text) for ref in details.evidence_refs]


def refs_of(output, tool_name="some_tool"):
    return recorded(output, tool_name)[1]


# ------------------------------------------------------------------------------ alerts


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        pytest.param({"labels": {"alertname": "A"}}, True, id="labelled"),
        pytest.param({"labels": {"severity": "page"}}, False, id="other-labels"),
        pytest.param({"alert_name": "A"}, True, id="alert-name"),
        pytest.param({"alertName": "A"}, True, id="camel-case"),
        pytest.param({"alert": "A"}, True, id="alert"),
        pytest.param({"alert_name": 5}, False, id="number-for-a-name"),
        pytest.param({**BOTH, "name": "A", "state": "firing"}, True, id="labels-annotations-state-and-title"),
        pytest.param({**BOTH, "summary": "A", "fingerprint": "c1"}, True, id="fingerprint-and-summary"),
        pytest.param({**BOTH, "name": "A", "state": ""}, False, id="no-sign-of-life"),
        pytest.param({**BOTH, "state": "firing"}, False, id="no-title"),
        pytest.param({**BOTH, "name": "", "state": "firing"}, False, id="blank-title"),
        pytest.param({"labels": {}, "name": "A", "state": "firing"}, False, id="no-annotations"),
        pytest.param({"annotations": {}, "name": "A", "state": "firing"}, False, id="no-labels"),
        pytest.param("A firing", False, id="text"),
    ],
)
def test_an_alert_is_told_by_its_fields(record, expected):
    assert is_alert(record) is expected


@pytest.mark.parametrize(
    ("record", "text"),
    [
        pytest.param({"alert": "A", "state": "firing", "name": "rule-7"}, "A firing, name=rule-7", id="alert-before-name"),
        pytest.param({"name": "A", "summary": "s", "alert_state": "pending"}, "A pending, summary=s", id="title"),
        pytest.param({"labels": {"alertname": "A", "x": "1"}, "x": "2"}, "A, labels.x=1, x=2", id="label-and-field-of-one-name"),
        pytest.param({"labels": {"a": {"b": 1}}, "alert": "A"}, "A, labels.a.b=1", id="nested-labels-are-fields"),
        pytest.param({"alert": "A", "status": {"state": "active"}}, "A active", id="state-inside-status"),
        pytest.param({"alert": "A", "status": {"state": 3}}, "A, status.state=3", id="state-inside-status-no-text"),
        pytest.param({"alert": "A", "endsAt": "0001-01-01T00:00:00Z"}, "A", id="zero-time"),
        pytest.param({"alert": "A", "description": "d", "annotations": {"description": "e", "n": 5}}, "A; d; description=e; n=5", id="own-description-first"),
        pytest.param({"alert": "A", "annotations": {"description": "e"}}, "A; e", id="annotated-description"),
        pytest.param({"value": 5}, "value=5", id="no-name"),
        pytest.param(["a", 5], "[a, 5]", id="list"),
    ],
)  # fmt: skip
def test_an_alert_is_laid_out_with_every_value(record, text):
    assert alert_text(record) == text
    assert rule_text(record) == text


def test_a_rule_leaves_its_alerts_to_themselves():
    assert rule_text({"name": "r", "alerts": [{"alert": "A"}], "health": "ok"}) == "r, health=ok"


@pytest.mark.parametrize(
    ("output", "refs"),
    [
        pytest.param({"alert_name": "A", "state": "firing"}, [("$.alerts[0]", "A firing")], id="in-a-state"),
        pytest.param({"alert_name": "A", "status": "firing"}, [("$.alerts[0]", "A firing")], id="in-a-status"),
        pytest.param({"labels": {"alertname": "A"}}, [("$.alerts[0]", "A")], id="labelled"),
        pytest.param({"alert_name": "A", "load": 5}, [], id="in-no-state"),
        pytest.param(
            {"alert_name": "A", "state": "firing", "rows": [{"b": 1}]}, [("$.rows[0]", "b=1")], id="holds-a-list"
        ),
        pytest.param(
            {"alert_name": "A", "state": "firing", "tags": ["x"]}, [("$.alerts[0]", "A firing, tags=[x]")], id="tags"
        ),
        pytest.param(
            {"alert_name": "A", "state": "firing", "rows": [], "load": 5}, [], id="holds-an-empty-list"
        ),
        pytest.param(
            {**BOTH, "alert": "A", "rows": [{"b": 1}]},
            [("$.alerts[0]", "A, team=ops, rows[0].b=1; note=x")],
            id="labels-and-annotations",
        ),
        pytest.param({"labels": {"alertname": "A"}, "alerts": [{"alert": "B"}]}, [("$.alerts[0]", "B")], id="group"),
        pytest.param({**BOTH, "alert": "A", "alerts": [{"alert": "B"}]}, [("$.alerts[0]", "B")], id="group-with-notes"),
        pytest.param([{"alert": "A"}], [("$.alerts[0]", "A")], id="bare-list"),
        pytest.param({"things": [{"alert": "A"}]}, [("$.things[0]", "alert=A")], id="list-of-another-name"),
        pytest.param(
            {"things": [{"labels": {"alertname": "A"}}]}, [("$.alerts[0]", "A")], id="labelled-under-any-name"
        ),
        pytest.param({"Alerts": ["A firing"]}, [("$.alerts[0]", "A firing")], id="list-named-alerts"),
        pytest.param(
            {"data": [{"rules": [{"name": "r"}]}, 5]}, [("$.rules[0]", "r")], id="a-group-that-is-none"
        ),
        pytest.param(
            {"data": [{"alerts": [{"alert": "A"}]}, "x", {"alerts": 5}]}, [("$.alerts[0]", "A")], id="groups-of-alerts"
        ),
    ],
)  # fmt: skip
def test_alerts_are_found_in_any_reply(output, refs):
    assert refs_of(output) == refs


# ------------------------------------------------------------------------------ logs


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        pytest.param({"message": "m", "timestamp": 1}, True, id="message-and-time"),
        pytest.param({"_raw": "m", "severity_text": "x"}, True, id="raw-and-level"),
        pytest.param({"message": "m"}, False, id="message-alone"),
        pytest.param({"timestamp": 1}, False, id="time-alone"),
        pytest.param({"message": 5, "level": "x"}, False, id="number-for-a-message"),
        pytest.param({"content": "m", "level": "x"}, False, id="content-is-no-log-message"),
        pytest.param(["message", "level"], False, id="list"),
    ],
)
def test_a_log_record_is_told_by_its_fields(record, expected):
    assert is_log(record) is expected


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        pytest.param({"_index": "a", "_id": 1}, True, id="index-and-id"),
        pytest.param({"_source": {}, "_id": 1}, True, id="source-and-id"),
        pytest.param({"_index": "a"}, False, id="index-alone"),
        pytest.param({"_id": 1, "_score": 2}, False, id="id-alone"),
        pytest.param({"_source": {}}, False, id="empty-source-alone"),
        pytest.param({"_source": {"a": 1}}, True, id="source-alone"),
        pytest.param({"_source": {"a": 1}, "sort": [7]}, True, id="source-and-sort"),
        pytest.param({"_source": {"a": 1}, "name": "x"}, False, id="source-and-a-field-of-its-own"),
        pytest.param({"_source": "a"}, False, id="source-of-another-kind"),
        pytest.param({"_index": "a", "_source": {}}, True, id="index-and-source"),
        pytest.param(None, False, id="null"),
    ],
)
def test_a_hit_is_told_by_its_fields(record, expected):
    assert is_hit(record) is expected


def test_a_stream_needs_labels_and_values():
    assert is_stream({"stream": {}, "values": []})
    assert not is_stream({"stream": {}, "values": 5})
    assert not is_stream({"stream": "a", "values": []})
    assert not is_stream("stream values")


@pytest.mark.parametrize(
    ("record", "text"),
    [
        pytest.param({"time": "9:00", "ts": "1", "msg": "up"}, "[9:00] up; ts=1", id="one-time-is-shown"),
        pytest.param(
            {"level": "", "lvl": "W", "log": "up"}, '[W] up; level=""', id="blank-level-passed-over"
        ),
        pytest.param(
            {"level": None, "lvl": "W", "log": "up"}, "[W] up; level=null", id="null-level-passed-over"
        ),
        pytest.param({"serviceName": "cart", "pod": "c-1"}, "[cart]; pod=c-1", id="no-message"),
        pytest.param({"body": "up"}, "up", id="message-alone"),
        pytest.param({}, "", id="empty"),
        pytest.param("plain", "plain", id="text"),
        pytest.param([1, "a"], "[1, a]", id="list"),
    ],
)
def test_a_log_record_is_laid_out_with_every_value(record, text):
    assert log_text(record) == text


@pytest.mark.parametrize(
    ("hit", "text"),
    [
        pytest.param({"_source": {"message": "up"}}, "up", id="source-alone"),
        pytest.param({"_source": {}, "_id": 1}, "_id=1", id="empty-source"),
        pytest.param({"_source": {}}, "", id="empty"),
        pytest.param({"_id": 1, "_source": "gone"}, "_id=1, _source=gone", id="source-of-another-kind"),
        pytest.param([1], "[1]", id="list"),
    ],
)
def test_a_hit_is_laid_out_with_every_value(hit, text):
    assert hit_text(hit) == text


def test_a_stream_lays_out_every_entry_whatever_it_is():
    stream = {
        "stream": {},
        "values": [["1", "a"], "odd", ["2"], ["3", "b", {"t": "x"}, {}], "ab", ("4", "c")],
    }

    assert list(stream_texts(stream)) == ["[1] a", "odd", "[2]", "[3] b; t=x", "ab", "[4] c"]
    assert list(stream_texts("no stream")) == []


def test_streams_are_read_past_one_that_is_none():
    stream = {"stream": {"app": "edge"}, "values": [["1", "a"]]}

    assert refs_of({"result": [None, stream, 5, stream]}) == [
        ("$.logs[0]", "[1] a; app=edge"),
        ("$.logs[1]", "[1] a; app=edge"),
    ]


# ------------------------------------------------------------------------------ knowledge


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        pytest.param({"content": "c", "title": "t"}, True, id="content-and-title"),
        pytest.param({"text": "c", "path": "p"}, True, id="text-and-path"),
        pytest.param({"snippet": "c", "metadata": {"title": "t"}}, True, id="title-in-metadata"),
        pytest.param({"chunk": "c", "heading": "h"}, True, id="chunk-and-heading"),
        pytest.param({"content": "c"}, False, id="content-alone"),
        pytest.param({"title": "t", "source": "s"}, False, id="no-content"),
        pytest.param({}, False, id="empty"),
        pytest.param("content title", False, id="text-value"),
    ],
)
def test_a_block_is_told_by_its_fields(record, expected):
    assert is_block(record) is expected


@pytest.mark.parametrize(
    ("block", "text"),
    [
        pytest.param({"heading": "H", "url": "U", "chunk": "C"}, "H; U; C", id="second-names"),
        pytest.param({"name": "N", "document": "D", "snippet": "S"}, "N; D; S", id="third-names"),
        pytest.param({"metadata": {"title": "T", "source": "S"}, "body": "B"}, "T; S; B", id="metadata"),
        pytest.param({"text": "C", "file": "F"}, "F; C", id="text-and-file"),
        pytest.param({"page_content": "C", "path": "P"}, "P; C", id="page-and-path"),
        pytest.param({"content": "C", "uri": "U", "score": 0.8}, "U; C; score=0.8", id="further-fields"),
        pytest.param({"title": "", "heading": "H", "content": "C"}, 'H; C; title=""', id="blank-title-passed-over"),
        pytest.param({"title": None, "heading": "H", "content": "C"}, "H; C", id="null-title-is-no-value"),
        pytest.param({"title": None, "source": None, "content": None, "score": None}, "score=null", id="only-its-own-nulls-go"),
        pytest.param({"title": "null", "content": "C"}, "C", id="null-as-text"),
        pytest.param({"source": "S", "url": "U", "content": "C"}, "S; C; url=U", id="source-before-url"),
        pytest.param({}, "", id="empty"),
        pytest.param("read it", "read it", id="text"),
        pytest.param(["a"], "[a]", id="list"),
    ],
)  # fmt: skip
def test_a_block_is_laid_out_title_source_content_and_the_rest(block, text):
    assert block_text(block) == text


# ------------------------------------------------------------------------------ series


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ({"metric": {}, "value": [1, "2"]}, True),
        ({"metric": {}, "histograms": []}, True),
        ({"metric": {}, "value": "2"}, False),
        ({"metric": "up", "value": [1, "2"]}, False),
        ({"value": [1, "2"]}, False),
        ("metric value", False),
    ],
)
def test_a_series_is_told_by_its_fields(record, expected):
    assert is_series(record) is expected


@pytest.mark.parametrize(
    ("series", "text"),
    [
        pytest.param({"metric": {"__name__": "up", "b": "2", "a": "1"}, "value": [7, "0"]}, "up b=2 a=1; 0 @ 7", id="labels-in-order"),
        pytest.param({"metric": {"a": "1"}, "values": [[7, "0"], [8, "1"]]}, "a=1; 0 @ 7, 1 @ 8", id="no-name"),
        pytest.param({"metric": {}, "values": [], "stale": True}, "stale=true", id="rest"),
        pytest.param({"metric": {}, "value": [1, "2"], "histograms": [[3, {"count": "4"}]]}, "2 @ 1, count=4 @ 3", id="value-and-histograms"),
        pytest.param({"metric": {"a": "1"}, "value": [1, "2"], "values": 5}, "a=1; 2 @ 1", id="values-of-another-kind"),
        pytest.param({"metric": {}, "histogram": [3, {}]}, " @ 3", id="empty-histogram"),
        pytest.param({"metric": {}, "values": [[7, "0"], "odd", [1, 2, 3], {"v": 5}]}, "0 @ 7, odd, [1, 2, 3], v=5", id="odd-samples"),
        pytest.param([1, 2], "[1, 2]", id="no-series"),
    ],
)  # fmt: skip
def test_a_series_is_laid_out_with_every_sample(series, text):
    assert series_text(series) == text


def test_a_sample_is_a_value_at_a_time():
    assert sample_text([1.5, "2"]) == "2 @ 1.5"
    assert sample_text([1]) == "[1]"
    assert sample_text("ab") == "ab"


# ------------------------------------------------------------------------------ lists, tables, parts


@pytest.mark.parametrize(
    ("output", "refs"),
    [
        pytest.param({"rows": [None, {"a": 1}]}, [("$.rows[1]", "a=1")], id="null-first"),
        pytest.param({"rows": [None, None]}, [], id="only-nulls"),
        pytest.param({"__x__": [1]}, [("$.x[0]", "1")], id="underscores-around-a-name"),
        pytest.param({"": [1]}, [("$.items[0]", "1")], id="no-name"),
        pytest.param({"n" * 90: [1]}, [(f"$.{'n' * 80}[0]", "1")], id="long-name"),
        pytest.param(
            {"pod": {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}}},
            [("$.pod[0]", "apiVersion=v1, kind=Pod, metadata.name=a")],
            id="kubernetes-object-under-a-name",
        ),
        pytest.param(
            {"a": {"x": {"v": 1}, "y": {"v": 2}}, "rows": [{"b": 1}]},
            [("$.a[0]", "x, v=1"), ("$.a[1]", "y, v=2"), ("$.rows[0]", "b=1")],
            id="map-before-a-list",
        ),
        pytest.param(
            {"resultType": "string", "result": [7, "up"]}, [("$.series[0]", "up @ 7")], id="string-result"
        ),
        pytest.param({"resultType": "scalar", "result": "7"}, [("$.lines[0]", "7")], id="scalar-as-text"),
        pytest.param(
            {"a": {"resultType": "scalar", "result": [7, "1"]}, "b": [2]},
            [("$.series[0]", "1 @ 7"), ("$.b[0]", "2")],
            id="scalar-before-a-list",
        ),
        pytest.param(
            {"columns": ["a", "a", "b"], "rows": [[1, 2, 3], [4], {"x": 5}]},
            [("$.rows[0]", "a=1, a_2=2, b=3"), ("$.rows[1]", "a=4"), ("$.rows[2]", "x=5")],
            id="table-of-uneven-rows",
        ),
        pytest.param(
            {"headers": ["b", "a", "a", "a", "b"], "values": [[1, 2, 3, 4, 5]]},
            [("$.values[0]", "b=1, a=2, a_2=3, a_3=4, b_2=5")],
            id="columns-of-one-name",
        ),
        *(
            pytest.param(
                {"schema": [{name: "host", "type": "text"}], "rows": [["db"]]}, [("$.rows[0]", "host=db")], id=f"column-{name}"
            )
            for name in ("name", "label", "title", "field", "key")
        ),
        pytest.param(
            {"columns": [{"name": "host", "width": 9}], "rows": [["db"]]},
            [("$.columns[0]", "name=host, width=9"), ("$.rows[0]", "[db]")],
            id="columns-that-are-records",
        ),
        pytest.param(
            {"columns": [{"type": "text"}], "rows": [["db"]]},
            [("$.columns[0]", "type=text"), ("$.rows[0]", "[db]")],
            id="columns-without-names",
        ),
        pytest.param({"columns": [{"name": 5}], "rows": [["db"]]}, [("$.columns[0]", "name=5"), ("$.rows[0]", "[db]")], id="columns-named-by-numbers"),
        pytest.param({"columns": [], "rows": [["db"]]}, [("$.rows[0]", "[db]")], id="no-columns"),
        pytest.param({"columns": 2, "rows": [["db"]]}, [("$.rows[0]", "[db]")], id="a-count-of-columns"),
        pytest.param(
            [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}, {"type": "audio", "data": "x"}],
            [("$.lines[0]", "a"), ("$.lines[1]", "b")],
            id="parts-as-a-list",
        ),
        pytest.param(
            {"content": [{"type": "resource", "text": "a b"}]}, [("$.lines[0]", "a b")], id="resource"
        ),
        *(
            pytest.param({"content": [{"type": "text", "text": "a b", name: None}]}, [("$.lines[0]", "a b")], id=f"part-with-{name}")
            for name in ("annotations", "cache_control", "_meta")
        ),
        pytest.param(
            {"content": [{"type": "text", "text": "a b", "score": 1}]},
            [("$.content[0]", "type=text, text=a b, score=1")],
            id="a-part-that-says-more-is-a-record",
        ),
        pytest.param({"content": [{"type": "video", "text": "a"}]}, [("$.content[0]", "type=video, text=a")], id="a-part-of-another-type"),
        pytest.param({"stderr": "boom", "log": "a b"}, [("$.lines[0]", "a b")], id="log-before-stderr"),
        pytest.param({"output": " ", "stderr": "boom"}, [("$.lines[0]", "boom")], id="blank-output"),
        pytest.param({"name": "n", "details": {"logs": [{"message": "m"}]}}, [("$.logs[0]", "m")], id="list-inside-an-object"),
        pytest.param({"stats": [{"a": 1}], "rows": [{"b": 1}]}, [("$.rows[0]", "b=1")], id="lists-aside"),
    ],
)  # fmt: skip
def test_record_output_finds_records_at_the_edges(output, refs):
    assert refs_of(output) == refs


@pytest.mark.parametrize(
    ("key", "name"),
    [
        (None, "items"),
        ("", "items"),
        ("--", "items"),
        ("a b", "a_b"),
        ("_a_", "a"),
        ("XaX", "XaX"),
        ("值", "值"),
    ],
)
def test_a_locator_is_named_by_its_list(key, name):
    assert locator_name(key) == name


@pytest.mark.parametrize(
    ("output", "status"),
    [
        pytest.param({"details": {"logs": []}}, "unparsed", id="empty-list-inside-a-record"),
        pytest.param({"data": {"logs": []}}, "no_evidence", id="empty-list-inside-a-wrapper"),
        pytest.param({"_shards": {"total": 1, "successful": 1}, "rows": []}, "partial", id="shards-make-a-search"),
        pytest.param({"rows": [], "stdout": "a b"}, "unparsed", id="text-beside-an-empty-list"),
        pytest.param({"success": True, "note": "it came back truncated", "timed_out": True}, "partial", id="cut-and-nothing-read"),
        pytest.param({"note": "all is well"}, "unparsed", id="nothing-read"),
        pytest.param({"success": False, "rows": [{"a": 1}]}, "error", id="failed-with-rows"),
        pytest.param({"success": True, "error": "boom", "rows": [{"a": 1}]}, "partial", id="rows-and-an-error"),
        pytest.param({"success": True, "error": "boom"}, "error", id="an-error-alone"),
        pytest.param({"code": 0, "replicas": 3, "rows": []}, "no_evidence", id="plain-by-its-verdict"),
        pytest.param({"total": 0, "replicas": 3, "rows": []}, "no_evidence", id="plain-by-its-total"),
        pytest.param({"replicas": 3, "rows": []}, "unparsed", id="not-plain-and-not-bare"),
        pytest.param({"stdout": "a b", "timed_out": True}, "partial", id="text-that-was-cut"),
        pytest.param({"stdout": "No data", "timed_out": True}, "partial", id="nothing-found-in-time"),
        pytest.param({"stdout": "", "output": "No data", "error": "boom"}, "error", id="nothing-found-and-an-error"),
        pytest.param({"stdout": '{"rows": [', "timed_out": True}, "unparsed", id="broken-text-that-was-cut"),
        pytest.param({"stdout": "error: boom", "timed_out": True}, "error", id="failure-that-was-cut"),
        pytest.param('{"rows": []}\n{"rows": [1', "partial", id="empty-and-cut-off"),
        pytest.param({"success": False, "rows": [], "total": 0, "inner": {"success": False}, "message": "No rows found"}, "no_evidence", id="older-no-hit"),
        pytest.param({"took": 1, "success": "false", "rows": [], "total": 0, "message": "No rows found"}, "error", id="older-no-hit-needs-a-flag"),
        pytest.param({"took": 1, "data": {"success": False, "rows": [], "total": 0, "message": "No rows found"}}, "error", id="older-no-hit-only-outermost"),
        *(pytest.param(text, "unparsed", id=f"text-{text}") for text in ("null", " None ", "NIL", "undefined")),
    ],
)  # fmt: skip
def test_record_output_reads_the_outcome_at_the_edges(output, status):
    assert recorded(output)[0] == status


def test_what_failed_or_was_cut_keeps_what_it_did_return():
    assert recorded({"success": False, "rows": [{"a": 1}]}) == ("error", [("$.rows[0]", "a=1")])
    assert recorded({"success": True, "error": "boom", "rows": [{"a": 1}]}) == (
        "partial",
        [("$.rows[0]", "a=1")],
    )
    assert recorded({"stdout": "a b", "timed_out": True}) == ("partial", [("$.lines[0]", "a b")])
    assert recorded({"stdout": "a b", "exit_code": 1}) == ("error", [("$.lines[0]", "a b")])
    assert recorded({"stdout": "No data", "timed_out": True}) == ("partial", [])
    assert recorded({"stdout": "No data", "exit_code": 1}) == ("error", [])
    assert recorded('{"a": 1}\n{"a": 2}\n{"a"') == ("partial", [("$.items[0]", "a=1"), ("$.items[1]", "a=2")])


def test_json_is_unwrapped_four_times_and_no_more():
    def layers(times):
        text = '{"rows": [{"a": 1}]}'
        for _ in range(times):
            text = json.dumps(text)
        return text

    assert refs_of(layers(3)) == [("$.rows[0]", "a=1")]
    assert refs_of(layers(4)) == [("$.lines[0]", layers(0))]


def test_text_inside_replies_is_unwrapped_twice_and_no_more():
    inner = '{"rows": [{"a": 1}]}'
    once = json.dumps({"output": inner})
    twice = json.dumps({"output": once})
    assert refs_of({"output": inner}) == refs_of({"output": once}) == [("$.rows[0]", "a=1")]
    assert refs_of({"output": twice}) == [("$.lines[0]", inner)]


@pytest.mark.parametrize(
    "output",
    [
        pytest.param([{"a": 1}], id="list"),
        pytest.param('[{"a": 1}]', id="text"),
        pytest.param({"output": '[{"a": 1}]'}, id="text-inside"),
        pytest.param('"[{\\"a\\": 1}]"', id="text-in-text"),
    ],
)
def test_the_tools_name_is_known_wherever_its_rows_are_found(output):
    assert refs_of(output, "query_logs") == [("$.logs[0]", "a=1")]


@pytest.mark.parametrize("output", ["No data", {"output": "No data"}, '"No data"', "No data\n"])
def test_a_no_evidence_text_names_the_tool_wherever_it_was_said(output):
    ((path, text),) = refs_of(output, "query_logs")

    assert path == "$.no_evidence"
    assert text == "query_logs returned no evidence; evidence_status=no_evidence; total=0; message=No data"


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        pytest.param(" ", "", id="blank"),
        pytest.param('{"q": "cart"}', "q=cart; ", id="json-text"),
        pytest.param("[1]", "arguments=[1]; ", id="json-list-as-text"),
        pytest.param([1, "a"], "arguments=[1, a]; ", id="list"),
        pytest.param([], "", id="empty-list"),
        pytest.param(5, "arguments=5; ", id="number"),
        pytest.param(0, "arguments=0; ", id="zero"),
    ],
)
def test_arguments_of_any_kind_are_stated(arguments, shown):
    _, ((_, text),) = recorded({"success": True, "rows": []}, "t", arguments=arguments)

    assert text == f"t returned no evidence; evidence_status=no_evidence; {shown}total=0"


@pytest.mark.parametrize(
    ("output", "status"),
    [
        pytest.param({"success": True, "rows": [], "message": "No rows for cart: timeout errors"}, "no_evidence", id="empty"),
        pytest.param({"success": False, "rows": [], "total": 0, "message": "No rows found: timeout errors"}, "no_evidence", id="older-form"),
        pytest.param({"note": "Failed to find timeout errors"}, "error", id="a-failure-all-the-same"),
        pytest.param("No rows found: timeout errors", "no_evidence", id="text"),
        pytest.param("timeout errors", "supported", id="nothing-but-the-term"),
        pytest.param({"note": "timeout errors"}, "unparsed", id="message-of-nothing-but-the-term"),
    ],
)  # fmt: skip
def test_what_was_asked_for_is_no_verdict_where_it_is_repeated(output, status):
    assert recorded(output, "t", arguments={"query": "timeout errors"})[0] == status


def test_the_message_shown_is_the_one_that_found_nothing_for_what_was_asked():
    output = {"success": True, "rows": [], "message": "done", "note": "No rows found: timeout errors"}

    _, ((_, text),) = recorded(output, "t", arguments={"query": "timeout errors"})

    assert text.endswith("; total=0; message=No rows found: timeout errors")


@pytest.mark.parametrize(
    ("output", "status"),
    [
        pytest.param({"success": True, "rows": [], "has_more": True}, "partial", id="partial"),
        pytest.param({"success": False, "error": "index down"}, "error", id="error"),
        pytest.param({"success": True, "rows": [{"a": 1}]}, "no_evidence", id="supported"),
        pytest.param("{", "no_evidence", id="unparsed"),
    ],
)
def test_no_blocks_are_no_evidence_unless_the_output_says_the_search_was_not_whole(output, status):
    given = ToolInvocation.model_validate(
        {
            "invocation_id": 1,
            "tool_name": "lookup_knowledge",
            "output": output,
            "retrieval_details": {"evidence_blocks": []},
        }
    )

    details = record_invocation(given).retrieval_details

    assert details.evidence_status == status
    assert [ref.raw_path for ref in details.evidence_refs] == (
        ["$.no_evidence"] if status == "no_evidence" else []
    )


# ------------------------------------------------------------------------------ values


def nested(depth, value="end"):
    for _ in range(depth):
        value = {"k": value}
    return value


def test_paths_grow_to_twenty_four_names_and_no_further():
    for depth, length in ((24, 24), (25, 24), (40, 24)):
        ((path, value),) = flatten(nested(depth))
        assert (path, value) == (".".join(["k"] * length), "end")


def test_paths_through_lists_grow_no_further_either():
    value = "end"
    for _ in range(30):
        value = [value, [1]]
    first = next(iter(flatten(value)))

    assert first.key == "[0]" * 24
    assert first.value == "end"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ([{}, [], [1]], "[{}, [], []]"),
        ([None, True, 0.5, 10**30], f"[null, true, 0.5, {10**30}]"),
        ({}, "{}"),
        (1e22, "1e+22"),
        (b"x", "b'x'"),
    ],
)
def test_render_writes_any_value(value, text):
    assert render(value) == text


def test_record_text_writes_a_value_without_a_name():
    assert record_text("a") == "a"
    assert record_text([""]) == "[]"
    assert record_text(0) == "0"
    assert record_text({"": ""}) == '""'
