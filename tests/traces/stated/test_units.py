"""One quantity in two units."""

from __future__ import annotations

import pytest

from tests.traces.stated.judged import agreeing, contradicted


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("2220 秒（约 37 分钟）", "37 分钟"),
        ("2560 MiB (2.5 GiB)", "2.5 GiB"),
        ("2.5 GB (2684354560 bytes)", "2684354560 bytes"),
        ("2.5 GB (2500000000 bytes)", "2500000000 bytes"),
        ("The retry window is 3 days (`retry_window_seconds=259200`).", "3 days"),
        ("poll.timeout.ms（90000，即 90 秒）", "90 秒"),
        ("2592000 秒，也就是 30 天。", "30 天"),
        ("It was 71.6°F (22°C).", "22°C"),
        ("40 hours (5 days)", "5 days"),
        ("3 days (72 hours)", "72 hours"),
        ("1 h 31 min (5,482 s)", "5,482 s"),
        ("The ratio 0.25 (25 %) holds.", "25 %"),
        ("12 km (7.5 miles)", "7.5 miles"),
    ],
)
def test_conversion_that_fits_is_borne_out(text, result):
    assert agreeing(text) == [result]
    assert contradicted(text) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2220 秒（约 52 分钟）", "2220 秒 is 37 min, not 52 分钟"),
        ("2560 MiB (3.8 GiB)", "2560 MiB is 2.5 GiB, not 3.8 GiB"),
        ("The retry window is 7 days (`retry_window_seconds=259200`).", "259200 is 3 d, not 7 days"),
        ("poll.timeout.ms（90000，即 9 秒）", "90000 is 90 s, not 9 秒"),
        ("It was 71.6°F (27°C).", "71.6°F is 22 °C, not 27°C"),
        ("It is kept for 5,400,000 ms, which is 15 hours.", "5,400,000 ms is 1.5 h, not 15 hours"),
        ("3600 minutes = 1 hour.", "3600 minutes is 60 h, not 1 hour"),
        ("The ratio 0.25 (52 %) holds.", "0.25 is 25 %, not 52 %"),
    ],
)
def test_conversion_that_does_not_fit_is_contradicted(text, said):
    assert contradicted(text) == [said]


@pytest.mark.parametrize(
    "text",
    [
        "It took 5 minutes (30 s timeout).",
        "It took 90 s, which is 30 s more than before.",
        "Waits of 2 hours (30–90 min)",
        "The retention is 7 days (`segment_ms=259200`).",
        "窗口是 3 天（`window_seconds=259200`）",
        "重试窗口 3 天（`retry_window_seconds=259200`）",
        "It costs $40 (€35).",
        "Between 1 and 5 minutes (90 s)",
        "A score of 0.25 (12 items)",
        "p 0.04 (95 %)",
        "Response times average 250 ms (1.2 s).",
    ],
)
def test_another_quantity_is_left_alone(text):
    assert contradicted(text) == []
