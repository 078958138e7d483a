from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from evidencelab.lab.calibration.curves import (
    FPR_GRID,
    Scoring,
    _tpr_at,
    class_rows,
    compute_curve,
    curve_table,
    usual_scorings,
)
from evidencelab.lab.calibration.threshold_sweep import ranking_score
from tests.lab.lab_data import random_table, table_of


def by_name(table):
    return {s.name: s for s in usual_scorings(table)}


def naive_auroc(truth, score):
    """Share of (faithful, unfaithful) couples ranked right, ties half."""
    wins = [1.0 if f > u else 0.5 if f == u else 0.0 for f in score[truth] for u in score[~truth]]
    return float(np.mean(wins))


@pytest.mark.parametrize("kind", [None, "digit", "entity", "exact"])
def test_compute_curve_equals_counting_every_couple(kind):
    table = random_table(200)
    for scoring in by_name(table).values():
        curve = compute_curve(table, scoring, kind, n_draws=0)
        rows = np.ones(len(table), dtype=bool)
        if kind not in (None, "exact"):
            rows = table.is_faithful | (table.kind_code == table.kinds.index(kind))
        truth, score = table.is_faithful[rows], scoring.score[rows]
        assert curve.auroc == pytest.approx(naive_auroc(truth, score))
        couples = [f == u for f in score[truth] for u in score[~truth]]
        assert curve.tie_share == pytest.approx(np.mean(couples))
        assert (curve.n_faithful, curve.n_unfaithful) == (truth.sum(), (~truth).sum())
        for threshold, fpr, tpr in zip(curve.thresholds, curve.fpr, curve.tpr, strict=True):
            assert tpr == pytest.approx(np.mean(score[truth] >= threshold))
            assert fpr == pytest.approx(np.mean(score[~truth] >= threshold))


def test_vetoes_rank_below_every_score():
    rows = [("faithful", "exact", "a", 60.0, ()), ("unfaithful", "digit", "b", 99.0, ("value_changed",))]
    scorings = by_name(table_of(rows))
    assert compute_curve(table_of(rows), scorings["with vetoes"], n_draws=0).auroc == 1.0
    assert compute_curve(table_of(rows), scorings["similarity alone"], n_draws=0).auroc == 0.0


def test_too_short_pairs_are_never_accepted_whatever_the_threshold():
    table = table_of([("faithful", "exact", "a", None, ()), ("unfaithful", "digit", "b", 0.0, ())])
    assert ranking_score(table, vetoes=()).tolist() == [-1.0, 0.0]
    assert compute_curve(table, by_name(table)["with vetoes"], n_draws=0).auroc == 0.0


def test_partial_auc_sees_only_one_percent_of_false_accepts():
    # 200 unfaithful pairs: three on top of every faithful pair fill the first 1.5 % of the curve
    rows = [("unfaithful", "digit", f"u{i}", 100.0 if i < 3 else 0.0, ()) for i in range(200)]
    rows += [("faithful", "exact", f"f{i}", 90.0, ()) for i in range(50)]
    curve = compute_curve(table_of(rows), by_name(table_of(rows))["with vetoes"], n_draws=0)
    assert curve.auroc == pytest.approx(1 - 3 / 200)
    assert curve.partial_auc < 0.5


def test_compute_curve_without_one_label_is_nan_and_empty():
    table = table_of([("faithful", "exact", "a", 60.0, ())])
    curve = compute_curve(table, by_name(table)["with vetoes"])
    assert np.isnan([curve.auroc, curve.partial_auc, curve.average_precision, curve.tie_share]).all()
    assert len(curve.fpr) == 0
    assert np.isnan(curve.band).all()


def test_class_rows_judge_a_mixed_kind_by_its_unfaithful_pairs():
    table = table_of(
        [
            ("faithful", "number", "a", 60.0, ()),
            ("unfaithful", "number", "b", 50.0, ()),
            ("faithful", "exact", "c", 60.0, ()),
            ("unfaithful", "entity", "d", 60.0, ()),
        ]
    )
    assert class_rows(table)["number"].tolist() == [True, True, True, False]
    assert class_rows(table)["exact"].tolist() == [False, True, True, True]


def test_bands_equal_drawing_rows_of_groups_one_by_one():
    table = random_table(120, 20, seed=3)
    scoring = by_name(table)["with vetoes"]
    curve = compute_curve(table, scoring, n_draws=50, seed=8)
    generator = np.random.default_rng(8)
    groups = np.unique(table.group_code)
    areas = []
    for _ in range(50):
        drawn = generator.integers(0, len(groups), len(groups))
        rows = np.concatenate([np.flatnonzero(table.group_code == groups[g]) for g in drawn])
        areas.append(naive_auroc(table.is_faithful[rows], scoring.score[rows]))
    assert curve.auroc_ci == pytest.approx(np.quantile(areas, [0.025, 0.975]))
    assert (curve.band[0] <= curve.band[1]).all()
    assert curve.band[1][-1] == 1.0


def test_bands_by_group_are_wider_than_bands_that_take_repeats_for_evidence():
    base = random_table(60, 60, seed=5)
    rows = np.repeat(np.arange(60), 20)
    table = base.take(rows)
    scoring = Scoring("s", ranking_score(table, vetoes=()))
    by_group = compute_curve(table, scoring).auroc_ci
    each = np.arange(len(table))
    alone = replace(table, group_code=each.astype(np.int32), text_hash=each.astype(np.int64))
    by_row = compute_curve(alone, scoring).auroc_ci
    assert by_group.high - by_group.low > 2.5 * (by_row.high - by_row.low)


def test_tpr_is_read_on_the_upper_end_of_a_step_and_linear_over_ties():
    fpr = np.array([0.0, 0.0, 0.5, 0.5, 1.0])
    tpr = np.array([0.0, 0.4, 0.4, 0.8, 1.0])
    read = _tpr_at(fpr, tpr)
    assert read[0] == 0.4
    assert read[25] == pytest.approx(0.4)
    assert read[50] == 0.8
    assert read[75] == pytest.approx(0.9)
    assert FPR_GRID[75] == 0.75


def test_curve_table_holds_one_row_per_curve():
    table = random_table(60)
    curves = [compute_curve(table, s, k, n_draws=20) for s in usual_scorings(table) for k in (None, "digit")]
    shown = curve_table(curves)
    assert shown[["kind", "scoring"]].to_numpy().tolist() == [
        ["all", "with vetoes"],
        ["digit", "with vetoes"],
        ["all", "similarity alone"],
        ["digit", "similarity alone"],
    ]


def test_bands_draw_groups_that_share_a_text_together():
    table = random_table(120, 60, seed=2)
    scoring = by_name(table)["with vetoes"]
    shared = replace(table, text_hash=np.repeat(np.arange(6), 20).astype(np.int64))
    assert (
        compute_curve(shared, scoring, n_draws=30).n_groups
        < compute_curve(table, scoring, n_draws=30).n_groups
    )
