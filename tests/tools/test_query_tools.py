import pytest

from evidencelab.tools.protocol import Tool
from evidencelab.tools.rows import AlertRow, KnowledgeBlock, LogRow, Scenario
from evidencelab.tools.scenario import scenario_tools


def _log(service: str, message: str, level: str = "WARN", topic: str = "application-logs") -> LogRow:
    return LogRow.model_validate(
        {"timestamp": "11:12", "level": level, "service": service, "message": message, "topic": topic}
    )


SCENARIO = Scenario(
    name="small",
    alerts=(
        AlertRow(alert_name="HighCPUUsage", state="resolved", service="pay-service", current="58%"),
        AlertRow(
            alert_name="HighCPUUsage",
            state="firing",
            service="pay-service",
            current="93%",
            duration="12m",
            labels={"load": "14.6"},
            threshold="85%",
            description="CPU is busy",
        ),
        AlertRow(alert_name="HighMemoryUsage", state="firing", service="order-service", current="91%"),
        AlertRow(alert_name="HighMemoryUsage", state="pending", service="order-service-canary"),
    ),
    logs=(
        _log("order-service", "HikariPool-1 - Connection is not available, request timed out after 30000ms"),
        _log("order-service", "HikariCP pool stats: active=50/50, idle=0, waiting=32"),
        _log("order-service", "checkpoint of the database finished"),
        _log("stock-service", "sync timed out after 30000ms"),
        _log("stock-service", "thread pool stats: active=200/200, waiting for a free worker"),
        _log("stock-service", "access granted", topic="audit-logs"),
        _log("stock-service", "nightly job broke", level="ERROR"),
    ),
    knowledge=(
        KnowledgeBlock(
            title="Pool / Signals", source="knowledge/pool.md", content="HikariCP says active=max"
        ),
        KnowledgeBlock(
            title="Slow / Causes", source="knowledge/slow.md", content="often the connection pool"
        ),
        KnowledgeBlock(title="CPU on pay-service", source="knowledge/cpu.md", content="look at the threads"),
    ),
)
METRICS, LOGS, KNOWLEDGE = scenario_tools(SCENARIO)


def test_scenario_tools_hold_the_protocol():
    assert all(isinstance(tool, Tool) for tool in (METRICS, LOGS, KNOWLEDGE))
    assert [METRICS.name, LOGS.name, KNOWLEDGE.name] == ["query_metrics", "query_logs", "lookup_knowledge"]


def _messages(query: str, **more: str) -> list[str]:
    reply = LOGS.call({"query": query, **more})
    assert reply.status == "success"
    assert reply.output["total"] == len(reply.output["logs"])
    return [row["message"] for row in reply.output["logs"]]


POOL_LINES = [SCENARIO.logs[0].message, SCENARIO.logs[1].message]


@pytest.mark.parametrize(
    "query",
    [
        "order-service HikariCP",
        "order-service HikariPool",
        "connection pool order-service",
        "order-service 数据库连接池",
        "order-service 连接池耗尽",
        "order-service active=50/50",
        "order-service waiting",
        "order-service request timed out after 30000ms",
        "HikariCP",
        "请排查 order-service 当前是否存在连接池耗尽的日志",
    ],
)
def test_query_logs_finds_the_pool_by_every_synonym(query):
    assert _messages(query) == POOL_LINES


@pytest.mark.parametrize(
    "query",
    [
        "stock-service HikariCP",
        "stock-service 连接池耗尽",
        "stock-service active=50/50 waiting",
        "stock-service HikariCP active=50/50 request timed out after 30000ms",
        "unknown-service HikariCP",
        "order-service-canary HikariCP",
        "order-service 磁盘写满",
        "order-service ZooKeeper session",
    ],
)
def test_query_logs_without_a_hit_is_an_empty_success(query):
    reply = LOGS.call({"query": query})
    assert reply.status == "success"
    message = (
        "未找到匹配的日志" if any("一" <= letter <= "鿿" for letter in query) else "no matching log lines"
    )
    assert reply.output == {"success": True, "logs": [], "total": 0, "message": message}


@pytest.mark.parametrize(
    ("query", "messages"),
    [
        pytest.param("stock-service waiting", [SCENARIO.logs[4].message], id="sign-also-by-its-words"),
        pytest.param("order-service 数据库", [SCENARIO.logs[2].message], id="broad-concept-alone"),
        pytest.param("order-service 数据库连接池 database", POOL_LINES, id="broad-beside-narrow"),
        pytest.param("stock-service ERROR", [SCENARIO.logs[6].message], id="level"),
        pytest.param("stock-service nightly broke", [SCENARIO.logs[6].message], id="all-words"),
        pytest.param("nightly pool", [], id="not-all-words"),
        pytest.param("order-service", [row.message for row in SCENARIO.logs[:3]], id="service-alone"),
    ],
)
def test_query_logs_selects_by_concept_then_by_words(query, messages):
    assert _messages(query) == messages


def test_query_logs_service_argument_and_service_in_query_both_restrict():
    assert _messages("HikariCP", service="ORDER-SERVICE") == POOL_LINES
    assert _messages("order-service or stock-service HikariCP", service="order-service") == POOL_LINES


def test_query_logs_reads_one_topic():
    assert _messages("stock-service access granted") == []
    assert _messages("stock-service access granted", topic="audit-logs") == ["access granted"]


@pytest.mark.parametrize(
    ("tool", "arguments", "problem"),
    [
        pytest.param(LOGS, {}, "argument 'query' is missing", id="logs-no-query"),
        pytest.param(LOGS, {"query": "  "}, "argument 'query' is missing", id="logs-blank-query"),
        pytest.param(LOGS, {"query": 7}, "argument 'query' is 7, expected text", id="logs-number"),
        pytest.param(LOGS, {"query": "x", "since": "1h"}, "argument 'since' is unknown", id="logs-unknown"),
        pytest.param(LOGS, {"query": "x", "topic": "nope"}, "argument 'topic' is 'nope'", id="logs-topic"),
        pytest.param(
            LOGS,
            {"query": "order-service HikariCP", "service": "stock-service"},
            "argument 'service' is 'stock-service', but 'query' names order-service",
            id="logs-contradiction",
        ),
        pytest.param(
            METRICS,
            {"query": "order-service", "service": "pay-service"},
            "argument 'service' is 'pay-service', but 'query' names order-service",
            id="metrics-contradiction",
        ),
        pytest.param(METRICS, {"service": ["a"]}, "argument 'service' is ['a']", id="metrics-list"),
        pytest.param(METRICS, {"name": "x"}, "expected service, alert_name, query", id="metrics-unknown"),
        pytest.param(KNOWLEDGE, {}, "argument 'query' is missing", id="knowledge-no-query"),
        pytest.param(KNOWLEDGE, {"query": "x", "k": 3}, "argument 'k' is unknown", id="knowledge-unknown"),
    ],
)
def test_a_bad_argument_is_an_error_reply(tool, arguments, problem):
    reply = tool.call(arguments)
    assert reply.status == "error"
    assert set(reply.output) == {"success", "error"}
    assert reply.output["success"] is False
    assert problem in reply.output["error"]


def _alerts(**arguments: str) -> list[tuple[str, str, str]]:
    reply = METRICS.call(arguments)
    assert reply.status == "success"
    return [(row["alert_name"], row["state"], row["service"]) for row in reply.output["alerts"]]


CPU = [("HighCPUUsage", "resolved", "pay-service"), ("HighCPUUsage", "firing", "pay-service")]


@pytest.mark.parametrize(
    ("arguments", "alerts"),
    [
        pytest.param({"service": "pay-service"}, CPU, id="service"),
        pytest.param({"alert_name": "highcpuusage"}, CPU, id="alert-name-any-case"),
        pytest.param({"alert_name": "CPU使用率过高"}, CPU, id="alert-name-in-other-words"),
        pytest.param({"query": "pay-service 处理器负载"}, CPU, id="query-in-other-words"),
        pytest.param({"service": "order-service", "alert_name": "HighCPUUsage"}, [], id="other-service"),
        pytest.param({"query": "stock-service HighMemoryUsage"}, [], id="service-in-query"),
        pytest.param(
            {"query": "order-service memory"},
            [("HighMemoryUsage", "firing", "order-service")],
            id="service-name-is-whole",
        ),
    ],
)
def test_query_metrics_restricts_and_selects(arguments, alerts):
    assert _alerts(**arguments) == alerts


def test_query_metrics_without_arguments_lists_every_alert():
    assert len(_alerts()) == 4
    assert _alerts(service="", query=" ") == _alerts()


def test_query_metrics_replies_with_flat_rows_and_no_absent_value():
    reply = METRICS.call({"alert_name": "HighCPUUsage", "query": "firing"})
    assert reply.output == {
        "success": True,
        "alerts": [
            {"alert_name": "HighCPUUsage", "state": "resolved", "service": "pay-service", "current": "58%"},
            {
                "alert_name": "HighCPUUsage",
                "state": "firing",
                "service": "pay-service",
                "current": "93%",
                "duration": "12m",
                "load": "14.6",
                "threshold": "85%",
                "description": "CPU is busy",
            },
        ],
        "total": 2,
        "message": "2 matching alerts",
    }


def test_query_metrics_without_a_hit_is_an_empty_success():
    reply = METRICS.call({"service": "generic-service"})
    assert reply.status == "success"
    assert reply.output == {"success": True, "alerts": [], "total": 0, "message": "no matching alerts"}


@pytest.mark.parametrize(
    ("query", "titles"),
    [
        pytest.param("HikariCP", ["Pool / Signals", "Slow / Causes"], id="by-concept"),
        pytest.param(
            "连接池 order-service", ["Pool / Signals", "Slow / Causes"], id="service-keeps-nothing-out"
        ),
        pytest.param("slow response", [], id="concept-not-held"),
        pytest.param("pay-service CPU", ["CPU on pay-service"], id="section-of-the-service"),
        pytest.param("order-service CPU", [], id="section-of-another-service"),
        pytest.param("order-service", [], id="service-alone"),
        pytest.param("死锁", [], id="nothing-on-it"),
    ],
)
def test_lookup_knowledge_selects_sections(query, titles):
    reply = KNOWLEDGE.call({"query": query})
    assert reply.status == "success"
    assert [block["title"] for block in reply.output["evidence_blocks"]] == titles
    assert reply.output["total"] == len(titles)


def test_lookup_knowledge_puts_sections_whose_title_answers_first():
    scenario = Scenario(
        name="order",
        knowledge=(
            KnowledgeBlock(title="Slow pages", source="a.md", content="often a deadlock"),
            KnowledgeBlock(title="Deadlocks", source="b.md", content="what to gather"),
        ),
    )
    reply = scenario_tools(scenario)[2].call({"query": "deadlock"})
    assert [block["title"] for block in reply.output["evidence_blocks"]] == ["Deadlocks", "Slow pages"]


def test_lookup_knowledge_returns_five_sections_at_most():
    blocks = tuple(
        KnowledgeBlock(title=f"Note {number}", source="notes.md", content="on deadlocks")
        for number in range(7)
    )
    reply = scenario_tools(Scenario(name="many", knowledge=blocks))[2].call({"query": "deadlock"})
    assert [block["title"] for block in reply.output["evidence_blocks"]] == [f"Note {n}" for n in range(5)]


def test_a_tool_answers_the_same_call_the_same_way():
    assert LOGS.call({"query": "HikariCP"}) == LOGS.call({"query": "HikariCP"})
