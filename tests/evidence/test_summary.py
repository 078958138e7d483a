"""The seven-field overview of a session's calls."""

from __future__ import annotations

from evidencelab.contracts import ToolInvocation
from evidencelab.evidence.summary import summarise_trace

MEMORY = "HighMemoryUsage firing, service=order-service, current=91%, duration=15m; JVM heap usage 3.8GB/4GB"
NO_HIT = {"success": True, "logs": [], "total": 0, "message": "未找到匹配的日志"}


def call(invocation_id, tool_name="query_logs", **fields):
    return ToolInvocation.model_validate({"invocation_id": invocation_id, "tool_name": tool_name, **fields})


def details(status, *refs):
    return {
        "evidence_status": status,
        "evidence_refs": [{"raw_path": path, "text": text} for path, text in refs],
    }


def test_summarise_trace_writes_the_wire_format():
    calls = [
        call(12345, "query_metrics", retrieval_details=details("supported", ("$.alerts[1]", MEMORY))),
        call(12346, output={"logs": ["[11:17][WARN][order-service] 内存使用率过高: 91.0%"]}),
    ]
    assert [trace.to_wire() for trace in summarise_trace(calls)] == [
        {
            "trace_ref": "trace-1",
            "tool_name": "query_metrics",
            "source_invocation_ids": [12345],
            "evidence_level": "direct",
            "output_summary": f"metric_evidence: {MEMORY}",
            "invocation_count": 1,
            "no_hit_invocation_count": 0,
        },
        {
            "trace_ref": "trace-2",
            "tool_name": "query_logs",
            "source_invocation_ids": [12346],
            "evidence_level": "direct",
            "output_summary": "log_evidence: [11:17][WARN][order-service] 内存使用率过高: 91.0%",
            "invocation_count": 1,
            "no_hit_invocation_count": 0,
        },
    ]


def test_summarise_trace_of_no_calls_is_empty():
    assert summarise_trace([]) == ()


def test_summarise_trace_groups_by_tool_and_counts_no_hits():
    calls = [
        call(1, output=NO_HIT),
        call(2, "query_metrics", output={"alerts": [{"alert_name": "A", "state": "firing"}]}),
        call(3, output=NO_HIT),
    ]
    logs, metrics = summarise_trace(calls)
    assert (logs.source_invocation_ids, logs.invocation_count, logs.no_hit_invocation_count) == ((1, 3), 2, 2)
    assert (logs.evidence_level, logs.output_summary) == ("none", "2 of 2 calls matched nothing")
    assert (metrics.trace_ref, metrics.evidence_level) == ("trace-2", "direct")


def test_summarise_trace_counts_a_failed_call_as_no_no_hit():
    (trace,) = summarise_trace([call(1, output="Error from server (Forbidden): pods", status="error")])
    assert (trace.evidence_level, trace.no_hit_invocation_count) == ("none", 0)
    assert trace.output_summary == "1 of 1 call failed"


def test_summarise_trace_tells_legacy_and_unparsed_calls_from_no_hits():
    (trace,) = summarise_trace([call(1), call(2, output='{"logs": ['), call(3, output=NO_HIT)])
    assert trace.no_hit_invocation_count == 1
    assert trace.output_summary == "1 of 3 calls matched nothing; 2 of 3 calls left nothing quotable"


def test_summarise_trace_calls_knowledge_indirect():
    blocks = [{"title": "连接池", "source": "pool.md", "content": "先看 active"}]
    (trace,) = summarise_trace([call(1, "lookup_knowledge", retrieval_details={"evidence_blocks": blocks})])
    assert trace.evidence_level == "indirect"
    assert trace.output_summary == "knowledge_evidence: 连接池; pool.md; 先看 active"


def test_summarise_trace_shows_firing_alerts_first():
    alerts = [{"alert_name": "Over", "state": "resolved"}, {"alert_name": "Now", "state": "firing"}]
    (trace,) = summarise_trace([call(1, "query_metrics", output={"alerts": alerts})])
    assert trace.output_summary == "metric_evidence: Now firing | Over resolved"


def test_summarise_trace_keeps_both_ends_of_a_long_list():
    logs = [{"message": f"heap {n}%"} for n in range(80, 90)]
    (trace,) = summarise_trace([call(1, output={"logs": logs})])
    assert trace.output_summary == (
        "log_evidence: heap 80% | heap 81% | heap 82% | (5 more) | heap 88% | heap 89%"
    )


def test_summarise_trace_shows_equal_lines_once_and_long_ones_cut():
    logs = [{"message": "same line"}, {"message": "same line"}, {"message": "x " * 200 + "\nend"}]
    (trace,) = summarise_trace([call(1, output={"logs": logs})])
    first, second = trace.output_summary.removeprefix("log_evidence: ").split(" | ")
    assert first == "same line"
    assert (len(second), second[-1]) == (160, "…")


def test_summarise_trace_names_the_kind_by_the_records_of_other_tools():
    (trace,) = summarise_trace([call(1, "kubectl", output={"pods": [{"name": "cart-1"}]})])
    assert trace.output_summary == "record_evidence: name=cart-1"


def test_summarise_trace_knows_the_kind_by_the_list_where_the_tool_is_another():
    outputs = [
        {"alerts": [{"alert_name": "A", "state": "firing"}]},
        {"result": [{"metric": {"__name__": "up"}, "value": [7, "1"]}]},
        {"data": [{"rules": [{"name": "r"}]}]},
        {"logs": ["pool exhausted"]},
        "one line",
        {"evidence_blocks": [{"title": "t", "content": "c"}]},
        {"pods": [{"name": "cart-1"}]},
    ]
    traces = summarise_trace([call(n, f"tool_{n}", output=output) for n, output in enumerate(outputs)])

    assert [(trace.output_summary, trace.evidence_level) for trace in traces] == [
        ("metric_evidence: A firing", "direct"),
        ("metric_evidence: up; 1 @ 7", "direct"),
        ("metric_evidence: r", "direct"),
        ("log_evidence: pool exhausted", "direct"),
        ("log_evidence: one line", "direct"),
        ("knowledge_evidence: t; c", "indirect"),
        ("record_evidence: name=cart-1", "direct"),
    ]


def test_summarise_trace_knows_the_kind_by_the_three_tools_whatever_they_return():
    tools = ("query_metrics", "query_logs", "lookup_knowledge")
    traces = summarise_trace([call(n, tool, output={"pods": ["a b"]}) for n, tool in enumerate(tools)])

    assert [(trace.output_summary, trace.evidence_level) for trace in traces] == [
        ("metric_evidence: a b", "direct"),
        ("log_evidence: a b", "direct"),
        ("knowledge_evidence: a b", "indirect"),
    ]


def test_summarise_trace_puts_every_quiet_alert_behind_the_loud_ones():
    states = ["resolved", "firing", "inactive", "pending", "active"]
    alerts = [{"alert_name": f"A{n}", "state": state, "note": "x"} for n, state in enumerate(states)]
    (trace,) = summarise_trace([call(1, "query_metrics", output={"alerts": alerts})])

    assert [
        part.split()[0] for part in trace.output_summary.removeprefix("metric_evidence: ").split(" | ")
    ] == [
        "A1",
        "A4",
        "A0",
        "A2",
        "A3",
    ]


def test_summarise_trace_takes_words_behind_the_first_comma_for_no_state():
    alerts = [{"alert_name": "Over", "note": "resolved"}, {"alert_name": "Now", "state": "firing"}]
    (trace,) = summarise_trace([call(1, "query_metrics", output={"alerts": alerts})])
    (logs,) = summarise_trace([call(1, output={"logs": ["resolved at last", "firing again"]})])

    assert trace.output_summary == "metric_evidence: Over, note=resolved | Now firing"
    assert logs.output_summary == "log_evidence: resolved at last | firing again"


def test_summarise_trace_shows_five_lines_whole_and_a_line_of_160_characters():
    logs = [f"heap {n}%" for n in range(4)] + ["x" * 160]
    (trace,) = summarise_trace([call(1, output={"logs": logs})])
    (six,) = summarise_trace([call(1, output={"logs": [*logs, "x" * 161]})])

    assert trace.output_summary == "log_evidence: " + " | ".join(logs)
    assert (
        six.output_summary == f"log_evidence: {' | '.join(logs[:3])} | (1 more) | {'x' * 160} | {'x' * 159}…"
    )


def test_summarise_trace_counts_one_call_and_several_kinds():
    calls = [
        call(1, "kubectl", output={"pods": [{"name": "a"}], "logs": ["b c"]}),
        call(2, "kubectl", output="No resources found in cart namespace."),
        call(3, "kubectl", status="error", output="boom at 9:00"),
        call(4, "kubectl", output="null"),
    ]
    (trace,) = summarise_trace(calls)

    assert trace.output_summary == (
        "record_evidence: name=a; log_evidence: b c; 1 of 4 calls matched nothing; 1 of 4 calls failed; "
        "1 of 4 calls left nothing quotable"
    )
    assert (trace.evidence_level, trace.invocation_count, trace.no_hit_invocation_count) == ("direct", 4, 1)
