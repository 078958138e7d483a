"""What is true of some of a whole is not told of the whole."""

from __future__ import annotations

import pytest

from tests.evidence.lost_context import Case

CASES = (
    Case(
        "count-of-a-count",
        "2 of 5 new pumps are running in hall B.",
        ("new pumps are running in hall B", "pumps are running in hall B", "5 new pumps are running"),
        ("2 of 5 new pumps are running in hall B",),
    ),
    Case("most", "Most of the new pumps are tested.", ("pumps are tested", "new pumps are tested"), ("Most of the new pumps are tested",)),
    Case("fraction", "3/8 pumps were tested.", ("pumps were tested",), ("3/8 pumps were tested",)),
    Case("all", "8/8 pumps were tested by noon.", (), ("8/8 pumps were tested", "pumps were tested by noon")),
    Case("zh-fraction", "巡检 3/8 台水泵已检修，耗时 9 小时", ("水泵已检修，耗时 9 小时",), ("3/8 台水泵已检修", "耗时 9 小时")),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=[case.kind for case in CASES])
def test_a_statement_keeps_the_share_it_is_true_of(case):
    assert (case.wrongly_accepted(), case.wrongly_refused()) == ([], [])
