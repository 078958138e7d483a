from __future__ import annotations

from itertools import product
from math import comb

import numpy as np
import pytest
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests

from evidencelab.lab.statistics.paired_tests import holm_adjust, mcnemar_p_value, paired_test, resolution


@pytest.mark.parametrize(("n_first", "n_second"), list(product(range(7), repeat=2)))
def test_mcnemar_p_value_equals_enumeration_of_every_outcome(n_first, n_second):
    n = n_first + n_second
    # naive twin: all 2^n ways the discordant pairs could have fallen, as far from the middle or farther
    if n:
        as_far = sum(comb(n, k) for k in range(n + 1) if abs(k - n / 2) >= abs(n_first - n / 2))
        assert mcnemar_p_value(n_first, n_second) == pytest.approx(as_far / 2**n)
        table = [[3, n_first], [n_second, 5]]
        assert mcnemar_p_value(n_first, n_second) == pytest.approx(mcnemar(table, exact=True).pvalue)
    else:
        assert mcnemar_p_value(0, 0) == 1.0


def test_holm_adjust_equals_the_library():
    p_values = [0.04, 0.001, 0.03, 0.2, 0.03]
    assert holm_adjust(p_values) == pytest.approx(multipletests(p_values, method="holm")[1])
    assert holm_adjust([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm_adjust([]) == []


def test_paired_test_counts_who_did_better_pair_by_pair():
    test = paired_test("held", "a", "b", np.array([1, 1, 1, 0.5, 0]), np.array([0, 0, 0.5, 0.5, 1]), 2)
    assert (test.n_first_better, test.n_second_better, test.n_equal, test.n_unpaired) == (3, 1, 1, 2)
    assert test.difference == pytest.approx((1 + 1 + 0.5 + 0 - 1) / 5)
    assert test.p_value == pytest.approx(2 * (1 + 4) / 16)


def test_paired_test_without_pairs_shows_nothing():
    test = paired_test("held", "a", "b", np.array([]), np.array([]))
    assert (test.difference, test.p_value, test.is_different) == (None, 1.0, False)


@pytest.mark.parametrize(
    ("n_incidents", "n_tests", "n_needed", "smallest"),
    [
        # 2 / 2^5 = 6.3 % is too much, 2 / 2^6 = 3.1 % is not
        pytest.param(5, 1, 6, None, id="five-cannot"),
        pytest.param(6, 1, 6, 1.0, id="six-only-if-all"),
        pytest.param(15, 1, 6, 0.4, id="fifteen"),
        # three tests: 1.67 % each; 2 / 2^7 = 1.56 %
        pytest.param(14, 3, 7, 0.5, id="three-tests-need-seven"),
    ],
)
def test_resolution_says_the_smallest_difference(n_incidents, n_tests, n_needed, smallest):
    found = resolution(n_incidents, n_tests)
    assert found.n_needed == n_needed
    assert found.smallest_difference == (None if smallest is None else pytest.approx(smallest))
    assert mcnemar_p_value(n_needed, 0) <= 0.05 / n_tests < mcnemar_p_value(n_needed - 1, 0)


def test_resolution_detects_in_four_of_five_simulated_comparisons():
    found = resolution(20)
    draws = np.random.default_rng(5).binomial(20, found.detectable_difference, 20_000)
    assert np.mean(draws >= found.n_needed) == pytest.approx(0.8, abs=0.01)
    assert found.detectable_difference > found.smallest_difference


def test_resolution_reads_aloud():
    assert str(resolution(5)) == (
        "5 incidents cannot show any difference (1 test at 5 %): it takes 6 that differ in one direction"
    )
    assert str(resolution(15)).startswith(
        "15 incidents can show a difference of 40 % at the smallest (1 test at 5 %): 6 must differ"
    )
