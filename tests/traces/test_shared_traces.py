"""Real traces: every tool result is there, under its id, and every statement is classed as labelled."""

from __future__ import annotations

import csv
import json
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from evidencelab.traces.check import check_imported
from evidencelab.traces.findings import BAD
from evidencelab.traces.formats.load import read_trace_file
from tests.shared_data import SHARED_DATA, needs_shared_data
from tests.traces.planted import plant

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
    (read,) = read_trace_file(path_of(name)).traces
    expected = naive_results(name)
    held = [call.external_id for call in read.trace.session.tool_invocations if call.output is not None]
    assert Counter(held) == Counter(expected)
    assert read.trace.report.n_results == len(expected)


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
    (read,) = read_trace_file(path_of(name)).traces
    report = check_imported(read.trace)
    assert {s.number: s.finding for s in report.statements} == LABELS[name]


@needs_shared_data
def test_findings_of_shared_traces_are_real():
    found, real = 0, 0
    for name in FILES:
        report = check_imported(read_trace_file(path_of(name)).traces[0].trace)
        found += len(report.findings)
        real += sum(LABELS[name][s.number] in BAD for s in report.findings)
    assert found > 0
    assert real / found >= 0.9


@pytest.fixture(scope="module", params=[3, 11])
def tried(request):
    """How many changes were planted, and how many were found, by class; without small bare counts."""
    planted, found = Counter(), Counter()
    for name in FILES:
        (read,) = read_trace_file(path_of(name)).traces
        for error in plant(read.trace, check_imported(read.trace), request.param):
            if error.kind != "count":
                planted[error.kind] += 1
                found[error.kind] += check_imported(error.trace).statements[error.number - 1].is_bad
    return planted, found


@needs_shared_data
def test_planted_changes_of_value_are_found(tried):
    planted, found = tried
    assert planted.total() > 100
    assert found.total() / planted.total() >= FLOOR


@needs_shared_data
def test_nine_in_ten_planted_changes_of_value_are_found(tried):
    planted, found = tried
    assert found.total() / planted.total() >= 0.9


@needs_shared_data
def test_the_connection_pool_conversation_reads_as_an_auditor_reads_it():
    (read,) = read_trace_file(path_of("openai_chat/002_buried_exception.json")).traces
    report = check_imported(read.trace)
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
    (read,) = read_trace_file(path_of("openai_chat/005_configuration_change.json")).traces
    assert read.trace.report.n_bad_arguments == 1
    call = read.trace.session.tool_invocations[15]
    assert isinstance(call.arguments, str)
    assert call.arguments.startswith('{"command": "kubectl get deployment')


@needs_shared_data
def test_an_output_that_stops_inside_a_word_is_truncated_and_the_repeated_parameters_are_no_evidence():
    (read,) = read_trace_file(path_of("openai_chat/93_calling_datadog.json")).traces
    notes = [record.notes for record in read.trace.calls]
    assert ["result_truncated" in note for note in notes] == [True, True] + [False] * 7
    outputs = [call.output for call in read.trace.session.tool_invocations]
    assert not any("Params used for the tool call" in str(output) for output in outputs)
    assert outputs[-1] == "null"


@needs_shared_data
@pytest.mark.parametrize("suffix", [".txt"])
def test_recorded_outputs_are_read_without_their_two_header_lines(suffix):
    assert SHARED_DATA is not None
    files = sorted((SHARED_DATA / "tool_outputs" / "holmesgpt").glob(f"*{suffix}"))
    assert files
    for path in files:
        read = read_trace_file(path)
        raw = path.read_text(encoding="utf-8").split("\n", 2)
        (call,) = read.traces[0].trace.session.tool_invocations
        assert read.format == "holmesgpt"
        assert call.tool_name == json.loads(raw[0])["tool_name"]
        assert call.status == json.loads(raw[1])["status"]
        assert "schema_version" not in str(call.output).split("\n", 1)[0] or raw[2].startswith("{")
