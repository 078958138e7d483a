"""Messages and spans as their libraries hold them, turned into the JSON values they are written as.

A caller in Python has the objects of an SDK in hand, mixed with dictionaries of its own; each is asked for
its own way to be written. It must not know any library.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from datetime import date
from enum import Enum

from pydantic import BaseModel, JsonValue

from evidencelab.traces.formats.parts import parsed

_DEEPEST = 60


def as_json_value(value: object, depth: int = 0) -> JsonValue:
    """Turn a value and all in it into JSON values.

    Args:
        value: JSON values stay as they are; a model, a dataclass or an object that can write itself
            (`to_json`, `to_dict`) becomes what it writes, anything else its text.
        depth: How deep it stands; what stands deeper than any message is written as text.
    """
    if isinstance(value, Enum):
        return as_json_value(value.value, depth + 1)
    if value is None or isinstance(value, str | int | float | bool):
        return value
    if depth > _DEEPEST:
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): as_json_value(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [as_json_value(item, depth + 1) for item in value]
    if isinstance(value, BaseModel):
        return as_json_value(value.model_dump(), depth + 1)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = [field.name for field in dataclasses.fields(value)]
        return as_json_value({name: getattr(value, name) for name in names}, depth + 1)
    if isinstance(value, date):
        return value.isoformat()
    return _written(value, depth)


def _written(value: object, depth: int) -> JsonValue:
    for name in ("to_json", "to_dict", "model_dump"):
        write = getattr(value, name, None)
        if callable(write) and not isinstance(value, type):
            text = write()
            return parsed(text) if isinstance(text, str) else as_json_value(text, depth + 1)
    return str(value)
