"""More than a hundred made runs in many trades, every statement honest: what is found in them is a false alarm."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from evidencelab.traces.check import check_imported
from evidencelab.traces.load import read_trace_file
from tests.traces.planted import plant

KNOWN_FALSE_ALARMS = {
    "air6": 1,  # $5 is what is left of $255 after $250, and no wording says so
    "gh8": 1,  # a version that the agent knows of, named only for contrast
}
RUNS = read_trace_file(Path(__file__).parent / "honest_runs.jsonl")


@pytest.mark.parametrize("read", RUNS.traces, ids=lambda read: read.trace.session.session_id)
def test_honest_run_has_no_finding(read):
    report = check_imported(read.trace, scope="every")
    found = [(s.finding, s.text, s.reason) for s in report.findings]
    assert len(found) == KNOWN_FALSE_ALARMS.get(read.trace.session.session_id, 0), found


def test_planted_changes_in_made_runs_are_found():
    planted, found = Counter(), Counter()
    for read in RUNS.traces:
        for error in plant(read.trace, check_imported(read.trace), 5):
            planted[error.kind] += 1
            found[error.kind] += check_imported(error.trace).statements[error.number - 1].is_bad
    assert sum(planted.values()) > 250
    kinds = ("digit", "name", "unit")
    assert found["name"] / planted["name"] >= 0.9
    assert sum(found[kind] for kind in kinds) / sum(planted[kind] for kind in kinds) >= 0.9
    assert found["count"] > 0  # a bare number up to ten may count anything; few are sure
