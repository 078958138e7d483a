"""Find an excerpt that has other words than the text in one place, and is a quote otherwise.

Most changed quotes are of this kind. Where what stands around the place is the text's own, character for
character, the text's tokens serve for both: nothing else need be cut or aligned. This module finds; what
the change means is the business of `differences`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from rapidfuzz.distance import Postfix, Prefix

from evidencelab.evidence.context.objections import (
    NEAR,
    Located,
    Objection,
    objections_before,
    objections_behind,
    split_cost,
)
from evidencelab.evidence.context.wrapping import is_content
from evidencelab.evidence.locate.differences import judge_between, judge_edge, judge_word
from evidencelab.evidence.locate.kinds import VETO_OF, kind_of_number
from evidencelab.evidence.match_policy import new_tuple
from evidencelab.evidence.text.cut_text import Stretch
from evidencelab.evidence.text.lexicon import is_cjk, is_number
from evidencelab.evidence.text.prepared_text import PreparedText
from evidencelab.evidence.text.tokens import TOKEN, has_open_edge

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
_NOWHERE = -1, -1, -1


def find_one_change(excerpt: str, folded: str, text: PreparedText) -> tuple[Stretch, Located] | None:
    """Find an excerpt that has a few words the text has nowhere in the place of as many of the text's.

    Args:
        excerpt: The excerpt as it was given, without elision marks.
        folded: The folded excerpt.
        text: The text it is compared with.

    Returns:
        The excerpt, of which only the other words are known, and where it was found, judged as `align`
        would judge it; None where `align` has to be asked.
    """
    if text.n_tokens > _MAX_TOKENS or "\n" in text.folded or "\n" in folded or has_open_edge(folded):
        return None
    offset, token, first = _start_of_change(folded, text)
    if token < 0:
        return None
    changed = _read_words(excerpt, folded, offset, text, token)
    if changed is None:
        return None
    part, last = changed
    words, end = part.tokens, part.ends[-1]
    stop = token + len(words) - 1
    if first == token and last == stop:
        return None
    if not _keeps_neighbours(words, folded, end, text, token, stop) or not is_content(folded, offset, end):
        return None
    n_other = n_missing = len("".join(words))
    if token == stop and is_number(words[0]) and is_number(text.tokens[token]):
        # whatever stands beside them, one is not the other
        place = text.starts[token], text.ends[token]
        found = [new_tuple(Objection, (VETO_OF[kind_of_number(text, token)], (offset, end), place))]
    else:
        found, n_missing = _judge_words(part, text, first, token, stop, last)
    return part, _located(found, n_missing, n_other, text, first, token, stop, last)


def _read_words(
    excerpt: str, folded: str, offset: int, text: PreparedText, token: int
) -> tuple[Stretch, int] | None:
    """Read words from `offset` on, until the excerpt goes on as the text does behind as many tokens.

    Returns:
        The words, and the last token of the text that is quoted, or that the last word stands for; `token`
        is the first that a word stands for. None where the text has one of the words, or does not go on so.
    """
    vocabulary, ends, n_text, n_folded = text.vocabulary, text.ends, text.n_tokens, len(folded)
    part = Stretch(excerpt, folded, [], [], [], [])
    end, last = offset, token
    found = TOKEN.match(folded, offset)
    while found:
        before = end
        begin, end = found.span()
        word = folded[begin:end].lower()
        if "," in word:
            word = word.replace(",", "")
        if word in vocabulary or last == n_text or last - token == _MAX_WORDS:
            return None
        part.tokens.append(word)
        part.starts.append(begin)
        part.ends.append(end)
        part.gaps.append(folded[before:begin])
        if end == n_folded:
            return part, last
        if text.folded.startswith(folded[end:], ends[last]):
            behind = ends[last] + n_folded - end
            n_whole = bisect_right(ends, behind)
            if n_whole < n_text and text.starts[n_whole] < behind:
                return None
            return part, n_whole - 1
        last += 1
        found = TOKEN.search(folded, end)
    return (part, last - 1) if part.tokens else None


def _start_of_change(folded: str, text: PreparedText) -> tuple[int, int, int]:
    """Return where an excerpt stops being a quote, found by its first characters or by later ones.

    Returns:
        The offset of the other words in the excerpt, the token of the text that stands there, and the first
        token of the text that is quoted, the same where none is in front of the change; or `_NOWHERE`.
    """
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
        return _NOWHERE
    token = bisect_left(ends, left)
    n_text = len(starts)
    if token < n_text and ends[token] == left and starts[token] >= begin:
        same = TOKEN.match(folded, starts[token] - begin)
        if same and same.end() == n_same:
            token += 1
    first = bisect_left(starts, begin)
    if not first < token < n_text or starts[token] > left or (first and ends[first - 1] > begin):
        return _NOWHERE
    return starts[token] - begin, token, first


def _start_at_head(folded: str, text: PreparedText) -> tuple[int, int, int]:
    """Return the word in the head of an excerpt behind which it is a quote, as `_start_of_change` does."""
    haystack, starts = text.folded, text.starts
    at = haystack.find(folded[_HEAD : _HEAD + _ANCHOR])
    if at < 0 or len(folded) < _HEAD + _ANCHOR:
        return _NOWHERE
    n_same = Postfix.similarity(folded[:_HEAD], haystack[max(0, at - _HEAD) : at])
    token = bisect_left(starts, at - n_same) - 1
    n_before, offset = -1, 0
    for found in TOKEN.finditer(folded, 0, _HEAD + _ANCHOR):
        if found.start() >= _HEAD - n_same:
            break
        n_before, offset = n_before + 1, found.start()
    if token < 0 or n_before < 0:
        return _NOWHERE
    if not n_before:
        return offset, token, token
    begin = starts[token] - offset
    first = bisect_left(starts, begin)
    if begin < 0 or first == token or (first and text.ends[first - 1] > begin):
        return _NOWHERE
    return (offset, token, first) if haystack.startswith(folded[:offset], begin) else _NOWHERE


def _judge_words(
    part: Stretch, text: PreparedText, first: int, token: int, stop: int, last: int
) -> tuple[list[Objection], int]:
    """Judge the other words for the tokens `token..stop` of the text, of which `first..last` are quoted.

    Returns:
        Objections, and the number of characters of the words that are not in the text.
    """
    n_words = len(part.tokens)
    _add_neighbours(part, text, first, token, stop, last)
    if first == token:
        return judge_edge(part, text, 0, n_words - 1, stop, -1)
    if last == stop:
        return judge_edge(part, text, 1, n_words, token, 1)
    if n_words == 1:
        change = judge_word(part, 1, text, token)
        return [change], 0 if change.code is None else len(part.tokens[1])
    return judge_between(part, text, 1, n_words, token, stop)


def _add_neighbours(part: Stretch, text: PreparedText, first: int, token: int, stop: int, last: int) -> None:
    """Add the quoted tokens beside the other words, for what those are may depend on them."""
    tokens, starts, ends, gaps = part.tokens, part.starts, part.ends, part.gaps
    if last > stop:
        behind = stop + 1
        shift = ends[-1] - text.ends[stop]
        tokens.append(text.tokens[behind])
        starts.append(text.starts[behind] + shift)
        ends.append(text.ends[behind] + shift)
        gaps.append(text.gaps[behind])
    gaps.append("")
    if first < token:
        before = token - 1
        shift = starts[0] - text.starts[token]
        tokens.insert(0, text.tokens[before])
        starts.insert(0, text.starts[before] + shift)
        ends.insert(0, text.ends[before] + shift)
        gaps.insert(1, text.gaps[token])


def _located(
    found: list[Objection],
    n_missing: int,
    n_other: int,
    text: PreparedText,
    first: int,
    token: int,
    stop: int,
    last: int,
) -> Located:
    """Say where an excerpt is, tokens `first..last`, and what speaks against it beside what was found."""
    starts, ends, behind = text.starts, text.ends, stop + 1
    begin, end = starts[first], ends[last]
    spans: tuple[tuple[int, int], ...] = ((begin, end),)
    if first == token:
        spans = ((starts[behind], end),)
    else:
        found = objections_before(text, begin) + found
    if last == stop:
        spans = ((begin, ends[token - 1]),)
    else:
        found += objections_behind(text, end)
        if first < token and starts[behind] - ends[token - 1] > NEAR:
            spans = ((begin, ends[token - 1]), (starts[behind], end))
    edges = text.joined_starts
    n_quoted = edges[last + 1] - edges[first] - (edges[behind] - edges[token])
    n_kept = n_quoted - (last + 1 - first) + (behind - token)
    cost, vetoes = split_cost(found)
    return new_tuple(Located, (spans, 1.0 - n_missing / (n_other + n_kept), cost, vetoes))


def _keeps_neighbours(
    words: list[str], folded: str, end: int, text: PreparedText, start: int, stop: int
) -> bool:
    """Tell whether the tokens around other words are cut as those around tokens `start..stop` of the text.

    `end` is where the words end in the folded excerpt.
    """
    one, other = folded[end - 1], text.folded[text.ends[stop] - 1]
    if not (one.isalnum() and other.isalnum()):
        return False
    if one.isdigit() != other.isdigit() and not _DIGIT_SIGNS.isdisjoint(folded[end : end + 2]):
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
