"""Ends of events whose start and length are told."""

from __future__ import annotations

import pytest

from evidencelab.traces.wording.lasting import lengths_of_events, lengths_told
from tests.traces.asked import statements_on

EVENTS = """- title: Stand-up
  start_time: 2025-04-08 09:10
  end_time: 2025-04-08 09:40
- title: Review
  start_time: 2025-04-08 10:15
  end_time: 2025-04-08 11:10
"""
ASKED = "Am I free at 13:20 on 2025-04-08? If so, book a chat at 13:20 for one hour."


@pytest.mark.parametrize(
    ("answer", "is_bad"),
    [
        pytest.param("The chat takes place on 2025-04-08, 13:20-14:20.", False, id="range"),
        pytest.param("The chat takes place on 2025-04-08, 13:20-14:40.", True, id="range-too-long"),
        pytest.param("- Start: 2025-04-08 13:20\n- End time: 2025-04-08 14:20", False, id="line-above"),
        pytest.param("- Start: 2025-04-08 13:20\n- End time: 2025-04-08 15:20", True, id="line-above-wrong"),
        pytest.param("The chat begins at 13:20 and ends at 14:20.", False, id="in-words"),
        pytest.param("The chat begins at 13:20 and ends at 14:10.", True, id="in-words-wrong"),
        pytest.param("The chat runs 90 minutes, from 13:20 to 14:50.", False, id="a-length-of-its-own"),
        pytest.param("聊天安排在 13:20 至 14:20。", False, id="chinese"),
        pytest.param("The review is from 10:15 to 11:15.", True, id="an-hour-was-not-asked-of-it"),
    ],
)
def test_end_is_its_start_and_the_length_that_is_told(answer, is_bad):
    statements = statements_on(answer, EVENTS, ASKED)
    assert statements[-1].is_bad is is_bad, statements[-1].reason


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        pytest.param("for one hour", [60], id="word"),
        pytest.param("half an hour, then an hour and a half", [30, 90], id="halves"),
        pytest.param("a 45-minute slot", [45], id="hyphen"),
        pytest.param("开一个半小时的会，另有半小时和 20 分钟", [90, 30, 20], id="chinese"),
        pytest.param("at 30 km/h", [], id="speed"),
    ],
)
def test_lengths_are_read_in_words(text, minutes):
    assert [seconds / 60 for seconds in lengths_told(text)] == minutes


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        pytest.param("book it for 2 hours", [120], id="for"),
        pytest.param("a 45-minute meeting", [45], id="in-front"),
        pytest.param("it failed 2 hours ago", [], id="ago"),
        pytest.param("会议时长一小时", [60], id="chinese"),
    ],
)
def test_length_of_an_event_is_one_that_it_lasts(text, minutes):
    assert [seconds / 60 for seconds in lengths_of_events(text)] == minutes
