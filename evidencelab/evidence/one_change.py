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
    Located,
    merge_spans,
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
    if n_text > _MAX_TOKENS or has_open_edge(folded):
        return None
    start = _start_of_change(folded, text)
    if start is None or "\n" in folded or "\n" in haystack:
        return None
    stop, end = start.token, start.offset
    part = Stretch(excerpt, folded)
    words = part.tokens
    found = TOKEN.match(folded, end)
    while found:
        word = found.group().lower().replace(",", "")
        if word in text.vocabulary or stop == n_text or len(words) == _MAX_WORDS:
            return None
        words.append(word)
        part.starts.append(found.start())
        part.gaps.append(folded[end : found.start()])
        end = found.end()
        part.ends.append(end)
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
    if not words or (start.first == start.token and last == stop):
        return None
    if not _keeps_neighbours(words, folded[end : end + 2], text, start.token, stop):
        return None
    if not is_content(folded, start.offset, end):
        return None
    is_inside = start.first < start.token and last > stop
    judge = _judge_inside if is_inside else _judge_edge
    return part, judge(part, text, start.token, stop, start.first, last)


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


def _judge_inside(part: Stretch, text: PreparedText, start: int, stop: int, first: int, last: int) -> Located:
    """Judge a quote of text tokens `first..last` that has other words for tokens `start..stop` inside.

    The neighbours of the words become known, for what they are may depend on them.
    """
    starts, ends, tokens, gaps = text.starts, text.ends, text.tokens, text.gaps
    before, behind = start - 1, stop + 1
    words = part.tokens
    n_shared = text.n_characters(first, start) + text.n_characters(behind, last + 1)
    shift, shift_behind = part.starts[0] - starts[start], part.ends[-1] - ends[stop]
    part.tokens = [tokens[before], *words, tokens[behind]]
    part.starts = [starts[before] + shift, *part.starts, starts[behind] + shift_behind]
    part.ends = [ends[before] + shift, *part.ends, ends[behind] + shift_behind]
    part.gaps = ["", gaps[start], *part.gaps[1:], gaps[behind], ""]
    if start == stop:
        objection = judge_word(part, 1, text, start)
        n_missing = len(words[0]) if objection.code else 0
        found = [objection]
    else:
        found, n_missing = judge_between(part, text, 1, len(words), start, stop)
    share = 1.0 - n_missing / (n_shared + len("".join(words)))
    objections = objections_before(text, starts[first]) + found + objections_behind(text, ends[last])
    cost, vetoes = split_cost(objections)
    spans = (starts[first], ends[before]), (starts[behind], ends[last])
    return Located(merge_spans(spans), share, cost, vetoes)


def _judge_edge(part: Stretch, text: PreparedText, start: int, stop: int, first: int, last: int) -> Located:
    """Judge a quote of text tokens `first..last` that begins or ends with other words for `start..stop`."""
    starts, ends, tokens = text.starts, text.ends, text.tokens
    n_words = len(part.tokens)
    n_characters = len("".join(part.tokens)) + text.n_characters(first, last + 1)
    n_characters -= text.n_characters(start, stop + 1)
    if first < start:
        shift = part.starts[0] - starts[start]
        part.tokens.insert(0, tokens[start - 1])
        part.starts.insert(0, starts[start - 1] + shift)
        part.ends.insert(0, ends[start - 1] + shift)
        part.gaps = ["", text.gaps[start], *part.gaps[1:], ""]
        found, n_missing = judge_edge(part, text, 1, n_words, start, 1)
        objections = objections_before(text, starts[first]) + found
        span = starts[first], ends[start - 1]
    else:
        shift = part.ends[-1] - ends[stop]
        part.tokens.append(tokens[stop + 1])
        part.starts.append(starts[stop + 1] + shift)
        part.ends.append(ends[stop + 1] + shift)
        part.gaps += (text.gaps[stop + 1], "")
        found, n_missing = judge_edge(part, text, 0, n_words - 1, stop, -1)
        objections = found + objections_behind(text, ends[last])
        span = starts[stop + 1], ends[last]
    cost, vetoes = split_cost(objections)
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
