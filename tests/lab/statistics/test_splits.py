from __future__ import annotations

import numpy as np
import pytest

from evidencelab.errors import SettingError
from evidencelab.lab.labelled.scoring import score_pairs
from evidencelab.lab.statistics.splits import joined_groups, split_groups
from tests.lab.lab_data import pair, random_table, table_of

HALVES = {"choose": 0.5, "certify": 0.5}


def naive_joined_groups(groups, texts):
    """Flood fill over rows, one at a time."""
    code = [-1] * len(groups)
    n = 0
    for start in range(len(groups)):
        if code[start] >= 0:
            continue
        frontier = [start]
        while frontier:
            row = frontier.pop()
            if code[row] >= 0:
                continue
            code[row] = n
            frontier += [i for i in range(len(groups)) if groups[i] == groups[row] or texts[i] == texts[row]]
        n += 1
    return code


@pytest.mark.parametrize("seed", range(5))
def test_joined_groups_equals_a_flood_fill(seed):
    generator = np.random.default_rng(seed)
    groups = generator.integers(0, 25, 60)
    texts = generator.integers(0, 45, 60).astype(np.int64)
    assert joined_groups(groups, texts).tolist() == naive_joined_groups(groups.tolist(), texts.tolist())


def test_joined_groups_follow_a_chain_of_shared_texts():
    # a-b share text 1, b-c share text 2; d stands alone
    groups = np.array([0, 1, 1, 2, 3])
    texts = np.array([1, 1, 2, 2, 9], dtype=np.int64)
    assert joined_groups(groups, texts).tolist() == [0, 0, 0, 0, 1]
    assert joined_groups(np.empty(0, dtype=int), np.empty(0, dtype=np.int64)).tolist() == []


def test_split_groups_never_straddles_where_a_split_by_either_would():
    # 200 records, each text quoted under two case names, each case quoting two texts: a ring of
    # pairs cut into 50 rings; a split by group alone or by text alone tears nearly every ring
    pairs = []
    for ring in range(50):
        for i in range(4):
            for case in (i, (i + 1) % 4):
                pairs.append(
                    pair(f"text {ring} {i} value=1", f"text {ring} {i}", group=f"case {ring} {case}")
                )
    table = score_pairs(pairs, plain=())
    split = split_groups(table, HALVES, seed=4)
    for key in ("group_code", "text_hash"):
        values = getattr(table, key)
        for value in np.unique(values):
            assert len(np.unique(split.part_code[values == value])) == 1, key
    assert np.bincount(split.part_code).tolist() == [200, 200]
    assert split.unit_code.max() + 1 == 50


def test_split_groups_gives_every_part_its_share_of_a_rare_kind():
    rows = [("faithful", "common", f"c{i}", 100.0, ()) for i in range(90)]
    rows += [("unfaithful", "rare", f"r{i}", 50.0, ()) for i in range(10)]
    table = table_of(rows)
    for seed in range(10):
        split = split_groups(table, HALVES, seed)
        rare = table.kind_code == table.kinds.index("rare")
        assert np.bincount(split.part_code[rare]).tolist() == [5, 5]


def test_split_groups_depends_on_the_seed_and_not_on_the_order():
    table = random_table(200, 80)
    split = split_groups(table, HALVES, seed=1)
    shuffled = np.random.default_rng(0).permutation(len(table))
    again = split_groups(table.take(shuffled), HALVES, seed=1)
    assert again.split_hash == split.split_hash
    assert np.array_equal(again.part_code, split.part_code[shuffled])
    assert split_groups(table, HALVES, seed=2).split_hash != split.split_hash


def test_split_groups_deals_by_shares():
    table = table_of([("faithful", "exact", f"g{i}", 100.0, ()) for i in range(100)])
    split = split_groups(table, {"a": 0.2, "b": 0.3, "c": 0.5}, seed=0)
    assert np.bincount(split.part_code).tolist() == [20, 30, 50]
    assert split.rows("b").sum() == 30


def test_split_groups_of_nothing_is_empty():
    split = split_groups(table_of([]), HALVES, seed=0)
    assert split.part_code.tolist() == []


@pytest.mark.parametrize("shares", [{"a": 0.5, "b": 0.6}, {"a": 1.0, "b": 0.0}, {}])
def test_split_groups_refuses_shares_that_do_not_sum_to_one(shares):
    with pytest.raises(SettingError, match="summing to 1"):
        split_groups(random_table(20), shares, seed=0)
