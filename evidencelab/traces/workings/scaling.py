"""Find a number of the evidence that the statement multiplies: for two people, for a year, by an even factor.

The factor must be spoken of, or be the same for the whole list.
"""

from __future__ import annotations

from functools import cached_property
from itertools import combinations, pairwise

from evidencelab.traces.arithmetic.quantities import Target, quantity
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting, Sources, places_about
from evidencelab.traces.workings.lapses import gaps

_EVEN = 3
"""How many numbers beside one must come about by the same factor."""
_MOST_DAYS, _LONGEST_STAY = 6, 31.0
_LONG = 100.0
"""From here a number tells something, though it has but one digit that is not 0."""


class Scaling:
    """Looks for multiplied numbers in one set of sources."""

    def __init__(self, sources: Sources) -> None:
        self.pool: Pool = sources.pool
        self.given: Pool = sources.given
        self.arguments: Pool = sources.arguments

    def spoken_of(self, target: Target, setting: Setting, *, is_named: bool) -> str | None:
        """Try a number of the evidence times what the wording multiplies by: `for 2 people`, `1.5 ×`."""
        if target.dimension in ("time", "percent", "celsius", "temperature", "times"):
            return None
        if target.digits < 2 and target.value < _LONG * target.size:
            return None
        statement = setting.statement
        said = "\n".join((statement.text, *statement.parents, *statement.sections))
        own = [quantity(t) for t in (*setting.tokens, *setting.near[:6]) if t.kind == "number"]
        told = said if is_named else f"{said}\n{self.given.folded[-2000:]}"
        factors = list(setting.factors.spoken_in(told))
        factors += [n for n in (*setting.factors.nights_in(told), *self._nights) if n not in factors]
        for factor in (*factors, *(one * other for one, other in combinations(factors, 2))):
            if factor * target.size == target.value:
                continue
            for operand in own:
                if operand.dimension == target.dimension and target.is_met_by(operand.value * factor):
                    return f"{operand.text} x {factor:g}"
            low, high = (target.value - target.slack) / factor, (target.value + target.slack) / factor
            among = self.pool.numbers_between(low, high, target.dimension) if target.dimension else []
            for held in (*among, *self.pool.numbers_between(low / target.size, high / target.size)):
                unit = held.token.unit
                if (
                    (unit is None or unit.dimension == target.dimension)
                    and (held.token.number or 0.0) >= 1
                    and setting.ranking.share(self.pool.places[held.place]) > 0
                ):
                    return f"{held.token.text.strip()} x {factor:g}"
        return None

    @cached_property
    def _nights(self) -> tuple[float, ...]:
        """The nights between the days that the agent asked for: from when to when."""
        days = [held.token.moment for held in self.arguments.moments[:_MOST_DAYS] if held.token.moment]
        apart = (
            gap / 86400.0 for pair in pairwise(days) for gap in gaps([d._replace(hour=None) for d in pair])
        )
        return tuple(dict.fromkeys(n for n in apart if 1.0 < n <= _LONGEST_STAY))[:_EVEN]

    def evenly(self, target: Target, setting: Setting) -> str | None:
        """Try whether the list multiplies the numbers of one place all by the same factor."""
        if target.digits < 2 or target.dimension in ("percent", "celsius", "temperature"):
            return None
        beside = [(abs(t.number or 0.0), 0.5 * t.step) for t in setting.near if t.kind == "number"][:16]
        beside = [(n, half) for n, half in beside if n > 1 and not self.pool.numbers_between(n, n)]
        for place in places_about(self.pool, setting, 2) if len(beside) >= _EVEN else ():
            held = self.pool.by_place.get(place.number, ())
            operands = [abs(h.token.number or 0.0) for h in held if h.token.kind == "number"][:16]
            for operand in operands:
                factor = target.value / target.size / operand if operand else 0.0
                even = round(20 * factor) / 20
                if not 0.05 < factor < 50 or even == 1 or not target.is_met_by(even * operand * target.size):
                    continue
                met = [n for n, half in beside if any(abs(n - even * o) <= half for o in operands)]
                if len(met) >= _EVEN:
                    return f"{operand:g} x {even:g}, like the numbers beside it"
        return None
