"""A count told of a named row must be that row's own, however small it is."""

from __future__ import annotations

import pytest

from tests.traces.asked import findings_on

CRANES = "crane      lifts  faults  load_t\ncrane-w1   212    1       5.5\ncrane-e5   187    4       6.2\ncrane-n9   240    0       4.8"
ZH_CREW = "姓名,班组,迟到次数,加班小时\n周明,甲班,4,12.5\n吴兰,甲班,2,8.0\n郑浩,乙班,7,20.5\n钱芳,乙班,1,6.0"


@pytest.mark.parametrize(
    ("output", "answer", "is_found"),
    [
        pytest.param(CRANES, "`crane-e5` had 3 faults.", True, id="small-count-of-a-row"),
        pytest.param(CRANES, "`crane-e5` had 4 faults.", False, id="small-count-own"),
        pytest.param(CRANES, "`crane-e5` had 3 more faults than `crane-w1`.", False, id="small-count-compared"),
        pytest.param(CRANES, "| Crane | Faults |\n|---|---|\n| crane-w1 | 3 |\n| crane-e5 | 4 |", True, id="small-count-in-a-table"),
        pytest.param(CRANES, "| Crane | Faults |\n|---|---|\n| crane-w1 | 1 |\n| crane-e5 | 4 |", False, id="table-own"),
        pytest.param(CRANES, "| Crane | Faults a week |\n|---|---|\n| crane-w1 | 3 |", False, id="column-of-another-name"),
        pytest.param(ZH_CREW, "**周明**:迟到 6 次。", True, id="zh-small-count"),
        pytest.param(ZH_CREW, "**周明**:迟到 4 次。", False, id="zh-small-count-own"),
    ],
)  # fmt: skip
def test_count_of_another_row_is_found(output, answer, is_found):
    found = findings_on(answer, ("read_board", {}, output))
    assert bool({"altered", "unsupported"} & set(found)) is is_found, found
