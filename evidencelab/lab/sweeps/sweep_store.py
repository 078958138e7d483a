"""Where a sweep keeps its cells: one file a cell, written whole or not at all.

A file appears under its key in one step, after its bytes have reached the disk; a process killed at
any moment leaves finished cells and, at worst, a temporary file that the next start removes. It
must not know what a cell means.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterator
from pathlib import Path

from pydantic import ValidationError

from evidencelab.errors import OutputError
from evidencelab.lab.sweeps.sweep_cells import CellResult

TEMPORARY = ".writing-"


class SweepStore:
    """The finished cells of one or more sweeps in a folder."""

    def __init__(self, folder: Path) -> None:
        """Open a store; what a killed process left half-written is removed.

        Raises:
            OutputError: The folder cannot be made.
        """
        self.folder = folder
        self._cells = folder / "cells"
        try:
            self._cells.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(str(folder), f"cannot be made ({error})", "choose another folder") from error
        for left in self._cells.glob(f"{TEMPORARY}*"):
            if not _is_running(left.name.removeprefix(TEMPORARY).partition("-")[0]):
                left.unlink(missing_ok=True)

    def finished(self) -> frozenset[str]:
        """List the keys of the finished cells."""
        return frozenset(path.stem for path in self._cells.glob("*.json"))

    def read(self, key: str) -> CellResult | None:
        """Read a finished cell; None where it is not there or is no result (it is then run again)."""
        try:
            return CellResult.model_validate(json.loads(self._path(key).read_text(encoding="utf-8")))
        except (OSError, ValueError, ValidationError):
            return None

    def read_all(self, keys: Collection[str]) -> Iterator[CellResult]:
        """Read the finished cells among `keys`, in their order."""
        for key in keys:
            result = self.read(key)
            if result is not None:
                yield result

    def write(self, result: CellResult) -> None:
        """Keep a finished cell.

        Raises:
            OutputError: It cannot be written; nothing is left of it.
        """
        text = json.dumps(result.model_dump(mode="json"), ensure_ascii=True)
        write_whole(self._path(result.key), text.encode())

    def _path(self, key: str) -> Path:
        return self._cells / f"{key}.json"


def _is_running(process: str) -> bool:
    """Tell whether the process that began a file may still be writing it."""
    try:
        os.kill(int(process), 0)
    except (ValueError, OverflowError, ProcessLookupError):
        return False
    except PermissionError:
        return True
    return True


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all.

    Raises:
        OutputError: It cannot be written.
    """
    temporary = path.with_name(f"{TEMPORARY}{os.getpid()}-{path.name}")
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise OutputError(
            str(path), f"cannot be written ({error})", "make room, or choose another folder"
        ) from error
