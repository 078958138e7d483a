"""How long a call takes: measured in the process alone, to be compared with the same call on a longer text."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

LEAST = 0.002
"""Seconds below which a time says nothing."""


def least_time(call: Callable[[], object]) -> float:
    """Take the least of three measurements, in seconds of this process alone and without its garbage."""
    taken = []
    gc.disable()
    try:
        for _ in range(3):
            start = time.process_time()
            call()
            taken.append(time.process_time() - start)
    finally:
        gc.enable()
    return max(LEAST, min(taken))
