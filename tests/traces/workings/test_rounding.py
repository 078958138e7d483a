"""How far a number may lie from what it was rounded from."""

from __future__ import annotations

import pytest

from tests.traces.asked import statements_on


@pytest.mark.parametrize(
    ("answer", "output", "finding"),
    [
        pytest.param("The spindle took 2 s.", "spindle took 1720ms", "derived", id="rounded"),
        pytest.param("The spindle has a limit of 1Gi.", "spindle limit=512Mi", "altered", id="twice-as-much"),
        pytest.param("The spindle has a limit of 0.5Gi.", "spindle limit=512Mi", "derived", id="converted"),
        pytest.param("The spread is 178.29.", "spread=178.29628479", "derived", id="cut-off"),
        pytest.param("The spread is 178.28.", "spread=178.29628479", "unsupported", id="cut-off-wrongly"),
        pytest.param(
            "All are 200-ish days old.", "days_a=203 days_b=198 days_c=211", "derived", id="roughly"
        ),
    ],
)
def test_a_rounded_number_is_no_other_number(answer, output, finding):
    (statement,) = statements_on(answer, output)
    assert statement.finding == finding, statement.reason
