"""Whatever stands in an executor's output, the gate gives a result, and the result serialises."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evidencelab.contracts import GatekeeperResult
from evidencelab.gatekeeper.rules import RULES
from tests.gatekeeper.builders import ALERT, NOTHING, binding, claim, gate

TEXTS = st.text(st.characters(codec=None), max_size=30) | st.sampled_from(
    [
        ALERT,
        NOTHING,
        "$.alerts[0]",
        "$.no_evidence",
        "query_metrics",
        "11",
        "claim-1",
        "\ud83d",
        "\x00\x1b[31m",
    ]
)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(min_value=10**25)
    | st.floats()
    | TEXTS
    | st.binary(max_size=5)
)
GARBAGE = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


def fields(**values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Build objects in which any field may be absent, right, or garbage."""
    return st.fixed_dictionaries(
        {}, optional={name: value | GARBAGE for name, value in values.items()} | {"extra": GARBAGE}
    )


BINDINGS = fields(
    tool_name=st.sampled_from(["query_metrics", "query_logs", "made_up"]),
    source_invocation_id=st.sampled_from([11, 12, 13, 14, 99, "11", 12.0]),
    raw_path=st.sampled_from(["$.alerts[0]", "$.logs[0]", "$.no_evidence", "$.alerts[-1]"]),
    evidence_excerpt=st.sampled_from([ALERT, NOTHING, "firing", "current=91%"]),
)
CLAIMS = fields(
    claim_id=st.sampled_from(["a", "b"]),
    claim_type=st.sampled_from(["observation", "negative_observation", "risk"]),
    claim_text=TEXTS,
    evidence_bindings=st.lists(BINDINGS | GARBAGE, max_size=3),
)
ACTIONS = fields(
    action_id=TEXTS,
    action_text=TEXTS,
    reason=TEXTS,
    evidence_bindings=st.lists(BINDINGS | GARBAGE, max_size=2),
)
HYPOTHESES = fields(hypothesis_id=TEXTS, hypothesis_text=TEXTS, basis_claim_ids=st.lists(TEXTS, max_size=2))
OUTPUTS = fields(
    claims=st.lists(CLAIMS | GARBAGE, max_size=3),
    hypotheses=st.lists(HYPOTHESES | GARBAGE, max_size=2),
    missing_info=st.lists(fields(info_id=TEXTS, description=TEXTS), max_size=2),
    recommended_actions=st.lists(ACTIONS | GARBAGE, max_size=2),
)


def assert_sound(result: GatekeeperResult) -> None:
    """Check what holds of every result, whatever was gated."""
    wire = json.dumps(result.to_wire(), ensure_ascii=False, allow_nan=False).encode()
    assert GatekeeperResult.model_validate_json(wire) == result
    assert set(result.failed_rules) <= set(RULES)
    assert list(dict.fromkeys(error.rule for error in result.errors)) == list(result.failed_rules)
    severities = {RULES[rule] for rule in result.failed_rules}
    worst = "reject" if "reject" in severities else "low_confid" if severities else "none"
    assert (result.status, result.severity) == ("fail" if severities else "pass", worst)
    for checked in result.checked_bindings:
        assert (checked.claim_id is None) != (checked.action_id is None)
        assert (
            (checked.status == "fail") == bool(checked.rules) == bool(checked.rule) == bool(checked.message)
        )
        assert set(checked.rules) <= set(result.failed_rules)
        if checked.status == "fail":
            assert checked.matched_text is None


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(OUTPUTS)
def test_gate_gives_a_sound_result_for_any_object(output):
    assert_sound(gate(output))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(GARBAGE)
def test_gate_gives_a_sound_result_for_any_value(raw):
    assert_sound(gate(raw))


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_gate_gives_a_sound_result_for_any_cut_or_spliced_text(data):
    whole = json.dumps({"claims": [claim(binding(), binding(source_invocation_id="11"))], "missing_info": []})
    start = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(start, len(whole)))
    splice = data.draw(
        TEXTS | st.sampled_from(["```", "[[ ## claims ## ]]", "{", "]", '"', "\\", "null", "//"])
    )

    assert_sound(gate(whole[:start] + splice + whole[end:]))


def nested(depth: int) -> Any:
    value: Any = "end"
    for _ in range(depth):
        value = {"claims": [value]}
    return value


def circular() -> Any:
    value: dict[str, Any] = {}
    value["claims"] = [value, value]
    return value


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(nested(5_000), id="deep-object"),
        pytest.param(circular(), id="circular"),
        pytest.param({"claims": [claim(binding(source_invocation_id=10**9000))]}, id="huge-integer"),
        pytest.param('{"claims": [' + "9" * 100_000 + "]}", id="huge-integer-as-text"),
        pytest.param({"claims": [claim(binding(source_invocation_id=float("inf")))]}, id="infinity"),
        pytest.param({"claims": [claim(claim_id="\ud800")]}, id="surrogate-id"),
        pytest.param({1: 2, None: 3, ("a",): 4}, id="odd-keys"),
        pytest.param({"claims": {"claim_id"}}, id="set"),
        pytest.param("[" * 200_000, id="brackets"),
        pytest.param('{"a":' * 200_000, id="open-objects"),
        pytest.param("```" * 100_000, id="fences"),
        pytest.param("[[ ## claims ## ]]" * 20_000, id="markers"),
        pytest.param('{"claims": "' + "x" * 1_000_000, id="one-megabyte-string-cut-off"),
    ],
)
def test_gate_bears_extremes(raw):
    result = gate(raw)

    assert result.status == "fail"
    assert_sound(result)
