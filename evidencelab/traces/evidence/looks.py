"""What each call looked at of a thing that is named, and whether it saw it: whole calls, records, lines.

A call that failed saw nothing of what it asked for; a record or a line that tells of a failure saw nothing
of the thing it names, nor does a cell that is blank see what its column counts. It must not know what is
said of the thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from evidencelab.traces.evidence.bearing import Bearing
from evidencelab.traces.evidence.later_calls import is_named_for_reading
from evidencelab.traces.values.names import is_name
from evidencelab.traces.wording.absences import nouns_of
from evidencelab.traces.wording.failings import SAYS_UNSEEN
from evidencelab.traces.wording.state_words import families_of
from evidencelab.traces.wording.words import name_words, words_of

_BLANK = re.compile(r"(?:[-–—?]+|n/?a|null|none|unknown|nan|无|未知|无数据|暂无|no data)?", re.IGNORECASE)
_TAGGED = re.compile(r"([a-z][\w-]+):[\w.-]+")
_WHOLE_NAME = re.compile(r"[\w.:/@+-]*\w")
_MOST_NAMES, _SHORTEST, _LONGEST, _LONGEST_LINE = 600, 2, 60, 400
_VAIN = ("missing", "failed")
_NO_NAMES = r"(?:true|false|null|none|yes|all|errors?|warn(?:ing)?s?|info|debug)"
_WORDED = re.compile(rf"(?!{_NO_NAMES}$)(?=.*(?:[a-z]{{2}}|[a-z][-_.]?\d|[\u4e00-\u9fff]{{2}}|\d\.\d+\.))")
"""What may be a name: no word of a log's levels, and no number or time."""


class Look(NamedTuple):
    """What a call saw of a thing.

    Attributes:
        call: The call's index.
        words: What was looked for: the words that the call asked for, the names of the record's fields.
        vain: Why nothing was seen; empty where something was.
        fields: The record's fields.
        line: What tells so in the call's output.
        is_whole: Whether the whole call is meant, and no part of its output.
    """

    call: int
    words: frozenset[str]
    vain: str
    fields: Mapping[str, str]
    line: str | None = None
    is_whole: bool = False

    def of(self, thing: frozenset[str]) -> tuple[bool, str]:
        """Tell whether it looked for a thing, and why it saw nothing of it; empty where it did."""
        cells = [value for name, value in self.fields.items() if name_words(name.split(".")[-1]) & thing]
        if cells and all(_BLANK.fullmatch(cell) for cell in cells) and self.vain:
            return True, self.vain
        if cells:
            return True, ""
        return bool(self.words & thing), self.vain


class Looks:
    """The looks of the calls before a message at what they name.

    Args:
        laid: The calls.
    """

    def __init__(self, laid: Sequence[Bearing]) -> None:
        self.laid = laid
        self._of: dict[str, tuple[Look, ...]] = {}
        self._also: dict[str, tuple[str, ...]] = {}

    @cached_property
    def failed(self) -> Sequence[Bearing]:
        """The calls that read and failed."""
        return [
            b
            for b in self.laid
            if b.fault is not None
            and b.fault.is_plain
            and b.fault.kind in _VAIN
            and is_named_for_reading(b.call)
        ]

    @cached_property
    def has_vain(self) -> bool:
        """Whether any call failed, or any output tells that something was not seen."""
        return bool(self.failed) or any(SAYS_UNSEEN.search(b.low_output) for b in self.laid)

    @cached_property
    def names(self) -> Sequence[str]:
        """What the calls asked for and what their records are called, folded, longest first."""
        found: dict[str, None] = {}
        for bearing in self.laid:
            for value in (*bearing.asked_names, *_texts(bearing.call.arguments)):
                found.update(dict.fromkeys(_names_of(value)))
            for record in bearing.records[:_MOST_NAMES]:
                for value in list(record.fields.values())[:2]:
                    found.update(dict.fromkeys(_names_of(value)))
        names = [
            name
            for name in found
            if _WORDED.match(name) and not (families_of(name) or SAYS_UNSEEN.search(name))
        ]
        return sorted(names[:_MOST_NAMES], key=len, reverse=True)

    def names_in(self, text: str) -> list[str]:
        """Give the names that stand in a text as words of their own, those within longer ones left out."""
        low = text.lower()
        found: list[str] = []
        for name in self.names:
            if name not in low:
                continue
            own = spelled(name)
            if own.search(low):
                found.append(name)
                low = own.sub(" ", low)
        return found

    def also_called(self, name: str) -> tuple[str, ...]:
        """Give what calls asked for and only the record of a name has: a load's truck, a node's address."""
        if name not in self._also:
            found: dict[str, None] = {}
            for bearing in self.laid:
                rows = [
                    [v.lower() for v in record.fields.values()] for record in bearing.records[:_MOST_NAMES]
                ]
                own = [row for row in rows if name in row[:2]]
                its = {value for row in own for value in row if value in self._asked and value != name}
                found.update((v, None) for v in its if sum(v in row for row in rows) == len(own))
            self._also[name] = tuple(found)
        return self._also[name]

    @cached_property
    def _asked(self) -> frozenset[str]:
        """What the calls asked for, folded."""
        texts = (text.strip().lower() for b in self.laid for text in _texts(b.call.arguments))
        return frozenset(text for text in texts if _SHORTEST <= len(text) <= _LONGEST)

    def tool_of(self, call: int) -> str:
        """Give the tool of a call."""
        return next((b.call.tool_name for b in self.laid if b.number == call), "")

    def of(self, name: str) -> tuple[Look, ...]:
        """Give the looks at a name, in order of the calls."""
        if name not in self._of:
            self._of[name] = tuple(look for b in self.laid for look in _looks_of(b, name))
        return self._of[name]


def _looks_of(bearing: Bearing, name: str) -> Iterator[Look]:
    if name not in bearing.low_text:
        return
    own = spelled(name)
    is_asked = own.search(bearing.asked_text.lower()) is not None
    number, fault, tool = bearing.number, bearing.fault, bearing.call.tool_name
    if fault is not None and fault.kind in _VAIN:
        if is_asked or own.search(bearing.low_output):
            yield Look(number, bearing.asked | nouns_of(tool), fault.reason, {}, is_whole=True)
        return
    for part, line in bearing.failed_sections:
        if own.search(part.lower()):
            vain = f"the output of {tool} has {' '.join(line.split())[:100]!r}"
            yield Look(number, bearing.asked, vain, {}, line, is_whole=True)
            return
    records = [
        record
        for record in bearing.records
        if any(len(v) <= _LONGEST and own.search(v.lower()) for v in record.fields.values())
    ]
    seen = " ".join(record.text for record in records)
    for record in records:
        titles = frozenset[str]().union(*(name_words(field.split(".")[-1]) for field in record.fields))
        told = next((value for value in record.fields.values() if SAYS_UNSEEN.search(value)), None)
        vain = "" if told is None else f"the output of {tool} has {' '.join(told.split())[:100]!r}"
        yield Look(number, bearing.asked | titles, vain, record.fields, told)
    is_shown = bool(records)
    for line in bearing.lines:
        low = line.lower()
        if low in seen or len(line) > _LONGEST_LINE or not own.search(low):
            continue
        is_shown = True
        vain = (
            f"the output of {tool} has {' '.join(line.split())[:100]!r}" if SAYS_UNSEEN.search(line) else ""
        )
        yield Look(number, bearing.asked | (frozenset() if vain else words_of(line)), vain, {}, line)
    if is_asked and not is_shown:
        yield Look(number, bearing.shown, "", {}, is_whole=True)


def spelled(name: str) -> re.Pattern[str]:
    """Match a name where it is no part of a longer one."""
    if not name.isascii():
        return re.compile(re.escape(name))
    return re.compile(rf"(?<![\w-])(?<!\w[./@]){re.escape(name)}(?![\w-])(?![./@]\w)")


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)


def _names_of(value: str) -> Iterator[str]:
    """Give a short value, and the names that stand in a longer one."""
    even = value.strip().lower()
    if _SHORTEST <= len(even) <= _LONGEST and "\n" not in even and len(even.split()) <= 3:
        yield even
        tagged = _TAGGED.fullmatch(even)
        if tagged is not None:
            yield tagged[1]
    for found in _WHOLE_NAME.finditer(value[:2000]):
        word = found[0]
        if _SHORTEST <= len(word) <= _LONGEST and (is_name(word) or "-" in word):
            yield word.lower()
