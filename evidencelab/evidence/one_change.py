"""Find an excerpt that differs from the text in one word, and in nothing else.

Most changed quotes are of this kind. Where what stands around the word is the text's own, character for
character, the text's tokens serve for both: nothing else need be cut or aligned. This module finds; what
the change means is the business of `differences`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import NamedTuple

from rapidfuzz.distance import Prefix

from evidencelab.evidence.differences import judge_between, judge_edge
from evidencelab.evidence.lexicon import is_cjk
from evidencelab.evidence.objections import (
    Located,
    merge_spans,
    objections_before,
    objections_behind,
    split_cost,
)
from evidencelab.evidence.text import SIGNS, TOKEN, PreparedText, Stretch

_ANCHOR = 8
"""Characters at the beginning by which the place in the text is found."""
_MAX_TOKENS = 400
"""In a longer text the same words may stand in several places."""
_BINDING = frozenset("-+.,'<>!=")
"""In front of a word, these may make one token of it and what stands before."""


class OneChange(NamedTuple):
    """An excerpt of which only the changed word and its neighbours are known, and where it was found."""

    excerpt: Stretch
    located: Located


def find_one_change(excerpt: str, folded: str, text: PreparedText) -> OneChange | None:
    """Find an excerpt that has one word the text has nowhere, and is a quote otherwise.

    Args:
        excerpt: The excerpt as it was given, without elision marks.
        folded: The folded excerpt.
        text: The text it is compared with.

    Returns:
        What is found, and judged, as `align` would; None where that has to be asked.
    """
    haystack, starts, ends = text.folded, text.starts, text.ends
    n_text = len(starts)
    begin = haystack.find(folded[:_ANCHOR])
    if begin < 0 or n_text > _MAX_TOKENS:
        return None
    left = begin + Prefix.similarity(folded, haystack[begin : begin + len(folded)])
    index = bisect_left(ends, left)
    if index == n_text or starts[index] <= begin:
        return None
    found = TOKEN.match(folded, starts[index] - begin)
    if ends[index] == left and found and found.end() == left - begin and index + 1 < n_text:
        index += 1
        found = TOKEN.match(folded, starts[index] - begin)
    if not found or starts[index] > left:
        return None
    word = found.group().lower()
    if "," in word:
        word = word.replace(",", "")
    start, end = found.span()
    if word in text.vocabulary or not _keeps_neighbours(folded, start, end, word, text, index):
        return None
    first, last = bisect_left(starts, begin), index
    if haystack.startswith(folded[end:], ends[index]):
        stop = ends[index] + len(folded) - end
        last = bisect_right(ends, stop) - 1
        if text.is_inside_token(stop):
            return None
    elif TOKEN.search(folded, end):
        return None
    if text.is_inside_token(begin) or "\n" in folded or "\n" in haystack:
        return None
    return _judge(Stretch(excerpt, folded), start, end, word, text, index, first, last)


def _keeps_neighbours(folded: str, start: int, end: int, word: str, text: PreparedText, index: int) -> bool:
    """Tell whether the tokens around a word are cut as those around token `index` of the text."""
    there, gap = text.tokens[index], text.gaps[index]
    if folded[0] in SIGNS or folded[-1] in SIGNS or not (word[-1].isalnum() and there[-1].isalnum()):
        return False
    if word[-1].isdigit() != there[-1].isdigit() and "%" in folded[end : end + 2]:
        return False
    if gap:
        return _BINDING.isdisjoint(gap)
    before = text.tokens[index - 1]
    if is_cjk(before) or is_cjk(word):
        return True
    return before[-1].isdigit() != word[0].isdigit() and word[0] != "e" and before[-1].isalnum()


def _judge(
    part: Stretch, start: int, end: int, word: str, text: PreparedText, index: int, first: int, last: int
) -> OneChange:
    """Judge a quote of text tokens `first..last` that has a word at `[start, end)` for token `index`."""
    starts, ends, tokens = text.starts, text.ends, text.tokens
    shift = start - starts[index]
    part.tokens = [tokens[index - 1], word]
    part.starts = [starts[index - 1] + shift, start]
    part.ends = [ends[index - 1] + shift, end]
    part.gaps = ["", text.gaps[index], part.folded[end:]]
    spans = [(starts[first], ends[index - 1])]
    objections = objections_before(text, starts[first])
    if last > index:
        shift = end - ends[index]
        part.tokens.append(tokens[index + 1])
        part.starts.append(starts[index + 1] + shift)
        part.ends.append(ends[index + 1] + shift)
        part.gaps[2:] = [text.gaps[index + 1], ""]
        found, n_missing = judge_between(part, text, 1, 1, index, index)
        objections += found + objections_behind(text, ends[last])
        spans.append((starts[index + 1], ends[last]))
    else:
        found, n_missing = judge_edge(part, text, 1, 1, index, 1)
        objections += found
    n_characters = len(word) + text.n_characters(first, last + 1) - len(tokens[index])
    cost, vetoes = split_cost(objections)
    located = Located(merge_spans(tuple(spans)), 1.0 - n_missing / n_characters, cost, vetoes)
    return OneChange(part, located)
