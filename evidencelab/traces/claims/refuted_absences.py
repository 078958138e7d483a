"""Said not to be there, where a record counts some of it, a code is of its class, or an entry is one.

What is denied is held against the records of whom the claim is about: those it names, the group it counts
(`the 6 old replicas`), else all of a list whose words have all that the claim speaks of. Silent where the
denial is narrowed, and where the answer tells of such a thing elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from evidencelab.traces.claims.denied_codes import CLASS_OF_CODES, HeldThing, coded
from evidencelab.traces.claims.denied_counts import Scope, counting, filled, listed, of_values_in, says_none
from evidencelab.traces.evidence.looks import Looks, spelled
from evidencelab.traces.values.reader import value_tokens
from evidencelab.traces.wording.denied_things import (
    OF_ANY_THING,
    DeniedThing,
    denied_things,
    is_among,
)
from evidencelab.traces.wording.mood import mood_of
from evidencelab.traces.wording.numerals import counts_in
from evidencelab.traces.wording.statement import Statement
from evidencelab.traces.wording.words import words_of

_NARROWED = re.compile(
    r"\b(?:other|others|else|more|further|new|newer|longer|anymore|again|yet|since|after|before|until"
    r"|between|during"
    r" (?!the (?:hour|day|week|month|window|period)\b)|above|over|exceed\w*|beyond|below|under|at least"
    r"|than|except\w*"
    r"|apart|besides|but|only (?!the\b)|if|would|could|should|can|(?-i:may)|might|must|will|need\w*|recent\w*"
    r"|latest|currently"
    r"|now|remain\w*|left|today|yesterday|unresolved|unplanned|unexpected|major|significant|serious"
    r"|notable|real|known"
    r"|first|last|final\w*|almost|nearly|most|some|unless|when|once)\b"
    r"|除|以外|之外|其他|其余|之前|之后|以后|新的|再|如果|应|可能|目前|当前|仍|明显|严重|重大|大多|部分",
    re.IGNORECASE,
)
_EXCEPTED = re.compile(r"\b(?:except\w*|apart|besides|other than|but)\b|除|以外|之外|但", re.IGNORECASE)
"""Exceptions in words that were not read."""
_ENTRY = re.compile(
    r"^\W*(?:\d{1,4}[-/:.]\d|[A-Z][a-z]{2} +\d|[A-Z][a-z]{2} [A-Z][a-z]{2}|level=|(?:ERROR|WARN|INFO)\b"
    r"|\w+(?:Warning|Error|Exception):)"
)
_NEGATED = re.compile(
    r"\b(?:no|not|none|without|never|cleared|resolved|recovered|zero|0)\b|没有|未|无", re.IGNORECASE
)
_OF_SUCH = re.compile(
    r"\b(?:that|which|who|whose|offering|having)\s+(?!(?:i|we|you|was|were|is|are|had been)\b)"
    r"(?P<such>[^,;.]+)",
    re.IGNORECASE,
)
"""Behind a thing, what narrows it: `companies that offer electric cars`."""
_LONGEST, _LONGEST_VALUE = 240, 60


class RefutedAbsence(NamedTuple):
    """What refutes a denial: why, its call, and its line."""

    reason: str
    call: int
    line: str


def refuted_absence(
    statement: Statement, others: Sequence[Statement], looks: Looks, excepted: str = ""
) -> RefutedAbsence | None:
    """Give what in the evidence is what a statement says there is none of; None if nothing is.

    Args:
        statement: The statement, without its exceptions.
        others: All statements of its message, in order.
        looks: The looks of the calls before it.
        excepted: What it takes out.
    """
    if not looks.laid or _EXCEPTED.search(statement.text):
        return None
    for thing in denied_things(statement):
        if _NARROWED.search(thing.clause) or _NARROWED.search(thing.text):
            continue
        moments = [t.text.strip().lower() for t in value_tokens(thing.predicate) if t.kind == "moment"]
        scope = Scope(excepted, moments)
        names = looks.names_in(thing.clause) or looks.names_in(thing.label)
        names = [name for name in names if not words_of(name) or not words_of(name) <= thing.words]
        if not names and any(
            token.kind == "name" and not CLASS_OF_CODES.search(token.text)
            for token in value_tokens(thing.clause)
        ):
            continue
        found = coded(thing, names, looks)
        if found is None and not thing.is_undone:
            found = (
                counting(thing, names, looks, scope)
                or filled(thing, names, looks, scope)
                or listed(thing, names, looks, scope)
                or _entered(thing, names, looks, scope)
            )
        if found is None or not scope.has(found.record.text if found.record else found.shown):
            continue
        if _is_told(thing, found, names, statement, others) or _is_of_others(thing, found):
            continue
        tool = next(b.call.tool_name for b in looks.laid if b.number == found.call)
        shown = " ".join(found.shown.split())
        return RefutedAbsence(f"the output of {tool} has {shown[:100]!r}", found.call, found.shown)
    return None


def _is_of_others(thing: DeniedThing, found: HeldThing) -> bool:
    """Tell whether only such things are denied as have what is not said of the one that was found."""
    of_such = _OF_SUCH.search(thing.clause, max(0, thing.clause.find(thing.text)))
    wanted = words_of(of_such["such"]) - thing.words if of_such is not None else frozenset[str]()
    held = words_of(found.record.text if found.record else found.shown)
    return bool(wanted) and not any(is_among(word, held) for word in wanted)


def _entered(thing: DeniedThing, names: Sequence[str], looks: Looks, scope: Scope) -> HeldThing | None:
    """Give an entry of a log, or a short value of a record, that is what is denied, of two words or more."""
    if thing.signs:
        return _entered_zh(thing, names, looks, scope)
    words = re.findall(r"[A-Za-z][\w/]*", thing.text)
    if len(words) < 2 or not all(words_of(word) or "/" in word for word in words):
        return None
    one = [re.sub(r"(?<=[a-z]{3})(?:es|s)$", "", word) for word in words]
    phrase = re.compile(
        r"(?<![\w-])" + r"[\s_-]*".join(re.escape(word) + r"(?:es?|s|ed)?" for word in one) + r"(?![\w-])",
        re.I,
    )
    for bearing in reversed(looks.laid):
        if any(name not in bearing.low_text for name in names) or not phrase.search(bearing.low_output):
            continue
        for line in bearing.lines:
            if (
                len(line) <= _LONGEST
                and _ENTRY.match(line)
                and phrase.search(line)
                and not _NEGATED.search(line)
                and scope.has(line)
            ):
                return HeldThing(bearing.number, line)
        for record in bearing.records:
            for value in record.fields.values():
                is_it = len(value) <= _LONGEST_VALUE and phrase.match(value) and not _NEGATED.search(value)
                if is_it and not says_none(record) and scope.has(record.text):
                    return HeldThing(bearing.number, value, record)
    return None


def _entered_zh(thing: DeniedThing, names: Sequence[str], looks: Looks, scope: Scope) -> HeldThing | None:
    """Give a record with a cell that is what is denied, or a line that counts some of it."""
    for bearing in reversed(looks.laid):
        if any(name not in bearing.low_text for name in names):
            continue
        for sign in thing.signs:
            counted = re.compile(
                rf"(?<![\u4e00-\u9fff]){re.escape(sign)}\s*(?:[(（][^()（）]*[)）])?\s*[:：=]\s*[1-9]"
            )
            for line in bearing.lines:
                if len(line) <= _LONGEST and counted.search(line) and scope.has(line):
                    return HeldThing(bearing.number, line)
            having = [record for record in bearing.records if sign in record.fields.values()]
            group = [r for r in bearing.records if r.group in {record.group for record in having}]
            for record in of_values_in(f"{thing.label} {thing.clause}", group):
                if record in having and not says_none(record) and scope.has(record.text):
                    return HeldThing(bearing.number, sign, record)
    return None


def _is_told(
    thing: DeniedThing,
    found: HeldThing,
    names: Sequence[str],
    statement: Statement,
    others: Sequence[Statement],
) -> bool:
    """Tell whether the answer tells elsewhere of what it denies here, of the record that has it."""
    labels: list[re.Pattern[str]] = []
    if found.record is not None:
        first = next(iter(found.record.fields.values()), "").lower()
        labels = [spelled(part) for part in (first, re.split(r"[-_.:/]", first)[-1]) if len(part) > 1]
    wanted = thing.words - OF_ANY_THING
    called = re.sub(r"s$", "", thing.text.lower())
    for other in others:
        if other.number == statement.number or other.kind == "heading":
            continue
        low = other.text.lower()
        is_of_it = any(is_among(word, words_of(low)) for word in wanted) or any(
            said in low for said in (*thing.signs, called)
        )
        is_of_record = any(label.search(low) for label in labels)
        if (
            is_of_it
            and (is_of_record or (not names and not _NEGATED.search(low) and mood_of(other) == "fact"))
            and (is_of_record or not counts_in(thing.clause))
        ):
            return True
    return False
