"""What is proposed for something new is no finding; what is told of what was read stays one."""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on

BOOK = (
    "Walks of the club\nWalk 1: Harbour Round\n - Day: 2031-04-02\n - Start: 10:00\n"
    "Walk 2: Old Mill Path\n - Day: 2031-04-09\n - Start: 10:30\n - Members: 14"
)
ZH_BOOK = "社团活动表\n活动：港口漫步\n日期：2031-04-02\n开始：10:00\n人数：14"
ASKED = "Suggest two more walks for the club."


@pytest.mark.parametrize(
    ("answer", "is_bad"),
    [
        pytest.param(
            "I would propose two walks:\n\n1. **Night Ferry Loop**\n   - Date: 2031-05-21\n   - Start: 21:15",
            False,
            id="bold-items",
        ),
        pytest.param(
            "Two further walks could be added to the book:\n\n### Walk 13: Night Ferry Loop\n"
            "- **Date**: 2031-05-21\n- **Time**: 20:45 - 22:45\n\n### Walk 14: Lantern Hill\n- **Date**: 2031-06-18",
            False,
            id="headings",
        ),
        pytest.param(
            'Let me propose two walks: "Fern Gully" and "Lantern Hill".\n\n"Fern Gully" - Description: in the shade.\n'
            "- Date: 2031-05-21\n- Time: 09:15 - 12:45",
            False,
            id="quoted-items",
        ),
        pytest.param(
            "You could consider:\n- A picnic on 2031-05-24\n- A quiz on 2031-05-31", False, id="bullets"
        ),
        pytest.param(
            "Here are two more walks you can add:\n\n1. **Fern Gully**\n   - Date: 2031-05-21",
            False,
            id="you-can",
        ),
        pytest.param(
            "Here are the walks:\n\n1. **Harbour Round**\n   - Day: 2031-04-12\n   - Start: 10:00",
            True,
            id="read",
        ),
        pytest.param(
            "Here are some ideas:\n\n1. **Harbour Round**\n   - Day: 2031-04-12\n   - Start: 10:00",
            True,
            id="item-that-was-read",
        ),
        pytest.param(
            "Here are some ideas for walks:\n\n1. **Fern Gully**\n   - Rating: 4.7\n   - Start: 09:15",
            True,
            id="looked-up",
        ),
        pytest.param(
            "I'd suggest one more walk:\n\n1. **Fern Gully**\n   - Date: 2031-05-21\n\n"
            "The Harbour Round is on 2031-04-12.",
            True,
            id="fact-behind",
        ),
    ],
)
def test_proposals_in_english(answer, is_bad):
    report = report_on(answer, ("read_book", {}, BOOK), question=ASKED)
    assert bool(report.findings) is is_bad, [(s.text, s.finding, s.reason) for s in report.statements]


@pytest.mark.parametrize(
    ("answer", "is_bad"),
    [
        pytest.param(
            "建议新增以下活动：\n\n1. **夜航观灯**\n   - 日期：2031-05-21\n   - 开始：21:15", False, id="new"
        ),
        pytest.param("建议如下：\n- 灯谜晚会，2031-05-24 举行", False, id="bullet"),
        pytest.param(
            "活动安排：\n\n1. **港口漫步**\n   - 日期：2031-04-12\n   - 开始：10:00", True, id="read"
        ),
        pytest.param(
            "建议如下：\n\n1. **港口漫步**\n   - 日期：2031-04-12\n   - 开始：10:00",
            True,
            id="item-that-was-read",
        ),
    ],
)
def test_proposals_in_chinese(answer, is_bad):
    report = report_on(answer, ("read_book", {}, ZH_BOOK), question="再提两个活动建议。")
    assert bool(report.findings) is is_bad, [(s.text, s.finding, s.reason) for s in report.statements]
