"""The match against its peers: ratios taken in one run, on the same pairs, every excerpt seen once."""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time

import pytest
from rapidfuzz import fuzz

from evidencelab.evidence.excerpts import match_excerpt, prepare_text
from evidencelab.lab.corruptions import make_pairs
from evidencelab.lab.evidence_source import read_evidence
from evidencelab.lab.pairs import read_pairs
from tests.shared_data import SHARED_DATA

pytestmark = pytest.mark.bench


@pytest.fixture(scope="module")
def pairs():
    """The shared labelled pairs where they lie beside the checkout, else corruptions of the fixtures."""
    labelled = None if SHARED_DATA is None else SHARED_DATA / "excerpts" / "dev.jsonl"
    if labelled is not None and labelled.is_file():
        return [(pair.excerpt, pair.text) for pair in read_pairs(labelled)]
    return [(pair.excerpt, pair.text) for pair in make_pairs(read_evidence(None), 0)][:1500]


def seconds_each(function, calls):
    taken = []
    for call in calls:
        start = time.perf_counter()
        function(*call)
        taken.append(time.perf_counter() - start)
    return taken


def test_a_match_costs_little_more_than_three_partial_ratio_alignments(pairs):
    ratios = []
    for _ in range(5):
        prepared = [(excerpt, prepare_text(text)) for excerpt, text in pairs]
        ours = statistics.median(seconds_each(match_excerpt, prepared))
        peer = statistics.median(seconds_each(fuzz.partial_ratio_alignment, pairs))
        ratios.append(ours / peer)
    print(
        f"match / partial_ratio_alignment, medians of {len(pairs)} pairs: {min(ratios):.2f} to {max(ratios):.2f}"
    )
    assert statistics.median(ratios) <= 3.6  # three is wanted


def test_a_match_is_many_times_faster_than_langextract(pairs):
    resolver = pytest.importorskip("langextract.resolver")
    from langextract.core.data import Extraction

    sample = random.Random(0).sample(pairs, 150)
    aligner = resolver.WordAligner()
    prepared = [(excerpt, prepare_text(text)) for excerpt, text in sample]
    ours = statistics.median(seconds_each(match_excerpt, prepared))
    peer = statistics.median(
        seconds_each(lambda e, t: aligner.align_extractions([[Extraction("quote", e)]], t), sample)
    )
    print(f"langextract / match, medians of {len(sample)} pairs: {peer / ours:.0f}")
    assert peer / ours >= 25  # a hundred is wanted


def long_text(size):
    lines = (
        f"2026-07-08 09:{n % 60:02d}:{n % 59:02d} INFO [svc-{n % 97}] request {n * 7919 % 100003} took {n % 977} ms"
        for n in range(size // 60)
    )
    return "\n".join(lines)[:size]


def twenty_excerpts(text):
    rng = random.Random(1)
    lines = text.splitlines()
    return [rng.choice(lines) if n % 2 else rng.choice(lines).replace("took", "lasted") for n in range(20)]


def test_twenty_excerpts_take_a_time_linear_in_the_length_of_the_text():
    taken = {}
    for size in (10_000, 100_000, 1_000_000):
        text = long_text(size)
        excerpts = twenty_excerpts(text)
        start = time.perf_counter()
        prepared = prepare_text(text)
        for excerpt in excerpts:
            match_excerpt(excerpt, prepared)
        taken[size] = time.perf_counter() - start
    print(
        "20 excerpts: " + ", ".join(f"{size // 1000} KB {seconds:.3f} s" for size, seconds in taken.items())
    )
    assert taken[1_000_000] <= 2.0
    assert taken[1_000_000] / taken[100_000] <= 15


def test_the_gate_starts_light():
    def best(module):
        command = [sys.executable, "-c", f"import {module}"]
        times = []
        for _ in range(5):
            start = time.perf_counter()
            subprocess.run(command, check=True)
            times.append(time.perf_counter() - start)
        return min(times)

    gate, peer = best("evidencelab.gatekeeper"), best("pydantic.main")
    print(f"import evidencelab.gatekeeper {gate:.2f} s, pydantic alone {peer:.2f} s")
    assert gate <= 4 * peer
