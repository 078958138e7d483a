from __future__ import annotations

import pytest

from evidencelab.agents.language.exclusions import find_forbidden
from evidencelab.agents.language.scope import read_scope

NARROW = [
    "只确认 order-service 是否存在 HighMemoryUsage 告警。",
    "只排查 order-service 的内存。",
    "只看告警。",
    "只回答 order-service 的内存。",
    "不要扩展，内存使用率是多少",
    "order-service 的连接池日志是否真实存在？",
    "cart-api 有没有死锁的错误？",
    "Only confirm whether order-service has a HighMemoryUsage alert.",
    "Just look at the memory of order-service.",
    "Do not speculate: what is the heap of order-service?",
    "Are there any connection pool errors on order-service?",
    "Is payment-service alerting on HighCPUUsage?",
    "Report the CPU of payment-service and nothing else.",
]
OPEN = [
    "order-service 为什么变慢？",
    "请调查 checkout-api 报错的原因。",
    "Why does checkout-api fail so often?",
    "What is going on with shipment-consumer?",
]


@pytest.mark.parametrize("query", NARROW)
def test_read_scope_knows_the_cues_of_a_narrow_question(query: str) -> None:
    assert read_scope(query).is_narrow


@pytest.mark.parametrize("query", OPEN)
def test_read_scope_leaves_an_open_question_open(query: str) -> None:
    assert not read_scope(query).is_narrow


EXCLUSIONS = [
    pytest.param(
        "只确认 payment-service 的 HighCPUUsage，不要分析订单123、OOM、数据库慢查询、连接池或 user-service。",
        ("order-123", "订单123", "OOMKilled", "DB", "database", "slow query", "HikariCP", "connection pool",
         "user-service"),
        ("HighCPUUsage", "payment-service", "order-1234", "bedroom"),
        id="zh-list",
    ),
    pytest.param(
        "Only confirm HighCPUUsage on payment-service. Do not analyse order 123, OOM, slow database queries, the "
        "connection pool or user-service.",
        ("order-123", "订单123", "OOMKilled", "DB", "数据库", "慢查询", "slow query", "HikariCP", "user-service"),
        ("HighCPUUsage", "payment-service", "room"),
        id="en-list",
    ),
    pytest.param("只看 user-service 的 SlowResponse，别扯数据库，也不要提连接池。", ("数据库", "MySQL", "连接池"),
                 ("SlowResponse", "user-service"), id="zh-colloquial-twice"),
    pytest.param("Is payment-service rate limited? Leave memory and GC out of it.", ("memory", "内存", "GC"),
                 ("rate limit",), id="en-leave-out"),
    pytest.param("只确认内存，除了 user-service 以外", ("user-service",), ("memory", "内存"), id="zh-except"),
    pytest.param("Confirm the heap of ledger-api, ignoring GC, and tell me the value.", ("GC",), ("heap", "value"),
                 id="en-ignoring"),
]  # fmt: skip


@pytest.mark.parametrize(("query", "forbidden", "allowed"), EXCLUSIONS)
def test_read_scope_forbids_what_is_shut_out_and_its_synonyms(
    query: str, forbidden: tuple[str, ...], allowed: tuple[str, ...]
) -> None:
    terms = read_scope(query).forbidden
    for text in forbidden:
        assert find_forbidden(terms, f"seen: {text} here"), text
    for text in allowed:
        assert not find_forbidden(terms, f"seen: {text} here"), text


@pytest.mark.parametrize(
    "query",
    [
        "只确认内存，不要扩展。",
        "Only the heap, nothing else.",
        "只看内存，不要分析其他服务和告警。",
        "不要推断原因，只说内存。",
    ],
)
def test_read_scope_forbids_nothing_where_nothing_is_named(query: str) -> None:
    assert read_scope(query).forbidden == ()


def test_read_scope_does_not_forbid_by_synonym_what_is_asked() -> None:
    terms = read_scope("只确认 order-service 的数据库连接池耗尽，不要分析数据库慢查询。").forbidden
    assert "慢查询" in terms
    assert not find_forbidden(terms, "连接池耗尽")


@pytest.mark.parametrize(
    ("query", "services"),
    [
        ("只确认 order-service 和 cart-edge 的内存", ("order-service", "cart-edge")),
        ("Is the redis service down?", ("redis",)),
        ("确认 redis 服务的复制", ("redis",)),
        ("Check service checkout for errors", ("checkout",)),
        ("X-service 的告警", ("X-service",)),
        ("Is there a consumer-lag alert on shipment-consumer?", ("shipment-consumer",)),
        ("payment-service 的内存，不要分析 user-service", ("payment-service",)),
        ("订单 order-123 的日志", ()),
    ],
)
def test_read_scope_finds_services_asked_about(query: str, services: tuple[str, ...]) -> None:
    assert read_scope(query).services == services


@pytest.mark.parametrize(
    ("query", "concepts", "alerts"),
    [
        ("只确认 order-service 的 HighMemoryUsage", {"memory_usage"}, ("HighMemoryUsage",)),
        ("only confirm HikariCP exhaustion", {"connection_pool"}, ()),
        ("数据库连接池耗尽", {"connection_pool"}, ()),
        ("Why is booking-api slow?", {"slow_response"}, ()),
        ("Did it throw a SocketTimeoutException?", set(), ()),
        ("only confirm TooManyOpenFiles", set(), ("TooManyOpenFiles",)),
    ],
)
def test_read_scope_finds_concepts_and_alert_names(
    query: str, concepts: set[str], alerts: tuple[str, ...]
) -> None:
    scope = read_scope(query)
    assert (set(scope.concepts), scope.alert_names) == (concepts, alerts)


@pytest.mark.parametrize(
    ("query", "sources", "excluded"),
    [
        ("只看告警和日志", {"query_metrics", "query_logs"}, set()),
        ("Only the alerts, do not check the logs.", {"query_metrics"}, {"query_logs"}),
        ("知识库里有没有死锁的手册", {"lookup_knowledge"}, set()),
        ("order-service 的内存是多少", set(), set()),
    ],
)
def test_read_scope_finds_the_sources_asked_for(query: str, sources: set[str], excluded: set[str]) -> None:
    scope = read_scope(query)
    assert (set(scope.sources), set(scope.excluded_sources)) == (sources, excluded)
