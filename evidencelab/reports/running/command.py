"""What `evidencelab report` does: settle everything, run, compare, and write the pages.

Whatever can be refused is refused before anything is written. The run is compared with earlier ones
after the last notebook, so that a page of its own says what changed.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from evidencelab.errors import SettingError
from evidencelab.reports.running.changes import RunChanges, compare_runs
from evidencelab.reports.running.handover import (
    SUMMARY_JSON,
    SUMMARY_MARKDOWN,
    exit_code,
    summarise_run,
    summary_markdown,
)
from evidencelab.reports.running.history import (
    PREVIOUS,
    append_history,
    check_reference,
    find_references,
    read_history,
    save_baseline,
    seconds_before,
)
from evidencelab.reports.running.index_page import INDEX_FILE, render_index, render_unfinished
from evidencelab.reports.running.plan import (
    RESULTS_PARAMETER,
    PlannedNotebook,
    find_notebooks,
    plan_notebooks,
)
from evidencelab.reports.running.profile import Profile, load_profile
from evidencelab.reports.running.runner import FinishedRun, run_notebooks
from evidencelab.reports.running.runs_page import write_runs_page
from evidencelab.reports.runs.provenance import CHECKOUT
from evidencelab.reports.runs.run_folder import RunManifest, drop_old_runs, mark_dead_runs, write_whole


class ReportOptions(NamedTuple):
    """What the command line says, unread.

    Attributes:
        names: Which notebooks; empty for the profile's, or all.
        assignments: Each `key=value`, or `notebook.key=value` for one notebook alone. The key
            `results` names the folder where runs are kept.
        results: The same folder; `results/` of the checkout by default.
        notebooks: Where the notebooks are; `notebooks/` of the checkout by default.
        profile: A profile's name or file.
        against: What to compare with; the profile's, or `previous`.
        keep: How many runs stay; the profile's, or all.
        jobs: How many notebooks run at the same time; two by default, one on a single core.
        is_baseline: Whether the run becomes the baseline that later ones are compared with.
    """

    names: Sequence[str] = ()
    assignments: Sequence[str] = ()
    results: Path | None = None
    notebooks: Path | None = None
    profile: str | None = None
    against: str | None = None
    keep: int | None = None
    is_baseline: bool = False
    jobs: int | None = None


class Report(NamedTuple):
    """A finished run and what changed since the runs it was compared with."""

    finished: FinishedRun
    changes: RunChanges

    @property
    def exit_code(self) -> int:
        """0 fine, 1 something failed or got worse, 2 an input was refused."""
        return exit_code(self.finished, self.changes)


def run_report(options: ReportOptions) -> Report:
    """Run notebooks and write their pages, the index, the summary and the history.

    Raises:
        EvidencelabError: Something is unknown or cannot be meant; nothing was written.
    """
    notebooks = options.notebooks or CHECKOUT / "notebooks"
    profile = load_profile(options.profile, notebooks) if options.profile else Profile()
    given = read_assignments(options.assignments)
    chosen = given.pop(RESULTS_PARAMETER, None)
    results = (options.results or (Path(chosen) if chosen else CHECKOUT / "results")).resolve()
    against = options.against or profile.against
    keep = options.keep if options.keep is not None else profile.keep
    planned = plan_notebooks(
        find_notebooks(notebooks, options.names or profile.notebooks), profile.assignments(), given
    )
    report = report_notebooks(
        planned,
        results,
        against=against,
        profile=options.profile,
        keep=keep,
        jobs=options.jobs or default_jobs(),
    )
    if options.is_baseline:
        save_baseline(results, report.finished.manifest, report.finished.verdicts)
    return report


def report_notebooks(
    planned: Sequence[PlannedNotebook],
    results: Path,
    *,
    against: str = PREVIOUS,
    profile: str | None = None,
    keep: int | None = None,
    jobs: int = 1,
) -> Report:
    """Run planned notebooks, compare them, and write the index, the summary and the history.

    Args:
        planned: The notebooks with their parameters.
        results: Where runs are kept.
        against: What the run is compared with.
        profile: The name under which it is scheduled.
        keep: How many runs stay; None keeps all.
        jobs: How many notebooks run at the same time.

    Raises:
        EvidencelabError: The reference is not there or the folder cannot be written.
    """
    check_reference(results, against)
    mark_dead_runs(results)
    finished = run_notebooks(
        planned,
        results,
        profile=profile,
        jobs=jobs,
        seconds=seconds_before(results),
        watcher=_tell_unfinished,
    )
    changes = _publish(finished, results, against)
    if keep is not None:
        drop_old_runs(results, keep)
    write_runs_page(results)
    return Report(finished, changes)


def default_jobs() -> int:
    """Two notebooks at the same time where there are two cores; the embedded model uses both itself."""
    return min(2, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


def read_assignments(assignments: Sequence[str]) -> dict[str, str]:
    """Split `key=value` texts at their first equals sign; the last one of a key counts.

    Raises:
        SettingError: One holds no equals sign, or nothing before it.
    """
    parameters: dict[str, str] = {}
    for assignment in assignments:
        key, equals, value = assignment.partition("=")
        if not equals or not key.strip():
            raise SettingError("-p", assignment, "is not of the form key=value")
        parameters[key.strip()] = value
    return parameters


def _tell_unfinished(folder: Path, manifest: RunManifest) -> None:
    write_whole(folder / INDEX_FILE, render_unfinished(manifest))
    write_runs_page(folder.parent)


def _publish(finished: FinishedRun, results: Path, against: str) -> RunChanges:
    from evidencelab.reports.running.trend import trend_svg

    references = find_references(results, finished.manifest, finished.verdicts, against)
    changes = compare_runs(finished.verdicts, references)
    append_history(results, finished.manifest, finished.verdicts)
    history = read_history(results)
    chart = trend_svg(history, list(finished.verdicts))
    write_whole(finished.folder / INDEX_FILE, render_index(finished, changes, chart))
    summary = summarise_run(finished, changes)
    write_whole(finished.folder / SUMMARY_JSON, summary.model_dump_json(indent=1))
    write_whole(finished.folder / SUMMARY_MARKDOWN, summary_markdown(summary))
    return changes
