"""Sums and means of whole tables and of their groups, met by a number that stands nowhere."""

from __future__ import annotations

import pytest

from tests.traces.asked import statements_on

BILLS = [
    {"payer": "C-7", "day": "2031-05-02", "open_eur": 48210.5},
    {"payer": "C-7", "day": "2031-05-09", "open_eur": 7120.25},
    {"payer": "C-3", "day": "2031-05-11", "open_eur": 15999.0},
    {"payer": "C-3", "day": "2031-05-17", "open_eur": 2044.75},
    {"payer": "C-9", "day": "2031-05-20", "open_eur": 88.0},
]


@pytest.mark.parametrize(
    ("statement", "is_bad"),
    [
        pytest.param("Rye Mills still owes €55,330.75.", False, id="a-group-known-by-its-key-alone"),
        pytest.param("Rye Mills still owes €55,380.75.", True, id="a-digit-off"),
        pytest.param("Everybody owes €73,462.50.", False, id="the-whole-column"),
        pytest.param("Everybody owes €73,426.50.", True, id="two-digits-swapped"),
    ],
)
def test_a_long_number_is_met_by_a_sum_that_no_word_names(statement, is_bad):
    (judged,) = statements_on(statement, BILLS)
    assert judged.is_bad == is_bad, judged.reason
