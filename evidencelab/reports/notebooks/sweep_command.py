"""`evidencelab sweep`: a checked job run to its end, its table written, its outcome told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from evidencelab.lab.sweeps.sweep import SweepPlan
from evidencelab.lab.sweeps.sweep_table import sweep_table, write_table
from evidencelab.reports.notebooks.sweep_job import SweepJob, run_job
from evidencelab.reports.terminal.sweep_text import describe_sweep

TABLE_FILE = "sweep.parquet"


class SweepOptions(NamedTuple):
    """How a sweep is run and where it is kept."""

    out: Path
    workers: int
    scheduler: str
    retry_failed: bool
    database: str | None


class FinishedSweep(NamedTuple):
    """A sweep that has run to its end.

    Attributes:
        plan: Its cells.
        table: One row a cell.
        n_made: Cells run this time.
        written: The Parquet file.
    """

    plan: SweepPlan
    table: pd.DataFrame
    n_made: int
    written: Path

    def text(self) -> str:
        """Tell the outcome for a terminal."""
        return describe_sweep(self.plan, self.table, self.n_made, [self.written])

    def rows(self) -> Iterator[str]:
        """Give every row as one JSON object on one line, in plan order."""
        text = self.table.to_json(orient="records", lines=True, force_ascii=True)
        yield from str(text).splitlines()


def run_command(job: SweepJob, options: SweepOptions) -> FinishedSweep:
    """Run a job, keep its cells, and write its table beside them.

    Raises:
        EvidencelabError: Nothing to run, a model or scheduler that cannot be had, or no room to write.
    """
    plan = job.plan()
    run = run_job(
        plan,
        options.out,
        policy=job.policy,
        workers=options.workers,
        scheduler=options.scheduler,
        retry_failed=options.retry_failed,
        database=options.database,
    )
    table = sweep_table(plan.cells, run.results)
    target = options.out / TABLE_FILE
    write_table(table, target)
    return FinishedSweep(plan, table, run.n_made, target)
