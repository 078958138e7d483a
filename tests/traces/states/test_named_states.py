"""States of records: told as they are they are no findings, told otherwise they are altered."""

from __future__ import annotations

import pytest

from tests.traces.asked import findings_on
from tests.traces.states.told import run

ORDERS = {
    "orders": [
        {"order_id": "KX-5581", "item": "Kettle", "status": "pending", "gift": False},
        {"order_id": "KX-5582", "item": "Toaster", "status": "in transit", "gift": False},
        {"order_id": "KX-5583", "item": "Samovar", "status": "cancelled", "gift": False},
        {"order_id": "KX-5590", "item": "Percolator", "status": "delivered", "gift": False},
    ]
}
PODS = """NAME        STATUS             RESTARTS   AGE
front-0     Running            0          3d
front-1     CrashLoopBackOff   14         3d
queue-0     Pending            0          2h"""
TICKETS = {
    "tickets": [
        {"id": "INC-204", "title": "Checkout slow", "state": "open", "severity": "high"},
        {"id": "INC-207", "title": "Mail bounces", "state": "resolved", "severity": "low"},
        {"id": "INC-209", "title": "Login loop", "state": "open", "severity": "medium"},
    ]
}
ACCOUNT = {"customer_id": "C-30117", "name": "Petra Lindahl", "membership": "gold", "autopay": False}
PARCELS = {
    "items": [
        {"no": "ZT8830017", "收件人": "陈晓", "状态": "运输中"},
        {"no": "ZT8830018", "收件人": "林岚", "状态": "已签收"},
        {"no": "ZT8830019", "收件人": "周密", "状态": "待发货"},
    ]
}
DEVICES = """Device: PUMP-07
Health: faulty
Mode: auto

Device: PUMP-08
Health: normal
Mode: manual"""

ALERTS = {
    "alerts": [
        {"labels": {"alertname": "DiskTight", "instance": "store-1"}, "state": "firing"},
        {"labels": {"alertname": "CpuWarm", "instance": "store-2"}, "state": "resolved"},
    ]
}

CHECKS = {
    "jobs": [
        {"name": "lint", "conclusion": "success"},
        {"name": "e2e", "conclusion": "skipped"},
        {"name": "unit-3", "conclusion": "failure"},
    ]
}

ISSUES = {
    "issues": [
        {"number": 12, "title": "Crash on start", "state": "open"},
        {"number": 15, "title": "Add dark mode", "state": "closed"},
    ],
    "hosts": [{"id": "i-0a1f", "state": "running"}, {"id": "i-0b2c", "state": "stopped"}],
}


HONEST = [
    (ORDERS, "Order KX-5581 is pending and KX-5582 is in transit."),
    (ORDERS, "KX-5581 and KX-5582 are pending and in transit, respectively."),
    (ORDERS, "Order KX-5581 has not been delivered yet."),
    (ORDERS, "Once KX-5581 is delivered, you can rate it."),
    (ORDERS, "KX-5581 will be shipped tomorrow."),
    (ORDERS, "Unlike KX-5590, which is delivered, KX-5581 is still pending."),
    (ORDERS, "The refund for KX-5583 is pending."),
    (ORDERS, "KX-5583's refund is pending."),
    (ORDERS, "KX-5583 was cancelled before it was shipped."),
    (ORDERS, "Your orders: KX-5581 (pending), KX-5582 (in transit), KX-5583 (cancelled)."),
    (ORDERS, "Shipped: KX-5582. Pending: KX-5581."),
    (ORDERS, "**KX-5582** – shipped"),
    (ORDERS, "**KX-5581** – Pending, to be shipped on Monday"),
    (ORDERS, "The status of KX-5581 is pending, so it can still be cancelled."),
    (ORDERS, "KX-5581 can be cancelled."),
    (ORDERS, "If KX-5581 is delivered late, tell us."),
    (ORDERS, "Is KX-5581 delivered?"),
    (ORDERS, "I recommend that KX-5581 is cancelled."),
    (ORDERS, "KX-5581 is a kettle; delivered orders can be returned within 30 days."),
    (ORDERS, "KX-5581 is probably delivered."),
    (ORDERS, "The payment of KX-5583 is refunded, and the order is cancelled."),
    (ORDERS, "The gift wrap of KX-5590 is pending."),
    (ORDERS, "KX-5581 moved from pending to shipped."),
    (ORDERS, "- KX-5590\n  - Delivered\n- KX-5583\n  - Cancelled"),
    (ORDERS, "Delivered orders (KX-5590) can be returned, pending ones (KX-5581) cancelled."),
    (
        ORDERS,
        "| Order | State |\n|---|---|\n| KX-5581 | pending |\n| KX-5582 | shipped |\n| KX-5590 | delivered |",
    ),
    (ORDERS, "| Order | Next step |\n|---|---|\n| KX-5581 | delivered soon |\n| KX-5590 | return |"),
    (PODS, "front-0 is running, front-1 is in CrashLoopBackOff and queue-0 is pending."),
    (PODS, "front-0 is healthy."),
    (PODS, "front-1 was running until its config changed."),
    (PODS, "The image pull of queue-0 is pending."),
    (PODS, "front-1 (CrashLoopBackOff): it restarted 14 times."),
    (PODS, "The node of front-1 is running."),
    (PODS, "queue-0 is not running."),
    (TICKETS, "INC-204 is open, its severity is high."),
    (TICKETS, "INC-204 (high): checkout is slow. INC-207 (low): mails bounce."),
    (TICKETS, "INC-207 is closed."),
    (TICKETS, "The mail queue behind INC-204 is closed."),
    (TICKETS, "INC-204 has low traffic."),
    (TICKETS, "INC-204 was resolved last week and then reopened; it is open."),
    (TICKETS, "Latency in INC-204 is critical."),
    (
        TICKETS,
        "| Ticket | Severity | Owner |\n|---|---|---|\n| INC-204 | high | - |\n| INC-209 | medium | - |",
    ),
    (ACCOUNT, "As a gold member you have free returns."),
    (ACCOUNT, "You can switch autopay on in the app."),
    (ACCOUNT, "Autopay is off."),
    (ACCOUNT, "Do you want autopay on?"),
    (ACCOUNT, "Silver members pay for returns."),
    (ACCOUNT, "With autopay enabled you would save 2%."),
    (PARCELS, "ZT8830017 目前运输中，ZT8830018 已签收。"),
    (PARCELS, "ZT8830017 尚未签收。"),
    (PARCELS, "ZT8830017 预计明天已签收。"),
    (PARCELS, "陈晓的退款已取消。"),
    (PARCELS, "签收后，ZT8830017 的状态会变为已签收。"),
    (PARCELS, "**ZT8830019** —— 待发货"),
    (PARCELS, "ZT8830017 已签收的通知还没有发出。"),
    (PARCELS, "林岚的包裹已签收。"),
    (PARCELS, "陈晓的投诉已取消。"),
    (ALERTS, "DiskTight (store-1) is firing, CpuWarm is resolved."),
    (ALERTS, "The ticket for DiskTight is resolved."),
    (ALERTS, "DiskTight is firing; it was resolved twice this week."),
    (TICKETS, "INC-207 is rated low."),
    (TICKETS, "INC-209 (medium severity) is open."),
    (DEVICES, "PUMP-07 is faulty; PUMP-08 is normal."),
    (DEVICES, "The inlet of PUMP-07 is normal."),
    (DEVICES, "**PUMP-07** (auto): faulty"),
    (CHECKS, "The lint job passed, e2e was skipped."),
    (CHECKS, "unit-3 failed because a fixture was missing."),
    (CHECKS, "unit-3 passed its deadline."),
    (CHECKS, "The e2e job did not run."),
    (PODS, "front-0 is running normally."),
    (ISSUES, "The crash on start has been fixed in another branch."),
    (ISSUES, "#12 is open and #15 is closed; i-0b2c is stopped."),
]


@pytest.mark.parametrize(("output", "answer"), HONEST, ids=[answer[:48] for _, answer in HONEST])
def test_state_told_as_it_is_or_of_something_else_is_no_finding(output, answer):
    assert [(s.text, s.reason) for s in run(answer, output).findings] == []


FALSE = [
    (ISSUES, "#12 is closed.", "closed", "open"),
    (ISSUES, "i-0b2c is running.", "running", "stopped"),
    (ORDERS, "Order KX-5581 has been delivered.", "delivered", "pending"),
    (ORDERS, "Order KX-5582 is pending.", "pending", "in transit"),
    (ORDERS, "**KX-5583** – Shipped", "Shipped", "cancelled"),
    (ORDERS, "2. **Order KX-5590** – Pending\n   - Percolator", "Pending", "delivered"),
    (ORDERS, "The kettle is delivered.", "delivered", "pending"),
    (ORDERS, "KX-5581: cancelled", "cancelled", "pending"),
    (ORDERS, "- KX-5590\n  - Status: cancelled", "cancelled", "delivered"),
    (PODS, "queue-0 is running.", "running", "Pending"),
    (PODS, "- `front-1` (Running)", "Running", "CrashLoopBackOff"),
    (TICKETS, "INC-207 is still open.", "open", "resolved"),
    (TICKETS, "- **INC-209** (critical): login loop", "critical", "medium"),
    (ACCOUNT, "As a platinum member you have free returns.", "platinum", "gold"),
    (ACCOUNT, "Autopay is enabled, so nothing is due.", "enabled", "false"),
    (PARCELS, "ZT8830017 目前已签收。", "已签收", "运输中"),
    (PARCELS, "**ZT8830018** —— 待发货", "待发货", "已签收"),
    (PARCELS, "您的包裹ZT8830019已发货。", "已发货", "待发货"),
    (PARCELS, "林岚的包裹仍在运输中。", "运输中", "已签收"),
    (ALERTS, "DiskTight (store-1) has been resolved.", "resolved", "firing"),
    (ALERTS, "- **CpuWarm** – firing", "firing", "resolved"),
    (TICKETS, "INC-207 is rated high.", "high", "low"),
    (TICKETS, "INC-209 was closed yesterday.", "closed", "open"),
    (DEVICES, "PUMP-07 is normal.", "normal", "faulty"),
    (CHECKS, "The e2e job passed, so all see the change.", "passed", "skipped"),
    (CHECKS, "unit-3 succeeded.", "succeeded", "failure"),
    (CHECKS, "The `lint` check failed.", "failed", "success"),
    (PODS, "front-1 is healthy.", "healthy", "CrashLoopBackOff"),
    (PODS, "front-1 is running normally.", "running normally", "CrashLoopBackOff"),
    (
        ORDERS,
        "| Order | State |\n|---|---|\n| KX-5581 | pending |\n| KX-5583 | cancelled |\n| KX-5590 | cancelled |",
        "cancelled",
        "delivered",
    ),
    (
        TICKETS,
        "| | INC-204 | INC-207 | INC-209 |\n|---|---|---|---|\n| Severity | high | medium | medium |\n| Owner | - | - | - |",
        "medium",
        "low",
    ),
]


@pytest.mark.parametrize(
    ("output", "answer", "said", "held"), FALSE, ids=[answer[:48] for _, answer, _, _ in FALSE]
)
def test_state_that_is_not_the_records_is_altered_and_both_are_shown(output, answer, said, held):
    (statement,) = run(answer, output).findings
    assert statement.finding == "altered"
    value = statement.values[-1]
    assert (value.value, value.evidence_value) == (said, held)
    assert statement.text[value.start : value.end] == said
    assert value.evidence is not None
    assert held in value.evidence.text
    assert held in statement.reason


def test_state_that_a_later_call_changed_is_no_finding():
    cancel = ("cancel_order", {"order_id": "KX-5581"}, "done")
    assert not run("Order KX-5581 has been cancelled.", ORDERS, cancel).findings
    assert run("Order KX-5590 has been cancelled.", ORDERS, cancel).findings


def test_state_that_stands_with_the_record_elsewhere_is_no_finding():
    events = ("read_events", {}, "10:02 KX-5581 delivered at the side door")
    assert not run("Order KX-5581 is delivered.", ORDERS, events).findings


def test_state_of_a_record_read_twice_may_be_either():
    later = {"orders": [{"order_id": "KX-5581", "item": "Kettle", "status": "delivered"}]}
    assert not run("Order KX-5581 is delivered.", ORDERS, later).findings


def test_days_name_a_record():
    leave = {"planned": [{"from": "2025-10-06", "to": "2025-10-10", "status": "requested"}]}
    assert run("Your request for October 6–10 has been approved.", leave).findings
    assert not run("Your request for October 6–10 is still under review.", leave).findings


LEAVES = [
    {"req": "V-71", "who": "W-12", "from": "2026-08-03", "to": "2026-08-07", "status": "APPROVED"},
    {"req": "V-72", "who": "W-15", "from": "2026-08-10", "to": "2026-08-14", "status": "PENDING"},
]


@pytest.mark.parametrize(
    ("answer", "is_found"),
    [
        pytest.param("Her five days, 3–7 August, are still pending.", True, id="span-of-another-state"),
        pytest.param("Her five days, 3–7 August, are approved.", False, id="span-own"),
        pytest.param("His days, 10–14 August, are still pending.", False, id="other-span-own"),
        pytest.param("Two days, 3 and 14 August, are still pending.", False, id="days-of-two-records"),
    ],
)
def test_days_written_as_a_span_name_their_record(answer, is_found):
    found = findings_on(
        answer, ("list_leaves", {}, LEAVES), ("leave_policy", {"topic": "leave"}, {"max": 30})
    )
    assert ("altered" in found) is is_found, found


@pytest.mark.parametrize(
    ("answer", "finding"),
    [
        pytest.param("Uptake of exp_31 is up by a third.", "sound", id="a-direction"),
        pytest.param("Uptake of exp_31 is down to a third.", "sound", id="the-other-way"),
        pytest.param("The test exp_31 is up.", "altered", id="a-state"),
        pytest.param("The test exp_31 is up since Monday.", "altered", id="a-state-since"),
    ],
)
def test_up_by_so_much_is_no_state(answer, finding):
    record = {"tests": [{"id": "exp_31", "status": "stopped"}, {"id": "exp_32", "status": "running"}]}
    assert findings_on(answer, ("get_tests", {}, record)) == [finding]
