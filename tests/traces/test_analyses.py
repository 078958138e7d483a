"""A number that stands nowhere, in an answer that works much out of a table and in one that does not."""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on

KILNS = [
    {"kiln": "Ash", "bricks": 1184, "broken": 31, "hours": 9.5},
    {"kiln": "Bay", "bricks": 2071, "broken": 17, "hours": 14.25},
    {"kiln": "Fir", "bricks": 968, "broken": 44, "hours": 7.75},
    {"kiln": "Oak", "bricks": 1630, "broken": 23, "hours": 11.0},
    {"kiln": "Yew", "bricks": 745, "broken": 52, "hours": 6.5},
]
"""6598 bricks, 167 broken, 49 hours; on average 1319.6 bricks, 33.4 broken, 9.8 hours."""
WORKED_OUT = (
    "The total bricks are 6,598.",
    "The total broken is 167.",
    "On average the bricks are 1,319.6.",
    "On average the broken are 33.4.",
)
STANDS_NOWHERE = "it stands in no tool output"


@pytest.mark.parametrize(
    ("statement", "worked_out", "finding"),
    [
        pytest.param("They share 4,417.38 kg of clay.", WORKED_OUT, "not_checkable", id="of-arithmetic"),
        pytest.param("They share 4,417.38 kg of clay.", WORKED_OUT[:3], "unsupported", id="too-little-else"),
        pytest.param("The kiln master ordered 4,417.38 kg clay.", WORKED_OUT, "unsupported", id="of-no-arithmetic"),
    ],
)  # fmt: skip
def test_it_is_left_unjudged_only_where_it_may_well_be_worked_out(statement, worked_out, finding):
    report = report_on("\n\n".join((*worked_out, statement)), ("read", {}, KILNS))
    assert [s.finding for s in report.statements[:-1]] == ["derived"] * len(worked_out)
    judged = report.statements[-1]
    assert judged.finding == finding
    assert STANDS_NOWHERE in judged.reason


def test_without_a_table_it_is_a_finding():
    answer = "\n\n".join((*WORKED_OUT, "They share 4,417.38 kg of clay."))
    note = "bricks: 6598 in all, 1319.6 each; broken: 167 in all, 33.4 each"
    assert report_on(answer, ("read", {}, note)).statements[-1].finding == "unsupported"
