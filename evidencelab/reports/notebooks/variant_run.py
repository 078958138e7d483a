"""The prompt variants of a notebook: settings checked, cells run, everything written.

What a model said never turns the exit code: its checks do not decide. The baseline runs beside it
and does. This module must not know how a table looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from evidencelab.agents.models.choice import BASELINE
from evidencelab.agents.stages import ChainRun
from evidencelab.lab.statistics.intervals import Rate
from evidencelab.lab.sweeps.comparison import Comparison, compare_variants
from evidencelab.lab.sweeps.sweep import SweepPlan, SweepRun
from evidencelab.lab.sweeps.sweep_cells import Cell, CellResult
from evidencelab.lab.sweeps.sweep_table import sweep_table, write_table
from evidencelab.reports.notebooks.matrix import make_folder
from evidencelab.reports.notebooks.sweep_job import SweepJob, read_job, run_job
from evidencelab.reports.runs.provenance import provenance
from evidencelab.reports.runs.run_folder import write_whole
from evidencelab.reports.runs.verdict import Check, Measure, NamedRate, NotebookVerdict, write_verdict
from evidencelab.reports.views.display import html_of
from evidencelab.reports.views.page import render_document
from evidencelab.reports.views.tables import rate_text, write_csv
from evidencelab.tools.scenario import FIXTURES

NOTEBOOK = "03_prompt_variants"
TABLE_FILE = "sweep.parquet"
EVIDENCE_FOLDER = "evidence"
# One question of each of four incidents, one of them an empty search: what the embedded model
# answers under three variants in about two minutes on two cores.
DEFAULT_CASES = ("high-cpu-en", "high-memory-en", "slow-response-en", "connection-pool-negative-en")


class VariantSettings(NamedTuple):
    """A checked job, its cells, and the folder everything is written to."""

    job: SweepJob
    plan: SweepPlan
    results: Path
    store: Path
    workers: int
    scheduler: str


class VariantRun(NamedTuple):
    """The finished cells, as they are and as a table."""

    cells: tuple[Cell, ...]
    results: tuple[CellResult, ...]
    n_made: int
    table: pd.DataFrame

    @property
    def of_models(self) -> pd.DataFrame:
        """The rows of models: all but those of the baseline."""
        return self.table[self.table["model"] != BASELINE]

    @property
    def last_answer(self) -> ChainRun | str:
        """The run of the last cell in which a model was asked and answered, or that there is none."""
        for cell, result in zip(reversed(self.cells), reversed(self.results), strict=True):
            if cell.arm.variants and result.run is not None and result.error is None:
                return result.run
        return "No model answered."


def check_settings(
    *,
    cases: Sequence[str] = (),
    language: str = "en",
    workers: int = 1,
    scheduler: str = "",
    store: str = "",
    **settings: Any,
) -> SweepJob:
    """Check a notebook's parameters without loading a model or writing anything.

    Args:
        cases: Names of cases; empty takes the four default ones, or all in another language.
        language: `zh` or `en`; empty takes both.
        workers: Cells run at the same time.
        scheduler: Empty for threads, `local` or an address for dask.
        store: Folder of finished cells.
        **settings: As `sweep_job.read_job` takes them.

    Raises:
        EvidencelabError: Something is unknown, impossible or cannot be read.
    """
    chosen = tuple(cases) or (DEFAULT_CASES if language == "en" else ())
    return read_job(cases=chosen, language=language, **settings)


def read_settings(
    *, results: str = "", store: str = "", workers: int = 1, scheduler: str = "", **parameters: Any
) -> VariantSettings:
    """Check a notebook's parameters, load its models, name its cells and make its folder.

    Args:
        results: Folder to write to; empty is one for runs by hand.
        store: Folder of finished cells to go on from; empty keeps them with the results.
        workers: Cells run at the same time.
        scheduler: Empty for threads, `local` or an address for dask.
        **parameters: As `check_settings` takes them.

    Raises:
        EvidencelabError: Something is unknown or cannot be read, or the folder cannot be made.
    """
    job = check_settings(**parameters)
    folder = make_folder(results, NOTEBOOK)
    return VariantSettings(
        job=job,
        plan=job.plan(),
        results=folder,
        store=Path(store) if store else folder,
        workers=workers,
        scheduler=scheduler,
    )


def run_variants(settings: VariantSettings) -> VariantRun:
    """Run the cells that are not finished, keep them and their runs, and lay all of them out."""
    run: SweepRun = run_job(
        settings.plan,
        settings.store,
        policy=settings.job.policy,
        workers=settings.workers,
        scheduler=settings.scheduler,
    )
    table = sweep_table(settings.plan.cells, run.results)
    return VariantRun(settings.plan.cells, run.results, run.n_made, table)


def compare(run: VariantRun) -> Comparison:
    """Compare the variants and models with one another, incident by incident; the baseline is no variant."""
    return compare_variants(run.of_models)


def write_variants(
    settings: VariantSettings, run: VariantRun, comparison: Comparison, question: str
) -> NotebookVerdict:
    """Write the table, an evidence page a cell and the verdict into the results folder.

    Raises:
        OutputError: The folder cannot be written.
    """
    write_table(run.table, settings.results / TABLE_FILE)
    write_csv(run.table, settings.results / "sweep.csv")
    for cell, result in zip(run.cells, run.results, strict=True):
        if result.run is not None:
            target = settings.results / _link(cell)
            target.parent.mkdir(exist_ok=True)
            title = f"{cell.case.name}: {cell.arm.name}, {cell.model}"
            write_whole(target, render_document(html_of(result.run), title, home="../index.html"))
    verdict = _verdict(settings, run, comparison, question)
    write_verdict(settings.results, verdict)
    return verdict


def _verdict(
    settings: VariantSettings, run: VariantRun, comparison: Comparison, question: str
) -> NotebookVerdict:
    job = settings.job
    inputs = [FIXTURES / "cases", FIXTURES / "scenarios", FIXTURES / "knowledge"]
    inputs += [job.policy_file] if job.policy_file else []
    models = run.of_models
    asked = comparison.summaries
    seeds = [cell.spec.seed for cell in run.cells]
    return NotebookVerdict(
        question=question,
        sentence=_sentence(run, comparison),
        checks=tuple(_checks(run)),
        rates=tuple(
            NamedRate(name=f"{summary.name}: sound citations", rate=summary.sound, better="higher")
            for summary in asked
        )
        + tuple(
            NamedRate(name=f"{summary.name}: gate passed", rate=summary.gate_pass, better="higher")
            for summary in asked
        ),
        measures=(
            Measure(name="tokens of models", value=float(models["tokens"].sum())),
            Measure(name="seconds in models", value=float(models["model_seconds"].sum()), unit="s"),
            Measure(name="calls that failed", value=float(models["error"].notna().sum()), better="lower"),
        ),
        provenance=provenance(
            job.policy, seed=min((seed for seed in seeds if seed is not None), default=None), inputs=inputs
        ),
    )


def _sentence(run: VariantRun, comparison: Comparison) -> str:
    models = run.of_models
    if models.empty:
        return "No model was asked; only the baseline ran."
    names = ", ".join(dict.fromkeys(models["model"]))
    answered = models[models["error"].isna()]
    n_citations, n_sound = int(answered["n_bindings"].sum()), int(answered["n_sound"].sum())
    asked = comparison.summaries
    is_one = len(set(models["model"])) == 1
    shares = "; ".join(
        f"{summary.variant if is_one else summary.name} {_share(summary.sound)}" for summary in asked
    )
    different = [test for test in comparison.tests if test.is_different]
    differ = (
        ", ".join(f"{test.first} and {test.second} differ in {test.outcome}" for test in different)
        or "no two variants differ by more than chance would"
    )
    return (
        f"{names} made {n_citations} citations in {len(answered)} answers, {n_sound} of them sound "
        f"(averaged by incident: {shares}); {differ}."
    )


def _share(rate: Rate) -> str:
    return "no citation" if rate.n == 0 else rate_text(rate)


def _checks(run: VariantRun) -> list[Check]:
    checks = []
    for cell, result, row in zip(run.cells, run.results, run.table.to_dict("records"), strict=True):
        is_model = bool(cell.arm.variants)
        repeat = f" #{cell.repeat}" if cell.repeat else ""
        variant = f"{cell.arm.name} ({cell.model}){repeat}" if is_model else BASELINE
        checks.append(
            Check(
                subject=cell.case.name,
                variant=variant,
                status="ERROR" if result.error is not None else str(row["verdict"]),
                held=result.error is None and bool(row["held"]),
                decides=not is_model,
                severity=None if result.error is not None else str(row["severity"]),
                rules=() if result.error is not None else tuple(str(row["failed_rules"]).split()),
                problems=(result.error,) if result.error else tuple(str(row["failures"]).splitlines()),
                tags=cell.case.tags,
                language=cell.case.language,
                incident=cell.case.incident,
                link=_link(cell) if result.run is not None else None,
            )
        )
    return checks


def _link(cell: Cell) -> str:
    return f"{EVIDENCE_FOLDER}/{cell.key}.html"
