"""Slices that lose what a number is compared by, and slices that keep it."""

from __future__ import annotations

import pytest

from tests.evidence.lost_context import Case

CMP_CASES = [
    Case(
        "below-en",
        "Battery reserve fell below 20% at 04:10 on ship 3.",
        ("20% at 04:10 on ship 3", "Battery reserve ... 20% at 04:10"),
        ("below 20% at 04:10 on ship 3", "Battery reserve fell below 20% at 04:10"),
    ),
    Case(
        "above-en",
        "Alarm if water stays above 340 cm for 5 minutes.",
        ("340 cm for 5 minutes",),
        ("above 340 cm for 5 minutes",),
    ),
    Case(
        "sign-en",
        "rule: p99 > 800 ms for 10 minutes",
        ("800 ms for 10 minutes", "p99 ... 800 ms for 10 minutes"),
        ("p99 > 800 ms for 10 minutes",),
    ),
    Case(
        "below-zh",
        "冷库温度低于 -18 度时停机，已持续 3 小时。",
        ("-18 度时停机，已持续 3 小时", "18 度时停机"),
        ("低于 -18 度时停机", "已持续 3 小时"),
    ),
    Case(
        "above-zh",
        "水位高于 340 厘米，持续 5 分钟。",
        ("340 厘米，持续 5 分钟",),
        ("高于 340 厘米，持续 5 分钟", "持续 5 分钟"),
    ),
    Case(
        "not-below-zh",
        "压力不低于 3.2 兆帕，阀门 4 个。",
        ("3.2 兆帕，阀门 4 个", "低于 3.2 兆帕"),
        ("阀门 4 个", "不低于 3.2 兆帕，阀门 4 个"),
    ),
    Case(
        "exceeds",
        "Flow exceeds 12 l/s on pipe 4 since dawn.",
        ("12 l/s on pipe 4 since dawn",),
        ("Flow exceeds 12 l/s on pipe 4", "exceeds 12 l/s on pipe 4 since dawn"),
    ),
    Case(
        "sign-row",
        "gauge b: level <= 30 cm at the weir",
        ("30 cm at the weir",),
        ("level <= 30 cm at the weir",),
    ),
    Case("above-ref", "See table above 3 rows were dropped, 12 kept.", (), ("12 kept",)),
    Case("below-list", "listed below: 3 hosts down, 4 hosts up", (), ("3 hosts down, 4 hosts up",)),
    Case(
        "quoted-mail",
        "> 5 boats left at noon\n> 3 boats stayed",
        (),
        ("5 boats left at noon", "3 boats stayed"),
    ),
    Case("address", "Lotte <lotte@quay.example> 2031 to 2034", (), ("2031 to 2034",)),
    Case("arrow", "bilge a -> 5 litres left", (), ("bilge a -> 5 litres left",)),
    Case("reading", "Level 340 cm at the weir, limit 400 cm.", (), ("340 cm at the weir", "limit 400 cm")),
    Case(
        "above-all",
        "The above 3 boats left at noon; the crew above deck counts 9 men.",
        (),
        ("the crew above deck counts 9 men",),
    ),
    Case(
        "zh-reading", "水位 340 厘米，警戒值 400 厘米。", (), ("340 厘米，警戒值 400 厘米", "警戒值 400 厘米")
    ),
]


@pytest.mark.parametrize("case", CMP_CASES, ids=lambda case: case.kind)
def test_a_number_is_told_with_what_it_is_compared_by(case):
    assert case.wrongly_accepted() == []
    assert case.wrongly_refused() == []
