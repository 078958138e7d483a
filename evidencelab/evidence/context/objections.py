"""What speaks for and against a located quote, and what a gap in it costs.

Shared by the three ways of finding an excerpt. Ranges are offsets into folded strings.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from evidencelab.evidence.clauses.recoveries import tells_label
from evidencelab.evidence.context import cuts
from evidencelab.evidence.context.arrays import skips_count
from evidencelab.evidence.context.cuts import Veto
from evidencelab.evidence.context.joints import SAMPLE_TIME, joint
from evidencelab.evidence.context.sentences import ends_sentence
from evidencelab.evidence.context.zone_offsets import ZONE_ENDS
from evidencelab.evidence.match_policy import VetoCode
from evidencelab.evidence.text.fields import KEYS, ends_field, is_key, starts_field
from evidencelab.evidence.text.lexicon import FUNCTION_WORDS
from evidencelab.evidence.text.line_heads import skips_enumerator, skips_line_head, skips_log_head
from evidencelab.evidence.text.prepared_text import PreparedText

COST_OF_ORDER = 1.0
COST_OF_SKIPPED_FIELD = 1.0
COST_OF_LIGHT_EDIT = 6.0
_TIMESTAMP_ONLY = re.compile(r"(?=.*(?:\d[:/-]\d|\d{8}))[\s\[(]*[\d:./+,-]*\d[\d:./+, TZ-]*[\])]*[\s-]*")
_HTTP_VERSION = re.compile(r"/\d(?:\.\d)? ")
_PREDICATE = re.compile(
    r"(?:[\])}]? ?[\[({][^\[\](){}\n]*)*[\])}](?: (?=[^\W\d])|(?=[\u4e00-\u9fff]))[\w.-]++"
    r"(?![\"'\])]?\s?[=:])"
)
"""Begins a gap that leaves out what is said, behind an aside in brackets, of the words in front of it."""
_PAIRS_LEFT = re.compile(r"[\"']?[,;]?\s*(?:[\w.-]{1,64}=[^,;\n]*+[,;]\s*+)+")
"""The rest of a list of pairs, in front of a clause about its record."""
_ASIDE = re.compile(r"\([^()\n]{0,200}\)")
_NOTE_MARK = re.compile(r"\s?\[\d{1,3}(?:[,;-] ?\d{1,3})*\][\s,.;:。!?)\"']*")
"""Points at a source or a note."""
_BRACKETS = frozenset("[]()")
_JOINING = FUNCTION_WORDS | {"but", "while", "whereas", "also", "但", "而"}
_MAX_SKIPPED_TOKENS = 40
NEAR = 2
"""Characters of punctuation that keep two spans of a quote no further apart than one."""


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


def text_objections(*vetoes: Veto | None) -> list[Objection]:
    """Turn what the text alone objects to into objections; None is no objection."""
    return [Objection(veto.code, None, (veto.start, veto.end)) for veto in vetoes if veto]


def objections_before(text: PreparedText, start: int, is_marked: bool = False) -> list[Objection]:
    """Say what speaks against a quote that begins at `start` of the folded text."""
    if start <= 0 or (text.is_plain and text.folded[start - 1] == " "):
        return []
    cut = cuts.cut_before(text, start, is_marked)
    negation = None
    if not text.is_plain:
        clauses = text.clauses.at(start)
        negation = cuts.negation_before(text, start) if clauses.may_govern else None
        if not negation and not is_marked and clauses.limited:
            negation = cuts.condition_before(text, start)
    return text_objections(cut, negation) if cut or negation else []


def objections_behind(text: PreparedText, end: int, is_marked: bool = False) -> list[Objection]:
    """Say what speaks against a quote that ends at `end` of the folded text."""
    folded = text.folded
    if end >= len(folded):
        return []
    last = folded[end - 1]
    if text.is_plain and folded[end] == " " and not last.isdigit() and last not in ZONE_ENDS:
        return []
    cut = cuts.cut_after(text, end, is_marked)
    negation = None if text.is_plain else cuts.negation_after(text, end, is_edge=True)
    return text_objections(cut, negation) if cut or negation else []


def edge_objections(text: PreparedText, start: int, end: int) -> list[Objection]:
    """Say what speaks against quoting `[start, end)` of the folded text and nothing else."""
    return objections_before(text, start) + objections_behind(text, end)


def split_cost(objections: list[Objection]) -> tuple[float, tuple[Objection, ...]]:
    """Split light objections, which cost, from vetoes, which stay."""
    cost = 0.0
    for code, _, _ in objections:
        if code is None:
            cost += COST_OF_LIGHT_EDIT
    if not cost:
        return 0.0, tuple(objections)
    return cost, tuple([item for item in objections if item.code is not None])


def without_told(
    text: PreparedText, stretches: tuple[tuple[int, int], ...], objections: tuple[Objection, ...]
) -> tuple[Objection, ...]:
    """Leave out the objections to a label left out, where what is quoted behind it says the same."""
    kept = []
    for objection in objections:
        code, _, place = objection
        if code != "polarity_changed" or place is None or not tells_label(text.folded, place, stretches):
            kept.append(objection)
    return tuple(kept)


def merge_spans(spans: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """Join spans that at most `NEAR` characters keep apart, in excerpt order."""
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        if merged and 0 <= start - merged[-1][1] <= NEAR:
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return tuple(merged)


class Gap(NamedTuple):
    """What speaks against leaving something out, and what it costs in points of similarity."""

    objections: list[Objection]
    cost: float


def judge_gap(text: PreparedText, first: int, left: int, right: int, is_marked: bool) -> Gap:
    """Judge the text tokens left out between token `left`, which ends what begins at `first`, and `right`."""
    if text.tokens[left] == "http" and _HTTP_VERSION.fullmatch(
        text.folded, text.ends[left], text.starts[right]
    ):
        return Gap([], COST_OF_SKIPPED_FIELD)
    objections = [
        Objection(veto.code, None, (veto.start, veto.end))
        for veto in (
            cuts.cut_after(text, text.ends[left], is_marked, True),
            cuts.cut_before(text, text.starts[right], is_marked),
            joint(text, first, left, right, is_marked),
        )
        if veto
    ]
    if is_marked:
        return Gap(objections, 0.0)
    skipped = text.tokens[left + 1 : right]
    if _JOINING.issuperset(skipped):
        return Gap(objections, COST_OF_SKIPPED_FIELD)
    between = text.folded[text.ends[left] : text.starts[right]]
    is_whole = ends_field(text, left) and starts_field(text, right) and not _PREDICATE.match(between)
    gap = text.ends[left], text.starts[right]
    if skips_count(text.folded, *gap):
        return Gap(objections, COST_OF_LIGHT_EDIT)
    is_head = skips_line_head(text.folded, *gap) or skips_enumerator(text.folded, *gap)
    is_head = is_head or skips_log_head(text.folded, *gap)
    if _NOTE_MARK.fullmatch(between):
        return Gap(objections, 0.0)
    if _TIMESTAMP_ONLY.fullmatch(between) or SAMPLE_TIME.fullmatch(between) or is_head:
        return Gap(objections, COST_OF_SKIPPED_FIELD)
    if (
        is_whole
        and (not is_key(text, right - 1) or not _BRACKETS.isdisjoint(text.gap(right - 1)))
        and len(skipped) <= _MAX_SKIPPED_TOKENS
        and (
            is_key(text, right)
            or not ends_sentence(_ASIDE.sub("", between))
            or _PAIRS_LEFT.fullmatch(between)
        )
        and not _repeats_key(text, first, left, right)
    ):
        return Gap(objections, COST_OF_SKIPPED_FIELD)
    return Gap(objections, COST_OF_LIGHT_EDIT)


def _repeats_key(text: PreparedText, first: int, left: int, right: int) -> bool:
    """Tell whether a key of `right`'s line stands twice in front of it, from token `first` on.

    There, another record has begun.
    """
    begin, end = text.starts[max(first, left - _MAX_SKIPPED_TOKENS)], text.starts[right]
    if "\n" in text.folded[text.ends[left] : end]:
        return False
    keys = KEYS.findall(text.folded, begin, end)
    return len(keys) > len(set(keys))
