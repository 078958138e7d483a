"""The middle of a range that was read is worked out; another number there is not."""

from __future__ import annotations

import pytest

from tests.traces.asked import statements_on

GUIDANCE = "Outlook: fares of EUR 7.3-7.7 billion (earlier: 7.0-7.8). Staff 412."


@pytest.mark.parametrize(
    ("told", "is_bad"),
    [
        pytest.param("At the midpoint that is 7.5bn, where it was 7.4bn.", False, id="both"),
        pytest.param("The old midpoint was 7.4bn.", False, id="one"),
        pytest.param("The old midpoint was 7.2bn.", True, id="another"),
        pytest.param("The old target was 7.4bn.", True, id="no-middle-spoken-of"),
    ],
)
def test_a_middle_is_of_a_range_that_was_read(told, is_bad):
    (statement,) = statements_on(told, GUIDANCE)
    assert statement.is_bad is is_bad, statement.reason
