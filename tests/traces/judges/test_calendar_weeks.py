"""Weeks of a year, told by their number, which some source names or has a day of."""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on

LOG = "2031-06-04 08:10 valve 7 opened\n2031-06-05 09:30 valve 7 closed"
"""Both days lie in the 23rd week."""


@pytest.mark.parametrize(
    ("statement", "arguments", "finding"),
    [
        pytest.param("# Valve report, week 23", {}, "derived", id="a-day-of-it"),
        pytest.param("# 第 23 周阀门周报", {}, "derived", id="zh"),
        pytest.param("# 第 31 周阀门周报", {"path": "out/week31.csv"}, "derived", id="named-by-a-path"),
        pytest.param("# 第 31 周阀门周报", {}, "unsupported", id="neither"),
        pytest.param("# 第 31 周阀门周报", {"note": "见第 31 页"}, "unsupported", id="a-page-of-that-number"),
        pytest.param("阀门 7 停用了 23 周。", {}, "unsupported", id="a-length"),
    ],
)
def test_a_week_is_known_by_a_source_that_names_it_or_has_a_day_of_it(statement, arguments, finding):
    (judged,) = report_on(statement, ("valves", arguments, LOG)).statements
    assert judged.finding == finding, judged.reason
