"""A statement that the text doubts, puts down to somebody, plans, gives as an example or takes back is no fact."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt


def decision(excerpt: str, text: str) -> str:
    return match_excerpt(excerpt, text).decision


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("the disk of vol-7 is worn out", "14:02 lena: I think the disk of vol-7 is worn out", id="i-think"),
        pytest.param("the disk of vol-7 is worn out", "We now believe that the disk of vol-7 is worn out.", id="we-believe-that"),
        pytest.param("a stale lease on etcd-2", "It looks like a stale lease on etcd-2.", id="looks-like"),
        pytest.param("have run out of file handles", "Workers seem to have run out of file handles.", id="seem-to"),
        pytest.param("ntp-2 drifted by 40 s", "My guess is that ntp-2 drifted by 40 s.", id="my-guess"),
        pytest.param("ntp-2 drifted by 40 s", "In my opinion, ntp-2 drifted by 40 s.", id="in-my-opinion"),
        pytest.param("ntp-2 drifted by 40 s", "ntp-2 drifted by 40 s, I think.", id="i-think-behind"),
        pytest.param("the cable to rack 9 is loose", "the cable to rack 9 is loose (unconfirmed)", id="unconfirmed-behind"),
        pytest.param("Size: 40 GB Zone: b", "Size: 40 GB (or similar) Zone: b", id="or-similar-left-out"),
        pytest.param("Outage ends at 18:30 ... Bridge: 4471", "Outage ends at 18:30 (estimated). Bridge: 4471", id="estimated-behind-a-mark"),
        pytest.param("logs of lb-3 filling up", "There is a risk of logs of lb-3 filling up.", id="risk-of"),
        pytest.param("every replica caught up", "Nearly every replica caught up.", id="nearly"),
        pytest.param("sales will double by May", "The broker predicts sales will double by May.", id="predicts"),
        pytest.param("the lock was tampered with", "The guard denies that the lock was tampered with.", id="denies-that"),
        pytest.param("the lock was tampered with", "It is false that the lock was tampered with.", id="false-that"),
        pytest.param("全部副本追上主库", "几乎全部副本追上主库", id="zh-nearly"),
        pytest.param("乙型流感抗原阳性", "乙型流感抗原阳性待复核", id="zh-to-be-checked"),
        pytest.param("数据库主从切换超时", "初步判断数据库主从切换超时。", id="zh-first-guess"),
        pytest.param("缓存节点 c-4 被打满", "感觉是缓存节点 c-4 被打满", id="zh-feels-like"),
        pytest.param("缓存节点 c-4 被打满", "看起来像是缓存节点 c-4 被打满", id="zh-looks-like"),
        pytest.param("存在内存泄漏", "订单服务存在内存泄漏的可能性", id="zh-possibility-behind"),
        pytest.param("专线 L2 已恢复", "专线 L2 已恢复（待确认）", id="zh-to-be-confirmed"),
    ],
)  # fmt: skip
def test_what_is_only_thought_is_not_quoted_as_known(excerpt, text):
    assert decision(excerpt, text) == "mismatch"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("exports older than a week are lost", "The customer claims that exports older than a week are lost.", id="claims-that"),
        pytest.param("exports older than a week are lost", "Tenant 12 alleges exports older than a week are lost.", id="alleges"),
        pytest.param("the meter was swapped in May", "According to our supplier Hartog, the meter was swapped in May.", id="according-to-a-person"),
        pytest.param("the meter was swapped in May", "The plaintiff stated that the meter was swapped in May.", id="party-stated"),
        pytest.param("合同于三月到期", "原告主张合同于三月到期，被告予以否认。", id="zh-party-contends"),
        pytest.param("扫码支付连续失败", "商户反映扫码支付连续失败", id="zh-merchant-says"),
        pytest.param("扫码支付连续失败", "据门店反馈，扫码支付连续失败", id="zh-as-shops-say"),
        pytest.param("升级后延迟为 8 毫秒", "厂商声称升级后延迟为 8 毫秒", id="zh-vendor-claims"),
    ],
)  # fmt: skip
def test_what_somebody_claims_is_not_quoted_as_the_texts_own(excerpt, text):
    assert decision(excerpt, text) == "mismatch"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("tmpfs 2.0G 1.9G 96% /run", "Example output of a full node: `tmpfs  2.0G  1.9G  96% /run`", id="example"),
        pytest.param("queue depth reached 4000", "Alert on spikes, e.g. queue depth reached 4000", id="eg"),
        pytest.param("网关返回 504，耗时 30 秒", "示例：网关返回 504，耗时 30 秒", id="zh-example"),
        pytest.param("队列深度达到 4000", "遇到突增时告警，例如队列深度达到 4000", id="zh-for-example"),
        pytest.param("lower idle timeout to 20s", 'Revert "lower idle timeout to 20s"', id="revert"),
        pytest.param("idle sockets were never closed", "- Fixed: idle sockets were never closed on arm64", id="fixed"),
        pytest.param("连接泄漏导致句柄耗尽", "已修复：连接泄漏导致句柄耗尽", id="zh-fixed"),
        pytest.param("the move of rack 4 on 3 May", "The mail said: originally planned for the move of rack 4 on 3 May", id="once-planned"),
        pytest.param("the pool held 50 sockets", "Previously, the pool held 50 sockets.", id="previously"),
        pytest.param("link L2 was cut at 14:10", "[SIMULATION] link L2 was cut at 14:10", id="simulation"),
        pytest.param("link L2 was cut at 14:10", "In last month's drill, link L2 was cut at 14:10.", id="in-a-drill"),
        pytest.param("queue q-7 is stuck since 09:10", "[RESOLVED] queue q-7 is stuck since 09:10", id="resolved"),
        pytest.param("queue q-7 is stuck since 09:10", "False alarm: queue q-7 is stuck since 09:10", id="false-alarm"),
        pytest.param("move rack 4 to hall B", "TODO(ana): move rack 4 to hall B", id="to-do"),
        pytest.param("move rack 4 to hall B", "The team agreed to move rack 4 to hall B.", id="agreed-to"),
        pytest.param("the fans of rack 4 are clean", "Please verify that the fans of rack 4 are clean.", id="please-verify"),
        pytest.param("ferritin 18 µg/L", "Previous result: ferritin 18 µg/L\nResult: ferritin 31 µg/L", id="previous-result"),
        pytest.param("专线 L2 于 14:10 中断", "【演练】专线 L2 于 14:10 中断", id="zh-drill"),
        pytest.param("队列 q-7 积压超时", "【已恢复】队列 q-7 积压超时", id="zh-recovered"),
        pytest.param("机柜风扇已清洁", "请确认机柜风扇已清洁", id="zh-please-confirm"),
        pytest.param("a bad splice at joint 9", "Probable cause: a bad splice at joint 9", id="probable-cause"),
        pytest.param("settled by Imre on 4 May", "Bill 71 was to be settled by Imre on 4 May", id="was-to-be"),
        pytest.param("needs driver 2.1", "needs driver 2.1 or later", id="or-later"),
        pytest.param("驱动版本需 2.1", "驱动版本需 2.1 以上", id="zh-or-above"),
        pytest.param("周六凌晨的演练", "原定于周六凌晨的演练推迟一周", id="zh-once-planned"),
    ],
)  # fmt: skip
def test_an_example_a_plan_and_a_thing_undone_are_not_quoted_as_facts(excerpt, text):
    assert decision(excerpt, text) == "mismatch"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("租户需支付 200 元", "逾期三日未退租的，租户需支付 200 元。", id="zh-rule"),
        pytest.param("告警自动升级为二级", "第三条 超过半小时无人认领的，告警自动升级为二级。", id="zh-rule-behind-its-number"),
        pytest.param("错误率始终低于 0.1%", "错误率始终低于 0.1%，仅周三一度升到 2%。", id="zh-but-once"),
        pytest.param("the retry would have succeeded", "Had dns-2 been up, the retry would have succeeded.", id="had-it-been"),
        pytest.param("queue q-7 held 40 jobs", "Had queue q-7 held 40 jobs, the alarm would ring.", id="had-alone"),
        pytest.param("两台主机同时切换", "如有人工干预，两台主机同时切换。", id="zh-should-there-be"),
        pytest.param("两台主机同时切换", "待值班经理批准后，两台主机同时切换。", id="zh-once-approved"),
        pytest.param("page the network team", "In the event of packet loss, page the network team.", id="in-the-event-of"),
    ],
)  # fmt: skip
def test_a_rule_keeps_its_case(excerpt, text):
    assert decision(excerpt, text) == "mismatch"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("I think the disk of vol-7 is worn out", "14:02 lena: I think the disk of vol-7 is worn out", id="doubt-kept"),
        pytest.param("drops 3 frames per second", "According to ethtool, eth2 drops 3 frames per second", id="plain-source"),
        pytest.param("eth2 drops 3 frames", "According to ethtool, eth2 drops 3 frames at start", id="plain-source-cut"),
        pytest.param("volume is full on host-3", "The kubelet reports that volume is full on host-3", id="system-reports"),
        pytest.param("客户反馈：扫码支付连续失败", "工单 19\n客户反馈：扫码支付连续失败", id="zh-source-kept"),
        pytest.param("volume is full on host-3", "We think so. The kubelet says: volume is full on host-3", id="another-sentence"),
        pytest.param("user root from 10.9.9.1", "permission denied, user root from 10.9.9.1", id="denied-and-no-denial"),
        pytest.param("密码错误，剩余尝试次数 2", "登录失败：密码错误，剩余尝试次数 2", id="zh-attempts-left"),
        pytest.param("[req-81f] claim of 4 GB granted", "nova.compute.claims [req-81f] claim of 4 GB granted", id="claims-in-a-name"),
        pytest.param("这是原来的，网关 gw-2 已下线", "这是原来的，网关 gw-2 已下线", id="zh-no-rule"),
        pytest.param("网关 gw-2 已下线", "配置是原来的，网关 gw-2 已下线", id="zh-no-rule-cut"),
    ],
)  # fmt: skip
def test_a_doubt_that_is_kept_and_a_plain_source_are_no_matter(excerpt, text):
    assert decision(excerpt, text) == "accept"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("12% of disk sdb is left", "Only 12% of disk sdb is left", id="in-front"),
        pytest.param("disk sdb has 12% left", "disk sdb has only 12% left", id="within"),
        pytest.param("库存剩 3 箱", "库存仅剩 3 箱，周五到货", id="zh-left"),
        pytest.param("检修耗时 3 小时", "检修仅耗时 3 小时", id="zh-took"),
    ],
)
def test_a_word_that_only_stresses_a_value_may_be_left_out(excerpt, text):
    assert match_excerpt(excerpt, text).decision in {"accept", "uncertain"}


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("3 guests may enter hall B", "Only 3 guests may enter hall B", id="bound"),
        pytest.param("hall B was flooded, 40 cm", "Only hall B was flooded, 40 cm", id="exclusive"),
        pytest.param("3 pumps failed", "Not only 3 pumps failed, the mains burst", id="denied"),
        pytest.param("限 3 人入内", "仅限 3 人入内", id="zh-bound"),
        pytest.param("B 馆受影响，40 人", "仅 B 馆受影响，40 人", id="zh-exclusive"),
        pytest.param("3 台受影响", "不仅 3 台受影响，还有 B 馆", id="zh-more-than"),
        pytest.param("12% of disk sdb is left", "disk sdb has only 21% left", id="another-value"),
    ],
)
def test_a_word_that_denies_or_bounds_is_not_left_out(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "mismatch"
