"""Totals that the rows of a column do not come to are found; those of groups and parts are left alone."""

from __future__ import annotations

import pytest

from tests.traces.asked import findings_on

YARDS = (
    "yard       | region | repairs | hours\n-----------+--------+---------+------\n"
    "Larvik     | south  | 117     | 310.5\nHorten     | south  | 84      | 266.0\n"
    "Bodin      | north  | 96      | 402.5\nAlta Quay  | north  | 58      | 188.0\n(4 rows)"
)
ZH_SHIFTS = (
    "姓名,班组,迟到次数,加班小时\n周明,甲班,4,12.5\n吴兰,甲班,2,8.0\n郑浩,乙班,7,20.5\n钱芳,乙班,1,6.0"
)
PUMPS = (
    "PUMP      FLOW   STARTS       UP\npump-a1   1/2    31 (4m ago)  6h20m\npump-a2   2/2    27 (9m ago)  6h20m\n"
    "pump-b1   2/2    0            40d\npump-b2   1/2    52 (1d ago)  31d\ntank      2/2    0            65d"
)
STEPS = (
    "step  name              at_ms  took_ms  state\ns1    load ledger_rows     12     1412  done\n"
    "s2    load ledger_rows   1430     1377  done\ns3    post               2815      655  done"
)


@pytest.mark.parametrize(
    ("output", "answer", "is_found"),
    [
        pytest.param(YARDS, "There were 365 repairs in total.", True, id="total"),
        pytest.param(YARDS, "There were 355 repairs in total.", False, id="total-own"),
        pytest.param(YARDS, "The south had 201 repairs in total.", False, id="total-of-a-group"),
        pytest.param(YARDS, "In the south there were 211 repairs in total.", True, id="total-of-a-group-wrong"),
        pytest.param(YARDS, "There were about 360 repairs in total.", False, id="total-hedged"),
        pytest.param(YARDS, "There were 365 repairs in total, not counting the boats.", False, id="total-narrowed"),
        pytest.param(YARDS, "A total of 342 repairs were made outside Alta Quay.", False, id="total-without-one"),
        pytest.param(ZH_SHIFTS, "本月共迟到 13 次。", True, id="zh-total"),
        pytest.param(ZH_SHIFTS, "本月共迟到 14 次。", False, id="zh-total-own"),
        pytest.param(ZH_SHIFTS, "甲班共迟到 5 次。", False, id="zh-group-is-left-alone"),
        pytest.param(PUMPS, "The two pumps have started 52 times between them in 6h20m.", True, id="said-part"),
        pytest.param(PUMPS, "The two pumps have started 58 times between them in 6h20m.", False, id="said-part-own"),
        pytest.param(PUMPS, "The three pumps have started 52 times between them in 6h20m.", False, id="not-that-part"),
        pytest.param(STEPS, "The two loads of `ledger_rows` take 2,897 ms together.", True, id="named-rows"),
        pytest.param(STEPS, "The two loads of `ledger_rows` take 2,789 ms together.", False, id="named-rows-own"),
    ],
)  # fmt: skip
def test_total_that_its_column_does_not_come_to_is_found(output, answer, is_found):
    found = findings_on(answer, ("read_board", {}, output))
    assert bool({"altered", "unsupported"} & set(found)) is is_found, found


HOURS = "hour,boats,delays\n09,412,0\n10,438,0\n11,987,120\n12,1042,337\n13,1019,298\n14,604,21\n15,420,0"
FORMS = "berth: QY-310\nboats: 41\nberth: QY-318\nboats: 36\nberth: QY-325\nboats: 28\n"


@pytest.mark.parametrize(
    ("output", "answer", "is_found"),
    [
        pytest.param(
            HOURS, "Over the seven hours there were 4,922 boats and 755 delays.", True, id="partial"
        ),
        pytest.param(HOURS, "Over the seven hours there were 4,922 boats and 776 delays.", False, id="whole"),
        pytest.param(HOURS, "There were 4,922 boats; 755 delays came before 14:00.", False, id="of-a-part"),
        pytest.param(HOURS, "There were 4,922 boats and 337 delays at noon.", False, id="of-one-row"),
        pytest.param(FORMS, "There are 115 boats in total.", True, id="down-the-page"),
        pytest.param(FORMS, "There are 105 boats in total.", False, id="down-the-page-own"),
    ],
)
def test_a_number_beside_a_total_is_a_total_as_well(output, answer, is_found):
    found = findings_on(answer, ("read_board", {}, output))
    assert bool({"altered", "unsupported"} & set(found)) is is_found, found


def test_a_list_that_was_asked_for_in_part_has_no_total():
    assert findings_on("There were 365 repairs in total.", ("read_board", {"limit": 4}, YARDS)) == [
        "not_checkable"
    ]
