"""What a call said that did not find what it was asked for may be told; a real failure, or more, may not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from evidencelab.traces.check import check_trace

VAIN = "overclaimed_absence"
ASKED = {"query": "Potters Evening", "date": "2031-04-12"}
NOTHING = "LookupError: No sessions found. Try with a different query."


def findings_on(
    answer: str, tool: str, arguments: dict[str, Any], error: str, *, is_apart: bool = False
) -> list[str]:
    """Give the findings of an answer behind one call that came back as an error, in a field apart or not."""
    call = {"id": "c0", "function": {"name": tool, "arguments": json.dumps(arguments, ensure_ascii=False)}}
    reply = {"content": "", "error": error} if is_apart else {"content": error, "status": "error"}
    report = check_trace(
        [
            {"role": "user", "content": "Can you look that up?"},
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "c0", **reply},
            {"role": "assistant", "content": answer},
        ]
    )
    return [statement.finding for statement in report.statements]


@pytest.mark.parametrize(
    "answer",
    [
        'There is no session titled "Potters Evening" on April 12th in the calendar.',
        "No sessions were found for that query.",
        "The search returned no results.",
        'It appears that there are no sessions matching "Potters Evening".',
        "No recent sessions with a note on the Potters Evening were found.",
        "The search for sessions about Potters Evening did not return any results.",
        'No sessions were found with the query "Potters Evening." Please try another one or look by hand.',
    ],
)
def test_a_reply_that_nothing_was_found_may_be_repeated(answer):
    for is_apart in (False, True):
        assert VAIN not in findings_on(answer, "search_sessions", ASKED, NOTHING, is_apart=is_apart)


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param("There are no sessions in April.", id="the-month"),
        pytest.param("There are no sessions at all on April 12th.", id="the-day-without-the-query"),
        pytest.param("No errors were found anywhere.", id="errors"),
        pytest.param("All sessions are healthy.", id="health"),
        pytest.param('There is no session titled "Weavers Evening" on April 12th.', id="another-subject"),
    ],
)
def test_more_than_was_asked_for_stays_overclaimed(answer):
    assert findings_on(answer, "search_sessions", ASKED, NOTHING) == [VAIN]


@pytest.mark.parametrize(
    ("answer", "query", "is_vain"),
    [
        pytest.param("It appears there are no sessions listed for that date.", "", False, id="of-the-day"),
        pytest.param("There are no sessions listed for that date.", "Potters", True, id="less-was-asked"),
        pytest.param(
            'There are no sessions with "Potters" in the title or description on April 12th.',
            "Potters",
            False,
            id="where-it-was-looked-for",
        ),
        pytest.param(
            "The `search_sessions` function didn't find any open sessions.", "is:open", False, id="tool"
        ),
    ],
)
def test_how_a_vain_search_was_made_may_be_told(answer, query, is_vain):
    found = findings_on(answer, "search_sessions", {"query": query, "date": "2031-04-12"}, NOTHING)
    assert (VAIN in found) == is_vain


@pytest.mark.parametrize(
    "error",
    [
        "TimeoutError: the search timed out after 30 s",
        "PermissionError: permission denied for sessions",
        "ConnectionError: connection refused",
        "SyntaxError: invalid syntax near 'Potters'",
        "unknown tool: search_sessions",
        "No sessions found: the index is unavailable",
        "LookupError: table sessions does not exist",
    ],
)
def test_a_real_failure_shows_no_absence(error):
    said = 'There is no session titled "Potters Evening" on April 12th.'
    assert findings_on(said, "search_sessions", ASKED, error) == [VAIN]


@pytest.mark.parametrize(
    ("answer", "error", "is_vain"),
    [
        pytest.param("There is no user named mvolk.", "404 not found: no such user", False, id="named"),
        pytest.param("The user mvolk has no open invoices.", "404 not found: no such user", True, id="of-it"),
        pytest.param(
            "There is no user named mvolk.",
            '{"error": "not_found", "message": "no user mvolk"}',
            False,
            id="json",
        ),
        pytest.param("There is no user named mvolk.", "503: user service unavailable", True, id="down"),
    ],
)
def test_one_that_does_not_exist_is_told_and_nothing_else_of_it(answer, error, is_vain):
    assert (VAIN in findings_on(answer, "get_user", {"name": "mvolk"}, error)) == is_vain


@pytest.mark.parametrize(
    ("answer", "error", "is_vain"),
    [
        pytest.param("没有找到编号为K-77的订单。", "错误：未找到匹配的记录", False, id="not-found"),
        pytest.param("系统中不存在编号为K-77的订单。", "错误：未找到匹配的记录", False, id="not-there"),
        pytest.param("系统中没有K-77的退款记录。", "错误：未找到匹配的记录", True, id="another-thing-of-it"),
        pytest.param("本月没有任何投诉记录。", "错误：未找到匹配的记录", True, id="another-subject"),
        pytest.param("没有找到编号为K-77的订单。", "错误：查询超时", True, id="timed-out"),
    ],
)
def test_chinese_replies_are_read_alike(answer, error, is_vain):
    assert (VAIN in findings_on(answer, "query_order", {"order_no": "K-77"}, error)) == is_vain


NO_CONTEXT = 'error: context "harbour" does not exist'


@pytest.mark.parametrize(
    ("answer", "is_vain"),
    [
        pytest.param("There is no `harbour` kubectl context.", False, id="what-is-missing"),
        pytest.param(
            "I tried to see it, but there is no `harbour` kubectl context on this machine, so I can't tell.",
            False,
            id="within-a-sentence",
        ),
        pytest.param("There are no pods in the harbour context.", True, id="what-was-looked-for"),
    ],
)
def test_what_a_command_failed_for_want_of_may_be_told(answer, is_vain):
    asked = {"cmd": "kubectl --context harbour get pods"}
    assert (VAIN in findings_on(answer, "bash", asked, NO_CONTEXT)) is is_vain
