"""Judges rows of text and excerpt, one JSON object a line, and hands every row back in its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from pydantic import JsonValue

from evidencelab.evidence.excerpts import PreparedText, match_excerpt, prepare_text
from evidencelab.evidence.match_policy import ExcerptMatch, MatchPolicy
from evidencelab.gatekeeper.files import read_text_file
from evidencelab.gatekeeper.json_values import decode_whole, shorten

_FIELDS = ("text", "excerpt")
_MAX_PREPARED = 256


class JudgedRow(NamedTuple):
    """A row as it was read with `decision`, `similarity`, `reasons` and `spans`, or with an `error`."""

    row: dict[str, JsonValue]
    is_broken: bool = False


def judge_file(path: Path, policy: MatchPolicy = MatchPolicy()) -> Iterator[JudgedRow]:
    """Judge the rows of a JSONL file, or of stdin where the path is `-`.

    Raises:
        InputError: The file cannot be read.
    """
    return judge_rows(read_text_file(path, "a file of rows").split("\n"), policy)


def judge_rows(lines: Iterable[str], policy: MatchPolicy = MatchPolicy()) -> Iterator[JudgedRow]:
    """Judge each row's excerpt against its text; blank lines are skipped and counted.

    Args:
        lines: JSON objects with `text` and `excerpt` and any other fields, which are kept.
        policy: Settings of the match.

    Returns:
        One row a line, in order. A broken one keeps its place with its 1-based `line` and an `error`.
    """
    prepared: dict[str, PreparedText] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        decoded = decode_whole(line)
        if decoded is None or not isinstance(decoded.value, dict):
            got = "is not JSON" if decoded is None else f"got {shorten(decoded.value, 60)}"
            yield _broken({}, number, f"{got}, expected an object with text and excerpt; mend the line")
            continue
        row = decoded.value
        text, excerpt = (row.get(name) for name in _FIELDS)
        if not isinstance(text, str) or not isinstance(excerpt, str):
            name = "text" if not isinstance(text, str) else "excerpt"
            got = f"got {shorten(row[name], 60)}" if name in row else "is missing"
            yield _broken(row, number, f"{name}: {got}, expected text; mend the row")
            continue
        if text not in prepared:
            if len(prepared) >= _MAX_PREPARED:
                prepared.clear()
            prepared[text] = prepare_text(text)
        match = match_excerpt(excerpt, prepared[text], policy)
        yield JudgedRow({**row, **_answer(match)})


def _answer(match: ExcerptMatch) -> dict[str, JsonValue]:
    """Give a match as the fields of a row; spans are lists, as JSON has them."""
    reasons: list[JsonValue] = [
        {name: list(value) if isinstance(value, tuple) else value for name, value in reason._asdict().items()}
        for reason in match.reasons
    ]
    return {
        "decision": match.decision,
        "similarity": match.similarity,
        "reasons": reasons,
        "spans": [list(span) for span in match.spans],
    }


def _broken(row: dict[str, JsonValue], number: int, error: str) -> JudgedRow:
    return JudgedRow({**row, "line": number, "error": error}, is_broken=True)
