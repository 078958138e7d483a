from __future__ import annotations

import pytest

from evidencelab.agents.baseline.planner import BaselinePlanner


def calls_of(query: str) -> list[tuple[str, dict[str, object]]]:
    return [(call.tool_name, dict(call.arguments)) for call in BaselinePlanner().plan(query).calls]


@pytest.mark.parametrize(
    ("query", "tools"),
    [
        ("只确认 order-service 是否存在 HighMemoryUsage 告警", {"query_metrics"}),
        ("Only confirm whether order-service logged OOM", {"query_logs"}),
        ("只确认 user-service 是否存在 SlowResponse 告警和慢请求日志", {"query_metrics", "query_logs"}),
        ("只确认 order-service 的内存", {"query_metrics", "query_logs"}),
        ("只确认 order-service 的内存，不要查日志", {"query_metrics"}),
        ("只确认知识库里是否有死锁的手册", {"lookup_knowledge"}),
        ("Why is order-service slow?", {"query_metrics", "query_logs", "lookup_knowledge"}),
        ("?", {"query_metrics", "query_logs", "lookup_knowledge"}),
    ],
)
def test_plan_asks_the_tools_the_question_names(query: str, tools: set[str]) -> None:
    assert {name for name, _ in calls_of(query)} == tools


def test_plan_restricts_by_service_and_names_the_alert() -> None:
    assert calls_of("只确认 order-service 是否存在 HighMemoryUsage 告警") == [
        ("query_metrics", {"service": "order-service", "alert_name": "HighMemoryUsage"})
    ]


def test_plan_carries_the_topic_in_the_questions_own_words() -> None:
    assert calls_of("只确认 inventory-service 是否存在 HikariCP 连接池耗尽日志") == [
        (
            "query_logs",
            {
                "query": "inventory-service HikariCP 连接池耗尽",
                "service": "inventory-service",
                "topic": "application-logs",
            },
        )
    ]


def test_plan_asks_for_each_service() -> None:
    planned = calls_of("Only confirm whether order-service and cart-api have HighMemoryUsage alerts")
    assert [arguments["service"] for _, arguments in planned] == ["order-service", "cart-api"]


def test_plan_seeks_an_unknown_topic_by_service_alone_as_well() -> None:
    queries = [arguments["query"] for _, arguments in calls_of("只确认 ingest-api 是否存在文件句柄耗尽日志")]
    assert queries == ["ingest-api 文件句柄耗尽", "ingest-api"]


def test_plan_never_asks_for_what_is_shut_out() -> None:
    planned = calls_of("只确认 payment-service 的 HighCPUUsage，不要分析 OOM 或 user-service")
    assert not any("user-service" in str(arguments) or "OOM" in str(arguments) for _, arguments in planned)


def test_plan_makes_no_call_twice() -> None:
    planned = calls_of("order-service 怎么回事？")
    assert len(planned) == len({str(call) for call in planned})
