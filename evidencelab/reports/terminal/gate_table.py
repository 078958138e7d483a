"""The readable form of gate results for a terminal; every quoted text in it is hostile.

It shows what a result says and decides nothing. Control characters are shown as escapes, so that
evidence can neither colour, move nor hide anything on the screen that shows it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from io import StringIO
from typing import NamedTuple

from evidencelab.contracts import (
    CheckedBinding,
    Envelope,
    GateError,
    GatekeeperResult,
    GateWarning,
    UnreadableLine,
)

_STYLES = {"none": "green", "low_confid": "yellow", "reject": "red"}
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


class Shown(NamedTuple):
    """One result and the name of the input it came from."""

    source: str
    envelope: Envelope | UnreadableLine


def printable(text: str) -> str:
    """Show control, format and unassigned characters as escapes; everything else as it is."""
    return "".join(
        char if unicodedata.category(char) not in _HIDDEN else char.encode("unicode_escape").decode()
        for char in text
    )


def render_results(results: Sequence[Shown], width: int, is_terminal: bool) -> str:
    """Draw a table of sessions and, below it, a line for each failure and each warning.

    Args:
        results: In input order; more than one source adds a column.
        width: Columns of the terminal.
        is_terminal: Whether colours may be used.
    """
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    shows_source = len({shown.source for shown in results}) > 1
    table = Table(box=None, pad_edge=False, header_style="bold" if is_terminal else "")
    for name in (*(("input",) if shows_source else ()), "line", "session", "status", "severity", "bindings"):
        table.add_column(name, overflow="fold", no_wrap=name in ("line", "status", "severity", "bindings"))
    table.add_column("failed rules", overflow="fold")
    details: list[Text] = []
    for shown in results:
        source = (Text(printable(shown.source)),) if shows_source else ()
        envelope = shown.envelope
        if isinstance(envelope, UnreadableLine):
            table.add_row(
                *source,
                str(envelope.line),
                "",
                Text("unreadable", "red"),
                "",
                "",
                Text(printable(envelope.error)),
            )
            continue
        result = envelope.gatekeeper_result
        style = _STYLES[result.severity]
        table.add_row(
            *source,
            str(envelope.line),
            Text(printable(envelope.session_id)),
            Text(result.status, style),
            Text(result.severity, style),
            str(len(result.checked_bindings)),
            Text(", ".join(result.failed_rules) or "-"),
        )
        session = printable(envelope.session_id)
        details += [Text(f"{session}: {line}") for line in _detail_lines(result)]
    stream = StringIO()
    console = Console(
        file=stream,
        width=width,
        force_terminal=is_terminal,
        color_system="standard" if is_terminal else None,
        highlight=False,
        emoji=False,
        markup=False,
    )
    console.print(table)
    for line in details:
        console.print(line, soft_wrap=True)
    return "\n".join(line.rstrip() for line in stream.getvalue().rstrip("\n").split("\n"))


def _detail_lines(result: GatekeeperResult) -> list[str]:
    """Give one line a failure, with its address and what it cited, then one a warning."""
    cited = {
        (binding.claim_id, binding.action_id, binding.binding_index): binding
        for binding in result.checked_bindings
    }
    lines = []
    for error in result.errors:
        binding = cited.get((error.claim_id, error.action_id, error.binding_index))
        lines.append(f"{_address(error)}{_cited(binding)} {error.rule}: {printable(error.message)}")
    for warning in result.warnings:
        lines.append(f"{_address(warning)} warning {warning.rule}: {printable(warning.message)}")
    return lines


def _address(noted: GateError | GateWarning) -> str:
    owner = noted.claim_id if noted.claim_id is not None else noted.action_id
    if owner is None:
        return "output"
    index = "" if noted.binding_index is None else f"[{noted.binding_index}]"
    return f"{printable(owner)}{index}"


def _cited(binding: CheckedBinding | None) -> str:
    if binding is None:
        return ""
    parts = (binding.tool_name, binding.source_invocation_id, binding.raw_path)
    return f" ({', '.join('-' if part is None else printable(str(part)) for part in parts)})"
