"""Moments that are counted on, pieced together or taken from hours: what must stand somewhere, and what need not."""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on, statements_on

TABLE = (
    "hour   arrivals  missed\n08     412       17\n09     388       14\n10     401       21\n"
    "order=T-88 placed=2025-03-04T09:12:31Z window_days=6\nwait=0.006\n"
)


@pytest.mark.parametrize(
    ("answer", "is_bad"),
    [
        pytest.param("T-88 was placed on 4 March at 09:12:31; 6 days on is 10 March.", False, id="a-day-counted-on"),
        pytest.param("T-88 was placed on 4 March at 09:12:36, with a window of 6 days.", True, id="another-second"),
        pytest.param("The 6 days of T-88 run until 10 March at 16:25:40.", True, id="a-day-counted-on-with-a-clock-from-nowhere"),
    ],
)  # fmt: skip
def test_a_clock_stands_somewhere(answer, is_bad):
    (statement,) = report_on(answer, ("read_hours", {}, TABLE)).statements
    assert statement.is_bad is is_bad, statement.reason


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        pytest.param("At 09:00 there were 388 arrivals.", "derived", id="an-hour-of-the-column"),
        pytest.param("At 17:00 there were 388 arrivals.", "not_checkable", id="a-count-is-no-hour"),
    ],
)
def test_an_hour_is_written_as_one(answer, verdict):
    (statement,) = report_on(answer, ("read_hours", {}, TABLE)).statements
    assert statement.values[0].verdict == verdict


@pytest.mark.parametrize(
    ("answer", "is_bad"),
    [
        pytest.param("The survey was booked for 09/05/2025.", False, id="day-first"),
        pytest.param("The survey was booked for 05/09/2025.", False, id="month-first"),
        pytest.param("The survey was booked for 09.05.2025.", False, id="with-dots"),
        pytest.param("The survey was booked for 05.09.2025.", True, id="dots-are-day-first"),
        pytest.param("The survey was booked for 09/06/2025.", True, id="another-day-in-either-order"),
    ],
)
def test_a_numeric_date_is_met_in_either_order(answer, is_bad):
    (statement,) = report_on(
        answer, ("book", {}, "survey booked: id=S-7 date=2025-05-09 crew=north")
    ).statements
    assert statement.is_bad is is_bad, statement.reason


@pytest.mark.parametrize(
    ("answer", "is_bad"),
    [
        pytest.param("The range is 2023-01-01 to 2024-12-31.", False, id="years-in-a-name"),
        pytest.param("The range is 2023-01-01 to 2024-11-30.", True, id="no-end-of-a-year"),
        pytest.param("The range is 2021-01-01 to 2024-12-31.", True, id="a-year-that-nothing-names"),
        pytest.param("The targets run from 2024-07-01 to 2024-09-30.", False, id="a-quarter"),
        pytest.param("The targets run from 2024-07-01 to 2024-10-31.", True, id="no-end-of-a-quarter"),
    ],
)
def test_the_ends_of_a_period_that_is_named_are_known(answer, is_bad):
    read = "saved sales_2023_to_2024.csv with 8812 rows and q3_targets.csv with 40 rows"
    (statement,) = report_on(answer, ("export", {}, read)).statements
    assert statement.is_bad is is_bad, statement.reason


@pytest.mark.parametrize(
    ("answer", "is_bad"),
    [
        pytest.param("Caspar was due on 12 April at 07:15.", False, id="less-the-delay"),
        pytest.param("Aurora should have come at 21:00 the day before.", False, id="over-midnight"),
        pytest.param(
            "With 40 minutes of piloting, Caspar will be at the quay at 14:55.",
            False,
            id="with-a-length-told",
        ),
        pytest.param("Caspar is expected on 13 April at 15:14.", True, id="another-time"),
        pytest.param("Caspar was due on 12 April at 08:15.", True, id="an-hour-off"),
    ],
)
def test_a_time_and_a_length_of_one_record_make_another(answer, is_bad):
    log = (
        "vessel=Aurora port=Rotterdam eta=2026-04-11T06:00 delay_h=9\n"
        "vessel=Caspar port=Antwerp eta=2026-04-13T14:15 delay_h=31"
    )
    report = report_on(answer, ("arrivals", {}, log))
    assert report.statements[0].is_bad is is_bad


LOGS = (
    ("changes", {}, "2031-05-02T06:17:09 set mixer.speed_limit 40 -> 65 by night-shift"),
    ("log", {}, "2031-05-02 batch 7\n06:17:09 mixer faster\n06:17:14 mixer hot\n06:17:31 mixer off"),
)


@pytest.mark.parametrize(
    ("answer", "is_bad"),
    [
        pytest.param("mixer.speed_limit was set to 65 at 2031-05-02T06:17:09.", False, id="as-read"),
        pytest.param("mixer.speed_limit was set to 65 at 2031-05-02T06:17:14.", True, id="the-time-of-another-line"),
        pytest.param("The mixer was hot at 2031-05-02T06:17:14.", False, id="pieced-together"),
        pytest.param("The mixer was off from ~06:17 on.", False, id="roughly"),
        pytest.param("The mixer was off from ~16:17 on.", True, id="roughly-at-another-hour"),
        pytest.param("The mixer was off at 6:74 AM.", True, id="no-such-minute"),
    ],
)  # fmt: skip
def test_a_time_is_the_one_of_its_line(answer, is_bad):
    (statement,) = report_on(answer, *LOGS).statements
    assert statement.is_bad is is_bad, statement.reason


SHIFT = {
    "shift": {"start": "2031-05-15 10:00:00", "end": "2031-05-15 11:00:00"},
    "lunch": {"start": "2031-05-15 12:30:00"},
}


@pytest.mark.parametrize(
    ("clock", "finding"),
    [("01:30", "derived"), ("1:30:00", "derived"), ("01:40", "unsupported"), ("1:40:00", "unsupported")],
)
def test_a_length_that_was_worked_out_may_be_told_as_a_clock(clock, finding):
    told = f"From the end of the shift to lunch there are 1 hour and 30 minutes.\n\n{clock}"
    assert statements_on(told, SHIFT)[-1].finding == finding
