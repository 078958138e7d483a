"""Read the pieces that several formats share: content given as parts, flags, arguments.

Content is text, a list of typed parts, or any other JSON. It must not know which format asks.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from evidencelab.traces.formats.numerals import loads, written

_WHOLE = re.compile(r"-?[0-9]{1,30}")
_TEXT_TYPES = {"text", "input_text", "output_text", "refusal", "summary_text", "markdown"}


def mapping(value: JsonValue) -> Mapping[str, JsonValue]:
    """Give the object, or an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def sequence(value: JsonValue) -> Sequence[JsonValue]:
    """Give the array, or an empty one for anything else."""
    return value if isinstance(value, list) else ()


def text_of(value: JsonValue) -> str | None:
    """Give a string as it is, None for anything else."""
    return value if isinstance(value, str) else None


def identifier(value: JsonValue) -> str | None:
    """Give a foreign id as text: a non-empty string, or a number."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return str(value)
    return value if isinstance(value, str) and value else None


def whole_number(value: JsonValue) -> int | None:
    """Give a number, or one in at most 30 digits of text, as an integer; None for anything else."""
    if isinstance(value, str):
        return int(value) if _WHOLE.fullmatch(value) else None
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return int(value)


def part_text(part: JsonValue) -> str | None:
    """Give the text of one content part, or None if it holds no text."""
    if isinstance(part, str):
        return part
    fields = mapping(part)
    kind = fields.get("type")
    if isinstance(kind, str) and kind not in _TEXT_TYPES:
        return None
    for key in ("text", "content", "refusal", "output_text"):
        value = fields.get(key)
        if isinstance(value, str):
            return value
        if isinstance(value, dict) and isinstance(value.get("value"), str):
            return str(value["value"])
    return None


def spoken_text(content: JsonValue) -> str:
    """Give what a message says: its text parts, joined by newlines. Thinking and tool parts are silent."""
    if isinstance(content, str):
        return content
    if isinstance(content, dict):
        return part_text(content) or ""
    texts = (part_text(part) for part in sequence(content))
    return "\n".join(text for text in texts if text)


def tool_output(content: JsonValue) -> JsonValue:
    """Give what a tool returned: text parts become one text, anything else stays JSON.

    A part that is no text (an image, a document) is named in its place, so that its absence is visible.
    """
    if not isinstance(content, list):
        return content
    texts: list[str] = []
    for part in content:
        fields = mapping(part)
        kind = fields.get("type")
        if kind is None and len(fields) > 1:
            return content
        text = part_text(part)
        if text is not None:
            texts.append(text)
            continue
        if kind in ("image", "image_url", "audio", "input_image", "file", "video"):
            texts.append(f"[{kind}]")
        elif kind in ("document", "resource", "resource_link", "search_result"):
            texts.append(_embedded_text(fields))
        elif kind == "json" or "json" in fields:
            texts.append(written(fields.get("json")))
        else:
            return content
    return "\n".join(texts)


def _embedded_text(fields: Mapping[str, JsonValue]) -> str:
    source = fields.get("source")
    named = ("title", "context", "name", "uri", "description")
    lines = [str(fields[key]) for key in named if isinstance(fields.get(key), str)]
    if isinstance(source, str):
        lines.append(source)
    inner = mapping(source) or mapping(fields.get("resource")) or mapping(fields.get("document"))
    for key in ("uri", "text", "data"):
        value = inner.get(key)
        if isinstance(value, str) and not (key == "data" and inner.get("type") == "base64"):
            lines.append(value)
    content = fields.get("content") if "content" in fields else inner.get("content")
    text = spoken_text(content)
    return "\n".join([*lines, text] if text else lines)


def is_failed(fields: Mapping[str, JsonValue]) -> bool | None:
    """Read the error flag of a result, whatever it is called; None where there is none."""
    for key in ("is_error", "isError"):
        flag = fields.get(key)
        if isinstance(flag, bool):
            return flag
    status = fields.get("status")
    if isinstance(status, str) and status.lower() in (
        "error",
        "failed",
        "failure",
        "incomplete",
        "cancelled",
    ):
        return True
    error = fields.get("error")
    if error not in (None, "", False, [], {}):
        return True
    if isinstance(status, str) and status.lower() in ("success", "ok"):
        return False
    return None


def says_failed(output: JsonValue) -> bool | None:
    """Tell whether an output is a whole tool result that flags its own failure; None if it is none."""
    fields = mapping(parsed(output))
    return True if fields.get("isError") is True and isinstance(fields.get("content"), list) else None


def parsed(text: JsonValue) -> JsonValue:
    """Read a string that holds a JSON object or array; give anything else back as it is."""
    if not isinstance(text, str) or text.lstrip()[:1] not in ("{", "["):
        return text
    try:
        value = loads(text)
    except (ValueError, RecursionError):
        return text
    return value if isinstance(value, dict | list) else text
