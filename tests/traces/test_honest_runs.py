"""More than a hundred made runs in many trades, every statement honest: what is found in them is a false alarm."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from evidencelab.traces.check import check_imported
from evidencelab.traces.load import read_trace_file
from tests.traces.planted import plant

FLOOR = 0.8
"""Share of planted changes that were found when this was last measured; it may only rise."""
RUNS = read_trace_file(Path(__file__).parent / "honest_runs.jsonl")


@pytest.mark.parametrize("read", RUNS.traces, ids=lambda read: read.trace.session.session_id)
def test_honest_run_has_no_finding(read):
    report = check_imported(read.trace, scope="every")
    assert [(s.finding, s.text, s.reason) for s in report.findings] == []


def test_planted_changes_in_made_runs_are_found():
    planted, found = Counter(), Counter()
    for read in RUNS.traces[::3]:
        for error in plant(read.trace, check_imported(read.trace), 5):
            planted[error.kind] += 1
            found[error.kind] += check_imported(error.trace).statements[error.number - 1].is_bad
    values = set(planted) - {"count"}  # a bare number up to ten may count anything; few are sure
    assert sum(planted[kind] for kind in values) > 250
    for kind in ("clock_changed", "address_changed", "id_changed"):
        assert found[kind] / planted[kind] >= 0.9, kind
    assert sum(found[kind] for kind in values) / sum(planted[kind] for kind in values) >= FLOOR
    assert found["count"] > 0
