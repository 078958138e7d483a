"""Find an excerpt in one piece: as it stands, or token for token.

The excerpt is looked for in the text, never the text in the excerpt. Of several places, the first that
nothing speaks against is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from evidencelab.evidence.context.frame import frame_veto
from evidencelab.evidence.context.objections import Located, Objection, edge_objections, split_cost
from evidencelab.evidence.match_policy import new_tuple
from evidencelab.evidence.text.cut_text import CutText
from evidencelab.evidence.text.lexicon import UNITS, is_number
from evidencelab.evidence.text.prepared_text import PreparedText
from evidencelab.evidence.text.tokens import SEPARATOR

MAX_OCCURRENCES = 16
"""Places at which the same words are looked at."""
_MAX_ID = 80
_ID_BEFORE = re.compile(r"[A-Za-z\d]+\Z")
_ID = re.compile(r"(?=[A-Za-z]*\d)(?=[a-z\d]*[A-Z])(?=[A-Z\d]*[a-z])[A-Za-z\d]+")
"""Digits with letters of both cases."""
_TWO_UNITS = frozenset("mMgGtTbBwWpP")
"""Units in either case: minutes and months, grams and gigabytes, tonnes and terabytes, bits and bytes."""
_SCALED = frozenset(
    ("W", "Wh", "V", "VA", "A", "L", "l", "Hz", "Pa", "J", "N", "g", "H", "F", "T", "K", "m", "Sv", "eV")
)  # fmt: skip
"""Units that are measured by thousandths and by millions."""
_BEHIND_NUMBER = frozenset(("", " "))
_PLAIN_ID = re.compile(r"\d+[A-Za-z]+|[A-Z][a-z]+\d+")
"""A value with its unit, or a capitalised word with a number."""


def find_verbatim(folded: str, text: PreparedText) -> Located:
    """Find a folded excerpt that stands in the text; of several places, the first nothing speaks against.

    Raises:
        ValueError: It does not stand there.
    """
    best: Located | None = None
    start = text.folded.index(folded)
    for _ in range(MAX_OCCURRENCES):
        end = start + len(folded)
        objections = edge_objections(text, start, end)
        if not objections:
            return new_tuple(Located, (((start, end),), 1.0, 0.0, ()))
        cost, vetoes = split_cost(objections)
        if best is None or (best.objections and not vetoes):
            best = Located(((start, end),), 1.0, cost, vetoes)
        start = text.folded.find(folded, start + 1)
        if start < 0:
            break
    assert best is not None
    return best


def find_free(
    text: PreparedText, stretches: tuple[tuple[int, int], ...], quoted: str
) -> tuple[tuple[int, int], ...] | None:
    """Return another place, behind the one stretch that is quoted, at which nothing speaks against it."""
    if len(stretches) > 1:
        return None
    start, end = stretches[0]
    words, at = text.folded[start:end], start
    for _ in range(MAX_OCCURRENCES):
        at = text.folded.find(words, at + 1)
        if at < 0:
            return None
        place = ((at, at + end - start),)
        if not edge_objections(text, *place[0]) and not frame_veto(text, place, quoted):
            return place
    return None


def occurrences(needle: str, text: PreparedText, position: int) -> Iterator[int]:
    """Yield positions in `text.joined` of a joined run of tokens, from `position` on."""
    for _ in range(MAX_OCCURRENCES):
        position = text.joined.find(needle, position)
        if position < 0:
            return
        yield position
        position += 1


def case_objection(cased: str, text: PreparedText, position: int, first: int) -> Objection | None:
    """Object to what has its meaning in its case and was changed alone: m and M, Mb and MB, 9dK2 and 9DK2."""
    slice_ = text.cased[position : position + len(cased)]
    if slice_ == cased:
        return None
    pairs = list(zip(cased[1:-1].split(SEPARATOR), slice_[1:-1].split(SEPARATOR), strict=True))
    is_lower = cased == cased.lower()
    is_turned = cased == cased.upper() or (is_lower and slice_ == slice_.upper())
    if is_turned and any(one != other and len(one) > 2 for one, other in pairs):
        # all of it was put in capitals, or in lower case that was in capitals
        return None
    for index, (one, other) in enumerate(pairs, first):
        if one == other:
            continue
        if not is_lower and _is_in_mixed_id(text, index):
            return Objection("name_changed", None, (text.starts[index], text.ends[index]))
        if is_other_unit(one, other) and _is_unit(text, index):
            return Objection("unit_changed", None, (text.starts[index], text.ends[index]))
    return None


def case_objections(
    excerpt: CutText, text: PreparedText, stretches: Iterable[tuple[int, int, int]]
) -> list[Objection]:
    """Object as `case_objection` does to stretches `first..last` of an excerpt, each from a token on."""
    if excerpt.cased in text.cased:
        return []
    words, edges = excerpt.cased[1:-1].split(SEPARATOR), text.joined_starts
    objections = []
    for first, last, start in stretches:
        quoted = SEPARATOR.join(words[first : last + 1])
        begin = edges[start]
        if quoted != text.cased[begin + 1 : edges[start + last - first + 1]]:
            objection = case_objection(f"{SEPARATOR}{quoted}{SEPARATOR}", text, begin, start)
            if objection:
                objections.append(objection)
    return objections


def is_other_unit(one: str, other: str) -> bool:
    """Tell whether behind a number a symbol is another unit than one that differs from it in case only.

    Letters that are a unit in either case are two units, as are bits and bytes, and thousandths and millions
    of what is spelt alike. A symbol all in lower case may be any of those but the first.
    """
    if len(one) == 1:
        return one in _TWO_UNITS
    if one[1:] == other[1:] and one[1:] in _SCALED and one[0] in "mM":
        return True
    return one.lower() in UNITS and not one.islower() and _bits(one) != _bits(other)


def _is_unit(text: PreparedText, index: int) -> bool:
    """Tell whether a word stands behind a number, neither of them in a name."""
    return (
        index > 0
        and is_number(text.tokens[index - 1])
        and text.gaps[index] in _BEHIND_NUMBER
        and not _is_inside_name(text, index)
    )


def _is_in_mixed_id(text: PreparedText, index: int) -> bool:
    """Tell whether a word is part of an identifier of digits and of letters in both cases, mixed."""
    folded, start = text.folded, text.starts[index]
    head = _ID_BEFORE.search(folded, max(0, start - _MAX_ID), start)
    begin = head.start() if head else start
    found = _ID.match(folded, begin, begin + 2 * _MAX_ID)
    return found is not None and _PLAIN_ID.fullmatch(found.group()) is None


def _bits(unit: str) -> str:
    """Return the letter of a unit that says bits or bytes; one all in lower case does not say."""
    return "" if unit.islower() else "".join(letter for letter in unit if letter in "bB")


def _is_inside_name(text: PreparedText, index: int) -> bool:
    """Tell whether a number and the letters behind it are part of a longer identifier."""
    folded, start, end = text.folded, text.starts[index - 1], text.ends[index]
    before, after = folded[start - 1 : start], folded[end : end + 1]
    return before.isalnum() or after.isalnum() or before in {"-", "_", "#"} or after in {"-", "_"}


def widen(quoted: str, first: int, last: int, text: PreparedText, start: int, end: int) -> tuple[int, int]:
    """Take in the punctuation around a run of tokens that the excerpt quotes as well.

    `[first, last)` of the folded excerpt is the run, `[start, end)` of the folded text its place.
    """
    folded = text.folded
    begin, stop = start, end
    while first and begin and quoted[first - 1] == folded[begin - 1] and not quoted[first - 1].isalnum():
        first -= 1
        begin -= 1
        if not folded[begin].isspace():
            start = begin
    n_quoted, n_folded = len(quoted), len(folded)
    while last < n_quoted and stop < n_folded and quoted[last] == folded[stop] and not quoted[last].isalnum():
        last += 1
        stop += 1
        if not folded[stop - 1].isspace():
            end = stop
    return start, end


def find_run(excerpt: CutText, text: PreparedText) -> Located | None:
    """Find an excerpt without elision marks token for token; None where it is nowhere."""
    at = text.joined.find(excerpt.joined)
    if at < 0:
        return None
    head, tail = excerpt.outer_span()
    first: Located | None = None
    for _ in range(MAX_OCCURRENCES):
        if at < 0:
            break
        begin = text.token_at(at)
        last = begin + excerpt.n_tokens - 1
        start, end = text.starts[begin], text.ends[last]
        objections = edge_objections(text, start, end)
        if not text.cased.startswith(excerpt.cased, at):
            case = case_objection(excerpt.cased, text, at, begin)
            if case:
                objections.append(case)
        if not objections:
            span = widen(excerpt.folded, head, tail, text, start, end)
            return new_tuple(Located, ((span,), 1.0, 0.0, ()))
        if first is None:
            cost, vetoes = split_cost(objections)
            span = widen(excerpt.folded, head, tail, text, start, end)
            first = Located((span,), 1.0, cost, vetoes)
        at = text.joined.find(excerpt.joined, at + 1)
    return first
