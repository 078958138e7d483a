"""Corruptions: seeded, labelled by construction, and refusing where they cannot be honest."""

from __future__ import annotations

import re
from random import Random

import pytest

from evidencelab.errors import SettingError
from evidencelab.lab.corruptions import CORRUPTIONS, EvidenceText, make_pairs, select_corruptions
from evidencelab.lab.corruptions.base import Subject
from evidencelab.lab.corruptions.values import VALUE_EDITS

LINES = [
    "2026-07-08 09:14:02.123 ERROR [cart-edge] upstream depot-api-7f9c2e returned 503 after 4500 ms, retries=3, pool=48, waiting=12",
    "2026-07-08 09:15:40.007 WARN [cart-edge] connection to 10.0.0.17:8080 is not available, request timed out after 30000ms",
    "HighMemoryUsage firing, service=order-service, current=91%, duration=15m, threshold=85%; the heap usage rose above 3.8GB for longer than 10 minutes",
    "[11:17][WARN][订单中心] 内存使用率过高: 91.0%, 超过阈值 85%, 持续 15 分钟, 健康检查未通过, 重启三次",
    "[11:19][ERROR][订单中心] 连接池已满: active=50, idle=0, waiting=32, 等待超时 30000 毫秒, 未恢复",
    'config for <edge & core> "main": the finished flow was reflected in file-index, batches=12500 written',
    "2026-07-08T09:20:11+02:00 INFO [rollout] cart-edge v2.14.3 moved from blue-pool to green-pool, 3/5 replicas ready, /srv/cart/releases/current is used",
    "drift report: the second retry probably hit a stale cache, p95 is -4.2 against at least 120 samples, alert when errors >= 40, all nodes answered",
    "[12:02] 第三次重试疑似命中旧缓存, 峰值 420 QPS, 至少 12 个节点受影响, 全部副本由 v1 切到 v2, 延迟从 80ms 升至 410ms",
    "GET /api/v1/users/orders Status: 200 from 192.168.4.20:443 completed in 1200 ms, size=67108864, user=u1034",
]
EVIDENCE = [EvidenceText(line, "made", f"line-{n}") for n, line in enumerate(LINES)]


@pytest.fixture(scope="module")
def pairs():
    return [pair for seed in range(8) for pair in make_pairs(EVIDENCE, seed)]


def test_there_are_enough_classes_of_either_kind():
    labels = [corruption.label for corruption in CORRUPTIONS]
    assert labels.count("faithful") >= 12
    assert labels.count("unfaithful") >= 20
    assert len({corruption.name for corruption in CORRUPTIONS}) == len(CORRUPTIONS)


@pytest.mark.parametrize("corruption", CORRUPTIONS, ids=lambda corruption: corruption.name)
def test_every_class_makes_pairs_and_says_what_it_changes(corruption, pairs):
    made = [pair for pair in pairs if pair.kind == corruption.name]
    assert made
    assert corruption.changes.endswith(".")
    assert {pair.label for pair in made} == {corruption.label}


def test_pairs_are_the_same_for_the_same_seed_whatever_else_is_asked_for():
    alone = list(make_pairs(EVIDENCE, 3, ["digit_changed"]))
    among = [pair for pair in make_pairs(EVIDENCE, 3) if pair.kind == "digit_changed"]
    assert alone == among
    assert alone != list(make_pairs(EVIDENCE, 4, ["digit_changed"]))


def test_pairs_inherit_the_group_and_source_of_their_evidence(pairs):
    assert {pair.group for pair in pairs} <= {item.group for item in EVIDENCE}
    assert {pair.source for pair in pairs} == {"made"}
    assert {pair.lang for pair in pairs} == {"zh", "en"}


def test_a_changed_digit_changes_exactly_one_character(pairs):
    for pair in pairs:
        if pair.kind == "digit_changed":
            at = [
                n
                for n in range(len(pair.text))
                if pair.text[n : n + len(pair.excerpt)].count("")
                and _differs_by_one(pair.excerpt, pair.text[n : n + len(pair.excerpt)])
            ]
            assert at, pair


def _differs_by_one(one: str, other: str) -> bool:
    return len(one) == len(other) and sum(a != b for a, b in zip(one, other, strict=True)) == 1


def test_a_swap_of_equal_numbers_is_refused():
    text = "service order-edge took 15 ms and then again 15 ms to answer the same caller"
    assert list(make_pairs([EvidenceText(text, "s", "g")], 0, ["numbers_swapped"])) == []


def test_a_pair_exchange_of_equal_values_is_refused():
    text = "sockets of order-edge: used=4, spare=4 and nothing else to say"
    assert list(make_pairs([EvidenceText(text, "s", "g")], 0, ["pairs_exchanged"])) == []


def test_a_stitch_whose_tail_stands_in_the_text_is_refused():
    one = "probe of cart-edge failed, retrying in 5 seconds"
    other = "probe of depot-api failed, retrying in 5 seconds"
    evidence = [EvidenceText(one, "s", "a"), EvidenceText(other, "s", "b")]
    assert list(make_pairs(evidence, 0, ["stitched"])) == []


def test_a_near_duplicate_is_the_most_similar_other_record():
    evidence = [
        EvidenceText(text, "s", text)
        for text in (
            "sent order a1 to depot-1 now",
            "sent order a2 to depot-1 now",
            "the disk is full on node 3",
        )
    ]
    made = {pair.text: pair.excerpt for pair in make_pairs(evidence, 0, ["near_duplicate"])}
    assert made["sent order a1 to depot-1 now"] == "sent order a2 to depot-1 now"


def test_negation_classes_leave_no_negation_in_place(pairs):
    removed = [pair for pair in pairs if pair.kind == "negation_removed"]
    assert removed
    for pair in removed:
        negation = r"\bnot\b|[不未]"
        assert len(re.findall(negation, pair.excerpt)) < len(re.findall(negation, pair.text))


def test_too_short_texts_make_no_pairs():
    assert list(make_pairs([EvidenceText("stdout:", "s", "g")], 0)) == []


def test_an_unknown_class_is_named_with_the_known_ones():
    with pytest.raises(SettingError, match=r"'digit_chnged' is not a class; known are .*digit_changed"):
        select_corruptions(["digit_chnged"])


@pytest.mark.parametrize(
    ("told", "shifted"),
    [
        pytest.param("the balance is $7,412.60.", {"the balance is $74,126.0."}, id="grouped-with-a-part"),
        pytest.param("14,000 rows", {"140,000 rows", "1,400.0 rows"}, id="grouped"),
        pytest.param("0.06 s", {"0.6 s"}, id="below-one"),
        pytest.param("took 73 ms", {"took 730 ms", "took 7.3 ms"}, id="whole"),
        pytest.param("at 12:30 on 10.0.0.1 with v1.2.3", {None}, id="no-number"),
        pytest.param("1" + ",000" * 2000, {"10" + ",000" * 2000, "100" + ",000" * 1999 + ".0"}, id="huge"),
    ],
)
def test_a_decimal_point_moves_by_one_and_leaves_a_number(told, shifted):
    subject = Subject(told, told, (), is_chinese=False)
    edit = next(c.edit for c in VALUE_EDITS if c.name == "decimal_shifted")
    assert {edit(subject, Random(seed)) for seed in range(12)} == shifted
