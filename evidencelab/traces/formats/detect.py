"""Tell whose format a value is in, by its content, and where in it one run ends and the next begins.

Nothing is read here beyond what tells formats apart; a value in no known format is None, not a guess.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pydantic import JsonValue

from evidencelab.traces.formats import langchain, mcp, openai_responses
from evidencelab.traces.formats.conversation import TraceFormat
from evidencelab.traces.formats.openinference import is_openinference_span
from evidencelab.traces.formats.otel_genai import is_genai_span
from evidencelab.traces.formats.parts import identifier, mapping, parsed, sequence
from evidencelab.traces.formats.span_values import kind_of
from evidencelab.traces.formats.spans import is_span, read_spans

_ID_KEYS = (
    "session_id",
    "sessionId",
    "conversation_id",
    "thread_id",
    "trace_id",
    "run_id",
    "task_id",
    "id",
    "name",
)
LIST_KEYS = (
    "messages",
    "conversation",
    "conversations",
    "conversation_history",
    "message_history",
    "chat_history",
    "history",
    "traj",
    "trajectory",
    "items",
)
"""Under which a run's object holds its messages, items or spans."""
_ANTHROPIC_BLOCKS = {
    "tool_use",
    "tool_result",
    "server_tool_use",
    "mcp_tool_use",
    "thinking",
    "redacted_thinking",
}
_ROLES = {"system", "developer", "user", "assistant", "tool", "function", "human", "gpt"}
_SPAN_SAMPLE = 200


class Piece(NamedTuple):
    """One run, as a list of messages, items, spans or transcript lines.

    Attributes:
        session_id: The id the input gives it, or None.
        system: A system prompt that stands beside the messages.
        values: Its messages, items, spans or lines.
        whole: The object it came from, for formats that are one object.
    """

    session_id: str | None
    system: JsonValue
    values: Sequence[JsonValue]
    whole: JsonValue


def detect_format(value: JsonValue) -> TraceFormat | None:
    """Name the format of a value, or None if it is in none that is known."""
    if is_session(value):
        return "session"
    if _is_list_of_runs(value):
        return next((found for item in sequence(value) if (found := detect_format(item)) is not None), None)
    piece = as_piece(value)
    return None if piece is None else _format_of(piece)


def pieces(value: JsonValue) -> tuple[Piece, ...]:
    """Cut a value into runs: an array of runs into its items, anything else into itself."""
    if _is_list_of_runs(value):
        return tuple(found for item in sequence(value) for found in pieces(item))
    piece = as_piece(value)
    return () if piece is None else (piece,)


def is_session(value: JsonValue) -> bool:
    """Tell whether an object is a session of this project."""
    fields = mapping(value)
    return "tool_invocations" in fields or ("session_id" in fields and "executor_output" in fields)


def is_run(value: JsonValue) -> bool:
    """Tell whether an object holds a whole run, rather than being one message, item or span of it."""
    return (
        isinstance(value, dict)
        and (
            is_session(value) or ("role" not in value and "type" not in value and as_piece(value) is not None)
        )
        and not is_span(value)
        and "jsonrpc" not in value
        and not mcp.is_result(value)
    )


def as_piece(value: JsonValue) -> Piece | None:
    """Find the messages, items or spans in a value; None if there are none."""
    if isinstance(value, list):
        return Piece(None, None, value, value) if value else None
    fields = mapping(value)
    if not fields:
        return None
    session_id = next((name for key in _ID_KEYS if (name := identifier(fields.get(key))) is not None), None)
    if is_span(value) or "jsonrpc" in fields or mcp.is_result(value):
        return Piece(session_id if not is_span(value) else None, None, [value], value)
    system = fields.get("system", fields.get("system_prompt", fields.get("instructions")))
    listed = next(
        (fields[key] for key in LIST_KEYS if isinstance(fields.get(key), list) and fields[key]), None
    )
    for key in ("spans", "observations"):
        if any(is_span(item) for item in sequence(fields.get(key))):
            return Piece(session_id, None, sequence(fields[key]), value)
    if isinstance(fields.get("request"), dict) and isinstance(fields.get("response"), dict):
        request = as_piece(_body(fields["request"]))
        if request is not None:
            return request._replace(
                session_id=session_id or request.session_id,
                values=[*request.values, *_reply(_body(fields["response"]))],
            )
    if listed is not None:
        return Piece(session_id, system, [*sequence(listed), *_reply(value)], value)
    given, output = fields.get("input"), fields.get("output")
    if isinstance(output, list) or isinstance(given, list):
        asked: list[JsonValue] = (
            [{"role": "user", "content": given}] if isinstance(given, str) else list(sequence(given))
        )
        said = [output] if "role" in mapping(output) else sequence(output)
        return Piece(session_id, system, [*asked, *said], value)
    reply = list(_reply(value))
    if reply:
        return Piece(session_id, system, reply, value)
    if "role" in fields or "type" in fields:
        return Piece(session_id if "role" not in fields else None, None, [value], value)
    return None


def _body(value: JsonValue) -> JsonValue:
    """Give what a logged request or response carries, if it was logged with its envelope."""
    body = parsed(mapping(value).get("body"))
    return body if isinstance(body, dict) else value


def _reply(value: JsonValue) -> Iterator[JsonValue]:
    """Give the message that a response object carries beside or instead of a list."""
    fields = mapping(value)
    for choice in sequence(fields.get("choices")):
        if isinstance(mapping(choice).get("message"), dict):
            yield mapping(choice)["message"]
    if fields.get("type") == "message" and fields.get("role") == "assistant":
        yield value
    elif isinstance(fields.get("output"), list):
        yield from sequence(fields["output"])
    elif "role" in (message := mapping(mapping(fields.get("output")).get("message"))):
        yield dict(message)


def _is_list_of_runs(value: JsonValue) -> bool:
    items = sequence(value)
    if not items:
        return False
    if all(
        isinstance(item, list) and item and as_piece(item) and isinstance(item[0], dict) for item in items
    ):
        return True
    return all(is_run(item) for item in items)


def _format_of(piece: Piece) -> TraceFormat | None:
    votes: Counter[TraceFormat] = Counter()
    for value in piece.values:
        vote = _vote(mapping(value), value)
        if vote is not None:
            votes[vote] += 1
    if votes["anthropic"] and not any(
        mapping(value).get("type") in ("human", "ai") for value in piece.values
    ):
        votes.pop("langchain", None)
    plain = votes.pop("openai", 0)
    if votes:
        found = votes.most_common(1)[0][0]
        return _span_convention(piece) if found in ("otel", "openinference") else found
    if plain:
        marked = any(
            "tool_calls" in mapping(m) or mapping(m).get("role") in ("tool", "system") for m in piece.values
        )
        return "anthropic" if "system" in mapping(piece.whole) and not marked else "openai"
    return None


def _vote(fields: Mapping[str, JsonValue], value: JsonValue) -> TraceFormat | None:
    """Name the format that this one message, item or span speaks for; plain chat speaks for `openai`."""
    if is_span(value):
        return "otel"
    if "jsonrpc" in fields or mcp.is_result(value):
        return "mcp"
    kind, role = fields.get("type"), fields.get("role", fields.get("from"))
    if kind in ("user", "assistant") and isinstance(fields.get("message"), dict):
        return "anthropic"
    kinds = {str(mapping(block).get("type")) for block in sequence(fields.get("content"))}
    if role is None and kind in ("user", "assistant", "tool") and kinds & _ANTHROPIC_BLOCKS:
        return "anthropic"
    if role is None and langchain.message_fields(value) is not None:
        return "langchain"
    if role is None and (openai_responses.is_call(kind) or openai_responses.is_output(kind)):
        return "responses"
    content = fields.get("content")
    if isinstance(content, str) and "toolUseId" in content:
        content = parsed(content)
    blocks = [mapping(block) for block in sequence(content)]
    kinds = {str(block.get("type")) for block in blocks}
    if kind == "message" and (kinds & {"output_text", "input_text"}) and fields.get("model") is None:
        return "responses"
    if kinds & {"output_text", "input_text"}:
        return "responses"
    if kinds & _ANTHROPIC_BLOCKS or any({"toolUse", "toolResult"} & set(block) for block in blocks):
        return None if "tool_calls" in fields else "anthropic"
    if any("citations" in block for block in blocks):
        return "anthropic"
    if isinstance(role, str) and role in _ROLES:
        return "openai"
    return None


def _span_convention(piece: Piece) -> TraceFormat | None:
    spans = read_spans(list(piece.values))[:_SPAN_SAMPLE]
    if any("openinference.span.kind" in span.attributes for span in spans):
        return "openinference"
    if any(is_genai_span(span) for span in spans):
        return "otel"
    if any(is_openinference_span(span) for span in spans):
        return "openinference"
    return "otel" if any(kind_of(span) is not None for span in spans) else None
