"""Find an excerpt in a text: which stretches it quotes, what that cost, and what objects to it.

Three ways, tried in order of what they allow: token for token, fragments kept in order around elision
marks; pieces of a `key=value` list in another order; an alignment that says what differs. The excerpt
is looked for in the text, never the text in the excerpt.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from rapidfuzz.distance import Indel

from evidencelab.evidence import cuts
from evidencelab.evidence.changes import (
    VETO_OF,
    Difference,
    added_run,
    compare_tokens,
    kind_of,
    replaced_cjk,
)
from evidencelab.evidence.cuts import Veto
from evidencelab.evidence.lexicon import FUNCTION_WORDS, is_cjk, is_number
from evidencelab.evidence.match_policy import VetoCode
from evidencelab.evidence.text import SEPARATOR, PreparedText

_OMITTED = r"(?:\.{3,}|[前中后下以]?[略省]略?|省略[^\])>]{0,12}|(?:some )?(?:text |lines? )?(?:omitted|snipp?e?d?|truncated|elided))"
ELISION = re.compile(
    rf"\s*(?:[\[(<]\s*(?:\.{{3,}})?\s*{_OMITTED}\s*(?:\.{{3,}})?\s*[\])>]|\.{{3,}})\s*", re.IGNORECASE
)

COST_OF_ORDER = 1.0
COST_OF_SKIPPED_FIELD = 1.0
COST_OF_LIGHT_EDIT = 6.0

_MAX_OCCURRENCES = 16
_MAX_COUNTED_SKIPS = 3
_MAX_ALIGNED_TOKENS = 4000
_SLACK = 8
_ENDS_WITH_KEY = re.compile(r"[\"']?\s*=\s*[\"']?\s*(?=[\[(<]?\s*\.\.\.)")
_TIMESTAMP_ONLY = re.compile(r"[\s\[(]*[\d:./+,-]*\d[\d:./+, TZ-]*[\])]*[\s-]*")
_CASED_UNITS = frozenset(["m", "k", "g", "t", "p", "b"])


class Objection(NamedTuple):
    """Something that speaks against the quote. Ranges are folded offsets; a code of None only costs."""

    code: VetoCode | None
    excerpt_range: tuple[int, int] | None
    text_range: tuple[int, int] | None


class Located(NamedTuple):
    """Where an excerpt was found.

    Attributes:
        spans: Folded `[start, end)` stretches of the text, in excerpt order.
        share: Share of the excerpt found, in [0, 1].
        cost: Points of similarity that light edits cost, >= 0.
        objections: What speaks against it; none makes an honest quote.
    """

    spans: tuple[tuple[int, int], ...]
    share: float
    cost: float
    objections: tuple[Objection, ...]


def _edge_objections(
    text: PreparedText, start: int, end: int, is_marked_left: bool, is_marked_right: bool
) -> list[Objection]:
    found = [
        cuts.cut_before(text, start, is_marked_left),
        cuts.cut_after(text, end, is_marked_right),
        cuts.negation_before(text, start) if text.negations or start else None,
        cuts.negation_after(text, end, is_edge=True) if text.negations else None,
    ]
    return [Objection(veto.code, None, (veto.start, veto.end)) for veto in found if veto]


def _cost_of(objections: list[Objection]) -> tuple[float, tuple[Objection, ...]]:
    """Split light objections, which cost, from vetoes, which stay."""
    vetoes = tuple(item for item in objections if item.code is not None)
    return COST_OF_LIGHT_EDIT * (len(objections) - len(vetoes)), vetoes


def find_verbatim(folded: str, text: PreparedText) -> Located | None:
    """Find the folded excerpt as it stands; of several places, the first that nothing speaks against."""
    first: Located | None = None
    haystack = text.folded
    start = haystack.find(folded)
    for _ in range(_MAX_OCCURRENCES):
        if start < 0:
            break
        end = start + len(folded)
        objections = _edge_objections(text, start, end, False, False)
        cost, vetoes = _cost_of(objections)
        located = Located(((start, end),), 1.0, cost, vetoes)
        if not objections:
            return located
        if first is None or (first.objections and not vetoes):
            first = located
        start = haystack.find(folded, start + 1)
    return first


class _Fragment(NamedTuple):
    """A run of excerpt tokens between elision marks, `first` to `last`, both included."""

    first: int
    last: int
    joined: str
    cased: str


def _fragments(excerpt: PreparedText) -> tuple[list[_Fragment], bool, bool]:
    """Cut an excerpt at its elision marks: fragments, and whether the outer edges are marked."""
    if not excerpt.is_elided:
        return [_Fragment(0, len(excerpt.tokens) - 1, excerpt.joined, excerpt.cased)], False, False
    marks = [found.span() for found in ELISION.finditer(excerpt.folded)]
    fragments = []
    first = 0
    for _, end in [*marks, (0, len(excerpt.folded) + 1)]:
        last = bisect_left(excerpt.starts, end) - 1
        while last >= first and any(
            start < excerpt.ends[last] and excerpt.starts[last] < stop for start, stop in marks
        ):
            last -= 1
        if last >= first:
            words = excerpt.cased[1:-1].split(SEPARATOR)[first : last + 1]
            cased = SEPARATOR + SEPARATOR.join(words) + SEPARATOR
            fragments.append(_Fragment(first, last, cased.lower(), cased))
        first = bisect_left(excerpt.starts, end)
    if not fragments or not marks:
        return fragments, False, False
    is_open_left = marks[0][0] <= excerpt.starts[fragments[0].first]
    is_open_right = marks[-1][0] >= excerpt.ends[fragments[-1].last]
    return fragments, is_open_left, is_open_right


def _occurrences(needle: str, text: PreparedText, position: int) -> Iterator[int]:
    """Yield positions in `text.joined` of a joined run of tokens, from `position` on."""
    for _ in range(_MAX_OCCURRENCES):
        position = text.joined.find(needle, position)
        if position < 0:
            return
        yield position
        position += 1


def _case_objection(fragment: _Fragment, text: PreparedText, position: int, first: int) -> Objection | None:
    """Object to a unit whose case carries meaning (m and M, b and B) and was changed alone."""
    slice_ = text.cased[position : position + len(fragment.cased)]
    if slice_ == fragment.cased or fragment.cased in {fragment.cased.upper(), fragment.cased.lower()}:
        return None
    pairs = zip(fragment.cased[1:-1].split(SEPARATOR), slice_[1:-1].split(SEPARATOR), strict=True)
    for offset, (one, other) in enumerate(pairs):
        if one != other and (
            one.lower() in _CASED_UNITS or (len(one) > 1 and one[0].isupper() and one[-1] in "bB")
        ):
            index = first + offset
            if (
                index
                and is_number(text.tokens[index - 1])
                and one not in {other.lower(), other.upper()} | set()
            ):
                return Objection("unit_changed", None, (text.starts[index], text.ends[index]))
            if index and is_number(text.tokens[index - 1]) and len(one) == 1:
                return Objection("unit_changed", None, (text.starts[index], text.ends[index]))
    return None


def _widen(
    excerpt: PreparedText, fragment: _Fragment, text: PreparedText, start: int, end: int
) -> tuple[int, int]:
    """Take in the punctuation around a run of tokens that the excerpt quotes as well."""
    folded, quoted = text.folded, excerpt.folded
    at = excerpt.starts[fragment.first] - 1
    while at >= 0 and start > 0 and quoted[at] == folded[start - 1] and not quoted[at].isalnum():
        at -= 1
        start -= 1
    at = excerpt.ends[fragment.last]
    while at < len(quoted) and end < len(folded) and quoted[at] == folded[end] and not quoted[at].isalnum():
        at += 1
        end += 1
    while start < end and folded[start].isspace():
        start += 1
    while end > start and folded[end - 1].isspace():
        end -= 1
    return start, end


def find_fragments(excerpt: PreparedText, text: PreparedText) -> Located | None:
    """Find every fragment token for token, in order; None where one of them is nowhere."""
    fragments, is_open_left, is_open_right = _fragments(excerpt)
    haystack = text.joined
    if not fragments or any(fragment.joined not in haystack for fragment in fragments):
        return None
    best: Located | None = None
    budget = 64

    def search(
        number: int, position: int, placed: tuple[tuple[int, int], ...], objections: tuple[Objection, ...]
    ) -> None:
        nonlocal best, budget
        if number == len(fragments):
            spans = tuple(
                _widen(excerpt, fragment, text, text.starts[a], text.ends[b])
                for fragment, (a, b) in zip(fragments, placed, strict=True)
            )
            cost, vetoes = _cost_of(list(objections))
            located = Located(spans, 1.0, cost, vetoes)
            if best is None or (len(vetoes), cost) < (len(best.objections), best.cost):
                best = located
            return
        fragment = fragments[number]
        n_tokens = fragment.last - fragment.first + 1
        for at in _occurrences(fragment.joined, text, position):
            budget -= 1
            if budget < 0 or (best is not None and not best.objections and not best.cost):
                return
            first = text.token_at(at)
            last = first + n_tokens - 1
            found = list(objections)
            start, end = text.starts[first], text.ends[last]
            for veto in (
                cuts.cut_before(text, start, number > 0 or is_open_left),
                cuts.cut_after(
                    text, end, number + 1 < len(fragments) or is_open_right, number + 1 < len(fragments)
                ),
                cuts.negation_before(text, start) if number == 0 else _joint(text, placed[-1][1], first),
                cuts.negation_after(text, end, is_edge=True) if number + 1 == len(fragments) else None,
            ):
                if veto:
                    found.append(Objection(veto.code, None, (veto.start, veto.end)))
            if number + 1 < len(fragments) and _ENDS_WITH_KEY.match(
                excerpt.folded, excerpt.ends[fragment.last]
            ):
                next_at = text.joined.find(fragments[number + 1].joined, at + len(fragment.joined) - 1)
                if not cuts.is_key(text, last) or next_at != at + len(fragment.joined) - 1:
                    found.append(Objection("key_repaired", None, (start, end)))
            case = _case_objection(fragment, text, at, first)
            if case:
                found.append(case)
            search(number + 1, at + len(fragment.joined) - 1, (*placed, (first, last)), tuple(found))

    search(0, 0, (), ())
    return best


def _joint(text: PreparedText, left: int, right: int) -> Veto | None:
    return cuts.joint(text, left, right, True) if right > left + 1 else None


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
        options = [*_occurrences(needle, text, position), *_occurrences(needle, text, 0)]
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
            gap = _gap(text, before[1], start, False)
            objections.extend(gap.objections)
            cost += gap.cost
        elif start > before[1] + 1:
            n_skipped += 1
            objections += _text_objections(
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
    extra, vetoes = _cost_of(objections)
    spans = tuple((text.starts[start], text.ends[stop]) for start, stop in placed)
    return Located(_merge(spans), 1.0, cost + extra + (COST_OF_ORDER if is_reordered else 0.0), vetoes)


def _merge(spans: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        if merged and 0 <= start - merged[-1][1] <= 2:
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return tuple(merged)


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
    """Object where a quoted key stands more than once between the first and the last quoted token."""
    quoted = [index for start, stop in placed for index in range(start, stop + 1) if cuts.is_key(text, index)]
    names = [text.tokens[index] for index in quoted]
    objections = []
    for index in quoted:
        name = text.tokens[index]
        there = [at for at in text.positions(name) if low <= at <= high and cuts.is_key(text, at)]
        if len(there) > names.count(name):
            objections.append(Objection("key_repaired", None, (text.starts[index], text.ends[index])))
            break
    return objections


class _Gap(NamedTuple):
    objections: list[Objection]
    cost: float


def _gap(text: PreparedText, left: int, right: int, is_marked: bool) -> _Gap:
    """Judge the text tokens left out between token `left` and token `right`."""
    objections = [
        Objection(veto.code, None, (veto.start, veto.end))
        for veto in (
            cuts.cut_after(text, text.ends[left], is_marked, True),
            cuts.cut_before(text, text.starts[right], is_marked),
            cuts.joint(text, left, right, is_marked),
        )
        if veto
    ]
    if is_marked:
        return _Gap(objections, 0.0)
    skipped = text.tokens[left + 1 : right]
    if all(token in FUNCTION_WORDS for token in skipped):
        return _Gap(objections, COST_OF_SKIPPED_FIELD)
    between = text.folded[text.ends[left] : text.starts[right]]
    is_whole = cuts.ends_field(text, left) and cuts.starts_field(text, right)
    if (is_whole and len(skipped) <= 40) or _TIMESTAMP_ONLY.fullmatch(between):
        return _Gap(objections, COST_OF_SKIPPED_FIELD)
    return _Gap(objections, COST_OF_LIGHT_EDIT)


def align(excerpt: PreparedText, text: PreparedText) -> Located:
    """Align excerpt and text and say what differs. Always finds something to say.

    Bounded: beyond a few thousand tokens the excerpt is only counted, not aligned.
    """
    n_tokens = len(excerpt.tokens)
    total = len(excerpt.joined) - n_tokens - 1 or 1
    everything = (0, len(excerpt.folded))
    low, high = _window(excerpt, text)
    if n_tokens > _MAX_ALIGNED_TOKENS or low == high:
        known = sum(len(token) for token in excerpt.tokens if token in text.vocabulary)
        return Located((), known / total, 0.0, (Objection("not_found", everything, None),))
    blocks = _blocks(excerpt, text, low, high)
    if not blocks:
        return Located((), 0.0, 0.0, (Objection("not_found", everything, None),))
    located = _explain(excerpt, text, blocks, total)
    if located.objections and high - low > n_tokens + 2 * _SLACK and not excerpt.is_elided:
        anchor = max(blocks, key=lambda block: block.stop - block.start)
        low = max(low, anchor.start - anchor.first - _SLACK)
        high = min(high, anchor.stop + n_tokens - anchor.last + _SLACK)
        nearby = _explain(excerpt, text, _blocks(excerpt, text, low, high), total)
        if (len(nearby.objections), nearby.cost) < (len(located.objections), located.cost):
            return nearby
    return located


def _blocks(excerpt: PreparedText, text: PreparedText, low: int, high: int) -> list[_Block]:
    """Return the longest common subsequence of excerpt tokens and text tokens `[low, high)` as blocks."""
    window = text.tokens if high - low == len(text.tokens) else text.tokens[low:high]
    blocks = [
        _Block(code.src_start, code.src_end - 1, low + code.dest_start, low + code.dest_end - 1)
        for code in Indel.opcodes(excerpt.tokens, window)
        if code.tag == "equal"
    ]
    return _drawn_together(excerpt, text, blocks) if len(blocks) > 1 else blocks


def _drawn_together(excerpt: PreparedText, text: PreparedText, blocks: list[_Block]) -> list[_Block]:
    """Move matched tokens across a gap to where the same tokens stand beside their neighbours.

    A longest common subsequence may take a word from far away though it also stands next to the rest.
    """
    drawn = [blocks[-1]]
    for left in reversed(blocks[:-1]):
        right = drawn[-1]
        if left.last + 1 == right.first:
            moved = 0
            limit = min(left.last - left.first + 1, right.start - left.stop - 1)
            while moved < limit and excerpt.tokens[left.last - moved] == text.tokens[right.start - moved - 1]:
                moved += 1
            if moved:
                drawn[-1] = _Block(right.first - moved, right.last, right.start - moved, right.stop)
                left = _Block(left.first, left.last - moved, left.start, left.stop - moved)
        if left.last >= left.first:
            drawn.append(left)
    drawn.reverse()
    closed = [drawn[0]]
    for right in drawn[1:]:
        left = closed[-1]
        length = right.last - right.first + 1
        beside = text.tokens[left.stop + 1 : left.stop + 1 + length]
        if left.last + 1 == right.first and beside == excerpt.tokens[right.first : right.last + 1]:
            closed[-1] = _Block(left.first, right.last, left.start, left.stop + length)
        else:
            closed.append(right)
    return closed


def _explain(excerpt: PreparedText, text: PreparedText, blocks: list[_Block], total: int) -> Located:
    """Say what an alignment leaves unexplained."""
    objections, cost, n_missing = _differences(excerpt, text, blocks)
    extra, vetoes = _cost_of(objections)
    spans = tuple([(text.starts[block.start], text.ends[block.stop]) for block in blocks])
    return Located(_merge(spans), 1.0 - n_missing / total, cost + extra, vetoes)


class _Block(NamedTuple):
    """Excerpt tokens `first` to `last` standing in the text as tokens `start` to `stop`, ends included."""

    first: int
    last: int
    start: int
    stop: int


def _window(excerpt: PreparedText, text: PreparedText) -> tuple[int, int]:
    """Choose the stretch of text tokens worth aligning with: all of it if short, else where rare tokens vote."""
    n_excerpt, n_text = len(excerpt.tokens), len(text.tokens)
    if n_text <= max(400, 3 * n_excerpt):
        return 0, n_text
    width = max(64, n_excerpt)
    votes: dict[int, float] = {}
    for index, token in enumerate(excerpt.tokens[:512]):
        positions = text.positions(token)
        if 0 < len(positions) <= 64:
            for position in positions:
                bucket = (position - index) // width
                votes[bucket] = votes.get(bucket, 0.0) + len(token) / len(positions)
    if not votes:
        return (
            (0, min(n_text, 2 * width))
            if any(token in text.vocabulary for token in excerpt.tokens)
            else (0, 0)
        )
    best = max(votes, key=lambda bucket: (votes[bucket] + votes.get(bucket + 1, 0.0), -bucket))
    low = max(0, best * width - width // 2)
    return low, min(n_text, (best + 2) * width + n_excerpt + width // 2)


def _differences(
    excerpt: PreparedText, text: PreparedText, blocks: list[_Block]
) -> tuple[list[Objection], float, int]:
    """Judge everything between, before and after the aligned blocks.

    Returns:
        Objections, the cost of gaps, and the number of excerpt characters that are not in the text.
    """
    objections: list[Objection] = []
    cost = 0.0
    n_missing = 0
    head, tail = blocks[0], blocks[-1]
    n_tokens = len(excerpt.tokens)
    if head.first:
        found, missing = _edge_run(excerpt, text, 0, head.first - 1, head.start - 1, -1)
        objections += found
        n_missing += missing
    else:
        start = text.starts[head.start]
        mark = _is_marked(excerpt, -1)
        objections += _text_objections(cuts.cut_before(text, start, mark), cuts.negation_before(text, start))
    for left, right in pairwise(blocks):
        if right.first == left.last + 1:
            gap = _gap(text, left.stop, right.start, _is_marked(excerpt, left.last))
            objections += gap.objections
            cost += gap.cost
            continue
        first, last = left.last + 1, right.first - 1
        if right.start == left.stop + 1:
            found = _excerpt_objections(excerpt, text, added_run(excerpt, first, last))
        else:
            found = _replaced(excerpt, text, first, last, left.stop + 1, right.start - 1)
        objections += found
        n_missing += _missing(excerpt, first, last, found)
    if tail.last < n_tokens - 1:
        found, missing = _edge_run(excerpt, text, tail.last + 1, n_tokens - 1, tail.stop + 1, 1)
        objections += found
        n_missing += missing
    else:
        end = text.ends[tail.stop]
        mark = _is_marked(excerpt, tail.last)
        objections += _text_objections(
            cuts.cut_after(text, end, mark), cuts.negation_after(text, end, is_edge=True)
        )
    return objections, cost, n_missing


def _is_marked(excerpt: PreparedText, index: int) -> bool:
    """Tell whether an elision mark stands behind excerpt token `index` (-1: in front of the first)."""
    if not excerpt.is_elided:
        return False
    start = excerpt.ends[index] if index >= 0 else 0
    end = excerpt.starts[index + 1] if index + 1 < len(excerpt.tokens) else len(excerpt.folded)
    return ELISION.search(excerpt.folded, start, end) is not None


def _text_objections(*vetoes: Veto | None) -> list[Objection]:
    return [Objection(veto.code, None, (veto.start, veto.end)) for veto in vetoes if veto]


def _excerpt_objections(
    excerpt: PreparedText, text: PreparedText, differences: list[Difference]
) -> list[Objection]:
    """Turn differences by token index into objections by folded offset."""
    return [
        Objection(
            difference.code,
            difference.excerpt_range
            and (excerpt.starts[difference.excerpt_range[0]], excerpt.ends[difference.excerpt_range[1]]),
            difference.text_range
            and (text.starts[difference.text_range[0]], text.ends[difference.text_range[1]]),
        )
        for difference in differences
    ]


def _edge_run(
    excerpt: PreparedText, text: PreparedText, first: int, last: int, beside: int, step: int
) -> tuple[list[Objection], int]:
    """Judge excerpt tokens in front of (`step` -1) or behind (`step` 1) everything that was aligned.

    A single letters-only token may be the visible part of a word that the cut went through.
    """
    n_tokens = last - first + 1
    inner = last if step < 0 else first
    if n_tokens == 1 and 0 <= beside < len(text.tokens):
        one, other = excerpt.tokens[inner], text.tokens[beside]
        is_part = other.endswith(one) if step < 0 else other.startswith(one)
        if is_part and one.isalpha() and len(one) >= 2:
            is_marked = _is_marked(excerpt, -1 if step < 0 else last)
            offset = text.ends[beside] - len(one) if step < 0 else text.starts[beside] + len(one)
            veto = (cuts.cut_before if step < 0 else cuts.cut_after)(text, offset, is_marked)
            return _text_objections(veto), 0
    differences: list[Difference] = []
    if n_tokens <= 3:
        for distance in range(n_tokens):
            i, j = (last - distance, beside - distance) if step < 0 else (first + distance, beside + distance)
            if not 0 <= j < len(text.tokens):
                differences += added_run(excerpt, i, i)
                continue
            differences.append(Difference(compare_tokens(excerpt, i, text, j), (i, i), (j, j)))
    else:
        differences = added_run(excerpt, first, last)
        if not differences:
            differences = [Difference("not_found", (first, last), None)]
    found = _excerpt_objections(excerpt, text, differences)
    return found, _missing(excerpt, first, last, found)


def _missing(excerpt: PreparedText, first: int, last: int, found: list[Objection]) -> int:
    """Count the characters of excerpt tokens that are not in the text; a slip of the pen is there."""
    if all(item.code is None and item.excerpt_range and item.text_range for item in found) and found:
        return 0
    return sum(map(len, excerpt.tokens[first : last + 1]))


def _replaced(
    excerpt: PreparedText, text: PreparedText, first: int, last: int, start: int, stop: int
) -> list[Objection]:
    """Judge excerpt tokens `first..last` standing where the text has tokens `start..stop`."""
    n_excerpt, n_text = last - first + 1, stop - start + 1
    if all(map(is_cjk, excerpt.tokens[first : last + 1])) and all(map(is_cjk, text.tokens[start : stop + 1])):
        code = replaced_cjk(excerpt, first, last, text, start, stop)
        return _excerpt_objections(excerpt, text, [Difference(code, (first, last), (start, stop))])
    differences: list[Difference] = []
    n_paired = min(n_excerpt, n_text)
    for offset in range(n_paired):
        i, j = first + offset, start + offset
        differences.append(Difference(compare_tokens(excerpt, i, text, j), (i, i), (j, j)))
    if n_excerpt > n_paired:
        differences += added_run(excerpt, first + n_paired, last)
    for j in range(start + n_paired, stop + 1):
        kind = kind_of(text, j)
        if kind in {"polarity", "unit"}:
            differences.append(Difference(VETO_OF[kind], None, (j, j)))
        elif kind != "light":
            differences.append(Difference(None, None, (j, j)))
    return _excerpt_objections(excerpt, text, differences)
