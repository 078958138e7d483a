"""What stands around a whole quote and changes what it says: a question, a supposition, a call.

Other than a cut at one edge, each of these takes both ends of the quote to see. All positions are offsets
into the *folded* text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from evidencelab.evidence.clauses.withdrawn import is_shown, removes_added
from evidencelab.evidence.context.arrays import closes_selector, cuts_list
from evidencelab.evidence.context.cuts import BOUNDARY, Veto
from evidencelab.evidence.context.parents import other_parent, other_row, other_tag
from evidencelab.evidence.context.wrapping import PLACE_BEHIND
from evidencelab.evidence.text.lexicon import ASKING, ASKING_CJK, QUESTION_MARK
from evidencelab.evidence.text.prepared_text import PreparedText
from evidencelab.evidence.text.turned_numbers import left_out

_LAST_CLAUSE = re.compile(r"(?<![^,;.!?。\n])[^,;.!?。\n]*\Z")
_MAX_CLAUSE = 200
_MAX_QUESTIONS = 40
_ASKED_BEHIND = frozenset("\"')]}%?")
"""What a question may end in but a letter or a digit."""
_ASKED = re.compile(r"\w\?(?=\s|[\u4e00-\u9fff]|\Z)")
_FIRST_WORD = re.compile(r"\W*([A-Za-z]+)")
_CALLED = re.compile(r"\w(?<![\u3400-\u9fff])")
"""Ends the name of a function; a bracket behind a CJK character is none of a call."""
_TAIL = " \"')]*_."
_BOX = len("[ ] ")
_CLOSED = " \"'*_`"
_GOING_ON = frozenset(",\"'\n")
_ENDINGS = frozenset(f".。{_CLOSED}")
_QUERY_GOES_ON = re.compile(r" (?=\w)[^;\n]{0,200};")
_GOES_ON = re.compile(
    r" (?:(when|whenever|where|while|until|till|once|before|after|during)|(with|within|by|under|upon|through)"
    r"|unless|if|as long as|so long as|without|except|excluding|provided|only|than|subject to|pending"
    r"|in (?:the|our|his|her|their|my) (?:view|opinion|judge?ment|event|case|absence|presence))(?= )"
    r"|,但(?:[如若遇当对凡在]|[^,。;\n]{2,40}的,)|,(?:除非|除[^,。;\n]{1,30}外|前提|仅限?|只限|以[^,。;\n]{1,20}为限)"
    r"|[^.;!?\n]{0,200}?(?<!and )(?<!but )(?<!or )\b(?:provided (?:that|you|we|they|the|it)|unless"
    r"|(?:as|so) long as|on condition that|only if|subject to)\b"
)
"""Behind a statement, the rest of its sentence says when, by what or for whom it holds.

When something happened, the first group, may be left out, and how, the second, where no rule is told.
"""
_HAPPENED = re.compile(r"(?<!\w)(?:was|were|had|did|has|have|\w+[^\We]ed)(?!\w)", re.IGNORECASE)
_RULES = re.compile(
    r"(?<!\w)(?:can|may|must|shall|will|should|do|does|(?:requir|allow|permit|need|appl)(?:e?s|ies|ed|ied)?)(?!\w)",
    re.IGNORECASE,
)
"""Says what is to be, not what is."""


def frame_veto(text: PreparedText, stretches: Sequence[tuple[int, int]], quoted: str) -> Veto | None:
    """Return what is around quoted stretches of the text and makes another statement of them, or None.

    Args:
        text: The text that is quoted.
        stretches: What is quoted of it, `[start, end)` each, in excerpt order, at least one.
        quoted: The folded excerpt.
    """
    folded, last = text.folded, quoted[-1]
    start, end = stretches[0][0], stretches[-1][1]
    if "[ ]" in quoted and quoted.count("[ ]") > _n_boxes(folded, stretches):
        # what is done is told of as not done
        return Veto("state_changed", start, end)
    if text.is_framed:
        veto = _said_around(text, stretches, quoted)
        if veto:
            return veto
    veto = _broken_bond(text, stretches) if text.may_have_bonds else None
    if veto:
        return veto
    if "?" in quoted:
        asked = _ASKED.search(quoted)
        if asked and asked.group() not in folded and not _asks(quoted):
            # what is told is quoted as a question
            return Veto("polarity_changed", start, end)
    if not last.isalnum():
        veto = _closed_otherwise(folded, stretches, quoted)
        if veto:
            return veto
    if folded[end : end + 1] in _GOING_ON and cuts_list(folded, stretches[-1][0], end, quoted):
        # a list is told as a whole that goes on
        return Veto("value_changed", end, end + 1)
    if (
        start > 1
        and folded[start - 1] == "("
        and _CALLED.match(folded[start - 2])
        and _closes(folded, start, end)
    ):
        # what was computed is told of what it was computed from
        return Veto("name_changed", start - 2, start)
    if last in ")]" and "\n" in folded:
        place = PLACE_BEHIND.search(quoted, quoted.rfind(" "))
        at = folded.rfind(place[1], start, end) if place else -1
        if at > start and folded[at - 1] == "\n":
            # the place of the next line is told of this one
            return Veto("out_of_order", at, end)
    if len(stretches) > 1 and "\n" in folded:
        return other_parent(folded, stretches) or other_tag(folded, stretches) or other_row(folded, stretches)
    return None


def _n_boxes(folded: str, stretches: Sequence[tuple[int, int]]) -> int:
    """Count the boxes without a tick in stretches, and right in front of them."""
    return sum(folded.count("[ ]", max(0, start - _BOX), end) for start, end in stretches)


def _broken_bond(text: PreparedText, stretches: Sequence[tuple[int, int]]) -> Veto | None:
    """Object to a quote of words that hold only together with others, and of none of those."""
    for start, end in stretches:
        for bond in text.bonds_of(start, end):
            begin, stop = max(start, bond.start), min(end, bond.end)
            if begin >= stop or not any(map(str.isalnum, text.folded[begin:stop])):
                continue
            if not any(_is_quoted(text.folded, tie, stretches) for tie in bond.ties):
                return Veto(bond.code, *bond.ties[0])
    return None


def _is_quoted(folded: str, tie: tuple[int, int], stretches: Sequence[tuple[int, int]]) -> bool:
    """Tell whether stretches have a word, or a sign where that is all there is, of another stretch."""
    return any(
        not folded[max(start, tie[0]) : min(end, tie[1])].isspace()
        for start, end in stretches
        if max(start, tie[0]) < min(end, tie[1])
    )


def _said_around(text: PreparedText, stretches: Sequence[tuple[int, int]], quoted: str) -> Veto | None:
    """Object to a quote of what does not hold, is turned, supposed, asked, or half a key."""
    folded = text.folded
    start, end = stretches[0][0], stretches[-1][1]
    if text.withdrawn:
        withdrawn = _withdrawn_veto(text, stretches, quoted)
        if withdrawn:
            return withdrawn
    if text.turned:
        turned = left_out(folded, text.turned, stretches, quoted)
        if turned:
            return Veto("value_changed", *turned)
    supposed = text.clauses.at(start).suppositions.get(start)
    # in Chinese, a case and its consequence tell a rule without the word as well
    if supposed and (folded[supposed[0]].isascii() or not BOUNDARY.search(folded, start, end)):
        return Veto("polarity_changed", *supposed)
    questions = text.clauses.at(end).questions
    if questions and not quoted.rstrip(_TAIL).endswith("?"):
        mark = end + len(folded[end : end + 2]) - len(folded[end : end + 2].lstrip("\"')"))
        if mark in questions and not _asks(quoted):
            return Veto("polarity_changed", mark, mark + 1)
    if "?" in folded:
        lost = _lost_question(folded, stretches, quoted)
        if lost:
            return lost
    if text.half_keys:
        for at, _ in stretches:
            if at in text.half_keys:
                return Veto("name_changed", *text.half_keys[at])
    return None


def _closed_otherwise(folded: str, stretches: Sequence[tuple[int, int]], quoted: str) -> Veto | None:
    """Object to a quote that closes a list or a sentence with which the text goes on."""
    start, end = stretches[0][0], stretches[-1][1]
    closed = quoted.rstrip()
    if closed[-1:] == ")" and not closed[:-1].rstrip().endswith("..."):
        last = max(stop for _, stop in stretches)
        goes_on = folded[last : last + 2].lstrip()[:1]
        opening = folded.rfind("(", start, last) if goes_on == "," or goes_on.isalnum() else -1
        if opening >= 0 and ")" not in folded[opening:last]:
            # a list that goes on is closed behind some of it
            return Veto("added_text", last, last + 1)
    if quoted.endswith("}") and closes_selector(folded, end):
        return Veto("added_text", end, end + 1)
    if quoted.endswith(";") and folded[end - 1] != ";":
        rest = _QUERY_GOES_ON.match(folded, end)
        if rest:
            return Veto("negation_cut", *rest.span())
    if quoted[-1:] in _ENDINGS and end < len(folded):
        rest = _GOES_ON.match(folded, end) if _ends_where_text_does_not(folded, end, quoted) else None
        if rest and _limits(rest, folded, *stretches[-1]):
            return Veto("negation_cut", *rest.span())
    return None


def _withdrawn_veto(text: PreparedText, stretches: Sequence[tuple[int, int]], quoted: str) -> Veto | None:
    """Object to a quote of what does not hold without the sign that says so."""
    for start, end in stretches:
        for line in text.withdrawn_within(start, end):
            if not is_shown(line, text.folded, start, quoted):
                return Veto("polarity_changed", line.start, line.body)
    if "-" in quoted and text.withdrawn[0].sign == "-" and removes_added(text.folded, quoted):
        return Veto("polarity_changed", *stretches[-1])
    return None


def _asks(quoted: str) -> bool:
    """Tell whether a quote without its question mark still reads as a question."""
    first = _FIRST_WORD.match(quoted)
    return (first is not None and first[1].lower() in ASKING) or ASKING_CJK.search(quoted) is not None


def _lost_question(folded: str, stretches: Sequence[tuple[int, int]], quoted: str) -> Veto | None:
    """Object to a quote that goes on behind a question, the sign of which it leaves out or changes."""
    last = max(end for _, end in stretches)
    for start, end in stretches:
        marks = QUESTION_MARK.finditer(folded, start, end + (end < last))
        for found in islice(marks, _MAX_QUESTIONS):
            mark = found.start()
            if not (folded[mark - 1].isalnum() or folded[mark - 1] in _ASKED_BEHIND):
                continue  # a place for a value, as a query has it
            begin = max(start, mark - _MAX_CLAUSE)
            clause = _LAST_CLAUSE.search(folded[begin:mark].rstrip("? "))
            words = clause.group().split() if clause else ()
            if words and f"{words[-1]}?" not in quoted and not _asks(" ".join(words)):
                return Veto("polarity_changed", mark, mark + 1)
    return None


def _ends_where_text_does_not(folded: str, end: int, quoted: str) -> bool:
    """Tell whether a quote closes a sentence at `end` that the text goes on with; a mark closes none."""
    closed = quoted.rstrip(_CLOSED)
    return closed.endswith((".", "。")) and not closed.endswith("..") and folded[end - 1] not in ".。"


def _limits(rest: re.Match[str], folded: str, start: int, end: int) -> bool:
    """Tell whether the rest of a sentence limits what `[start, end)` says."""
    if not rest[1] and not rest[2]:
        return True
    if _RULES.search(folded, start, end):
        return True
    return bool(rest[1]) and not _HAPPENED.search(folded, start, end)


def _closes(folded: str, start: int, end: int) -> bool:
    """Tell whether a bracket closes in `[start, end)` that was opened in front of it."""
    depth = 0
    for position in range(start, end):
        if folded[position] == "(":
            depth += 1
        elif folded[position] == ")":
            depth -= 1
            if depth < 0:
                return True
    return False
