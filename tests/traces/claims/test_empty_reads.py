"""What is said to be empty was read to be so: a call that failed shows nothing, one that answered does."""

from __future__ import annotations

from typing import Any

import pytest

from tests.traces.asked import Reply, findings_on

PRESSURE = (
    "redis_cli",
    {"host": "cache-4", "cmd": "INFO memory"},
    "used_memory:81231\nmem_fragmentation_ratio:1.12\nmaxmemory:0",
)
PODS = (
    "kubectl",
    {"args": "get pods -n shop"},
    "NAME   READY   STATUS\n" + "\n".join(f"a-{number}   1/1   Running" for number in range(1, 7)),
)


def case(id_: str, answer: str, read: Reply, asked: tuple[str, dict[str, Any]], failed: str, empty: str):
    """An answer on what was read and on a second call, which once failed and once gave nothing."""
    return pytest.param(answer, [read, (*asked, failed)], [read, (*asked, empty)], id=id_)


CASES = [
    case(
        "history-empty",
        "Fragmentation is 1.12, and the latency history is empty.",
        PRESSURE,
        ("redis_cli", {"host": "cache-4", "cmd": "LATENCY HISTORY command"}),
        "(error) NOPERM this user has no permissions to run the 'latency' command",
        "(empty array)",
    ),
    case(
        "queue-empty",
        "Throughput is steady at 40 msg/s and the dead letter queue is empty.",
        ("rabbit_stats", {"queue": "orders"}, '{"rate": 40}'),
        ("queue_depth", {"queue": "orders.dead-letter"}),
        "Error: 403 ACCESS_REFUSED - access to vhost refused",
        '{"depth": 0}',
    ),
    case(
        "zh-bin-empty",
        "索引共 12 个,回收站为空。",
        ("list_indices", {}, '{"count": 12}'),
        ("回收站查询", {"项目": "p1"}),
        "错误: 没有权限访问该资源 (403)",
        '{"items": []}',
    ),
    case(
        "zh-log-empty",
        "内存碎片率 1.12,慢日志为空。",
        PRESSURE,
        ("慢日志查询", {"实例": "cache-4"}),
        "ERR: NOAUTH Authentication required.",
        "0 条记录",
    ),
    case(
        "backlog-empty",
        "The retry backlog is empty and workers idle.",
        ("get_workers", {}, '{"idle": 6, "busy": 0}'),
        ("get_backlog", {"queue": "retry"}),
        "504 Gateway Timeout",
        '{"queue":"retry","size":0}',
    ),
    case(
        "list-empty",
        "The tree is at 3f9ab21 and the stash list is empty.",
        ("shell", {"cmd": "git rev-parse --short HEAD"}, "3f9ab21"),
        ("shell", {"cmd": "git stash list"}),
        "fatal: not a git repository (or any of the parent directories): .git",
        "",
    ),
    case(
        "bullet-nothing-found",
        "## Malware\n- mail: 2 findings, both in the spool.\n- backup: nothing found.",
        ("malware_scan", {"target": "mail:1"}, '{"findings": [{"file":"spool/a"},{"file":"spool/b"}]}'),
        ("malware_scan", {"target": "backup:1"}),
        "scan aborted: unable to mount volume",
        '{"findings": []}',
    ),
    case(
        "bullet-error-in-json",
        "## Woodworm\n- loft: 1 finding.\n- byre: nothing found.",
        ("beam_scan", {"beams": ["loft:3"]}, '{"loft:3": {"findings": [{"beam":"ridge"}]}}'),
        ("beam_scan", {"beam": "byre:3"}),
        '{"error": "the lamp went out", "status": "aborted"}',
        '{"byre:3": {"findings": []}}',
    ),
    case(
        "bullet-none",
        "**ESLint**\n- frontend: 3 warnings.\n- gateway: none.",
        ("lint", {"package": "frontend"}, "3 warnings, 0 errors"),
        ("lint", {"package": "gateway"}),
        "Oops! Something went wrong! Error: Cannot find module '@acme/config'\nexit code 2",
        "0 warnings, 0 errors",
    ),
    case(
        "zh-bullet-none",
        "## 漏洞扫描\n- 前端镜像 web:3 有 1 个漏洞。\n- worker:未发现。",
        ("vuln_scan", {"image": "web:3"}, '{"findings": [{"id":"CVE-2025-1"}]}'),
        ("vuln_scan", {"image": "worker:3"}),
        "FATAL scan error: image pull failed",
        '{"findings": []}',
    ),
    case(
        "returned-nothing",
        "Orders table has 42 rows; the refunds table returned nothing.",
        ("sql", {"query": "select count(*) from orders"}, "42"),
        ("sql", {"query": "select * from refunds"}),
        "ERROR 1142 (42000): SELECT command denied to user 'ro'@'%' for table 'refunds'",
        "Empty set (0.01 sec)",
    ),
    case(
        "there-are-none",
        "6 pods run in shop; in billing there are none.",
        PODS,
        ("kubectl", {"args": "get pods -n billing"}),
        'Error from server (Forbidden): pods is forbidden: User "bot" cannot list resource "pods"',
        "No resources found in billing namespace.",
    ),
    case(
        "has-nothing",
        "Monday has 2 meetings. Tuesday has nothing.",
        ("calendar", {"day": "Monday"}, '{"events": [{"t":"10:00"},{"t":"15:00"}]}'),
        ("calendar", {"day": "Tuesday"}),
        '{"error": "rate limit exceeded"}',
        '{"events": []}',
    ),
    case(
        "has-zero",
        "The billing inbox has 4 unread mails, the legal inbox has zero.",
        ("inbox", {"box": "billing"}, '{"unread": 4}'),
        ("inbox", {"box": "legal"}),
        "timeout after 30s",
        '{"unread": 0}',
    ),
    case(
        "row-of-zero",
        "| Region | Open incidents |\n|---|---|\n| west | 2 |\n| north | 0 |",
        ("incidents", {"region": "west"}, '{"open": 2}'),
        ("incidents", {"region": "north"}),
        "connection refused",
        '{"open": 0}',
    ),
    case(
        "came-back-empty",
        "Two gates are open. The list of worn padlocks came back empty.",
        ("gate_audit", {}, '{"open": ["a","b"]}'),
        ("yard_list_padlocks", {"worn": True}),
        "An error occurred (AccessDenied): the yard may not be listed",
        '{"padlocks": []}',
    ),
]


@pytest.mark.parametrize(("answer", "otherwise", "so"), CASES)
def test_said_to_be_empty_needs_an_answer(answer: str, otherwise: list[Reply], so: list[Reply]) -> None:
    assert "overclaimed_absence" in findings_on(answer, *otherwise)
    assert not {"altered", "unsupported", "overclaimed_absence"} & {*findings_on(answer, *so)}


SLOW = ("db_admin", {"host": "ora-3", "view": "wait events"}, "Error: insufficient privileges")


@pytest.mark.parametrize(
    ("answer", "replies"),
    [
        pytest.param(
            "The wait events view is empty.",
            [SLOW, ("db_admin", {"host": "ora-3", "view": "wait events"}, '{"events": []}')],
            id="asked-again",
        ),
        pytest.param("The wait events view could not be read.", [SLOW], id="told"),
        pytest.param("If the wait events view is empty, nothing waits.", [SLOW], id="supposed"),
        pytest.param(
            "The outbox is empty.", [SLOW, ("outbox", {"host": "ora-3"}, '{"mails": []}')], id="another"
        ),
        pytest.param(
            "The basket is empty.", [("empty_basket", {"id": 4}, "Error: not found")], id="was-to-be-emptied"
        ),
    ],
)
def test_said_to_be_empty_is_let_off(answer: str, replies: list[Reply]) -> None:
    assert "overclaimed_absence" not in findings_on(answer, *replies)
