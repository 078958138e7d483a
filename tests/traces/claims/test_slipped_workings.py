"""What was worked out with a digit off is altered; the result itself, and what is near no result, is not."""

from __future__ import annotations

import pytest

from tests.traces.asked import Reply, findings_on, report_on

LOADS: Reply = (
    "list_loads",
    {"day": "2031-01-22"},
    "Boat              Start   End     Result    Carried     Crates   Message\n"
    "FRT-NORTH         18:00   19:12   Success   184.2 t     6/6\n"
    "FRT-SOUTH         19:30   22:47   Warning   212.7 t     3/3      slow crane, full check\n"
    "FRT-EAST          20:00   20:09   Success   4.1 t       4/4\n"
    "FRT-WEST          21:00   23:38   Success   96.5 t      2/2\n"
    "TUG-LARGE         02:30   06:41   Success   507.4 t     5/5",
)
SPRING: Reply = (
    "sum_fees",
    {"season": "spring"},
    "pier,fees\nNorth Pier,498118.00\nEast Pier,961772.25\nWest Pier,738905.00",
)
WINTER: Reply = (
    "sum_fees",
    {"season": "winter"},
    "pier,fees\nNorth Pier,533870.25\nEast Pier,1004519.75\nWest Pier,702116.50",
)
HOURS: Reply = (
    "list_hours",
    {"month": "2031-11"},
    "姓名    出勤    加班小时\n陈一    20      12.5\n吴二    20      6.0\n张三    20      21.0\n林四    20      3.5\n赵五    20      9.0\n孙六    20      15.5",
)


@pytest.mark.parametrize(
    ("answer", "replies", "is_altered"),
    [
        pytest.param(
            "The four freight boats carried 479.5 t in total.", (LOADS,), True, id="rows-of-one-kind"
        ),
        pytest.param("The four freight boats carried 497.5 t in total.", (LOADS,), False, id="their-total"),
        pytest.param("North Pier fell by 37,752.25.", (WINTER, SPRING), True, id="a-difference"),
        pytest.param("North Pier fell by 35,752.25.", (WINTER, SPRING), False, id="the-difference"),
        pytest.param("North Pier fell by 12,944.25.", (WINTER, SPRING), False, id="near-no-result"),
        pytest.param("部门加班合计 76.5 小时。", (HOURS,), True, id="two-digits-exchanged"),
        pytest.param("部门加班合计 67.5 小时。", (HOURS,), False, id="the-column-s-total"),
    ],
)
def test_a_result_with_a_digit_off_is_altered(answer, replies, is_altered):
    (statement,) = report_on(answer, *replies).statements
    assert (statement.finding == "altered") == is_altered


@pytest.mark.parametrize(
    ("total", "is_bad"),
    [
        pytest.param("€2,204,495.25", True, id="two-digits-exchanged"),
        pytest.param("€2,240,595.25", True, id="a-digit-changed"),
        pytest.param("€2,240,495.25", False, id="the-total"),
    ],
)
def test_the_list_below_says_what_a_total_comes_to(total, is_bad):
    piers = "- East Pier: €1,004,519.75\n- North Pier: €533,870.25\n- West Pier: €702,105.25"
    given = ("read_fees", {}, "east 1004519.75\nnorth 533870.25\nwest 702105.25")
    report = report_on(f"**Fees in total: {total}**\n\n{piers}", given)
    assert report.statements[0].is_bad == is_bad


TICKETS: Reply = (
    "find_trips",
    {"from": "A", "to": "B"},
    "trip    line     leaves   lands   fare     bag\nFR 114  Ryn      13:20    16:10   64.99    +27.00\nTP 533  Tapp     06:05    08:55   118.40   included\nUT 521  Esy      17:45    20:35   89.20    +24.50",
)


def test_values_of_rows_with_empty_cells_stand_under_the_titles_above_them():
    answer = "| Trip | Fare | Bag |\n|---|---|---|\n| FR 114 | 64.99 | 27.00 |\n| UT 521 | 89.20 | 49.00 |"
    assert findings_on(answer, TICKETS)[-2] == "sound"
