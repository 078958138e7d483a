"""`make mutation`: change the gate's code at random, one small change at a time, and count who notices.

Draws a seeded sample of mutants of the evidence match and the gate, tries each against the tests of both
rooms, and says which ones no test noticed. Ends with status 1 where fewer than the wanted share is
killed, where the time box left too few tried, or where a survivor is not explained in `survivors.md`.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

# Loaded before anything is forked, so that no trial has to load them again.
import json_repair  # noqa: F401
import pydantic  # noqa: F401
import rapidfuzz.distance
import rapidfuzz.fuzz  # noqa: F401
import yaml  # noqa: F401

from tests.mutation.mutants import Mutant, list_mutants, sample_mutants
from tests.mutation.trials import Arena, TestRecord, Trial

CHECKOUT = Path(__file__).resolve().parents[2]
SURVIVORS = Path(__file__).with_name("survivors.md")
FOLDERS = ("evidencelab/evidence", "evidencelab/gatekeeper")
WANTED_SHARE = 0.9
_SLOWER = 5.0
_PATIENCE = 30.0


class Tried(NamedTuple):
    """A mutant of the sample and what became of it; no trial where the time box was over."""

    mutant: Mutant
    trial: Trial | None


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the sample and print the outcome; the answer is the exit status."""
    options = _options(arguments)
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mutation-") as place:
        first = Arena(CHECKOUT, Path(place) / "first")
        records = first.record()
        control = first.hold(None, [each.name for each in sorted(records, key=_seconds)], 600.0)
        if control.outcome != "survived":
            raise RuntimeError(f"the unchanged tree does not pass in this order: {control.killer}")
        mutants = list_mutants(first.tree, FOLDERS)
        chosen = [mutant for mutant in mutants if options.only in mutant.name]
        sample = sample_mutants(chosen, options.sample, options.seed)
        print(
            f"{len(sample)} of {len(chosen)} mutants, seed {options.seed}, {len(records)} tests "
            f"({sum(map(_seconds, records)):.0f} s), {options.workers} workers, {options.minutes:g} minutes",
            flush=True,
        )
        tried = _try_all(sample, records, Path(place), options.workers, begin + 60.0 * options.minutes)
    return _report(tried, time.monotonic() - begin)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sample", type=int, default=320, help="mutants to try")
    parser.add_argument("--seed", type=int, default=7, help="which sample")
    parser.add_argument("--minutes", type=float, default=40.0, help="time box")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="trials at a time")
    parser.add_argument("--only", default="", help="mutants whose name holds this")
    return parser.parse_args(arguments)


def _seconds(record: TestRecord) -> float:
    return record.seconds


def _order(mutant: Mutant, records: Sequence[TestRecord]) -> list[TestRecord]:
    """Choose the tests that run the mutant's file, those of its function first, the fastest first.

    A change outside of functions may show anywhere; so may one that a cache kept from another test.
    """
    first, last = mutant.lines

    def is_near(record: TestRecord) -> bool:
        return any(first < line <= last for line in record.lines.get(mutant.path, ()))

    chosen = [record for record in records if not mutant.function or mutant.path in record.lines]
    return sorted(chosen, key=lambda record: (not is_near(record), record.seconds))


_arena: Arena | None = None


def _open_arena(place: Path) -> None:
    global _arena
    _arena = Arena(CHECKOUT, place / f"worker-{os.getpid()}")


def _try(mutant: Mutant, records: Sequence[TestRecord], deadline: float) -> Tried:
    if time.monotonic() > deadline:
        return Tried(mutant, None)
    assert _arena is not None
    order = _order(mutant, records)
    patience = _PATIENCE + _SLOWER * sum(map(_seconds, order))
    return Tried(mutant, _arena.hold(mutant, [record.name for record in order], patience))


def _try_all(
    sample: Sequence[Mutant], records: Sequence[TestRecord], place: Path, workers: int, deadline: float
) -> list[Tried]:
    tried: list[Tried] = []
    attempt = partial(_try, records=records, deadline=deadline)
    with ProcessPoolExecutor(
        workers, mp_context=get_context("fork"), initializer=_open_arena, initargs=(place,)
    ) as pool:
        for each in pool.map(attempt, sample):
            tried.append(each)
            if each.trial is not None:
                told = (
                    f"{len(tried):4} {each.trial.outcome:8} {each.trial.seconds:5.1f} s  {each.mutant.name}"
                )
                print(f"{told}  [{each.trial.killer}]" if each.trial.killer else told, flush=True)
    return tried


def _report(tried: Sequence[Tried], seconds: float) -> int:
    done = [each for each in tried if each.trial is not None]
    survivors = [each.mutant for each in done if each.trial.outcome == "survived"]
    n_late = sum(each.trial.outcome == "timeout" for each in done)
    explained = SURVIVORS.read_text(encoding="utf-8") if SURVIVORS.exists() else ""
    n_unexplained = 0
    print()
    for mutant in survivors:
        is_explained = f"`{mutant.name}`" in explained
        n_unexplained += not is_explained
        print(f"survived{'' if is_explained else ', not explained'}: {mutant.name}")
    n_killed = len(done) - len(survivors)
    share = n_killed / len(done) if done else 0.0
    print(
        f"\n{n_killed} of {len(done)} killed ({share:.1%}, {n_late} of them by the clock), "
        f"{len(survivors)} survived, {len(tried) - len(done)} not tried, {seconds / 60:.1f} minutes"
    )
    is_good = len(done) == len(tried) and share >= WANTED_SHARE and not n_unexplained
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
