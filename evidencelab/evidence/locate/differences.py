"""Judge what an alignment leaves unexplained: before, between and behind the tokens both sides share."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from evidencelab.evidence.context import cuts
from evidencelab.evidence.context.arrays import skips_numbered
from evidencelab.evidence.context.objections import (
    COST_OF_LIGHT_EDIT,
    Objection,
    judge_gap,
    objections_before,
    objections_behind,
    text_objections,
)
from evidencelab.evidence.context.sentences import ends_sentence
from evidencelab.evidence.locate.changes import Difference, added_run, compare_tokens, replaced_cjk
from evidencelab.evidence.locate.fragments import ELISION
from evidencelab.evidence.locate.kinds import VETO_OF, kind_of
from evidencelab.evidence.locate.slips import spelt_out
from evidencelab.evidence.match_policy import new_tuple
from evidencelab.evidence.text.cut_text import Excerpt
from evidencelab.evidence.text.fields import ends_field
from evidencelab.evidence.text.lexicon import ARTICLES, NEGATING, SAME_CJK, UNITS, is_cjk, is_number
from evidencelab.evidence.text.prepared_text import PreparedText

_FROM, _TO = frozenset("从自由"), frozenset("到至")
_MAX_SPAN = 12
_WITHIN = frozenset("上中里内")
_COMPOUNDING = frozenset("上下升调涨浮限游级线传面述报次层行午等部外间心断止途存置网")
"""Behind one of the former, these make a word of their own with it."""
_CLOSING = frozenset("的了")
"""Particles that a clause may end with or not."""


class Block(NamedTuple):
    """Excerpt tokens `first` to `last` standing in the text as tokens `start` to `stop`, ends included."""

    first: int
    last: int
    start: int
    stop: int


def judge_differences(
    excerpt: Excerpt, text: PreparedText, blocks: list[Block]
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
        found, missing = judge_edge(excerpt, text, 0, head.first - 1, head.start - 1, -1)
        objections += found
        n_missing += missing
    else:
        objections += objections_before(text, text.starts[head.start], is_marked(excerpt, -1))
    first = head.start
    for left, right in pairwise(blocks):
        if "\n" in text.folded[text.ends[first] : text.starts[left.start]]:
            first = left.start
        if right.first == left.last + 1:
            shown = is_shown(excerpt, left.last, text, left.stop, right.start)
            # of a line, what is quoted in front of another gap shows as well
            gap = judge_gap(text, first if shown else left.start, left.stop, right.start, shown)
            objections += gap.objections
            cost += gap.cost
            between = text.ends[left.stop], text.starts[right.start]
            if not is_marked(excerpt, left.last) and skips_numbered(text.folded, *between):
                cost += COST_OF_LIGHT_EDIT
            continue
        found, missing = judge_between(
            excerpt, text, left.last + 1, right.first - 1, left.stop + 1, right.start - 1
        )
        objections += found
        n_missing += missing
    if tail.last < n_tokens - 1:
        found, missing = judge_edge(excerpt, text, tail.last + 1, n_tokens - 1, tail.stop + 1, 1)
        objections += found
        n_missing += missing
    else:
        objections += objections_behind(text, text.ends[tail.stop], is_marked(excerpt, tail.last))
    return objections, cost, n_missing


def judge_between(
    excerpt: Excerpt, text: PreparedText, first: int, last: int, start: int, stop: int
) -> tuple[list[Objection], int]:
    """Judge excerpt tokens `first..last` standing where the text has `start..stop`, or nothing.

    Returns:
        Objections, and the number of excerpt characters that are not in the text.
    """
    if start > stop and first == last and (_opens_span(excerpt, first) or _closes_place(excerpt, first)):
        found = _excerpt_objections(excerpt, text, [Difference(None, (first, last), None)])
    elif start > stop:
        found = _excerpt_objections(excerpt, text, added_run(excerpt, first, last))
    else:
        found = _replaced(excerpt, text, first, last, start, stop)
    return found, _missing(excerpt, first, last, found)


def _opens_span(excerpt: Excerpt, index: int) -> bool:
    """Tell whether a word only opens what goes from one thing to another."""
    if excerpt.tokens[index] not in _FROM:
        return False
    return not _TO.isdisjoint(excerpt.tokens[index + 2 : index + _MAX_SPAN])


def _closes_place(excerpt: Excerpt, index: int) -> bool:
    """Tell whether a character only closes a place in front of what is done there: 在 a host 上 run."""
    tokens = excerpt.tokens
    if tokens[index] not in _WITHIN or not 1 < index < len(tokens) - 1 or excerpt.gaps[index + 1]:
        return False
    if not is_cjk(tokens[index + 1]) or tokens[index + 1] in _COMPOUNDING or is_number(tokens[index - 1]):
        return False
    if tokens[index - 1] in UNITS or (is_number(tokens[index - 2]) and not excerpt.gaps[index - 1]):
        return False
    for at in range(index - 1, max(-1, index - _MAX_SPAN), -1):
        if excerpt.gaps[at + 1].strip(" -_."):
            return False
        if tokens[at] == "在":
            return at < index - 1
    return False


def is_marked(excerpt: Excerpt, index: int) -> bool:
    """Tell whether an elision mark stands behind excerpt token `index` (-1: in front of the first)."""
    if not excerpt.is_elided:
        return False
    start = excerpt.ends[index] if index >= 0 else 0
    end = excerpt.starts[index + 1] if index + 1 < len(excerpt.tokens) else len(excerpt.folded)
    return ELISION.search(excerpt.folded, start, end) is not None


def is_shown(excerpt: Excerpt, index: int, text: PreparedText, left: int, right: int) -> bool:
    """Tell whether a gap is shown: by a mark, or by a new line where the text ends a line or sentence too."""
    if is_marked(excerpt, index):
        return True
    if "\n" not in excerpt.gap(index):
        return False
    skipped = text.folded[text.ends[left] : text.starts[right]]
    return "\n" in skipped or ends_sentence(skipped)


def _excerpt_objections(
    excerpt: Excerpt, text: PreparedText, differences: list[Difference]
) -> list[Objection]:
    """Turn differences by token index into objections by folded offset."""
    return [
        new_tuple(
            Objection,
            (
                code,
                here and (excerpt.starts[here[0]], excerpt.ends[here[1]]),
                there and (text.starts[there[0]], text.ends[there[1]]),
            ),
        )
        for code, here, there in differences
    ]


def judge_word(excerpt: Excerpt, i: int, text: PreparedText, j: int) -> Objection:
    """Judge excerpt token `i` standing where the text has token `j`; without a code, it is a slip of it."""
    if is_cjk(excerpt.tokens[i]) and is_cjk(text.tokens[j]):
        code = replaced_cjk(excerpt, i, i, text, j, j)
        return Objection(code, (excerpt.starts[i], excerpt.ends[i]), (text.starts[j], text.ends[j]))
    return _compared(excerpt, i, text, j)


def _compared(excerpt: Excerpt, i: int, text: PreparedText, j: int) -> Objection:
    """Compare excerpt token `i` with token `j` of the text, each by itself."""
    code = compare_tokens(excerpt, i, text, j)
    here, there = (excerpt.starts[i], excerpt.ends[i]), (text.starts[j], text.ends[j])
    return new_tuple(Objection, (code, here, there))


def judge_edge(
    excerpt: Excerpt, text: PreparedText, first: int, last: int, beside: int, step: int
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
            shown = is_marked(excerpt, -1 if step < 0 else last)
            offset = text.ends[beside] - len(one) if step < 0 else text.starts[beside] + len(one)
            veto = (cuts.cut_before if step < 0 else cuts.cut_after)(text, offset, shown)
            return text_objections(veto), 0
    if n_tokens == 1 and step > 0 and excerpt.tokens[inner] in _CLOSING and ends_field(text, beside - 1):
        return [Objection(None, (excerpt.starts[inner], excerpt.ends[inner]), None)], 0
    if n_tokens <= 3 and is_cjk(excerpt.tokens[inner]):
        alike = _same_cjk(excerpt, text, first, last, beside, step)
        if alike:
            return [alike], 0
        start = beside - n_tokens + 1 if step < 0 else beside
        others = text.tokens[start : start + n_tokens] if start >= 0 else []
        if 1 < n_tokens == len(others) and all(map(is_cjk, excerpt.tokens[first : last + 1] + others)):
            code = replaced_cjk(excerpt, first, last, text, start, start + n_tokens - 1)
            here = (first, last), (start, start + n_tokens - 1)
            changed = _excerpt_objections(excerpt, text, [Difference(code, *here)])
            return changed, _missing(excerpt, first, last, changed)
    if n_tokens > 3:
        differences = added_run(excerpt, first, last) or [Difference("not_found", (first, last), None)]
        found = _excerpt_objections(excerpt, text, differences)
        return found, _missing(excerpt, first, last, found)
    found = []
    for distance in range(n_tokens):
        i, j = (last - distance, beside - distance) if step < 0 else (first + distance, beside + distance)
        is_article = n_tokens == 1 and excerpt.tokens[i] in ARTICLES
        if not 0 <= j < len(text.tokens) or (is_article and is_number(text.tokens[j])):
            found += _excerpt_objections(excerpt, text, added_run(excerpt, i, i))
        else:
            found.append(_compared(excerpt, i, text, j))
            if n_tokens == 1 and found[0].code is None:
                # the same word, so the quote ends where it stands
                edge = text.starts[j] if step < 0 else text.ends[j]
                shown = is_marked(excerpt, -1 if step < 0 else last)
                found += (objections_before if step < 0 else objections_behind)(text, edge, shown)
    return found, _missing(excerpt, first, last, found)


def _same_cjk(
    excerpt: Excerpt, text: PreparedText, first: int, last: int, beside: int, step: int
) -> Objection | None:
    """Return a light objection where a CJK word at an edge stands for one of the same meaning."""
    one = "".join(excerpt.tokens[first : last + 1])
    for n_tokens in (1, 2):
        start = beside - n_tokens + 1 if step < 0 else beside
        if start < 0:
            return None
        other = "".join(text.tokens[start : start + n_tokens])
        if (one, other) in SAME_CJK:
            here = excerpt.starts[first], excerpt.ends[last]
            return Objection(None, here, (text.starts[start], text.ends[start + n_tokens - 1]))
    return None


def _missing(excerpt: Excerpt, first: int, last: int, found: list[Objection]) -> int:
    """Count the characters of excerpt tokens that are not in the text; a slip of the pen is there."""
    for code, here, there in found:
        if code is not None or not here or not there:
            break
    else:
        if found:
            return 0
    return sum(map(len, excerpt.tokens[first : last + 1]))


def _replaced(
    excerpt: Excerpt, text: PreparedText, first: int, last: int, start: int, stop: int
) -> list[Objection]:
    """Judge excerpt tokens `first..last` standing where the text has tokens `start..stop`."""
    n_excerpt, n_text = last - first + 1, stop - start + 1
    if n_excerpt == n_text == 1:
        return [judge_word(excerpt, first, text, start)]
    if (
        is_cjk(excerpt.tokens[first])
        and all(map(is_cjk, excerpt.tokens[first : last + 1]))
        and all(map(is_cjk, text.tokens[start : stop + 1]))
    ):
        code = replaced_cjk(excerpt, first, last, text, start, stop)
        return _excerpt_objections(excerpt, text, [Difference(code, (first, last), (start, stop))])
    one, other = excerpt.tokens[first : last + 1], text.tokens[start : stop + 1]
    is_joined = "".join(one) == "".join(other) and NEGATING.isdisjoint(one + other) and "".join(one).isalpha()
    if n_excerpt != n_text and (is_joined or spelt_out(one) == spelt_out(other)):
        return _excerpt_objections(excerpt, text, [Difference(None, (first, last), (start, stop))])
    n_paired = n_excerpt if n_excerpt < n_text else n_text
    objections = []
    for i, j in zip(range(first, last + 1), range(start, stop + 1), strict=False):
        objections.append(_compared(excerpt, i, text, j))
    if n_excerpt == n_text:
        return objections
    differences = added_run(excerpt, first + n_paired, last) if n_excerpt > n_paired else []
    for j in range(start + n_paired, stop + 1):
        kind = kind_of(text, j)
        if kind in {"polarity", "unit"}:
            differences.append(Difference(VETO_OF[kind], None, (j, j)))
        elif kind != "light":
            differences.append(Difference(None, None, (j, j)))
    return objections + _excerpt_objections(excerpt, text, differences)
