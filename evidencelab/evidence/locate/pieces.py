"""Find the pieces of a `key=value` list in whatever order they are quoted, pairs intact."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from evidencelab.evidence.context import cuts
from evidencelab.evidence.context.cut_values import breaks_off
from evidencelab.evidence.context.objections import (
    COST_OF_ORDER,
    COST_OF_SKIPPED_FIELD,
    Located,
    Objection,
    judge_gap,
    merge_spans,
    split_cost,
    text_objections,
)
from evidencelab.evidence.context.parents import enters_block
from evidencelab.evidence.locate.exchanges import Piece, exchanges, is_reordered, leaves_named_line
from evidencelab.evidence.locate.quotes import case_objections, occurrences
from evidencelab.evidence.match_policy import new_tuple
from evidencelab.evidence.text.cut_text import MeasuredText
from evidencelab.evidence.text.fields import is_key, is_list_key, is_value, starts_field
from evidencelab.evidence.text.prepared_text import PreparedText
from evidencelab.evidence.text.tokens import SEPARATOR

_MAX_COUNTED_SKIPS = 3
_MAX_VALUE = 64
"""Tokens of a value in brackets or quote marks."""
_MAX_NAMED = 64
"""Pieces that may have the name of their line."""
_SEPARATORS = frozenset(",;\n|。")
_IN_PAIR = frozenset("={:")
_APART = frozenset(" \n[](){}")
"""In front of a pair, one of these stands between it and what it follows."""
_EMPTY = re.compile(r"=(\"\"|''|\[\]|\(\)|\{\})?(?=[\s,;})\]]|\Z)")
_OPENING = re.compile(r"[=:]\s?([\"'\[(])[\"']?\Z")
"""Opens a value that is a list or a text of its own."""
_CLOSING = {"[": "]", "(": ")", '"': '"', "'": "'"}
_PAIR = re.compile(r"[\w.-]{1,64}[\"']?(=|:\s|(?<=[A-Za-z]):(?=[-\w.]+(?:[\s,;)}]|\Z)))")


def find_pieces(excerpt: MeasuredText, text: PreparedText) -> Located | None:
    """Find the pieces of a `key=value` list in any order, pairs intact; None where one is nowhere.

    A piece without a key keeps its place relative to the others. Pairs of two records that name the same
    key could have been exchanged: a veto.
    """
    pieces = _place(excerpt, text, 0, text.n_tokens)
    if pieces is None or len(pieces) < 2:
        return None
    located = _judge(excerpt, text, pieces)
    if located.objections:
        for low, high in _around_rarest(text, pieces):
            nearby = _place(excerpt, text, low, high)
            if nearby and nearby != pieces:
                closer = _judge(excerpt, text, nearby)
                if not closer.objections:
                    return closer
    return located


def _around_rarest(text: PreparedText, pieces: list[Piece]) -> Iterator[tuple[int, int]]:
    """Yield the tokens `[low, high)` of the object, and of the line, that the rarest piece stands in."""
    rarest = min(pieces, key=lambda piece: text.joined.count(_needle(text, piece.start, piece.stop)))
    at, folded = text.starts[rarest.start], text.folded
    for opening, closing in (("{", "}"), ("\n", "\n")):
        begin, end = folded.rfind(opening, 0, at), folded.find(closing, at)
        low = bisect_left(text.starts, begin + 1)
        yield low, bisect_right(text.ends, end) if end >= 0 else text.n_tokens


def _judge(excerpt: MeasuredText, text: PreparedText, pieces: list[Piece]) -> Located:
    """Say what speaks against a list with its pieces at these places, and what it costs."""
    objections: list[Objection] = []
    cost = 0.0
    n_skipped = 0
    reordered = is_reordered(pieces)
    for number, piece in enumerate(pieces):
        objections += _piece_objections(text, piece, reordered or number > 0)
        if _is_shortened(excerpt, text, piece) or _is_cut_inside(excerpt, text, piece):
            span = text.starts[piece.start], text.ends[piece.stop]
            objections.append(Objection("value_changed", None, span))
        if number == 0:
            continue
        before = pieces[number - 1]
        if piece.start < before.start:
            if not (piece.is_pair and before.is_pair):
                objections.append(_out_of_order(excerpt, text, piece))
        elif piece.start > before.stop + 1 and piece.is_pair:
            n_skipped += 1
            if (
                enters_block(text.folded, text.ends[before.stop], text.starts[piece.start])
                or _ends_other_line(excerpt, text, before, piece)
                or leaves_named_line(text, pieces[:number][:_MAX_NAMED], piece)
            ):
                span = text.starts[piece.start], text.ends[piece.stop]
                objections.append(Objection("key_repaired", None, span))
            objections += text_objections(
                cuts.negation_before(text, text.starts[piece.start], text.ends[before.stop]),
                cuts.limit_behind(text, text.ends[before.stop], text.starts[piece.start]),
            )
        elif piece.start > before.stop + 1:
            nearest = max(
                (other for other in pieces[:number] if other.stop < piece.start), key=lambda other: other.stop
            )
            if piece.start == nearest.stop + 1:
                continue
            judged = judge_gap(text, nearest.start, nearest.stop, piece.start, False)
            objections += judged.objections
            cost += judged.cost
    low, high = min(piece.start for piece in pieces), max(piece.stop for piece in pieces)
    cost += COST_OF_SKIPPED_FIELD * min(n_skipped, _MAX_COUNTED_SKIPS)
    if reordered or cost:
        objections += exchanges(excerpt, text, pieces, low, high)
    objections += text_objections(
        cuts.negation_before(text, text.starts[low]),
        cuts.negation_after(text, text.ends[high], is_edge=True),
    )
    objections += case_objections(excerpt, text, [piece[:3] for piece in pieces])
    extra, vetoes = split_cost(objections)
    spans = tuple((text.starts[piece.start], text.ends[piece.stop]) for piece in pieces)
    return Located(merge_spans(spans), 1.0, cost + extra + COST_OF_ORDER * reordered, vetoes)


def _needle(text: MeasuredText, first: int, last: int) -> str:
    return SEPARATOR + SEPARATOR.join(text.tokens[first : last + 1]) + SEPARATOR


def _place(excerpt: MeasuredText, text: PreparedText, low: int, high: int) -> list[Piece] | None:
    """Find each piece in the text's tokens `[low, high)`; None where one is not there.

    Behind the one before it if it can be, and a pair where the text has a pair.
    """
    placed: list[Piece] = []
    taken: set[int] = set()
    position = begin = text.joined_position(low)
    for first, last in _cut(excerpt):
        length = last - first + 1
        needle = _needle(excerpt, first, last)
        places = [text.token_at(at) for at in occurrences(needle, text, position)]
        if position > begin:
            places += [text.token_at(at) for at in occurrences(needle, text, begin)]
        free = [start for start in places if start not in taken and start + length <= high]
        if not free:
            return None
        spelt = "=" in excerpt.folded[excerpt.starts[first] : excerpt.ends[last]]
        start, is_pair = _first_pair(text, free, length, spelt)
        taken.update(range(start, start + length))
        stop = start + length - 1
        placed.append(new_tuple(Piece, (first, last, start, stop, is_pair or _is_empty_pair(text, stop))))
        if len(placed) < 2 or start > placed[-2].start:
            position = text.joined_position(start + length)
    return placed


def _first_pair(text: PreparedText, places: list[int], length: int, is_spelt: bool) -> tuple[int, bool]:
    """Return the first place where the text has a pair, with `=` if that is how it is spelt, or any place.

    Whether it has a pair there is returned as well.
    """
    pair = -1
    for start in places:
        stretch = text.folded[text.starts[start] : text.ends[start + length - 1]]
        has_sign = "=" in stretch
        # nothing else ends a key
        if (has_sign or ":" in stretch) and any(
            is_list_key(text, index) for index in range(start, start + length - 1)
        ):
            if has_sign == is_spelt:
                return start, True
            pair = start if pair < 0 else pair
    return (pair, True) if pair >= 0 else (places[0], False)


def _is_empty_pair(text: PreparedText, index: int) -> bool:
    """Tell whether token `index` is a key whose value is empty: `user= host=a`, `user="", host=a`."""
    empty = _EMPTY.match(text.folded, text.ends[index])
    return empty is not None and (bool(empty[1]) or not is_list_key(text, index))


def _cut(excerpt: MeasuredText) -> Iterator[tuple[int, int]]:
    """Yield the pieces of an excerpt's tokens, cut at list separators, and in front of a pair behind a value.

    A value in brackets or quote marks that holds no pair stays whole.
    """
    first = whole = 0
    for index in range(len(excerpt.tokens) - 1):
        gap = excerpt.gaps[index + 1]
        if index >= whole and ("=" in gap or ":" in gap):
            whole = _end_of_value(excerpt.gaps, index + 1)
        if index < whole:
            continue
        if gap and (
            not _SEPARATORS.isdisjoint(gap)
            or " / " in gap
            or "} " in gap
            or _begins_pair(excerpt, index + 1, gap)
        ):
            yield first, index
            first = index + 1
    if excerpt.tokens:
        yield first, len(excerpt.tokens) - 1


def _end_of_value(gaps: list[str], index: int) -> int:
    """Return the last token of a value that opens in the gap in front of token `index`; 0 where none does."""
    opening = _OPENING.search(gaps[index])
    if opening is None:
        return 0
    sign = _CLOSING[opening[1]]
    for last in range(index, min(index + _MAX_VALUE, len(gaps) - 1)):
        behind, closing, _ = gaps[last + 1].partition(sign)
        if not _IN_PAIR.isdisjoint(behind):
            return 0
        if closing:
            return last
    return 0


def _is_shortened(excerpt: MeasuredText, text: PreparedText, piece: Piece) -> bool:
    """Tell whether a piece closes a value in brackets or quote marks with which the text goes on."""
    for index in range(piece.start + 1, piece.stop + 1):
        opening = _OPENING.search(text.gaps[index])
        if opening:
            sign = _CLOSING[opening[1]]
            return (
                sign in excerpt.gaps[piece.last + 1]
                and sign not in text.gaps[piece.stop + 1]
                and not any(sign in gap for gap in text.gaps[index + 1 : piece.stop + 1])
            )
    return False


def _is_cut_inside(excerpt: MeasuredText, text: PreparedText, piece: Piece) -> bool:
    """Tell whether the excerpt goes on behind a value of which the text has more words."""
    return piece.last + 1 < len(excerpt.tokens) and breaks_off(text.folded, text.ends[piece.stop])


def _begins_pair(excerpt: MeasuredText, index: int, gap: str) -> bool:
    """Tell whether a pair begins at token `index`, white space or a bracket in front of it.

    A `key: value` behind a word could be the end of a longer key; behind a value it is a pair.
    """
    pair = (
        None if _APART.isdisjoint(gap) and gap != ":" else _PAIR.match(excerpt.folded, excerpt.starts[index])
    )
    if gap == ":":
        # behind the name of a record
        return pair is not None and pair.group(1) == "="
    before = excerpt.tokens[index - 1]
    return pair is not None and (pair.group(1)[0] != ":" or pair.group(1) == ":" or is_value(before))


def _piece_objections(text: PreparedText, piece: Piece, is_inner: bool) -> list[Objection]:
    """Say what speaks against quoting one piece: a cut value, a key without its value, half a key.

    The quote may begin with half a key; any other piece is `inner`.
    """
    start, end = text.starts[piece.start], text.ends[piece.stop]
    objections = text_objections(cuts.cut_before(text, start, False), cuts.cut_after(text, end, False))
    if is_list_key(text, piece.stop) and not _is_empty_pair(text, piece.stop):
        objections.append(Objection("key_repaired", None, (text.starts[piece.stop], end)))
    is_half = piece.is_pair and is_key(text, piece.start) and not starts_field(text, piece.start)
    if is_half and is_inner and text.folded[start - 1 : start] == " ":
        objections.append(Objection("name_changed", None, (start, text.ends[piece.start])))
    return objections


def _ends_other_line(excerpt: MeasuredText, text: PreparedText, before: Piece, piece: Piece) -> bool:
    """Tell whether what a quote spells as a pair is none in the text, but words in another line."""
    if before.is_pair or "=" not in excerpt.folded[excerpt.starts[before.first] : excerpt.ends[before.last]]:
        return False
    return "\n" in text.folded[text.ends[before.stop] : text.starts[piece.start]]


def _out_of_order(excerpt: MeasuredText, text: PreparedText, piece: Piece) -> Objection:
    return Objection(
        "out_of_order",
        (excerpt.starts[piece.first], excerpt.ends[piece.last]),
        (text.starts[piece.start], text.ends[piece.stop]),
    )
