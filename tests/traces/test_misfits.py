"""Totals, fields and lengths that do not fit what was read are found; honest neighbours are not."""

from __future__ import annotations

import json

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
STEPS = (
    "step  name              at_ms  took_ms  state\ns1    load ledger_rows     12     1412  done\n"
    "s2    load ledger_rows   1430     1377  done\ns3    post               2815      655  done"
)
VAT = (
    "Name: brew-9\nCaps:\n  heat:   640W\n  stir:   90W\nDraws:\n  heat:   410W\n  stir:   75W\n"
    "Note: cleaned twice"
)
TANK = json.dumps({"tank": "T-9", "capacity_l": 8200, "filled_l": 6150, "reserve_l": 700})
GATES = (
    "2026-03-04 11:02:18 gate closed\n2026-03-04 11:02:41 pump on\n2026-03-04 11:31:07 pump off\n"
    "2026-03-04 11:31:52 gate open"
)
SUMS = "[('Total Loans', Decimal('412.00')), ('Open Loans', Decimal('37')), ('Late Fees', Decimal('88.50'))]"
FEES = (
    "no    | what           | amount | cur\n------+----------------+--------+----\n"
    "F-31  | Mooring Hafen  | 417.50 | EUR\nF-32  | Pilot          | 190.00 | EUR\n\ncap: 400.00 EUR"
)
CRANES = "crane      lifts  faults  load_t\ncrane-w1   212    1       5.5\ncrane-e5   187    4       6.2\ncrane-n9   240    0       4.8"
OILED = "today: 2026-03-31\nwest gate oiled 2026-03-17 05:40:12\neast gate oiled 2026-03-30 06:02:51"
DEPOT = json.dumps({"depot": "Ost", "open_orders": 23, "late_orders": 6, "max_weight_kg": 18000})
SLOW = "entry=3 us=73120 SCAN fish:stock\nentry=4 us=9044 GET crew:list"


@pytest.mark.parametrize(
    ("output", "answer", "is_found"),
    [
        pytest.param(YARDS, "There were 365 repairs in total.", True, id="total"),
        pytest.param(YARDS, "There were 355 repairs in total.", False, id="total-own"),
        pytest.param(YARDS, "The south had 201 repairs in total.", False, id="total-of-a-group"),
        pytest.param(YARDS, "In the south there were 211 repairs in total.", False, id="a-group-is-left-alone"),
        pytest.param(YARDS, "There were about 360 repairs in total.", False, id="total-hedged"),
        pytest.param(YARDS, "There were 365 repairs in total, not counting the boats.", False, id="total-narrowed"),
        pytest.param(YARDS, "A total of 342 repairs were made outside Alta Quay.", False, id="total-without-one"),
        pytest.param(ZH_SHIFTS, "本月共迟到 13 次。", True, id="zh-total"),
        pytest.param(ZH_SHIFTS, "本月共迟到 14 次。", False, id="zh-total-own"),
        pytest.param(ZH_SHIFTS, "甲班共迟到 5 次。", False, id="zh-group-is-left-alone"),
        pytest.param(STEPS, "The two loads of `ledger_rows` take 2,897 ms together.", True, id="named-rows"),
        pytest.param(STEPS, "The two loads of `ledger_rows` take 2,789 ms together.", False, id="named-rows-own"),
        pytest.param(VAT, "The heat cap is 410W.", True, id="field-of-the-next-head"),
        pytest.param(VAT, "The heat cap is 640W.", False, id="field-own"),
        pytest.param(VAT, "The heat cap is 640W, and the draw is 410W.", False, id="both-fields"),
        pytest.param(TANK, "The reserve is 6,150.", True, id="field-of-one-record"),
        pytest.param(TANK, "T-9 holds 6,150 of 8,200 litres.", False, id="field-told-in-other-words"),
        pytest.param(FEES, "F-31, the mooring: EUR 471.50 is EUR 71.50 over the cap of EUR 400.", True, id="each-of-the-other"),
        pytest.param(FEES, "F-31, the mooring: EUR 417.50 is EUR 17.50 over the cap of EUR 400.", False, id="one-was-read"),
        pytest.param(CRANES, "`crane-e5` had 3 faults.", True, id="small-count-of-a-row"),
        pytest.param(CRANES, "`crane-e5` had 4 faults.", False, id="small-count-own"),
        pytest.param(CRANES, "`crane-e5` had 3 more faults than `crane-w1`.", False, id="small-count-compared"),
        pytest.param(CRANES, "| Crane | Faults |\n|---|---|\n| crane-w1 | 3 |\n| crane-e5 | 4 |", True, id="small-count-in-a-table"),
        pytest.param(CRANES, "| Crane | Faults |\n|---|---|\n| crane-w1 | 1 |\n| crane-e5 | 4 |", False, id="table-own"),
        pytest.param(CRANES, "| Crane | Faults a week |\n|---|---|\n| crane-w1 | 3 |", False, id="column-of-another-name"),
        pytest.param(ZH_SHIFTS, "**周明**:迟到 6 次。", True, id="zh-small-count"),
        pytest.param(ZH_SHIFTS, "**周明**:迟到 4 次。", False, id="zh-small-count-own"),
        pytest.param(OILED, "The west gate was last oiled on 27 March at 05:40, 4 days ago.", True, id="day-but-for-a-digit"),
        pytest.param(OILED, "The west gate was last oiled on 17 March at 05:40, 14 days ago.", False, id="day-own"),
        pytest.param(OILED, "The west gate is oiled next on 27 March at 05:40, 10 days later.", False, id="day-to-come"),
        pytest.param(SUMS, "- **Open Loans Recorded:** 412", True, id="label-of-another"),
        pytest.param(SUMS, "- **Open Loans Recorded:** 37", False, id="label-own"),
        pytest.param(SUMS, "- **Renewed Open Loans:** about 12", False, id="label-narrowed"),
        pytest.param(SUMS, "- **Late Fees:** $88.5", False, id="label-with-unit"),
        pytest.param(SUMS, "| Item | Figure |\n|---|---|\n| Total loans | 37 |", True, id="cell-under-a-label"),
        pytest.param(DEPOT, "- Late orders: 23", True, id="field-as-label"),
        pytest.param(DEPOT, "- Max weight: 18 t", False, id="label-in-another-unit"),
        pytest.param(DEPOT, "### Recommended settings\n- Late orders: 10", False, id="label-in-advice"),
        pytest.param(GATES, "The pump ran from 11:02 to 11:31, which took 28 minutes 26 seconds.", False, id="length-own"),
        pytest.param(GATES, "From gate closed to gate open it took 34 minutes 34 seconds.", True, id="length-of-nothing"),
        pytest.param(GATES, "From gate closed to gate open it took 29 minutes 34 seconds.", False, id="length-of-the-ends"),
        pytest.param(GATES, "On average, it took 12 minutes 9 seconds from call to call.", False, id="length-averaged"),
        pytest.param(SLOW, "The `SCAN` of `fish:stock` took 731 ms.", True, id="ten-times"),
        pytest.param(SLOW, "The `SCAN` of `fish:stock` took 73.1 ms.", False, id="converted"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_found(output, answer, is_found):
    found = findings_on(answer, ("read_board", {}, output))
    assert bool({"altered", "unsupported"} & set(found)) is is_found, found


def test_a_list_that_was_asked_for_in_part_has_no_total():
    assert findings_on("There were 365 repairs in total.", ("read_board", {"limit": 4}, YARDS)) == [
        "not_checkable"
    ]
