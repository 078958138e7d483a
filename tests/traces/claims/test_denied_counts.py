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


@pytest.mark.parametrize(
    ("answer", "otherwise", "so"),
    [
        pytest.param(
            "pdf-maker 2.1.0 was deployed at 14:31 and produced no upstream errors at all.",
            [
                ("deploys", {}, "pdf-maker 2.1.0 14:31"),
                (
                    "error_counts",
                    {"kind": "upstream"},
                    "service         error                          count\ncheckout        502 upstream closed            812\nledger          504 upstream timed out         77\npdf-maker       502 connect refused            9",
                ),
            ],
            [
                ("deploys", {}, "pdf-maker 2.1.0 14:31"),
                (
                    "error_counts",
                    {"kind": "upstream"},
                    "service         error                          count\ncheckout        502 upstream closed            812\nledger          504 upstream timed out         77\n",
                ),
            ],
            id="gw-errors",
        ),
        pytest.param(
            "Partition p-3 shows no lag.",
            [("lag", {}, "partition,lag,owner\np-1,0,c1\np-2,12,c2\np-3,904,c2")],
            [("lag", {}, "partition,lag,owner\np-1,0,c1\np-2,12,c2\np-3,0,c2")],
            id="lag",
        ),
        pytest.param(
            "No deadlocks were recorded on db-west-2.",
            [
                (
                    "db_stats",
                    {},
                    [
                        {"host": "db-west-1", "deadlocks": 0, "commits": 900},
                        {"host": "db-west-2", "deadlocks": 5, "commits": 700},
                    ],
                )
            ],
            [
                (
                    "db_stats",
                    {},
                    [
                        {"host": "db-west-1", "deadlocks": 3, "commits": 900},
                        {"host": "db-west-2", "deadlocks": 0, "commits": 700},
                    ],
                )
            ],
            id="deadlocks",
        ),
        pytest.param(
            "Ines Vogt has no open tickets.",
            [("tickets", {}, "agent,open,closed\nTom Reyes,4,19\nInes Vogt,2,22")],
            [("tickets", {}, "agent,open,closed\nTom Reyes,4,19\nInes Vogt,0,22")],
            id="tickets",
        ),
        pytest.param(
            "K-208 没有缺货记录。",
            [("stock", {}, "货号,缺货次数,库存\nK-207,0,40\nK-208,3,12")],
            [("stock", {}, "货号,缺货次数,库存\nK-207,1,40\nK-208,0,12")],
            id="stock-zh",
        ),
    ],
)
def test_anything_counted_in_a_named_row_cannot_be_denied_of_it(answer, otherwise, so):
    assert "overclaimed_absence" in findings_on(answer, *otherwise)
    assert "overclaimed_absence" not in findings_on(answer, *so)
