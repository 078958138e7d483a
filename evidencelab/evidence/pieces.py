"""Find the pieces of a `key=value` list in whatever order they are quoted, pairs intact."""

from __future__ import annotations

import re
from bisect import bisect_left

from evidencelab.evidence import cuts
from evidencelab.evidence.objections import (
    COST_OF_ORDER,
    COST_OF_SKIPPED_FIELD,
    Located,
    Objection,
    judge_gap,
    merge_spans,
    split_cost,
    text_objections,
)
from evidencelab.evidence.quotes import occurrences
from evidencelab.evidence.text import SEPARATOR, PreparedText

_MAX_COUNTED_SKIPS = 3
_MAX_RECORD_TOKENS = 2000
_RECORD_END = re.compile(r"[\n;|]")


def find_pieces(excerpt: PreparedText, text: PreparedText) -> Located | None:
    """Find the pieces of a `key=value` list in any order, pairs intact; None where one is nowhere.

    A piece without a key keeps its place relative to the others. Where the stretch that holds all
    pieces names a quoted key twice, pairs could have been exchanged between two records: a veto.
    """
    pieces = _pieces(excerpt)
    if len(pieces) < 2:
        return None
    placed: list[tuple[int, int]] = []
    taken: set[int] = set()
    position = 0
    for first, last in pieces:
        needle = SEPARATOR + SEPARATOR.join(excerpt.tokens[first : last + 1]) + SEPARATOR
        options = [*occurrences(needle, text, position), *occurrences(needle, text, 0)]
        starts = (text.token_at(at) for at in options)
        start = next((index for index in starts if index not in taken), None)
        if start is None:
            return None
        stop = start + last - first
        taken.update(range(start, stop + 1))
        placed.append((start, stop))
        if not placed[:-1] or start > placed[-2][0]:
            position = text.joined.find(needle, position) + len(needle) - 1 if position >= 0 else 0
            position = max(position, 0)
    objections: list[Objection] = []
    is_reordered = False
    cost = 0.0
    n_skipped = 0
    for number, (start, stop) in enumerate(placed):
        first, last = pieces[number]
        has_key = any(cuts.is_list_key(text, index) for index in range(start, stop))
        for veto in (
            cuts.cut_before(text, text.starts[start], False),
            cuts.cut_after(text, text.ends[stop], False),
        ):
            if veto:
                objections.append(Objection(veto.code, None, (veto.start, veto.end)))
        if number == 0:
            continue
        before = placed[number - 1]
        if start > before[1] + 1 and not has_key:
            gap = judge_gap(text, before[1], start, False)
            objections.extend(gap.objections)
            cost += gap.cost
        elif start > before[1] + 1:
            n_skipped += 1
            objections += text_objections(
                cuts.negation_before(text, text.starts[start], text.ends[before[1]])
            )
        elif start < before[1]:
            is_reordered = True
            had_key = any(cuts.is_list_key(text, index) for index in range(before[0], before[1]))
            if not (has_key and had_key):
                objections.append(
                    Objection(
                        "out_of_order",
                        (excerpt.starts[first], excerpt.ends[last]),
                        (text.starts[start], text.ends[stop]),
                    )
                )
    low, high = min(start for start, _ in placed), max(stop for _, stop in placed)
    cost += COST_OF_SKIPPED_FIELD * min(n_skipped, _MAX_COUNTED_SKIPS)
    if is_reordered or cost:
        objections.extend(_repeated_keys(text, placed, low, high))
    for veto in (
        cuts.negation_before(text, text.starts[low]),
        cuts.negation_after(text, text.ends[high], is_edge=True),
    ):
        if veto:
            objections.append(Objection(veto.code, None, (veto.start, veto.end)))
    extra, vetoes = split_cost(objections)
    spans = tuple((text.starts[start], text.ends[stop]) for start, stop in placed)
    return Located(merge_spans(spans), 1.0, cost + extra + (COST_OF_ORDER if is_reordered else 0.0), vetoes)


def _keys_of(text: PreparedText, ends: list[int], record: int) -> set[str]:
    """Return the names of the keys in one record of a text."""
    low = bisect_left(text.starts, ends[record - 1]) if record else 0
    high = bisect_left(text.starts, ends[record]) if record < len(ends) else len(text.tokens)
    return {
        cuts.key_name(text, index)
        for index in range(low, min(high, low + _MAX_RECORD_TOKENS))
        if cuts.is_list_key(text, index)
    }


def _pieces(excerpt: PreparedText) -> list[tuple[int, int]]:
    """Cut an excerpt's tokens into pieces at list separators and in front of each key."""
    pieces: list[tuple[int, int]] = []
    first = 0
    for index in range(len(excerpt.tokens) - 1):
        gap = excerpt.gap(index)
        is_separated = any(mark in gap for mark in ",;\n|") or " / " in gap
        if is_separated or cuts.starts_field(excerpt, index + 1):
            pieces.append((first, index))
            first = index + 1
    if excerpt.tokens:
        pieces.append((first, len(excerpt.tokens) - 1))
    return pieces


def _repeated_keys(text: PreparedText, placed: list[tuple[int, int]], low: int, high: int) -> list[Objection]:
    """Object where pairs of two records could have been exchanged.

    Two records: stretches between line ends, semicolons or bars that name the same key; or a quoted key
    that stands more than once between the first and the last quoted token.
    """
    ends = [found.start() for found in _RECORD_END.finditer(text.folded)]
    records = {bisect_left(ends, text.starts[start]) for start, _ in placed}
    if len(records) > 1:
        seen: set[str] = set()
        for record in sorted(records):
            keys = _keys_of(text, ends, record)
            if seen & keys:
                first = placed[0][0]
                return [Objection("key_repaired", None, (text.starts[first], text.ends[first]))]
            seen |= keys
    quoted = [index for start, stop in placed for index in range(start, stop + 1) if cuts.is_key(text, index)]
    names = [cuts.key_name(text, index) for index in quoted]
    objections = []
    for index, name in zip(quoted, names, strict=True):
        there = [
            at
            for at in text.positions(text.tokens[index])
            if low <= at <= high and cuts.is_key(text, at) and cuts.key_name(text, at) == name
        ]
        if len(there) > names.count(name):
            objections.append(Objection("key_repaired", None, (text.starts[index], text.ends[index])))
            break
    return objections
