"""Recorded completions played back, for tests and for looking at an old run again.

A recording is JSON lines, one `{"key", "completion", ...}` a request; the key is a hash of what the
model was told, so a recording serves a request only if the prompt is the same to the byte. What is
played back is a recording and is named so; it is never a model's result. This module must not know
a stage, a variant or a contract.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from dspy.lm15 import InvalidRequestError, Message, Request, Response, TextPart, Usage

from evidencelab.contracts import Contract
from evidencelab.errors import InputError


class Recorded(Contract):
    """One completion as a model gave it once.

    Attributes:
        key: `request_key` of the messages it answered.
        completion: The text, byte for byte.
        model: The model that said it.
        tokens_in: Tokens read; None where the model did not tell.
        tokens_out: Tokens written; None likewise.
    """

    key: str
    completion: str
    model: str
    tokens_in: int | None = None
    tokens_out: int | None = None


def request_key(messages: Sequence[Mapping[str, Any]]) -> str:
    """Hash what a model was told: roles and texts, in order."""
    told = [[message["role"], message["content"]] for message in messages]
    return hashlib.sha256(json.dumps(told, ensure_ascii=True).encode()).hexdigest()


def read_recording(path: Path) -> tuple[Recorded, ...]:
    """Read a recording.

    Raises:
        InputError: The file cannot be read, or a line is not a recorded completion.
    """
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(str(path), f"cannot be read ({error})", "give the path of a recording") from error
    found = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            found.append(Recorded.model_validate_json(line))
        except ValueError as error:
            raise InputError(
                str(path), "is not a recorded completion", "write one JSON object a line", number
            ) from error
    return tuple(found)


def write_recording(path: Path, recorded: Iterable[Recorded]) -> None:
    """Append completions to a recording."""
    with path.open("a", encoding="utf-8", newline="\n") as file:
        for item in recorded:
            file.write(json.dumps(item.to_wire(), ensure_ascii=True) + "\n")


class ReplayEngine:
    """A DSPy engine that answers from a recording, and refuses what was never recorded."""

    supports_response_schema = True
    supported_params = frozenset({"response_format", "temperature", "max_tokens", "seed"})

    def __init__(self, recorded: Iterable[Recorded], name: str) -> None:
        self._by_key = {item.key: item for item in recorded}
        self._name = name

    def complete(self, request: Request) -> Response:
        """Play back the completion that was recorded for this prompt."""
        key = request_key(messages_of(request))
        item = self._by_key.get(key)
        if item is None:
            raise InvalidRequestError(
                f"nothing was recorded for this prompt (key {key[:12]}); record it with a model first",
                provider=self._name,
            )
        return Response(
            id=None,
            model=item.model,
            message=Message.assistant([TextPart(item.completion)]),
            finish_reason="stop",
            usage=Usage(input_tokens=item.tokens_in, output_tokens=item.tokens_out),
        )

    def close(self) -> None:
        """Nothing is held open."""


def messages_of(request: Request) -> list[dict[str, str]]:
    """Write a request as the messages it was made from."""
    messages = [{"role": str(message.role), "content": message.text or ""} for message in request.messages]
    if request.system is None:
        return messages
    system = request.system if isinstance(request.system, str) else "".join(p.text for p in request.system)
    return [{"role": "system", "content": system}, *messages]
