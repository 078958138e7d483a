"""Turns files of tool outputs and an executor's output into a recorded session."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from pydantic import JsonValue

from evidencelab.contracts import CallStatus, Session, ToolInvocation
from evidencelab.errors import InputError, SettingError
from evidencelab.evidence.recorder import record_output
from evidencelab.gatekeeper.files import read_text_file
from evidencelab.gatekeeper.json_values import clean_text, decode_whole


class ToolFile(NamedTuple):
    """A tool and the file that holds one of its outputs."""

    tool_name: str
    path: Path


def tool_file(argument: str) -> ToolFile:
    """Read `NAME=FILE`.

    Raises:
        InputError: There is no name, no file, or no equals sign between them.
    """
    name, separator, path = argument.partition("=")
    if not (separator and name.strip() and path.strip()):
        raise InputError(
            "--tool", f"got {argument!r}, expected NAME=FILE", "name the tool and its output file"
        )
    return ToolFile(name.strip(), Path(path.strip()))


def read_output(path: Path) -> JsonValue:
    """Read a tool's or an executor's output: JSON where the whole file is JSON, its text otherwise.

    Decimal numbers remember how they were written. An object that states a key twice stays text, so
    that whoever reads it can say so.

    Raises:
        InputError: The file cannot be read or is not UTF-8.
    """
    text = clean_text(read_text_file(path, "a tool's or an executor's output"))
    decoded = decode_whole(text)
    return text if decoded is None or decoded.repeated_keys else decoded.value


def read_arguments(text: str | None) -> JsonValue:
    """Read a call's arguments, given as JSON on the command line; None where none are given.

    Raises:
        InputError: The text is not JSON.
    """
    if text is None:
        return None
    decoded = decode_whole(text)
    if decoded is None:
        raise InputError("--arguments", f"got {text!r}, expected JSON", 'write {"query": "..."}')
    return decoded.value


def read_status(text: str | None) -> CallStatus | None:
    """Read a call's status; None where none is given.

    Raises:
        SettingError: It is neither success nor error.
    """
    if text in ("success", "error", None):
        return text  # type: ignore[return-value]
    raise SettingError("--status", str(text), "is not a call status", ("error", "success"))


def build_session(
    executor: Path, tools: Sequence[ToolFile], session_id: str | None = None, query: str = ""
) -> Session:
    """Build a session: ids counted from 1 in the order of the tools, every output recorded.

    Args:
        executor: The executor's output, JSON or text.
        tools: Tool outputs, JSON or text, in the order of the calls.
        session_id: Defaults to the name of the executor's file without its suffix.
        query: The question that was asked.

    Raises:
        InputError: A file cannot be read.
    """
    invocations = tuple(_recorded(number, tool) for number, tool in enumerate(tools, 1))
    return Session(
        session_id=session_id or executor.stem or "session",
        original_query=query,
        tool_invocations=invocations,
        executor_output=read_output(executor),
    )


def _recorded(number: int, tool: ToolFile) -> ToolInvocation:
    """Record before the call is built: a contract's numbers forget how they were written."""
    output = read_output(tool.path)
    details = record_output(tool.tool_name, output)
    return ToolInvocation(
        invocation_id=number, tool_name=tool.tool_name, output=output, retrieval_details=details
    )
