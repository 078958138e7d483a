"""A sweep: cases x arms x models x repeats, run to the end whatever happens on the way.

Planning names every cell by its content; running makes those that are not finished yet and keeps
each as soon as it is done. Stopping at any moment and starting again repeats no finished cell. A
cell that fails is a result like any other. It must not know what a table or a page looks like.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor as Pool
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tqdm import tqdm

from evidencelab.agents.models.choice import BASELINE, Model, ModelSpec
from evidencelab.contracts import Contract
from evidencelab.errors import InputError, OutputError, UnknownNameError
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.lab.matrix.cases import Case, Language
from evidencelab.lab.sweeps.arms import BASELINE_ARM, Arm, ResolvedArm, resolve_arm
from evidencelab.lab.sweeps.sweep_cells import Cell, CellResult, cell_key, model_of, run_cell, scenario_of
from evidencelab.lab.sweeps.sweep_store import SweepStore

THREADS = 2
LOCAL_CLUSTER = "local"


class Skipped(NamedTuple):
    """A combination that makes no cell, and why."""

    case: str
    arm: str
    reason: str


class SweepPlan(Contract):
    """Every cell of a sweep, in table order, and what was left out.

    Attributes:
        cells: Model by model, arm by arm, case by case, repeat by repeat; no key twice.
        skipped: Authored cases, which ask no executor, and arms without a variant in a case's language.
    """

    cells: tuple[Cell, ...]
    skipped: tuple[Skipped, ...] = ()


def plan_sweep(
    cases: Sequence[Case],
    arms: Sequence[Arm],
    models: Sequence[ModelSpec],
    *,
    repeats: int = 1,
    policy: GatekeeperPolicy = GatekeeperPolicy(),
) -> SweepPlan:
    """Name every cell of a sweep. The baseline is one arm of its own, run once a case.

    Args:
        cases: The questions. Authored ones are skipped.
        arms: The choices of variants to compare.
        models: What answers; the seed of a repeat is the model's plus its number.
        repeats: Runs of each combination, from 1.
        policy: The gate's policy of the runs.

    Raises:
        InputError: There is nothing to run.
        UnknownNameError: A variant exists in no language that is asked for.
        SettingError: A variant's file is wrong.
        MissingExtraError: The embedded model is asked for and not installed.
    """
    skipped = [
        Skipped(case.name, "", "its executor output is authored") for case in cases if case.is_authored
    ]
    asked = [case for case in cases if not case.is_authored]
    resolved = _resolve(arms, {case.language for case in asked})
    cells: dict[str, Cell] = {}
    for spec in models:
        is_baseline = spec.model == BASELINE
        answering = None if is_baseline else _answering(spec)
        for arm in (BASELINE_ARM,) if is_baseline else arms:
            for case in asked:
                ready = resolve_arm(arm, case.language) if is_baseline else resolved[arm][case.language]
                if isinstance(ready, str):
                    skipped.append(Skipped(case.name, arm.name, ready))
                    continue
                for repeat in range(1 if is_baseline else repeats):
                    cell = _cell(case, ready, spec, answering, repeat, policy)
                    cells.setdefault(cell.key, cell)
    if not cells:
        raise InputError("sweep", "has no cell to run", "name a case, an executor variant and a model")
    return SweepPlan(cells=tuple(cells.values()), skipped=tuple(skipped))


def _resolve(arms: Sequence[Arm], languages: set[Language]) -> dict[Arm, dict[Language, ResolvedArm | str]]:
    resolved: dict[Arm, dict[Language, ResolvedArm | str]] = {}
    for arm in arms:
        found: dict[Language, ResolvedArm | str] = {}
        problem: UnknownNameError | None = None
        for language in sorted(languages):
            try:
                found[language] = resolve_arm(arm, language)
            except UnknownNameError as error:
                found[language], problem = str(error), error
        if problem is not None and all(isinstance(value, str) for value in found.values()):
            raise problem
        resolved[arm] = found
    return resolved


def _answering(spec: ModelSpec) -> Model | None:
    """Load a model, or give None where it cannot be reached: its cells will say so one by one."""
    try:
        return model_of(spec)
    except (InputError, RuntimeError):
        return None


def _cell(
    case: Case,
    arm: ResolvedArm,
    spec: ModelSpec,
    model: Model | None,
    repeat: int,
    policy: GatekeeperPolicy,
) -> Cell:
    seed = None if spec.seed is None else spec.seed + repeat
    own = (spec if model is None else model.spec).model_copy(update={"seed": seed})
    if arm.variants:
        fingerprint = own.model_dump_json() if model is None else model.with_seed(seed).fingerprint
        label = spec.model if model is None else model.label
    else:
        fingerprint = label = BASELINE
    scenario = scenario_of(case.scenario)
    return Cell(
        key=cell_key(case, scenario, arm, fingerprint, repeat, policy),
        case=case,
        scenario=scenario,
        arm=arm,
        spec=own,
        model=label,
        repeat=repeat,
        policy=policy,
    )


class SweepRun(NamedTuple):
    """What running a plan came to.

    Attributes:
        results: One a cell, in plan order.
        n_made: Cells run this time; the others were finished before.
    """

    results: tuple[CellResult, ...]
    n_made: int


def run_sweep(
    plan: SweepPlan,
    folder: Path,
    *,
    workers: int = THREADS,
    scheduler: str | None = None,
    retry_failed: bool = False,
    show_progress: bool = True,
    on_made: Callable[[Cell, CellResult], None] | None = None,
) -> SweepRun:
    """Make every cell that is not finished, and give the results of all.

    Args:
        plan: What to run.
        folder: Where finished cells are kept and looked for.
        workers: Cells run at the same time.
        scheduler: None runs threads; `local` starts a dask cluster on this machine; anything else
            is the address of a running one.
        retry_failed: Run again the cells whose run failed.
        show_progress: Draw a progress bar on stderr.
        on_made: Told of every cell run this time, after it was kept.

    Raises:
        OutputError: A result cannot be kept.
        ServiceError: The scheduler cannot be reached.
    """
    store = SweepStore(folder)
    results: dict[str, CellResult] = {}
    for result in store.read_all([cell.key for cell in plan.cells]):
        if not (retry_failed and result.error is not None):
            results[result.key] = result
    open_cells = [cell for cell in plan.cells if cell.key not in results]
    made = {cell.key: cell for cell in open_cells}
    with _progress(plan, results, show_progress) as bar:
        if open_cells:
            for result in _run(open_cells, workers, scheduler, store):
                results[result.key] = result
                bar.done(result)
                if on_made is not None:
                    on_made(made[result.key], result)
    return SweepRun(tuple(results[cell.key] for cell in plan.cells), len(open_cells))


def _run(
    cells: Sequence[Cell], workers: int, scheduler: str | None, store: SweepStore
) -> Iterator[CellResult]:
    """Run cells, keep each, and give it as it comes; a worker that dies makes a failed result.

    A thread keeps its result before it takes the next cell, so that a kill loses no more than the
    cells at work. A process elsewhere has no store; what it sends back is kept here.
    """
    keep_here = scheduler is not None
    work = run_cell if keep_here else partial(_run_and_keep, store)
    with _pool(workers, scheduler) as pool:
        futures: dict[Future[CellResult], Cell] = {pool.submit(work, cell): cell for cell in cells}
        try:
            for future in as_completed(futures):
                failure = future.exception()
                if isinstance(failure, OutputError):
                    raise failure
                if failure is not None:
                    reason = f"the worker failed: {type(failure).__name__}: {failure}"
                    result = CellResult(key=futures[future].key, error=reason)
                else:
                    result = future.result()
                if keep_here or failure is not None:
                    store.write(result)
                yield result
        finally:
            for future in futures:
                future.cancel()


def _run_and_keep(store: SweepStore, cell: Cell) -> CellResult:
    result = run_cell(cell)
    store.write(result)
    return result


@contextmanager
def _pool(workers: int, scheduler: str | None) -> Iterator[Pool]:
    if scheduler is None:
        with ThreadPoolExecutor(max_workers=workers, thread_name_prefix="sweep") as threads:
            yield threads
        return
    from evidencelab.lab.sweeps.sweep_cluster import cluster_pool

    with cluster_pool(workers, None if scheduler == LOCAL_CLUSTER else scheduler) as pool:
        yield pool


class _Bar:
    """The progress of a sweep: cells, cost so far, failures, time left."""

    def __init__(self, bar: Any, results: dict[str, CellResult]) -> None:
        self._bar = bar
        self._cost = sum(result.cost or 0.0 for result in results.values())
        self._n_failed = sum(result.error is not None for result in results.values())
        self._show()

    def done(self, result: CellResult) -> None:
        """Count one more finished cell."""
        self._cost += result.cost or 0.0
        self._n_failed += result.error is not None
        self._bar.update(1)
        self._show()

    def _show(self) -> None:
        self._bar.set_postfix_str(f"${self._cost:.4f}, {self._n_failed} failed", refresh=False)


@contextmanager
def _progress(plan: SweepPlan, results: dict[str, CellResult], show: bool) -> Iterator[_Bar]:
    with tqdm(
        total=len(plan.cells),
        initial=len(results),
        disable=not show,
        unit="cell",
        desc="sweep",
        dynamic_ncols=True,
    ) as bar:
        yield _Bar(bar, results)
