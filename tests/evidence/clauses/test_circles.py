"""A statement keeps the case or the circle that the text says it is true of."""

from __future__ import annotations

import pytest

from evidencelab.evidence.excerpts import match_excerpt

FILTERED = "SELECT glaze FROM kilns WHERE heat > 900 AND lid = 'shut'"
PERMITTED = "学生可免费借用窑炉(需提前登记)。"


@pytest.mark.parametrize(
    ("excerpt", "text", "expected"),
    [
        pytest.param(FILTERED[:40], FILTERED, "mismatch", id="first-of-two-filters"),
        pytest.param(FILTERED[:40], f"{FILTERED[:40]} or crew is null", "mismatch", id="one-of-two-filters"),
        pytest.param(FILTERED, FILTERED, "accept", id="both-filters"),
        pytest.param(FILTERED[:40], f"{FILTERED[:40]} ORDER BY heat", "accept", id="order-left-out"),
        pytest.param("学生可免费借用窑炉", PERMITTED, "mismatch", id="permission-without-its-need"),
        pytest.param(PERMITTED, PERMITTED, "accept", id="permission-and-its-need"),
        pytest.param("窑炉每周清扫", "窑炉每周清扫(需两人)。", "accept", id="need-of-no-permission"),
    ],
)
def test_a_statement_keeps_what_it_is_true_of(excerpt, text, expected):
    assert match_excerpt(excerpt, text).decision == expected
