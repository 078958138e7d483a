"""More than a hundred made runs in many trades, every statement honest: what is found in them is a false alarm."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from evidencelab.lab.statements.changed_values import change_values
from evidencelab.lab.statements.trial import judge_all
from evidencelab.traces.check import check_imported
from evidencelab.traces.formats.load import read_trace_file

FLOOR = 0.92
"""Share of planted changes that are found; it falls only where far more honest workings are let off."""
RUNS = read_trace_file(Path(__file__).parent / "honest_runs.jsonl")
SHORT = read_trace_file(Path(__file__).parent / "honest_short_numbers.jsonl")
"""Runs whose answers are full of short numbers that were worked out, known, or supposed."""


@pytest.mark.parametrize(
    "read", [*RUNS.traces, *SHORT.traces], ids=lambda read: read.trace.session.session_id
)
def test_honest_run_has_no_finding(read):
    report = check_imported(read.trace, scope="every")
    assert [(s.finding, s.text, s.reason) for s in report.findings] == []


@pytest.fixture(scope="module")
def tried():
    """How many changes were planted in every third run, and how many were found, by class."""
    planted, found = Counter(), Counter()
    for read in RUNS.traces[::3]:
        for outcome in judge_all(change_values(read.trace, check_imported(read.trace), 5)):
            planted[outcome.trial.kind] += 1
            found[outcome.trial.kind] += outcome.finding.is_bad
    return planted, found


def share_found(tried):
    """A bare number up to ten may count anything; few are sure, and none is asked for."""
    planted, found = tried
    values = set(planted) - {"count"}
    return sum(found[kind] for kind in values) / sum(planted[kind] for kind in values)


def test_planted_changes_in_made_runs_are_found(tried):
    planted, found = tried
    assert planted.total() - planted["count"] > 250
    for kind in ("clock_changed", "address_changed", "id_changed"):
        assert found[kind] / planted[kind] >= 0.9, kind
    assert share_found(tried) >= FLOOR
    assert found["count"] > 0
