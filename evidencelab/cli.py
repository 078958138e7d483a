"""The command line: parse, call, print. It decides nothing and must not hold any logic of its own.

stdout carries results only. Exit 0 is fine, 1 means that the gate or a regression check said no,
2 is misuse or unreadable input: one line on stderr, no traceback. Heavy libraries are imported
inside the commands that need them, so that `evidencelab check` starts fast.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evidencelab.errors import EvidencelabError

if TYPE_CHECKING:
    from evidencelab.gatekeeper.policy import GatekeeperPolicy

FINE, SAID_NO, UNREADABLE = 0, 1, 2
CLOSED_PIPE = 141  # as a shell reports a writer whose reader has gone

app = typer.Typer(
    name="evidencelab",
    help="Find out whether an agent's evidence is real.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

PolicyOption = Annotated[
    Path | None, typer.Option("--policy", help="JSON file of policy settings; defaults where absent")
]


def emit(text: str) -> None:
    """Print one result to stdout; the only way a command writes there."""
    try:
        sys.stdout.write(text + "\n")
    except BrokenPipeError:
        _drop_stdout()
        raise typer.Exit(CLOSED_PIPE) from None


def complain(problem: object) -> None:
    """Print one line to stderr, whatever stands in the problem's text."""
    print(f"evidencelab: {' '.join(str(problem).split())}", file=sys.stderr)


def policy_of(path: Path | None) -> GatekeeperPolicy:
    """Read the policy file, or give the defaults where none is named."""
    from evidencelab.gatekeeper.policy import GatekeeperPolicy, load_policy

    return GatekeeperPolicy() if path is None else load_policy(path)


@app.callback()
def _root() -> None:
    """Gate the citations of an agent, calibrate the gate, compare prompts, report what got worse."""


@app.command()
def schema() -> None:
    """Print the JSON Schemas of the wire format as one object, keyed by name."""
    import json

    from evidencelab.contracts import WIRE_CONTRACTS

    schemas = {contract.__name__: contract.model_json_schema() for contract in WIRE_CONTRACTS}
    emit(json.dumps(schemas, ensure_ascii=False, indent=2))


def _drop_stdout() -> None:
    """Point stdout at nothing, so that the interpreter's last flush stays quiet."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and give its exit code; mistakes of the caller become one line on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        code = app(arguments, standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_stdout()
        return CLOSED_PIPE
    except EvidencelabError as error:
        complain(error)
        return UNREADABLE
    except typer.exceptions.TyperException as error:
        complain(f"{error.format_message()} (see --help)")
        return UNREADABLE
    except KeyboardInterrupt:
        return 130
    return code if isinstance(code, int) else FINE


def main() -> None:
    """Entry point of the `evidencelab` command."""
    sys.exit(run())
