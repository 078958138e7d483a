"""A number worked out of two others that the answer tells rightly, or of one of them and one that was read.

Near ones are tried first; two that make another number of the statement as well bear each other out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, islice, product

from evidencelab.traces.arithmetic.arithmetic_words import arithmetic_spoken_of, spoken_beside
from evidencelab.traces.arithmetic.quantities import Quantity, Target, quantity
from evidencelab.traces.arithmetic.two_operands import Result, of_two
from evidencelab.traces.evidence.evidences import Evidences
from evidencelab.traces.stated.lost_numbers import KEPT, SPOKEN_OF, LostNumber, odds_of, targets_at, window_of
from evidencelab.traces.stated.told_numbers import ToldNumbers

_MOST_TOLD, _MOST_READ, _MOST_OWN, _NEAR, _FEW_GIVEN = 48, 96, 12, 4, 6
_RESULTS_OF_TWO = 8
_ALIKE = 0.2
"""How far apart the binary and the decimal unit of one letter may lie."""
_TAIL = re.compile(r"\D(\d{2,9})$")

_Pairs = Iterator[tuple[Quantity, Quantity]]


class ToldPairs:
    """Looks among the pairs of numbers of one answer."""

    def __init__(self, numbers: ToldNumbers, evidences: Evidences) -> None:
        self.read, self.judged, self.told = numbers.read, numbers.judged, numbers.rightly
        self.pool = evidences.pool
        self.given = _distinct([quantity(held.token) for held in evidences.given.numbers[:_FEW_GIVEN]])

    def find(self, lost: LostNumber) -> str | None:
        """Find two numbers that make a lost one: of its statement, of those around it, of the answer."""
        n_before, window = 0.0, window_of(lost.target)
        for group in self._groups(lost):
            met, n_tried = self._best(group, lost)
            if met is not None and (n_tried + n_before) * window * met[1] <= lost.most:
                return met[0]
            n_before += KEPT * n_tried
            if SPOKEN_OF * n_before * window > 1.0 / _RESULTS_OF_TWO:
                return None
        return None

    def _best(self, pairs: _Pairs, lost: LostNumber) -> tuple[tuple[str, float] | None, float]:
        """Give the likeliest working among some pairs, by how much it is borne out; and the tries."""
        beside = spoken_beside(lost.token.start, lost.token.end, lost.setting.statement.text)
        cued = beside or arithmetic_spoken_of(lost.setting.statement)
        best: tuple[str, float] | None = None
        n_tried = 0
        for a, b in pairs:
            for result in of_two(lost.target, a, b):
                n_tried += 1
                more = _lost_by_rounding(result, a, b)
                if not result.value or not lost.target.is_met_by(result.value, more):
                    continue
                if result.is_trifle and (result.kind not in cued or result.kind == "product"):
                    continue
                if result.kind in ("sum", "difference") and a.dimension != b.dimension:
                    continue
                wider = 1.0 + more / max(lost.target.slack, 1e-12)
                weight = wider * odds_of(result.kind, cued, lost) * self._borne_out(lost, a, b)
                if best is None or weight < best[1]:
                    best = f"{result.said}, told elsewhere", weight
        return best, n_tried

    def _borne_out(self, lost: LostNumber, a: Quantity, b: Quantity) -> float:
        """Give how likely the same two make another number of the statement by accident; 1 if they do not."""
        for at, (token, verdict) in enumerate(
            zip(self.read[lost.place].tokens, self.judged[lost.place], strict=True)
        ):
            is_new = (
                token.kind == "number" and token.digits >= 2 and verdict.finding not in ("sound", "given")
            )
            if at == lost.at or not is_new or token.number == lost.token.number:
                continue
            for target in targets_at(self.read, lost.place, at)[:1]:
                if any(r.value and target.is_met_by(r.value) for r in of_two(target, a, b)):
                    return min(1.0, _RESULTS_OF_TWO * window_of(target))
        return 1.0

    def _groups(self, lost: LostNumber) -> Iterator[_Pairs]:
        own = [*self.told[lost.place][:_MOST_OWN], *_tails(lost)]
        yield combinations(own, 2)
        if lost.target.dimension != "percent":
            yield product(own, self.given)
        before = own
        for place in range(lost.place - 1, max(-1, lost.place - 1 - _NEAR), -1):
            yield product(self.told[place][:_MOST_OWN], before)
            yield combinations(self.told[place][:_MOST_OWN], 2)
            before = [*before, *self.told[place][:_MOST_OWN]]
        around = range(max(0, lost.place - _NEAR), min(len(self.told), lost.place + _NEAR + 1))
        near = [q for place in around if place != lost.place for q in self.told[place]][: 2 * _MOST_OWN]
        everywhere = _distinct([q for told in self.told for q in told])[:_MOST_TOLD]
        there = [_in_kind(q, lost.target) for q in self._read()]
        if lost.target.dimension == "bytes":
            yield combinations([_in_scale(q, lost.target) for q in (*own, *near)], 2)
        yield product(own, near)
        yield product(own, everywhere)
        yield combinations(near, 2)
        yield product(everywhere, self._named(lost))
        yield product(own, there)
        yield combinations(everywhere, 2)
        yield product(everywhere, there)

    def _named(self, lost: LostNumber) -> list[Quantity]:
        """Give the numbers of the records that hold a name of the statement."""
        held = zip(lost.setting.tokens, self.judged[lost.place], strict=False)
        places = {
            v.place.number: None for t, v in held if t.kind == "name" and v.finding == "sound" and v.place
        }
        numbers = (
            h for number in places for h in self.pool.by_place.get(number, ()) if h.token.kind == "number"
        )
        return [_in_kind(quantity(h.token), lost.target) for h in islice(numbers, _FEW_GIVEN)]

    def _read(self) -> list[Quantity]:
        """Give the numbers of the evidence; none if there are very many."""
        held = [quantity(h.token) for h in self.pool.numbers[: 4 * _MOST_READ] if h.token.digits >= 2]
        distinct = _distinct(held)
        return distinct if len(distinct) <= _MOST_READ else []


def _tails(lost: LostNumber) -> list[Quantity]:
    """Give the numbers in which names of the statement end: the files of a log, the builds of a branch."""
    names = [t.folded for t in lost.setting.tokens if t.kind == "name"]
    ends = [found[1] for name in names if (found := _TAIL.search(name))]
    return [Quantity(float(end), "", end, float(end)) for end in ends[:4]]


def _lost_by_rounding(result: Result, a: Quantity, b: Quantity) -> float:
    """Give how far a ratio lies off since its operands were rounded when they were told."""
    if result.kind not in ("ratio", "percent", "change") or not a.value or not b.value:
        return 0.0
    return abs(result.value) * (a.half / a.value + b.half / b.value)


def _distinct(operands: Sequence[Quantity]) -> list[Quantity]:
    """Give each size once, in order."""
    found: dict[tuple[float, str], Quantity] = {}
    for operand in operands:
        if operand.value > 1:
            found.setdefault((round(operand.value, 9), operand.dimension), operand)
    return list(found.values())


def _in_scale(q: Quantity, target: Target) -> Quantity:
    """Take MB for MiB, where the lost number is in the other: people reckon with both alike."""
    is_near = q.number and q.dimension == "bytes" and abs(q.value / q.number / target.size - 1.0) < _ALIKE
    return q._replace(value=q.number * target.size) if is_near else q


def _in_kind(q: Quantity, target: Target) -> Quantity:
    """Take a bare number of the evidence in the unit that the answer gives to its like."""
    if q.dimension or target.dimension in ("", "percent", "times"):
        return q
    return q._replace(value=q.number * target.size, dimension=target.dimension)
