"""A session of this project as a run: its query, its calls, and what its executor said."""

from __future__ import annotations

from pydantic import JsonValue, ValidationError

from evidencelab.contracts import Session
from evidencelab.errors import InputError
from evidencelab.traces.formats.conversation import ImportedTrace, ImportReport, Message
from evidencelab.traces.formats.numerals import as_read
from evidencelab.traces.formats.parts import mapping, sequence


def session_as_trace(value: JsonValue, name: str) -> ImportedTrace:
    """Take a session as a run.

    Args:
        value: The session.
        name: What to call it if it has no id.

    Raises:
        InputError: It is no valid session.
    """
    fields = {"session_id": name, **mapping(value)}
    fields["tool_invocations"] = [
        {**mapping(call), "output": as_read(mapping(call)["output"])} if "output" in mapping(call) else call
        for call in sequence(fields.get("tool_invocations"))
    ]
    try:
        session = Session.model_validate(fields)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(step) for step in first["loc"]) or "session"
        raise InputError(name, f"{where}: {first['msg']}", "mend the session") from error
    said = session.executor_output
    if isinstance(said, dict):
        said = "\n".join(
            str(mapping(c).get("claim_text", "")) for c in said.get("claims") or [] if isinstance(c, dict)
        )
    messages = (
        [Message(role="user", text=session.original_query, position=0)] if session.original_query else []
    )
    if isinstance(said, str) and said.strip():
        messages.append(Message(role="assistant", text=said, position=len(session.tool_invocations) + 1))
    report = ImportReport(
        format="session",
        n_messages=len(messages),
        n_calls=len(session.tool_invocations),
        n_results=sum(
            call.output is not None or call.retrieval_details is not None for call in session.tool_invocations
        ),
        n_failed=sum(call.status == "error" for call in session.tool_invocations),
    )
    return ImportedTrace(session=session, messages=tuple(messages), report=report)
