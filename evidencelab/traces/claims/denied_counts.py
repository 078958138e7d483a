"""Records that have some of what is denied, of those that the denial is on: counted, or told in its field.

It must not read a denial, nor judge what is no field of a record.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from evidencelab.traces.claims.denied_codes import HeldThing, is_called, number_in
from evidencelab.traces.evidence.bearing import Bearing, in_english, topic_as_told
from evidencelab.traces.evidence.looks import Looks
from evidencelab.traces.evidence.records import Record
from evidencelab.traces.wording.denied_things import OF_ANY_THING, OF_TIME, DeniedThing, are_alike, is_among
from evidencelab.traces.wording.exceptions import is_excepted
from evidencelab.traces.wording.numerals import counts_in
from evidencelab.traces.wording.words import COUNTING, name_words, words_of

_UNITS = words_of(
    "day days hour hours min mins minute minutes sec secs second seconds ms pct percent h s gb mb kb"
    " kg mg ug ml mm cm km kwh mwh kw ppm ppb hz"
)
_DENYING = re.compile(r"(?:^|[_ -])(?:no|not|non|without|missing)[_ -]|(?:^|[_ -])un(?=[a-z]{4})|[未无]")
"""In a field's name, these count what is without the thing."""
_CJK_COUNTING = ("", "数", "次数", "数量", "总数", "量", "人数", "天数")
_SEVERITY = re.compile(r"(?:超|高|中|低)(?:危|风险)|严重|紧急|重大|致命|警告|一般|轻微")
_CJK_TELLING = ("", "记录", "情况", "信息", "内容", "描述", "原因", "类型", "代码")
_NONE = re.compile(
    r"\W*(?:(?:none?|no|nil|null|false|ok|n/?a|normal|clear|0)\b.*|无.{0,2}|没有.{0,4}|正常|否)?\W*",
    re.IGNORECASE,
)
"""How a field says that there is none of what it is named for."""
_DONE = re.compile(r"[A-Za-z]{2,}ed$", re.IGNORECASE)
_ANYONE = re.compile(r"^(?:任何|一[个位名]|[人位名])+")
_LONG_NUMBER = re.compile(r"(?<![\w.,:/-])\d{4,}(?![\w.,:/-])")
_LONGEST_VALUE, _LONG = 60, 3


class Scope(NamedTuple):
    """What a denial is on: not what it takes out, and just what is of the moments it tells."""

    excepted: str
    moments: Sequence[str]

    def has(self, text: str) -> bool:
        """Tell whether a record or a line is within it."""
        low = text.lower()
        return not is_excepted(self.excepted, text) and all(moment in low for moment in self.moments)


def counting(thing: DeniedThing, names: Sequence[str], looks: Looks, scope: Scope) -> HeldThing | None:
    """Give a record of those meant with a field of the thing's name above zero; of the last call with any."""
    for bearing in reversed(looks.laid):
        counting = [
            (record, field)
            for record in (*bearing.records, *bearing.lists)
            for field in record.fields
            if number_in(record.fields[field]) is not None and _counts(field, thing, names, bearing)
        ]
        if not counting:
            continue
        most = max(_shared(field, thing) for _, field in counting)
        counting = [(record, field) for record, field in counting if _shared(field, thing) == most]
        if not names and not thing.is_all and _differs(bearing, counting, looks):
            return None
        meant = _meant(thing, names, bearing, [record for record, _ in counting], looks, scope)
        for record, field in counting:
            is_some = record in meant and (number_in(record.fields[field]) or 0) > 0
            if is_some and scope.has(record.text):
                return HeldThing(bearing.number, f"{field}: {record.fields[field]}", record)
        if meant:
            return None
    return None


def _shared(field: str, thing: DeniedThing) -> int:
    """Give how many words of a thing a field's name has."""
    return len(name_words(field.split(".")[-1]) & thing.words)


def _differs(bearing: Bearing, counting: Sequence[tuple[Record, str]], looks: Looks) -> bool:
    """Tell whether another call of the tool has none in the same field, so that it may be meant."""
    fields = {field for _, field in counting}
    return any(
        number_in(record.fields[field]) == 0
        for other in looks.laid
        if other is not bearing and other.call.tool_name == bearing.call.tool_name
        for record in (*other.records, *other.lists)
        for field in fields & record.fields.keys()
    )


def _counts(field: str, thing: DeniedThing, names: Sequence[str], bearing: Bearing) -> bool:
    """Tell whether a field's name is that of a thing, with what else it is called told by the call.

    Of whom is named, a field that only says `count` counts what its call speaks of.
    """
    last = field.split(".")[-1]
    if _DENYING.search(last) or _counts_another_act(last, thing):
        return False
    if any(last.startswith(said) and last.removeprefix(said) in _CJK_COUNTING for said in thing.signs):
        return True
    if _SEVERITY.fullmatch(last) and any(said.startswith(last) for said in thing.signs):
        return True
    words = name_words(last) - COUNTING - _UNITS
    wanted = thing.words | in_english("".join(thing.signs))
    if not words and not (names and name_words(last)):
        return False
    if not all(is_among(word, wanted | thing.noun) for word in words):
        return False
    if words and not any(is_among(word, wanted) for word in words):
        return False
    telling = _telling(thing)
    if (
        words
        and thing.words
        and not (telling & words)
        and not all(is_among(w, bearing.asked) for w in telling)
    ):
        return False
    rest = {o for o in thing.words if not any(are_alike(word, o) for word in words)} - OF_ANY_THING
    return bool(words or rest) and all(is_among(word, bearing.shown) for word in rest)


def _counts_another_act(field: str, thing: DeniedThing) -> bool:
    """Tell whether a field counts who did what the thing only names: `offered` where nobody took an offer."""
    done = _DONE.search(field)
    if done is None or not words_of(done[0]) <= thing.words or done[0].lower() in thing.text.lower():
        return False
    acts = (_ANYONE.sub("", sign) for sign in thing.signs)
    return bool(thing.words - words_of(done[0])) or any(len(act) > 1 for act in acts)


def _telling(thing: DeniedThing) -> frozenset[str]:
    """Give the words one of which a field of a thing has: its last, and what was done: `dropped frames`."""
    said = [word for word in re.findall(r"[A-Za-z][\w/]*", thing.text) if words_of(word) - _UNITS - OF_TIME]
    done = [word for word in said[:-1] if word.lower().endswith("ed")]
    told = words_of(" ".join((*said[-1:], *done)))
    return told if not told <= OF_ANY_THING else thing.words


def filled(thing: DeniedThing, names: Sequence[str], looks: Looks, scope: Scope) -> HeldThing | None:
    """Give a record of those meant that says what it has in the field of the thing's name.

    Other records of the list say that they have none, or nothing.
    """
    if len(names) > 1 and not thing.is_all:
        return None
    for bearing in reversed(looks.laid):
        filled = [
            (record, field)
            for record in bearing.records
            for field, value in record.fields.items()
            if _is_field_of(field, value, thing)
        ]
        groups = {record.group for record, _ in filled}
        group = [record for record in bearing.records if record.group in groups]
        if not filled or len(filled) == len(group):
            continue
        meant = _meant(thing, names, bearing, group, looks, scope)
        for record, field in filled:
            if record in meant and scope.has(record.text):
                return HeldThing(bearing.number, f"{field}: {record.fields[field]}", record)
        return None
    return None


def listed(thing: DeniedThing, names: Sequence[str], looks: Looks, scope: Scope) -> HeldThing | None:
    """Give a record of the list that a call named for the thing gave, where it asked for just such ones."""
    telling = _telling(thing)
    for bearing in reversed(looks.laid):
        is_asked = telling <= bearing.tool_words and thing.words <= bearing.asked and thing.words > telling
        if not telling or not is_asked or bearing.fault is not None:
            continue
        records = [record for record in bearing.records if name_words(_list_of(record)) <= thing.words]
        for record in _meant(thing, names, bearing, records, looks, scope):
            if scope.has(record.text) and len(record.fields) > 1 and not says_none(record):
                return HeldThing(bearing.number, record.text, record)
        return None
    return None


def _list_of(record: Record) -> str:
    """Give the name of a record's list within its reply; empty for the reply itself, and for a table."""
    path = record.group.partition(":")[2]
    return path if re.fullmatch(r"[\w.-]*", path) else ""


def says_none(record: Record) -> bool:
    """Tell whether a value of a record says that there is none of what the record names: `leak: no`."""
    return any(value.strip() and _NONE.fullmatch(value) for value in record.fields.values())


def _is_field_of(field: str, value: str, thing: DeniedThing) -> bool:
    """Tell whether a field is named by a thing's last word, and its value tells of such a one."""
    last = field.split(".")[-1]
    if _NONE.fullmatch(value) or number_in(value) is not None or not re.search(r"[^\W\d_]", value):
        return False
    if any(last.startswith(sign) and last.removeprefix(sign) in _CJK_TELLING for sign in thing.signs):
        return True
    words = name_words(last)
    return (
        bool(words)
        and words <= thing.words
        and words <= _telling(thing)
        and all(is_among(word, words_of(value)) for word in thing.words - words)
    )


def _meant(
    thing: DeniedThing,
    names: Sequence[str],
    bearing: Bearing,
    records: Sequence[Record],
    looks: Looks,
    scope: Scope,
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
    topic = topic_as_told(thing.clause) - thing.words - OF_TIME - OF_ANY_THING
    about = {word for word in topic if word.isascii()}
    if thing.is_all or scope.excepted:
        # in front, it may tell who found so; behind, it says of whom
        behind = words_of(thing.behind)
        about = {w for w in about if w in behind or any(is_among(w, b.shown) for b in looks.laid)}
    elif not about and not (topic & bearing.asked):
        return ()
    if not all(is_among(word, bearing.shown) for word in about):
        return ()
    return of_values_in(f"{thing.label} {thing.clause}", records)


def _stands_in(value: str, text: str) -> bool:
    """Tell whether a value stands in a text as a word of its own; short numbers may be anything."""
    if value.isdigit() and len(value) < _LONG:
        return False
    return not value.isascii() or re.search(rf"(?<![\w.-]){re.escape(value)}(?![\w-])", text) is not None


def of_values_in(text: str, records: Sequence[Record]) -> Sequence[Record]:
    """Give the records that have all those values of theirs, in worded cells, which stand in a text."""
    said = {
        value
        for record in records
        for value in record.fields.values()
        if 1 < len(value) <= _LONGEST_VALUE and value in text and _stands_in(value, text)
    }
    if not said and _LONG_NUMBER.search(text):
        return []
    return [record for record in records if said <= set(record.fields.values())]


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
