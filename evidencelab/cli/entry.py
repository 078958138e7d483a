"""The program: its commands by name, and how it starts and ends.

stdout carries results only. Exit 0 is fine, 1 means that the gate or a regression check said no,
2 is misuse or unreadable input: one line on stderr, no traceback. Heavy libraries are imported
inside the commands that need them, so that `evidencelab check` starts fast.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from evidencelab.cli import auditing, calibrating, gating, running
from evidencelab.cli.options import PlainCommand
from evidencelab.cli.output import CLOSED_PIPE, FINE, UNREADABLE, complain, drop_stdout, emit
from evidencelab.errors import EvidencelabError

app = typer.Typer(
    name="evidencelab",
    help="Find out whether an agent's evidence is real.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
session_app = typer.Typer(help="Build session files.", rich_markup_mode=None)
audit_app = typer.Typer(help="Ask the store of what the gate decided.", rich_markup_mode=None)

app.command("check", cls=PlainCommand)(gating.check)
app.add_typer(session_app, name="session")
session_app.command("build", cls=PlainCommand)(gating.session_build)
app.command("excerpts", cls=PlainCommand)(gating.excerpts)
app.command("record", cls=PlainCommand)(gating.record)
app.add_typer(audit_app, name="audit")
audit_app.command("list", cls=PlainCommand)(auditing.audit_list)
audit_app.command("show", cls=PlainCommand)(auditing.audit_show)
audit_app.command("replay", cls=PlainCommand)(auditing.audit_replay)
app.command("report", cls=PlainCommand)(running.report)
app.command("calibrate", cls=PlainCommand)(calibrating.calibrate)
app.command("sweep", cls=PlainCommand)(running.sweep)
app.command("schema", cls=PlainCommand)(gating.schema)


def _print_version(is_asked: bool) -> None:
    if is_asked:
        from evidencelab.version import __version__

        emit(__version__)
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", help="print the version", is_eager=True, callback=_print_version)
    ] = False,
) -> None:
    """Gate the citations of an agent, calibrate the gate, compare prompts, report what got worse."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and give its exit code; mistakes of the caller become one line on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        code = app(arguments, standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        drop_stdout()
        return CLOSED_PIPE
    except EvidencelabError as error:
        complain(error)
        return UNREADABLE
    except typer.exceptions.TyperException as error:
        complain(f"{error.format_message()}{_choices(error)} (see --help)")
        return UNREADABLE
    except KeyboardInterrupt:
        return 130
    return code if isinstance(code, int) else FINE


def _choices(error: Exception) -> str:
    """Name the commands that there are, where the one that was given is none or is missing."""
    command = getattr(getattr(error, "ctx", None), "command", None)
    names = list(getattr(command, "commands", ()))
    return f" Give one of: {', '.join(names)}" if names and "ommand" in str(error) else ""


def main() -> None:
    """Entry point of the `evidencelab` command."""
    sys.exit(run())
