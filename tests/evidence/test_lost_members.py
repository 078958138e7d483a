"""Slices that leave out members of a list, or tell one for the whole; paths and titles in front of a value."""

from __future__ import annotations

import pytest

from tests.evidence.lost_context import Case

CASES = [
    Case(
        "list-1",
        "hosts: [ox-1, ox-2, ox-3]\nport: 7070",
        ("hosts: [ox-1, ox-3]", "hosts: ox-2", "hosts: [ox-2]"),
        ("hosts: [ox-1, ox-2, ox-3]", "port: 7070", "hosts: [ox-1, ox-2, …]", "hosts: [ox-1, …, ox-3]"),
    ),
    Case(
        "list-2",
        "Affected services: cart, refund, ledger, search.",
        ("Affected services: search, cart, billing",),
        ("Affected services: cart, refund, ledger, search", "Affected services: cart, refund … search"),
    ),
    Case(
        "list-3",
        "受影响服务：购物车、退款、账务、搜索。",
        ("受影响服务：购物车、退款、计费",),
        ("受影响服务：购物车、退款、账务、搜索", "受影响服务：购物车、退款……搜索"),
    ),
    Case(
        "list-4",
        'tags = {"lane": "north", "crew": ["ann", "bo"], "shift": 2}',
        ('"crew": "ann"', '"crew": ["bo"]'),
        ('"crew": ["ann", "bo"]', '"lane": "north"', '"shift": 2', '"lane": "north", "shift": 2'),
    ),
    Case(
        "steps-1",
        "1. Open the hatch.\n2. Wait for the green lamp.\n3. Lower the hook slowly.\n",
        ("1. Open the hatch.\n2. Lower the hook slowly.", "2. Open the hatch."),
        (
            "Wait for the green lamp.",
            "2. Wait for the green lamp.\n3. Lower the hook slowly.",
            "Open the hatch. … Lower the hook slowly.",
            "1. Open the hatch. ... 3. Lower the hook slowly.",
        ),
    ),
    Case(
        "comment-1",
        'retries = 3  # was raised after the March outage\nlane = "north"  # see wiki',
        (),
        ("retries = 3", 'lane = "north"', "retries = 3  # was raised after the March outage"),
    ),
    Case(
        "comment-2",
        "// limits are per lane\nint limit = 40;\n",
        (),
        ("int limit = 40;", "// limits are per lane", "limits are per lane"),
    ),
    Case(
        "comment-3",
        "url = https://quay.example/a?b=2 # keep\nhost=ox-1",
        (),
        ("url = https://quay.example/a?b=2", "host=ox-1"),
    ),
    Case(
        "gap-1",
        "pump-4: started at 04:00, oil 84 C, flow 12 l/s",
        ("pump-4: started at 12",),
        ("pump-4: started at 04:00 … flow 12 l/s", "pump-4 … flow 12 l/s", "started at 04:00, oil 84 C"),
    ),
    Case(
        "gap-2",
        "2031-01-01 dockd.Lock: acquired by ox-2 after 14 tries, lease 30s",
        (),
        (
            "dockd.Lock … lease 30s",
            "acquired by ox-2 after 14 tries",
            "dockd.Lock: acquired by ox-2 … lease 30s",
        ),
    ),
    Case(
        "gap-3",
        "Invoice 8812 is overdue by 14 days; the customer was reminded twice and promised to pay on Monday.",
        ("Invoice 8812 … was paid",),
        (
            "Invoice 8812 is overdue by 14 days … the customer was reminded twice",
            "Invoice 8812 is overdue by 14 days; the customer was reminded twice and promised to pay on Monday",
        ),
    ),
    Case(
        "nfkc-1",
        "ＡＢ－１２\u3000需更换滤芯（需停机２小时），备件不足。",
        (),
        ("AB-12 需更换滤芯(需停机2小时),备件不足", "AB-12 需更换滤芯", "ＡＢ－１２ 需更换滤芯"),
    ),
    Case(
        "nfkc-2",
        "Ｋ８ｓ 节点 ox-4 未就绪，需人工介入（需 root 权限）",
        ("节点 ox-4 就绪",),
        ("K8s 节点 ox-4 未就绪，需人工介入", "K8s 节点 ox-4 未就绪"),
    ),
    Case(
        "nfkc-3",
        "K8s 节点 ox-4 绑定失败：没有可用的卷（需要 200Gi，可读写）；重试 11 次",
        (),
        ("Ｋ８ｓ 节点 ox-4 绑定失败: 没有可用的卷", "绑定失败：没有可用的卷"),
    ),
    Case(
        "title-1",
        "Weekly quay report, week 14\nberths used: 31\ncrane hours: 412",
        ("Weekly quay report, week 15: crane hours: 412", "Weekly quay report: berths used: 412"),
        ("Weekly quay report, week 14: crane hours: 412", "Weekly quay report — berths used: 31"),
    ),
    Case(
        "title-2",
        "nginx access summary\nrequests: 88123\nerrors: 41",
        ("nginx access summary: errors: 88123",),
        ("nginx access summary: requests: 88123",),
    ),
    Case(
        "target-1",
        "Target: ox-4:9100 (up) last scrape 4.1s ago\nTarget: ox-5:9100 (down) last scrape 91s ago",
        ("Target: ox-5:9100 (up)", "Target: ox-4:9100 (down) last scrape 91s ago"),
        (
            "Target: ox-5:9100 (down) last scrape 91s ago",
            "ox-4:9100 (up) last scrape 4.1s ago",
            "Target ox-5:9100: down",
            "Target: ox-5:9100 down",
        ),
    ),
    Case(
        "jsonlist-1",
        '["ox-1 ready", "ox-2 draining", "ox-3 ready"]',
        ("ox-2 ready", "ox-1 draining", '["ox-1 ready", "ox-3 ready"]'),
        (
            "ox-2 draining",
            '["ox-1 ready", "ox-2 draining", "ox-3 ready"]',
            '"ox-1 ready", "ox-2 draining"',
            "ox-1 ready, ox-2 draining, ox-3 ready",
            "ox-1 ready; ox-2 draining",
        ),
    ),
    Case(
        "jsonlist-2",
        '[{"id": 4, "state": "up"}, {"id": 9, "state": "down"}]',
        ("id=4, state=down", '[{"id": 9, "state": "up"}]'),
        ('{"id": 9, "state": "down"}', "id=9, state=down"),
    ),
    Case(
        "path-1",
        '{"status": {"conditions": [{"type": "Ready", "status": "False"}, {"type": "DiskPressure", "status": "True"}]}}',
        ('status.conditions[0].status: "True"', "conditions[0].type: Ready, conditions[1].status: False"),
        (
            'status.conditions[0].status: "False"',
            ".status.conditions[1].type = DiskPressure",
            'status.conditions[1]: {"type": "DiskPressure", "status": "True"}',
            "conditions[0].type: Ready, conditions[0].status: False",
        ),
    ),
    Case(
        "where-1",
        "UPDATE berths SET open = 1 WHERE pier = 'B' AND depth > 4;",
        ("UPDATE berths SET open = 1;", "UPDATE berths SET open = 1 WHERE pier = 'B';"),
        ("UPDATE berths SET open = 1 WHERE pier = 'B' AND depth > 4;",),
    ),
    Case(
        "where-2",
        "grep -v DEBUG quay.log | wc -l\n4118",
        ("grep DEBUG quay.log",),
        ("grep -v DEBUG quay.log | wc -l",),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=[case.kind for case in CASES])
def test_what_a_slice_hangs_on_is_kept(case):
    assert case.wrongly_accepted() == []
    assert case.wrongly_refused() == []
