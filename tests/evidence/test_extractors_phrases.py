"""Which sentences say that nothing matched, which that the call failed, and which say neither."""

from __future__ import annotations

import pytest

from evidencelab.evidence.extractors.phrases import says_call_failed, says_nothing_matched

NOTHING = """
No resources found in cart namespace.
No resources found
no matching alerts
未找到匹配的日志
没有找到匹配的知识
No logs found matching 'connection refused' in the last 15m
No errors found in the last 1h
There are no active alerts.
No data
(0 rows)
0 rows in set
Empty set (0.00 sec)
-- No entries --
Query returned no results.
Your search did not match any documents
Found 0 pods
查询结果为空
共 0 条记录
暂无数据
未检索到 inventory-service 的连接池超时日志
没有匹配的记录
当前没有活跃的告警
Result: no alerts firing
No alerts are currently firing
No logs found for pod cart-1 in namespace default between 10:00 and 11:00.
Nothing found.
未查询到相关日志，共0条
Search completed: no matching log entries
no rows selected
No metric data found for the given query
未发现匹配的告警。
""".strip().split("\n")

FAILED = """
Error from server (Forbidden): pods is forbidden: User "x" cannot list resource
No permission to list pods
查询失败
请求超时
Network error while fetching rules: HTTPConnectionPool(host='x', port=9090)
Error: connection refused
bash: line 1: mypy: command not found
'trivy' is not recognized as an internal or external command
/usr/bin/python3: No module named pytest
curl: (7) Failed to connect to depot port 80
npm ERR! code ENOTFOUND
Timeout
Request timed out after 30s
权限不足
无权限查看日志
没有访问日志的权限
日志查询超时，请稍后重试
HTTP 503
503 Service Unavailable
bash: kubectl: command not found
Traceback (most recent call last):
Unable to connect to the server: dial tcp 10.0.0.1:6443: i/o timeout
error: You must be logged in to the server (Unauthorized)
No logs found (query timed out)
未找到日志（后端连接失败）
You do not have permission to view logs
服务暂时不可用
调用 Prometheus 接口失败
command timed out after 60 seconds
failed to fetch logs: 401
requests.exceptions.ConnectTimeout: HTTPConnectionPool
无法访问数据源
No results found; 2 of 5 shards failed
Timed out while searching and found no logs
查询超时，未找到日志
No logs found because the request timed out
""".strip().split("\n")

NEITHER = """
NAME                READY   STATUS
cart-1              0/1     Pending
2025-01-01 10:00:00 ERROR Database error
[ERROR][cart] failed
INFO: started
payment-service failed over to replica
memory usage 91%
No data source configured
No newline at end of file
No problem
No pods are ready
no healthy upstream
0 alerts firing, 3 pending
未找到数据源
没有一个副本就绪
系统正常，没有异常
""".strip().split("\n")


@pytest.mark.parametrize("sentence", NOTHING)
def test_says_nothing_matched_where_the_tool_looked_and_found_nothing(sentence):
    assert says_nothing_matched(sentence)
    assert not says_call_failed(sentence)


@pytest.mark.parametrize("sentence", FAILED)
def test_says_call_failed_whatever_else_the_sentence_says(sentence):
    assert says_call_failed(sentence)
    assert not says_nothing_matched(sentence)


@pytest.mark.parametrize("sentence", NEITHER)
def test_phrases_affirm_nothing_that_is_not_plainly_said(sentence):
    assert not says_nothing_matched(sentence)
    assert not says_call_failed(sentence)


def test_says_nothing_matched_takes_an_asked_term_for_no_verdict():
    sentence = "未找到 cart：连接失败"
    assert not says_nothing_matched(sentence)
    assert says_nothing_matched(sentence, ["连接失败"])


def test_says_nothing_matched_wants_a_message_and_not_a_page():
    assert says_nothing_matched("No logs found.\n\nTried:\n- pod cart-1")
    assert not says_nothing_matched("No logs found.\n" + "some line\n" * 4)
    assert not says_nothing_matched("No logs found. " + "x" * 600)


@pytest.mark.parametrize(
    ("sentence", "nothing", "failed"),
    [
        pytest.param("No rows found", True, False, id="plain"),
        pytest.param("No rows found, because of a timeout", False, True, id="and-why"),
        pytest.param("Because of a timeout no rows were found", False, False, id="why-first"),
        pytest.param("connection refused; no rows found", False, True, id="trouble-then-nothing"),
        pytest.param(
            "See below; the host is fine; no rows found", False, False, id="nothing-only-in-the-third-clause"
        ),
        pytest.param(
            "See below; no rows found; then a timeout", False, True, id="nothing-second-trouble-third"
        ),
        pytest.param("No rows found; 3 alerts matched elsewhere", False, False, id="something-all-the-same"),
        pytest.param("Result: failed to list pods", False, True, id="label-in-front"),
        pytest.param("OK: no data", True, False, id="ok-in-front"),
        pytest.param("Couldn’t find any rows", True, False, id="typographic-apostrophe"),
        pytest.param("No logs found for 'a timeout', 'x'", True, False, id="quoted-words-are-no-verdict"),
        pytest.param("未找到“连接失败”的日志", True, False, id="quoted-words-zh"),
        pytest.param("数据源不存在，未找到日志", True, False, id="a-source-in-another-clause"),
        pytest.param("未找到日志的数据源", False, False, id="nothing-but-a-source"),
        pytest.param("", False, False, id="empty"),
        pytest.param("No rows found" + "\n" * 8, True, False, id="blank-lines-behind"),
    ],
)
def test_phrases_weigh_clauses_in_order(sentence, nothing, failed):
    assert (says_nothing_matched(sentence), says_call_failed(sentence)) == (nothing, failed)


@pytest.mark.parametrize(
    ("length", "nothing"), [pytest.param(600, True, id="600"), pytest.param(601, False, id="601")]
)
def test_a_message_has_at_most_600_characters(length, nothing):
    assert says_nothing_matched(("No rows found; " + "x" * 600)[:length]) is nothing
    assert says_nothing_matched(" " * 500 + ("No rows found; " + "x" * 600)[:length]) is nothing


def test_white_space_around_a_message_of_1200_characters_is_not_counted():
    sentence = "No rows found"

    assert says_nothing_matched(" " * (1200 - len(sentence)) + sentence)
    assert not says_nothing_matched(" " * (1201 - len(sentence)) + sentence)


def test_a_message_has_at_most_four_lines():
    assert says_nothing_matched("No rows found\n" + "a\n" * 2 + "a")
    assert not says_nothing_matched("No rows found\n" + "a\n" * 3 + "a")


@pytest.mark.parametrize(
    ("sentence", "terms", "nothing"),
    [
        pytest.param("No rows found: 503", ["503"], True, id="three-characters"),
        pytest.param("No rows found: 出错", ["出错"], False, id="two-characters-are-too-few"),
        pytest.param(
            "No rows found: cart timeout", ["cart", "cart timeout"], True, id="the-longest-term-first"
        ),
        pytest.param("No rows found: CART Timeout", ["cart timeout"], True, id="any-case"),
        pytest.param("No rows found: a timeout b", ["timeout"], True, id="inside"),
        pytest.param("timeout", ["timeout"], False, id="nothing-but-the-term"),
    ],
)
def test_terms_that_were_asked_for_are_taken_out(sentence, terms, nothing):
    assert says_nothing_matched(sentence, terms) is nothing
    assert not says_call_failed(sentence, terms) or not nothing


def test_an_error_page_speaks_by_its_title_near_its_head():
    page = "<html><head>{}<title>503 Service Unavailable</title></head><body>x</body></html>"

    assert says_call_failed(page.format(""))
    assert says_call_failed(page.format(" " * 1900))
    assert not says_call_failed(page.format(" " * 2100))
    assert not says_call_failed("<html><head><title>Runbook of cart</title></head></html>")
