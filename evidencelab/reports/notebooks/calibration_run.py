"""A calibration as the notebook and the shell run it, and what it leaves behind.

What is statistics is the lab's. This module writes `certificate.json`, `policy.json` and
`vectors.jsonl` beside the scores, and checks certificates and other implementations against files.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import pandas as pd

from evidencelab.agents.stages import Verifier
from evidencelab.gatekeeper.policy import GatekeeperPolicy, load_policy
from evidencelab.lab.calibration.calibrate import Calibration, calibrate, select_classes
from evidencelab.lab.calibration.certificate import (
    Certificate,
    RiskClaim,
    certificate_values,
    load_certificate,
    write_certificate,
    write_policy,
)
from evidencelab.lab.calibration.certificate_check import CertificateCheck, check_certificate
from evidencelab.lab.calibration.conformance import (
    Conformance,
    check_conformance,
    make_vectors,
    own_answers,
    read_answers,
    read_vectors,
    vector_rows,
    write_vectors,
)
from evidencelab.lab.calibration.pair_source import is_fixtures
from evidencelab.lab.calibration.verifier_calibration import claims_from_pairs, score_claims, verifier_table
from evidencelab.lab.labelled.score_table import ScoreTable
from evidencelab.reports.notebooks.calibration_job import SCORES_FILE, CalibrationJob, read_job, score_job
from evidencelab.reports.notebooks.calibration_notes import calibration_notes, with_evidence_tools
from evidencelab.reports.running.progress import track

CERTIFICATE_FILE = "certificate.json"
POLICY_FILE = "policy.json"
VECTORS_FILE = "vectors.jsonl"


@contextmanager
def working_folder(folder: Path | None) -> Iterator[Path]:
    """Give a folder to work in: the one named, or one that is gone afterwards."""
    if folder is not None:
        yield folder
        return
    with TemporaryDirectory(prefix="evidencelab-") as name:
        yield Path(name)


def certificate_json(certificate: Certificate) -> str:
    """Write a certificate as indented JSON."""
    return json.dumps(certificate_values(certificate), ensure_ascii=False, indent=2)


def run_job(job: CalibrationJob, table: ScoreTable) -> Calibration:
    """Choose thresholds on some groups and certify them on the others.

    Without a policy of the user's own, the one that comes out takes evidence from the data's tools.
    """
    if job.scores is not None:
        return calibrate(table, GatekeeperPolicy(), job.settings, job.recipe)
    own = job.policy_file is not None
    policy = job.policy if own else with_evidence_tools(job.policy, job.source.tools)
    return calibrate(table, policy, job.settings, job.recipe)


def notes_on(job: CalibrationJob, calibration: Calibration) -> tuple[str, ...]:
    """Say what a reader of the numbers could overlook; of verifier scores nothing."""
    if job.scores is not None:
        return ()
    return calibration_notes(calibration, job.source, job.policy_file is not None)


def write_run(
    job: CalibrationJob, table: ScoreTable, calibration: Calibration, folder: Path
) -> tuple[Path, ...]:
    """Write certificate, policy and conformance vectors, and return where.

    A verifier's thresholds are no gate policy: of its calibration the certificate alone is written.

    Args:
        job: What was asked.
        table: All pairs, in the order of the job's source.
        calibration: What came out.
        folder: Where the scores are already.

    Raises:
        OutputError: A file cannot be written.
    """
    write_certificate(calibration.certificate, folder / CERTIFICATE_FILE)
    if job.scores is not None:
        return (folder / CERTIFICATE_FILE,)
    write_policy(calibration.policy, folder / POLICY_FILE)
    vectors = make_vectors(job.source, vector_rows(table, calibration.policy), calibration.policy)
    write_vectors(vectors, calibration.policy, folder / VECTORS_FILE)
    return tuple(folder / name for name in (SCORES_FILE, CERTIFICATE_FILE, POLICY_FILE, VECTORS_FILE))


def verify_file(
    path: Path,
    inputs: Sequence[Path],
    folder: Path,
    policy: Path | None = None,
    is_fresh: bool = False,
) -> CertificateCheck:
    """Check a certificate file against the code that runs, a policy and data.

    Args:
        path: The certificate.
        inputs: Data; empty takes the sources the certificate names, where they are still there.
        folder: For the scores on the way.
        policy: The policy file in use; None takes the certificate's own.
        is_fresh: Whether `inputs` are new data on purpose.

    Raises:
        InputError: The certificate or the data cannot be read.
    """
    certificate = load_certificate(path)
    settings = None if policy is None else load_policy(policy)
    named = list(inputs) or _own_sources(certificate)
    if named is None:
        return check_certificate(certificate, policy=settings)
    job = _job_of(certificate, named)
    table = _known_classes(score_job(job, folder), certificate.recipe.classes)
    return check_certificate(certificate, table, settings, is_fresh)


def check_vectors(vectors: Path, answers: Path | None = None) -> Conformance:
    """Hold another implementation's answers, or this gate's own, against conformance vectors.

    Raises:
        InputError: A file cannot be read.
    """
    file = read_vectors(vectors)
    return check_conformance(file.vectors, own_answers(file) if answers is None else read_answers(answers))


def verifier_calibration(job: CalibrationJob, verifier: Verifier, n_claims: int) -> Calibration:
    """Calibrate a verifier on claims made of the job's pairs.

    Args:
        job: Its pairs become claims.
        verifier: Asked about each.
        n_claims: How many at most, spread evenly over the pairs.
    """
    n_pairs = sum(1 for _ in job.source)
    step = max(1, -(-n_pairs // max(1, n_claims)))
    claims = claims_from_pairs(islice(iter(job.source), 0, None, step))
    scores = score_claims(track(claims, "claims judged", -(-n_pairs // step)), verifier, job.policy)
    return calibrate_verifier_table(job, verifier_table(scores))


def calibrate_verifier_table(job: CalibrationJob, table: ScoreTable) -> Calibration:
    """Calibrate a verifier on its scores, by the job's limits, costs and seed."""
    settings = job.settings.model_copy(update={"classes": ()})
    return calibrate(table, GatekeeperPolicy(), settings, job.source.recipe)


def claims_table(claims: Iterable[RiskClaim]) -> pd.DataFrame:
    """One row per class of a certificate: what its groups allow, and what it would take."""
    return pd.DataFrame(
        [
            {
                "kind": claim.kind or "all",
                "label": claim.label,
                "groups": claim.n_groups,
                "pairs": claim.n_pairs,
                "wrong": claim.n_errors,
                "limit": claim.limit,
                "these groups allow": claim.upper_bound,
                "certified": "yes" if claim.is_certified else "no",
                "with all others": "yes" if claim.is_certified_with_all else "no",
                "groups it takes": claim.n_groups_needed_as_observed,
            }
            for claim in claims
        ]
    )


def _own_sources(certificate: Certificate) -> list[Path] | None:
    """Give the certificate's sources as inputs; None where one is not there any more."""
    paths = [Path(name) for name in certificate.recipe.sources]
    is_there = bool(paths) and all(path.exists() or is_fixtures(path) for path in paths)
    return paths if is_there else None


def _job_of(certificate: Certificate, inputs: Sequence[Path]) -> CalibrationJob:
    """Make the pairs as the certificate's were made."""
    recipe = certificate.recipe
    job = read_job(
        inputs,
        classes=recipe.classes,
        grouping=recipe.grouping,
        per_group=recipe.per_group,
        seed=certificate.split.seed,
    )
    return job._replace(policy=certificate.policy)


def _known_classes(table: ScoreTable, classes: tuple[str, ...]) -> ScoreTable:
    """Keep the certificate's classes, as far as the data have them."""
    return select_classes(table, tuple(kind for kind in classes if kind in table.kinds))
