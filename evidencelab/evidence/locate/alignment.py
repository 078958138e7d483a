"""Align an excerpt with a text that does not hold it as it is, and keep what stands together together."""

from __future__ import annotations

from itertools import pairwise

from rapidfuzz.distance import Indel

from evidencelab.evidence.context.objections import Located, Objection, merge_spans, split_cost
from evidencelab.evidence.locate.differences import Block, judge_differences
from evidencelab.evidence.locate.quotes import case_objections
from evidencelab.evidence.locate.slips import is_slip
from evidencelab.evidence.match_policy import new_tuple
from evidencelab.evidence.text.cut_text import MeasuredText
from evidencelab.evidence.text.fields import ends_field, starts_field
from evidencelab.evidence.text.prepared_text import PreparedText
from evidencelab.evidence.text.tokens import SEPARATOR

_MAX_ALIGNED_TOKENS = 4000
_MAX_WINDOW = 400
"""A text of so many tokens is aligned as a whole."""
_SLACK = 8


def align(excerpt: MeasuredText, text: PreparedText) -> Located:
    """Align excerpt and text and say what differs. Always finds something to say.

    Bounded: beyond a few thousand tokens the excerpt is only counted, not aligned.
    """
    n_tokens = len(excerpt.tokens)
    total = len(excerpt.joined) - n_tokens - 1 or 1
    not_found = (Objection("not_found", (0, len(excerpt.folded)), None),)
    if text.vocabulary.isdisjoint(excerpt.tokens):
        return Located((), 0.0, 0.0, not_found)
    if n_tokens > _MAX_ALIGNED_TOKENS:
        known = sum(len(token) for token in excerpt.tokens if token in text.vocabulary)
        return Located((), known / total, 0.0, not_found)
    low, high = 0, len(text.tokens)
    if high > max(_MAX_WINDOW, 3 * n_tokens):
        low, high = _window(excerpt, text)
    blocks = _blocks(excerpt, text, low, high)
    if not blocks:
        return Located((), 0.0, 0.0, not_found)
    located = _explain(excerpt, text, blocks, total)
    if located.objections and high - low > n_tokens + 2 * _SLACK and not excerpt.is_elided:
        anchor = max(blocks, key=lambda block: block.stop - block.start)
        low = max(low, anchor.start - anchor.first - _SLACK)
        high = min(high, anchor.stop + n_tokens - anchor.last + _SLACK)
        closer = _blocks(excerpt, text, low, high)
        if closer == blocks:
            return located
        nearby = _explain(excerpt, text, closer, total)
        if (len(nearby.objections), nearby.cost) < (len(located.objections), located.cost):
            return nearby
    return located


def _blocks(excerpt: MeasuredText, text: PreparedText, low: int, high: int) -> list[Block]:
    """Return the longest common subsequence of excerpt tokens and text tokens `[low, high)` as blocks."""
    window = text.tokens if high - low == len(text.tokens) else text.tokens[low:high]
    matching = Indel.editops(excerpt.tokens, window).as_matching_blocks()
    matching.pop()  # it ends with an empty block
    blocks = []
    for part in matching:
        first, start, more = part.a, low + part.b, part.size - 1
        blocks.append(new_tuple(Block, (first, first + more, start, start + more)))
    is_head = True
    for (_, last, _, stop), (first, _, start, _) in pairwise(blocks):
        if last + 1 == first or (is_head and start - stop > first - last):
            return _drawn_together(excerpt, text, blocks)
        is_head = False
    return blocks


def _drawn_together(excerpt: MeasuredText, text: PreparedText, blocks: list[Block]) -> list[Block]:
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
                drawn[-1] = Block(right.first - moved, right.last, right.start - moved, right.stop)
                left = Block(left.first, left.last - moved, left.start, left.stop - moved)
        else:
            left = _across(excerpt, text, left, right)
        if left.last >= left.first:
            drawn.append(left)
    drawn.reverse()
    if len(drawn) > 1 and _stands_for_slip(excerpt, text, drawn[0], drawn[1]):
        del drawn[0]
    if len(drawn) > 1:
        drawn[0] = _beside(excerpt, text, drawn[0], drawn[1])
    closed = [drawn[0]]
    for right in drawn[1:]:
        left = closed[-1]
        moved = _n_moved_back(excerpt, text, left, right) if left.last + 1 == right.first else 0
        if moved:
            closed[-1] = Block(left.first, left.last + moved, left.start, left.stop + moved)
            right = Block(right.first + moved, right.last, right.start + moved, right.stop)
        if right.first <= right.last:
            closed.append(right)
    return closed


def _across(excerpt: MeasuredText, text: PreparedText, left: Block, right: Block) -> Block:
    """Move a block to where its tokens stand as far from the next as in the excerpt, if they do."""
    between = right.first - left.last - 1
    stop = right.start - between
    start = stop - (left.last - left.first + 1)
    if start > left.start and text.tokens[start:stop] == excerpt.tokens[left.first : left.last + 1]:
        return Block(left.first, left.last, start, stop - 1)
    return left


def _stands_for_slip(excerpt: MeasuredText, text: PreparedText, head: Block, right: Block) -> bool:
    """Tell whether the first word was taken for one further in front: beside the rest it is inflected."""
    if head.first != head.last or head.last + 1 != right.first or head.stop + 1 == right.start:
        return False
    one, other = excerpt.tokens[head.first], text.tokens[right.start - 1]
    return one != other and is_slip(one, other)


def _beside(excerpt: MeasuredText, text: PreparedText, head: Block, right: Block) -> Block:
    """Move the first block to where its tokens stand as far from the next as in the excerpt, or nearest."""
    between = right.first - head.last - 1
    if between and right.start - head.stop - 1 > between:
        tokens = excerpt.tokens[head.first : head.last + 1]
        for stop in (right.start - between, right.start):
            start = stop - len(tokens)
            if start > head.stop and text.tokens[start:stop] == tokens:
                return Block(head.first, head.last, start, stop - 1)
    needle = SEPARATOR + SEPARATOR.join(excerpt.tokens[head.first : head.last + 1]) + SEPARATOR
    at = text.joined.rfind(needle, text.joined_position(head.start), text.joined_position(right.start) + 1)
    start = text.token_at(at)
    return Block(head.first, head.last, start, start + head.last - head.first) if start > head.start else head


def _n_moved_back(excerpt: MeasuredText, text: PreparedText, left: Block, right: Block) -> int:
    """Count the tokens at the head of a block that stand behind the block before it as well.

    They are moved where all of them do, or where the gap then lies between two fields.
    """
    length = right.last - right.first + 1
    quoted, behind = excerpt.tokens[right.first :], text.tokens[left.stop + 1 : left.stop + 1 + length]
    n_alike = 0
    while n_alike < len(behind) and quoted[n_alike] == behind[n_alike]:
        n_alike += 1
    if n_alike in {0, length}:
        return n_alike
    for moved in range(n_alike + 1):
        if ends_field(text, left.stop + moved) and starts_field(text, right.start + moved):
            return moved
    return 0


def _explain(excerpt: MeasuredText, text: PreparedText, blocks: list[Block], total: int) -> Located:
    """Say what an alignment leaves unexplained."""
    objections, cost, n_missing = judge_differences(excerpt, text, blocks)
    objections += case_objections(excerpt, text, [block[:3] for block in blocks])
    extra, vetoes = split_cost(objections)
    starts, ends = text.starts, text.ends
    spans = tuple([(starts[start], ends[stop]) for _, _, start, stop in blocks])
    return new_tuple(Located, (merge_spans(spans), 1.0 - n_missing / total, cost + extra, vetoes))


def _window(excerpt: MeasuredText, text: PreparedText) -> tuple[int, int]:
    """Choose the tokens of a long text that are worth aligning with: where rare tokens vote."""
    n_excerpt, n_text = len(excerpt.tokens), len(text.tokens)
    width = max(64, n_excerpt)
    votes: dict[int, float] = {}
    for index, token in enumerate(excerpt.tokens[:512]):
        positions = text.positions(token)
        if 0 < len(positions) <= 64:
            for position in positions:
                bucket = (position - index) // width
                votes[bucket] = votes.get(bucket, 0.0) + len(token) / len(positions)
    if not votes:
        return 0, min(n_text, 2 * width)
    best = max(votes, key=lambda bucket: (votes[bucket] + votes.get(bucket + 1, 0.0), -bucket))
    low = max(0, best * width - width // 2)
    return low, min(n_text, (best + 2) * width + n_excerpt + width // 2)
