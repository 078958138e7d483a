"""Lengths in the form of a clock that compare two times, told rightly and wrongly."""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on, statements_on

RESULTS = """POS  NAME              NAT  FINISH   HALF
  1  Pawel Lis         POL  2:18:41  1:08:55
  2  Otto Brenner      GER  2:19:07  1:09:02
  3  Emre Aydin        TUR  2:22:15  1:09:58
  4  Joost Visser      NED  2:23:36  1:12:10
  5  Petr Vanek        CZE  2:29:52  1:12:44
  6  Ida Holm          SWE  2:31:05  1:14:39
  7  Rui Matos         POR  2:33:11  1:15:20
  8  Lena Brunner      AUT  2:34:58  1:16:02
  9  Carla Sanna       ITA  2:36:27  1:17:45
 10  Tomas Rivas       ESP  2:37:49  1:18:33
"""
RACE = {
    "starters": 412,
    "records": {"men": {"time": "2:16:20", "name": "Otto Brenner", "year": 2018}},
}


@pytest.mark.parametrize(
    ("told", "right", "wrong"),
    [
        pytest.param("The record, 2:16:20 by Otto Brenner, survived by {}.", "2:21", "2:28", id="the-first"),
        pytest.param("The gap between 1st and 10th was {}.", "19:08", "19:58", id="first-and-last"),
        pytest.param("Petr Vanek slowed by {}.", "4:24", "4:28", id="halves-of-a-row"),
        pytest.param("Third was Emre Aydin in 2:22:15, {} behind the winner.", "3:34", "3:39", id="beside"),
        pytest.param("Emre Aydin 落后 {}。", "3:34", "3:39", id="chinese"),
    ],
)
def test_a_length_that_compares_two_times_is_worked_out(told, right, wrong):
    for length, is_bad in ((right, False), (wrong, True)):
        (statement,) = report_on(told.format(length), ("results", {}, RESULTS), ("race", {}, RACE)).statements
        assert statement.is_bad is is_bad, statement.reason


@pytest.mark.parametrize(
    ("half", "is_bad"),
    [pytest.param("1:12:44", False, id="its-own"), pytest.param("1:12:10", True, id="of-another-row")],
)
def test_halves_are_of_the_record_that_has_the_time_told_with_them(half, is_bad):
    told = f"Petr Vanek lost 4:24 in the second half after going through in {half}."
    (statement,) = report_on(told, ("results", {}, RESULTS)).statements
    assert statement.is_bad is is_bad, statement.reason


def test_a_time_that_nothing_compares_is_no_length():
    (statement,) = report_on("Emre Aydin started at 3:34.", ("results", {}, RESULTS)).statements
    assert statement.is_bad


@pytest.mark.parametrize(
    ("answer", "is_bad"),
    [
        pytest.param("The break between drill and match is 01:25.", False, id="gap"),
        pytest.param("训练结束到比赛开始之间还有 01:25。", False, id="chinese"),
        pytest.param("The break between drill and match is 01:35.", True, id="wrong"),
        pytest.param("The match starts at 01:25.", True, id="no-length"),
    ],
)
def test_length_between_two_times_of_one_day(answer, is_bad):
    games = [
        {"what": "drill", "start": "2031-06-03 09:10:00", "end": "2031-06-03 10:50:00"},
        {"what": "match", "start": "2031-06-03 12:15:00", "end": "2031-06-03 14:00:00"},
    ]
    (statement,) = statements_on(answer, games)
    assert statement.is_bad is is_bad, statement.reason
