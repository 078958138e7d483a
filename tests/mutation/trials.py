"""Trials of mutants: a copy of the tree, one change in it, and a forked pytest that runs until a test fails.

The checkout is never changed. Every trial is its own process, so that nothing a mutant does outlives it;
what takes too long or too much memory is ended and counts as noticed.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import coverage
import hypothesis
import pytest

from tests.mutation.mutants import Mutant

COPIED = ("evidencelab", "tests", "fixtures", "pyproject.toml")
TESTS = ("tests/evidence", "tests/gatekeeper")
_MAX_MEMORY = 4 * 2**30
_QUIET = (
    "-x",
    "-q",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:xdist",
    "-m",
    "not bench",
    "--no-header",
    "--tb=no",
    "-W",
    "ignore::pytest.PytestAssertRewriteWarning",
)


class TestRecord(NamedTuple):
    """One test of the unchanged tree: how long it took, and which lines of which library files it ran."""

    __test__ = False

    name: str
    seconds: float
    lines: dict[str, frozenset[int]]


class Trial(NamedTuple):
    """What became of a mutant: `killed`, `timeout` or `survived`, after how long, and by which test."""

    outcome: str
    seconds: float
    killer: str = ""


class _Runner:
    """A pytest plugin: runs the chosen tests in the given order and writes down the first that fails."""

    def __init__(self, order: Sequence[str] | None, report: Path) -> None:
        self._rank = None if order is None else {name: rank for rank, name in enumerate(order)}
        self._report = report

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self._rank is not None:
            chosen = [item for item in items if item.nodeid in self._rank]
            items[:] = sorted(chosen, key=lambda item: self._rank[item.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._report.write_text(report.nodeid, encoding="utf-8")


class _Recorder(_Runner):
    """A pytest plugin: notes each test's time and, by coverage contexts, the lines it runs."""

    def __init__(self, measured: coverage.Coverage, report: Path) -> None:
        super().__init__(None, report)
        self._measured = measured
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._measured.switch_context(item.nodeid)
        begin = time.perf_counter()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = time.perf_counter() - begin
            self._measured.switch_context("")


class Arena:
    """A copy of the tree in which trials are held, one at a time."""

    def __init__(self, checkout: Path, place: Path) -> None:
        self.tree = place / "tree"
        self._report = place / "report"
        self._temporary = place / "tmp"
        self.tree.mkdir(parents=True)
        for name in COPIED:
            source = checkout / name
            if source.is_dir():
                ignored = shutil.ignore_patterns("__pycache__")
                shutil.copytree(source, self.tree / name, ignore=ignored)
            else:
                shutil.copy2(source, self.tree / name)

    def record(self) -> list[TestRecord]:
        """Run the tests on the unchanged tree.

        Raises:
            RuntimeError: A test fails there already.
        """
        answer = self._report.with_suffix(".json")
        status = self._fork(lambda: self._record(answer), seconds=600)
        if status != 0:
            told = self._report.read_text(encoding="utf-8") if self._report.exists() else ""
            raise RuntimeError(f"the tests fail on the unchanged tree (exit status {status}): {told}")
        rows = json.loads(answer.read_text(encoding="utf-8"))
        return [
            TestRecord(name, seconds, {path: frozenset(lines) for path, lines in ran.items()})
            for name, seconds, ran in rows
        ]

    def hold(self, mutant: Mutant | None, order: Sequence[str], seconds: float) -> Trial:
        """Try one mutant, or the unchanged tree, against the named tests in order.

        Args:
            mutant: The change; None for the unchanged tree, which has to survive.
            order: Test names.
            seconds: After this time the mutant counts as noticed.
        """
        begin = time.perf_counter()
        self._report.unlink(missing_ok=True)
        if mutant is None:
            status = self._fork(lambda: self._test(order), seconds)
        else:
            path = self.tree / mutant.path
            kept, stat = path.read_bytes(), path.stat()
            path.write_text(mutant.source, encoding="utf-8")
            try:
                status = self._fork(lambda: self._test(order), seconds)
            finally:
                path.write_bytes(kept)
                os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
        took = time.perf_counter() - begin
        if status is None:
            return Trial("timeout", took)
        killer = self._report.read_text(encoding="utf-8") if self._report.exists() else ""
        survived = status in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
        return Trial("survived" if survived else "killed", took, "" if survived else killer or "on import")

    def _test(self, order: Sequence[str]) -> int:
        sys.dont_write_bytecode = True
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        arguments = [*_QUIET, f"--basetemp={self._temporary}", *TESTS]
        return int(pytest.main(arguments, plugins=[_Runner(order, self._report)]))

    def _record(self, answer: Path) -> int:
        measured = coverage.Coverage(
            data_file=None, source=[str(self.tree / "evidencelab")], config_file=False
        )
        recorder = _Recorder(measured, self._report)
        measured.start()
        status = int(pytest.main([*_QUIET, f"--basetemp={self._temporary}", *TESTS], plugins=[recorder]))
        measured.stop()
        data = measured.get_data()
        ran: dict[str, dict[str, list[int]]] = {name: {} for name in recorder.seconds}
        for file in data.measured_files():
            path = Path(file).relative_to(self.tree).as_posix()
            for line, names in data.contexts_by_lineno(file).items():
                for name in names:
                    if name:
                        ran[name].setdefault(path, []).append(line)
        rows = [(name, seconds, ran[name]) for name, seconds in recorder.seconds.items()]
        answer.write_text(json.dumps(rows), encoding="utf-8")
        return status

    def _fork(self, work: Callable[[], int], seconds: float) -> int | None:
        """Do some work in a process of its own, in the tree; None where it had to be ended."""
        pid = os.fork()
        if pid == 0:
            status = 70
            try:
                os.setsid()
                os.chdir(self.tree)
                sys.path[0:1] = [str(self.tree)]
                sink = os.open(os.devnull, os.O_RDWR)
                for descriptor in (0, 1, 2):
                    os.dup2(sink, descriptor)
                resource.setrlimit(resource.RLIMIT_AS, (_MAX_MEMORY, _MAX_MEMORY))
                hypothesis.settings.register_profile(
                    "mutation", derandomize=True, database=None, deadline=None, max_examples=30
                )
                hypothesis.settings.load_profile("mutation")
                status = work()
            except BaseException:
                self._report.write_text(traceback.format_exc(), encoding="utf-8")
            finally:
                os._exit(status)
        return _wait(pid, seconds)


def _wait(pid: int, seconds: float) -> int | None:
    deadline = time.monotonic() + seconds
    pause = 0.01
    while time.monotonic() < deadline:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(pause)
        pause = min(0.1, pause * 1.5)
    os.killpg(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return None
