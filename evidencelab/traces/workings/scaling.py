"""Find a number of the evidence that the statement multiplies: for two people, for a year, by an even factor.

The factor must be spoken of, or be the same for the whole list.
"""

from __future__ import annotations

import re
from functools import cached_property
from itertools import combinations, pairwise

from evidencelab.traces.arithmetic.quantities import Target, quantity
from evidencelab.traces.evidence.pool import Pool
from evidencelab.traces.evidence.setting import Setting, Sources, places_about
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.wording.each import counted_in
from evidencelab.traces.workings.lapses import gaps

_SET_EQUAL = re.compile(
    r"[*_`]*\s?(?:/\s?|(?:per|an?|each|every)\s)(?P<noun>[a-z]{3,16})\)?[*_`]*\s?=\s?[*_`]*", re.IGNORECASE
)
"""Between a rate and what is told as its result."""
_LONGEST_ASKED = 2000
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
        told = said if is_named else f"{said}\n{self.given.folded[-_LONGEST_ASKED:]}"
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

    def of_rate(self, token: ValueToken, target: Target, setting: Setting) -> str | None:
        """Try what is told for each of something, where that was counted before: `(€90/night) = €270`."""
        text = setting.statement.text
        for operand in setting.tokens:
            told = (
                _SET_EQUAL.fullmatch(text, operand.end, token.start) if operand.end <= token.start else None
            )
            if told is None or operand.kind != "number" or quantity(operand).dimension != target.dimension:
                continue
            above = "\n".join((*setting.statement.parents, *setting.statement.sections))
            for count in counted_in(f"{above}\n{self.given.folded[-_LONGEST_ASKED:]}", told["noun"]):
                if count > 1 and target.is_met_by(quantity(operand).value * count):
                    return f"{operand.text.strip()} x {count:g}"
        return None

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
