"""Reads session files: one JSON object, one array of them, or one JSON object a line.

A line that cannot be read is a value with its number and a reason, so that the others are still
gated; a file that cannot be read at all is the caller's mistake. Whatever stands in a session's
`executor_output` is left for the gate.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from evidencelab.contracts import Session, ToolInvocation
from evidencelab.errors import InputError
from evidencelab.evidence.extractors.values import Literal
from evidencelab.evidence.recorder import record_output
from evidencelab.gatekeeper.files import read_text_file
from evidencelab.gatekeeper.json_values import as_json, json_expectation, limit_depth, shorten, told

LINES_SUFFIXES = (".jsonl", ".ndjson")
_SESSION_FIELDS = ("session_id", "tool_invocations", "executor_output")
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_MAX_DIGITS = 4000


class ReadLine(NamedTuple):
    """One session of a file, or the reason why it could not be read.

    Attributes:
        line: 1-based: the line of a JSONL file, the position in an array, 1 for a single object.
        session: The session; None where it could not be read.
        error: One line that names the field or the fault and what to do; None where it was read.
    """

    line: int
    session: Session | None = None
    error: str | None = None


def read_sessions(path: Path) -> Iterator[ReadLine]:
    """Read a session file.

    A file that is one JSON object, however many lines it takes, is a session; one array is sessions;
    anything else is read as JSONL, blank lines skipped and counted.

    Raises:
        InputError: The file cannot be read, is empty, or holds a single object with a syntax error.
    """
    text = read_text_file(path, "a session file")
    return sessions_in(text, str(path), is_lines=path.suffix.lower() in LINES_SUFFIXES)


def sessions_in(text: str, source: str, *, is_lines: bool = False) -> Iterator[ReadLine]:
    """Read the sessions in a text.

    Args:
        text: The content of a session file.
        source: What to call it in an error.
        is_lines: Whether the text is known to be JSONL, so that even its only line may be broken.

    Raises:
        InputError: The text is empty, or a single object with a syntax error.
    """
    if not text.strip():
        raise InputError(source, "is empty", "write one session, an array of sessions, or one a line")
    try:
        value = _loads(text)
    except json.JSONDecodeError as error:
        lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
        if is_lines or _are_session_lines([line for _, line in lines]):
            return (_read_line(line, number) for number, line in lines)
        reason = f"is not JSON ({error.msg}, column {error.colno})"
        raise InputError(source, reason, "mend the file", error.lineno) from error
    except (ValueError, RecursionError) as error:
        raise InputError(source, f"is not readable JSON ({told(error)})", "mend the file") from error
    if isinstance(value, list):
        return (_read_value(item, position) for position, item in enumerate(value, 1))
    return iter([_read_value(value, 1)])


def _read_line(line: str, number: int) -> ReadLine:
    try:
        value = _loads(line)
    except json.JSONDecodeError as error:
        return ReadLine(number, error=f"is not JSON ({error.msg}, column {error.colno}); mend the line")
    except (ValueError, RecursionError) as error:
        return ReadLine(number, error=f"is not readable JSON ({told(error)}); mend the line")
    return _read_value(value, number)


def _read_value(value: object, number: int) -> ReadLine:
    if not isinstance(value, dict):
        return ReadLine(number, error=f"got {shorten(value, 60)}, expected a session object")
    try:
        session = Session.model_validate(value)
    except ValidationError as error:
        return ReadLine(number, error=_reason(error.errors()[0]))
    rows = value.get("tool_invocations", ())
    calls = tuple(_as_written(call, row) for call, row in zip(session.tool_invocations, rows, strict=True))
    return ReadLine(number, session.model_copy(update={"tool_invocations": calls}))


def _as_written(call: ToolInvocation, row: Any) -> ToolInvocation:
    """Record an output whose numbers a contract would rewrite, `1.50` as `1.5`, while they still read so."""
    if call.retrieval_details is not None or call.output is None:
        return call
    output, arguments = row["output"], row.get("arguments")
    if not (_is_rewritten(output) or _is_rewritten(arguments)):
        return call
    details = record_output(call.tool_name, output, arguments, call.status)
    return call.model_copy(update={"retrieval_details": details})


def _is_rewritten(value: object) -> bool:
    stack = [value]
    while stack:
        node = stack.pop()
        if isinstance(node, Literal) and node.literal != json.dumps(node):
            return True
        if isinstance(node, dict):
            stack += node.values()
        elif isinstance(node, list):
            stack += node
    return False


def _reason(error: ErrorDetails) -> str:
    """Say in one line which field is wrong, what stands there, and what was expected."""
    path = ""
    for part in error["loc"]:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else str(part)
    if error["type"] == "missing":
        return f"{path} is missing; state it"
    what = f"{path}: " if path else ""
    got = "" if not path else f"got {shorten(error['input'], 60)}; "
    return f"{what}{got}{json_expectation(error['msg'])}"


def _loads(text: str) -> object:
    try:
        value = json.loads(text, parse_int=_parse_int, parse_float=Literal)
    except RecursionError:
        value = json.loads(limit_depth(text), parse_int=_parse_int, parse_float=Literal)
    return as_json(value) if _ESCAPED_SURROGATE.search(text) else value


def _parse_int(digits: str) -> object:
    """Keep a number too long for an integer as its digits: it may stand in an executor's output."""
    return int(digits) if len(digits) <= _MAX_DIGITS else digits


def _are_session_lines(lines: list[str]) -> bool:
    """Say whether a text that is no JSON as a whole is JSONL: some line on its own is a session."""
    if len(lines) < 2 or lines[0].lstrip().startswith("["):
        return False
    return any(_is_session_line(line) for line in lines)


def _is_session_line(line: str) -> bool:
    try:
        value = _loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and any(field in value for field in _SESSION_FIELDS)
