"""Check a whole trace: import it, record its evidence, judge its answers, gate what was proposed.

In ten lines, for a harness or a CI job of one's own:

    from evidencelab import check_trace

    report = check_trace(messages)            # chat messages, items, spans: told apart by content
    for finding in report.findings:           # worst first
        print(finding.finding, finding.text, finding.reason)
        if finding.evidence is not None:
            print("   ", finding.evidence.tool_name, finding.evidence.text)
    assert not report.at_least("unsupported")
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from pydantic import JsonValue

from evidencelab.contracts import (
    Claim,
    EvidenceBinding,
    EvidenceRef,
    ExecutorOutput,
    Session,
    ToolInvocation,
    UnreadableLine,
)
from evidencelab.errors import InputError
from evidencelab.gatekeeper.gate import check_session
from evidencelab.gatekeeper.policy import GatekeeperPolicy
from evidencelab.traces.evidence.data_tables import MOST_TABLES, DataTable, tables_of_call
from evidencelab.traces.evidence.evidences import Evidences
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.findings import StatementFinding, TraceReport
from evidencelab.traces.formats.conversation import CallRecord, ImportedTrace, Message
from evidencelab.traces.formats.load import FormatChoice, import_value, read_trace_text
from evidencelab.traces.formats.python_values import as_json_value
from evidencelab.traces.formats.recording import recorded
from evidencelab.traces.statement_judge import Judged, judge_statements
from evidencelab.traces.wording.statements import split_statements
from evidencelab.traces.wording.words import words_of

Scope = Literal["answers", "last", "every"]
_INCOMPLETE = ("result_not_recorded", "result_partly_recorded")


def check_trace(
    messages: object,
    *,
    trace_format: FormatChoice = "auto",
    scope: Scope = "answers",
    policy: GatekeeperPolicy = GatekeeperPolicy(),
) -> TraceReport:
    """Find out which statements of an agent's answers rest on what its tools returned.

    Args:
        messages: One run: chat messages, items, spans or a session, as JSON values, as the objects of
            the library they come from, or as JSON text.
        trace_format: The format to take it for; `auto` tells by content.
        scope: `answers` judges the last message of each of the assistant's turns, `last` only the
            last one, `every` all that the assistant said.
        policy: The gate's policy for the citations proposed.

    Returns:
        One finding a statement, and how the run was read. A run without answers has no statements.

    Raises:
        InputError: The value is in no known format, or holds several runs.
    """
    if isinstance(messages, str):
        traces = tuple(read.trace for read in read_trace_text(messages, trace_format).traces)
    else:
        traces = import_value(as_json_value(messages), trace_format)
    if not traces:
        raise InputError(
            "trace", "is in none of the known formats", "give messages, items, spans or a session"
        )
    if len(traces) > 1:
        raise InputError("trace", f"holds {len(traces)} runs", "check them one by one")
    return check_imported(traces[0], scope=scope, policy=policy)


def check_imported(
    trace: ImportedTrace, *, scope: Scope = "answers", policy: GatekeeperPolicy = GatekeeperPolicy()
) -> TraceReport:
    """Judge an imported trace; see `check_trace`."""
    calls = _with_citations(trace, [recorded(call) for call in trace.session.tool_invocations])
    judged: list[Judged] = []
    evidence = _Growing(trace, calls)
    for index, message in enumerate(_judged_messages(trace, scope)):
        statements = split_statements(message.text, first_number=len(judged) + 1, message=index)
        judged += judge_statements(statements, evidence.before(message.position, message.calls_tools))
    output = ExecutorOutput(claims=tuple(_claim(item, calls) for item in judged if item.bindings))
    session = Session(
        session_id=trace.session.session_id,
        original_query=trace.session.original_query,
        tool_invocations=tuple(calls),
        executor_output=output.to_wire(),
    )
    return TraceReport(
        session_id=session.session_id,
        import_report=trace.report,
        statements=tuple(item.finding for item in judged),
        session=session,
        gatekeeper_result=check_session(session, policy),
    )


class CheckedRun(NamedTuple):
    """A run of a file and what came of it; an input that could not be read keeps its place.

    Attributes:
        source: The file.
        line: 1-based place in it.
        outcome: The report, or why there is none.
    """

    source: str
    line: int
    outcome: TraceReport | UnreadableLine


def check_text(
    text: str,
    trace_format: FormatChoice = "auto",
    *,
    source: str = "trace",
    scope: Scope = "answers",
    policy: GatekeeperPolicy = GatekeeperPolicy(),
) -> Iterator[CheckedRun]:
    """Check every run of a trace file's text, in order of their places.

    Raises:
        InputError: Nothing in it is a trace in that format.
    """
    file = read_trace_text(text, trace_format, source)
    entries: list[tuple[int, ImportedTrace | UnreadableLine]] = [
        *((read.line, read.trace) for read in file.traces),
        *((line.line, line) for line in file.unreadable),
    ]
    for line, found in sorted(entries, key=lambda entry: entry[0]):
        if isinstance(found, ImportedTrace):
            yield CheckedRun(source, line, check_imported(found, scope=scope, policy=policy))
        else:
            yield CheckedRun(source, line, found)


def _judged_messages(trace: ImportedTrace, scope: Scope) -> Sequence[Message]:
    if scope == "every":
        return [message for message in trace.messages if message.role == "assistant"]
    answers = trace.answers()
    return answers[-1:] if scope == "last" else answers


class _Growing:
    """The evidence of a run as it grew; asked for ever later positions, each call is laid out once."""

    def __init__(self, trace: ImportedTrace, calls: Sequence[ToolInvocation]) -> None:
        records = {record.invocation_id: record for record in trace.calls}
        self._calls = [(i, call, records.get(call.invocation_id)) for i, call in enumerate(calls)]
        self._calls.sort(key=lambda entry: _position(entry[2], entry[0]))
        self._said = [message for message in trace.messages if message.role != "assistant"]
        self._before: list[tuple[int, ToolInvocation, CallRecord | None]] = []
        self._words: dict[int, frozenset[str]] = {}
        self._pool, self._given, self._arguments, self._unseen = Pool(), Pool(), Pool(), Pool()
        self._tables: list[DataTable] = []
        self._asked: set[int] = set()
        self._is_whole = True

    def before(self, position: int, calls_tools: bool = False) -> Evidences:
        """Give what was there before a message; positions must not fall.

        Args:
            position: Where the message stands.
            calls_tools: Whether it calls tools itself, whose arguments it may tell of.
        """
        while self._said and self._said[0].position <= position:
            self._given.add_text(self._said.pop(0).text)
        while self._calls and _position(self._calls[0][2], 0) <= position:
            index, call, record = self._calls.pop(0)
            self._before.append((index, call, record))
            self._pool.add_call(index, call)
            self._tables += tables_of_call(index, call, record)
            if index not in self._asked:
                self._arguments.add_text(_as_lines(call.arguments))
            places = self._pool.call_places(index)
            words = [place.words | place.context for place in places]
            self._words[index] = frozenset[str]().union(
                words_of(call.tool_name.replace("_", " ")), words_of(_as_lines(call.arguments)), *words
            )
            if record is not None:
                if set(_INCOMPLETE) & set(record.notes):
                    self._is_whole = False
                if record.unseen is not None:
                    self._unseen.add_text(record.unseen)
        if calls_tools:
            self._add_arguments_behind(position)
        for pool in (self._pool, self._given, self._arguments, self._unseen):
            pool.settle()
        return Evidences(
            self._pool,
            self._given,
            self._arguments,
            self._before,
            self._words,
            self._is_whole,
            self._unseen,
            self._tables[-MOST_TABLES:],
        )

    def _add_arguments_behind(self, position: int) -> None:
        """Add the arguments of the calls whose results follow a message without any text between."""
        for index, call, record in self._calls:
            if record is None or record.position != position + 1:
                break
            self._arguments.add_text(_as_lines(call.arguments))
            self._asked.add(index)
            position += 1


def _position(record: CallRecord | None, fallback: int) -> int:
    """Give where a call's result stands; a call without one, or without a record, stands at the start."""
    if record is None or record.position is None:
        return 0
    return record.position


def _as_lines(value: JsonValue) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return "\n".join(f"{key}: {_as_lines(item)}" for key, item in value.items())
    if isinstance(value, list):
        return "\n".join(_as_lines(item) for item in value)
    return "" if value is None else str(value)


def _with_citations(trace: ImportedTrace, calls: list[ToolInvocation]) -> list[ToolInvocation]:
    """Give the passages that the model's service cited to the calls they came from.

    A searched page is encrypted in the trace; what was cited from it is all that can be read of it.
    """
    partly = {record.invocation_id for record in trace.calls if "result_partly_recorded" in record.notes}
    cited = [c for message in trace.messages for c in message.citations if c.cited_text]
    if not partly or not cited:
        return calls
    done: list[ToolInvocation] = []
    for call in calls:
        details = call.retrieval_details
        texts = [c.cited_text for c in cited if c.source and c.source in str(call.output)]
        if call.invocation_id in partly and details is not None and texts:
            extra = tuple(
                EvidenceRef(raw_path=f"$.citations[{n}]", text=text)
                for n, text in enumerate(dict.fromkeys(texts))
            )
            details = details.model_copy(update={"evidence_refs": (*(details.evidence_refs or ()), *extra)})
            call = call.model_copy(update={"retrieval_details": details})
        done.append(call)
    return done


def _claim(judged: Judged, calls: Sequence[ToolInvocation]) -> Claim:
    finding: StatementFinding = judged.finding
    return Claim(
        claim_id=f"s{finding.number}",
        claim_type="observation",
        claim_text=finding.text,
        evidence_bindings=tuple(
            EvidenceBinding(
                tool_name=calls[binding.place.invocation].tool_name,
                source_invocation_id=calls[binding.place.invocation].invocation_id,
                raw_path=binding.place.raw_path,
                evidence_excerpt=binding.excerpt,
            )
            for binding in judged.bindings
            if binding.place.invocation >= 0
        ),
    )
