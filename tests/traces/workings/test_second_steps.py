"""Workings of two steps, of limits, totals and namesakes, and of the tables of the answer itself."""

from __future__ import annotations

import json

import pytest

from tests.traces.asked import report_on

WARDS = """ward,beds,taken,nights
Alder,412,371,2981
Birch,287,239,1876
Cedar,530,498,4127
Damson,164,121,933"""
RULES = json.dumps({"most_per_trip_km": 1140, "fee": 83})
MEALS = """菜品,窗口,份数,状态
牛肉面,东一,318,售罄
番茄饭,东二,274,在售
蔬菜汤,西一,196,售罄
鸡腿饭,西二,431,在售"""
QUEUES = """queue   shard   late
mail    0       318
mail    1       27
mail    2       141
mail    3       9
mail    4       66"""


def verdict_on(answer: str, value: str) -> str:
    """Give the verdict on a value of an answer's last statement."""
    replies = [
        ("a", {}, WARDS),
        ("b", {}, RULES),
        ("c", {}, MEALS),
        ("d", {}, QUEUES),
    ]
    values = report_on(answer, *replies).statements[-1].values
    return next(v.verdict for v in values if v.value.strip() == value)


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        pytest.param("售罄的 2 种共 514 份。", "514", id="rows-in-a-state-of-a-chinese-table"),
        pytest.param("Shards 0, 2 and 4 hold 525 late mails.", "525", id="rows-by-a-key-inside"),
    ],
)
def test_second_steps_are_found(answer, value):
    assert verdict_on(answer, value) == "derived"


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        pytest.param("Birch had 48 beds free, 23.9% of all that were free.", "23.9%", id="another-share"),
        pytest.param("售罄的 2 种共 541 份。", "541", id="another-sum"),
        pytest.param("Shards 0, 2 and 4 hold 552 late mails.", "552", id="another-sum-by-keys"),
    ],
)
def test_what_no_second_step_makes_is_not(answer, value):
    assert verdict_on(answer, value) != "derived"
