"""Issue a certificate on groups that took no part in choosing, by Learn-then-Test.

P(accept | unfaithful) <= alpha and P(mismatch | faithful) <= beta, together with confidence
1 - delta, over a sequence of threshold pairs fixed before these groups were looked at. Where the
groups are too few, it says what they allow and how many it would take. It must not know where the
pairs came from.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from evidencelab.evidence.match_policy import MatchPolicy
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.lab.calibration.certificate import (
    WRONG_DECISION,
    Certificate,
    Hashes,
    Limits,
    RiskClaim,
    SplitRecord,
)
from evidencelab.lab.calibration.operating_point import OperatingPoint
from evidencelab.lab.calibration.pair_source import PairRecipe
from evidencelab.lab.labelled.pairs import Label
from evidencelab.lab.labelled.score_table import DECISIONS, Codes, Flags, ScoreTable, decide
from evidencelab.lab.statistics.intervals import as_percent
from evidencelab.lab.statistics.paired_tests import holm_adjust
from evidencelab.lab.statistics.risk_control import (
    GroupLoss,
    certify_in_order,
    group_loss,
    groups_needed,
    risk_p_value,
    risk_upper_bound,
)
from evidencelab.lab.statistics.splits import Split

CHOOSE, CERTIFY = "choose", "certify"
"""The two parts of a split: groups that choose the thresholds, and groups that certify them."""

N_STEPS = 20
"""Threshold pairs tried between accepting only what is verbatim and the chosen point."""


class _Step(NamedTuple):
    accept_at: float
    reject_below: float


def label_loss(
    table: ScoreTable, unit_code: Codes, policy: MatchPolicy, label: Label, rows: Flags
) -> GroupLoss:
    """Average, over joined groups, the share of pairs of one label that `policy` gets wrong."""
    wrong = decide(table, policy) == DECISIONS.index(WRONG_DECISION[label])
    return group_loss(unit_code, wrong, rows & (table.is_faithful == (label == "faithful")))


def issue_certificate(
    table: ScoreTable,
    split: Split,
    point: OperatingPoint,
    policy: GatekeeperPolicy,
    limits: Limits = Limits(),
    recipe: PairRecipe = PairRecipe(),
) -> Certificate:
    """Certify an operating point on the groups of the `certify` part.

    Threshold pairs are tried from accepting only what is verbatim and rejecting nothing by score, in
    `N_STEPS` even steps, to the chosen point; the first that fails ends it. That order depends on
    the choosing part alone, so what passes holds together at confidence 1 - delta.

    Args:
        table: All pairs.
        split: Deals them into `choose` and `certify`.
        point: Chosen on the `choose` part.
        policy: Vetoes, scorer and the rest; its thresholds are replaced.
        limits: What to certify.
        recipe: How the pairs were made, for the record.

    Source:
        Angelopoulos et al. (2022), Learn then Test: calibrating predictive algorithms to achieve
        risk control.
    """
    rows = split.rows(CERTIFY)
    steps = _steps(point)
    policies = [_at(policy, step) for step in steps]
    p_values = [_joint_p_value(table, split, candidate, limits, rows) for candidate in policies]
    n_certified = certify_in_order(p_values, limits.delta)
    chosen = policies[-1]
    final = policies[n_certified - 1] if n_certified else chosen
    accept = _claim(table, split, chosen, limits, "unfaithful", None, rows)
    reject = _claim(table, split, chosen, limits, "faithful", None, rows)
    return Certificate(
        statement=_statement(accept, reject, limits, final, n_certified > 0, final is chosen),
        is_certified=n_certified > 0,
        limits=limits,
        policy=final,
        chosen_accept_at=point.accept_at,
        chosen_reject_below=point.reject_below,
        accept=accept,
        reject=reject,
        classes=_class_claims(table, split, chosen, limits, rows),
        n_too_short=int(table.is_too_short[rows].sum()),
        hashes=Hashes(
            code_version=table.origin.code_version,
            policy_hash=final.policy_hash,
            data_hash=table.data_hash,
            split_hash=split.split_hash,
        ),
        split=SplitRecord(
            seed=split.seed,
            choose_share=split.shares[0],
            n_groups_choose=len(np.unique(split.unit_code[split.rows(CHOOSE)])),
            n_groups_certify=len(np.unique(split.unit_code[rows])),
        ),
        recipe=recipe,
    )


def _steps(point: OperatingPoint) -> list[_Step]:
    shares = np.linspace(0.0, 1.0, N_STEPS + 1)
    steps = [
        _Step(round(100.0 + share * (point.accept_at - 100.0), 1), round(share * point.reject_below, 1))
        for share in shares
    ]
    return list(dict.fromkeys(steps))


def _at(policy: GatekeeperPolicy, step: _Step) -> GatekeeperPolicy:
    return policy.model_copy(update=step._asdict())


def _joint_p_value(
    table: ScoreTable, split: Split, policy: GatekeeperPolicy, limits: Limits, rows: Flags
) -> float:
    """Test that one limit or the other is broken: both must fall, so the larger p-value counts."""
    p_values = []
    labels: tuple[Label, ...] = ("unfaithful", "faithful")
    for label in labels:
        loss = label_loss(table, split.unit_code, policy, label, rows)
        p_values.append(risk_p_value(loss.total, loss.n_groups, limits.of(label), loss.is_binary))
    return max(p_values)


def _claim(
    table: ScoreTable,
    split: Split,
    policy: GatekeeperPolicy,
    limits: Limits,
    label: Label,
    kind: str | None,
    rows: Flags,
) -> RiskClaim:
    counted = rows if kind is None else rows & (table.kind_code == table.kinds.index(kind))
    loss = label_loss(table, split.unit_code, policy, label, counted)
    limit = limits.of(label)
    p_value = risk_p_value(loss.total, loss.n_groups, limit, loss.is_binary)
    needed = groups_needed(limit, limits.delta)
    assert needed is not None  # without an error some number always does
    return RiskClaim(
        label=label,
        kind=kind,
        limit=limit,
        n_groups=loss.n_groups,
        n_pairs=loss.n_pairs,
        n_errors=loss.n_errors,
        observed=loss.risk,
        p_value=p_value,
        upper_bound=risk_upper_bound(loss, limits.delta),
        is_certified=p_value <= limits.delta,
        is_certified_with_all=p_value <= limits.delta,
        n_groups_needed=needed,
        n_groups_needed_as_observed=groups_needed(limit, limits.delta, loss.risk or 0.0, loss.is_binary),
    )


def _class_claims(
    table: ScoreTable, split: Split, policy: GatekeeperPolicy, limits: Limits, rows: Flags
) -> tuple[RiskClaim, ...]:
    labels: tuple[Label, ...] = ("unfaithful", "faithful")
    claims = [
        _claim(table, split, policy, limits, label, kind, rows)
        for label in labels
        for code, kind in enumerate(table.kinds)
        if ((table.kind_code == code) & (table.is_faithful == (label == "faithful"))).any()
    ]
    adjusted = holm_adjust([claim.p_value for claim in claims])
    claims = [
        claim.model_copy(update={"is_certified_with_all": p <= limits.delta})
        for claim, p in zip(claims, adjusted, strict=True)
    ]
    return tuple(sorted(claims, key=lambda claim: (-claim.upper_bound, claim.label, claim.kind or "")))


def _statement(
    accept: RiskClaim,
    reject: RiskClaim,
    limits: Limits,
    policy: GatekeeperPolicy,
    is_certified: bool,
    is_chosen: bool,
) -> str:
    confidence = as_percent(1 - limits.delta)
    at = f"accept_at {policy.accept_at:g}, reject_below {policy.reject_below:g}"
    behind = (
        f"{accept.n_groups} unfaithful and {reject.n_groups} faithful groups that took no part in choosing"
    )
    if is_certified:
        moved = (
            "" if is_chosen else " (safer than the thresholds chosen by cost, which could not be certified)"
        )
        return (
            f"Certified at {at}{moved}: P(accept | unfaithful) <= {as_percent(limits.alpha, 1)} and "
            f"P(mismatch | faithful) <= {as_percent(limits.beta, 1)}, together with confidence {confidence}, "
            f"on {behind}."
        )
    return (
        f"None certifiable: no thresholds hold both limits with confidence {confidence}, on {behind}. "
        f"At the ones chosen by cost ({at}): {accept}. {reject}."
    )
