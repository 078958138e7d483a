"""The records of one list, and what a clause tells of one of them that is another one's.

It is silent unless the clause names one record by what only it has, one value stands in others of the list,
and that record has another value under the same field. It must not know other lists.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from evidencelab.traces.evidence.places import holds
from evidencelab.traces.evidence.records import Record
from evidencelab.traces.evidence.subjects import said_in
from evidencelab.traces.states.record_values import (
    LONG_NUMBER,
    NUMBERED,
    OWN_NAME,
    RecordValue,
    has_value,
    is_alike,
    is_said,
    is_time,
    is_worded_for,
    values_of,
)
from evidencelab.traces.states.told_states import CAMEL, STATE_FIELD, StateFinding
from evidencelab.traces.values.moments import Moment
from evidencelab.traces.values.reader import value_tokens
from evidencelab.traces.wording.state_words import folded
from evidencelab.traces.wording.words import words_of

_LIMIT = re.compile(
    r"\b(?:ends?|ending|expir\w*|not.?after|due|deadlines?|valid|support\w*|renew\w*|until|by)|_(?:end|until|due)\b"
    r"|到期|截止|结束|有效期",
    re.IGNORECASE,
)
"""Words for the end of something, which is another date than that of a field without one."""
_ONE_OF_A_KIND = re.compile(r"(?<!\bas )(?<!\bis )(?<!\bwas )\ban? (?:[a-z]+ )?$")
"""In front of a plain word, this makes it a thing of that kind, not a value: `builds an aviary`."""
_OWNED = re.compile(r"[#`*]{0,3}[\w-]+[`*]{0,3}\s?[(（]")
_LISTED = re.compile(r"[`*]{0,3}(?:\s?[,，、]\s?|,?\s(?:and|&)\s|\s?和\s?)[`*#]{0,3}")
"""What parts the members of a list."""
_NUMBERED_ID = re.compile(r"(?=.*\d)(?=.*[a-z])[\w#-]+")
_GOES_ON = re.compile(
    r"\s*(?:(?:it |which |also |both )?(?:is|was|are|were|has|had|goes|went|belongs)\b"
    r"|(?:assigned|owned|handled|led|run|held|booked|with|by|under|at|in|due)\b|[由归属在于为])",
    re.IGNORECASE,
)
"""At the head of a clause, these go on telling of what the one before is about."""
_ENDS, _LONGEST_BEFORE = ";；。\n", 240
_FEWEST_KEYS, _NEAR, _FEWEST_LETTERS = 2, 24, 3


class _Match(NamedTuple):
    """A value of a clause, and the records of a list that have it, each under the field it has it in."""

    said: RecordValue
    fields: Mapping[int, str]


class Mixed(NamedTuple):
    """A value of a clause that is another record's.

    Attributes:
        said: The value, its offsets in the clause.
        record: The record the clause is about.
        field: The field of it that has another value.
        held: What names the record in the clause, folded.
        label: The longest of those.
        is_told: Whether the statement gives the record's own value as well, of another one perhaps.
    """

    said: RecordValue
    record: Record
    field: str
    held: Sequence[str]
    label: str
    is_told: bool = False

    def is_of(self, other: Mixed) -> bool:
        """Tell whether the value is another record's own, under the same field."""
        return self.field == other.field and self.said.text == folded(other.record.fields[other.field])

    def finding(self, start: int) -> StateFinding:
        """Give the finding in a statement in which the clause begins at an offset."""
        at, end = start + self.said.start, start + self.said.end
        return StateFinding(at, end, self.field, self.record.fields[self.field], self.record.call, self.label)


class RecordList:
    """The records of one list, and which of them have a value."""

    def __init__(self, records: Sequence[Record]) -> None:
        self.records = records
        self.texts = frozenset(folded(record.text) for record in records)
        self.names = words_of(CAMEL.sub(" ", " ".join(records[0].fields)))
        self._by_text: dict[str, dict[int, str]] = defaultdict(dict)
        self._moments: list[tuple[Moment, int, str]] = []
        self._keyed: tuple[str, _Match | None] = "", None
        for number, record in enumerate(records):
            for field, value in record.fields.items():
                for held in values_of(value, field):
                    if held.moment is not None:
                        self._moments.append((held.moment, number, field))
                    else:
                        self._by_text[held.text].setdefault(number, field)

    def _keyed_in(self, text: str) -> _Match | None:
        """Give the key of the only record that a text names by one."""
        if self._keyed[0] != text:
            keys = [match for match in self._matches(text) if self._is_named(match)]
            self._keyed = text, keys[0] if len({frozenset(key.fields) for key in keys}) == 1 else None
        return self._keyed[1]

    def _carried_to(self, text: str, start: int, clause: str) -> _Match | None:
        """Give the key of the last record named before a clause that goes on without a subject of its own."""
        if not start or not _GOES_ON.match(clause):
            return None
        near = max(0, start - _LONGEST_BEFORE)
        first = max(near, *(text.rfind(mark, near, start - 1) + 1 for mark in _ENDS))
        before = text[first:start]
        keys = [match for match in self._matches(before) if self._is_named(match)]
        return max(keys, key=lambda key: key.said.start, default=None)

    def mixed_in(self, clause: str, text: str, start: int = 0) -> Mixed | None:
        """Give the value of a clause, which begins at an offset of a text, that is another record's."""
        matches = self._matches(clause)
        if (apposed := self._apposed(matches, clause, text)) is not None:
            return apposed
        names = [
            match for match in matches if match.said.moment is None or match.said.moment.hour is not None
        ]
        moments = [match for match in matches if match.said.moment is not None]
        is_keyed = any(self._is_named(match) for match in matches)
        if moments and not is_keyed and (carried := self._keyed_in(text)) is not None:
            # a clause without a key goes on telling when; of whom it tells what may have a name of its own
            matches, names = moments, [carried, *(match for match in moments if match in names)]
        elif names and not is_keyed and (carried := self._carried_to(text, start, clause)) is not None:
            names = [carried, *names]
        about = self._about(names)
        if about is None:
            return None
        record = self.records[about]
        odd = [match for match in matches if about not in match.fields]
        # several values may be another's, if all are one and the same other's
        if odd and not set(odd[0].fields).intersection(*(match.fields for match in odd)):
            return None
        if any(has_value(folded(record.text), match.said) for match in odd):
            return None
        own = [match.said.text for match in names if about in match.fields and len(match.fields) == 1]
        for match in odd:
            field = self._other_field(match, record, clause, text)
            is_told = field is None and match.said.moment is None
            field = self._other_field(match, record, clause, clause) if is_told else field
            if field is not None:
                return Mixed(match.said, record, field, own, max(own, key=len), is_told)
        return None

    def _apposed(self, matches: Sequence[_Match], clause: str, text: str) -> Mixed | None:
        """Give a value told under its field's name right behind what no record with that value has."""
        for one, other in pairwise(sorted(matches, key=lambda match: match.said.start)):
            between = clause[one.said.end : other.said.start].strip(" `*_#:：(（").lower()
            fields = set(other.fields.values())
            if len(fields) != 1 or set(one.fields) & set(other.fields):
                continue
            (field,) = fields
            fewest = _FEWEST_LETTERS if between.isascii() else _FEWEST_KEYS
            if any(map(STATE_FIELD.search, one.fields.values())) or len(between) < fewest:
                continue
            if CAMEL.sub(" ", field.split(".")[-1]).lower().strip() != between or one.said.moment is not None:
                continue
            record = self.records[min(one.fields)]
            held = {self.records[number].fields.get(field, "") for number in one.fields}
            if all(held) and not any(is_said(own, text) or not is_alike(other.said, own) for own in held):
                return Mixed(other.said, record, field, [one.said.text], one.said.text)
        return None

    def listed_for_another(self, text: str) -> Mixed | None:
        """Give the one of several keys told in a row of an owner's that is another owner's."""
        matches = self._matches(text)
        keys = [m for m in matches if len(m.fields) == 1 and _NUMBERED_ID.fullmatch(m.said.text)]
        if len(keys) < _FEWEST_KEYS or any(
            _LISTED.fullmatch(text[one.said.end : other.said.start]) is None for one, other in pairwise(keys)
        ):
            return None
        owners = [m for m in matches if m.said.moment is None and m not in keys]
        if any(len(set(m.fields.values())) != 1 for m in (*owners, *keys)):
            return None
        if len(owners) != 1 or not 0 <= keys[0].said.start - owners[0].said.end <= _NEAR:
            return None
        (field,) = set(owners[0].fields.values())
        odd = [key for key in keys if next(iter(key.fields)) not in owners[0].fields]
        if len(odd) != 1 or len(keys) == len(odd):
            return None
        record = self.records[next(iter(odd[0].fields))]
        if not record.fields.get(field, "").strip("-– ") or STATE_FIELD.search(field.split(".")[-1]):
            return None
        return Mixed(odd[0].said, record, field, [odd[0].said.text], odd[0].said.text)

    def _other_field(self, match: _Match, record: Record, clause: str, text: str) -> str | None:
        """Give the field in which a record has another value than the one that other records have there."""
        said, fields = match.said, set(match.fields.values())
        if len(fields) != 1:
            return None
        field = fields.pop()
        held = record.fields.get(field)
        if held is not None and not held.strip("-– ") and len(match.fields) == 1 and _OWNED.match(clause):
            return None if self._is_key(field) or STATE_FIELD.search(field.split(".")[-1]) else field
        if not held or not folded(held).strip("-– ") or STATE_FIELD.search(field.split(".")[-1]):
            return None
        if is_worded_for(said, held) and not is_said(held, text) and not self._is_key(field):
            return field
        if self._is_key(field) or is_said(held, text) or not is_alike(said, held):
            return self._other_time(said, record, clause, text)
        if said.moment is not None and _LIMIT.search(clause) and not _LIMIT.search(field):
            return None
        return field

    def _other_time(self, said: RecordValue, record: Record, clause: str, text: str) -> str | None:
        """Give a record's one time of day that a text does not tell, where it tells another's."""
        if said.moment is None or said.moment.hour is None or _LIMIT.search(clause):
            return None
        fields = [
            field for field, held in record.fields.items() if is_alike(said, held) and not is_said(held, text)
        ]
        return fields[0] if len(fields) == 1 else None

    def _about(self, names: Sequence[_Match]) -> int | None:
        """Give the one record that a clause names: by most of what only one has, its key before the rest."""
        keyed: set[int] = set()
        scores: dict[int, int] = defaultdict(int)
        for match in names:
            if len(match.fields) == 1:
                ((number, field),) = match.fields.items()
                scores[number] += 1
                keyed |= {number} if self._is_key(field) else set()
        if keyed or not scores:
            return keyed.pop() if len(keyed) == 1 else None
        best = max(scores.values())
        leading = [number for number, score in scores.items() if score == best]
        return leading[0] if len(leading) == 1 else None

    def _is_key(self, field: str) -> bool:
        """Tell whether a field is the first but for times, or names things, and tells all records apart."""
        first = next((name for name, value in self.records[0].fields.items() if not is_time(value)), None)
        values = [record.fields.get(field, "") for record in self.records]
        is_naming = field == first or OWN_NAME.fullmatch(field) is not None
        return is_naming and len(set(values)) == len(values)

    def _is_named(self, match: _Match) -> bool:
        """Tell whether a value is the key of a single record."""
        return len(match.fields) == 1 and self._is_key(*match.fields.values())

    def _matches(self, clause: str) -> list[_Match]:
        """Give the values of the list that a clause says, with the records that have each."""
        low = clause.lower()
        found: list[_Match] = []
        said = said_in(low, self._by_text) | self._by_text.keys() & {
            *NUMBERED.findall(low),
            *LONG_NUMBER.findall(low),
        }
        said = {value for value in said if not any(value != other and value in other for other in said)}
        for value in sorted(said, key=low.find):
            at = low.find(value)
            if value.isalpha() and _ONE_OF_A_KIND.search(low[:at]):
                continue
            found.append(_Match(RecordValue(value, None, at, at + len(value)), self._by_text[value]))
        for token in value_tokens(clause):
            if token.moment is None:
                continue
            moment = token.moment
            having = {number: field for held, number, field in self._moments if holds(held, moment)}
            if having:
                found.append(_Match(RecordValue(token.text, moment, token.start, token.end), having))
        return found
