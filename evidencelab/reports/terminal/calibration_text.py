"""A calibration for a terminal: what was measured, where to stand, what is certified, what it takes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from evidencelab.lab.calibration.calibrate import Calibration
from evidencelab.lab.calibration.certificate import RiskClaim
from evidencelab.lab.calibration.certificate_check import CertificateCheck
from evidencelab.lab.calibration.conformance import Conformance
from evidencelab.lab.calibration.error_rates import scorer_table
from evidencelab.lab.statistics.intervals import as_percent
from evidencelab.reports.terminal.gate_table import printable

_LONGEST_LIST = 20


def describe_calibration(
    calibration: Calibration, written: Sequence[Path] = (), notes: Sequence[str] = ()
) -> str:
    """Tell a calibration in words and two tables, what could be overlooked before the long table."""
    table, point, certificate = calibration.table, calibration.point, calibration.certificate
    n_faithful = int(table.is_faithful.sum())
    lines = [
        f"{len(table)} pairs ({n_faithful} faithful, {len(table) - n_faithful} unfaithful) of "
        f"{len(table.kinds)} kinds in {table.n_groups} groups; "
        f"{int(table.is_too_short.sum())} too short to compare",
    ]
    if table.n_conflicts:
        lines.append(f"{table.n_conflicts} pairs of the same text and excerpt carry both labels: mend them")
    lines += ["", *_scorers(calibration), ""] if table.plain else [""]
    lines += [
        f"chosen by cost: accept_at {point.accept_at:g}, reject_below {point.reject_below:g} "
        f"(no worse within noise: accept_at {point.accept_region.low:g} to {point.accept_region.high:g}, "
        f"reject_below {point.reject_region.low:g} to {point.reject_region.high:g})",
        f"expected cost {point.cost:.4g} an excerpt, {point.least_cost:.4g} at the cheapest; "
        f"a false accept costs {point.costs.false_accept:g}, a false reject {point.costs.false_reject:g}, "
        f"an undecided one {point.costs.undecided:g}; {as_percent(point.costs.p_unfaithful)} are unfaithful",
        "",
        certificate.statement,
        certificate.assumption,
        *(["", *(f"note: {printable(note)}" for note in notes)] if notes else []),
        "",
        *_classes(certificate.classes),
    ]
    lines += ["", *(f"written: {printable(str(path))}" for path in written)] if written else []
    return "\n".join(lines)


def describe_check(check: CertificateCheck) -> str:
    """Tell the outcome of a check, first word the status."""
    lines = [check.summary]
    for risk in check.risks:
        name = "P(accept | unfaithful)" if risk.label == "unfaithful" else "P(mismatch | faithful)"
        seen = "no groups" if risk.observed is None else f"{as_percent(risk.observed, 2)} observed"
        lines.append(
            f"  {name} <= {as_percent(risk.limit, 2)}: {seen}, "
            f"{risk.n_errors} pairs wrong in {risk.n_groups} groups"
        )
    return "\n".join(lines)


def describe_conformance(outcome: Conformance) -> str:
    """Tell how far an implementation agrees, disagreements listed."""
    word = "conforms" if outcome.conforms else "does not conform"
    lines = [
        f"{word}: {outcome.n_same_decision} of {outcome.n} decisions alike; "
        f"reasons alike in {outcome.n_same_reasons} of {outcome.n_with_reasons} that give any"
    ]
    for item in outcome.disagreements[:_LONGEST_LIST]:
        got = "no answer" if item.got is None else repr(item.got)
        lines.append(f"  {printable(item.id)} {item.field}: expected {item.expected!r}, got {printable(got)}")
    left = len(outcome.disagreements) - _LONGEST_LIST
    if left > 0:
        lines.append(f"  and {left} more")
    if outcome.unknown_ids:
        lines.append(f"  {len(outcome.unknown_ids)} answers to no vector")
    return "\n".join(lines)


def _scorers(calibration: Calibration) -> list[str]:
    """Put the match beside the plain scorers, on all pairs."""
    frame = scorer_table(calibration.table, thresholds=(85.0,))
    rows = [("scorer", "AUROC", "faithful accepted at 85", "unfaithful accepted at 85")]
    rows += [
        (
            str(row["scorer"]),
            f"{row['auroc']:.3f}",
            as_percent(row["faithful_accepted_at_85"], 1),
            as_percent(row["unfaithful_accepted_at_85"], 1),
        )
        for row in frame.to_dict("records")
    ]
    return _aligned(rows)


def _classes(claims: Sequence[RiskClaim]) -> list[str]:
    rows = [("class", "label", "groups", "wrong", "these groups allow", "certified", "groups it takes")]
    for claim in claims:
        needed = claim.n_groups_needed_as_observed
        rows.append(
            (
                printable(claim.kind or "all"),
                claim.label,
                str(claim.n_groups),
                f"{claim.n_errors} of {claim.n_pairs}",
                as_percent(claim.upper_bound, 1),
                f"{as_percent(claim.limit, 1)} {'yes' if claim.is_certified else 'no'}",
                "no number" if needed is None else str(needed),
            )
        )
    return _aligned(rows)


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[index]) for row in rows) for index in range(len(rows[0]))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
