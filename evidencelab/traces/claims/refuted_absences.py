"""Said not to be there, where a record counts some of it, a code is of its class, or an entry is one.

What is denied is held against the records of whom the claim is about: those it names, the group it counts
(`the 6 old replicas`), else all of a list whose words have all that the claim speaks of. Silent where the
denial is narrowed, and where the answer tells of such a thing elsewhere.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from evidencelab.traces.claims.denied_codes import CLASS_OF_CODES, HeldThing, coded, is_called, number_in
from evidencelab.traces.evidence.bearing import Bearing, in_english, topic_of
from evidencelab.traces.evidence.looks import Looks
from evidencelab.traces.evidence.records import Record
from evidencelab.traces.values.reader import value_tokens
from evidencelab.traces.wording.denied_things import (
    OF_ANY_THING,
    OF_TIME,
    DeniedThing,
    are_alike,
    denied_things,
    is_among,
)
from evidencelab.traces.wording.numerals import counts_in
from evidencelab.traces.wording.statement import Statement
from evidencelab.traces.wording.words import COUNTING, name_words, words_of

_NARROWED = re.compile(
    r"\b(?:other|others|else|more|further|new|newer|longer|anymore|again|yet|since|after|before|until"
    r"|between|during"
    r" (?!the (?:hour|day|week|month|window|period)\b)|above|over|exceed\w*|beyond|below|under|at least"
    r"|than|except\w*"
    r"|apart|besides|but|only (?!the\b)|if|would|could|should|can|may|might|must|will|need\w*|recent\w*"
    r"|latest|currently"
    r"|now|remain\w*|left|today|yesterday|unresolved|unplanned|unexpected|major|significant|serious"
    r"|notable|real|known"
    r"|first|last|final\w*|almost|nearly|most|some|unless|when|once)\b"
    r"|除|以外|之外|其他|其余|之前|之后|以后|新的|再|如果|应|可能|目前|当前|仍|明显|严重|重大|大多|部分",
    re.IGNORECASE,
)
_EXCEPTED = re.compile(r"\b(?:except\w*|apart|besides|other than|but)\b|除|以外|之外|但", re.IGNORECASE)
_UNITS = words_of(
    "day days hour hours min mins minute minutes sec secs second seconds ms pct percent h s gb mb"
)
_ENTRY = re.compile(
    r"^\W*(?:\d{1,4}[-/:.]\d|[A-Z][a-z]{2} +\d|[A-Z][a-z]{2} [A-Z][a-z]{2}|level=|(?:ERROR|WARN|INFO)\b)"
)
_NEGATED = re.compile(
    r"\b(?:no|not|none|without|never|cleared|resolved|recovered|zero|0)\b|没有|未|无", re.IGNORECASE
)
_DENYING = re.compile(r"(?:^|[_ -])(?:no|not|non|without|missing)[_ -]|(?:^|[_ -])un(?=[a-z]{4})|[未无]")
"""In a field's name, these count what is without the thing."""
_CJK_COUNTING = ("", "数", "次数", "数量", "总数", "量", "人数", "天数")
_LONGEST, _LONGEST_VALUE = 240, 60


class RefutedAbsence(NamedTuple):
    """What refutes a denial: why, its call, and its line."""

    reason: str
    call: int
    line: str


def refuted_absence(statement: Statement, others: Sequence[Statement], looks: Looks) -> RefutedAbsence | None:
    """Give what in the evidence is what a statement says there is none of; None if nothing is.

    Args:
        statement: The statement.
        others: All statements of its message, in order.
        looks: The looks of the calls before it.
    """
    if not looks.laid or _EXCEPTED.search(statement.text):
        return None
    for thing in denied_things(statement):
        if _NARROWED.search(thing.clause) or _NARROWED.search(thing.text):
            continue
        if any(token.kind == "moment" for token in value_tokens(thing.predicate)):
            continue
        names = looks.names_in(thing.clause) or looks.names_in(thing.label)
        names = [name for name in names if not words_of(name) or not words_of(name) <= thing.words]
        if not names and any(
            token.kind == "name" and not CLASS_OF_CODES.search(token.text)
            for token in value_tokens(thing.clause)
        ):
            continue
        found = coded(thing, names, looks) or _counting(thing, names, looks) or _entered(thing, names, looks)
        if found is None or _is_told(thing, found, names, statement, others):
            continue
        tool = next(b.call.tool_name for b in looks.laid if b.number == found.call)
        shown = " ".join(found.shown.split())
        return RefutedAbsence(f"the output of {tool} has {shown[:100]!r}", found.call, found.shown)
    return None


def _counting(thing: DeniedThing, names: Sequence[str], looks: Looks) -> HeldThing | None:
    """Give a record of those meant with a field of the thing's name above zero; of the last call with any."""
    for bearing in reversed(looks.laid):
        counting = [
            (record, field)
            for record in bearing.records
            for field in record.fields
            if number_in(record.fields[field]) is not None and _counts(field, thing, names, bearing)
        ]
        if not counting:
            continue
        meant = _meant(thing, names, bearing, [record for record, _ in counting])
        for record, field in counting:
            if record in meant and (number_in(record.fields[field]) or 0) > 0:
                return HeldThing(bearing.number, f"{field}: {record.fields[field]}", record)
        if meant:
            return None
    return None


def _counts(field: str, thing: DeniedThing, names: Sequence[str], bearing: Bearing) -> bool:
    """Tell whether a field's name is that of a thing, with what else it is called told by the call.

    Of whom is named, a field that only says `count` counts what its call speaks of.
    """
    last = field.split(".")[-1]
    if _DENYING.search(last):
        return False
    if any(last.startswith(said) and last.removeprefix(said) in _CJK_COUNTING for said in thing.signs):
        return True
    words = name_words(last) - COUNTING - _UNITS
    wanted = thing.words | in_english("".join(thing.signs))
    if not words and not (names and name_words(last)):
        return False
    if not all(is_among(word, wanted | thing.noun) for word in words):
        return False
    if words and not any(is_among(word, wanted) for word in words):
        return False
    rest = {o for o in thing.words if not any(are_alike(word, o) for word in words)} - OF_ANY_THING
    return bool(words or rest) and all(is_among(word, bearing.shown) for word in rest)


def _meant(
    thing: DeniedThing, names: Sequence[str], bearing: Bearing, records: Sequence[Record]
) -> Sequence[Record]:
    """Give the records that a denial is about; none where that cannot be told."""
    if names:
        named = [r for r in records if any(is_called(r, name) for name in names)]
        if named or any(name not in bearing.asked_text.lower() for name in names):
            return named
        return records
    counts = counts_in(thing.clause) or counts_in(thing.label)
    if counts:
        return records if counts[0] == len(records) else _group_of(counts[0], records)
    about = topic_of(thing.clause) - thing.words - OF_TIME - OF_ANY_THING
    about = frozenset(word for word in about if word.isascii())
    is_all = thing.is_all or about
    return records if is_all and all(is_among(word, bearing.shown) for word in about) else ()


def _group_of(number: int, records: Sequence[Record]) -> Sequence[Record]:
    """Give the one group of just so many records that share a cell, or what their first cells begin with."""
    groups: dict[str, dict[int, Record]] = defaultdict(dict)
    for record in records:
        cells = list(record.fields.values())
        keys = {f"{field}={cell}" for field, cell in record.fields.items()}
        keys |= {found[0] for cell in cells[:1] for found in [re.match(r".*[-_.:](?=[\w]+$)", cell)] if found}
        for key in keys:
            groups[key][id(record)] = record
    alike = {frozenset(group): list(group.values()) for group in groups.values() if len(group) == number}
    named = [list(g.values()) for key, g in groups.items() if "=" not in key and len(g) == number]
    if len(named) == 1:
        return named[0]
    return next(iter(alike.values())) if len(alike) == 1 else ()


def _entered(thing: DeniedThing, names: Sequence[str], looks: Looks) -> HeldThing | None:
    """Give an entry of a log, or a short value of a record, that is what is denied, of two words or more."""
    words = re.findall(r"[A-Za-z][\w/]*", thing.text)
    if len(words) < 2 or not all(words_of(word) or "/" in word for word in words):
        return None
    one = [re.sub(r"(?<=[a-z]{3})(?:es|s)$", "", word) for word in words]
    phrase = re.compile(
        r"(?<![\w-])" + r"[\s_-]+".join(re.escape(word) + r"(?:es?|s|ed)?" for word in one) + r"(?![\w-])",
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
            ):
                return HeldThing(bearing.number, line)
        for record in bearing.records:
            for value in record.fields.values():
                if len(value) <= _LONGEST_VALUE and phrase.match(value) and not _NEGATED.search(value):
                    return HeldThing(bearing.number, value, record)
    return None


def _is_told(
    thing: DeniedThing,
    found: HeldThing,
    names: Sequence[str],
    statement: Statement,
    others: Sequence[Statement],
) -> bool:
    """Tell whether the answer tells elsewhere of what it denies here, of the record that has it."""
    labels: list[str] = []
    if found.record is not None:
        first = next(iter(found.record.fields.values()), "").lower()
        labels = [first, re.split(r"[-_.:/]", first)[-1]]
    wanted = thing.words - OF_ANY_THING
    called = re.sub(r"s$", "", thing.text.lower())
    for other in others:
        if other.number == statement.number:
            continue
        low = other.text.lower()
        is_of_it = any(is_among(word, words_of(low)) for word in wanted) or any(
            said in low for said in (*thing.signs, called)
        )
        is_of_record = any(len(label) > 1 and label in low for label in labels)
        if (
            is_of_it
            and (is_of_record or (not names and not _NEGATED.search(low)))
            and (is_of_record or not counts_in(thing.clause))
        ):
            return True
    return False
