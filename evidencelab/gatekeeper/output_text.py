"""Finds the JSON object in what an executor wrote: strict JSON, field markers, a fence, a repair.

The strict ways come first because they leave every excerpt byte for byte as it was written. Text
that merely looks like a tool result is passed over: only an object with `claims` is an answer. This
module must not know what a claim or a binding is.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from pydantic import JsonValue

from evidencelab.gatekeeper.json_values import as_json, clean_text, decode, decode_whole, shorten

Way = Literal["valid", "fenced", "repaired", "invalid"]

ANSWER_FIELD = "claims"
CONTRACT_FIELDS = ("claims", "hypotheses", "missing_info", "recommended_actions")

MAX_REPAIR_CHARS = 200_000  # the repair parser is quadratic on hostile text
MAX_REPAIR_DEPTH = 100
MAX_OPENINGS = 200  # fences, braces or markers tried in one text

_MARKER = re.compile(r"\[\[\s*##\s*([A-Za-z_][A-Za-z0-9_]*)\s*##\s*\]\]")
_FENCE = re.compile(r"(?:```|~~~)[ \t]*[A-Za-z0-9_+.-]*\s*")
_FENCE_END = re.compile(r"\s*(?:```|~~~)\s*$")
_END_MARKER = "completed"
_NULLS = ("null", "none")
_VALUE = re.compile(r"""\{\s*["'}]|\[\s*[{\]]""")


class ReadText(NamedTuple):
    """A JSON value found in a text, the way it was found, and what is wrong with it.

    `value` is None only where `way` is `invalid`.
    """

    value: JsonValue
    way: Way
    detail: str
    problems: tuple[str, ...] = ()


class _Piece(NamedTuple):
    value: JsonValue
    end: int
    problems: tuple[str, ...]
    way: Way = "fenced"


class Misplaced(NamedTuple):
    """An answer that stands one level too deep, with what stands beside it, and the problem that this is."""

    value: JsonValue
    problem: str


def misplaced_answer(value: JsonValue) -> Misplaced | None:
    """Find the object with claims in a list, or behind a field that no contract knows.

    What it cites can still be checked. In a list the last item is the answer, if it is one.
    """
    if isinstance(value, list):
        if not value or not _is_answer(value[-1]):
            return None
        return Misplaced(value[-1], "got a list, expected an object; read as its last item")
    if not isinstance(value, dict) or ANSWER_FIELD in value:
        return None
    wrapped = {name: _as_answer(item) for name, item in value.items() if name not in CONTRACT_FIELDS}
    found = [(name, answer) for name, answer in wrapped.items() if answer is not None]
    if len(found) != 1:
        return None
    ((name, answer),) = found
    beside = {key: item for key, item in value.items() if key != name}
    problem = f"the claims stand inside the field {shorten(name)}, expected at the top"
    return Misplaced({**beside, **answer}, problem)


def _as_answer(value: JsonValue) -> dict[str, JsonValue] | None:
    """Give a value that is an object with claims, also as JSON text; None for any other."""
    if isinstance(value, str) and value.strip()[:1] == "{":
        decoded = decode_whole(value)
        value = decoded.value if decoded is not None and not decoded.repeated_keys else None
    return value if isinstance(value, dict) and _is_answer(value) else None


def read_text(text: str) -> ReadText:
    """Find the answer in an executor's text; never raises.

    Args:
        text: What the executor wrote: JSON, JSON in a Markdown fence or amid prose, DSPy field
            markers (also all on one line), or anything else.
    """
    text = clean_text(text).strip().removeprefix("\ufeff").strip()
    if not text:
        return ReadText(None, "invalid", "the executor wrote nothing")
    return (
        _strict(text)
        or _from_markers(text)
        or _from_fences(text)
        or _from_prose(text)
        or _repaired(text)
        or ReadText(None, "invalid", "no object with claims in the executor's text")
    )


def _strict(text: str, layers: int = 3) -> ReadText | None:
    decoded = decode_whole(text)
    if decoded is None:
        lenient = decode_whole(text, strict=False)
        if lenient is None:
            return None
        detail = "JSON with raw control characters inside strings"
        return ReadText(lenient.value, "repaired", detail, _repetitions(lenient.repeated_keys))
    if isinstance(decoded.value, str) and layers > 0:
        inner = _strict(decoded.value.strip(), layers - 1)
        if inner is not None:
            return inner._replace(way="repaired", detail=f"{inner.detail}, inside a JSON string")
    return ReadText(decoded.value, "valid", "strict JSON", _repetitions(decoded.repeated_keys))


def _from_markers(text: str) -> ReadText | None:
    """Read `[[ ## field ## ]]` sections; one that stands behind an opening brace is content."""
    marker = _MARKER.search(text)
    brace = text.find("{")
    if marker is None or -1 < brace < marker.start():
        return None
    fields: dict[str, _Piece] = {}
    problems: list[str] = []
    for _ in range(MAX_OPENINGS):
        if marker is None:
            break
        name = marker.group(1)
        piece = _section(text, marker.end(), is_json=name in CONTRACT_FIELDS)
        if name in fields:
            problems.append(f"the field {name!r} is stated twice")
        fields[name] = piece
        marker = _MARKER.search(text, piece.end)
    fields.pop(_END_MARKER, None)
    way: Way = "repaired" if any(piece.way == "repaired" for piece in fields.values()) else "fenced"
    problems += [problem for piece in fields.values() for problem in piece.problems]
    whole = [piece.value for piece in fields.values() if _is_answer(piece.value)]
    if ANSWER_FIELD not in fields and whole:
        return ReadText(whole[-1], way, "an object behind a field marker", tuple(dict.fromkeys(problems)))
    if not any(name in fields for name in CONTRACT_FIELDS):
        return None
    values: dict[str, JsonValue] = {name: piece.value for name, piece in fields.items()}
    return ReadText(values, way, "field markers", tuple(dict.fromkeys(problems)))


def _section(text: str, start: int, *, is_json: bool) -> _Piece:
    """Read the value that follows a field marker, up to its end or to the next marker.

    Where JSON is due, words around it are passed over.
    """
    opening = re.compile(r"\s*").match(text, start)
    at = opening.end() if opening else start
    fence = _FENCE.match(text, at)
    at = fence.end() if fence else at
    for strict in (True, False):
        decoded = decode(text, at, strict=strict) if text[at : at + 1] in ("{", "[", '"') else None
        if decoded is not None:
            way: Way = "fenced" if strict else "repaired"
            return _Piece(decoded.value, decoded.end, _repetitions(decoded.repeated_keys), way)
    following = _MARKER.search(text, at)
    end = following.start() if following else len(text)
    content = _FENCE_END.sub("", text[at:end]).strip()
    if content[:1] in ("{", "["):
        value = _repair(content)
        if isinstance(value, dict | list):
            return _Piece(value, end, _cut_off(content), "repaired")
    if content.casefold() in _NULLS:
        return _Piece(None, end, ())
    return (_amid_prose(text, at, end) if is_json else None) or _Piece(content, end, ())


def _amid_prose(text: str, start: int, end: int) -> _Piece | None:
    """Read the last object, or list of objects, that stands between the words of a section."""
    found: _Piece | None = None
    at = start
    for _ in range(MAX_OPENINGS):
        opening = _VALUE.search(text, at, end)
        if opening is None:
            break
        at = opening.start() + 1
        decoded = decode(text, opening.start(), strict=False)
        if decoded is not None:
            at = decoded.end
            found = _Piece(decoded.value, max(end, at), _repetitions(decoded.repeated_keys), "repaired")
    return found


def _from_fences(text: str) -> ReadText | None:
    return _last_answer(text, _FENCE, "fenced", "a Markdown fence")


def _from_prose(text: str) -> ReadText | None:
    return _last_answer(text, re.compile(r"(?=\{)"), "repaired", "an object amid prose")


def _last_answer(text: str, opening: re.Pattern[str], way: Way, where: str) -> ReadText | None:
    """Take the last object with claims that begins at an opening; earlier ones are drafts."""
    found: list[_Piece] = []
    at = 0
    for _ in range(MAX_OPENINGS):
        match = opening.search(text, at)
        if match is None:
            break
        at = max(match.end(), match.start() + 1)
        if text[match.end() : match.end() + 1] != "{":
            continue
        for strict in (True, False):
            decoded = decode(text, match.end(), strict=strict)
            if decoded is not None:
                at = decoded.end
                if _is_answer(decoded.value):
                    kept: Way = way if strict else "repaired"
                    found.append(_Piece(decoded.value, at, _repetitions(decoded.repeated_keys), kept))
                break
    if not found:
        return None
    detail = where if len(found) == 1 else f"{where}, the last of {len(found)} objects with claims"
    return ReadText(found[-1].value, found[-1].way, detail, found[-1].problems)


def _repaired(text: str) -> ReadText | None:
    for start in dict.fromkeys((_start_of_answer(text), text.find("{"), 0)):
        if start < 0:
            continue
        content = _FENCE_END.sub("", text[start:])
        value = _repair(content)
        answers = [item for item in _flat(value) if _is_answer(item)]
        if answers:
            return ReadText(answers[-1], "repaired", "a repair parser", _cut_off(content))
    return None


def _start_of_answer(text: str) -> int:
    """Find the brace that opens the last object whose first key is `claims`; -1 if there is none."""
    starts = [match.start() for match in re.finditer(r"\{\s*['\"]?claims['\"]?\s*:", text)]
    return starts[-1] if starts else -1


def _repair(content: str) -> JsonValue:
    """Let the repair parser guess; None where it is not asked or finds nothing."""
    if len(content) > MAX_REPAIR_CHARS or _depth(content)[1] > MAX_REPAIR_DEPTH:
        return None
    import json_repair

    try:
        return as_json(json_repair.loads(content, skip_json_loads=True))
    except (ValueError, TypeError, IndexError, KeyError, RecursionError):
        return None


def _cut_off(content: str) -> tuple[str, ...]:
    """Say so where a text ends inside a string, or more than its outermost bracket is left open."""
    n_open, _, in_string = _depth(content)
    if in_string or n_open > 1:
        where = "inside a string" if in_string else f"with {n_open} brackets open"
        return (f"the executor's text ends {where}: it was cut off",)
    return ()


def _depth(content: str) -> tuple[int, int, bool]:
    """Count the brackets left open at the end, the deepest nesting, and whether a string is open.

    What follows the bracket that closes the outermost one is prose: nothing is left open by it.
    """
    depth = deepest = 0
    in_string = escaped = is_closed = False
    for char in content:
        if escaped:
            escaped = False
        elif char == "\\":
            escaped = in_string
        elif char == '"':
            in_string = not in_string
        elif in_string:
            continue
        elif char in "{[":
            depth += 1
            deepest = max(deepest, depth)
        elif char in "}]":
            depth -= 1
            is_closed = is_closed or depth == 0
    return (0, deepest, False) if is_closed else (depth, deepest, in_string)


def _flat(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else [value]


def _is_answer(value: JsonValue) -> bool:
    return isinstance(value, dict) and ANSWER_FIELD in value


def _repetitions(keys: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"the key {key!r} is stated twice in one object" for key in dict.fromkeys(keys))
