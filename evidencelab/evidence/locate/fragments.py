"""Find an excerpt that leaves something out and shows it: fragments kept in order around elision marks."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import NamedTuple

from evidencelab.evidence.context import cuts
from evidencelab.evidence.context.cut_values import is_cut_hash
from evidencelab.evidence.context.joints import joint
from evidencelab.evidence.context.objections import Located, Objection, split_cost, text_objections
from evidencelab.evidence.locate.quotes import MAX_OCCURRENCES, case_objection, find_run, widen
from evidencelab.evidence.match_policy import new_tuple
from evidencelab.evidence.text.cut_text import MeasuredText
from evidencelab.evidence.text.fields import is_key
from evidencelab.evidence.text.prepared_text import PreparedText
from evidencelab.evidence.text.tokens import SEPARATOR, has_open_edge

_OMITTED = (
    r"(?:\.{3,}|(?:以[上下]|[前中后下以])?[略省]略?|省略[^\])>]{0,12}"
    r"|(?:some )?(?:text |lines? )?(?:omitted|snipp?e?d?|truncated|elided))"
)
ELISION = re.compile(
    # begins with the few characters that begin a mark, for which the engine then looks
    r"[\[(<.](?:(?<=\.)\.{2,}"
    rf"|(?<=[\[(<])\s*(?:\.{{3,}})?\s*{_OMITTED}\s*(?:\.{{3,}})?\s*[\])>])",
    re.IGNORECASE,
)
"""Marks something left out: dots alone, bracketed or not, or a bracketed word that says so."""

_ENDS_WITH_KEY = re.compile(r"(?:[\"']?\s*=|[\"']\s*:)\s*[\"']?\s*(?=\.\.\.|[\[(<]\s*\.{3,}\s*[\])>])")
_MAX_PLACES = 64
"""Places that are tried for the fragments of one excerpt."""


class _Fragment(NamedTuple):
    """A run of excerpt tokens between elision marks, `first` to `last`, both included."""

    first: int
    last: int
    joined: str
    cased: str


class _Place(NamedTuple):
    """Where a fragment stands: text tokens `first` to `last`, both included, and the offset it ends at."""

    first: int
    last: int
    end: int


class _Marked(NamedTuple):
    """An excerpt cut at its elision marks.

    Attributes:
        fragments: What stands between the marks, in order.
        is_open_left: Whether a mark stands in front of the first fragment.
        is_open_right: Whether one stands behind the last.
    """

    fragments: list[_Fragment]
    is_open_left: bool
    is_open_right: bool


def find_verbatim_fragments(folded: str, text: PreparedText) -> Located | None:
    """Find the fragments of a folded excerpt as they stand, each at the first place behind the one before.

    None where one does not stand there or anything speaks against it: `find_fragments` looks further.
    """
    starts, ends, haystack = text.starts, text.ends, text.folded
    stretches = _between_marks(folded)
    spans: list[tuple[int, int]] = []
    position = 0
    before: _Place | None = None
    for number, (fragment, begin, stop) in enumerate(stretches, 1):
        at = haystack.find(fragment, position)
        if at < 0 or has_open_edge(fragment):
            return None
        position = at + len(fragment)
        end = position
        within = text.tokens_within(at, position)
        if within is None and stop < len(folded) and is_cut_hash(haystack, position):
            # what stands of its last letters is no token of the text
            within = text.tokens_within(at, starts[bisect_left(starts, position) - 1])
        elif within is not None:
            end = ends[within[1]]
        if within is None:
            return None
        place = new_tuple(_Place, (*within, end))
        start = starts[place.first]
        shift = folded.find(fragment, begin) - at
        goes_on = number < len(stretches)
        if goes_on and _ENDS_WITH_KEY.match(folded, end + shift):
            return None
        if _place_objections(text, before, place, begin > 0, stop < len(folded), goes_on):
            return None
        spans.append(widen(folded, start + shift, end + shift, text, start, end))
        before = place
    return new_tuple(Located, (tuple(spans), 1.0, 0.0, ())) if spans else None


def _between_marks(folded: str) -> list[tuple[str, int, int]]:
    """Return what a folded excerpt has between its elision marks, where it begins and the next one begins."""
    stretches = []
    begin = 0
    marks = [found.span() for found in ELISION.finditer(folded)]
    for stop, behind in [*marks, (len(folded), len(folded))]:
        fragment = folded[begin:stop].strip()
        if fragment:
            stretches.append((fragment, begin, stop))
        begin = behind
    return stretches


def _place_objections(
    text: PreparedText,
    before: _Place | None,
    place: _Place,
    is_open_left: bool,
    is_open_right: bool,
    goes_on: bool,
) -> list[Objection]:
    """Say what speaks against quoting a place behind another, or first, and leaving off or going on."""
    start, end = text.starts[place.first], place.end
    head = cuts.cut_before(text, start, is_open_left)
    tail = cuts.cut_after(text, end, is_open_right, goes_on)
    negation = behind = None
    if before is not None:
        if place.first > before.last + 1:
            negation = joint(text, before.first, before.last, place.first, True)
    elif not text.is_plain:
        negation = cuts.negation_before(text, start)
        if not negation and not is_open_left:
            negation = cuts.condition_before(text, start)
    if not goes_on and not text.is_plain:
        behind = cuts.negation_after(text, end, is_edge=True)
    return text_objections(head, tail, negation, behind) if head or tail or negation or behind else []


def find_fragments(excerpt: MeasuredText, text: PreparedText) -> Located | None:
    """Find every fragment token for token, in order; None where one of them is nowhere."""
    if not excerpt.is_elided:
        return find_run(excerpt, text)
    marked = _cut_at_marks(excerpt)
    for fragment in marked.fragments:
        if fragment.joined not in text.joined:
            return None
    if not marked.fragments:
        return None
    search = _Search(excerpt, marked, text)
    search.place(0, 0, (), [])
    return search.best


def _cut_at_marks(excerpt: MeasuredText) -> _Marked:
    """Cut an excerpt at its elision marks; the words inside a mark belong to no fragment."""
    starts, ends, n_folded = excerpt.starts, excerpt.ends, len(excerpt.folded)
    marks = [found.span() for found in ELISION.finditer(excerpt.folded)]
    words = excerpt.cased[1:-1].split(SEPARATOR)
    fragments: list[_Fragment] = []
    first = 0
    for begin, end in [*marks, (n_folded + 1, n_folded + 1)]:
        behind = bisect_left(starts, end)
        last = behind - 1
        while last >= first and ends[last] > begin:
            last -= 1
        if last >= first:
            cased = SEPARATOR + SEPARATOR.join(words[first : last + 1]) + SEPARATOR
            fragments.append(_Fragment(first, last, cased.lower(), cased))
        first = behind
    if not fragments or not marks:
        return _Marked(fragments, False, False)
    is_open_left = marks[0][0] <= starts[fragments[0].first]
    return _Marked(fragments, is_open_left, marks[-1][0] >= ends[fragments[-1].last])


class _Search:
    """Looks for the places that least speaks against; `best` is None where there are none."""

    __slots__ = ("best", "excerpt", "marked", "n_left", "text")

    def __init__(self, excerpt: MeasuredText, marked: _Marked, text: PreparedText) -> None:
        self.excerpt = excerpt
        self.marked = marked
        self.text = text
        self.n_left = _MAX_PLACES
        self.best: Located | None = None

    def place(
        self, number: int, position: int, placed: tuple[_Place, ...], objections: list[Objection]
    ) -> None:
        """Place fragment `number` and those behind it at `position` of the joined text or later."""
        fragments, text = self.marked.fragments, self.text
        if number == len(fragments):
            self._keep_best(placed, objections)
            return
        fragment = fragments[number]
        at = text.joined.find(fragment.joined, position)
        for _ in range(MAX_OCCURRENCES):
            if at < 0:
                return
            self.n_left -= 1
            if self.n_left < 0 or (self.best and not self.best.objections and not self.best.cost):
                return
            first = text.token_at(at)
            last = first + fragment.last - fragment.first
            place = _Place(first, last, text.ends[last])
            found = objections + self._objections(number, at, placed[-1] if placed else None, place)
            self.place(number + 1, at + len(fragment.joined) - 1, (*placed, place), found)
            at = text.joined.find(fragment.joined, at + 1)

    def _objections(self, number: int, at: int, before: _Place | None, place: _Place) -> list[Objection]:
        """Say what speaks against a fragment at a place, `at` in the joined text, with the one before it."""
        fragments, is_open_left, is_open_right = self.marked
        text, fragment = self.text, fragments[number]
        start, end = text.starts[place.first], text.ends[place.last]
        goes_on = number + 1 < len(fragments)
        found = _place_objections(
            text, before, place, before is not None or is_open_left, goes_on or is_open_right, goes_on
        )
        if goes_on and _ENDS_WITH_KEY.match(self.excerpt.folded, self.excerpt.ends[fragment.last]):
            behind = at + len(fragment.joined) - 1
            is_next = text.joined.startswith(fragments[number + 1].joined, behind)
            if not is_next or not is_key(text, place.last):
                found.append(Objection("key_repaired", None, (start, end)))
        case = case_objection(fragment.cased, text, at, place.first)
        if case:
            found.append(case)
        return found

    def _keep_best(self, placed: tuple[_Place, ...], objections: list[Objection]) -> None:
        cost, vetoes = split_cost(objections)
        if self.best and (len(vetoes), cost) >= (len(self.best.objections), self.best.cost):
            return
        excerpt, text = self.excerpt, self.text
        spans = [
            widen(
                excerpt.folded,
                excerpt.starts[fragment.first],
                excerpt.ends[fragment.last],
                text,
                text.starts[place.first],
                text.ends[place.last],
            )
            for fragment, place in zip(self.marked.fragments, placed, strict=True)
        ]
        self.best = Located(tuple(spans), 1.0, cost, vetoes)
