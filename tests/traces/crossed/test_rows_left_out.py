"""Values told of several rows at once, or of all but one, are not those of the one row that is named."""

from __future__ import annotations

import pytest

from tests.traces.asked import findings_on

SPANS = "\n".join(
    f"span={span}, parent={parent}, op={op}, ms={ms}"
    for span, parent, op, ms in (
        ("k1", "-", "cart.total", 2210), ("m1", "k1", "price.read", 664), ("m2", "k1", "price.read", 671),
        ("m3", "k1", "price.read", 712), ("n1", "k1", "tax.look", 98),
    )
)  # fmt: skip
PLATE = "sample,arm,reading,note\nT1,low,4.12,ok\nT2,low,3.98,ok\nT3,low,4.31,ok\nT4,high,5.91,ok\nT5,high,6.12,ok\nT6,high,9.87,spill"
FIELDS = "field,water_used,hours\nNorth-1,5.91,14.5\nNorth-2,6.12,11.0\nSouth-1,4.43,9.5\nSouth-2,9.87,20.0"
ZH = "车辆,线路,里程,油耗\n苏A101,一线,412,33\n苏A102,一线,405,31\n苏A103,二线,388,52"


@pytest.mark.parametrize(
    ("answer", "output"),
    [
        pytest.param("Inside `cart.total` there are three `price.read` of 664, 671 and 712 ms.", SPANS, id="children"),
        pytest.param("`k1` waits for 664, 671 and 712 ms, in turn.", SPANS, id="children-of-an-id"),
        pytest.param("| high (without T6) | 2 | 6.12 |", PLATE, id="row-without"),
        pytest.param("- Excluding T6, the highest reading is 6.12.", PLATE, id="excluding"),
        pytest.param("- With T6 excluded, the highest reading is 6.12.", PLATE, id="excluded"),
        pytest.param("不计苏A103,里程最高为 412。", ZH, id="zh-left-out"),
        pytest.param("除苏A103外,油耗为 33 和 31。", ZH, id="zh-but-for"),
    ],
)  # fmt: skip
def test_what_is_told_of_others_is_let_off(answer, output):
    assert not {"altered", "unsupported"} & set(findings_on(answer, ("read", {}, output)))


@pytest.mark.parametrize(
    ("answer", "output"),
    [
        pytest.param("North-2 has used 5.91 of water.", FIELDS, id="anothers"),
        pytest.param("- South-1: 9.87 used, 14.5 hours.", FIELDS, id="anothers-in-a-list"),
        pytest.param("苏A103 的里程为 412。", ZH, id="zh-anothers"),
    ],
)
def test_a_sisters_value_is_still_found(answer, output):
    assert "altered" in findings_on(answer, ("read", {}, output))
