"""Lengths of time that lie between times which the evidence tells."""

from __future__ import annotations

import pytest

from tests.traces.asked import report_on

RUNS = """export-nightly-a  exited  code 1
export-nightly-b  exited  code 1
export-nightly-c  exited  code 1
export-nightly-d  exited  code 1
"""
RUN = """Name: export-nightly-b
Image: export:4
Last run:
  Exit Code: 1
  Started:   Tue, 04 Feb 2025 03:12:41 +0000
  Finished:  Tue, 04 Feb 2025 03:13:28 +0000
Limits:
  memory: 64Mi
Queue: batch
"""


@pytest.mark.parametrize(
    ("told", "finding"),
    [
        pytest.param("export-nightly-b exited with code 1 after 47 seconds.", "derived", id="between-them"),
        pytest.param("export-nightly-b exited with code 1 after 74 seconds.", "unsupported", id="another"),
    ],
)
def test_a_length_lies_between_times_told_one_below_the_other(told, finding):
    (statement,) = report_on(told, ("runs", {}, RUNS), ("describe", {}, RUN)).statements
    assert statement.finding == finding, statement.reason
