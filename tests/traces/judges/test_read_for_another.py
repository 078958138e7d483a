"""A number that named records come to is not another one of its kind, misread; a slip of a field still is."""

from __future__ import annotations

import pytest

from tests.traces.asked import findings_on

LEDGER = (
    "customer,name,open,overdue\nK-11,Bellweather Mills,64500,0\nK-14,Sandgate Foods,48200,9100\n"
    "K-19,Torrin Glass,91800,0\n"
)
LIMITS = (
    "| customer | credit_limit | grade |\n| K-11 | 80000 | A |\n| K-14 | 45000 | C |\n| K-19 | 90000 | B |"
)
INTAKE = (
    "date=2026-03-02 customer=K-11 amount=21000 state=cleared\n"
    "date=2026-03-05 customer=K-14 amount=16000 state=cleared\n"
    "date=2026-03-06 customer=K-19 amount=27000 state=pending"
)
CHANNELS = " channel | visits | orders | sales\n---------+--------+--------+-------\n mail    |  91200 |  1824 | 273600\n shop    |  40800 |   612 | 104040\n(2 rows)"
REFUNDS = {"by_channel": {"mail": 143, "shop": 122}}
ZH_STOCK = "仓库,品名,在库,日均出库\n苏州,水壶,840,35\n杭州,水壶,660,44\n"
RANGE_LOG = (
    "08:15 request from Vogt\n08:22 first answer by Iris\n09:40 handed on\nclass: A, answer: 20min, solve: 4h"
)
GUESTS = {"house": "Linde", "beds": 48, "taken": 31, "rate": 74.5}


@pytest.mark.parametrize(
    ("answer", "replies"),
    [
        pytest.param("Sandgate Foods owes 48,200, which is 3,200 above its limit.", (LEDGER, LIMITS), id="joined"),
        pytest.param("Torrin Glass owes 91,800, so it is 1,800 over the credit limit.", (LEDGER, LIMITS), id="joined-2"),
        pytest.param("Cleared so far: 37,000.", (INTAKE,), id="group-sum"),
        pytest.param("The average order came to $150.00 by mail and $170.00 in the shop.", (CHANNELS, REFUNDS), id="each"),
        pytest.param("水壶在苏州可用 24 天,在杭州可用 15 天。", (ZH_STOCK,), id="zh-lasts"),
        pytest.param("Iris gave the first answer within 7 minutes, so the 20 minutes were kept.", (RANGE_LOG,), id="times"),
        pytest.param("The Linde house has 17 of its 48 beds free.", (GUESTS,), id="rest"),
    ],
)  # fmt: skip
def test_what_named_records_come_to_is_not_altered(answer, replies):
    found = findings_on(answer, *(("read", {"part": n}, reply) for n, reply in enumerate(replies)))
    assert not {"altered", "unsupported"} & set(found), found


@pytest.mark.parametrize(
    ("answer", "replies"),
    [
        pytest.param("Sandgate Foods owes 42,800.", (LEDGER, LIMITS), id="exchanged"),
        pytest.param("The credit limit of K-19 is 96,000.", (LIMITS,), id="a-digit"),
        pytest.param("Cleared on 2 March: 12,000 from K-11.", (INTAKE,), id="exchanged-in-fields"),
        pytest.param("The mail brought sales of 276,300.", (CHANNELS, REFUNDS), id="sales"),
        pytest.param("水壶在苏州在库 480。", (ZH_STOCK,), id="zh-exchanged"),
        pytest.param("The Linde house has a rate of 47.5.", (GUESTS,), id="rate"),
    ],
)  # fmt: skip
def test_a_slip_of_a_named_field_is_altered(answer, replies):
    found = findings_on(answer, *(("read", {"part": n}, reply) for n, reply in enumerate(replies)))
    assert {"altered", "unsupported"} & set(found), found
