"""How often the match errs, class by class, worst first; and what each of its parts is worth.

Rates come with Wilson intervals over pairs. This module counts decisions; it must not know how they
are shown, nor choose a threshold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
from sklearn.metrics import roc_auc_score

from evidencelab.contracts import Contract
from evidencelab.evidence.excerpts import match_excerpt
from evidencelab.evidence.match_policy import VETO_CODES, ExcerptMatch, MatchPolicy
from evidencelab.evidence.plain_scores import PLAIN_SCORERS
from evidencelab.lab.calibration.threshold_sweep import ranking_score
from evidencelab.lab.labelled.pairs import Label, LabelledPair
from evidencelab.lab.labelled.score_table import DECISIONS, Flags, ScoreTable, decide
from evidencelab.lab.labelled.scoring import score_pairs
from evidencelab.lab.statistics.intervals import Rate

_ACCEPT, _UNCERTAIN, _MISMATCH, _TOO_SHORT = range(len(DECISIONS))


class ClassRates(Contract):
    """What became of the pairs of one class.

    Attributes:
        kind: The class; None for all classes of the label together.
        label: Whether its pairs are faithful. A kind that holds both is two classes.
        n: Pairs.
        n_groups: Groups they come from.
        accepted: Share accepted.
        uncertain: Share between the thresholds.
        rejected: Share that mismatch.
        too_short: Share too short to compare.
    """

    kind: str | None
    label: Label
    n: int
    n_groups: int
    accepted: Rate
    uncertain: Rate
    rejected: Rate
    too_short: Rate

    @property
    def error(self) -> Rate:
        """The share that is wrong: accepted if unfaithful, rejected if faithful."""
        return self.rejected if self.label == "faithful" else self.accepted


class Miss(NamedTuple):
    """One pair the match got wrong: an unfaithful one accepted or a faithful one rejected."""

    row: int
    pair: LabelledPair
    match: ExcerptMatch


def error_rates(table: ScoreTable, policy: MatchPolicy) -> tuple[ClassRates, ...]:
    """Count decisions per class, worst class first, then all faithful and all unfaithful together.

    Worst is the highest error rate; among equals the highest share left undecided.

    Raises:
        SettingError: The table does not hold for this policy.
    """
    decisions = decide(table, policy)
    classes = [
        _class_rates(table, decisions, rows, kind, label)
        for label in ("faithful", "unfaithful")
        for code, kind in enumerate(table.kinds)
        if (rows := (table.kind_code == code) & (table.is_faithful == (label == "faithful"))).any()
    ]
    classes.sort(key=lambda c: (-(c.error.rate or 0.0), -(c.uncertain.rate or 0.0), c.label, c.kind or ""))
    totals = [
        _class_rates(table, decisions, table.is_faithful == (label == "faithful"), None, label)
        for label in ("faithful", "unfaithful")
    ]
    return (*classes, *totals)


def _class_rates(
    table: ScoreTable, decisions: np.ndarray, rows: Flags, kind: str | None, label: Label
) -> ClassRates:
    n = int(rows.sum())
    counts = np.bincount(decisions[rows], minlength=len(DECISIONS))
    return ClassRates(
        kind=kind,
        label=label,
        n=n,
        n_groups=len(np.unique(table.group_code[rows])),
        accepted=Rate.of(int(counts[_ACCEPT]), n),
        uncertain=Rate.of(int(counts[_UNCERTAIN]), n),
        rejected=Rate.of(int(counts[_MISMATCH]), n),
        too_short=Rate.of(int(counts[_TOO_SHORT]), n),
    )


def rates_table(rates: Iterable[ClassRates]) -> pd.DataFrame:
    """One row per class: counts as `k of n`, rates as shares with their intervals."""
    rows = []
    for rate in rates:
        row: dict[str, str | int | float | None] = {
            "kind": rate.kind or "all",
            "label": rate.label,
            "n": rate.n,
            "groups": rate.n_groups,
        }
        for name in ("error", "accepted", "uncertain", "rejected", "too_short"):
            value: Rate = getattr(rate, name)
            row[name] = value.rate
            row[f"{name}_ci_low"], row[f"{name}_ci_high"] = value.ci_low, value.ci_high
        rows.append(row)
    return pd.DataFrame(rows)


def miss_rows(table: ScoreTable, policy: MatchPolicy) -> np.ndarray:
    """Number the rows the match got wrong: unfaithful accepted first, then faithful rejected."""
    decisions = decide(table, policy)
    accepted = np.flatnonzero(~table.is_faithful & (decisions == _ACCEPT))
    rejected = np.flatnonzero(table.is_faithful & (decisions == _MISMATCH))
    return np.concatenate([accepted, rejected])


def list_misses(pairs: Iterable[LabelledPair], rows: Sequence[int], policy: MatchPolicy) -> Iterator[Miss]:
    """Fetch the pairs of some rows from their source, in row order, matched again for their reasons.

    Args:
        pairs: The pairs the table was scored from, in the same order.
        rows: Row numbers, as from `miss_rows`.
        policy: The policy whose misses they are.
    """
    wanted = {int(row) for row in rows}
    for row, pair in enumerate(pairs):
        if row in wanted:
            yield Miss(row, pair, match_excerpt(pair.excerpt, pair.text, policy))


# --------------------------------------------------------------------------- plain scorers


def scorer_table(table: ScoreTable, thresholds: Sequence[float] = (85.0, 90.0)) -> pd.DataFrame:
    """Put the match beside the plain scorers on the same pairs.

    Returns:
        One row per scorer: `auroc` over all pairs (NaN without both labels), `worst_kind` the
        unfaithful kind with the lowest AUROC against all faithful pairs, and for each threshold the
        share of faithful and of unfaithful pairs it accepts. The match stands first with its vetoes,
        then with similarity alone.
    """
    candidates: list[tuple[str, np.ndarray]] = [
        ("match", ranking_score(table)),
        ("match, similarity alone", ranking_score(table, vetoes=())),
    ]
    candidates += [(name, ranking_score(table, name)) for name in PLAIN_SCORERS if name in table.plain]
    rows = []
    for name, score in candidates:
        by_kind = class_auroc(table, score)
        worst = min(by_kind, key=lambda kind: by_kind[kind]) if by_kind else None
        row: dict[str, str | float | None] = {
            "scorer": name,
            "auroc": _auroc(table.is_faithful, score),
            "worst_kind": worst,
            "worst_auroc": by_kind[worst] if worst is not None else np.nan,
        }
        for threshold in thresholds:
            for label, rows_of in (("faithful", table.is_faithful), ("unfaithful", ~table.is_faithful)):
                share = float((score[rows_of] >= threshold).mean()) if rows_of.any() else np.nan
                row[f"{label}_accepted_at_{threshold:g}"] = share
        rows.append(row)
    return pd.DataFrame(rows)


def class_auroc(table: ScoreTable, score: np.ndarray) -> dict[str, float]:
    """AUROC of each unfaithful kind against all faithful pairs; empty without faithful pairs."""
    if not table.is_faithful.any():
        return {}
    found = {}
    for code, kind in enumerate(table.kinds):
        negatives = (table.kind_code == code) & ~table.is_faithful
        if negatives.any():
            rows = negatives | table.is_faithful
            found[kind] = _auroc(table.is_faithful[rows], score[rows])
    return found


def _auroc(is_faithful: Flags, score: np.ndarray) -> float:
    if is_faithful.all() or not is_faithful.any():
        return float("nan")
    return float(roc_auc_score(is_faithful, score))


# --------------------------------------------------------------------------- ablation


def ablation_policies(policy: MatchPolicy, plain: Sequence[str] = ()) -> dict[str, MatchPolicy]:
    """Name the policies that turn one thing, all of them arithmetic on one score table.

    Args:
        policy: Where to start from.
        plain: Plain scorers to put in the place of the match, where the table has them.
    """
    named = {"as it is": policy}
    for code in sorted(policy.vetoes, key=VETO_CODES.index):
        named[f"without {code}"] = policy.model_copy(update={"vetoes": policy.vetoes - {code}})
    named["without any veto"] = policy.model_copy(update={"vetoes": frozenset()})
    named["verbatim only"] = policy.model_copy(update={"accept_at": 100.0, "reject_below": 100.0})
    named["accept at 85"] = policy.model_copy(
        update={"accept_at": 85.0, "reject_below": min(policy.reject_below, 85.0)}
    )
    named["accept at 85, without any veto"] = named["accept at 85"].model_copy(update={"vetoes": frozenset()})
    for scorer in plain:
        named[f"{scorer} at 85"] = named["accept at 85"].model_copy(update={"scorer": scorer})
    return named


def ablation_table(table: ScoreTable, policies: Mapping[str, MatchPolicy]) -> pd.DataFrame:
    """Compare policies on one score table: what each accepts, rejects, and where it is worst."""
    rows = []
    for name, policy in policies.items():
        *classes, faithful, unfaithful = error_rates(table, policy)
        worst = {
            label: max(
                (c for c in classes if c.label == label), key=lambda c: c.error.rate or 0.0, default=None
            )
            for label in ("faithful", "unfaithful")
        }
        rows.append(
            {
                "policy": name,
                "faithful_accepted": faithful.accepted.rate,
                "faithful_rejected": faithful.rejected.rate,
                "unfaithful_accepted": unfaithful.accepted.rate,
                "unfaithful_rejected": unfaithful.rejected.rate,
                **_worst("faithful_rejected", worst["faithful"]),
                **_worst("unfaithful_accepted", worst["unfaithful"]),
            }
        )
    return pd.DataFrame(rows)


def _worst(name: str, rates: ClassRates | None) -> dict[str, str | float | None]:
    """Name the worst class and its error rate; nothing where no class errs."""
    errs = rates is not None and bool(rates.error.rate)
    return {
        f"worst_{name}_kind": rates.kind if rates is not None and errs else None,
        f"worst_{name}": None if rates is None else rates.error.rate,
    }


def ablate_length(
    pairs: Iterable[LabelledPair], policy: MatchPolicy, min_tokens: Sequence[int] = (1, 2, 3, 4)
) -> pd.DataFrame:
    """Compare minimum lengths, each of which takes a pass over the pairs of its own.

    Args:
        pairs: Can be gone through again and again.
        policy: Everything but the minimum length.
        min_tokens: Minimum lengths to compare.
    """
    tables = []
    for n in min_tokens:
        variant = policy.model_copy(update={"min_tokens": n})
        tables.append(ablation_table(score_pairs(pairs, variant, plain=()), {f"at least {n} words": variant}))
    return pd.concat(tables, ignore_index=True)
