"""Find `name value` items of one list in another order: `table t1, total 12` of `total 12, table t1`."""

from __future__ import annotations

import re
from itertools import pairwise

from evidencelab.evidence.context.objections import (
    COST_OF_ORDER,
    COST_OF_SKIPPED_FIELD,
    Located,
    edge_objections,
    merge_spans,
    split_cost,
)
from evidencelab.evidence.text.prepared_text import PreparedText

_ITEM = re.compile(
    r"(?!and |or |but |then )([^\W\d_][^\d,;:=\n]{0,23}?)(?: |(?<=[\u3400-\u9fff]))"
    r"([\w.+/%-]*[\d_][\w.+/%-]*(?: ?[^\W\d_]{1,12})?)"
)
"""A name without digits and one value, which has a digit or is an identifier, with its unit."""
_SEPARATOR = re.compile(r"\s*,\s*")
_LIST_END = re.compile(r"[;\n|。()\[\]{}]|:(?=[\s\u3400-\u9fff])|[.!?] ")
_MAX_ITEMS = 12
_MAX_SKIPPED = 3
_MAX_TRIES = 64
_MAX_LIST = 2000
"""Characters on either side of an item that its list may have."""


def find_items(quoted: str, text: PreparedText) -> Located | None:
    """Find the items of a folded excerpt in one list of the text, each whole; None where one is not there.

    In a list where two items have one name, what is told of the one could be the other's.
    """
    items = _SEPARATOR.split(quoted.strip(" ,"))
    if not 1 < len(items) <= _MAX_ITEMS or len(set(items)) < len(items):
        return None
    if not all(map(_ITEM.fullmatch, items)):
        return None
    folded = text.folded
    longest, end = max(items, key=len), 0
    for _ in range(_MAX_TRIES):
        at = folded.find(longest, end)
        if at < 0:
            break
        begin, end = _list_around(folded, at)
        spans = _spans(items, folded, begin, end)
        if spans is not None:
            objections = [item for span in spans for item in edge_objections(text, *span)]
            extra, vetoes = split_cost(objections)
            n_skipped = sum(end + 3 < later for (_, end), (later, _) in pairwise(spans))
            cost = COST_OF_ORDER + COST_OF_SKIPPED_FIELD * min(n_skipped, _MAX_SKIPPED)
            return Located(merge_spans(tuple(spans)), 1.0, cost + extra, vetoes)
    return None


def _list_around(folded: str, at: int) -> tuple[int, int]:
    """Return the stretch, between what ends a list, around a folded offset; of a long list, whole items."""
    begin, end = max(0, at - _MAX_LIST), min(len(folded), at + _MAX_LIST)
    if begin:
        begin = folded.find(",", begin, at) + 1 or at
    if end < len(folded):
        end = max(folded.rfind(",", at, end), at)
    for sign in _LIST_END.finditer(folded, begin, end):
        if sign.end() <= at:
            begin = sign.end()
        else:
            return begin, sign.start()
    return begin, end


def _spans(items: list[str], folded: str, begin: int, end: int) -> list[tuple[int, int]] | None:
    """Return where each item stands in the list `[begin, end)`; None without one, or with a name twice."""
    placed: dict[str, tuple[int, int]] = {}
    names: set[str] = set()
    for part in re.finditer(r"[^,]+", folded[begin:end]):
        item = part.group().strip()
        found = _ITEM.fullmatch(item)
        if found and found[1] in names:
            return None
        names.add(found[1] if found else item)
        start = begin + part.start() + part.group().index(item)
        placed[item] = start, start + len(item)
    return [placed[item] for item in items] if all(item in placed for item in items) else None
