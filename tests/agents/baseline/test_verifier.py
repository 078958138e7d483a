from __future__ import annotations

import pytest

from evidencelab.agents.baseline.verifier import judge_action, judge_claim
from evidencelab.contracts import ClaimType, RecommendedAction
from tests.agents.claim_cases import (
    HEAP,
    MEMORY_ALERT,
    MEMORY_LOG,
    NO_LOGS,
    POOL_LOG,
    claim_of,
    evidence_of,
)

SLOW = "SlowResponse firing, service=user-service, P99=4.2s, threshold=3s, duration=10m"
DISK = "DiskFull firing, service=media-store-api, current=98%, threshold=95%; filesystem /var has 1.2GB left"
RESOLVED = "HighCPUUsage resolved, service=payment-service, current=93%, duration=12m"
RESTARTS = "[16:02][INFO][report-worker] container started, restart count 4"
CAUSED = "[09:41][ERROR][cart-api] Caused by: java.net.ConnectException: Connection refused"

SUPPORTED = [
    ("order-service 当前存在 HighMemoryUsage 告警，内存使用率达到 91%。", (MEMORY_ALERT,)),
    ("order-service 当前存在 HighMemoryUsage 告警（firing），current=91%，已持续 15 分钟。", (MEMORY_ALERT,)),
    ("The HighMemoryUsage alert of order-service is firing: current=91%, for 15 minutes.", (MEMORY_ALERT,)),
    ("HighMemoryUsage is firing for order-service, memory usage is 91.0 %.", (MEMORY_ALERT,)),
    ("order-service 日志中也出现了内存使用率过高记录。", (MEMORY_LOG,)),
    ("order-service JVM 堆内存使用接近上限，当前为 3.8GB/4GB。", (MEMORY_ALERT, HEAP)),
    ("The logs of order-service show memory usage 91.0% and JVM heap 3.8GB/4GB.", (MEMORY_LOG,)),
    ("order-service 的日志显示连接池不可用：请求超时 30000ms。", (POOL_LOG,)),
    ("order-service logged that a HikariCP connection is not available and a request timed out after 30 s.",
     (POOL_LOG,)),
    ("user-service 的 P99 为 4.2s，高于阈值 3s。", (SLOW,)),
    ("P99 of user-service is 4200 ms, above its threshold of 3 s.", (SLOW,)),
    ("media-store-api 磁盘使用率 98%，剩余 1.2GB", (DISK, "剩余空间: 1.2GB")),
    ("The HighCPUUsage alert of payment-service is resolved.", (RESOLVED,)),
    ("The WARNING of order-service says memory usage 91.0%.", (MEMORY_LOG,)),
    ("Log lines were found on order-service: a request timed out after 30000ms.",
     (POOL_LOG + ", retry target not found",)),
    ("cart-api logged: Caused by: java.net.ConnectException: Connection refused", (CAUSED,)),
]  # fmt: skip
UNSUPPORTED = [
    ("order-service 存在内存泄漏。", (MEMORY_ALERT,), "leak"),
    ("order-service memory is at 91% because of a leak.", (MEMORY_ALERT,), "cause"),
    ("HighMemoryUsage of order-service 已确认，内存 91%。", (MEMORY_ALERT,), "certainty"),
    ("内存使用率 91% 导致 order-service 响应慢。", (MEMORY_ALERT,), "cause"),
    ("根因是 order-service 内存不足。", (MEMORY_ALERT,), "root cause"),
    ("order-service will probably run out of memory.", (MEMORY_ALERT,), "beyond"),
    (
        "payment-service 当前存在 HighMemoryUsage 告警，内存使用率达到 91%。",
        (MEMORY_ALERT,),
        "payment-service",
    ),
    ("HighMemoryUsage is firing for order-service-canary at 91%.", (MEMORY_ALERT,), "order-service-canary"),
    ("order-service is down, HighMemoryUsage is firing.", (MEMORY_ALERT,), "down"),
    ("order-service 已宕机，内存使用率 91%。", (MEMORY_ALERT,), "宕机"),
    ("order-service dropped three requests.", (MEMORY_ALERT,), "dropped"),
    ("order-service memory 91%, GC count 128.", (MEMORY_ALERT,), "128"),
    ("order-service 内存使用率持续上升，达到 91%。", (MEMORY_ALERT,), "上升"),
    ("report-worker was restarted 4 times and lost its data.", (RESTARTS,), "lost"),
    ("内存使用率 91%，低于阈值。", (MEMORY_ALERT,), "below"),
    ("order-service 的 ERROR 日志显示内存使用率 91%。", (MEMORY_ALERT,), "ERROR"),
]
UNSUPPORTED += [
    ("order-service CPU usage is 50%.", (MEMORY_ALERT,), "50%"),
    ("All requests of order-service timed out after 30000ms.", (POOL_LOG,), "All"),
    ("The payments service has memory usage 91%.", (MEMORY_ALERT,), "payments"),
    ("order-service 的请求都超时了，30000ms。", (POOL_LOG,), "都"),
    ("", (MEMORY_ALERT,), "nothing"),
]
CONTRADICTED = [
    ("order-service 当前存在 HighMemoryUsage 告警，内存使用率达到 97%。", (MEMORY_ALERT,)),
    ("HighMemoryUsage of order-service is firing, current=19%.", (MEMORY_ALERT,)),
    ("HighMemoryUsage of order-service has been firing for 50 minutes.", (MEMORY_ALERT,)),
    ("order-service GC次数: 129", (MEMORY_LOG,)),
    ("The HighCPUUsage alert of payment-service is firing.", (RESOLVED,)),
    ("payment-service 的 HighCPUUsage 告警正在触发。", (RESOLVED,)),
    ("order-service 的 HikariPool-1 Connection is available.", (POOL_LOG,)),
    ("The request of order-service did not time out after 30000ms.", (POOL_LOG,)),
    ("user-service 的 P99 为 4.2s，低于阈值 3s。", (SLOW,)),
    ("The logs of order-service show an ERROR: memory usage 91.0%.", (MEMORY_LOG,)),
]


@pytest.mark.parametrize(("text", "excerpts"), SUPPORTED)
def test_judge_claim_supports_what_the_excerpts_say_in_either_language(
    text: str, excerpts: tuple[str, ...]
) -> None:
    judgement = judge_claim(claim_of(text), evidence_of(*excerpts))
    assert (judgement.support, judgement.reasons[:0]) == ("supported", ()), judgement.reasons


@pytest.mark.parametrize(("text", "excerpts", "word"), UNSUPPORTED)
def test_judge_claim_names_what_goes_beyond_the_excerpts(
    text: str, excerpts: tuple[str, ...], word: str
) -> None:
    judgement = judge_claim(claim_of(text), evidence_of(*excerpts))
    assert judgement.support == "unsupported"
    assert any(word in reason for reason in judgement.reasons), judgement.reasons


@pytest.mark.parametrize(("text", "excerpts"), CONTRADICTED)
def test_judge_claim_contradicts_what_the_excerpts_say_otherwise(
    text: str, excerpts: tuple[str, ...]
) -> None:
    assert judge_claim(claim_of(text), evidence_of(*excerpts)).support == "contradicted"


@pytest.mark.parametrize(
    "text",
    [
        "当前查询未检索到 inventory-service 的 HikariCP 连接池耗尽日志。",
        "本次查询没有找到 inventory-service 的连接池相关日志。",
        "query_logs found no HikariCP log lines of inventory-service.",
        "No connection pool logs were found for inventory-service.",
    ],
)
def test_judge_claim_supports_a_negative_observation_about_the_query(text: str) -> None:
    judgement = judge_claim(claim_of(text, "negative_observation"), evidence_of(NO_LOGS))
    assert judgement.support == "supported", judgement.reasons


@pytest.mark.parametrize(
    "text",
    [
        "inventory-service 不存在 HikariCP 连接池耗尽问题。",
        "未检索到 inventory-service 的 HikariCP 日志，已排除连接池问题。",
        "The query found no HikariCP logs, so inventory-service is healthy.",
        "inventory-service has no HikariCP problem.",
        "No HikariCP logs were found for cart-service.",
        "No deadlock logs were found for inventory-service.",
    ],
)
def test_judge_claim_refuses_a_negative_observation_that_says_more(text: str) -> None:
    assert judge_claim(claim_of(text, "negative_observation"), evidence_of(NO_LOGS)).support == "unsupported"


@pytest.mark.parametrize("claim_type", ["root_cause", "risk"])
def test_judge_claim_refuses_a_cause_or_risk_that_only_restates_an_observation(claim_type: ClaimType) -> None:
    claim = claim_of("order-service memory usage is 91%.", claim_type)
    assert judge_claim(claim, evidence_of(MEMORY_ALERT)).support == "unsupported"


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("Check the GC logs of order-service.", True),
        ("收集 order-service 的堆 dump。", True),
        ("Restart order-service.", False),
        ("扩容连接池。", False),
        ("Tell the customers.", False),
    ],
)
def test_judge_action_allows_only_steps_that_gather(text: str, allowed: bool) -> None:
    assert judge_action(RecommendedAction(action_id="action-1", action_text=text)).allowed is allowed
