"""An answer on states, as tests of them ask for it."""

from __future__ import annotations

from evidencelab.traces.findings import TraceReport
from tests.traces.asked import report_on


def run(answer: str, *given: object) -> TraceReport:
    """Check an answer on some replies; what is no reply of a tool by name is what reading the records gave."""
    replies = [it if isinstance(it, tuple) else ("read_records", {}, it) for it in given]
    return report_on(answer, *replies)
