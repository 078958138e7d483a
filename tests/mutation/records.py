"""Which tests run which lines: recorded once, kept, and recorded again only for the test files that changed.

Kept in the checkout's `mutants/`. A change of the library, of the fixtures or of what tests share makes all
of it void.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.mutation.mutants import Mutant
from tests.mutation.trials import COPIED, TESTS, Arena, Case, TestRecord

_PATIENCE = 6.0
_SLOWER = 6.0
"""A test may take so many times as long as on the unchanged tree, and some seconds more."""


class Records(NamedTuple):
    """What is known of the tests.

    Attributes:
        loading: What loading the library runs.
        tests: One record a test.
        importers: Library files by the files that import from them.
    """

    loading: TestRecord
    tests: Sequence[TestRecord]
    importers: Mapping[str, frozenset[str]]

    def is_loaded(self, mutant: Mutant) -> bool:
        """Tell whether a mutant is outside of functions, or in one that runs while it is loaded."""
        ran = self.loading.lines.get(mutant.path, frozenset())
        return not mutant.lines[0] or any(mutant.body <= line <= mutant.lines[1] for line in ran)

    def case(self, mutant: Mutant) -> Case:
        """Choose the tests that run the changed statement, the fastest first.

        A change outside of functions may show wherever something of its module, or of one that imports
        it, runs; so may one in a function that runs while it is loaded.
        """
        if self.is_loaded(mutant):
            paths = {mutant.path, *self.importers.get(mutant.path, ())}
            chosen = [record for record in self.tests if not paths.isdisjoint(record.lines)]
            chosen = chosen or list(self.tests)
        else:
            lines = frozenset(range(mutant.statement[0], mutant.statement[1] + 1))
            chosen = [
                record for record in self.tests if not lines.isdisjoint(record.lines.get(mutant.path, ()))
            ]
        return Case(mutant, limits(chosen))


def limits(records: Iterable[TestRecord]) -> dict[str, float]:
    """Give each test the seconds it may take, in the order in which they are tried."""
    ordered = sorted(records, key=lambda record: record.seconds)
    return {record.name: _PATIENCE + _SLOWER * record.seconds for record in ordered}


def load_records(checkout: Path, arena: Arena) -> Records:
    """Read the records that are kept, and run the test files that have none.

    Raises:
        RuntimeError: A test fails on the unchanged tree, as it stands or in the order of the trials.
    """
    place = checkout / "mutants" / "records.json"
    digests = {
        path.relative_to(arena.tree).as_posix(): _digest([path])
        for folder in TESTS
        for path in sorted((arena.tree / folder).rglob("test_*.py"))
    }
    shared = _digest(
        path for path in _files(arena.tree) if path.relative_to(arena.tree).as_posix() not in digests
    )
    kept: dict[str, object] = {}
    if place.exists():
        kept = json.loads(place.read_text(encoding="utf-8"))
    if kept.get("shared") != shared:
        names = (path.relative_to(arena.tree).as_posix() for path in _library(arena.tree))
        modules = sorted(name.removesuffix(".py").replace("/", ".") for name in names)
        kept = {"shared": shared, "loading": _row(arena.record_loading(modules)), "files": {}}
    files: dict[str, dict[str, object]] = kept["files"]  # type: ignore[assignment]
    stale = [name for name, digest in digests.items() if files.get(name, {}).get("digest") != digest]
    if stale:
        _, *records = arena.record(stale)
        control = arena.hold(Case(None, limits(records)))
        if control.outcome != "survived":
            raise RuntimeError(f"the unchanged tree does not pass in this order: {control.killer}")
        for name in stale:
            rows = [_row(record) for record in records if record.name.startswith(f"{name}::")]
            files[name] = {"digest": digests[name], "tests": rows}
        place.parent.mkdir(exist_ok=True)
        place.write_text(json.dumps(kept), encoding="utf-8")
    tests = [_record(row) for name in digests for row in files[name]["tests"]]  # type: ignore[attr-defined]
    return Records(_record(kept["loading"]), tests, _importers(arena.tree))


def _row(record: TestRecord) -> list[object]:
    return [record.name, record.seconds, {path: sorted(lines) for path, lines in record.lines.items()}]


def _record(row: object) -> TestRecord:
    name, seconds, lines = row  # type: ignore[misc]
    return TestRecord(name, seconds, {path: frozenset(numbers) for path, numbers in lines.items()})


def _files(tree: Path) -> Iterator[Path]:
    for name in COPIED:
        path = tree / name
        yield from sorted(path.rglob("*")) if path.is_dir() else [path]


def _library(tree: Path) -> list[Path]:
    folders = (tree / "evidencelab" / name for name in ("evidence", "gatekeeper"))
    return [path for folder in folders for path in folder.rglob("*.py") if path.name != "__init__.py"]


def _digest(paths: Iterable[Path]) -> str:
    """Digest the content of files; how mutants are made does not count, how tests are run does."""
    digest = hashlib.sha256()
    for path in paths:
        if (
            path.is_file()
            and path.suffix != ".pyc"
            and path.name not in {"mutants.py", "run.py", "survivors.md"}
        ):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _importers(tree: Path) -> dict[str, frozenset[str]]:
    importers: dict[str, set[str]] = {}
    for path in _library(tree):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                folder = node.module.replace(".", "/")
                for file in (f"{folder}.py", *(f"{folder}/{alias.name}.py" for alias in node.names)):
                    importers.setdefault(file, set()).add(path.relative_to(tree).as_posix())
    return {file: frozenset(users) for file, users in importers.items()}
