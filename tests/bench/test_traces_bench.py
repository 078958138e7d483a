"""A trace is checked in a time linear in its length: ratios between sizes, measured in one run."""

from __future__ import annotations

import time

import pytest

from evidencelab.traces.check import check_trace
from tests.traces.long_run import long_run

pytestmark = pytest.mark.bench


def seconds(size: int) -> float:
    messages = long_run(size)
    best = float("inf")
    for _ in range(2):
        start = time.perf_counter()
        report = check_trace(messages)
        best = min(best, time.perf_counter() - start)
        assert report.counts["sound"] >= len(report.statements) - 2
    return best


def test_checking_a_trace_takes_a_time_linear_in_its_length():
    small, middle, large = seconds(10_000), seconds(100_000), seconds(1_000_000)
    print(f"10 KB {small:.2f} s, 100 KB {middle:.2f} s, 1 MB {large:.2f} s")
    assert middle / small < 20
    assert large / middle < 15
