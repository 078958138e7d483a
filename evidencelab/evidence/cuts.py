"""What a cut may leave out: the edges of a quoted stretch, and the joints between two of them.

All positions are offsets into the *folded* text. A cut is free unless it goes through a value, takes
a negation out of the clause it leaves behind, separates a key from its value, or joins two records.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import NamedTuple

from evidencelab.evidence.lexicon import (
    CJK_UNITS,
    CONNECTIVES,
    DIRECTIONS,
    FUNCTION_WORDS,
    LONG_UNITS,
    NEGATIVE_PREFIXES,
    NUMERAL_CHARACTERS,
    REFUSING_CJK,
    UNITS,
    is_number,
)
from evidencelab.evidence.match_policy import VetoCode
from evidencelab.evidence.text import PreparedText, tokenise

_CJK_RANGE = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"

# The look-ahead lets the engine skip what begins no boundary.
BOUNDARY = re.compile(
    r"(?=[,;!?。\n|\[\]()\-=.:\sbw但])(?:"
    r"[,;!?。\n|\[\]()]|[-=]>|\.(?=\s|\Z)"
    rf"|:(?=[\s\"'\[{{{_CJK_RANGE}])"
    r"|\s-+\s|\s(?=[^\W\d][\w.-]*=)|\b(?:but|while|whereas)\b|[但])"
)
"""Ends a clause or a field."""

STRONG_BOUNDARY = re.compile(r"(?=[;。\n|.!?])(?:[;。\n|]|[.!?](?=\s|\Z))")
"""Ends a sentence or a record."""

_GROUP = re.compile(r"\d{3}(?!\d)")
_WORD_AFTER = re.compile(r"\s?([A-Za-zμ%‰]+)")
RECORD_START = re.compile(
    r"[\s\[({<\"']*(?:\d{2,4}[-/.]\d\d?[-/.]\d\d?|\d\d?:\d\d|\d{6} \d{6}|[A-Z][a-z]{2} +\d{1,2} \d\d:"
    r"|ts=|time=|(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\b)"
)
"""Begins a record of a log: a time or a level at the start of a line."""
_LETTERS_BEFORE = re.compile(r"[^\W\d_]+\Z")
_FIELD_START = re.compile(r"(?:[,;|\n。!?\[\](){}]|\.\s|:\s|\s-\s|[-=]>\s?|\s\s)[\s\"'\[({>*-]*\Z")
_FIELD_END = re.compile(
    r"\s{2}|[\s\"')\]}]*(?:[-=]>|[,;|\n。!?\[\]){}]|\.(?:\s|\Z)|\s-\s|\s[\[({]|\s+[^\W\d][\w.-]*=|\Z)"
)
_PAIR_START = re.compile(r"[\w.-]{1,64}(?:=|:\s)")
_SIGN_VALUE = re.compile(r"\s*[^\w\s\"'\[({<]+\s")
_LIST_KEY_END = re.compile(
    r"_*[\"'\])]?\s*=(?!=)|\"\s*:"
    r"|:(?:\s+[\"']?|(?=[\u3400-\u9fff]))(?=[^\s,;。=]{1,40}(?:[\s,;。]|\Z))"
)
_KEY_END = re.compile(r"_*[\"'\])]?\s*(?:=(?!=)|:(?=[\s\"'\d-]))")


_KEY_IN_FRONT = re.compile(r"[\"']?\s*[:=]\s*[\"']?")
_WHOLE_VALUE = re.compile(r"[\"']?\s*(?:[,;.\n\])}|]|\Z)")
_MAX_GAP = 2000
_MAX_AHEAD = 200
"""Characters behind a place that may decide whether a clause ends in front of it."""
_MAX_NAME = 80
_EXPECTING = FUNCTION_WORDS | DIRECTIONS | frozenset("为于到达至是在由从约共")
"""Behind one of these a value is due."""
_COPULAS = frozenset(("is", "are", "was", "were", "be", "是", "为"))
_STATEMENT_TOKENS = 4
_REACH = 32
_REACH_TOKENS = 2


class Veto(NamedTuple):
    """An objection to a cut and the folded stretch that it is about; a code of None only costs."""

    code: VetoCode | None
    start: int
    end: int


def _is_latin(character: str) -> bool:
    return character.isalnum() and not "\u3005" <= character <= "\ud7af"


def cut_before(text: PreparedText, start: int, is_marked: bool) -> Veto | None:
    """Return why a quote may not begin at `start`, or None.

    Args:
        text: The text that is quoted.
        start: Offset of the first quoted character in the folded text.
        is_marked: Whether the excerpt shows the cut with an elision mark.
    """
    folded = text.folded
    if start <= 0:
        return None
    if folded[start] in "<>=" and folded[start - 1] in "<>!=":
        return Veto("direction_changed", start - 1, start + 1)
    if not folded[start].isalnum():
        return None
    first, before = folded[start], folded[start - 1]
    if before.isspace() or not _is_latin(first):
        return None
    if _is_latin(before):
        if first.isdigit() and before.isdigit():
            return Veto("value_changed", start - 1, start + 1)
        if first.isalpha() and before.isalpha():
            head = _LETTERS_BEFORE.search(folded, max(0, start - 40), start)
            if head and head.group().lower() in NEGATIVE_PREFIXES:
                return Veto("polarity_changed", head.start(), start)
            return None if is_marked else Veto(None, start - 1, start + 1)
        return Veto("name_changed", start - 1, start + 1)
    beyond = folded[start - 2] if start > 1 else " "
    if before in "-./:,_" and _is_latin(beyond):
        is_grouped = before == "," and _GROUP.match(folded, start) is not None
        if first.isdigit() and beyond.isdigit() and (before not in ",_" or is_grouped):
            return Veto("time_changed" if before == ":" else "value_changed", start - 2, start + 1)
        if before in "-_" and not is_marked:
            return Veto("name_changed", start - 2, start + 1)
    elif before == "-" and first.isdigit() and beyond != "-":
        return Veto("value_changed", start - 1, start + 1)
    return None


def cut_after(text: PreparedText, end: int, is_marked: bool, goes_on: bool = False) -> Veto | None:
    """Return why a quote may not end at `end`, or None. The counterpart of `cut_before`.

    A number's unit behind a space may stay behind where the quote ends, not where it `goes_on`.
    """
    folded = text.folded
    if end >= len(folded) or not _is_latin(folded[end - 1]):
        return None
    last, after = folded[end - 1], folded[end]
    beyond = folded[end + 1] if end + 1 < len(folded) else " "
    if last.isdigit():
        if after.isdigit() or (
            after in ".:/,"
            and beyond.isdigit()
            and not (after == "," and not folded[end + 1 : end + 4].isdigit())
        ):
            return Veto("time_changed" if after == ":" else "value_changed", end - 1, end + 2)
        if after == "-" and beyond.isdigit() and is_marked:
            return Veto("value_changed", end - 1, end + 2)
        word = _WORD_AFTER.match(folded, end)
        if word:
            unit = word.group(1).lower()
            is_glued = word.start(1) == end
            if (unit in UNITS and is_glued) or (goes_on and unit in LONG_UNITS) or unit[0] in "%‰":
                return Veto("unit_changed", word.start(1), word.end(1))
            if is_glued:
                return Veto("name_changed", end - 1, end + 1)
        unit_cjk = CJK_UNITS.match(folded, end)
        if unit_cjk and (goes_on or not folded[end].isspace()):
            return Veto("unit_changed", end, unit_cjk.end())
    elif _is_latin(after):
        if not after.isalpha():
            return Veto("name_changed", end - 1, end + 1)
        return None if is_marked else Veto(None, end - 1, end + 1)
    if after in "-_" and _is_latin(beyond) and not is_marked:
        return Veto("name_changed", end - 1, end + 2)
    return None


def _is_bounded(folded: str, start: int, end: int) -> bool:
    """Tell whether a clause or field ends in `[start, end)`; what stands behind `end` is looked at too."""
    found = BOUNDARY.search(folded, start, end + _MAX_AHEAD)
    return found is not None and found.start() < end


def negation_before(text: PreparedText, start: int, floor: int = 0) -> Veto | None:
    """Return what negates the clause beginning at `start` from within `[floor, start)`, if anything."""
    governors = text.governors
    index = bisect_left(governors, (start, 0)) - 1
    if index >= 0 and governors[index][1] <= start and governors[index][0] >= floor:
        begin, end = governors[index]
        # "failed to" negates the verb behind it, not what the verb is about
        is_near = text.folded[end - 3 : end] != " to" or text.folded[end:start].isspace()
        if is_near and not _is_bounded(text.folded, end, start):
            return Veto("negation_cut", begin, end)
    if start - 2 >= floor and text.folded[start - 2 : start] in REFUSING_CJK:
        return Veto("negation_cut", start - 2, start)
    return None


def negation_after(
    text: PreparedText, end: int, ceiling: int | None = None, is_edge: bool = False
) -> Veto | None:
    """Return the negation in `[end, ceiling)` that stands in the clause broken off at `end`, if any.

    Where nothing is quoted behind the cut (`is_edge`), only a negation close by counts: a sentence
    broken off in front of its verb has said nothing that could be turned round.
    """
    negations = text.negations
    index = bisect_left(negations, (end, 0))
    if index < len(negations) and (ceiling is None or negations[index][1] <= ceiling):
        begin, stop = negations[index]
        if is_edge and end and BOUNDARY.match(text.folded, end - 1):
            return None
        if is_edge and (begin - end > _REACH or len(tokenise(text.folded[end:begin])) > _REACH_TOKENS):
            return None
        if not _is_bounded(text.folded, end, begin) or (
            _KEY_IN_FRONT.fullmatch(text.folded, end, begin) and _WHOLE_VALUE.match(text.folded, stop)
        ):
            return Veto("negation_cut", begin, stop)
    return None


def _has_value(text: PreparedText, index: int, key_end: re.Pattern[str]) -> bool:
    """Tell whether what ends a key stands behind token `index`, and the next token is its value."""
    gap = text.gaps[index + 1]
    if "=" not in gap and ":" not in gap:
        return False
    found = key_end.match(text.folded, text.ends[index])
    if found is None or found.end() > text.starts[index + 1]:
        return False
    rest = text.folded[found.end() : text.starts[index + 1]]
    if "\n" in rest or _SIGN_VALUE.match(rest):
        return False
    if rest.isspace() and "=" in found.group():
        # `user= host=web` gives `user` no value
        pair = _PAIR_START.match(text.folded, text.starts[index + 1])
        return pair is None or not pair.group().endswith("=")
    return "," not in rest and ";" not in rest


def is_key(text: PreparedText, index: int) -> bool:
    """Tell whether token `index` is a key with its value right behind it."""
    if index + 1 >= len(text.tokens) or is_number(text.tokens[index]):
        return False
    return _has_value(text, index, _KEY_END)


def key_name(text: PreparedText, index: int) -> str:
    """Return the whole dotted or hyphenated key that token `index` ends."""
    folded, end = text.folded, text.ends[index]
    start = end
    while start and (folded[start - 1].isalnum() or folded[start - 1] in "_.-") and end - start < _MAX_NAME:
        start -= 1
    return folded[start:end].lower() if start < end else text.tokens[index]


def is_list_key(text: PreparedText, index: int) -> bool:
    """Tell whether token `index` is the key of a `key=value` or `key: value` pair of a list."""
    if index + 1 >= len(text.tokens):
        return False
    return _has_value(text, index, _LIST_KEY_END)


def is_value(token: str) -> bool:
    """Tell a number or a unit, which ends a value, from a word that could go on with a key."""
    return is_number(token) or token in UNITS


def starts_field(text: PreparedText, index: int) -> bool:
    """Tell whether token `index` begins a field, a clause or the text."""
    if index == 0:
        return True
    begin = text.ends[index - 1]
    gap = text.folded[begin : text.starts[index]]
    if _FIELD_START.search(gap):
        return True
    if not gap or (not gap[0].isspace() and not gap[-1].isspace()):
        return False
    pair = _PAIR_START.match(text.folded, text.starts[index])
    return pair is not None and (pair.group().endswith("=") or is_value(text.tokens[index - 1]))


def ends_field(text: PreparedText, index: int) -> bool:
    """Tell whether token `index` ends a field, a clause or the text."""
    return _FIELD_END.match(text.folded, text.ends[index]) is not None


def _skips_same_key(text: PreparedText, left: int, right: int) -> bool:
    """Tell whether a gap leaves out a nearer pair with the key that the quote goes on with.

    `section: … key: value` would give the section another section's value. A list of the same key's
    values may leave some out.
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
        text.tokens[index] == token and is_key(text, index) and key_name(text, index) == name
        for index in range(left + 1, right)
    ):
        return False
    before = next((index for index in range(left, max(-1, left - 8), -1) if is_key(text, index)), None)
    return before is None or key_name(text, before) != name


def _skips_same_label(text: PreparedText, left: int, right: int) -> bool:
    """Tell whether a gap leaves out a nearer field with the words that name the one at `right`.

    Lines may repeat how they begin, and so may a list whose first item was quoted.
    """
    if right - left > _MAX_GAP or "\n" in text.gap(right - 1) or not starts_field(text, right):
        return False
    label: list[str] = []
    for index in range(right, min(right + 8, len(text.tokens))):
        if is_number(text.tokens[index]) or text.tokens[index] in NUMERAL_CHARACTERS:
            break
        label.append(text.tokens[index])
        if index + 1 < len(text.tokens) and text.gap(index).strip():
            break
    else:
        return False
    if len(label) < 2:
        return False
    positions = text.positions(label[0])
    for index in positions[bisect_left(positions, left - 16) : bisect_left(positions, right - 1)]:
        if text.tokens[index : index + len(label)] == label:
            return index > left and starts_field(text, index)
    return False


def _may_join(text: PreparedText, left: int, right: int, is_marked: bool) -> bool:
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
            return begins_line and closes_line
        if RECORD_START.match(folded, line_end + 1) and not begins_line:
            return closes_line and not _names_key_of_line(text, left, right)
        return begins_line or (closes_line and begins)
    if text.tokens[left] in _COPULAS and text.tokens[left] in text.tokens[left + 1 : right]:
        return False
    if not _is_bounded(folded, start, end):
        return True
    sentence_end = _last_strong_boundary(folded, start, end)
    if sentence_end is not None:
        begins_sentence = not any(map(str.isalnum, folded[sentence_end:end]))
        if not is_marked:
            return begins and closes
        return begins_sentence or is_key(text, right) or (closes and _is_statement(text, right))
    if not closes and text.tokens[left] in _EXPECTING:
        return False
    return begins or closes


def _last_strong_boundary(folded: str, start: int, end: int) -> int | None:
    """Return where the last sentence that ends in `[start, end)` ends, or None."""
    last = None
    for found in STRONG_BOUNDARY.finditer(folded, start, end + _MAX_AHEAD):
        if found.start() >= end:
            break
        last = found.end()
    return last


def _is_statement(text: PreparedText, index: int) -> bool:
    """Tell a clause that can stand alone from a bare predicate or a consequence of what was left out."""
    if text.tokens[index] in CONNECTIVES:
        return False
    stop = index + _STATEMENT_TOKENS - 1
    return stop < len(text.starts) and not _is_bounded(text.folded, text.ends[index], text.starts[stop] + 1)


def _names_key_of_line(text: PreparedText, left: int, right: int) -> bool:
    """Tell whether the pair at `right` has a key that the line of `left` gives a value of its own."""
    if not is_key(text, right):
        return False
    first = bisect_left(text.starts, text.folded.rfind("\n", 0, text.starts[left]) + 1)
    name = key_name(text, right)
    return any(is_key(text, index) and key_name(text, index) == name for index in range(first, left + 1))


def joint(text: PreparedText, left: int, right: int, is_marked: bool) -> Veto | None:
    """Return why a quote may not go on at token `right` after token `left`, or None.

    Args:
        text: The text that is quoted.
        left: The last token before the gap.
        right: The first token behind it, `right > left + 1`.
        is_marked: Whether the excerpt shows the gap.
    """
    start, end = text.ends[left], text.starts[right]
    veto = negation_after(text, start, end) or negation_before(text, end, start)
    if veto:
        return veto if is_marked else Veto("polarity_changed", veto.start, veto.end)
    if FUNCTION_WORDS.issuperset(text.tokens[left + 1 : right]):
        return None
    if _skips_same_key(text, left, right):
        return Veto("key_repaired", text.starts[right], text.ends[right])
    if is_key(text, left) and not (is_key(text, right) and starts_field(text, right)):
        return Veto("key_repaired", text.starts[left], text.ends[left])
    if not _may_join(text, left, right, is_marked) or _skips_same_label(text, left, right):
        return Veto("key_repaired", start, end)
    return None
