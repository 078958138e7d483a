"""Decide whether an excerpt is an honest quote of a text.

Presentation is folded away, the excerpt is located one-sided and in order, every value in it must be
the text's own, and only then do thresholds speak. Similarity finds the place, never the value: a
veto makes a mismatch of any score. This module must not know sessions, rules or claims.
"""

from __future__ import annotations

import re

from evidencelab.evidence.context.frame import frame_veto
from evidencelab.evidence.context.hyphenation import may_be_hyphenated
from evidencelab.evidence.context.objections import (
    COST_OF_LIGHT_EDIT,
    Located,
    Objection,
    text_objections,
    without_told,
)
from evidencelab.evidence.context.wrapping import (
    drops_attribute,
    holds_other_word,
    is_bare,
    may_be_grouped,
    unwrap,
    without_additions,
)
from evidencelab.evidence.locate.alignment import align
from evidencelab.evidence.locate.fragments import find_fragments, find_verbatim_fragments
from evidencelab.evidence.locate.generic import is_too_short
from evidencelab.evidence.locate.items import find_items
from evidencelab.evidence.locate.labels import find_below_label
from evidencelab.evidence.locate.one_change import find_one_change
from evidencelab.evidence.locate.pieces import find_pieces
from evidencelab.evidence.locate.quote_lists import find_list
from evidencelab.evidence.locate.quotes import find_free, find_run, find_verbatim
from evidencelab.evidence.locate.record_mixing import mixing_objection
from evidencelab.evidence.locate.retold import end_of_foreign, find_retold
from evidencelab.evidence.locate.source_labels import Label, is_label, labels_of
from evidencelab.evidence.locate.value_paths import find_paths
from evidencelab.evidence.match_policy import Decision, ExcerptMatch, MatchPolicy, Reason, new_tuple
from evidencelab.evidence.plain_scores import PLAIN_SCORERS
from evidencelab.evidence.text.cut_text import CutText, FoldedText, MeasuredText
from evidencelab.evidence.text.folding import fold
from evidencelab.evidence.text.lexicon import is_number
from evidencelab.evidence.text.prepared_text import PreparedText, prepare_text
from evidencelab.evidence.text.tokens import may_hold_mark

__all__ = ["DEFAULT_MATCH_POLICY", "PreparedText", "match_excerpt", "prepare_text"]

DEFAULT_MATCH_POLICY = MatchPolicy()
JOINT = " … "
"""Stands between two quoted stretches in `matched_text`."""

_QUOTE_MARKS = frozenset("'\"")


def match_excerpt(
    excerpt: str, text: str | PreparedText, policy: MatchPolicy = DEFAULT_MATCH_POLICY
) -> ExcerptMatch:
    """Decide whether `excerpt` is an honest quote of `text`.

    Args:
        excerpt: What somebody says they read. All of it must be found; the text may hold more.
        text: The system-side text, prepared once where many excerpts are compared with it.
        policy: Thresholds in [0, 100] and the vetoes in force. `similarity >= accept_at` accepts,
            `similarity < reject_below` is a mismatch; a veto in force is a mismatch at any score.

    Returns:
        The decision with its similarity, the spans in the original text, and every veto found, in
        force or not, with tokens and offsets. An excerpt too short or too generic to compare has
        the decision `too_short` and no similarity.

    Source:
        Design, section 5.
    """
    prepared = text if isinstance(text, PreparedText) else PreparedText(text)
    folded = fold(excerpt)
    quoted = folded.strip()
    if is_too_short(quoted, policy.min_tokens):
        return ExcerptMatch(decision="too_short")
    if policy.scorer != "located":
        return _plain_match(excerpt, prepared, policy)
    if quoted in prepared.folded:
        return _decide(find_verbatim(quoted, prepared), quoted, None, prepared, policy)
    if quoted[0] in _QUOTE_MARKS and quoted[0] == quoted[-1] and quoted[1:-1] in prepared.folded:
        return _decide(find_verbatim(quoted[1:-1], prepared), quoted, None, prepared, policy)
    is_elided = may_hold_mark(folded)
    if is_elided:
        located = find_verbatim_fragments(folded, prepared)
        if located is not None:
            return _decide(located, quoted, None, prepared, policy)
    else:
        change = find_one_change(excerpt, folded, prepared)
        if change is not None:
            part, located = change
            return _decide(located, quoted, part, prepared, policy)
    cut = CutText(excerpt, folded)
    if not is_elided and cut.n_tokens:
        located = find_run(cut, prepared)
        if located is not None:
            return _decide(located, quoted, cut, prepared, policy)
    return _match_tokens(MeasuredText.of(cut, is_elided), prepared, policy)


def _match_tokens(excerpt: MeasuredText, text: PreparedText, policy: MatchPolicy) -> ExcerptMatch:
    """Match an excerpt that stands in the text neither as it is nor as a run of tokens."""
    if not excerpt.tokens:
        return ExcerptMatch(decision="too_short")
    shift = 0
    located = find_fragments(excerpt, text) if excerpt.is_elided else None
    if located is None and _may_hold_additions(excerpt, text):
        start, end = unwrap(excerpt.original, text)
        if (start, end) != (0, len(excerpt.original)):
            shift = start
            excerpt = MeasuredText(excerpt.original[start:end])
            located = find_fragments(excerpt, text)
        if located is None:
            located = _find_without_additions(excerpt, text)
    if located is None:
        located = find_below_label(excerpt, text) or _find_with_differences(excerpt, text)
    if not located.objections and not excerpt.is_elided:
        mixing = mixing_objection(text, located.spans)
        if mixing is not None:
            located = located._replace(objections=(mixing,))
    if located.objections or located.cost >= COST_OF_LIGHT_EDIT:
        foreign = end_of_foreign(excerpt, text)
        found = find_paths(excerpt, text)
        if found is None and not foreign:
            found = find_retold(excerpt, text) or find_list(excerpt, text)
        if found is None:
            behind_label = _find_behind_label(excerpt, text, policy, foreign)
            if behind_label is not None:
                label, quote, found = behind_label
                return _decide(found, quote.folded, quote, text, policy, shift + label.start)
        located = found or located
    return _decide(located, excerpt.folded, excerpt, text, policy, shift)


def _may_hold_additions(excerpt: MeasuredText, text: PreparedText) -> bool:
    """Tell at a glance whether an excerpt may hold what a quoting hand puts around or into a quote."""
    if holds_other_word(excerpt, text):
        return False
    if not is_bare(excerpt.original):
        return True
    foreign = set(excerpt.tokens) - text.vocabulary
    if foreign and may_be_hyphenated(excerpt.original, text):
        return True
    # grouped otherwise, a number of the text is none of its tokens
    return any(map(is_number, foreign)) and may_be_grouped(excerpt.original)


def _find_behind_label(
    excerpt: MeasuredText, text: PreparedText, policy: MatchPolicy, foreign: int
) -> tuple[Label, MeasuredText, Located] | None:
    """Find what is a whole quote behind words that only say where it was read; foreign ones end there."""
    first = excerpt.original_span((0, foreign))[1] if foreign else 0
    for label in labels_of(excerpt.original, first):
        quote = MeasuredText(excerpt.original[label.start : label.end])
        if is_too_short(quote.folded.strip(), policy.min_tokens):
            continue
        located = find_fragments(quote, text) or find_retold(quote, text) or find_list(quote, text)
        if located is None or located.objections or located.cost >= COST_OF_LIGHT_EDIT:
            continue
        start, end = located.spans[0][0], located.spans[-1][1]
        if not (quote.is_elided and "\n" in text.folded[start:end]) and is_label(
            fold(label.words), text, start, end
        ):
            return label, quote, located
    return None


def _find_without_additions(excerpt: MeasuredText, text: PreparedText) -> Located | None:
    """Find an excerpt that is an honest quote but for list numbers, links or grouped digits."""
    changed = without_additions(excerpt.original, text)
    if changed is None:
        return None
    quote = MeasuredText(changed)
    if not quote.tokens:
        return None
    located = find_fragments(quote, text) or find_pieces(quote, text)
    if located is not None and drops_attribute(excerpt.folded, text.folded, located.spans[0][0]):
        return None
    if located is not None and quote.n_tokens == 1 < excerpt.n_tokens:
        # what was left off may be what is said of the one word
        return None
    return located if located is not None and not located.objections else None


def _find_with_differences(excerpt: MeasuredText, text: PreparedText) -> Located:
    """Find an excerpt that is in the text, if at all, wrapped, reordered or changed."""
    is_wrapped = "\n" in excerpt.folded or "\n" in text.lines
    located = _find_rewrapped(excerpt, text) if is_wrapped else None
    may_be_list = "=" in excerpt.folded or ":" in excerpt.folded
    if located is None and "," in excerpt.folded and text.vocabulary.issuperset(excerpt.tokens):
        located = find_items(excerpt.folded, text)
    if located is None and may_be_list and text.vocabulary.issuperset(excerpt.tokens):
        located = find_pieces(excerpt, text)
    if located is None or located.objections:
        aligned = align(excerpt, text)
        is_clean = not aligned.objections and aligned.cost < COST_OF_LIGHT_EDIT
        if located is None or is_clean:
            return aligned
    return located


def _find_rewrapped(excerpt: MeasuredText, text: PreparedText) -> Located | None:
    """Find an excerpt whose lines, or the text's, were wrapped inside a word."""
    needle = "".join(excerpt.folded.split()).lower()
    at = text.squeezed().find(needle)
    if at < 0:
        return None
    start, end = text.unsqueezed(at, at + len(needle))
    found, quoted = text.lines[start:end].lower(), excerpt.folded.strip().lower()
    if _unwrapped(found) != _unwrapped(quoted):
        return None
    return find_verbatim(text.folded[start:end], text)


def _unwrapped(folded: str) -> list[str]:
    """Cut at white space, taking a line break for nothing."""
    return re.sub(r"\s*\n\s*", "", folded).split()


def _decide(
    located: Located,
    quoted: str,
    excerpt: FoldedText | None,
    text: PreparedText,
    policy: MatchPolicy,
    shift: int = 0,
) -> ExcerptMatch:
    """Let vetoes, then thresholds, speak; `quoted` is the folded excerpt."""
    stretches, share, cost, objections = located
    if objections:
        objections = without_told(text, stretches, objections)
    if not objections and stretches:
        frame = frame_veto(text, stretches, quoted)
        if frame:
            free = find_free(text, stretches, quoted)
            stretches = free or stretches
            objections = () if free else tuple(text_objections(frame))
    similarity = 100.0 * share - cost
    if similarity < 0.0:
        similarity = 0.0
    spans = text.original_spans(stretches)
    reasons: list[Reason] = []
    is_vetoed = False
    for objection in objections:
        reasons.append(_reason(objection, excerpt, text, shift))
        is_vetoed = is_vetoed or objection[0] in policy.vetoes
    decision = "mismatch" if is_vetoed else _by_threshold(similarity, policy)
    matched_text = _matched_text(spans, text.original) if decision == "accept" else None
    return new_tuple(ExcerptMatch, (decision, similarity, spans, matched_text, tuple(reasons)))


def _matched_text(spans: tuple[tuple[int, int], ...], original: str) -> str:
    """Join the stretches of the original text that are quoted."""
    if len(spans) == 1:
        start, end = spans[0]
        return original[start:end]
    return JOINT.join([original[start:end] for start, end in spans])


def _by_threshold(similarity: float, policy: MatchPolicy) -> Decision:
    if similarity >= policy.accept_at:
        return "accept"
    return "mismatch" if similarity < policy.reject_below else "uncertain"


def _reason(objection: Objection, excerpt: FoldedText | None, text: PreparedText, shift: int) -> Reason:
    """Give an objection its tokens and its offsets in the original strings."""
    code, here, there = objection
    assert code is not None
    excerpt_span = text_span = None
    excerpt_token = text_token = None
    if here and excerpt is not None:
        start, end = excerpt_span = excerpt.original_span(here)
        excerpt_token = excerpt.original[start:end]
        if shift:
            excerpt_span = start + shift, end + shift
    if there:
        start, end = text_span = text.original_span(there)
        text_token = text.original[start:end]
    return new_tuple(Reason, (code, excerpt_token, text_token, excerpt_span, text_span))


def _plain_match(excerpt: str, text: PreparedText, policy: MatchPolicy) -> ExcerptMatch:
    """Score with a plain string scorer: no vetoes, no spans; kept to be compared with."""
    similarity = PLAIN_SCORERS[policy.scorer](excerpt, text.original)
    decision = _by_threshold(similarity, policy)
    matched_text = text.original if decision == "accept" else None
    spans = ((0, len(text.original)),) if decision == "accept" else ()
    return ExcerptMatch(decision=decision, similarity=similarity, spans=spans, matched_text=matched_text)
