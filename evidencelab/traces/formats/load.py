"""Read anybody's trace file: JSON, JSON lines, or a recorded output; one run or many.

What cannot be read is a value with its place: a broken line inside a run is named in that run's report,
a broken line among runs keeps its place beside them. Only a file in which nothing is a trace is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import JsonValue

from evidencelab.contracts import UnreadableLine
from evidencelab.errors import InputError
from evidencelab.gatekeeper.json_values import as_json
from evidencelab.traces.formats import anthropic, holmesgpt, langchain, mcp, openai_chat, openai_responses
from evidencelab.traces.formats.conventions import EitherConvention
from evidencelab.traces.formats.conversation import BrokenPart, ImportedTrace, TraceFormat
from evidencelab.traces.formats.detect import Piece, detect_format, is_run, is_session, pieces
from evidencelab.traces.formats.numerals import loads
from evidencelab.traces.formats.openinference import OpenInferenceConvention
from evidencelab.traces.formats.otel_genai import GenAiConvention
from evidencelab.traces.formats.parts import mapping, sequence
from evidencelab.traces.formats.refusals import FORMATS as FORMATS
from evidencelab.traces.formats.refusals import described, is_empty, no_talk, no_trace, require_talk
from evidencelab.traces.formats.session_trace import session_as_trace
from evidencelab.traces.formats.span_run import read_run
from evidencelab.traces.formats.spans import Span, by_trace, read_spans
from evidencelab.traces.formats.trace_builder import TraceBuilder
from evidencelab.traces.formats.unwrap import objects_in, opened, written_as_chat
from evidencelab.traces.formats.written_steps import written_steps_as_chat

FormatChoice = Literal["auto"] | TraceFormat
_LOOK_AT = 200
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_CONVERSATION_KEYS = ("gen_ai.conversation.id", "session.id", "traceloop.association.properties.session_id")


class ReadTrace(NamedTuple):
    """One run of a file: the 1-based line or place at which it stands, and the run."""

    line: int
    trace: ImportedTrace


class TraceFile(NamedTuple):
    """What a file held.

    Attributes:
        format: The format taken.
        traces: The runs, in order.
        unreadable: Lines among them that are no run, each with its place.
    """

    format: TraceFormat
    traces: tuple[ReadTrace, ...]
    unreadable: tuple[UnreadableLine, ...]


def read_trace_file(path: Path, trace_format: FormatChoice = "auto") -> TraceFile:
    """Read a trace file.

    Args:
        path: JSON, JSON lines, or a recorded tool output.
        trace_format: The format to take it for; `auto` tells by content.

    Raises:
        InputError: The file cannot be read, or nothing in it is a trace in that format.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(str(path), f"cannot be read ({error})", "give the path of a trace file") from error
    return read_trace_text(text, trace_format, str(path))


def format_of_text(text: str) -> TraceFormat | None:
    """Name the format of a file's text by its content; None if it is in none that is known.

    A single session of this project, an array or lines of them, are `session`.
    """
    if holmesgpt.is_recorded_output(text):
        return "holmesgpt"
    try:
        return detect_format(opened(_loads(text)))
    except (ValueError, RecursionError):
        pass
    values, _ = _values_of(text)
    try:
        _, found = _runs_or_one([value for _, value in values[:_LOOK_AT]])
    except RecursionError:
        return None
    return next((taken for value in found if (taken := detect_format(value)) is not None), None)


def read_trace_text(text: str, trace_format: FormatChoice = "auto", source: str = "trace") -> TraceFile:
    """Read a trace from text; see `read_trace_file`."""
    name = Path(source).stem or "trace"
    if trace_format in ("auto", "holmesgpt") and holmesgpt.is_recorded_output(text):
        builder = TraceBuilder("holmesgpt")
        holmesgpt.read_recorded_output(text, builder)
        return TraceFile("holmesgpt", (ReadTrace(1, builder.build(name)),), ())
    try:
        value: JsonValue = _loads(text)
    except (ValueError, RecursionError) as error:
        return _read_lines(text, trace_format, source, error)
    value = opened(value)
    taken = detect_format(value) if trace_format == "auto" else trace_format
    if taken is None and is_empty(value):
        raise no_talk(source)
    if taken is None:
        raise no_trace(source, f"its JSON{described(value)} is in none of the known formats")
    traces = import_value(value, taken, name)
    if not traces:
        raise no_trace(source, f"it holds nothing that is {taken}")
    if trace_format != "auto" and not any(trace.report.n_calls for trace in traces):
        seen = detect_format(value)
        if seen not in (None, taken):
            raise InputError(source, f"is {seen}, not {taken}", "name that format, or auto")
    require_talk(traces, source)
    return TraceFile(taken, tuple(ReadTrace(n, trace) for n, trace in enumerate(traces, start=1)), ())


def import_value(
    value: JsonValue, trace_format: FormatChoice = "auto", name: str = "trace"
) -> tuple[ImportedTrace, ...]:
    """Import every run in a JSON value.

    Args:
        value: Messages, items, spans, a session, or an array of runs.
        trace_format: The format to take it for; `auto` tells by content.
        name: What to call a run that has no id of its own; numbered where there are several.

    Returns:
        The runs; empty if the value is in no known format.
    """
    value = opened(value)
    taken = detect_format(value) if trace_format == "auto" else trace_format
    if taken is None:
        return ()
    if taken == "session":
        items = value if isinstance(value, list) else [value]
        return tuple(
            session_as_trace(item, f"{name}-{n}") for n, item in enumerate(items, start=1) if is_session(item)
        )
    if taken in ("otel", "openinference"):
        return tuple(_from_spans(value, taken, name))
    found = pieces(value)
    return tuple(
        _from_piece(piece, taken, name if len(found) == 1 else f"{name}-{number}")
        for number, piece in enumerate(found, start=1)
    )


def _from_piece(
    piece: Piece, taken: TraceFormat, name: str, broken: Sequence[BrokenPart] = ()
) -> ImportedTrace:
    builder = TraceBuilder(taken)
    for part in broken:
        builder.broken(part.where, part.error)
    values = piece.values
    if piece.system is not None:
        anthropic.read_system(piece.system, builder)
    steps = written_steps_as_chat(values) if taken in ("openai", "anthropic") else None
    if taken == "openai" or steps is not None:
        openai_chat.read_messages(values if steps is None else steps, builder)
    elif taken == "responses":
        openai_responses.read_items(openai_responses.payloads(values), builder)
    elif taken == "langchain":
        langchain.read_messages(values, builder)
    elif taken == "mcp":
        mcp.read_traffic(values, builder)
    elif any(isinstance(mapping(value).get("message"), dict) for value in values):
        anthropic.read_transcript(values, builder)
    else:
        anthropic.read_messages(values, builder)
    named = (mapping(value).get(key) for value in values for key in ("sessionId", "session_id"))
    own = next((found for found in named if isinstance(found, str) and found), None)
    return builder.build(piece.session_id or own or name)


def _from_spans(value: JsonValue, taken: TraceFormat, name: str) -> Iterator[ImportedTrace]:
    """Import each conversation of an export; the spans of one conversation may stand in several traces."""
    runs: dict[str, list[Span]] = {}
    for trace_id, spans in by_trace(read_spans(value)).items():
        ids = (span.attributes.get(key) for key in _CONVERSATION_KEYS for span in spans)
        run = next((str(found) for found in ids if found), trace_id)
        runs.setdefault(run, []).extend(spans)
    convention = EitherConvention(OpenInferenceConvention(), GenAiConvention())
    traces: list[ImportedTrace] = []
    for run, spans in runs.items():
        builder = TraceBuilder(taken)
        read_run(spans, convention, builder)
        traces.append(builder.build(run or name))
    yield from [trace for trace in traces if trace.messages or trace.calls] or traces


def _read_lines(text: str, trace_format: FormatChoice, source: str, whole_error: Exception) -> TraceFile:
    values, broken = _values_of(text)
    name = Path(source).stem or "trace"
    if not values or len(broken) > len(values):
        raise no_trace(source, f"it is neither JSON ({whole_error}) nor JSON lines")
    is_one, found = _runs_or_one([value for _, value in values])
    if not is_one:
        numbers = (number for number, _ in values)
        return _many_runs(list(zip(numbers, found, strict=True)), broken, trace_format, source, name)
    listed = list(sequence(found[0]))
    taken = detect_format(listed) if trace_format == "auto" else trace_format
    if taken is None:
        raise no_trace(source, "its lines are in none of the known formats")
    parts = [BrokenPart(where=f"line {number}", error=error) for number, error in broken]
    if taken in ("otel", "openinference", "session"):
        traces = import_value(listed, taken, name)
        traces = tuple(_with_broken(trace, parts) for trace in traces)
    else:
        traces = (_from_piece(Piece(None, None, listed, listed), taken, name, parts),)
    if not traces:
        raise no_trace(source, f"it holds nothing that is {taken}")
    require_talk(traces, source)
    return TraceFile(taken, tuple(ReadTrace(n, trace) for n, trace in enumerate(traces, start=1)), ())


def _values_of(text: str) -> tuple[list[tuple[int, JsonValue]], list[tuple[int, str]]]:
    """Read the values of a text's lines, or those that stand in it over several lines, and what is none."""
    values: list[tuple[int, JsonValue]] = []
    broken: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            value: JsonValue = _loads(line)
        except (ValueError, RecursionError) as error:
            broken.append((number, f"is not JSON ({error})"))
            continue
        if isinstance(value, dict | list):
            values.append((number, value))
        else:
            broken.append((number, f"is {type(value).__name__}, expected an object"))
    if len(broken) > len(values):
        several = objects_in(text)
        if several:
            return list(enumerate(several, start=1)), []
    return values, broken


def _runs_or_one(values: list[JsonValue]) -> tuple[bool, list[JsonValue]]:
    """Tell whether values are parts of one run, and give that run alone, or each opened by itself."""
    spoken = written_as_chat(values)
    if spoken != values:
        return True, [spoken]
    if detect_format(values) is None or all(is_run(value) for value in values):
        values = [opened(value) for value in values]
    if all(is_run(value) or isinstance(value, list) for value in values):
        return False, values
    return True, [opened(values)]


def _many_runs(
    values: list[tuple[int, JsonValue]],
    broken: list[tuple[int, str]],
    trace_format: FormatChoice,
    source: str,
    name: str,
) -> TraceFile:
    taken: TraceFormat | None = None if trace_format == "auto" else trace_format
    traces: list[ReadTrace] = []
    unreadable = [UnreadableLine(line=number, error=error) for number, error in broken]
    for number, wrapped in values:
        value = opened(wrapped)
        of_line = detect_format(value) if trace_format == "auto" else trace_format
        found = import_value(value, of_line, f"{name}-{number}") if of_line is not None else ()
        if not found:
            unreadable.append(UnreadableLine(line=number, error="is in none of the known trace formats"))
        taken = taken or of_line
        traces += [ReadTrace(number, trace) for trace in found]
    if taken is None or not traces:
        raise no_trace(source, "its lines are in none of the known formats")
    return TraceFile(taken, tuple(traces), tuple(sorted(unreadable, key=lambda line: line.line)))


def _with_broken(trace: ImportedTrace, parts: Sequence[BrokenPart]) -> ImportedTrace:
    report = trace.report.model_copy(update={"broken": (*trace.report.broken, *parts)})
    return trace.model_copy(update={"report": report})


def _loads(text: str) -> JsonValue:
    """Read JSON; escapes that stand for no character are kept as text that can be written again."""
    value = loads(text)
    return as_json(value) if _ESCAPED_SURROGATE.search(text) else value
