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


LOADS = [
    {"berth": "B1", "side": "lee", "in_t": 1204.5, "out_t": 377.25},
    {"berth": "B2", "side": "lee", "in_t": 861.75, "out_t": 519.0},
    {"berth": "B3", "side": "luv", "in_t": 433.5, "out_t": 1290.25},
    {"berth": "B4", "side": "luv", "in_t": 720.0, "out_t": 95.5},
]
"""B1 has 1581.75 t both ways; the lee side has 2962.5 t; in goes 3219.75 t, without B1 2015.25 t."""


@pytest.mark.parametrize(
    ("statement", "is_bad"),
    [
        pytest.param(
            "Both ways taken, the first berth moved 1,581.75 t.", False, id="a-row-over-its-columns"
        ),
        pytest.param("Both ways taken, the first berth moved 1,531.75 t.", True, id="a-row-a-digit-off"),
        pytest.param(
            "Everything that the lee quay moved comes to 2,962.5 t.", False, id="a-group-over-columns"
        ),
        pytest.param(
            "The other three quays brought in 2,015.25 t.", False, id="all-but-one-where-it-is-said"
        ),
        pytest.param("It brought in 342.75 t more than the next.", False, id="a-difference-where-it-is-said"),
    ],
)
def test_a_result_counts_where_the_wording_bears_it(statement, is_bad):
    (judged,) = statements_on(statement, LOADS)
    assert judged.is_bad == is_bad, judged.reason


SHIFTS = [
    {"hall": "North", "staff": 71, "mean_overtime_h": 31.4},
    {"hall": "South", "staff": 18, "mean_overtime_h": 12.7},
    {"hall": "East", "staff": 55, "mean_overtime_h": 9.3},
    {"hall": "West", "staff": 34, "mean_overtime_h": 20.1},
]
"""By staff the mean is 20.5 h; by halls, 18.4 h."""


@pytest.mark.parametrize(
    ("statement", "is_bad"),
    [
        pytest.param("Weighted by staff, overtime was 20.5 h a head.", False, id="weighted"),
        pytest.param("人均加班（按人数加权）20.5 h。", False, id="zh"),
        pytest.param("Weighted by staff, overtime was 22.3 h a head.", True, id="another-number"),
        pytest.param("West had 20.5 h of overtime a head.", True, id="not-said-to-be-weighted"),
    ],
)
def test_a_mean_that_is_said_to_be_weighted_is_weighted_by_what_the_rows_count(statement, is_bad):
    (judged,) = statements_on(statement, SHIFTS)
    assert judged.is_bad == is_bad, judged.reason
