"""Slices that tell an old value or a few of many as if it were all there is."""

from __future__ import annotations

import pytest

from tests.evidence.lost_context import Case

OLD_CASES = [
    Case(
        "raise-en",
        "The limit was raised from 40 requests to 90 requests per second.",
        ("The limit ... 40 requests", "The limit was raised ... 40 requests", "40 requests"),
        ("The limit ... 90 requests per second",),
    ),
    Case(
        "plain-en",
        "Cache TTL from 300 s to 60 s since Tuesday.",
        ("Cache TTL ... 300 s",),
        ("Cache TTL from 300 s to 60 s", "Cache TTL ... 60 s since Tuesday"),
    ),
    Case(
        "name-en",
        "The DNS record was switched from old-lb.example to new-lb.example at 07:00.",
        ("The DNS record ... old-lb.example",),
        (
            "The DNS record was switched from old-lb.example to new-lb.example",
            "The DNS record ... new-lb.example at 07:00",
        ),
    ),
    Case(
        "mode-en",
        "Write mode changed from strict to relaxed on shard 9.",
        ("Write mode ... strict",),
        ("Write mode changed from strict to relaxed", "Write mode ... relaxed on shard 9"),
    ),
    Case(
        "up-en",
        "Queue depth is 900, up from 120 an hour ago.",
        ("Queue depth ... 120 an hour ago", "120 an hour ago"),
        ("Queue depth is 900, up from 120", "up from 120 an hour ago"),
    ),
    Case(
        "instead-en",
        "The pool now holds 30 connections instead of 12.",
        ("The pool ... 12", "The pool now holds ... 12"),
        ("The pool now holds 30 connections",),
    ),
    Case(
        "canary-front-en",
        "On 3 of 40 hosts the new agent is active.",
        ("the new agent is active", "new agent is active", "hosts the new agent is active"),
        ("On 3 of 40 hosts the new agent is active",),
    ),
    Case(
        "canary-behind-en",
        "The new agent is active on 3 of 40 hosts.",
        ("The new agent is active", "The new agent is active ... hosts"),
        ("The new agent is active on 3 of 40 hosts", "active on 3 of 40 hosts"),
    ),
    Case(
        "canary-word-en",
        "Build 61 is live on the canary nodes only; the fleet runs build 60.",
        ("Build 61 is live", "Build 61 is live on ... the fleet"),
        ("Build 61 is live on the canary nodes only", "the fleet runs build 60"),
    ),
    Case(
        "canary-plain-en",
        "Build 61 was rolled out to the canary pool on Monday.",
        ("Build 61 was rolled out", "Build 61 was rolled out ... on Monday"),
        ("Build 61 was rolled out to the canary pool",),
    ),
    Case(
        "only-np-en",
        "Only the pilot kiosks of Harbour Cafe (3 of 25) accept the card.",
        (
            "Harbour Cafe ... accept the card",
            "the pilot kiosks of Harbour Cafe ... accept the card",
            "Harbour Cafe (3 of 25) accept the card",
        ),
        ("Only the pilot kiosks of Harbour Cafe (3 of 25) accept the card",),
    ),
    Case(
        "sample-en",
        "In a sample of 50 parcels, every label was readable.",
        ("every label was readable",),
        ("In a sample of 50 parcels, every label was readable",),
    ),
    Case(
        "share-skip-en",
        "Branches (4 of 60) use the new scanner.",
        ("Branches ... use the new scanner",),
        ("Branches (4 of 60) use the new scanner",),
    ),
    Case(
        "raise-zh",
        "重试上限由 3 次调整为 8 次，今日生效。",
        ("重试上限……3 次", "重试上限由 3 次"),
        ("重试上限由 3 次调整为 8 次", "重试上限……8 次"),
    ),
    Case(
        "unit-zh",
        "配额从每小时 200 单提高到每小时 500 单。",
        ("配额……每小时 200 单", "配额从每小时 200 单"),
        ("配额从每小时 200 单提高到每小时 500 单",),
    ),
    Case(
        "name-zh",
        "解析记录由旧机房切换到新机房。",
        ("解析记录……旧机房", "解析记录由旧机房"),
        ("解析记录由旧机房切换到新机房", "解析记录……新机房"),
    ),
    Case(
        "mode-zh",
        "写入模式从严格改成宽松。",
        ("写入模式……严格", "写入模式从严格"),
        ("写入模式从严格改成宽松",),
    ),
    Case(
        "canary-zh",
        "新版网关已上线，仅限灰度的 3 台。",
        ("新版网关已上线",),
        ("新版网关已上线，仅限灰度的 3 台",),
    ),
    Case(
        "canary-front-zh",
        "在灰度的 3 台机器上，新版网关运行正常。",
        ("新版网关运行正常",),
        ("在灰度的 3 台机器上，新版网关运行正常",),
    ),
    Case(
        "canary-in-zh",
        "新版网关仅在灰度的 3 台上启用，其余仍为旧版。",
        ("新版网关……启用", "新版网关……上启用"),
        ("新版网关仅在灰度的 3 台上启用", "其余仍为旧版"),
    ),
    Case(
        "share-zh",
        "40 台主机中有 3 台启用了新代理。",
        ("启用了新代理", "主机……启用了新代理"),
        ("40 台主机中有 3 台启用了新代理",),
    ),
    Case(
        "sample-zh",
        "抽样的 50 件包裹中，标签全部可读。",
        ("标签全部可读",),
        ("抽样的 50 件包裹中，标签全部可读",),
    ),
    Case("pilot-zh", "试点门店已停用纸质小票。", ("门店已停用纸质小票",), ("试点门店已停用纸质小票",)),
    Case(
        "timeout",
        "Lease time dropped from 45 min to 10 min after the patch.",
        ("Lease time ... 45 min", "Lease time dropped ... 45 min"),
        ("Lease time ... 10 min after the patch",),
    ),
    Case(
        "owner",
        "Ownership moved from team Kestrel to team Heron in May.",
        ("Ownership ... team Kestrel",),
        ("Ownership ... team Heron in May", "Ownership moved from team Kestrel to team Heron"),
    ),
    Case("was", "The quota is 80 GB (was 50 GB).", ("The quota ... 50 GB",), ("The quota is 80 GB",)),
    Case("previously", "Batch size 64, previously 16.", ("Batch size ... 16",), ("Batch size 64",)),
    Case("zh-was", "限额现为 80 万（原为 50 万）。", ("限额……50 万",), ("限额现为 80 万",)),
    Case(
        "zh-down",
        "超时从 45 秒降到 10 秒，补丁后生效。",
        ("超时……45 秒",),
        ("超时从 45 秒降到 10 秒", "补丁后生效"),
    ),
    Case(
        "pct",
        "The fix is active for 5% of users.",
        ("The fix is active",),
        ("The fix is active for 5% of users",),
    ),
    Case(
        "only-two",
        "Only two of nine depots reported stock on time.",
        ("depots reported stock on time", "reported stock on time"),
        ("Only two of nine depots reported stock on time",),
    ),
    Case(
        "subset",
        "For a subset of carts the tax line is missing.",
        ("the tax line is missing",),
        ("For a subset of carts the tax line is missing",),
    ),
    Case(
        "zh-some", "新价签目前只在两家试点门店使用。", ("新价签……使用",), ("新价签目前只在两家试点门店使用",)
    ),
    Case(
        "zh-gray",
        "金丝雀节点升级到 5.1 后无报错。",
        ("节点升级到 5.1 后无报错",),
        ("金丝雀节点升级到 5.1 后无报错",),
    ),
    Case("zh-pct", "新算法已启用，覆盖 5% 的用户。", (), ("新算法已启用，覆盖 5% 的用户",)),
    Case(
        "range-en",
        "Maintenance runs from 22:00 to 23:30 on dock 4.",
        (),
        ("Maintenance runs from 22:00 to 23:30", "22:00 to 23:30 on dock 4"),
    ),
    Case(
        "route-en",
        "The 07:15 bus from Lund to Malmo carried 48 passengers.",
        (),
        (
            "The 07:15 bus from Lund to Malmo",
            "carried 48 passengers",
            "The 07:15 bus ... carried 48 passengers",
        ),
    ),
    Case(
        "from-ip",
        "Accepted login for kim from 10.3.0.4 port 5511 to bastion-2",
        (),
        ("Accepted login for kim from 10.3.0.4", "login for kim ... to bastion-2"),
    ),
    Case(
        "moved-kept",
        "Traffic was moved from hall A to hall B at noon.",
        (),
        ("Traffic was moved from hall A to hall B", "moved from hall A", "to hall B at noon"),
    ),
    Case(
        "new-value",
        "The limit was raised to 90 per second.",
        (),
        ("The limit was raised to 90 per second", "The limit ... 90 per second"),
    ),
    Case(
        "of-total",
        "Replicas ready 2 of 3, restarts 5, image web:4.2",
        (),
        ("restarts 5, image web:4.2", "Replicas ready 2 of 3", "Replicas ready 2 of 3 ... image web:4.2"),
    ),
    Case(
        "canary-field",
        "deploy=canary host=n4 version=61 state=live",
        (),
        ("host=n4 version=61 state=live", "version=61 state=live"),
    ),
    Case(
        "canary-fact",
        "The canary pods restarted twice; latency on edge-3 is 40 ms.",
        (),
        ("latency on edge-3 is 40 ms", "The canary pods restarted twice"),
    ),
    Case(
        "sample-rate",
        "Trace sample rate 0.1, spans 3200, dropped 4.",
        (),
        ("spans 3200, dropped 4", "Trace sample rate 0.1 ... dropped 4"),
    ),
    Case(
        "location",
        "The new agent is active on node-7 since Monday.",
        (),
        ("The new agent is active", "The new agent is active ... since Monday"),
    ),
    Case("zh-range", "施工时间由 8 点至 17 点，地点为三号码头。", (), ("地点为三号码头", "由 8 点至 17 点")),
    Case("zh-by", "账号由陈静创建，改为只读权限。", (), ("账号由陈静创建", "改为只读权限")),
    Case(
        "zh-from",
        "数据从上海机房同步到北京机房，延迟 3 秒。",
        (),
        ("延迟 3 秒", "数据从上海机房同步到北京机房"),
    ),
    Case(
        "zh-canary-fact",
        "灰度任务 12 号耗时 40 秒，成功率 99%。",
        (),
        ("耗时 40 秒，成功率 99%", "成功率 99%", "灰度任务 12 号耗时 40 秒"),
    ),
    Case("zh-sample", "抽样间隔 10 秒，采集点 30 个。", (), ("采集点 30 个", "抽样间隔 10 秒")),
    Case("zh-in", "在三号机房，新版网关运行正常。", (), ("新版网关运行正常",)),
]


@pytest.mark.parametrize("case", OLD_CASES, ids=lambda case: case.kind)
def test_old_values_and_shares_are_told_as_such(case):
    assert case.wrongly_accepted() == []
    assert case.wrongly_refused() == []
