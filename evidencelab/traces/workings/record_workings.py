"""What three and more numbers of one record come to: a balance, a share of a rest, a price with its fees.

It must not know where the record stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from evidencelab.traces.arithmetic.quantities import TRIFLE, UNMIXED, Kind, Quantity, Target
from evidencelab.traces.arithmetic.two_operands import Result, of_pairs

_FEWEST, _MOST = 3, 5
_MOST_FIELDS = 6
_DIVIDING: frozenset[Kind] = frozenset({"ratio", "each", "mean", "percent"})


def balances(target: Target, fields: Sequence[Quantity], cued: frozenset[Kind]) -> Iterator[Result]:
    """Give what is left of a record's neighbouring numbers: each of them added or taken away, in their order.

    Only where something is said to be left, to be less or to be more.
    """
    if "difference" not in cued or target.dimension in UNMIXED:
        return
    for first in range(len(fields)):
        for last in range(first + _FEWEST, min(len(fields), first + _MOST) + 1):
            some = fields[first:last]
            if {q.dimension for q in some} - {"", target.dimension}:
                break
            sizes = [q.value * (1.0 if q.dimension else target.size) for q in some]
            for signs in product((1.0, -1.0), repeat=len(some) - 1):
                if min(signs) < 0:
                    value = sizes[0] + sum(sign * size for sign, size in zip(signs, sizes[1:], strict=True))
                    said = some[0].text + "".join(
                        f" {'+' if sign > 0 else '-'} {q.text}"
                        for sign, q in zip(signs, some[1:], strict=True)
                    )
                    yield Result(value, said)


def is_left(target: Target, fields: Sequence[Quantity], cued: frozenset[Kind]) -> bool:
    """Tell whether a number is what is left of some of a record's, where something is said to be left."""
    pairs = (r for r in of_pairs(target, fields, fields) if r.kind == "difference" and r.kind in cued)
    return any(target.is_met_by(r.value) for r in (*pairs, *balances(target, fields, cued)))


def shares_of_rests(target: Target, fields: Sequence[Quantity], cued: frozenset[Kind]) -> Iterator[Result]:
    """Give one number of a record per the sum, or the rest, of two others, and the other way round."""
    if not cued & _DIVIDING and target.dimension != "percent":
        return
    factor = 100.0 if target.dimension == "percent" else target.size
    for a, b in combinations(fields[:_MOST_FIELDS], 2):
        if a.dimension != b.dimension or min(a.value, b.value) <= TRIFLE * max(a.value, b.value):
            continue
        for joint, sign in ((a.value + b.value, "+"), (abs(a.value - b.value), "-")):
            for c in fields[:_MOST_FIELDS]:
                if c is a or c is b or not joint or not c.value:
                    continue
                pair = f"({a.text} {sign} {b.text})"
                yield Result(c.value / joint * factor, f"{c.text} / {pair}", "ratio")
                yield Result(joint / c.value * factor, f"{pair} / {c.text}", "ratio")


def with_fees(target: Target, fields: Sequence[Quantity], fees: Sequence[Quantity]) -> Iterator[Result]:
    """Give a record's number, or two, with a number of a short reply that is told of more than one record."""
    if target.dimension in UNMIXED:
        return
    alike = [q for q in fields[:_MOST_FIELDS] if q.dimension in ("", target.dimension)]
    sums = [(q.value, q.text) for q in alike]
    sums += [(a.value + b.value, f"{a.text} + {b.text}") for a, b in combinations(alike, 2)]
    for fee in fees:
        if fee.dimension in ("", target.dimension):
            for value, said in sums:
                yield Result(value + fee.value, f"{said} + {fee.text}", "sum")
