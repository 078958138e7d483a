"""Slices of notes, procedures and reports that leave out what limits them."""

from __future__ import annotations

import pytest

from tests.evidence.lost_context import Case

CASES = [
    Case(
        "docs-1",
        "Default: `on`. Since 3.2 the default is `off` for new sites.",
        ("the default is `off`", "Since 3.2 the default is `off`"),
        ("Since 3.2 the default is `off` for new sites",),
    ),
    Case(
        "docs-2",
        "MUST NOT reuse a nonce. SHOULD rotate keys every 90 days.",
        ("reuse a nonce", "MUST rotate keys every 90 days", "MUST reuse a nonce"),
        ("MUST NOT reuse a nonce", "SHOULD rotate keys every 90 days"),
    ),
    Case(
        "docs-3",
        "You may not need to restart the hub after a rename.",
        (
            "need to restart the hub after a rename",
            "You need to restart the hub after a rename",
            "restart the hub after a rename",
        ),
        ("You may not need to restart the hub",),
    ),
    Case(
        "docs-4",
        "Requires Node 18 or newer on Linux; Node 20 on Windows.",
        ("Requires Node 18", "Requires Node 18 or newer on Windows", "Node 20 on Linux"),
        ("Requires Node 18 or newer on Linux", "Node 20 on Windows"),
    ),
    Case(
        "minutes-1",
        "Agreed: repaint the gate (40 for, 12 against). Rejected: new benches.",
        ("Agreed: new benches", "new benches", "Rejected: repaint the gate", "repaint the gate (40 against"),
        ("Agreed: repaint the gate (40 for, 12 against)", "Rejected: new benches"),
    ),
    Case(
        "minutes-2",
        "会议否决了扩建车棚的提案，通过了更换照明的提案。",
        ("通过了扩建车棚的提案", "扩建车棚的提案，通过了", "扩建车棚"),
        ("否决了扩建车棚的提案", "通过了更换照明的提案"),
    ),
    Case(
        "minutes-3",
        "王工建议换泵，李工反对，最终未形成决议。",
        ("换泵", "王工反对", "形成决议"),
        ("王工建议换泵，李工反对", "最终未形成决议"),
    ),
    Case(
        "contract-1",
        "The deposit of 400 EUR is refundable within 14 days of departure, less cleaning costs, provided no damage is found.",
        (
            "The deposit of 400 EUR is refundable",
            "The deposit of 400 EUR is refundable within 14 days of departure",
            "no damage is found",
        ),
        (
            "The deposit of 400 EUR is refundable within 14 days of departure, less cleaning costs, provided no damage is found",
        ),
    ),
    Case(
        "contract-2",
        "乙方逾期交付的，每日按合同价0.05%支付违约金，但不可抗力除外。",
        ("每日按合同价0.05%支付违约金", "乙方逾期交付的，每日按合同价0.05%支付违约金", "不可抗力"),
        ("乙方逾期交付的，每日按合同价0.05%支付违约金，但不可抗力除外",),
    ),
    Case(
        "contract-3",
        "The tenant shall, unless the landlord agrees otherwise in writing, return all keys on day one.",
        ("The tenant shall return all keys on day one", "return all keys on day one"),
        ("unless the landlord agrees otherwise in writing, return all keys on day one",),
    ),
    Case(
        "contract-4",
        "Liability is limited to 5,000 EUR, save in cases of gross negligence.",
        ("Liability is limited to 5,000 EUR",),
        ("Liability is limited to 5,000 EUR, save in cases of gross negligence",),
    ),
    Case(
        "medical-1",
        "Allergies: penicillin (rash, 2011). No known allergy to latex. Family history: mother had asthma.",
        ("allergy to latex", "known allergy to latex", "Allergies: latex"),
        ("Allergies: penicillin (rash, 2011)", "No known allergy to latex", "mother had asthma"),
    ),
    Case(
        "medical-2",
        "既往史：否认高血压、糖尿病；父亲患冠心病。现服药：无。",
        ("高血压、糖尿病", "患冠心病", "既往史：高血压"),
        ("否认高血压、糖尿病", "父亲患冠心病"),
    ),
    Case(
        "medical-3",
        "Stop ibuprofen 400 mg. Start paracetamol 1 g, max. 3 per day, for pain only.",
        ("Start ibuprofen 400 mg",),
        ("Stop ibuprofen 400 mg",),
    ),
    Case(
        "medical-4",
        "CT: no bleed. MRI: small bleed suspected, not confirmed.",
        ("CT: small bleed", "bleed suspected", "MRI: small bleed", "MRI: no bleed"),
        ("CT: no bleed", "MRI: small bleed suspected, not confirmed"),
    ),
    Case(
        "finance-1",
        "Revenue 4.1m EUR (previous year: 3.6m EUR); net loss 0.2m EUR after a one-off charge of 0.5m EUR.",
        ("Revenue 3.6m EUR", "net loss 0.5m EUR", "Revenue 4.1m EUR; net profit"),
        (
            "Revenue 4.1m EUR",
            "Revenue 4.1m EUR (previous year: 3.6m EUR)",
            "net loss 0.2m EUR after a one-off charge of 0.5m EUR",
        ),
    ),
    Case(
        "finance-2",
        "营业收入4.1亿元（上年同期3.6亿元），扣除非经常性损益后亏损0.2亿元。",
        ("营业收入3.6亿元", "上年同期4.1亿元", "亏损0.2亿元"),
        ("营业收入4.1亿元", "扣除非经常性损益后亏损0.2亿元"),
    ),
    Case(
        "finance-3",
        "Price: 120 EUR per night (breakfast 14 EUR extra, city tax not included).",
        ("Price: 14 EUR", "Price: 120 EUR"),
        ("Price: 120 EUR per night (breakfast 14 EUR extra, city tax not included)",),
    ),
    Case(
        "finance-4",
        "Guidance: revenue between 80m and 95m, assuming no new tariffs.",
        ("revenue between 80m and 95m", "Guidance: revenue 95m", "no new tariffs"),
        ("Guidance: revenue between 80m and 95m, assuming no new tariffs",),
    ),
    Case(
        "range-1",
        "Store between 2 and 8 °C; discard after 28 days once opened.",
        ("discard after 28 days", "Store between 2 and 28"),
        ("Store between 2 and 8 °C", "discard after 28 days once opened"),
    ),
    Case(
        "range-2",
        "Speed limit 80 km/h (60 km/h in rain) on the north bridge.",
        ("Speed limit 60 km/h", "Speed limit 80 km/h in rain", "80 km/h in rain"),
        ("Speed limit 80 km/h (60 km/h in rain)", "60 km/h in rain"),
    ),
    Case(
        "range-3",
        "Open Mon-Fri 9-17, Sat 10-14, closed on public holidays.",
        ("Open Mon-Fri 9-14", "Sat 9-17", "Open public holidays"),
        ("Open Mon-Fri 9-17", "Sat 10-14, closed on public holidays"),
    ),
    Case(
        "range-4",
        "适用年龄：3至12岁；孕妇及3岁以下禁用。",
        ("适用年龄：3岁以下", "适用年龄：孕妇"),
        ("适用年龄：3至12岁", "孕妇及3岁以下禁用"),
    ),
    Case(
        "share-1",
        "Of 340 replies, 61 % wanted a later bus, 22 % an earlier one.",
        ("61 % wanted an earlier one", "340 wanted a later bus", "22 % wanted a later bus"),
        ("61 % wanted a later bus", "Of 340 replies, 61 % wanted a later bus"),
    ),
    Case(
        "share-2",
        "受访的340人中，仅22%赞成改线，其余反对或弃权。",
        ("340人赞成改线", "22%赞成改线", "受访的340人赞成改线"),
        ("受访的340人中，仅22%赞成改线", "仅22%赞成改线"),
    ),
    Case(
        "rank-1",
        "Second to Lisbon, Porto had the most arrivals.",
        ("Porto had the most arrivals", "Lisbon, Porto had the most arrivals"),
        ("Second to Lisbon, Porto had the most arrivals",),
    ),
    Case(
        "rank-2",
        "It is the third largest mill outside Norway.",
        ("It is the third largest mill", "the largest mill outside Norway", "largest mill outside Norway"),
        ("It is the third largest mill outside Norway",),
    ),
    Case(
        "rank-3",
        "全省除省会外用电最多的城市是临川。",
        ("全省用电最多的城市是临川", "用电最多的城市是临川"),
        ("全省除省会外用电最多的城市是临川",),
    ),
    Case(
        "review-1",
        "Pros: quiet, light. Cons: battery lasts 2 hours, lid cracks.",
        ("Pros: battery lasts 2 hours", "Cons: quiet, light", "Pros: quiet, lid cracks"),
        ("Pros: quiet, light", "Cons: battery lasts 2 hours"),
    ),
    Case(
        "review-2",
        "优点：静音、轻便。缺点：续航两小时、盖子易裂。",
        ("优点：续航两小时", "缺点：静音", "优点：静音、盖子易裂"),
        ("优点：静音、轻便", "缺点：续航两小时"),
    ),
    Case(
        "faq-1",
        "Q: Can I pay in cash?\nA: Only at the kiosk.\nQ: Can I bring a dog?\nA: Yes, on a leash.",
        (
            "Q: Can I pay in cash?\nA: Yes, on a leash.",
            "I pay in cash",
            "I bring a dog",
            "Can I pay in cash? Yes",
        ),
        ("Q: Can I bring a dog?\nA: Yes, on a leash.", "Only at the kiosk"),
    ),
    Case(
        "faq-2",
        "问：现金可以吗？答：只能在售票亭用。问：能带狗吗？答：可以，须牵绳。",
        ("现金可以", "问：现金可以吗？答：可以", "能带狗"),
        ("答：只能在售票亭用", "问：能带狗吗？答：可以，须牵绳"),
    ),
    Case(
        "news-1",
        "The mayor denied that the tunnel would close; a rival said it already had.",
        ("the tunnel would close", "The mayor denied … it already had"),
        ("The mayor denied that the tunnel would close",),
    ),
    Case(
        "news-2",
        "Police first reported 9 injured, later corrected to 4.",
        ("9 injured", "Police reported 9 injured", "reported 9 injured"),
        ("Police first reported 9 injured, later corrected to 4",),
    ),
    Case(
        "news-3",
        "警方起初通报9人受伤，后更正为4人。",
        ("9人受伤", "警方通报9人受伤"),
        ("警方起初通报9人受伤，后更正为4人",),
    ),
    Case(
        "news-4",
        "If confirmed, it would be the first outage since 2019.",
        ("it would be the first outage since 2019", "the first outage since 2019"),
        ("If confirmed, it would be the first outage since 2019",),
    ),
    Case(
        "news-5",
        "The bill passed the lower house; the senate has yet to vote.",
        ("the senate has voted", "The bill passed the senate"),
        ("The bill passed the lower house", "the senate has yet to vote"),
    ),
    Case(
        "ticket-1",
        "Status: Resolved (duplicate of #881, not fixed). Priority: low",
        ("Status: Resolved", "Status: fixed", "Status: low"),
        ("Status: Resolved (duplicate of #881, not fixed)", "Priority: low"),
    ),
    Case(
        "ticket-2",
        "Assignee: none (was: Petra). Reporter: Olaf.",
        ("Assignee: Petra", "Assignee: Olaf", "Reporter: Petra"),
        ("Assignee: none (was: Petra)", "Reporter: Olaf"),
    ),
    Case(
        "ticket-3",
        "状态：已关闭（未修复，重复单）｜优先级：低",
        ("状态：已修复", "状态：已关闭｜优先级：低", "状态：已关闭"),
        ("状态：已关闭（未修复，重复单）", "优先级：低"),
    ),
    Case(
        "ticket-4",
        "Workaround: restart the hub nightly. Fix: none planned.",
        ("Fix: restart the hub nightly", "Workaround: none planned"),
        ("Workaround: restart the hub nightly", "Fix: none planned"),
    ),
    Case(
        "procedure-1",
        "Do not open the valve before the pressure is below 2 bar.",
        (
            "open the valve before the pressure is below 2 bar",
            "Do not open the valve",
            "the pressure is below 2 bar",
        ),
        ("Do not open the valve before the pressure is below 2 bar",),
    ),
    Case(
        "procedure-2",
        "切勿在通电状态下打开机盖；断电后可打开。",
        ("在通电状态下打开机盖", "通电状态下打开机盖", "通电后可打开"),
        ("切勿在通电状态下打开机盖", "断电后可打开"),
    ),
    Case(
        "procedure-3",
        "Simmer 20 minutes, or 35 if frozen.",
        ("Simmer 35", "Simmer 20 minutes if frozen"),
        ("Simmer 20 minutes, or 35 if frozen",),
    ),
    Case(
        "procedure-4",
        "First drain, then refill. Never refill a hot tank.",
        ("refill a hot tank", "First refill, then drain"),
        ("First drain, then refill", "Never refill a hot tank"),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=[case.kind for case in CASES])
def test_what_a_slice_hangs_on_is_kept(case):
    assert case.wrongly_accepted() == []
    assert case.wrongly_refused() == []
