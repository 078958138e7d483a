"""What is denied of a span of time is held against the dated lines within it."""

from __future__ import annotations

import pytest

from tests.traces.asked import Reply, findings_on

WARNED = "2025-05-02 08:01:10 WARN  oven-1 damper sticks batch=77"
CRACKED = "2025-05-02 08:03:44 ERROR oven-2 glaze cracked batch=77"
RESET = "2025-05-02 08:15:20 INFO  oven-1 timer reset"
BEAT = "2025-05-02 08:40:05 INFO  oven-2 heartbeat ok"
CRACKED_AGAIN = "2025-05-02 08:51:30 ERROR oven-1 glaze cracked batch=77"


def log(*lines: str) -> Reply:
    return ("get_log", {"of": "all"}, "\n".join(lines))


def logins(last: str) -> Reply:
    first = ("2025-06-01T10:00:00Z failed login user=kim", "2025-06-02T11:00:00Z login ok user=kim")
    return log(*first, f"2025-06-05T09:00:00Z {last} user=lee")


def deploys(last: str) -> Reply:
    head = "id     service   started   status"
    rows = "d-1   cart   09:10:00   succeeded\nd-2   cart   11:20:00   rolled_back"
    return ("deploys", {}, f"{head}\n{rows}\nd-3   search   {last}   succeeded")


def alarms(*fired: str) -> Reply:
    rows = [{"alert": f"alarm-{number}", "fired_at": at} for number, at in enumerate(fired)]
    return ("alerts", {"list": "alerts"}, rows)


THEN = (WARNED, CRACKED, RESET, BEAT)
QUIET, BROKEN = log(*THEN), log(*THEN, CRACKED_AGAIN)
ZH_QUIET, ZH_BROKEN = (
    (tool, arguments, text.replace("glaze cracked", "釉裂错误")) for tool, arguments, text in (QUIET, BROKEN)
)
BROKEN_AT_RESET = log(WARNED, CRACKED, "2025-05-02 08:15:20 ERROR oven-1 timer reset failed", BEAT)
WARNED_LATE = log(CRACKED, WARNED.replace("08:01", "08:06"), RESET, BEAT)

CASES = [
    pytest.param("After 08:03:44 there were no further glaze errors.", BROKEN, QUIET, id="after"),
    pytest.param("No glaze errors were logged since 08:10.", BROKEN, QUIET, id="since"),
    pytest.param("Before 08:05 there were no damper warnings.", QUIET, WARNED_LATE, id="before"),
    pytest.param("Between 08:10 and 08:30 no errors were logged.", BROKEN_AT_RESET, QUIET, id="between"),
    pytest.param("08:10 到 08:30 之间没有错误。", BROKEN_AT_RESET, QUIET, id="zh-between"),
    pytest.param("The last glaze error was at 08:03:44; none followed.", BROKEN, QUIET, id="last"),
    pytest.param(
        "No deploys of search happened after 12:00.", deploys("13:05:00"), deploys("11:40:00"), id="of-a-kind"
    ),
    pytest.param(
        "No alerts fired after 14:00.",
        alarms("2025-03-01T13:20:00Z", "2025-03-01T14:45:00Z"),
        alarms("2025-03-01T13:20:00Z"),
        id="records",
    ),
    pytest.param("08:03:44 之后没有再出现釉裂错误。", ZH_BROKEN, ZH_QUIET, id="zh-after"),
    pytest.param(
        "16:20 之后再没有 OOMKilled 事件。",
        log("15:58:02 pod-a OOMKilled", "16:05:10 pod-b Started", "16:31:44 pod-c OOMKilled"),
        log("15:58:02 pod-a OOMKilled", "16:05:10 pod-b Started", "16:31:44 pod-c Started"),
        id="zh-after-of-events",
    ),
    pytest.param(
        "There have been no failed logins since 2025-06-03.",
        logins("failed login"),
        logins("login ok"),
        id="since-a-day",
    ),
    pytest.param(
        "The upstream timeouts stopped at 10:12.",
        log("10:08:01 upstream timeout a", "10:11:59 upstream timeout b", "10:44:10 upstream timeout c"),
        log("10:08:01 upstream timeout a", "10:11:59 upstream timeout b", "10:44:10 request ok"),
        id="stopped",
    ),
]


@pytest.mark.parametrize(("answer", "otherwise", "so"), CASES)
def test_denied_of_a_span_is_refuted_by_a_line_in_it(answer: str, otherwise: Reply, so: Reply) -> None:
    assert "overclaimed_absence" in findings_on(answer, otherwise)
    assert not {"altered", "unsupported", "overclaimed_absence"} & {*findings_on(answer, so)}


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
