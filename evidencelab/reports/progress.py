"""What a person sees while a report runs: which notebook, which cell, how far.

Inside a notebook `track` shows a bar on its way through a long loop; the runner reads that bar from
the kernel and passes it on. Progress goes to stderr and never into a result.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TextIO, TypeVar

from tqdm import tqdm

from evidencelab.reports.markup import visible

Item = TypeVar("Item")

_QUIET_SECONDS = 5.0
_WIDTH = 100


def track(items: Iterable[Item], label: str, total: int | None = None) -> Iterator[Item]:
    """Iterate and show a bar on stderr, in a terminal, a notebook and a scheduled run alike.

    Args:
        items: What to go through.
        label: What the items are.
        total: How many there are, where `items` cannot say.
    """
    bar = tqdm(items, desc=label, total=total, file=sys.stderr, ascii=" =", mininterval=0.5, leave=False)
    yield from bar


class RunProgress:
    """Tells of a run on a text stream: one living line on a terminal, else a line now and then."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._is_terminal = self._stream.isatty()
        self._notebook = ""
        self._cell = ""
        self._said = 0.0

    def notebook_started(self, name: str, number: int, total: int) -> None:
        """Say that a notebook begins."""
        self._notebook, self._cell = f"[{number}/{total}] {name}", "starting"
        self._show("", at_once=True)

    def cell_started(self, number: int, total: int) -> None:
        """Say that a cell begins."""
        self._cell = f"cell {number}/{total}"
        self._show("")

    def notebook_ended(self, words: str) -> None:
        """Say how the notebook ended, on a line that stays."""
        self._clear()
        self._print(f"{self._notebook}: {words}\n")

    def write(self, text: str) -> int:
        """Take what the kernel writes to stderr; the end of its last line is shown."""
        pieces = [piece for piece in text.replace("\r", "\n").split("\n") if piece.strip()]
        if pieces:
            self._show(visible(pieces[-1].strip()))
        return len(text)

    def flush(self) -> None:
        """Do nothing: every line is flushed when it is written."""

    def _show(self, detail: str, at_once: bool = False) -> None:
        waited = time.monotonic() - self._said
        if not at_once and waited < (0.1 if self._is_terminal else _QUIET_SECONDS):
            return
        line = "  ".join(part for part in (self._notebook, self._cell, detail) if part)[:_WIDTH]
        self._said = time.monotonic()
        if self._is_terminal:
            self._clear()
            self._print(line)
        else:
            self._print(line + "\n")

    def _clear(self) -> None:
        if self._is_terminal:
            self._print("\r\033[K")

    def _print(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()
