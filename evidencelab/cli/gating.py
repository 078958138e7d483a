"""Commands that gate: `check`, `session build`, `excerpts`, `record`, and the schemas of what they read."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from evidencelab.cli.options import DatabaseOption, PolicyOption, policy_of
from evidencelab.cli.output import FINE, SAID_NO, UNREADABLE, complain, emit
from evidencelab.errors import InputError, SettingError

if TYPE_CHECKING:
    from evidencelab.gatekeeper.policy import GatekeeperPolicy
    from evidencelab.reports.terminal.checked_inputs import Checked


def check(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE", help="session files or agent traces; - is stdin")
    ],
    source_format: Annotated[
        str, typer.Option("--from", metavar="FORMAT", help="auto tells by content; else the format's name")
    ] = "auto",
    policy: PolicyOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="one envelope a line, in input order")] = False,
    fail_on: Annotated[
        str,
        typer.Option(
            "--fail-on",
            metavar="CLASS",
            help="traces: exit 1 at this class or a worse one (overclaimed_absence, unsupported, altered) or "
            "never; report 06 takes the same as -p fail_on, there never by default",
        ),
    ] = "overclaimed_absence",
    scope: Annotated[
        str, typer.Option(metavar="SCOPE", help="traces: judge answers, last, or every message")
    ] = "answers",
    store: Annotated[bool, typer.Option("--store", help="keep every result in the audit store")] = False,
    database: DatabaseOption = None,
) -> None:
    """Gate the citations of sessions and the statements of agent traces.

    Exit 1 where one fails, 2 where an input could not be read.
    What is in no known trace format is read as a session: one JSON object, an array, or one a line.
    """
    from evidencelab.reports.terminal.checked_inputs import CheckOptions, check_sessions, check_traces, render

    options = CheckOptions.of(policy_of(policy), fail_on=fail_on, scope=scope)
    keep = keeper_of(store, database, options.policy)
    worst = FINE
    shown = []
    for source in files:
        hint = ""
        try:
            text, taken, hint = read_source(source, source_format)
            run = check_sessions if taken == "session" else check_traces
            for checked in run(text, source, taken, options):
                worst = max(worst, code_of(source, checked, hint))
                keep(checked)
                if as_json:
                    emit(json.dumps(checked.wire, ensure_ascii=False))
                else:
                    shown.append(checked.shown)
        except InputError as error:
            complain(f"{error}{hint}")
            worst = UNREADABLE
    if shown:
        is_terminal = sys.stdout.isatty()
        width = shutil.get_terminal_size(fallback=(140, 40)).columns
        emit(render(shown, width, is_terminal))
    raise typer.Exit(worst)


def session_build(
    executor: Annotated[Path, typer.Option(help="the executor's output, JSON or text")],
    tool: Annotated[
        list[str], typer.Option(metavar="NAME=FILE", help="a tool's output; once a call, ids count from 1")
    ],
    session_id: Annotated[str | None, typer.Option(help="defaults to the executor file's name")] = None,
    query: Annotated[str, typer.Option(help="the question that was asked")] = "",
    out: Annotated[Path | None, typer.Option(help="file to write; stdout where absent")] = None,
) -> None:
    """Build a session file from tool outputs and an executor's output."""
    from evidencelab.gatekeeper.files import write_text_file
    from evidencelab.gatekeeper.tool_files import build_session, tool_file

    session = build_session(executor, [tool_file(argument) for argument in tool], session_id, query)
    text = json.dumps(session.to_wire(), ensure_ascii=False, indent=2)
    if out is None:
        emit(text)
    else:
        write_text_file(out, text + "\n")


def excerpts(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="JSONL rows of text and excerpt; - is stdin")],
    policy: PolicyOption = None,
) -> None:
    """Judge rows of text and excerpt: the same rows plus decision, similarity, reasons and spans."""
    from evidencelab.gatekeeper.excerpt_rows import judge_file

    settings = policy_of(policy)
    worst = FINE
    for judged in judge_file(file, settings):
        emit(json.dumps(judged.row, ensure_ascii=False))
        if judged.is_broken:
            complain(f"{file}, line {judged.row['line']}: {judged.row['error']}")
            worst = UNREADABLE
    raise typer.Exit(worst)


def record(
    tool: Annotated[str, typer.Argument(metavar="TOOL", help="the tool's name")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="its output, JSON or text")],
    arguments: Annotated[str | None, typer.Option(help="the call's arguments, as JSON")] = None,
    status: Annotated[str | None, typer.Option(help="error where the call failed")] = None,
) -> None:
    """Record a tool's output: its evidence status and its quotable places."""
    from evidencelab.evidence.recorder import record_output
    from evidencelab.gatekeeper.tool_files import read_arguments, read_output, read_status

    details = record_output(tool, read_output(file), read_arguments(arguments), read_status(status))
    emit(json.dumps(details.to_wire(), ensure_ascii=False, indent=2))


def schema() -> None:
    """Print the JSON Schemas of the wire format and of a policy file as one object, keyed by name."""
    from evidencelab.contracts import WIRE_CONTRACTS
    from evidencelab.gatekeeper.policy import GatekeeperPolicy

    schemas = {contract.__name__: contract.model_json_schema() for contract in WIRE_CONTRACTS}
    schemas[GatekeeperPolicy.__name__] = GatekeeperPolicy.model_json_schema()
    emit(json.dumps(schemas, ensure_ascii=False, indent=2))


class Source(NamedTuple):
    """An input's text, the format it is taken to be in, and what to add where it cannot be read in it."""

    text: str
    taken: str
    hint: str


def read_source(source: Path, source_format: str) -> Source:
    """Read a file, `-` is stdin, and name its format: the one asked for, or the one its content is in.

    What is in no known format is taken for a session, so that its faults are named as one's; the hint
    says that it was a guess.
    """
    from evidencelab.gatekeeper.files import read_text_file
    from evidencelab.traces.formats.load import FORMATS, format_of_text

    if source_format not in ("auto", *FORMATS):
        raise SettingError("--from", source_format, "is not a format", ("auto", *FORMATS))
    text = read_text_file(source, "a session file or a trace")
    known = format_of_text(text) if source_format == "auto" else source_format
    if known is not None:
        return Source(text, known, "")
    hint = " (read as a session, since it is in no known trace format; --from names one)"
    return Source(text, "session", hint if text.strip() else "")


def code_of(source: Path, checked: Checked, hint: str) -> int:
    """Give the exit code of one input; one that could not be read is said on stderr."""
    if checked.error is not None:
        complain(f"{source}, line {checked.line}: {checked.error}{hint}")
        return UNREADABLE
    return FINE if checked.is_fine else SAID_NO


def keeper_of(store: bool, database: str | None, policy: GatekeeperPolicy) -> Callable[[Checked], None]:
    """Give what keeps a gated session in the audit store, or what forgets it."""
    if not store and database is None:
        return lambda checked: None
    from evidencelab.audit import AuditStore

    opened = AuditStore(database)

    def keep(checked: Checked) -> None:
        if checked.session is not None and checked.result is not None:
            opened.add_check(checked.session, checked.result, policy)

    return keep
