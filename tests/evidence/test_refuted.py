"""Slices of statements that the next words deny, without the denial, and slices that no denial is about."""

from __future__ import annotations

import pytest

from tests.evidence.lost_context import Case

REFUTED_CASES = [
    Case(
        "we-believed-en",
        "At 10:05 we believed the leader was node-b, which was false.",
        ("the leader was node-b", "leader was node-b"),
        ("we believed the leader was node-b", "At 10:05 we believed the leader was node-b, which was false"),
    ),
    Case(
        "mail-en",
        "On Monday Pavel wrote:\n> The backup of vault-2 completed before midnight.\n> Nothing else is pending.\nThat is not true: vault-2 was skipped.",
        (
            "The backup of vault-2 completed before midnight.",
            "Nothing else is pending.",
            "The backup of vault-2 completed before midnight",
        ),
        ("vault-2 was skipped", "That is not true: vault-2 was skipped."),
    ),
    Case(
        "mail-wrong-en",
        "Rosa wrote:\n> I closed valve 12 at noon.\n\nThat is wrong, the valve was closed by the timer.",
        ("I closed valve 12 at noon.",),
        ("the valve was closed by the timer",),
    ),
    Case(
        "next-sentence-en",
        '"The lease ended in June." This is untrue; it runs until October.',
        ("The lease ended in June",),
        ("it runs until October",),
    ),
    Case(
        "turned-out-en",
        "Shift note: pump 3 is dry. This turned out to be false, its gauge was stuck.",
        ("pump 3 is dry",),
        ("its gauge was stuck", "pump 3 is dry. This turned out to be false"),
    ),
    Case(
        "not-so-zh",
        "周报写道：北区仓库已全部完成盘点。事实并非如此，尚余两个库区。",
        ("北区仓库已全部完成盘点",),
        ("尚余两个库区", "北区仓库已全部完成盘点。事实并非如此"),
    ),
    Case(
        "wrong-zh",
        "老陈在群里发：“闸机是我下午三点重启的”。这不对，重启记录是自动任务。",
        ("闸机是我下午三点重启的",),
        ("重启记录是自动任务",),
    ),
    Case("untrue-zh", "网上流传二号线周五停运，该消息不实。", ("二号线周五停运",), ("该消息不实",)),
    Case(
        "not-the-case",
        "Notes: the mirror was re-synced on Friday. This is not the case; sync failed.",
        ("the mirror was re-synced on Friday",),
        ("sync failed",),
    ),
    Case(
        "zh-fact",
        "邮件称：三号线已通过验收。实际并非如此，验收在下月。",
        ("三号线已通过验收",),
        ("验收在下月",),
    ),
    Case(
        "that-is-right",
        "The valve was closed at noon. That is in line with the plan.",
        (),
        ("The valve was closed at noon",),
    ),
    Case(
        "wrong-noun",
        "The wrong certificate was loaded on edge-4. That is why TLS failed.",
        (),
        ("The wrong certificate was loaded on edge-4",),
    ),
    Case(
        "zh-next",
        "闸机在下午三点重启。这与自动任务记录一致。",
        (),
        ("闸机在下午三点重启", "这与自动任务记录一致"),
    ),
    Case(
        "previous-sentence-free",
        "The pump was serviced in May. The valve is new. That is not true of the gasket.",
        (),
        ("The pump was serviced in May",),
    ),
    Case(
        "writer-kept",
        "Olga wrote:\n> Shed 5 was locked at six.\nThat is wrong, it stood open.",
        ("Shed 5 was locked at six.",),
        ("Olga wrote:\n> Shed 5 was locked at six.", "it stood open"),
    ),
]


@pytest.mark.parametrize("case", REFUTED_CASES, ids=lambda case: case.kind)
def test_a_statement_is_told_with_its_denial(case):
    assert case.wrongly_accepted() == []
    assert case.wrongly_refused() == []
