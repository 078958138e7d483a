"""A true value that is another row's is altered; where names or values are listed, nothing is said."""

from __future__ import annotations

import json

import pytest

from tests.traces.asked import findings_on

ROWS = json.dumps(
    {
        "disks": [
            {"host": "ore-1", "device": "sda", "wear": "17%", "note": "Only 3.75GB left on /data."},
            {"host": "ore-2", "device": "sda", "wear": "64%", "note": "Only 8.25GB left on /data."},
        ]
    }
)
TABLE = "city      orders   revenue\nLinz        1240   9120.50\nGraz         871   7033.25\nWels         452   2210.75"
JARS = "jar,least_s,middle_s\nplum:,30,1740\nquince:,3600,80200\npear:,15,12"
ZH_ROWS = json.dumps(
    {"门店": [{"名称": "南山店", "订单": 4182}, {"名称": "福田店", "订单": 2967}]}, ensure_ascii=False
)


@pytest.mark.parametrize(
    ("output", "answer", "finding"),
    [
        pytest.param(ROWS, "| ore-1 | sda | 17% |", "sound", id="own-value"),
        pytest.param(ROWS, "| ore-1 | sda | 64% |", "altered", id="sister's-value-in-a-row"),
        pytest.param(ROWS, "ore-2 has 3.75GB left.", "altered", id="sister's-value-inside-a-text-field"),
        pytest.param(ROWS, "The wear is 17% and 64% (ore-1, ore-2).", "sound", id="two-lists"),
        pytest.param(ROWS, "ore-1 wears less than the other one, which is at 64%.", "sound", id="compared"),
        pytest.param(TABLE, "Graz took 871 orders.", "sound", id="table-own-value"),
        pytest.param(TABLE, "Graz took 1,240 orders.", "altered", id="table-sister's-value"),
        pytest.param(TABLE, "Linz leads with 1,240, Graz follows with 871.", "sound", id="a-clause-each"),
        pytest.param(
            JARS,
            "The `pear:` jars wait least, whereas plums have a middle of 1740 s.",
            "sound",
            id="contrast",
        ),
        pytest.param(ZH_ROWS, "福田店共有2967单。", "sound", id="zh-own-value"),
        pytest.param(ZH_ROWS, "福田店共有4182单。", "altered", id="zh-sister's-value"),
    ],
)
def test_a_value_of_a_sister_row_is_altered(output, answer, finding):
    assert findings_on(answer, ("list_rows", {}, output)) == [finding]


READINGS = "ts=09:00 t=18.5 °C hum=41\nts=10:00 t=19.0 °C hum=40"
DEVICE = json.dumps({"valve": "oak-7", "mode": "auto", "setpoint": 18.5, "position_pct": 33})


def test_a_value_that_both_things_have_is_the_named_one_s():
    answer = "oak-7 runs in auto mode with a setpoint of 18.5 °C, opened to 33%."
    assert findings_on(answer, ("history", {}, READINGS), ("device", {}, DEVICE)) == ["sound"]
