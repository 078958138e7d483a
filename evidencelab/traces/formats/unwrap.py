"""Open the wrappers that people's harnesses put around a run: find the messages, items or spans inside.

Keys differ from harness to harness, so that what lies under a key decides, not its name. It is asked only
about values that are in no known format as they stand, and it must not read what was said.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from evidencelab.traces.formats.detect import detect_format, is_run
from evidencelab.traces.formats.dialects import REPLY_KEYS, as_chat, reply_in
from evidencelab.traces.formats.event_items import completed_items
from evidencelab.traces.formats.openai_responses import payloads
from evidencelab.traces.formats.parts import mapping, parsed, sequence
from evidencelab.traces.formats.spans import is_span
from evidencelab.traces.formats.steps import steps_as_chat

_BEGINNING = re.compile(r"^[{\[]", re.MULTILINE)
_DEEPEST = 6
_PAIRS = (("prompt", "completion"), ("prompt", "response"), ("input", "output"), ("inputs", "outputs"))
_INSIDE = ("message", "msg", "data", "event", "payload", "body", "content")
_AN_ID = (
    "id",
    "session_id",
    "conversation_id",
    "thread_id",
    "task_id",
    "trace_id",
    "run_id",
    "instance_id",
    "uuid",
    "name",
)


def opened(value: JsonValue) -> JsonValue:
    """Give the run or runs inside a value's wrappers; a value in a known format, or in none, as it is."""
    value = written_as_chat(value)
    if detect_format(value) is not None:
        return value
    found = _inside(value, 0)
    return value if found is None else found


def written_as_chat(value: JsonValue) -> JsonValue:
    """Write steps, and messages in dialects of their own, as chat messages; anything else stays."""
    steps = steps_as_chat(value)
    if steps is not None:
        return _named(mapping(value), steps) if isinstance(value, dict) else steps
    if isinstance(value, list):
        return as_chat(value) or _updates(value) or completed_items(value) or payloads(value)
    if isinstance(value, dict) and "role" not in value:
        for key, item in value.items():
            chat = (as_chat(item) or completed_items(item)) if isinstance(item, list) else None
            if chat is not None:
                rest = {k: v for k, v in value.items() if k not in (key, *REPLY_KEYS)}
                return {**rest, "messages": [*chat, *reply_in(value)]}
    return value


def _updates(value: Sequence[JsonValue]) -> list[JsonValue] | None:
    """Join what the nodes of a graph added in turn, each under its name; None if a list is none of that."""
    only = [next(iter(mapping(item).values())) if len(mapping(item)) == 1 else None for item in value]
    added = [mapping(item).get("messages") for item in only]
    if len(value) < 2 or not all(isinstance(messages, list) for messages in added):
        return None
    return [message for messages in added for message in sequence(messages)]


def objects_in(text: str) -> list[JsonValue]:
    """Read the JSON values that stand one behind the other in a text.

    A console writes spans over several lines and other text between them: there, objects that begin a line
    and are spans are taken; none if there is other text and no span.
    """
    decoder = json.JSONDecoder()
    values: list[JsonValue] = []
    at, pure = 0, True
    while (found := _BEGINNING.search(text, at)) is not None:
        pure = pure and not text[at : found.start()].strip()
        try:
            value, at = decoder.raw_decode(text, found.start())
        except (ValueError, RecursionError):
            pure, at = False, found.end()
            continue
        values.append(value)
    pure = pure and not text[at:].strip()
    return values if pure else [value for value in values if is_span(value)]


def _inside(value: JsonValue, depth: int) -> JsonValue | None:
    if depth > _DEEPEST:
        return None
    if isinstance(value, str):
        inner = parsed(value)
        return None if isinstance(inner, str) else _known(inner, depth)
    if isinstance(value, list):
        return _inside_list(value, depth)
    fields = mapping(value)
    if not fields:
        return None
    joined = _joined(fields)
    if joined is not None:
        return _named(fields, joined)
    candidates: list[JsonValue] = [
        found for item in fields.values() if (found := _candidate(item, depth)) is not None
    ]
    lists = [found for found in candidates if not _are_runs(found)]
    if len(lists) > 1 and all(isinstance(found, dict) for found in candidates):
        return candidates
    best = max(candidates, key=_size, default=None)
    return None if best is None else _named(fields, best)


def _inside_list(value: Sequence[JsonValue], depth: int) -> JsonValue | None:
    """Open a list: of messages that each have a wrapper, or of runs that do."""
    if not value or not all(isinstance(item, dict | str | list) for item in value):
        return None
    for key in _INSIDE:
        inner: list[JsonValue] = [mapping(item).get(key) for item in value]
        if all(isinstance(item, dict) for item in inner) and detect_format(inner) is not None:
            return inner
    evened = as_chat(value)
    if evened is not None and detect_format(evened) is not None:
        return evened
    runs: list[JsonValue] = []
    for item in value:
        found = _candidate(item, depth)
        if found is not None:
            runs.extend(found if isinstance(found, list) and _are_runs(found) else [found])
    return runs or None


def _candidate(value: JsonValue, depth: int) -> JsonValue | None:
    if not isinstance(value, dict | list) and not (
        isinstance(value, str) and value.lstrip()[:1] in ("{", "[")
    ):
        return None
    return _known(value, depth)


def _known(value: JsonValue, depth: int) -> JsonValue | None:
    """Give a value that is itself a run, or what its wrappers hold."""
    if isinstance(value, dict | list) and _is_whole(value):
        return value
    return _inside(value, depth + 1)


def _is_whole(value: JsonValue) -> bool:
    """Tell whether a value is a run or runs by itself; one message or span alone is none."""
    if isinstance(value, dict) and not is_run(value):
        return False
    return detect_format(value) is not None


def _are_runs(value: JsonValue) -> bool:
    items = sequence(value)
    return bool(items) and all(isinstance(item, list) or is_run(item) for item in items)


def _joined(fields: Mapping[str, JsonValue]) -> list[JsonValue] | None:
    """Join what a model was given and what it said, where both are messages."""
    for first, second in _PAIRS:
        given, said = _messages(fields.get(first)), _messages(fields.get(second))
        if not said:
            continue
        if len(said) >= len(given) and said[: len(given)] == given:
            given = []
        if given or len(said) > 1:
            both = [*given, *said]
            return both if detect_format(both) is not None else None
    return None


def _messages(value: JsonValue) -> list[JsonValue]:
    fields = mapping(value)
    if isinstance(fields.get("messages"), list):
        return list(sequence(fields["messages"]))
    if "role" in fields or "type" in fields:
        return [value]
    return [item for item in sequence(value) if isinstance(item, dict)]


def _named(fields: Mapping[str, JsonValue], found: JsonValue) -> JsonValue:
    """Keep the wrapper's id with a single run."""
    own = {key: fields[key] for key in _AN_ID if isinstance(fields.get(key), str | int)}
    if isinstance(found, list) and own and not _are_runs(found):
        return {**own, "messages": found}
    return found


def _size(value: JsonValue) -> int:
    items = (
        value
        if isinstance(value, list)
        else next((item for item in mapping(value).values() if isinstance(item, list)), [])
    )
    return len(items)
