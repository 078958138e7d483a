"""A change from one amount to another: difference, percentage, factor and direction."""

from __future__ import annotations

import pytest

from tests.traces.stated.judged import agreeing, contradicted


@pytest.mark.parametrize(
    ("text", "results"),
    [
        ("Rent went from $2,400 to $3,000 (+25 %, +$600).", ["+25 %", "$600"]),
        ("orders: 40 → 50 (+25%)", ["+25%"]),
        ("从 40 秒涨到 50 秒,多了 10 秒(+25%)", ["10 秒", "+25%"]),
        ("从 500 升至 2300，增长 4.6 倍", ["4.6 倍"]),
        ("从 500 升至 2300，增长 3.6 倍", ["3.6 倍"]),
        ("The queue grew by about 25 % over the week, from 4.0 to 5.0 million jobs.", ["25 %"]),
        ("It rose 3x from 12 to 36.", ["3x"]),
        ("Costs: $400 → $500, up $100 (25 %).", ["$100", "25 %"]),
        ("50 visits, up 25 % from 40 a year ago", ["25 %"]),
        ("The line sold 75 units after 100 in 2021, a drop of 25 %", ["25 %"]),
        ("The build was 25 % slower than before (50 s vs 40 s).", ["25 %"]),
        ("20 tickets in all, versus 25 in May (-20 %)", ["-20 %"]),
        ("Margin rose from 20 % to 25 % (+5 points).", ["+5"]),
        ("Margin rose from 20 % to 25 % (+25 %).", ["+25 %"]),
        ("Traffic went from 900 MB to 1.8 GB, a factor of 2.", ["2"]),
        ("Signups fell by 1,310 week on week (9,480 to 8,170).", ["1,310"]),
        ("The median went from 410 ms to 2,950 ms, i.e. 2,540 ms more.", ["2,540 ms"]),
    ],
)
def test_change_that_fits_is_borne_out(text, results):
    assert agreeing(text) == results
    assert contradicted(text) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Rent went from $2,400 to $3,000 (+52 %).", "from $2,400 to $3,000 is 25 %, not +52 %"),
        ("Rent went from $2,400 to $3,000 (+$900).", "from $2,400 to $3,000 is 600 $, not $900"),
        ("orders: 40 → 50 (-25%)", "from 40 to 50 goes the other way"),
        ("18 → 9 (-30%)", "from 18 to 9 is -50 %, not -30%"),
        ("从 500 升至 2300，增长 5.9 倍", "from 500 to 2300 is a factor of 4.6, not 5.9 倍"),
        ("It grew by 30 %, from 3.10 to 3.20 million jobs.", "from 3.10 to 3.20 million is 3.2 %, not 30 %"),
        (
            "Signups fell by 1,130 week on week (9,480 to 8,170).",
            "from 9,480 to 8,170 is 1,310, not 1,130",
        ),
        (
            "The median went from 410 ms to 2,950 ms, i.e. 1,540 ms more.",
            "from 410 ms to 2,950 ms is 2,540 ms, not 1,540 ms",
        ),
        ("The queue grew from 120 to 410 jobs, 270 more.", "from 120 to 410 is 290, not 270"),
        ("Errors rose from 9 to 4.", "from 9 to 4 is no rise"),
        ("Errors dropped from 3 to 5.", "from 3 to 5 is no fall"),
        ("错误数从 9 上升到 4", "from 9 to 4 is no rise"),
        ("延迟从 300 ms 降到 500 ms", "from 300 ms to 500 ms is no fall"),
    ],
)
def test_change_that_does_not_fit_is_contradicted(text, said):
    assert contradicted(text) == [said]


@pytest.mark.parametrize(
    "text",
    [
        "It grew from 100 to 230 (130 %).",
        "It grew from 100 to 230 (230 %).",
        "It grew from 100 to 130, a factor of 1.3.",
        "It fell from 230 to 100 (-57 %).",
        "Some 3.30 million seats on 14 routes, up 10 % from 3.00 million in May.",
        "It fell from 230 to 100 (-130 %).",
        "Sales rose from 40 to 50, but the number of declines went from 3 to 5.",
    ],
)
def test_either_base_a_percentage_and_a_factor_are_readings(text):
    assert contradicted(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "The team dropped from 3 to 5 in the ranking.",
        "She moved up from 12 to 4 on the list.",
        "告警从 3 级升到 1 级",
        "Load went from 40 to 50, and 92 % of the rise is new.",
        "From 256 to 384 and then 512 MB, so it doubled (+100 %).",
        "256 → 384 → 512 MB (+100 %)",
        "Latency rose from 40 to 50 ms (limit 80 ms).",
        "It rose from -9 to -4.",
        "€312.40 billed, €241.16 kept after €71.24 levy (22.8 %).",
        "He moved from 630 to 9 am, 20 % of the staff did.",
    ],
)
def test_what_is_said_of_something_else_is_left_alone(text):
    assert contradicted(text) == []
