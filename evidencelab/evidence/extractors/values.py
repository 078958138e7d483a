"""JSON as tools write it: read without losing a literal, and laid flat as `key=value` text.

Total on anything: doubled keys, NaN, numbers of any length and nesting of any depth come out as
text. It must not know what a value means, nor what kind of record it stands in.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import NamedTuple

from evidencelab.evidence.late_patterns import late_pattern

_LOOKS_LIKE_JSON = late_pattern(
    r"""\s*(?:
        \{ (?! \{ | \s* [\w.]+ \s* [=!] )  # an object, no template and no selector as {app="cart"}
      | \[ \s* (?: \Z | ["'{] (?!\w+=) | -?\d+(?:\.\d+)? \s* (?: , | \Z ) | \[ \s* (?: \Z | ["{\[\d-] ) )
    )""",
    re.VERBOSE,
)
"""How JSON begins, for a text that does not parse: `[11:17][WARN]` and `[error]` begin otherwise."""
_OPENS_JSON = late_pattern(r'\s*(?:[{\["]|null\s*\Z)')
_MAX_KEY_DEPTH = 24


class Literal(float):
    """A number that remembers how it was written, so that `1.10` and `1e+00` stay quotable."""

    literal: str

    def __new__(cls, literal: str) -> Literal:
        """Read a JSON number."""
        number = super().__new__(cls, literal)
        number.literal = literal
        return number


class Doubled(tuple[object, ...]):
    """The values of a key that an object states more than once: all kept, none of them the answer."""

    __slots__ = ()


class Pair(NamedTuple):
    """One value of a record under its dotted path (`a.b`, `a[0].b`), as text."""

    key: str
    value: str


class ReadText(NamedTuple):
    """What a text output turned out to be.

    Attributes:
        value: The JSON value; meaningful where `is_json`.
        is_json: It is JSON, or JSON lines (then `value` is their list).
        is_broken: It begins like JSON and does not parse.
        is_truncated: JSON lines the last of which was cut off and is not in `value`.
    """

    value: object = None
    is_json: bool = False
    is_broken: bool = False
    is_truncated: bool = False


def read_text(text: str) -> ReadText:
    """Read JSON, JSON lines, or find that a text is neither."""
    text = text.removeprefix("\ufeff")
    if not _OPENS_JSON.match(text):
        return ReadText()
    try:
        return ReadText(value=_load(text), is_json=True)
    except (ValueError, RecursionError):
        pass
    return _read_json_lines(text)


def flatten(value: object, key: str = "") -> Iterator[Pair]:
    """Yield every value of a record in document order; a list of plain values is one pair.

    Paths stop growing beyond a depth no record has; the values below still come, under the path
    that was reached.
    """
    stack: list[tuple[str, object, int]] = [(key, value, 0)]
    while stack:
        path, node, depth = stack.pop()
        if isinstance(node, Mapping) and node:
            grows = depth < _MAX_KEY_DEPTH
            children = [
                (_dotted(path, _text(name)) if grows else path, child, depth + 1)
                for name, child in node.items()
            ]
            stack.extend(reversed(children))
        elif isinstance(node, list | tuple) and any(_is_container(child) for child in node):
            grows = depth < _MAX_KEY_DEPTH
            items = [
                (f"{path}[{index}]" if grows else path, child, depth + 1) for index, child in enumerate(node)
            ]
            stack.extend(reversed(items))
        else:
            yield Pair(path, render(node))


def render(value: object) -> str:
    """Write one value as text: a string as it is, anything else as JSON would, lists in brackets."""
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_render_scalar, value))}]"
    return _render_scalar(value)


def join_pairs(pairs: Iterable[Pair], separator: str = ", ") -> str:
    """Write pairs as `key=value`; a value without a key stands alone, an empty one is `""`."""
    return separator.join(
        f"{pair.key}={pair.value or EMPTY}" if pair.key else pair.value or EMPTY for pair in pairs
    )


def record_text(record: object) -> str:
    """Lay any record out as `key=value, ...`; a record that holds nothing is the empty text."""
    if record is None or (isinstance(record, str | list | tuple | Mapping) and not record):
        return ""
    return join_pairs(flatten(record))


def is_scalar(value: object) -> bool:
    """Tell a plain value from an object or a list."""
    return not _is_container(value)


EMPTY = '""'


def _is_container(value: object) -> bool:
    return isinstance(value, Mapping | list | tuple)


def _render_scalar(value: object) -> str:
    if isinstance(value, Literal):
        return value.literal
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, float):
        return json.dumps(value)
    if isinstance(value, Mapping):
        return "{}"
    if isinstance(value, list | tuple):
        return "[]"
    return _text(value)


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        # Python refuses to write very long integers; a Decimal has no such limit.
        return str(Decimal(value))
    return str(value)


def _dotted(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _load(text: str) -> object:
    return json.loads(
        text, strict=False, parse_float=Literal, parse_int=_read_integer, object_pairs_hook=_read_object
    )


def _read_integer(literal: str) -> int | Literal:
    try:
        return int(literal)
    except ValueError:
        return Literal(literal)


def _read_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Keep every value of a doubled key: lists are joined, anything else is marked as doubled."""
    record = dict(pairs)
    if len(record) == len(pairs):
        return record
    values: dict[str, list[object]] = {}
    for key, value in pairs:
        values.setdefault(key, []).append(value)
    return {key: _merge(doubled) for key, doubled in values.items()}


def _merge(values: list[object]) -> object:
    if len(values) == 1:
        return values[0]
    if all(isinstance(value, list) for value in values):
        return [item for value in values if isinstance(value, list) for item in value]
    return Doubled(values)


def _read_json_lines(text: str) -> ReadText:
    lines = [line for line in text.split("\n") if line.strip()]
    records: list[object] = []
    for number, line in enumerate(lines):
        try:
            record = _load(line)
        except (ValueError, RecursionError):
            record = None
        if isinstance(record, dict):
            records.append(record)
            continue
        if not records:
            return ReadText(is_broken=_LOOKS_LIKE_JSON.match(text) is not None)
        is_cut_off = number == len(lines) - 1 and _LOOKS_LIKE_JSON.match(line) is not None
        return ReadText(value=records, is_json=is_cut_off, is_truncated=is_cut_off)
    return ReadText(value=records, is_json=True)
