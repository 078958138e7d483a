"""Tables whose cells a tab or a wide blank parts, one of them blank."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

ROWS = ["泵号　温度　标记　电流", "泵A　45　　3.2A", "泵B　51　振动　3.9A", "泵C　　检修　0.1A"]


@pytest.mark.parametrize("blank", ["　", "\t"])
@pytest.mark.parametrize("order", [(1, 2, 3), (3, 1, 2), (2, 3, 1)])
def test_a_blank_cell_keeps_its_column(blank, order):
    text = "\n".join([ROWS[0], *(ROWS[number] for number in order), "备注：夜班已核"]).replace("　", blank)
    assert match_excerpt("泵号：泵A，温度：45，电流：3.2A", text).decision == "accept"
    assert match_excerpt("泵号：泵B，温度：51，标记：振动，电流：3.9A", text).decision == "accept"
    assert match_excerpt("泵号：泵C，标记：检修，电流：0.1A", text).decision == "accept"
    assert match_excerpt("泵号：泵A，标记：3.2A", text).decision == "mismatch"
    assert match_excerpt("泵号：泵C，温度：检修", text).decision == "mismatch"
    assert match_excerpt("泵号：泵A，电流：3.9A", text).decision == "mismatch"


def test_where_nothing_tells_which_cell_is_blank_none_is_told():
    text = "Pump Temp Mark Amps\nA 45  3.2\nB 51 loud 3.9\nC  idle 0.1"
    assert match_excerpt("Pump: C, Temp: idle", text).decision == "mismatch"
    assert match_excerpt("Pump: A, Mark: 3.2", text).decision == "mismatch"


def test_tabs_that_only_line_up_part_no_blank_cells():
    text = "Name\t\tState\tAge\nweb\t\tup\t3d\ndb\t\tdown\t4d"
    assert match_excerpt("Name: db, State: down, Age: 4d", text).decision == "accept"
    assert match_excerpt("Name: db, State: up", text).decision == "mismatch"
