"""Slices that lose who says, thinks or denies what they say, and slices that keep it or need none."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt
from tests.evidence.lost_context import Case

SAID_CASES = [
    Case(
        "assumed-en",
        "I assumed that the nightly export had finished; it was still running.",
        ("the nightly export had finished", "nightly export had finished", "export had finished"),
        (
            "I assumed that the nightly export had finished",
            "it was still running",
            "assumed that the nightly export had finished; it was still running",
        ),
    ),
    Case(
        "thinks-en",
        "The user thinks our proxy drops every second call. Packet capture shows no loss.",
        (
            "our proxy drops every second call",
            "proxy drops every second call",
            "proxy drops every second call. Packet capture shows no loss",
            "drops every second call",
        ),
        ("The user thinks our proxy drops every second call", "Packet capture shows no loss"),
    ),
    Case(
        "said-en",
        "Ticket 88: customer said checkout was down all evening, our probes were green.",
        (
            "checkout was down all evening",
            "was down all evening",
            "checkout was down all evening, our probes were green",
            "down all evening, our probes were green",
        ),
        (
            "customer said checkout was down all evening",
            "our probes were green",
            "Ticket 88: customer said checkout was down",
        ),
    ),
    Case(
        "quoted-en",
        'Guest feedback: "Your lifts never worked this week." The lift log lists one stop of 4 minutes.',
        ("Your lifts never worked this week", "lifts never worked this week"),
        ('Guest feedback: "Your lifts never worked this week."',),
    ),
    Case(
        "reportedly-en",
        "The tanker reportedly struck the outer pier at 03:10; the harbour log has no entry.",
        ("struck the outer pier at 03:10", "the outer pier at 03:10"),
        ("The tanker reportedly struck the outer pier at 03:10", "the harbour log has no entry"),
    ),
    Case(
        "according-en",
        "According to the driver, both trailers were sealed at the depot. The gate camera shows one open.",
        ("both trailers were sealed at the depot", "trailers were sealed at the depot"),
        ("According to the driver, both trailers were sealed at the depot", "The gate camera shows one open"),
    ),
    Case(
        "mistook-en",
        "The on-call was under the impression that the standby had taken over. It had not.",
        ("the standby had taken over", "standby had taken over"),
        ("under the impression that the standby had taken over",),
    ),
    Case(
        "claims-the-vendor-en",
        'The vendor says "all firmware since May is patched", but unit 7 runs the April build.',
        ("all firmware since May is patched", "firmware since May is patched"),
        ('The vendor says "all firmware since May is patched"', "unit 7 runs the April build"),
    ),
    Case(
        "i-thought-zh",
        "李工：我以为备份任务已经跑完，其实还在排队。",
        ("备份任务已经跑完", "任务已经跑完"),
        ("我以为备份任务已经跑完", "其实还在排队", "我以为备份任务已经跑完，其实还在排队"),
    ),
    Case(
        "orig-zh",
        "值班组原以为主库已经切换到乙机房，核对后发现仍在甲机房。",
        ("主库已经切换到乙机房", "已经切换到乙机房"),
        ("原以为主库已经切换到乙机房", "核对后发现仍在甲机房"),
    ),
    Case(
        "feedback-zh",
        "用户反馈：“支付页面整晚打不开”。拨测成功率 99.9%。",
        ("支付页面整晚打不开", "页面整晚打不开"),
        ("用户反馈：“支付页面整晚打不开”", "拨测成功率 99.9%"),
    ),
    Case(
        "feedback-excerpt-zh",
        "客户反馈原话：“我们的订单昨天丢了一半，没人处理”。核对后订单数一致。",
        ("我们的订单昨天丢了一半", "订单昨天丢了一半", "没人处理"),
        ("核对后订单数一致", "客户反馈原话：“我们的订单昨天丢了一半，没人处理”"),
    ),
    Case(
        "mixed-zh",
        "备注：client 说 login 一直报 403，网关日志里没有 403",
        ("login 一直报 403", "一直报 403", "login 一直报 403，……网关日志里"),
        ("client 说 login 一直报 403", "网关日志里没有 403"),
    ),
    Case(
        "reportedly-zh",
        "据称三号闸门在凌晨两点被人手动打开，监控未拍到。",
        ("三号闸门在凌晨两点被人手动打开", "凌晨两点被人手动打开"),
        ("据称三号闸门在凌晨两点被人手动打开", "监控未拍到"),
    ),
    Case(
        "mistake-zh",
        "我们当时认为故障出在交换机上，后来证明是光模块。",
        ("故障出在交换机上", "出在交换机上"),
        ("我们当时认为故障出在交换机上",),
    ),
    Case(
        "driver-zh",
        "司机说货柜在码头已经铅封，门岗录像显示未封。",
        ("货柜在码头已经铅封", "码头已经铅封"),
        ("司机说货柜在码头已经铅封", "门岗录像显示未封"),
    ),
    Case(
        "her",
        "The nurse believed that the drip had been changed at six; the chart shows eight.",
        ("the drip had been changed at six", "drip had been changed at six"),
        ("the chart shows eight", "The nurse believed that the drip had been changed"),
    ),
    Case(
        "tenant",
        "Tenant complained that the heating was off for nine days. Meter log: off for 5 hours.",
        ("the heating was off for nine days", "heating was off for nine days"),
        ("Meter log: off for 5 hours",),
    ),
    Case(
        "we-thought",
        "We thought disk 4 was the culprit until the cable was swapped.",
        ("disk 4 was the culprit",),
        ("We thought disk 4 was the culprit",),
    ),
    Case(
        "alleg",
        "The buyer allegedly received an empty crate on 3 July.",
        ("received an empty crate on 3 July",),
        ("allegedly received an empty crate on 3 July",),
    ),
    Case(
        "users-say",
        "Several users say search returns stale prices, yet the index is 20 s old.",
        ("search returns stale prices", "returns stale prices"),
        ("the index is 20 s old",),
    ),
    Case(
        "zh-guess", "小孙猜测是风扇卡死导致过热，拆机后风扇正常。", ("风扇卡死导致过热",), ("拆机后风扇正常",)
    ),
    Case(
        "zh-tenant",
        "租户投诉说电梯连续三天停运，物业台账只有一次。",
        ("电梯连续三天停运", "连续三天停运"),
        ("物业台账只有一次",),
    ),
    Case("zh-hear", "听说新库房下周启用，行政部尚未通知。", ("新库房下周启用",), ("行政部尚未通知",)),
    Case(
        "zh-orig",
        "大家原以为断电是雷击造成，报告指向人为误操作。",
        ("断电是雷击造成",),
        ("报告指向人为误操作",),
    ),
    Case(
        "tool-en",
        "The collector reported that shard 4 holds 12 segments.",
        (),
        ("shard 4 holds 12 segments", "holds 12 segments"),
    ),
    Case("log-zh", "监控显示 3 号泵转速 1450，振动正常。", (), ("3 号泵转速 1450", "振动正常")),
    Case("label-en", "Log: worker-9 restarted twice at 11:40", (), ("worker-9 restarted twice at 11:40",)),
    Case(
        "speaker-en", "Mina: I restarted the relay at 9:15\nJon: ok", (), ("I restarted the relay at 9:15",)
    ),
    Case("speaker-zh", "王敏：缓存节点 2 号已经重启完成", (), ("缓存节点 2 号已经重启完成",)),
    Case(
        "confirmed-en",
        "The user reported that login fails with 403. Confirmed: the gateway answers 403 for all tokens.",
        (),
        ("the gateway answers 403 for all tokens",),
    ),
    Case(
        "after-claim-en",
        "The customer said nothing; disk usage on vol-3 is 91%.",
        (),
        ("disk usage on vol-3 is 91%",),
    ),
    Case("user-field-en", "user agent said=curl/8.1 status=200 bytes=512", (), ("status=200 bytes=512",)),
    Case(
        "customer-noun-en",
        "Customer 4411 opened ticket 88 at 09:12 with priority high.",
        (),
        ("opened ticket 88 at 09:12", "ticket 88 at 09:12 with priority high"),
    ),
    Case(
        "i-restarted",
        "I restarted the standby at 10:00. That fixed the lag.",
        (),
        ("I restarted the standby at 10:00", "That fixed the lag"),
    ),
    Case(
        "believe-metric",
        "Belief propagation converged after 12 iterations on graph g7.",
        (),
        ("converged after 12 iterations on graph g7",),
    ),
    Case("zh-以为", "系统以为准则文件为输入，输出 12 条记录。", (), ("输出 12 条记录",)),
    Case("zh-说明", "司机说明书第 3 页写着最大载重 900 公斤。", (), ("最大载重 900 公斤",)),
    Case("zh-反馈", "反馈回路电压 3.3V，相位差 12 度。", (), ("电压 3.3V，相位差 12 度", "相位差 12 度")),
    Case(
        "zh-truth", "事实表 fact_order 共 3200 行，分区 12 个。", (), ("共 3200 行，分区 12 个", "分区 12 个")
    ),
    Case(
        "thinks-thread",
        "Thread pool size 8, think time 300 ms, users 50.",
        (),
        ("think time 300 ms, users 50", "Thread pool size 8"),
    ),
    Case(
        "driver-program",
        "The driver reported 3 reset events on eth1 since boot.",
        (),
        ("3 reset events on eth1 since boot",),
    ),
    Case(
        "client-program",
        "client reported: connection reset by peer after 30s",
        (),
        ("connection reset by peer after 30s",),
    ),
    Case(
        "confirmed",
        "The buyer said the crate was empty. Confirmed by the dock camera at 11:02.",
        (),
        ("Confirmed by the dock camera at 11:02",),
    ),
]


@pytest.mark.parametrize("case", SAID_CASES, ids=lambda case: case.kind)
def test_what_somebody_says_is_told_with_who_says_it(case):
    assert case.wrongly_accepted() == []
    assert case.wrongly_refused() == []


def test_what_the_text_says_itself_elsewhere_needs_no_speaker():
    text = "The tenant thinks the boiler room was locked. Inspection 3 March: the boiler room was locked."
    match = match_excerpt("the boiler room was locked", text)
    assert match.decision == "accept"
    assert match.spans == ((text.rindex("the boiler"), len(text) - 1),)


def test_a_speaker_is_found_far_inside_a_long_text():
    padding = "Row 7 of the ledger was copied on Monday.\n" * 600
    text = f"{padding}The tenant thinks our cellar pump was off in May.\n{padding}"
    assert match_excerpt("cellar pump was off in May", text).decision == "mismatch"
    assert match_excerpt("The tenant thinks our cellar pump was off in May", text).decision == "accept"
