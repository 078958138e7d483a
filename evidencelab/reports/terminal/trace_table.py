"""The readable form of trace findings for a terminal; every text of a trace in it is hostile.

A line a run, then its findings, worst first, each over its evidence, those of one cause together. It
decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path

from evidencelab.contracts import UnreadableLine
from evidencelab.reports.terminal.gate_table import printable
from evidencelab.reports.views.trace_causes import FindingGroup, bad_values, grouped_findings
from evidencelab.traces.check import CheckedRun
from evidencelab.traces.findings import Evidence, FindingClass

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

    names = _short_names([item.source for item in shown])
    table = Table(box=None, pad_edge=False, header_style="bold" if is_terminal else "")
    for name in ("input", "line", "run", "format", "results", "statements", "sound", "derived", "other"):
        table.add_column(name, overflow="fold", no_wrap=name in _NARROW)
    for name in ("altered", "unsupported", "overclaimed"):
        table.add_column(name, no_wrap=True)
    details: list[Text] = []
    for item in shown:
        if isinstance(item.outcome, UnreadableLine):
            table.add_row(
                names[item.source],
                str(item.line),
                Text(f"unreadable: {printable(item.outcome.error)}", "red"),
            )
            continue
        report, counts = item.outcome, item.outcome.counts
        bad = [Text(str(counts[name]), STYLES[name] if counts[name] else "") for name in _BAD_COLUMNS]
        table.add_row(
            names[item.source],
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
        for group in grouped_findings(report):
            name = group.findings[0].finding
            details.append(Text.assemble((name, STYLES[name]), f" {_where(report.session_id, group)}"))
            details += [Text(line) for line in _lines(group)]
    out = StringIO()
    console = Console(
        file=out, width=max(width, _LEAST_WIDTH), force_terminal=is_terminal, highlight=False, soft_wrap=False
    )
    console.print(table)
    for line in details:
        console.print(line, soft_wrap=not is_terminal)
    return out.getvalue().rstrip("\n")


_BAD_COLUMNS: tuple[FindingClass, ...] = ("altered", "unsupported", "overclaimed_absence")


def _short_names(sources: Sequence[str]) -> dict[str, str]:
    """Name files without their folders where that tells them apart, so that the columns stay narrow."""
    tails = {source: Path(source).name or source for source in sources}
    is_distinct = len(set(tails.values())) == len(tails)
    return {source: printable(tails[source] if is_distinct else source) for source in tails}


def _notes(item: CheckedRun) -> Iterator[str]:
    """Say what was out of the ordinary when a run was read."""
    if isinstance(item.outcome, UnreadableLine):
        return
    report = item.outcome.import_report
    told = [
        (report.n_failed, "result", "that failed"),
        (report.n_truncated, "result", "cut short"),
        (report.n_unseen, "result", "with a part the model never saw"),
        (report.n_not_recorded, "result", "not recorded"),
        (report.n_without_result, "call", "without result"),
        (report.n_bad_arguments, "call", "whose arguments are no JSON"),
    ]
    said = [f"{count} {thing}{'' if count == 1 else 's'} {what}" for count, thing, what in told if count]
    if said:
        yield f"note {item.outcome.session_id}: {', '.join(said)}"
    for part in report.broken:
        yield printable(f"note {item.outcome.session_id}, {part.where}: {part.error}")


def _where(run: str, group: FindingGroup) -> str:
    """Name the run and the statement, or how many statements one cause has."""
    if group.cause is None:
        return f"{printable(run)}, statement {group.findings[0].number}"
    comma = ", perhaps" if group.is_likely else ""
    return f"{printable(run)}, {len(group.findings)} statements{comma} of one cause"


def _lines(group: FindingGroup) -> Iterator[str]:
    """Tell one finding with its evidence and its reason, or several over the cause they share."""
    first = group.findings[0]
    if group.cause is None:
        yield f"  says      {printable(_short(first.text))}"
        yield from _evidence_lines(first.evidence)
        yield f"  because   {printable(_short(first.reason))}"
        return
    yield f"  because   {printable(_short(group.cause))}"
    yield from _evidence_lines(first.evidence if not group.is_likely else None)
    if group.is_likely:
        yield "            and what these say stands in none of the results that are there"
    for finding in group.findings:
        values = ", ".join(value.value for value in bad_values(finding))
        about = f" ({values})" if values and group.is_likely else ""
        yield f"  says      {finding.number}: {printable(_short(finding.text))}{printable(about)}"


def _evidence_lines(evidence: Evidence | None) -> Iterator[str]:
    if evidence is None:
        return
    call = evidence.external_id or evidence.source_invocation_id
    where = f"{evidence.tool_name}, call {call}, {evidence.raw_path}"
    yield f"  evidence  {printable(_short(evidence.text))}"
    yield f"            ({printable(where)})"


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
