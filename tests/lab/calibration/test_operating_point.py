from __future__ import annotations

import numpy as np
import pytest

from evidencelab.errors import SettingError
from evidencelab.evidence.match_policy import MatchPolicy
from evidencelab.lab.calibration.cost_curves import Costs, ShareCounter, class_costs, pooled_costs
from evidencelab.lab.calibration.operating_point import (
    choose_operating_point,
    cost_sensitivity,
    cost_table,
)
from evidencelab.lab.labelled.score_table import DECISIONS, decide
from evidencelab.lab.statistics.splits import joined_groups
from tests.lab.lab_data import random_table, table_of


def units_of(table):
    return joined_groups(table.group_code, table.text_hash)


def naive_cost(table, accept_at, reject_below, costs):
    """Expected cost from decisions, group by group."""
    decisions = decide(table, MatchPolicy(accept_at=accept_at, reject_below=reject_below))
    units = units_of(table)
    price = {
        (True, "accept"): 0.0,
        (True, "mismatch"): costs.false_reject,
        (False, "accept"): costs.false_accept,
        (False, "mismatch"): 0.0,
    }
    total = 0.0
    for label, share in ((True, 1 - costs.p_unfaithful), (False, costs.p_unfaithful)):
        means = []
        for unit in np.unique(units):
            rows = np.flatnonzero((units == unit) & (table.is_faithful == label))
            if len(rows):
                means.append(
                    np.mean([price.get((label, DECISIONS[decisions[r]]), costs.undecided) for r in rows])
                )
        total += share * np.mean(means)
    return total


@pytest.mark.parametrize("seed", range(3))
def test_operating_point_is_the_cheapest_of_all_pairs_of_thresholds(seed):
    table = random_table(150, 40, seed=seed)
    costs = Costs(false_accept=4, undecided=0.3, p_unfaithful=0.3)
    point = choose_operating_point(table, units_of(table), costs, n_draws=20)
    # scores stand on multiples of 5: one threshold between each two is enough
    levels = np.arange(0, 101, 5.0)
    every = [naive_cost(table, a, r, costs) for a in levels for r in levels if r <= a]
    assert point.least_cost == pytest.approx(min(every))
    assert point.cost == pytest.approx(naive_cost(table, point.accept_at, point.reject_below, costs))


def test_operating_point_parts_cleanly_separated_scores():
    rows = [("faithful", "exact", f"f{i}", 96.0, ()) for i in range(40)]
    rows += [("unfaithful", "digit", f"u{i}", 30.0, ()) for i in range(40)]
    point = choose_operating_point(table_of(rows), np.arange(80, dtype=np.int32))
    # anything in (30, 96] accepts all faithful and no unfaithful; the safe end is 96 and 30.1
    assert (point.cheapest_accept_at, point.cheapest_reject_below) == (96.0, 30.1)
    assert (point.accept_region.low, point.accept_region.high) == (30.1, 96.0)
    assert (point.reject_region.low, point.reject_region.high) == (30.1, 96.0)
    assert point.cost == pytest.approx(0.0)
    assert (point.n_faithful_groups, point.n_unfaithful_groups) == (40, 40)


def test_operating_point_keeps_a_loss_within_noise_and_leaves_one_that_is_not():
    # one faithful group in forty scores 90, the rest 96: losing one is noise, losing all is not
    rows = [("faithful", "exact", f"f{i}", 90.0 if i == 0 else 96.0, ()) for i in range(40)]
    rows += [("unfaithful", "digit", f"u{i}", 30.0, ()) for i in range(40)]
    point = choose_operating_point(table_of(rows), np.arange(80, dtype=np.int32))
    assert point.cheapest_accept_at == 90.0
    assert point.accept_at == 96.0
    assert point.cost > point.least_cost


def test_operating_point_stands_higher_when_a_false_accept_costs_more():
    # a fifth of the unfaithful groups score 80, most faithful ones 100, the rest 80
    rows = [("faithful", "exact", f"f{i}", 100.0 if i % 2 else 80.0, ()) for i in range(100)]
    rows += [("unfaithful", "digit", f"u{i}", 80.0 if i % 5 == 0 else 20.0, ()) for i in range(100)]
    table = table_of(rows)
    units = units_of(table)
    cheap = choose_operating_point(table, units, Costs(false_accept=0.5, undecided=0.2), n_draws=20)
    dear = choose_operating_point(table, units, Costs(false_accept=200.0, undecided=0.2), n_draws=20)
    assert (cheap.cheapest_accept_at, dear.cheapest_accept_at) == (80.0, 100.0)


def test_operating_point_never_puts_reject_above_accept():
    # unfaithful above faithful: each threshold alone would cross the other
    rows = [("faithful", "exact", f"f{i}", 20.0, ()) for i in range(20)]
    rows += [("unfaithful", "digit", f"u{i}", 90.0, ()) for i in range(20)]
    point = choose_operating_point(
        table_of(rows),
        np.arange(40, dtype=np.int32),
        Costs(p_unfaithful=0.9, false_accept=0.01, undecided=0.5),
    )
    assert point.reject_below <= point.accept_at
    assert point.cheapest_reject_below <= point.cheapest_accept_at


def test_operating_point_does_not_sell_a_rare_class_for_the_pool():
    # the pool hardly notices 4 groups of 400; for their kind they are everything
    rows = [("faithful", "exact", f"f{i}", 100.0, ()) for i in range(396)]
    rows += [("faithful", "reordered", f"r{i}", 97.0, ()) for i in range(4)]
    rows += [("unfaithful", "digit", f"u{i}", 30.0, ()) for i in range(400)]
    table = table_of(rows)
    point = choose_operating_point(table, units_of(table))
    assert point.accept_at == 97.0
    # one group of a kind is not enough to tell
    table = table_of(rows[:397] + rows[400:])
    assert choose_operating_point(table, units_of(table)).accept_at == 100.0


def test_operating_point_keeps_rejecting_a_class_that_only_the_score_rejects():
    rows = [("faithful", "exact", f"f{i}", 100.0, ()) for i in range(300)]
    rows += [("unfaithful", "digit", f"u{i}", 95.0, ("value_changed",)) for i in range(300)]
    rows += [("unfaithful", "prose", f"p{i}", 40.0, ()) for i in range(5)]
    table = table_of(rows)
    point = choose_operating_point(table, units_of(table))
    assert point.reject_below == 40.1


def test_share_counter_gives_every_group_one_voice():
    rows = [("faithful", "a", "g0", 90.0, ()), ("faithful", "a", "g0", 10.0, ())]
    rows += [("faithful", "a", "g1", 90.0, ()), ("faithful", "a", "g2", None, ())]
    shares = ShareCounter(
        table_of(rows), np.array([0, 0, 1, 2], dtype=np.int32), np.zeros(4, dtype=int)
    ).count()
    assert shares.accept[0, 500] == pytest.approx(1.5 / 3)  # at 50.0
    assert shares.mismatch[0, 500] == pytest.approx(0.5 / 3)
    assert shares.is_faithful.tolist() == [True]


def test_share_counter_of_a_class_without_weight_is_nan():
    table = table_of([("faithful", "a", "g0", 90.0, ()), ("unfaithful", "b", "g1", 10.0, ())])
    counter = ShareCounter(table, np.array([0, 1], dtype=np.int32), table.kind_code)
    shares = counter.count(np.array([1.0, 0.0]))
    assert not np.isnan(shares.accept[0]).any()
    assert np.isnan(shares.accept[1]).all()


def test_class_costs_price_what_each_threshold_decides():
    table = table_of([("faithful", "a", "g0", 90.0, ()), ("unfaithful", "b", "g1", 10.0, ())])
    counter = ShareCounter(table, np.array([0, 1], dtype=np.int32), table.is_faithful.astype(int))
    costs = Costs(false_accept=10, false_reject=2, undecided=0.5, p_unfaithful=0.25)
    unfaithful, faithful = class_costs(counter.count(), costs).accept[:, 50]  # at 5.0 both are accepted
    assert (unfaithful, faithful) == (9.5, -0.5)
    unfaithful, faithful = class_costs(counter.count(), costs).reject[:, 950]  # at 95.0 both mismatch
    assert (unfaithful, faithful) == (-0.5, 1.5)
    assert pooled_costs(counter.count(), costs).accept[50] == pytest.approx(0.25 * 9.5 - 0.75 * 0.5)


def test_cost_table_gives_shares_and_costs_at_each_threshold():
    table = random_table(80, 20)
    shown = cost_table(table, units_of(table), Costs()).set_index("threshold")
    assert len(shown) == 1001
    total = shown.loc[80.0, "accept_cost"] + shown.loc[40.0, "reject_cost"] + Costs().undecided
    assert total == pytest.approx(naive_cost(table, 80.0, 40.0, Costs()))


def test_cost_sensitivity_lists_every_combination():
    table = random_table(150, 40)
    units = units_of(table)
    shown = cost_sensitivity(table, units, ratios=(5, 20), p_unfaithful=(0.1, 0.3))
    assert len(shown) == 4
    stated = shown[(shown["cost_ratio"] == 20) & (shown["p_unfaithful"] == 0.1)].iloc[0]
    point = choose_operating_point(table, units, n_draws=2)
    assert (stated["accept_at"], stated["cost"]) == (
        point.cheapest_accept_at,
        pytest.approx(point.least_cost),
    )


@pytest.mark.parametrize("label", ["faithful", "unfaithful"])
def test_operating_point_refuses_pairs_of_one_label(label):
    table = table_of([(label, "k", "a", 50.0, ())])
    with pytest.raises(SettingError, match="pairs are missing among those that choose"):
        choose_operating_point(table, np.zeros(1, dtype=np.int32))


def test_costs_refuse_impossible_values():
    for change in ({"false_accept": 0}, {"p_unfaithful": 1.0}, {"undecided": -1}):
        with pytest.raises(ValueError, match="Input should be"):
            Costs(**change)
