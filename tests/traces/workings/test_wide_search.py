"""What was worked out from the evidence is no finding; what differs in a digit from it is one."""

from __future__ import annotations

import json

import pytest

from tests.traces.asked import findings_on

SALES = "   shop  orders   revenue  returned\n0   Linz    1204  90214.50        61\n1   Graz    1530 120877.00        46"
ORDER = json.dumps({"items": [{"name": "mug", "qty": 4, "price": 12.85}], "paid": 328.8})
JOBS = json.dumps({"jobs": [{"id": "j7", "startedAt": 1776733200000, "stoppedAt": 1776737767000}]})
SHARES = "company\trevenue FY24 (USD m)\trevenue FY25 (USD m)\nNordkap\t3412\t4265\nSandvik\t2980\t2801"
RUNS = "= 2 failed, 1187 passed, 14 skipped in 402.61s (0:06:42) ="


@pytest.mark.parametrize(
    ("output", "answer", "finding"),
    [
        pytest.param(SALES, "| Linz | 1,204 | $74.93 |", "derived", id="quotient-in-a-row"),
        pytest.param(SALES, "2,734 orders were placed in total.", "derived", id="sum-of-a-column"),
        pytest.param(SALES, "Linz took 1,264 orders.", "altered", id="one-digit-of-the-row's-own"),
        pytest.param(ORDER, "The four mugs cost 51.40 together.", "derived", id="quantity-times-price"),
        pytest.param(JOBS, "Job j7 ran for 76 min 7 s.", "derived", id="between-two-unix-times"),
        pytest.param(SHARES, "Nordkap's revenue rose to $4.27 billion.", "derived", id="column-in-millions"),
        pytest.param(SHARES, "Nordkap grew by 25%.", "derived", id="growth-in-a-row"),
        pytest.param(RUNS, "1,203 tests were collected.", "derived", id="sum-of-neighbours"),
        pytest.param(RUNS, "The tests ran for 6:42 min.", "derived", id="clock-as-duration"),
    ],
)
def test_arithmetic_is_found_before_a_number_is_missed(output, answer, finding):
    assert findings_on(answer, ("list_rows", {}, output)) == [finding]


KILN = """Kiln:        kiln-north
Last firing:
    Outcome:   Aborted
    Begun:     Tue, 04 Mar 2031 06:12:45 +0000
    Ended:     Tue, 04 Mar 2031 06:31:09 +0000
Lid:         closed"""


@pytest.mark.parametrize(
    ("answer", "finding"),
    [
        ("The firing was aborted at 06:31:09 UTC, after running for 18 min 24 s.", "derived"),
        ("The firing was aborted at 06:31:09 UTC, after running for 18 min 42 s.", "unsupported"),
        ("窑炉在 06:31:09 中止，此前运行了 18 分 24 秒。", "derived"),
    ],
)
def test_time_between_a_told_moment_and_one_on_a_line_near_it(answer, finding):
    found = findings_on(answer, ("describe", {"kiln": "north"}, KILN))
    assert found == [finding]


GAUGES = json.dumps(
    {"site": "Moor", "air": "17 °C", "wind": "12 km/h", "rain": "0.4 mm", "seats": 58, "open": 26}
)
CELLS = json.dumps({"day": ["2031-05-02", "2031-05-03"], "gust_max": [14.2, 41.3], "uv_max": [3.1, 7.4]})


@pytest.mark.parametrize(
    ("output", "answer", "is_bad"),
    [
        pytest.param(GAUGES, "The humidity at Moor is 71%.", True, id="no-share-of-a-speed"),
        pytest.param(GAUGES, "The wind at Moor is 30 km/h.", True, id="no-speed-for-so-much-rain"),
        pytest.param(GAUGES, "Seats and open places together make 84.", False, id="a-sum-that-is-spoken-of"),
        pytest.param(CELLS, "- **3 May 2031**: windy, 41 km/h", False, id="rounded-in-the-row-of-the-day"),
        pytest.param(CELLS, "- **3 May 2031**: windy, 47 km/h", True, id="rounded-from-nothing-there"),
    ],
)
def test_numbers_that_do_not_belong_together_explain_nothing(output, answer, is_bad):
    found = findings_on(answer, ("look", {}, output))
    assert (found[0] in ("altered", "unsupported")) == is_bad
