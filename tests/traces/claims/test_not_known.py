"""What an answer does not know, or asks to be told, is no denial; what it says there is none of stays one."""

from __future__ import annotations

import pytest

from tests.traces.asked import Reply, report_on

NO_MAIL: Reply = (
    "search_mail",
    {"query": "ferry tickets Ines"},
    "LookupError: nothing in this mailbox matches",
)
FAILED: Reply = ("search_mail", {"query": "ferry tickets Ines"}, "Error: connection to mailbox timed out")
NO_MAIL_ZH: Reply = ("search_mail", {"query": "渡轮 船票"}, "错误：邮箱连接超时")


@pytest.mark.parametrize("reply", [NO_MAIL, FAILED])
@pytest.mark.parametrize(
    "answer",
    [
        "I have no information about the ferry tickets of Ines.",
        "I don't have enough information to book the ferry tickets.",
        "I do not have the following details:\n\n- The date of the ferry tickets\n- The mail address of Ines",
        "To book the ferry I need to know:\n1. The date and time of the ferry\n2. The mail of Ines",
        "Could you please tell me:\n- The number of tickets\n- The mail address of Ines",
        "Please provide:\n- The query under which the ferry mail is found",
        "However, I don't know:\n\n1. The exact mail or ticket number of the ferry.",
        "The search tool requires the following parameters:\n- query: The mail about the ferry tickets",
    ],
)
def test_not_known_is_no_finding(answer, reply):
    report = report_on(answer, reply, question="Book the ferry for Ines.")
    assert not report.findings, [(s.text, s.reason) for s in report.findings]


@pytest.mark.parametrize(
    "answer",
    [
        "我没有关于渡轮船票邮件的信息。",
        "目前没有足够的信息来订渡轮船票。",
        "请提供以下信息：\n- 渡轮船票的日期\n- 邮件查询的关键词",
        "我还需要知道：\n- 渡轮船票的邮件地址",
    ],
)
def test_not_known_is_no_finding_in_chinese(answer):
    report = report_on(answer, NO_MAIL_ZH, question="请订渡轮票。")
    assert not report.findings, [(s.text, s.reason) for s in report.findings]


@pytest.mark.parametrize(
    "answer",
    [
        "There is no mail about the ferry tickets from Ines.",
        "I have no information about the hotel, and there is no mail about the ferry tickets.",
        "Please note:\n- There is no mail about the ferry tickets.",
    ],
)
def test_denial_behind_a_failed_call_stays_a_finding(answer):
    assert report_on(answer, FAILED).findings


@pytest.mark.parametrize(
    ("told", "is_bad"),
    [
        pytest.param(
            "I cannot book the room, as the `book_room` tool gives an error.", False, id="failure-told"
        ),
        pytest.param("无法预订：`book_room` 报错。", False, id="failure-told-in-chinese"),
        pytest.param("Here are the details.", True, id="failure-not-told"),
    ],
)
def test_field_that_repeats_what_a_failed_call_was_given(told, is_bad):
    call: Reply = ("book_room", {"title": "Choir rehearsal", "room": "attic"}, "AttributeError: no 'append'")
    report = report_on(f"{told}\n\nTitle: Choir rehearsal\nRoom: attic", call)
    assert bool(report.findings) is is_bad, [(s.text, s.finding, s.reason) for s in report.statements]


@pytest.mark.parametrize(
    ("answer", "is_bad"),
    [
        pytest.param(
            "I couldn't find any ski rental companies in Ystad that offer sledges.", False, id="narrowed"
        ),
        pytest.param("I couldn't find any ski rental companies in Ystad.", True, id="any"),
    ],
)
def test_denial_of_such_things_is_not_refuted_by_others(answer, is_bad):
    firms: Reply = (
        "get_all_companies_in_city",
        {"city": "Ystad"},
        "Ski Rental Companies in Ystad: Oar\nBlue Fin\n",
    )
    kinds: Reply = (
        "list_boats",
        {"firms": ["Oar & Co", "Blue Fin"]},
        '{"Oar & Co": ["canoe"], "Blue Fin": ["kayak"]}',
    )
    report = report_on(answer, firms, kinds)
    assert bool(report.findings) is is_bad, [(s.text, s.finding, s.reason) for s in report.statements]
