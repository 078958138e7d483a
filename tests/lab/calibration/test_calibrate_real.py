"""The statistics on real labelled pairs, where that folder is."""

from __future__ import annotations

import numpy as np
import pytest

from evidencelab.lab.calibration.calibrate import CalibrationSettings, calibrate
from evidencelab.lab.calibration.certificate import Limits
from evidencelab.lab.calibration.curves import compute_curve, usual_scorings
from evidencelab.lab.calibration.pair_source import pair_source
from evidencelab.lab.labelled.pairs import read_pairs
from evidencelab.lab.labelled.score_table import DECISIONS, decide
from evidencelab.lab.labelled.scoring import score_pairs
from evidencelab.lab.statistics.splits import split_groups
from tests.shared_data import SHARED_DATA, needs_shared_data

pytestmark = needs_shared_data


@pytest.fixture(scope="module")
def dev():
    return score_pairs(read_pairs(SHARED_DATA / "excerpts" / "dev.jsonl"))


def test_similarity_alone_cannot_do_it(dev):
    curves = {s.name: compute_curve(dev, s, None, n_draws=50) for s in usual_scorings(dev)}
    assert curves["partial_ratio"].auroc == pytest.approx(0.72, abs=0.01)
    assert curves["with vetoes"].auroc > 0.99
    # similarity is blind to a negation that an elision leaves out
    blind = compute_curve(dev, usual_scorings(dev)[1], "negation_elided", n_draws=0)
    assert blind.auroc < 0.6


@pytest.mark.parametrize("seed", range(5))
def test_no_text_and_no_group_straddles(dev, seed):
    split = split_groups(dev, {"choose": 0.5, "certify": 0.5}, seed)
    for values in (dev.group_code, dev.text_hash):
        parts = {}
        for value, part in zip(values.tolist(), split.part_code.tolist(), strict=True):
            assert parts.setdefault(value, part) == part
    shares = np.bincount(split.part_code[~dev.is_faithful]) / (~dev.is_faithful).sum()
    assert shares.min() > 0.4


def test_the_smallest_limit_the_groups_allow_is_certified(dev):
    first = calibrate(dev, settings=CalibrationSettings(limits=Limits(alpha=0.02))).certificate
    assert not first.is_certified
    assert first.accept.n_groups_needed == 149
    allowed = first.accept.upper_bound
    again = calibrate(dev, settings=CalibrationSettings(limits=Limits(alpha=allowed + 1e-6))).certificate
    assert again.is_certified
    assert again.accept.n_groups == first.accept.n_groups


def test_calibrated_thresholds_accept_honest_quotes(dev):
    got = calibrate(dev, settings=CalibrationSettings(limits=Limits(alpha=0.1)))
    accepted = decide(dev, got.policy) == DECISIONS.index("accept")
    assert accepted[dev.is_faithful].mean() > 0.98
    assert accepted[~dev.is_faithful].mean() < 0.005


def test_one_percent_is_certified_for_classes_with_groups_enough():
    # at most two records of each template of real tool outputs, each a group; a third of them choose
    paths = [SHARED_DATA / "tool_outputs"]
    classes = ("tail_invented", "other_record", "verbatim_whole")
    pairs = pair_source(paths, classes=classes, grouping="record", per_group=2)
    table = score_pairs(pairs, plain=())
    settings = CalibrationSettings(limits=Limits(alpha=0.01), choose_share=0.3, n_draws=20)
    claims = {c.kind: c for c in calibrate(table, settings=settings).certificate.classes}
    for kind in classes[:2]:
        assert claims[kind].n_groups > 299
        assert claims[kind].is_certified == (claims[kind].upper_bound <= 0.01)
