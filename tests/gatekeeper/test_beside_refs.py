"""An excerpt that a tool did return beside its records fails, and is not called fabricated."""

from __future__ import annotations

import json

import pytest

from evidencelab.contracts import Session
from evidencelab.gatekeeper.gate import check_session

RECORDS = [{"host": "mill-3", "queue": 14}, {"host": "mill-4", "queue": 27}]
REPLY = {"site": "harbour", "n_hosts": 61, "load": {"mean": 0.75}, "hosts": RECORDS}
TEXT = {"invocation_id": 2, "tool_name": "query_logs", "output": "queue of mill-4 drained after 38 s"}


def gate(excerpt: str, output: object = REPLY, raw_path: str = "$.hosts[0]"):
    binding = {
        "tool_name": "query_metrics",
        "source_invocation_id": 1,
        "raw_path": raw_path,
        "evidence_excerpt": excerpt,
    }
    claim = {
        "claim_id": "c",
        "claim_type": "observation",
        "claim_text": "-",
        "evidence_bindings": [binding],
    }
    call = {"invocation_id": 1, "tool_name": "query_metrics", "output": output}
    session = {"session_id": "s", "tool_invocations": [call, TEXT], "executor_output": {"claims": [claim]}}
    result = check_session(Session.model_validate(session))
    (error,) = [error for error in result.errors if error.rule == "evidence.excerpt_mismatch"]
    assert result.severity == "reject"
    return error


@pytest.mark.parametrize(
    "output",
    [
        pytest.param(REPLY, id="object"),
        pytest.param(json.dumps(REPLY), id="json-text"),
        pytest.param({"content": [{"type": "text", "text": json.dumps(REPLY)}]}, id="json-in-a-block"),
    ],
)
@pytest.mark.parametrize("excerpt", ["site=harbour, n_hosts=61", "n_hosts=61", "mean=0.75"])
def test_a_value_beside_the_records_is_said_to_stand_in_the_output(excerpt, output):
    error = gate(excerpt, output)
    assert "it stands in the output of call 1, beside all that can be cited there" in error.message
    assert "let the tool return this value as a record" in error.message
    assert "fabricated" not in error.message
    assert error.found_at == ()


@pytest.mark.parametrize(
    "excerpt",
    [
        pytest.param("site=harbour, n_hosts=16", id="changed"),
        pytest.param("n_hosts=61, mean=0.75", id="of-two-objects"),
        pytest.param("host=mill-3, queue=27", id="of-two-records"),
        pytest.param("n_hosts=61, queue=14", id="half-a-record"),
        pytest.param("tide=high, moon=3", id="invented"),
    ],
)
def test_what_no_output_holds_stays_fabricated(excerpt):
    assert "it stands nowhere in this session: fabricated" in gate(excerpt).message


def test_what_stands_at_another_ref_stays_misattributed():
    assert "misattributed" in gate("host=mill-4, queue=27").message


def test_found_is_the_cited_place_or_else_where_the_value_stands():
    assert gate("n_hosts=61").found == "host=mill-3, queue=14"
    assert gate("n_hosts=61", raw_path="$.n_hosts").found == "site=harbour, n_hosts=61"
