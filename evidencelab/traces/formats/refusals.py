"""Say in one line why an input is no trace: what it is, where it failed, and what to do."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import JsonValue

from evidencelab.errors import InputError
from evidencelab.traces.formats.conversation import ImportedTrace, TraceFormat
from evidencelab.traces.formats.detect import LIST_KEYS
from evidencelab.traces.formats.parts import mapping, sequence

FORMATS: tuple[TraceFormat, ...] = TraceFormat.__args__  # type: ignore[attr-defined]


def described(value: JsonValue) -> str:
    """Name the keys by which a reader knows a value again."""
    item = next((mapping(item) for item in sequence(value)), mapping(value))
    keys = ", ".join(repr(key) for key in list(item)[:6])
    return f", {'a list of objects' if isinstance(value, list) else 'an object'} with {keys}," if keys else ""


def is_empty(value: JsonValue) -> bool:
    """Tell whether an object holds a list of messages, and nothing in it."""
    listed = [held for key in LIST_KEYS if (held := mapping(value).get(key)) is not None]
    return bool(listed) and not any(listed)


def require_talk(traces: Sequence[ImportedTrace], source: str) -> None:
    """Refuse a file in which nobody says, calls or gets anything, and say what stood in the way.

    Raises:
        InputError: No run of the file has a message or a call.
    """
    if any(trace.messages or trace.session.tool_invocations for trace in traces):
        return
    broken = next((part for trace in traces for part in trace.report.broken), None)
    if broken is not None:
        raise InputError(
            source,
            f"holds no message and no tool call: {broken.where}: {broken.error}",
            "give a run's messages, items or spans",
        )
    raise InputError(
        source,
        f"holds no message and no tool call, though it is {traces[0].report.format}",
        "record it with content capture on",
    )


def no_talk(source: str) -> InputError:
    """Give the error for a run whose list of messages is empty."""
    return InputError(source, "holds no message: its list is empty", "leave it out, or record the run again")


def no_trace(source: str, reason: str) -> InputError:
    """Give the error for an input that is no trace."""
    return InputError(source, f"is no trace: {reason}", f"name the format, one of {', '.join(FORMATS)}")
