"""Check a certificate: valid, stale (and which hash moved), or violated by data.

Hashes say whether the certificate still speaks of this matcher, policy, data and split. Data say
whether what it claims still holds. It must not know how a certificate was issued.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np

from evidencelab.contracts import Contract
from evidencelab.gatekeeper.policy import GatekeeperPolicy, code_version
from evidencelab.lab.calibration.certificate import Certificate
from evidencelab.lab.calibration.certifying import CERTIFY, CHOOSE, label_loss
from evidencelab.lab.labelled.pairs import Label
from evidencelab.lab.labelled.score_table import ScoreTable
from evidencelab.lab.statistics.intervals import as_percent
from evidencelab.lab.statistics.risk_control import excess_p_value
from evidencelab.lab.statistics.splits import joined_groups, split_groups

Moved = Literal["code_version", "policy_hash", "data_hash", "split_hash"]


class RiskCheck(Contract):
    """One certified risk against data.

    Attributes:
        label: `unfaithful`: P(accept); `faithful`: P(mismatch).
        limit: The limit the certificate states.
        n_groups: Joined groups looked at.
        n_errors: Pairs that went wrong.
        observed: Mean over groups; None without groups.
        p_value: Of the hypothesis that the limit holds; small where it is broken.
        is_violated: Whether the data contradict the limit; both risks together keep the certificate's
            own confidence, so each is held to half of its `delta`.
    """

    label: Label
    limit: float
    n_groups: int
    n_errors: int
    observed: float | None
    p_value: float
    is_violated: bool


class CertificateCheck(Contract):
    """The outcome of a check.

    Attributes:
        status: `violated` where data contradict it, else `stale` where a hash moved, else `valid`.
        moved: The hashes that moved.
        unchecked: The hashes that could not be looked at, for want of data.
        risks: What data say; empty without data.
        summary: The outcome in one sentence.
    """

    status: Literal["valid", "stale", "violated"]
    moved: tuple[Moved, ...] = ()
    unchecked: tuple[Moved, ...] = ()
    risks: tuple[RiskCheck, ...] = ()
    summary: str


class _Evidence(NamedTuple):
    """The pairs that speak, and their joined groups."""

    table: ScoreTable
    unit_code: np.ndarray
    rows: np.ndarray


def check_certificate(
    certificate: Certificate,
    table: ScoreTable | None = None,
    policy: GatekeeperPolicy | None = None,
    is_fresh: bool = False,
) -> CertificateCheck:
    """Check a certificate against the code that runs, a policy, and data.

    Args:
        certificate: On trial.
        table: Pairs scored by the code that runs, whose version it carries: those it was issued on,
            or others. None leaves data and split unchecked.
        policy: The policy in use; None takes the certificate's own.
        is_fresh: Whether `table` is new data on purpose: it may contradict the certificate, but
            being other data does not make it stale.

    Returns:
        The outcome. On the data it was issued on, the certifying groups speak; on other data all do.
    """
    moved: list[Moved] = []
    running = code_version() if table is None else table.origin.code_version
    if running != certificate.hashes.code_version:
        moved.append("code_version")
    in_use = certificate.policy if policy is None else policy
    if not certificate.hashes.policy_hash == certificate.policy.policy_hash == in_use.policy_hash:
        moved.append("policy_hash")
    unchecked: tuple[Moved, ...] = ("data_hash", "split_hash") if table is None or is_fresh else ()
    risks: tuple[RiskCheck, ...] = ()
    if table is not None:
        evidence, data_moved = _evidence(certificate, table)
        moved += [] if is_fresh else data_moved
        risks = _risks(certificate, evidence, in_use)
    status = _status(moved, risks)
    return CertificateCheck(
        status=status,
        moved=tuple(moved),
        unchecked=unchecked,
        risks=risks,
        summary=_summary(certificate, status, moved, unchecked, risks),
    )


def _evidence(certificate: Certificate, table: ScoreTable) -> tuple[_Evidence, list[Moved]]:
    everything = np.ones(len(table), dtype=np.bool_)
    if table.data_hash != certificate.hashes.data_hash:
        return _Evidence(table, joined_groups(table.group_code, table.text_hash), everything), ["data_hash"]
    share = certificate.split.choose_share
    split = split_groups(table, {CHOOSE: share, CERTIFY: 1.0 - share}, certificate.split.seed)
    moved: list[Moved] = [] if split.split_hash == certificate.hashes.split_hash else ["split_hash"]
    return _Evidence(table, split.unit_code, split.rows(CERTIFY)), moved


def _risks(certificate: Certificate, evidence: _Evidence, policy: GatekeeperPolicy) -> tuple[RiskCheck, ...]:
    limits: tuple[tuple[Label, float], ...] = (
        ("unfaithful", certificate.accept_limit),
        ("faithful", certificate.reject_limit),
    )
    checks = []
    for label, limit in limits:
        loss = label_loss(evidence.table, evidence.unit_code, policy, label, evidence.rows)
        p_value = 1.0
        if 0 < limit < 1 and loss.n_groups:
            p_value = excess_p_value(loss.total, loss.n_groups, limit, loss.is_binary)
        checks.append(
            RiskCheck(
                label=label,
                limit=limit,
                n_groups=loss.n_groups,
                n_errors=loss.n_errors,
                observed=loss.risk,
                p_value=p_value,
                is_violated=p_value <= certificate.limits.delta / len(limits),
            )
        )
    return tuple(checks)


def _status(moved: list[Moved], risks: tuple[RiskCheck, ...]) -> Literal["valid", "stale", "violated"]:
    if any(risk.is_violated for risk in risks):
        return "violated"
    return "stale" if moved else "valid"


def _summary(
    certificate: Certificate,
    status: str,
    moved: list[Moved],
    unchecked: tuple[Moved, ...],
    risks: tuple[RiskCheck, ...],
) -> str:
    parts = [status]
    if moved:
        parts.append(f"moved: {', '.join(moved)}")
    for risk in risks:
        if risk.is_violated and risk.observed is not None:
            name = "P(accept | unfaithful)" if risk.label == "unfaithful" else "P(mismatch | faithful)"
            parts.append(
                f"{name} <= {as_percent(risk.limit, 1)} is contradicted: "
                f"{as_percent(risk.observed, 1)} observed on {risk.n_groups} groups (p = {risk.p_value:.2g})"
            )
    if not certificate.is_certified:
        parts.append("it does not certify both limits asked for, only what its groups allow")
    if unchecked:
        parts.append(f"not checked: {', '.join(unchecked)}")
    return "; ".join(parts)
