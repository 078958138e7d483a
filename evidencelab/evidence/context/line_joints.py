"""What a gap that leads into another line of a text may leave out between two quoted stretches.

Positions are those of tokens, or offsets into the *folded* text.
"""

from __future__ import annotations

from evidencelab.evidence.context.line_repeats import leave_heads, leave_same_head, repeats_head, same_entry
from evidencelab.evidence.context.skipped import (
    drops_name,
    drops_subject,
    drops_tag,
    leave_same_key,
    names_key_of_line,
    skips_heading_alike,
)
from evidencelab.evidence.context.speakers import names_neither, speakers_of
from evidencelab.evidence.context.statements import begins_conjunct, begins_message, is_statement
from evidencelab.evidence.text.fields import ends_field, is_key, starts_field
from evidencelab.evidence.text.lexicon import LEVELS
from evidencelab.evidence.text.line_heads import (
    HEADING,
    LINE_HEAD,
    RECORD_START,
    goes_on_record,
    skips_line_head,
)
from evidencelab.evidence.text.prepared_text import PreparedText

_SENTENCE_SIGNS = frozenset(";:。.!?")


def may_cross_lines(text: PreparedText, first: int, left: int, right: int, is_marked: bool) -> bool:
    """Tell whether tokens `left` and `right`, of other lines, may be quoted as one.

    The rest of another record never goes on what is not a whole line. `first` is the first token of the
    stretch that `left` ends; `is_marked` says whether the excerpt shows the gap.
    """
    folded = text.folded
    start, end = text.ends[left], text.starts[right]
    begins, closes = starts_field(text, right), ends_field(text, left)
    line_end = folded.rfind("\n", start, end)
    closes_line = not any(map(str.isalnum, folded[start : folded.find("\n", start)]))
    begins_line = not any(map(str.isalnum, folded[line_end + 1 : end]))
    if not is_marked:
        if not closes_line or skips_heading_alike(text, left, right) or HEADING.search(folded, start, end):
            return False
        return (
            begins_line
            or skips_line_head(folded, start, end)
            or repeats_head(folded, text.starts[first], start, line_end + 1, end)
        )
    speakers = speakers_of(text, first, left, right)
    if speakers and speakers.one != speakers.other:
        return False
    if (
        speakers
        and closes
        and (begins or text.gap(right - 1).strip() == ":")
        and (speakers.are_timed or is_statement(text, right))
    ):
        return True
    if begins_line or (closes_line and skips_line_head(folded, start, end)):
        return True
    if (begins or {text.tokens[first], text.tokens[right]} <= LEVELS) and repeats_head(
        folded, text.starts[first], start, line_end + 1, end
    ):
        return True
    if closes and leave_heads(folded, text.starts[first], line_end + 1, end):
        return True
    if leave_same_head(folded, text.starts[first], line_end + 1, end):
        return True
    if closes and begins:
        if is_statement(text, right) and names_neither(text, first, left, right):
            return True
        if same_entry(folded, start, line_end + 1, end):
            return True
    if closes and leave_same_key(text, first, right):
        return True
    if drops_name(text, first, left, line_end + 1, right) or drops_subject(
        text, first, left, line_end + 1, right
    ):
        return False
    if drops_tag(text, first, left, line_end + 1, right) or names_key_of_line(text, first, left, right):
        return False
    if closes_line and (begins or RECORD_START.match(folded, line_end + 1)):
        return True
    if begins and goes_on_record(folded, start, end):
        return True
    if begins_message(text, right) and repeats_head(folded, text.starts[first], start, line_end + 1, end):
        return True
    if not closes:
        return False
    if begins_conjunct(text, right):
        return True
    gap = text.gap(right - 1)
    behind_label = begins and (
        not _SENTENCE_SIGNS.isdisjoint(gap) or (gap == " - " and text.gap(left)[:1] in {".", "!", "。"})
    )
    return behind_label or is_key(text, right) or LINE_HEAD.fullmatch(folded, line_end + 1, end) is not None
