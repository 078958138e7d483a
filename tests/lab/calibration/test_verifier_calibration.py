from __future__ import annotations

import json

import numpy as np
import pytest

from evidencelab.agents.baseline.verifier import BaselineVerifier
from evidencelab.agents.stages import Usage, VerifierReply
from evidencelab.errors import InputError
from evidencelab.lab.calibration.calibrate import CalibrationSettings, calibrate
from evidencelab.lab.calibration.certificate import Limits
from evidencelab.lab.calibration.certificate_check import check_certificate
from evidencelab.lab.calibration.curves import compute_curve, usual_scorings
from evidencelab.lab.calibration.verifier_calibration import (
    LabelledClaim,
    VerifierScore,
    agents_version,
    claims_from_pairs,
    read_verifier_scores,
    score_claims,
    verifier_table,
)
from tests.lab.lab_data import pair

TEXT = "[11:17][WARN][ledger-api] heap usage 91%, pool active=48"


class SilentVerifier:
    """A verifier that never answers."""

    name = "silent@1"

    def verify(self, verifier_input):
        return VerifierReply(None, Usage(error="timed out"))


def score(value, label="supported", kind="k", group="g", verifier="v@1", text=""):
    return VerifierScore(score=value, label=label, kind=kind, group=group, verifier=verifier, claim_text=text)


def test_claims_from_pairs_state_the_excerpt_and_cite_the_text():
    pairs = [
        pair(TEXT, "heap usage 91%"),
        pair(TEXT, "heap usage 97%", "unfaithful", "digit"),
        pair(TEXT, "  ", "unfaithful", "blank"),
    ]
    claims = list(claims_from_pairs(pairs))
    assert [(c.claim_text, c.excerpts, c.label, c.kind) for c in claims] == [
        ("heap usage 91%", (TEXT,), "supported", "exact"),
        ("heap usage 97%", (TEXT,), "unsupported", "digit"),
    ]


def test_score_claims_asks_the_baseline_about_each_claim():
    claims = [
        LabelledClaim(claim_text=text, excerpts=(TEXT,), label=label, kind="k", group="g")
        for text, label in [
            ("ledger-api heap usage 91%", "supported"),
            ("ledger-api heap usage 97%", "unsupported"),
        ]
    ]
    scores = list(score_claims(claims, BaselineVerifier()))
    assert scores[0].score == 1.0
    assert scores[1].score < 1.0
    assert {s.verifier for s in scores} == {f"baseline+{agents_version()}"}


def test_score_claims_of_a_verifier_that_does_not_answer_are_missing_and_counted():
    claims = claims_from_pairs([pair(TEXT, "heap usage 91%")])
    table = verifier_table(score_claims(claims, SilentVerifier()))
    assert np.isnan(table.similarity).all()
    assert table.is_too_short.tolist() == [True]


def test_verifier_table_ranks_claims_by_score():
    rows = [score(0.9, group="a"), score(0.4, "unsupported", "made_up", "b"), score(None, group="c")]
    table = verifier_table(rows)
    assert table.similarity[:2].tolist() == [90.0, 40.0]
    assert table.is_faithful.tolist() == [True, False, True]
    assert [table.kinds[code] for code in table.kind_code] == ["k", "made_up", "k"]
    # of the two supported claims one ranks above, the unanswered one below: half of the couples
    assert compute_curve(table, usual_scorings(table)[0], n_draws=0).auroc == 0.5


def test_verifier_scores_are_calibrated_and_certified_like_excerpts():
    generator = np.random.default_rng(0)
    rows = [
        score(
            float(generator.beta(8, 2) if ok else generator.beta(2, 8)),
            label,
            label,
            f"g{i}",
            text=f"claim {i}",
        )
        for i, ok in enumerate(generator.random(800) < 0.5)
        for label in ["supported" if ok else "unsupported"]
    ]
    table = verifier_table(rows)
    got = calibrate(table, settings=CalibrationSettings(limits=Limits(alpha=0.05, beta=0.1), n_draws=20))
    assert got.certificate.is_certified
    assert 40 < got.policy.accept_at <= 100
    assert check_certificate(got.certificate, table).status == "valid"
    other = verifier_table([row.model_copy(update={"verifier": "v@2"}) for row in rows])
    assert check_certificate(got.certificate, other).moved == ("code_version",)


def test_verifier_table_refuses_scores_of_two_verifiers():
    with pytest.raises(InputError, match=r"come from v@1, v@2; calibrate one verifier at a time"):
        verifier_table([score(0.1), score(0.2, verifier="v@2")])


def test_read_verifier_scores_reads_lines_and_names_broken_ones(tmp_path):
    path = tmp_path / "scores.jsonl"
    row = {"score": 0.5, "label": "supported", "kind": "k", "group": "g", "verifier": "v@1", "extra": 1}
    path.write_text(json.dumps(row) + "\n\n" + json.dumps(row | {"score": None}) + "\n")
    assert [s.score for s in read_verifier_scores(path)] == [0.5, None]
    for broken, message in [
        (json.dumps(row | {"score": 1.5}), "line 3: score: should be less than or equal to 1"),
        ("nonsense", "line 3: is not JSON"),
    ]:
        path.write_text(json.dumps(row) + "\n\n" + broken)
        with pytest.raises(InputError) as caught:
            read_verifier_scores(path)
        assert message in str(caught.value)
    path.write_text("\n")
    with pytest.raises(InputError, match="holds no scores"):
        read_verifier_scores(path)
