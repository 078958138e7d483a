"""One run of an agent as every importer gives it: a session, the turns around it, what was read of it.

Positions follow reading order, so that a message can be judged on the results that stood before it and
on no others. Nothing here may know a format, and nothing here decides whether a statement is true.
"""

from __future__ import annotations

from typing import Literal

from evidencelab.contracts import Contract, Session

TraceFormat = Literal[
    "session",
    "openai",
    "responses",
    "anthropic",
    "langchain",
    "otel",
    "openinference",
    "mcp",
    "holmesgpt",
]

Role = Literal["system", "user", "assistant"]
CallNote = Literal[
    "arguments_not_json",
    "result_missing",
    "result_not_recorded",
    "result_partly_recorded",
    "result_truncated",
    "result_failed",
    "result_has_unseen_part",
]


class Citation(Contract):
    """A citation the model's own service attached to a piece of text.

    Attributes:
        start: First code point of the cited piece in the message's text.
        end: One past its last code point.
        cited_text: The passage the service says the piece rests on.
        source: Where the passage stands: a title, a URL, a document number.
    """

    start: int
    end: int
    cited_text: str
    source: str = ""


class Message(Contract):
    """One thing said.

    Attributes:
        role: Who said it.
        text: What was said, parts joined by newlines.
        position: Place among all messages and results of the trace.
        calls_tools: Whether an assistant's message also asks for tools, so that it is no answer yet.
        citations: Citations native to the format.
    """

    role: Role
    text: str
    position: int
    calls_tools: bool = False
    citations: tuple[Citation, ...] = ()


class CallRecord(Contract):
    """What an importer knows of one invocation beside its output.

    Attributes:
        invocation_id: The session's id for the call.
        position: Where its result stands among messages and results; None for a call without result.
        notes: What is out of the ordinary about it.
        unseen: A part of the result that the trace holds and the model never saw, as text.
    """

    invocation_id: int
    position: int | None = None
    notes: tuple[CallNote, ...] = ()
    unseen: str | None = None


class BrokenPart(Contract):
    """A piece of the input that could not be read: where it stands and why."""

    where: str
    error: str


class ImportReport(Contract):
    """What an importer found.

    Attributes:
        format: The format taken.
        n_messages: Messages with text, by any role.
        n_calls: Tool calls.
        n_results: Tool results the model saw.
        n_failed: Results that carry an error flag.
        n_truncated: Results marked, or evidently, cut short.
        n_unseen: Results with a part that the model never saw (a LangChain artifact).
        n_not_recorded: Calls that ended, whose result the trace does not hold (content capture off).
        n_without_result: Calls that nothing answers.
        n_bad_arguments: Calls whose arguments are not valid JSON; kept as text.
        broken: Pieces that could not be read.
    """

    format: TraceFormat
    n_messages: int = 0
    n_calls: int = 0
    n_results: int = 0
    n_failed: int = 0
    n_truncated: int = 0
    n_unseen: int = 0
    n_not_recorded: int = 0
    n_without_result: int = 0
    n_bad_arguments: int = 0
    broken: tuple[BrokenPart, ...] = ()


class ImportedTrace(Contract):
    """One run of somebody's agent: the session the gate reads, and the talk around it."""

    session: Session
    messages: tuple[Message, ...] = ()
    calls: tuple[CallRecord, ...] = ()
    report: ImportReport

    def answers(self) -> tuple[Message, ...]:
        """Give the assistant's answers: the last message of each of its turns.

        A turn that ends in a message that still asks for tools has no answer; if no turn has one, such
        messages are all there is.
        """
        said = [message for message in self.messages if message.role != "system"]
        closing = [
            message
            for message, following in zip(said, [*said[1:], None], strict=False)
            if message.role == "assistant" and (following is None or following.role == "user")
        ]
        return tuple(message for message in closing if not message.calls_tools) or tuple(closing)
