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


@pytest.mark.parametrize(
    ("rule", "answer", "is_bad"),
    [
        ("第 3 条 收支说明应在次月 8 日前提交。", "收支说明应在 5 月 8 日前提交。", False),
        ("第 3 条 收支说明应在次月 8 日前提交。", "收支说明应在 5 月 28 日前提交。", True),
        ("Reports are due by the 8th of the following month.", "The report was due on 8 May 2031.", False),
        ("Reports are due by the 8th of the following month.", "The report was due on 9 May 2031.", True),
        ("Rents fall due on day 8 of each month.", "The rent fell due on 8 May 2031.", False),
        ("Rents fall due on the 8th of June.", "The rent fell due on 8 May 2031.", True),
    ],
)
def test_day_of_whichever_month(rule, answer, is_bad):
    (statement,) = statements_on(answer, f"{rule}\nBook closed 2031-04-30")
    assert statement.is_bad is is_bad, statement.reason


@pytest.mark.parametrize(
    ("answer", "finding"),
    [
        pytest.param("The fair opens on Friday, June 4, 2027.", "sound", id="year-read"),
        pytest.param("The fair opens on Friday, June 4, 2072.", "altered", id="year-exchanged"),
        pytest.param("The fair opens on June 4.", "sound", id="no-year"),
    ],
)
def test_a_day_that_stands_without_its_year_too_has_the_year_it_was_read_with(answer, finding):
    (statement,) = statements_on(answer, "Today: Friday, June 4, 2027\nWhat happened on June 4 in town")
    assert statement.finding == finding, statement.reason


@pytest.mark.parametrize(
    ("answer", "is_bad"),
    [
        pytest.param("The ferry of August 16 leaves at 21:43.", False, id="day-read"),
        pytest.param("The ferry of August 18 leaves at 21:43.", True, id="day-a-digit-off"),
        pytest.param("- Ferry: K7\n- Day: August 18\n- Leaves: 21:43", True, id="day-of-a-list"),
        pytest.param("The office opens tomorrow, August 13.", False, id="tomorrow"),
    ],
)
def test_a_day_is_one_that_its_time_of_day_was_read_with(answer, is_bad):
    statements = statements_on(
        answer,
        [{"ferry": "K7", "leaves": f"2031-08-{day} 21:43"} for day in (15, 16, 17)],
        question="Today is August 12, 2031. Which ferry can I take next week?",
    )
    assert any(statement.is_bad for statement in statements) is is_bad
