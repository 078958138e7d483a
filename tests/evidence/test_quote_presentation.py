"""Small changes of presentation that change no value, and their neighbours that do."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

LAB = "Buffer C measured 6.91 instead of 7.40 ± 0.05 on 3 May; gusts of 6 to 7, rising to 9 at times."
TESTS = "==== 3 failed, 128 passed, 4 skipped, 1 error in 41.07s ===="
SHARD = "shard 7 has 140 tests: 128 passed, 3 failed, 9 skipped"
SHIPPED = "单号：GX77\n2031-04-02 08:11 【成都】包裹离开 成都集散中心\n2031-04-03 19:40 【西安】包裹到达 西安集散中心"
BUILD = "#9 12.01 --- FAIL: TestLease (0.02s)\n#9 12.04     lease_test.go:31: got 5 leases, want 4\n#9 12.20 ok  edge/mux"
CALL = 'An error occurred when calling the CopyObject operation: User: role/exporter is not allowed to perform: s3:CopyObject on resource: "bucket/a" since no policy of the account allows it'
CHECK = "年检提示：您的车检已完成，左前胎压1.7（偏低）。建议两周内补气，如遇方向跑偏须立刻停驶。"
TRACE = "10:00:01 ERROR 1 --- [exec-3] servlet : threw exception\njava.sql.SQLException: pool-1 - No connection within 30001ms\n10:00:02 INFO 1 --- [exec-4] servlet : retry of pool-2 - worked at once"
POD = "status: running\nreason: evicted by the kubelet for disk pressure"


@pytest.mark.parametrize(
    ("excerpt", "text", "decision"),
    [
        pytest.param("Buffer C measured 6.91 instead of 7.40 +/- 0.05", LAB, "accept", id="plus-minus"),
        pytest.param("Buffer C measured 6.91 instead of 7.40 +/- 0.06", LAB, "mismatch", id="plus-minus-changed"),
        pytest.param("Buffer C measured 6.91 instead of 7.40 + 0.05", LAB, "mismatch", id="plus-alone"),
        pytest.param("gusts of 6–7, rising to 9 at times", LAB, "accept", id="range-with-a-dash"),
        pytest.param("gusts of 6–8, rising to 9 at times", LAB, "mismatch", id="range-changed"),
        pytest.param("gusts of 7–6, rising to 9 at times", LAB, "mismatch", id="range-turned"),
        pytest.param("128 passed, 3 failed, 1 error, 4 skipped in 41.07s", TESTS, "accept", id="counts-reordered"),
        pytest.param("9 skipped, 128 passed, 3 failed", SHARD, "accept", id="counts-of-a-sum"),
        pytest.param("9 skipped, 140 tests, 3 failed", SHARD, "mismatch", id="sum-as-one-of-its-counts"),
        pytest.param("3 failed, 128 passed in 41.07s", TESTS, "accept", id="counts-left-out"),
        pytest.param("3 passed, 128 failed, 4 skipped in 41.07s", TESTS, "mismatch", id="counts-exchanged"),
        pytest.param("128 passed, 2 failed in 41.07s", TESTS, "mismatch", id="count-changed"),
        pytest.param("[西安]包裹到达西安集散中心 2031-04-03 19:40", SHIPPED, "accept", id="time-behind-its-line"),
        pytest.param("[西安]包裹到达西安集散中心 2031-04-02 08:11", SHIPPED, "mismatch", id="time-of-another-line"),
        pytest.param("--- FAIL: TestLease (0.02s) lease_test.go:31: got 5 leases, want 4", BUILD, "accept", id="step-in-front-of-lines"),
        pytest.param("--- FAIL: TestLease (0.02s) ok edge/mux", BUILD, "mismatch", id="lines-not-neighbours"),
        pytest.param("when calling the CopyObject operation: … since no policy of the account allows it", CALL, "accept", id="mark-in-a-sentence"),
        pytest.param("年检提示：……如遇方向跑偏须立刻停驶", CHECK, "accept", id="mark-behind-a-heading"),
        pytest.param("status: … evicted by the kubelet for disk pressure", POD, "mismatch", id="mark-before-another-value"),
        pytest.param("10:00:01 ERROR … No connection within 30001ms", TRACE, "accept", id="mark-in-a-record"),
        pytest.param("10:00:01 ERROR … retry of pool-2 - worked at once", TRACE, "mismatch", id="mark-into-another-record"),
    ],
)  # fmt: skip
def test_presentation_is_forgiven_and_a_value_never(excerpt, text, decision):
    assert match_excerpt(excerpt, text).decision == decision


def test_counts_of_three_states_are_not_too_generic():
    assert match_excerpt("6 failed, 4 passed in 9.1s", "6 failed, 4 passed in 9.1s").decision == "accept"
    assert match_excerpt("6 failed", "6 failed, 4 passed in 9.1s").decision == "too_short"


@pytest.mark.parametrize(
    "pair",
    [
        "00:30 ~ 02:00/00:30~02:00",
        "10 ~ 20/10~20",
        "9:00 – 17:30/9:00–17:30",
        "8 — 12/8-12",
        "3 至 5/3至5",
        "6 ～ 8/6～8",
        "-5 ~ -3/-5~-3",
    ],
)
def test_a_mark_between_the_ends_of_a_range_may_stand_apart(pair):
    one, other = pair.split("/")
    for said, quoted in ((one, other), (other, one)):
        assert match_excerpt(f"hall B: {quoted} h", f"hall B: {said} h, daily").decision == "accept"
        assert match_excerpt(f"hall B: {quoted[:-1]}4 h", f"hall B: {said} h, daily").decision != "accept"


def test_a_sign_of_about_is_none_of_a_range():
    assert match_excerpt("it took 40 s in all", "it took ~ 40 s in all").decision != "accept"
    assert match_excerpt("code 200 40 s later", "code 200 ~40 s later").decision != "accept"
