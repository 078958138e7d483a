"""Which places a statement points to by the values it has, and by its first cell."""

from __future__ import annotations

import re

from evidencelab.traces.evidence.places import CELL, Held, Place
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.words import words_of

_TINY = 1e-9
_FEW_BESIDE, _FEW_NAMED = 6, 3
_HEAD = re.compile(r"[\s|*_`]*([^\s|*_`:：][^|:：\n]{0,39}?)[*_`]*\s*(?:\||[:：]\s)")
"""The first cell of a row, or the label of a line."""


def places_beside(pool: Pool, token: ValueToken, setting: Setting) -> set[int]:
    """Give the places that hold another value of the statement, one that few places hold."""
    places: set[int] = set()
    for other in setting.tokens:
        if other is token or (other.kind == "number" and other.digits < 2 and other.unit is None):
            continue
        if other.kind == "name":
            held = list(pool.names.get(other.folded, ()))
        elif other.kind == "moment":
            held = pool.moments_like(other.moment) if other.moment else []
        else:
            size = abs(other.number or 0.0)
            held = pool.numbers_between(size * (1 - _TINY), size * (1 + _TINY))
        if len(held) <= _FEW_BESIDE:
            places |= {h.place for h in held}
    return places


def is_beside(pool: Pool, token: ValueToken, held: Held, setting: Setting) -> bool:
    """Tell whether a number stands in the line, or the row of columns, of another value of the statement."""
    cell = CELL.fullmatch(held.line.raw_path)
    for number in places_beside(pool, token, setting):
        other = pool.places[number]
        if number == held.place:
            return True
        its = CELL.fullmatch(other.raw_path)
        is_of_row = cell is not None and its is not None and its[2] == cell[2]
        if is_of_row and other.invocation == held.line.invocation:
            return True
    return False


def places_under_head(pool: Pool, token: ValueToken, setting: Setting) -> set[int]:
    """Give the few places that hold a word of the first cell or label of the statement, or its names."""
    places: set[int] = set()
    head = _HEAD.match(setting.statement.text)
    own = words_of(head[1]) if head and head.end() <= token.start else frozenset[str]()
    for word in own | setting.anchors:
        found = pool.places_with(word)
        if len(found) <= _FEW_NAMED:
            places.update(found)
    return places


def places_holding(pool: Pool, setting: Setting) -> list[Place]:
    """Give the few places that hold another telling number of the statement or of its neighbours."""
    found: dict[int, Place] = {}
    for token in (*setting.tokens, *setting.near[:6]):
        if token.kind == "number" and token.digits >= 3:
            size = abs(token.number or 0.0)
            held = pool.numbers_between(size * (1 - _TINY), size * (1 + _TINY))
            if len(held) <= 3:
                found.update((h.place, h.line) for h in held)
    return list(found.values())[:3]
