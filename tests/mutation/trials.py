"""Trials of mutants: a copy of the tree, one change in it, and forked tests that run until one fails.

The checkout is never changed. Every trial is a process of its own, so that nothing a mutant does outlives
it; what takes too long or too much memory is ended and counts as noticed. What is too long is said test by
test, from the time a test takes on the unchanged tree, so that an endless loop costs seconds.

A change inside a function is put into the loaded module, behind the tests that were collected once; any
other change is written into the copy and everything is loaded anew.
"""

from __future__ import annotations

import importlib
import json
import os
import resource
import shutil
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import NamedTuple

import coverage
import hypothesis
import pytest

from tests.mutation.mutants import Mutant

COPIED = ("evidencelab", "tests", "fixtures", "pyproject.toml")
TESTS = ("tests/evidence", "tests/gatekeeper")
_MAX_EXAMPLES = 100
_SETTINGS = "_hypothesis_internal_use_settings"
_MAX_MEMORY = 4 * 2**30
_MAX_SECONDS = 900.0
_BROKEN = 70
_PLUGINS_OFF = ("-p", "no:cacheprovider", "-p", "no:xdist")
_FEW_WORDS = ("-q", "--no-header", "--tb=no", "-W", "ignore::pytest.PytestAssertRewriteWarning")
_NO_CLOCKS = ("-m", "not bench", "-k", "not in_seconds")  # what is timed would fail under a loaded machine
_PYTEST = ("-x", *_NO_CLOCKS, *_PLUGINS_OFF, *_FEW_WORDS)


class TestRecord(NamedTuple):
    """One test of the unchanged tree: how long it took, and which lines of which library files it ran."""

    __test__ = False

    name: str
    seconds: float
    lines: Mapping[str, frozenset[int]]


class Trial(NamedTuple):
    """What became of a mutant, after how long, and by which test.

    `killed`, `timeout` or `survived`; `broken` where the trial itself failed, which says nothing.
    """

    outcome: str
    seconds: float
    killer: str = ""


class Case(NamedTuple):
    """A mutant to be tried (None: the unchanged tree), and its tests in order with the seconds each is given."""

    mutant: Mutant | None
    tests: Mapping[str, float]


class _Reporter:
    """A pytest plugin: runs the chosen tests in the given order and writes down the first that fails."""

    def __init__(self, limits: Mapping[str, float] | None, report: Path) -> None:
        self._limits = limits
        self._rank = None if limits is None else {name: rank for rank, name in enumerate(limits)}
        self._report = report
        self.has_failed = False

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for function in {getattr(item, "function", None) for item in items}:
            said = getattr(function, _SETTINGS, None)
            if said is not None and said.max_examples > _MAX_EXAMPLES:
                setattr(function, _SETTINGS, hypothesis.settings(said, max_examples=_MAX_EXAMPLES))
        if self._rank is not None:
            chosen = [item for item in items if item.nodeid in self._rank]
            items[:] = sorted(chosen, key=lambda item: self._rank[item.nodeid])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        if self._limits is not None:
            signal.setitimer(signal.ITIMER_REAL, self._limits[item.nodeid])
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0.0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.has_failed = True
            self._report.write_text(report.nodeid, encoding="utf-8")


class _Recorder(_Reporter):
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


class _Stage(_Reporter):
    """A pytest plugin: collects the tests once and holds every trial in a fork of its own."""

    def __init__(self, arena: Arena, cases: Iterable[Case], tell: Callable[[Case, Trial], None]) -> None:
        super().__init__(None, arena.report)
        self._arena = arena
        self._cases = cases
        self._tell = tell

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        for case in self._cases:
            work = self._work(case, [items[name] for name in case.tests])
            self._tell(case, self._arena.trial(work))
        return True

    def _work(self, case: Case, items: Sequence[pytest.Item]) -> Callable[[], int]:
        def work() -> int:
            self._limits = case.tests
            if case.mutant is not None:
                change_loaded(case.mutant)
            for item, following in zip(items, [*items[1:], None], strict=False):  # no items: survived
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if self.has_failed:
                    return 1
            return 0

        return work


class Arena:
    """A copy of the tree in which trials are held, one at a time."""

    def __init__(self, checkout: Path, place: Path) -> None:
        self.tree = place / "tree"
        self.report = place / "report"
        self._log = place / "log"
        self._temporary = place / "tmp"
        self.tree.mkdir(parents=True)
        for name in COPIED:
            source = checkout / name
            if source.is_dir():
                ignored = shutil.ignore_patterns("__pycache__")
                shutil.copytree(source, self.tree / name, ignore=ignored)
            else:
                shutil.copy2(source, self.tree / name)

    def record(self, targets: Sequence[str]) -> list[TestRecord]:
        """Run test files on the unchanged tree; the record without a name is what loading them runs.

        Raises:
            RuntimeError: A test fails there already.
        """
        return self._recorded(lambda answer: self._record(answer, targets))

    def record_loading(self, modules: Sequence[str]) -> TestRecord:
        """Say what runs where modules of the library are loaded, and nothing else is done."""
        return self._recorded(lambda answer: self._record_loading(answer, modules))[0]

    def _recorded(self, work: Callable[[Path], int]) -> list[TestRecord]:
        answer = self.report.with_suffix(".json")
        status = self._fork(lambda: work(answer), seconds=_MAX_SECONDS)
        if status != 0:
            raise RuntimeError(f"the tests fail on the unchanged tree, status {status}:\n{self._said()}")
        rows = json.loads(answer.read_text(encoding="utf-8"))
        return [
            TestRecord(name, seconds, {path: frozenset(lines) for path, lines in ran.items()})
            for name, seconds, ran in rows
        ]

    def hold_loaded(self, cases: Iterable[Case], tell: Callable[[Case, Trial], None]) -> None:
        """Try mutants inside functions; `tell` is called in another process."""
        stage = _Stage(self, cases, tell)
        status = self._fork(lambda: self._pytest(stage, TESTS), seconds=float("inf"))
        if status != 0:
            raise RuntimeError(f"the trials broke off, status {status}:\n{self._said()}")

    def hold(self, case: Case) -> Trial:
        """Try any mutant, or the unchanged tree, by loading everything anew."""
        reporter = _Reporter(case.tests, self.report)
        targets = sorted({name.partition("::")[0] for name in case.tests}) or TESTS
        if case.mutant is None:
            return self.trial(lambda: self._pytest(reporter, targets))
        path = self.tree / case.mutant.path
        kept, stat = path.read_bytes(), path.stat()
        path.write_text(case.mutant.source, encoding="utf-8")
        try:
            return self.trial(lambda: self._pytest(reporter, targets))
        finally:
            path.write_bytes(kept)
            os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))

    def trial(self, work: Callable[[], int]) -> Trial:
        """Fork, run tests, and say what became of it."""
        begin = time.perf_counter()
        self.report.unlink(missing_ok=True)
        status = self._fork(work, _MAX_SECONDS)
        took = time.perf_counter() - begin
        if status in (None, -signal.SIGALRM):
            return Trial("timeout", took)
        if status in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return Trial("survived", took)
        if status == _BROKEN:
            return Trial("broken", took, self._said())
        return Trial("killed", took, self.report.read_text("utf-8") if self.report.exists() else "on import")

    def _pytest(self, plugin: _Reporter, targets: Sequence[str]) -> int:
        sys.dont_write_bytecode = True
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        return int(pytest.main([*_PYTEST, f"--basetemp={self._temporary}", *targets], plugins=[plugin]))

    def _record(self, answer: Path, targets: Sequence[str]) -> int:
        measured = self._measured()
        recorder = _Recorder(measured, self.report)
        measured.start()
        status = self._pytest(recorder, targets)
        measured.stop()
        self._write(answer, measured, recorder.seconds)
        return status

    def _record_loading(self, answer: Path, modules: Sequence[str]) -> int:
        measured = self._measured()
        measured.start()
        measured.switch_context("")
        for name in modules:
            importlib.import_module(name)
        measured.stop()
        self._write(answer, measured, {})
        return 0

    def _measured(self) -> coverage.Coverage:
        return coverage.Coverage(data_file=None, source=[str(self.tree / "evidencelab")], config_file=False)

    def _write(self, answer: Path, measured: coverage.Coverage, seconds: Mapping[str, float]) -> None:
        data = measured.get_data()
        ran: dict[str, dict[str, list[int]]] = {name: {} for name in ("", *seconds)}
        for file in data.measured_files():
            path = Path(file).relative_to(self.tree).as_posix()
            for line, names in data.contexts_by_lineno(file).items():
                for name in names:
                    ran[name].setdefault(path, []).append(line)
        rows = [(name, seconds.get(name, 0.0), lines) for name, lines in ran.items()]
        answer.write_text(json.dumps(rows), encoding="utf-8")

    def _said(self) -> str:
        files = [path for path in (self.report, self._log) if path.exists()]
        return "\n".join(path.read_text(encoding="utf-8", errors="replace")[-4000:] for path in files)

    def _fork(self, work: Callable[[], int], seconds: float) -> int | None:
        """Do some work in a process of its own, in the tree; None where it had to be ended."""
        pid = os.fork()
        if pid == 0:
            status = _BROKEN
            try:
                os.setsid()
                self._enter()
                status = work()
            except BaseException:
                self.report.write_text(traceback.format_exc(), encoding="utf-8")
            finally:
                os._exit(status)
        return _wait(pid, seconds)

    def _enter(self) -> None:
        os.chdir(self.tree)
        sys.path[0:1] = [str(self.tree)]
        sink = os.open(self._log, os.O_RDWR | os.O_CREAT | os.O_TRUNC)
        for descriptor in (0, 1, 2):
            os.dup2(sink, descriptor)
        resource.setrlimit(resource.RLIMIT_AS, (_MAX_MEMORY, _MAX_MEMORY))
        phases = [hypothesis.Phase.explicit, hypothesis.Phase.generate]  # a failure need not be shrunk
        quick = {
            "derandomize": True,
            "database": None,
            "deadline": None,
            "max_examples": 30,
            "phases": phases,
        }
        hypothesis.settings.register_profile("mutation", **quick)
        hypothesis.settings.load_profile("mutation")


def change_loaded(mutant: Mutant) -> None:
    """Give a function of a loaded module the code it has in the mutant.

    Raises:
        LookupError: The function is not found, in the module or in the mutant.
    """
    name = mutant.path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
    functions = list(_functions(importlib.import_module(name)))
    changed = compile(mutant.source, mutant.path, "exec")
    named = [code for code in _codes(changed) if code.co_name == mutant.function]
    begun = [code for code in named if code.co_firstlineno <= mutant.lines[0]]
    # a function begins with its decorators, so in front of the line that names it
    for code in sorted(begun, key=lambda code: -code.co_firstlineno)[:1]:
        for function in functions:
            old = function.__code__
            if (old.co_name, old.co_firstlineno) == (code.co_name, code.co_firstlineno):
                function.__code__ = code
                return
    raise LookupError(f"{mutant.name}: no function {mutant.function!r} is loaded")


def _functions(module: ModuleType) -> Iterator[FunctionType]:
    """Yield the functions of a module and of its classes, also those behind decorators that Python has."""
    spaces = [vars(module)]
    while spaces:
        for held in spaces.pop().values():
            value = held.fget if isinstance(held, property) else getattr(held, "__wrapped__", held)
            if hasattr(held, "cache_clear"):
                held.cache_clear()
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                yield value
            elif isinstance(value, type) and value.__module__ == module.__name__:
                spaces.append(dict(vars(value)))


def _codes(code: CodeType) -> Iterator[CodeType]:
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield part
            yield from _codes(part)


def _wait(pid: int, seconds: float) -> int | None:
    deadline = time.monotonic() + seconds
    pause = 0.005
    while time.monotonic() < deadline:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(pause)
        pause = min(0.1, pause * 1.3)
    os.killpg(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return None
