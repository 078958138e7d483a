"""What an invocation already carries, and what the recorder adds to it."""

from __future__ import annotations

import pytest

from evidencelab.contracts import ToolInvocation
from evidencelab.evidence.recorder import is_legacy, record_invocation

EMPTY = {"success": True, "evidence_blocks": [], "total": 0, "message": "未找到相关知识"}


def invocation(**fields):
    return ToolInvocation.model_validate({"invocation_id": 7, "tool_name": "lookup_knowledge", **fields})


def recorded(**fields):
    details = record_invocation(invocation(**fields)).retrieval_details
    return details.evidence_status, [(ref.raw_path, ref.text) for ref in details.evidence_refs]


def test_record_invocation_uses_refs_as_they_are():
    given = invocation(
        retrieval_details={"evidence_refs": [{"raw_path": "$.alerts[9]", "text": "A firing"}]},
        output={"alerts": [{"alert_name": "B"}]},
    )
    assert record_invocation(given) is given


def test_record_invocation_leaves_stated_emptiness_alone():
    given = invocation(retrieval_details={"evidence_refs": []}, output={"alerts": [{"alert_name": "B"}]})
    assert record_invocation(given) is given
    assert not is_legacy(given)


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({}, id="nothing"),
        pytest.param({"retrieval_details": {}}, id="empty-details"),
        pytest.param({"retrieval_details": {"evidence_status": "supported"}}, id="status-alone"),
        pytest.param(
            {"retrieval_details": {}, "output": {"logs": [{"message": "x y"}]}}, id="details-and-output"
        ),
        pytest.param({"output": None}, id="null-output"),
    ],
)
def test_record_invocation_returns_a_legacy_call_unchanged(fields):
    given = invocation(**fields)
    assert is_legacy(given)
    assert record_invocation(given) is given


def test_record_invocation_records_an_output_without_details():
    output = {"logs": [{"timestamp": "11:17", "level": "WARN", "service": "cart", "message": "slow"}]}
    assert recorded(tool_name="query_logs", output=output) == (
        "supported",
        [("$.logs[0]", "[11:17][WARN][cart] slow")],
    )


def test_record_invocation_keeps_everything_else():
    given = invocation(external_id="call_1", arguments={"query": "x"}, output="one line", status="success")
    result = record_invocation(given)
    assert result.model_dump(exclude={"retrieval_details"}) == given.model_dump(exclude={"retrieval_details"})
    assert result.to_wire()["retrieval_details"] == {
        "evidence_status": "supported",
        "evidence_refs": [{"raw_path": "$.lines[0]", "text": "one line"}],
    }


def test_record_invocation_believes_the_recorded_failure():
    assert recorded(tool_name="query_logs", output={"logs": []}, status="error") == ("error", [])


def test_record_invocation_makes_refs_of_blocks():
    blocks = [{"title": "连接池", "source": "pool.md", "content": "先看 active"}, {"content": "alone"}]
    assert recorded(retrieval_details={"evidence_blocks": blocks}) == (
        "supported",
        [("$.evidence_blocks[0]", "连接池; pool.md; 先看 active"), ("$.evidence_blocks[1]", "alone")],
    )


def test_record_invocation_keeps_the_stated_status_beside_blocks():
    details = {"evidence_status": "partial", "evidence_blocks": [{"title": "t", "content": "c"}]}
    status, refs = recorded(retrieval_details=details)
    assert (status, len(refs)) == ("partial", 1)


@pytest.mark.parametrize(
    ("fields", "status", "text"),
    [
        pytest.param(
            {},
            "no_evidence",
            "lookup_knowledge returned no evidence; evidence_status=no_evidence; query=pool; total=0",
            id="blocks-alone",
        ),
        pytest.param(
            {"output": EMPTY},
            "no_evidence",
            "lookup_knowledge returned no evidence; evidence_status=no_evidence; query=pool; total=0; "
            "message=未找到相关知识",
            id="with-its-output",
        ),
        pytest.param(
            {"output": {"success": False, "error": "index down"}}, "error", None, id="failed-output"
        ),
        pytest.param({"output": EMPTY, "status": "error"}, "error", None, id="failed-call"),
    ],
)
def test_record_invocation_says_no_evidence_where_no_block_was_found(fields, status, text):
    got = recorded(retrieval_details={"evidence_blocks": []}, arguments={"query": "pool"}, **fields)
    assert got == (status, [] if text is None else [("$.no_evidence", text)])


def test_record_invocation_does_not_turn_a_stated_error_into_no_evidence():
    details = {"evidence_status": "error", "evidence_blocks": []}
    assert recorded(retrieval_details=details, output=EMPTY) == ("error", [])


def test_record_invocation_changes_nothing_the_second_time():
    once = record_invocation(invocation(output={"evidence_blocks": [{"title": "t", "content": "c"}]}))
    assert record_invocation(once) is once
