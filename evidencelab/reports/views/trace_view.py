"""A finding as a person reads it: the statement over its evidence, with what differs marked.

Everything shown was computed from the trace; this module lays it out. Every text in it is hostile and
enters the markup escaped.
"""

from __future__ import annotations

from collections.abc import Iterable

from evidencelab.reports.views.display import html_of
from evidencelab.reports.views.highlight import Mark, text_block
from evidencelab.reports.views.markup import escaped
from evidencelab.traces.findings import (
    BAD,
    WORST_FIRST,
    Evidence,
    FindingClass,
    StatementFinding,
    TraceReport,
    ValueFinding,
)

_TONES: dict[FindingClass, str] = {
    "altered": "reject",
    "unsupported": "reject",
    "overclaimed_absence": "low",
    "derived": "pass",
    "sound": "pass",
}


def finding_html(finding: StatementFinding) -> str:
    """Show one statement over the evidence nearest to it."""
    tone = _TONES.get(finding.finding, "")
    card = f" is-{tone}" if tone else ""
    head = f"{class_badge(finding.finding)} <span class='el-soft'>statement {finding.number}</span>"
    parts = [f"<div>{head}</div>", text_block(finding.text, _statement_marks(finding.values))]
    for evidence in _evidences(finding):
        call = evidence.external_id or evidence.source_invocation_id
        where = f"{evidence.tool_name}, call {call}, {evidence.raw_path}"
        marks = _evidence_marks(evidence, finding.values)
        parts.append(f"<div class='el-soft'>{escaped(where)}</div>{text_block(evidence.text, marks)}")
    parts.append(f"<div>{escaped(finding.reason)}</div>")
    return f"<div class='el-card{card}'>{''.join(parts)}</div>"


def report_html(report: TraceReport) -> str:
    """Show a run: its counts, its findings worst first, and every other statement folded below."""
    counts = " ".join(f"{class_badge(name)} {count}" for name, count in report.counts.items() if count)
    rest = [statement for statement in report.statements if not statement.is_bad]
    folded = "".join(finding_html(statement) for statement in rest)
    return (
        f"<div><strong>{escaped(report.session_id)}</strong> "
        f"<span class='el-soft'>read as {escaped(report.import_report.format)}</span></div>"
        f"<div>{counts}</div>"
        f"{''.join(finding_html(finding) for finding in report.findings)}"
        f"<details><summary>{len(rest)} other statements</summary>{folded}</details>"
    )


def class_badge(name: FindingClass) -> str:
    """Show a class of finding in its colour."""
    tone = f" el-{_TONES[name]}" if name in _TONES else ""
    return f"<span class='el-badge{tone}'>{escaped(name.replace('_', ' '))}</span>"


def _statement_marks(values: Iterable[ValueFinding]) -> list[Mark]:
    return [
        Mark(value.start, value.end, "veto" if value.verdict in BAD else "found", value.reason)
        for value in values
        if value.verdict in BAD or value.verdict in ("sound", "derived")
    ]


def _evidence_marks(evidence: Evidence, values: Iterable[ValueFinding]) -> list[Mark]:
    """Mark in a line of evidence the values that stand there; what differs from the statement is a veto."""
    marks: list[Mark] = []
    for value in values:
        if value.evidence_value is None or value.evidence is None:
            continue
        if (value.evidence.raw_path, value.evidence.text) != (evidence.raw_path, evidence.text):
            continue
        at = evidence.text.find(value.evidence_value)
        if at >= 0:
            kind = "veto" if value.verdict == "altered" else "found"
            marks.append(Mark(at, at + len(value.evidence_value), kind))  # type: ignore[arg-type]
    return marks


def _evidences(finding: StatementFinding) -> list[Evidence]:
    """Give the places to show: that of the finding, and for a sound statement those of its values."""
    shown = [] if finding.evidence is None else [finding.evidence]
    if not finding.is_bad:
        shown += [value.evidence for value in finding.values if value.evidence is not None]
    else:
        worst = min((WORST_FIRST.index(v.verdict) for v in finding.values), default=0)
        shown += [
            value.evidence
            for value in finding.values
            if value.evidence is not None and WORST_FIRST.index(value.verdict) == worst
        ]
    return list({(e.source_invocation_id, e.raw_path, e.text): e for e in shown}.values())


html_of.register(StatementFinding, finding_html)
html_of.register(TraceReport, report_html)
