"""Reads and writes whole text files: a mistake is one line, and nothing is left half-written."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from evidencelab.errors import InputError, OutputError

STDIN = "-"


def read_text_file(path: Path, kind: str) -> str:
    """Read a UTF-8 file, or stdin where the path is `-`; a byte order mark is dropped.

    Args:
        path: The file.
        kind: What it should hold, for the message: "a session file".

    Raises:
        InputError: It cannot be read or is not UTF-8.
    """
    try:
        content = sys.stdin.buffer.read() if str(path) == STDIN else path.read_bytes()
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        where = f"byte {error.start}"
        raise InputError(str(path), f"is not UTF-8 ({error.reason}, {where})", "save it as UTF-8") from error
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputError(str(path), f"cannot be read ({reason})", f"give the path of {kind}") from error


def write_text_file(path: Path, text: str) -> None:
    """Write a file whole or not at all.

    Raises:
        OutputError: The place cannot be written.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True) if draft.parent.is_dir() else None
        reason = error.strerror or type(error).__name__
        raise OutputError(str(path), f"cannot be written ({reason})", "give a place that can be") from error
