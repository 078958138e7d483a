"""A day that is named by its weekday and number has the month of the dates that were read beside it."""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on

MAIL = {
    "from": "Ines",
    "sent": "2031-09-10 16:20:00",  # a Wednesday
    "body": "The boat leaves the north quay on Saturday 13th, 7 AM sharp.",
}
POST = {"sent": "2031-09-10 16:20", "body": "周六 13 号早上七点半在北码头见，我带茶。"}


@pytest.mark.parametrize(
    ("answer", "is_bad"),
    [
        pytest.param("You meet at the north quay on Saturday, September 13th.", False, id="month-given"),
        pytest.param("The meeting is on 2031-09-13.", False, id="iso"),
        pytest.param("You meet on Saturday, September 13th at 7:00 AM.", False, id="with-its-time"),
        pytest.param("The meeting is on 2031-10-13.", True, id="a-monday"),
        pytest.param("You meet on September 16th.", True, id="no-day-named"),
        pytest.param("You meet on Saturday, September 13th at 9:15 AM.", True, id="another-time"),
    ],
)
def test_month_of_a_day_that_was_named(answer, is_bad):
    (statement,) = report_on(answer, ("read_mail", {}, MAIL)).statements
    assert statement.is_bad is is_bad, statement.reason


@pytest.mark.parametrize(
    ("answer", "is_bad"),
    [
        pytest.param("集合日期是 2031 年 9 月 13 日。", False, id="month-given"),
        pytest.param("集合日期是 2031 年 10 月 13 日。", True, id="a-monday"),
    ],
)
def test_month_of_a_day_that_was_named_in_chinese(answer, is_bad):
    (statement,) = report_on(answer, ("read_mail", {}, POST)).statements
    assert statement.is_bad is is_bad, statement.reason


def test_day_with_a_month_of_its_own_is_of_no_other():
    mail = {"sent": "2031-09-30", "body": "See you on Saturday 13th September."}
    (statement,) = report_on("The meeting is on 2032-03-13.", ("read_mail", {}, mail)).statements
    assert statement.is_bad, statement.reason


@pytest.mark.parametrize(
    ("answer", "is_bad"),
    [
        pytest.param("The lamp was bought on 2031-08-17.", False, id="iso"),
        pytest.param("On August 17, 2031 a lamp was bought for 310.0.", False, id="in-words"),
        pytest.param("台灯购于 2031 年 8 月 17 日。", False, id="chinese"),
        pytest.param("The lamp was bought on 2031-08-27.", True, id="another-day"),
        pytest.param("台灯购于 2031 年 3 月 17 日。", True, id="another-month"),
    ],
)
def test_date_that_a_blank_broke_is_read(answer, is_bad):
    rows = (
        "- amount: 55.0\n  date: 2031-02-11\n  item: rope\n- amount: 310.0\n  date: 2031-0 8-17\n  item: lamp"
    )
    (statement,) = report_on(answer, ("list_buys", {}, rows)).statements
    assert statement.is_bad is is_bad, statement.reason
