"""A number that is what lies between the two in front of it, also where only one of them shows the unit."""

from __future__ import annotations

import pytest

from tests.traces.asked import statements_on

HOURS = "NAME     WEEKS  HOURS\nBergit   4      47.5\nTjorven  4      31.0\nrule: nobody works over 42 hours"


@pytest.mark.parametrize(
    ("cell", "is_bad"),
    [
        ("over the 42 hour cap by 5.5 hours", False),
        ("exceeds 42 hours by 5.5 hours", False),
        ("超过 42 小时上限 5.5 小时", False),
        ("超过 42 小时上限 6.5 小时", True),
    ],
)
def test_what_a_cell_lies_over_a_cap_follows_from_both(cell, is_bad):
    answer = f"| Name | Hours | Note |\n|---|---|---|\n| Bergit | 47.5 | {cell} |"
    (statement,) = statements_on(answer, HOURS)
    assert statement.is_bad is is_bad, statement.reason


MARKS = "班级,人数,最高分,最低分\n三班,41,97,38\n四班,39,93,44"


@pytest.mark.parametrize(
    ("answer", "is_bad"), [("三班分数跨度为 59 分。", False), ("三班分数跨度为 71 分。", True)]
)
def test_span_of_a_row_is_a_difference(answer, is_bad):
    (statement,) = statements_on(answer, MARKS)
    assert statement.is_bad is is_bad, statement.reason
