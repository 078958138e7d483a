"""Numbers by the thing they are of: the hotel a price was asked for, the key a rating stands under.

A call's reply often tells no more than names and numbers, `{"Hotel Aster": 118.0}`; what is told of the thing
is then in the tool's name, `get_hotel_price`. Names are those a call asked about, capitalised keys, and what
the rows of a list are called. It must not know what any answer says.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from pydantic import JsonValue

from evidencelab.contracts import ToolInvocation
from evidencelab.traces.evidence.places import Held, Place
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.row_labels import even
from evidencelab.traces.evidence.row_names import RowLists
from evidencelab.traces.formats.conversation import CallRecord
from evidencelab.traces.wording.words import name_words, words_of

_KEY = re.compile(
    r"'((?:[^'\\\n]|\\.){2,60})'\s*:|\"((?:[^\"\\\n]|\\.){2,60})\"\s*:"
    r"|(?:^|, )([^=:,{}\[\]\"'\n]{2,60})(?:=|,(?= [\w.]+=))"
)
_PROPER = re.compile(
    r"[A-Z][\w'’&.-]*(?: (?:of|the|and|de|du|la|le|des|&|[A-Z\d][\w'’&.-]*))* [A-Z\d][\w'’&.-]*"
)
_PAIR_OF_NAME = re.compile(
    r"(?:^|[\s,;{-])[\"']?(?:name|title|subject|label|summary|名称|标题)[\"']?\s*[=:]\s*[\"']?$"
)
_WORD = re.compile(r"[A-Za-z0-9](?:[\w.'’&@/-]*\w)?")
_SPAN = re.compile(r"\\n|[\n;,{}(]")
_SHORTEST, _LONGEST, _MOST_ASKED, _MOST_WORDS = 2, 60, 200, 5
_LONGEST_SPAN, _MOST_SIGNS = 48, 2000
_OF_A_CALL = frozenset(("check", "fetch", "search", "read", "look", "lookup", "query", "call", "api", "item"))


class Owned(NamedTuple):
    """A number of a thing, the words that say what it is of it, and whether it is all that is told there."""

    held: Held
    words: frozenset[str]
    is_alone: bool


class Owner(NamedTuple):
    """A thing that a text names, and where."""

    name: str
    start: int
    end: int


class OwnedNumbers:
    """The numbers of one pool by what they are of."""

    def __init__(
        self,
        pool: Pool,
        calls: Sequence[tuple[int, ToolInvocation, CallRecord | None]],
        lists: RowLists,
    ) -> None:
        self.pool = pool
        self._calls = {index: call for index, call, _ in calls}
        self._lists = lists
        self._named: dict[str, Sequence[Owner]] = {}

    def of(self, name: str) -> Sequence[Owned]:
        """Give the numbers of a thing."""
        return self._by_name.get(name, ())

    def owners_of(self, held: Held) -> frozenset[str]:
        """Give the things that a number is of."""
        return frozenset(self._owners.get((held.place, held.token.start), ()))

    def named_in(self, text: str) -> Sequence[Owner]:
        """Give the things that a text names, in order; the longest name counts."""
        if text not in self._named:
            self._named[text] = self._find_in(text)
        return self._named[text]

    def _find_in(self, text: str) -> Sequence[Owner]:
        low = text.lower()
        found: list[Owner] = []
        words = [(word.start(), word.end()) for word in _WORD.finditer(low)]
        at = 0
        while at < len(words):
            for n_words in range(min(self._longest, len(words) - at), 0, -1):
                start, end = words[at][0], words[at + n_words - 1][1]
                name = even(low[start:end]).replace("’", "'")
                if name in self._by_name:
                    found.append(Owner(name, start, end))
                    at += n_words
                    break
            else:
                at += 1
        taken = [range(one.start, one.end) for one in found]
        for name in self._in_signs:
            start = low.find(name)
            if start >= 0 and not any(start in span for span in taken):
                found.append(Owner(name, start, start + len(name)))
                taken.append(range(start, start + len(name)))
        return sorted(found, key=lambda one: one.start)

    @cached_property
    def _owners(self) -> dict[tuple[int, int], list[str]]:
        """Give the names by the places of their numbers."""
        found: dict[tuple[int, int], list[str]] = defaultdict(list)
        for name, its in self._by_name.items():
            for one in its:
                found[one.held.place, one.held.token.start].append(name)
        return found

    @cached_property
    def _longest(self) -> int:
        return max((len(_WORD.findall(name)) for name in self._by_name), default=0)

    @cached_property
    def _in_signs(self) -> Sequence[str]:
        """Give the names in Chinese, the longest first."""
        return sorted((name for name in self._by_name if not name.isascii()), key=len, reverse=True)[
            :_MOST_SIGNS
        ]

    @cached_property
    def _by_name(self) -> dict[str, list[Owned]]:
        found: dict[str, list[Owned]] = defaultdict(list)
        for index in self.pool.of_call:
            call = self._calls.get(index)
            if call is not None:
                for name, owned in self._of_call(index, call):
                    found[name].append(owned)
        for rows in self._lists.all:
            for name, row in rows.row_of.items():
                numbers = [held for held in rows.numbers[row] if held.field]
                if numbers and _is_name_of(name, rows.places[row]):
                    found[name] += [Owned(held, name_words(held.field), False) for held in numbers]
        return found

    def _of_call(self, index: int, call: ToolInvocation) -> Iterator[tuple[str, Owned]]:
        """Give the numbers of a call's reply with the names they stand under."""
        asked = frozenset(list(_texts(call.arguments))[:_MOST_ASKED])
        about = words_of(call.tool_name.replace("_", " ")) - _OF_A_CALL
        places = self.pool.call_places(index)
        numbers = [
            h
            for place in places
            for h in self.pool.by_place.get(place.number, ())
            if h.token.kind == "number"
        ]
        if len(numbers) == len(places) == len(asked) == 1 and not _SPAN.search(places[0].text):
            yield next(iter(asked)), Owned(numbers[0], about, True)
            return
        path, name = "", ""
        for place in places:
            if place.raw_path != path:
                path, name = place.raw_path, ""
            if "{" not in place.text and "=" not in place.text and not name:
                continue
            yield from self._of_place(place, asked, about, name)
            keys = list(_names_in(place.text, asked))
            name = keys[-1].name if keys else name

    def _of_place(
        self, place: Place, asked: frozenset[str], about: frozenset[str], above: str
    ) -> Iterator[tuple[str, Owned]]:
        keys = [*_names_in(place.text, asked)]
        for held in self.pool.by_place.get(place.number, ()):
            if held.token.kind != "number":
                continue
            key = next((one for one in reversed(keys) if one.end <= held.token.start), None)
            span = place.text[key.end if key is not None else 0 : held.token.start]
            own = _SPAN.split(span)[-1]
            if len(own) > _LONGEST_SPAN or len(own.split()) > _MOST_WORDS:
                continue
            name = key.name if key is not None else above
            words = name_words(own)
            if name:
                is_alone = key is not None and not re.search(r"\w", span)
                yield name, Owned(held, words or (about if is_alone else words), is_alone)


def _names_in(text: str, asked: frozenset[str]) -> Iterator[Owner]:
    """Give the keys and heads of a line that name things."""
    for found in _KEY.finditer(text):
        written = next(group for group in found.groups() if group)
        name = even(written.lower()).replace("’", "'")
        if name in asked or _PROPER.fullmatch(written.strip()):
            yield Owner(name, found.start(), found.end())


def _texts(value: JsonValue) -> Iterator[str]:
    """Give the short texts of a call's arguments that may name a thing."""
    if isinstance(value, str):
        name = even(value.lower()).replace("’", "'")
        if _SHORTEST <= len(name) <= _LONGEST and re.search(r"[^\W\d_]{2}", name):
            yield name
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)


def _is_name_of(name: str, place: Place) -> bool:
    """Tell whether a row's line gives a name as what the row is called, or begins with it."""
    at = place.text.lower().find(name)
    if at < 0:
        return False
    before = place.text[:at]
    return _PAIR_OF_NAME.search(before) is not None or not re.search(r"\w", before)
