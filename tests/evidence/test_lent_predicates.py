"""Shown gaps that lend what is said of one thing to another, and gaps within what is said of one."""

from __future__ import annotations

import pytest

from tests.evidence.lost_context import Case

MIX_CASES = [
    Case(
        "part-en",
        "Topic fees, partition 2: offset 311, lag 58. Partition 3 is idle (lag 0).",
        (
            "Topic fees, partition 2: ... lag 0",
            "partition 2: offset 311 ... lag 0",
            "Topic fees, partition 2: … (lag 0)",
        ),
        (
            "Topic fees, partition 2: ... lag 58",
            "partition 2: offset 311, lag 58",
            "Topic fees ... Partition 3 is idle (lag 0)",
        ),
    ),
    Case(
        "agent-en",
        "Volume v3 was mounted by ruth and deleted by omar at 17:20.",
        (
            "Volume v3 was mounted by ... omar at 17:20",
            "Volume v3 was mounted ... by omar at 17:20",
            "was mounted by ruth ... at 17:20",
        ),
        (
            "Volume v3 ... deleted by omar at 17:20",
            "Volume v3 was mounted by ruth ... deleted by omar at 17:20",
            "Volume v3 was mounted by ruth",
        ),
    ),
    Case(
        "subj-en",
        "Alice restarted the pod; Boris deleted the volume.",
        (
            "Alice ... deleted the volume",
            "Alice restarted the pod ... deleted the volume",
            "Alice restarted ... the volume",
        ),
        ("Alice restarted the pod ... Boris deleted the volume", "Boris deleted the volume"),
    ),
    Case(
        "subj-comma-en",
        "Alice restarted the pod, Boris deleted the volume.",
        ("Alice ... deleted the volume", "Alice restarted the pod ... deleted the volume"),
        ("Alice restarted the pod ... Boris deleted the volume",),
    ),
    Case(
        "subj-and-en",
        "Alice restarted the pod and Boris deleted the volume.",
        ("Alice ... deleted the volume", "Alice restarted the pod ... deleted the volume"),
        ("Alice restarted the pod ... Boris deleted the volume",),
    ),
    Case(
        "sent-en",
        "Gate 4 is closed for repairs. Gate 5 opens at 06:00.",
        ("Gate 4 ... opens at 06:00", "Gate 4 is closed ... at 06:00"),
        (
            "Gate 4 is closed for repairs ... Gate 5 opens at 06:00",
            "Gate 4 is closed ... Gate 5 opens at 06:00",
        ),
    ),
    Case(
        "scope-en",
        "All regions were probed at 08:00; the two in Asia are healthy.",
        ("All regions ... are healthy", "All regions were probed ... are healthy"),
        ("All regions were probed at 08:00 ... the two in Asia are healthy",),
    ),
    Case(
        "scope-on-en",
        "Port 23 stays open on the lab switch; the core switches block it.",
        ("Port 23 stays open on ... the core switches",),
        ("Port 23 stays open on the lab switch ... the core switches block it",),
    ),
    Case(
        "fail-en",
        "Import of store 12 failed with code 7, store 13 finished in 40 s.",
        ("Import of store 12 ... finished in 40 s", "Import of store 12 failed ... in 40 s"),
        ("Import of store 12 failed with code 7 ... store 13 finished in 40 s",),
    ),
    Case(
        "while-en",
        "The primary lost quorum while the replica kept serving reads.",
        ("The primary ... kept serving reads",),
        ("The primary lost quorum ... the replica kept serving reads",),
    ),
    Case(
        "part-zh",
        "主题 fees 分区 2：位点 311，积压 58。分区 3 已消费完（积压 0）。",
        ("主题 fees 分区 2：……积压 0", "分区 2：位点 311……积压 0"),
        ("分区 2：……积压 58", "分区 2：位点 311，积压 58"),
    ),
    Case(
        "subj-zh",
        "小周重启了网关，小吴删除了数据卷。",
        ("小周……删除了数据卷", "小周重启了网关……删除了数据卷"),
        ("小周重启了网关……小吴删除了数据卷", "小吴删除了数据卷"),
    ),
    Case(
        "fail-zh",
        "版本 3.8 推送到南京站失败，无锡站同一版本推送成功。",
        ("版本 3.8 推送到南京站……推送成功", "版本 3.8 推送到南京站……成功"),
        ("版本 3.8 推送到南京站失败……无锡站同一版本推送成功",),
    ),
    Case(
        "sent-zh",
        "一号门因检修关闭。二号门六点开放。",
        ("一号门……六点开放", "一号门因检修……六点开放"),
        ("一号门因检修关闭……二号门六点开放",),
    ),
    Case(
        "scope-zh",
        "全部节点已巡检；东区两台正常。",
        ("全部节点……正常", "全部节点已巡检……正常"),
        ("全部节点已巡检……东区两台正常",),
    ),
    Case(
        "agent-zh",
        "账号 k7 由陈静创建，由郭凯于 9 点停用。",
        ("账号 k7 由陈静……9 点停用", "账号 k7 由陈静……于 9 点停用"),
        ("账号 k7……由郭凯于 9 点停用", "账号 k7 由陈静创建……由郭凯于 9 点停用"),
    ),
    Case(
        "and-lower",
        "The scanner rejected pallet 7 and the forklift moved pallet 9.",
        ("The scanner ... moved pallet 9",),
        ("The scanner rejected pallet 7 ... the forklift moved pallet 9",),
    ),
    Case(
        "by-then",
        "Key k9 was issued by lena, then destroyed by the vault at 08:00.",
        ("Key k9 was issued by ... the vault at 08:00", "Key k9 was issued ... by the vault at 08:00"),
        (),
    ),
    Case(
        "to-other",
        "Report 5 was mailed to Ana and faxed to Luis.",
        ("Report 5 was mailed to ... Luis", "Report 5 was mailed ... to Luis"),
        ("Report 5 ... faxed to Luis",),
    ),
    Case(
        "paren",
        "Rack A draws 4 kW (limit 6 kW), rack B draws 7 kW (limit 8 kW).",
        ("Rack A draws ... 7 kW", "Rack A draws 4 kW ... (limit 8 kW)"),
        ("Rack A draws 4 kW (limit 6 kW)", "rack B draws 7 kW ... limit 8 kW"),
    ),
    Case(
        "two-sent",
        "Lane 1 was reopened at noon. Lane 2 was closed at one.",
        ("Lane 1 ... was closed at one", "Lane 1 was ... closed at one"),
        ("Lane 1 was reopened at noon ... Lane 2 was closed at one",),
    ),
    Case(
        "zh-two",
        "甲车间产量 300 件，乙车间停产检修。",
        ("甲车间产量 300 件……停产检修", "甲车间……停产检修"),
        ("甲车间产量 300 件……乙车间停产检修",),
    ),
    Case(
        "zh-paren",
        "一库温度 4 度（上限 8 度），二库温度 9 度（上限 10 度）。",
        ("一库温度……9 度", "一库温度 4 度……上限 10 度"),
        ("一库温度 4 度（上限 8 度）", "二库温度 9 度……上限 10 度"),
    ),
    Case(
        "zh-by",
        "公告由李静起草并由王磊签发。",
        ("公告由李静……签发", "公告由李静……王磊签发"),
        ("公告……由王磊签发",),
    ),
    Case(
        "fields",
        "Interface ge-0/1 up, speed 10G, errors 0, mtu 9000.",
        (),
        ("Interface ge-0/1 up ... errors 0", "Interface ge-0/1 ... mtu 9000", "speed 10G ... mtu 9000"),
    ),
    Case("pairs", "host=n4 cpu=91 mem=40 disk=77 zone=b", (), ("host=n4 ... disk=77", "cpu=91 ... zone=b")),
    Case(
        "sentence",
        "Pump 3 ran for 40 minutes, tripped on high vibration and was locked out by the crew.",
        (),
        ("Pump 3 ... tripped on high vibration", "Pump 3 ran for 40 minutes ... was locked out by the crew"),
    ),
    Case(
        "aside",
        "The gateway (version 3.1, zone b) restarted at 10:02 after an OOM kill.",
        (),
        (
            "The gateway ... restarted at 10:02",
            "The gateway ... after an OOM kill",
            "The gateway restarted at 10:02 ... OOM kill",
        ),
    ),
    Case(
        "middle",
        "The nightly compaction of table orders on node-7 took 52 minutes.",
        (),
        ("The nightly compaction ... took 52 minutes", "compaction of table orders ... took 52 minutes"),
    ),
    Case(
        "two-sent-b",
        "Disk vol-3 is 91% full. The cleanup job starts at 22:00.",
        (),
        ("Disk vol-3 is 91% full ... The cleanup job starts at 22:00",),
    ),
    Case(
        "same-subj",
        "The relay was tested on Monday and was replaced on Thursday by the crew.",
        (),
        (
            "The relay ... was replaced on Thursday",
            "The relay was tested on Monday ... was replaced on Thursday",
        ),
    ),
    Case(
        "zh-fields",
        "货架 C7 温度 31 度，湿度 40%，风扇 6 个。",
        (),
        ("货架 C7……风扇 6 个", "温度 31 度……风扇 6 个", "货架 C7 温度 31 度……湿度 40%"),
    ),
    Case(
        "zh-sentence",
        "网关昨夜重启三次，今晨恢复正常，未再告警。",
        (),
        ("网关昨夜重启三次……今晨恢复正常", "网关……今晨恢复正常"),
    ),
    Case("zh-aside", "订单服务（版本 3.1）在十点零二分因内存不足重启。", (), ("订单服务……在十点零二分",)),
    Case(
        "log",
        "2031-02-03 10:01:02 ERROR gateway: upstream pool drained after 30 retries, last peer 10.0.0.8",
        (),
        (
            "upstream pool drained ... last peer 10.0.0.8",
            "ERROR gateway: upstream pool drained ... last peer 10.0.0.8",
        ),
    ),
    Case(
        "and-np",
        "The crew checked the valve and the gasket at 11:40.",
        (),
        ("The crew checked the valve ... at 11:40", "The crew checked ... the gasket at 11:40"),
    ),
    Case(
        "relative",
        "Node n4, which joined on Monday, left the ring at 09:12.",
        (),
        ("Node n4 ... left the ring at 09:12",),
    ),
    Case(
        "participle",
        "Build 77 failed after the linker exceeded its memory limit of 4 GB.",
        (),
        ("Build 77 failed ... memory limit of 4 GB", "Build 77 failed after the linker ... memory limit"),
    ),
    Case(
        "alert",
        "HighLatency firing, service=quay, current=480ms; p99 above target for 12 minutes",
        (),
        ("HighLatency firing ... current=480ms", "HighLatency firing ... p99 above target for 12 minutes"),
    ),
]


@pytest.mark.parametrize("case", MIX_CASES, ids=lambda case: case.kind)
def test_a_shown_gap_lends_nothing_to_another(case):
    assert case.wrongly_accepted() == []
    assert case.wrongly_refused() == []
