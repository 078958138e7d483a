"""Which row of a table each number of a statement is told of, where the statement names one or several.

It must not know what the rows hold.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from evidencelab.traces.evidence.sister_tables import Anchor
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.hedges import hedge_of
from evidencelab.traces.wording.statements import Statement

_BREAK = re.compile(
    r"[,;:](?=\s)|[，；、。：]|,(?=[\u4e00-\u9fff`])|\s[–—]\s|\b(?:and|while|whereas|but|followed by)\b|而"
)
_COMPARED = re.compile(
    r"\b(?:than|versus|vs|compared|unlike|against|instead|rather|not|never|other|others|another|each|per|every"
    r"|average|avg|total|together|combined|sum|between|from|before|after|until|since|up to|of the|if|would"
    r"|could|should|more|less|fewer|behind|ahead|next|previous|earlier|later)\b|n['’]t\b|→|->"
    r"|比|不是|另|其他|其余|每|平均|共(?!有)|合计|总|从|之前|之后|以来|相差|差|多|少|前一|后一|如果",
    re.IGNORECASE,
)
_IN_ORDER = re.compile(
    r"\b(?:than|versus|vs|compared|unlike|instead of|rather than|not|never|if|would|could|should|from"
    r"|respectively)\b|n['’]t\b|→|->|比|而不是|不是|分别|依次|如果",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    r"(?:\b(?:up|down|by|rose|fell|grew|gained|lost)\s|[增减升降涨跌](?:[了加少幅]|$))\W{0,3}$", re.IGNORECASE
)
_HEADS = re.compile(r"[*_`]*\s*(?:[:：]|\s[–—-]\s)")
_CAPITALS = re.compile(r"[A-Z]\S*(?: [A-Z0-9]\S*)+")


class Told(NamedTuple):
    """A number and the row it is told of, and whether its clause says so."""

    token: ValueToken
    row: int
    is_beside: bool


def values_of(tokens: Sequence[ValueToken], anchors: Sequence[Anchor]) -> list[ValueToken]:
    """Give the numbers that are no part of an anchor."""
    return [
        token
        for token in tokens
        if token.kind == "number"
        and not token.label
        and not any(one.start < token.end and token.start < one.end for one in anchors)
    ]


def told_of_one(statement: Statement, tokens: Sequence[ValueToken], anchors: Sequence[Anchor]) -> list[Told]:
    """Give the numbers told of the only row named, where their clause names it, or what is before it."""
    row, text = anchors[0].row, statement.text
    set_off = [one for one in anchors if _is_set_off(text, one)]
    heads = None if text[: anchors[0].start].strip("-•*# `") else _HEADS.match(text, anchors[0].end)
    told: list[Told] = []
    for token in values_of(tokens, anchors):
        if hedge_of(text, token.start, token.end) is not None or token.text[:1] in "+-\u2212":
            continue
        if statement.kind == "row":
            told.append(Told(token, row, True))
            continue
        start, end = _clause(text, token)
        if _COMPARED.search(text[start:end]) or _CHANGED.search(text[: token.start]):
            continue
        beside = any(start <= one.start < end for one in set_off)
        follows = heads is not None and start <= heads.end()
        if beside or heads or any(one.start < start for one in set_off):
            told.append(Told(token, row, beside or follows))
    return told


def by_turns(
    values: Sequence[ValueToken], anchors: Sequence[Anchor], text: str
) -> list[tuple[int, ValueToken]]:
    """Pair rows that are named once each with the numbers told in turn with them; empty if they are not."""
    if len({one.row for one in anchors}) != len(anchors) or len(values) != len(anchors):
        return []
    if _IN_ORDER.search(text):
        return []
    order: list[Anchor | ValueToken] = sorted((*anchors, *values), key=lambda one: one.start)
    kinds = [isinstance(one, Anchor) for one in order]
    if any(kinds[at] == kinds[at + 1] for at in range(len(kinds) - 1)):
        return []
    return [(anchor.row, token) for anchor, token in zip(anchors, values, strict=True)]


def _is_set_off(text: str, anchor: Anchor) -> bool:
    """Tell whether a name is one by its looks: with a digit, marked, in front, or in no Latin letters."""
    before, name = text[: anchor.start].rstrip(" /"), text[anchor.start : anchor.end]
    is_marked = before.endswith(("`", "*", "|")) or not before.strip("-•# ")
    return (
        is_marked
        or re.search(r"\d", name) is not None
        or not name.isascii()
        or _CAPITALS.fullmatch(name) is not None
    )


def _clause(text: str, token: ValueToken) -> tuple[int, int]:
    """Give the clause around a token; what stands in brackets breaks none."""
    flat = re.sub(r"[(（][^()（）]{0,80}[)）]", lambda found: "_" * len(found.group()), text)
    breaks = [0, *(found.end() for found in _BREAK.finditer(flat, 0, token.start))]
    found = _BREAK.search(flat, token.end)
    end = found.start() if found else len(text)
    is_bare = re.search(r"\w", text[breaks[-1] : token.start] + text[token.end : end]) is None
    return breaks[-2 if is_bare and len(breaks) > 1 else -1], end
