"""Values that are known by what the agent asked, by a day before, or by the number they are compared with."""

from __future__ import annotations

import pytest

from tests.traces.asked import findings_on

LOG = "2031-04-09 06:11:40 ERROR could not reach the depot within 45s"
HISTORY = {"runs": 212, "failed": 9}
RIDES = """ride  from   leaves  arrives   fare
N 71  Ghent  22:40   06:15+1   38.50
D 12  Ghent  09:05   15:50     52.00"""
SHIFTS = [
    {"who": "Anja", "date": "2031-03-04", "kind": "late"},
    {"who": "Anja", "date": "2031-03-19", "kind": "missing"},
]
BUILDS = """BUILD  STATUS   TOOK
9031   failure  21m48s
9017   success  12m06s"""
LAG = """ name    |      lag
---------+-----------------
 copy-a  | 00:00:00.003418
 copy-b  | 00:07:51.220031"""
HOURS = "姓名    出勤  加班小时\n周岚    19    7.0\n郑朗    20    11.5"
LEAVE = [{"姓名": "周岚", "总额": 9, "剩余": 7}, {"姓名": "郑朗", "总额": 12, "剩余": 3}]
REPLIES = (
    ("log", {"path": "/depots/runs/771402/log"}, LOG),
    ("history", {"days": 45, "run": "nightly__2031-04-08/parts"}, HISTORY),
    ("rides", {"day": "2031-03-18"}, RIDES),
    ("shifts", {}, SHIFTS),
    ("builds", {}, BUILDS),
    ("lag", {}, LAG),
    ("hours", {}, HOURS),
    ("leave", {}, LEAVE),
)


@pytest.mark.parametrize(
    ("answer", "is_bad"),
    [
        pytest.param("In the past 45 days it failed 9 of 212 runs.", False, id="asked-days"),
        pytest.param("## Pipeline 771402 failed", False, id="asked-id"),
        pytest.param("## Pipeline 771482 failed", True, id="another-id"),
        pytest.param("## Parts of 2031-04-08", False, id="asked-day"),
        pytest.param("## Parts of 2031-05-08", True, id="another-day"),
        pytest.param("The night ride gets in at 06:15 on 19 March.", False, id="next-day"),
        pytest.param("The day ride gets in at 15:50 on 20 March.", True, id="not-the-next-day"),
        pytest.param("Anja: 3 月 4 日迟到,19 日缺卡。", False, id="day-alone"),
        pytest.param("Red builds take about 22 minutes, compared with 12 before.", False, id="compared"),
        pytest.param("I wrote the times as ISO 8601.", False, id="standard"),
        pytest.param("| copy-a | 3.4 ms |", False, id="interval"),
        pytest.param("| copy-a | 8.3 ms |", True, id="interval-not"),
        pytest.param("年底前要用完的年假:周岚剩 7 天。", False, id="bare-under-the-same-name"),
    ],
)
def test_value_said_in_other_words(answer, is_bad):
    assert (findings_on(answer, *REPLIES)[-1] in ("altered", "unsupported")) is is_bad
