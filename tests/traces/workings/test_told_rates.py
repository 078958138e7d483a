"""What is told for each of something comes to a number where it was counted, by who asked or beside it."""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on, statements_on

SHEDS = {"Oak": "Price range: 500.0 - 1000.0", "Elm": "Price range: 380.0 - 400.0"}
ASKED = "We rent a shed for 2 days in town, followed by 3 days at the lake. What is the most it costs?"
FARES = "Line: Red, No: R12, Price: 200.0\nLine: Sky, No: S45, Price: 180.0\nLine: Sun, No: S78, Price: 150.0"


@pytest.mark.parametrize(("result", "is_bad"), [("€3000.00", False), ("€7000.00", True)])
def test_rate_set_equal_is_told_as_often_as_was_asked(result, is_bad):
    *_, last = statements_on(f"#### Sheds\n- **Lake**: Oak (€1000.00/night) = {result}", SHEDS, ASKED)
    assert last.is_bad is is_bad, last.reason


@pytest.mark.parametrize(("cost", "is_bad"), [("1140", False), ("1190", True)])
def test_cost_for_some_days_is_so_many_times_the_cost(cost, is_bad):
    (told,) = statements_on(f"The least cost is {cost} for the shed at Elm for 3 days.", SHEDS, ASKED)
    assert told.is_bad is is_bad, told.reason


def test_price_for_two_is_no_slip_of_another_price():
    answer = "The cheapest way:\n- Line: Sun\n- No: S78\n- Price for 2 people: 300.0"
    report = report_on(answer, ("fares", {}, FARES), question="What is the price for 2 people?")
    assert [s.reason for s in report.findings] == []


def test_time_between_two_is_found_though_they_were_read_again():
    read = [
        {"title": title, "begins": f"2031-04-12 {begins}", "ends": f"2031-04-12 {ends}"}
        for title, begins, ends in (
            ("Practice", "10:00:00", "11:00:00"),
            ("Soup with Ann", "12:30:00", "13:30:00"),
            ("Talk", "15:00:00", "16:30:00"),
        )
    ]
    answer = "The time she has between the end of the practice and the soup is 01:30."
    assert report_on(answer, *[("read_day", {}, read)] * 4).findings == ()
