"""What a cut at an edge may leave out: nothing of a value, and no negation of the clause it leaves behind.

All positions are offsets into the *folded* text.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import NamedTuple

from evidencelab.evidence.clauses.hedging import STRESS
from evidencelab.evidence.clauses.limits import TOLD
from evidencelab.evidence.context.cut_values import cuts_word, is_cut_hash, is_group, is_in_name, is_latin
from evidencelab.evidence.context.zone_offsets import ZONE_ENDS, zone_before, zone_behind
from evidencelab.evidence.late_patterns import late_pattern
from evidencelab.evidence.match_policy import VetoCode
from evidencelab.evidence.text.clause_reading import end_before
from evidencelab.evidence.text.lexicon import (
    CJK_UNITS,
    CURRENCIES,
    LONG_UNITS,
    MODAL,
    NEGATING,
    NEGATIVE_PREFIXES,
    REFUSING_CJK,
    UNITS,
)
from evidencelab.evidence.text.prepared_text import PreparedText
from evidencelab.evidence.text.tokens import tokenise

_CJK_RANGE = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
# The look-ahead lets the engine skip what begins no boundary.
BOUNDARY = re.compile(
    r"(?=[,;!?。\n|\[\]()\-=.:\sbw但])(?:"
    r"[;!?。\n|\[\]()]|,(?!(?<=\d,)\d{3}(?!\d))|[-=]>|\.(?=\s|\Z)"
    rf"|:(?=[\s\"'\[{{{_CJK_RANGE}])"
    r"|\s-+\s|\s/\s|  |\s(?=[^\W\d][\w.-]*(?:=|(?<=[\u4e00-\u9fff]):(?=\S)))|\b(?:but|while|whereas)\b|[但])"
)
"""Ends a clause or a field."""
_GROUP = re.compile(r"\d{3}(?!\d)")
_WORD_AFTER = re.compile(r" ?([%‰](?![A-Za-z])|[A-Za-zμ]+)")
_QUOTED_SENTENCE = re.compile(r"[.!?。][\"')]+\Z")
_CONJUNCTION = re.compile(r"(?<!\w)(?:and|or|because|although|though|since|as|so)(?!\w)|且|而|因为|由于")
"""Behind one of these, a negation is said of something else."""
_ADDS = re.compile(r"without (?:an? |any |the |its |their )?[a-z-]+(?=[.;!?\n]|\Z)")
"""What something went without, at the end of its sentence."""
_CLAUSE_BEFORE = late_pattern(r"(?:[^,;:!?。\n]|[,:](?=\d)){1,120}\Z")
_NOT_TOLD = late_pattern(TOLD)
_TURNED = MODAL | NEGATING
_LEAVES_CONDITION = re.compile(
    r"[;!?。\n|\[\]()]|\.(?=\s|\Z)|,(?!\s?(?:(?:and|then|or)\s|并|再|同时|然后|且))|  |[-=]>"
    r"|\b(?:but|while|whereas|because|since)\b|但"
)
"""Behind one of these, a statement is no more part of what a condition limits."""
_LETTERS_BEFORE = re.compile(r"[^\W\d_]+\Z")
_CUT_PREFIX = re.compile(r"(?<![^\W_])([^\W\d_]+)-[ \t]*\n[ \t>|]*\Z")
"""In front of the rest of a word that was cut at a line end."""
_MAX_PREFIX = 40
_KEY_IN_FRONT = re.compile(r"[\"']?\s*[:=]\s*[\"']?")
_DOTTED = re.compile(r"(?:[A-Za-z_]\w*|(?:\d+\.)+\d+)\.\w+\Z")
_WHOLE_VALUE = re.compile(r"[\"']?\s*(?:[,;.\n\])}|]|\Z)")
MAX_AHEAD = 200
"""Characters behind a place that may decide whether a clause ends in front of it."""
_MAX_NAME = 80
_MAX_UNIT = 12
_HALVES = "足止"
"""Behind 不, these make one word with it, which is no negation while it is whole."""
_RATED = re.compile(rf"\d ?(?:%|[A-Za-zμ]{{1,5}}|[$€£¥]|[{_CJK_RANGE}]{{1,3}})/[^\W\d]\Z")
"""A quantity, and what it is said per."""
_PATH_BEFORE = re.compile(r"(?<![^\s\"'(=:,\[<])(?:[a-z]+:/)?[~.\w@-]*/[^\s\"'<>(),;]*\Z")
_IMAGE = re.compile(r"(?<![\w./~-])[\w-][\w.-]*(?::\d+)?/(?:[\w.-]+/)*[\w-]+\Z")
"""An image, or the like, in front of its tag."""
_SUPPOSING = frozenset("若果如")
"""Ends of the governors that begin a supposition."""
_REACH = 32
_REACH_TOKENS = 2


class Veto(NamedTuple):
    """An objection to a cut and the folded stretch that it is about; a code of None only costs."""

    code: VetoCode | None
    start: int
    end: int


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
    first, before = folded[start], folded[start - 1]
    if before.isspace():
        if first.isalpha() and text.lines.find("\n", max(0, start - _MAX_PREFIX), start) >= 0:
            prefix = _CUT_PREFIX.search(text.lines, max(0, start - _MAX_PREFIX), start)
            if prefix and prefix[1].lower() in NEGATIVE_PREFIXES:
                return Veto("polarity_changed", prefix.start(), start)
        return None
    if first in "<>=" and before in "<>!=":
        return Veto("direction_changed", start - 1, start + 1)
    if not first.isalnum():
        if first in CURRENCIES and before == "-" and not is_latin(folded[start - 2 : start - 1]):
            return Veto("value_changed", start - 1, start + 1)
        return None
    if not is_latin(first):
        is_halved = before == "不" and first in _HALVES
        return Veto("negation_cut", start - 1, start) if is_halved else None
    if is_latin(before):
        if first.isdigit() and before.isdigit():
            return Veto("value_changed", start - 1, start + 1)
        if first.isalpha() and before.isalpha():
            head = _LETTERS_BEFORE.search(folded, max(0, start - _MAX_PREFIX), start)
            if head and head.group().lower() in NEGATIVE_PREFIXES:
                return Veto("polarity_changed", head.start(), start)
            return None if is_marked else Veto(None, start - 1, start + 1)
        return Veto("name_changed", start - 1, start + 1)
    zone = zone_before(text.lines, start) if before in "+-" and first.isdigit() else None
    if zone:
        return Veto("time_changed", *zone)
    beyond = folded[start - 2] if start > 1 else " "
    if before in "-./:,_" and is_latin(beyond):
        is_grouped = before == "," and _GROUP.match(folded, start) is not None and is_group(folded, start - 1)
        if first.isdigit() and beyond.isdigit() and (before not in ",_" or is_grouped):
            return Veto("time_changed" if before == ":" else "value_changed", start - 2, start + 1)
        if before == "-" and first.isalpha():
            prefix = _LETTERS_BEFORE.search(folded, max(0, start - _MAX_PREFIX), start - 1)
            if prefix and prefix.group().lower() in NEGATIVE_PREFIXES:
                return Veto("polarity_changed", prefix.start(), start)
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
    if end >= len(folded):
        return None
    if not is_latin(folded[end - 1]):
        if folded[end] == "/":
            return _rest_of_path_or_rate(folded, end)
        if not is_marked and "\u4e00" <= folded[end] <= "\u9fff" and cuts_word(folded, end):
            return Veto("name_changed", end - 1, end + 1)
        return None
    last, after = folded[end - 1], folded[end]
    zone = zone_behind(text.lines, end) if last in ZONE_ENDS else None
    if zone:
        return Veto("time_changed", *zone)
    if after.isspace() and not last.isdigit():
        return None
    beyond = folded[end + 1] if end + 1 < len(folded) else " "
    if is_marked and is_latin(after) and is_cut_hash(folded, end):
        return None
    if last.isdigit():
        if after.isdigit() or (
            after in ".:/,"
            and beyond.isdigit()
            and (after != "," or (folded[end + 1 : end + 4].isdigit() and is_group(folded, end)))
        ):
            return Veto("time_changed" if after == ":" else "value_changed", end - 1, end + 2)
        if after == "-" and beyond.isdigit() and is_marked and not is_in_name(folded, end):
            return Veto("value_changed", end - 1, end + 2)
        may_be_unit = after.isalnum() or after.isspace() or after in "%‰"
        word = _WORD_AFTER.match(folded, end) if may_be_unit else None
        if word:
            unit = word.group(1).lower()
            is_glued = word.start(1) == end
            if is_glued and folded[word.end() : word.end() + 1].isdigit():
                # further digits: no unit but more of an identifier
                return None if is_marked else Veto("name_changed", end - 1, end + 1)
            if (unit in UNITS and is_glued) or (goes_on and unit in LONG_UNITS) or unit[0] in "%‰":
                return Veto("unit_changed", word.start(1), word.end(1))
            if is_glued:
                return Veto("name_changed", end - 1, end + 1)
        unit_cjk = CJK_UNITS.match(folded, end) if may_be_unit else None
        if unit_cjk and (goes_on or not folded[end].isspace()):
            return Veto("unit_changed", end, unit_cjk.end())
    elif is_latin(after):
        if not after.isalpha():
            return Veto("name_changed", end - 1, end + 1)
        return None if is_marked else Veto(None, end - 1, end + 1)
    if is_marked or not is_latin(beyond):
        return None
    if after in "-_@" or (after == "." and _DOTTED.search(folded, max(0, end - _MAX_NAME), end)):
        return Veto("name_changed", end - 1, end + 2)
    if after == ":" and _IMAGE.search(folded, max(0, end - _MAX_NAME), end):
        return Veto("name_changed", end - 1, end + 2)
    return _rest_of_path_or_rate(folded, end) if after == "/" else None


def _rest_of_path_or_rate(folded: str, end: int) -> Veto | None:
    """Object to a cut in front of a slash: what it is said per, or the rest of a path, is left out."""
    if _RATED.search(folded, max(0, end - _MAX_UNIT), end + 2):
        return Veto("unit_changed", end, end + 2)
    if is_latin(folded[end + 1 : end + 2] or " ") and _PATH_BEFORE.search(
        folded, max(0, end - _MAX_NAME), end
    ):
        return Veto("name_changed", end - 1, end + 2)
    return None


def is_bounded(folded: str, start: int, end: int) -> bool:
    """Tell whether a clause or field ends in `[start, end)`; what stands behind `end` is looked at too."""
    found = BOUNDARY.search(folded, start, end + MAX_AHEAD)
    return found is not None and found.start() < end


def negation_before(text: PreparedText, start: int, floor: int = 0) -> Veto | None:
    """Return what negates the clause beginning at `start` from within `[floor, start)`, if anything."""
    clauses = text.clauses.at(start)
    if not clauses.may_govern:
        return None
    folded, governors = text.folded, clauses.governors
    index = bisect_left(governors, (start, 0)) - 1 if governors else -1
    if index >= 0:
        begin, end = governors[index]
        if end <= start and begin >= floor:
            # "failed to" negates the verb behind it, not what the verb is about
            is_right_behind = not folded[end:start].strip()
            is_near = is_right_behind or (folded[end - 3 : end] != " to" and folded[end - 1] != "!")
            if is_right_behind and folded[end - 1] in _SUPPOSING:
                # told with its consequence, it is the business of `frame`
                is_near = False
            if is_near and not is_bounded(folded, end, start):
                return Veto("negation_cut", begin, end)
    refused = start - 1 if folded[start - 1 : start] == " " else start
    if refused - 2 >= floor and REFUSING_CJK.match(folded, refused - 2):
        return Veto("negation_cut", refused - 2, refused)
    hedge = clauses.hedges.get(start)
    if hedge and hedge[0] >= floor:
        return Veto(None if STRESS.match(folded, hedge[0]) else "polarity_changed", *hedge)
    return None


def condition_before(text: PreparedText, start: int, floor: int = 0) -> Veto | None:
    """Return the condition, from within `[floor, start)`, of the statement that `start` is in, if any."""
    clauses = text.clauses.at(start)
    index = bisect_right(clauses.limited, start) - 1
    if index < 0:
        return None
    head = clauses.limited[index]
    if head < start and (start - head > MAX_AHEAD or _LEAVES_CONDITION.search(text.folded, head, start)):
        return None
    condition = clauses.conditions[head]
    return Veto("negation_cut", *condition) if condition[0] >= floor else None


def limit_behind(text: PreparedText, end: int, ceiling: int | None = None) -> Veto | None:
    """Return what right behind `end`, in front of `ceiling`, limits a statement or makes it uncertain."""
    clauses = text.clauses.at(end)
    at = end if text.folded[end - 1].isalnum() else end_before(text.folded, end)
    limit = clauses.exceptions.get(at)
    if limit and end <= limit[0] and (ceiling is None or limit[1] <= ceiling):
        return Veto("state_changed" if text.folded[limit[0]] == "-" else "negation_cut", *limit)
    doubt = clauses.doubts.get(at)
    if doubt and end <= doubt[0] and (ceiling is None or doubt[1] <= ceiling):
        return Veto("polarity_changed", *doubt)
    return None


def _adds(folded: str, end: int, begin: int) -> bool:
    """Tell whether what is cut off at `end` only adds how something went that is told as happened.

    What does not start without something, or is allowed without it, is told on that condition.
    """
    if folded[end:begin].strip() or not _ADDS.match(folded, begin):
        return False
    clause = _CLAUSE_BEFORE.search(folded[max(0, end - MAX_AHEAD) : end].lower())
    if clause is None or _NOT_TOLD.match(clause.group()):
        return False
    return _TURNED.isdisjoint(tokenise(clause.group()))


def negation_after(
    text: PreparedText, end: int, ceiling: int | None = None, is_edge: bool = False
) -> Veto | None:
    """Return the negation in `[end, ceiling)` that stands in the clause broken off at `end`, if any.

    A doubt or an exception right behind `end` counts as well.
    Where nothing is quoted behind the cut (`is_edge`), only a negation close by counts: a sentence
    broken off in front of its verb has said nothing that could be turned round.
    """
    clauses = text.clauses.at(end)
    if not clauses.may_limit:
        return None
    if clauses.exceptions or clauses.doubts:
        limit = limit_behind(text, end, ceiling)
        if limit:
            return limit
    negations = clauses.negations
    index = bisect_left(negations, (end, 0)) if negations else 0
    if index < len(negations) and (ceiling is None or negations[index][1] <= ceiling):
        begin, stop = negations[index]
        if (
            is_edge
            and end
            and (
                BOUNDARY.match(text.folded, end - 1)
                or _QUOTED_SENTENCE.search(text.folded, max(0, end - 3), end)
            )
        ):
            return None
        if is_edge and _CONJUNCTION.search(text.folded, end, begin):
            return None
        if is_edge and _adds(text.folded, end, begin):
            return None
        if is_edge and (begin - end > _REACH or len(tokenise(text.folded[end:begin])) > _REACH_TOKENS):
            return None
        if not is_bounded(text.folded, end, begin) or (
            _KEY_IN_FRONT.fullmatch(text.folded, end, begin) and _WHOLE_VALUE.match(text.folded, stop)
        ):
            return Veto("negation_cut", begin, stop)
    return None
