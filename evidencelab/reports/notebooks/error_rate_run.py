"""The gate's own error rates as the notebook runs them: pairs made, scored, counted, written.

What is counted is the lab's. This module checks parameters, fetches the misses, and writes what a run
leaves behind: `scores.parquet`, `error_rates.parquet`, `misses.jsonl` and the verdict.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from evidencelab.errors import OutputError
from evidencelab.evidence.match_policy import MatchPolicy
from evidencelab.lab.calibration.curves import Curve, class_rows, compute_curve, usual_scorings
from evidencelab.lab.calibration.error_rates import (
    ClassRates,
    Miss,
    ablate_length,
    ablation_policies,
    ablation_table,
    error_rates,
    list_misses,
    miss_rows,
    rates_table,
    scorer_table,
)
from evidencelab.lab.corruptions import CORRUPTIONS
from evidencelab.lab.labelled.pairs import json_line
from evidencelab.lab.labelled.score_table import ScoreTable
from evidencelab.lab.statistics.intervals import Rate
from evidencelab.lab.statistics.splits import joined_groups
from evidencelab.reports.notebooks.calibration_job import CalibrationJob, read_job, score_job
from evidencelab.reports.notebooks.matrix import make_folder
from evidencelab.reports.runs.provenance import provenance
from evidencelab.reports.runs.run_folder import write_whole
from evidencelab.reports.runs.verdict import Measure, NamedRate, NotebookVerdict, write_verdict
from evidencelab.reports.views.display import ExcerptOverText, html_of, show_html
from evidencelab.reports.views.markup import escaped

RATES_FILE = "error_rates.parquet"
MISSES_FILE = "misses.jsonl"
NOTEBOOK = "02_gate_error_rates"

LIGHT_EDITS = frozenset(corruption.name for corruption in CORRUPTIONS if corruption.is_light)
"""Classes of edits that change no value, for which uncertain is as right an answer as accept."""


class ErrorRateRun(NamedTuple):
    """One measurement of the match.

    Attributes:
        job: Where the pairs came from, and under which policy.
        results: The folder everything is written to.
        table: The scored pairs.
        rates: Per class, worst first, then all faithful and all unfaithful.
    """

    job: CalibrationJob
    results: Path
    table: ScoreTable
    rates: tuple[ClassRates, ...]

    @property
    def policy(self) -> MatchPolicy:
        """The policy under which the errors were counted."""
        return self.job.policy

    @property
    def faithful(self) -> ClassRates:
        """All faithful pairs together."""
        return self.rates[-2]

    @property
    def strictly_accepted(self) -> Rate:
        """Faithful pairs accepted, light edits left out: for those uncertain is as right."""
        counted = [r for r in self.rates[:-2] if r.label == "faithful" and r.kind not in LIGHT_EDITS]
        return Rate.of(sum(r.accepted.n_successes for r in counted), sum(r.n for r in counted))

    @property
    def unfaithful(self) -> ClassRates:
        """All unfaithful pairs together."""
        return self.rates[-1]


def measure(
    evidence: str = "",
    *,
    policy: str = "",
    classes: Sequence[str] = (),
    per_group: int = 20,
    seed: int = 1,
    results: str = "",
) -> ErrorRateRun:
    """Make pairs of evidence, run the match on each, and count.

    Args:
        evidence: A session, trace, tool output, folder of them, or labelled JSONL; empty takes the
            fixtures.
        policy: A JSON file of policy settings; empty takes the defaults.
        classes: Corruption classes to make; empty for all.
        per_group: Texts kept of each template; 0 keeps all.
        seed: Seed of the corruptions.
        results: Folder to write to; empty takes `results/by-hand/02_gate_error_rates`.

    Raises:
        EvidencelabError: Something is unknown, cannot be read or cannot be written.
    """
    job = read_job(
        [evidence] if evidence else [], policy=policy, classes=classes, per_group=per_group, seed=seed
    )
    folder = make_folder(results, NOTEBOOK)
    table = score_job(job, folder)
    return ErrorRateRun(job, folder, table, error_rates(table, job.policy))


def describe_pairs(run: ErrorRateRun) -> str:
    """Say in one line what was measured."""
    return (
        f"{len(run.table)} pairs of {len(run.table.kinds)} classes from {run.table.n_groups} groups of "
        f"{', '.join(run.job.source.names)}; policy {run.job.policy.policy_hash}"
    )


def worst_first(run: ErrorRateRun) -> pd.DataFrame:
    """One row per class with the columns people read: error, decisions, counts."""
    frame = rates_table(run.rates)
    keep = ["kind", "label", "n", "groups", "error", "error_ci_low", "error_ci_high"]
    return frame[[*keep, "accepted", "uncertain", "rejected", "too_short"]]


def light_edits(run: ErrorRateRun) -> pd.DataFrame:
    """Light edits that change no value, for which uncertain is as right an answer as accept."""
    rows = []
    for rates in run.rates:
        if rates.kind in LIGHT_EDITS:
            right = Rate.of(rates.n - rates.rejected.n_successes, rates.n)
            rows.append(
                {
                    "kind": rates.kind,
                    "n": rates.n,
                    "not rejected": right.rate,
                    "not rejected_ci_low": right.ci_low,
                    "not rejected_ci_high": right.ci_high,
                    "accepted": rates.accepted.rate,
                    "uncertain": rates.uncertain.rate,
                }
            )
    return pd.DataFrame(rows)


def find_misses(run: ErrorRateRun, per_class: int = 3) -> list[Miss]:
    """Fetch what the match got wrong, at most so many of each class, unfaithful ones accepted first."""
    rows = miss_rows(run.table, run.policy)
    taken: dict[tuple[int, bool], int] = {}
    kept = []
    for row in rows.tolist():
        key = (int(run.table.kind_code[row]), bool(run.table.is_faithful[row]))
        taken[key] = taken.get(key, 0) + 1
        if taken[key] <= per_class:
            kept.append(row)
    found = {miss.row: miss for miss in list_misses(run.job.source, kept, run.policy)}
    return [found[row] for row in kept]


def show_misses(misses: Sequence[Miss]) -> None:
    """Display misses with their differences marked: the excerpt over the text, every reason below."""
    if not misses:
        show_html(
            "<p>Nothing was missed: no unfaithful pair accepted, no faithful one rejected.</p>", "no misses"
        )
        return
    parts = []
    for miss in misses:
        what = (
            "accepted although unfaithful"
            if miss.pair.label == "unfaithful"
            else "rejected although faithful"
        )
        shown = html_of(ExcerptOverText(miss.pair.excerpt, miss.pair.text, miss.match))
        head = f"<p><b>{escaped(miss.pair.kind)}</b>: {what}</p>"
        parts.append(f'<div class="el-card is-reject">{head}{shown}</div>')
    show_html("".join(parts), f"{len(misses)} misses")


def class_curves(run: ErrorRateRun, plain: Sequence[str] = (), n_draws: int = 100) -> list[Curve]:
    """Compute the ROC curve of every class and of all, for the match and for plain scorers."""
    units = joined_groups(run.table.group_code, run.table.text_hash)
    return [
        compute_curve(run.table, scoring, kind, n_draws, run.job.settings.seed, units)
        for scoring in usual_scorings(run.table, plain)
        for kind in class_rows(run.table)
    ]


def beside_plain_scorers(run: ErrorRateRun, thresholds: Sequence[float] = (85.0,)) -> pd.DataFrame:
    """Put the match beside the plain scorers on the same pairs."""
    return scorer_table(run.table, thresholds)


def ablation(run: ErrorRateRun) -> pd.DataFrame:
    """Turn each part of the match off in turn: a veto class, the thresholds, the scorer, the length."""
    policies = ablation_policies(run.policy, plain=sorted(run.table.plain))
    parts = [ablation_table(run.table, policies), ablate_length(run.job.source, run.policy)]
    return pd.concat(parts, ignore_index=True)


def write_error_rates(run: ErrorRateRun, question: str) -> NotebookVerdict:
    """Write rates, misses and the verdict into the results folder.

    Raises:
        OutputError: The folder cannot be written.
    """
    try:
        rates_table(run.rates).to_parquet(run.results / RATES_FILE, index=False)
    except OSError as error:
        raise OutputError(str(run.results), f"cannot be written ({error})", "give another folder") from error
    misses = list_misses(run.job.source, miss_rows(run.table, run.policy).tolist(), run.policy)
    write_whole(run.results / MISSES_FILE, "".join(map(_miss_line, misses)))
    verdict = NotebookVerdict(
        question=question,
        sentence=_sentence(run),
        rates=tuple(_named_rates(run)),
        measures=(Measure(name="pairs", value=float(len(run.table))),),
        provenance=provenance(run.job.policy, seed=run.job.settings.seed, inputs=run.job.inputs),
    )
    write_verdict(run.results, verdict)
    return verdict


def _sentence(run: ErrorRateRun) -> str:
    accepted, rejected = run.unfaithful.accepted, run.faithful.rejected
    worst = next((rates for rates in run.rates[:-2] if rates.label == "unfaithful"), None)
    ending = ""
    if worst is not None and worst.error.rate:
        ending = f"; the worst class is {worst.kind} with {worst.error}"
    return (
        f"On {', '.join(run.job.source.names)} the match accepts {accepted} unfaithful excerpts and rejects "
        f"{rejected} faithful ones; of the faithful ones that are no light edit it accepts "
        f"{run.strictly_accepted}{ending}."
    )


def _named_rates(run: ErrorRateRun) -> Iterable[NamedRate]:
    where = ", ".join(run.job.source.names)
    for name, rate, is_lower_better in (
        ("unfaithful accepted", run.unfaithful.accepted, True),
        ("faithful rejected", run.faithful.rejected, True),
        ("faithful accepted, light edits left out", run.strictly_accepted, False),
    ):
        yield NamedRate(
            name=f"{name} ({where})", rate=rate, better="lower" if is_lower_better else "higher", decides=True
        )


def _miss_line(miss: Miss) -> str:
    reasons = sorted({reason.code for reason in miss.match.reasons})
    return json_line(
        {
            **miss.pair.to_wire(),
            "decision": miss.match.decision,
            "similarity": miss.match.similarity,
            "reasons": reasons,
        }
    )
