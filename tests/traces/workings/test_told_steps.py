"""Hours of a range whose first and last both count, where the reply counts as many."""

from __future__ import annotations

import pytest

from tests.traces.asked import statements_on

GAP = "missing kwh: 17\n['2031-02-11 03:00:00', '2031-02-11 19:00:00'], name='ts'"


@pytest.mark.parametrize(
    ("told", "output", "is_bad"),
    [
        pytest.param(
            "The meter reads too low, because 17 hours weren't recorded.", GAP, False, id="both-ends"
        ),
        pytest.param("The meter reads too low, because 18 hours weren't recorded.", GAP, True, id="too-many"),
        pytest.param(
            "The meter reads too low, because 17 hours weren't recorded.",
            GAP.replace(" 17", " some"),
            True,
            id="not-counted",
        ),
    ],
)
def test_hours_are_counted_with_both_ends(told, output, is_bad):
    (statement,) = statements_on(told, output)
    assert statement.is_bad is is_bad, statement.reason
