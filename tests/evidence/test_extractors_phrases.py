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
