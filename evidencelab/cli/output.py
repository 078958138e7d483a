"""Where the command line writes: results to stdout, one line a problem to stderr, an exit code."""

from __future__ import annotations

import os
import sys

import typer

FINE, SAID_NO, UNREADABLE = 0, 1, 2
CLOSED_PIPE = 141  # as a shell reports a writer whose reader has gone


def emit(text: str) -> None:
    """Print one result to stdout; the only way a command writes there."""
    try:
        sys.stdout.write(text + "\n")
    except BrokenPipeError:
        drop_stdout()
        raise typer.Exit(CLOSED_PIPE) from None


def complain(problem: object) -> None:
    """Print one line to stderr, whatever stands in the problem's text."""
    from evidencelab.reports.terminal.gate_table import printable

    print(f"evidencelab: {printable(' '.join(str(problem).split()))}", file=sys.stderr)


def drop_stdout() -> None:
    """Point stdout at nothing, so that the interpreter's last flush stays quiet."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
