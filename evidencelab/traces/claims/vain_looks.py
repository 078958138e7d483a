"""Said to be well, or without something, where every look at just that thing was in vain.

Whom a claim is about stands in its clause, its label or row, its bullet or heading, or in the sentence
before; the first of these that names what a call looked at counts. Of those looks the ones that looked for
what is denied count, if there are any. It must not judge what a look did see.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from evidencelab.traces.evidence.bearing import OF_ANY_TOOL, Bearing, in_english
from evidencelab.traces.evidence.looks import Look, Looks, spelled
from evidencelab.traces.values.reader import value_tokens
from evidencelab.traces.wording.absences import Absence, absences_of
from evidencelab.traces.wording.exceptions import is_excepted
from evidencelab.traces.wording.failings import TELLS_FAILURE, TELLS_NOT_READ
from evidencelab.traces.wording.statement import Statement
from evidencelab.traces.wording.words import name_words, stem, words_of

_ITS = re.compile(r"\b(?:its|their|whose)\b|[它其该]", re.IGNORECASE)
_OF_ALL = re.compile(
    r"\b(?:(?<!at )all|every|each|any|none of|both|entire|whole)\b|所有|全部|均|都|各|任何", re.IGNORECASE
)
_LOGS = words_of("log logs journal journalctl dmesg")
_FEWEST, _LONGEST = 2, 800


class Vain(NamedTuple):
    """The look on which a claim rests, and why it saw nothing."""

    call: int
    reason: str
    line: str | None = None


def seen_in_vain(
    statement: Statement, others: Sequence[Statement], looks: Looks, excepted: str = ""
) -> Vain | None:
    """Give the look in vain on which a claim of absence or health rests; None if it may hold.

    Args:
        statement: The statement, without its exceptions.
        others: All statements of its message, in order.
        looks: The looks of the calls before it.
        excepted: What it takes out.
    """
    if not looks.has_vain or TELLS_NOT_READ.search(statement.text):
        return None
    focus = words_of(" ".join((*statement.sections[-1:], *statement.parents)))
    for absence in absences_of(statement):
        about: list[str] = []
        for names in _subjects(absence, statement, others, looks):
            for name in names:
                if words_of(name) and words_of(name) <= absence.thing:
                    continue
                about.append(name)
                for said in (name, *looks.also_called(name)):
                    vain = _vain(looks, said, absence, (focus | words_of(absence.clause)) - words_of(said))
                    if vain is not None and not _is_told(said, statement, others, vain):
                        reason = f"{vain.vain}, and nothing else shows that of {said!r}"
                        return Vain(vain.call, reason, vain.line)
            if about:
                break
        section = _section_in_vain(absence, looks, statement, others)
        if section is not None:
            return section
        vain = _of_both(absence, about, looks)
        if vain is not None:
            return Vain(vain.call, f"{vain.vain}, and no other call bears on it", vain.line)
        if any(looked and not vain for name in about for looked, vain in _answers(looks.of(name), absence)):
            continue
        unseen = _one_of_all(absence, about, looks, excepted)
        if unseen is not None and not any(_is_told(name, statement, others, unseen[0]) for name in unseen[1]):
            return Vain(unseen[0].call, f"{unseen[0].vain}, so that not all of it was seen", unseen[0].line)
        asked = _asked_in_vain(absence, about, looks)
        if asked is not None and not _is_told_of_call(asked, statement, others):
            reason = asked.fault.reason if asked.fault is not None else ""
            return Vain(asked.number, f"{reason}, and no other call bears on it")
    return None


def _asked_in_vain(absence: Absence, about: Sequence[str], looks: Looks) -> Bearing | None:
    """Give the failed call that asked for more of what a claim speaks of than any other call shows."""
    spoken = absence.thing | words_of(absence.clause) | in_english(absence.clause)
    spoken |= in_english("".join(absence.thing))
    if not spoken - absence.thing:
        spoken |= words_of(absence.label)
    spoken |= {stem(one + two) for one, two in pairwise(re.findall(r"[A-Za-z]+", absence.clause))}
    if _LOGS & spoken:
        spoken |= _LOGS
    for bearing in reversed(looks.failed):
        if bearing.answers_none_of(absence.thing):
            continue
        told = bearing.told_of_failure if absence.thing & bearing.told_of_failure else frozenset()
        held = (spoken & (bearing.asked | told)) - OF_ANY_TOOL
        own = held & bearing.tool_words
        if not own and len(held) < max(1, min(_FEWEST, len(words_of(absence.clause)) / 2)):
            continue
        its = words_of(" ".join(about)) | frozenset(about)
        if about and not (held - its and any(name in bearing.low_text for name in about)):
            continue
        sound = (b for b in looks.laid if b not in looks.failed)
        if not any(held <= b.shown for b in sound):
            return bearing
    return None


def _section_in_vain(
    absence: Absence, looks: Looks, statement: Statement, others: Sequence[Statement]
) -> Vain | None:
    """Give the failed part of a reply that alone would have shown what is denied, if no one tells of it."""
    spoken = absence.thing | words_of(absence.clause) | in_english(absence.clause)
    for bearing in looks.laid:
        for name, line in bearing.failed_sections:
            own = name_words(name) - OF_ANY_TOOL
            if not own or not own <= spoken or not own & absence.thing:
                continue
            elsewhere = (b for b in looks.laid if b is not bearing and b not in looks.failed)
            is_shown = any(own <= b.shown for b in elsewhere) or any(
                own <= words_of(other) for other in bearing.lines if name.lower() not in other.lower()
            )
            is_told = any(
                TELLS_FAILURE.search(other.text) and own & words_of(other.text)
                for other in others
                if other.number != statement.number
            )
            if not is_shown and not is_told:
                shown = " ".join(line.split())[:100]
                return Vain(bearing.number, f"the output of {bearing.call.tool_name} has {shown!r}", line)
    return None


def _subjects(
    absence: Absence, statement: Statement, others: Sequence[Statement], looks: Looks
) -> Iterator[list[str]]:
    """Give the names of whom a claim may be about, the nearest first."""
    yield looks.names_in(absence.clause)
    yield looks.names_in(absence.label)
    if statement.kind == "row":
        return
    for above in reversed(statement.parents):
        if above not in statement.text:
            yield looks.names_in(above)
    if absence.is_carried:
        before = [o for o in others if o.number == statement.number - 1 and o.sections == statement.sections]
        if before and before[0].kind in ("sentence", "bullet"):
            yield looks.names_in(before[0].text)
    yield looks.names_in(" ".join(statement.sections[-1:]))


def _vain(looks: Looks, name: str, absence: Absence, focus: frozenset[str]) -> Look | None:
    """Give the last of the looks at a name that count, if all of them were in vain.

    Those count that are of the source spoken of, by its tool's name; else those that looked for what is
    denied; where nothing is named, those that are most of what is spoken of; else all.
    """
    seen = looks.of(name)
    if not seen or any(b.answers_none_of(absence.thing) for b in looks.laid if b.number == seen[-1].call):
        return None
    sources = {b.number for b in looks.laid if b.tool_words & (focus | absence.thing)}
    of_source = [look for look in seen if look.call in sources]
    if of_source and all(look.vain for look in of_source):
        rest = (look for look in seen if look.call not in sources)
        if not any(absence.thing and absence.thing <= look.words for look in rest):
            return of_source[-1]
    answers = zip(seen, _answers(seen, absence), strict=True)
    of_it = [(look, vain) for look, (looked, vain) in answers if looked]
    if of_it:
        return of_it[-1][0] if all(vain for _, vain in of_it) else None
    if absence.is_all:
        shares = [len((focus - OF_ANY_TOOL) & look.words) for look in seen]
        seen = tuple(look for look, share in zip(seen, shares, strict=True) if share == max(shares))
    return seen[-1] if all(look.vain and (look.is_whole or absence.is_all) for look in seen) else None


def _one_of_all(
    absence: Absence, about: Sequence[str], looks: Looks, excepted: str
) -> tuple[Look, Sequence[str]] | None:
    """Give a look in vain at one of all those of which something is said, and what that one is called.

    The looks of one tool count that looked for what is spoken of, and of which another did see something.
    """
    if about or not _OF_ALL.search(absence.clause):
        return None
    if any(token.kind == "name" for token in value_tokens(f"{absence.label} {absence.clause}"[:_LONGEST])):
        return None
    spoken = absence.thing | words_of(absence.clause) | in_english(absence.clause)
    for name in looks.names:
        if is_excepted(excepted, name):
            continue
        seen = [look for look in looks.of(name) if (spoken & look.words) - OF_ANY_TOOL]
        if not seen or not all(look.vain for look in seen):
            continue
        tools = {looks.tool_of(look.call) for look in seen}
        others = (look for other in looks.names if other != name for look in looks.of(other))
        if any(not look.vain and looks.tool_of(look.call) in tools for look in others):
            return seen[-1], [name]
    return None


def _answers(seen: Sequence[Look], absence: Absence) -> list[tuple[bool, str]]:
    """Tell of each look whether it looked for what is denied, and why in vain."""
    thing = absence.thing | in_english("".join(absence.thing))
    return [look.of(thing) for look in seen]


def _of_both(absence: Absence, about: Sequence[str], looks: Looks) -> Look | None:
    """Give the look in vain at what the clause names, among those at what the sentence named before."""
    if not about or not _ITS.search(absence.clause):
        return None
    for name in looks.names_in(absence.label):
        seen = [look for look in looks.of(name) if any(look in looks.of(other) for other in about)]
        if name not in about and seen and all(look.vain and look.is_whole for look in seen):
            return seen[-1]
    return None


def _is_told(name: str, statement: Statement, others: Sequence[Statement], look: Look) -> bool:
    """Tell whether the answer tells elsewhere of the failure to see a thing."""
    return any(
        TELLS_FAILURE.search(other.text)
        and spelled(name).search(other.text.lower())
        and (TELLS_NOT_READ.search(other.text) or (look.words - words_of(name)) & words_of(other.text))
        for other in others
        if other.number != statement.number
    )


def _is_told_of_call(failed: Bearing, statement: Statement, others: Sequence[Statement]) -> bool:
    """Tell whether the answer tells elsewhere that a call failed, by a word of what it asked for."""
    asked = failed.asked - OF_ANY_TOOL
    return any(
        TELLS_NOT_READ.search(other.text) and asked & words_of(other.text)
        for other in others
        if other.number != statement.number
    )
