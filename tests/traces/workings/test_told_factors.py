"""Percentages written as factors."""

from __future__ import annotations

import pytest

from tests.traces.asked import statements_on

PAYMENTS = {"payments": [{"to": "Radio Nord", "amount": 80.0}, {"to": "Gym", "amount": 100.0}]}


@pytest.mark.parametrize(
    ("question", "answer", "is_bad"),
    [
        pytest.param("", "- Amount: 80.0 * 0.15 = 12.0 (15% of the payment)", False, id="beside-it"),
        pytest.param("It rose by 15%.", "- Amount: 80.0 * 0.15 = 12.0", False, id="asked"),
        pytest.param("It rose by 15%.", "- New amount: 80.0 × 1.15 = 92.0", False, id="on-top"),
        pytest.param("There are 15% off.", "- New amount: 0.85 x 80.0 = 68.0", False, id="off"),
        pytest.param("这次打八五折。", "- 金额：80.0 × 0.85 = 68.0", False, id="tenths-in-signs"),
        pytest.param("这次打8.5折。", "- 金额：80.0 × 0.85 = 68.0", False, id="tenths-in-digits"),
        pytest.param("It rose by 15%.", "- Amount: 80.0 * 0.25 = 20.0", True, id="another-share"),
        pytest.param("It rose by 15%.", "- Amount: 80.0 * 0.15 = 14.0", True, id="wrong-product"),
    ],
)
def test_factor_is_a_percentage_told_or_asked_for(question, answer, is_bad):
    (statement,) = statements_on(answer, PAYMENTS, f"{question} Send the difference.")
    assert statement.is_bad is is_bad, statement.reason


@pytest.mark.parametrize("told", ["八五折", "8.5折", "85 折"])
def test_tenths_of_a_price_are_its_factor(told):
    (statement,) = statements_on(f"金额：80.0 × 0.85 × 3（{told}）", PAYMENTS, "付多少钱？")
    factor = next(value for value in statement.values if value.value == "0.85")
    assert factor.reason == f"{told}, as a factor"
