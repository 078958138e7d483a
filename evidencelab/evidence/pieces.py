"""Find the pieces of a `key=value` list in whatever order they are quoted, pairs intact."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import NamedTuple

from evidencelab.evidence import cuts
from evidencelab.evidence.fields import is_key, is_list_key, is_value, key_name, starts_field
from evidencelab.evidence.joints import RECORD_START
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
_SEPARATORS = frozenset(",;\n|。")
_LIST_ITEM = re.compile(r"\n(?=[ \t]*- )")
_RECORD_END = re.compile(r"[\n;|]")
_BRACE = re.compile(r"[{}]")
_PAIR = re.compile(r"[\w.-]{1,64}[\"']?(=|:\s)")


class _Piece(NamedTuple):
    """Excerpt tokens `first` to `last` standing in the text as tokens `start` to `stop`, ends included."""

    first: int
    last: int
    start: int
    stop: int
    is_pair: bool


def find_pieces(excerpt: PreparedText, text: PreparedText) -> Located | None:
    """Find the pieces of a `key=value` list in any order, pairs intact; None where one is nowhere.

    A piece without a key keeps its place relative to the others. Pairs of two records that name the same
    key could have been exchanged: a veto.
    """
    pieces = _place(excerpt, text)
    if pieces is None or len(pieces) < 2:
        return None
    objections: list[Objection] = []
    cost = 0.0
    n_skipped = 0
    is_reordered = False
    for number, piece in enumerate(pieces):
        objections += _piece_objections(text, piece)
        if number == 0:
            continue
        before = pieces[number - 1]
        if piece.start < before.start:
            is_reordered = True
            if not (piece.is_pair and before.is_pair):
                objections.append(_out_of_order(excerpt, text, piece))
        elif piece.start > before.stop + 1 and piece.is_pair:
            n_skipped += 1
            objections += text_objections(
                cuts.negation_before(text, text.starts[piece.start], text.ends[before.stop])
            )
        elif piece.start > before.stop + 1:
            gap = judge_gap(text, before.start, before.stop, piece.start, False)
            objections += gap.objections
            cost += gap.cost
    low, high = min(piece.start for piece in pieces), max(piece.stop for piece in pieces)
    cost += COST_OF_SKIPPED_FIELD * min(n_skipped, _MAX_COUNTED_SKIPS)
    if is_reordered or cost:
        objections += _exchanged(text, pieces, low, high)
    objections += text_objections(
        cuts.negation_before(text, text.starts[low]),
        cuts.negation_after(text, text.ends[high], is_edge=True),
    )
    extra, vetoes = split_cost(objections)
    spans = tuple((text.starts[piece.start], text.ends[piece.stop]) for piece in pieces)
    return Located(merge_spans(spans), 1.0, cost + extra + COST_OF_ORDER * is_reordered, vetoes)


def _place(excerpt: PreparedText, text: PreparedText) -> list[_Piece] | None:
    """Find each piece: behind the one before it if it can be, a pair where the text has a pair."""
    placed: list[_Piece] = []
    taken: set[int] = set()
    position = 0
    for first, last in _cut(excerpt):
        length = last - first + 1
        needle = SEPARATOR + SEPARATOR.join(excerpt.tokens[first : last + 1]) + SEPARATOR
        places = [text.token_at(at) for at in occurrences(needle, text, position)]
        places += [text.token_at(at) for at in occurrences(needle, text, 0)]
        free = [start for start in places if start not in taken]
        if not free:
            return None
        pairs = [start for start in free if _holds_key(text, start, start + length - 1)]
        spelt = "=" in excerpt.folded[excerpt.starts[first] : excerpt.ends[last]]
        alike = [
            start
            for start in pairs
            if spelt == ("=" in text.folded[text.starts[start] : text.ends[start + length - 1]])
        ]
        start = (alike or pairs or free)[0]
        taken.update(range(start, start + length))
        placed.append(_Piece(first, last, start, start + length - 1, bool(pairs)))
        if len(placed) < 2 or start > placed[-2].start:
            position = text.joined_position(start + length)
    return placed


def _holds_key(text: PreparedText, start: int, stop: int) -> bool:
    return any(is_list_key(text, index) for index in range(start, stop))


def _cut(excerpt: PreparedText) -> list[tuple[int, int]]:
    """Cut an excerpt's tokens into pieces: at list separators, and in front of a pair behind a value."""
    pieces: list[tuple[int, int]] = []
    first = 0
    for index in range(len(excerpt.tokens) - 1):
        gap = excerpt.gap(index)
        if not _SEPARATORS.isdisjoint(gap) or " / " in gap or _begins_pair(excerpt, index + 1, gap):
            pieces.append((first, index))
            first = index + 1
    if excerpt.tokens:
        pieces.append((first, len(excerpt.tokens) - 1))
    return pieces


def _begins_pair(excerpt: PreparedText, index: int, gap: str) -> bool:
    """Tell whether a pair begins at token `index`, white space or a bracket in front of it.

    A `key: value` behind a word could be the end of a longer key; behind a value it is a pair.
    """
    if not any(character.isspace() or character in "[](){}" for character in gap):
        return False
    pair = _PAIR.match(excerpt.folded, excerpt.starts[index])
    return pair is not None and (pair.group(1) == "=" or is_value(excerpt.tokens[index - 1]))


def _piece_objections(text: PreparedText, piece: _Piece) -> list[Objection]:
    """Say what speaks against quoting one piece: a cut value, a key without its value, half a key."""
    start, end = text.starts[piece.start], text.ends[piece.stop]
    objections = text_objections(cuts.cut_before(text, start, False), cuts.cut_after(text, end, False))
    if is_list_key(text, piece.stop):
        objections.append(Objection("key_repaired", None, (text.starts[piece.stop], end)))
    is_half = piece.is_pair and is_key(text, piece.start) and not starts_field(text, piece.start)
    if is_half and text.folded[start - 1 : start] == " ":
        objections.append(Objection("name_changed", None, (start, text.ends[piece.start])))
    return objections


def _out_of_order(excerpt: PreparedText, text: PreparedText, piece: _Piece) -> Objection:
    return Objection(
        "out_of_order",
        (excerpt.starts[piece.first], excerpt.ends[piece.last]),
        (text.starts[piece.start], text.ends[piece.stop]),
    )


def _exchanged(text: PreparedText, pieces: list[_Piece], low: int, high: int) -> list[Objection]:
    """Object where pairs of two records could have been exchanged.

    Two records: objects or stretches between line ends, semicolons or bars that name the same key; the
    rest of a line that begins like a record; or a quoted key that stands more than once between the
    first and the last quoted token.
    """
    record_end = _LIST_ITEM if _LIST_ITEM.search(text.folded) else _RECORD_END
    ends = [found.start() for found in record_end.finditer(text.folded)]
    objects = _objects(text)
    records: dict[int, set[str]] = {}
    for piece in pieces:
        start = text.starts[piece.start]
        record = objects[bisect_right(objects, (start, 0)) - 1][1] if objects else bisect_left(ends, start)
        if record not in records:
            keys = _keys_of_object(text, objects, record) if objects else _keys_of_line(text, ends, record)
            if any(keys & others for others in records.values()):
                return [_exchange_at(text, piece.start)]
            records[record] = keys
        if records and piece is not pieces[0] and _continues_other_record(text, pieces[0], piece):
            return [_exchange_at(text, piece.start)]
    quoted = [
        index for piece in pieces for index in range(piece.start, piece.stop + 1) if is_key(text, index)
    ]
    names = [key_name(text, index) for index in quoted]
    for index, name in zip(quoted, names, strict=True):
        there = [
            at
            for at in text.positions(text.tokens[index])
            if low <= at <= high and is_key(text, at) and key_name(text, at) == name
        ]
        if len(there) > names.count(name):
            return [_exchange_at(text, index)]
    return []


def _exchange_at(text: PreparedText, index: int) -> Objection:
    return Objection("key_repaired", None, (text.starts[index], text.ends[index]))


def _continues_other_record(text: PreparedText, first: _Piece, piece: _Piece) -> bool:
    """Tell whether a piece is the rest of a record, a line with a head of its own, other than the first's."""
    folded, start = text.folded, text.starts[piece.start]
    line = folded.rfind("\n", 0, start) + 1
    if line <= text.starts[first.start] or not RECORD_START.match(folded, line):
        return False
    return any(map(str.isalnum, folded[line:start]))


def _objects(text: PreparedText) -> list[tuple[int, int]]:
    """List `(offset, object)`: from each offset on, up to the next, the innermost braces' number."""
    if "}" not in text.folded:
        return []
    changes = [(0, 0)]
    stack = [0]
    n_objects = 0
    for found in _BRACE.finditer(text.folded):
        if found.group() == "{":
            n_objects += 1
            stack.append(n_objects)
        elif len(stack) > 1:
            stack.pop()
        changes.append((found.end(), stack[-1]))
    return changes


def _keys_of_object(text: PreparedText, objects: list[tuple[int, int]], record: int) -> set[str]:
    """Return the names of the keys that stand directly in one object."""
    keys: set[str] = set()
    for number, (start, owner) in enumerate(objects):
        if owner == record:
            end = objects[number + 1][0] if number + 1 < len(objects) else len(text.folded)
            keys |= _keys_between(text, start, end)
    return keys


def _keys_of_line(text: PreparedText, ends: list[int], record: int) -> set[str]:
    """Return the names of the keys in one stretch between record ends."""
    start = ends[record - 1] if record else 0
    return _keys_between(text, start, ends[record] if record < len(ends) else len(text.folded))


def _keys_between(text: PreparedText, start: int, end: int) -> set[str]:
    low, high = bisect_left(text.starts, start), bisect_left(text.starts, end)
    return {
        key_name(text, index)
        for index in range(low, min(high, low + _MAX_RECORD_TOKENS))
        if is_list_key(text, index)
    }
