"""What a careful auditor says of a quote: presentation may differ, a value may not."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt, prepare_text
from evidencelab.evidence.match_policy import VETO_CODES, MatchPolicy

MEMORY = "HighMemoryUsage firing, service=order-service, current=91%, duration=15m; JVM heap usage 3.8GB/4GB"
MEMORY_LOG = "[11:17][WARN][order-service] 内存使用率过高: 91.0%, JVM堆内存: 3.8GB/4GB, GC次数: 128"
POOL = "pool stats: active=48, idle=2, max=50"
HIKARI = "HikariPool-1 - Connection is not available, request timed out"
NO_EVIDENCE = (
    "query_logs returned no evidence; evidence_status=no_evidence; query=inventory-service HikariCP; "
    "topic=application-logs; total=0; message=未找到匹配的日志"
)
RUNBOOK = "连接池排查: 1. 先确认 active 是否等于上限; 2. 若 waiting 大于 12 且持续超过 9 分钟, 检查慢查询; 3. 不要直接扩容连接池。"
LATENCY = (
    "2026-07-08T09:14:02Z WARN [cart-edge] upstream latency rose above 450 ms for longer than 10 minutes"
)
POD = "Name: worker-7d9\nStatus: Running\nLimits:\n  cpu: 200m\n  memory: 512Mi\nRequests:\n  cpu: 100m\n  memory: 256Mi"
TWO = "pod-a Running restarts 0\npod-b CrashLoopBackOff restarts 7"
RECORDS = "service=cart current=91% duration=15m\nservice=depot current=50% duration=5m"


def decide(excerpt: str, text: str, **settings: object) -> str:
    return match_excerpt(excerpt, text, MatchPolicy.model_validate(settings)).decision


HONEST = [
    pytest.param(MEMORY, MEMORY, id="whole"),
    pytest.param(
        "HighMemoryUsage firing, service=order-service, current=91%, duration=15m", MEMORY, id="head"
    ),
    pytest.param("JVM heap usage 3.8GB/4GB", MEMORY, id="tail"),
    pytest.param(MEMORY_LOG, MEMORY_LOG, id="bracketed-header-is-content"),
    pytest.param(
        "query_logs returned no evidence; query=inventory-service HikariCP; total=0; evidence_status=no_evidence",
        NO_EVIDENCE,
        id="no-evidence-fields-reordered",
    ),
    pytest.param(
        "The error rate of billing-edge was 5%.",
        "The **error rate** of billing-edge was 5% [12].",
        id="markup",
    ),
    pytest.param("P99 >= 4.2s on 'cart-edge'", "P99 ≥ 4.2s on ‘cart‑edge’", id="typographic-signs"),
    pytest.param("Connection is not available ... timed out", HIKARI, id="elision-outside-the-negation"),
    pytest.param("Connection is not available [...] timed out", HIKARI, id="bracketed-elision"),
    pytest.param("Connection is not available（中略）timed out", HIKARI, id="worded-elision"),
    pytest.param("max=50, active=48, idle=2", POOL, id="pairs-reordered"),
    pytest.param("idle=2; active=48", POOL, id="pairs-reordered-and-one-left-out"),
    pytest.param("active=48, max=50", POOL, id="field-skipped"),
    pytest.param("日志：" + MEMORY_LOG, MEMORY_LOG, id="zh-source-label"),
    pytest.param("log: " + MEMORY, MEMORY, id="en-source-label"),
    pytest.param("```json\n" + MEMORY + "\n```", MEMORY, id="code-fence"),
    pytest.param("> " + LATENCY, LATENCY, id="quote-mark"),
    pytest.param("“upstream latency rose above 450 ms”", LATENCY, id="curly-quotes"),
    pytest.param("upstream latency rose above 450ms", LATENCY, id="unit-without-space"),
    pytest.param("upstream\nlatency rose\n  above 450 ms", LATENCY, id="line-wraps"),
    pytest.param("service=order-\n  service, current=91%", MEMORY, id="wrapped-behind-a-hyphen"),
    pytest.param("service=order-ser\nvice, current=91%", MEMORY, id="wrapped-inside-a-word"),
    pytest.param("service=order-service，current=91％，duration=15m", MEMORY, id="full-width"),
    pytest.param("ＨighMemoryUsage firing, service=order-service", MEMORY, id="full-width-letter"),
    pytest.param("service=order\u200b-service, current=\u206091%", MEMORY, id="invisible-characters"),
    pytest.param("service=order\u00ad-service, current=91%", MEMORY, id="soft-hyphen"),
    pytest.param("JVM heap\u00a0usage 3.8GB/4GB", MEMORY, id="no-break-space"),
    pytest.param("highmemoryusage firing, service=order-service", MEMORY, id="lower-case"),
    pytest.param(
        "size 67,108,864 from 10.251.42.246", "block of size 67108864 from 10.251.42.246", id="grouped"
    ),
    pytest.param(
        "size 67108864 from 10.251.42.246", "block of size 67,108,864 from 10.251.42.246", id="ungrouped"
    ),
    pytest.param(
        'level="ERROR" msg="disk full"', r"{\"level\": \"ERROR\", \"msg\": \"disk full\"}", id="json-escapes"
    ),
    pytest.param("a &lt; 5 &amp; b", "check: a < 5 & b", id="html-entities"),
    pytest.param("\x1b[31mERROR\x1b[0m disk full on node-3", "ERROR disk full on node-3", id="ansi"),
    pytest.param("the caf\u00e9-service is ready", "the cafe\u0301-service is ready", id="composed"),
    pytest.param("the conﬁg was re-read", "the config was re-read", id="ligature"),
    pytest.param("WARN [cart-edge] upstream latency rose above 450 ms", LATENCY, id="timestamp-dropped"),
    pytest.param("若 waiting 大于 12 且持续超过 9 分钟", RUNBOOK, id="zh-clause"),
    pytest.param("不要直接扩容连接池", RUNBOOK, id="zh-with-its-negation"),
    pytest.param("Limits:\n  cpu: 200m\n  memory: 512Mi", POD, id="yaml-section"),
    pytest.param("pod-b CrashLoopBackOff restarts 7", TWO, id="second-record"),
    pytest.param("Status: Running … Requests:\n  cpu: 100m", POD, id="whole-lines-around-a-mark"),
    pytest.param("it is not unavailable", "note: it is not unavailable today", id="double-negation-kept"),
    pytest.param("...latency rose above 450 ms for longer than...", LATENCY, id="cut-shown-on-both-sides"),
    pytest.param("2026-07-08 09:14:02Z WARN [cart-edge] upstream", LATENCY, id="date-and-time-apart"),
    pytest.param(
        "1. Status: Running\n2. Limits:", "Status: Running\nLimits: none set here", id="numbered-list"
    ),
    pytest.param("lag_bytes=734 003 200, for=10m", "lag_bytes=734003200, for=10m", id="digits-spaced"),
    pytest.param("request 2BA8AD5E-3B4E ended", "request 2ba8ad5e-3b4e ended", id="hex-in-capitals"),
    pytest.param(
        "commit [9f3c2ab](https://git.example/c/9f3c2ab) went out", "commit 9f3c2ab went out", id="link"
    ),
    pytest.param("Log line: cart-edge was restarted", "cart-edge was restarted", id="two-word-label"),
    pytest.param("日志摘录：订单服务已重启 3 次", "订单服务已重启 3 次", id="zh-two-word-label"),
    pytest.param(
        "The lease ended at noon.",
        "The lease ended at noon. Nobody renewed it.",
        id="negation-in-the-next-sentence",
    ),
    pytest.param(
        "level=warn ... attempts=5",
        'level=warn err="no space left" attempts=5',
        id="negation-in-a-field-left-out",
    ),
    pytest.param(
        "restarts: 2, pod: tax-1",
        '{"pod": "tax-1", "phase": "Running", "restarts": 2}',
        id="json-pairs-reordered",
    ),
    pytest.param(
        "/dev/sda1 35G /\n...\n/dev/sdc1 37G /var",
        "/dev/sda1 35G /\n/dev/sdb1 16G /data\n/dev/sdc1 37G /var",
        id="rows-elided",
    ),
    pytest.param("[DEBUG] 688 segments flushed", "<DEBUG> 688 segments flushed", id="brackets-of-a-level"),
    pytest.param(
        "Root cause: image was built without a bundle",
        "Root cause: the image was built without a bundle",
        id="article-behind-a-colon",
    ),
    pytest.param(
        "table t7 was compacted ... lease 5 was granted",
        "10:44:25 ERROR [a] table t7 was compacted\n11:14:31 WARN [b] segment 6 was lost\n12:27:50 INFO [c] lease 5 was granted",
        id="whole-messages-around-a-mark",
    ),
    pytest.param(
        "风控耗时 2913ms（超时）", "风控耗时 2913ms（超时）→ 未到达支付服务", id="zh-negation-behind-an-arrow"
    ),
    pytest.param(
        "新增 19 条, 错误码 E4107", "新增 19 条, 错误码 E4107（余额不足）", id="zh-gloss-in-brackets-left-out"
    ),
    pytest.param(
        "Events:\n…\nNormal Pulled 6m35s",
        "Events:\n  Normal Created 6m36s\n  Normal Pulled 6m35s",
        id="heading-and-a-row",
    ),
    pytest.param(
        "优先级：中，状态：待排期",
        "处理人：冯某，状态：待排期，优先级：中。",
        id="zh-pairs-with-colons-reordered",
    ),
    pytest.param("2 台离线，1 台待修", "见下——2 台离线，1 台待修", id="zh-dash-is-no-sign"),
    pytest.param(
        "State:          Waiting",
        "    State:          Waiting\n      Reason:       Error",
        id="a-row-of-describe",
    ),
    pytest.param(
        "token made in 60 seconds\nlogin went well",
        "10:00:01 INFO [a] token made in 60 seconds\n10:00:02 INFO [b] login went well",
        id="messages-of-two-lines-as-two-lines",
    ),
]

DISHONEST = [
    pytest.param("current=97%", MEMORY, "value_changed", id="one-digit"),
    pytest.param("The error rate of billing-edge was 6%.", "The **error rate** of billing-edge was 5% [12].", "value_changed", id="digit-under-markup"),
    pytest.param("P99 <= 4.2s on 'cart-edge'", "P99 ≥ 4.2s on ‘cart‑edge’", "direction_changed", id="sign-turned"),
    pytest.param("Connection is ... available", HIKARI, "negation_cut", id="negation-inside-the-gap"),
    pytest.param("request timed out ... Connection is not available", HIKARI, None, id="statements-out-of-order"),
    pytest.param("active=2, idle=48, max=50", POOL, None, id="values-re-paired"),
    pytest.param("active= … 50", POOL, "key_repaired", id="key-and-value-parted-by-a-mark"),
    pytest.param("cart-edge is ready", "cart-edge is not ready", "polarity_changed", id="negation-left-out"),
    pytest.param("cart-edge is not ready, root cause: memory leak", "cart-edge is not ready", "added_text", id="tail-added"),
    pytest.param("HikariCP active=50/50", NO_EVIDENCE, None, id="positive-text-on-no-evidence"),
    pytest.param("current=9.1%, duration=15m", MEMORY, "value_changed", id="decimal-shifted"),
    pytest.param("duration=15h", MEMORY, "unit_changed", id="unit"),
    pytest.param("current=91, duration=15m", MEMORY, "unit_changed", id="percent-dropped"),
    pytest.param("JVM heap usage 3.8MB/4GB", MEMORY, "unit_changed", id="unit-of-one-of-two"),
    pytest.param("HighMemoryUsage resolved, service=order-service", MEMORY, "state_changed", id="state"),
    pytest.param("[11:17][ERROR][order-service] 内存使用率过高: 91.0%", MEMORY_LOG, "level_changed", id="level"),
    pytest.param("[11:19][WARN][order-service] 内存使用率过高: 91.0%", MEMORY_LOG, "time_changed", id="clock"),
    pytest.param("service=cart-service, current=91%", MEMORY, "name_changed", id="service"),
    pytest.param("service=order, current=91%", MEMORY, "name_changed", id="half-a-name"),
    pytest.param("upstream latency rose below 450 ms", LATENCY, "direction_changed", id="direction-word"),
    pytest.param("for shorter than 10 minutes", LATENCY, "direction_changed", id="longer-shorter"),
    pytest.param("若 waiting 小于 12 且持续超过 9 分钟", RUNBOOK, "direction_changed", id="zh-direction"),
    pytest.param("持续超过 9 小时", RUNBOOK, "unit_changed", id="zh-unit"),
    pytest.param("要直接扩容连接池", RUNBOOK, "negation_cut", id="zh-negation-cut-at-the-edge"),
    pytest.param("不要直接缩容连接池", RUNBOOK, "direction_changed", id="zh-verb-turned"),
    pytest.param("failed to resolve", "connected and resolved", None, id="another-statement"),
    pytest.param("resolve the host name", "it failed to resolve the host name", "negation_cut", id="failed-to-cut"),
    pytest.param("pool usage reached 五 percent of quota", "pool usage reached 三 percent of quota", "value_changed", id="zh-numeral"),
    pytest.param("pod-a CrashLoopBackOff restarts 7", TWO, None, id="two-records-joined"),
    pytest.param("pod-a Running … restarts 7", TWO, None, id="two-records-joined-with-a-mark"),
    pytest.param("service=depot, current=91%", RECORDS, None, id="pairs-of-two-records"),
    pytest.param("service=cart duration=5m", RECORDS, None, id="fields-of-two-records"),
    pytest.param("Limits:\n  cpu: 100m", POD, None, id="yaml-value-of-another-section"),
    pytest.param("block of size 6710886 from node", "block of size 67108864 from node", "value_changed", id="number-cut"),
    pytest.param("peer 10.0.0.1 closed", "peer 10.0.0.17 closed", "value_changed", id="address-cut"),
    pytest.param("temperature -5 C outside", "temperature 5 C outside", "value_changed", id="sign-added"),
    pytest.param("the value is 5 outside", "the value is -5 outside", "value_changed", id="sign-dropped"),
    pytest.param("HTTP 200 from /checkout", "HTTP 500 from /checkout", "value_changed", id="status-code"),
    pytest.param("the service is available again", "the service is unavailable again", "polarity_changed", id="prefix"),
    pytest.param("available since 09:00 today", "unavailable since 09:00 today", "polarity_changed", id="prefix-cut"),
    pytest.param("disk limit of 100M for tmp", "disk limit of 100m for tmp", "unit_changed", id="case-of-a-unit"),
    pytest.param("10^3 errors in a row", "10 3 errors and 10² more", None, id="superscript-is-no-digit"),
    pytest.param("amount due: €500 today", "amount due: $500 today", "unit_changed", id="currency"),
    pytest.param("check ✓ passed on node-3", "check ✗ passed on node-3", None, id="symbol"),
    pytest.param("value 1e-05 seen by probe", "value 1e+05 seen by probe", "value_changed", id="exponent"),
    pytest.param("disk usage is ten percent", "disk usage is two percent", None, id="number-word"),
    pytest.param("read latency is ... 752 ms", "read latency is 677 ms; write latency is 752 ms", "key_repaired", id="subject-and-value-of-two-clauses"),
    pytest.param("首次出现……08:47", "首次出现 08:12，最近一次 08:47，共 19 次", "key_repaired", id="zh-subject-and-value-of-two-clauses"),
    pytest.param("Before it the backlog was ... 310", "Before it the backlog was 48200 messages; after it, 310", "key_repaired", id="value-due-before-the-mark"),
    pytest.param("10:44:25 ERROR [a] segment 6 was lost", "10:44:25 ERROR [a] table t7 was compacted\n11:14:31 WARN [b] segment 6 was lost", None, id="head-of-one-record-rest-of-another"),
    pytest.param("10:44:25 ... segment 6 was lost", "10:44:25 ERROR [a] table t7 was compacted\n11:14:31 WARN [b] segment 6 was lost", "key_repaired", id="the-same-with-a-mark"),
    pytest.param("pod=bus-2, restarts=2", '{"items": [{"pod": "tax-1", "restarts": 2}, {"pod": "bus-2", "restarts": 1}]}', None, id="pairs-of-two-objects"),
    pytest.param("pod: bus-2\nrestarts: 2", "- pod: tax-1\n  restarts: 2\n- pod: bus-2\n  restarts: 1", None, id="pairs-of-two-list-items"),
    pytest.param("Restart is safe ... a migration is running", "Restart is safe unless a migration is running", "negation_cut", id="exception-elided"),
    pytest.param("Writes are accepted ... quorum is 19", "Writes are accepted only if quorum is 19", "negation_cut", id="condition-elided"),
    pytest.param("修改支付网关的路由表", "值班人员禁止修改支付网关的路由表", "negation_cut", id="zh-prohibition-cut"),
    pytest.param("回收节点 n-9 上的实例", "调度器拒绝回收节点 n-9 上的实例", "negation_cut", id="zh-refusal-cut"),
    pytest.param("acknowledged the write to segment 9", "Nobody acknowledged the write to segment 9", "negation_cut", id="nobody-cut"),
    pytest.param("overwrite snapshot 73 tonight", "the agent is forbidden to overwrite snapshot 73 tonight", "negation_cut", id="forbidden-cut"),
    pytest.param('"attempt":3,"upstream":"","ms":1840', '"attempt":3,"upstream":null,"ms":1840', None, id="null-emptied"),
    pytest.param('bucket le="-Inf" count 10044', 'bucket le="+Inf" count 10044', None, id="sign-of-infinity"),
    pytest.param("link runs at 10GBps at peak", "link runs at 10Gbps at peak", "unit_changed", id="bits-and-bytes"),
    pytest.param("284,560 at gate 4 today", "read 1,284,560 at gate 4 today", "value_changed", id="group-of-digits-cut"),
    pytest.param("zone z9, State: 199, up 204 h", "zone z9, Last State: 199, up 204 h", None, id="half-a-key"),
    pytest.param("New York is ... 72°F", "New York is 89°F and Seattle is 72°F today", "key_repaired", id="subject-and-another-predicate"),
    pytest.param("RTO 目标 60 分钟 …… 达标", "RTO 目标 60 分钟，实际 83 分钟；RPO 目标 5 分钟，实际 2 分钟，达标。", "key_repaired", id="zh-bare-predicate-of-another-sentence"),
    pytest.param("若无人认领……则电话通知负责人", "若无人认领，自动升级；主管仍未响应，则电话通知负责人。", None, id="zh-consequence-of-another-condition"),
    pytest.param("completed - Examine the pod logs", "[x] completed - Check the pod status\n[~] running - Examine the pod logs", None, id="state-of-another-row"),
    pytest.param("[x] completed ... Check the database", "[x] completed - Look at the pods\n[ ] pending - Check the database", "key_repaired", id="state-of-another-row-with-a-mark"),
]  # fmt: skip

GENERIC = [
    "firing",
    "order",
    "100%",
    "。。。",
    "---",
    "  ",
    "",
    "…",
    "ERROR",
    "firing, 100%",
    "告警",
    "正常运行",
    "order-service",
    "2026-07-08",
    "WARN 12:30",
]

LIGHT = [
    pytest.param("upstream latency rose above 450 ms for longer then 10 minutes", LATENCY, id="misspelt"),
    pytest.param("The application is sufering from memory pressure", "The application is suffering from memory pressure", id="letter-lost"),
    pytest.param("Application is suffering from memory pressure", "The application is suffering from a memory pressure", id="article-dropped"),
    pytest.param("two retries were queued for the worker", "two retry were queued for the worker", id="inflection"),
    pytest.param("three replicas of cart-edge restarted", "three replica of cart-edge restarted", id="plural"),
    pytest.param("WARN upstream latency rose above 450 ms", LATENCY, id="header-skipped"),
    pytest.param("内存使用率过搞: 91.0%, JVM堆内存", MEMORY_LOG, id="zh-character"),
]  # fmt: skip


@pytest.mark.parametrize(("excerpt", "text"), HONEST)
def test_match_excerpt_accepts_honest_quotes(excerpt, text):
    match = match_excerpt(excerpt, text)
    assert (match.decision, match.reasons) == ("accept", ())


@pytest.mark.parametrize(("excerpt", "text", "code"), DISHONEST)
def test_match_excerpt_vetoes_changed_values_at_every_threshold(excerpt, text, code):
    lenient = match_excerpt(excerpt, text, MatchPolicy(accept_at=0, reject_below=0))
    assert lenient.decision == "mismatch"
    if code:
        assert code in {reason.code for reason in lenient.reasons}


@pytest.mark.parametrize("excerpt", GENERIC)
def test_match_excerpt_calls_the_generic_too_short(excerpt):
    match = match_excerpt(excerpt, f"order {excerpt} firing 100% of {MEMORY}")
    assert match.decision == "too_short"
    assert match.similarity is None


@pytest.mark.parametrize(("excerpt", "text"), LIGHT)
def test_match_excerpt_leaves_light_edits_to_the_thresholds(excerpt, text):
    assert match_excerpt(excerpt, text).decision in {"accept", "uncertain"}
    assert match_excerpt(excerpt, text, MatchPolicy(accept_at=100, reject_below=100)).decision == "mismatch"


def test_match_excerpt_at_100_accepts_folded_verbatim_only():
    strict = {"accept_at": 100, "reject_below": 100}
    assert decide("CURRENT = 91％", MEMORY, **strict) == "accept"
    assert decide("duration=15m, current=91%", MEMORY, **strict) == "mismatch"
    assert decide("upstream latency rise above 450 ms", LATENCY, **strict) == "mismatch"


def test_match_excerpt_puts_a_score_equal_to_a_threshold_on_its_upper_side():
    similarity = match_excerpt("duration=15m, current=91%", MEMORY).similarity
    assert similarity is not None
    assert decide("duration=15m, current=91%", MEMORY, accept_at=similarity) == "accept"
    above = min(100.0, similarity + 0.001)
    assert (
        decide("duration=15m, current=91%", MEMORY, accept_at=above, reject_below=similarity) == "uncertain"
    )
    assert decide("duration=15m, current=91%", MEMORY, accept_at=above, reject_below=above) == "mismatch"


def test_match_excerpt_names_tokens_and_places_of_a_change():
    excerpt = "log: service=order-service, current=97%"
    match = match_excerpt(excerpt, MEMORY)
    (reason,) = match.reasons
    assert (reason.code, reason.excerpt_token, reason.text_token) == ("value_changed", "97", "91")
    assert excerpt[slice(*reason.excerpt_span)] == "97"
    assert MEMORY[slice(*reason.text_span)] == "91"


def test_match_excerpt_returns_the_original_slices():
    text = "【11:17】 ＷＡＲＮ cart-edge：P99 ≥ 4.2s; pool is not full; idle=2"
    match = match_excerpt("[11:17] warn cart-edge: P99 >= 4.2s … idle=2", text)
    assert match.decision == "accept"
    assert [text[a:b] for a, b in match.spans] == ["【11:17】 ＷＡＲＮ cart-edge：P99 ≥ 4.2s", "idle=2"]
    assert match.matched_text == "【11:17】 ＷＡＲＮ cart-edge：P99 ≥ 4.2s … idle=2"


def test_match_excerpt_finds_the_whole_bracketed_line():
    assert match_excerpt(MEMORY_LOG, MEMORY_LOG).matched_text == MEMORY_LOG


def test_match_excerpt_finds_an_honest_place_behind_a_dishonest_one():
    text = "the pool is not ready for use; later the pool is ready for use"
    match = match_excerpt("pool is ready for use", text)
    assert match.decision == "accept"
    assert match.spans[0][0] == text.rindex("pool")


@pytest.mark.parametrize("code", VETO_CODES)
def test_match_excerpt_without_a_veto_leaves_the_decision_to_the_score(code):
    every_veto = frozenset(VETO_CODES)
    excerpts = {
        "value_changed": ("current=97%", MEMORY),
        "unit_changed": ("duration=15h", MEMORY),
        "name_changed": ("service=cart-service, current=91%", MEMORY),
        "level_changed": ("[11:17][ERROR][order-service] 内存使用率过高: 91.0%", MEMORY_LOG),
        "state_changed": ("HighMemoryUsage resolved, service=order-service", MEMORY),
        "time_changed": ("[11:19][WARN][order-service] 内存使用率过高: 91.0%", MEMORY_LOG),
        "direction_changed": ("upstream latency rose below 450 ms", LATENCY),
        "polarity_changed": ("cart-edge is ready", "cart-edge is not ready"),
        "negation_cut": ("Connection is ... available", HIKARI),
        "key_repaired": ("service=cart duration=5m", RECORDS),
        "out_of_order": ("pool stats: max=50, then pool stats: active=48", "x: max=50, then pool stats: active=48, pool stats: b=1"),
        "added_text": ("cart-edge is not ready, root cause: memory leak", "cart-edge is not ready"),
        "not_found": ("disk usage is ten percent", "disk usage is huge percent"),
    }  # fmt: skip
    excerpt, text = excerpts[code]
    match = match_excerpt(excerpt, text)
    assert match.decision == "mismatch"
    found = {reason.code for reason in match.reasons}
    assert code in found
    lenient = MatchPolicy(accept_at=0, reject_below=0, vetoes=every_veto - found)
    assert match_excerpt(excerpt, text, lenient).decision == "accept"


@pytest.mark.parametrize(
    "scorer", ["ratio", "partial_ratio", "token_set_ratio", "WRatio", "normalized_substring"]
)
def test_match_excerpt_with_a_plain_scorer_only_compares_scores(scorer):
    policy = MatchPolicy(scorer=scorer, accept_at=85, reject_below=85)
    assert match_excerpt(MEMORY, MEMORY, policy).decision == "accept"
    assert match_excerpt("an entirely different sentence", MEMORY, policy).decision == "mismatch"


def test_match_excerpt_min_tokens_is_a_setting():
    assert decide("HikariPool-1 order-service", "x", min_tokens=5) == "too_short"
    assert decide("order", "order", min_tokens=0) == "accept"


def test_match_policy_refuses_crossed_thresholds_and_unknown_settings():
    with pytest.raises(ValueError, match=r"reject_below 90\.0 is above accept_at 80\.0"):
        MatchPolicy(accept_at=80, reject_below=90)
    with pytest.raises(ValueError, match="acept_at"):
        MatchPolicy.model_validate({"acept_at": 80})


def test_prepared_text_gives_the_same_answer_as_a_string():
    prepared = prepare_text(MEMORY_LOG)
    for excerpt in (MEMORY_LOG, "91.0%, JVM堆内存: 3.8GB/4GB", "92.0%, JVM堆内存: 3.8GB/4GB"):
        assert match_excerpt(excerpt, prepared) == match_excerpt(excerpt, MEMORY_LOG)
