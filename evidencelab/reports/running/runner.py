"""Runs notebooks through papermill into one folder of results, and says how it went.

Parameters are settled before anything is written; then each notebook is executed, kept, and shown as
a page, whatever became of it. The exit code is decided by what the notebooks' verdicts say about
deciding checks, and by notebooks that failed. This module must not know what a notebook is about.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
import papermill
from jupyter_core.utils import ensure_event_loop
from papermill.exceptions import PapermillExecutionError

from evidencelab.audit import DATABASE_VARIABLE
from evidencelab.errors import EvidencelabError, InputError
from evidencelab.gatekeeper.policy import code_version
from evidencelab.reports.running.engine import ENGINE, kill_kernels
from evidencelab.reports.running.parameters import printable_parameters
from evidencelab.reports.running.plan import RESULTS_PARAMETER, PlannedNotebook
from evidencelab.reports.running.progress import NotebookProgress, RunProgress
from evidencelab.reports.runs.provenance import checkout_state, package_versions
from evidencelab.reports.runs.run_folder import (
    NotebookRecord,
    RunManifest,
    claim_run,
    point_latest,
    write_manifest,
)
from evidencelab.reports.runs.verdict import NotebookVerdict, read_verdict
from evidencelab.reports.views.page import PageFrame, write_page

_MISUSE = ("InputError", "SettingError", "UnknownNameError", "OutputError", "MissingExtraError")
_INTERRUPTED = "interrupted"

RunWatcher = Callable[[Path, RunManifest], None]


class FinishedRun(NamedTuple):
    """A run that is over.

    Attributes:
        folder: Its folder.
        manifest: What became of it.
        verdicts: Notebook name -> its verdict, for those that gave one.
    """

    folder: Path
    manifest: RunManifest
    verdicts: dict[str, NotebookVerdict]

    @property
    def exit_code(self) -> int:
        """2 when an input or setting was refused, 1 when something failed or did not hold, else 0."""
        if any(record.misuse for record in self.manifest.notebooks):
            return 2
        return 0 if self.manifest.status == "finished" and self.manifest.held else 1


def run_notebooks(
    planned: Sequence[PlannedNotebook],
    results: Path,
    *,
    profile: str | None = None,
    progress: RunProgress | None = None,
    watcher: RunWatcher | None = None,
    jobs: int = 1,
    seconds: Mapping[str, float] | None = None,
) -> FinishedRun:
    """Execute notebooks into a new folder of `results`.

    A notebook that fails does not keep the next from running.

    Args:
        planned: The notebooks, in order.
        results: Where runs are kept; made if absent.
        profile: The name under which the run is scheduled.
        progress: Who is told how far it is; stderr by default.
        watcher: Called with the run's folder and manifest before the first notebook and after each.
        jobs: How many notebooks run at the same time; more than one begin in the order of `seconds`,
            the longest first, so that none is left to run alone at the end.
        seconds: Notebook -> how long it took before; what it says of itself by default.

    Raises:
        OutputError: The results folder cannot be written; nothing is left behind.
    """
    progress = progress or RunProgress()
    with claim_run(results.resolve()) as folder:
        run = _Run(folder, planned, profile, watcher)
        run.save()
        run.tell()
        point_latest(folder.parent, folder)
        with _audit_beside(folder.parent), _terminations_raised():
            try:
                run.execute_all(progress, jobs, seconds or {})
            except BaseException:
                run.finish("failed")
                run.tell()
                raise
        run.finish(None)
        in_order = {item.name: run.verdicts[item.name] for item in planned if item.name in run.verdicts}
        return FinishedRun(folder, run.manifest, in_order)


class _Run:
    """The state of one run while it lives; every change is written to the manifest."""

    def __init__(
        self,
        folder: Path,
        planned: Sequence[PlannedNotebook],
        profile: str | None,
        watcher: RunWatcher | None,
    ) -> None:
        self.folder = folder
        self._watcher = watcher
        self.planned = planned
        self.verdicts: dict[str, NotebookVerdict] = {}
        self._began = time.monotonic()
        self._is_stopped = False
        self._lock = threading.RLock()
        checkout = checkout_state()
        self.manifest = RunManifest(
            run=folder.name,
            started=datetime.now(UTC).isoformat(timespec="seconds"),
            profile=profile,
            code_version=code_version(),
            commit=checkout.commit,
            is_dirty=checkout.is_dirty,
            versions=package_versions(),
            notebooks=tuple(
                NotebookRecord(
                    name=item.name, parameters=printable_parameters(item.parameters), sha256=item.sha256
                )
                for item in planned
            ),
        )

    def save(self) -> None:
        write_manifest(self.folder, self.manifest)

    def tell(self) -> None:
        if self._watcher is not None:
            with self._lock:
                self._watcher(self.folder, self.manifest)

    def _words(self, number: int) -> str:
        record = self.manifest.notebooks[number]
        verdict = self.verdicts.get(record.name)
        seconds = f"{record.seconds or 0:.0f} s"
        if record.status == "failed":
            return f"failed after {seconds}: {record.error}"
        return f"{seconds}" if verdict is None else f"{seconds}: {verdict.sentence}"

    def execute_all(self, progress: RunProgress, jobs: int, seconds: Mapping[str, float]) -> None:
        numbers = list(range(len(self.planned)))
        if jobs <= 1:
            for number in numbers:
                self._execute(number, progress)
            return
        took = [seconds.get(item.name, item.seconds) for item in self.planned]
        numbers.sort(key=lambda number: -took[number])

        def execute_in_thread(number: int) -> None:
            try:
                self._execute(number, progress)
            finally:
                ensure_event_loop().close()  # the thread's own, made by the kernel's client

        with ThreadPoolExecutor(jobs) as pool:
            futures = [pool.submit(execute_in_thread, number) for number in numbers]
            try:
                for future in futures:
                    future.result()
            except BaseException:  # a signal reaches this thread alone; the others wait for their kernels
                self._is_stopped = True
                pool.shutdown(wait=False, cancel_futures=True)
                kill_kernels()
                raise

    def _execute(self, number: int, run_progress: RunProgress) -> None:
        item = self.planned[number]
        progress = run_progress.start_notebook(item.name, number + 1, len(self.planned))
        self._record(number, status="running")
        began = time.monotonic()
        error, misuse = self._execute_notebook(item, progress)
        if error is not None and self._is_stopped:
            error = _INTERRUPTED
        verdict: NotebookVerdict | None = None
        if error is None:
            try:
                verdict = read_verdict(self.folder / item.name)
            except InputError as problem:
                error = str(problem)
        if verdict is not None:
            self.verdicts[item.name] = verdict
        self._record(
            number,
            status="failed" if error else "finished",
            seconds=round(time.monotonic() - began, 3),
            error=error,
            misuse=misuse,
        )
        self._write_page(item, error)
        self.tell()
        progress.ended(self._words(number))

    def finish(self, status: str | None) -> None:
        for number, record in enumerate(self.manifest.notebooks):
            if record.status == "running":
                self._record(number, status="failed", error=_INTERRUPTED)
        records = self.manifest.notebooks
        failed = any(record.status != "finished" for record in records)
        provenances = [verdict.provenance for verdict in self.verdicts.values()]
        inputs = {name: digest for item in provenances for name, digest in item.inputs.items()}
        self._update(
            status=status or ("failed" if failed else "finished"),
            held=not failed and all(verdict.held for verdict in self.verdicts.values()),
            ended=datetime.now(UTC).isoformat(timespec="seconds"),
            seconds=round(time.monotonic() - self._began, 3),
            policy_hash=_only(item.policy_hash for item in provenances),
            seed=_only(item.seed for item in provenances),
            inputs=dict(sorted(inputs.items())),
        )

    def _execute_notebook(self, item: PlannedNotebook, progress: NotebookProgress) -> tuple[str | None, bool]:
        """Execute one notebook; give its error line, and whether it refused an input."""
        target = self.folder / item.path.name
        parameters = dict(item.parameters)

        def cell_started(cell: int, total: int) -> None:
            if self._is_stopped:
                raise RuntimeError(_INTERRUPTED)
            progress.cell_started(cell, total)

        if item.takes_results:
            parameters[RESULTS_PARAMETER] = str(self.folder / item.name)
        try:
            (self.folder / item.name).mkdir(exist_ok=True)
            papermill.execute_notebook(
                _braced(item.path),
                _braced(target),
                parameters=parameters,
                engine_name=ENGINE,
                kernel_name="python3",
                progress_bar=False,
                cell_started=cell_started,
                stderr_file=progress,
            )
        except PapermillExecutionError as error:
            line = " ".join(str(error.evalue).split()) or error.ename
            misuse = error.ename in _MISUSE
            return (line if misuse else f"{error.ename}: {line}"), misuse
        except EvidencelabError as error:
            return str(error), False
        except (OSError, RuntimeError, ValueError) as error:
            return f"{type(error).__name__}: {' '.join(str(error).split())}", False
        return None, False

    def _write_page(self, item: PlannedNotebook, error: str | None) -> None:
        executed = self.folder / item.path.name
        if not executed.exists():
            return
        frame = PageFrame(
            title=item.name,
            home="index.html",
            footer=f"run {self.manifest.run}, code {self.manifest.code_version}",
            error=error or "",
        )
        write_page(nbformat.read(executed, as_version=4), executed.with_suffix(".html"), frame)

    def _record(self, number: int, **changes: Any) -> None:
        with self._lock:
            records = list(self.manifest.notebooks)
            records[number] = records[number].model_copy(update=changes)
            self._update(notebooks=tuple(records))

    def _update(self, **changes: Any) -> None:
        with self._lock:
            self.manifest = self.manifest.model_copy(update=changes)
            self.save()


def _braced(path: Path) -> str:
    """Keep papermill from reading braces in a path as placeholders."""
    return str(path.resolve()).replace("{", "{{").replace("}", "}}")


def _only(values: Any) -> Any:
    """The value that all agree on; None where they do not."""
    stated = {value for value in values if value is not None}
    return stated.pop() if len(stated) == 1 else None


@contextmanager
def _terminations_raised() -> Iterator[None]:
    """Let a request to terminate end the run in order: marked failed, its kernel shut down."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: object) -> None:
        raise SystemExit(128 + number)

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _audit_beside(results: Path) -> Iterator[None]:
    """Let the notebooks store their runs beside the results, unless the user chose a place."""
    if DATABASE_VARIABLE in os.environ:
        yield
        return
    os.environ[DATABASE_VARIABLE] = str(results / "audit.sqlite")
    try:
        yield
    finally:
        del os.environ[DATABASE_VARIABLE]
