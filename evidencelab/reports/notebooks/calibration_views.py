"""What the calibration notebook shows: curves, costs, certificates, and what would make them stale.

Shows what has been computed and asks the lab the questions a reader would; it chooses nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pandas as pd

from evidencelab.lab.calibration.calibrate import Calibration
from evidencelab.lab.calibration.certificate import Certificate, RiskClaim, load_certificate
from evidencelab.lab.calibration.certificate_check import CertificateCheck, check_certificate
from evidencelab.lab.calibration.curves import Curve, class_rows, compute_curve, curve_table, usual_scorings
from evidencelab.lab.calibration.error_rates import ablation_policies, ablation_table
from evidencelab.lab.calibration.operating_point import OperatingPoint, cost_sensitivity, cost_table
from evidencelab.lab.calibration.verifier_calibration import read_verifier_scores, verifier_table
from evidencelab.lab.labelled.score_table import ScoreTable
from evidencelab.lab.statistics.risk_control import groups_needed, risk_p_value
from evidencelab.lab.statistics.splits import joined_groups
from evidencelab.reports.notebooks.calibration_job import CalibrationJob
from evidencelab.reports.notebooks.calibration_run import (
    calibrate_verifier_table,
    claims_table,
    verifier_calibration,
)
from evidencelab.reports.runs.provenance import provenance
from evidencelab.reports.runs.verdict import Certificate as CertificateState
from evidencelab.reports.runs.verdict import Measure, NamedRate, NotebookVerdict, write_verdict
from evidencelab.reports.views.display import html_of
from evidencelab.reports.views.evidence_view import badge
from evidencelab.reports.views.markup import escaped
from evidencelab.reports.views.tables import table_html

ALPHAS = (0.01, 0.02, 0.05, 0.1)


def pooled_curves(job: CalibrationJob, table: ScoreTable, n_draws: int = 200) -> list[Curve]:
    """Compute the curves over all pairs: the match with and without vetoes, and every plain scorer."""
    units = joined_groups(table.group_code, table.text_hash)
    return [
        compute_curve(table, scoring, None, n_draws, job.settings.seed, units)
        for scoring in usual_scorings(table, table.plain)
    ]


def class_curves(job: CalibrationJob, table: ScoreTable, n_draws: int = 100) -> list[Curve]:
    """Compute the curves of every class: with vetoes, similarity alone, partial_ratio."""
    units = joined_groups(table.group_code, table.text_hash)
    return [
        compute_curve(table, scoring, kind, n_draws, job.settings.seed, units)
        for scoring in usual_scorings(table)
        for kind in class_rows(table)
    ]


def areas(curves: Sequence[Curve]) -> pd.DataFrame:
    """One row per curve: AUROC with its band, partial AUC, average precision, ties."""
    frame = curve_table(curves)
    return frame.drop(columns=["kind"]) if set(frame["kind"]) == {"all"} else frame


def what_vetoes_change(job: CalibrationJob, table: ScoreTable) -> pd.DataFrame:
    """Count again without each veto class, and without any."""
    return ablation_table(table, ablation_policies(job.policy))


def costs_by_threshold(calibration: Calibration) -> pd.DataFrame:
    """What each threshold adds to the cost, on the groups that choose."""
    point = calibration.point
    return cost_table(
        calibration.choosing, calibration.choosing_units, point.costs, calibration.policy.vetoes
    )


def sensitivity(calibration: Calibration) -> pd.DataFrame:
    """How the cheapest thresholds move with the price of a false accept and the share of lies."""
    point = calibration.point
    return cost_sensitivity(
        calibration.choosing, calibration.choosing_units, point.costs, vetoes=calibration.policy.vetoes
    )


def what_it_would_take(calibration: Calibration, alphas: Sequence[float] = ALPHAS) -> pd.DataFrame:
    """For several limits of P(accept | unfaithful): is it certified, and how many groups it takes.

    Each limit by itself at the chosen thresholds; the smallest that holds is the certificate's
    upper bound.
    """
    accept, delta = calibration.certificate.accept, calibration.certificate.limits.delta
    is_binary = accept.n_groups == accept.n_pairs
    total = (accept.observed or 0.0) * accept.n_groups
    rows = []
    for alpha in alphas:
        p_value = risk_p_value(total, accept.n_groups, alpha, is_binary)
        rows.append(
            {
                "limit": alpha,
                "certified": "yes" if p_value <= delta else "no",
                "groups there are": accept.n_groups,
                "groups it takes without an error": groups_needed(alpha, delta),
                "groups it takes as observed": groups_needed(alpha, delta, accept.observed or 0.0, is_binary),
            }
        )
    return pd.DataFrame(rows)


def what_makes_it_stale(calibration: Calibration) -> pd.DataFrame:
    """Check the certificate after one change each, as `calibrate --verify` would."""
    certificate, table, policy = calibration.certificate, calibration.table, calibration.policy
    old_code = certificate.hashes.model_copy(update={"code_version": "another version"})
    relabelled = table.pair_hash.copy()
    relabelled[:1] += 1
    lax = policy.model_copy(update={"vetoes": frozenset()})
    moved = policy.model_copy(update={"accept_at": policy.reject_below})
    other_seed = certificate.split.model_copy(update={"seed": certificate.split.seed + 1})
    checks = {
        "nothing": check_certificate(certificate, table, policy),
        "the matcher's code": check_certificate(
            certificate.model_copy(update={"hashes": old_code}), table, policy
        ),
        "accept_at lowered to reject_below": check_certificate(certificate, table, moved),
        "the vetoes off": check_certificate(certificate, table, lax),
        "one pair of the data": check_certificate(certificate, replace(table, pair_hash=relabelled), policy),
        "the split": check_certificate(certificate.model_copy(update={"split": other_seed}), table, policy),
    }
    return pd.DataFrame(
        [
            {
                "what changed": name,
                "state": check.status,
                "moved": ", ".join(check.moved),
                "says": check.summary,
            }
            for name, check in checks.items()
        ]
    )


def calibrate_verifier(job: CalibrationJob, scores: str, n_claims: int) -> Calibration | None:
    """Calibrate a verifier: scores from a file, or the baseline asked about claims made of the pairs.

    Args:
        job: Its pairs become claims, its limits and costs count.
        scores: JSONL of a verifier's scores; empty asks the baseline.
        n_claims: Claims to ask about at most; 0 asks none.

    Returns:
        The calibration; None where nothing was asked.
    """
    if scores:
        return calibrate_verifier_table(job, verifier_table(read_verifier_scores(Path(scores))))
    if n_claims <= 0:
        return None
    from evidencelab.agents.baseline.verifier import BaselineVerifier

    return verifier_calibration(job, BaselineVerifier(), n_claims)


def check_given(path: str, calibration: Calibration) -> CertificateCheck | None:
    """Check a certificate of an earlier run against this run's code and data; None without one.

    Raises:
        InputError: The file is no certificate.
    """
    if not path:
        return None
    return check_certificate(load_certificate(Path(path)), calibration.table)


def write_verdict_of(
    job: CalibrationJob,
    calibration: Calibration,
    folder: Path,
    question: str,
    given: CertificateCheck | None = None,
) -> NotebookVerdict:
    """Write the notebook's verdict.

    Args:
        job: What was asked.
        calibration: What came out.
        folder: The results folder.
        question: The notebook's question.
        given: The check of an earlier certificate, listed beside the new one.

    Raises:
        OutputError: The folder cannot be written.
    """
    certificate = calibration.certificate
    where = ", ".join(job.names)
    own: Literal["valid", "none"] = "valid" if certificate.is_certified else "none"
    states = [CertificateState(name=f"this run, {where}", state=own, reason=certificate.statement)]
    if given is not None:
        states.append(CertificateState(name="the one given", state=given.status, reason=given.summary))
    verdict = NotebookVerdict(
        question=question,
        sentence=certificate.statement,
        rates=(
            _rate(f"unfaithful accepted, certifying groups ({where})", certificate.accept),
            _rate(f"faithful rejected, certifying groups ({where})", certificate.reject),
        ),
        measures=(
            Measure(name="accept_at", value=certificate.policy.accept_at),
            Measure(name="reject_below", value=certificate.policy.reject_below),
            Measure(
                name="smallest certified P(accept | unfaithful)",
                value=certificate.accept.upper_bound,
                better="lower",
            ),
        ),
        certificates=tuple(states),
        provenance=provenance(calibration.policy, seed=job.settings.seed, inputs=job.inputs),
    )
    write_verdict(folder, verdict)
    return verdict


def _rate(name: str, claim: RiskClaim) -> NamedRate:
    return NamedRate.of(name, claim.n_errors, claim.n_pairs, better="lower")


@html_of.register
def _(value: Certificate) -> str:
    style = "is-pass" if value.is_certified else "is-low"
    hashes = "".join(
        f"<dt>{escaped(name.replace('_', ' '))}</dt><dd><code>{escaped(text)}</code></dd>"
        for name, text in value.hashes.model_dump().items()
    )
    claims = claims_table([value.accept, value.reject, *value.classes])
    at = f"accept_at {value.chosen_accept_at:g} and reject_below {value.chosen_reject_below:g}"
    return (
        f'<div class="el-card {style}"><p><b>{escaped(value.statement)}</b></p>'
        f'<p class="el-soft">{escaped(value.assumption)}</p><dl class="el-facts">{hashes}</dl></div>'
        f"<p>At the thresholds chosen by cost, {at}, each class by itself, least certain first:</p>"
        f"{table_html(claims, percent=['limit', 'these groups allow'], rows=14)}"
    )


@html_of.register
def _(value: CertificateCheck) -> str:
    return f"<p>{badge(value.status)} {escaped(value.summary)}</p>"


@html_of.register
def _(value: OperatingPoint) -> str:
    frame = pd.DataFrame(
        [
            {
                "threshold": "accept_at",
                "stand at": value.accept_at,
                "cheapest": value.cheapest_accept_at,
                "no worse from": value.accept_region.low,
                "to": value.accept_region.high,
            },
            {
                "threshold": "reject_below",
                "stand at": value.reject_below,
                "cheapest": value.cheapest_reject_below,
                "no worse from": value.reject_region.low,
                "to": value.reject_region.high,
            },
        ]
    )
    groups = f"{value.n_faithful_groups} faithful and {value.n_unfaithful_groups} unfaithful groups chose"
    return (
        f"{table_html(frame)}<p>Expected cost of an excerpt {value.cost:.4g}, {value.least_cost:.4g} at the "
        f"cheapest; {groups}.</p>"
    )
