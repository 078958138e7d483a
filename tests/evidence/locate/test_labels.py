"""A label in front of a quote: its source, the heading it stands below, the record it comes from; and no other."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

MAIL = "===== Zenith =====\nKind: PROBLEM\nDetail: SSH CRITICAL on db-7, 3 of 3 tries\n===== Apex =====\nDetail: PING OK on db-7\n"
PING = "--- 10.9.0.5 ping statistics ---\n20 packets transmitted, 18 received\nrtt min/avg/max = 3.1/4.7/9.2 ms\n"
LOAD = "写入测试（800 客户端，10 分钟）：\n  QPS 平均 4,120\n  错误率 0.3%\n读取测试（800 客户端）：\n  QPS 平均 9,900\n"
JOURNAL = (
    '{"_HOSTNAME":"mq-4","SYSLOG_IDENTIFIER":"relay","MESSAGE":"91F4A: dropped after 4 retries, peer mq-9"}'
)
LINE = 'host=edge-2 svc=cart peer=edge-5 msg="upstream closed after 20 ms"'


def decision(excerpt: str, text: str) -> str:
    return match_excerpt(excerpt, text).decision


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("Zenith: SSH CRITICAL on db-7", MAIL, id="ruled-heading"),
        pytest.param("[Zenith]: SSH CRITICAL on db-7", MAIL, id="ruled-heading-in-brackets"),
        pytest.param("10.9.0.5: rtt min/avg/max = 3.1/4.7/9.2 ms", PING, id="first-word-of-a-ruled-heading"),
        pytest.param("写入测试：QPS 平均 4120", LOAD, id="zh-heading-without-its-remark"),
        pytest.param("Ports: tcp 8080 is open", "Ports:\n  tcp 8080 is open\nUsers:\n  6 are online", id="heading"),
        pytest.param("mq-4 relay: 91F4A: dropped after 4 retries", JOURNAL, id="host-and-program"),
        pytest.param("edge-2/cart: upstream closed after 20 ms", LINE, id="host-and-service"),
        pytest.param("apache error.log: worker 12 exited with 139", "[error] worker 12 exited with 139", id="file"),
        pytest.param("kubelet log: worker 12 exited with 139", "[error] worker 12 exited with 139", id="log-of-a-program"),
        pytest.param("conf/app.yaml: workers = 12", "workers = 12\nport = 80", id="path"),
        pytest.param("worker 12 exited with 139 (source: apache log)", "[error] worker 12 exited with 139", id="source-behind"),
        pytest.param("进程 12 异常退出，码 139（来源：网关日志）", "进程 12 异常退出，码 139", id="zh-source-behind"),
        pytest.param("`let cap = 40;` (src/ring.rs:9)", "src/ring.rs:9:let cap = 40;\nsrc/ring.rs:12:let low = 4;", id="place-behind"),
        pytest.param("`let low = 4;` (src/ring.rs:12)", "src/ring.rs:9:let cap = 40;\nsrc/ring.rs:12:let low = 4;", id="place-behind-in-a-later-line"),
        pytest.param("hop 3: 10.4.0.1 11.2 ms", " 2  10.2.0.1  4.1 ms\n 3  10.4.0.1  11.2 ms", id="what-is-numbered"),
    ],
)  # fmt: skip
def test_a_label_of_the_text_or_its_source_may_stand_in_front(excerpt, text):
    assert decision(excerpt, text) == "accept"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("Apex: SSH CRITICAL on db-7", MAIL, id="heading-below"),
        pytest.param("[Apex]: SSH CRITICAL on db-7", MAIL, id="heading-below-in-brackets"),
        pytest.param("Zenith: PING OK on db-7", MAIL, id="heading-above-another"),
        pytest.param("读取测试：QPS 平均 4120", LOAD, id="zh-other-heading"),
        pytest.param("mq-9 relay: 91F4A: dropped after 4 retries", JOURNAL, id="host-that-is-only-mentioned"),
        pytest.param("web-a: closed at 9 ms", "host=web-a msg=opened\nhost=web-b msg=closed at 9 ms", id="another-record"),
        pytest.param("`let cap = 40;` (src/ring.rs:12)", "src/ring.rs:9:let cap = 40;\nsrc/ring.rs:12:let low = 4;", id="another-place"),
        pytest.param("hop 2: 10.4.0.1 11.2 ms", " 2  10.2.0.1  4.1 ms\n 3  10.4.0.1  11.2 ms", id="another-number"),
        pytest.param("worker 12 exited with 139 (fixed since)", "[error] worker 12 exited with 139", id="a-remark-behind"),
    ],
)  # fmt: skip
def test_the_label_of_something_else_is_another_origin(excerpt, text):
    assert decision(excerpt, text) == "mismatch"
