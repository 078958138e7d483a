"""Moments that are counted on, pieced together or taken from hours: what must stand somewhere, and what need not."""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on

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
