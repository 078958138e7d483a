from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom

from evidencelab.errors import InputError, OutputError, SettingError
from evidencelab.gatekeeper.policy import GatekeeperPolicy, load_policy
from evidencelab.lab.calibration.calibrate import CalibrationSettings, calibrate, select_classes
from evidencelab.lab.calibration.certificate import (
    Certificate,
    Limits,
    load_certificate,
    write_certificate,
    write_policy,
)
from evidencelab.lab.calibration.certificate_check import check_certificate
from evidencelab.lab.calibration.certifying import issue_certificate
from evidencelab.lab.calibration.cost_curves import Costs
from evidencelab.lab.calibration.operating_point import OperatingPoint, Region
from evidencelab.lab.labelled.score_table import DECISIONS, decide
from evidencelab.lab.statistics.splits import split_groups
from tests.lab.lab_data import table_of

HALVES = {"choose": 0.5, "certify": 0.5}


def clean_rows(n_groups, n_wrong=0, n_rejected=0):
    """Faithful 100, unfaithful vetoed, one pair a group; some unfaithful 100, some faithful vetoed."""
    rows = [
        ("unfaithful", "digit", f"u{i}", 100.0, () if i < n_wrong else ("value_changed",))
        for i in range(n_groups)
    ]
    rows += [
        ("faithful", "exact", f"f{i}", 100.0, ("not_found",) if i < n_rejected else ())
        for i in range(n_groups)
    ]
    return rows


def calibrated(rows, **limits):
    return calibrate(table_of(rows), settings=CalibrationSettings(limits=Limits(**limits), n_draws=20))


def at(accept_at, reject_below):
    region = Region(low=0.0, high=100.0)
    return OperatingPoint(
        accept_at=accept_at,
        reject_below=reject_below,
        cheapest_accept_at=accept_at,
        cheapest_reject_below=reject_below,
        accept_region=region,
        reject_region=region,
        cost=0.0,
        least_cost=0.0,
        costs=Costs(),
        n_faithful_groups=1,
        n_unfaithful_groups=1,
    )


@pytest.mark.parametrize(
    ("n_groups", "is_certified"),
    [pytest.param(596, False, id="298-left"), pytest.param(598, True, id="299-left")],
)
def test_certificate_of_one_percent_takes_299_clean_groups(n_groups, is_certified):
    certificate = calibrated(clean_rows(n_groups), alpha=0.01, beta=0.05).certificate
    assert certificate.accept.n_groups == n_groups // 2
    assert (certificate.accept.is_certified, certificate.is_certified) == (is_certified, is_certified)
    assert certificate.reject.is_certified
    assert certificate.accept.n_groups_needed == 299


def test_certificate_says_what_too_few_groups_allow_and_how_many_it_takes():
    certificate = calibrated(clean_rows(170), alpha=0.02).certificate
    # 85 clean groups: (1 - p)^85 = 5 % at p = 3.46 %
    assert certificate.accept.upper_bound == pytest.approx(1 - 0.05 ** (1 / 85), abs=1e-6)
    assert certificate.accept_limit == certificate.accept.upper_bound
    assert certificate.reject_limit == 0.05
    assert certificate.statement.startswith("None certifiable: no thresholds hold both limits")
    assert (
        "P(accept | unfaithful) is not certifiable at 2.0 % (0 of 85 pairs wrong in 85 groups): "
        "the smallest limit these groups allow, certified by itself, is 3.5 %; it would take about 149 groups"
    ) in certificate.statement
    assert "exchangeable" in certificate.assumption
    assert certificate.assumption in str(certificate)


def test_certificate_rounds_what_groups_allow_upwards():
    # 95 clean groups allow 3.104 %: 3.1 % would claim more than they do
    claim = calibrated(clean_rows(190), alpha=0.01).certificate.accept
    assert 0.031 < claim.upper_bound < 0.0312
    assert "is 3.2 %; it would" in str(claim)
    without = calibrated(clean_rows(170), alpha=0.01).certificate.accept.model_copy(
        update={"n_groups": 0, "n_pairs": 0, "upper_bound": 1.0}
    )
    assert "these groups allow no limit at all" in str(without)


def test_certificate_says_when_no_number_of_labels_would_help():
    claim = calibrated(clean_rows(170, n_wrong=20), alpha=0.01).certificate.accept
    assert claim.n_groups_needed_as_observed is None
    assert "more labels would not change that" in str(claim)


def test_certificate_names_the_groups_it_takes_at_the_risk_observed():
    table = table_of(clean_rows(400, n_wrong=2))
    split = split_groups(table, HALVES, seed=1)
    claim = issue_certificate(table, split, at(95.0, 50.0), GatekeeperPolicy(), Limits(alpha=0.02)).accept
    assert claim.n_errors == 1
    assert claim.n_groups_needed_as_observed > 200 > claim.n_groups_needed
    assert f"about {claim.n_groups_needed_as_observed} groups at the risk observed" in str(claim)


def test_certificate_counts_groups_and_not_pairs():
    # 30 groups of 40 pairs each are 1,200 pairs and still 15 certifying groups
    rows = [(*row[:2], f"{row[2]}", *row[3:]) for row in clean_rows(30) for _ in range(40)]
    certificate = calibrated(rows, alpha=0.05).certificate
    assert (certificate.accept.n_groups, certificate.accept.n_pairs) == (15, 600)
    assert not certificate.accept.is_certified


def test_certificate_falls_back_to_safer_thresholds_that_can_be_certified():
    # unfaithful groups score 90 without a veto: at 85 all are accepted, above 90 none
    rows = [("unfaithful", "digit", f"u{i}", 90.0, ()) for i in range(300)]
    rows += [("faithful", "exact", f"f{i}", 100.0, ()) for i in range(300)]
    table = table_of(rows)
    split = split_groups(table, HALVES, seed=0)
    certificate = issue_certificate(table, split, at(85.0, 0.0), GatekeeperPolicy(), Limits(alpha=0.05))
    assert certificate.is_certified
    assert 90.0 < certificate.policy.accept_at < 92.0
    assert certificate.chosen_accept_at == 85.0
    assert "safer than the thresholds chosen by cost" in certificate.statement
    assert not certificate.accept.is_certified  # the chosen ones
    assert certificate.accept_limit == 0.05


def test_certificate_of_both_limits_fails_with_either():
    accept_only = calibrated(clean_rows(400, n_rejected=100), alpha=0.02, beta=0.05).certificate
    assert (accept_only.accept.is_certified, accept_only.reject.is_certified) == (True, False)
    assert not accept_only.is_certified


def test_certificate_judges_every_class_alone_and_with_all_others():
    rows = [
        ("unfaithful", kind, f"{kind}{i}", 0.0, ())
        for kind, n in (("digit", 130), ("entity", 700), ("level", 20))
        for i in range(n)
    ]
    rows += [("faithful", "exact", f"f{i}", 100.0, ()) for i in range(700)]
    claims = {c.kind: c for c in calibrated(rows, alpha=0.05, beta=0.05).certificate.classes}
    assert list(claims)[:2] == ["level", "digit"]
    assert {k: (c.is_certified, c.is_certified_with_all) for k, c in claims.items()} == {
        "level": (False, False),
        "digit": (True, False),  # (1 - 5 %)^65 = 3.6 %, not below 5 % / 2
        "entity": (True, True),
        "exact": (True, True),
    }


def test_certificate_counts_too_short_pairs_apart():
    rows = [*clean_rows(200), *(("unfaithful", "digit", f"s{i}", None, ()) for i in range(40))]
    got = calibrated(rows, alpha=0.05)
    assert got.certificate.n_too_short == got.certifying.is_too_short.sum() > 10
    assert got.certificate.accept.n_errors == 0


def simulated_table(generator, n_groups=120):
    """Groups of 1 to 4 pairs of each label; a group's pairs score alike."""
    rows = []
    for group in range(n_groups):
        for label, centre in (("unfaithful", 55.0), ("faithful", 92.0)):
            middle = generator.normal(centre, 12.0)
            for _ in range(int(generator.integers(1, 5))):
                score = float(np.clip(round(generator.normal(middle, 5.0), 1), 0, 100))
                rows.append((label, "k" + label, f"g{group}", score, ()))
    return table_of(rows)


def true_risks():
    """Mean over groups of the share accepted, and of the share that mismatch, at each threshold."""
    generator = np.random.default_rng(99)
    middle = generator.normal(0, 12.0, 400_000) + generator.normal(0, 5.0, 400_000)
    unfaithful = np.sort(np.clip(np.round(55.0 + middle, 1), 0, 100))
    faithful = np.sort(np.clip(np.round(92.0 + middle, 1), 0, 100))
    return (
        lambda accept_at: 1 - np.searchsorted(unfaithful, accept_at, side="left") / len(middle),
        lambda reject_below: np.searchsorted(faithful, reject_below, side="left") / len(middle),
    )


def test_certificate_holds_in_all_but_delta_of_two_hundred_data_sets():
    accept_risk, mismatch_risk = true_risks()
    settings = CalibrationSettings(
        limits=Limits(alpha=0.07, beta=0.1, delta=0.1),
        costs=Costs(false_accept=1.0, undecided=0.3, p_unfaithful=0.3),
        n_draws=10,
    )
    generator = np.random.default_rng(17)
    n_certified = n_false = n_near = 0
    for _ in range(200):
        certificate = calibrate(simulated_table(generator), settings=settings).certificate
        policy = certificate.policy
        n_near += accept_risk(certificate.chosen_accept_at) > 0.07
        if certificate.is_certified:
            n_certified += 1
            n_false += accept_risk(policy.accept_at) > 0.07 or mismatch_risk(policy.reject_below) > 0.1
    assert n_certified >= 50  # it does certify
    assert n_near >= 30  # and often it is asked to certify what is not so
    assert n_false <= binom.ppf(0.995, 200, 0.1)


def test_certificate_of_a_risk_just_above_the_limit_is_issued_in_no_more_than_delta():
    # the worst case: thresholds fixed, groups of one pair, true risk a hair above alpha
    generator = np.random.default_rng(3)
    issued = 0
    for _ in range(200):
        wrong = generator.random(400) < 0.0501
        rows = [("unfaithful", "k", f"u{i}", 100.0 if w else 0.0, ()) for i, w in enumerate(wrong)]
        rows += [("faithful", "e", f"f{i}", 100.0, ()) for i in range(400)]
        table = table_of(rows)
        split = split_groups(table, HALVES, seed=0)
        certificate = issue_certificate(table, split, at(90.0, 10.0), GatekeeperPolicy(), Limits(alpha=0.05))
        issued += certificate.is_certified
    assert 0 < issued <= binom.ppf(0.995, 200, 0.05)


def test_naive_p_value_over_pairs_would_break_its_promise():
    # the same worst case with 20 like pairs a group: counting pairs certifies far too often
    generator = np.random.default_rng(4)
    by_pair = by_group = 0
    for _ in range(100):
        wrong = generator.random(40) < 0.101
        rows = [
            ("unfaithful", "k", f"u{i}", 100.0 if w else 0.0, ())
            for i, w in enumerate(wrong)
            for _ in range(20)
        ]
        rows += [("faithful", "e", f"f{i}", 100.0, ()) for i in range(200)]
        table = table_of(rows)
        alone = replace(table, group_code=np.arange(len(table), dtype=np.int32))
        for counted, name in ((table, "group"), (alone, "pair")):
            split = split_groups(counted, HALVES, seed=0)
            issued = issue_certificate(
                counted, split, at(90.0, 10.0), GatekeeperPolicy(), Limits(alpha=0.1)
            ).is_certified
            by_group += issued and name == "group"
            by_pair += issued and name == "pair"
    assert by_group <= binom.ppf(0.995, 100, 0.05)
    assert by_pair > 15


# --------------------------------------------------------------------------- files


def test_certificate_and_policy_read_back_as_written(tmp_path):
    got = calibrated(clean_rows(200), alpha=0.05)
    write_certificate(got.certificate, tmp_path / "certificate.json")
    write_policy(got.policy, tmp_path / "policy.json")
    assert load_certificate(tmp_path / "certificate.json") == got.certificate
    assert load_policy(tmp_path / "policy.json") == got.policy
    assert got.policy.policy_hash == got.certificate.hashes.policy_hash
    vetoes = json.loads((tmp_path / "certificate.json").read_text())["policy"]["vetoes"]
    assert vetoes[0] == "value_changed"
    with pytest.raises(OutputError):
        write_certificate(got.certificate, tmp_path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param("{", "is not a certificate", id="not-json"),
        pytest.param("{}", "is not a certificate (statement: is missing)", id="empty"),
        pytest.param('{"format": "other/1"}', "is not a certificate (format:", id="other-format"),
    ],
)
def test_load_certificate_refuses_what_is_none(tmp_path, content, message):
    (tmp_path / "c.json").write_text(content)
    with pytest.raises(InputError) as caught:
        load_certificate(tmp_path / "c.json")
    assert message in str(caught.value)
    with pytest.raises(InputError, match="cannot be read"):
        load_certificate(tmp_path / "absent.json")


# --------------------------------------------------------------------------- checks


@pytest.fixture(scope="module")
def issued():
    return calibrated(clean_rows(400), alpha=0.02, beta=0.05)


def moved(certificate, **changes):
    return certificate.model_copy(update={"hashes": certificate.hashes.model_copy(update=changes)})


def test_check_certificate_is_valid_on_what_it_was_issued_on(issued):
    check = check_certificate(issued.certificate, issued.table, issued.policy)
    assert (check.status, check.moved, check.unchecked) == ("valid", (), ())
    assert [r.n_groups for r in check.risks] == [200, 200]


def test_check_certificate_without_data_says_what_it_did_not_check(issued):
    check = check_certificate(issued.certificate)
    assert (check.status, check.risks, check.unchecked) == ("valid", (), ("data_hash", "split_hash"))
    assert "not checked: data_hash, split_hash" in check.summary


def test_check_certificate_names_the_hash_that_moved(issued):
    certificate = issued.certificate
    other = issued.policy.model_copy(update={"accept_at": 91.0})
    assert check_certificate(moved(certificate, code_version="0+0")).moved == ("code_version",)
    assert check_certificate(certificate, policy=other).moved == ("policy_hash",)
    assert check_certificate(certificate.model_copy(update={"policy": other})).moved == ("policy_hash",)
    assert check_certificate(certificate, issued.table.take(np.arange(1, 700))).moved == ("data_hash",)
    assert check_certificate(moved(certificate, split_hash="0"), issued.table).moved == ("split_hash",)
    for check in (
        check_certificate(certificate, policy=other),
        check_certificate(moved(certificate, code_version="0")),
    ):
        assert check.status == "stale"
        assert check.summary.startswith("stale; moved: ")


def test_check_certificate_on_fresh_data_that_agree_is_valid(issued):
    fresh = table_of([(*row[:2], "new" + row[2], *row[3:]) for row in clean_rows(50)])
    fresh = replace(fresh, pair_hash=fresh.pair_hash + 100_000)
    check = check_certificate(issued.certificate, fresh, is_fresh=True)
    assert (check.status, check.moved) == ("valid", ())
    assert check_certificate(issued.certificate, fresh).status == "stale"


@pytest.mark.parametrize(
    ("n_wrong", "status"),
    [
        # limit 2 %, 50 groups: P(4 or more wrong) = 1.8 %, P(3 or more) = 7.8 %
        pytest.param(3, "valid", id="within-noise"),
        pytest.param(4, "violated", id="beyond-noise"),
    ],
)
def test_check_certificate_is_violated_by_fresh_data_beyond_noise(issued, n_wrong, status):
    assert binom.sf(n_wrong - 1, 50, 0.02) == pytest.approx(0.078 if n_wrong == 3 else 0.018, abs=1e-3)
    check = check_certificate(issued.certificate, table_of(clean_rows(50, n_wrong)), is_fresh=True)
    assert check.status == status
    if status == "violated":
        assert "P(accept | unfaithful) <= 2.0 % is contradicted: 8.0 % observed on 50 groups" in check.summary


def test_check_certificate_sees_faithful_pairs_that_mismatch(issued):
    check = check_certificate(issued.certificate, table_of(clean_rows(50, n_rejected=12)), is_fresh=True)
    assert check.status == "violated"
    assert "P(mismatch | faithful)" in check.summary


def test_check_certificate_judges_the_policy_in_use(issued):
    lax = issued.policy.model_copy(update={"vetoes": frozenset()})
    check = check_certificate(issued.certificate, issued.table, lax)
    assert (check.status, check.moved) == ("violated", ("policy_hash",))


def test_certificate_that_certifies_nothing_cannot_be_violated_by_anything():
    hopeless = calibrated(clean_rows(2), alpha=0.01).certificate
    assert not hopeless.is_certified
    assert hopeless.accept_limit == pytest.approx(0.95)
    assert "does not certify both limits" in check_certificate(hopeless).summary


# --------------------------------------------------------------------------- calibration


def test_calibrate_keeps_the_certifying_groups_out_of_the_choice():
    # flip every certifying pair's label-revealing score: the choice may not move
    table = table_of(clean_rows(100, n_wrong=10))
    base = calibrate(table, settings=CalibrationSettings(n_draws=20))
    score = table.similarity.copy()
    score[base.split.rows("certify")] = 3.0
    again = calibrate(replace(table, similarity=score), settings=CalibrationSettings(n_draws=20))
    assert again.point == base.point
    assert set(base.choosing.group_code).isdisjoint(base.certifying.group_code)
    assert len(base.choosing) == len(base.choosing_units)


def test_calibrate_is_the_same_for_the_same_seed():
    table = table_of(clean_rows(60, n_wrong=6))
    one, two = (calibrate(table, settings=CalibrationSettings(seed=s, n_draws=20)) for s in (5, 5))
    other = calibrate(table, settings=CalibrationSettings(seed=6, n_draws=20))
    assert one.certificate == two.certificate
    assert one.certificate.hashes.split_hash != other.certificate.hashes.split_hash


def test_calibrate_keeps_everything_of_the_policy_but_its_thresholds():
    policy = GatekeeperPolicy(accept_at=11.0, reject_below=3.0, max_retries=2, backfill="off")
    got = calibrate(table_of(clean_rows(60)), policy, CalibrationSettings(n_draws=20)).policy
    assert (got.max_retries, got.backfill, got.vetoes) == (2, "off", policy.vetoes)
    assert (got.accept_at, got.reject_below) != (11.0, 3.0)


def test_select_classes_keeps_the_named_kinds_and_whole_labels_nobody_named():
    rows = [
        ("faithful", "exact", "a", 1.0, ()),
        ("faithful", "wrapped", "b", 1.0, ()),
        ("unfaithful", "digit", "c", 1.0, ()),
        ("unfaithful", "entity", "d", 1.0, ()),
    ]
    table = table_of(rows)
    assert select_classes(table, ("digit",)).group_code.tolist() == [0, 1, 2]
    assert select_classes(table, ("digit", "exact")).group_code.tolist() == [0, 2]
    assert len(select_classes(table, ())) == 4
    with pytest.raises(SettingError, match="'vibes' is not a kind of these pairs; known are digit, entity"):
        select_classes(table, ("vibes",))


def test_decisions_of_the_certified_policy_are_those_counted():
    got = calibrated(clean_rows(200, n_wrong=2), alpha=0.05)
    rows = got.split.rows("certify") & ~got.table.is_faithful
    accepted = decide(got.table, got.policy)[rows] == DECISIONS.index("accept")
    assert accepted.sum() == got.certificate.accept.n_errors
    assert isinstance(got.certificate, Certificate)
