"""What is said to be empty was read to be so: a call that failed shows nothing, one that answered does."""

from __future__ import annotations

import pytest

from tests.traces.asked import Reply, findings_on

CASES = [
    pytest.param(
        "Fragmentation is 1.12, and the latency history is empty.",
        [
            (
                "redis_cli",
                {"host": "cache-4", "cmd": "INFO memory"},
                "used_memory:81231\nmem_fragmentation_ratio:1.12\nmaxmemory:0",
            ),
            (
                "redis_cli",
                {"host": "cache-4", "cmd": "LATENCY HISTORY command"},
                "(error) NOPERM this user has no permissions to run the 'latency' command",
            ),
        ],
        [
            (
                "redis_cli",
                {"host": "cache-4", "cmd": "INFO memory"},
                "used_memory:81231\nmem_fragmentation_ratio:1.12\nmaxmemory:0",
            ),
            ("redis_cli", {"host": "cache-4", "cmd": "LATENCY HISTORY command"}, "(empty array)"),
        ],
        id="latency-doctor",
    ),
    pytest.param(
        "Throughput is steady at 40 msg/s and the dead letter queue is empty.",
        [
            ("rabbit_stats", {"queue": "orders"}, '{"rate": 40}'),
            (
                "queue_depth",
                {"queue": "orders.dead-letter"},
                "Error: 403 ACCESS_REFUSED - access to vhost refused",
            ),
        ],
        [
            ("rabbit_stats", {"queue": "orders"}, '{"rate": 40}'),
            ("queue_depth", {"queue": "orders.dead-letter"}, '{"depth": 0}'),
        ],
        id="dlq-empty",
    ),
    pytest.param(
        "索引共 12 个,回收站为空。",
        [
            ("list_indices", {}, '{"count": 12}'),
            ("回收站查询", {"项目": "p1"}, "错误: 没有权限访问该资源 (403)"),
        ],
        [("list_indices", {}, '{"count": 12}'), ("回收站查询", {"项目": "p1"}, '{"items": []}')],
        id="trash-empty-zh",
    ),
    pytest.param(
        "内存碎片率 1.12,慢日志为空。",
        [
            (
                "redis_cli",
                {"host": "cache-4", "cmd": "INFO memory"},
                "used_memory:81231\nmem_fragmentation_ratio:1.12\nmaxmemory:0",
            ),
            ("慢日志查询", {"实例": "cache-4"}, "ERR: NOAUTH Authentication required."),
        ],
        [
            (
                "redis_cli",
                {"host": "cache-4", "cmd": "INFO memory"},
                "used_memory:81231\nmem_fragmentation_ratio:1.12\nmaxmemory:0",
            ),
            ("慢日志查询", {"实例": "cache-4"}, "0 条记录"),
        ],
        id="slowlog-zh",
    ),
    pytest.param(
        "The retry backlog is empty and workers idle.",
        [
            ("get_workers", {}, '{"idle": 6, "busy": 0}'),
            ("get_backlog", {"queue": "retry"}, "504 Gateway Timeout"),
        ],
        [
            ("get_workers", {}, '{"idle": 6, "busy": 0}'),
            ("get_backlog", {"queue": "retry"}, '{"queue":"retry","size":0}'),
        ],
        id="backlog-empty",
    ),
    pytest.param(
        "The tree is at 3f9ab21 and the stash list is empty.",
        [
            ("shell", {"cmd": "git rev-parse --short HEAD"}, "3f9ab21"),
            (
                "shell",
                {"cmd": "git stash list"},
                "fatal: not a git repository (or any of the parent directories): .git",
            ),
        ],
        [
            ("shell", {"cmd": "git rev-parse --short HEAD"}, "3f9ab21"),
            ("shell", {"cmd": "git stash list"}, ""),
        ],
        id="git-stash",
    ),
    pytest.param(
        "## Malware\n- mail: 2 findings, both in the spool.\n- backup: nothing found.",
        [
            ("malware_scan", {"target": "mail:1"}, '{"findings": [{"file":"spool/a"},{"file":"spool/b"}]}'),
            ("malware_scan", {"target": "backup:1"}, "scan aborted: unable to mount volume"),
        ],
        [
            ("malware_scan", {"target": "mail:1"}, '{"findings": [{"file":"spool/a"},{"file":"spool/b"}]}'),
            ("malware_scan", {"target": "backup:1"}, '{"findings": []}'),
        ],
        id="scan-nothing",
    ),
    pytest.param(
        "## Secrets\n- web: 1 finding.\n- worker: nothing found.",
        [
            ("leak_scan", {"images": ["web:3"]}, '{"web:3": {"findings": [{"rule":"aws"}]}}'),
            (
                "leak_scan",
                {"image": "worker:3"},
                '{"error": "layer 6 could not be unpacked", "status": "aborted"}',
            ),
        ],
        [
            ("leak_scan", {"images": ["web:3"]}, '{"web:3": {"findings": [{"rule":"aws"}]}}'),
            ("leak_scan", {"image": "worker:3"}, '{"worker:3": {"findings": []}}'),
        ],
        id="scan-json-err",
    ),
    pytest.param(
        "**ESLint**\n- frontend: 3 warnings.\n- gateway: none.",
        [
            ("lint", {"package": "frontend"}, "3 warnings, 0 errors"),
            (
                "lint",
                {"package": "gateway"},
                "Oops! Something went wrong! Error: Cannot find module '@acme/config'\nexit code 2",
            ),
        ],
        [
            ("lint", {"package": "frontend"}, "3 warnings, 0 errors"),
            ("lint", {"package": "gateway"}, "0 warnings, 0 errors"),
        ],
        id="lint-none",
    ),
    pytest.param(
        "## 漏洞扫描\n- 前端镜像 web:3 有 1 个漏洞。\n- worker:未发现。",
        [
            ("vuln_scan", {"image": "web:3"}, '{"findings": [{"id":"CVE-2025-1"}]}'),
            ("vuln_scan", {"image": "worker:3"}, "FATAL scan error: image pull failed"),
        ],
        [
            ("vuln_scan", {"image": "web:3"}, '{"findings": [{"id":"CVE-2025-1"}]}'),
            ("vuln_scan", {"image": "worker:3"}, '{"findings": []}'),
        ],
        id="scan-zh",
    ),
    pytest.param(
        "Orders table has 42 rows; the refunds table returned nothing.",
        [
            ("sql", {"query": "select count(*) from orders"}, "42"),
            (
                "sql",
                {"query": "select * from refunds"},
                "ERROR 1142 (42000): SELECT command denied to user 'ro'@'%' for table 'refunds'",
            ),
        ],
        [
            ("sql", {"query": "select count(*) from orders"}, "42"),
            ("sql", {"query": "select * from refunds"}, "Empty set (0.01 sec)"),
        ],
        id="sql-zero",
    ),
    pytest.param(
        "6 pods run in shop; in billing there are none.",
        [
            (
                "kubectl",
                {"args": "get pods -n shop"},
                "NAME   READY   STATUS\na-1   1/1   Running\na-2   1/1   Running\na-3   1/1   Running\na-4   1/1   Running\na-5   1/1   Running\na-6   1/1   Running",
            ),
            (
                "kubectl",
                {"args": "get pods -n billing"},
                'Error from server (Forbidden): pods is forbidden: User "bot" cannot list resource "pods" in the namespace "billing"',
            ),
        ],
        [
            (
                "kubectl",
                {"args": "get pods -n shop"},
                "NAME   READY   STATUS\na-1   1/1   Running\na-2   1/1   Running\na-3   1/1   Running\na-4   1/1   Running\na-5   1/1   Running\na-6   1/1   Running",
            ),
            ("kubectl", {"args": "get pods -n billing"}, "No resources found in billing namespace."),
        ],
        id="kubectl-none",
    ),
    pytest.param(
        "Monday has 2 meetings. Tuesday has nothing.",
        [
            ("calendar", {"day": "Monday"}, '{"events": [{"t":"10:00"},{"t":"15:00"}]}'),
            ("calendar", {"day": "Tuesday"}, '{"error": "rate limit exceeded"}'),
        ],
        [
            ("calendar", {"day": "Monday"}, '{"events": [{"t":"10:00"},{"t":"15:00"}]}'),
            ("calendar", {"day": "Tuesday"}, '{"events": []}'),
        ],
        id="calendar-free",
    ),
    pytest.param(
        "The billing inbox has 4 unread mails, the legal inbox has zero.",
        [("inbox", {"box": "billing"}, '{"unread": 4}'), ("inbox", {"box": "legal"}, "timeout after 30s")],
        [("inbox", {"box": "billing"}, '{"unread": 4}'), ("inbox", {"box": "legal"}, '{"unread": 0}')],
        id="inbox-zero",
    ),
    pytest.param(
        "| Region | Open incidents |\n|---|---|\n| west | 2 |\n| north | 0 |",
        [
            ("incidents", {"region": "west"}, '{"open": 2}'),
            ("incidents", {"region": "north"}, "connection refused"),
        ],
        [("incidents", {"region": "west"}, '{"open": 2}'), ("incidents", {"region": "north"}, '{"open": 0}')],
        id="table-zero",
    ),
    pytest.param(
        "Two buckets are public. The list of stale access keys came back empty.",
        [
            ("s3_audit", {}, '{"public": ["a","b"]}'),
            (
                "iam_list_access_keys",
                {"stale": True},
                "An error occurred (AccessDenied) when calling the ListAccessKeys operation",
            ),
        ],
        [
            ("s3_audit", {}, '{"public": ["a","b"]}'),
            ("iam_list_access_keys", {"stale": True}, '{"AccessKeyMetadata": []}'),
        ],
        id="aws-sg",
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
