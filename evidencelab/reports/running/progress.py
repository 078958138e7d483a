"""What a person sees while a report runs: which notebook, which cell, how far.

Inside a notebook `track` shows a bar on its way through a long loop; the runner reads that bar from
the kernel and passes it on. Progress goes to stderr and never into a result.
"""

from __future__ import annotations

import re
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from typing import TextIO, TypeVar

from tqdm import tqdm

from evidencelab.reports.views.markup import visible

Item = TypeVar("Item")

_QUIET_SECONDS = 5.0
_WIDTH = 110
_BETWEEN = " | "
_BAR = re.compile(r"\|[^|]*\|")
_CLEAR = "\r\033[K"


def track(items: Iterable[Item], label: str, total: int | None = None) -> Iterator[Item]:
    """Iterate and show a bar on stderr: in a terminal, and in a kernel, from which the runner reads it.

    Args:
        items: What to go through.
        label: What the items are.
        total: How many there are, where `items` cannot say.
    """
    is_watched = sys.stderr.isatty() or "ipykernel" in sys.modules
    yield from tqdm(
        items,
        desc=label,
        total=total,
        file=sys.stderr,
        ascii=" =",
        mininterval=0.5,
        leave=False,
        disable=not is_watched,
    )


class RunProgress:
    """Tells of a run on a text stream: one living line on a terminal, else a line now and then.

    Several notebooks may run at once; each has a `NotebookProgress` of its own and its share of the line.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._is_terminal = self._stream.isatty()
        self._lock = threading.Lock()
        self._said = 0.0
        self._running: dict[str, str] = {}

    def start_notebook(self, name: str, number: int, total: int) -> NotebookProgress:
        """Say that a notebook begins, and give what tells of it."""
        started = NotebookProgress(self, f"[{number}/{total}] {name}")
        self.show(started.title, "starting", at_once=True)
        return started

    def show(self, title: str, words: str, at_once: bool = False) -> None:
        """Show where the running notebooks are, in a line that the next one replaces, now and then."""
        with self._lock:
            self._running[title] = words
            waited = time.monotonic() - self._said
            if not at_once and waited < (0.1 if self._is_terminal else _QUIET_SECONDS):
                return
            self._said = time.monotonic()
            share = _WIDTH // len(self._running) - len(_BETWEEN)
            line = _BETWEEN.join(f"{name}  {said}"[:share] for name, said in sorted(self._running.items()))
            self._print(f"{_CLEAR}{line}" if self._is_terminal else f"{line}\n")

    def keep(self, title: str, words: str) -> None:
        """Print how a notebook ended, on a line that stays."""
        with self._lock:
            self._running.pop(title, None)
            self._print(f"{_CLEAR if self._is_terminal else ''}{title}: {words}\n")

    def _print(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


class NotebookProgress:
    """Tells of one notebook; also the stream to which its kernel's stderr is written."""

    def __init__(self, run: RunProgress, title: str) -> None:
        self._run = run
        self.title = title
        self._cell = ""

    def cell_started(self, number: int, total: int) -> None:
        """Say that a cell begins."""
        self._cell = f"cell {number}/{total}"
        self._run.show(self.title, self._cell)

    def ended(self, words: str) -> None:
        """Say how the notebook ended, on a line that stays."""
        self._run.keep(self.title, visible(words))

    def write(self, text: str) -> int:
        """Take what the kernel writes to stderr; the end of its last line is shown."""
        pieces = [piece for piece in text.replace("\r", "\n").split("\n") if piece.strip()]
        if pieces:
            said = _BAR.sub(" ", visible(pieces[-1].strip()))
            self._run.show(self.title, f"{self._cell}  {said}")
        return len(text)

    def flush(self) -> None:
        """Do nothing: every line is flushed when it is written."""
