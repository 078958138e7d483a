"""Which calls and results of a run's messages are the same, where their ids are missing or differ.

A model's input repeats the whole talk, so that the third call of a tool is the third in every later input;
some services give a call one id in the response and another in the next request.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from evidencelab.traces.formats.parts import parsed
from evidencelab.traces.formats.spoken import SpokenMessage
from evidencelab.traces.formats.spoken_parts import SpokenCall, SpokenResult


def with_ids(
    inputs: Sequence[SpokenMessage], outputs: Sequence[SpokenMessage]
) -> tuple[tuple[SpokenMessage, ...], tuple[SpokenMessage, ...]]:
    """Give calls and results without id one; without inputs the turn is unknown and nothing changes."""
    if not inputs:
        return tuple(inputs), tuple(outputs)
    turns: Counter[str] = Counter()
    waiting: list[tuple[str, str]] = []

    def asked(call: SpokenCall) -> SpokenCall:
        if call.call_id is not None:
            return call
        turns[call.name] += 1
        waiting.append((call.name, f"{call.name}#{turns[call.name]}"))
        return call._replace(call_id=waiting[-1][1])

    def answered(result: SpokenResult) -> SpokenResult:
        if result.call_id is not None:
            return result
        for name, made in waiting:
            if result.name in ("", name):
                waiting.remove((name, made))
                return result._replace(call_id=made)
        return result

    def numbered(message: SpokenMessage) -> SpokenMessage:
        return message._replace(
            calls=tuple(asked(call) for call in message.calls),
            results=tuple(answered(result) for result in message.results),
        )

    return tuple(numbered(message) for message in inputs), tuple(numbered(message) for message in outputs)


def one_id_a_call(
    said: Iterable[SpokenMessage], repeated: Iterable[SpokenMessage], answered: Iterable[str]
) -> Mapping[str, str]:
    """Give the id to use instead, for each of two ids of the same call.

    Args:
        said: What models said: their outputs.
        repeated: What their inputs repeat of it.
        answered: The ids that results name; of two ids the one that is answered is used.
    """
    spoken, heard = _by_wording(said), _by_wording(repeated)
    known = set(answered)
    instead: dict[str, str] = {}
    for wording, ids in spoken.items():
        others = [other for other in heard.get(wording, ()) if other not in ids]
        own = [call_id for call_id in ids if call_id not in heard.get(wording, ())]
        for call_id, other in zip(own, others, strict=False):
            old, new = (call_id, other) if other in known else (other, call_id)
            instead[old] = new
    return instead


def renamed(message: SpokenMessage, instead: Mapping[str, str]) -> SpokenMessage:
    """Give a message whose calls go by the ids to use."""
    calls = (call._replace(call_id=instead.get(call.call_id or "", call.call_id)) for call in message.calls)
    return message._replace(calls=tuple(calls))


def _by_wording(messages: Iterable[SpokenMessage]) -> dict[tuple[str, str], list[str]]:
    found: dict[tuple[str, str], list[str]] = {}
    for message in messages:
        for call in message.calls:
            wording = (call.name, json.dumps(parsed(call.arguments), sort_keys=True))
            if call.call_id is not None and call.call_id not in found.get(wording, ()):
                found.setdefault(wording, []).append(call.call_id)
    return found
