"""What a trace holds of a result beside what the model got of it.

A tool's span, an artifact or a log's own copy may hold more than the message that the model read. What is
more is noted apart: a value that stands only there was never seen.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from pydantic import JsonValue

from evidencelab.traces.formats.numerals import written
from evidencelab.traces.formats.parts import parsed

_WORD = re.compile(r"\w+(?:\.\d+)?")


def same(heard: JsonValue, held: JsonValue) -> bool:
    """Tell whether the model heard what is held, or what the limit of an attribute left of it."""
    if heard in (None, ""):
        return True
    if held is None:
        return False
    return parsed(heard) == parsed(held) or as_text(held).startswith(as_text(heard).rstrip(".…"))


def beyond(held: JsonValue, heard: JsonValue) -> str | None:
    """Give what is held, as text, if it has words that the model did not hear; names of fields are none."""
    heard_words = set(_WORD.findall(as_text(heard)))
    words = (word for text in _values(parsed(held)) for word in _WORD.findall(text))
    return as_text(held) if any(word not in heard_words for word in words) else None


def as_text(value: JsonValue) -> str:
    """Give a value as the text it would be sent as."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _values(value: JsonValue) -> Iterator[str]:
    if isinstance(value, dict):
        for item in value.values():
            yield from _values(item)
    elif isinstance(value, list):
        for item in value:
            yield from _values(item)
    elif isinstance(value, str):
        yield value
    elif value is not None and not isinstance(value, bool):
        yield written(value)
