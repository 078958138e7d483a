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
from tests.mutation.trials import Arena, Case, TestRecord, Trial

CHECKOUT = Path(__file__).resolve().parents[2]
SURVIVORS = Path(__file__).with_name("survivors.md")
FOLDERS = ("evidencelab/evidence", "evidencelab/gatekeeper")
WANTED_SHARE = 0.9
_SLOWER = 5.0
_PATIENCE = 30.0


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
        loading, *records = first.record()
        control = first.hold(Case(None, _names(sorted(records, key=_seconds)), 900.0))
        if control.outcome != "survived":
            raise RuntimeError(f"the unchanged tree does not pass in this order: {control.killer}")
        mutants = [each for each in list_mutants(first.tree, FOLDERS) if options.only in each.name]
        sample = sample_mutants(mutants, options.sample, options.seed)
        print(
            f"{len(sample)} of {len(mutants)} mutants, seed {options.seed}, {len(records)} tests "
            f"({sum(map(_seconds, records)):.0f} s), {options.workers} workers, {options.minutes:g} minutes",
            flush=True,
        )
        crews = [
            _Crew(Path(place) / f"crew-{number}", sample[number :: options.workers], loading, records)
            for number in range(options.workers)
        ]
        tried = _try_all(crews, len(sample), begin + 60.0 * options.minutes)
    return _report(tried, len(sample), time.monotonic() - begin)


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


def _names(records: Sequence[TestRecord]) -> tuple[str, ...]:
    return tuple(record.name for record in records)


class _Crew(NamedTuple):
    """One worker: a place for its copy of the tree, its mutants, and what is known of the tests."""

    place: Path
    mutants: Sequence[Mutant]
    loading: TestRecord
    records: Sequence[TestRecord]

    def work(self, deadline: float, results: SimpleQueue[Tried | None]) -> None:
        """Try the mutants until the time box is over."""
        arena = Arena(CHECKOUT, self.place)
        loaded = [mutant for mutant in self.mutants if self._can_be_put_in(mutant)]
        others = [mutant for mutant in self.mutants if not self._can_be_put_in(mutant)]

        def tell(case: Case, trial: Trial) -> None:
            assert case.mutant is not None
            results.put(Tried(case.mutant, trial))

        def cases(mutants: Sequence[Mutant]) -> Iterator[Case]:
            for mutant in mutants:
                if time.monotonic() > deadline:
                    return
                yield self._case(mutant)

        try:
            for case in cases(others):
                tell(case, arena.hold(case))
            arena.hold_loaded(cases(loaded), tell)
        finally:
            results.put(None)

    def _can_be_put_in(self, mutant: Mutant) -> bool:
        """Tell whether a mutant lies in a function that nothing runs while it is loaded."""
        first, last = mutant.lines
        ran = self.loading.lines.get(mutant.path, frozenset())
        return first > 0 and not any(first < line <= last for line in ran)

    def _case(self, mutant: Mutant) -> Case:
        """Choose the tests that run the mutant's file, those of its function first, the fastest first.

        A change outside of functions may show anywhere; so may one that a cache kept from another test.
        """
        first, last = mutant.lines

        def is_near(record: TestRecord) -> bool:
            return any(first < line <= last for line in record.lines.get(mutant.path, ()))

        chosen = [record for record in self.records if not first or mutant.path in record.lines]
        chosen.sort(key=lambda record: (not is_near(record), record.seconds))
        return Case(mutant, _names(chosen), _PATIENCE + _SLOWER * sum(map(_seconds, chosen)))


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
    print(
        f"\n{n_killed} of {len(tried)} killed ({share:.1%}, {n_late} of them by the clock), "
        f"{len(survivors)} survived, {n_mutants - len(tried)} not tried, {seconds / 60:.1f} minutes"
    )
    is_good = len(tried) == n_mutants and share >= WANTED_SHARE and not n_unexplained
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
