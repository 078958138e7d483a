"""Calibration at size: a thousand thresholds for the price of one, a million pairs in 2 GB."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import time

import numpy as np
import pytest

from evidencelab.lab.calibration.threshold_sweep import count_at
from evidencelab.lab.labelled.pairs import LabelledPair
from evidencelab.lab.labelled.scoring import score_pairs
from tests.lab.lab_data import random_table

pytestmark = pytest.mark.bench

THOUSAND = np.linspace(0.0, 100.0, 1000)
ONE = np.array([95.0])


def fastest(action, repeats=7):
    """Time an action at its best of several runs, in seconds."""
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        action()
        best = min(best, time.perf_counter() - start)
    return best


def test_a_thousand_thresholds_cost_at_most_a_fifth_more_than_one():
    table = random_table(2_000, 400, kinds=("digit", "entity", "unit", "level"))
    large = table.take(np.tile(np.arange(len(table)), 200))
    one = fastest(lambda: count_at(large, ONE))
    thousand = fastest(lambda: count_at(large, THOUSAND))
    print(
        f"\n{len(large)} pairs: one threshold {one:.3f} s, a thousand {thousand:.3f} s, ratio {thousand / one:.2f}"
    )
    assert thousand <= 1.2 * one


def test_scoring_and_a_thousand_thresholds_cost_what_scoring_costs():
    pairs = [
        LabelledPair(
            text=f"[11:{i % 60:02d}][WARN][node-{i}] pool active={i % 50}, idle=2, max=50",
            excerpt=f"pool active={i % 50}, idle={2 + i % 2}",
            label="faithful" if i % 2 == 0 else "unfaithful",
            kind="made",
            group=f"g{i}",
        )
        for i in range(4000)
    ]
    scoring = fastest(lambda: score_pairs(pairs, plain=()), 3)
    table = score_pairs(pairs, plain=())
    both = scoring + fastest(lambda: count_at(table, THOUSAND))
    print(
        f"\n{len(pairs) / scoring:.0f} pairs/s; with a thousand thresholds {both / scoring:.3f} times as long"
    )
    assert both <= 1.2 * scoring


def run_measured(code, *arguments):
    """Run code in a process of its own; it prints its peak memory in MB, and what else it says."""
    ending = "import resource; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
    program = textwrap.dedent(code) + "\n" + ending
    done = subprocess.run(
        [sys.executable, "-c", program, *map(str, arguments)], capture_output=True, text=True, check=True
    )
    *said, peak = done.stdout.strip().split("\n")
    return float(peak), said


STREAM = """
    import sys
    from pathlib import Path
    from evidencelab.lab.labelled.pairs import LabelledPair
    from evidencelab.lab.labelled.scoring import write_scores
    pad = "x" * 2000
    def pairs():
        for i in range(int(sys.argv[2])):
            text = f"[11:00][WARN][node-{i}] active={i}, idle=2 {pad}"
            yield LabelledPair(text=text, excerpt=f"active={i}, idle=2", label="faithful", kind="k", group=f"g{i}")
    write_scores(pairs(), Path(sys.argv[1]), plain=())
"""


def test_scoring_streams_whatever_the_number_of_pairs(tmp_path):
    small, _ = run_measured(STREAM, tmp_path / "small.parquet", 10_000)
    large, _ = run_measured(STREAM, tmp_path / "large.parquet", 60_000)
    print(f"\npeak memory: {small:.0f} MB for 10,000 pairs, {large:.0f} MB for 60,000 (120 MB of text)")
    assert large < small + 60


MILLION = """
    import sys, time
    from pathlib import Path
    import numpy as np, pyarrow as pa, pyarrow.parquet as pq
    from evidencelab.gatekeeper.policy import GatekeeperPolicy, code_version
    from evidencelab.lab.calibration.calibrate import CalibrationSettings, calibrate
    from evidencelab.lab.calibration.curves import compute_curve, usual_scorings
    from evidencelab.lab.labelled.score_table import ScoreOrigin, load_scores, scores_schema
    from evidencelab.lab.calibration.threshold_sweep import GRID, count_at
    path, n, batch = Path(sys.argv[1]), 1_000_000, 10_000
    plain = ("ratio", "partial_ratio", "token_set_ratio", "WRatio", "normalized_substring")
    schema = scores_schema(plain, ScoreOrigin(code_version=code_version(), scorer="located", min_tokens=2))
    generator = np.random.default_rng(0)
    with pq.ParquetWriter(path, schema) as writer:
        for start in range(0, n, batch):
            ok = generator.random(batch) < 0.5
            score = np.round(np.where(ok, generator.beta(9, 1, batch), generator.beta(4, 2, batch)) * 100, 3)
            rows = np.arange(start, start + batch)
            columns = {
                "id": [f"pair-{i:08d}" for i in rows],
                "label": np.where(ok, "faithful", "unfaithful"),
                "kind": [f"kind-{i % 25}-{o}" for i, o in zip(rows, ok)],
                "group": [f"source/{i // 4}|template of the record number {i // 4}" for i in rows],
                "similarity": score,
                "too_short": np.zeros(batch, bool),
                "vetoes": np.where(ok, 0, generator.integers(0, 2, batch)).astype(np.uint32),
                "excerpt_length": np.full(batch, 40, np.int32),
                "text_length": np.full(batch, 200, np.int32),
                "text_hash": rows // 4,
                "pair_hash": rows,
                "claim_hash": rows,
                **{name: score for name in plain},
            }
            writer.write_batch(pa.RecordBatch.from_pydict(columns, schema=schema))
    start = time.perf_counter()
    table = load_scores(path)
    print(f"loaded in {time.perf_counter() - start:.1f} s")
    start = time.perf_counter(); count_at(table, GRID)
    print(f"every threshold in {time.perf_counter() - start:.2f} s")
    start = time.perf_counter(); compute_curve(table, usual_scorings(table)[0], n_draws=20)
    print(f"a curve with bands in {time.perf_counter() - start:.1f} s")
    start = time.perf_counter()
    done = calibrate(table, settings=CalibrationSettings(n_draws=50))
    print(f"chosen and certified in {time.perf_counter() - start:.1f} s: {done.certificate.statement[:60]}")
"""


def test_a_million_pairs_are_calibrated_in_two_gigabytes(tmp_path):
    peak, said = run_measured(MILLION, tmp_path / "million.parquet")
    print("\n" + "\n".join(said) + f"\npeak memory {peak:.0f} MB")
    assert peak < 2000
