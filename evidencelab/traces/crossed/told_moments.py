"""A thing told of a moment that is its sister's: at that second, the log speaks of another of its kind.

Only names that one column of a reply holds are sisters. Silent where a line of that second, or what goes on
below it, holds the name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from evidencelab.traces.evidence.layout import name_kind
from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.setting import Verdict, altered
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.mood import may_tell

_BREAK = re.compile(
    r"[,;](?=\s)|[，；、。]|\s[–—]\s|\b(?:and|while|whereas|but|after|before|until|since)\b|而"
)
_NEAR = re.compile(
    r"\b(?:after|before|until|since|by|from|to|than|not|if|between)\b|n['’]t\b|之后|之前|后|前|不", re.I
)
_FEW_LINES, _BELOW = 8, 3


def told_of_sisters(read: Sequence[ReadStatement], pool: Pool) -> Iterator[tuple[int, int, Verdict]]:
    """Give the names that are told of another's moment, with their statements and numbers."""
    for index, (statement, tokens, mood) in enumerate(read):
        if statement.kind == "code" or not may_tell(statement, mood):
            continue
        for moment in tokens:
            if moment.moment is None or moment.moment.second is None:
                continue
            lines = pool.moments_like(moment.moment)
            if not 0 < len(lines) <= _FEW_LINES:
                continue
            for at, token in enumerate(tokens):
                if token.kind != "name" or not _is_of(statement.text, statement.kind, token, moment):
                    continue
                sister = _sister_at(token, tokens, lines, pool)
                if sister is not None:
                    yield index, at, altered(pool, sister, f" at {moment.text.strip()}")


def _is_of(text: str, kind: str, token: ValueToken, moment: ValueToken) -> bool:
    """Tell whether a name and a moment stand in one clause, and plainly so."""
    first, last = sorted((token, moment), key=lambda one: one.start)
    between = text[first.end : last.start]
    if kind == "row":
        return len(between) <= 60
    return _BREAK.search(between) is None and _NEAR.search(text[: first.start][-12:] + between) is None


def _sister_at(
    token: ValueToken, tokens: Sequence[ValueToken], lines: Sequence[Held], pool: Pool
) -> Held | None:
    """Find the one sister of a name that all lines of a moment hold, where none of them has the name."""
    name = token.folded
    said = {other.folded for other in tokens if other.kind == "name"}
    columns = {held.column for held in pool.names.get(name, ())}
    if not columns or not any(map(str.isdigit, name)):
        return None
    found: dict[str, Held] = {}
    for line in lines:
        if any(name in text.lower() for text in _event(line, pool)) or name in line.line.context:
            return None
        here = [
            held
            for held in pool.by_place.get(line.place, ())
            if held.token.kind == "name" and name_kind(held.token.folded) == name_kind(name)
        ]
        if not here:
            return None
        found.update((held.token.folded, held) for held in here)
    if len(found) != 1 or said & found.keys():
        return None
    ((other, held),) = found.items()
    are_sisters = any(its.column in columns for its in pool.names.get(other, ()))
    return held if are_sisters else None


def _event(line: Held, pool: Pool) -> Iterator[str]:
    """Give the line of a moment and the few below it that have no moment of their own."""
    for place in pool.around(line.line, _BELOW):
        if place.number < line.place:
            continue
        is_next = any(held.token.moment is not None for held in pool.by_place.get(place.number, ()))
        if is_next and place.number != line.place:
            return
        yield place.text
