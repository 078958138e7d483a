"""Numbers that brackets, a sign behind them, a side of the book or a footnote make others of."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

SHEET = "| item | 2031 | 2032 |\n|---|---|---|\n| margin | 410 | (73) |\n| rent | 900 | 905 |"


@pytest.mark.parametrize(
    ("bare", "whole", "text"),
    [
        pytest.param("item: margin, 2032: 73", "item: margin, 2032: (73)", SHEET, id="cell-in-brackets"),
        pytest.param("| margin | 410 | 73 |", "| margin | 410 | (73) |", SHEET, id="row-with-brackets"),
        pytest.param("Result of the year: 4,120", "Result of the year: (4,120)", "Result of the year: (4,120)", id="brackets"),
        pytest.param("本年结余：4,120", "本年结余：（4,120）", "本年结余：（4,120）", id="zh-brackets"),
        pytest.param("Saldo 41,20 EUR", "Saldo 41,20- EUR", "Saldo 41,20- EUR; Rest 0", id="sign-behind"),
        pytest.param("balance 41.20 held by kim", "balance 41.20 DR held by kim", "balance 41.20 DR held by kim", id="side-left-out"),
        pytest.param("closing balance 41.20", "closing balance 41.20 DR", "closing balance 41.20 DR", id="side-cut-away"),
        pytest.param("BAL 941.20", "BAL 941.20 OD", "3 MAY FEE 12.00 BAL 941.20 OD\n4 MAY PAY 90.00", id="overdrawn"),
        pytest.param("uptime 99.9 % in April", "uptime 99.9 %* in April", "uptime 99.9 %* in April\n* without planned work", id="footnote"),
    ],
)  # fmt: skip
def test_a_number_keeps_what_turns_it(bare, whole, text):
    assert match_excerpt(bare, text).decision == "mismatch"
    assert match_excerpt(whole, text).decision == "accept"


@pytest.mark.parametrize(
    ("excerpt", "text"),
    [
        pytest.param("item: rent, 2032: 905", SHEET, id="other-row"),
        pytest.param("retries 3 of job-7", "retries (3) of job-7", id="brackets-behind-a-word"),
        pytest.param("fast* and slow", "* one\n* fast* and slow\n* three", id="no-footnote-but-a-list"),
    ],
)
def test_other_brackets_and_stars_are_presentation(excerpt, text):
    assert match_excerpt(excerpt, text).decision == "accept"


@pytest.mark.parametrize("sign", ["*", "†", "‡"])
def test_a_number_keeps_the_sign_of_its_note(sign):
    text = f"Valves in stock: 318{sign}\n{sign} counted by hand"
    assert match_excerpt("Valves in stock: 318", text).decision == "mismatch"
    assert match_excerpt(f"Valves in stock: 318{sign}", text).decision == "accept"
