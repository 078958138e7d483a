"""Whatever a tool returns: recorded without an error, with sound locators, and nothing lost."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidencelab.contracts import RetrievalDetails
from evidencelab.evidence.recorder import record_output
from tests.growth import least_time

LOCATOR = re.compile(r"\$\.\w+\[\d+\]|\$\.no_evidence")
TOOLS = st.sampled_from(["query_metrics", "query_logs", "lookup_knowledge", "kubectl", ""])
KNOWN_KEYS = """
alerts logs evidence_blocks hits data result results items labels annotations alertname status state success
error message total _shards _source _index stream values metric value rules groups columns rows resultType
warnings stdout
"""
KEYS = st.one_of(st.text(max_size=6), st.sampled_from(KNOWN_KEYS.split()))
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(),
    st.sampled_from(
        ["success", "error", "", "未找到匹配的日志", "No resources found", "0001-01-01T00:00:00Z"]
    ),
)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=5)),
    max_leaves=25,
)


@given(tool_name=TOOLS, output=JSON, arguments=JSON, status=st.sampled_from([None, "success", "error"]))
def test_record_output_is_total(tool_name, output, arguments, status):
    details = record_output(tool_name, output, arguments, status)
    paths = [ref.raw_path for ref in details.evidence_refs]
    assert all(LOCATOR.fullmatch(path) for path in paths)
    assert len(set(paths)) == len(paths)
    assert ("$.no_evidence" in paths) == (details.evidence_status == "no_evidence")
    assert (details.evidence_status == "no_evidence") <= (len(paths) == 1)
    assert all(ref.text.strip() for ref in details.evidence_refs)
    assert RetrievalDetails.model_validate_json(json.dumps(details.to_wire())) == details


@given(output=JSON)
def test_record_output_never_finds_no_evidence_where_the_call_failed(output):
    details = record_output("query_logs", output, status="error")
    assert details.evidence_status == "error"
    assert "$.no_evidence" not in {ref.raw_path for ref in details.evidence_refs}


@given(text=st.text())
def test_record_output_takes_any_text(text):
    details = record_output("kubectl", text)
    assert details.evidence_status in {"supported", "no_evidence", "error", "unparsed"}


@given(
    rows=st.lists(
        st.dictionaries(st.text(st.characters(codec="ascii", categories=["L"]), min_size=1), st.integers()),
        min_size=1,
    )
)
def test_record_output_holds_every_value_of_every_row(rows):
    refs = {ref.raw_path: ref.text for ref in record_output("t", {"rows_of": rows}).evidence_refs}
    for index, row in enumerate(rows):
        text = refs.get(f"$.rows_of[{index}]", "")
        assert text.split(", ") == [f"{key}={value}" for key, value in row.items()] or not row


LARGE = {
    "lines": lambda size: "2025-03-01 10:00:00 ERROR [cart] pool exhausted, active=50/50\n" * (size // 62),
    "one-line": lambda size: "word " * (size // 5),
    "blank-lines": lambda size: " \n" * (size // 2),
    "indented": lambda size: "head\n" + "  tail\n" * (size // 7),
    "rows": lambda size: json.dumps(
        {"logs": [{"level": "WARN", "message": "pool exhausted", "n": n} for n in range(size // 50)]}
    ),
    "json-lines": lambda size: '{"level": "info", "msg": "up"}\n' * (size // 31),
    "json-lines-then-text": lambda size: '{"level": "info", "msg": "up"}\n' * (size // 31) + "end",
    "one-row": lambda size: json.dumps({"rows": [{f"key{n}": n for n in range(size // 17)}]}),
    "brackets": lambda size: "[" * size,
    "braces": lambda size: '{"a":' * (size // 5),
    "spaces": lambda size: " " * size + "{",
    "quotes": lambda size: "'" * size,
}


@pytest.mark.parametrize("large", LARGE.values(), ids=LARGE)
def test_record_output_takes_a_time_that_grows_as_its_text_does(large):
    def taken(size):
        text = large(size)
        return least_time(lambda: record_output("query_logs", text, text[:1000]))

    assert taken(400_000) < 24 * taken(50_000)


def test_record_output_bears_deep_nesting():
    assert record_output("query_logs", "[" * 900 + "1" + "]" * 900).evidence_status is not None


@pytest.mark.parametrize("output", [{None: [{None: 1}]}, {1: [{2: 3}]}, [{("a",): [()]}]])
def test_record_output_bears_keys_that_are_not_text(output):
    assert record_output("t", output).evidence_refs
