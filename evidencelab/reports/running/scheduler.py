"""Jobs of JupyterLab's scheduler, run the way `evidencelab report` runs notebooks.

The scheduler's own execution pastes parameters as raw code and keeps its output in a staging area.
This one gives them to papermill as the types the notebook declares, and a job is a run like any other
in `results/`: with a manifest, a page, a comparison with the run before. It is chosen with
`--Scheduler.execution_manager_class=evidencelab.reports.running.scheduler.PapermillExecutionManager`.

Needs the extra `schedule`.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

from evidencelab.errors import EvidencelabError, InputError, MissingExtraError
from evidencelab.reports.running.command import Report, report_notebooks
from evidencelab.reports.running.index_page import headline
from evidencelab.reports.running.plan import plan_notebooks
from evidencelab.reports.runs.provenance import CHECKOUT

try:
    from jupyter_scheduler.executors import ExecutionManager
    from jupyter_scheduler.models import JobFeature
except ImportError as error:
    raise MissingExtraError("schedule", "pip install 'evidencelab[schedule]'") from error

RESULTS_VARIABLE = "EVIDENCELAB_RESULTS"
_FEATURES = ("job_name", "parameters", "output_formats", "job_definition", "stop_job", "delete_job")


class JobFailedError(EvidencelabError, RuntimeError):
    """A job whose notebook failed, did not hold, or got worse; the scheduler shows its one line."""


class PapermillExecutionManager(ExecutionManager):  # type: ignore[misc]
    """Runs a job's notebook into `results/` and hands the scheduler the files it asked for."""

    def execute(self) -> None:
        """Run the job.

        Raises:
            EvidencelabError: A parameter was refused, or the run says no; its line is the job's status.
        """
        job = self.model
        notebook = Path(self.staging_paths["input"])
        results = Path(os.environ.get(RESULTS_VARIABLE) or CHECKOUT / "results").resolve()
        planned = plan_notebooks([notebook], {}, dict(job.parameters or {}))
        report = report_notebooks(planned, results, profile=job.name)
        _hand_over(report, notebook.stem, self.staging_paths)
        if report.exit_code:
            raise JobFailedError(
                f"{headline(report.finished, report.changes)}: {report.finished.folder / 'index.html'}"
            )

    def supported_features(self) -> dict[Any, bool]:
        """Say which of the scheduler's features a job of this kind has."""
        return {feature: feature.name in _FEATURES for feature in JobFeature}

    def validate(self, input_path: str) -> bool:
        """Whether the notebook can be read; its kernel is always this interpreter."""
        try:
            plan_notebooks([Path(input_path)], {})
        except InputError:
            return False
        return True


def _hand_over(report: Report, name: str, targets: dict[str, str]) -> None:
    """Copy what was written to where the scheduler offers it for download."""
    for kind in ("ipynb", "html"):
        source = report.finished.folder / f"{name}.{kind}"
        if kind in targets and source.exists():
            Path(targets[kind]).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, targets[kind])
