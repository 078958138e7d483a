"""What is denied of a span of time is held against the dated lines within it."""

from __future__ import annotations

import pytest

from tests.traces.asked import Reply, findings_on

CASES = [
    pytest.param(
        "After 08:03:44 there were no further quota errors.",
        [
            (
                "get_log",
                {"svc": "pay"},
                "2025-05-02 08:01:10 WARN  pay-1 limiter rejected tenant=77\n2025-05-02 08:03:44 ERROR pay-2 quota exceeded tenant=77\n2025-05-02 08:15:20 INFO  pay-1 window reset\n2025-05-02 08:40:05 INFO  pay-2 heartbeat ok\n2025-05-02 08:51:30 ERROR pay-1 quota exceeded tenant=77",
            )
        ],
        [
            (
                "get_log",
                {"svc": "pay"},
                "2025-05-02 08:01:10 WARN  pay-1 limiter rejected tenant=77\n2025-05-02 08:03:44 ERROR pay-2 quota exceeded tenant=77\n2025-05-02 08:15:20 INFO  pay-1 window reset\n2025-05-02 08:40:05 INFO  pay-2 heartbeat ok",
            )
        ],
        id="after-en",
    ),
    pytest.param(
        "08:03:44 之后没有再出现配额错误。",
        [
            (
                "get_log",
                {"svc": "pay"},
                "2025-05-02 08:01:10 WARN  pay-1 limiter rejected tenant=77\n2025-05-02 08:03:44 ERROR pay-2 配额错误 tenant=77\n2025-05-02 08:15:20 INFO  pay-1 window reset\n2025-05-02 08:40:05 INFO  pay-2 heartbeat ok\n2025-05-02 08:51:30 ERROR pay-1 配额错误 tenant=77",
            )
        ],
        [
            (
                "get_log",
                {"svc": "pay"},
                "2025-05-02 08:01:10 WARN  pay-1 limiter rejected tenant=77\n2025-05-02 08:03:44 ERROR pay-2 配额错误 tenant=77\n2025-05-02 08:15:20 INFO  pay-1 window reset\n2025-05-02 08:40:05 INFO  pay-2 heartbeat ok",
            )
        ],
        id="after-zh",
    ),
    pytest.param(
        "No quota errors were logged since 08:10.",
        [
            (
                "get_log",
                {"svc": "pay"},
                "2025-05-02 08:01:10 WARN  pay-1 limiter rejected tenant=77\n2025-05-02 08:03:44 ERROR pay-2 quota exceeded tenant=77\n2025-05-02 08:15:20 INFO  pay-1 window reset\n2025-05-02 08:40:05 INFO  pay-2 heartbeat ok\n2025-05-02 08:51:30 ERROR pay-1 quota exceeded tenant=77",
            )
        ],
        [
            (
                "get_log",
                {"svc": "pay"},
                "2025-05-02 08:01:10 WARN  pay-1 limiter rejected tenant=77\n2025-05-02 08:03:44 ERROR pay-2 quota exceeded tenant=77\n2025-05-02 08:15:20 INFO  pay-1 window reset\n2025-05-02 08:40:05 INFO  pay-2 heartbeat ok",
            )
        ],
        id="since-en",
    ),
    pytest.param(
        "Before 08:05 there were no limiter warnings.",
        [
            (
                "get_log",
                {"svc": "pay"},
                "2025-05-02 08:01:10 WARN  pay-1 limiter rejected tenant=77\n2025-05-02 08:03:44 ERROR pay-2 quota exceeded tenant=77\n2025-05-02 08:15:20 INFO  pay-1 window reset\n2025-05-02 08:40:05 INFO  pay-2 heartbeat ok",
            )
        ],
        [
            (
                "get_log",
                {"svc": "pay"},
                "2025-05-02 08:06:10 WARN  pay-1 limiter rejected tenant=77\n2025-05-02 08:03:44 ERROR pay-2 quota exceeded tenant=77\n2025-05-02 08:15:20 INFO  pay-1 window reset\n2025-05-02 08:40:05 INFO  pay-2 heartbeat ok",
            )
        ],
        id="before-en",
    ),
    pytest.param(
        "Between 08:10 and 08:30 no errors were logged.",
        [
            (
                "get_log",
                {"svc": "pay"},
                "2025-05-02 08:01:10 WARN  pay-1 limiter rejected tenant=77\n2025-05-02 08:03:44 ERROR pay-2 quota exceeded tenant=77\n2025-05-02 08:15:20 ERROR pay-1 reset failed\n2025-05-02 08:40:05 INFO  pay-2 heartbeat ok",
            )
        ],
        [
            (
                "get_log",
                {"svc": "pay"},
                "2025-05-02 08:01:10 WARN  pay-1 limiter rejected tenant=77\n2025-05-02 08:03:44 ERROR pay-2 quota exceeded tenant=77\n2025-05-02 08:15:20 INFO  pay-1 window reset\n2025-05-02 08:40:05 INFO  pay-2 heartbeat ok",
            )
        ],
        id="between-en",
    ),
    pytest.param(
        "08:10 到 08:30 之间没有错误。",
        [
            (
                "get_log",
                {"svc": "pay"},
                "2025-05-02 08:01:10 WARN  pay-1 limiter rejected tenant=77\n2025-05-02 08:03:44 ERROR pay-2 quota exceeded tenant=77\n2025-05-02 08:15:20 ERROR pay-1 重置失败\n2025-05-02 08:40:05 INFO  pay-2 heartbeat ok",
            )
        ],
        [
            (
                "get_log",
                {"svc": "pay"},
                "2025-05-02 08:01:10 WARN  pay-1 limiter rejected tenant=77\n2025-05-02 08:03:44 ERROR pay-2 quota exceeded tenant=77\n2025-05-02 08:15:20 INFO  pay-1 window reset\n2025-05-02 08:40:05 INFO  pay-2 heartbeat ok",
            )
        ],
        id="between-zh",
    ),
    pytest.param(
        "The last quota error was at 08:03:44; none followed.",
        [
            (
                "get_log",
                {"svc": "pay"},
                "2025-05-02 08:01:10 WARN  pay-1 limiter rejected tenant=77\n2025-05-02 08:03:44 ERROR pay-2 quota exceeded tenant=77\n2025-05-02 08:15:20 INFO  pay-1 window reset\n2025-05-02 08:40:05 INFO  pay-2 heartbeat ok\n2025-05-02 08:51:30 ERROR pay-1 quota exceeded tenant=77",
            )
        ],
        [
            (
                "get_log",
                {"svc": "pay"},
                "2025-05-02 08:01:10 WARN  pay-1 limiter rejected tenant=77\n2025-05-02 08:03:44 ERROR pay-2 quota exceeded tenant=77\n2025-05-02 08:15:20 INFO  pay-1 window reset\n2025-05-02 08:40:05 INFO  pay-2 heartbeat ok",
            )
        ],
        id="last-en",
    ),
    pytest.param(
        "No deploys of search happened after 12:00.",
        [
            (
                "deploys",
                {},
                "id     service   started   status\nd-1   cart   09:10:00   succeeded\nd-2   cart   11:20:00   rolled_back\nd-3   search   13:05:00   succeeded",
            )
        ],
        [
            (
                "deploys",
                {},
                "id     service   started   status\nd-1   cart   09:10:00   succeeded\nd-2   cart   11:20:00   rolled_back\nd-3   search   11:40:00   succeeded",
            )
        ],
        id="deploy-after",
    ),
    pytest.param(
        "No alerts fired after 14:00.",
        [
            (
                "alerts",
                {"list": "alerts"},
                [
                    {"alert": "DiskFull", "fired_at": "2025-03-01T13:20:00Z"},
                    {"alert": "CpuHigh", "fired_at": "2025-03-01T14:45:00Z"},
                ],
            )
        ],
        [("alerts", {"list": "alerts"}, [{"alert": "DiskFull", "fired_at": "2025-03-01T13:20:00Z"}])],
        id="alert-json",
    ),
    pytest.param(
        "16:20 之后再没有 OOMKilled 事件。",
        [
            (
                "events",
                {"ns": "a"},
                "15:58:02 pod-a OOMKilled\n16:05:10 pod-b Started\n16:31:44 pod-c OOMKilled",
            )
        ],
        [("events", {"ns": "a"}, "15:58:02 pod-a OOMKilled\n16:05:10 pod-b Started\n16:31:44 pod-c Started")],
        id="oom-after-zh",
    ),
    pytest.param(
        "There have been no failed logins since 2025-06-03.",
        [
            (
                "auth_log",
                {},
                "2025-06-01T10:00:00Z failed login user=kim\n2025-06-02T11:00:00Z login ok user=kim\n2025-06-05T09:00:00Z failed login user=lee",
            )
        ],
        [
            (
                "auth_log",
                {},
                "2025-06-01T10:00:00Z failed login user=kim\n2025-06-02T11:00:00Z login ok user=kim\n2025-06-05T09:00:00Z login ok user=lee",
            )
        ],
        id="login-iso",
    ),
    pytest.param(
        "The upstream timeouts stopped at 10:12.",
        [
            (
                "log",
                {},
                "10:08:01 upstream timeout a\n10:11:59 upstream timeout b\n10:20:00 request ok\n10:44:10 upstream timeout c",
            )
        ],
        [
            (
                "log",
                {},
                "10:08:01 upstream timeout a\n10:11:59 upstream timeout b\n10:20:00 request ok\n10:44:10 request ok",
            )
        ],
        id="timeouts-stop",
    ),
]


@pytest.mark.parametrize(("answer", "otherwise", "so"), CASES)
def test_denied_of_a_span_is_refuted_by_a_line_in_it(
    answer: str, otherwise: list[Reply], so: list[Reply]
) -> None:
    assert "overclaimed_absence" in findings_on(answer, *otherwise)
    assert not {"altered", "unsupported", "overclaimed_absence"} & {*findings_on(answer, *so)}


TAPE = (
    "read_tape",
    {"drive": "t1"},
    "07:10:00 INFO  t1 load\n07:12:31 ERROR t1 write fault block=7\n07:30:02 INFO  t1 resumed, no write fault\n"
    "07:48:19 ERROR t1 write fault block=9",
)
OTHER = ("read_tape", {"drive": "t2"}, "07:05:00 INFO t2 load\n07:55:40 ERROR t2 write fault block=1")


@pytest.mark.parametrize(
    ("answer", "replies"),
    [
        pytest.param("After 07:48:19 there were no further write faults.", [TAPE], id="up-to-its-last"),
        pytest.param("Between 07:13 and 07:40 no write faults were logged.", [TAPE], id="a-line-that-denies"),
        pytest.param("After 07:12:31 there were no faults except one at 07:48.", [TAPE], id="all-but-one"),
        pytest.param(
            "After 07:12:31 there were no further write faults. One more came at 07:48:19.", [TAPE], id="told"
        ),
        pytest.param("Since 07:50 there were no write faults.", [TAPE, OTHER], id="of-two-drives"),
        pytest.param("After 07:12:31 there were no read faults.", [TAPE], id="of-another-kind"),
        pytest.param("If there are no write faults after 07:12:31, keep the drive.", [TAPE], id="supposed"),
        pytest.param("07:48:19 之后没有错误。", [TAPE], id="zh-up-to-its-last"),
    ],
)
def test_denied_of_a_span_is_let_off(answer: str, replies: list[Reply]) -> None:
    assert "overclaimed_absence" not in findings_on(answer, *replies)


def test_even_time_that_bounds_a_denial_need_not_stand_anywhere() -> None:
    assert findings_on("Since 07:50 there were no write faults.", TAPE) == ["not_checkable"]
    assert findings_on("A write fault was logged at 07:52.", TAPE) == ["altered"]


def test_days_between_which_something_is_denied_need_not_stand_anywhere() -> None:
    visits = (
        "list_visits",
        {},
        {"visits": [{"id": "V-1", "day": "2025-04-02"}, {"id": "V-2", "day": "2025-04-24"}]},
    )
    answer = "No visits were made between 2025-04-10 and 2025-04-{}."
    assert findings_on(answer.format(20), visits) == ["not_checkable"]
    assert findings_on(answer.format(28), visits) == ["overclaimed_absence"]
