"""Words that carry the sense of a quote: hedges cut away, negations worded otherwise, words inflected."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt


@pytest.mark.parametrize(
    ("excerpt", "text", "code"),
    [
        pytest.param("cause: the lock on the ledger", "Suspected cause: the lock on the ledger", "polarity_changed", id="adjective"),
        pytest.param("restart within the next hour", "the pods may restart within the next hour", "polarity_changed", id="modal"),
        pytest.param("原因为主库写入变慢", "疑似原因为主库写入变慢, 尚未确认", "polarity_changed", id="zh-adjective"),
        pytest.param("与批量导入有关", "本次抖动可能与批量导入有关", "polarity_changed", id="zh-modal"),
        pytest.param("2 小时内恢复服务", "预计 2 小时内恢复服务", "polarity_changed", id="zh-expected"),
        pytest.param("disk usage is normal on all nodes", "disk usage is normal on all nodes except node-4", "negation_cut", id="exception-behind"),
        pytest.param("all hosts were patched", "all hosts were patched (excluding db-2)", "negation_cut", id="exception-in-brackets"),
        pytest.param("影响 2.6 以上版本", "影响 2.6 以上版本（不含 2.6）", "negation_cut", id="zh-exception-in-brackets"),
        pytest.param("结果未通过演练", "第一次演练, 结果通过演练; 第二次演练, 结果未通过演练", None, id="zh-whole-clause"),
        pytest.param("最近演练: 6 月, 结果未通过", "最近演练: 6 月, 结果通过; 上次演练: 3 月, 结果未通过", "key_repaired", id="zh-result-of-another"),
        pytest.param("item 3 (first), OPEN (own state)", "item 3 (first), OPEN (its state), SHUT (own state)", "key_repaired", id="note-of-another-word"),
        pytest.param("since 17:23:59-01:00 of day 2", "since 17:23:59+01:00 of day 2", "value_changed", id="zone"),
        pytest.param("since 17:23:59.5+0100 of day 2", "since 17:23:59.5-0100 of day 2", "value_changed", id="zone-the-other-way"),
    ],
)  # fmt: skip
def test_a_quote_keeps_the_sense_of_its_sentence(excerpt, text, code):
    found = match_excerpt(excerpt, text)
    assert (found.decision == "accept") == (code is None)
    if code:
        assert found.decision == "mismatch"
        assert code in [reason.code for reason in found.reasons]


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("The disk was paused before the change", "The disk was paused before the change and was not resumed until ten.", id="and"),
        pytest.param("decrypt key 6f0e for the exporter", "decrypt key 6f0e for the exporter because no policy allows it", id="because"),
        pytest.param("cart-api was restarted twice", "On 5 May cart-api was restarted twice", id="month"),
        pytest.param("not be read by the prober", "37 files could not be read by the prober", id="modal-before-a-negation"),
        pytest.param("message sent to site/9 topic", "Will message sent to site/9 topic", id="name-that-is-a-modal"),
        pytest.param("node>`. Do not restart it now", "run `cordon <node>`. Do not restart it now", id="half-a-bracket"),
        pytest.param("CPU 使用率达到 91%", "虚拟 CPU 使用率达到 91%", id="zh-part-of-another-word"),
        pytest.param("任务 sync-7 执行失败", "计划任务 sync-7 执行失败", id="zh-noun"),
        pytest.param("数据已全部写入备库", "数据已全部写入备库且未丢失", id="zh-and"),
        pytest.param("[47.0 (09:15), 44.0 (09:10), 39.5 (09:05)]", "3 of 5 [47.0 (09:15), 44.0 (09:10), 39.5 (09:05)] above 25", id="many-numbers"),
        pytest.param("下单，99.95%，8，42，610，P99 下降", "| 下单 | 99.95% | 8 | 42 | 610 | P99 下降 |", id="zh-row-with-commas"),
        pytest.param("used 12，345 of all bytes", "used 12345 of all bytes", id="zh-grouped"),
    ],
)  # fmt: skip
def test_an_honest_cut_or_layout_is_accepted(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "accept"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("Move the leader in batches of 20", "Move the leaders in batches of 20", id="plural-of-a-state"),
        pytest.param("the probe isn't ready on node 4", "the probe is not ready on node 4", id="contracted"),
        pytest.param("the probe can not reach node 4", "the probe can't reach node 4", id="spelt-out"),
        pytest.param("It's on node 4 that we've seen 9 resets", "It is on node 4 that we have seen 9 resets", id="verbs-contracted"),
        pytest.param("They will retry 4 times; I am on it", "They'll retry 4 times; I'm on it", id="verbs-spelt-out"),
        pytest.param("备链路没有承载业务流量", "备链路未承载业务流量", id="zh-negation"),
        pytest.param("错误数 4 次，没有明显变化", "错误数 4 次，无明显变化", id="zh-existence"),
        pytest.param("数据库链接数达到 12 个", "数据库连接数达到 12 个", id="zh-homophone"),
        pytest.param("版本回滚到 3.7.9 并观察", "版本回滚至 3.7.9 并观察", id="zh-direction"),
        pytest.param("the probe cant reach node 4", "the probe can't reach node 4", id="apostrophe-dropped"),
        pytest.param("扫描全部 12 台未见异常", "扫描全部 12 台未发现异常", id="zh-found"),
        pytest.param("队列上限保持 40", "队列上限保持 40 不变", id="zh-unchanged"),
    ],
)  # fmt: skip
def test_the_same_sense_in_other_words_is_a_light_edit(excerpt, text):
    assert match_excerpt(excerpt, text).decision in {"accept", "uncertain"}


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("the probe is ready on node 4", "the probe isn't ready on node 4", id="contraction-dropped"),
        pytest.param("They'd retry 4 times on node 4", "They will retry 4 times on node 4", id="contraction-of-another-mood"),
        pytest.param("They're ready on node 4", "They were ready on node 4", id="contraction-of-another-tense"),
        pytest.param("I'm on node 4 with 9 resets", "I am not on node 4 with 9 resets", id="contraction-without-the-negation"),
        pytest.param("备链路承载业务流量", "备链路未承载业务流量", id="zh-dropped"),
        pytest.param("版本由 3.7.9 回滚", "版本回滚至 3.7.9", id="zh-direction-turned"),
        pytest.param("支付服务运行正常, 负载 30", "支付服务运行异常, 负载 30", id="zh-state-of-one-other-character"),
        pytest.param("节点 7 在线 12 天", "节点 7 离线 12 天", id="zh-state-of-its-first-character"),
        pytest.param("均值 420 QPS, 影响 12 个节点", "峰值 420 QPS, 影响 12 个节点", id="zh-measure-at-the-edge"),
        pytest.param("used 12，345 of all bytes", "used 12346 of all bytes", id="zh-grouped-and-changed"),
    ],
)  # fmt: skip
def test_another_sense_is_not(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "mismatch"


@pytest.mark.parametrize(
    ("excerpt", "text", "decisions"),
    [
        pytest.param("gave up after 45 seconds on gw-1", "gave up after 45 s on gw-1", {"accept", "uncertain"}, id="spelt-out"),
        pytest.param("gave up after 45 mins on gw-1", "gave up after 45 minutes on gw-1", {"accept", "uncertain"}, id="shortened"),
        pytest.param("gave up after 45 ms on gw-1", "gave up after 45 s on gw-1", {"mismatch"}, id="another-unit"),
        pytest.param("gave up after 45 minutes on gw-1", "gave up after 45 s on gw-1", {"mismatch"}, id="another-unit-spelt-out"),
    ],
)  # fmt: skip
def test_a_unit_may_be_spelt_otherwise_and_not_be_another(excerpt, text, decisions):
    assert match_excerpt(excerpt, text).decision in decisions


@pytest.mark.parametrize(
    ("excerpt", "text", "decision"),
    [
        pytest.param("q=naïve fish&page=2", "GET /s?q=na%C3%AFve%20fish&page=2 200", "accept", id="bytes-of-an-address"),
        pytest.param("q=naïve dish&page=2", "GET /s?q=na%C3%AFve%20fish&page=2 200", "mismatch", id="another-word"),
        pytest.param("used 40%20 of pool-a", "used 40% of pool-a", "mismatch", id="a-number-of-per-cent"),
    ],
)  # fmt: skip
def test_an_address_may_be_read_without_its_escapes(excerpt, text, decision):
    assert match_excerpt(excerpt, text).decision == decision


NUMBERED = "   7\tdef wait(n):\n   8\t    # at most a minute\n   9\t    return min(60, 2 ** n)"


def test_line_numbers_may_be_left_out_and_numbers_may_not():
    assert (
        match_excerpt("def wait(n):\n    # at most a minute\n    return min(60, 2 ** n)", NUMBERED).decision
        == "accept"
    )
    counted = "queue-a holds jobs\n31 jobs failed\n44 jobs wait"
    assert match_excerpt("queue-a holds jobs\njobs failed", counted).decision == "mismatch"


@pytest.mark.parametrize(
    ("excerpt", "decision"),
    [
        ("2 hop-b.example 9 ms 3 hop-c.example 14 ms", "accept"),
        ("3 hop-d.example 20 ms", "mismatch"),
        ("3 ... hop-d.example 20 ms", "mismatch"),
        ("3 ... 4 hop-d.example 20 ms", "accept"),
    ],
)
def test_the_number_of_a_line_is_told_of_no_other_line(excerpt, decision):
    text = "1 hop-a.example 4 ms\n2 hop-b.example 9 ms\n3 * * *\n4 hop-d.example 20 ms"
    if "hop-c" in excerpt:
        text = text.replace("3 * * *", "3 hop-c.example 14 ms")
    assert match_excerpt(excerpt, text).decision == decision


def test_two_whole_messages_may_be_quoted_around_a_mark():
    text = (
        'Ann: "The cache on c-2 is cold." Bo: "It was flushed at 07:40." Cy: "It is warm again since 08:15."'
    )
    assert (
        match_excerpt('Ann: "The cache on c-2 is cold." … Cy: "It is warm again since 08:15."', text).decision
        == "accept"
    )
    assert match_excerpt('Ann: "The cache on c-2 … is warm again since 08:15."', text).decision == "mismatch"


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        pytest.param(
            'usage "quoted" order-service reached its peak', "accept", id="a-measure-of-a-quoted-name"
        ),
        pytest.param("usage: quoted order-service reached its peak", "mismatch", id="a-label"),
    ],
)
def test_usage_is_a_label_only_with_its_colon(text, decision):
    assert match_excerpt(text.split(maxsplit=1)[1], text).decision == decision
