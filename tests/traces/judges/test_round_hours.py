"""Full hours that stand nowhere: told of an event of a calendar they are errors, of a log they are spans."""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on

CALENDAR = """- title: Kiln inspection
  start_time: 2031-05-14 09:00
  end_time: 2031-05-14 10:30
- title: Glaze tasting with Ravi
  start_time: 2031-05-14 13:00
  end_time: 2031-05-14 14:00
- title: Night firing
  start_time: 2031-05-14 20:15
  duration: 105 minutes
"""
ASKED = "When is the glaze tasting, and am I free at 16:00 on 2031-05-14?"


@pytest.mark.parametrize(
    ("answer", "is_bad"),
    [
        pytest.param("The glaze tasting is from 13:00 to 14:00.", False, id="as-read"),
        pytest.param("The glaze tasting is from 02:00 to 14:00.", True, id="another-start"),
        pytest.param("The glaze tasting is from 13:00 to 17:00.", True, id="another-end"),
        pytest.param("The glaze tasting is scheduled for 2031-05-14 from 13:00 to 01:00.", True, id="night"),
        pytest.param("The glaze tasting starts at 1 PM.", False, id="half-day"),
        pytest.param("The glaze tasting starts at 3 PM.", True, id="another-half-day"),
        pytest.param("The tasting was created for 18:00 to 14:00.", True, id="for-a-span"),
        pytest.param("It is at 23:00 to 14:00, as that slot was already booked.", True, id="slot-taken"),
        pytest.param("**Start time:** 15:00", True, id="label"),
        pytest.param("The glaze tasting starts at about 15:00.", False, id="about"),
        pytest.param("You are free at 16:00.", False, id="free-as-asked"),
        pytest.param("You are free at 18:00.", True, id="free-at-another-time"),
        pytest.param("You are free from 15:00 to 18:00.", False, id="free-span"),
        pytest.param("You have no events after 17:00.", False, id="nothing-after"),
        pytest.param(
            "The night firing takes 105 minutes from 20:15 and ends at 22:00.", False, id="start-and-length"
        ),
        pytest.param(
            "The night firing takes 105 minutes from 20:15 and ends at 23:00.",
            True,
            id="start-and-another-length",
        ),
        pytest.param("The tasting lasts 1:00.", False, id="length"),
        pytest.param("You should meet Ravi at 15:00.", False, id="advice"),
        pytest.param("品釉会从 13:00 到 14:00。", False, id="chinese"),
        pytest.param("品釉会从 13:00 到 18:00。", True, id="chinese-another-end"),
        pytest.param("品釉会 18:00 开始。", True, id="chinese-start"),
        pytest.param("品釉会 18:00 左右开始。", False, id="chinese-about"),
        pytest.param("18:00 之后您有空。", False, id="chinese-free"),
    ],
)
def test_full_hour_of_an_event_is_one_that_was_read(answer, is_bad):
    (statement,) = report_on(answer, ("calendar", {}, CALENDAR), question=ASKED).statements
    assert statement.is_bad is is_bad, statement.reason


LOG = "06:12:07 stop\n06:47:31 stop\n07:03:55 running\n07:58:12 stop"
SHOP = "Corner shop: open Mon-Fri 9 to 5, market from 07:30, bread at 06:00, coffee at 08:30"
COUNTS = "hour | visits\n08 | 41\n09 | 77\n17 | 30\n\nopened 07:30, checked 12:30"


@pytest.mark.parametrize(
    ("answer", "reply", "is_bad"),
    [
        pytest.param("It stopped twice from 06:00 to 07:00.", LOG, False, id="span-of-a-log"),
        pytest.param("The shop is open from 9:00 to 17:00.", SHOP, False, id="hours-written-otherwise"),
        pytest.param("The shop opens at 9 AM and closes at 5 PM.", SHOP, False, id="half-days"),
        pytest.param("The market is open from 07:30 to 19:00.", SHOP, True, id="another-hour"),
        pytest.param("Opening hours: 6:00 AM - 8:00 PM", SHOP, True, id="another-hour-behind-a-label"),
        pytest.param("Most visits began at 09:00.", COUNTS, False, id="count-by-the-hour"),
        pytest.param("Nobody said when the ferry leaves: at 15:00?", SHOP, False, id="question"),
        pytest.param("The ferry leaves at 15:00.", "The ferry is green.", False, id="no-times-read"),
    ],
)
def test_full_hour_is_held_against_even_times_only(answer, reply, is_bad):
    (statement,) = report_on(answer, ("read", {}, reply), question="What do you know?").statements
    assert statement.is_bad is is_bad, statement.reason


RIDES = {"rides": [{"to": "Lugano", "price": 59.0, "leaves": "15:30"}, {"to": "Como", "time_s": 303}]}


@pytest.mark.parametrize(
    ("answer", "finding"),
    [
        pytest.param("The ride to Como took 5:03.", "derived", id="seconds-by-the-field"),
        pytest.param("**Departure time**: 00:59", "unsupported", id="no-time-of-day-is-a-price"),
        pytest.param("The ride to Lugano leaves at 00:59.", "unsupported", id="told-as-a-time"),
        pytest.param("前往卢加诺的车 00:59 出发。", "unsupported", id="chinese"),
    ],
)
def test_minutes_and_seconds_are_a_length(answer, finding):
    (statement,) = report_on(answer, ("rides", {}, RIDES), question="Which rides are there?").statements
    assert statement.finding in (finding, "altered" if finding == "unsupported" else finding), (
        statement.reason
    )


MORNING = "09:30 stocktake, until 10:00\n14:00 glaze delivery, until 15:30\n"


@pytest.mark.parametrize(
    ("read", "answer"),
    [
        ("lunch at noon", "Lunch starts at 12:00."),
        ("choir at six o'clock in the evening", "Choir starts at 18:00."),
        ("choir at 6 o'clock", "Choir starts at 18:00."),
        ("the run goes from 1400 to 1700 hrs", "The run ends at 17:00."),
        ("checkout 11", "Checkout is at 11:00."),
        ("ferry: 0700, 1900", "The ferry leaves at 19:00."),
        ("open nine to five", "It closes at 17:00."),
        ("合唱团下午三点开始", "合唱团 15:00 开始。"),
        ("合唱团傍晚六点开始", "合唱团 18:00 开始。"),
        ("times are in UTC", "The delivery starts at 16:00 in Berlin (14:00 UTC)."),
        ("", "两个都在17:00之前结束。"),
    ],
)
def test_hours_read_in_words_and_bounds_are_left_alone(read, answer):
    assert not report_on(answer, ("calendar", {}, MORNING + read)).findings


@pytest.mark.parametrize(
    "answer", ["Lunch starts at 12:00.", "合唱团 18:00 开始。", "The ferry leaves at 19:00."]
)
def test_the_same_hours_read_nowhere_are_from_nowhere(answer):
    assert len(report_on(answer, ("calendar", {}, MORNING)).findings) == 1
