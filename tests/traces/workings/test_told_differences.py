"""Differences that are told as such, though they are a slip of what they are worked out of."""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on

BALANCES = "客户,余额,未到期\n青峰矿业,908.60,150.00\n远帆船务,312.75,300.25\n玉成玻璃,376.45,120.00"
LIMITS = {
    "limits": [
        {"customer": "青峰矿业", "limit": 800, "rating": "C"},
        {"customer": "玉成玻璃", "limit": 350, "rating": "C"},
        {"customer": "远帆船务", "limit": 500, "rating": "A"},
    ]
}
ACCOUNTS = {
    "accounts": [
        {"customer": "Northgate", "balance_usd": 908.6},
        {"customer": "Harbour", "balance_usd": 312.75},
    ]
}
CAPS = {"caps": [{"customer": "Northgate", "cap_usd": 800}, {"customer": "Harbour", "cap_usd": 500}]}


@pytest.mark.parametrize(
    ("told", "is_bad"),
    [
        pytest.param("青峰矿业超 108.60 万元。", False, id="over-a-limit-of-another-call"),
        pytest.param("青峰矿业超 168.60 万元。", True, id="over-by-another-number"),
        pytest.param("青峰矿业超过 168.60 万元。", True, id="a-bound"),
        pytest.param("玉成玻璃超出 26.45 万元。", False, id="of-another-name"),
    ],
)
def test_what_one_name_is_over_its_limit_is_worked_out(told, is_bad):
    (statement,) = report_on(told, ("balances", {}, BALANCES), ("limits", {}, LIMITS)).statements
    assert statement.is_bad is is_bad, statement.reason


@pytest.mark.parametrize(
    ("told", "is_bad"),
    [
        pytest.param("Northgate exceeds its cap by $108.60.", False, id="exceeds-by"),
        pytest.param("Northgate is $108.60 over its cap.", False, id="so-much-over"),
        pytest.param("Northgate exceeds its cap by $168.60.", True, id="another-number"),
    ],
)
def test_a_difference_is_of_the_numbers_of_the_name_in_the_clause(told, is_bad):
    (statement,) = report_on(told, ("accounts", {}, ACCOUNTS), ("caps", {}, CAPS)).statements
    assert statement.is_bad is is_bad, statement.reason


LABS = {
    "entry": [
        {"patient": "P-71", "value": 6.4, "low": 3.5, "high": 5.3},
        {"patient": "P-72", "value": 2.6, "low": 3.5, "high": 5.3},
        {"patient": "P-73", "value": 5.9, "low": 3.5, "high": 5.3},
    ]
}


@pytest.mark.parametrize(
    ("cell", "verdict"),
    [
        pytest.param("+1.1", "derived", id="above"),
        pytest.param("+1.7", "not-derived", id="another-number"),
    ],
)
def test_a_signed_cell_is_the_distance_to_a_bound_of_its_record(cell, verdict):
    table = f"| patient | K | off |\n|---|---|---|\n| P-71 | 6.4 | {cell} |"
    (statement,) = report_on(
        table, ("labs", {}, LABS), ("doses", {}, "drug A 1.2 g\ndrug B 1.5 g")
    ).statements
    own = next(v for v in statement.values if v.value.strip() == cell)
    assert (own.verdict == "derived" and own.reason == "difference of 6.4 and 5.3") == (verdict == "derived")
