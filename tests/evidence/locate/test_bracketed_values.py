"""Pairs in another order keep their values whole, lists in brackets and texts in quote marks as well."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt
from tests.evidence.lost_context import Case

CASES = (
    Case(
        "zh-list",
        "[11:42:09] gate-bridge 告警：副本收缩，topic=bills，partition=4，leader=2，isr=[2,6]，预期副本 3 个，实际 2 个。",
        (
            "gate-bridge 告警：副本收缩，isr=[2,6]，leader=4，topic=bills，partition=2",
            "副本收缩，isr=[2,4]，topic=bills",
            "gate-bridge 告警：副本收缩，isr=[6,2]，topic=bills",
            "副本收缩，leader=2，topic=bills，实际 3 个",
            "gate-bridge 告警：副本收缩，isr=[2]，topic=bills",
        ),
        (
            "gate-bridge 告警：副本收缩，isr=[2,6]，leader=2，topic=bills，partition=4",
            "副本收缩，partition=4，topic=bills",
            "副本收缩，isr=[2,6]，topic=bills",
            "gate-bridge 告警：副本收缩，leader=2，partition=4，topic=bills，isr=[2,6]",
        ),
    ),
    Case(
        "en-list",
        "09:14 WARN shard-map rebalance: pool=cold, nodes=[n1,n4,n9], epoch=71, moved 3 of 8 shards.",
        (
            "shard-map rebalance: epoch=71, nodes=[n1,n4], pool=cold",
            "shard-map rebalance: epoch=71, nodes=[n4,n1,n9], pool=cold",
            "shard-map rebalance: pool=71, nodes=[n1,n4,n9]",
        ),
        (
            "shard-map rebalance: epoch=71, nodes=[n1,n4,n9], pool=cold",
            "rebalance: nodes=[n1,n4,n9], pool=cold",
            "WARN shard-map rebalance: nodes=[n1,n4,n9], epoch=71, pool=cold",
        ),
    ),
    Case(
        "quoted",
        'ts=09:14 level=warn msg="no route to depot" zone="north east" tries=4 peers=["p1","p2"] ok=false',
        (
            'tries=4 zone="depot"',
            'peers=["p2","p1"] tries=4',
            'peers=["p1"] tries=4 zone="north east"',
            'tries=4 zone="north" msg="no route to depot"',
        ),
        (
            'tries=4 zone="north east"',
            'peers=["p1","p2"] tries=4 zone="north east"',
            'ok=false, peers=["p1","p2"], msg="no route to depot"',
        ),
    ),
    Case(
        "zh-quoted",
        '订单服务 告警：下单失败，原因="库存不足，需补货"，sku=8817，仓库=[杭州,苏州]，重试=3，已通知值班。',
        (
            "订单服务 告警：下单失败，仓库=[苏州]，sku=8817",
            "订单服务 告警：下单失败，重试=8817，sku=3",
            '下单失败，仓库=[杭州,苏州]，原因="库存不足"，sku=8817x',
        ),
        (
            "订单服务 告警：下单失败，重试=3，sku=8817",
            "订单服务 告警：下单失败，仓库=[杭州,苏州]，sku=8817",
            '订单服务 告警：下单失败，重试=3，仓库=[杭州,苏州]，sku=8817，原因="库存不足，需补货"',
        ),
    ),
    Case(
        "nested",
        "02:10 sched evict: pod=web-3, limits={cpu=2,mem=4Gi}, node=n7, grace=30s, retry later",
        (
            "sched evict: node=n7, limits={cpu=4,mem=2Gi}, pod=web-3",
            "sched evict: node=web-3, pod=n7",
            "sched evict: node=n7, cpu=2, limits={mem=4Gi}",
        ),
        (
            "sched evict: node=n7, limits={cpu=2,mem=4Gi}, pod=web-3",
            "sched evict: grace=30s, node=n7, pod=web-3",
        ),
    ),
    Case(
        "parens",
        "pool resize done: size=(8,16), owner=ops, took=3s\npool resize done: size=(4,8), owner=dba, took=9s",
        (
            "pool resize done: owner=ops, size=(4,8)",
            "pool resize done: took=9s, size=(8,16)",
            "owner=dba, size=(8,16)",
        ),
        ("pool resize done: owner=ops, size=(8,16)", "pool resize done: took=9s, owner=dba, size=(4,8)"),
    ),
    Case(
        "two-records",
        "[11:42] 告警：副本收缩，topic=a1，isr=[2,6]，leader=2，实际 2 个。\n[11:43] 告警：副本收缩，topic=b1，isr=[3,5]，leader=3，实际 2 个。",
        ("告警：副本收缩，isr=[3,5]，topic=a1", "告警：副本收缩，leader=3，isr=[2,6]，topic=b1"),
        ("告警：副本收缩，isr=[2,6]，topic=a1", "告警：副本收缩，leader=3，isr=[3,5]，topic=b1"),
    ),
    Case(
        "semicolon-zh",
        "入库记录：批次=B71；货位=[A1,A3]；件数=40；质检 未完成。",
        ("入库记录：件数=71；批次=B40", "入库记录：件数=40；货位=[A1]；批次=B71"),
        ("入库记录：件数=40；货位=[A1,A3]；批次=B71", "入库记录：货位=[A1,A3]；批次=B71"),
    ),
    Case(
        "empty-list",
        "etl-2 load failed: table=bills, keys=[], rows=0, cols=[id, name], no retry",
        ("etl-2 load failed: rows=0, cols=[id], table=bills", "etl-2 load failed: cols=[], table=bills"),
        (
            "etl-2 load failed: rows=0, keys=[], table=bills",
            "etl-2 load failed: cols=[id, name], rows=0, table=bills",
        ),
    ),
    Case(
        "ranges",
        "probe-9 drift: band=[0.5,1.5], ref=1.0, seen=1.72, unit=mm，已停机",
        ("probe-9 drift: seen=1.0, ref=1.72", "probe-9 drift: seen=1.72, band=[0.5,1.72]"),
        ("probe-9 drift: seen=1.72, band=[0.5,1.5], ref=1.0", "drift: seen=1.72, ref=1.0, band=[0.5,1.5]"),
    ),
    Case(
        "denied",
        "gate-4 check: not passed, lanes=[1,2], speed=40, queue=7",
        ("check: passed, queue=7, lanes=[1,2]",),
        ("gate-4 check: not passed, queue=7, lanes=[1,2]",),
    ),
)


@pytest.mark.parametrize("case", CASES, ids=[case.kind for case in CASES])
def test_a_value_in_brackets_moves_whole(case):
    assert (case.wrongly_accepted(), case.wrongly_refused()) == ([], [])


def test_what_was_changed_within_brackets_at_the_end_is_said_to_be_a_value():
    text = "pool=cold, nodes=[n1,n4,n9], epoch=71, moved 3 of 8 shards."
    match = match_excerpt("epoch=71, nodes=[n1,n9,n4]", text)
    assert "value_changed" in [reason.code for reason in match.reasons]
