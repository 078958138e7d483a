from __future__ import annotations

from math import comb, log

import numpy as np
import pytest
from mapie.risk_control import control_fwer
from mapie.risk_control.methods import compute_hoeffding_bentkus_p_value

from evidencelab.lab.statistics.intervals import exact_upper_bound
from evidencelab.lab.statistics.risk_control import (
    GroupLoss,
    certify_in_order,
    excess_p_value,
    group_loss,
    groups_needed,
    risk_p_value,
    risk_upper_bound,
)


def binary(total, n):
    return GroupLoss(float(total), n, n, int(total), True)


@pytest.mark.parametrize("is_binary", [True, False])
@pytest.mark.parametrize("limit", [0.01, 0.05, 0.3])
@pytest.mark.parametrize(("total", "n"), [(0, 1), (0, 299), (1, 128), (2, 64), (7, 256), (60, 64), (64, 64)])
def test_risk_p_value_equals_mapie_where_the_mean_is_exact(total, n, limit, is_binary):
    # n is a power of two (or total 0), so that n * (total / n) is the integer it should be
    expected = compute_hoeffding_bentkus_p_value(np.array([total / n]), n, limit, is_binary)[0, 0]
    assert risk_p_value(total, n, limit, is_binary) == pytest.approx(min(expected, 1.0), rel=1e-9)


def test_risk_p_value_repairs_the_rounding_of_mapie():
    # 25 * (7 / 25) is 7.000000000000001 in floating point: MAPIE counts an eighth error
    def mapie(total):
        return compute_hoeffding_bentkus_p_value(np.array([total / 25]), 25, 0.5, True)[0, 0]

    assert risk_p_value(7, 25, 0.5, True) == pytest.approx(sum(comb(25, k) for k in range(8)) / 2**25)
    assert mapie(7) == pytest.approx(sum(comb(25, k) for k in range(9)) / 2**25)
    assert all(risk_p_value(total, 25, 0.5, True) <= mapie(total) * (1 + 1e-9) for total in range(13))


@pytest.mark.parametrize(("total", "n", "limit"), [(0, 20, 0.1), (2, 30, 0.2), (5, 12, 0.3)])
def test_risk_p_value_of_binary_losses_is_the_binomial_tail(total, n, limit):
    tail = sum(comb(n, k) * limit**k * (1 - limit) ** (n - k) for k in range(total + 1))
    assert risk_p_value(total, n, limit, True) == pytest.approx(tail)
    above = sum(comb(n, k) * limit**k * (1 - limit) ** (n - k) for k in range(total, n + 1))
    assert excess_p_value(total, n, limit, True) == pytest.approx(above)


def test_risk_p_value_of_nothing_says_nothing():
    assert risk_p_value(0.0, 0, 0.1, True) == 1.0
    assert risk_upper_bound(GroupLoss(0.0, 0, 0, 0, True), 0.05) == 1.0
    with pytest.raises(ValueError, match="strictly between"):
        risk_p_value(0.0, 5, 0.0, True)


def test_risk_p_value_rounds_fractional_losses_up():
    # the smaller of e times the binomial tail at 2 and of Hoeffding; with more errors it is the tail
    tail = sum(comb(400, k) * 0.02**k * 0.98 ** (400 - k) for k in range(3))
    divergence = 0.003 * log(0.003 / 0.02) + 0.997 * log(0.997 / 0.98)
    assert risk_p_value(1.2, 400, 0.02, False) == pytest.approx(min(np.e * tail, np.exp(-400 * divergence)))
    tail = sum(comb(40, k) * 0.5**40 for k in range(11))
    assert risk_p_value(9.7, 40, 0.5, False) == pytest.approx(np.e * tail)


@pytest.mark.parametrize(
    ("limit", "n"), [pytest.param(0.01, 299, id="1-percent"), pytest.param(0.02, 149, id="2-percent")]
)
def test_groups_needed_without_an_error(limit, n):
    assert groups_needed(limit, 0.05) == n
    assert groups_needed(limit, 0.05, is_binary=False) == n
    assert risk_p_value(0, n, limit, True) <= 0.05 < risk_p_value(0, n - 1, limit, True)
    assert n == int(np.ceil(log(0.05) / log(1 - limit)))


def test_groups_needed_grow_with_the_risk_shown_until_none_would_do():
    assert groups_needed(0.02, 0.05, risk=0.01) > groups_needed(0.02, 0.05, risk=0.005) > 149
    assert groups_needed(0.02, 0.05, risk=0.02) is None
    assert groups_needed(0.02, 0.05, risk=0.02 - 1e-12) is None


@pytest.mark.parametrize(("total", "n"), [(0, 85), (1, 85), (10, 50), (50, 50)])
def test_risk_upper_bound_of_binary_losses_is_the_exact_bound(total, n):
    assert risk_upper_bound(binary(total, n), 0.05) == pytest.approx(exact_upper_bound(total, n), abs=1e-9)


def test_risk_upper_bound_is_where_the_test_turns():
    loss = GroupLoss(1.5, 120, 400, 5, False)
    bound = risk_upper_bound(loss, 0.05)
    assert risk_p_value(1.5, 120, bound + 1e-6, False) <= 0.05 < risk_p_value(1.5, 120, bound - 1e-6, False)


def test_group_loss_averages_within_groups():
    units = np.array([4, 4, 4, 4, 7, 9, 9])
    errors = np.array([1, 0, 0, 0, 1, 1, 1], dtype=bool)
    rows = np.array([1, 1, 1, 1, 1, 1, 0], dtype=bool)
    loss = group_loss(units, errors, rows)
    assert loss == GroupLoss(total=2.25, n_groups=3, n_pairs=6, n_errors=3, is_binary=False)
    assert loss.risk == 0.75
    assert group_loss(units, errors, np.zeros(7, dtype=bool)) == GroupLoss(0.0, 0, 0, 0, True)
    assert group_loss(np.arange(7), errors, np.ones(7, dtype=bool)).is_binary


@pytest.mark.parametrize(
    ("p_values", "n_certified"),
    [([0.01, 0.05, 0.06, 0.0], 2), ([0.06, 0.0], 0), ([0.0, 0.0], 2), ([], 0)],
)
def test_certify_in_order_stops_at_the_first_that_stands(p_values, n_certified):
    assert certify_in_order(p_values, 0.05) == n_certified
    if p_values:
        assert list(control_fwer(np.array(p_values), 0.05, "fixed_sequence")) == list(range(n_certified))


def test_risk_p_value_rejects_true_risks_no_more_often_than_it_says():
    # unequal groups, losses fractional, true risk exactly at the limit
    generator = np.random.default_rng(2)
    rejections = 0
    for _ in range(2000):
        difficulty = generator.beta(1, 9, 150)  # mean 0.1
        sizes = generator.integers(1, 6, 150)
        losses = generator.binomial(sizes, difficulty) / sizes
        rejections += risk_p_value(losses.sum(), 150, 0.1, False) <= 0.05
    assert rejections / 2000 <= 0.05
