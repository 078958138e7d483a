"""Collects what an importer reads, in reading order, and builds the trace.

It must not know a format, nor look into what a result says.
"""

from __future__ import annotations

from typing import NamedTuple

from pydantic import JsonValue

from evidencelab.contracts import Session, ToolInvocation
from evidencelab.traces.formats.conversation import (
    BrokenPart,
    CallNote,
    CallRecord,
    Citation,
    ImportedTrace,
    ImportReport,
    Message,
    Role,
    TraceFormat,
)
from evidencelab.traces.formats.numerals import as_read, loads
from evidencelab.traces.formats.truncation import cut_reason


class _Call(NamedTuple):
    external_id: str | None
    tool_name: str
    arguments: JsonValue
    notes: tuple[CallNote, ...]


class _Result(NamedTuple):
    output: JsonValue
    failed: bool | None
    position: int
    notes: tuple[CallNote, ...]
    unseen: str | None


class TraceBuilder:
    """Collects what an importer reads, in reading order, and builds the trace."""

    def __init__(self, trace_format: TraceFormat) -> None:
        self.format = trace_format
        self._position = 0
        self._messages: list[Message] = []
        self._said: set[tuple[Role, str]] = set()
        self._calls: list[_Call] = []
        self._results: dict[int, _Result] = {}
        self._waiting: dict[str, list[int]] = {}
        self._broken: list[BrokenPart] = []

    def say(
        self,
        role: Role,
        text: str,
        *,
        calls_tools: bool = False,
        citations: tuple[Citation, ...] = (),
    ) -> None:
        """Add a message; one without text leaves no trace."""
        if text.strip():
            self._said.add((role, text.strip()))
            self._messages.append(
                Message(
                    role=role,
                    text=text,
                    position=self._step(),
                    calls_tools=calls_tools,
                    citations=citations,
                )
            )

    def has_said(self, role: Role, text: str) -> bool:
        """Tell whether this message is there already, but for space around it."""
        return (role, text.strip()) in self._said

    def roles_said(self, role: Role) -> tuple[str, ...]:
        """Give the texts this role has said."""
        return tuple(message.text for message in self._messages if message.role == role)

    def last_said(self) -> str | None:
        """Give the text of the last message, if it is an assistant's."""
        last = self._messages[-1] if self._messages else None
        return last.text if last is not None and last.role == "assistant" else None

    def say_first(self, role: Role, text: str) -> None:
        """Put a message before all others: the question that a run began with."""
        if text.strip():
            self._said.add((role, text.strip()))
            self._messages.insert(0, Message(role=role, text=text, position=0))

    def call(self, external_id: str | None, tool_name: str, arguments: JsonValue) -> int:
        """Add a tool call; arguments that are a string are read as JSON, and kept as text if they are not."""
        notes: tuple[CallNote, ...] = ()
        if isinstance(arguments, str):
            read = _json_or_none(arguments) if arguments.strip() else {}
            if read is None and arguments.strip() != "null":
                notes = ("arguments_not_json",)
            else:
                arguments = read
        index = len(self._calls)
        self._calls.append(_Call(external_id, tool_name or "unknown", arguments, notes))
        if external_id is not None:
            self._waiting.setdefault(external_id, []).append(index)
        return index

    def result(
        self,
        external_id: str | None,
        output: JsonValue,
        *,
        tool_name: str = "",
        failed: bool | None = None,
        recorded: bool = True,
        partly: bool = False,
        truncated: bool = False,
        unseen: str | None = None,
    ) -> None:
        """Add the result of the oldest waiting call of that id, or of a call the trace does not show.

        A result without an id answers the oldest waiting call of its tool; of any, if it names no tool.
        """
        waiting = self._waiting.get(external_id, []) if external_id is not None else []
        unnamed = self._oldest_waiting(tool_name) if external_id is None else None
        if unnamed is not None:
            index = unnamed
        else:
            index = waiting.pop(0) if waiting else self.call(external_id, tool_name, None)
        if not waiting and external_id is not None:
            self._waiting.pop(external_id, None)
        self.answer(
            index,
            output,
            failed=failed,
            recorded=recorded,
            partly=partly,
            truncated=truncated,
            unseen=unseen,
        )

    def answer(
        self,
        index: int,
        output: JsonValue,
        *,
        failed: bool | None = None,
        recorded: bool = True,
        partly: bool = False,
        truncated: bool = False,
        unseen: str | None = None,
    ) -> None:
        """Add the result of a call by the number `call` gave for it."""
        notes: list[CallNote] = []
        if not recorded:
            notes.append("result_not_recorded")
        elif truncated or (isinstance(output, str) and cut_reason(output) is not None):
            notes.append("result_truncated")
        if partly:
            notes.append("result_partly_recorded")
        if failed:
            notes.append("result_failed")
        if unseen is not None:
            notes.append("result_has_unseen_part")
        self._results[index] = _Result(
            output if recorded else None, failed, self._step(), tuple(notes), unseen
        )

    def _oldest_waiting(self, tool_name: str) -> int | None:
        for index, call in enumerate(self._calls):
            if index not in self._results and tool_name in ("", call.tool_name):
                if call.external_id is not None and index in self._waiting.get(call.external_id, ()):
                    self._waiting[call.external_id].remove(index)
                return index
        return None

    def is_waiting(self, external_id: str) -> bool:
        """Tell whether a call of that id has no result yet."""
        return bool(self._waiting.get(external_id))

    def broken(self, where: str, error: str) -> None:
        """Note a piece that could not be read."""
        self._broken.append(BrokenPart(where=where, error=error))

    def build(self, session_id: str) -> ImportedTrace:
        """Build the trace; calls are numbered from 1 in the order they were made.

        A call whose format gives it no id is known by that number (`#3`), so that an imported call
        always has an `external_id`.
        """
        invocations: list[ToolInvocation] = []
        records: list[CallRecord] = []
        for index, call in enumerate(self._calls):
            result = self._results.get(index)
            fields: dict[str, JsonValue] = {
                "invocation_id": index + 1,
                "external_id": call.external_id or f"#{index + 1}",
                "tool_name": call.tool_name,
            }
            if call.arguments is not None:
                fields["arguments"] = call.arguments
            notes = call.notes + (("result_missing",) if result is None else result.notes)
            if result is not None:
                if result.failed is not None:
                    fields["status"] = "error" if result.failed else "success"
                if "result_not_recorded" not in result.notes:
                    fields["output"] = as_read(result.output)
            invocations.append(ToolInvocation.model_validate(fields))
            records.append(
                CallRecord(
                    invocation_id=index + 1,
                    position=None if result is None else result.position,
                    notes=notes,
                    unseen=None if result is None else result.unseen,
                )
            )
        trace = ImportedTrace(
            session=Session(session_id=session_id, tool_invocations=tuple(invocations)),
            messages=tuple(self._messages),
            calls=tuple(records),
            report=self._report(records),
        )
        answers = trace.answers()
        session = trace.session.model_copy(
            update={
                "original_query": "\n\n".join(m.text for m in self._messages if m.role == "user"),
                "executor_output": answers[-1].text if answers else None,
            }
        )
        return trace.model_copy(update={"session": session})

    def _report(self, records: list[CallRecord]) -> ImportReport:
        def count(note: CallNote) -> int:
            return sum(note in record.notes for record in records)

        return ImportReport(
            format=self.format,
            n_messages=len(self._messages),
            n_calls=len(records),
            n_results=len(records) - count("result_missing") - count("result_not_recorded"),
            n_failed=count("result_failed"),
            n_truncated=count("result_truncated"),
            n_unseen=count("result_has_unseen_part"),
            n_not_recorded=count("result_not_recorded"),
            n_without_result=count("result_missing"),
            n_bad_arguments=count("arguments_not_json"),
            broken=tuple(self._broken),
        )

    def _step(self) -> int:
        self._position += 1
        return self._position


def _json_or_none(text: str) -> JsonValue:
    try:
        return loads(text)
    except (ValueError, RecursionError):
        return None
