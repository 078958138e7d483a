"""The time between two moments."""

from __future__ import annotations

import pytest

from tests.traces.stated.judged import agreeing, contradicted


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("The swap needed 22 minutes (15:06:24 to 15:28:03 CET).", "22 minutes"),
        ("从 10:00 到 10:45,持续 45 分钟", "45 分钟"),
        ("It was off from 04:12:38 to 04:46:51, so about 34 minutes; fine.", "34 minutes"),
        ("Dentist: 9:30 AM to 10:15 AM (45 minutes)", "45 minutes"),
        ("22:50 to 00:20 (90 minutes)", "90 minutes"),
        ("from 20:00:04 on 18 April to 08:02:45 on 19 April, just over 12 hours", "12 hours"),
        ("First at 03:09:55, last at 03:12:08, so the burst lasted 133 seconds.", "133 seconds"),
        ("原定 17:00，实际 21:42，晚了 4 小时 42 分钟", "4 小时 42 分钟"),
        ("The lift stopped at 13:05 and ran again at 15:20, an outage of 2 h 15 min.", "2 h 15 min"),
        ("3 June to 9 June (7 days)", "7 days"),
        ("3 June to 9 June (6 days)", "6 days"),
        ("from 28 Feb to 1 March 2024 (2 days)", "2 days"),
        ("28 December to 3 January (6 days)", "6 days"),
    ],
)
def test_length_that_fits_is_borne_out(text, result):
    assert agreeing(text) == [result]
    assert contradicted(text) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "It lasted roughly 31 minutes (15:06:24 to 15:28:03).",
            "the time from 15:06:24 to 15:28:03 is 21 min 39 s, not 31 minutes",
        ),
        ("从 10:00 到 10:45,持续 30 分钟", "the time from 10:00 to 10:45 is 45 min, not 30 分钟"),
        ("9:30 to 10:15 (25 minutes)", "the time from 9:30 to 10:15 is 45 min, not 25 minutes"),
        (
            "The lift stopped at 13:05 and ran again at 15:20, an outage of 3 h 15 min.",
            "the time from 13:05 to 15:20 is 2 h 15 min, not 3 h 15 min",
        ),
        ("3 June to 9 June (12 days)", "the time from 3 June to 9 June is 6 days, not 12 days"),
    ],
)
def test_length_that_does_not_fit_is_contradicted(text, said):
    assert contradicted(text) == [said]


@pytest.mark.parametrize(
    ("text", "is_wrong"),
    [
        pytest.param("10:00 to 10:45 (44 minutes)", False, id="minutes-may-be-cut-off"),
        pytest.param("10:00 to 10:45 (43 minutes)", True, id="two-are-too-many"),
        pytest.param("10:00:00 to 10:00:45 (44 s)", False, id="seconds-may-be-cut-off"),
        pytest.param("10:00:00 to 10:00:45 (42 s)", True, id="three-are-too-many"),
        pytest.param("3 June to 9 June (5 days)", False, id="neither-end-counted"),
        pytest.param("3 June to 9 June (4 days)", True, id="one-day-too-few"),
    ],
)
def test_tolerance_has_borders(text, is_wrong):
    assert bool(contradicted(text)) == is_wrong


@pytest.mark.parametrize(
    "text",
    [
        "It runs every 5 minutes (10:00 to 10:45).",
        "The 5-minute samples (10:00–10:45)",
        "Flight NX486 leaves at 06:20 and lands at 11:30 (7 h 10 min).",
        "10:00 UTC to 13:00 CEST (60 minutes)",
        "Closed from 22 December to 2 January, 7 working days.",
        "From 10:00 to 10:45, 5 minutes apart.",
        "It failed at 10:00 and again at 10:45, each time an outage of 5 minutes.",
        "After 10:00 and before 10:45 it failed for 5 minutes in total.",
    ],
)
def test_another_length_is_left_alone(text):
    assert contradicted(text) == []
