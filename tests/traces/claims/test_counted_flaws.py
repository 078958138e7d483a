"""A flaw that a column counts cannot be denied of all rows, nor of a named one that has it."""

from __future__ import annotations

import pytest

from tests.traces.asked import findings_on

LANES = (
    "lane      boxes   mean_s  retries\nlane-a1   1410    4.1     0\nlane-b2   1388    4.3     0\n"
    "lane-c3   1295    7.9     6\nlane-d4   1302    7.4     2"
)
CLEAN = LANES.replace("6\n", "0\n").replace("7.4     2", "7.4     0")
ZH_LANES = "线路,箱数,重试次数\n甲线,1410,0\n乙线,1388,0\n丙线,1295,6"


@pytest.mark.parametrize(
    ("board", "answer", "is_found"),
    [
        pytest.param(LANES, "The belt ran without retries on all four lanes.", True, id="on-all"),
        pytest.param(CLEAN, "The belt ran without retries on all four lanes.", False, id="on-all-and-so"),
        pytest.param(LANES, "lane-a1 and lane-b2 ran without retries.", False, id="on-named-rows"),
        pytest.param(LANES, "lane-c3 ran without retries.", True, id="on-a-named-row"),
        pytest.param(LANES, "The new belt ran without retries.", False, id="on-what-is-not-named"),
        pytest.param(LANES, "All lanes except lane-c3 and lane-d4 ran without retries.", False, id="on-all-but-some"),
        pytest.param(LANES, "All lanes should run without retries once the belt is fixed.", False, id="on-what-will-be"),
        pytest.param(LANES, "All lanes ran without retries. Well, lane-c3 had 6 retries.", False, id="told-elsewhere"),
        pytest.param(ZH_LANES, "所有线路均无重试。", True, id="zh-on-all"),
        pytest.param(ZH_LANES, "甲线、乙线没有重试。", False, id="zh-on-named-rows"),
    ],
)  # fmt: skip
def test_a_flaw_that_a_column_counts_cannot_be_denied(board, answer, is_found):
    found = findings_on(answer, ("read_board", {}, board))
    assert ("overclaimed_absence" in found) is is_found, found
