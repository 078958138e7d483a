"""Arithmetic among the numbers of a statement, and with those around it: its list, its paragraph, the user's.

It must not look at what the tools said but to count it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from evidencelab.traces.arithmetic import derived
from evidencelab.traces.arithmetic.neighbours import from_two_before
from evidencelab.traces.arithmetic.quantities import Kind, Quantity, Target, quantities, quantity
from evidencelab.traces.arithmetic.written_workings import written_out
from evidencelab.traces.evidence.setting import Setting, Sources
from evidencelab.traces.evidence.tallies import Tallies
from evidencelab.traces.values.moments import Moment
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.workings.breakdowns import Breakdowns
from evidencelab.traces.workings.lapses import gaps, is_met

_JOINTLY = re.compile(r"\b(?:two|both|together|combined|top|these|first)\b|两|合计", re.IGNORECASE)
_CLOSE = 0.06
"""How far, as a share, a conversion beside a number may lie off by rounding."""
_SMALL = 10


class ArithmeticBeside:
    """Finds derivations from what stands beside a number in the answer."""

    def __init__(self, sources: Sources, breakdowns: Breakdowns) -> None:
        self.given = sources.given
        self.breakdowns = breakdowns
        self.tallies = Tallies(sources.pool)

    def within(
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
            or written_out(target, setting.statement.text, numbers, token)
            or from_two_before(token, target, numbers, setting.statement.text)
            or _converted(token, target, others)
        )
        if found is not None or is_named:
            return found
        found = self.tallies.find(token, setting)
        if found is not None or (is_small_count(token)):
            return found
        few = same[:12]
        return (
            derived.from_pair(target, few, few, cued)
            or derived.from_chain(target, same, cued)
            or derived.from_all(target, same, "the statement", cued)
        )

    def around(
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


def _months_between(moments: Sequence[Moment]) -> list[float]:
    """Give the months between all pairs of dates, the last one counted or not."""
    dated = [12 * (m.year or 0) + m.month for m in moments[:12] if m.month is not None]
    apart = [abs(a - b) for i, a in enumerate(dated) for b in dated[i + 1 :]]
    return [float(months + more) for months in apart for more in (0, 1)]


def is_small_count(token: ValueToken) -> bool:
    """Tell whether a number is bare, whole and so small that too much meets it by chance."""
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
