"""What a gap between two quoted stretches may leave out: nothing that gives a value to another key or record.

Positions are those of tokens, or offsets into the *folded* text.
"""

from __future__ import annotations

import re

from evidencelab.evidence.clauses.notes import takes_back
from evidencelab.evidence.context.arrays import (
    crosses_objects,
    enters_bracket,
    enters_next_bracket,
    renumbers,
    skips_member,
    skips_selector,
)
from evidencelab.evidence.context.cut_values import leaves_hash
from evidencelab.evidence.context.cuts import (
    Veto,
    condition_before,
    is_bounded,
    negation_after,
    negation_before,
)
from evidencelab.evidence.context.lent_predicates import lends_predicate
from evidencelab.evidence.context.line_joints import may_cross_lines
from evidencelab.evidence.context.line_repeats import (
    TIME,
)
from evidencelab.evidence.context.record_heads import enters_block_alike, lends_head
from evidencelab.evidence.context.sentences import last_strong_boundary
from evidencelab.evidence.context.skipped import (
    drops_same_key,
    enters_record_alike,
    skips_nearer,
    skips_parallel,
    skips_part,
    skips_same_key,
    skips_same_label,
)
from evidencelab.evidence.context.speakers import names_both
from evidencelab.evidence.context.statements import (
    PREDICATE_TOKENS,
    begins_contrast,
    drops_other_subject,
    ends_value,
    has_predicate,
    is_statement,
    lists_counts,
)
from evidencelab.evidence.text.fields import KEYS, begins_pair, ends_field, is_key, starts_field
from evidencelab.evidence.text.lexicon import (
    COMPARISONS,
    DIRECTIONS,
    FUNCTION_WORDS,
    UNITS,
    is_cjk,
    is_number,
)
from evidencelab.evidence.text.line_heads import (
    skips_enumerator,
)
from evidencelab.evidence.text.prepared_text import PreparedText

_ASIDE = re.compile(r"\([^()\n]{0,200}\)")
_NAMED_ASIDE = re.compile(r"\s?[^\s\[\](),;|]{2,80}\s[\[(][^\[\]()\n]{1,80}[\])]\s")
"""One name and what stands in brackets behind it: a host and its address."""
_CLAUSE_SIGN = re.compile(r"[,。!?]|\.\s")
_BRACKETED = re.compile(r"(?:\s*[(\[][^()\[\]\n]{1,160}[)\]]){1,4}(?:[^\w(\[\n]*|\s*[(\[]\s*)")
"""Whole brackets, and perhaps the begin of another one that is said of the same."""
_SCALES = frozenset(("thousand", "thousands", "million", "millions", "billion", "billions", "万", "亿", "千"))
_COLON = re.compile(r":(?=[\s\"'\u3400-\u9fff])")
_FIELD_SIGN = re.compile(r"[\n;|={}]|\s{2}")
_SERIES = re.compile(r"[;,]\s*(?:-?[\d.]+(?:e[-+]?\d+)?\s@\s[^,;@]+,\s*)+")
"""Points of a series, `value @ time` each."""
_OPENING = re.compile(r"(?:(?!_)\W)*(?:(?:and|or|以?及|和|或)(?:(?!_)\W)*)?")
"""In front of the first word of a sentence, or of the last item of a list."""
_LAST_WORDS = re.compile(r"[^\W\d][\w/-]*(?: [\w/-]+){2,3}(?:\.?[ \t]*(?:\n|\Z))")
_NUMBER_SIGNS = frozenset(".)、")
_EXPECTING = FUNCTION_WORDS | DIRECTIONS | frozenset("为于到达至是在由从约共")
"""Behind one of these a value is due."""
_PAIRS_ASIDE = re.compile(r"(?: [a-z][\w-]*: ?[^\s,;]+)+ ")
"""Pairs in the middle of a sentence."""
_GOING_ON = frozenset(("of", "from", "to", "in", "at", "on", "with", "by", "for"))
_COPULAS = frozenset(("is", "are", "was", "were", "be", "是", "为"))
_QUALIFIER = re.compile(r"(?:\w+::)+")
"""In front of a name, where it is defined."""
SAMPLE_TIME = re.compile(r"[\"']?\s*[:=]\s*\[\s*1\d{9}(?:\.\d+)?\s*,\s*[\"']?")
"""In front of the value of a sample, when it was taken."""
_CLOCK = re.compile(rf"[\s\[(]*{TIME.pattern}[\s\])]*[:,-]?\s*")
"""Between a name and what it said, when it did."""
_SHORT_PATH = re.compile(
    r"[\"']?\s?[:=]\s?[\"']?(?:[a-z]+:/)?[~.]{0,2}/(?:[\w.@%+~-]+(?:\[[^\[\]\s]*\])?/)+", re.IGNORECASE
)
"""Between a key and the end of its path or address, what stands in front of that end."""


def joint(text: PreparedText, first: int, left: int, right: int, is_marked: bool) -> Veto | None:
    """Return why a quote may not go on at token `right` after token `left`, or None.

    Args:
        text: The text that is quoted.
        first: The first token of the stretch that `left` ends.
        left: The last token before the gap.
        right: The first token behind it, `right > left + 1`.
        is_marked: Whether the excerpt shows the gap.
    """
    start, end = text.ends[left], text.starts[right]
    if text.tokens[right - 1] in COMPARISONS:
        return Veto("direction_changed", text.starts[right - 1], text.ends[right - 1])
    veto = (
        negation_after(text, start, end)
        or negation_before(text, end, start)
        or condition_before(text, end, start)
    )
    if veto:
        return veto if is_marked or not veto.code else Veto("polarity_changed", veto.start, veto.end)
    if text.tokens[right - 1] in {"-", "+"}:
        return Veto("value_changed", text.starts[right - 1], text.ends[right])
    if is_marked and leaves_hash(text.folded, start, end):
        return None
    if is_marked and (lends_head(text, first, left, right) or enters_block_alike(text, first, left, right)):
        return Veto("key_repaired", text.starts[left], start)
    skipped = text.tokens[left + 1 : right]
    bracketed = _BRACKETED.fullmatch(text.folded, start, end)
    if bracketed:
        if not _SCALES.isdisjoint(skipped):
            return Veto("unit_changed", text.starts[left + 1], text.ends[right - 1])
        if takes_back(text.folded, start, end):
            return Veto("polarity_changed", text.starts[left + 1], text.ends[right - 1])
    if skips_part(text, left, right) or enters_next_bracket(text.folded, start, end):
        return Veto("key_repaired", start, end)
    if text.folded[start : start + 1] in _NUMBER_SIGNS and renumbers(
        text.folded, text.starts[left], start, end
    ):
        return Veto("key_repaired", start, end)
    if FUNCTION_WORDS.issuperset(skipped) or skips_enumerator(text.folded, start, end):
        return None
    if is_marked and is_key(text, right - 1) and drops_same_key(text, first, left, right):
        return Veto("key_repaired", text.starts[right - 1], text.ends[right])
    if is_marked and ":" in text.gap(right) and names_both(text, first, left, right):
        return None
    if skips_same_key(text, first, left, right) or enters_record_alike(text, first, left, right, is_marked):
        return Veto("key_repaired", text.starts[right], text.ends[right])
    if _begins_value(text, left, right):
        return None
    if is_key(text, left) and not (begins_pair(text, right) and starts_field(text, right)):
        if is_marked and _SHORT_PATH.fullmatch(text.folded, start, end):
            return None
        if not is_marked or not _heads_statements(text, left, right):
            return Veto("key_repaired", text.starts[left], text.ends[left])
        return None
    if is_marked and "\n" not in text.folded[start:end] and lends_predicate(text, first, left, right):
        return Veto("key_repaired", start, end)
    if is_marked and text.gap(left)[:1] == ":" and _is_within_value(text, left, right):
        return None
    if not is_marked and (
        crosses_objects(text.folded, start, end)
        or skips_parallel(text, first, left, right)
        or skips_nearer(text, left, right)
    ):
        return Veto("key_repaired", start, end)
    if not is_marked and enters_bracket(text.folded, start, end) and not bracketed:
        # what stands in brackets is said of the word in front of them
        return Veto("key_repaired", text.starts[right], text.ends[right])
    if not is_marked and (skips_member(text.folded, start, end) or skips_selector(text.folded, start, end)):
        return Veto("key_repaired", start, end)
    is_timed = ":" in text.folded[start:end] and _CLOCK.fullmatch(text.folded, start, end)
    if is_timed and text.tokens[left] not in _EXPECTING:
        return None
    if not _may_join(text, first, left, right, is_marked) or skips_same_label(text, left, right, is_marked):
        return Veto("key_repaired", start, end)
    return None


def _begins_value(text: PreparedText, left: int, right: int) -> bool:
    """Tell whether a gap leaves out only where a name is defined, or the time that a sample was taken."""
    folded, start, end = text.folded, text.ends[left], text.starts[right]
    if folded[end - 2 : end] == "::":
        return _QUALIFIER.fullmatch(folded, text.starts[left + 1], end) is not None
    return "[" in folded[start:end] and SAMPLE_TIME.fullmatch(folded, start, end) is not None


def _may_join(text: PreparedText, first: int, left: int, right: int, is_marked: bool) -> bool:
    """Tell whether tokens `left` and `right` may be quoted as one with the gap between them left out.

    Two parts of one clause may. Across the end of a clause, one side must be whole and the left one must
    not break off where a value is due: what breaks off in one clause and goes on in the middle of another
    says what neither said. Across the end of a sentence without a mark, both must be whole.
    """
    folded = text.folded
    start, end = text.ends[left], text.starts[right]
    begins, closes = starts_field(text, right), ends_field(text, left)
    if "\n" in folded[start:end]:
        return may_cross_lines(text, first, left, right, is_marked)
    if text.tokens[left] in _COPULAS and text.tokens[left] in text.tokens[left + 1 : right]:
        return False
    if drops_other_subject(text, first, left, right):
        return False
    if not is_bounded(folded, start, end) or (is_marked and _SERIES.fullmatch(folded, start, end)):
        return True
    aside = _PAIRS_ASIDE if text.tokens[right] in _GOING_ON else _NAMED_ASIDE
    if is_marked and aside.fullmatch(folded, start, end):
        return True
    sentence_end = last_strong_boundary(folded, start, end)
    is_word = text.folded[text.starts[left] - 1].isspace() or is_cjk(text.tokens[left])
    is_open = is_word and not closes and text.tokens[left] in _EXPECTING and not is_key(text, left - 1)
    if is_open and (sentence_end is None or not folded[end].isupper()):
        return False
    if sentence_end is not None:
        begins_sentence = _OPENING.fullmatch(folded, sentence_end, end) is not None
        if not is_marked:
            return begins and closes
        if begins_sentence or is_key(text, right) or (closes and is_statement(text, right)):
            return True
        if not begins or left - first < PREDICATE_TOKENS:
            return False
        return has_predicate(text, right) or (
            ends_value(text, left) and lists_counts(text, sentence_end, right)
        )
    return begins or closes or (is_marked and begins_contrast(text, right))


def _heads_statements(text: PreparedText, left: int, right: int) -> bool:
    """Tell whether what ends with a colon at `left` heads statements, and `right` begins one of them."""
    between = text.folded[text.ends[left] : text.starts[right]]
    if "\n" in between or "=" in text.gap(left):
        return False
    if _is_within_value(text, left, right):
        return True
    end = last_strong_boundary(text.folded, text.ends[left], text.starts[right])
    if end is None or any(map(str.isalnum, text.folded[end : text.starts[right]])):
        return False
    return not is_number(text.tokens[right]) and is_statement(text, right)


def _is_within_value(text: PreparedText, left: int, right: int) -> bool:
    """Tell whether `right` goes on with the sentence that is the value of the key at `left`.

    A number, or a word or two, could be the value of any key; behind a comma, so could what another key
    between them begins. What stands in brackets between them is an aside.
    """
    between = _ASIDE.sub("", text.folded[text.ends[left] : text.starts[right]])
    if is_number(text.tokens[right]) or _FIELD_SIGN.search(between):
        return False
    if not (is_statement(text, right) or _names_value(text, right) or _ends_message(text, between, right)):
        return False
    return not (_CLAUSE_SIGN.search(between) and _COLON.search(between, between.find(":") + 1))


def _ends_message(text: PreparedText, between: str, right: int) -> bool:
    """Tell whether `right` begins the last words of a line, and `between` only what they go on with."""
    words = _LAST_WORDS.match(text.folded, text.starts[right])
    return words is not None and not KEYS.search(between) and not _CLAUSE_SIGN.search(between)


def _names_value(text: PreparedText, index: int) -> bool:
    """Tell whether a word and the number behind it, which end a field, are a pair of their own."""
    number = index + 1
    word = text.tokens[index]
    if not (word.isascii() and word.isalpha()) or number >= len(text.tokens) or text.gap(index) != " ":
        return False
    has_unit = number + 1 < len(text.tokens) and not text.gap(number) and text.tokens[number + 1] in UNITS
    return is_number(text.tokens[number]) and ends_field(text, number + has_unit)
