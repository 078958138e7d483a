"""Find an excerpt token for token: as it stands, or as fragments kept in order around elision marks.

The excerpt is looked for in the text, never the text in the excerpt. Of several places, the first that
nothing speaks against is taken.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from evidencelab.evidence import cuts
from evidencelab.evidence.cuts import Veto
from evidencelab.evidence.lexicon import UNITS, is_number
from evidencelab.evidence.objections import Located, Objection, edge_objections, split_cost
from evidencelab.evidence.text import SEPARATOR, CutText, PreparedText

_OMITTED = (
    r"(?:\.{3,}|[前中后下以]?[略省]略?|省略[^\])>]{0,12}"
    r"|(?:some )?(?:text |lines? )?(?:omitted|snipp?e?d?|truncated|elided))"
)
ELISION = re.compile(
    rf"\s*(?:[\[(<]\s*(?:\.{{3,}})?\s*{_OMITTED}\s*(?:\.{{3,}})?\s*[\])>]|\.{{3,}})\s*",
    re.IGNORECASE,
)
"""Marks something left out: dots alone, bracketed or not, or a bracketed word that says so."""

_MAX_OCCURRENCES = 16
_ENDS_WITH_KEY = re.compile(r"(?:[\"']?\s*=|[\"']\s*:)\s*[\"']?\s*(?=[\[(<]?\s*\.\.\.)")


def find_verbatim(folded: str, text: PreparedText) -> Located | None:
    """Find the folded excerpt as it stands; of several places, the first that nothing speaks against."""
    first: Located | None = None
    haystack = text.folded
    start = haystack.find(folded)
    for _ in range(_MAX_OCCURRENCES):
        if start < 0:
            break
        end = start + len(folded)
        objections = edge_objections(text, start, end)
        cost, vetoes = split_cost(objections)
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


def occurrences(needle: str, text: PreparedText, position: int) -> Iterator[int]:
    """Yield positions in `text.joined` of a joined run of tokens, from `position` on."""
    for _ in range(_MAX_OCCURRENCES):
        position = text.joined.find(needle, position)
        if position < 0:
            return
        yield position
        position += 1


def _case_objection(cased: str, text: PreparedText, position: int, first: int) -> Objection | None:
    """Object to a unit whose case carries meaning and was changed alone: m and M, Mb and MB."""
    slice_ = text.cased[position : position + len(cased)]
    if slice_ == cased or cased in {cased.upper(), cased.lower()}:
        return None
    pairs = zip(cased[1:-1].split(SEPARATOR), slice_[1:-1].split(SEPARATOR), strict=True)
    for index, (one, other) in enumerate(pairs, first):
        if one == other or not index or not is_number(text.tokens[index - 1]):
            continue
        is_unit = one.lower() in UNITS and not _is_inside_name(text, index)
        if is_unit and (len(one) == 1 or _bits(one) != _bits(other)):
            return Objection("unit_changed", None, (text.starts[index], text.ends[index]))
    return None


def _bits(unit: str) -> str:
    """Return the letter of a unit that says bits or bytes; one all in lower case does not say."""
    return "" if unit.islower() else "".join(letter for letter in unit if letter in "bB")


def _is_inside_name(text: PreparedText, index: int) -> bool:
    """Tell whether a number and the letters behind it are part of a longer identifier."""
    folded, start, end = text.folded, text.starts[index - 1], text.ends[index]
    before, after = folded[start - 1 : start], folded[end : end + 1]
    return before.isalnum() or after.isalnum() or before in {"-", "_", "#"} or after in {"-", "_"}


def _widen(quoted: str, first: int, last: int, text: PreparedText, start: int, end: int) -> tuple[int, int]:
    """Take in the punctuation around a run of tokens that the excerpt quotes as well.

    `[first, last)` of the folded excerpt is the run, `[start, end)` of the folded text its place.
    """
    folded = text.folded
    first -= 1
    while first >= 0 and start > 0 and quoted[first] == folded[start - 1] and not quoted[first].isalnum():
        first -= 1
        start -= 1
    while (
        last < len(quoted)
        and end < len(folded)
        and quoted[last] == folded[end]
        and not quoted[last].isalnum()
    ):
        last += 1
        end += 1
    while folded[start].isspace():
        start += 1
    while folded[end - 1].isspace():
        end -= 1
    return start, end


def find_run(excerpt: CutText, text: PreparedText) -> Located | None:
    """Find an excerpt without elision marks token for token; None where it is nowhere."""
    first: Located | None = None
    at = text.joined.find(excerpt.joined)
    for _ in range(_MAX_OCCURRENCES):
        if at < 0:
            break
        begin = text.token_at(at)
        last = begin + excerpt.n_tokens - 1
        start, end = text.starts[begin], text.ends[last]
        objections = edge_objections(text, start, end)
        if text.cased[at : at + len(excerpt.cased)] != excerpt.cased:
            case = _case_objection(excerpt.cased, text, at, begin)
            if case:
                objections.append(case)
        if not objections or first is None:
            cost, vetoes = split_cost(objections)
            span = _widen(excerpt.folded, *excerpt.outer_span(), text, start, end)
            first = Located((span,), 1.0, cost, vetoes)
            if not objections:
                break
        at = text.joined.find(excerpt.joined, at + 1)
    return first


def find_fragments(excerpt: PreparedText, text: PreparedText) -> Located | None:
    """Find every fragment token for token, in order; None where one of them is nowhere."""
    if not excerpt.is_elided:
        return find_run(excerpt, text)
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
                _widen(
                    excerpt.folded,
                    excerpt.starts[fragment.first],
                    excerpt.ends[fragment.last],
                    text,
                    text.starts[a],
                    text.ends[b],
                )
                for fragment, (a, b) in zip(fragments, placed, strict=True)
            )
            cost, vetoes = split_cost(list(objections))
            located = Located(spans, 1.0, cost, vetoes)
            if best is None or (len(vetoes), cost) < (len(best.objections), best.cost):
                best = located
            return
        fragment = fragments[number]
        n_tokens = fragment.last - fragment.first + 1
        for at in occurrences(fragment.joined, text, position):
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
            case = _case_objection(fragment.cased, text, at, first)
            if case:
                found.append(case)
            search(number + 1, at + len(fragment.joined) - 1, (*placed, (first, last)), tuple(found))

    search(0, 0, (), ())
    return best


def _joint(text: PreparedText, left: int, right: int) -> Veto | None:
    return cuts.joint(text, left, right, True) if right > left + 1 else None
