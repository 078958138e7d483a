"""Findings of a trace put together where one thing lies behind several of them.

A call without a result leaves every number taken from it unsupported: said once, that is one thing to
mend. It must not know how findings look, and it changes none of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from evidencelab.contracts import ToolInvocation
from evidencelab.traces.findings import StatementFinding, TraceReport, ValueFinding
from evidencelab.traces.formats.truncation import cut_reason

_MOST_CALLS = 3


class FindingGroup(NamedTuple):
    """Findings of one class, shown as one.

    Attributes:
        findings: In order; a single one where nothing is shared.
        cause: What lies behind all of them, as a clause; None where each speaks for itself.
        is_likely: Whether the cause is what probably lies behind them, and not the finding's own reason.
    """

    findings: tuple[StatementFinding, ...]
    cause: str | None = None
    is_likely: bool = False


def grouped_findings(report: TraceReport) -> tuple[FindingGroup, ...]:
    """Give a run's findings, worst class first, those with one cause together.

    Unsupported statements are together where a result is missing, cut short or an error and none of
    their bad values has a place of its own; other findings where reason and evidence are the same.
    """
    gap = incomplete_results(report)
    groups: dict[tuple[object, ...], list[StatementFinding]] = {}
    for finding in report.findings:
        is_gap = gap is not None and _is_nowhere(finding)
        shared = () if is_gap else (finding.reason, finding.evidence)
        groups.setdefault((finding.finding, *shared), []).append(finding)
    shown = []
    for key, findings in groups.items():
        is_gap = len(key) == 1
        cause = None if len(findings) == 1 else gap if is_gap else findings[0].reason
        shown.append(FindingGroup(tuple(findings), cause, is_likely=cause is not None and is_gap))
    return tuple(shown)


def incomplete_results(report: TraceReport) -> str | None:
    """Name the calls whose results are not there, or not whole; None where there are calls and all are."""
    if not report.session.tool_invocations:
        return "the trace holds no tool call"
    told = [
        f"{call.tool_name} (call {call.external_id or call.invocation_id}) {fault}"
        for call in report.session.tool_invocations
        if (fault := _fault(call)) is not None
    ]
    if not told:
        return None
    left = len(told) - _MOST_CALLS
    return ", ".join(told[:_MOST_CALLS]) + (f" and {left} more calls like these" if left > 0 else "")


def bad_values(finding: StatementFinding) -> Sequence[ValueFinding]:
    """Give the values that make a statement what it is."""
    return [value for value in finding.values if value.verdict == finding.finding]


def _is_nowhere(finding: StatementFinding) -> bool:
    """Tell an unsupported statement whose values were looked for and stand in no output."""
    values = bad_values(finding)
    return (
        finding.finding == "unsupported"
        and bool(values)
        and all(value.evidence_value is None and "no tool output" in value.reason for value in values)
    )


def _fault(call: ToolInvocation) -> str | None:
    details = call.retrieval_details
    if call.status == "error" or (details is not None and details.evidence_status == "error"):
        return "failed"
    if call.output is None and not (details is not None and details.evidence_refs):
        return "has no result"
    if details is not None and details.evidence_status == "partial":
        return "answered in part"
    if isinstance(call.output, str) and cut_reason(call.output) is not None:
        return "was cut short"
    return None
