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
from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from multiprocessing.queues import SimpleQueue
from pathlib import Path
from typing import NamedTuple

# Loaded before anything is forked, so that no trial has to load them again.
import json_repair  # noqa: F401
import pydantic  # noqa: F401
import rapidfuzz.distance
import rapidfuzz.fuzz  # noqa: F401
import yaml  # noqa: F401

from tests.mutation.mutants import Mutant, list_mutants, sample_mutants
from tests.mutation.records import Records, load_records
from tests.mutation.trials import Arena, Case, Trial

CHECKOUT = Path(__file__).resolve().parents[2]
SURVIVORS = Path(__file__).with_name("survivors.md")
FOLDERS = ("evidencelab/evidence", "evidencelab/gatekeeper")
WANTED_SHARE = 0.9


class Tried(NamedTuple):
    """A mutant of the sample and what became of it."""

    mutant: Mutant
    trial: Trial


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the sample and print the outcome; the answer is the exit status."""
    options = _options(arguments)
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mutation-") as place:
        first = Arena(CHECKOUT, Path(place) / "first")
        records = load_records(CHECKOUT, first)
        mutants = [each for each in list_mutants(first.tree, FOLDERS) if options.only in each.name]
        sample = sample_mutants(mutants, options.sample, options.seed)[options.skip :]
        print(
            f"{len(sample)} of {len(mutants)} mutants, seed {options.seed}, {len(records.tests)} tests, "
            f"{options.workers} workers, {options.minutes:g} minutes",
            flush=True,
        )
        crews = [
            _Crew(Path(place) / f"crew-{number}", sample[number :: options.workers], records)
            for number in range(options.workers)
        ]
        tried = _try_all(crews, len(sample), begin + 60.0 * options.minutes)
    return _report(tried, len(sample), time.monotonic() - begin)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sample", type=int, default=320, help="mutants to try")
    parser.add_argument("--skip", type=int, default=0, help="of these, the first ones not to be tried")
    parser.add_argument("--seed", type=int, default=7, help="which sample")
    parser.add_argument("--minutes", type=float, default=40.0, help="time box")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="trials at a time")
    parser.add_argument("--only", default="", help="mutants whose name holds this")
    return parser.parse_args(arguments)


class _Crew(NamedTuple):
    """One worker: a place for its copy of the tree, its mutants, and what is known of the tests."""

    place: Path
    mutants: Sequence[Mutant]
    records: Records

    def work(self, deadline: float, results: SimpleQueue[Tried | None]) -> None:
        """Try the mutants until the time box is over."""
        arena = Arena(CHECKOUT, self.place)
        loaded = [mutant for mutant in self.mutants if not self.records.is_loaded(mutant)]
        others = [mutant for mutant in self.mutants if self.records.is_loaded(mutant)]

        def tell(case: Case, trial: Trial) -> None:
            assert case.mutant is not None
            results.put(Tried(case.mutant, trial))

        def cases(mutants: Sequence[Mutant]) -> Iterator[Case]:
            for mutant in mutants:
                if time.monotonic() > deadline:
                    return
                yield self.records.case(mutant)

        try:
            arena.hold_loaded(cases(loaded), tell)
            for case in cases(others):
                tell(case, arena.hold(case))
        finally:
            results.put(None)


def _try_all(crews: Sequence[_Crew], n_mutants: int, deadline: float) -> list[Tried]:
    context = get_context("fork")
    results: SimpleQueue[Tried | None] = context.SimpleQueue()
    workers = [context.Process(target=crew.work, args=(deadline, results)) for crew in crews]
    for worker in workers:
        worker.start()
    tried: list[Tried] = []
    n_working = len(workers)
    while n_working:
        each = results.get()
        if each is None:
            n_working -= 1
            continue
        tried.append(each)
        told = f"{len(tried):4}/{n_mutants} {each.trial.outcome:8} {each.trial.seconds:5.1f} s  "
        print(told + each.mutant.name + (f"  [{each.trial.killer}]" if each.trial.killer else ""), flush=True)
    for worker in workers:
        worker.join()
    return tried


def _report(tried: Sequence[Tried], n_mutants: int, seconds: float) -> int:
    broken = [each for each in tried if each.trial.outcome == "broken"]
    tried = [each for each in tried if each.trial.outcome != "broken"]
    for each in broken:
        print(f"broken: {each.mutant.name}\n{each.trial.killer}")
    survivors = sorted(each.mutant.name for each in tried if each.trial.outcome == "survived")
    n_late = sum(each.trial.outcome == "timeout" for each in tried)
    explained = SURVIVORS.read_text(encoding="utf-8") if SURVIVORS.exists() else ""
    n_unexplained = 0
    print()
    for name in survivors:
        is_explained = f"`{name}`" in explained
        n_unexplained += not is_explained
        print(f"survived{'' if is_explained else ', not explained'}: {name}")
    n_killed = len(tried) - len(survivors)
    share = n_killed / len(tried) if tried else 0.0
    # Loaded when every trial is over: what is forked must load the library from its own copy.
    from evidencelab.lab.statistics.intervals import wilson_interval

    interval = wilson_interval(n_killed, len(tried))
    shown = f"[{interval.low:.1%}, {interval.high:.1%}]" if interval else "[]"
    print(
        f"\n{n_killed} of {len(tried)} killed ({share:.1%}, 95 % {shown}, {n_late} of them by the clock), "
        f"{len(survivors)} survived, {n_mutants - len(tried)} not tried, {seconds / 60:.1f} minutes"
    )
    is_good = len(tried) == n_mutants and share >= WANTED_SHARE and not n_unexplained
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
