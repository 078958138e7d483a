"""The case matrix of a notebook: settings checked, cases run and stored, everything written.

Running and judging a case is the lab's; this module goes through the cases, shows how far it is,
keeps every run in the audit store, and writes what a run of the report leaves behind: a Parquet
table of outcomes, one evidence page a case, the matrix page, and the verdict.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import altair as alt
import pandas as pd

from evidencelab.agents.baseline.baseline_chain import baseline_chain
from evidencelab.agents.stages import Chain
from evidencelab.audit import AuditStore
from evidencelab.errors import OutputError, SettingError
from evidencelab.gatekeeper.policy import GatekeeperPolicy, load_policy
from evidencelab.lab.matrix.cases import Case, Language, load_cases
from evidencelab.lab.matrix.outcomes import CaseOutcome, evaluate_case, outcomes_table
from evidencelab.lab.matrix.variation import vary_case
from evidencelab.lab.statistics.intervals import Rate
from evidencelab.reports.running.progress import track
from evidencelab.reports.runs.provenance import CHECKOUT, provenance
from evidencelab.reports.runs.rates import incident_rate
from evidencelab.reports.runs.run_folder import write_whole
from evidencelab.reports.runs.verdict import Check, Measure, NamedRate, NotebookVerdict, write_verdict
from evidencelab.reports.views.display import html_of
from evidencelab.reports.views.figures import VERDICT_COLOURS
from evidencelab.reports.views.matrix_page import MatrixFrame, render_matrix
from evidencelab.reports.views.page import render_document
from evidencelab.reports.views.tables import rate_text, write_csv
from evidencelab.tools.scenario import FIXTURES, load_scenario

AS_WRITTEN = "as written"
EVIDENCE_FOLDER = "evidence"
OUTCOMES_FILE = "outcomes.parquet"
MATRIX_FILE = "matrix.html"

_CHAINS = ("baseline",)
_LANGUAGES: dict[str, Language | None] = {"": None, "en": "en", "zh": "zh"}


class MatrixPlan(NamedTuple):
    """What a run of the matrix was asked to do, checked.

    Attributes:
        cases: The cases, in file order.
        policy: The gate's policy.
        policy_file: Where it was read; None for the defaults.
        chain_name: Which chain answers.
        seeds: Of the variations; empty for none.
    """

    cases: tuple[Case, ...]
    policy: GatekeeperPolicy
    policy_file: Path | None
    chain_name: str
    seeds: tuple[int, ...]


class MatrixSettings(NamedTuple):
    """A plan with the chain that answers and the folder everything is written to."""

    cases: tuple[Case, ...]
    policy: GatekeeperPolicy
    policy_file: Path | None
    chain_name: str
    seeds: tuple[int, ...]
    chain: Chain
    results: Path

    @property
    def decides(self) -> bool:
        """Whether a case that does not hold turns the exit code: with the baseline chain only."""
        return self.chain_name == "baseline"


class Column(NamedTuple):
    """All cases under one variant: as written, or varied with one seed."""

    variant: str
    subjects: tuple[str, ...]
    outcomes: tuple[CaseOutcome, ...]


def check_settings(
    *,
    cases: Sequence[str] = (),
    language: str = "",
    policy: str = "",
    chain: str = "baseline",
    seed: int = 1,
    variations: int = 1,
) -> MatrixPlan:
    """Check a notebook's parameters without writing anything.

    Args:
        cases: Names of cases; empty takes all.
        language: `zh` or `en`; empty takes both.
        policy: A JSON file of policy settings; empty takes the defaults.
        chain: Which chain answers.
        seed: Of the first variation of every case.
        variations: How often every case is varied; 0 is not at all.

    Raises:
        EvidencelabError: Something is unknown or cannot be read.
    """
    if language not in _LANGUAGES:
        raise SettingError("language", language, "is not a language of the cases", ("en", "zh"))
    if chain not in _CHAINS:
        raise SettingError("chain", chain, "is not a chain", _CHAINS)
    if variations < 0:
        raise SettingError("variations", str(variations), "is below 0")
    policy_file = Path(policy) if policy else None
    plan = MatrixPlan(
        cases=load_cases(names=tuple(cases) or None, language=_LANGUAGES[language]),
        policy=load_policy(policy_file) if policy_file else GatekeeperPolicy(),
        policy_file=policy_file,
        chain_name=chain,
        seeds=tuple(range(seed, seed + variations)),
    )
    for name in dict.fromkeys(case.scenario for case in plan.cases):
        load_scenario(name)
    return plan


def read_settings(*, results: str = "", **parameters: Any) -> MatrixSettings:
    """Check a notebook's parameters and make its results folder.

    Args:
        results: Folder to write to; empty takes `results/by-hand/01_case_matrix` of the checkout.
        **parameters: As `check_settings` takes them.

    Raises:
        EvidencelabError: Something is unknown or cannot be read, or the folder cannot be made.
    """
    plan = check_settings(**parameters)
    return MatrixSettings(*plan, chain=baseline_chain(), results=make_folder(results, "01_case_matrix"))


def make_folder(results: str, notebook: str) -> Path:
    """Make a notebook's results folder; without a name, one for runs by hand.

    Raises:
        OutputError: It cannot be made.
    """
    folder = Path(results) if results else CHECKOUT / "results" / "by-hand" / notebook
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(
            str(folder), f"cannot be made ({error.strerror})", "give another results folder"
        ) from error
    return folder


def run_as_written(settings: MatrixSettings) -> Column:
    """Run every case as it stands in its file."""
    with AuditStore() as store:
        outcomes = tuple(
            _run(settings, store, case, None) for case in track(settings.cases, "cases as written")
        )
    return Column(AS_WRITTEN, tuple(case.name for case in settings.cases), outcomes)


def run_varied(settings: MatrixSettings) -> tuple[Column, ...]:
    """Run every case with services renamed, numbers redrawn and the question paraphrased."""
    columns: list[Column] = []
    with AuditStore() as store:
        for seed in settings.seeds:
            outcomes = tuple(
                _run(settings, store, case, seed)
                for case in track(settings.cases, f"cases varied by seed {seed}")
            )
            columns.append(Column(f"varied {seed}", tuple(case.name for case in settings.cases), outcomes))
    return tuple(columns)


def matrix_table(columns: Sequence[Column]) -> pd.DataFrame:
    """All outcomes, one row a case and variant, with the columns `subject` and `variant` in front."""
    frames = []
    for column in columns:
        frame = outcomes_table(column.outcomes)
        frame.insert(0, "variant", column.variant)
        frame.insert(0, "subject", list(column.subjects))
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)


def summary_table(columns: Sequence[Column]) -> pd.DataFrame:
    """One row a variant: how many cases held, their share over incidents, and how the verdicts fell."""
    rows = []
    for column in columns:
        rate = _hold_rate(column)
        verdicts = [item.verdict for item in column.outcomes]
        rows.append(
            {
                "variant": column.variant,
                "cases": len(column.outcomes),
                "that_hold": sum(item.held for item in column.outcomes),
                "share": rate.rate,
                "share_ci_low": rate.ci_low,
                "share_ci_high": rate.ci_high,
                "share_n": rate.n,
                **{word: verdicts.count(word) for word in ("PASS", "LOW_CONFID", "REJECT")},
                "seconds": sum(item.seconds for item in column.outcomes),
            }
        )
    return pd.DataFrame(rows)


def failures_table(columns: Sequence[Column]) -> pd.DataFrame:
    """One row a case that did not hold; empty, with its columns, when all did."""
    rows = [
        (subject, column.variant, item.verdict, ", ".join(item.failed_rules), "\n".join(item.failures))
        for column in columns
        for subject, item in zip(column.subjects, column.outcomes, strict=True)
        if not item.held
    ]
    return pd.DataFrame(rows, columns=["case", "variant", "verdict", "failed rules", "what did not hold"])


def matrix_chart(column: Column) -> alt.LayerChart:
    """Draw the verdicts of one variant: incidents down, their questions across."""
    rows = [
        {
            "incident": item.incident,
            "question": subject.removeprefix(f"{item.incident}-"),
            "verdict": item.verdict,
            "held": "held" if item.held else "did not hold",
        }
        for subject, item in zip(column.subjects, column.outcomes, strict=True)
    ]
    base = alt.Chart(pd.DataFrame(rows)).encode(
        x=alt.X("question:N", title=None, axis=alt.Axis(orient="top", labelAngle=-40, grid=False)),
        y=alt.Y("incident:N", title=None, sort=None),
    )
    colour = alt.Color(
        "verdict:N",
        scale=alt.Scale(domain=list(VERDICT_COLOURS), range=list(VERDICT_COLOURS.values())),
        title="verdict",
    )
    cells = base.mark_rect(cornerRadius=3, stroke="currentColor", strokeOpacity=0.15).encode(color=colour)
    broken = base.transform_filter("datum.held != 'held'").mark_text(text="✗", fontSize=15, fontWeight="bold")
    chart: alt.LayerChart = (cells + broken).properties(width=alt.Step(44), height=alt.Step(20))
    return chart


def write_matrix(settings: MatrixSettings, columns: Sequence[Column], question: str) -> NotebookVerdict:
    """Write outcomes, evidence pages, the matrix page and the verdict into the results folder.

    Raises:
        OutputError: The folder cannot be written.
    """
    checks = [check for column in columns for check in _checks(settings, column)]
    table = matrix_table(columns)
    try:
        table.to_parquet(settings.results / OUTCOMES_FILE, index=False)
    except OSError as error:
        raise OutputError(
            str(settings.results), f"cannot be written ({error})", "give another results folder"
        ) from error
    write_csv(table, settings.results / "outcomes.csv")
    verdict = _verdict(settings, columns, tuple(checks), question)
    footer = f"policy {settings.policy.policy_hash}, chain {settings.chain_name}"
    frame = MatrixFrame("Case matrix", home="../index.html", footer=footer)
    write_whole(settings.results / MATRIX_FILE, render_matrix(checks, frame))
    for column in columns:
        for subject, outcome in zip(column.subjects, column.outcomes, strict=True):
            target = settings.results / _link(subject, column.variant)
            target.parent.mkdir(exist_ok=True)
            title = f"{subject} ({column.variant})"
            write_whole(target, render_document(html_of(outcome), title, home=f"../{MATRIX_FILE}"))
    write_verdict(settings.results, verdict)
    return verdict


def _run(settings: MatrixSettings, store: AuditStore, case: Case, seed: int | None) -> CaseOutcome:
    scenario = load_scenario(case.scenario)
    if seed is not None:
        case, scenario = vary_case(case, scenario, seed)
    outcome = evaluate_case(case, settings.chain, settings.policy, scenario)
    store.add_run(outcome.run, settings.policy)
    return outcome


def _checks(settings: MatrixSettings, column: Column) -> list[Check]:
    return [
        Check(
            subject=subject,
            variant=column.variant,
            status=item.verdict,
            held=item.held,
            decides=settings.decides,
            severity=item.severity,
            rules=item.failed_rules,
            problems=item.failures,
            tags=item.tags,
            language=item.language,
            incident=item.incident,
            link=_link(subject, column.variant),
        )
        for subject, item in zip(column.subjects, column.outcomes, strict=True)
    ]


def _verdict(
    settings: MatrixSettings, columns: Sequence[Column], checks: tuple[Check, ...], question: str
) -> NotebookVerdict:
    rates = tuple(
        NamedRate(name=f"cases that hold, {column.variant}", rate=_hold_rate(column), better="higher")
        for column in columns
    )
    broken = [check for check in checks if not check.held]
    named = ", ".join(f"{check.subject} ({check.variant})" for check in broken[:3])
    more = f" and {len(broken) - 3} more" if len(broken) > 3 else ""
    ending = f"; not so {named}{more}" if broken else ""
    counts = ", ".join(
        f"{sum(item.held for item in column.outcomes)} of {len(column.outcomes)} {column.variant}"
        for column in columns
    )
    by_incident = rate_text(_hold_rate(columns[0])) if columns else "none of 0"
    seconds = sum(item.seconds for column in columns for item in column.outcomes)
    inputs = [FIXTURES / "cases", FIXTURES / "scenarios", FIXTURES / "knowledge"]
    inputs += [settings.policy_file] if settings.policy_file else []
    return NotebookVerdict(
        question=question,
        sentence=(
            f"With the {settings.chain_name} chain the cases hold: {counts} "
            f"(as written, by incident: {by_incident}){ending}."
        ),
        checks=checks,
        rates=rates,
        measures=(Measure(name="seconds in the chain", value=seconds, unit="s", better="lower"),),
        provenance=provenance(
            settings.policy,
            seed=settings.seeds[0] if settings.seeds else None,
            inputs=[path for path in inputs if path.exists()],
        ),
    )


def _hold_rate(column: Column) -> Rate:
    return incident_rate((item.incident, item.held) for item in column.outcomes)


def _link(subject: str, variant: str) -> str:
    name = f"{subject}__{variant}".replace(" ", "-")
    safe = "".join(char if char.isalnum() or char in "-_." else "_" for char in name)
    return f"{EVIDENCE_FOLDER}/{safe}.html"
