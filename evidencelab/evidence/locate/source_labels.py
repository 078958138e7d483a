"""Tell whether what stands in front of a whole quote only says where it was read.

A label calls the source (a log, minutes, a clause, who spoke) and is no part of the quote. Its words name a
kind of source, or stand in the text where the quoted place is named: in front of it in its line, as its key,
in the title, in the number of its section. A level, a state or a verdict is never a label.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from evidencelab.evidence.clauses.hedging import HEDGE
from evidencelab.evidence.context.label_words import (
    SMALL,
    SOURCE,
    SOURCES,
    SOURCES_CJK,
    SPEAKING,
    UNREAL,
    VERDICTS,
    WEAK_SOURCES,
)
from evidencelab.evidence.context.places import Place, as_digits
from evidencelab.evidence.text.lexicon import (
    CJK_STATES,
    DIRECTIONS,
    FUNCTION_WORDS,
    LEVELS,
    MODAL,
    NEGATION,
    QUALIFIERS,
    STATES,
    is_cjk,
    is_number,
)
from evidencelab.evidence.text.prepared_text import PreparedText
from evidencelab.evidence.text.tellings import may_be_cut
from evidencelab.evidence.text.tokens import tokenise


class Label(NamedTuple):
    """What stands in front of a quote, folded, and where in the original excerpt the quote lies."""

    words: str
    start: int
    end: int


_CUT = re.compile(r"(?<=[^\s:：])\s*(?::\s+|：\s*|(?<!\d):(?!//|\d))|(?<=\S)\s*(?=[\"“「『'`])")
_CUT_SIGN = re.compile(r"[:：\"“「『'`]")
_OPENING = re.compile(r"\s*[:：]?\s*([\"“「『'`]*)")
_CLOSINGS = "\"”」』'`"
_BRACKETED = re.compile(r"\([^()]*\)")
_MARKS = "\"“”「」『』'`*_ \n"
_ITEM_CJK = re.compile(r"第\s*([一二三四五六七八九十百\d]{1,5})\s*[条章节项款点]")
_ITEM_OF = re.compile(
    r"((?:step|section|clause|article|item|page|line|row|chapter|paragraph|rule) #?\d[\d.]{0,8}) of (?=[a-z])"
)
_IN_TITLE = re.compile(
    r"[日周月季年快]报|报告|通知|公告|纪要|会议纪要|简报|通报|(?:runbook|report|notice|minutes|memo|postmortem)"
)
"""Calls, in front of its subject, the whole document that begins with it."""
_NUMBER = re.compile(r"\d+(?:\.\d+)*|(?<=第)[一二三四五六七八九十百]{1,5}(?=[条章节项款点])")
_IDENTIFIER = re.compile(
    r"(?<![\w./-])(?=[a-z._/-]*\d)(?=[\d._/-]*[a-z])[a-z\d]+(?:[._/-][a-z\d]+)*", re.ASCII
)
"""A word of letters and digits, which is the same only as a whole."""
_COMPOUND = re.compile(r"(?<![\w./-])[a-z]+(?:-[a-z]+)+(?![\w./-])")
"""A name of several words, as a tool has one."""
_KEY_END = re.compile(r"[\"']?\s?[:=]\s*[\"']?")
_CHANGE = re.compile(r"[-=]>|(?<![a-z])to(?![a-z])|[到至为成]|/")
"""Stands between what something was and what it has come to."""
_TURNING = LEVELS | STATES | MODAL | DIRECTIONS | QUALIFIERS
"""Words that say more than where a quote was read, in a name as well."""
_MAX_LABEL = 60
_MAX_WORDS = 8


def labels_of(excerpt: str, first: int = 0) -> list[Label]:
    """Return what may be labels in front of a quote that begins at `first` or later, the shortest first."""
    found: list[Label] = []
    sign = _CUT_SIGN.search(excerpt, first, _MAX_LABEL)
    if sign is None:
        return found
    first = max(first, len(excerpt[: sign.start()].rstrip()))
    closed = excerpt.rstrip()
    end = len(closed.rstrip(_CLOSINGS))
    for cut in _CUT.finditer(excerpt, first, _MAX_LABEL):
        words = excerpt[: cut.start()].strip(_MARKS)
        opening = _OPENING.match(excerpt, cut.end())
        if words and opening and excerpt[opening.end() : end].strip() and len(found) < 3:
            quoted = bool(opening[1])
            if ":" not in cut.group() and "：" not in cut.group() and not (quoted and SPEAKING.search(words)):
                continue
            found.append(Label(words, *((opening.end(), end) if quoted else (cut.end(), len(excerpt)))))
    return found


def is_label(label: str, text: PreparedText, start: int, end: int) -> bool:
    """Tell whether a folded label only says where the quote `[start, end)` of the text was read."""
    lowered = label.lower()
    said = SPEAKING.search(lowered)
    if said:
        lowered = lowered[: said.start()]
    lowered = _ITEM_OF.sub(r"\1 ", lowered)
    if NEGATION.search(lowered) or HEDGE.search(lowered + " ") or VERDICTS.search(lowered):
        return False
    place = Place(text, start)
    if _is_other_key(lowered, text, start) and (
        lowered not in (place.key, place.head) or _is_inside_word(text.folded, start)
    ):
        return False
    if _turns_change(lowered, text.folded[text.folded.rfind("\n", 0, start) + 1 : start].lower()):
        return False
    unreal = UNREAL.search(f"{place.head} {place.key}")
    if unreal and unreal.group() not in lowered:
        return False
    if any(found.group() not in text.folded.lower() for found in _IDENTIFIER.finditer(lowered)):
        return False
    numbers = {as_digits(number) for number in _NUMBER.findall(lowered)}
    in_section = numbers & place.sections
    bare = SOURCES_CJK.sub(f" {SOURCE} ", lowered)
    if "-" in bare:
        bare = _COMPOUND.sub(lambda found: _as_one_name(found.group(), text, text.folded[start:end]), bare)
    bare = _ITEM_CJK.sub(lambda item: " " if as_digits(item.group(1)) in in_section else item.group(), bare)
    names_source = False
    named_in: set[str] = set()
    n_unknown = 0
    parts = _parts(bare)
    if len(parts) > _MAX_WORDS:
        return False
    opening = _opening(text, start, parts) if place.head else frozenset()
    if not SOURCES.isdisjoint(parts):
        opening |= _heading(text, start)
    for part in parts:
        if part in SMALL or part in opening or as_digits(part) in in_section:
            names_source = names_source or (part in opening and part in SOURCES - WEAK_SOURCES)
            continue
        if part == SOURCE or part in SOURCES:
            names_source = names_source or part not in WEAK_SOURCES
            continue
        if part in LEVELS or part in STATES or part in MODAL or part in DIRECTIONS or part in CJK_STATES:
            return False
        where = _named_in(part, place)
        if where:
            named_in |= where
        elif (
            is_number(part)
            or part in text.vocabulary
            or (is_cjk(part) and (len(part) < 2 or (part in text.folded and not in_section)))
        ):
            return False
        elif part in FUNCTION_WORDS or names_source:
            # a name stands in front of the source it is of
            return False
        else:
            n_unknown += 1
    is_weak = not names_source and any(part in WEAK_SOURCES for part in parts) and len(parts) > 1
    is_document = names_source and not n_unknown and not named_in
    if said and not is_document and not (named_in & {"head", "key", "said_by"}):
        return False
    if n_unknown > 2 or (n_unknown and not (names_source or in_section or is_weak)):
        return False
    called = place.key or place.head
    if n_unknown and called and called not in lowered:
        # the text says itself whose words these are
        return False
    if names_source or in_section or is_weak:
        return True
    if named_in == {"key"} or (lowered == place.key and not said):
        # its key is part of a quote
        return False
    if named_in & {"head", "key", "said_by"}:
        return named_in.isdisjoint({"title"}) and ("head" not in named_in or _keeps_head(parts, place.head))
    return (
        "title" in named_in
        and place.begins_line
        and any(
            part not in place.title_keys.split()
            for part in parts
            if part not in SMALL and _is_in(part, place.title)
        )
    )


def _opening(text: PreparedText, start: int, parts: list[str]) -> frozenset[str]:
    """Return the words up to a number that the text begins with above `start`, where a label has them all."""
    first = text.folded.find("\n", 0, start)
    for index, token in enumerate(text.tokens[: _MAX_WORDS if first > 0 else 0]):
        if is_number(token) and text.ends[index] <= first:
            opening = frozenset(text.tokens[: index + 1])
            return opening if index and opening.issubset(parts) else frozenset()
    return frozenset()


def _heading(text: PreparedText, start: int) -> frozenset[str]:
    """Return the words of a short line without sentence or value that a text above `start` begins with."""
    first = text.folded.find("\n", 0, start)
    line = text.folded[: max(0, first)].split(",", 1)[0].strip()
    if not line or line[-1] in ".!?。,;])}" or ":" in line or "=" in line:
        return frozenset()
    words = tokenise(line.lower())
    return frozenset() if len(words) > _MAX_WORDS or any(map(is_number, words)) else frozenset(words)


def _keeps_head(parts: list[str], head: str) -> bool:
    """Tell whether the words of a label leave nothing out of the head of a line that limits it."""
    for bracketed in _BRACKETED.findall(head):
        if not may_be_cut(bracketed) and not set(parts).issuperset(_parts(bracketed)):
            return False
    words = _parts(_BRACKETED.sub(" ", head))
    if any(part != word and part in word for word in words if is_cjk(word) for part in parts if is_cjk(part)):
        # a word goes on that the label ends in the middle of, or begins there
        return False
    return all(word in parts or word in SMALL or is_number(word) or is_cjk(word) for word in words)


def _is_inside_word(folded: str, start: int) -> bool:
    """Tell whether a value or a word goes through `start`, as far as signs and blanks show."""
    return folded[start - 1 : start].isalnum() and folded[start : start + 1].isalnum()


def _turns_change(label: str, before: str) -> bool:
    """Tell whether a label has what something was and what it has come to in the other order."""
    for sign in _CHANGE.finditer(label):
        one, other = tokenise(label[: sign.start()])[-1:], tokenise(label[sign.end() :])[:1]
        if one and other:
            line = tokenise(before)
            first, last = (line.index(word) if word in line else -1 for word in (*other, *one))
            if 0 <= first < last and one[0] not in line[:first]:
                return True
    return False


def _as_one_name(compound: str, text: PreparedText, quoted: str) -> str:
    """Write as one word a name of several that the text has nowhere, though some of them are in the quote.

    Words of it that stand elsewhere in the text may say of whom the quote is.
    """
    words = compound.split("-")
    known = text.vocabulary.intersection(words)
    is_plain = _TURNING.isdisjoint(words) and UNREAL.search(compound) is None
    is_new = len(known) < len(words) and compound not in text.folded.lower()
    return "".join(words) if is_plain and is_new and known.issubset(tokenise(quoted.lower())) else compound


def _parts(label: str) -> list[str]:
    """Cut a label into words; neighbouring CJK characters are one."""
    parts: list[str] = []
    for piece in re.findall(r"[\u3400-\u9fff]+|[^\u3400-\u9fff\s]+", label):
        parts += [piece] if is_cjk(piece) else tokenise(piece)
    return parts


def _is_in(part: str, stretch: str) -> bool:
    if not stretch:
        return False
    return part in stretch if is_cjk(part) else part in tokenise(stretch)


def _named_in(part: str, place: Place) -> set[str]:
    found = {
        name
        for name, stretch in (("head", place.head), ("key", place.key), ("said_by", place.said_by))
        if _is_in(part, stretch)
    }
    return found or ({"title"} if _is_in(part, place.title) else set())


def _is_other_key(label: str, text: PreparedText, start: int) -> bool:
    """Tell whether the text has a label as a key that another value than the quote belongs to."""
    folded = text.folded.lower()
    at = folded.find(label)
    while at >= 0:
        found = _KEY_END.match(folded, at + len(label))
        if found is None or folded[at - 1 : at].isalnum():
            at = folded.find(label, at + 1)
            continue
        if found.end() != start and not (at == 0 and _IN_TITLE.fullmatch(label)):
            return True
        at = folded.find(label, found.end())
    return False
