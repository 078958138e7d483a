"""What may be told of a record: its headings and names, and values behind their keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from evidencelab.evidence.clauses.hedging import HEDGE
from evidencelab.evidence.clauses.limits import EXCEPTION, GOVERNING
from evidencelab.evidence.late_patterns import late_pattern
from evidencelab.evidence.text.lexicon import DIRECTIONS, MODAL, NEGATION, STATES, UNITS, is_number
from evidencelab.evidence.text.record_names import is_grouping, name_fields
from evidencelab.evidence.text.records import Field, Record, Telling
from evidencelab.evidence.text.tokens import SEPARATOR, tokenise

_BRACKETED = late_pattern(r"(?:(?<!\s)\s++)?[(\[{<#].*\Z", re.DOTALL)
SAID_UNIT = late_pattern(r"([\d.,+-]+) \((?:unit|units|uom|currency|ccy) ([^\s(),]+)\)", re.IGNORECASE)
"""A number and, in brackets, the unit that its element names."""
_UNIT_OF_KEY = late_pattern(r"([^()\[\]]*[^()\[\]\s])\s?[(\[](%|[A-Za-zμ°/]{1,8})[)\]]")
"""A key and the unit of its value."""
_OTHERWISE = frozenset(("or", "and", "approx", "about", "similar", "或", "和", "等", "约"))
"""In brackets, these make more or less of what they stand behind."""
_UNIT_KEYS = {("unit",), ("units",), ("单", "位")}
_STATE_KEYS = {("state",), ("status",), ("phase",), ("health",)}
_MAX_STATE = 3
"""Words that a state may have: in progress."""
_SAME_VALUES = {("null",): ("none",), ("none",): ("null",)}


class Item(NamedTuple):
    """Something of a record that may be told.

    Attributes:
        tokens: What is told, the key first.
        n_key: How many of the tokens are the key.
        field: The field it is of; None for a heading.
        depth: Of the record in the chain, the outermost at 0.
        column: Of a cell; -1 where there are no columns.
        is_subject: Whether it stands for the record, and what follows must be its own.
        span: Folded stretch of the text.
    """

    tokens: tuple[str, ...]
    n_key: int
    field: Field | None
    depth: int
    column: int
    is_subject: bool
    span: tuple[int, int]


def items_of(chain: list[Record]) -> Iterator[Item]:
    """Yield what may be told of a record and of what it lies in."""
    for depth, record in enumerate(chain):
        inner = chain[depth + 1] if depth + 1 < len(chain) else None
        if record.heading and record.self_field is None:
            yield Item(record.heading, 0, None, depth, -1, True, record.heading_span)
        names = name_fields(record)
        state = state_field(record)
        if record.tellings is None:
            record.tellings = list(_tellings(record))
        tellings: dict[Field, list[Telling]] = {}
        for telling in record.tellings:
            tellings.setdefault(telling[0], []).append(telling)
        for column, field in enumerate(record.fields):
            at = column if record.is_row else -1
            level = depth + (inner is not None and field is inner.self_field)
            for _, key, value in tellings.get(field, ()):
                yield Item(key + value, len(key), field, level, at, False, (field.start, field.end))
            if depth and record.heading and is_grouping(record):
                # it names the record whose fields it groups
                level = depth - 1
            span = (field.end - len(field.raw), field.end)
            if field in names and field.value:
                yield Item(field.value, 0, field, level, at, True, span)
                unsigned = field.value[1:] if field.value[0] in {"+", "-", "~"} else ()
                if unsigned:
                    yield Item(unsigned, 0, field, level, at, True, span)
            elif field.value and (record.is_row or not field.key or is_unit(field) or field is state):
                yield Item(field.value, 0, field, level, at, False, span)


def _tellings(record: Record) -> Iterator[Telling]:
    """Yield fields with the keys and values they may be told by, where no other field has that key."""
    found: list[Telling] = []
    for field in record.fields:
        if not field.key:
            continue
        short = _BRACKETED.sub("", field.label)
        keys = [field.key]
        if short and short != field.label and may_be_cut(field.label[len(short) :]):
            keys.append(tuple(tokenise(short.lower())))
        if "/" in field.label:
            halves = field.label.lower().split("/")
            if len(halves) == 2 and all(half.isalpha() for half in halves):
                # a column for either
                keys += [tuple(tokenise(half)) for half in halves]
        scaled = _UNIT_OF_KEY.fullmatch(field.label)
        if scaled and len(field.value) == 1 and is_number(field.value[0]):
            unit = tokenise(f"1 {scaled[2]}".lower())[1:]
            found.append((field, tuple(tokenise(scaled[1].lower())), (*field.value, *unit)))
        values = [field.value]
        if field.value in _SAME_VALUES:
            values.append(_SAME_VALUES[field.value])
        cut = _BRACKETED.sub("", field.raw)
        if cut and cut != field.raw and may_be_cut(field.raw[len(cut) :]):
            values.append(tuple(tokenise(cut.lower())))
        said = SAID_UNIT.fullmatch(field.raw)
        if said:
            values.append(tuple(tokenise(f"{said[1]} {said[2]}".lower())))
        found += [(field, key, value) for key in keys if key for value in values]
        if (
            len(field.key) > 1
            and field.key[-1] in UNITS
            and len(field.value) == 1
            and is_number(field.value[0])
        ):
            found.append((field, field.key[:-1], (*field.value, field.key[-1])))
    owners: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
    for field, key, _ in found:
        owners.setdefault(key, set()).add((*field.key, SEPARATOR, *field.value))
    n_fields: dict[tuple[str, ...], int] = {}
    for field in record.fields:
        n_fields[field.key] = n_fields.get(field.key, 0) + 1
    for field, key, value in found:
        if len(owners[key]) == 1 and n_fields[field.key] == 1:
            yield field, key, value


def state_field(record: Record) -> Field | None:
    """Return the one field that says in which state a record is, if there is one."""
    found = [field for field in record.fields if field.key[-1:] in _STATE_KEYS]
    if len(found) != 1 or not 0 < len(found[0].value) <= _MAX_STATE:
        return None
    # a state may be one of a country
    is_state = found[0].value[0] in STATES or (
        found[0].key[-1] != "state" and all(map(str.isalpha, found[0].value))
    )
    return found[0] if is_state else None


def is_unit(field: Field) -> bool:
    """Tell whether a field holds the unit of a value beside it."""
    return field.key[-1:] in _UNIT_KEYS or field.key[-2:] in _UNIT_KEYS


def may_be_cut(rest: str) -> bool:
    """Tell whether what a value has behind a bracket may be left out: it names or dates, it turns nothing."""
    words = frozenset(tokenise(rest.lower()))
    lower = rest.lower()
    if NEGATION.search(rest) or GOVERNING.search(lower) or EXCEPTION.search(lower):
        return False
    if HEDGE.search(f"{rest} "):
        return False
    return words.isdisjoint(MODAL | STATES | DIRECTIONS | _OTHERWISE)
