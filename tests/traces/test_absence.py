"""Absence is overclaimed on no call, a failed call or a cut output, and on nothing else."""

from __future__ import annotations

import pytest

from evidencelab.traces.absence import claims_absence
from evidencelab.traces.check import check_trace


@pytest.mark.parametrize(
    "text",
    [
        "No errors were found.",
        "All pods are healthy.",
        "Everything is running normally.",
        "I did not find any issues.",
        "The database is healthy.",
        "No pods are in an unhealthy state.",
        "There were no time-outs in the gateway.",
        "The run brought no regressions.",
        "The disk can be ruled out.",
        "数据库各项指标正常。",
        "可以排除网络问题。",
        "未发现异常。",
        "所有服务均正常。",
        "没有错误日志。",
    ],
)
def test_claims_of_absence_and_health_are_seen(text):
    assert claims_absence(text)


@pytest.mark.parametrize(
    "text",
    [
        "Check whether the pods are healthy.",
        "If no errors appear, close the ticket.",
        "The pod is unhealthy.",
        "I could not retrieve any errors.",
        "The health check endpoint is /health.",
        "There were 3 errors.",
        "The disk cannot be ruled out.",
        "确保所有服务正常。",
        "无法判断是否正常。",
    ],
)
def test_other_sentences_claim_no_absence(text):
    assert not claims_absence(text)


def run(answer: str, *results: dict[str, object]) -> list[dict[str, object]]:
    messages: list[dict[str, object]] = [{"role": "user", "content": "How is the gateway?"}]
    for number, result in enumerate(results):
        call = {
            "id": f"c{number}",
            "function": {"name": "get_gateway_logs", "arguments": '{"service": "gateway"}'},
        }
        messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": f"c{number}", **result})
    return [*messages, {"role": "assistant", "content": answer}]


FINE = {"content": "10:02 INFO gateway up\n10:03 INFO gateway served /a in 12ms"}
EMPTY = {"content": '{"success": true, "logs": [], "total": 0, "message": "nothing matched"}'}
FAILED = {"content": "Error: connection refused", "error": "connection refused"}
SAYS_FAILED = {"content": "Error: request to log store timed out"}
CUT = {"content": "10:02 INFO gateway up\n... [output truncated, 5120 characters omitted]"}


@pytest.mark.parametrize(
    ("results", "finding", "says"),
    [
        pytest.param((), "overclaimed_absence", "no tool was called", id="no-call"),
        pytest.param((FAILED,), "overclaimed_absence", "failed", id="failed-call"),
        pytest.param((SAYS_FAILED,), "overclaimed_absence", "failed", id="call-that-says-it-failed"),
        pytest.param((CUT,), "overclaimed_absence", "cut short", id="cut-output"),
        pytest.param((FINE,), "not_checkable", "", id="complete-output"),
        pytest.param((EMPTY,), "not_checkable", "", id="answered-empty"),
        pytest.param((FAILED, FINE), "not_checkable", "", id="repeated-with-success"),
    ],
)
def test_absence_is_overclaimed_only_where_no_call_could_show_it(results, finding, says):
    report = check_trace(run("There are no errors in the gateway logs.", *results))
    (statement,) = report.statements
    assert statement.finding == finding
    assert says in statement.reason


def test_whole_claim_over_a_cut_output_is_overclaimed_though_another_call_is_complete():
    report = check_trace(run("All gateway services are healthy.", FINE, CUT))
    assert report.statements[0].finding == "overclaimed_absence"
    assert report.statements[0].evidence is not None
    assert report.statements[0].evidence.tool_name == "get_gateway_logs"


def test_chinese_absence_is_judged_alike():
    messages = run("网关未发现异常。")
    assert check_trace(messages).statements[0].finding == "overclaimed_absence"


@pytest.mark.parametrize(
    ("tool", "finding"),
    [
        pytest.param("get_gateway_logs", "not_checkable", id="logs-read"),
        pytest.param("list_pods", "overclaimed_absence", id="no-logs-read"),
    ],
)
def test_what_logs_lack_is_overclaimed_where_none_were_read(tool, finding):
    call = {"id": "c", "function": {"name": tool, "arguments": "{}"}}
    messages = [
        {"role": "user", "content": "How is the gateway?"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c", "content": "gateway-0 up 3d"},
        {"role": "assistant", "content": "The gateway logs contain no errors."},
    ]
    assert check_trace(messages).statements[0].finding == finding
