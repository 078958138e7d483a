"""A label that says it is over may be left out where the quote itself says so, and not where it does not."""

from __future__ import annotations

import pytest

from tests.evidence.lost_context import Case

CASES = (
    Case(
        "chinese-label",
        "告警恢复：队列 bill-7 堆积量由 90,210 条降至 120 条，消费组 ledger 恢复正常，耗时 12 分钟。请继续观察。",
        ("队列 bill-7 堆积量由 90,210 条降至 120 条", "消费组 ledger 恢复正常时"),
        (
            "队列 bill-7 堆积量由 90,210 条降至 120 条，消费组 ledger 恢复正常",
            "告警恢复：队列 bill-7 堆积量由 90,210 条降至 120 条",
            "队列 bill-7 堆积量由 90,210 条降至 120 条，消费组 ledger 恢复正常，耗时 12 分钟",
        ),
    ),
    Case(
        "capital-label",
        "RESOLVED: login latency in eu-2 is back to normal since 10:40.\nRESOLVED: login latency in us-1 above 900 ms.",
        ("login latency in us-1 above 900 ms", "login latency in eu-2"),
        (
            "login latency in eu-2 is back to normal",
            "login latency in eu-2 is back to normal since 10:40",
            "RESOLVED: login latency in us-1 above 900 ms",
        ),
    ),
    Case(
        "own-clause-of-the-same-thing",
        "Resolved: store-api error rate was 12% from 09:10, store-api has recovered.",
        ("store-api error rate was 12% from 09:10",),
        ("store-api error rate was 12% from 09:10, store-api has recovered",),
    ),
    Case(
        "other-thing-recovered",
        "RESOLVED: disk of db-1 is at 97%, replica db-2 is back to normal",
        ("disk of db-1 is at 97%", "disk of db-1 is at 97%, replica db-2 is back to normal"),
        ("RESOLVED: disk of db-1 is at 97%",),
    ),
    Case(
        "next-sentence",
        "RESOLVED: disk of db-1 is at 97%. Replica db-2 is back to normal.",
        ("disk of db-1 is at 97%. Replica db-2 is back to normal.",),
        ("Replica db-2 is back to normal.",),
    ),
    Case(
        "not-yet",
        "Recovered: mail queue holds 900 letters, it is not back to normal.\nRecovered: pump 3 will be restored at 9.",
        ("mail queue holds 900 letters, it is not back to normal", "pump 3 will be restored at 9"),
        ("Recovered: pump 3 will be restored at 9",),
    ),
    Case(
        "not-yet-chinese",
        "故障恢复：支付回调超时 3 分钟，尚未恢复正常。\n告警恢复：网关 502 占比 8%，预计 10 点恢复正常。",
        ("支付回调超时 3 分钟，尚未恢复正常", "网关 502 占比 8%，预计 10 点恢复正常", "网关 502 占比 8%"),
        ("告警恢复：网关 502 占比 8%，预计 10 点恢复正常",),
    ),
    Case(
        "brackets",
        "[RESOLVED] Checkout in shop-4 has recovered, 31 orders were sent again.\n[RESOLVED] Checkout in shop-5 rejects cards.",
        ("Checkout in shop-5 rejects cards",),
        ("Checkout in shop-4 has recovered", "Checkout in shop-4 has recovered, 31 orders were sent again."),
    ),
    Case(
        "chinese-brackets",
        "【已恢复】机房 B 空调 2 号停机 40 分钟，现已恢复正常。\n【已恢复】机房 C 湿度超限。",
        ("机房 C 湿度超限", "机房 B 空调 2 号停机 40 分钟"),
        ("机房 B 空调 2 号停机 40 分钟，现已恢复正常", "【已恢复】机房 C 湿度超限"),
    ),
    Case(
        "fixed",
        "Fixed: the lift in hall A stood still for 2 hours and is working again.\nFixed: the lift in hall B stands still.",
        ("the lift in hall B stands still", "the lift in hall A stood still for 2 hours"),
        ("the lift in hall A stood still for 2 hours and is working again",),
    ),
    Case(
        "same-word-later",
        "故障解除：站点 12 断电 3 小时，站点 12 已恢复。",
        ("站点 12 断电 3 小时",),
        ("站点 12 断电 3 小时，站点 12 已恢复",),
    ),
    Case(
        "a-rule",
        "Resolved: node n7 lost its lease. Once it is back to normal, drain node n8.",
        ("node n7 lost its lease. Once it is back to normal", "node n7 lost its lease"),
        ("Resolved: node n7 lost its lease",),
    ),
    Case(
        "cause",
        "RESOLVED: probe of rack 4 is red because the old image was restored.\nRESOLVED: after 40 minutes rack 5 is back online.",
        ("probe of rack 4 is red because the old image was restored",),
        ("after 40 minutes rack 5 is back online",),
    ),
    Case(
        "thing-named-behind",
        "告警恢复：队列 pay-1 已恢复，队列 pay-2 堆积 900 条。",
        ("队列 pay-1 已恢复，队列 pay-2 堆积 900 条",),
        ("队列 pay-1 已恢复", "告警恢复：队列 pay-1 已恢复，队列 pay-2 堆积 900 条"),
    ),
    Case(
        "marked-cut",
        "RESOLVED: queue orders-9 held 800 jobs for an hour, now back to normal; no data was lost.",
        ("queue orders-9 held 800 jobs ...", "queue orders-9 ... no data was lost"),
        ("queue orders-9 held 800 jobs ... now back to normal",),
    ),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=[case.kind for case in CASES])
def test_what_is_over_is_told_by_its_label_or_by_the_quote(case):
    assert (case.wrongly_accepted(), case.wrongly_refused()) == ([], [])
