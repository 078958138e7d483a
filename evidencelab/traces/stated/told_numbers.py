"""The numbers that an answer tells, statement by statement, as quantities to reckon with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from evidencelab.traces.arithmetic.quantities import Quantity, quantity
from evidencelab.traces.evidence.reading import ReadStatement
from evidencelab.traces.evidence.setting import Verdict
from evidencelab.traces.findings import BAD
from evidencelab.traces.values.value_token import ValueToken


class ToldNumbers(NamedTuple):
    """The numbers of an answer.

    Attributes:
        read: Its statements.
        judged: What became of their values so far.
        rightly: The numbers of each statement that are told rightly.
        not_wrongly: Those too that cannot be checked.
    """

    read: Sequence[ReadStatement]
    judged: Sequence[Sequence[Verdict]]
    rightly: Sequence[Sequence[Quantity]]
    not_wrongly: Sequence[Sequence[Quantity]]


def told_numbers(read: Sequence[ReadStatement], judged: Sequence[Sequence[Verdict]]) -> ToldNumbers:
    """Gather the numbers of an answer, each with what it may have lost by rounding."""
    by_verdict = [
        [(as_told(t), v.finding) for t, v in zip(one.tokens, verdicts, strict=True) if t.kind == "number"]
        for one, verdicts in zip(read, judged, strict=True)
    ]
    rightly = [[q for q, finding in own if finding not in (*BAD, "not_checkable")] for own in by_verdict]
    not_wrongly = [[q for q, finding in own if finding not in BAD] for own in by_verdict]
    return ToldNumbers(read, judged, rightly, not_wrongly)


def as_told(token: ValueToken) -> Quantity:
    """Give a number of the answer; a fraction may have been rounded, a whole number is taken as exact."""
    q = quantity(token)
    size = q.value / q.number if q.number else 1.0
    return q._replace(half=0.5 * token.step * size if token.step < 1 else 0.0)
