"""A true number is another's only where the record that is named gives a number of its own, not a limit."""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on

SERIES = (
    "time   p95ms  drop%\n04:02     41    0.0\n04:04    712    3.1\n04:06    694    2.7\n04:08     39    0.0"
)


@pytest.mark.parametrize(
    ("line", "is_bad"),
    [
        pytest.param("[04:05] pager: tide-api p95 > 250ms (5m)", False, id="limit"),
        pytest.param("[04:05] pager: tide-api p95 >= 250ms (5m)", False, id="limit-or-equal"),
        pytest.param("[04:05] pager: tide-api p95 250ms (5m)", True, id="its-own"),
    ],
)
def test_what_a_number_is_compared_with_is_no_rival(line, is_bad):
    answer = "The p95 of `tide-api` was 712 ms."
    (statement,) = report_on(answer, ("series", {}, SERIES), ("chat", {}, line)).statements
    assert statement.is_bad is is_bad, statement.reason


def test_a_number_of_a_row_that_its_time_names_is_no_others():
    answer = "From 04:04 to 04:06 the p95 of `tide-api` ranged from 694 to 712 ms."
    line = "[04:05] pager: tide-api p95 250ms (5m)"
    (statement,) = report_on(answer, ("series", {}, SERIES), ("chat", {}, line)).statements
    assert not statement.is_bad, statement.reason


GRINDS = "mill/oat_fine       took  [41.2 s 41.9 s 42.6 s]\nmill/rye_fine       took  [63.0 s 63.4 s 64.1 s]"
RERUN = "oat_fine 45.3 s <= 50  good\noat_fine 58.8 s >  50  bad"


@pytest.mark.parametrize(
    ("cell", "is_bad"),
    [
        pytest.param("41.9 s", False, id="of-its-path"),
        pytest.param("63.4 s", True, id="of-another-path"),
    ],
)
def test_the_last_part_of_a_path_names_its_line(cell, is_bad):
    answer = f"| Case | First |\n|---|---|\n| oat_fine | {cell} |"
    (statement,) = report_on(answer, ("bench", {}, GRINDS), ("rerun", {}, RERUN)).statements
    assert statement.is_bad is is_bad, statement.reason
