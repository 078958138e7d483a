from __future__ import annotations

import numpy as np
import pytest

from evidencelab.evidence.match_policy import VETO_CODES, MatchPolicy
from evidencelab.lab.calibration.error_rates import (
    ablate_length,
    ablation_policies,
    ablation_table,
    error_rates,
    list_misses,
    miss_rows,
    rates_table,
    scorer_table,
)
from evidencelab.lab.labelled.scoring import score_pairs
from tests.lab.lab_data import pair, table_of

POLICY = MatchPolicy(accept_at=90, reject_below=50)
ROWS = [
    ("faithful", "exact", "a", 100.0, ()),
    ("faithful", "exact", "b", 70.0, ()),
    ("faithful", "wrapped", "a", 40.0, ()),
    ("faithful", "wrapped", "b", None, ()),
    ("unfaithful", "digit", "a", 99.0, ("value_changed",)),
    ("unfaithful", "digit", "c", 99.0, ("value_changed",)),
    ("unfaithful", "entity", "a", 95.0, ()),
    ("unfaithful", "entity", "a", 60.0, ()),
    ("unfaithful", "entity", "d", 10.0, ()),
]


def test_error_rates_count_each_class_and_put_the_worst_first():
    *classes, faithful, unfaithful = error_rates(table_of(ROWS), POLICY)
    got = [
        (
            c.kind,
            c.n,
            c.n_groups,
            *(r.n_successes for r in (c.accepted, c.uncertain, c.rejected, c.too_short)),
        )
        for c in classes
    ]
    assert got == [
        ("wrapped", 2, 2, 0, 0, 1, 1),
        ("entity", 3, 2, 1, 1, 1, 0),
        ("exact", 2, 2, 1, 1, 0, 0),
        ("digit", 2, 2, 0, 0, 2, 0),
    ]
    assert [c.error.rate for c in classes] == pytest.approx([1 / 2, 1 / 3, 0, 0])
    assert (faithful.kind, faithful.n, faithful.accepted.n_successes) == (None, 4, 1)
    assert (unfaithful.n, unfaithful.error.n_successes) == (5, 1)


def test_error_rates_tell_a_kind_of_both_labels_apart():
    rows = [("faithful", "number", "a", 100.0, ()), ("unfaithful", "number", "a", 100.0, ())]
    first, second, *_ = error_rates(table_of(rows), POLICY)
    assert (first.label, first.error.rate, second.label, second.error.rate) == (
        "unfaithful",
        1.0,
        "faithful",
        0.0,
    )


def test_error_rates_of_one_label_leave_the_other_none():
    *_, unfaithful = error_rates(table_of(ROWS[:2]), POLICY)
    assert (unfaithful.n, unfaithful.accepted.rate) == (0, None)


def test_rates_table_states_intervals_beside_rates():
    shown = rates_table(error_rates(table_of(ROWS), POLICY))
    entity = shown[shown["kind"] == "entity"].iloc[0]
    assert (entity["n"], entity["groups"]) == (3, 2)
    assert 0 < entity["error_ci_low"] < entity["error"] < entity["error_ci_high"] < 1


def test_miss_rows_are_what_the_match_got_wrong():
    assert miss_rows(table_of(ROWS), POLICY).tolist() == [6, 2]


def test_list_misses_fetches_pairs_with_their_reasons():
    text = "pool active=48, idle=2, max=50"
    pairs = [
        pair(text, "active=48, idle=2"),
        pair(text, "active=48, idle=2", "unfaithful", "mislabelled"),
        pair(text, "active=49, idle=2", kind="mislabelled"),
    ]
    rows = miss_rows(score_pairs(pairs), POLICY)
    misses = list(list_misses(iter(pairs), rows, POLICY))
    assert [(m.row, m.pair.excerpt, m.match.decision) for m in misses] == [
        (1, "active=48, idle=2", "accept"),
        (2, "active=49, idle=2", "mismatch"),
    ]
    assert misses[1].match.reasons


def test_scorer_table_puts_the_match_beside_plain_scorers():
    plain = {"ratio": np.array([90.0, 80, 70, 60, 95, 95, 20, 20, 20])}
    shown = scorer_table(table_of(ROWS, plain), thresholds=[85]).set_index("scorer")
    assert shown.index.tolist() == ["match", "match, similarity alone", "ratio"]
    # ratio: faithful 90 80 70 60 against unfaithful 95 95 20 20 20: 3 of 5 couples each
    assert shown.loc["ratio", "auroc"] == pytest.approx(0.6)
    assert shown.loc["ratio", ["worst_kind", "worst_auroc"]].tolist() == ["digit", 0.0]
    assert shown.loc["ratio", "faithful_accepted_at_85"] == 0.25
    assert shown.loc["ratio", "unfaithful_accepted_at_85"] == 0.4
    assert shown.loc["match", "unfaithful_accepted_at_85"] == 0.2
    assert shown.loc["match, similarity alone", "unfaithful_accepted_at_85"] == pytest.approx(0.6)


def test_scorer_table_without_one_label_is_nan():
    shown = scorer_table(table_of(ROWS[:2]))
    assert np.isnan(shown.loc[0, "auroc"])
    assert np.isnan(shown.loc[0, "unfaithful_accepted_at_85"])


def test_ablation_shows_what_a_veto_is_worth():
    policies = ablation_policies(POLICY)
    assert len(policies) == len(VETO_CODES) + 5
    shown = ablation_table(table_of(ROWS), policies).set_index("policy")
    assert shown.loc["as it is", "unfaithful_accepted"] == pytest.approx(1 / 5)
    assert shown.loc["without value_changed", "unfaithful_accepted"] == pytest.approx(3 / 5)
    assert shown.loc["without value_changed", "worst_unfaithful_accepted_kind"] == "digit"
    assert shown.loc["without name_changed", "unfaithful_accepted"] == pytest.approx(1 / 5)
    assert shown.loc["verbatim only", "faithful_rejected"] == pytest.approx(2 / 4)
    assert shown.loc["accept at 85, without any veto", "unfaithful_accepted"] == pytest.approx(3 / 5)


def test_ablation_puts_plain_scorers_in_the_place_of_the_match():
    plain = {"ratio": np.array([90.0, 80, 70, 100, 95, 95, 20, 20, 20])}
    policies = ablation_policies(POLICY, plain=["ratio"])
    shown = ablation_table(table_of(ROWS, plain), policies).set_index("policy")
    # the fourth is too short whatever its score; vetoes do not help a plain scorer
    assert shown.loc["ratio at 85", "faithful_accepted"] == 1 / 4
    assert shown.loc["ratio at 85", "unfaithful_accepted"] == 2 / 5


def test_ablate_length_scores_anew_for_each_length():
    text = "pool active=48, idle=2, max=50; heap used by ledger"
    pairs = [pair(text, "heap used"), pair(text, "heap used by ledger")]
    shown = ablate_length(pairs, POLICY, min_tokens=[1, 3, 5])
    assert shown["policy"].tolist() == ["at least 1 words", "at least 3 words", "at least 5 words"]
    assert shown["faithful_accepted"].tolist() == [1.0, 0.5, 0.0]
