"""Read and write JSON so that a number stays as it was written: `1.50` is not `1.5`.

A tool's `1.50` is quoted as `1.50`, and an id of five thousand digits is text, not an error.
"""

from __future__ import annotations

import json

from pydantic import JsonValue

from evidencelab.evidence.extractors.values import Literal

_MAX_DIGITS = 4000
"""Digits up to which a whole number is read as one; Python refuses longer ones."""


def loads(text: str) -> JsonValue:
    """Read JSON; decimals remember how they are written.

    Raises:
        ValueError: It is no JSON.
        RecursionError: It is nested too deep.
    """
    value: JsonValue = json.loads(text, parse_float=Literal, parse_int=_whole)
    return value


def written(value: JsonValue) -> str:
    """Write a JSON value as it was read."""
    if isinstance(value, Literal):
        return value.literal
    if isinstance(value, dict):
        pairs = (f"{json.dumps(key, ensure_ascii=False)}: {written(item)}" for key, item in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(written(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def as_read(output: JsonValue) -> JsonValue:
    """Give an output as JSON text where its numbers would otherwise be rewritten; any other as it is."""
    stack = [output]
    while stack:
        node = stack.pop()
        if isinstance(node, Literal) and node.literal != json.dumps(node):
            return written(output)
        if isinstance(node, dict):
            stack += node.values()
        elif isinstance(node, list):
            stack += node
    return output


def _whole(digits: str) -> int | str:
    return int(digits) if len(digits) <= _MAX_DIGITS else digits
