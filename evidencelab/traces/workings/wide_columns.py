"""What whole columns come to, looked for widely: sums, means and shares; and the numbers that stand alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property, lru_cache

from evidencelab.traces.arithmetic.quantities import Quantity, Target, is_year, quantity
from evidencelab.traces.arithmetic.two_operands import OF_ALL, Result, of_pairs
from evidencelab.traces.evidence.places import Column, Held, Place
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting
from evidencelab.traces.wording.words import name_words, words_of
from evidencelab.traces.workings.arithmetic_beside import runs_of

_MOST_ROWS = 40
_LONGEST = 200
_MOST_KEPT = 64
"""Columns that are kept for the next value."""
_MOST_WHOLES, _MOST_TOTALS, _FEW_LIMITS = 24, 6, 4


class Wholes:
    """The numbers of one pool that a statement may set its own against: totals, and limits."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.runs_in = lru_cache(_MOST_KEPT)(_runs_in)
        self._column = lru_cache(_MOST_KEPT)(self._column_of)

    def columns_of(self, target: Target, place: Place) -> Iterator[Iterator[Result]]:
        """Give sums, means and shares of the columns that a line's own numbers stand in."""
        for held in self.pool.by_place.get(place.number, ())[:6]:
            column = self._column(place.invocation, held.column) if held.token.kind == "number" else None
            if column is None or len(column.sizes) < 2:
                continue
            name, values = column.name, [q.value for q in column.sizes]
            total = sum(values) * (1.0 if column.sizes[0].dimension else target.size)
            found = [Result(total, f"sum of {name}", "sum", weight=OF_ALL)]
            found.append(Result(total / len(values), f"mean of {name}", "mean"))
            if target.dimension == "percent" and total:
                share = 100 * quantity(held.token).value / sum(values)
                found.append(Result(share, f"{held.token.text} of the sum of {name}", "percent"))
            yield iter(found)
            if not {q.dimension for q in column.sizes} - {"", target.dimension}:
                yield iter(self.runs_in(column, target.dimension))

    def _column_of(self, call: int, name: str) -> Column:
        """Give the numbers of one column in the first lines of a call."""
        places = self.pool.call_places(call)[:_LONGEST]
        held = (h for place in places for h in self.pool.by_place.get(place.number, ()))
        same = [h for h in held if h.token.kind == "number" and h.column == name]
        return Column(name, words_of(name), same)

    @cached_property
    def of_calls(self) -> Sequence[Sequence[Quantity]]:
        """The sums of the titled columns of one unit, call by call."""
        found: dict[int, list[Quantity]] = defaultdict(list)
        for (call, column), held in self._by_column.items():
            own = [quantity(h.token) for h in held]
            is_whole = "@" not in column and {q.dimension for q in own} in ({""}, {"money"})
            if len(own) > 1 and is_whole:
                total, number = sum(q.value for q in own), sum(q.number for q in own)
                name = column.split(":")[-1]
                found[call].append(own[0]._replace(value=total, number=number, text=f"the sum of {name}"))
        return [own[:_MOST_TOTALS] for own in found.values()]

    @cached_property
    def totals(self) -> Sequence[Quantity]:
        """The sums of the columns of the last calls."""
        return [q for own in self.of_calls for q in own][-_MOST_WHOLES:]

    def limits(self, words: Collection[str]) -> list[Quantity]:
        """Give the few numbers that stand alone in their call under a field of which some words speak."""
        alone = (held[0] for held in self._by_column.values() if len(held) == 1)
        named = [quantity(h.token) for h in alone if name_words(h.field) & set(words) and h.token.number]
        return named if len(named) <= _FEW_LIMITS else []

    @cached_property
    def alone(self) -> Sequence[Quantity]:
        """The numbers whose field stands once in its call, like a limit or a price; none if they are many."""
        alone = [held[0].token for held in self._by_column.values() if len(held) == 1]
        found = [quantity(token) for token in alone if not is_year(token) and (token.number or 0.0) > 1.0]
        return found if len(found) <= _MOST_WHOLES else []

    @cached_property
    def _by_column(self) -> dict[tuple[int, str], list[Held]]:
        by_column: dict[tuple[int, str], list[Held]] = defaultdict(list)
        for held in self.pool.numbers:
            by_column[self.pool.places[held.place].invocation, held.column].append(held)
        return by_column


def of_column(target: Target, column: Column, setting: Setting) -> Iterator[Result]:
    """Give sums and means of a column, whole and by each word that some of its rows share."""
    operands = column.sizes
    if target.dimension and any(q.dimension not in ("", target.dimension) for q in operands):
        return
    size = target.size
    parts = [(column.name, operands)]
    for word in setting.words:
        if word in column.by_word:
            parts.append((f"{column.name} with {word!r}", column.by_word[word]))
    for name, some in parts[:6]:
        total = sum(q.value * (1.0 if q.dimension else size) for q in some)
        weight = OF_ALL if some is operands else 1.0
        yield Result(total, f"sum of {len(some)} values of {name}", "sum", weight=weight)
        yield Result(total / len(some), f"mean of {len(some)} values of {name}", "mean")
        if target.dimension == "percent" and total:
            whole = sum(q.value for q in some)
            for q in some[:_MOST_ROWS] if whole else ():
                yield Result(100 * q.value / whole, f"{q.text} of the sum of {name}", "percent")
    if len(operands) <= 12:
        yield from of_pairs(target, operands, operands)


def _runs_in(column: Column, dimension: str) -> Sequence[Result]:
    """Give the sums of neighbours in a column, of those that are bare or of a dimension."""
    return list(runs_of([q for q in column.sizes[:_MOST_ROWS] if q.dimension in ("", dimension)]))
