"""Look for the arithmetic behind a number: in its statement first, then in its list, then in the evidence.

The further the operands, the fewer kinds of arithmetic count, and the more the wording must speak of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from evidencelab.traces import derived
from evidencelab.traces.arithmetic_words import arithmetic_spoken_of
from evidencelab.traces.breakdowns import Breakdowns
from evidencelab.traces.derived import Kind, Quantity, Target, quantities, quantity
from evidencelab.traces.lapses import Lapses, gaps, is_met
from evidencelab.traces.moments import Moment
from evidencelab.traces.neighbours import from_two_before
from evidencelab.traces.places import Place
from evidencelab.traces.pool import Pool
from evidencelab.traces.scaling import Scaling
from evidencelab.traces.setting import Setting, Sources, places_about
from evidencelab.traces.value_token import ValueToken
from evidencelab.traces.words import near_words

_JOINTLY = re.compile(r"\b(?:two|both|together|combined|top|these|first)\b|两|合计", re.IGNORECASE)

_CLOSE = 0.06
"""How far, as a share, a conversion beside a number may lie off by rounding."""
_SMALL = 10
_FEW_SIZES = 12
_HARDLY = 0.02
"""The chance of an accident, in [0, 1], below which arithmetic counts against a number of the same name."""


class Explainer:
    """Finds derivations against one set of sources."""

    def __init__(self, sources: Sources) -> None:
        self.pool: Pool = sources.pool
        self.given: Pool = sources.given
        self.scaling = Scaling(sources)
        self.breakdowns = Breakdowns(sources.pool)
        self.lapses = Lapses(sources.pool)

    def explain(self, token: ValueToken, target: Target, setting: Setting, *, is_named: bool) -> str | None:
        """Find how a number follows from others.

        Args:
            token: The number.
            target: The same, in its base and with its slack.
            setting: What surrounds it.
            is_named: Whether the evidence has another number under the very name; then only the
                statement's own numbers count.

        Returns:
            The derivation as text, or None.
        """
        same = quantities((t for t in setting.tokens if t is not token), is_rounded=True)
        cued = arithmetic_spoken_of(setting.statement)
        found = self._within(token, target, setting, same, cued, is_named=is_named)
        if found is not None:
            return found
        found = self.scaling.spoken_of(target, setting, is_named=is_named) or self.scaling.evenly(
            target, setting
        )
        if found is not None:
            return found
        if is_named:
            few = same[:8]
            near = [*few[:3], *quantities(setting.near, is_rounded=True)][:12]
            return (
                self._column_total(target, setting)
                or (self._column_spread(target, setting) if cued & {"difference", "spread"} else None)
                or self._difference_there(target, few[:3], setting, cued)
                or self._share_of_column(target, setting)
                or (derived.from_first(target, quantities(setting.near)) if target.digits >= 2 else None)
                or self._surely(target, few, near, setting)
                or (self.lapses.find(target, setting) if target.digits >= 3 else None)
            )
        if _is_small_count(token):
            return None
        return self._around(target, setting, same, cued) or self._in_evidence(target, setting, same, cued)

    def _within(
        self,
        token: ValueToken,
        target: Target,
        setting: Setting,
        same: Sequence[Quantity],
        cued: frozenset[Kind],
        *,
        is_named: bool,
    ) -> str | None:
        """Try the statement's own numbers, its times, and counts."""
        moments = [t.moment for t in (*setting.tokens, *setting.near) if t.moment]
        if target.dimension == "time" and is_met(target, gaps(moments)):
            return "difference of two times beside it"
        if target.dimension == "months" and is_met(target, _months_between(moments)):
            return "months between two dates beside it"
        numbers = [t for t in setting.tokens if t.kind == "number"]
        others = [t for t in numbers if t is not token]
        found = (
            self.breakdowns.find(token, setting)
            or derived.written_out(target, setting.statement.text, numbers, token)
            or from_two_before(token, target, numbers, setting.statement.text)
            or _converted(token, target, others)
        )
        if found is not None or is_named:
            return found
        found = self._counted(token, setting)
        if found is not None or (_is_small_count(token)):
            return found
        few = same[:12]
        return (
            derived.from_pair(target, few, few, cued)
            or derived.from_chain(target, same, cued)
            or derived.from_all(target, same, "the statement", cued)
        )

    def _around(
        self, target: Target, setting: Setting, same: Sequence[Quantity], cued: frozenset[Kind]
    ) -> str | None:
        """Try the numbers of the list or paragraph, and those the user gave."""
        around = quantities(setting.near, is_rounded=True)
        found = derived.from_all(target, around[:60], "the list", cued) or derived.share_of_total(
            target, [*same[:4], *around[:3]], [q for q in around[:24] if not q.dimension]
        )
        if found is not None:
            return found
        own = {q.dimension for q in same} - {"percent"}
        few = sorted(around, key=lambda q: _kinship(q, target, own))[: 8 if target.digits < 3 else 14]
        if target.dimension == "percent":
            same = [*same[:4], *_sum_of(same)]
            if _JOINTLY.search(setting.statement.text):
                counts = [q for q in around if not q.dimension][:10]
                few += [s for pair in pairwise(counts) for s in _sum_of(pair)]
            few += [q for q in _largest(around, own) if q not in few]
        found = derived.from_pair(target, same[:5], few, cued) or derived.from_pair(target, few, few, cued)
        if found is None and target.digits >= 2:
            found = derived.from_first(target, around)
        if found is None and target.digits >= 2 and "total" in cued:
            found = derived.from_parts(target, around[:16], "the list")
        if found is None:
            givens = quantities(held.token for held in self.given.numbers[:60])
            if target.dimension and target.dimension not in ("percent", "celsius", "temperature", "times"):
                givens = [_in_kind(q, target) for q in givens]
            found = derived.from_pair(target, same[:3], givens[:16], cued)
            if found is None and target.digits >= 2:
                found = derived.from_pair(target, around[:4], givens[:8], cued)
        return found

    def _in_evidence(
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
            tokens = [held.token for held in column.held]
            operands = quantities(tokens) if is_dated else [quantity(token) for token in tokens]
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

    def _surely(
        self, target: Target, own: Sequence[Quantity], near: Sequence[Quantity], setting: Setting
    ) -> str | None:
        """Try arithmetic that could hardly meet the number by chance, whatever the wording."""
        none = frozenset[Kind]()
        found = derived.from_pair(target, own, own, none, _HARDLY) or derived.from_pair(
            target, near, near, none, _HARDLY
        )
        if found is None and target.digits >= 4:
            for place in places_about(self.pool, setting, 2):
                operands = self._of_call(place)
                found = found or derived.from_pair(target, operands, operands, none, _HARDLY)
        return found

    def _share_of_column(self, target: Target, setting: Setting) -> str | None:
        """Try the share that a number of the record that is named has in the total of its column."""
        if target.dimension != "percent":
            return None
        named = self._named_numbers(setting)
        for column in self.pool.columns(setting.words, 8) if named else ():
            operands = [quantity(held.token) for held in column.held]
            found = derived.share_of_total(target, named, operands)
            if found is not None:
                return found
        return None

    def _difference_there(
        self, target: Target, own: Sequence[Quantity], setting: Setting, cued: frozenset[Kind]
    ) -> str | None:
        """Try the difference of one of the statement's numbers and one of the line it is about."""
        if "difference" not in cued or target.digits < 2:
            return None
        places = [*self._companions(setting)[:2], *places_about(self.pool, setting, 1)]
        there = quantities(h.token for p in places for h in self.pool.by_place.get(p.number, ()))[:8]
        return derived.from_pair(target, own, there, frozenset({"difference"}), 0.0)

    def _of_call(self, place: Place) -> list[Quantity]:
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

    def _column_total(self, target: Target, setting: Setting) -> str | None:
        """Try the sum of a whole column whose name the statement speaks of."""
        if target.digits < 2:
            return None
        for column in self.pool.columns(setting.words, 4):
            if column.words & setting.words.keys():
                values = [quantity(held.token).value for held in column.held]
                if target.is_met_by(sum(values)):
                    return f"sum of the {len(values)} values of {column.name}"
        return None

    def _column_spread(self, target: Target, setting: Setting) -> str | None:
        """Try the range of a whole column whose name the statement speaks of."""
        for column in self.pool.columns(setting.words, 4) if target.digits >= 2 else ():
            values = [quantity(held.token).value for held in column.held]
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

    def _counted(self, token: ValueToken, setting: Setting) -> str | None:
        """Try counts: bullets below, names in the statement, records of a call, records with a word."""
        number = token.number or 0.0
        if "." in token.text:
            return None
        if (
            (token.unit is not None and token.unit.dimension != "times")
            or number != int(number)
            or number < 2
        ):
            return None
        if setting.n_followers == number:
            return f"count of the {int(number)} items listed below it"
        if len({t.folded for t in setting.tokens if t.kind == "name"}) == number:
            return f"count of the {int(number)} names in it"
        if sum(t.kind == "number" and t is not token for t in setting.tokens) == number:
            return f"count of the {int(number)} numbers in it"
        own = near_words(setting.statement.text, token.start, token.end)
        return self.pool.count_of(int(number), own or frozenset(setting.words))


def _months_between(moments: Sequence[Moment]) -> list[float]:
    """Give the months between all pairs of dates, the last one counted or not."""
    dated = [12 * (m.year or 0) + m.month for m in moments[:12] if m.month is not None]
    apart = [abs(a - b) for i, a in enumerate(dated) for b in dated[i + 1 :]]
    return [float(months + more) for months in apart for more in (0, 1)]


def _is_small_count(token: ValueToken) -> bool:
    return token.unit is None and abs(token.number or 0.0) <= _SMALL and "." not in token.text


def _sum_of(operands: Sequence[Quantity]) -> list[Quantity]:
    """Give the sum of a statement's own counts, which may be a share of something as a whole."""
    counts = [q for q in operands if not q.dimension]
    if not 2 <= len(counts) <= 4:
        return []
    total = sum(q.value for q in counts)
    return [Quantity(total, "", " + ".join(q.text for q in counts), total)]


def _largest(operands: Sequence[Quantity], own: set[str]) -> list[Quantity]:
    """Give the largest number of each of the kinds, which may be the whole of a share."""
    kinds = {dimension: [q for q in operands if q.dimension == dimension] for dimension in own | {""}}
    return [max(alike, key=lambda q: q.value) for alike in kinds.values() if alike]


def _in_kind(operand: Quantity, target: Target) -> Quantity:
    """Take a bare number as one of the target's kind."""
    if operand.dimension:
        return operand
    return operand._replace(value=operand.value * target.size, dimension=target.dimension)


def _kinship(operand: Quantity, target: Target, own: set[str]) -> int:
    """Rank an operand by how likely it goes into the target: of its kind, bare, of another kind.

    A percentage is made of anything but percentages, of what the statement itself counts first.
    """
    if target.dimension == "percent":
        return 0 if operand.dimension in own else 2 if operand.dimension == "percent" else 1
    return 0 if operand.dimension == target.dimension else 1 if not operand.dimension else 2


def _converted(token: ValueToken, target: Target, others: Sequence[ValueToken]) -> str | None:
    """Find the same size written in another unit beside it: `1,280 m (4,200 ft)`, `71.6°F (22°C)`.

    A number may be rounded from one with as many digits, never made more exact.
    """
    for other in others:
        size = quantity(other)
        exact = abs(size.value - target.value) <= 1e-9 * target.value
        if target.dimension and size.dimension == target.dimension and other.unit != token.unit:
            half = other.step / 2 * (1.0 if other.unit is None else other.unit.size)
            close = abs(size.value - target.value) <= min(target.slack + half, _CLOSE * target.value)
            if exact or (token.digits <= other.digits + 1 and close):
                return f"{size.text} in another unit"
        scales = (target.dimension, size.dimension)
        if scales == ("celsius", "temperature") and target.is_met_by((size.value - 32) / 1.8):
            return f"{size.text} in Celsius"
        if scales == ("temperature", "celsius") and target.is_met_by(size.value * 1.8 + 32):
            return f"{size.text} in Fahrenheit"
    return None
