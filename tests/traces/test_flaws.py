"""What a column counts, or what only a failed call asked for, cannot be said not to be; states of days are judged."""

from __future__ import annotations

import json

import pytest

from tests.traces.asked import findings_on

LANES = (
    "lane      boxes   mean_s  retries\nlane-a1   1410    4.1     0\nlane-b2   1388    4.3     0\n"
    "lane-c3   1295    7.9     6\nlane-d4   1302    7.4     2"
)
CLEAN = LANES.replace("6\n", "0\n").replace("7.4     2", "7.4     0")
ZH_LANES = "线路,箱数,重试次数\n甲线,1410,0\n乙线,1388,0\n丙线,1295,6"
LEAVES = json.dumps(
    [
        {"req": "V-71", "who": "W-12", "from": "2026-08-03", "to": "2026-08-07", "status": "APPROVED"},
        {"req": "V-72", "who": "W-15", "from": "2026-08-10", "to": "2026-08-14", "status": "PENDING"},
    ]
)
REFUSED = {"error": {"code": 403, "message": "missing scope: keys.read"}}


@pytest.mark.parametrize(
    ("board", "answer", "is_found"),
    [
        pytest.param(LANES, "The belt ran without retries on all four lanes.", True, id="on-all"),
        pytest.param(CLEAN, "The belt ran without retries on all four lanes.", False, id="on-all-and-so"),
        pytest.param(LANES, "lane-a1 and lane-b2 ran without retries.", False, id="on-named-rows"),
        pytest.param(LANES, "lane-c3 ran without retries.", True, id="on-a-named-row"),
        pytest.param(LANES, "The new belt ran without retries.", False, id="on-what-is-not-named"),
        pytest.param(LANES, "All lanes except lane-c3 and lane-d4 ran without retries.", False, id="on-all-but-some"),
        pytest.param(LANES, "All lanes should run without retries once the belt is fixed.", False, id="on-what-will-be"),
        pytest.param(LANES, "All lanes ran without retries. Well, lane-c3 had 6 retries.", False, id="told-elsewhere"),
        pytest.param(ZH_LANES, "所有线路均无重试。", True, id="zh-on-all"),
        pytest.param(ZH_LANES, "甲线、乙线没有重试。", False, id="zh-on-named-rows"),
    ],
)  # fmt: skip
def test_a_flaw_that_a_column_counts_cannot_be_denied(board, answer, is_found):
    found = findings_on(answer, ("read_board", {}, board))
    assert ("overclaimed_absence" in found) is is_found, found


@pytest.mark.parametrize(
    ("answer", "reply", "is_found"),
    [
        pytest.param("The key `gate-k7` has not been used since May.", REFUSED, True, id="refused"),
        pytest.param("The key `gate-k7` has not been used since May.", {"key": "gate-k7", "uses": []}, False, id="answered"),
        pytest.param("Whether the key `gate-k7` has not been used is unknown.", REFUSED, False, id="unknown"),
        pytest.param("Its use could not be checked; the key `gate-k7` was not used by me.", REFUSED, False, id="told-so"),
        pytest.param("密钥 `gate-k7` 自创建以来从未被使用。", REFUSED, True, id="zh-refused"),
    ],
)  # fmt: skip
def test_no_use_cannot_be_told_where_the_call_for_it_failed(answer, reply, is_found):
    listed = ("list_keys", {"site": "mill"}, {"keys": [{"key": "gate-k7", "made": "2026-04-02"}]})
    found = findings_on(answer, listed, ("key_usage", {"key": "gate-k7"}, reply))
    assert ("overclaimed_absence" in found) is is_found, found


@pytest.mark.parametrize(
    ("answer", "is_found"),
    [
        pytest.param("Her five days, 3–7 August, are still pending.", True, id="span-of-another-state"),
        pytest.param("Her five days, 3–7 August, are approved.", False, id="span-own"),
        pytest.param("His days, 10–14 August, are still pending.", False, id="other-span-own"),
        pytest.param("Two days, 3 and 14 August, are still pending.", False, id="days-of-two-records"),
    ],
)
def test_days_written_as_a_span_name_their_record(answer, is_found):
    found = findings_on(
        answer, ("list_leaves", {}, LEAVES), ("leave_policy", {"topic": "leave"}, {"max": 30})
    )
    assert ("altered" in found) is is_found, found


PODS = (
    "NAME                 READY   STATUS        NODE\nmill-api-7f9c-x2k     1/1     Terminating   hill-2\n"
    "mill-api-7f9c-q8d     0/1     Pending       <none>\nmill-web-55d8-k4m     1/1     Running       hill-3"
)


@pytest.mark.parametrize(
    ("answer", "is_found"),
    [
        pytest.param("The new pod of `mill-api` is running on `hill-3`.", True, id="no-row-runs"),
        pytest.param("`mill-api` 的新 Pod 已在 `hill-3` 上运行。", True, id="zh-no-row-runs"),
        pytest.param("The pod of `mill-web` is running on `hill-3`.", False, id="a-row-runs"),
        pytest.param("The new pod of `mill-api` is not running.", False, id="denied"),
        pytest.param("The proxy in front of `mill-api` is running.", False, id="something-else-of-it"),
        pytest.param("`mill-api` 的数据库已在 `hill-3` 上运行。", False, id="zh-something-else-of-it"),
        pytest.param("The pod of `mill-api` is running out of memory.", False, id="another-sense"),
        pytest.param("Once a node is free, `mill-api` is running again.", False, id="to-come"),
    ],
)
def test_what_no_row_shows_running_is_not_running(answer, is_found):
    found = findings_on(answer, ("kubectl", {"cmd": "get pods -o wide"}, PODS))
    assert bool({"altered", "unsupported"} & set(found)) is is_found, found


def test_what_was_started_since_may_be_running():
    started = ("restart_service", {"name": "mill-api"}, "ok")
    found = findings_on("`mill-api` is running on `hill-3`.", ("kubectl", {"cmd": "get pods"}, PODS), started)
    assert not {"altered", "unsupported"} & set(found)
