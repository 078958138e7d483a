"""How far a number may lie from what it was rounded from."""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on, statements_on


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


FIT = (
    "estimate      se     ci.lb    ci.ub\n -0.4172  0.0713  -0.5569  -0.2774\n"
    "study1 -0.41 0.26 6.8\nstudy2 -0.22 0.29 5.5\nstudy3 -0.55 0.19 12.8\nstudy4 0.08 0.32 4.5"
)


@pytest.mark.parametrize(
    ("told", "is_bad"),
    [
        pytest.param("The interval runs from -0.56 to -0.28.", False, id="both-of-one-line"),
        pytest.param("The interval runs from -0.58 to -0.28.", True, id="another-number"),
    ],
)
def test_two_numbers_below_zero_are_rounded_from_one_line(told, is_bad):
    (statement,) = report_on(told, ("fit", {}, FIT)).statements
    assert statement.is_bad is is_bad, statement.reason


SCORES = (
    "            hits   recall    blend   count\ntall      0.9314   0.8822   0.9061     311\n"
    "short     0.7951   0.8139   0.8044     287\nother     0.8218   0.6948   0.7530     146\n"
    "macro     0.8494   0.7970   0.8212     744\nmean      0.8571   0.8219   0.8390     744"
)


@pytest.mark.parametrize(
    ("told", "is_derived"),
    [
        pytest.param("*Other* trails at 0.75.", True, id="its-own"),
        pytest.param("*Other* trails at 0.71.", False, id="nobodys"),
    ],
)
def test_a_row_is_named_by_its_first_cell_whatever_word_that_is(told, is_derived):
    (statement,) = statements_on(told, SCORES)
    assert (statement.finding == "derived") is is_derived, statement.reason
