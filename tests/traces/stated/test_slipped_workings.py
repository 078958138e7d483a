"""What was worked out with a digit off is altered; the result itself, and what is near no result, is not."""

from __future__ import annotations

import pytest

from tests.traces.asked import Reply, findings_on, report_on

LOADS: Reply = (
    "list_loads",
    {"day": "2031-01-22"},
    "Boat              Start   End     Result    Carried     Crates   Message\n"
    "FRT-NORTH         17:10   18:25   Good      131.6 t     7/7\n"
    "FRT-SOUTH         18:40   21:05   Late      248.9 t     5/5      slow crane, full check\n"
    "FRT-EAST          19:15   19:31   Good      7.3 t       2/2\n"
    "FRT-WEST          20:20   22:54   Good      62.8 t      3/3\n"
    "TUG-LARGE         03:10   07:02   Good      388.5 t     8/8",
)
SPRING: Reply = (
    "sum_fees",
    {"season": "spring"},
    "pier,fees\nNorth Pier,412650.50\nEast Pier,873941.25\nWest Pier,655208.00",
)
WINTER: Reply = (
    "sum_fees",
    {"season": "winter"},
    "pier,fees\nNorth Pier,441987.75\nEast Pier,918304.00\nWest Pier,631577.25",
)
NIGHTS: Reply = (
    "list_nights",
    {"month": "2031-11"},
    "船员    航次    值夜小时\n罗安    9       8.5\n邓北    9       14.0\n何川    9       5.5\n魏冬    9       17.5\n田恩    9       10.0\n常帆    9       11.5",
)


@pytest.mark.parametrize(
    ("answer", "replies", "is_altered"),
    [
        pytest.param(
            "The four freight boats carried 405.6 t in total.", (LOADS,), True, id="rows-of-one-kind"
        ),
        pytest.param("The four freight boats carried 450.6 t in total.", (LOADS,), False, id="their-total"),
        pytest.param("North Pier fell by 29,837.25.", (WINTER, SPRING), True, id="a-difference"),
        pytest.param("North Pier fell by 29,337.25.", (WINTER, SPRING), False, id="the-difference"),
        pytest.param("North Pier fell by 14,608.25.", (WINTER, SPRING), False, id="near-no-result"),
        pytest.param("船队值夜合计 76.0 小时。", (NIGHTS,), True, id="two-digits-exchanged"),
        pytest.param("船队值夜合计 67.0 小时。", (NIGHTS,), False, id="the-column-s-total"),
    ],
)
def test_a_result_with_a_digit_off_is_altered(answer, replies, is_altered):
    (statement,) = report_on(answer, *replies).statements
    assert (statement.finding == "altered") == is_altered


@pytest.mark.parametrize(
    ("total", "is_bad"),
    [
        pytest.param("€1,991,896.00", True, id="two-digits-exchanged"),
        pytest.param("€1,991,369.00", True, id="a-digit-changed"),
        pytest.param("€1,991,869.00", False, id="the-total"),
    ],
)
def test_the_list_below_says_what_a_total_comes_to(total, is_bad):
    piers = "- East Pier: €918,304.00\n- North Pier: €441,987.75\n- West Pier: €631,577.25"
    fees = {"east": 918304.00, "north": 441987.75, "west": 631577.25}
    given: list[Reply] = [("read_fee", {"pier": pier}, {f"{pier}_fee": fee}) for pier, fee in fees.items()]
    report = report_on(f"**Fees in total: {total}**\n\n{piers}", *given)
    assert report.statements[0].is_bad == is_bad


FERRIES: Reply = (
    "find_ferries",
    {"from": "A", "to": "B"},
    "ferry   owner    leaves   docks   fare     bike\nMO 207  Marn     12:10    15:45   52.30    +14.00\nSK 880  Skagg    07:25    11:05   97.80    included\nVE 416  Vesk     16:50    20:15   73.60    +11.50",
)


def test_values_of_rows_with_empty_cells_stand_under_the_titles_above_them():
    answer = "| Ferry | Fare | Bike |\n|---|---|---|\n| MO 207 | 52.30 | 14.00 |\n| VE 416 | 73.60 | 23.00 |"
    assert findings_on(answer, FERRIES)[-2] == "sound"
