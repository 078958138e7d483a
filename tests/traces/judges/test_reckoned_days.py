"""A month of a year that nobody spoke of is told wrongly where the evidence has that month of another."""

from __future__ import annotations

import pytest

from tests.traces.asked import statements_on

LOG = "a1c9e20 2023-04-02 Trim hedges\nb77d031 2023-04-19 Mow the lawn"


@pytest.mark.parametrize(
    ("answer", "finding"),
    [
        pytest.param("Two commits were made in April 2023.", "sound", id="as-read"),
        pytest.param("Two commits were made in April 2032.", "altered", id="year-changed"),
        pytest.param("Plan the next ones for April 2032.", "not_checkable", id="advice"),
        pytest.param("Nothing was planned for June 2032.", "not_checkable", id="no-such-month"),
    ],
)
def test_year_of_a_month(answer, finding):
    (statement,) = statements_on(answer, LOG)
    assert statement.finding == finding, statement.reason


def test_year_that_was_asked_about_is_no_finding():
    (statement,) = statements_on(
        "Two commits were made by April 2032.", LOG, question="What was done by 2032?"
    )
    assert not statement.is_bad, statement.reason
