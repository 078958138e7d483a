"""A calibration as the notebook and the shell run it: parameters checked, pairs scored, files written.

What is statistics is the lab's. This module reads, shows how far it is, and writes what a run leaves
behind: `scores.parquet`, `certificate.json`, `policy.json`, `vectors.jsonl`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pandas as pd
from pydantic import ValidationError

from evidencelab.agents.stages import Verifier
from evidencelab.errors import InputError, OutputError, SettingError
from evidencelab.gatekeeper.policy import GatekeeperPolicy, load_policy
from evidencelab.lab.calibration import Calibration, CalibrationSettings, calibrate, select_classes
from evidencelab.lab.certificate import (
    Certificate,
    Limits,
    RiskClaim,
    certificate_values,
    load_certificate,
    write_certificate,
    write_policy,
)
from evidencelab.lab.certificate_check import CertificateCheck, check_certificate
from evidencelab.lab.conformance import (
    Conformance,
    check_conformance,
    make_vectors,
    own_answers,
    read_answers,
    read_vectors,
    write_vectors,
)
from evidencelab.lab.cost_curves import Costs
from evidencelab.lab.evidence_source import GROUPINGS
from evidencelab.lab.pair_source import PER_GROUP, PairSource, is_fixtures, pair_source
from evidencelab.lab.score_table import ScoreTable, load_scores
from evidencelab.lab.scoring import write_scores
from evidencelab.lab.verifier_calibration import claims_from_pairs, score_claims, verifier_table
from evidencelab.reports.matrix import make_folder
from evidencelab.reports.progress import track

NOTEBOOK = "05_threshold_calibration"
SCORES_FILE = "scores.parquet"
CERTIFICATE_FILE = "certificate.json"
POLICY_FILE = "policy.json"
VECTORS_FILE = "vectors.jsonl"


class CalibrationJob(NamedTuple):
    """What a calibration was asked to do, checked.

    Attributes:
        source: Where the pairs come from.
        policy: Vetoes and everything that is not a threshold.
        policy_file: Where it was read; None for the defaults.
        settings: Limits, costs, classes, seed.
    """

    source: PairSource
    policy: GatekeeperPolicy
    policy_file: Path | None
    settings: CalibrationSettings

    @property
    def inputs(self) -> tuple[Path, ...]:
        """Every file and folder that is read."""
        return (*self.source.paths, *((self.policy_file,) if self.policy_file else ()))


def read_job(
    inputs: Sequence[str | Path] = (),
    *,
    policy: str | Path = "",
    alpha: float = 0.01,
    beta: float = 0.05,
    delta: float = 0.05,
    cost_false_accept: float = 20.0,
    cost_false_reject: float = 1.0,
    cost_undecided: float = 0.2,
    p_unfaithful: float = 0.1,
    classes: Sequence[str] = (),
    choose_share: float = 0.5,
    grouping: str = "template",
    per_group: int = PER_GROUP,
    seed: int = 0,
) -> CalibrationJob:
    """Check the parameters of a calibration.

    Args:
        inputs: Labelled JSONL files, evidence (sessions, traces, tool outputs, folders), or both;
            empty takes the fixtures, which the name `fixtures` stands for among others.
        policy: A JSON file of policy settings; empty takes the defaults.
        alpha: Limit of P(accept | unfaithful).
        beta: Limit of P(mismatch | faithful).
        delta: Share of certificates that may be wrong.
        cost_false_accept: Of an unfaithful excerpt accepted.
        cost_false_reject: Of a faithful one called a mismatch.
        cost_undecided: Of one left between the thresholds.
        p_unfaithful: Share of unfaithful excerpts where the gate will stand.
        classes: Kinds to keep; empty for all.
        choose_share: Share of the groups that choose; the others certify.
        grouping: `template` or `record`: which evidence texts are one group.
        per_group: Texts kept of each template of the evidence; 0 keeps all.
        seed: Seed of corruptions, split and bootstrap.

    Raises:
        EvidencelabError: Something is unknown, impossible or cannot be read.
    """
    policy_file = Path(policy) if str(policy) else None
    try:
        settings = CalibrationSettings(
            limits=Limits(alpha=alpha, beta=beta, delta=delta),
            costs=Costs(
                false_accept=cost_false_accept,
                false_reject=cost_false_reject,
                undecided=cost_undecided,
                p_unfaithful=p_unfaithful,
            ),
            classes=tuple(classes),
            choose_share=choose_share,
            seed=seed,
        )
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][-1])
        raise SettingError("calibrate", name, f"is wrong ({first['msg']}, got {first['input']!r})") from error
    source = pair_source(
        [Path(item) for item in inputs],
        seed=seed,
        classes=tuple(classes),
        grouping=grouping,
        per_group=per_group,
    )
    loaded = load_policy(policy_file) if policy_file else GatekeeperPolicy()
    return CalibrationJob(source, loaded, policy_file, settings)


def job_of_notebook(
    inputs: Sequence[str],
    policy: str,
    alpha: float,
    beta: float,
    delta: float,
    costs: Mapping[str, float],
    p_unfaithful: float,
    classes: Sequence[str],
    grouping: str,
    seed: int,
) -> CalibrationJob:
    """Check a notebook's parameters; `costs` may name `false_accept`, `false_reject`, `undecided`.

    Raises:
        EvidencelabError: Something is unknown, impossible or cannot be read.
    """
    stated = {"false_accept": 20.0, "false_reject": 1.0, "undecided": 0.2}
    for name, value in costs.items():
        if name not in stated:
            raise SettingError("costs", str(name), "is not a cost", tuple(stated))
        stated[name] = value
    return read_job(
        inputs,
        policy=policy,
        alpha=alpha,
        beta=beta,
        delta=delta,
        p_unfaithful=p_unfaithful,
        classes=classes,
        grouping=grouping,
        seed=seed,
        cost_false_accept=stated["false_accept"],
        cost_false_reject=stated["false_reject"],
        cost_undecided=stated["undecided"],
    )


def notebook_folder(results: str) -> Path:
    """Make the calibration notebook's results folder; without a name, one for runs by hand.

    Raises:
        OutputError: It cannot be made.
    """
    return make_folder(results, NOTEBOOK)


def describe_table(job: CalibrationJob, table: ScoreTable) -> str:
    """Say in one line what was scored."""
    n_faithful = int(table.is_faithful.sum())
    conflicts = f"; {table.n_conflicts} pairs carry both labels" if table.n_conflicts else ""
    return (
        f"{len(table)} pairs ({n_faithful} faithful, {len(table) - n_faithful} unfaithful) of "
        f"{len(table.kinds)} classes in {table.n_groups} groups, "
        f"from {', '.join(job.source.names)}{conflicts}"
    )


def score_job(job: CalibrationJob, folder: Path) -> ScoreTable:
    """Score every pair once into `scores.parquet` and read the columns back.

    Raises:
        InputError: A source cannot be read or gives no pair.
        OutputError: The folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(str(folder), f"cannot be made ({error.strerror})", "give another folder") from error
    target = folder / SCORES_FILE
    if write_scores(track(job.source, "pairs scored"), target, job.policy) == 0:
        raise InputError(
            ", ".join(job.source.names), "gives no pair", "give labelled pairs, or evidence that holds values"
        )
    return load_scores(target)


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
    """Choose thresholds on some groups and certify them on the others."""
    return calibrate(table, job.policy, job.settings, job.source.recipe)


def write_run(job: CalibrationJob, calibration: Calibration, folder: Path) -> tuple[Path, ...]:
    """Write certificate, policy and conformance vectors, and return where.

    Raises:
        OutputError: A file cannot be written.
    """
    write_certificate(calibration.certificate, folder / CERTIFICATE_FILE)
    write_policy(calibration.policy, folder / POLICY_FILE)
    vectors = make_vectors(job.source, calibration.policy)
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
    assert recipe.grouping in GROUPINGS
    source = pair_source(
        inputs,
        seed=certificate.split.seed,
        classes=recipe.classes,
        grouping=recipe.grouping,
        per_group=recipe.per_group,
    )
    return CalibrationJob(source, certificate.policy, None, CalibrationSettings())


def _known_classes(table: ScoreTable, classes: tuple[str, ...]) -> ScoreTable:
    """Keep the certificate's classes, as far as the data have them."""
    return select_classes(table, tuple(kind for kind in classes if kind in table.kinds))
