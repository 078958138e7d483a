"""Codes that are said not to be there, by class or one by one: `no 5xx`, `no server errors`, `没有 504`.

A code stands in a field of its own beside its count, at the head of a row, in a field's name, or in the line
of an access log. It must not judge any other denial.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from evidencelab.traces.evidence.bearing import Bearing, topic_as_told
from evidencelab.traces.evidence.layout import cells_of
from evidencelab.traces.evidence.looks import Looks
from evidencelab.traces.evidence.records import Record
from evidencelab.traces.wording.denied_things import OF_ANY_THING, OF_TIME, DeniedThing, is_among
from evidencelab.traces.wording.words import stem

CLASS_OF_CODES = re.compile(r"\b([1-5])xx\b", re.IGNORECASE)
_WITH_CLASS = re.compile(r"\b(?:with|returned|got|as|was|were) (?:an? )?(?:HTTP )?([1-5])xx\b", re.IGNORECASE)
_CODE = re.compile(r"(?<![\w.])([1-5]\d\d)(?:s|\b(?!\s*(?:ms|mb|gb|%)))", re.IGNORECASE)
_CODE_FIELD = re.compile(r"(?:^|[_.\s-])(?:status|code|http|response)|状态码", re.IGNORECASE)
_CODE_NAME = re.compile(
    r"(?:^|[_.\s-])(?:http_?|status_?|code_?)?([1-5](?:\d\d|xx))(?:$|[_.\s-])", re.IGNORECASE
)
_IS_CODE = re.compile(r"[1-5]\d\d")
_FEWEST_ROWS = 2
_CODE_IN_LINE = re.compile(r"(?:\"\s+|\bstatus[=:]\s?|HTTP/[\d.]+\"?\s+)([1-5]\d\d)\b")
_NUMBER = re.compile(r"(\d[\d,]*(?:\.\d+)?)\s*(?:%|[a-z]{1,4})?", re.IGNORECASE)
_SERVED = frozenset(("serv", "server", "return"))
_LONGEST = 480


class HeldThing(NamedTuple):
    """A place that has some of what is denied: its call, how it is written, and its record."""

    call: int
    shown: str
    record: Record | None = None


def coded(thing: DeniedThing, names: Sequence[str], looks: Looks) -> HeldThing | None:
    """Give a record or a line with a code of the class denied, and a count above zero if it has one."""
    said = CLASS_OF_CODES.search(thing.text) or _CODE.search(thing.text) or _WITH_CLASS.search(thing.clause)
    code = said[1] if said is not None else _class_of(thing)
    if not code:
        return None
    for bearing in reversed(looks.laid):
        if any(name not in bearing.low_text for name in names):
            continue
        about = {
            w
            for w in topic_as_told(CLASS_OF_CODES.sub(" ", thing.clause))
            - thing.words
            - OF_TIME
            - OF_ANY_THING
            if w.isalpha() and w.isascii()
        }
        if not all(is_among(word, bearing.shown | _SERVED) for word in about):
            continue
        held, is_coded = _codes_in(bearing, code, names)
        if held is not None:
            return held
        if is_coded:
            return None
    return None


def _class_of(thing: DeniedThing) -> str:
    if stem("server") in thing.words and stem("error") in thing.words:
        return "5"
    return "4" if stem("client") in thing.words and stem("error") in thing.words else ""


def _codes_in(bearing: Bearing, code: str, names: Sequence[str]) -> tuple[HeldThing | None, bool]:
    """Give where a call has a code, and whether it has any codes at all."""
    is_coded = False
    for record in bearing.records:
        if names and not any(is_called(record, name) or name in bearing.asked_text.lower() for name in names):
            continue
        for field, value in record.fields.items():
            named = _CODE_NAME.search(field)
            if named is not None and number_in(value) is not None:
                is_coded = True
                if named[1].lower().startswith(code) and (number_in(value) or 0) > 0:
                    return HeldThing(bearing.number, f"{field}: {value}", record), True
            elif _CODE_FIELD.search(field) and _IS_CODE.fullmatch(value):
                is_coded = True
                counts = [number_in(v) for f, v in record.fields.items() if f != field]
                some = [count for count in counts if count is not None]
                if value.startswith(code) and (not some or max(some) > 0):
                    return HeldThing(bearing.number, f"{field}: {value}", record), True
    rows = [cells for cells in map(cells_of, bearing.lines) if _IS_CODE.fullmatch(cells[0] if cells else "")]
    if len(rows) >= _FEWEST_ROWS and _CODE_FIELD.search(bearing.shown_text):
        is_coded = True
        for cells in rows:
            counted = [count for count in map(number_in, cells[1:]) if count is not None]
            if cells[0].startswith(code) and (not counted or max(counted) > 0):
                return HeldThing(bearing.number, "  ".join(cells)), True
    for line in bearing.lines:
        found = _CODE_IN_LINE.search(line) if len(line) <= _LONGEST else None
        is_coded = is_coded or found is not None
        if (
            found is not None
            and found[1].startswith(code)
            and (not names or any(n in line.lower() for n in names))
        ):
            return HeldThing(bearing.number, line), True
    return None, is_coded


def number_in(value: str) -> float | None:
    """Give the number that is all of a value, a unit behind it left off; None for any other value."""
    found = _NUMBER.fullmatch(value.strip())
    return float(found[1].replace(",", "")) if found is not None else None


def is_called(record: Record, name: str) -> bool:
    """Tell whether a record has a name, folded, as one of its values."""
    return any(value.lower() == name for value in record.fields.values())
