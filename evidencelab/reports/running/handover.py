"""The run's summary for machines and for chats: one JSON object, one short Markdown text.

A webhook takes the JSON, a chat message the Markdown. Text from sessions stands in the Markdown as
code that nothing inside can leave.
"""

from __future__ import annotations

from evidencelab.contracts import Contract
from evidencelab.reports.running.changes import RunChanges
from evidencelab.reports.running.index_page import headline
from evidencelab.reports.running.runner import FinishedRun
from evidencelab.reports.views.markup import inline_code
from evidencelab.reports.views.tables import percent_text, rate_text

SUMMARY_JSON, SUMMARY_MARKDOWN = "summary.json", "summary.md"
_MOST = 20
_LONGEST = 200


class NotebookSummary(Contract):
    """One notebook in the summary."""

    name: str
    status: str
    seconds: float | None
    sentence: str | None
    error: str | None


class RunSummary(Contract):
    """The summary of one run.

    Attributes:
        run: Its name.
        exit_code: 0 fine, 1 something failed or got worse, 2 an input was refused.
        headline: The whole run in one sentence.
        notebooks: In the order in which they ran.
        changes: What differs from the runs it was compared with.
    """

    run: str
    started: str
    seconds: float | None
    exit_code: int
    headline: str
    notebooks: tuple[NotebookSummary, ...]
    changes: RunChanges


def exit_code(finished: FinishedRun, changes: RunChanges) -> int:
    """The run's own exit code, or 1 for a regression."""
    return max(finished.exit_code, 1 if changes.regressions else 0)


def summarise_run(finished: FinishedRun, changes: RunChanges) -> RunSummary:
    """Gather the summary."""
    manifest = finished.manifest
    return RunSummary(
        run=manifest.run,
        started=manifest.started,
        seconds=manifest.seconds,
        exit_code=exit_code(finished, changes),
        headline=headline(finished, changes),
        notebooks=tuple(
            NotebookSummary(
                name=record.name,
                status=record.status,
                seconds=record.seconds,
                sentence=finished.verdicts[record.name].sentence
                if record.name in finished.verdicts
                else None,
                error=record.error,
            )
            for record in manifest.notebooks
        ),
        changes=changes,
    )


def summary_markdown(summary: RunSummary) -> str:
    """Write the summary as Markdown for a chat message."""
    mark = "✅" if summary.exit_code == 0 else "❌"
    lines = [f"{mark} **evidencelab report** {inline_code(summary.run)}: {inline_code(summary.headline)}", ""]
    for record in summary.notebooks:
        said = record.error or record.sentence or "no verdict"
        lines.append(
            f"- {inline_code(record.name)}, {record.seconds or 0:.0f} s: {inline_code(_short(said))}"
        )
    loud = [item for item in summary.changes.checks if item.kind in ("broke", "fails") and item.decides]
    if loud:
        lines += ["", "| check | before | now | rules | what |", "| --- | --- | --- | --- | --- |"]
        for item in loud[:_MOST]:
            cells = (
                f"{item.subject} ({item.variant})",
                item.before or "–",
                item.after or "–",
                ", ".join(item.rules) or "–",
                _short("; ".join(item.problems)) or "–",
            )
            lines.append("| " + " | ".join(inline_code(cell, in_table=True) for cell in cells) + " |")
        lines += [f"and {len(loud) - _MOST} more"] if len(loud) > _MOST else []
    for rate in summary.changes.rates:
        word = "worse" if rate.is_worse else "moved"
        lines.append(
            f"- {word}: {inline_code(rate.name)} from {rate_text(rate.before)} to {rate_text(rate.after)}, "
            f"difference {percent_text(rate.low)} to {percent_text(rate.high)}"
        )
    lines += [
        f"- certificate {inline_code(item.certificate.name)} is {item.certificate.state}: "
        f"{inline_code(_short(item.certificate.reason))}"
        for item in summary.changes.certificates
    ]
    return "\n".join(lines) + "\n"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else line[:_LONGEST] + "…"
