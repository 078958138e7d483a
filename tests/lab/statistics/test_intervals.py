from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import binom, binomtest
from statsmodels.stats.proportion import proportion_confint

from evidencelab.lab.statistics.intervals import (
    Interval,
    Rate,
    bootstrap_weights,
    clopper_pearson_interval,
    cluster_bootstrap,
    exact_upper_bound,
    percentile_band,
    wilson_interval,
)

COUNTS = [(0, 1), (1, 1), (0, 85), (3, 85), (42, 85), (84, 85), (85, 85), (1, 1_000_000)]


@pytest.mark.parametrize(("n_successes", "n"), COUNTS)
@pytest.mark.parametrize("confidence", [0.5, 0.95, 0.99])
def test_wilson_interval_solves_the_score_equation(n_successes, n, confidence):
    # naive twin: an end p of the interval is where |share - p| = z sqrt(p (1 - p) / n)
    z = {0.5: 0.6744897501960817, 0.95: 1.959963984540054, 0.99: 2.5758293035489004}[confidence]
    interval = wilson_interval(n_successes, n, confidence)
    share = n_successes / n
    for end in interval:
        if 0 < end < 1:
            assert abs(share - end) == pytest.approx(z * math.sqrt(end * (1 - end) / n), rel=1e-6)
    assert interval.low <= share <= interval.high
    assert interval == pytest.approx(proportion_confint(n_successes, n, 1 - confidence, "wilson"), abs=1e-9)


def test_wilson_interval_of_six_of_six_is_61_to_100_percent():
    interval = wilson_interval(6, 6)
    assert (round(interval.low, 2), interval.high) == (0.61, 1.0)


def test_wilson_interval_bears_fractional_successes():
    low, high = wilson_interval(4.5, 6)
    assert wilson_interval(4, 6).low < low < wilson_interval(5, 6).low
    assert wilson_interval(4, 6).high < high < wilson_interval(5, 6).high


@pytest.mark.parametrize(("n_successes", "n"), COUNTS)
def test_clopper_pearson_interval_inverts_the_binomial_tails(n_successes, n):
    low, high = clopper_pearson_interval(n_successes, n)
    expected = binomtest(n_successes, n).proportion_ci(0.95, "exact")
    assert (low, high) == pytest.approx((expected.low, expected.high), abs=1e-9)
    if n_successes < n:
        assert binom.cdf(n_successes, n, high) == pytest.approx(0.025, rel=1e-6)


@pytest.mark.parametrize(
    ("n", "bound"), [pytest.param(298, 0.01, id="298-misses"), pytest.param(299, 0.01, id="299-reaches")]
)
def test_exact_upper_bound_reaches_one_percent_at_299_clean_groups(n, bound):
    assert (exact_upper_bound(0, n) <= bound) == (n == 299)


def test_nothing_counted_is_none_and_unknown_is_one():
    assert wilson_interval(0, 0) is None
    assert clopper_pearson_interval(0, 0) is None
    assert exact_upper_bound(0, 0) == 1.0
    assert Rate.of(0, 0).rate is None
    assert str(Rate.of(0, 0)) == "none of 0"


@pytest.mark.parametrize(
    ("n_successes", "n", "confidence"),
    [
        pytest.param(3, 2, 0.95, id="too-many"),
        pytest.param(-1, 2, 0.95, id="negative"),
        pytest.param(1, 2, 1.0, id="certainty"),
        pytest.param(float("nan"), 2, 0.95, id="nan"),
    ],
)
def test_intervals_refuse_impossible_counts(n_successes, n, confidence):
    with pytest.raises(ValueError, match="expected"):
        wilson_interval(n_successes, n, confidence)
    with pytest.raises(ValueError, match="expected"):
        clopper_pearson_interval(n_successes, n, confidence)


def test_rate_reads_aloud_with_its_interval():
    assert str(Rate.of(6, 6)) == "6 of 6 = 100.0 % [61.0 %, 100.0 %]"
    assert str(Rate.of(4.5, 6)).startswith("4.5 of 6 = 75.0 % [")
    assert str(Rate.of(1, 2255)) == "1 of 2255 = 0.04 % [0.01 %, 0.25 %]"
    assert str(Rate.of(2254, 2255)).startswith("2254 of 2255 = 99.96 % [")


def test_rate_refuses_a_number_over_nothing():
    with pytest.raises(ValueError, match="does not go with"):
        Rate(n=0, n_successes=0, rate=0.0, ci_low=None, ci_high=None)


def test_bootstrap_weights_draw_as_many_groups_as_there_are():
    draws = list(bootstrap_weights(7, 50, seed=3))
    assert {int(draw.sum()) for draw in draws} == {7}
    assert all(
        np.array_equal(one, two) for one, two in zip(draws, bootstrap_weights(7, 50, seed=3), strict=True)
    )
    assert not all(np.array_equal(draws[0], draw) for draw in draws)


def test_cluster_bootstrap_equals_repeating_rows_of_drawn_groups():
    generator = np.random.default_rng(0)
    groups = generator.integers(0, 12, 60)
    values = generator.normal(size=60)
    band = cluster_bootstrap(lambda w: np.average(values, weights=w), groups, n_draws=200, seed=9)
    # naive twin: build each resample row by row with the same draws
    twin = np.random.default_rng(9)
    names = sorted(set(groups.tolist()))
    means = []
    for _ in range(200):
        rows = [
            i for g in twin.integers(0, len(names), len(names)) for i in np.flatnonzero(groups == names[g])
        ]
        means.append(values[rows].mean())
    assert (band.low, band.high) == pytest.approx((np.quantile(means, 0.025), np.quantile(means, 0.975)))


def test_cluster_bootstrap_is_wider_than_a_bootstrap_over_rows_that_repeat_one_another():
    values = np.repeat(np.random.default_rng(1).normal(size=20), 50)
    by_group = cluster_bootstrap(lambda w: np.average(values, weights=w), np.repeat(np.arange(20), 50), 300)
    by_row = cluster_bootstrap(lambda w: np.average(values, weights=w), np.arange(1000), 300)
    assert by_group.high - by_group.low > 4 * (by_row.high - by_row.low)


def test_percentile_band_counts_draws_without_a_number():
    draws = np.array([[1.0, np.nan], [2.0, np.nan], [np.nan, np.nan]])
    band = percentile_band(draws, 0.5)
    assert band.n_missing.tolist() == [1, 3]
    assert (band.low[0], band.high[0]) == (1.25, 1.75)
    assert np.isnan(band.low[1])
    assert np.isnan(band.high[1])


def test_cluster_bootstrap_refuses_a_single_draw():
    with pytest.raises(ValueError, match="at least 2"):
        cluster_bootstrap(lambda w: 0.0, np.arange(3), n_draws=1)


def test_interval_is_named():
    assert Interval(0.1, 0.2).high == 0.2
