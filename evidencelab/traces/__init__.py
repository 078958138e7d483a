"""Other people's agent traces, read as sessions and gated."""

from evidencelab.traces.check import check_imported, check_trace
from evidencelab.traces.findings import StatementFinding, TraceReport
from evidencelab.traces.formats.load import import_value, read_trace_file

__all__ = [
    "StatementFinding",
    "TraceReport",
    "check_imported",
    "check_trace",
    "import_value",
    "read_trace_file",
]
