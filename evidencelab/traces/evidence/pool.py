"""All that the tools said before an answer, laid out so that a value can be looked up with its context.

A place is one line of one evidence ref. Lookup is by value (any unit, rounded or not), by name, by
moment, and by word. What the lookups mean is for the judges to say.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import accumulate
from math import log

from evidencelab.contracts import ToolInvocation
from evidencelab.traces.evidence.laying import TitledToken, laid_out, tokens_of, words_about
from evidencelab.traces.evidence.layout import name_kind, pieces_of
from evidencelab.traces.evidence.places import Column, Held, Place, holds, prefixes_of
from evidencelab.traces.values.moments import Moment
from evidencelab.traces.wording.words import words_of

_VERSIONS = re.compile(r"\d+(?:\.\d+){2,}")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_DIGITS = re.compile(r"\d{3,}")
_LINE_NUMBERS = re.compile(
    r"(?<=[a-z]:)\d{1,2}(?=:|$)|^\d{1,4}(?:\.\d+)?(?=[a-z]+$)|(?<=[a-z:@/_-])\d+\.\d+(?![.\d])"
)
_SISTER = re.compile(r"([a-z]{2,12}-?)\d{1,3}")
_FEWEST = 20
"""Places below which a pool counts as having so many, so that a word of a short run can tell something."""
_MANY = 400


class Pool:
    """The places and value tokens of some calls.

    Attributes:
        places: Every place, in order.
        numbers: Every number held, in order.
    """

    def __init__(self) -> None:
        self.places: list[Place] = []
        self.numbers: list[Held] = []
        self.names: dict[str, list[Held]] = defaultdict(list)
        self.name_numbers: dict[str, Held] = {}
        self.sisters: dict[str, dict[str, Held]] = defaultdict(dict)
        self.tails: dict[str, Held] = {}
        self.moments: list[Held] = []
        self.by_place: dict[int, list[Held]] = defaultdict(list)
        self.of_call: dict[int, list[int]] = defaultdict(list)
        self.kinds: set[str] = set()
        self.part_list: list[str] = []
        self._parts: dict[str, Held] = {}
        self._written: dict[str, Held] = {}
        self._n_like: dict[int, int] = defaultdict(int)
        self.folded = ""
        self.name_list: list[str] = []
        self._by_word: dict[str, list[int]] = defaultdict(list)
        self._calls_about: dict[str, list[int]] = defaultdict(list)
        self._by_day: dict[tuple[int, int], list[Held]] = defaultdict(list)
        self._by_clock: dict[tuple[int, int], list[Held]] = defaultdict(list)
        self._years: dict[int, Held] = {}
        self._texts: list[str] = []
        self._raw: list[tuple[float, int]] = []
        self._based: dict[str, list[tuple[float, int]]] = {}
        self._starts: list[int] = []
        self._columns: list[Column] | None = None

    def settle(self) -> None:
        """Bring the lookups up to date after places were added; costs a sort."""
        if len(self._starts) == len(self._texts) + 1:
            return
        self._columns = None
        self._raw = sorted((abs(held.token.number or 0.0), at) for at, held in enumerate(self.numbers))
        based: dict[str, list[tuple[float, int]]] = defaultdict(list)
        for at, held in enumerate(self.numbers):
            unit = held.token.unit
            if unit is not None:
                based[unit.dimension].append((abs((held.token.number or 0.0) * unit.size), at))
        for pairs in based.values():
            pairs.sort()
        self._based = dict(based)
        self.folded = "\n".join(self._texts).lower()
        self._starts = list(accumulate((len(text) + 1 for text in self._texts), initial=0))
        self.name_list = list(self.names)
        self.part_list = list(self._parts)
        self.kinds = {name_kind(name) for name in self.name_list}

    def add_text(self, text: str, call: int = -1, raw_path: str = "") -> None:
        """Add a text line by line: what was said, or a passage that was cited from a call."""
        for line in text.split("\n"):
            for piece in pieces_of(line):
                if piece.strip():
                    place = Place(len(self.places), call, raw_path, piece, words_of(piece), frozenset())
                    self._add_place(place, tokens_of(piece))

    def add_call(self, index: int, call: ToolInvocation) -> None:
        """Add a recorded call's refs.

        Args:
            index: The call's index in the session.
            call: The call, its refs recorded.
        """
        for word in words_about(call):
            self._calls_about[word].append(index)
        for line in laid_out(call):
            place = Place(len(self.places), index, line.raw_path, line.text, line.words, line.context)
            self._add_place(place, tokens_of(line.text, line.header, line.units))

    def _add_place(self, place: Place, tokens: Iterable[TitledToken]) -> None:
        found = list(tokens)
        names = {token.folded for token, _ in found if token.kind == "name"}
        place = place._replace(words=place.words | names)
        self.places.append(place)
        self.of_call[place.invocation].append(place.number)
        self._texts.append(place.text)
        for word in place.words:
            self._by_word[word].append(place.number)
        for token, title in found:
            held = Held(place.number, token, place, title)
            self.by_place[place.number].append(held)
            if token.kind == "number":
                self.numbers.append(held)
                written = re.sub(r"\D", "", token.text)
                if len(written) > 5:
                    self.tails.setdefault(written[-4:], held)
                if written not in self._written:
                    self._written[written] = held
                    self._n_like[len(written)] += 1
            elif token.kind == "moment":
                self.moments.append(held)
                self._index_moment(held)
            else:
                self.names[token.folded].append(held)
                for year in _YEAR.findall(token.folded):
                    self._years.setdefault(int(year), held)
                for run in _DIGITS.findall(token.folded):
                    self.name_numbers.setdefault(run, held)
                    self.tails.setdefault(run[-4:], held)
                for run in _LINE_NUMBERS.findall(token.folded):
                    self.name_numbers.setdefault(run, held)
                numbered = _SISTER.fullmatch(token.folded)
                if numbered:
                    self.sisters[numbered[1]].setdefault(token.folded, held)
                for prefix in prefixes_of(token.folded):
                    self._parts.setdefault(prefix, held)
                pieces = {*re.split(r"[-/:@.,#_]", token.folded), *re.split(r"[/:@.,#]", token.folded)}
                for part in (*sorted(pieces), *_VERSIONS.findall(token.folded)):
                    if len(part) >= (5 if "." in part else 6) and any(c.isdigit() or c == "_" for c in part):
                        self._parts.setdefault(part, held)

    def _index_moment(self, held: Held) -> None:
        moment = held.token.moment
        if moment is None:
            return
        if moment.year is not None:
            self._years.setdefault(moment.year, held)
        if moment.day is not None:
            for read in moment.readings:
                self._by_day[(read.month or 0, read.day or 0)].append(held)
        if moment.hour is not None:
            self._by_clock[(moment.hour, moment.minute or 0)].append(held)

    def weight(self, word: str) -> float:
        """Give how telling a word is: the rarer among places, the more."""
        n_places = max(len(self.places), _FEWEST)
        return log(1.0 + (n_places + 1.0) / (1.0 + len(self._by_word.get(word, ()))))

    def places_with(self, word: str) -> list[int]:
        """Give the places that hold a word."""
        return self._by_word.get(word, [])

    def calls_about(self, word: str) -> list[int]:
        """Give the calls whose tool or arguments hold a word."""
        return self._calls_about.get(word, [])

    def numbers_between(self, low: float, high: float, dimension: str | None = None) -> list[Held]:
        """Give the numbers whose absolute value lies in `[low, high]`.

        Args:
            low: Lower end.
            high: Upper end.
            dimension: None compares the numbers as written, whatever their unit; else their size in that
                dimension's base.
        """
        pairs = self._raw if dimension is None else self._based.get(dimension, [])
        first, last = bisect_left(pairs, (low, -1)), bisect_right(pairs, (high, len(self.numbers)))
        return [self.numbers[at] for _, at in pairs[first : min(last, first + _MANY)]]

    def moments_like(self, wanted: Moment) -> list[Held]:
        """Give the moments that say everything the wanted one says; see `holds`."""
        if wanted.hour is not None:
            among = self._by_clock.get((wanted.hour, wanted.minute or 0), [])
        elif wanted.day is not None:
            among = [h for w in wanted.readings for h in self._by_day.get((w.month or 0, w.day or 0), [])]
        else:
            among = self.moments
        return [held for held in among if held.token.moment and holds(held.token.moment, wanted)]

    def year(self, year: int) -> Held | None:
        """Give a moment of that year."""
        return self._years.get(year)

    def number_written(self, digits: str) -> Held | None:
        """Give a number that is written with exactly these digits, marks left out."""
        return self._written.get(digits)

    def n_numbers_like(self, n_digits: int) -> int:
        """Count the different numbers that are written with so many digits."""
        return self._n_like.get(n_digits, 0)

    def part_of(self, part: str) -> Held:
        """Give the name that has this part."""
        return self._parts[part]

    def place_at(self, offset: int) -> Place:
        """Give the place in which an offset of `folded` lies."""
        return self.spot_at(offset)[0]

    def spot_at(self, offset: int) -> tuple[Place, int]:
        """Give the place in which an offset of `folded` lies, and the offset in its text."""
        number = min(bisect_right(self._starts, offset) - 1, len(self.places) - 1)
        return self.places[number], offset - self._starts[number]

    def around(self, place: Place, distance: int) -> list[Place]:
        """Give the places of the same call within a distance, itself included."""
        first, last = max(0, place.number - distance), place.number + distance + 1
        return [other for other in self.places[first:last] if other.invocation == place.invocation]

    def columns(self, words: Mapping[str, float], most: int = 40) -> list[Column]:
        """Give the columns that a statement with these words can speak of, nearest first.

        A column is a field of one call's records, or a field that several calls have.
        """
        if self._columns is None:
            self._columns = self._find_columns()
        ranked = sorted(
            enumerate(self._columns),
            key=lambda item: (
                -sum(words.get(word, 0.0) * self.weight(word) for word in item[1].words),
                item[0],
            ),
        )
        return [column for _, column in ranked[:most]]

    def _find_columns(self) -> list[Column]:
        by_call: dict[tuple[int, str], list[Held]] = defaultdict(list)
        by_name: dict[str, list[Held]] = defaultdict(list)
        for held in self.numbers:
            call = self.places[held.place].invocation
            by_call[(call, held.column)].append(held)
            if "@" not in held.column:
                by_name[held.column].append(held)
        found = [Column(name, words_of(name), held) for (_, name), held in by_call.items() if len(held) >= 2]
        within = {name for (_, name), held in by_call.items() if len(held) >= 2}
        found += [
            Column(name, words_of(name), held)
            for name, held in by_name.items()
            if len(held) >= 2
            and (name not in within or len({self.places[h.place].invocation for h in held}) > 1)
        ]
        return found

    def call_places(self, invocation: int) -> list[Place]:
        """Give a call's places in order."""
        return [self.places[index] for index in self.of_call.get(invocation, ())]
