"""A statement with many values is checked in a time that hardly grows faster than they: ratios in one run."""

from __future__ import annotations

import json
import random
import time
from typing import Any

import pytest

from evidencelab.traces.check import check_trace

pytestmark = pytest.mark.bench

N_ROWS = 160


def listed(n_told: int) -> list[dict[str, Any]]:
    """Make a run of fixed length whose answer tells many rows at once, two numbers each that stand nowhere."""
    rng = random.Random(0)
    names = [f"{rng.choice(('north', 'south', 'river'))}-barn-{number:03d}" for number in range(N_ROWS)]
    output = "\n".join(
        f"barn={n} litres={rng.randint(1000, 99999)} cows={rng.randint(10, 999)}" for n in names
    )
    told = (
        f"{name} with {rng.randint(1000, 99999):,} litres of {rng.randint(10, 999)} cows" for name in names
    )
    call = {"id": "call_1", "function": {"name": "list_barns", "arguments": json.dumps({})}}
    return [
        {"role": "user", "content": "How did the barns do?"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "call_1", "content": output},
        {"role": "assistant", "content": f"The barns were {' and '.join(list(told)[:n_told])}."},
    ]


def seconds(n_told: int) -> float:
    messages = listed(n_told)
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        (statement,) = check_trace(messages).statements
        best = min(best, time.process_time() - start)
        assert len(statement.values) == 3 * n_told
    return best


def test_four_times_the_values_of_a_statement_take_little_more_than_four_times_the_time():
    small, large = seconds(N_ROWS // 4), seconds(N_ROWS)
    print(f"{N_ROWS // 4} rows {small:.2f} s, {N_ROWS} rows {large:.2f} s")
    assert large / small < 7
