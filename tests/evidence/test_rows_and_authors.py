"""A value at the end of a branch is told of that branch, and words of whoever wrote them."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

TREE = (
    "req 77c GET /seats 910ms\n"
    "├─ edge       GET /seats     910ms\n"
    "│  ├─ login   CheckToken     14ms\n"
    "│  └─ ledger  Reserve        880ms  retries=3\n"
    "└─ notify     Send           6ms    error=true"
)
FOREST = "init(1)\n |-sshd(410) cpu=2\n |-nginx(512) cpu=9 rss=88\n `-cron(530) cpu=1 rss=4"
MAIL = (
    "> On Monday, Olga wrote:\n"
    "> > Shall we open the sluice at 6:30?\n"
    "> No, the lower field is still wet.\n"
    "Then we wait until Thursday.\n"
    "-- Pavel"
)


def decision(excerpt: str, text: str) -> str:
    return match_excerpt(excerpt, text).decision


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("login CheckToken 14ms error=true", TREE, id="from-below"),
        pytest.param("login CheckToken 14ms retries=3", TREE, id="from-sibling"),
        pytest.param("login CheckToken 14ms … retries=3", TREE, id="shown"),
        pytest.param("sshd(410) cpu=2 rss=88", FOREST, id="process"),
        pytest.param("Pavel wrote: Shall we open the sluice at 6:30?", MAIL, id="deeper-quote"),
        pytest.param("Pavel wrote: No, the lower field is still wet.", MAIL, id="quoted-answer"),
    ],
)
def test_what_is_of_another_row_or_author_is_refused(excerpt, text):
    assert decision(excerpt, text) == "mismatch"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("ledger Reserve 880ms retries=3", TREE, id="own-end"),
        pytest.param("notify Send 6ms error=true", TREE, id="own-end-outer"),
        pytest.param("nginx(512) cpu=9 rss=88", FOREST, id="own-process"),
        pytest.param("Olga wrote: Shall we open the sluice at 6:30?", MAIL, id="own-author"),
        pytest.param("Pavel wrote: Then we wait until Thursday.", MAIL, id="own-signature"),
    ],
)
def test_what_is_of_its_own_row_or_author_is_accepted(excerpt, text):
    assert decision(excerpt, text) == "accept"


SYSLOG = (
    "Mar  9 05:10:44 gw-2 kernel: [4071.220118] sdb: reset after 30 s\n"
    "Mar  9 05:10:46 gw-2 kernel: [4073.009871] sdb: link up at 6 Gbps\n"
    "Mar  9 05:10:47 gw-3 kernel: [9120.551002] sdb: offline"
)
ACCESS = (
    '10.8.0.4 - - [09/Mar/2028:05:10:01 +0000] "GET /seats HTTP/2" 500 12\n'
    '10.8.0.9 - - [09/Mar/2028:05:10:02 +0000] "GET /seats HTTP/2" 200 71\n'
    '10.8.0.4 - - [09/Mar/2028:05:10:05 +0000] "GET /seats HTTP/2" 503 19'
)


@pytest.mark.parametrize(
    ("excerpt", "text", "expected"),
    [
        pytest.param("sdb: reset after 30 s; sdb: link up at 6 Gbps", SYSLOG, "accept", id="one-host"),
        pytest.param("sdb: link up at 6 Gbps; sdb: offline", SYSLOG, "mismatch", id="two-hosts"),
        pytest.param('"GET /seats HTTP/2" 500 12 … "GET /seats HTTP/2" 503 19', ACCESS, "accept", id="one-client"),
        pytest.param('10.8.0.4 - - [09/Mar/2028:05:10:01 +0000] "GET /seats HTTP/2" … 200 71', ACCESS, "mismatch", id="two-clients"),
    ],
)  # fmt: skip
def test_lines_of_one_origin_are_quoted_together_and_of_two_are_not(excerpt, text, expected):
    assert decision(excerpt, text) == expected


EVENTS = (
    "Events:\n"
    "  Type     Reason          Age                From                  Message\n"
    "  Normal   Pulled          9m                 kubelet               Container image present\n"
    "  Warning  BackOffRestart1 7m                 kubelet               Back-off restarting container cart\n"
    "  Warning  Unhealthy       2m (x3 over 8m)    kubelet               Liveness probe failed on port 8181"
)
HOURS = "HARBOUR MUSEUM VISITS\nThe lower deck is shut from 9 March for about five weeks.\nEntry costs 7 EUR."


@pytest.mark.parametrize(
    ("excerpt", "text", "expected"),
    [
        pytest.param("Type: Warning, Reason: BackOffRestart1, Age: 7m, From: kubelet, Message: Back-off restarting container cart", EVENTS, "accept", id="column-filled"),
        pytest.param("Type: Warning, Reason: BackOffRestart1, Age: 9m, From: kubelet", EVENTS, "mismatch", id="age-of-another"),
        pytest.param('Museum page: "The lower deck is shut from 9 March for about five weeks."', HOURS, "accept", id="page-label"),
        pytest.param('Upper deck page: "The lower deck is shut from 9 March for about five weeks."', HOURS, "mismatch", id="label-with-a-value"),
        pytest.param("据“北岸日报”5月9日报道，新港开工", "据《北岸日报》5月9日报道，新港开工。", "accept", id="zh-title-marks"),
        pytest.param("据“江口晚报”5月9日报道，新港开工", "据《北岸日报》5月9日报道，新港开工。", "mismatch", id="zh-another-title"),
        pytest.param("夜间值班须两人在场的", "一、夜间值班须两人在场。二、白班一人。", "uncertain", id="zh-particle-added"),
        pytest.param("夜间值班须三人在场的", "一、夜间值班须两人在场。二、白班一人。", "mismatch", id="zh-particle-and-value"),
    ],
)  # fmt: skip
def test_how_it_is_told_is_presentation_and_what_is_told_is_not(excerpt, text, expected):
    assert decision(excerpt, text) == expected


def test_an_octal_escape_of_a_terminal_is_no_code_point():
    assert decision("queue mail-3 holds 900 messages", "\\033[K queue mail-3 holds 900 messages") == "accept"
