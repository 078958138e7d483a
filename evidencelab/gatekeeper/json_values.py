"""Turns whatever stands in an executor's output into plain JSON values, without ever failing.

A result that quotes hostile input must still serialise: no NaN, no lone surrogate, no integer that a
64-bit reader cannot hold, no endless nesting. A decimal number remembers how it was written, because
a tool's `1.50` is quoted as `1.50`. This module must not know a contract or a rule.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from pydantic import BaseModel, JsonValue

from evidencelab.evidence.extractors.values import Literal

MAX_DEPTH = 40
MAX_JSON_DEPTH = 200
_INT64 = 2**63
_MAX_DIGITS = 4000
_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{\]}]', re.DOTALL)
_PYTHON_TYPE = re.compile(r"a valid (tuple|list|array|frozenset|dictionary)(?: or instance of \w+)?")
_SURROGATE = re.compile("[\ud800-\udfff]")


class Decoded(NamedTuple):
    """A JSON value, where it ended in the text, and the keys some object of it stated twice."""

    value: JsonValue
    end: int
    repeated_keys: tuple[str, ...]


def clean_text(text: str) -> str:
    """Replace lone surrogates, which no file and no database can hold, by U+FFFD."""
    return _SURROGATE.sub("\ufffd", text) if not text.isascii() else text


def as_json(value: object) -> JsonValue:
    """Give the JSON value that stands for any Python value.

    NaN and infinities become what JSON's writers call them, numbers too large for a float and integers
    beyond 64 bits their digits, foreign objects the name of their type, and whatever holds itself or is
    nested deeper than 40 levels a note that says so.
    """
    return _as_json(value, ())


def _as_json(value: object, inside: tuple[int, ...]) -> JsonValue:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return clean_text(str(value))
    if isinstance(value, int):
        return _as_integer(int(value))
    if isinstance(value, float):
        return _as_float(value)
    if isinstance(value, bytes | bytearray):
        return value.decode("utf-8", "replace")
    if len(inside) >= MAX_DEPTH or id(value) in inside:
        return f"<nested deeper than {MAX_DEPTH} levels>"
    if isinstance(value, BaseModel):
        return _as_json(value.model_dump(exclude_unset=True), (*inside, id(value)))
    within = (*inside, id(value))
    if isinstance(value, dict):
        return {_as_key(key): _as_json(item, within) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_as_json(item, within) for item in value]
    return f"<{type(value).__name__}>"


def decode(text: str, start: int = 0, *, strict: bool = True) -> Decoded | None:
    """Decode the JSON value that begins at `start`, or give None where there is none.

    Args:
        text: Any text.
        start: Offset in code points; nothing before it is read.
        strict: Refuse raw control characters inside strings, as JSON does.
    """
    repeated: list[str] = []
    decoder = json.JSONDecoder(
        strict=strict,
        parse_float=Literal,
        parse_int=_parse_int,
        object_pairs_hook=_pairs_into(repeated),
    )
    try:
        value, end = decoder.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None
    return Decoded(as_json(value), end, tuple(repeated))


def decode_whole(text: str, *, strict: bool = True) -> Decoded | None:
    """Decode a text that is one JSON value and white space; None for anything else."""
    stripped = text.strip().removeprefix("\ufeff").strip()
    for candidate in (stripped, limit_depth(stripped)):
        decoded = decode(candidate, strict=strict)
        if decoded is not None and decoded.end == len(candidate):
            return decoded
        if candidate.count("[") + candidate.count("{") <= MAX_JSON_DEPTH:
            return None
    return None


def limit_depth(text: str) -> str:
    """Put a note in the place of whatever a JSON text nests deeper than 200 levels.

    A decoder gives up on such a text as a whole; so the rest of it can be read.
    """
    kept: list[str] = []
    depth = position = 0
    for part in _BRACKET.finditer(text):
        bracket = part.group()
        if bracket in "[{":
            if depth == MAX_JSON_DEPTH:
                kept.append(text[position : part.start()])
                position = part.start()
            depth += 1
        elif bracket in "]}":
            depth -= 1
            if depth == MAX_JSON_DEPTH:
                kept.append(json.dumps(f"<nested deeper than {MAX_JSON_DEPTH} levels>"))
                position = part.end()
    return "".join([*kept, text[position:]])


def shorten(value: object, limit: int = 160) -> str:
    """Quote a value for a message, cut to `limit` code points, line breaks shown as escapes."""
    text = repr(as_json(value))
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def told(error: Exception) -> str:
    """Say in one line why a JSON text could not be read although its syntax may be right."""
    if isinstance(error, RecursionError):
        return "nested too deeply"
    return "a number is too long" if "integer string conversion" in str(error) else str(error)


def json_expectation(message: str) -> str:
    """Say what a contract expected in the words of whoever wrote the JSON: lists and objects."""
    if message == "Field required":
        return "is missing"
    told = message.removeprefix("Value error, ").removeprefix("Input ").removeprefix("String ")
    return _PYTHON_TYPE.sub(lambda found: "an object" if found.group(1) == "dictionary" else "a list", told)


def _pairs_into(repeated: list[str]) -> Callable[[list[tuple[str, object]]], dict[str, object]]:
    def build(pairs: list[tuple[str, object]]) -> dict[str, object]:
        built = dict(pairs)
        if len(built) < len(pairs):
            counts = Counter(key for key, _ in pairs)
            repeated.extend(key for key, count in counts.items() if count > 1)
        return built

    return build


def _parse_int(digits: str) -> object:
    return int(digits) if len(digits) <= _MAX_DIGITS else digits


def _as_float(value: float) -> JsonValue:
    if isinstance(value, Literal):
        return value if math.isfinite(value) else value.literal
    return float(value) if math.isfinite(value) else json.dumps(float(value))


def _as_integer(value: int) -> JsonValue:
    if -_INT64 <= value < _INT64:
        return value
    bits = value.bit_length()
    return str(value) if bits <= _MAX_DIGITS else f"<an integer of {bits} bits>"


def _as_key(key: object) -> str:
    return clean_text(key) if isinstance(key, str) else str(as_json(key))
