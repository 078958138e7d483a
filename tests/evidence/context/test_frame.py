"""What stands around a quote and limits it: conditions, questions, parts of a whole, calls, lists."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt


def decision(excerpt: str, text: str) -> str:
    return match_excerpt(excerpt, text).decision


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("drain the pool on lb-4", "If the backlog passes 900, drain the pool on lb-4.", id="if"),
        pytest.param("drain the pool on lb-4", "Drain the pool on lb-4 if the backlog passes 900.", id="if-behind"),
        pytest.param("drain the pool on lb-4", "Unless lb-5 is up, drain the pool on lb-4.", id="unless"),
        pytest.param("the backlog passes 900", "If the backlog passes 900, drain lb-4.", id="the-condition-alone"),
        pytest.param("切换到备库 db-7", "如果主库延迟超过 30 秒，则切换到备库 db-7。", id="zh-if"),
        pytest.param("切换到备库 db-7", "假设主库延迟超过 30 秒，则切换到备库 db-7。", id="zh-suppose"),
        pytest.param("切换到备库 db-7", "倘使主库延迟超过 30 秒，则切换到备库 db-7。", id="zh-should-it"),
        pytest.param("则切换到备库 db-7", "如果主库延迟超过 30 秒，则切换到备库 db-7。", id="zh-if-then"),
        pytest.param("主库延迟超过 30 秒", "如果主库延迟超过 30 秒，则切换到备库 db-7。", id="zh-condition-alone"),
        pytest.param("扩容到 6 个副本", "当队列长度大于 500 时，才扩容到 6 个副本。", id="zh-only-when"),
        pytest.param("所有网关均已升级到 3.2", "除 gw-9 外，所有网关均已升级到 3.2。", id="zh-but-for"),
        pytest.param("all gateways run 3.2", "Except for gw-9, all gateways run 3.2.", id="but-for"),
        pytest.param("all gateways run 3.2", "all gateways run 3.2, except gw-9", id="but-for-behind"),
        pytest.param('the limit applies to "north"', 'the limit applies to "north" only; others have none', id="only-behind"),
        pytest.param("the leader takes snapshots", "only the leader takes snapshots at 02:00", id="only"),
        pytest.param("主节点可写 /data/vol1", "仅主节点可写 /data/vol1", id="zh-only"),
    ],
)  # fmt: skip
def test_a_statement_is_not_quoted_without_what_limits_it(excerpt, text):
    assert decision(excerpt, text) == "mismatch"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("If the backlog passes 900, drain the pool", "If the backlog passes 900, drain the pool on lb-4.", id="whole"),
        pytest.param("... drain the pool on lb-4.", "If the backlog passes 900, drain the pool on lb-4.", id="cut-shown"),
        pytest.param("如果主库延迟超过 30 秒，则切换到备库", "如果主库延迟超过 30 秒，则切换到备库 db-7。", id="zh-whole"),
        pytest.param("Then drain lb-4 at 10:30", "If lb-5 was up at 10:02, ask. Then drain lb-4 at 10:30", id="next-sentence"),
        pytest.param("若干节点重启过 3 次", "巡检发现若干节点重启过 3 次", id="some-and-not-if"),
    ],
)  # fmt: skip
def test_a_statement_may_be_quoted_with_its_condition_or_where_the_cut_is_shown(excerpt, text):
    assert decision(excerpt, text) == "accept"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("9 brokers are offline", "3 of the 9 brokers are offline", id="number-of"),
        pytest.param("the 9 brokers are offline", "most of the 9 brokers are offline", id="most-of-the"),
        pytest.param("shards in zone-b are red", "half of shards in zone-b are red", id="half-of"),
        pytest.param("40 sessions were dropped", "up to 40 sessions were dropped", id="up-to"),
        pytest.param("6 replicas must answer", "at least 6 replicas must answer", id="at-least"),
        pytest.param("任务已在 node-3 上完成", "部分任务已在 node-3 上完成", id="zh-some"),
        pytest.param("6 个副本需要响应", "至少 6 个副本需要响应", id="zh-at-least"),
        pytest.param("需要回滚版本 4.7.2", "是否需要回滚版本 4.7.2？", id="zh-whether"),
        pytest.param("the schema was migrated on db-3", "Do we know that the schema was migrated on db-3?", id="question"),
        pytest.param("orders_total{shop=\"n\"}[5m]) => 0.4", "rate(orders_total{shop=\"n\"}[5m]) => 0.4", id="argument-of-a-call"),
        pytest.param("3 hosts failed (web-1, web-2)", "3 hosts failed (web-1, web-2, web-5)", id="list-closed-early"),
    ],
)  # fmt: skip
def test_a_part_is_not_quoted_as_the_whole(excerpt, text):
    assert decision(excerpt, text) == "mismatch"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("9 brokers are offline", "At 10:02 the 9 brokers are offline", id="all-of-them"),
        pytest.param("was the schema migrated on db-3", "was the schema migrated on db-3?", id="still-a-question"),
        pytest.param("is the schema migrated on db-3?", "so, is  the schema migrated on db-3?", id="with-its-mark"),
        pytest.param("GET /orders/list", "GET /orders/list?page=4 200 12ms", id="no-question-mark"),
        pytest.param("orders_total{shop=\"n\"}[5m]", "rate(orders_total{shop=\"n\"}[5m]) => 0.4", id="argument-alone"),
        pytest.param("(web-1, web-2, web-5)", "3 hosts failed (web-1, web-2, web-5), 2 recovered", id="whole-list"),
        pytest.param("3 hosts failed (web-1, web-2, ...)", "3 hosts failed (web-1, web-2, web-5)", id="list-closed-behind-a-mark"),
        pytest.param("pod relay-7f9_prod(...) restarted", "pod relay-7f9_prod(b2e41c0a-77d1) restarted", id="brackets-emptied-with-a-mark"),
        pytest.param("stopped eater in relay-7f9_prod(b2e41c0a-...)", "stopped eater in relay-7f9_prod(b2e41c0a-77d1)", id="brackets-cut-with-a-mark"),
    ],
)  # fmt: skip
def test_what_is_whole_may_be_quoted(excerpt, text):
    assert decision(excerpt, text) == "accept"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("java -XX:-UseZGC -Xmx2g", "java -XX:+UseZGC -Xmx2g", id="switched-off"),
        pytest.param("chmod -x deploy.sh as root", "chmod +x deploy.sh as root", id="right-taken-away"),
        pytest.param("total = total + fee WHERE id = 7", "total = total - fee WHERE id = 7", id="added-not-taken-off"),
        pytest.param("+   retries: 3", "@@ -1 +1 @@\n-   retries: 3\n+   retries: 5", id="removed-line-shown-as-added"),
        pytest.param("GET /items?order=price&page=2", "GET /items?order=-price&page=2", id="order-turned-round"),
    ],
)  # fmt: skip
def test_a_sign_that_turns_the_sense_round_is_kept(excerpt, text):
    assert decision(excerpt, text) == "mismatch"


NESTED = '{"actor":{"kind":"role","arn":"r/9"},"target":{"login":"bot-3"},"code":"Denied","ok":false}'
DESCRIBED = "  worker:\n    State: Waiting\n      Reason: ImagePullBackOff\n    Last State: Terminated\n      Reason: Error\n    Ready: False"


@pytest.mark.parametrize(
    ("excerpt", "text", "expected"),
    [
        pytest.param('"actor":{"kind":"role","login":"bot-3"}', NESTED, "mismatch", id="from-another-object"),
        pytest.param(
            '"actor":{"kind":"role","arn":"r/9"},"code":"Denied"', NESTED, "accept", id="object-and-field"
        ),
        pytest.param(
            "Last State: Terminated, Reason: ImagePullBackOff", DESCRIBED, "mismatch", id="from-above"
        ),
        pytest.param("Last State: Terminated, Reason: Error", DESCRIBED, "accept", id="from-below"),
        pytest.param("State: Waiting, Reason: ImagePullBackOff", DESCRIBED, "accept", id="first-state"),
    ],
)
def test_a_field_stays_in_its_object(excerpt, text, expected):
    assert decision(excerpt, text) == expected


@pytest.mark.parametrize(
    ("excerpt", "text", "expected"),
    [
        pytest.param("the disk on n-4 is worn out", "I suspect the disk on n-4 is worn out.", "mismatch", id="suspected"),
        pytest.param("n-4 的磁盘已经损坏", "值班人员怀疑 n-4 的磁盘已经损坏。", "mismatch", id="zh-suspected"),
        pytest.param("the cache is rebuilt for 9 h", "run it first, otherwise the cache is rebuilt for 9 h", "mismatch", id="otherwise"),
        pytest.param("可以重置 n-4 的位点", "问：可以重置 n-4 的位点吗？答：不可以。", "mismatch", id="zh-question-particle"),
        pytest.param('job "nightly-3" completed', 'job "nightly-3" completed with 4 errors', "mismatch", id="done-with-errors"),
        pytest.param('job "nightly-3" completed with 4 errors', 'job "nightly-3" completed with 4 errors', "accept", id="done-with-errors-told"),
        pytest.param("topic=pay.refund", "sent to topic=pay.refund.dead at 07:12", "mismatch", id="dotted-name-cut"),
        pytest.param("客户组回复：链路 7 正常", "机房回复：链路 7 正常", "mismatch", id="another-speaker"),
        pytest.param("公告内容：链路 7 正常", "链路 7 正常", "accept", id="zh-label"),
    ],
)  # fmt: skip
def test_what_is_said_stays_what_it_was_said_to_be(excerpt, text, expected):
    assert decision(excerpt, text) == expected


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("build 7c1e99d4... by Ada", "build 7c1e99d4f0aa12 by Ada", id="identifier-cut-and-shown"),
        pytest.param("load: 31.07 … 61.9 wa", "load: 31.07\n%Cpu(s): 8.8 us, 61.9 wa", id="percent-names-the-next-line"),
        pytest.param("last_errno: 1062", "sql_running: No / last_errno: 1062", id="negation-of-the-field-before"),
        pytest.param("paused: True", "queue q-3 is not ready   paused: True", id="negation-of-the-column-before"),
        pytest.param("Code=Busy, Text=Slow down please", "<E><Code>Busy</Code><Text>Slow down please</Text></E>", id="elements"),
        pytest.param("Chart msg-7: ... rollback to rev 41 worked after 5m", "Chart msg-7: timed out; rollback to rev 41 worked after 5m", id="heading-and-its-second-statement"),
        pytest.param("- node n-4 is drained.\n- node n-9 is cold.", "node n-4 is drained. It has 4 pods. node n-9 is cold.", id="statements-as-bullets"),
        pytest.param("swap:2112kB, total-vm:9437kB", "oom total-vm:9437kB, swap:2112kB, uid:7", id="glued-pairs-reordered"),
        pytest.param('up{host="n-4",zone="b"} 1', 'up{zone="b",host="n-4"} 1', id="labels-reordered"),
    ],
)  # fmt: skip
def test_layout_is_no_matter(excerpt, text):
    assert decision(excerpt, text) == "accept"


def test_a_sentence_left_out_without_a_mark_is_no_clean_quote():
    text = "login from n-4 failed 3 times; a scan followed, no rule fired"
    assert decision("login from n-4 failed 3 times, no rule fired", text) != "accept"


@pytest.mark.parametrize(("one", "other"), [("cancelled", "canceled"), ("normalised", "normalized")])
def test_a_state_may_be_spelt_either_way(one, other):
    assert decision(f"job nightly-3 was {one} by ops", f"job nightly-3 was {other} by ops") != "mismatch"


def test_heads_may_stand_behind_the_command_that_printed_them():
    text = "qctl list name ready unacked\nmail.out\t182\t9\nmail.in\t3\t250"
    assert decision("name=mail.out ready=182 unacked=9", text) == "accept"
    assert decision("name=mail.out ready=3 unacked=250", text) == "mismatch"


@pytest.mark.parametrize("end", [".", ";", "。", "\n"])
def test_a_condition_of_the_next_sentence_limits_nothing(end):
    assert decision(f"pool-a is drained{end}", f"pool-a is drained{end} If lb-4 fails, ask.") == "accept"
    assert decision("pool-a is drained", f"pool-a is drained{end} If lb-4 fails, ask.") == "accept"


@pytest.mark.parametrize(
    ("excerpt", "text", "expected"),
    [
        pytest.param("backup done", "backup done：否；cache warm：是", "mismatch", id="zh-answer-no"),
        pytest.param("7 @ 09:00, 312 @ 09:05, 418 @ 09:10", "threads：7 @ 09:00，312 @ 09:05，418 @ 09:10", "accept", id="wide-commas-list"),
        pytest.param("2031-04-02 07：14：51，711 ERROR pool down", "2031-04-02 07:14:51,711 ERROR pool down", "accept", id="wide-comma-of-a-time"),
        pytest.param("threads; ... 418 @ 09:10", "threads; 7 @ 09:00, 312 @ 09:05, 418 @ 09:10", "accept", id="points-left-out"),
        pytest.param('"zone":"b","__name__":"depth"', '{"__name__":"depth","zone":"b"}', "accept", id="underscored-key"),
        pytest.param("1,932,735,283 @ 14:05, 2,040,109,465 @ 14:10", "bytes; 1932735283 @ 14:05, 2040109465 @ 14:10", "accept", id="long-numbers"),
    ],
)  # fmt: skip
def test_lists_of_numbers_and_answers_are_read(excerpt, text, expected):
    assert decision(excerpt, text) == expected


@pytest.mark.parametrize(
    ("excerpt", "rest", "expected"),
    [
        pytest.param("The gate was shut.", "when the tide rose", "accept", id="when-it-happened"),
        pytest.param("The gate stays shut.", "when the tide rises", "mismatch", id="when-it-holds"),
        pytest.param("Boats lie at pier 4.", "in rows of two unless it storms", "mismatch", id="unless-further-on"),
        pytest.param("Boats lie at pier 4.", "in rows of two and wait for it", "accept", id="how"),
    ],
)  # fmt: skip
def test_a_closed_sentence_keeps_the_case_it_holds_in(excerpt, rest, expected):
    assert decision(excerpt, f"{excerpt[:-1]} {rest}.") == expected


@pytest.mark.parametrize("joined", ["and", "but", "or"])
def test_a_case_that_another_clause_begins_with_is_of_that_clause(joined):
    text = f"The pump was serviced {joined} unless it rains the hatch is painted today."
    assert decision("The pump was serviced.", text) == "accept"
    assert decision("The hatch is painted.", "The hatch is painted at nine unless it rains.") == "mismatch"
