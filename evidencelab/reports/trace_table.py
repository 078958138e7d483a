"""The readable form of trace findings for a terminal; every text of a trace in it is hostile.

A line a run, then its findings, worst first, each over its evidence. It decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import StringIO

from evidencelab.contracts import UnreadableLine
from evidencelab.reports.gate_table import printable
from evidencelab.traces.check import CheckedRun
from evidencelab.traces.findings import FindingClass, StatementFinding

STYLES: dict[FindingClass, str] = {
    "altered": "red",
    "unsupported": "red",
    "overclaimed_absence": "yellow",
    "derived": "",
    "sound": "green",
    "given": "",
    "not_checkable": "",
}
_LONGEST = 400
_LEAST_WIDTH = 120
"""Columns below which the table would be folded letter by letter; a narrower terminal wraps its lines."""
_NARROW = ("line", "format", "sound", "derived", "other")
"""Columns never folded; `other` counts what was given, and what cannot be checked."""


def render_traces(shown: Sequence[CheckedRun], width: int, is_terminal: bool) -> str:
    """Draw a table of runs and, below it, their findings with the evidence and the reason.

    Args:
        shown: In input order.
        width: Columns of the terminal.
        is_terminal: Whether colours may be used.
    """
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold" if is_terminal else "")
    for name in ("input", "line", "run", "format", "results", "statements", "sound", "derived", "other"):
        table.add_column(name, overflow="fold", no_wrap=name in _NARROW)
    for name in ("altered", "unsupported", "overclaimed"):
        table.add_column(name, no_wrap=True)
    details: list[Text] = []
    for item in shown:
        if isinstance(item.outcome, UnreadableLine):
            table.add_row(
                printable(item.source),
                str(item.line),
                Text(f"unreadable: {printable(item.outcome.error)}", "red"),
            )
            continue
        report, counts = item.outcome, item.outcome.counts
        bad = [Text(str(counts[name]), STYLES[name] if counts[name] else "") for name in _BAD_COLUMNS]
        table.add_row(
            printable(item.source),
            str(item.line),
            printable(report.session_id),
            report.import_report.format,
            str(report.import_report.n_results),
            str(len(report.statements)),
            str(counts["sound"]),
            str(counts["derived"]),
            str(counts["given"] + counts["not_checkable"]),
            *bad,
        )
        details += [Text(line) for line in _notes(item)]
        for finding in report.findings:
            details.append(
                Text.assemble((finding.finding, STYLES[finding.finding]), f" {_where(item, finding)}")
            )
            details += [Text(line) for line in _lines(finding)]
    out = StringIO()
    console = Console(
        file=out, width=max(width, _LEAST_WIDTH), force_terminal=is_terminal, highlight=False, soft_wrap=False
    )
    console.print(table)
    for line in details:
        console.print(line)
    return out.getvalue().rstrip("\n")


_BAD_COLUMNS: tuple[FindingClass, ...] = ("altered", "unsupported", "overclaimed_absence")


def _notes(item: CheckedRun) -> Iterator[str]:
    """Say what was out of the ordinary when a run was read."""
    if isinstance(item.outcome, UnreadableLine):
        return
    report = item.outcome.import_report
    told = {
        "failed results": report.n_failed,
        "results cut short": report.n_truncated,
        "results with a part the model never saw": report.n_unseen,
        "results not recorded": report.n_not_recorded,
        "calls without result": report.n_without_result,
        "calls whose arguments are no JSON": report.n_bad_arguments,
    }
    said = [f"{count} {what}" for what, count in told.items() if count]
    if said:
        yield f"note {item.outcome.session_id}: {', '.join(said)}"
    for part in report.broken:
        yield printable(f"note {item.outcome.session_id}, {part.where}: {part.error}")


def _where(item: CheckedRun, finding: StatementFinding) -> str:
    run = "" if isinstance(item.outcome, UnreadableLine) else f"{printable(item.outcome.session_id)}, "
    return f"{run}statement {finding.number}"


def _lines(finding: StatementFinding) -> Iterator[str]:
    yield f"  says      {printable(_short(finding.text))}"
    if finding.evidence is not None:
        evidence = finding.evidence
        call = evidence.external_id or evidence.source_invocation_id
        where = f"{evidence.tool_name}, call {call}, {evidence.raw_path}"
        yield f"  evidence  {printable(_short(evidence.text))}"
        yield f"            ({printable(where)})"
    yield f"  because   {printable(_short(finding.reason))}"


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
