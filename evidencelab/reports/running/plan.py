"""Which notebooks run, and with what: names and parameters settled before anything is written.

A parameter nobody knows, a value that cannot be meant, and whatever a notebook's own check would
refuse are refused here. This module must not know how a notebook is run.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import nbformat

from evidencelab.errors import InputError, SettingError, UnknownNameError
from evidencelab.reports.running.parameters import (
    NotebookParameter,
    inspect_parameters,
    parse_value,
    prepare_parameters,
)

RESULTS_PARAMETER = "results"
METADATA_KEY = "evidencelab"


class PlannedNotebook(NamedTuple):
    """A notebook with the parameters it will be given.

    Attributes:
        path: Its file.
        parameters: Name -> value, beyond its own defaults.
        takes_results: Whether it declares the folder it writes to.
        sha256: Of its file.
        seconds: How long it says it takes, in its metadata; 0 where it does not say.
    """

    path: Path
    parameters: dict[str, Any]
    takes_results: bool
    sha256: str
    seconds: float = 0.0

    @property
    def name(self) -> str:
        """File name without its ending."""
        return self.path.stem


class _OpenedNotebook(NamedTuple):
    """A notebook as read: what it declares, and the check it names as `module:function`."""

    path: Path
    sha256: str
    declared: dict[str, NotebookParameter]
    check: str
    seconds: float


def find_notebooks(folder: Path, names: Sequence[str] = ()) -> list[Path]:
    """Find notebooks by name, in the order of their names; without names, all.

    A name is the file's, with or without its number and ending: `01_case_matrix`, `case_matrix`, `01`.

    Raises:
        UnknownNameError: A name stands for no notebook.
        InputError: There are none.
    """
    present = sorted(path for path in folder.glob("*.ipynb") if not path.name.startswith("."))
    if not present:
        raise InputError(str(folder), "holds no notebooks", "name the folder of the notebooks")
    if not names:
        return present
    chosen: list[Path] = []
    for name in names:
        wanted = name.removesuffix(".ipynb")
        found = [
            path
            for path in present
            if wanted in (path.stem, path.stem.partition("_")[0], path.stem.partition("_")[2])
        ]
        if not found:
            raise UnknownNameError("notebook", name, tuple(path.stem for path in present))
        chosen.extend(path for path in found if path not in chosen)
    return sorted(chosen)


def plan_notebooks(
    paths: Sequence[Path], parameters: Mapping[str, object], assignments: Mapping[str, str] | None = None
) -> list[PlannedNotebook]:
    """Read the notebooks and give each its share of the parameters.

    A parameter goes to every notebook that declares it, `notebook.parameter` to that one alone. A
    notebook whose metadata name a check (`{"evidencelab": {"check": "module:function"}}`) has it
    called with its parameters, so that what it would refuse is refused before anything is written.

    Args:
        paths: The notebooks, in order.
        parameters: Name -> value.
        assignments: Name -> a command line's text, to be read as the declared type; it goes before.

    Raises:
        InputError: A notebook cannot be read.
        SettingError: A parameter is known to none of them, or a value cannot be meant.
    """
    opened = [_open_notebook(path) for path in paths]
    texts = assignments or {}
    unused = {*parameters, *texts}
    planned: list[PlannedNotebook] = []
    for notebook in opened:
        path, declared = notebook.path, notebook.declared
        mine: dict[str, object] = {}
        for key, value in (*parameters.items(), *texts.items()):
            target, _, name = key.rpartition(".")
            if target and target not in (path.stem, path.stem.partition("_")[2]):
                continue
            if name not in declared and not target:
                continue
            unused.discard(key)
            if name not in declared:
                raise _unknown(path.name, name, declared)
            is_text = key in texts and texts[key] is value
            mine[name] = parse_value(str(value), declared[name], path.name) if is_text else value
        prepared = prepare_parameters(mine, declared, path.name)
        planned.append(
            PlannedNotebook(path, prepared, RESULTS_PARAMETER in declared, notebook.sha256, notebook.seconds)
        )
    if unused:
        everything = {name: item for notebook in opened for name, item in notebook.declared.items()}
        where = paths[0].name if len(paths) == 1 else "the chosen notebooks"
        raise _unknown(where, sorted(unused)[0], everything)
    for notebook, plan in zip(opened, planned, strict=True):
        _check_ahead(notebook, plan.parameters)
    return planned


def _open_notebook(path: Path) -> _OpenedNotebook:
    try:
        content = path.read_bytes()
        notebook = nbformat.reads(content.decode("utf-8"), as_version=4)
    except (OSError, UnicodeDecodeError, ValueError, nbformat.reader.NotJSONError) as error:
        reason = str(error).splitlines()[0]
        raise InputError(str(path), f"is no notebook ({reason})", "give a Jupyter notebook") from error
    own = notebook.metadata.get(METADATA_KEY, {})
    return _OpenedNotebook(
        path=path,
        sha256=hashlib.sha256(content).hexdigest(),
        declared=inspect_parameters(notebook, path.name),
        check=str(own.get("check", "")),
        seconds=float(own.get("seconds", 0)),
    )


def _check_ahead(notebook: _OpenedNotebook, parameters: Mapping[str, Any]) -> None:
    """Call the check a notebook names, so that what it would refuse is refused before it runs."""
    if not notebook.check:
        return
    module, _, function = notebook.check.partition(":")
    try:
        check = getattr(import_module(module), function)
    except (ImportError, AttributeError) as error:
        raise InputError(
            str(notebook.path), f"names a check that is not there ({notebook.check})", "mend its metadata"
        ) from error
    check(**{name: value for name, value in parameters.items() if name != RESULTS_PARAMETER})


def _unknown(where: str, name: str, declared: Mapping[str, NotebookParameter]) -> SettingError:
    return SettingError(where, name, "is not a notebook parameter", tuple(sorted(declared)))
