"""Labelled pairs: an excerpt, the text it claims to quote, and what a careful auditor says of it.

The one shape in which labels enter the lab, whether a person gave them or a corruption made them.
This module reads and writes pairs; it must not know the match, a threshold or a statistic.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import Field, ValidationError

from evidencelab.contracts import Row
from evidencelab.errors import InputError, OutputError

Label = Literal["faithful", "unfaithful"]

_SHAPE = 'write one JSON object a line: {"text", "excerpt", "label", "kind", "group"}'
_FIRST_ROWS = 20
"""Rows of a file looked at to tell what it holds."""


class LabelledPair(Row):
    """One excerpt against one text, with its label.

    Attributes:
        id: The pair's own name; None where its author gave none.
        text: The evidence text.
        excerpt: What is said to stand in `text`.
        label: `faithful` (the positive class) or `unfaithful`.
        kind: The benign edit or the corruption that made the excerpt; rates are told per kind.
        group: What pairs have in common that makes them no independent evidence: the record, the
            case, the template. Pairs of one group never straddle a split.
        source: Where `text` was recorded.
        lang: `zh`, `en` or another language tag.
    """

    id: str | None = None
    text: str
    excerpt: str
    label: Label
    kind: str = Field(min_length=1)
    group: str = Field(min_length=1)
    source: str | None = None
    lang: str | None = None


class PairKeys(NamedTuple):
    """Hashes by which pairs are told apart once their texts are gone.

    Attributes:
        text_hash: 64 bits of `text`, signed; equal texts have equal hashes.
        pair_hash: 64 bits of text, excerpt, label, kind and group, signed.
        claim_hash: 64 bits of text and excerpt alone, signed; two labels under one are a conflict.
    """

    text_hash: int
    pair_hash: int
    claim_hash: int


def pair_keys(pair: LabelledPair) -> PairKeys:
    """Hash what identifies a pair. Stable between machines and Python versions."""
    return PairKeys(
        text_hash=_hash64(pair.text),
        pair_hash=_hash64(pair.text, pair.excerpt, pair.label, pair.kind, pair.group),
        claim_hash=_hash64(pair.text, pair.excerpt),
    )


def read_pairs(path: Path) -> Iterator[LabelledPair]:
    """Read labelled pairs from a JSONL file, one at a time; blank lines are skipped.

    A line that holds no pair ends the reading: pairs left out silently would bend every rate.

    Args:
        path: A JSONL file. Fields beyond the contract are ignored.

    Yields:
        The pairs in file order.

    Raises:
        InputError: The file cannot be read, holds no pair at all, or a line is not a pair; the
            message names the line and the field.
    """
    n_pairs = 0
    try:
        with path.open(encoding="utf-8-sig", newline="\n") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    n_pairs += 1
                    yield parse_pair(line, str(path), number)
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(str(path), f"cannot be read ({error})", "give a JSONL file in UTF-8") from error
    if n_pairs == 0:
        raise InputError(str(path), "holds no pair", _SHAPE)


def parse_pair(line: str, source: str, number: int | None = None) -> LabelledPair:
    """Read one line of labelled JSONL.

    Raises:
        InputError: The line is not JSON, not an object, or lacks a field.
    """
    try:
        value = json.loads(line)
    except json.JSONDecodeError as error:
        raise InputError(source, f"is not JSON ({error.msg})", _SHAPE, number) from error
    except ValueError as error:
        raise InputError(source, "holds a number too long to be read", _SHAPE, number) from error
    except RecursionError as error:
        raise InputError(source, "is nested too deeply", _SHAPE, number) from error
    if not isinstance(value, dict):
        raise InputError(source, f"got {type(value).__name__}, expected an object", _SHAPE, number)
    if isinstance(value.get("id"), int):
        value["id"] = str(value["id"])
    absent = [name for name in ("text", "excerpt", "label", "kind", "group") if name not in value]
    if len(absent) > 1:
        raise InputError(source, f"{', '.join(map(repr, absent))} are missing", _SHAPE, number)
    try:
        return LabelledPair.model_validate(value)
    except ValidationError as error:
        first = error.errors()[0]
        field = str(first["loc"][0]) if first["loc"] else "pair"
        raise InputError(source, _reason(field, value), _remedy(field), number) from error


def holds_pairs(path: Path) -> bool:
    """Tell a file of pairs by its first rows: one states an excerpt beside a text or a label.

    A row whose label is missing is one all the same, so that a forgotten label is said and the row
    never taken for a tool's output. A JSON array of such rows counts too.
    """
    return any("excerpt" in keys and keys & {"text", "label"} for keys in first_keys(path))


def first_keys(path: Path) -> Iterator[set[str]]:
    """Give the keys of the objects on a file's first rows, or of an array's first; skips what is none."""
    try:
        if path.is_dir():
            return
        with path.open(encoding="utf-8-sig") as lines:
            rows = list(islice((line for line in lines if line.strip()), _FIRST_ROWS))
            whole = "".join((*rows, *lines)) if rows and rows[0].lstrip().startswith("[") else None
    except (OSError, ValueError):
        return
    values = [_value_of(row) for row in rows]
    if whole is not None:
        array = _value_of(whole)
        values = array[:_FIRST_ROWS] if isinstance(array, list) else values
    yield from (set(value) for value in values if isinstance(value, dict))


def _value_of(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def write_pairs(pairs: Iterable[LabelledPair], path: Path) -> int:
    """Write pairs as JSONL and return how many.

    Raises:
        OutputError: The file cannot be written.
    """
    n_pairs = 0
    try:
        with path.open("w", encoding="utf-8", newline="\n") as lines:
            for pair in pairs:
                lines.write(json_line(pair.to_wire()))
                n_pairs += 1
    except OSError as error:
        raise OutputError(
            str(path), f"cannot be written ({error})", "give a file in a folder of yours"
        ) from error
    return n_pairs


def json_line(value: object) -> str:
    """Write one JSON value as a line; text that UTF-8 cannot hold (a lone surrogate) is escaped."""
    line = json.dumps(value, ensure_ascii=False) + "\n"
    if line.isascii():
        return line
    try:
        line.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(value) + "\n"
    return line


def _hash64(*parts: str) -> int:
    digest = hashlib.blake2b(digest_size=8)
    for part in parts:
        raw = part.encode("utf-8", "surrogatepass")
        digest.update(len(raw).to_bytes(8, "little") + raw)
    return int.from_bytes(digest.digest(), "little", signed=True)


def _reason(field: str, value: dict[str, object]) -> str:
    if field not in value:
        return f"{field!r} is missing"
    shown = repr(value[field])
    return f"{field!r} is {shown if len(shown) <= 60 else shown[:57] + '...'}"


def _remedy(field: str) -> str:
    match field:
        case "label":
            return 'expected "faithful" or "unfaithful"'
        case "group":
            return "name what pairs of one record or case have in common, so that no split tears them apart"
        case "kind":
            return "name the edit that made the excerpt; rates are told per kind"
        case _:
            return f"expected a string; {_SHAPE}"
