"""What the numbers come to that one may have been worked out of, group by group, from near to far.

The statement, its list, what the user gave, each record it is about, whole columns, their rows against each
other. How likely a hit is an accident is for whoever asks to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from evidencelab.traces.arithmetic.accidents import Wording
from evidencelab.traces.arithmetic.quantities import UNMIXED, Quantity, Target, quantities, quantity
from evidencelab.traces.arithmetic.two_operands import OF_ALL, Result, of_pairs, unsummed
from evidencelab.traces.evidence.places import Held, Place
from evidencelab.traces.evidence.pointers import places_holding
from evidencelab.traces.evidence.setting import Setting, Sources, places_about
from evidencelab.traces.values.units import find_unit
from evidencelab.traces.values.value_token import ValueToken, scale_of
from evidencelab.traces.workings.arithmetic_beside import of_list, of_statement, runs_of
from evidencelab.traces.workings.named_workings import NamedWorkings
from evidencelab.traces.workings.times import times_between, times_since
from evidencelab.traces.workings.wide_columns import Wholes, of_column

_MOST_HERE, _FEW_HELD, _MOST_ROWS, _FEWEST_ADDED, _LONG, _MOST_KEYED = 20, 4, 40, 3, 4, 6
_FEW_NAMED = 2
_TINY = 1e-9
_CHANCE = 0.05
"""Highest chance, in [0, 1], that a number of the evidence is a sum by accident."""
_IN_UNIT = re.compile(r"\b(?:in|as)\s([a-z]{2,12})\b|\(([a-z]{2,8})\)", re.IGNORECASE)
_PERIODS = (60.0, 3600.0, 86400.0, 24.0, 7.0, 30.0, 12.0, 365.0)
_DAILY = re.compile(r"\b(?:a|per|each|every) day\b|\bdaily\b|日均|[每一][天日]", re.IGNORECASE)
_MONTH_LONG = (28, 29, 30, 31)
"""The days of a month."""
_BY_LETTER = {"length": 1.0, "time": 60.0, "cores": 1e-3}
"""What the letter m behind a number stands for, in the base of a dimension."""


class WideSearch:
    """Searches one set of sources."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.pool = sources.pool
        self.named = NamedWorkings(sources)
        self.wholes = Wholes(sources.pool)

    def groups(
        self, token: ValueToken, target: Target, setting: Setting, wording: Wording
    ) -> Iterator[Iterator[Result]]:
        """Give what may have been worked out, the nearest first.

        Args:
            token: The number.
            target: The same, in its base and with its slack.
            setting: What surrounds it.
            wording: The arithmetic that is spoken of.
        """
        beside = [t for t in setting.tokens if t.kind == "number" and t is not token]
        beside.sort(key=lambda t: abs(t.start - token.start))
        own = _distinct(quantities(beside, is_rounded=True))
        given = quantities(held.token for held in self.sources.given.numbers[:16])
        yield from of_statement(target, own, [q for q in own if self._held(q.number)])
        yield self._broken_down(target, setting)
        if not target.dimension:
            yield self._converted(setting)
        if target.digits >= 2 and target.dimension in ("", "money", "bytes", "rate"):
            yield (Result(q.value * p, f"{q.text} x {p:g}", "product") for q in own[:6] for p in _PERIODS)
        if target.dimension == "time":
            yield times_since(self.sources, setting)
            yield from times_between(self.pool, setting)
        yield from self.named.groups(token, target, setting, wording)
        yield from self._against_wholes(target, own[:_FEW_HELD], beside)
        yield from of_list(target, setting, own, given)
        yield from self._there(target, setting, own)
        yield from self.named.of_three(target, setting, wording.anywhere)
        yield self._against_limits(target, setting)
        yield self.named.bought_together(target, setting)
        if target.dimension == "percent" and any(_is_one(t) for t in beside):
            yield (
                Result(100.0 / q.value, f"1 / {q.text} as a percentage", "percent")
                for q in own
                if not q.dimension
            )

    def _against_limits(self, target: Target, setting: Setting) -> Iterator[Result]:
        """Give what a named record's numbers make with a limit that is spoken of: `over the cap by 38`."""
        limits = self.wholes.limits(setting.words)
        for place in self.named.records.by_name(setting)[:_FEW_NAMED] if limits else ():
            held = _of(target, self.pool.by_place.get(place.number, ()))
            made = unsummed(of_pairs(target, held, limits))
            yield from (r for r in made if r.kind != "difference" or abs(abs(r.value) - target.value) < _TINY)

    def _against_wholes(
        self, target: Target, own: Sequence[Quantity], beside: Sequence[ValueToken]
    ) -> Iterator[Iterator[Result]]:
        """Give what the statement's numbers, with their units or without, make with limits and totals."""
        alone, totals = self.wholes.alone, self.wholes.totals
        bare = [
            Quantity(number, "", token.text.strip(), number)
            for token in beside
            if token.unit is not None and token.unit.dimension != "percent"
            if (number := abs(token.number or 0.0) / scale_of(token))
        ][:_FEW_HELD]
        for some in (own, bare) if target.dimension != "percent" else ():
            yield unsummed(of_pairs(target, some, alone))
        shares = [q for q in own if q.dimension == "percent"]
        parts = of_pairs(target, shares, totals)
        yield (r._replace(kind="total") for r in parts if r.kind == "portion")
        yield unsummed(of_pairs(target, own, totals))
        yield unsummed(of_pairs(target, bare, totals))

    def _there(self, target: Target, setting: Setting, own: Sequence[Quantity]) -> Iterator[Iterator[Result]]:
        """Give what the numbers of the evidence make, with the statement's and by themselves."""
        met = self._looked_up(target, own)
        if met is not None:
            yield iter((met,))
        places = [*self._companions(setting), *places_holding(self.pool, setting)]
        places += self._joined(places[:_FEW_HELD])
        places += places_about(self.pool, setting, 4)
        numbers = dict.fromkeys(place.number for place in places[:8])
        here = [_of(target, self.pool.by_place.get(number, ())) for number in numbers]
        for operands in here:
            yield of_pairs(target, operands, operands)
        for operands in here:
            yield iter(_sum_of_all(target, operands))
        for number in numbers if target.digits >= _FEWEST_ADDED else ():
            yield runs_of(_alike(target, quantities(h.token for h in self.pool.by_place.get(number, ()))))
        for totals in self.wholes.of_calls:
            yield of_pairs(target, totals, totals)
        counts = sorted(setting.factors.counts_in(setting.statement.text))
        counted = [Quantity(n, "", f"{n:g}", n) for n in counts if n > 1]
        for operands in (*here, list(self.wholes.alone)):
            yield of_pairs(target, own[:6], operands)
            yield (
                r._replace(kind="total") for r in of_pairs(target, counted, operands) if r.kind == "product"
            )
        if _DAILY.search(setting.statement.text):
            for operands in (*here[:_FEW_HELD], list(self.wholes.alone)):
                yield (Result(q.value / n, f"{q.text} / {n}", "ratio") for q in operands for n in _MONTH_LONG)
        for place in places[:3]:
            yield from self.wholes.columns_of(target, place)
        for place in places[:2] if target.digits >= _LONG else ():
            operands = self._of_call(place)
            yield of_pairs(target, operands, operands)
        kind = self._of_kind(target)
        yield of_pairs(target, kind, kind)
        if target.dimension == "percent":
            for part in (q for q in own[:3] if q.dimension not in ("", "percent")):
                yield of_pairs(target, [part], self._of_kind(target._replace(dimension=part.dimension)))
        for column in self.pool.columns(setting.words, 6):
            yield of_column(target, column, setting)
            if target.digits >= _FEWEST_ADDED:
                yield iter(self.wholes.runs_in(column, target.dimension))

    def _companions(self, setting: Setting) -> Iterator[Place]:
        """Give the few places that hold another number of the statement."""
        for token in setting.tokens:
            if token.kind == "number" and token.digits >= 2:
                held = self._held(abs(token.number or 0.0))
                yield from (h.line for h in held if len(held) <= _FEW_HELD)

    def _joined(self, places: Sequence[Place]) -> Iterator[Place]:
        """Give the records of other lists that bear the name by which a record is known there, a key."""
        for place in places:
            keys = (h for h in self.pool.by_place.get(place.number, ()) if h.token.kind == "name")
            for key in islice(keys, 2):
                bearing = self.pool.names.get(key.token.folded, ())
                yield from (
                    h.line for h in bearing if h.place != place.number and len(bearing) <= _MOST_KEYED
                )

    def _held(self, size: float) -> Sequence[Held]:
        """Give where the evidence has a number, in whatever unit."""
        return self.pool.numbers_between(size * (1 - _TINY), size * (1 + _TINY))

    def _of_call(self, place: Place) -> list[Quantity]:
        """Give the numbers around a place of its call; none if there are more than a few."""
        around = (
            h for p in self.pool.around(place, _MOST_ROWS) for h in self.pool.by_place.get(p.number, ())
        )
        found = _distinct(quantities(h.token for h in around))
        return found if len(found) <= _MOST_HERE else []

    def _broken_down(self, target: Target, setting: Setting) -> Iterator[Result]:
        """Give the sum of all that the statement, or a bracket in it, counts besides."""
        text = setting.statement.text
        alike = [
            t
            for t in setting.tokens
            if t.kind == "number" and quantity(t).dimension in ("", target.dimension) and not t.label
        ]
        others = [t for t in alike if abs(quantity(t).value - target.value) > 1e-9]
        inside = [t for t in others if text.rfind("(", 0, t.start) > text.rfind(")", 0, t.start)]
        for some in (others, inside):
            if len(some) >= 2:
                yield Result(
                    sum(quantity(t).value for t in some), f"sum of the {len(some)} beside it", "total"
                )

    def _looked_up(self, target: Target, own: Sequence[Quantity]) -> Result | None:
        """Find a long number that the statement's number and another of it add up to, or differ by."""
        if target.digits < 3 or target.dimension in UNMIXED:
            return None
        dimension = target.dimension or None
        for q in own[:8]:
            if q.dimension != target.dimension or q.value < 100:
                continue
            for wanted in (target.value + q.value, abs(target.value - q.value)):
                met = self.pool.numbers_between(wanted - target.slack, wanted + target.slack, dimension)
                about = len(self.pool.numbers_between(wanted / 2, wanted * 2, dimension))
                if met and wanted > 0 and about * 2 * target.slack <= _CHANCE * 1.5 * wanted:
                    return Result(target.value, f"difference of {met[0].token.text.strip()} and {q.text}")
        return None

    def _of_kind(self, target: Target) -> list[Quantity]:
        """Give the sizes of the target's dimension in the evidence; none if there are more than a few."""
        if target.dimension in ("", "percent"):
            return []
        held = self.pool.numbers_between(0.0, float("inf"), target.dimension)
        if target.dimension in _BY_LETTER:
            held += self.pool.numbers_between(0.0, float("inf"), "letter")
        found = _of(target, held[:60])
        return [q for q in found if q.dimension] if len(found) <= _MOST_HERE else []

    def _converted(self, setting: Setting) -> Iterator[Result]:
        """Give the evidence's sizes in a unit that the statement names apart from its numbers."""
        text = " ".join((setting.statement.text, *setting.statement.parents[-1:]))
        for found in _IN_UNIT.finditer(text):
            unit = find_unit(f" {found[1] or found[2]}")[0]
            if unit is None:
                continue
            for held in self.pool.numbers_between(0.0, float("inf"), unit.dimension)[:40]:
                yield Result(quantity(held.token).value / unit.size, f"{held.token.text} in {unit.name}")
            for token in setting.near:
                if token.unit is not None and token.unit.dimension == unit.dimension:
                    yield Result(quantity(token).value / unit.size, f"{token.text} in {unit.name}")


def _is_one(token: ValueToken) -> bool:
    return token.number == 1.0 and token.unit is None


def _alike(target: Target, operands: Sequence[Quantity]) -> list[Quantity]:
    """Give the operands that can be added up to a number of the target's kind."""
    return [q for q in operands if q.dimension in ("", target.dimension)]


def _sum_of_all(target: Target, operands: Sequence[Quantity]) -> list[Result]:
    """Give the sum of all operands of a kind at one place, three or more."""
    alike = _alike(target, operands)
    total = sum(q.value for q in alike)
    return [Result(total, f"sum of the {len(alike)} there", "total", weight=OF_ALL)] if len(alike) > 2 else []


def _of(target: Target, held: Sequence[Held]) -> list[Quantity]:
    """Give the different sizes at a place; a letter that may stand for the target's kind does."""
    found = quantities(h.token for h in held)
    size = _BY_LETTER.get(target.dimension)
    if size is not None:
        found = [
            q._replace(value=q.value * size, dimension=target.dimension) if q.dimension == "letter" else q
            for q in found
        ]
    return _distinct(found)[:_MOST_HERE]


def _distinct(operands: Sequence[Quantity]) -> list[Quantity]:
    """Give each size once, in order; a bare 0 or 1 makes nothing."""
    found: dict[tuple[float, str], Quantity] = {}
    for operand in operands:
        if operand.value > 0 and not (operand.value == 1.0 and not operand.dimension):
            found.setdefault((round(operand.value, 9), operand.dimension), operand)
    return list(found.values())
