"""Arithmetic among the numbers of the evidence: of the lines a statement is about, and of whole columns.

Which numbers may go into one sum is for the layout to say; it must not know the rest of the answer.
"""

from __future__ import annotations

from collections.abc import Sequence

from evidencelab.traces.arithmetic import derived
from evidencelab.traces.arithmetic.quantities import Kind, Quantity, Target, quantities, quantity
from evidencelab.traces.evidence.places import Place
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting, places_about
from evidencelab.traces.workings.lapses import Lapses
from evidencelab.traces.workings.scaling import Scaling

_FEW_SIZES = 12


class ArithmeticThere:
    """Finds derivations from the numbers of one pool."""

    def __init__(self, pool: Pool, scaling: Scaling, lapses: Lapses) -> None:
        self.pool = pool
        self.scaling = scaling
        self.lapses = lapses

    def find(
        self, target: Target, setting: Setting, same: Sequence[Quantity], cued: frozenset[Kind]
    ) -> str | None:
        """Try the numbers of the places the statement is about, and whole columns."""
        for place in (*self._companions(setting), *places_about(self.pool, setting, 3)):
            operands = quantities(held.token for held in self.pool.by_place.get(place.number, ()))
            if 2 <= len(operands) <= 12:
                found = derived.from_pair(target, operands, operands, cued)
                if found is None and target.digits >= 3:
                    found = derived.from_parts(target, operands, "one line")
                if found is not None:
                    return found
        few = self._few_of_kind(target.dimension)
        found = self.lapses.find(target, setting) or derived.from_pair(target, few, few, cued)
        if found is not None:
            return found
        named = self._named_numbers(setting)
        found = (
            self._share_of_one(target, same)
            or self.scaling.per_period(target, setting, same)
            or derived.from_pair(target, named, same[:3], cued)
        )
        if found is not None:
            return found
        for column in self.pool.columns(setting.words):
            is_dated = bool(column.words & {"year", "date"})
            operands = quantities(held.token for held in column.held) if is_dated else column.sizes
            found = (
                derived.share_of_total(target, [*same[:4], *named], operands)
                or derived.from_all(target, operands, column.name, cued)
                or derived.from_pair(target, operands[:1], operands[-1:], cued)
            )
            if found is None and target.digits >= 3 and len(operands) <= 8:
                found = derived.from_pair(target, operands, operands, cued)
            if found is None and target.digits >= 4:
                found = derived.from_parts(target, operands[:40], column.name)
            if found is not None:
                return found
        return None

    def share_of_column(self, target: Target, setting: Setting) -> str | None:
        """Try the share that a number of the record that is named has in the total of its column."""
        if target.dimension != "percent":
            return None
        named = self._named_numbers(setting)
        for column in self.pool.columns(setting.words, 8) if named else ():
            operands = column.sizes
            found = derived.share_of_total(target, named, operands)
            if found is not None:
                return found
        return None

    def difference_there(
        self, target: Target, own: Sequence[Quantity], setting: Setting, cued: frozenset[Kind]
    ) -> str | None:
        """Try the difference of one of the statement's numbers and one of the line it is about."""
        if "difference" not in cued or target.digits < 2:
            return None
        places = [*self._companions(setting)[:2], *places_about(self.pool, setting, 1)]
        there = quantities(h.token for p in places for h in self.pool.by_place.get(p.number, ()))[:8]
        return derived.from_pair(target, own, there, frozenset({"difference"}), 0.0)

    def of_call(self, place: Place) -> list[Quantity]:
        """Give the numbers of a place's call; none if there are more than a few."""
        held = [h for p in self.pool.around(place, 40) for h in self.pool.by_place.get(p.number, ())]
        operands = quantities(h.token for h in held)
        return operands if len(operands) <= 2 * _FEW_SIZES else []

    def _companions(self, setting: Setting) -> list[Place]:
        """Give the few places that hold another number of the statement."""
        found: dict[int, Place] = {}
        for token in setting.tokens:
            if token.kind == "number" and token.digits >= 2:
                size = abs(token.number or 0.0)
                held = self.pool.numbers_between(size * (1 - 1e-9), size * (1 + 1e-9))
                if len(held) <= 4:
                    found.update((h.place, h.line) for h in held)
        return list(found.values())[:8]

    def _few_of_kind(self, dimension: str) -> list[Quantity]:
        """Give the different sizes of a dimension in the evidence; none if there are more than a few."""
        if not dimension:
            return []
        held = self.pool.numbers_between(0.0, float("inf"), dimension)
        sizes = {round(q.value, 9): q for q in (quantity(h.token) for h in held[:60])}
        return list(sizes.values()) if len(sizes) <= _FEW_SIZES and len(held) <= 60 else []

    def column_total(self, target: Target, setting: Setting) -> str | None:
        """Try the sum of a whole column whose name the statement speaks of."""
        if target.digits < 2:
            return None
        for column in self.pool.columns(setting.words, 4):
            if column.words & setting.words.keys():
                values = [q.value for q in column.sizes]
                if target.is_met_by(sum(values)):
                    return f"sum of the {len(values)} values of {column.name}"
        return None

    def column_spread(self, target: Target, setting: Setting) -> str | None:
        """Try the range of a whole column whose name the statement speaks of."""
        for column in self.pool.columns(setting.words, 4) if target.digits >= 2 else ():
            values = [q.value for q in column.sizes]
            if column.words & setting.words.keys() and target.is_met_by(max(values) - min(values)):
                return f"range of the {len(values)} values of {column.name}"
        return None

    def _named_numbers(self, setting: Setting) -> list[Quantity]:
        """Give the numbers of the places that hold the statement's own names."""
        places = {index for anchor in setting.anchors for index in self.pool.places_with(anchor)[:4]}
        held = [h for index in sorted(places)[:4] for h in self.pool.by_place.get(index, ())]
        return quantities(h.token for h in held)[:12]

    def _share_of_one(self, target: Target, same: Sequence[Quantity]) -> str | None:
        """Try what share the statement's number has of one of the few other sizes of its kind."""
        if target.dimension != "percent":
            return None
        for part in same[:3]:
            if not part.dimension or part.dimension == "percent":
                continue
            wholes = {
                round(whole.value, 9): whole
                for whole in quantities(
                    held.token for held in self.pool.numbers_between(part.value, float("inf"), part.dimension)
                )
            }
            if len(wholes) > _FEW_SIZES:
                continue
            for whole in wholes.values():
                if whole.value > part.value and target.is_met_by(100 * part.value / whole.value):
                    return f"{part.text} / {whole.text} as a percentage"
        return None
