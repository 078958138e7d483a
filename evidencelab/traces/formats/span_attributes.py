"""Attributes of spans as one flat table, whichever way an export writes them.

OTLP pairs (`stringValue`, `arrayValue`, `kvlistValue`), plain objects, and trees that nest where others have
dots become values by dotted key. What a key means is for the conventions to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pydantic import JsonValue

from evidencelab.traces.formats.parts import mapping, parsed, sequence, whole_number

_CONTENT = re.compile(
    r"(?:^|[._])(?:arguments|args|result|tool_response|llm_request|llm_response|(?:input|output)\.value"
    r"|entity\.(?:input|output)|tool\.parameters|span_?(?:Inputs|Outputs)|message)$"
)
_OF_A_TREE = {"value", "mime_type", "messages"}
_NUMBERED = re.compile(r"(?:^llm\.|\.message\.(?:tool_calls|contents)$)")


def plain_attributes(value: JsonValue) -> Mapping[str, JsonValue]:
    """Give attributes by key, from an object, an object as text, or a list of key and value pairs."""
    value = parsed(value)
    if isinstance(value, list):
        return {
            str(mapping(pair).get("key")): _any_value(mapping(pair).get("value"))
            for pair in value
            if "key" in mapping(pair)
        }
    return mapping(value)


def flat_attributes(tree: Mapping[str, JsonValue], prefix: str = "") -> Iterator[tuple[str, JsonValue]]:
    """Give leaves by dotted key.

    What a model or a tool was given or gave stays whole, as do lists of messages; lists under `llm.` are
    numbered, as OpenInference flattens them.
    """
    for key, value in tree.items():
        path = f"{prefix}{key}"
        listed = parsed(value) if _NUMBERED.search(path) else value
        if isinstance(value, dict) and value and not _is_content(path, value):
            yield from flat_attributes(value, f"{path}.")
        elif isinstance(listed, list) and _NUMBERED.search(path) and all(isinstance(i, dict) for i in listed):
            for number, item in enumerate(listed):
                yield from flat_attributes(mapping(item), f"{path}.{number}.")
        else:
            yield path, value


def _is_content(path: str, value: Mapping[str, JsonValue]) -> bool:
    """Tell an object that was said or given from a branch of the tree of keys."""
    if path in ("input", "output"):
        return not _OF_A_TREE & set(value)
    return _CONTENT.search(path) is not None and not path.startswith("llm.")


def _any_value(value: JsonValue) -> JsonValue:
    fields = mapping(value)
    if "arrayValue" in fields:
        return [_any_value(item) for item in sequence(mapping(fields["arrayValue"]).get("values"))]
    if "kvlistValue" in fields:
        return dict(plain_attributes(mapping(fields["kvlistValue"]).get("values")))
    for key in ("stringValue", "boolValue", "doubleValue"):
        if key in fields:
            return fields[key]
    if "intValue" in fields:
        held = fields["intValue"]
        number = whole_number(held)
        return held if number is None else number
    return value


def body_value(value: JsonValue) -> JsonValue:
    """Give the body of a log record, freed of its OTLP wrapper."""
    return _any_value(value)
