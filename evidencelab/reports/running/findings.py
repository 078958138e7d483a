"""What the notebooks of a run asked and found: question, answer, time, and links to the pages.

It must not know what changed since another run.
"""

from __future__ import annotations

from evidencelab.reports.running.runner import FinishedRun
from evidencelab.reports.runs.run_folder import NotebookRecord
from evidencelab.reports.runs.verdict import NotebookVerdict
from evidencelab.reports.views.evidence_view import badge
from evidencelab.reports.views.markup import escaped


def findings_html(finished: FinishedRun) -> str:
    """Every notebook of a run in reading order, each with its share of the time."""
    total = sum(record.seconds or 0.0 for record in finished.manifest.notebooks)
    return "".join(_finding(finished, record, total) for record in finished.manifest.notebooks)


def _finding(finished: FinishedRun, record: NotebookRecord, total: float) -> str:
    verdict = finished.verdicts.get(record.name)
    said = record.error or (verdict.sentence if verdict else "It gave no verdict.")
    question = verdict.question if verdict else record.name
    seconds = record.seconds or 0.0
    share = f" ({seconds / total:.0%} of the time)" if total else ""
    small = [f"{escaped(record.name)}, {seconds:.1f} s{share}", *_more_pages(finished, record.name)]
    return (
        f'<section class="el-finding"><h3><a href="{escaped(record.name)}.html">{escaped(question)}</a> '
        f"{_badge(record, verdict)}</h3><p>{_unbroken(said)}</p>"
        f'<p class="el-soft">{" · ".join(small)}</p></section>'
    )


def _unbroken(text: str) -> str:
    """Keep a number and its percent sign on one line."""
    return escaped(text).replace(" %", "\u00a0%")


def _badge(record: NotebookRecord, verdict: NotebookVerdict | None) -> str:
    """Whether what decides held; nothing where nothing decides, so that no poor result looks praised."""
    if record.status != "finished":
        return badge(record.status)
    deciding = [check for check in verdict.checks if check.decides] if verdict else []
    if not deciding:
        return ""
    held = sum(check.held for check in deciding)
    tone = "pass" if held == len(deciding) else "reject"
    return f'<span class="el-badge el-{tone}">{held} of {len(deciding)} checks hold</span>'


def _more_pages(finished: FinishedRun, name: str) -> list[str]:
    pages = sorted(path.name for path in (finished.folder / name).glob("*.html"))
    return [
        f'<a href="{escaped(name)}/{escaped(page)}">{escaped(page.removesuffix(".html"))}</a>'
        for page in pages
    ]
