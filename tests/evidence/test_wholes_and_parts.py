"""What is said of a part, of somebody else, in a rule or at first only, is not told of the whole or as it stands."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

CHAT = (
    "08:10 Ruth: pump 3 tripped at dawn\n"
    "08:12 Omar: who reset it?\n"
    "08:15 Ruth: the night crew, by hand\n"
    "08:19 Omar: flow is back to 40 l/s"
)
CHAT_ZH = "8:10 何川：3 号泵清晨跳闸\n8:12 路遥：谁复位的？\n8:15 何川：夜班手动复位\n8:19 路遥：先别开大阀门，等压力稳"
PARCELS = "The depot holds 96 parcels, of which 71 are unpaid and go back. The rest leave on Friday 9."
PARCELS_ZH = "仓内待处理 96 件，其中 71 件为拒收，退回即可；另有 5 件破损。"
RULE_ZH = "规则：3 分钟内 温度 > 70 且 湿度 > 40 时停机"
RULE = "when: temp > 70 and humidity > 40\nfor: 3m"
STAGES = "stage (Pack)\nwrote 12 crates\nstage (Ship)\nleft dock 4 at 09:30"
CLINIC_ZH = "母亲有哮喘史。右肺结节，考虑炎症，建议复查。诊断：肺炎待排。曾误诊为支气管炎。"
CLINIC = "His sister carries an inhaler. He was misdiagnosed as asthmatic in 2019. The left lung is clear."
FERRY_ZH = "因潮汐造成的停靠变更，渡口不予补票。渡口每日公布潮时。"
AMENDED_ZH = "第二款“押金 900 元”修改为“押金 700 元”。"
JOB_ZH = "同步任务：失败 4 次后成功，共写入 81 行。"


@pytest.mark.parametrize(
    ("without", "with_it", "text"),
    [
        pytest.param("Ruth: pump 3 tripped at dawn ... flow is back to 40 l/s", "Ruth: pump 3 tripped at dawn ... the night crew, by hand", CHAT, id="speaker"),
        pytest.param("何川：3 号泵清晨跳闸……先别开大阀门", "何川：3 号泵清晨跳闸……夜班手动复位", CHAT_ZH, id="zh-speaker"),
        pytest.param("何川说：“谁复位的？”", "何川说：“夜班手动复位”", CHAT_ZH, id="zh-said"),
        pytest.param("路遥：开大阀门，等压力稳", "路遥：先别开大阀门，等压力稳", CHAT_ZH, id="zh-do-not"),
        pytest.param("The depot holds 96 parcels ... and go back", "The depot holds 96 parcels ... The rest leave on Friday 9", PARCELS, id="of-which"),
        pytest.param("仓内待处理 96 件，退回即可", "仓内待处理 96 件……另有 5 件破损", PARCELS_ZH, id="zh-of-which"),
        pytest.param("规则：3 分钟内 温度 > 70", "规则：3 分钟内 温度 > 70 且 湿度 > 40 时停机", RULE_ZH, id="zh-first-half-of-rule"),
        pytest.param("humidity > 40", "temp > 70 and humidity > 40", RULE, id="second-half-of-rule"),
        pytest.param("stage (Pack): left dock 4 at 09:30", "stage (Ship): left dock 4 at 09:30", STAGES, id="heading-alike"),
        pytest.param("有哮喘史", "母亲有哮喘史", CLINIC_ZH, id="zh-kin"),
        pytest.param("炎症", "右肺结节，考虑炎症，建议复查", CLINIC_ZH, id="zh-considered"),
        pytest.param("诊断：肺炎", "诊断：肺炎待排", CLINIC_ZH, id="zh-to-be-excluded"),
        pytest.param("支气管炎", "曾误诊为支气管炎", CLINIC_ZH, id="zh-misdiagnosed"),
        pytest.param("carries an inhaler", "His sister carries an inhaler", CLINIC, id="kin"),
        pytest.param("asthmatic in 2019", "He was misdiagnosed as asthmatic in 2019", CLINIC, id="misdiagnosed"),
        pytest.param("渡口不予补票", "因潮汐造成的停靠变更，渡口不予补票", FERRY_ZH, id="zh-case-of-rule"),
        pytest.param("押金 900 元", "“押金 900 元”修改为“押金 700 元”", AMENDED_ZH, id="zh-amended"),
        pytest.param("同步任务：失败 4 次", "同步任务：失败 4 次后成功，共写入 81 行", JOB_ZH, id="zh-succeeded-in-the-end"),
        pytest.param("The probe failed 4 times", "The probe failed 4 times before succeeding", "The probe failed 4 times before succeeding.", id="succeeded-in-the-end"),
        pytest.param("路段正常通行", "其余路段正常通行", "K7 处塌方，其余路段正常通行。", id="zh-the-others"),
        pytest.param("We pay on the 9th", "We pay on the 9th at the latest", "We pay on the 9th at the latest.", id="at-the-latest"),
        pytest.param("12 月 9 日前交付", "采购方要求 12 月 9 日前交付", "采购方要求 12 月 9 日前交付，供方未同意。", id="zh-demanded"),
        pytest.param("the spare key has been returned", "When the spare key has been returned, close slip 40", "When the spare key has been returned, close slip 40.", id="when-clause"),
        pytest.param("来件不予登记", "缺少签收章的来件不予登记", "缺少签收章的来件不予登记。", id="zh-attribute-of-rule"),
        pytest.param("车辆停在原位", "任一刹车检测不通过，车辆停在原位", "任一刹车检测不通过，车辆停在原位。", id="zh-any-fails"),
        pytest.param("住户可改期", "开工前，住户可改期", "开工前，住户可改期；开工后不退款。", id="zh-until-then"),
        pytest.param("与停电有关", "阀门失灵，疑与停电有关", "阀门失灵，疑与停电有关。", id="zh-suspected"),
        pytest.param("The gate shuts at 20:30", "The gate shuts at 20:30 on weekdays", "The gate shuts at 20:30 on weekdays and at 22:30 on Sundays.", id="on-weekdays"),
        pytest.param("the feeder drops parcels", "the feeder drops parcels when belt 3 is wet", "Note: the feeder drops parcels when belt 3 is wet.", id="when-behind"),
        pytest.param("叶工未回电，改派 7 组", "若 9:30 前叶工未回电，改派 7 组", "若 9:30 前叶工未回电，改派 7 组。", id="zh-if-by-a-time"),
        pytest.param("the valve test was passed at 7 bar", "The spare valve test was passed at 7 bar", "The spare valve test was passed at 7 bar.", id="attribute"),
    ],
)  # fmt: skip
def test_match_excerpt_tells_a_part_from_the_whole(without, with_it, text):
    assert match_excerpt(without, text).decision != "accept"
    assert match_excerpt(with_it, text).decision == "accept"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("预算已批 70 万元", "出于安全考虑，预算已批 70 万元。", id="zh-considering-is-no-opinion"),
        pytest.param("安装 3 台", "本规范要求：安装 3 台，间距 2 米。", id="zh-a-standard-requires"),
        pytest.param("级别为二级", "分别登记，级别为二级，类别另定。", id="zh-kinds"),
        pytest.param("重启 2 次", "重启 2 次后恢复，未再告警。", id="zh-restarted-then-fine"),
        pytest.param("pump 7 tripped", "When the crew arrived, pump 7 tripped.", id="when-told"),
        pytest.param("Ruth: pump 3 tripped at dawn ... Omar: flow is back to 40 l/s", CHAT, id="both-named"),
        pytest.param("Lund keeps 140 jobs", "It closes later than planned. Lund keeps 140 jobs.", id="planned-ends-a-sentence"),
        pytest.param("the pump stopped", "the pump stopped when the fuse blew at 9:10.", id="when-it-happened"),
        pytest.param("crew note: Belt 3 was swapped.", "job 71\ncrew note: The feeder jams at 9 kg. Belt 3 was swapped.", id="second-sentence-of-a-note"),
        pytest.param("8 orders, of which 5 shipped ... 3 are open", "8 orders, of which 5 shipped; 3 are open", id="parts-counted"),
        pytest.param("the valve test was passed", "Valve test was passed at 7 bar.", id="article-added"),
    ],
)  # fmt: skip
def test_match_excerpt_takes_what_only_looks_like_a_part(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "accept"


GUIDE = "Runbook: frozen feed\nStep 1: Look at panel 7.\nStep 2: Drain node b-4 and wait 90 seconds."
DAILY_ZH = "周报：仓储对账\n规则 K03 命中 8 笔，已复核。\n规则 K09 命中 2 笔，未复核。"
LOAN_ZH = "第三条 借用人归还前擦净目镜。\n第四条 馆方负责镜头校准。"
MAIL = "From: Ilse Brandt\nTo: Crew\nSubject: dock 4\nThe crane is booked until noon. The ramp is free."
OBJECT = '{"node":{"id":"n-71kd","state":"Ready","cores":6,"ram_gb":48,"rack":"R2"}}'
LIST = '[{"host":"sw-1","role":"spine","errors":4},{"host":"sw-2","role":"leaf","errors":9}]'


@pytest.mark.parametrize(
    ("honest", "dishonest", "text"),
    [
        pytest.param("Step 2 of the runbook says: Drain node b-4 and wait 90 seconds.", "Step 1 of the runbook says: Drain node b-4 and wait 90 seconds.", GUIDE, id="step"),
        pytest.param('Step 1 of the runbook says: "Look at panel 7."', 'Step 2 of the runbook says: "Look at panel 7."', GUIDE, id="step-in-quotes"),
        pytest.param("周报：规则 K03 命中 8 笔，已复核。", "日报警：规则 K03 命中 8 笔，已复核。", DAILY_ZH, id="zh-title"),
        pytest.param("周报：规则 K09 命中 2 笔，未复核", "周报：规则 K09 命中 8 笔，未复核", DAILY_ZH, id="zh-title-value"),
        pytest.param("合同第四条写明：“馆方负责镜头校准”", "合同第三条写明：“馆方负责镜头校准”", LOAN_ZH, id="zh-clause"),
        pytest.param('Ilse Brandt wrote: "The ramp is free."', 'Crew wrote: "The ramp is free."', MAIL, id="sender"),
        pytest.param("| n-71kd | Ready | 6 |", "| n-71kd | 6 | Ready |", OBJECT, id="bare-row"),
        pytest.param("| n-71kd | Ready | 6 | 48 |", "| n-71kd | Ready | 48 | 6 |", OBJECT, id="bare-row-order"),
        pytest.param("| Ready | 6 | 48 | R2 |", "| Ready | 48 | 6 | R2 |", OBJECT, id="bare-row-within"),
        pytest.param("sw-2 | leaf | 9", "sw-2 | leaf | 4", LIST, id="bare-row-of-list"),
        pytest.param("sw-1 | spine | 4", "sw-1 | leaf | 4", LIST, id="bare-row-mixed"),
    ],
)  # fmt: skip
def test_match_excerpt_takes_labels_and_bare_rows(honest, dishonest, text):
    assert match_excerpt(honest, text).decision == "accept"
    assert match_excerpt(dishonest, text).decision != "accept"


@pytest.mark.parametrize("scale", ["thousand", "million", "billions", "万", "亿", "withdrawn"])
def test_what_stands_in_brackets_behind_a_sum_is_not_left_out_of_it(scale):
    assert match_excerpt("Budget 31: approved", f"Budget 31 ({scale}): approved").decision == "mismatch"
    assert match_excerpt("Budget 31: approved", "Budget 31 (hall B): approved").decision != "mismatch"


@pytest.mark.parametrize(
    ("excerpt", "text", "decision"),
    [
        ("9 parcels need no action", "9 parcels, of which 7 are late, need no action.", "mismatch"),
        (
            "9 parcels came in\nThey need no action",
            "9 parcels came in, of which 7 are late\nThey need no action",
            "accept",
        ),
    ],
)
def test_a_part_of_a_whole_is_left_out_with_its_line_only(excerpt, text, decision):
    assert match_excerpt(excerpt, text).decision == decision


REVIEW = "Reviewers: okafor (approved), maro (no response).\nHelp desk: Wednesday 14:00 (week 7 closed)"
CHAIN = "0 s:CN=pay.test\n  i:O=Orb Works, CN=Sub E5\n1 s:O=Orb Works, CN=Sub E5\n  i:O=Orb Works, CN=Root R3"
RULES = "船东于试航合格后退还押金。卷面低于40分者总评不及格。"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("maro (response)", REVIEW, id="word-of-a-bracket"),
        pytest.param("Help desk: Wednesday 14:00 (week 7)", REVIEW, id="bracket-closed-early"),
        pytest.param("0 s:CN=pay.test i:O=Orb Works, CN=Root R3", CHAIN, id="line-of-the-next-record"),
        pytest.param("退还押金", RULES, id="zh-once-passed"),
        pytest.param("总评不及格", RULES, id="zh-whoever-has-less"),
    ],
)
def test_a_part_that_leaves_out_what_it_hangs_on_is_refused(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "mismatch"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("okafor (approved)", REVIEW, id="bracket"),
        pytest.param("0 s:CN=pay.test i:O=Orb Works, CN=Sub E5", CHAIN, id="lines-of-one-record"),
        pytest.param("试航合格后退还押金", RULES, id="zh-with-its-condition"),
        pytest.param("低于40分者总评不及格", RULES, id="zh-with-whom-it-is-about"),
    ],
)
def test_a_part_with_what_it_hangs_on_is_accepted(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "accept"


SESSIONS = "pid=71, user=tide, state=parked in turn, wait=gate, age=02:44"
SESSIONS_ZH = "节点: w3; 状态: 运行 但降级; 年龄: 4d"


@pytest.mark.parametrize(
    ("excerpt", "text", "decision"),
    [
        pytest.param("user=tide, state=parked, wait=gate", SESSIONS, "mismatch", id="half-a-value"),
        pytest.param("state=parked, user=tide", SESSIONS, "mismatch", id="half-a-value-in-another-order"),
        pytest.param("节点: w3; 状态: 运行; 年龄: 4d", SESSIONS_ZH, "mismatch", id="zh-half-a-value"),
        pytest.param("user=tide, state=parked in turn, wait=gate", SESSIONS, "accept", id="all-of-it"),
        pytest.param("state=parked in turn, user=tide", SESSIONS, "accept", id="all-of-it-in-another-order"),
        pytest.param("user=tide, wait=gate, age=02:44", SESSIONS, "accept", id="without-the-pair"),
        pytest.param("user=tide, state=parked", SESSIONS, "accept", id="a-quote-that-ends-there"),
        pytest.param("足 8 吨，等待下一班渡轮", "压舱水不足 8 吨，等待下一班渡轮", "mismatch", id="zh-half-of-a-negating-word"),
        pytest.param("止 40 人，等待下一班渡轮", "候船者不止 40 人，等待下一班渡轮", "mismatch", id="zh-half-of-not-only"),
        pytest.param("不足 8 吨，等待下一班渡轮", "压舱水不足 8 吨，等待下一班渡轮", "accept", id="zh-the-whole-word"),
    ],
)  # fmt: skip
def test_a_value_or_a_word_is_quoted_whole(excerpt, text, decision):
    assert match_excerpt(excerpt, text).decision == decision
