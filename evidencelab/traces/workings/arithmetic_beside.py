"""Arithmetic among the numbers of a statement, and with those around it: its list, its paragraph, the user's.

It must not look at what the tools said but to count it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from evidencelab.traces.arithmetic.neighbours import from_two_before
from evidencelab.traces.arithmetic.quantities import TRIFLE, Quantity, Target, quantities, quantity
from evidencelab.traces.arithmetic.two_operands import OF_ALL, Result, of_pairs
from evidencelab.traces.arithmetic.written_workings import written_out
from evidencelab.traces.evidence.setting import Setting, Sources
from evidencelab.traces.evidence.tallies import Tallies
from evidencelab.traces.values.moments import Moment
from evidencelab.traces.values.value_token import ValueToken
from evidencelab.traces.workings.breakdowns import Breakdowns
from evidencelab.traces.workings.lapses import gaps, is_met

_JOINTLY = re.compile(r"\b(?:two|both|together|combined|top|these|first)\b|两|合计", re.IGNORECASE)
_DECIMALS = re.compile(r"\.\d+")
_CLOSE = 0.06
"""How far, as a share, a conversion beside a number may lie off by rounding."""
_SMALL = 10
_ALONE = 0.05
"""By how much less likely an accident is what the only two others of a kind in the statement make."""
_FROM_FIRST, _RUN, _SLIGHT = 0.1, 3.0, 10.0
"""By how much likelier it is where a list is added up from its first number on, in part, or with a trifle."""
_TOLD = 0.1
"""By how much less likely one is where two numbers and the share of the one in the other agree."""
_FEW, _NEAREST, _MOST_OWN, _MOST_NEAR, _MOST_LISTED, _MOST_JOINT = 4, 6, 12, 14, 24, 10


class ArithmeticBeside:
    """Finds derivations from what stands beside a number in the answer."""

    def __init__(self, sources: Sources, breakdowns: Breakdowns) -> None:
        self.breakdowns = breakdowns
        self.tallies = Tallies(sources.pool)

    def within(
        self,
        token: ValueToken,
        target: Target,
        setting: Setting,
        *,
        is_named: bool,
    ) -> str | None:
        """Try what the statement's form says: times, parts, expressions, other units, counts."""
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
        return found if found is not None or is_named else self.tallies.find(token, setting)


def of_statement(
    target: Target, own: Sequence[Quantity], read: Sequence[Quantity]
) -> Iterator[Iterator[Result]]:
    """Give what the numbers of the statement make: those of one kind, the nearest, all, and three of them.

    Args:
        target: The number to be explained.
        own: The others.
        read: Those of them that stand in the evidence.
    """
    alike = [q for q in own if q.dimension == target.dimension]
    alone = _ALONE if len(alike) == 2 else 1.0
    yield (r._replace(weight=alone) for r in of_pairs(target, alike[:_NEAREST], alike[:_NEAREST]))
    yield _agreeing(target, read[:_MOST_OWN], own[:_MOST_OWN])
    yield of_pairs(target, own[:_FEW], own[:_FEW])
    yield of_pairs(target, own[:_MOST_OWN], own[:_MOST_OWN])
    yield _of_three(own[:_NEAREST])


def of_list(
    target: Target, setting: Setting, own: Sequence[Quantity], given: Sequence[Quantity]
) -> Iterator[Iterator[Result]]:
    """Give what the numbers of the list or paragraph make, alone, with the statement's and the user's."""
    around = quantities(setting.near, is_rounded=True)
    alike = [q for q in around if q.dimension == target.dimension]
    yield iter(of_whole(target, alike or around, "the list"))
    yield runs_of(alike, is_first=True)
    kinds = {q.dimension for q in own} - {"percent"}
    few = sorted(around, key=lambda q: _kinship(q, target, kinds))[:_MOST_NEAR]
    part = list(own[:_NEAREST])
    if target.dimension == "percent":
        wholes = [q for q in around if not q.dimension][:_MOST_LISTED]
        if total := sum(q.value for q in wholes):
            yield (
                Result(100 * q.value / total, f"{q.text} of the sum {total:g}, in percent", "percent")
                for q in (*own[:_FEW], *around[:_FEW])
                if q in wholes or any(abs(q.value - one.value) < 1e-9 for one in wholes)
            )
        part += _sum_of(own[:_FEW])
        if _JOINTLY.search(setting.statement.text):
            part += [s for pair in pairwise(wholes[:_NEAREST]) for s in _sum_of(pair)]
        few += [q for q in _largest(around, kinds) if q not in few]
        yield of_pairs(target, part[_NEAREST:], _largest(around, kinds))
    if _JOINTLY.search(setting.statement.text):
        yield (
            Result(sum(q.value for q in some), " + ".join(q.text for q in some), "sum")
            for some in combinations(alike[:_MOST_JOINT], 3)
        )
    yield of_pairs(target, part, few[:_FEW])
    yield of_pairs(target, part, few[_FEW:])
    yield of_pairs(target, few[:_NEAREST], few[:_NEAREST])
    yield of_pairs(target, own[:_FEW], given[:_NEAREST])
    yield of_pairs(target, few, few)
    yield of_pairs(target, [*own[:_FEW], *around[:_FEW]], given[:_MOST_OWN])


def of_whole(target: Target, operands: Sequence[Quantity], what: str) -> list[Result]:
    """Give the sum, mean, median and range of a whole column or list."""
    if len(operands) < 2 or len({q.dimension for q in operands} - {"", target.dimension}):
        return []
    values = sorted(q.value * (1.0 if q.dimension else target.size) for q in operands)
    if values[0] == values[-1]:
        return []
    n = len(values)
    named = f"{n} values of {what}"
    return [
        Result(sum(values), f"sum of {named}", "sum", weight=OF_ALL),
        Result(sum(values) / n, f"mean of {named}", "mean"),
        Result((values[n // 2] + values[(n - 1) // 2]) / 2, f"median of {named}", "mean"),
        Result(values[-1] - values[0], f"range of {named}", "difference"),
    ]


def runs_of(operands: Sequence[Quantity], *, is_first: bool = False) -> Iterator[Result]:
    """Give the sums of neighbours, three or more, or of the first ones alone."""
    for first in range(1 if is_first else len(operands)):
        for last in range(first + 3, min(len(operands), first + _MOST_OWN) + 1):
            some = operands[first:last]
            values = [q.value for q in some]
            yield Result(
                sum(values),
                f"sum of {', '.join(q.text for q in some)}",
                "sum",
                weight=_FROM_FIRST if is_first else _SLIGHT if min(values) < TRIFLE * max(values) else _RUN,
            )


def _agreeing(target: Target, read: Sequence[Quantity], own: Sequence[Quantity]) -> Iterator[Result]:
    """Give the part and the whole by which a share and another number of the statement agree."""
    shares = [q for q in own if q.dimension == "percent" and 0 < q.value < 100]
    wholes = [q for q in read if q.dimension == target.dimension != "percent" and q.value]
    for share in shares:
        decimals = _DECIMALS.search(share.text)
        half = 0.5 * 10.0 ** (1 - len(decimals[0]) if decimals else 0)
        for q in wholes:
            for part, whole in ((target.value, q.value), (q.value, target.value)):
                agrees = part < whole and abs(100 * part / whole - share.value) <= half * (1 + 1e-9)
                value = target.value if agrees else 2 * target.value
                yield Result(value, f"{share.text} with {q.text}", "sum", weight=_TOLD)


def _of_three(operands: Sequence[Quantity]) -> Iterator[Result]:
    """Give the sums and differences of three of the nearest operands of a kind, and a product and a third."""
    for a, b, c in combinations(operands, 3):
        if a.dimension == b.dimension == c.dimension:
            yield Result(a.value + b.value + c.value, f"{a.text} + {b.text} + {c.text}", "sum")
        for x, y, z in ((a, b, c), (b, a, c), (c, a, b)):
            if x.dimension == y.dimension == z.dimension and x.value > y.value + z.value:
                yield Result(x.value - y.value - z.value, f"{x.text} - {y.text} - {z.text}")
            if x.dimension == z.dimension and not y.dimension:
                yield Result(x.value * y.value + z.value, f"{x.text} x {y.text} + {z.text}", "product")


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
