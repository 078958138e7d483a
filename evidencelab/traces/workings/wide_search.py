"""Look widely for the arithmetic behind a number, before it is said to stand nowhere.

Whoever reads an answer asks first whether a number that no tool gave was worked out. The search goes from
near to far: the statement and its neighbours, each record it is about, whole columns, their rows one
against the other. What it meets counts only while so many tries could hardly meet the number by chance;
a short number is thus explained by its nearest operands or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from evidencelab.traces.arithmetic.arithmetic_words import arithmetic_spoken_of
from evidencelab.traces.arithmetic.quantities import (
    SPOKEN_ONLY,
    UNMIXED,
    Quantity,
    Target,
    quantities,
    quantity,
)
from evidencelab.traces.arithmetic.two_operands import DECADES, Result, grain, of_pairs
from evidencelab.traces.evidence.places import Held
from evidencelab.traces.evidence.pointers import places_holding
from evidencelab.traces.evidence.setting import Setting, Sources, places_about
from evidencelab.traces.values.units import find_unit
from evidencelab.traces.workings.wide_columns import columns_of, of_column
from evidencelab.traces.workings.wide_times import times_between, times_since

_MOST_OWN, _MOST_HERE = 14, 20
_NEVER_UNSAID = (*SPOKEN_ONLY, "product", "ratio", "percent")
"""Arithmetic on numbers far off that nobody does without a word on it."""
_SPOKEN_OF = 0.3
"""By how much wording that speaks of the arithmetic makes an accident less likely."""
_SHORT = 2
"""Significant digits up to which nobody adds up numbers without a word on it; of numbers read, one more."""
_FEW_THERE = 3
"""Numbers of one place that may be added up to any number, since they stand together."""
_KEPT = 0.5
"""Share of the tries nearer by that counts against what is met farther off."""
_IN_UNIT = re.compile(r"\b(?:in|as)\s([a-z]{2,12})\b|\(([a-z]{2,8})\)", re.IGNORECASE)
_CHANCE = 0.05
"""Highest chance, in [0, 1], that a number of the evidence is a sum by accident."""
_PERIODS = (60.0, 3600.0, 86400.0, 24.0, 7.0, 30.0, 12.0, 365.0)
_BY_LETTER = {"length": 1.0, "time": 60.0, "cores": 1e-3}
"""What the letter m behind a number stands for, in the base of a dimension."""


class WideSearch:
    """Searches one set of sources."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self.pool = sources.pool

    def find(self, target: Target, setting: Setting, *, most: float, is_bound: bool = False) -> str | None:
        """Find arithmetic that gives the number.

        Args:
            target: The number, in its base and with its slack.
            setting: What surrounds it.
            most: The expected number of accidental hits up to which a hit counts.
            is_bound: Whether the evidence has another number in the very place; then only arithmetic that
                the wording speaks of counts, and what lies between two times.

        Returns:
            The derivation as text, or None.
        """
        cued = arithmetic_spoken_of(setting.statement)
        n_before = 0.0
        window = 2.0 * max(target.slack, grain(target)) / max(abs(target.value), 1e-12)
        for group in self._groups(target, setting):
            met: Result | None = None
            n_tried = 0
            for result in group:
                n_tried += 1
                is_better = met is None or (result.kind in cued and met.kind not in cued)
                is_spoken_of = result.kind in cued
                if not is_spoken_of and (result.is_trifle or result.kind in _NEVER_UNSAID):
                    continue
                if is_bound and not is_spoken_of and target.dimension != "time":
                    continue
                if is_better and result.value and target.is_met_by(result.value):
                    met = result
            if met is not None:
                accidents = (n_tried + n_before) * window / DECADES
                if accidents * (_SPOKEN_OF if met.kind in cued else 1.0) <= most:
                    return met.said
            n_before += _KEPT * n_tried
            if _SPOKEN_OF * n_before * window / DECADES > most:
                return None
        return None

    def _groups(self, target: Target, setting: Setting) -> Iterator[Iterator[Result]]:
        own = self._own(target, setting)
        if not target.dimension:
            yield self._converted(setting)
        if target.digits >= 2 and target.dimension in ("", "money", "bytes", "rate"):
            yield (Result(q.value * p, f"{q.text} x {p:g}", "product") for q in own[:6] for p in _PERIODS)
        if target.dimension == "time":
            yield times_since(self.sources, setting)
            yield from times_between(self.pool, setting)
        yield self._broken_down(target, setting)
        alike = [q for q in own if q.dimension and q.dimension == target.dimension]
        yield of_pairs(target, alike, alike)
        pairs = of_pairs(target, own, own)
        yield pairs if target.digits > _SHORT else _seldom_added(target, pairs)
        if arithmetic_spoken_of(setting.statement) & {"sum", "total", "difference", "left"}:
            yield _sums(own)
        met = self._looked_up(target, own)
        if met is not None:
            yield iter((met,))
        places = [*places_holding(self.pool, setting), *places_about(self.pool, setting, 4)]
        numbers = dict.fromkeys(place.number for place in places[:8])
        here = [_of(target, self.pool.by_place.get(number, ())) for number in numbers]
        for operands in here:
            pairs = of_pairs(target, operands, operands)
            yield pairs if len(operands) <= _FEW_THERE else _seldom_added(target, pairs)
        for operands in here:
            yield iter(_sum_of_all(target, operands))
        for operands in here:
            yield _seldom_added(target, of_pairs(target, own[:6], operands))
        for place in places[:3]:
            yield from columns_of(self.pool, target, place)
        kind = self._of_kind(target)
        yield _seldom_added(target, of_pairs(target, kind, kind))
        for column in self.pool.columns(setting.words, 6):
            yield of_column(target, column, setting)

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

    def _own(self, target: Target, setting: Setting) -> list[Quantity]:
        """Give the numbers of the statement, of its neighbours, and those the user gave."""
        beside = [t for t in setting.tokens if t.kind == "number"]
        beside = [t for t in beside if quantity(t).value != target.value]
        near = [t for t in setting.near if t.kind == "number"]
        found = quantities([*beside[:8], *near[:8]], is_rounded=True)
        given = quantities(held.token for held in self.sources.given.numbers[:6])
        return _distinct([*found, *given])[:_MOST_OWN]

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


def _sum_of_all(target: Target, operands: Sequence[Quantity]) -> list[Result]:
    """Give the sum of all operands of a kind at one place, three or more."""
    alike = [q for q in operands if q.dimension in ("", target.dimension)]
    total = sum(q.value for q in alike)
    return [Result(total, f"sum of the {len(alike)} there", "total")] if len(alike) > 2 else []


def _seldom_added(target: Target, results: Iterator[Result]) -> Iterator[Result]:
    """Mark the sums and means of two numbers that were read as trifles, of which a short number is none."""
    for result in results:
        is_short_sum = result.kind in ("sum", "mean") and target.digits <= _SHORT + 1
        yield result._replace(is_trifle=True) if is_short_sum else result


def _sums(operands: Sequence[Quantity]) -> Iterator[Result]:
    """Give the sums and differences of three of the nearest operands of a kind."""
    few = operands[:8]
    for i, a in enumerate(few):
        for j, b in enumerate(few[i + 1 :], start=i + 1):
            for c in few[j + 1 :]:
                if a.dimension == b.dimension == c.dimension:
                    yield Result(a.value + b.value + c.value, f"{a.text} + {b.text} + {c.text}", "sum")
                    for x, y, z in ((a, b, c), (b, a, c), (c, a, b)):
                        if x.value > y.value + z.value:
                            yield Result(x.value - y.value - z.value, f"{x.text} - {y.text} - {z.text}")


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
