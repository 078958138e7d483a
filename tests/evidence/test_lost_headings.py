"""Slices that leave out the heading, the column or the note that their lines stand under."""

from __future__ import annotations

import pytest

from tests.evidence.lost_context import Case

CASES = [
    Case("unit-header-1", "Rainfall (mm)\nMarch: 41\nApril: 57", ("April: 41",), ("April: 57", "March: 41")),
    Case(
        "unit-header-2",
        "金额单位：万元\n门票收入  318\n餐饮收入  96",
        ("门票收入 318元",),
        ("门票收入  318", "餐饮收入  96"),
    ),
    Case(
        "column-head-1",
        "plot  target  actual\nA1    40      31\nB2    55      57",
        ("A1 actual 40", "plot A1: actual=40", "B2 target 57"),
        ("plot: A1, actual: 31",),
    ),
    Case(
        "column-head-2",
        "| 展位 | 计划 | 实收 |\n| --- | --- | --- |\n| 甲3 | 800 | 650 |\n| 乙1 | 500 | 500 |",
        ("甲3 实收 800",),
        ("甲3 | 800 | 650", "甲3 实收 650"),
    ),
    Case(
        "list-head-1",
        "Not done:\n- oil the hinges\n- label the crates\n\nDone:\n- sweep the yard",
        ("oil the hinges", "label the crates", "Done:\n- oil the hinges"),
        ("Not done:\n- oil the hinges", "sweep the yard"),
    ),
    Case(
        "list-head-2",
        "以下项目不在保修范围：\n1. 电池鼓包\n2. 屏幕碎裂\n\n以下项目在保修范围：\n1. 主板故障",
        ("1. 电池鼓包", "屏幕碎裂", "以下项目在保修范围：\n1. 电池鼓包"),
        ("主板故障", "以下项目不在保修范围：\n1. 电池鼓包"),
    ),
    Case(
        "list-head-3",
        "Items we no longer stock:\n* brass hooks\n* oak dowels\n",
        ("brass hooks",),
        ("Items we no longer stock:\n* brass hooks",),
    ),
    Case(
        "list-head-4",
        "Known issues\n------------\n- the crane door jams\n\nFixed issues\n------------\n- the winch slips",
        ("Known issues\n- the winch slips", "Known issues ... the winch slips"),
        ("the crane door jams", "Fixed issues\n------------\n- the winch slips"),
    ),
    Case(
        "list-head-5",
        "禁止携带：打火机、喷雾、折叠刀。允许携带：雨伞、水杯。",
        ("允许携带：打火机", "打火机、喷雾、折叠刀"),
        ("禁止携带：打火机、喷雾", "允许携带：雨伞、水杯"),
    ),
    Case(
        "list-head-6",
        "Missing from the delivery: 3 hinges, 2 valves, 1 gasket. Received: 40 bolts.",
        ("3 hinges, 2 valves, 1 gasket", "Received: 3 hinges"),
        ("Missing from the delivery: 3 hinges", "Received: 40 bolts"),
    ),
    Case(
        "struck-1",
        "Menu: ~~lentil soup 6 EUR~~ barley soup 7 EUR",
        ("lentil soup 6 EUR",),
        ("barley soup 7 EUR",),
    ),
    Case(
        "struck-2",
        "- [x] pump drained\n- [ ] valve sealed\n- [x] log signed",
        ("valve sealed", "- [x] valve sealed"),
        ("pump drained", "- [ ] valve sealed"),
    ),
    Case(
        "struck-3",
        "☑ 灭火器检查 ☐ 应急灯检查 ☑ 通道清理",
        ("应急灯检查", "☑ 应急灯检查"),
        ("灭火器检查", "☐ 应急灯检查", "☑ 通道清理"),
    ),
    Case(
        "struck-4",
        "TODO: recalibrate scale 7\nDONE: recalibrate scale 5",
        ("recalibrate scale 7", "DONE: recalibrate scale 7"),
        ("recalibrate scale 5", "TODO: recalibrate scale 7"),
    ),
    Case(
        "comment-1",
        "listen_port = 8443\n# max_clients = 500\nmax_clients = 120\n",
        ("max_clients = 500",),
        ("max_clients = 120", "# max_clients = 500"),
    ),
    Case(
        "comment-2",
        "server:\n  host: quay-4\n  # timeout: 90\n  retries: 3",
        ("timeout: 90", "host: quay-4\n  timeout: 90"),
        ("retries: 3", "host: quay-4"),
    ),
    Case(
        "comment-3",
        "int limit = 40; // int limit = 90;\nint base = 7;",
        ("int limit = 90;",),
        ("int limit = 40;", "int base = 7;"),
    ),
    Case(
        "comment-4",
        "-- DROP TABLE harbours;\nSELECT name FROM harbours;",
        ("DROP TABLE harbours;",),
        ("SELECT name FROM harbours;",),
    ),
    Case(
        "mail-1",
        "On Monday Ines wrote:\n> please ship 40 crates\nNo, we ship 25 crates.",
        ("we ship 40 crates",),
        ("we ship 25 crates", "please ship 40 crates"),
    ),
    Case(
        "diff-1",
        "@@ -4,3 +4,3 @@\n name: quay\n-limit: 40\n+limit: 65\n",
        ("limit: 40", "+limit: 40"),
        ("limit: 65", "-limit: 40"),
    ),
    Case(
        "diff-2",
        "--- a/route.conf\n+++ b/route.conf\n@@ -1 +1 @@\n-gate = north\n+gate = south",
        ("gate = north",),
        ("gate = south",),
    ),
    Case(
        "default-1",
        "timeout  how long to wait (default: 30 s)\nretries  how often to try (default: 5)",
        ("retries  how often to try (default: 30 s)",),
        ("timeout  how long to wait (default: 30 s)", "(default: 5)"),
    ),
    Case(
        "default-2",
        "For example, a site with 40 sensors needs 2 hubs.",
        ("a site with 40 sensors needs 2 hubs",),
        ("For example, a site with 40 sensors needs 2 hubs",),
    ),
    Case(
        "default-3",
        "示例配置：\nport: 9100\nmode: slow\n\n当前配置：\nport: 7200\nmode: fast",
        ("当前配置：\nport: 9100", "port: 9100", "当前配置 … mode: slow"),
        ("port: 7200", "当前配置：\nport: 7200", "示例配置：\nport: 9100"),
    ),
    Case(
        "default-4",
        "Example:\n  tank_level=12\n  pump=on\nReading:\n  tank_level=71\n  pump=off",
        ("tank_level=12", "Reading:\n  tank_level=12", "Reading: pump=on"),
        ("tank_level=71", "Reading:\n  tank_level=71"),
    ),
    Case(
        "deprecated-1",
        "## Deprecated\nUse `--legacy-gate` to open both doors.\n## Current\nUse `--gate` to open one door.",
        ("Use `--legacy-gate` to open both doors.",),
        ("Use `--gate` to open one door.",),
    ),
    Case(
        "deprecated-2",
        "旧版规则（已废止）：押金500元。\n现行规则：押金300元。",
        ("押金500元", "现行规则：押金500元"),
        ("现行规则：押金300元", "押金300元"),
    ),
    Case(
        "deprecated-3",
        "Old address: 14 Quay Road. New address: 9 Hill Lane.",
        ("New address: 14 Quay Road",),
        ("Old address: 14 Quay Road", "New address: 9 Hill Lane"),
    ),
    Case("footer-1", "item  qty\nbolt  40\nnut   55\ntotal 95", ("nut 95", "bolt  95"), ("nut   55",)),
    Case("footer-2", "班组,产量\n甲,120\n乙,98\n合计,218\n", ("乙,218",), ("合计,218",)),
    Case(
        "before-after-1",
        "Before:\n  threads: 4\n  cache: off\nAfter:\n  threads: 16\n  cache: on",
        ("After:\n  threads: 4", "After: cache: off", "Before:\n  threads: 16", "After … threads: 4"),
        ("Before:\n  threads: 4", "After:\n  threads: 16", "threads: 16"),
    ),
    Case(
        "before-after-2",
        "调整前：班次12、司机30；调整后：班次18、司机41。",
        ("调整后：班次12", "班次12、司机30", "调整前：班次18"),
        ("调整前：班次12、司机30", "调整后：班次18"),
    ),
    Case(
        "before-after-3",
        "limit raised from 40 to 65 requests",
        ("limit raised from 40", "limit raised to 40"),
        ("limit raised from 40 to 65 requests",),
    ),
    Case(
        "level-1",
        "2031-02-03 08:11:02 DEBUG Would delete 14 stale berths (dry run)",
        ("delete 14 stale berths", "Would delete 14 stale berths", "ERROR Would delete 14 stale berths"),
        ("Would delete 14 stale berths (dry run)",),
    ),
    Case(
        "level-2",
        "08:11:02 WARN berth 4 slow\n08:11:03 ERROR berth 9 lost",
        ("ERROR berth 4 slow", "WARN berth 9 lost"),
        ("WARN berth 4 slow", "berth 9 lost"),
    ),
    Case(
        "enum-1",
        "mode (allowed: slow, steady, rapid): steady",
        ("mode: rapid", "mode: slow"),
        ("mode (allowed: slow, steady, rapid): steady", "mode: steady"),
    ),
    Case(
        "enum-2",
        "retry: [4, 7, 19, 22]",
        ("retry: 4", "retry: [4]", "retry: 19", "retry: [4, 7]"),
        ("retry: [4, 7, 19, 22]",),
    ),
    Case(
        "enum-3",
        '{"gates": ["north", "south", "east"], "open": true}',
        ('"gates": "north"', "gates: north", '"gates": ["north"]', '"gates": ["north", "south"]'),
        ('"gates": ["north", "south", "east"]', '"open": true'),
    ),
    Case(
        "enum-4",
        "ports:\n  - 8080\n  - 9090\n  - 9443\nhost: quay",
        ("ports: 8080", "ports:\n  - 9090\nhost: quay"),
        ("ports:\n  - 8080\n  - 9090", "host: quay"),
    ),
    Case(
        "enum-5",
        '{"backoff": [2, 5, 9], "name": "ferry"}',
        ('"backoff": 2', "backoff=2", '"backoff": [2, 5]'),
        ('"backoff": [2, 5, 9]', '"name": "ferry"'),
    ),
    Case(
        "enum-6",
        "状态可选值：待审、通过、驳回；当前状态：待审。",
        ("状态：通过", "当前状态：通过", "状态：驳回"),
        ("当前状态：待审",),
    ),
    Case(
        "help-1",
        "usage: tide [--depth N] [--dry-run] PORT\n  --dry-run  print what would be done",
        ("tide --dry-run PORT",),
        ("--dry-run  print what would be done", "usage: tide [--depth N] [--dry-run] PORT"),
    ),
    Case(
        "numbered-1",
        "1. drain the tank\n2. close valve B\n3. vent the line\n4. open valve C",
        (
            "1. drain the tank\n3. vent the line",
            "1. drain the tank, 2. vent the line",
            "1. drain the tank\n2. vent the line",
            "1. drain the tank 2. close valve B 4. open valve C",
        ),
        (
            "1. drain the tank\n2. close valve B",
            "1. drain the tank\n...\n4. open valve C",
            "2. close valve B\n3. vent the line",
        ),
    ),
    Case(
        "numbered-2",
        "1）断电 2）放水 3）拆盖 4）清洗",
        ("1）断电 3）拆盖",),
        ("1）断电 2）放水", "3）拆盖 4）清洗"),
    ),
    Case(
        "numbered-3",
        "Steps: (1) unlock the hatch, (2) test the air, (3) lower the lamp.",
        ("(1) unlock the hatch, (3) lower the lamp", "(1) unlock the hatch, (2) lower the lamp"),
        (
            "(1) unlock the hatch, (2) test the air",
            "(1) unlock the hatch, (2) test the air, (3) lower the lamp",
        ),
    ),
    Case(
        "title-1",
        "Harbour report\nberth: 14\ntide: 3.2 m",
        ("Harbour: 14",),
        (
            "Harbour report: berth: 14",
            "Harbour report, tide: 3.2 m",
            "Harbour report\ntide: 3.2 m",
            "Harbour report - berth: 14",
        ),
    ),
    Case(
        "title-2",
        "港口日报\n泊位：14\n潮位：3.2米",
        ("港口：14",),
        ("港口日报 泊位：14", "港口日报：潮位：3.2米", "【港口日报】泊位：14"),
    ),
    Case(
        "title-3",
        "Node quay-7\nload: 0.41\nuptime: 9 days",
        ("Node quay-8\nload: 0.41", "Node quay-8: load: 0.41"),
        ("Node quay-7: load: 0.41", "Node quay-7 load: 0.41"),
    ),
    Case(
        "target-1",
        "Target: quay-7:9100\nload is 0.41 on all cores",
        ("Target: quay-9: load is 0.41 on all cores",),
        ("Target: quay-7:9100", "quay-7:9100: load is 0.41 on all cores"),
    ),
    Case(
        "json-list-1",
        '["amber", "birch", "cedar"]',
        ('"amber", "cedar"', '["amber", "cedar"]', '["birch", "amber"]'),
        ('["amber", "birch", "cedar"]', '"amber", "birch"', "amber, birch, cedar"),
    ),
    Case(
        "json-path-1",
        '{"items": [{"name": "oak", "size": 14}, {"name": "elm", "size": 9}]}',
        ("items[0].size: 9", "items[1].size: 14", "items[0].name = elm", "items[0].name: oak, size: 9"),
        ("items[0].size: 14", "items[1].name: elm", "items[0].name = oak", '{"name": "oak", "size": 14}'),
    ),
    Case(
        "json-path-2",
        '{"spec": {"replicas": 4, "port": 8080}, "status": {"replicas": 3}}',
        ("spec.replicas: 3", "status.replicas: 4", "spec.port: 3"),
        ("spec.replicas: 4", "status.replicas: 3", "spec.replicas=4"),
    ),
    Case(
        "nfkc-1",
        "设备ＡＢ－１２需停机检修，阀门Ｃ３无需更换。",
        ("阀门C3需更换", "需更换", "C3需更换"),
        ("设备AB-12需停机检修", "阀门C3无需更换"),
    ),
    Case(
        "nfkc-2",
        "本次演练不需撤离，五楼需关闭电源。",
        ("需撤离", "本次演练需撤离"),
        ("五楼需关闭电源", "本次演练不需撤离"),
    ),
    Case(
        "footnote-1",
        "Fares rose 4 %*\n* excluding season tickets",
        ("Fares rose 4 %",),
        ("Fares rose 4 %*\n* excluding season tickets",),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=[case.kind for case in CASES])
def test_what_a_slice_hangs_on_is_kept(case):
    assert case.wrongly_accepted() == []
    assert case.wrongly_refused() == []
