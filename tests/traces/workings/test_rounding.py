"""How far a number may lie from what it was rounded from."""

from __future__ import annotations

import pytest

from evidencelab import check_trace


@pytest.mark.parametrize(
    ("answer", "output", "finding"),
    [
        pytest.param("The spindle took 2 s.", "spindle took 1720ms", "derived", id="rounded"),
        pytest.param("The spindle has a limit of 1Gi.", "spindle limit=512Mi", "altered", id="twice-as-much"),
        pytest.param("The spindle has a limit of 0.5Gi.", "spindle limit=512Mi", "derived", id="converted"),
    ],
)
def test_a_rounded_number_is_no_other_number(answer, output, finding):
    call = {"id": "c1", "function": {"name": "read", "arguments": "{}"}}
    (statement,) = check_trace(
        [
            {"role": "user", "content": "How is the spindle?"},
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "c1", "content": output},
            {"role": "assistant", "content": answer},
        ]
    ).statements
    assert statement.finding == finding, statement.reason
