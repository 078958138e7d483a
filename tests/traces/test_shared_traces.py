"""Real traces: every tool result is there, under its id, and every statement is classed as labelled."""

from __future__ import annotations

import csv
import json
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import pytest

from evidencelab.lab.statements.changed_values import change_values
from evidencelab.lab.statements.trial import judge_all
from evidencelab.traces.check import check_imported
from evidencelab.traces.findings import BAD, TraceReport
from evidencelab.traces.formats.conversation import ImportedTrace
from evidencelab.traces.formats.load import read_trace_file
from tests.shared_data import SHARED_DATA, needs_shared_data

FLOOR = 0.938
"""Share of planted changes that were found when this was last measured; it may only rise."""
LABELS: dict[str, dict[int, str]] = defaultdict(dict)
with (Path(__file__).parent / "labels" / "answers.csv").open(encoding="utf-8") as rows:
    for row in csv.DictReader(rows):
        LABELS[row["file"]][int(row["statement"])] = row["class"]
FILES = sorted(LABELS)


def path_of(name: str) -> Path:
    assert SHARED_DATA is not None
    return SHARED_DATA / "traces" / name


@cache
def trace_of(name: str) -> ImportedTrace:
    """Read the one run of a shared file, once for all tests."""
    (read,) = read_trace_file(path_of(name)).traces
    return read.trace


@cache
def report_of(name: str) -> TraceReport:
    return check_imported(trace_of(name))


def naive_results(name: str) -> list[str]:
    """The ids of the results in a raw file, by a second reading that knows only where they stand."""
    raw = json.loads(path_of(name).read_text(encoding="utf-8"))
    if name.startswith("openai_chat"):
        return [message["tool_call_id"] for message in raw if message["role"] == "tool"]
    ids: list[str] = []
    for span in raw:
        attributes = span["attributes"]
        if attributes.get("openinference.span.kind") == "TOOL":
            inner = json.loads(attributes["output.value"])
            ids.append(attributes.get("tool.id") or inner.get("tool_call_id"))
        elif attributes.get("gen_ai.operation.name") == "execute_tool":
            ids.append(attributes.get("gen_ai.tool.call.id") or span["span_id"])
    return ids


@needs_shared_data
@pytest.mark.parametrize("name", FILES)
def test_shared_trace_imports_with_every_tool_result_under_its_id(name):
    trace = trace_of(name)
    expected = naive_results(name)
    held = [call.external_id for call in trace.session.tool_invocations if call.output is not None]
    assert Counter(held) == Counter(expected)
    assert trace.report.n_results == len(expected)


@needs_shared_data
@pytest.mark.parametrize(
    ("name", "taken"),
    [
        ("openai_chat/002_buried_exception.json", "openai"),
        ("otel/claude_live_spans.json", "openinference"),
        ("otel/openinference_live_spans.json", "openinference"),
        ("otel/openai_agents_genai_live_spans.json", "otel"),
        ("otel/otel_genai_convention_spans.json", "otel"),
    ],
)
def test_shared_trace_is_told_apart_by_content(name, taken):
    assert read_trace_file(path_of(name)).format == taken


@needs_shared_data
@pytest.mark.parametrize("name", FILES)
def test_every_statement_of_a_shared_trace_is_classed_as_labelled(name):
    assert {s.number: s.finding for s in report_of(name).statements} == LABELS[name]


@needs_shared_data
def test_findings_of_shared_traces_are_real():
    found, real = 0, 0
    for name in FILES:
        findings = report_of(name).findings
        found += len(findings)
        real += sum(LABELS[name][s.number] in BAD for s in findings)
    assert found > 0
    assert real / found >= 0.9


@needs_shared_data
@pytest.mark.parametrize("seed", [3, 11])
def test_planted_changes_of_value_are_found_but_for_small_bare_counts(seed):
    planted, found = 0, 0
    for name in FILES:
        for outcome in judge_all(change_values(trace_of(name), report_of(name), seed)):
            if outcome.trial.kind != "count":
                planted += 1
                found += outcome.finding.is_bad
    assert planted > 100
    assert found / planted >= FLOOR


@needs_shared_data
def test_the_connection_pool_conversation_reads_as_an_auditor_reads_it():
    report = report_of("openai_chat/002_buried_exception.json")
    by_text = {s.text: s for s in report.statements}
    pool = next(s for t, s in by_text.items() if "DB_POOL_SIZE is set to 10" in t)
    product = next(s for t, s in by_text.items() if "30 total connections" in t)
    exception = next(s for s in report.statements if s.kind == "code" and "SQLException" in s.text)
    restarts = next(s for t, s in by_text.items() if "3 pod restarts" in t)
    advice = next(s for t, s in by_text.items() if t.startswith("**Solution**"))
    assert (pool.finding, exception.finding, restarts.finding) == ("sound", "sound", "sound")
    assert product.finding == "derived"
    assert "3 x 10" in product.reason
    assert advice.finding == "not_checkable"
    assert report.gatekeeper_result.status == "pass"


@needs_shared_data
def test_arguments_that_are_no_json_are_kept_and_counted():
    trace = trace_of("openai_chat/005_configuration_change.json")
    assert trace.report.n_bad_arguments == 1
    call = trace.session.tool_invocations[15]
    assert isinstance(call.arguments, str)
    assert call.arguments.startswith('{"command": "kubectl get deployment')


@needs_shared_data
def test_an_output_that_stops_inside_a_word_is_truncated_and_the_repeated_parameters_are_no_evidence():
    trace = trace_of("openai_chat/93_calling_datadog.json")
    notes = [record.notes for record in trace.calls]
    assert ["result_truncated" in note for note in notes] == [True, True] + [False] * 7
    outputs = [call.output for call in trace.session.tool_invocations]
    assert not any("Params used for the tool call" in str(output) for output in outputs)
    assert outputs[-1] == "null"


@needs_shared_data
@pytest.mark.parametrize("suffix", [".txt"])
def test_recorded_outputs_are_read_without_their_two_header_lines(suffix):
    assert SHARED_DATA is not None
    files = sorted((SHARED_DATA / "tool_outputs" / "holmesgpt").glob(f"*{suffix}"))
    assert files
    for path in files:
        file = read_trace_file(path)
        raw = path.read_text(encoding="utf-8").split("\n", 2)
        (call,) = file.traces[0].trace.session.tool_invocations
        assert file.format == "holmesgpt"
        assert call.tool_name == json.loads(raw[0])["tool_name"]
        assert call.status == json.loads(raw[1])["status"]
        assert "schema_version" not in str(call.output).split("\n", 1)[0] or raw[2].startswith("{")
