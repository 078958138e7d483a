"""What a gap between two quoted stretches may leave out: nothing that gives a value to another key or record.

Positions are those of tokens, or offsets into the *folded* text.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from evidencelab.evidence.cuts import (
    MAX_AHEAD,
    Veto,
    condition_before,
    is_bounded,
    negation_after,
    negation_before,
)
from evidencelab.evidence.fields import ends_field, indent, is_key, key_name, starts_field
from evidencelab.evidence.lexicon import (
    COMPARISONS,
    CONNECTIVES,
    DIRECTIONS,
    FUNCTION_WORDS,
    NUMERAL_CHARACTERS,
    is_number,
)
from evidencelab.evidence.text import PreparedText

_STRONG_BOUNDARY = re.compile(r"(?=[;。\n|.!?])(?:[;。\n|]|[.!?](?=[\"')\]]*(?:\s|\Z)))")
"""Ends a sentence or a record."""
RECORD_START = re.compile(
    r"[\s\[({<\"']*(?:\d{2,4}[-/.]\d\d?[-/.]\d\d?|\d\d?:\d\d|\d{6} \d{6}|[A-Z][a-z]{2} +\d{1,2} \d\d:"
    r"|ts=|time=|(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\b)"
)
"""Begins a record of a log: a time or a level at the start of a line."""
_LINE_HEAD = re.compile(
    r"[\s>*#•-]*(?:\d{1,3}[.)、]\s*|#\d+\s+)?(?:\[[^\[\]\n]{1,40}\]\s*"
    r"|(?:\d{2,4}[-/.]\d\d?[-/.]\d\d?|\d\d?:\d\d)[\d:.,+TZ-]*\s+|\d{10,}[\d.]*:?\s+"
    r"|(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\b:?\s+"
    r"|[\w$]++(?:\.[\w$]++)++\s+-\s+){0,6}"
)
"""What may stand in front of a line's own words: a list sign or number, a time, a level, tags, a logger."""
_LINE_NUMBER = re.compile(r"\s*(\d{1,6})(?:\s*[|:│]\s?|\s)\W*")
_SERIES = re.compile(r"[;,]\s*(?:-?[\d.]+(?:e[-+]?\d+)?\s@\s[^,;@]+,\s*)+")
"""Points of a series, `value @ time` each."""
_TAG = re.compile(r"\[[^\W\d][^\[\]\n]{0,40}\]|(?<![\w$.])[\w$]++(?:\.[\w$]++)++ - ")
_SENTENCE_SIGNS = frozenset(";:。.!?")
_MAX_GAP = 2000
_MAX_CROSSED = 20_000
_EXPECTING = FUNCTION_WORDS | DIRECTIONS | frozenset("为于到达至是在由从约共")
"""Behind one of these a value is due."""
_COPULAS = frozenset(("is", "are", "was", "were", "be", "是", "为"))
_RECORD_OPENING = re.compile(r"[\n{]|<\w")
_QUALIFIER = re.compile(r"(?:\w+::)+")
"""In front of a name, where it is defined."""
SAMPLE_TIME = re.compile(r"[\"']?\s*[:=]\s*\[\s*1\d{9}(?:\.\d+)?\s*,\s*[\"']?")
"""In front of the value of a sample, when it was taken."""
_TIME = re.compile(
    r"(?:\d{2,4}[-/.]\d\d?[-/.]\d\d?[ T]?)?\d\d?:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?"
)
_CLOCK = re.compile(rf"[\s\[(]*{_TIME.pattern}[\s\])]*[:,-]?\s*")
"""Between a name and what it said, when it did."""
_MAX_HEAD = 120
_MAX_KEYS = 40
"""Tokens in front of a gap whose keys are compared with those in it."""
_STATEMENT_TOKENS = 4
_AUXILIARIES = frozenset(("is", "are", "was", "were", "has", "have", "had"))
_PREDICATE_TOKENS = 8
"""Tokens within which a clause names its subject and its verb."""
_MIN_LABEL = 2


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
    veto = negation_after(text, start, end) or negation_before(text, end, start)
    if not veto and not is_marked:
        veto = condition_before(text, end, start)
    if veto:
        return veto if is_marked else Veto("polarity_changed", veto.start, veto.end)
    if text.tokens[right - 1] in COMPARISONS:
        return Veto("direction_changed", text.starts[right - 1], text.ends[right - 1])
    if text.tokens[right - 1] in {"-", "+"}:
        return Veto("value_changed", text.starts[right - 1], text.ends[right])
    if FUNCTION_WORDS.issuperset(text.tokens[left + 1 : right]):
        return None
    if _skips_same_key(text, first, left, right) or _enters_record_alike(text, first, left, right, is_marked):
        return Veto("key_repaired", text.starts[right], text.ends[right])
    if _QUALIFIER.fullmatch(text.folded, text.starts[left + 1], end) or SAMPLE_TIME.fullmatch(
        text.folded, start, end
    ):
        return None
    if is_key(text, left) and not (is_key(text, right) and starts_field(text, right)):
        if not is_marked or not _heads_statements(text, left, right):
            return Veto("key_repaired", text.starts[left], text.ends[left])
        return None
    if not is_marked and _crosses_objects(text.folded, start, end):
        return Veto("key_repaired", start, end)
    if not is_marked and text.gaps[right].lstrip().startswith("("):
        # what stands in brackets is said of the word in front of them
        return Veto("key_repaired", text.starts[right], text.ends[right])
    if _CLOCK.fullmatch(text.folded, start, end) and text.tokens[left] not in _EXPECTING:
        return None
    if not _may_join(text, first, left, right, is_marked) or _skips_same_label(text, left, right, is_marked):
        return Veto("key_repaired", start, end)
    return None


def _may_join(text: PreparedText, first: int, left: int, right: int, is_marked: bool) -> bool:
    """Tell whether tokens `left` and `right` may be quoted as one with the gap between them left out.

    Two parts of one clause may. Across the end of a clause, one side must be whole and the left one must
    not break off where a value is due: what breaks off in one clause and goes on in the middle of another
    says what neither said. Across the end of a sentence without a mark, both must be whole. The rest of
    another record never goes on what is not a whole line.
    """
    folded = text.folded
    start, end = text.ends[left], text.starts[right]
    begins, closes = starts_field(text, right), ends_field(text, left)
    line_end = folded.rfind("\n", start, end)
    if line_end >= 0:
        closes_line = not any(map(str.isalnum, folded[start : folded.find("\n", start)]))
        begins_line = not any(map(str.isalnum, folded[line_end + 1 : end]))
        if not is_marked:
            if not closes_line:
                return False
            return (
                begins_line
                or skips_line_number(folded, start, end)
                or _repeats_head(folded, text.starts[first], start, line_end + 1, end)
            )
        if begins_line:
            return True
        if _drops_tag(text, first, left, line_end + 1, right) or _names_key_of_line(text, first, left, right):
            return False
        if closes_line and (begins or RECORD_START.match(folded, line_end + 1)):
            return True
        if not closes:
            return False
        behind_label = begins and not _SENTENCE_SIGNS.isdisjoint(text.gap(right - 1))
        return (
            behind_label or is_key(text, right) or _LINE_HEAD.fullmatch(folded, line_end + 1, end) is not None
        )
    if text.tokens[left] in _COPULAS and text.tokens[left] in text.tokens[left + 1 : right]:
        return False
    if not is_bounded(folded, start, end) or (is_marked and _SERIES.fullmatch(folded, start, end)):
        return True
    sentence_end = _last_strong_boundary(folded, start, end)
    if sentence_end is not None:
        begins_sentence = not any(map(str.isalnum, folded[sentence_end:end]))
        if not is_marked:
            return begins and closes
        if begins_sentence or is_key(text, right) or (closes and _is_statement(text, right)):
            return True
        return begins and left - first >= _PREDICATE_TOKENS and _has_predicate(text, right)
    if not closes and text.tokens[left] in _EXPECTING:
        return False
    return begins or closes


def _repeats_head(folded: str, first: int, start: int, line: int, end: int) -> bool:
    """Tell whether the head of a line, `[line, end)`, is that of the line before, which ends at `start`.

    Where what is quoted of that line, from `first` on, leaves its head out as well, the times may differ.
    """
    before = folded.rfind("\n", 0, start) + 1
    head = folded[line:end].strip()
    if len(head) > _MAX_HEAD or "=" in head:
        return False
    if folded.startswith(head, before + len(folded[before:start]) - len(folded[before:start].lstrip())):
        return True
    other = _TIME.sub("", folded[before : min(first, before + _MAX_HEAD)])
    return other.strip() == _TIME.sub("", head).strip() and _TIME.search(head) is not None


def _heads_statements(text: PreparedText, left: int, right: int) -> bool:
    """Tell whether what ends with a colon at `left` heads statements, and `right` begins one of them."""
    between = text.folded[text.ends[left] : text.starts[right]]
    if "\n" in between or "=" in text.gap(left):
        return False
    end = _last_strong_boundary(text.folded, text.ends[left], text.starts[right])
    if end is None or any(map(str.isalnum, text.folded[end : text.starts[right]])):
        return False
    return not is_number(text.tokens[right]) and _is_statement(text, right)


def _crosses_objects(folded: str, start: int, end: int) -> bool:
    """Tell whether an object closes in `[start, end)` and another opens in which the rest stands."""
    depth = lowest = 0
    for position in range(start, min(end, start + _MAX_CROSSED)):
        if folded[position] == "{":
            depth += 1
        elif folded[position] == "}":
            depth -= 1
            lowest = min(lowest, depth)
    return depth > lowest and lowest < 0


def skips_line_number(folded: str, start: int, end: int) -> bool:
    """Tell whether a gap is a line end and the number of the line, one above that of the line before."""
    line = folded.rfind("\n", start, end) + 1
    if not line or any(map(str.isalnum, folded[start:line])):
        return False
    number = _LINE_NUMBER.fullmatch(folded, line, end)
    numbered = _LINE_NUMBER.match(folded, folded.rfind("\n", 0, start) + 1)
    return number is not None and numbered is not None and int(number[1]) == int(numbered[1]) + 1


def ends_sentence(folded: str) -> bool:
    """Tell whether a sentence or a record ends in a stretch of folded text, a line end apart."""
    return any(found.group() != "\n" for found in _STRONG_BOUNDARY.finditer(folded))


def _last_strong_boundary(folded: str, start: int, end: int) -> int | None:
    """Return where the last sentence that ends in `[start, end)` ends, or None."""
    last = None
    for found in _STRONG_BOUNDARY.finditer(folded, start, end + MAX_AHEAD):
        if found.start() >= end:
            break
        last = found.end()
    return last


def _is_statement(text: PreparedText, index: int) -> bool:
    """Tell a clause that can stand alone from a bare predicate or a consequence of what was left out."""
    if text.tokens[index] in CONNECTIVES:
        return False
    stop = index + _STATEMENT_TOKENS - 1
    return stop < len(text.starts) and not is_bounded(text.folded, text.ends[index], text.starts[stop] + 1)


def _has_predicate(text: PreparedText, index: int) -> bool:
    """Tell whether the clause at a token has a subject and, behind it, a verb of its own."""
    for at in range(index, min(index + _PREDICATE_TOKENS, len(text.tokens) - 1)):
        if at > index and text.tokens[at] in _AUXILIARIES:
            return True
        if text.gap(at).strip():
            return False
    return False


def _skips_same_key(text: PreparedText, first: int, left: int, right: int) -> bool:
    """Tell whether a gap leaves out a nearer pair with the key that the quote goes on with.

    `section: … key: value` would give the section another section's value. Where the part in front of
    the gap, from token `first` on, has a pair with that key too, it is a list that leaves some out.
    """
    key = right
    while key < min(right + 4, len(text.tokens) - 1) and not is_key(text, key):
        if text.gap(key).strip(" _.-"):
            return False
        key += 1
    if not is_key(text, key) or right - left > _MAX_GAP:
        return False
    token = text.tokens[key]
    if token not in text.tokens[left + 1 : right]:
        return False
    name = key_name(text, key)
    if not any(
        text.tokens[index] == token
        and is_key(text, index)
        and key_name(text, index) == name
        and not text.is_withdrawn(text.starts[index])
        for index in range(left + 1, right)
    ):
        return False
    before = next((index for index in range(left, max(-1, left - 8), -1) if is_key(text, index)), None)
    is_listed = before is not None and key_name(text, before) == name
    return not is_listed and not _begins_with_key(text, first, left, name)


def _enters_record_alike(text: PreparedText, first: int, left: int, right: int, is_marked: bool) -> bool:
    """Tell whether a gap leads from one record into the middle of another that has a quoted key as well.

    `status: a … name: b` would give the status of one record to the name of another. A gap that is shown
    may lead from several pairs of a record into another.
    """
    if right - left > _MAX_GAP or not is_key(text, right):
        return False
    begin = text.ends[left]
    opening = text.folded[begin : text.starts[right]].rstrip("\"' \n\t")
    if opening.endswith(("\n", "},{", "}, {", "[{", "- ")):
        return False
    names = {
        key_name(text, index)
        for index in range(max(first, left - _MAX_KEYS), left + 1)
        if is_key(text, index)
    }
    if not names or key_name(text, right) in names or (is_marked and len(names) > 1):
        return False
    depth_of_line = indent(text.folded, text.starts[right])
    depth = 0
    for index in range(right - 1, left, -1):
        for sign in reversed(text.gaps[index + 1]):
            if sign == "}":
                depth += 1
            elif sign == "{" and depth:
                depth -= 1
        if (
            not depth
            and is_key(text, index)
            and key_name(text, index) in names
            and indent(text.folded, text.starts[index]) <= depth_of_line
            and not text.is_withdrawn(text.starts[index])
        ):
            return _RECORD_OPENING.search(text.folded, begin, text.starts[index]) is not None
    return False


def _skips_same_label(text: PreparedText, left: int, right: int, is_marked: bool) -> bool:
    """Tell whether a gap leaves out a nearer field with the words that name the one at `right`.

    Lines may repeat how they begin, and so may a list whose first item was quoted. Behind the end of a
    sentence, without a mark, its first words are enough.
    """
    if right - left > _MAX_GAP or "\n" in text.gap(right - 1) or not starts_field(text, right):
        return False
    label: list[str] = []
    for index in range(right, min(right + 8, len(text.tokens))):
        if is_number(text.tokens[index]) or text.tokens[index] in NUMERAL_CHARACTERS:
            break
        label.append(text.tokens[index])
        if index + 1 == len(text.tokens) or text.gap(index).strip():
            break
    else:
        return False
    if len(label) < _MIN_LABEL:
        return False
    if not is_marked and _last_strong_boundary(text.folded, text.ends[left], text.starts[right]):
        del label[_MIN_LABEL:]
    positions = text.positions(label[0])
    for index in positions[bisect_left(positions, left - 16) : bisect_left(positions, right - 1)]:
        if text.tokens[index : index + len(label)] == label:
            return index > left and starts_field(text, index)
    return False


def _names_key_of_line(text: PreparedText, first: int, left: int, right: int) -> bool:
    """Tell whether the pair at `right` has a key that the line of `left` gives a value of its own.

    Where the part quoted of that line, from token `first` on, begins with the key as well, two records are
    quoted alike.
    """
    if not is_key(text, right):
        return False
    name = key_name(text, right)
    if _begins_with_key(text, first, left, name):
        return False
    begin = bisect_left(text.starts, text.folded.rfind("\n", 0, text.starts[left]) + 1)
    return any(is_key(text, index) and key_name(text, index) == name for index in range(begin, left + 1))


def _begins_with_key(text: PreparedText, first: int, last: int, name: str) -> bool:
    """Tell whether the first pair of the tokens `first` to `last` has a key of that name."""
    key = next((index for index in range(first, last + 1) if is_key(text, index)), None)
    return key is not None and key_name(text, key) == name


def _drops_tag(text: PreparedText, first: int, left: int, line: int, right: int) -> bool:
    """Tell whether a quote that shows the tags of its line, `[service]`, drops those of the next one."""
    dropped = _TAG.findall(text.folded, line, text.starts[right])
    if not dropped:
        return False
    shown = _TAG.findall(text.folded, max(0, text.starts[first] - 1), text.ends[left])
    return bool(shown) and not set(shown).issuperset(dropped)
