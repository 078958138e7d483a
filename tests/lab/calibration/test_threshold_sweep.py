from __future__ import annotations

import numpy as np
import pytest

from evidencelab.evidence.match_policy import MatchPolicy
from evidencelab.lab.calibration.threshold_sweep import GRID, count_at
from evidencelab.lab.labelled.score_table import DECISIONS, decide
from tests.lab.lab_data import random_table, table_of


@pytest.mark.parametrize("vetoes", [None, (), ("value_changed",), ("out_of_order",)])
def test_count_at_equals_deciding_at_every_threshold(vetoes):
    table = random_table(150)
    thresholds = np.array([0.0, 30.0, 29.999, 70.0, 100.0, 5.0])
    counts = count_at(table, thresholds, vetoes=vetoes)
    policy = MatchPolicy() if vetoes is None else MatchPolicy(vetoes=frozenset(vetoes))
    for column, threshold in enumerate(thresholds):
        accepting = decide(table, policy.model_copy(update={"accept_at": threshold, "reject_below": 0.0}))
        rejecting = decide(table, policy.model_copy(update={"accept_at": 100.0, "reject_below": threshold}))
        for code in range(len(table.kinds)):
            members = table.kind_code == code
            assert counts.n_accepted[code, column] == (accepting[members] == DECISIONS.index("accept")).sum()
            assert (
                counts.n_mismatched[code, column] == (rejecting[members] == DECISIONS.index("mismatch")).sum()
            )


def test_count_at_of_nothing_is_nothing():
    counts = count_at(table_of([]), GRID)
    assert counts.n_accepted.shape == (0, 1001)


def test_grid_holds_every_tenth_exactly():
    assert [float(f"{t:.1f}") for t in GRID] == GRID.tolist()
