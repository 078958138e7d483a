"""The page over all runs of a results folder: newest first, how each ended, what changed in it.

It is made anew by every run. What changed is read from each run's own summary.
"""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from evidencelab.reports.running.handover import SUMMARY_JSON, RunSummary
from evidencelab.reports.running.index_page import INDEX_FILE, moment, plain_table
from evidencelab.reports.runs.run_folder import RunManifest, list_runs, write_whole
from evidencelab.reports.views.evidence_view import badge
from evidencelab.reports.views.markup import escaped
from evidencelab.reports.views.page import render_document

MAX_RUNS = 500


def write_runs_page(results: Path) -> None:
    """Write `index.html` of a results folder.

    Raises:
        OutputError: It cannot be written.
    """
    write_whole(results / INDEX_FILE, render_runs(results))


def render_runs(results: Path) -> str:
    """Render the page; the newest `MAX_RUNS` runs are listed."""
    runs = list(reversed(list_runs(results)))
    rows = [_row(results, run) for run in runs[:MAX_RUNS]]
    table = plain_table(("run", "what it says", "took"), rows)
    more = f"<p>and {len(runs) - MAX_RUNS} older ones</p>" if len(runs) > MAX_RUNS else ""
    n_runs = "1 run" if len(runs) == 1 else f"{len(runs)} runs"
    return render_document(f'<p class="el-soft">{n_runs}, the newest first.</p>{table}{more}', "All runs")


def _row(results: Path, run: RunManifest) -> tuple[str, ...]:
    summary = _summary(results / run.run)
    profile = f' <span class="el-soft">{escaped(run.profile)}</span>' if run.profile else ""
    name = escaped(moment(run.started))
    if (results / run.run / INDEX_FILE).exists():
        name = f'<a href="{escaped(run.run)}/{INDEX_FILE}">{name}</a>'
    return (
        f'<span class="el-nowrap">{name}</span><br>{_state(run, summary)}{profile}',
        escaped(summary.headline if summary else _interrupted(run)),
        f"{run.seconds:.0f} s" if run.seconds is not None else "–",
    )


def _state(run: RunManifest, summary: RunSummary | None) -> str:
    if run.status in ("running", "died") or summary is None:
        return badge(run.status)
    word, tone = ("fine", "pass") if summary.exit_code == 0 else ("not fine", "reject")
    return f'<span class="el-badge el-{tone}">{word}</span>'


def _interrupted(run: RunManifest) -> str:
    done = [record.name for record in run.notebooks if record.status == "finished"]
    return f"finished so far: {', '.join(done) or 'nothing'}"


def _summary(folder: Path) -> RunSummary | None:
    try:
        return RunSummary.model_validate_json((folder / SUMMARY_JSON).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ValidationError):
        return None
