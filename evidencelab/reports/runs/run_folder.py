"""Where a run of the report lives: `results/<run>/`, its manifest, and the `latest` link.

A run's folder is claimed by making it, so two runs never share one, also when they start in the same
second. While a run lives it holds a lock; a manifest that says `running` without one is a run that
died. This module must not know a notebook's content or a page.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError

from evidencelab.contracts import Contract
from evidencelab.errors import InputError, OutputError

MANIFEST_FILE = "manifest.json"
LATEST = "latest"
BASELINE = "baseline"
_LOCK_FILE = ".running"

NotebookStatus = Literal["pending", "running", "finished", "failed"]
RunStatus = Literal["running", "finished", "failed", "died"]


class NotebookRecord(Contract):
    """What became of one notebook in one run.

    Attributes:
        name: File name without its ending; also the name of its results folder.
        status: `failed` when a cell raised or the kernel died; a verdict that says no is `finished`.
        seconds: Wall time, kernel start included; None while it is not over.
        error: The one line that says why it failed.
        misuse: True where a setting or an input was refused, so nothing was measured.
        parameters: What it was given, beyond its own defaults.
        sha256: Of the notebook file that was run.
    """

    name: str
    status: NotebookStatus = "pending"
    seconds: float | None = None
    error: str | None = None
    misuse: bool = False
    parameters: dict[str, Any] = Field(default_factory=dict)
    sha256: str | None = None


class RunManifest(Contract):
    """What it takes to know, and to repeat, one run of the report.

    Attributes:
        run: The name of its folder.
        status: `failed` when a notebook failed; `died` when the run itself did not end.
        held: Whether every deciding check held; None until the run is over.
        started: UTC, ISO 8601.
        ended: UTC, ISO 8601; None until it is over.
        seconds: Wall time of the whole.
        profile: The profile it was started with, if any.
        policy_hash: Of the gate policy, where the notebooks agree on one.
        code_version: Of the gate and the match.
        seed: Where the notebooks agree on one.
        commit: Of the checkout; None outside one.
        is_dirty: Whether the checkout had uncommitted changes; None outside one.
        versions: Package -> version, Python included.
        inputs: File -> sha256, over all notebooks.
        notebooks: In the order in which they ran.
    """

    run: str
    status: RunStatus = "running"
    held: bool | None = None
    started: str
    ended: str | None = None
    seconds: float | None = None
    profile: str | None = None
    policy_hash: str | None = None
    code_version: str
    seed: int | None = None
    commit: str | None = None
    is_dirty: bool | None = None
    versions: dict[str, str] = Field(default_factory=dict)
    inputs: dict[str, str] = Field(default_factory=dict)
    notebooks: tuple[NotebookRecord, ...] = ()


@contextmanager
def claim_run(results: Path, moment: datetime | None = None) -> Iterator[Path]:
    """Make a run's own folder and hold its lock as long as the run lives.

    Args:
        results: Where runs are kept; made if absent.
        moment: When the run starts, in UTC; now by default.

    Yields:
        The folder, `results/<time>` or `results/<time>-2`, `-3`, ... within one second.

    Raises:
        OutputError: It cannot be made; nothing is left behind.
    """
    stamp = (moment or datetime.now(UTC)).strftime("%Y-%m-%dT%H%M%SZ")
    try:
        results.mkdir(parents=True, exist_ok=True)
        folder = _first_free(results, stamp)
        lock = (folder / _LOCK_FILE).open("w")
    except OSError as error:
        raise OutputError(
            str(results), f"cannot be written ({error.strerror})", "give another results folder"
        ) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder
    finally:
        with suppress(OSError):
            (folder / _LOCK_FILE).unlink()
        lock.close()


def point_latest(results: Path, folder: Path) -> None:
    """Let `results/latest` point at a run, in one step."""
    link = results / LATEST
    fresh = results / f".{LATEST}-{folder.name}-{os.getpid()}"
    try:
        fresh.symlink_to(folder.name, target_is_directory=True)
        os.replace(fresh, link)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise OutputError(
            str(link), f"cannot be written ({error.strerror})", "move what is there away"
        ) from error


def write_manifest(folder: Path, manifest: RunManifest) -> None:
    """Write `manifest.json`, whole or not at all."""
    write_whole(folder / MANIFEST_FILE, manifest.model_dump_json(indent=1))


def write_whole(target: Path, text: str) -> None:
    """Write a text file so that a reader sees the old one or the new one, never a part.

    Raises:
        OutputError: It cannot be written.
    """
    partial = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        partial.write_text(text, encoding="utf-8", errors="backslashreplace")
        os.replace(partial, target)
    except OSError as error:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        raise OutputError(str(target), f"cannot be written ({error.strerror})", "check the space") from error


def read_manifest(folder: Path) -> RunManifest:
    """Read a run's manifest; one that says `running` without a living run is `died`.

    Raises:
        InputError: There is none, or it does not hold the contract.
    """
    source = folder / MANIFEST_FILE
    try:
        manifest = RunManifest.model_validate(json.loads(source.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(str(source), f"cannot be read ({error})", "name a folder of results/") from error
    except (ValidationError, ValueError) as error:
        first = str(error).splitlines()[0]
        raise InputError(str(source), f"is no manifest ({first})", "name a folder of results/") from error
    if manifest.status == "running" and not is_alive(folder):
        return manifest.model_copy(update={"status": "died"})
    return manifest


def is_alive(folder: Path) -> bool:
    """Whether a run still holds the lock of its folder."""
    try:
        with (folder / _LOCK_FILE).open() as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def list_runs(results: Path) -> list[RunManifest]:
    """The runs of a results folder, oldest first; folders without a readable manifest are left out."""
    runs: list[RunManifest] = []
    if not results.is_dir():
        return runs
    for folder in results.iterdir():
        if folder.name.startswith(".") or folder.name in (LATEST, BASELINE) or folder.is_symlink():
            continue
        with suppress(InputError):
            runs.append(read_manifest(folder))
    return sorted(runs, key=lambda run: (run.started, _ordinal(run.run)))


def mark_dead_runs(results: Path) -> list[str]:
    """Write down of every run that no longer lives, but says so, that it died.

    Returns:
        Their names.
    """
    dead = [run for run in list_runs(results) if run.status == "died"]
    for run in dead:
        records = tuple(
            record.model_copy(update={"status": "failed", "error": "the run died"})
            if record.status == "running"
            else record
            for record in run.notebooks
        )
        with suppress(OutputError):
            write_manifest(results / run.run, run.model_copy(update={"notebooks": records, "held": False}))
    return [run.run for run in dead]


def drop_old_runs(results: Path, keep: int) -> list[str]:
    """Delete the oldest runs beyond `keep`; living runs and the one `latest` names always stay.

    Args:
        results: Where runs are kept.
        keep: How many to keep, at least 1.

    Returns:
        The names of the deleted runs, oldest first.
    """
    latest = results / LATEST
    current = latest.resolve().name if latest.exists() else ""
    over = [run for run in list_runs(results) if run.run != current and run.status != "running"]
    surplus = max(0, len(over) + bool(current) - max(keep, 1))
    for run in over[:surplus]:
        shutil.rmtree(results / run.run, ignore_errors=True)
    return [run.run for run in over[:surplus]]


def _first_free(results: Path, stamp: str) -> Path:
    number = 1
    while True:
        folder = results / (stamp if number == 1 else f"{stamp}-{number}")
        try:
            folder.mkdir()
        except FileExistsError:
            number += 1
        else:
            return folder


def _ordinal(run: str) -> int:
    tail = run.rpartition("Z-")[2]
    return int(tail) if tail.isdigit() else 1
