"""Findings with one cause stand together: the cause once, every statement under it."""

from __future__ import annotations

import json

from evidencelab.reports.terminal.trace_table import render_traces
from evidencelab.reports.views.trace_causes import grouped_findings, incomplete_results
from evidencelab.traces import check_trace
from evidencelab.traces.check import CheckedRun

SAID = "The tank holds 4711 litres. The pump ran for 8315 seconds. The valve opened 9 times."


def trace(*results: tuple[str, str | None], said: str = SAID):
    calls = [
        {"id": f"c{n}", "function": {"name": name, "arguments": "{}"}} for n, (name, _) in enumerate(results)
    ]
    answers = [
        {"role": "tool", "tool_call_id": f"c{n}", "content": text}
        for n, (_, text) in enumerate(results)
        if text is not None
    ]
    head = [{"role": "assistant", "tool_calls": calls}] if calls else []
    return [
        {"role": "user", "content": "How is the tank?"},
        *head,
        *answers,
        {"role": "assistant", "content": said},
    ]


def shown(messages) -> str:
    return render_traces([CheckedRun("t.json", 1, check_trace(messages))], 140, False)


def test_a_missing_result_is_said_once_over_all_that_it_leaves_unsupported():
    messages = trace(("read_tank", None), ("read_valve", '{"valve": {"opened": 9}}'))
    report = check_trace(messages)
    (group,) = [g for g in grouped_findings(report) if g.findings[0].finding == "unsupported"]
    assert [finding.number for finding in group.findings] == [1, 2]
    assert group.cause == "read_tank (call c0) has no result"
    assert group.is_likely

    told = shown(messages)
    assert told.count("read_tank (call c0) has no result") == 1
    assert "unsupported t, 2 statements, perhaps of one cause" in told.replace("trace", "t")
    assert "1: The tank holds 4711 litres. (4711 litres)" in told
    assert "2: The pump ran for 8315 seconds. (8315 seconds)" in told


def test_every_finding_of_the_report_is_in_one_group_and_in_order():
    report = check_trace(trace(("read_tank", None)))
    grouped = [finding for group in grouped_findings(report) for finding in group.findings]
    assert sorted(f.number for f in grouped) == sorted(f.number for f in report.findings)
    assert json.dumps([f.finding for f in grouped]) == json.dumps([f.finding for f in report.findings])


def test_without_a_gap_each_unsupported_statement_keeps_its_own_evidence():
    report = check_trace(trace(("read_valve", '{"valve": {"opened": 9}}')))
    assert incomplete_results(report) is None
    assert all(group.cause is None for group in grouped_findings(report))


def test_a_single_finding_behind_a_gap_is_shown_as_it_is():
    messages = trace(("read_tank", None), said="The tank holds 4711 litres.")
    assert "t, statement 1" in shown(messages).replace("trace", "t")


def test_a_trace_without_calls_says_so_once():
    told = shown(trace())
    assert told.count("the trace holds no tool call") == 1


def test_absences_of_one_reason_share_it():
    said = "No leaks were found. No alerts were found either."
    report = check_trace(trace(said=said))
    (group,) = grouped_findings(report)
    assert group.cause == "no tool was called before it"
    assert not group.is_likely
    told = shown(trace(said=said))
    assert "2 statements of one cause" in told
    assert told.count("no tool was called before it") == 1


def test_a_result_cut_short_or_failed_is_a_gap():
    cut = check_trace(trace(("read_log", "tank opened\n... [truncated, 90 lines]")))
    assert incomplete_results(cut) == "read_log (call c0) was cut short"
    whole = check_trace(trace(("read_log", "tank opened")))
    assert incomplete_results(whole) is None


def test_inputs_are_named_without_their_folders_where_that_tells_them_apart():
    report = check_trace(trace(("read_valve", "opened 9 times"), said="The valve opened 9 times."))

    def inputs(*sources: str) -> list[str]:
        told = render_traces([CheckedRun(source, 1, report) for source in sources], 140, False)
        return [line.split()[0] for line in told.splitlines()[1 : 1 + len(sources)]]

    assert inputs("/deep/in/a/folder/one.json", "/deep/in/a/folder/two.json") == ["one.json", "two.json"]
    assert inputs("/a/one.json", "/b/one.json") == ["/a/one.json", "/b/one.json"]
    assert inputs("-") == ["-"]


def test_lines_are_whole_where_nobody_looks_at_a_screen():
    said = "The tank holds 4711 litres, " + "and so on, " * 20 + "as was said."
    told = shown(trace(("read_valve", "opened 9 times"), said=said))
    (line,) = [line for line in told.splitlines() if line.startswith("  says ")]
    assert line.endswith("as was said.")
