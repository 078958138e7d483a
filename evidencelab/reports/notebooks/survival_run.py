"""The survival notebook: every case judged by summaries and by excerpts, and where each value was lost.

Following values is the lab's; this module goes through the cases, draws, and writes the verdict.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from evidencelab.agents.baseline.baseline_chain import baseline_chain
from evidencelab.errors import OutputError, SettingError
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.lab.matrix.cases import Case
from evidencelab.lab.matrix.survival import FeedComparison, compare_feeds, survival_table
from evidencelab.reports.notebooks.matrix import check_settings as check_matrix
from evidencelab.reports.notebooks.matrix import make_folder
from evidencelab.reports.running.progress import track
from evidencelab.reports.runs.provenance import provenance
from evidencelab.reports.runs.rates import incident_rate
from evidencelab.reports.runs.verdict import Check, NamedRate, NotebookVerdict, write_verdict
from evidencelab.reports.views.tables import rate_text
from evidencelab.tools.scenario import FIXTURES

SURVIVAL_FILE = "survival.parquet"
_LADDER: tuple[int | None, ...] = (1, 2, 3, 5, None)


class SurvivalSettings(NamedTuple):
    """What was asked for, checked: cases whose executor speaks for itself, and a summary's length."""

    cases: tuple[Case, ...]
    policy: GatekeeperPolicy
    policy_file: Path | None
    n_records: int
    results: Path | None = None


class Rung(NamedTuple):
    """All cases with summaries of one length; None keeps what the chain's own summary holds."""

    n_records: int | None
    comparisons: tuple[FeedComparison, ...]


def check_settings(
    *, cases: Sequence[str] = (), language: str = "", policy: str = "", n_records: int = 1
) -> SurvivalSettings:
    """Check the notebook's parameters without writing anything.

    Args:
        cases: Names of cases; empty takes all. Those with an authored executor output are left out.
        language: `zh` or `en`; empty takes both.
        policy: A JSON file of policy settings; empty takes the defaults.
        n_records: How many records of each tool a summary keeps in the stories told closely.

    Raises:
        EvidencelabError: Something is unknown or cannot be read.
    """
    if n_records < 1:
        raise SettingError("n_records", str(n_records), "is below 1")
    plan = check_matrix(cases=cases, language=language, policy=policy, variations=0)
    own = tuple(case for case in plan.cases if not case.is_authored)
    return SurvivalSettings(own, plan.policy, plan.policy_file, n_records)


def read_settings(*, results: str = "", **parameters: Any) -> SurvivalSettings:
    """Check the notebook's parameters and make its results folder."""
    settings = check_settings(**parameters)
    return settings._replace(results=make_folder(results, "07_evidence_survival"))


def run_ladder(settings: SurvivalSettings) -> tuple[Rung, ...]:
    """Judge every case by summaries of several lengths, and by excerpts beside each."""
    chain = baseline_chain()
    lengths = tuple(dict.fromkeys((settings.n_records, *_LADDER)))
    jobs = [(length, case) for length in lengths for case in settings.cases]
    done: dict[int | None, list[FeedComparison]] = {length: [] for length in lengths}
    for length, case in track(jobs, "cases by summaries and by excerpts"):
        done[length].append(compare_feeds(case, chain, settings.policy, n_records=length))
    ordered = sorted(lengths, key=lambda length: (length is None, length or 0))
    return tuple(Rung(length, tuple(done[length])) for length in ordered)


def rung_of(ladder: Sequence[Rung], n_records: int | None) -> Rung:
    """Pick the rung of one summary length."""
    return next(rung for rung in ladder if rung.n_records == n_records)


def stories(rung: Rung, incidents: Sequence[str]) -> tuple[FeedComparison, ...]:
    """The cases of some incidents, in order."""
    return tuple(item for item in rung.comparisons if item.case.incident in incidents)


def ladder_table(ladder: Sequence[Rung]) -> pd.DataFrame:
    """One row a summary length: the share of PASS by either feed, over incidents, with intervals."""
    rows = []
    for rung in ladder:
        row: dict[str, object] = {"records_kept": _length(rung.n_records), "cases": len(rung.comparisons)}
        row["incidents"] = _pass_rate(rung, "summary").rate.n
        for feed in ("summary", "excerpts"):
            rate = _pass_rate(rung, feed).rate
            row |= {
                f"pass_by_{feed}": rate.rate,
                f"pass_by_{feed}_ci_low": rate.ci_low,
                f"pass_by_{feed}_ci_high": rate.ci_high,
            }
        rows.append(row)
    return pd.DataFrame(rows)


def write_survival(settings: SurvivalSettings, ladder: Sequence[Rung], question: str) -> NotebookVerdict:
    """Write the table of values and the verdict into the results folder.

    A case decides when it is judged by excerpts: there every value must arrive.

    Raises:
        OutputError: The folder cannot be written.
    """
    assert settings.results is not None
    rung = rung_of(ladder, settings.n_records)
    table = survival_table(value for item in rung.comparisons for value in item.survivals)
    try:
        table.to_parquet(settings.results / SURVIVAL_FILE, index=False)
    except OSError as error:
        raise OutputError(
            str(settings.results), f"cannot be written ({error})", "give another results folder"
        ) from error
    by_summary, by_excerpts = _pass_rate(rung, "summary"), _pass_rate(rung, "excerpts")
    kept = "one record" if settings.n_records == 1 else f"{settings.n_records} records"
    verdict = NotebookVerdict(
        question=question,
        sentence=(
            f"Judged by summaries that keep {kept} a tool, {_n_passed(rung, 'summary')} of "
            f"{len(rung.comparisons)} cases end in PASS; judged by the excerpts of the same runs, "
            f"{_n_passed(rung, 'excerpts')} (by incident {rate_text(by_summary.rate)} against "
            f"{rate_text(by_excerpts.rate)})."
        ),
        checks=tuple(check for item in rung.comparisons for check in _checks(item, settings.n_records)),
        rates=(by_summary, by_excerpts),
        provenance=provenance(
            settings.policy,
            inputs=[FIXTURES / "cases", FIXTURES / "scenarios", FIXTURES / "knowledge"]
            + ([settings.policy_file] if settings.policy_file else []),
        ),
    )
    write_verdict(settings.results, verdict)
    return verdict


def _checks(item: FeedComparison, n_records: int) -> tuple[Check, Check]:
    case = item.case
    shared: dict[str, Any] = {
        "subject": case.name,
        "tags": case.tags,
        "language": case.language,
        "incident": case.incident,
    }
    lost = {
        feed: [f"{v.value} is lost at {v.lost_at}" for v in item.survivals if v.feed == feed and v.lost_at]
        for feed in ("summary", "excerpts")
    }
    by_summary, by_excerpts = item.by_summary, item.by_excerpts
    return (
        Check(
            variant="fed by excerpts",
            status=by_excerpts.verdict,
            held=by_excerpts.held and not lost["excerpts"],
            severity=by_excerpts.severity,
            problems=(*by_excerpts.failures, *lost["excerpts"]),
            **shared,
        ),
        Check(
            variant=f"fed by summaries, {_length(n_records)}",
            status=by_summary.verdict,
            held=by_summary.verdict == by_excerpts.verdict,
            decides=False,
            severity=by_summary.severity,
            problems=tuple(lost["summary"]),
            **shared,
        ),
    )


def _pass_rate(rung: Rung, feed: str) -> NamedRate:
    """The share of PASS over incidents, by one feed."""
    passed = [
        (item.case.incident, (item.by_summary if feed == "summary" else item.by_excerpts).verdict == "PASS")
        for item in rung.comparisons
    ]
    is_summary = feed == "summary"
    return NamedRate(
        name=f"PASS judged by {feed}" + (f", {_length(rung.n_records)} kept" if is_summary else ""),
        rate=incident_rate(passed),
        better="neither" if is_summary else "higher",
        decides=not is_summary,
    )


def _n_passed(rung: Rung, feed: str) -> int:
    return sum(
        (item.by_summary if feed == "summary" else item.by_excerpts).verdict == "PASS"
        for item in rung.comparisons
    )


def _length(n_records: int | None) -> str:
    return "all" if n_records is None else str(n_records)
