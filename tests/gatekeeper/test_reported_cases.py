"""What people who gate citations ran into, as small inputs with the right outcome."""

from __future__ import annotations

import json

import pytest

from evidencelab.gatekeeper.executor_output import read_executor_output
from tests.gatekeeper.builders import (
    LOG_TEXT,
    METRICS,
    NO_HIT,
    binding,
    call,
    claim,
    gate,
    gate_binding,
    refs,
)


def test_an_old_call_without_refs_is_no_error_and_no_pass():
    result = gate_binding(calls=[call(11, "query_metrics", {})])

    assert (result.status, result.severity) == ("fail", "low_confid")


@pytest.mark.parametrize("excerpt", ["---", "。。。", "  ", ""])
def test_an_excerpt_of_nothing_but_marks_is_too_short_after_folding(excerpt):
    result = gate_binding(evidence_excerpt=excerpt)

    assert (result.status, result.severity) == ("fail", "low_confid")


@pytest.mark.parametrize("excerpt", ["firing", "order", "100%"])
def test_a_generic_excerpt_is_neither_passed_nor_rejected(excerpt):
    result = gate_binding(evidence_excerpt=excerpt)

    assert (result.status, result.severity) == ("fail", "low_confid")


def test_an_error_that_no_tool_reported_under_another_tools_name():
    result = gate_binding(tool_name="query_logs", evidence_excerpt="Read-only file system")

    assert result.severity == "reject"
    assert set(result.failed_rules) == {"evidence.tool_name", "evidence.excerpt_mismatch"}


def test_the_words_of_a_trace_summary_are_no_evidence():
    calls = [call(11, "query_metrics", refs(("$.alerts[0]", "HighLoad firing, service=depot-api, load=9.1")))]

    result = gate_binding(calls=calls, evidence_excerpt="metric_evidence: HighLoad service=depot-api")

    assert result.severity == "reject"


def test_identical_texts_are_not_merged_and_a_wrong_index_stays_wrong():
    twice = call(18, "query_logs", refs(("$.logs[0]", LOG_TEXT), ("$.logs[4]", LOG_TEXT)))
    cited = binding(tool_name="query_logs", source_invocation_id=18, evidence_excerpt="full gc took 850ms")

    result = gate(
        {"claims": [claim(*({**cited, "raw_path": f"$.logs[{index}]"} for index in (0, 4, 2)))]}, [twice]
    )

    assert [checked.status for checked in result.checked_bindings] == ["pass", "pass", "fail"]
    assert result.failed_rules == ("evidence.raw_path",)


def test_a_brace_inside_an_excerpt_does_not_end_the_object():
    text = (
        '{"claims":[{"claim_text":"x","evidence_bindings":[{"evidence_excerpt":"if (user) {"}]}],'
        '"missing_info":[]}'
    )

    read = read_executor_output(text)

    assert read.parse_status.status == "valid"
    assert read.output.claims[0].evidence_bindings[0].evidence_excerpt == "if (user) {"
    assert read.output.missing_info == ()


def test_markers_without_line_breaks_separate_fields_and_stay_out_of_excerpts():
    claims = json.dumps([claim(binding(evidence_excerpt="heap 3.8GB of 4GB"))])
    text = f"[[ ## claims ## ]]```json\n{claims}\n```[[ ## missing_info ## ]][][[ ## completed ## ]]"

    read = read_executor_output(text)

    assert (read.parse_status.status, read.problems, read.warnings) == ("fenced", (), ())
    assert read.output.claims[0].evidence_bindings[0].evidence_excerpt == "heap 3.8GB of 4GB"
    assert read.output.missing_info == ()


@pytest.mark.parametrize(
    ("calls", "claim_type"),
    [
        pytest.param([NO_HIT], "observation", id="only-a-search-that-found-nothing"),
        pytest.param([METRICS], "negative_observation", id="only-an-alert"),
    ],
)
def test_a_claim_cannot_turn_its_evidence_round(calls, claim_type):
    path = "$.no_evidence" if calls == [NO_HIT] else "$.alerts[0]"
    cited = binding(
        tool_name=calls[0]["tool_name"],
        source_invocation_id=calls[0]["invocation_id"],
        raw_path=path,
        evidence_excerpt=calls[0]["retrieval_details"]["evidence_refs"][0]["text"],
    )

    result = gate({"claims": [claim(cited, claim_type=claim_type)]}, calls)

    assert result.failed_rules == ("evidence.polarity",)
