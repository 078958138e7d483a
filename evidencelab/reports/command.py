"""What `evidencelab report` does with its arguments, before and around the runner."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from evidencelab.errors import SettingError
from evidencelab.reports.provenance import CHECKOUT
from evidencelab.reports.runner import (
    RESULTS_PARAMETER,
    FinishedRun,
    find_notebooks,
    plan_notebooks,
    run_notebooks,
)


def run_report(
    names: Sequence[str],
    assignments: Sequence[str],
    *,
    results: Path | None = None,
    notebooks: Path | None = None,
) -> FinishedRun:
    """Run notebooks with parameters given as `key=value` text.

    Args:
        names: Which notebooks; empty for all.
        assignments: Each `key=value`, or `notebook.key=value` for one notebook alone. The key
            `results` names the folder where runs are kept.
        results: The same folder; `results/` of the checkout by default.
        notebooks: Where the notebooks are; `notebooks/` of the checkout by default.

    Raises:
        EvidencelabError: Something is unknown or cannot be meant; nothing was written.
    """
    parameters = read_assignments(assignments)
    chosen_results = parameters.pop(RESULTS_PARAMETER, None)
    planned = plan_notebooks(
        find_notebooks(notebooks or CHECKOUT / "notebooks", names), parameters, as_text=True
    )
    folder = results or (Path(chosen_results) if chosen_results else CHECKOUT / "results")
    return run_notebooks(planned, folder)


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
