"""A finished run in a few lines of text: which notebooks ran, what they say, what did not hold."""

from __future__ import annotations

from evidencelab.reports.running.command import Report
from evidencelab.reports.running.index_page import INDEX_FILE, headline
from evidencelab.reports.runs.verdict import Check
from evidencelab.reports.terminal.gate_table import printable

_MAX_FAILURES = 50


def describe_report(report: Report) -> str:
    """Sum up a report for a terminal; a check that did not hold is named with its problems."""
    finished = report.finished
    manifest = finished.manifest
    total = sum(record.seconds or 0.0 for record in manifest.notebooks)
    lines = []
    for record in manifest.notebooks:
        verdict = finished.verdicts.get(record.name)
        seconds = record.seconds or 0.0
        share = f"{seconds / total:.0%}".rjust(4) if total else "  0%"
        said = record.error if record.status == "failed" else verdict.sentence if verdict else "no verdict"
        lines.append(f"{record.name:<28} {seconds:6.1f} s {share}  {record.status}: {printable(said or '')}")
    failures = [check for verdict in finished.verdicts.values() for check in verdict.failures]
    lines += [f"did not hold: {describe_check(check)}" for check in failures[:_MAX_FAILURES]]
    if len(failures) > _MAX_FAILURES:
        lines.append(f"and {len(failures) - _MAX_FAILURES} more")
    lines += [f"got worse: {printable(name)}" for name in report.changes.regressions]
    lines.append(printable(headline(finished, report.changes)))
    lines.append(f"{finished.folder / INDEX_FILE}")
    return "\n".join(lines)


def describe_check(check: Check) -> str:
    """Name a check, its outcome, the gate's rules and what did not hold."""
    rules = f" [{', '.join(check.rules)}]" if check.rules else ""
    problems = "; ".join(check.problems) or "no reason given"
    return printable(f"{check.subject} ({check.variant}): {check.status}{rules}: {problems}")
