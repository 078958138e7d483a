"""A true number told of one record, though it is its sister's: anchors, records, columns, verdict.

A statement names rows of a table of the evidence, and each of its numbers is told of one of them: of the one
row it names or goes on from, of the one its clause names, or by turns. Where the row has another number in
the column in which a sister has the one told, and holds that one in no form, it is told of the wrong row. In
a table of the answer another row, or the title, must show that its column is that one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from evidencelab.traces.arithmetic.arithmetic_words import wording_of
from evidencelab.traces.arithmetic.quantities import quantities
from evidencelab.traces.crossed.telling import (
    Naming,
    Told,
    by_turns,
    is_of_the_rest,
    is_plain,
    parts_of,
    told_of_any,
    told_of_one,
    values_of,
)
from evidencelab.traces.crossed.told_cells import cell_of, stands_beside
from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.setting import Verdict, altered
from evidencelab.traces.evidence.sister_tables import Anchor, SisterTable, SisterTables, is_told, unit_told
from evidencelab.traces.judges.other_forms import equal
from evidencelab.traces.judges.weighing import targets
from evidencelab.traces.values.units import agree
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.clauses import is_of_owner
from evidencelab.traces.wording.mood import is_supposed, may_tell
from evidencelab.traces.wording.statement import title_of
from evidencelab.traces.wording.words import label_words, name_words, near_words, words_of
from evidencelab.traces.workings.lapses import is_between
from evidencelab.traces.workings.record_workings import is_left

_MOST_TOKENS, _MOST_FOUND, _FEW = 24, 8, 12
_LISTED = re.compile(
    r"\s?[^\W\d]{0,8}[*_`]{0,2}(?:\s?[,、/&]\s?(?:and |or )?|\s?[和及与]\s?"
    r"|\s(?:and|or|und|et|y)\s)[*_`]{0,2}",
    re.IGNORECASE,
)
"""Between two numbers, this makes them neighbours of a list."""
_KEY = re.compile(r"([A-Za-z]\w*)\s?[=:]\s?$")
_LONGEST_KEY, _FEWEST_BEGUN = 24, 4
_LONG, _SEVERAL = 3, 2
"""Digits of a number that is hardly in a column by chance."""


class _Found(NamedTuple):
    """A number that is a sister's: what its own row has, and where it stands itself."""

    token: ValueToken
    own: Held
    other: Held


def told_of_sisters(
    read: Sequence[ReadStatement], judged: Sequence[Sequence[Verdict]], naming: Naming, tables: SisterTables
) -> Iterator[tuple[int, int, Verdict]]:
    """Give the numbers that a sister of the row they are told of holds: statement, place, verdict."""
    for index, (statement, tokens, mood) in enumerate(read):
        if statement.kind in ("code", "heading") or not may_tell(statement, mood):
            continue
        if not 0 < len(tokens) <= _MOST_TOKENS:
            continue
        may_be = {
            id(token)
            for token, verdict in zip(tokens, judged[index], strict=True)
            if token.kind == "number"
            and not token.label
            and verdict.finding in ("sound", "derived")
            and not is_between(token, tokens)
            and not (verdict.held is not None and verdict.held.token.kind == "moment")
            and not (mood == "supposition" and is_supposed(statement.text, token.start, token.end))
        }
        if not may_be:
            continue
        judge = _Judge(read, naming, index, tables.pool)
        for table in tables.all:
            for found in judge.in_table(table):
                if id(found.token) in may_be and not judge.is_let_off(found):
                    elsewhere = found.other.line.text.strip()[:80]
                    more = f" there; the value stands at {elsewhere!r}"
                    yield index, list(tokens).index(found.token), altered(tables.pool, found.own, more)


class _Judge:
    """Judges one statement of a message."""

    def __init__(self, read: Sequence[ReadStatement], naming: Naming, index: int, pool: Pool) -> None:
        self.read = read
        self.naming = naming
        self.index = index
        self.pool = pool
        self.statement, self.tokens, _ = read[index]
        self.text = self.statement.text

    def in_table(self, table: SisterTable) -> list[_Found]:
        """Give the numbers that are a sister's, of one table."""
        anchors = self.naming.anchors(table, self.index)
        rows = {one.row for one in anchors}
        if not rows:
            row = self.naming.carried(table, self.index)
            told = told_of_any(self.statement, self.tokens, row) if row is not None else []
            return [found for one in told if (found := self._found(table, one)) is not None]
        if len(rows) > 1:
            if self.statement.kind == "row":
                return []
            return self._by_turns(table, anchors) or self._by_parts(table, anchors)
        told = told_of_one(self.statement, self.tokens, anchors)
        return [found for one in told if (found := self._found(table, one)) is not None]

    def is_let_off(self, found: _Found) -> bool:
        """Tell whether a number is of whom it is said to be, or what is left of its own row's."""
        if is_of_owner(self.text, found.token.start, found.other.line.text, found.own.line.text):
            return True
        cued = wording_of(found.token, self.statement).anywhere
        held = self.pool.by_place.get(found.own.place, ()) if "difference" in cued else ()
        own = quantities(h.token for h in held if h.token.kind == "number")[:_FEW]
        return is_left(targets(found.token, False)[0], own, cued)

    def _by_parts(self, table: SisterTable, anchors: Sequence[Anchor]) -> list[_Found]:
        """Give the numbers that are a sister's, of the parts of a statement that name one row each."""
        found: list[_Found] = []
        for start, end in parts_of(self.text):
            here = [one for one in anchors if start <= one.start < end]
            if len({one.row for one in here}) != 1:
                continue
            tokens = [token for token in self.tokens if start <= token.start < end]
            told = told_of_one(self.statement, tokens, here)
            found += [its for one in told if (its := self._found(table, one)) is not None]
        return found

    def _by_turns(self, table: SisterTable, anchors: Sequence[Anchor]) -> list[_Found]:
        """Give the numbers exchanged among rows that are all named, each once, in turn with them."""
        named = {one.row for one in anchors}
        if len(anchors) > _FEW:
            return []
        held_of = [(token, table.holding(token)) for token in values_of(self.tokens, anchors)]
        theirs = [token for token, holding in held_of if any(row in named for row, _ in holding)]
        pairs = by_turns(theirs, anchors, self.text) or by_turns(
            [token for token, holding in held_of if holding], anchors, self.text
        )
        best: list[_Found] = []
        for slot in table.slots[anchors[0].row] if pairs else ():
            found = self._exchanged(table, slot, pairs)
            if found == []:
                return []
            if found is not None and (not best or len(found) < len(best)):
                best = found
        return [] if self._stand_together(table, anchors, best) else best[:1]

    def _exchanged(
        self, table: SisterTable, slot: str, pairs: Sequence[tuple[int, ValueToken]]
    ) -> list[_Found] | None:
        """Give the numbers of pairs that are another pair's in a column; None if it is not what they tell."""
        own = {row: held for row, _ in pairs if (held := table.slots[row].get(slot)) is not None}
        found: list[_Found] = []
        n_others = 0
        for row, token in pairs:
            mine = own.get(row)
            if mine is None or not agree(token.unit, mine.token.unit):
                return None
            if is_told(token, mine):
                continue
            theirs = [held for held in own.values() if held is not mine and is_told(token, held)]
            if any(at == row for at, _ in table.holding(token)):
                return None
            if (
                not theirs and token.digits >= 2 and is_plain(self.text, token)
            ):  # a row's that is not named: the other pairs show the column
                theirs = [h for at, h in table.holding(token) if table.slot_of(at, h) == slot]
                n_others += 1
            if not theirs:
                return None
            found.append(_Found(token, mine, theirs[0]))
        return found if not n_others or (n_others == len(found) == 1 < len(pairs)) else None

    def _found(self, table: SisterTable, told: Told) -> _Found | None:
        """Find what a row has in the column in which only sisters have the number told of it."""
        token, row = told.token, told.row
        here = table.rows[row].held
        holding = table.holding(token)
        if not holding or any(r == row for r, _ in holding) or len(holding) > _MOST_FOUND:
            return None
        slots = {slot: held for r, held in holding if (slot := table.slot_of(r, held)) is not None}
        behind = " " * token.start + self.text[token.start :]
        said = words_of(self._title(token)).union(
            *(label_words(text, token.start, token.end) for text in (self.text, behind))
        )
        key = _KEY.search(self.text, max(0, token.start - _LONGEST_KEY), token.start)
        keyed = key[1].lower() if key else ""
        named = [
            slot
            for slot, held in slots.items()
            if _is_under(held, said) or (keyed and held.field.split(".")[-1].lower() == keyed)
        ]
        if not named:
            near = near_words(self.text, token.start, token.end)
            is_long = token.digits >= _LONG
            within = slots if is_long else table.slots[row]
            named = [slot for slot, held in within.items() if _is_under(held, near)]
            named = [slot for slot in named if slot in slots] if is_long or len(named) == 1 else []
        is_named = len(named) == 1
        is_telling = token.digits >= 2 or token.unit is not None
        if len(slots) != 1 and not is_named and (not is_telling or len({r for r, _ in holding}) > 1):
            return None
        fitting = [
            (own, slot)
            for slot in (named if is_named else slots)
            if (own := table.slots[row].get(slot)) is not None and self._may_be(token, own)
        ]
        if not fitting:
            return None
        own, slot = min(fitting, key=lambda one: one[0].token.unit != token.unit)
        if told.is_carried and not is_telling:
            return None
        if not is_named and not ((is_telling or self.statement.kind == "row") and told.is_beside):
            return None
        if not is_named and self._is_of_other_field(token, slots[slot], here):
            return None
        if self._stands_elsewhere(table, token, is_named and not told.is_carried):
            return None
        others = [t for t in self.tokens if t is not token and t.kind == "number"]
        if any(is_told(other, own) and not is_of_the_rest(self.text, other) for other in others):
            return None
        theirs = [h for r, _ in holding for h in table.rows[r].held if h.token.kind == "number"]
        odd = [o for o in others if (o.digits >= 2 or o.unit) and not any(is_told(o, h) for h in here)]
        if any(is_told(o, h) for o in odd for h in theirs):
            return None
        column = [h for of_row in table.slots if (h := of_row.get(slot)) is not None]
        if any(is_told(o, h) for o in odd if _are_listed(self.text, o, token) for h in column):
            return None
        if self.statement.kind == "row" and not self._is_column(table, token, slot, is_named or is_telling):
            return None
        return _Found(token, own, slots[slot])

    def _may_be(self, token: ValueToken, own: Held) -> bool:
        """Tell whether a row's value is of the kind of a number, and another one."""
        if is_told(token, own):
            return False
        if own.token.moment is not None:
            return token.unit is not None and token.unit.dimension == "time"
        unit = unit_told(own)
        if token.unit is not None and unit is not None and unit.dimension == token.unit.dimension:
            return True
        return agree(token.unit, own.token.unit)

    def _stands_elsewhere(self, table: SisterTable, token: ValueToken, is_named: bool) -> bool:
        """Tell whether a number stands outside the table; of a named column, with the row's name only."""
        if not is_named:
            return any(held.place not in table.within for held in equal(self.pool, token)[: 4 * _FEW])
        spoken = [self.text[one.start : one.end] for one in self.naming.anchors(table, self.index)]
        return stands_beside(self.pool, table, token, spoken)

    def _stand_together(self, table: SisterTable, anchors: Sequence[Anchor], found: Sequence[_Found]) -> bool:
        """Tell whether another line holds a number and the name of the row that it is told of."""
        place_of = {one.row: table.rows[one.row].place.number for one in anchors}
        name_of = {place_of[one.row]: self.text[one.start : one.end].lower() for one in anchors}
        return any(
            held.place not in name_of and name_of[one.own.place] in held.line.text.lower()
            for one in found
            for held in equal(self.pool, one.token)[: 4 * _FEW]
            if one.own.place in name_of
        )

    def _title(self, token: ValueToken) -> str:
        return title_of(self.statement, token.start) if self.statement.kind == "row" else ""

    def _is_column(self, table: SisterTable, token: ValueToken, slot: str, is_sure: bool) -> bool:
        """Tell whether other rows of the answer have their own rows' values of a column in the same cell."""
        cell, n_told, is_alone = cell_of(self.text, token), 0, True
        for index, (other, tokens, _) in enumerate(self.read):
            if other.block != self.statement.block or other.number == self.statement.number:
                continue
            rows = {one.row for one in self.naming.anchors(table, index)}
            held = table.slots[rows.pop()].get(slot) if len(rows) == 1 else None
            is_alone = is_alone and held is None
            its = [t for t in tokens if t.kind == "number" and cell_of(other.text, t) == cell]
            n_told += held is not None and any(is_told(t, held) for t in its)
            if n_told >= _SEVERAL:
                break
        return is_alone or n_told >= (1 if is_sure else _SEVERAL)

    def _is_of_other_field(self, token: ValueToken, found: Held, here: Sequence[Held]) -> bool:
        """Tell whether the words beside a number name another column of the row than the one it stands in."""
        near = near_words(self.text, token.start, token.end)
        own = words_of(found.column.partition(":")[2].replace("_", " "))
        others = (
            words_of(
                " ".join(h.column.partition(":")[2] for h in here if h.token.kind == "number").replace(
                    "_", " "
                )
            )
            - own
        )
        return bool(near & others) and not near & own


def _are_listed(text: str, one: ValueToken, other: ValueToken) -> bool:
    """Tell whether two numbers are neighbours of one list, and so of several records: `7, 8 and 9 ms`."""
    first, last = sorted((one, other), key=lambda token: token.start)
    return _LISTED.fullmatch(text, first.end, last.start) is not None


def _is_under(held: Held, said: frozenset[str]) -> bool:
    """Tell whether words name a value's field, in however they go on: `dropped`, `Tx-Drop`."""
    names = _names(held)
    if names & said:
        return True
    begun = [word for word in names if len(word) >= _FEWEST_BEGUN and word.isascii()]
    return any(word.startswith(own) for own in begun for word in said)


def _names(held: Held) -> frozenset[str]:
    """Give the words of the last part of a value's field, or of its column's title."""
    return name_words(held.field.split(".")[-1])
