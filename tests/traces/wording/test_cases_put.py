"""A case that is put may have any values; an example that is told is a fact."""

from __future__ import annotations

import pytest

from tests.traces.asked import findings_on, statements_on

TRAIN = "train K7 leaves 2031-05-02 12:30 arrives 2031-05-02 13:45 seats 84"


@pytest.mark.parametrize(
    ("answer", "is_bad"),
    [
        ("For example, if it is now 11:40, you have 50 minutes until train K7 leaves.", False),
        ("Suppose train K7 leaves at 12:50 with 96 seats.", False),
        ("Let's say you reach the platform at 12:25 and train K7 has 61 seats left.", False),
        ("例如，如果现在是 11:40，距离 K7 发车还有 50 分钟。", False),
        ("假设 K7 次列车有 96 个座位。", False),
        ("For example, train K7 leaves on 2031-05-02 at 12:50.", True),
        ("Train K7 has 96 seats.", True),
        ("例如，K7 次列车有 96 个座位。", True),
    ],
)
def test_case_that_is_put(answer, is_bad):
    (statement,) = statements_on(answer, TRAIN)
    assert statement.is_bad is is_bad, statement.reason


@pytest.mark.parametrize(
    ("told", "is_bad"),
    [
        pytest.param("Once you confirm, I schedule the payment of 90 EUR to HX-4.", False, id="once"),
        pytest.param("When you've chosen a day, the payment of 90 EUR to HX-4 is set up.", False, id="when"),
        pytest.param("您确认日期后，向 HX-4 支付 90 EUR。", False, id="chinese"),
        pytest.param("The payment of 90 EUR to HX-4 was made.", True, id="told-as-done"),
    ],
)
def test_what_waits_for_who_asked_is_a_plan(told, is_bad):
    payments = [
        {"to": "DK-1", "amount_eur": 90, "subject": "music"},
        {"to": "HX-4", "amount_eur": 700, "subject": "rent"},
    ]
    assert (findings_on(told, ("list_payments", {}, payments))[0] in ("altered", "unsupported")) is is_bad
