"""Find an excerpt that has other words than the text in one place, and is a quote otherwise.

Most changed quotes are of this kind. Where what stands around the place is the text's own, character for
character, the text's tokens serve for both: nothing else need be cut or aligned. This module finds; what
the change means is the business of `differences`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import NamedTuple

from rapidfuzz.distance import Postfix, Prefix

from evidencelab.evidence.differences import judge_between, judge_edge, judge_word
from evidencelab.evidence.lexicon import is_cjk
from evidencelab.evidence.objections import (
    NEAR,
    Located,
    objections_before,
    objections_behind,
    split_cost,
)
from evidencelab.evidence.text import PreparedText, Stretch
from evidencelab.evidence.tokens import TOKEN, has_open_edge
from evidencelab.evidence.wrapping import is_content

_ANCHOR = 8
"""Characters by which the place in the text is found: the first ones, or those behind `_HEAD`."""
_HEAD = 24
_MAX_WORDS = 6
"""Words that may have been replaced by as many others."""
_MAX_TOKENS = 400
"""In a longer text the same words may stand in several places."""
_BINDING = frozenset("-+.,'")
"""Between two words, these may make one token of them."""
_COMPARING = frozenset("<>!~≈+±")
"""In front of a number, these are tokens."""
_DIGIT_SIGNS = frozenset("%+")
"""Behind a number, these are."""


class _Start(NamedTuple):
    """Where the other words begin.

    Attributes:
        offset: In the folded excerpt.
        token: The token of the text that stands there.
        first: The first token of the text that is quoted; `token` where none is before the change.
    """

    offset: int
    token: int
    first: int


def find_one_change(excerpt: str, folded: str, text: PreparedText) -> tuple[Stretch, Located] | None:
    """Find an excerpt that has a few words the text has nowhere in the place of as many of the text's.

    Args:
        excerpt: The excerpt as it was given, without elision marks.
        folded: The folded excerpt.
        text: The text it is compared with.

    Returns:
        The excerpt, of which only the other words and their neighbours are known, and where it was found,
        judged as `align` would judge it; None where `align` has to be asked.
    """
    haystack, ends, n_text = text.folded, text.ends, text.n_tokens
    if n_text > _MAX_TOKENS or "\n" in haystack or has_open_edge(folded) or "\n" in folded:
        return None
    start = _start_of_change(folded, text)
    if start is None:
        return None
    offset, token, first = start
    stop, end = token, offset
    part = Stretch(excerpt, folded)
    vocabulary, words, begins, stops = text.vocabulary, part.tokens, part.starts, part.ends
    if first < token:
        _add_neighbour(part, text, token - 1, offset - text.starts[token], text.gaps[token])
    n_words = 0
    found = TOKEN.match(folded, offset)
    while found:
        begin, end = found.span()
        word = folded[begin:end].lower()
        if "," in word:
            word = word.replace(",", "")
        if word in vocabulary or stop == n_text or n_words == _MAX_WORDS:
            return None
        if n_words:
            part.gaps.append(folded[stops[-1] : begin])
        n_words += 1
        words.append(word)
        begins.append(begin)
        stops.append(end)
        if haystack.startswith(folded[end:], ends[stop]):
            behind = ends[stop] + len(folded) - end
            last = bisect_right(ends, behind) - 1
            if last + 1 < n_text and text.starts[last + 1] < behind:
                return None
            break
        stop += 1
        found = TOKEN.search(folded, end)
    else:
        stop = last = stop - 1
    if not n_words or (first == token and last == stop):
        return None
    other = words[-n_words:]
    if not _keeps_neighbours(other, folded[end : end + 2], text, token, stop):
        return None
    if not is_content(folded, offset, end):
        return None
    if last > stop:
        _add_neighbour(part, text, stop + 1, end - ends[stop], text.gaps[stop + 1])
    part.gaps.append("")
    n_other = len("".join(other))
    if first == token:
        return part, _judge_head(part, text, n_words, n_other, stop, last)
    if last == stop:
        return part, _judge_tail(part, text, n_words, n_other, first, token)
    return part, _judge_inside(part, text, n_other, start, stop, last)


def _add_neighbour(part: Stretch, text: PreparedText, index: int, shift: int, gap: str) -> None:
    """Add a quoted token beside the other words, for what those are may depend on it."""
    part.tokens.append(text.tokens[index])
    part.starts.append(text.starts[index] + shift)
    part.ends.append(text.ends[index] + shift)
    part.gaps.append(gap)


def _start_of_change(folded: str, text: PreparedText) -> _Start | None:
    """Return where an excerpt stops being a quote, found by its first characters or by later ones."""
    haystack, starts, ends = text.folded, text.starts, text.ends
    begin = haystack.find(folded[:_ANCHOR])
    if begin < 0:
        return _start_at_head(folded, text)
    n_folded = len(folded)
    n_same = Prefix.similarity(folded, haystack[begin : begin + n_folded])
    if 2 * n_same < n_folded:
        # it may begin as something that stands in front of its place
        other = haystack.find(folded[: n_same + 1], begin + 1)
        if other >= 0:
            begin = other
            n_same = Prefix.similarity(folded, haystack[begin : begin + n_folded])
    left = begin + n_same
    if not (folded[n_same : n_same + 1].isalnum() or haystack[left : left + 1].isalnum()):
        return None
    token = bisect_left(ends, left)
    n_text = len(starts)
    if token < n_text and ends[token] == left and starts[token] >= begin:
        same = TOKEN.match(folded, starts[token] - begin)
        if same and same.end() == n_same:
            token += 1
    first = bisect_left(starts, begin)
    if not first < token < n_text or starts[token] > left or (first and ends[first - 1] > begin):
        return None
    return _Start(starts[token] - begin, token, first)


def _start_at_head(folded: str, text: PreparedText) -> _Start | None:
    """Return the word in the head of an excerpt behind which it is a quote."""
    haystack, starts = text.folded, text.starts
    at = haystack.find(folded[_HEAD : _HEAD + _ANCHOR])
    if at < 0 or len(folded) < _HEAD + _ANCHOR:
        return None
    n_same = Postfix.similarity(folded[:_HEAD], haystack[max(0, at - _HEAD) : at])
    token = bisect_left(starts, at - n_same) - 1
    n_before, offset = -1, 0
    for found in TOKEN.finditer(folded, 0, _HEAD + _ANCHOR):
        if found.start() >= _HEAD - n_same:
            break
        n_before, offset = n_before + 1, found.start()
    if token < 0 or n_before < 0:
        return None
    if not n_before:
        return _Start(offset, token, token)
    begin = starts[token] - offset
    first = bisect_left(starts, begin)
    if begin < 0 or first == token or (first and text.ends[first - 1] > begin):
        return None
    return _Start(offset, token, first) if haystack.startswith(folded[:offset], begin) else None


def _judge_inside(
    part: Stretch, text: PreparedText, n_other: int, start: _Start, stop: int, last: int
) -> Located:
    """Judge a quote that has other words inside, for the tokens of the text up to `stop`."""
    starts, ends = text.starts, text.ends
    _, token, first = start
    if token == stop:
        objection = judge_word(part, 1, text, token)
        n_missing = n_other if objection.code else 0
        found = [objection]
    else:
        found, n_missing = judge_between(part, text, 1, len(part.tokens) - 2, token, stop)
    if starts[first]:
        found = objections_before(text, starts[first]) + found
    found += objections_behind(text, ends[last])
    behind = stop + 1
    share = 1.0
    if n_missing:
        share -= n_missing / (n_other + text.n_characters(first, token) + text.n_characters(behind, last + 1))
    cost, vetoes = split_cost(found)
    if starts[behind] - ends[token - 1] <= NEAR:
        return Located(((starts[first], ends[last]),), share, cost, vetoes)
    return Located(((starts[first], ends[token - 1]), (starts[behind], ends[last])), share, cost, vetoes)


def _judge_head(
    part: Stretch, text: PreparedText, n_words: int, n_other: int, stop: int, last: int
) -> Located:
    """Judge a quote that begins with other words, for the tokens of the text up to `stop`."""
    found, n_missing = judge_edge(part, text, 0, n_words - 1, stop, -1)
    found += objections_behind(text, text.ends[last])
    n_characters = n_other + text.n_characters(stop + 1, last + 1)
    cost, vetoes = split_cost(found)
    span = text.starts[stop + 1], text.ends[last]
    return Located((span,), 1.0 - n_missing / n_characters, cost, vetoes)


def _judge_tail(
    part: Stretch, text: PreparedText, n_words: int, n_other: int, first: int, token: int
) -> Located:
    """Judge a quote that ends with other words, for the tokens of the text from `token` on."""
    found, n_missing = judge_edge(part, text, 1, n_words, token, 1)
    found = objections_before(text, text.starts[first]) + found
    n_characters = n_other + text.n_characters(first, token)
    cost, vetoes = split_cost(found)
    span = text.starts[first], text.ends[token - 1]
    return Located((span,), 1.0 - n_missing / n_characters, cost, vetoes)


def _keeps_neighbours(words: list[str], behind: str, text: PreparedText, start: int, stop: int) -> bool:
    """Tell whether the tokens around other words are cut as those around tokens `start..stop` of the text."""
    one, other = words[-1][-1], text.tokens[stop][-1]
    if not (one.isalnum() and other.isalnum()):
        return False
    if one.isdigit() != other.isdigit() and not _DIGIT_SIGNS.isdisjoint(behind):
        return False
    word, gap = words[0], text.gaps[start]
    before = text.tokens[start - 1] if start else " "
    if before[0] in _COMPARING and not word[0].isdigit():
        return False
    if not start or (gap and gap[-1] not in _BINDING):
        return _COMPARING.isdisjoint(gap)
    if is_cjk(before) or (not gap and is_cjk(word)):
        return not gap
    if len(gap) > 1 or not before[-1].isalnum() or before == "e" or word == "inf":
        return False
    if gap:
        return word[0] != "t" and not (before[-1].isdigit() and word[0].isdigit() and gap in ".,")
    return before[-1].isdigit() != word[0].isdigit() and word[0] != "e"
